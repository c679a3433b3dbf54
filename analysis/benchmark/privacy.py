"""EER of every system under every attacker and on every trial list, with the speaker bootstrap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy

from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.errors import InputError
from analysis.ledger import Entry
from analysis.measures import eer_draws, equal_error_rate
from analysis.study.benchmark import Benchmark
from analysis.study.embeddings import Embeddings
from analysis.study.trials import FILE as TRIALS
from analysis.study.utterances import FILE as UTTERANCES

MODULES = (
    "analysis.benchmark.privacy", "analysis.measures.eer", "analysis.measures.bootstrap", "analysis.study.embeddings",
    "analysis.study.trials", "analysis.study.utterances",
)  # fmt: skip


@dataclass(frozen=True)
class Privacy:
    """EERs by (system, attacker, list): the point and the draws; and the rows for the ledger."""

    points: dict[tuple[str, str, str], float]
    samples: dict[tuple[str, str, str], numpy.ndarray]
    entries: tuple[Entry, ...]
    inverted: tuple[tuple[str, str], ...]


def attacker_files(benchmark: Benchmark, system: str, attacker: str) -> tuple[str, str] | None:
    """Return the embedding files of the enrollment side and of the trial side; None where one is absent.

    The ignorant attacker enrolls original speech; the lazy one anonymizes enrollment too; the semi-informed one does
    so with an encoder that was trained on anonymized speech.
    """
    plain, informed = benchmark.embedding_files, benchmark.semi_informed_files
    sides = {
        "ignorant": (plain.get(benchmark.reference), plain.get(system)),
        "lazy": (plain.get(system), plain.get(system)),
        "semi_informed": (informed.get(system), informed.get(system)),
    }[attacker]
    return None if None in sides else sides  # type: ignore[return-value]


def trial_scores(benchmark: Benchmark, enrollment: Embeddings, trial: Embeddings) -> numpy.ndarray:
    """Return the cosine score of every trial in float64: (trials,), higher = more alike.

    A speaker's model is the mean of its enrollment vectors, scaled to length one; the trial vector is scaled too.
    A speaker that no trial enrolls may have no enrollment utterance.
    """
    models = numpy.zeros((len(benchmark.speakers), enrollment.dimension))
    for index, utterances in enumerate(benchmark.utterances.enrollment):
        if utterances:
            mean = enrollment.rows(utterances).astype(numpy.float64).mean(axis=0)
            length = numpy.linalg.norm(mean)
            if length == 0:
                raise InputError(
                    f"{enrollment.file}: the enrollment vectors of speaker {benchmark.speakers[index]!r} cancel out",
                    allowed="vectors whose mean has a direction",
                    advice="check these utterances' embeddings",
                )
            models[index] = mean / length
    frame = benchmark.trials.frame
    used = numpy.unique(frame["utterance"].to_numpy())
    ids = benchmark.utterances.frame["utt_id"].gather(used).to_list()
    vectors = trial.rows(ids).astype(numpy.float64)
    vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
    place = numpy.searchsorted(used, frame["utterance"].to_numpy())
    # einsum, not a matrix product: its sums do not depend on the number of threads.
    return numpy.einsum("ij,ij->i", models[frame["enroll"].to_numpy()], vectors[place])


def privacy(bench: Workbench) -> Privacy:
    """Compute or fetch every EER.

    Raises:
        InputError: an embedding file cannot be used.
    """
    points: dict[tuple[str, str, str], float] = {}
    samples: dict[tuple[str, str, str], numpy.ndarray] = {}
    entries: list[Entry] = []
    inverted: list[tuple[str, str]] = []
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
            entries += _rows(bench, system.id, attacker, files, found)
    return Privacy(points, samples, tuple(entries), tuple(inverted))


def attack_scores(benchmark: Benchmark, system: str, attacker: str) -> numpy.ndarray:
    """Return the score that an attacker gives every trial of a system: (trials,).

    Raises:
        ValueError: the system has no file for this attacker.
        InputError: an embedding file cannot be used.
    """
    trial = benchmark.embeddings(system, semi_informed=attacker == "semi_informed")
    enrollment = benchmark.embeddings(benchmark.reference) if attacker == "ignorant" else trial
    if trial is None or enrollment is None:
        raise ValueError(f"{system} has no embeddings for the {attacker} attacker")
    return trial_scores(benchmark, enrollment, trial)


def _compute(benchmark: Benchmark, counts: numpy.ndarray, system: str, attacker: str) -> dict[str, numpy.ndarray]:
    scores = attack_scores(benchmark, system, attacker)
    frame = benchmark.trials.frame
    is_target, enroll = frame["is_target"].to_numpy(), frame["enroll"].to_numpy()
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
    }


def _source(files: tuple[str, str]) -> str:
    return ", ".join([*dict.fromkeys(files), TRIALS])


def _rows(
    bench: Workbench, system: str, attacker: str, files: tuple[str, str], found: dict[str, numpy.ndarray]
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


def _absent(bench: Workbench, system: str, attacker: str) -> Iterator[Entry]:
    reason = "no semi-informed file" if attacker == "semi_informed" else "no embeddings"
    for name in bench.benchmark.lists:
        yield bench.recomputed(
            ("eer", system, attacker, name), None, "percent", 1, TRIALS, "EER, nearest rule", missing=reason
        )
