"""EER of every system under every attacker and on every trial list, with the speaker bootstrap."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy

from analysis.benchmark.attack_units import attack_unit, attacked, attacker_files, ranked
from analysis.benchmark.kinds import PUBLISHED, Drawn
from analysis.benchmark.trial_draws import MODULES, draws_of_trials, parameters_of
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry
from analysis.measures import eer_draws, equal_error_rate
from analysis.study.ties import Ties, tied_scores
from analysis.study.trials import FILE as TRIALS
from analysis.work import Unit

UNDEFINED = "no target or no non-target trial"
"""When a draw has no EER."""


@dataclass(frozen=True)
class Privacy:
    """EERs and what the scores behind them show.

    Attributes:
        points: (system, attacker, list) → EER in percent.
        drawn: (system, attacker, list) → the EER in the draws of the kind of interval that the study quotes.
        published: the same in the draws of the kind that published intervals are of.
        entries: the ledger rows.
        inverted: (system, attacker) whose targets mostly score below the non-targets on some list.
        ties: (system, attacker) → how many different scores its trials have.
    """

    points: dict[tuple[str, str, str], float]
    drawn: dict[tuple[str, str, str], Drawn]
    published: dict[tuple[str, str, str], Drawn]
    entries: tuple[Entry, ...]
    inverted: tuple[tuple[str, str], ...]
    ties: dict[tuple[str, str], Ties] = field(default_factory=dict)


def units(bench: Workbench) -> Iterator[Unit]:
    """Describe the EERs of every attack, on every list and in every draw."""
    return (_unit(bench, *names) for names in attacked(bench.benchmark))


def _unit(bench: Workbench, system: str, attacker: str) -> Unit:
    return attack_unit(
        bench, "eer", system, attacker, _compute, "analysis.benchmark.privacy", *MODULES,
        **parameters_of(bench.kind.draws),
    )  # fmt: skip


def privacy(bench: Workbench) -> Privacy:
    """Compute or fetch every EER.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    points: dict[tuple[str, str, str], float] = {}
    drawn: dict[tuple[str, str, str], Drawn] = {}
    published: dict[tuple[str, str, str], Drawn] = {}
    entries: list[Entry] = []
    inverted: list[tuple[str, str]] = []
    ties: dict[tuple[str, str], Ties] = {}
    taking_part = {name: bench.taking_part(name) for name in bench.benchmark.lists}
    scales = {name: bench.eer_scale(trials.mask) for name, trials in bench.benchmark.lists.items()}
    for system in bench.benchmark.systems:
        if not system.has_files:
            continue
        for attacker in ATTACKERS:
            files = attacker_files(bench.benchmark, system.id, attacker)
            if files is None:
                entries += _absent(bench, system.id, attacker)
                continue
            found = bench.result(_unit(bench, system.id, attacker))
            for place, name in enumerate(bench.benchmark.lists):
                names, point = (system.id, attacker, name), float(found["points"][place])
                points[names] = point
                published[names] = drawn[names] = Drawn(point, found["samples"][place])
                if bench.kind.draws != PUBLISHED.draws:
                    without = found["without"][place] if "without" in found else None
                    drawn[names] = Drawn(point, found["weighted"][place], without, taking_part[name], scales[name])
            if found["inverted"][0]:
                inverted.append((system.id, attacker))
            ties[system.id, attacker] = Ties(*found["ties"].tolist())
            entries += _rows(bench, system.id, attacker, files, drawn)
            entries.append(_tied(bench, system.id, attacker, files, ties[system.id, attacker]))
    entries += _most_tied(bench, ties)
    return Privacy(points, drawn, published, tuple(entries), tuple(inverted), ties)


def _compute(bench: Workbench, system: str, attacker: str) -> dict[str, numpy.ndarray]:
    """Return EER and draws of every list, and as `weighted` and `without` those of another way to weigh the trials."""
    benchmark, attack, weights = bench.benchmark, ranked(bench, system, attacker), bench.kind.draws
    ties = tied_scores(attack.scores, benchmark.trials.first)
    points, samples, inverted = [], [], []
    others: list[dict[str, numpy.ndarray]] = []
    for trials in benchmark.lists.values():
        scores, is_target, enroll, speaker = attack.of(trials.mask)
        rate = equal_error_rate(scores, is_target)
        points.append(rate.value)
        inverted.append(rate.inverted)
        samples.append(eer_draws(scores, is_target, enroll, bench.counts))
        if weights != PUBLISHED.draws:
            others.append(draws_of_trials(weights, scores, is_target, enroll, speaker, bench.counts))
    names = {"samples": "weighted", "without": "without"}
    stacked = {names[name]: numpy.asarray([one[name] for one in others]) for name in (others[0] if others else ())}
    return {
        **stacked,
        "points": numpy.asarray(points),
        "samples": numpy.asarray(samples),
        "inverted": numpy.asarray([any(inverted)]),
        "ties": numpy.asarray([ties.trials, ties.distinct], dtype=numpy.int64),
    }


def _source(files: tuple[str, ...]) -> str:
    return ", ".join([*dict.fromkeys(files), TRIALS])


def _rows(
    bench: Workbench, system: str, attacker: str, files: tuple[str, ...], drawn: Mapping[tuple[str, str, str], Drawn]
) -> Iterator[Entry]:
    is_target = bench.benchmark.trials.frame["is_target"].to_numpy()
    for name, trials in bench.benchmark.lists.items():
        targets = int(is_target[trials.mask].sum())
        reason = (
            "no target trials" if targets == 0 else "no non-target trials" if targets == len(trials) else "undefined"
        )
        found = drawn[system, attacker, name]
        interval = bench.interval(found)
        method = f"EER, nearest rule; {bench.resampled(interval, UNDEFINED, bench.kind.of_trials)}"
        yield bench.recomputed(
            ("eer", system, attacker, name), found.point, "percent", 1, _source(files), method,
            interval=interval, n=len(trials), missing=reason,
        )  # fmt: skip


def _tied(bench: Workbench, system: str, attacker: str, files: tuple[str, ...], ties: Ties) -> Entry:
    return bench.recomputed(
        ("ties", system, attacker), 100 * ties.share, "percent", 1, _source(files),
        f"trials that bring no score of their own: 100 * (1 - {ties.distinct:,} different scores / trials)",
        n=ties.trials,
    )  # fmt: skip


def _most_tied(bench: Workbench, ties: dict[tuple[str, str], Ties]) -> Iterator[Entry]:
    """Yield how many different scores an attack has where most of them tie, and how many attacks those are."""
    high = {names: found for names, found in ties.items() if found.high}
    for (system, attacker), found in high.items():
        yield bench.recomputed(
            ("count", "distinct_scores", system, attacker), found.distinct, "count", 0, "scores of the attack",
            "different scores among the trials", n=found.trials,
        )  # fmt: skip
    if ties:
        yield bench.recomputed(
            ("ties_max", "all"), 100 * max(found.share for found in ties.values()), "percent", 1,
            "scores of every attack", "largest share of trials that bring no score of their own", n=len(ties),
        )  # fmt: skip


def _absent(bench: Workbench, system: str, attacker: str) -> Iterator[Entry]:
    absence = bench.benchmark.attack_files.absence(attacker)
    reason = bench.benchmark.reason("eer", system, attacker, otherwise=absence)
    for name in bench.benchmark.lists:
        yield bench.recomputed(
            ("eer", system, attacker, name), None, "percent", 1, TRIALS, "EER, nearest rule", missing=reason
        )
