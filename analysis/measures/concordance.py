"""How far several systems put the same speakers in the same order."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import chdtrc

from analysis.measures.ranking import mean_ranks


@dataclass(frozen=True)
class Concordance:
    """Spearman's rho of every two systems, in short.

    mean, lowest, highest: over the pairs of systems.
    p: how probable so much agreement, or more, is if the orders have nothing to do with each other.
    systems, speakers: how many there are on both sides.
    """

    mean: float
    lowest: float
    highest: float
    p: float
    systems: int
    speakers: int

    @property
    def pairs(self) -> int:
        """Return how many pairs of systems there are."""
        return self.systems * (self.systems - 1) // 2


def concordance(values: ArrayLike) -> Concordance | None:
    """Return how far the systems agree about the order of the speakers; None for fewer than two systems or speakers.

    values: (systems, speakers); only their orders count. A speaker whom a system has no value for is left out, and so
    is a system in which all speakers are equal. Ties share their mean rank.

    With r the ranks of a system less their mean, and R the sum of a speaker's r over the systems, Friedman's statistic
    is (n - 1) * sum(R^2) / sum(r^2), over the n speakers above and over speakers and systems below. Its law is about
    that of chi^2 with n - 1 degrees of freedom.
    Sources: M. Friedman, Journal of the American Statistical Association 32 (1937), 675-701; M. Kendall and B.
    Babington Smith, Annals of Mathematical Statistics 10 (1939), 275-287.

    >>> found = concordance([[1, 2, 3, 4], [10, 20, 30, 40], [1, 2, 4, 3]])
    >>> round(found.mean, 3), round(found.lowest, 3), found.pairs, round(found.p, 3)
    (0.867, 0.8, 3, 0.042)
    """
    values = np.asarray(values, dtype=np.float64)
    if values.ndim != 2:
        raise ValueError(f"values {values.shape} must be a table (systems, speakers)")
    values = values[:, ~np.isnan(values).any(axis=0)]
    speakers = values.shape[1]
    if speakers < 2:
        return None
    varied = [row for row in values if row.min() < row.max()]
    systems = len(varied)
    if systems < 2:
        return None
    ranks = np.array([mean_ranks(row) for row in varied])
    ranks -= ranks.mean(axis=1, keepdims=True)
    statistic = (speakers - 1) * float((ranks.sum(axis=0) ** 2).sum() / (ranks**2).sum())
    ranks /= np.sqrt((ranks**2).mean(axis=1, keepdims=True))
    # einsum, not a matrix product: its sums do not depend on the number of threads.
    rho = np.clip(np.einsum("is,js->ij", ranks, ranks) / speakers, -1.0, 1.0)
    pairs = rho[np.triu_indices(systems, 1)]
    return Concordance(
        math.fsum(pairs) / len(pairs), float(pairs.min()), float(pairs.max()), float(chdtrc(speakers - 1, statistic)),
        systems, speakers,
    )  # fmt: skip
