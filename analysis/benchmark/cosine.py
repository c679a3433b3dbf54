"""Scores of trials from embeddings: the cosine of a speaker's model, or of an enrolling vector, and a trial vector."""

from __future__ import annotations

from collections.abc import Callable

import numpy

from analysis.errors import InputError
from analysis.study.benchmark import Benchmark
from analysis.study.embeddings import Embeddings, blocks
from analysis.study.findings import quoted

ROUGH_DECIMALS = 12
LARGEST_GRID = 50_000_000


def speaker_models(benchmark: Benchmark, enrollment: Embeddings) -> numpy.ndarray:
    """Return each speaker's model, the mean of its enrollment vectors scaled to length one: (speakers, d) float64.

    A speaker that no trial enrolls may have no enrollment utterance; its model is all zero.

    Raises:
        InputError: a vector is missing, or the vectors of a speaker cancel out.
    """
    models = numpy.zeros((len(benchmark.speakers), enrollment.dimension))
    for index, utterances in enumerate(benchmark.utterances.enrollment):
        if utterances:
            mean = enrollment.rows(utterances).mean(axis=0)
            length = numpy.linalg.norm(mean)
            if length == 0:
                raise InputError(
                    f"{enrollment.file}: the enrollment vectors of speaker {quoted(benchmark.speakers[index])} cancel "
                    "out",
                    allowed="vectors whose mean has a direction",
                    advice="check these utterances' embeddings",
                )
            models[index] = mean / length
    return models


def enrolled_models(benchmark: Benchmark, enrollment: Embeddings) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return what trial vectors are held against, of length one, and each trial's place among it.

    These are the models of the speakers; where trials name the utterances that enroll, the vectors of these.

    Raises:
        InputError: a vector is missing, or the vectors of a speaker cancel out.
    """
    of_trials = benchmark.trials.frame["model"].to_numpy()
    if benchmark.trials.by_utterance:
        return _vectors(benchmark, enrollment, of_trials)
    return speaker_models(benchmark, enrollment), of_trials


def trial_vectors(benchmark: Benchmark, trial: Embeddings) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return the vectors of the tried utterances, scaled to length one, and each trial's place among them.

    Raises:
        InputError: a vector is missing.
    """
    return _vectors(benchmark, trial, benchmark.trials.frame["utterance"].to_numpy())


def _vectors(
    benchmark: Benchmark, embeddings: Embeddings, of_trials: numpy.ndarray
) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return the vectors of some rows of the utterances, scaled to length one, and the place of each row among them."""
    used = numpy.flatnonzero(numpy.bincount(of_trials))
    vectors = embeddings.rows(benchmark.utterances.frame["utt_id"].gather(used).to_list())
    vectors /= numpy.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors, numpy.searchsorted(used, of_trials)


def trial_scores(benchmark: Benchmark, enrollment: Embeddings, trial: Embeddings) -> numpy.ndarray:
    """Return the cosine score of every trial in float64: (trials,), higher = more alike.

    Vectors are scaled and set against each other a block of trials at a time, so that of large files
    only a part is in memory.

    Raises:
        InputError: a vector is missing, or the enrollment vectors of a speaker cancel out.
    """
    frame = benchmark.trials.frame
    if benchmark.trials.by_utterance:
        enrolled = _scaled(benchmark, enrollment, frame["model"].to_numpy())
    else:
        models, of_trials = speaker_models(benchmark, enrollment), frame["model"].to_numpy()
        enrolled = lambda some: models[of_trials[some]]  # noqa: E731
    spoken = _scaled(benchmark, trial, frame["utterance"].to_numpy())
    scores = numpy.empty(frame.height)
    for some in blocks(frame.height):
        # einsum, not a matrix product: its sums do not depend on the number of threads.
        scores[some] = numpy.einsum("ij,ij->i", enrolled(some), spoken(some))
    return scores


def _scaled(benchmark: Benchmark, embeddings: Embeddings, of_trials: numpy.ndarray) -> Callable[[slice], numpy.ndarray]:
    """Return what gives the vectors of some trials, scaled to length one: (some trials, d) float64.

    of_trials: (trials,), the row of the utterances that each trial takes.
    """
    used = numpy.flatnonzero(numpy.bincount(of_trials))
    row = embeddings.places(benchmark.utterances.frame["utt_id"].gather(used).to_list())
    length, place = embeddings.norms(row), numpy.searchsorted(used, of_trials)
    stored = embeddings.among(row)

    def vectors(some: slice) -> numpy.ndarray:
        found = stored(place[some]).astype(numpy.float64)
        found /= length[place[some], None]
        return found

    return vectors


def rough_scores(
    models: numpy.ndarray, vectors: numpy.ndarray, enroll: numpy.ndarray, place: numpy.ndarray
) -> numpy.ndarray:
    """Return the scores with twelve decimals, sooner than `trial_scores` where most pairs are tried: (trials,) float64.

    A matrix product scores every speaker against every utterance. Its last bits depend on the machine, so that the
    scores are rounded: equal vectors tie, and nothing but a check may rest on them.
    """
    if len(models) * len(vectors) > min(LARGEST_GRID, 20 * len(enroll)):
        scores = numpy.concatenate(
            [numpy.einsum("ij,ij->i", models[enroll[some]], vectors[place[some]]) for some in blocks(len(enroll))]
        )
    else:
        scores = (models @ vectors.T)[enroll, place]
    return scores.round(ROUGH_DECIMALS)
