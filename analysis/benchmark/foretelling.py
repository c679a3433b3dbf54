"""What studies of other sizes would give, from the spreads of several systems or pairs: what page and command share.

Everything is the median over the systems or pairs. A median is not moved by how far below the others its lowest values
lie; so it stands where what sets speakers apart was estimated below zero, and is taken as zero, for fewer than half of
them. Where that is so for half or more, nothing is predicted for other numbers of utterances: so few speakers do not
tell what more utterances of the same ones would bring.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median

from analysis.benchmark.kinds import KINDS, Kind
from analysis.benchmark.spreads import Spread, Spreads
from analysis.benchmark.workbench import ATTACKERS
from analysis.measures import Components, fewest_speakers, interval_width, power_of, smallest_difference

SPEAKERS = (10, 20, 29, 43, 80, 160, 320)
"""The fewest that are planned for, up to more than anybody in this field has; test sets have 29 to 43."""
OWN, ENDLESS = "own", "endless"
UTTERANCES = {"half": 0.5, OWN: 1.0, "twice": 2.0, "four_times": 4.0}
POWER = 0.8
"""Of the smallest difference, where nobody asks for another."""
NOT_TOLD = "so few speakers do not tell"


@dataclass(frozen=True)
class Size:
    """A study's own size on its headline list: how many speakers, and trial utterances of each on average."""

    speakers: int
    utterances: float

    def each(self, name: str) -> float:
        """Return how many trial utterances a speaker has under a name: whole numbers, but for the study's own."""
        if name == ENDLESS:
            return math.inf
        return self.utterances if name == OWN else float(max(round(self.utterances * UTTERANCES[name]), 1))


@dataclass(frozen=True)
class Foretelling:
    """What is predicted from one or more spreads that have components and vary.

    Attributes:
        spreads: name of a system or pair → its spread. level: of intervals, from 0 to 1.
        power: from 0 to 1, for the smallest difference that is detected with it; None for the width of an interval.
        kind: of the interval.
    """

    spreads: Mapping[str, Spread]
    level: float
    kind: Kind
    power: float | None = None

    @property
    def size(self) -> Size:
        """Return the study's own size."""
        first = self._parts[0]
        return Size(first.speakers, first.utterances)

    @property
    def below_zero(self) -> list[str]:
        """Return the names for which what sets speakers apart was estimated below zero."""
        return [name for name, parts in zip(self.spreads, self._parts, strict=True) if "between" in parts.below_zero]

    @property
    def told(self) -> bool:
        """Tell whether medians stand for other numbers of utterances than the study's own."""
        return 2 * len(self.below_zero) < len(self.spreads)

    @property
    def utterances(self) -> dict[str, float]:
        """Return name → trial utterances a speaker of the sizes that are planned for."""
        return {name: self.size.each(name) for name in UTTERANCES if self.told or name == OWN}

    def each(self, speakers: int, utterances: float) -> list[float]:
        """Return points for each spread: the width, or the smallest difference."""
        if self.power is not None:
            return [smallest_difference(one, speakers, utterances, self.power, self.level) for one in self._parts]
        on_odds = self.kind.edges == "student"
        return [
            interval_width(spread.parts, speakers, utterances, self.level, spread.rate if on_odds else None)
            for spread in self.spreads.values()
        ]

    def median(self, speakers: int, utterances: float) -> float:
        """Return the median of these."""
        return median(self.each(speakers, utterances))

    def powers(self, difference: float) -> list[float]:
        """Return for each spread the chance, from 0 to 1, that the study's own size detects so many points."""
        size = self.size
        return [power_of(one, difference, size.speakers, size.utterances, self.level) for one in self._parts]

    def fewest(self, wanted: float, utterances: float) -> int | None:
        """Return the fewest speakers whose median is no more than wanted; None where no number of them does."""
        return fewest_speakers(wanted, lambda speakers: self.median(speakers, utterances))

    @property
    def _parts(self) -> list[Components]:
        return [spread.parts for spread in self.spreads.values()]


def foretold_kind(quoted: Kind) -> Kind:
    """Return the kind of interval whose width a plan predicts: one of both roles that allows for few speakers.

    That is the quoted kind, or where it is no such kind the one by BCa.

    >>> foretold_kind(KINDS["joint_t"]).name, foretold_kind(KINDS["joint"]).name
    ('joint_t', 'joint_bca')
    """
    return quoted if quoted.draws == "joint" and quoted.edges != "percentiles" else KINDS["joint_bca"]


def of_anonymizers(found: Spreads, attacker: str) -> dict[str, Spread]:
    """Return system → spread of every anonymizer under an attacker, with components or without."""
    reference = found.bench.benchmark.reference
    return {
        system: spread for (system, name), spread in found.attacks.items() if name == attacker and system != reference
    }


def planned_attacker(found: Spreads) -> str | None:
    """Return the attacker that knows most among those whose anonymizers' spreads can be told; None if none can."""
    for attacker in reversed(ATTACKERS):
        if any(spread.varies for spread in of_anonymizers(found, attacker).values()):
            return attacker
    return None
