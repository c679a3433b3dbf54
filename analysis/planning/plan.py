"""The answer: what is foretold for studies of other sizes, and the fewest speakers that reach what is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from analysis.benchmark.planning import ENDLESS, SPEAKERS, UTTERANCES, Size
from analysis.benchmark.spreads import Spreads
from analysis.measures import fewest_speakers, interval_width, smallest_difference
from analysis.planning.question import Chosen, Question, chosen


@dataclass(frozen=True)
class Plan:
    """A table of what is foretold, and what it takes to reach what is wanted.

    Attributes:
        study: its id. question: what was asked, with the level that was taken. chosen: the components that answer.
        size: the study's own.
        foretold: trial utterances a speaker → speakers → points, the median over the components.
        fewest: trial utterances a speaker → fewest speakers that reach what is wanted; None where none do.
        endless: what the study's own speakers would reach with any number of utterances, in points.
        least, most: the extremes over the components, for the study's own size.
    """

    study: str
    question: Question
    level: float
    chosen: Chosen
    size: Size
    foretold: dict[float, dict[int, float]]
    fewest: dict[float, int | None]
    endless: float
    least: float
    most: float

    @property
    def wanted(self) -> float:
        """Return the width or the difference that was asked for, in points."""
        return float(self.question.width if self.question.difference is None else self.question.difference)

    @property
    def own(self) -> float:
        """Return what is foretold for the study's own size, in points."""
        return self.foretold[self.size.utterances][self.size.speakers]


def plan(found: Spreads, question: Question) -> Plan:
    """Answer a question from the spreads of a study.

    Raises:
        InputError: the study cannot answer it.
    """
    answer = chosen(found, question)
    parts = list(answer.parts.values())
    size = Size(parts[0].speakers, parts[0].utterances)
    level = found.bench.benchmark.settings.level if question.level is None else question.level

    def each(speakers: float, utterances: float) -> list[float]:
        if question.difference is None:
            return [interval_width(one, speakers, utterances, level) for one in parts]
        return [smallest_difference(one, speakers, utterances, question.power, level) for one in parts]

    utterances = sorted({size.each(name) for name in UTTERANCES})
    wanted = question.width if question.difference is None else question.difference
    own = each(size.speakers, size.utterances)
    return Plan(
        study=found.bench.benchmark.study,
        question=question,
        level=level,
        chosen=answer,
        size=size,
        foretold={
            m: {speakers: median(each(speakers, m)) for speakers in sorted({*SPEAKERS, size.speakers})}
            for m in utterances
        },
        fewest={m: fewest_speakers(wanted or 0.0, lambda s, m=m: median(each(s, m))) for m in utterances},
        endless=median(each(size.speakers, size.each(ENDLESS))),
        least=min(own),
        most=max(own),
    )
