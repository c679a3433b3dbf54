"""What others would write: the plain ways to bootstrap an EER over speakers, one draw after the other."""

from __future__ import annotations

from collections.abc import Callable

import numpy

from benchmarks.lists import TrialScores


def notebook_loop(scores, is_target, speaker, counts) -> numpy.ndarray:
    """Return the EER of every draw: (draws,); in each the trials are weighted, sorted and summed anew.

    The rates are float64 and the threshold the first that brings FAR and FRR closest, ties of scores or not.
    """
    labels = is_target.astype(float)
    values = numpy.empty(len(counts))
    for draw, drawn in enumerate(counts):
        weights = drawn[speaker].astype(float)
        highest_first = numpy.argsort(-scores)
        weights, targets = weights[highest_first], labels[highest_first]
        accepted = numpy.cumsum(weights * targets)
        wrongly = numpy.cumsum(weights * (1 - targets))
        far, frr = wrongly / wrongly[-1], 1 - accepted / accepted[-1]
        nearest = numpy.argmin(numpy.abs(far - frr))
        values[draw] = 50 * (far[nearest] + frr[nearest])
    return values


def plain_loop(scores, is_target, weights_of: Callable[[numpy.ndarray], numpy.ndarray], counts) -> numpy.ndarray:
    """Return the EER of every draw: (draws,); the trials are sorted once, weights are summed as whole numbers.

    weights_of: takes the counts of one draw, (speakers,), and returns the weights of the trials, (trials,).
    """
    order = numpy.argsort(-scores)
    ordered = scores[order]
    ends = numpy.append(ordered[1:] != ordered[:-1], True)
    is_target = is_target[order]
    values = numpy.empty(len(counts))
    for draw, drawn in enumerate(counts):
        weights = weights_of(drawn)[order]
        accepted = numpy.cumsum(weights * is_target)
        wrongly = (numpy.cumsum(weights) - accepted)[ends]
        accepted = accepted[ends]
        targets, nontargets = accepted[-1], wrongly[-1]
        nearest = numpy.argmin(numpy.abs(wrongly * targets - (targets - accepted) * nontargets))
        far, frr = wrongly[nearest] / nontargets, (targets - accepted[nearest]) / targets
        values[draw] = 50 * (far + frr)
    return values


def one_sided(of: TrialScores) -> Callable[[numpy.ndarray], numpy.ndarray]:
    """Return the weights of a draw: a trial counts as often as its enrolled speaker was drawn."""
    return lambda drawn: drawn[of.enrolled]


def two_sided(of: TrialScores) -> Callable[[numpy.ndarray], numpy.ndarray]:
    """Return the weights of a draw: a trial counts as the product of its two speakers' counts."""
    return lambda drawn: drawn[of.enrolled] * drawn[of.spoken]


def joint(of: TrialScores) -> Callable[[numpy.ndarray], numpy.ndarray]:
    """Return the weights of a draw: a target counts as often as its speaker, a non-target as the product of its two."""
    return lambda drawn: numpy.where(of.is_target, drawn[of.enrolled], drawn[of.enrolled] * drawn[of.spoken])


def roc_loop(scores, is_target, speaker, counts) -> numpy.ndarray:
    """Return the EER of every draw from scikit-learn's curve: (draws,)."""
    from sklearn.metrics import roc_curve

    values = numpy.empty(len(counts))
    for draw, drawn in enumerate(counts):
        far, tpr, _ = roc_curve(is_target, scores, sample_weight=drawn[speaker], drop_intermediate=False)
        nearest = numpy.argmin(numpy.abs(far - (1 - tpr)))
        values[draw] = 50 * (far[nearest] + 1 - tpr[nearest])
    return values


def unweighted_rate(labels, scores) -> float:
    """Return the EER of a resample that is written out, as a metric for packages that take any Python function."""
    labels = labels[numpy.argsort(-scores)]
    accepted = numpy.cumsum(labels)
    wrongly = numpy.arange(1, len(labels) + 1) - accepted
    far, frr = wrongly / wrongly[-1], 1 - accepted / accepted[-1]
    nearest = numpy.argmin(numpy.abs(far - frr))
    return 50 * (far[nearest] + frr[nearest])


def full_tables(scores, is_target, speaker, counts) -> numpy.ndarray:
    """Return the EER of every draw from each speaker's running counts at every trial: (draws,), scores without ties.

    One matrix product; memory is draws times trials. This is what cutting the list into blocks replaced.
    """
    order = numpy.argsort(-scores)
    is_target, speaker = is_target[order], speaker[order]
    table = numpy.zeros((counts.shape[1], len(order)))
    table[speaker, numpy.arange(len(order))] = 1
    accepted = counts @ numpy.cumsum(table * is_target, axis=1)
    wrongly = counts @ numpy.cumsum(table * ~is_target, axis=1)
    targets, nontargets = accepted[:, -1:], wrongly[:, -1:]
    nearest = numpy.argmin(numpy.abs(wrongly * targets - (targets - accepted) * nontargets), axis=1)[:, None]
    far = numpy.take_along_axis(wrongly, nearest, axis=1) / nontargets
    frr = (targets - numpy.take_along_axis(accepted, nearest, axis=1)) / targets
    return 50 * (far + frr)[:, 0]


def halved_tables(scores, is_target, speaker, counts) -> numpy.ndarray:
    """Return the EER of every draw: (draws,), from the same tables, halving the list for all draws at once."""
    order = numpy.argsort(-scores)
    is_target, speaker = is_target[order], speaker[order]
    trials, draws = len(order), numpy.arange(len(counts))
    table = numpy.zeros((trials + 1, counts.shape[1]), dtype=numpy.int32)
    table[numpy.arange(1, trials + 1), speaker] = 1
    both = table.copy()
    table[1:] *= is_target[:, None]
    numpy.cumsum(table, axis=0, out=table)
    numpy.cumsum(both, axis=0, out=both)
    counts = counts.astype(numpy.int32)

    def at(place):
        accepted = numpy.einsum("ds,ds->d", table[place], counts).astype(numpy.int64)
        return accepted, numpy.einsum("ds,ds->d", both[place], counts) - accepted

    targets, nontargets = at(numpy.full(len(draws), trials))
    low, high = numpy.zeros(len(draws), dtype=int), numpy.full(len(draws), trials)
    while (high - low > 1).any():
        middle = (low + high) // 2
        accepted, wrongly = at(middle)
        passed = wrongly * targets + accepted * nontargets >= targets * nontargets
        low, high = numpy.where(passed, low, middle), numpy.where(passed, middle, high)
    points = []
    for place in (low, high):
        accepted, wrongly = at(place)
        points.append((numpy.abs(wrongly * targets - (targets - accepted) * nontargets), accepted, wrongly))
    first = points[0][0] <= points[1][0]
    accepted, wrongly = (numpy.where(first, points[0][kind], points[1][kind]) for kind in (1, 2))
    return 50.0 * (wrongly / nontargets + (targets - accepted) / targets)
