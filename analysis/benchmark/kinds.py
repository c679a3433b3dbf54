"""The kinds of interval that a study can quote, and a measure in the draws that they are made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy

from analysis.benchmark.trial_draws import Draws
from analysis.measures import (
    Interval,
    PairedDifference,
    Scale,
    bca_interval,
    difference_of_draws,
    difference_verdict,
    percentile_interval,
    student_interval,
)

TRIALS = "trials"
"""The trial bootstrap in keys: it stands beside the others and no study can quote it."""
Edges = Literal["percentiles", "bca", "student"]
_EDGES: dict[Edges, str] = {"percentiles": "", "bca": ", BCa with widened tails", "student": ", Student's t"}
_WITHOUT: dict[Edges, str] = {
    "percentiles": "",
    "bca": "all draws lie on one side of the value, or it is undefined without all but one of the speakers",
    "student": "there are fewer than two draws or speakers to tell a spread from",
}
"""Why there may be no interval though draws have values."""


@dataclass(frozen=True)
class Kind:
    """One kind of interval.

    Attributes:
        name: in `study.toml` and in keys.
        draws: how often a trial counts in a draw of the speakers: as its enrolled speaker, as both, or jointly.
        edges: percentiles of the draws; BCa's, with tails widened for few speakers; or Student's t times the standard
            deviation of the draws on either side of the value, for a rate on a log scale.
    """

    name: str
    draws: Draws
    edges: Edges = "percentiles"

    @property
    def of_trials(self) -> str:
        """Say how an interval of an EER is made, for the method column."""
        words = {"speaker": "", "two_sided": "two-sided ", "joint": "joint "}[self.draws]
        return f"{words}speaker bootstrap{_EDGES[self.edges]}"

    @property
    def of_utterances(self) -> str:
        """Say how an interval of an error rate or a UAR is made: an utterance has one speaker only."""
        return f"speaker bootstrap{_EDGES[self.edges]}"


KINDS = {
    kind.name: kind
    for kind in (
        Kind("speaker", "speaker"),
        Kind("two_sided", "two_sided"),
        Kind("joint", "joint"),
        Kind("joint_bca", "joint", "bca"),
        Kind("joint_t", "joint", "student"),
    )
}
PUBLISHED = KINDS["speaker"]
"""The kind that published intervals are of, and that they are held against whatever the study quotes."""


def of_utterances(kind: Kind) -> Kind:
    """Return the kind whose interval of an error rate this one's is: which speakers a trial has plays no part there.

    >>> of_utterances(KINDS["two_sided"]).name, of_utterances(KINDS["joint_bca"]).name
    ('speaker', 'joint_bca')
    """
    return PUBLISHED if kind.edges == "percentiles" else kind


BY_SPEAKERS = tuple(kind for kind in KINDS.values() if of_utterances(kind) == kind)
"""The kinds that differ for an error rate."""
_OTHERWISE = {words: _WITHOUT[kind.edges] for kind in KINDS.values() for words in (kind.of_trials, kind.of_utterances)}


def otherwise(words: str) -> str:
    """Say when there is no interval of a kind, by the words for it, though some draws have a value; empty if never.

    >>> otherwise("joint speaker bootstrap, Student's t"), otherwise("joint speaker bootstrap")
    ('there are fewer than two draws or speakers to tell a spread from', '')
    """
    return _OTHERWISE.get(words, "")


@dataclass(frozen=True)
class Drawn:
    """A measure, its draws, and what it is without each speaker: what any interval of it is made from.

    Attributes:
        point: over everybody, NaN where undefined.
        samples: (draws,), NaN where a draw has no value.
        without: (speakers,), NaN where undefined; None where no kind that is asked for needs it.
        takes_part: (speakers,), whether the measure rests on a speaker at all; None where no kind needs it.
        scale: where its draws spread evenly to both sides; None for that of the draws themselves.
    """

    point: float
    samples: numpy.ndarray
    without: numpy.ndarray | None = None
    takes_part: numpy.ndarray | None = None
    scale: Scale | None = None

    def minus(self, other: Drawn) -> Drawn:
        """Return this measure minus another in the same draws."""
        without = takes_part = None
        if self.without is not None and other.without is not None:
            without = difference_of_draws(self.without, other.without)
        if self.takes_part is not None and other.takes_part is not None:
            takes_part = self.takes_part | other.takes_part
        return Drawn(self.point - other.point, difference_of_draws(self.samples, other.samples), without, takes_part)

    def interval(self, kind: Kind, level: float) -> Interval:
        """Return the interval of this kind; its edges are NaN where there is none.

        Raises:
            ValueError: what the kind needs is not known: who takes part, or the measure without each speaker.
        """
        if kind.edges == "percentiles":
            return percentile_interval(self.samples, level)
        if self.takes_part is None:
            raise ValueError(f"an interval {kind.name} needs to know who takes part")
        speakers = int(self.takes_part.sum())
        if kind.edges == "student":
            return student_interval(self.samples, self.point, level, speakers, self.scale)
        if self.without is None:
            raise ValueError(f"an interval {kind.name} needs the measure without each speaker")
        return bca_interval(self.samples, self.point, self.without[self.takes_part], level, speakers)

    def minus_with_verdict(self, other: Drawn, kind: Kind, level: float) -> PairedDifference:
        """Return this measure minus another with its interval and what that allows to say."""
        difference = self.minus(other)
        interval = difference.interval(kind, level)
        verdict = difference_verdict(difference.point, difference.samples, interval)
        return PairedDifference(difference.point, interval, verdict)
