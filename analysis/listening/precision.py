"""How sure a mean opinion can be with so many listeners: sheets filled at random, and scored as real ones are.

Random ratings know no system, listener or sentence. They are the noisiest that a scale allows without anybody cheating,
so they show what the number of answers alone can give, before a single listener is asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy

from analysis.listening.design import Material, design
from analysis.measures import percentile_interval
from analysis.measures.opinion import crossed_draws, opinion_draws

LOWEST, HIGHEST = 1, 5


@dataclass(frozen=True, eq=False)
class Precision:
    """Half the widths of intervals, in points of the scale.

    Attributes:
        means: (sizes, systems), of the mean opinion of each system, the original and the anchor among them.
        differences: (sizes, pairs), of the difference between the means of two of them.
    """

    means: numpy.ndarray
    differences: numpy.ndarray


def random_ratings(given: Material, listeners: int, seed: int) -> dict[tuple[str, str, int], int]:
    """Return (system, sentence, listener's number) → a rating, drawn in the order in which each listener hears.

    Every listener's sheet is the one that `vpreport listen make` writes for `L01`, `L02`, … with this seed.
    """
    ratings = {}
    for listener in range(listeners):
        plan = design(given, f"L{listener + 1:02d}", seed)
        drawn = numpy.random.default_rng([seed, listener]).integers(LOWEST, HIGHEST + 1, len(plan.items))
        for item, rating in zip(plan.items, drawn.tolist(), strict=True):
            ratings[item.system, item.sentence, listener] = rating
    return ratings


def precision(given: Material, sizes: Sequence[int], sheet_seed: int, draws: int, seed: int, level: float) -> Precision:
    """Return how wide intervals are with the first so many listeners, for each of `sizes`.

    Raises:
        InputError: no sheet can be made.
    """
    ratings = random_ratings(given, max(sizes), sheet_seed)
    systems = (given.reference, given.anchor, *given.systems)
    place = {name: number for number, name in enumerate(sorted(given.sentences))}  # as the scores have them
    means, differences = [], []
    for size in sizes:
        counts = crossed_draws(size, len(place), draws, seed)
        samples = []
        for system in systems:
            here = [(who, place[what], value) for (name, what, who), value in ratings.items()
                    if name == system and who < size]  # fmt: skip
            listener, sentence, values = (numpy.array(column) for column in zip(*here, strict=True))
            samples.append(opinion_draws(values, listener, sentence, *counts))
        means.append([_half_width(drawn, level) for drawn in samples])
        differences.append(
            [_half_width(one - other, level) for n, one in enumerate(samples) for other in samples[n + 1 :]]
        )
    return Precision(numpy.array(means), numpy.array(differences))


def _half_width(drawn: numpy.ndarray, level: float) -> float:
    interval = percentile_interval(drawn, level)
    return (interval.high - interval.low) / 2
