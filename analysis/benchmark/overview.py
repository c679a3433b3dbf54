"""A benchmark as a study: every measure in its order, gathered into one ledger."""

from __future__ import annotations

from analysis.benchmark.agreement import agreement
from analysis.benchmark.attackers import attackers
from analysis.benchmark.certainty import certainty
from analysis.benchmark.comparisons import comparisons
from analysis.benchmark.content import content
from analysis.benchmark.counts import counts, settings
from analysis.benchmark.facts import facts
from analysis.benchmark.files import files
from analysis.benchmark.intervals import intervals
from analysis.benchmark.list_rates import list_rates
from analysis.benchmark.listening import listening
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.pairs import pairs
from analysis.benchmark.planning import planning
from analysis.benchmark.privacy import privacy
from analysis.benchmark.prosody import prosody
from analysis.benchmark.remarks import remarks
from analysis.benchmark.shipped import shipped
from analysis.benchmark.shortcuts import shortcuts
from analysis.benchmark.simulated_coverage import simulated_coverage
from analysis.benchmark.speakers import speakers
from analysis.benchmark.tables import leaderboard_recomputed, paired
from analysis.benchmark.trade import trade
from analysis.benchmark.trap import trap
from analysis.benchmark.utility import utility
from analysis.benchmark.workbench import Workbench
from analysis.ledger import Ledger
from analysis.results import Pair, Results, System

CHAPTERS = (
    files, intervals, agreement, list_rates, attackers, certainty, shortcuts, utility, trade, comparisons,
    trap, listening, simulated_coverage, planning, speakers,
)  # fmt: skip


def benchmark_results(bench: Workbench) -> Results:
    """Compute or fetch everything that the pages of a benchmark are made from.

    Raises:
        InputError: a file of the study cannot be used.
    """
    benchmark = bench.benchmark
    given = benchmark.settings
    ledger = Ledger(settings(bench))
    ledger.extend(counts(bench))
    attacks = privacy(bench)
    ledger.extend(attacks.entries)
    texts = content(bench)
    ledger.extend(texts.entries)
    ledger.extend(prosody(bench))
    ledger.extend(shipped(bench))
    compared = pairs(bench, attacks, texts)
    ledger.extend(compared.entries)
    derived = facts(bench, ledger)
    ledger.extend(derived.entries)
    measured = Measured(bench, attacks, texts, ledger, {**compared.verdicts, **derived.verdicts})
    parts = _chapters(measured)
    ledger.extend(bench.edge_errors())
    return Results(
        **given.of_results,
        kind="benchmark",
        ledger=ledger,
        reference=given.reference,
        unit_of_text=given.text,
        trial_list=bench.headline,
        systems=tuple(
            System(
                system.id,
                system.label,
                system.description,
                role="reference" if system.id == given.reference else "anonymizer",
                recomputed=system.has_files,
            )
            for system in benchmark.systems
        ),
        corpora=benchmark.corpora if len(benchmark.corpora) > 1 else (),
        lists=tuple((name, trials.label) for name, trials in benchmark.lists.items()),
        pairs=tuple(Pair(pair.b, pair.a, pair.question, pair.recomputed) for pair in benchmark.pairs),
        verdicts=dict(sorted(measured.verdicts.items())),
        remarks=remarks(bench, attacks) + tuple(remark for part in parts for remark in part.remarks),
        tables={
            "leaderboard_recomputed.csv": leaderboard_recomputed(bench, ledger),
            "paired.csv": paired(compared.comparisons),
            **{name: frame for part in parts for name, frame in part.tables.items()},
        },
        histograms=tuple(histogram for part in parts for histogram in part.histograms),
        utterances=tuple(utterance for part in parts for utterance in part.utterances),
        spreads=tuple(spread for part in parts for spread in part.spreads),
    )


def _chapters(measured: Measured) -> list[Part]:
    """Let each chapter add its rows and verdicts; a later one can read what an earlier one found."""
    parts = []
    for chapter in CHAPTERS:
        part = chapter(measured)
        measured.ledger.extend(part.entries)
        measured.verdicts.update(part.verdicts)
        parts.append(part)
    return parts
