"""The trials of an attack by their scores, sorted once for everything that is made of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy
import polars

from analysis.measures import best_first


@dataclass(frozen=True)
class Ranked:
    """The trials of one attack.

    Attributes:
        system: who is attacked.
        attacker: who attacks.
        scores: (trials,), in the order of the list.
        trials: the list, with `is_target`, `enroll` and `speaker`.
    """

    system: str
    attacker: str
    scores: numpy.ndarray = field(repr=False)
    trials: polars.DataFrame = field(repr=False)

    @cached_property
    def _columns(self) -> tuple[numpy.ndarray, ...]:
        order = best_first(self.scores)
        roles = (self.trials[name].to_numpy()[order] for name in ("is_target", "enroll", "speaker"))
        return order, self.scores[order], *roles

    def of(self, mask: numpy.ndarray) -> tuple[numpy.ndarray, ...]:
        """Return scores, whether a trial is a target, who is enrolled and who speaks, of some trials, the best first.

        mask: (trials,) bool, in the order of the list.
        """
        order, *columns = self._columns
        chosen = mask[order]
        return tuple(column[chosen] for column in columns)
