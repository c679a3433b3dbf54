"""What listeners say: mean opinion with resampled listeners and sentences, and the sign test of a comparison."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.bootstrap import distinct_resamples

FEWEST_TRIALS = 20
"""Below this many answers a pair of systems gets no verdict."""

# Draws are worked on in blocks of about this many (draw, rating) pairs, so that memory stays flat.
BLOCK = 4_000_000


def crossed_draws(listeners: int, sentences: int, draws: int, seed: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how often each listener and each sentence was drawn: (draws, listeners) and (draws, sentences).

    Both are resampled, each for itself, with replacement; one of one kind is there once in every draw. A rating
    counts as often as its listener times as often as its sentence was drawn.

    No resampling of a crossed table gives the exact variance of its mean (McCullagh). Where neither a listener nor a
    sentence has a level of its own and every rating is noise, this one gives up to three times the variance, so up to
    1.7 times the width; where n listeners differ, it gives (n - 1) / n of the variance between them, as any bootstrap.
    Source: P. McCullagh, Resampling and exchangeable arrays, Bernoulli 6, 2000; A. Owen, The pigeonhole bootstrap,
    Annals of Applied Statistics 1, 2007.

    >>> [counts.tolist() for counts in crossed_draws(listeners=1, sentences=2, draws=2, seed=0)]
    [[[1], [1]], [[0, 2], [0, 2]]]
    """
    if listeners < 1 or sentences < 1:
        raise ValueError(f"{listeners} listeners and {sentences} sentences cannot be resampled; one of each is needed")
    if draws < 0:
        raise ValueError(f"{draws} draws cannot be made")
    return tuple(  # type: ignore[return-value]
        _resampled(size, draws, np.random.default_rng([seed, place]))
        for place, size in enumerate((listeners, sentences))
    )


def _resampled(size: int, draws: int, generator: np.random.Generator) -> NDArray[np.int64]:
    if size == 1:
        return np.ones((draws, 1), dtype=np.int64)
    counts = np.zeros((draws, size), dtype=np.int64)
    for draw in range(draws):
        counts[draw] = np.bincount(generator.integers(0, size, size), minlength=size)
    return counts


def too_few_to_resample(size: int, draws: int) -> bool:
    """Return whether listeners or sentences have fewer different resamples than there are draws.

    An interval over them says little then. One alone is not resampled, so it is not too few; the interval is then
    over the others.

    >>> [too_few_to_resample(size, 1000) for size in (1, 2, 6, 7)]
    [False, True, True, False]
    """
    return size > 1 and distinct_resamples(size) < draws


def fewest_draws(level: float = 0.95) -> int:
    """Return the smallest number of draws of which one or more are expected beyond each edge of an interval.

    With fewer, the edges are hardly more than the lowest and the highest draw; a single draw has no width at all.

    >>> fewest_draws(0.95), fewest_draws(0.5)
    (40, 4)
    """
    if not 0 < level < 1:
        raise ValueError(f"level {level} must lie between 0 and 1")
    return math.ceil(round(200 / (100 - 100 * level), 6))  # in percent, because 100 - 95 is exact and 1 - .95 is not


def opinion_draws(
    ratings: ArrayLike, listener: ArrayLike, sentence: ArrayLike,
    listener_counts: ArrayLike, sentence_counts: ArrayLike,
) -> NDArray[np.float64]:  # fmt: skip
    """Return the mean opinion of every draw: (draws,), NaN where no rating was drawn.

    ratings: (n,); listener, sentence: (n,), the columns of each rating in the counts of `crossed_draws`.

    >>> opinion_draws([1.0, 4.0], [0, 0], [0, 1], [[1], [1]], [[1, 1], [0, 2]])
    array([2.5, 4. ])
    """
    ratings = np.asarray(ratings, dtype=np.float64)
    listener, sentence = np.asarray(listener), np.asarray(sentence)
    listener_counts, sentence_counts = np.asarray(listener_counts), np.asarray(sentence_counts)
    if not len(ratings) == len(listener) == len(sentence):
        raise ValueError(f"{len(ratings)} ratings, {len(listener)} listeners and {len(sentence)} sentences do not pair")
    if not np.isfinite(ratings).all():
        raise ValueError("a rating is not a number")
    draws = len(listener_counts)
    means = np.full(draws, np.nan)
    if not len(ratings):
        return means
    block = max(1, BLOCK // len(ratings))
    for start in range(0, draws, block):
        rows = slice(start, start + block)
        weights = listener_counts[rows][:, listener] * sentence_counts[rows][:, sentence]
        totals = weights.sum(axis=1)
        np.divide(np.einsum("bn,n->b", weights, ratings), totals, out=means[rows], where=totals > 0)
    return means


def sign_test(wins: int, trials: int) -> float:
    """Return the exact two-sided p of `wins` out of `trials` when both sides are equally likely; 1 for no trial.

    It is twice the chance of as few wins as the side with fewer has, and at most 1: a sum of whole numbers over
    2 to the power of `trials`, rounded once at the end.
    Source: J. Arbuthnott, Philosophical Transactions 27, 1710; as `scipy.stats.binomtest`, without its import.

    >>> round(sign_test(15, 20), 4), sign_test(10, 20)
    (0.0414, 1.0)
    """
    if not 0 <= wins <= trials:
        raise ValueError(f"{wins} wins of {trials} trials")
    fewer = min(wins, trials - wins)
    ways = at_most = 1
    for won in range(1, fewer + 1):
        ways = ways * (trials - won + 1) // won
        at_most += ways
    return min(2 * at_most, 2**trials) / 2**trials


def fewest_unanimous(level: float = 0.95) -> int:
    """Return the smallest number of trials whose unanimous answer has a p below 1 - level.

    >>> fewest_unanimous(0.95)
    6
    """
    return _first(lambda trials: sign_test(trials, trials) < 1 - level)


def fewest_wins(trials: int, level: float = 0.95) -> int | None:
    """Return how many of `trials` one side must win for a p below 1 - level; None where even all are too few.

    >>> fewest_wins(20), fewest_wins(5)
    (15, None)
    """
    return next((wins for wins in range((trials + 1) // 2, trials + 1) if sign_test(wins, trials) < 1 - level), None)


def _first(holds: Callable[[int], bool]) -> int:
    number = 1
    while not holds(number):
        number += 1
    return number
