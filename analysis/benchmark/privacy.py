"""EER of every system under every attacker and on every trial list, with the speaker bootstrap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy

from analysis.benchmark.cosine import trial_scores
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry
from analysis.measures import eer_draws, equal_error_rate
from analysis.study.benchmark import Benchmark
from analysis.study.ties import Ties, tied_scores
from analysis.study.trials import FILE as TRIALS
from analysis.study.utterances import FILE as UTTERANCES

MODULES = (
    "analysis.benchmark.privacy", "analysis.benchmark.cosine", "analysis.measures.eer", "analysis.measures.bootstrap",
    "analysis.measures.score_blocks", "analysis.study.embedding_stores", "analysis.study.embeddings",
    "analysis.study.parquet", "analysis.study.scores",
    "analysis.study.enrolling", "analysis.study.ties", "analysis.study.trial_columns", "analysis.study.trial_faults",
    "analysis.study.trial_lists", "analysis.study.trials", "analysis.study.utterances",
)  # fmt: skip


@dataclass(frozen=True)
class Privacy:
    """EERs and what the scores behind them show.

    Attributes:
        points: (system, attacker, list) → EER in percent.
        samples: (system, attacker, list) → the EER of each draw.
        entries: the ledger rows.
        inverted: (system, attacker) whose targets mostly score below the non-targets on some list.
        ties: (system, attacker) → how many different scores its trials have.
    """

    points: dict[tuple[str, str, str], float]
    samples: dict[tuple[str, str, str], numpy.ndarray]
    entries: tuple[Entry, ...]
    inverted: tuple[tuple[str, str], ...]
    ties: dict[tuple[str, str], Ties] = field(default_factory=dict)


def attacker_files(benchmark: Benchmark, system: str, attacker: str) -> tuple[str, ...] | None:
    """Return the files that an attack rests on, its scores or the embeddings of both sides; None where absent."""
    return benchmark.attack_files.of(system, attacker)


def privacy(bench: Workbench) -> Privacy:
    """Compute or fetch every EER.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    points: dict[tuple[str, str, str], float] = {}
    samples: dict[tuple[str, str, str], numpy.ndarray] = {}
    entries: list[Entry] = []
    inverted: list[tuple[str, str]] = []
    ties: dict[tuple[str, str], Ties] = {}
    given = bench.benchmark.settings
    for system in bench.benchmark.systems:
        if not system.has_files:
            continue
        for attacker in ATTACKERS:
            files = attacker_files(bench.benchmark, system.id, attacker)
            if files is None:
                entries += _absent(bench, system.id, attacker)
                continue
            found = bench.fetch(
                f"eer/{system.id}/{attacker}",
                (*files, UTTERANCES, TRIALS),
                MODULES,
                lambda system=system.id, attacker=attacker: _compute(bench.benchmark, bench.counts, system, attacker),
                parameters={"attacker": attacker, "sides": list(files), "draws": given.draws, "seed": given.seed},
            )
            for place, name in enumerate(bench.benchmark.lists):
                points[system.id, attacker, name] = float(found["points"][place])
                samples[system.id, attacker, name] = found["samples"][place]
            if found["inverted"][0]:
                inverted.append((system.id, attacker))
            ties[system.id, attacker] = Ties(*found["ties"].tolist())
            entries += _rows(bench, system.id, attacker, files, found)
            entries.append(_tied(bench, system.id, attacker, files, ties[system.id, attacker]))
    entries += _most_tied(bench, ties)
    return Privacy(points, samples, tuple(entries), tuple(inverted), ties)


def attack_scores(benchmark: Benchmark, system: str, attacker: str) -> numpy.ndarray:
    """Return the score that an attacker gives every trial of a system: (trials,), as its file has it or by cosine.

    Raises:
        ValueError: the system has no file for this attacker.
        InputError: a file of scores or embeddings cannot be used.
    """
    given = benchmark.scores(system, attacker)
    if given is not None:
        return given
    trial = benchmark.embeddings(system, semi_informed=attacker == "semi_informed")
    enrollment = benchmark.embeddings(benchmark.reference) if attacker == "ignorant" else trial
    if trial is None or enrollment is None:
        raise ValueError(f"{system} has no files for the {attacker} attacker")
    return trial_scores(benchmark, enrollment, trial)


def _compute(benchmark: Benchmark, counts: numpy.ndarray, system: str, attacker: str) -> dict[str, numpy.ndarray]:
    scores = attack_scores(benchmark, system, attacker)
    frame = benchmark.trials.frame
    is_target, enroll = frame["is_target"].to_numpy(), frame["enroll"].to_numpy()
    ties = tied_scores(scores, frame)
    points, samples, inverted = [], [], []
    for trials in benchmark.lists.values():
        mask = trials.mask
        rate = equal_error_rate(scores[mask], is_target[mask])
        points.append(rate.value)
        inverted.append(rate.inverted)
        samples.append(eer_draws(scores[mask], is_target[mask], enroll[mask], counts))
    return {
        "points": numpy.asarray(points),
        "samples": numpy.asarray(samples),
        "inverted": numpy.asarray([any(inverted)]),
        "ties": numpy.asarray([ties.trials, ties.distinct], dtype=numpy.int64),
    }


def _source(files: tuple[str, ...]) -> str:
    return ", ".join([*dict.fromkeys(files), TRIALS])


def _rows(
    bench: Workbench, system: str, attacker: str, files: tuple[str, ...], found: dict[str, numpy.ndarray]
) -> Iterator[Entry]:
    is_target = bench.benchmark.trials.frame["is_target"].to_numpy()
    for place, (name, trials) in enumerate(bench.benchmark.lists.items()):
        targets = int(is_target[trials.mask].sum())
        reason = (
            "no target trials" if targets == 0 else "no non-target trials" if targets == len(trials) else "undefined"
        )
        interval = bench.interval(found["samples"][place])
        method = f"EER, nearest rule; {bench.resampled(interval, 'no target or no non-target trial')}"
        yield bench.recomputed(
            ("eer", system, attacker, name), float(found["points"][place]), "percent", 1, _source(files), method,
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
