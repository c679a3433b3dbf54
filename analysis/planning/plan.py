"""The answer: what is predicted for studies of other sizes, and the fewest speakers that reach what is wanted."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.benchmark.foretelling import ENDLESS, SPEAKERS, Size
from analysis.benchmark.kinds import Kind
from analysis.benchmark.spreads import Spreads
from analysis.measures import times_as_large
from analysis.planning.question import Answer, Chosen, Question, chosen


@dataclass(frozen=True)
class Plan:
    """A table of what is predicted, and what it takes to reach what is wanted.

    Attributes:
        study: its id. question: what was asked. level: that was taken. chosen: what answers.
        size: the study's own.
        kind: of interval, that is predicted. quoted: the kind that the study quotes, which it is wherever that can be.
        foretold: what is predicted: trial utterances a speaker → speakers → points, the median over systems or pairs;
            the study's own number of utterances alone where so few speakers do not tell what others bring.
        fewest: trial utterances a speaker → fewest speakers that reach what is wanted; None where none do.
        endless: what the study's own speakers would reach with any number of utterances, in points; None where so few
            do not tell.
        least, most: the extremes over systems or pairs, for the study's own size.
        where_they_are: the fewest speakers with the study's own utterances if no EER were moved.
        others: attacker → the fewest speakers with the study's own utterances under it; those without an answer left
            out.
        times: how many times as large the number may be in truth, least and most.
    """

    study: str
    question: Question
    level: float
    chosen: Chosen
    size: Size
    kind: Kind
    quoted: Kind
    foretold: dict[float, dict[int, float]]
    fewest: dict[float, int | None]
    endless: float | None
    least: float
    most: float
    where_they_are: int | None
    others: dict[str, int | None]
    times: tuple[float, float]

    @property
    def wanted(self) -> float:
        """Return the width or the difference that was asked for, in points."""
        return self.question.wanted

    @property
    def own(self) -> float:
        """Return what is predicted for the study's own size, in points."""
        return self.foretold[self.size.utterances][self.size.speakers]


def plan(found: Spreads, question: Question) -> Plan:
    """Answer a question from the spreads of a study.

    Raises:
        InputError: the study cannot answer it.
    """
    choice = chosen(found, question)
    made = choice.answer.made
    size = made.size
    tried = sorted({*SPEAKERS, size.speakers})
    utterances = sorted(set(made.utterances.values()))
    own = made.each(size.speakers, size.utterances)
    return Plan(
        study=found.bench.benchmark.study,
        question=question,
        level=made.level,
        chosen=choice,
        size=size,
        kind=made.kind,
        quoted=found.bench.kind,
        foretold={each: {speakers: made.median(speakers, each) for speakers in tried} for each in utterances},
        fewest={each: made.fewest(question.wanted, each) for each in utterances},
        endless=made.median(size.speakers, size.each(ENDLESS)) if made.told else None,
        least=min(own),
        most=max(own),
        where_they_are=choice.answer.own.fewest(question.wanted, size.utterances),
        others={
            attacker: answer.made.fewest(question.wanted, size.utterances)
            for attacker, answer in choice.others.items()
            if isinstance(answer, Answer)
        },
        times=times_as_large(size.speakers, made.level),
    )
