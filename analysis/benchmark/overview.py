"""A benchmark as a study: every measure in its order, gathered into one ledger."""

from __future__ import annotations

from analysis.benchmark.content import content
from analysis.benchmark.counts import counts, settings
from analysis.benchmark.facts import facts
from analysis.benchmark.pairs import pairs
from analysis.benchmark.privacy import privacy
from analysis.benchmark.prosody import prosody
from analysis.benchmark.remarks import remarks
from analysis.benchmark.shipped import agreements, shipped
from analysis.benchmark.tables import leaderboard_recomputed, paired
from analysis.benchmark.workbench import Workbench
from analysis.ledger import Ledger
from analysis.results import Pair, Results, System


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
    differences, verdicts = agreements(bench, ledger)
    ledger.extend(differences)
    derived = facts(bench, ledger)
    ledger.extend(derived.entries)
    return Results(
        study=given.study,
        kind="benchmark",
        title=given.title,
        ledger=ledger,
        authors=given.authors,
        date=given.date,
        simulated=given.simulated,
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
        verdicts=dict(sorted({**verdicts, **compared.verdicts, **derived.verdicts}.items())),
        remarks=remarks(bench, attacks),
        tables={
            "leaderboard_recomputed.csv": leaderboard_recomputed(bench, ledger),
            "paired.csv": paired(compared.comparisons),
        },
    )
