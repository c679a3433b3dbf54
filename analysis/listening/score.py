"""From answers to scores: mean opinion by system, win rates, a sign test for every pair, and who answered what.

Which statistic is used was fixed before any rating was made: it stands here and in the chapter of the report.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy

from analysis.listening.answers import Answers, Choice, Rating, Tally
from analysis.listening.design import ANCHOR, REFERENCE, ROLES
from analysis.measures import Interval, percentile_interval
from analysis.measures.multiplicity import holm
from analysis.measures.opinion import (
    FEWEST_TRIALS,
    crossed_draws,
    fewest_draws,
    opinion_draws,
    sign_test,
    too_few_to_resample,
)

TOO_FEW = "too few"
NO_EVIDENCE = "no evidence"
LEVEL = 0.95


@dataclass(frozen=True)
class Opinion:
    """The mean opinion of one system.

    Attributes:
        n: ratings; listeners, sentences: how many different ones gave or carried them.
        interval: over resampled listeners and sentences; None where there is nothing to resample, or too few draws.
    """

    question: str
    system: str
    role: str
    mean: float
    interval: Interval | None
    n: int
    listeners: int
    sentences: int


@dataclass(frozen=True)
class Wins:
    """How often one system was chosen in the trials that it took part in."""

    question: str
    system: str
    wins: int
    trials: int

    @property
    def percent(self) -> float:
        """Return the win rate in percent."""
        return 100 * self.wins / self.trials


@dataclass(frozen=True)
class PairTest:
    """The exact two-sided sign test of one pair; there are no ties, since a listener must choose.

    Attributes:
        wins: of `a`, out of `trials`.
        p, adjusted: the exact p, and Holm's over the pairs of this question that have enough trials; None for too few.
        verdict: `too few`, `no evidence`, or the system that is preferred.
    """

    question: str
    a: str
    b: str
    wins: int
    trials: int
    p: float | None
    adjusted: float | None
    verdict: str


@dataclass(frozen=True)
class Scores:
    """Everything that the answers say.

    Attributes:
        tallies: (listener, question, counts).
        draws, seed: of the resamples.
        notes: sentences without which the numbers would be misread.
    """

    opinions: tuple[Opinion, ...]
    wins: tuple[Wins, ...]
    tests: tuple[PairTest, ...]
    tallies: tuple[tuple[str, str, Tally], ...]
    scales: dict[str, tuple[float, float] | None]
    draws: int
    seed: int
    notes: tuple[str, ...]


def score(answers: Answers, draws: int = 1000, seed: int = 0) -> Scores:
    """Score all answers, each question for itself."""
    notes = list(answers.notes)
    opinions: list[Opinion] = []
    for question in dict.fromkeys(rating.question for rating in answers.ratings):
        ratings = [rating for rating in answers.ratings if rating.question == question]
        opinions += _opinions(question, ratings, draws, seed, notes)
    wins: list[Wins] = []
    tests: list[PairTest] = []
    for question in dict.fromkeys(choice.question for choice in answers.choices):
        choices = [choice for choice in answers.choices if choice.question == question]
        wins += _wins(question, choices)
        tests += _tests(question, choices)
    if tests:
        notes.append(
            "Sign tests treat every answer as one of its own; answers of one listener are less than that. The adjusted "
            "p (Holm) covers the pairs of one question that have enough answers."
        )
    tallies = tuple((listener, question, tally) for (listener, question), tally in sorted(answers.tallies.items()))
    return Scores(tuple(opinions), tuple(wins), tuple(tests), tallies, dict(answers.scales), draws, seed, tuple(notes))


def _opinions(question: str, ratings: list[Rating], draws: int, seed: int, notes: list[str]) -> list[Opinion]:
    listeners = sorted({rating.listener for rating in ratings})
    sentences = sorted({rating.sentence for rating in ratings})
    counts = crossed_draws(len(listeners), len(sentences), draws, seed)
    listener_place = {name: place for place, name in enumerate(listeners)}
    sentence_place = {name: place for place, name in enumerate(sentences)}
    found = []
    roles = {rating.system: rating.role for rating in ratings}
    for system, role in roles.items():
        here = [rating for rating in ratings if rating.system == system]
        values = numpy.array([rating.value for rating in here])
        drawn = opinion_draws(
            values,
            numpy.array([listener_place[rating.listener] for rating in here]),
            numpy.array([sentence_place[rating.sentence] for rating in here]),
            *counts,
        )
        can_vary = (len(listeners) > 1 or len(sentences) > 1) and draws >= fewest_draws(LEVEL)
        interval = percentile_interval(drawn, LEVEL) if can_vary and numpy.isfinite(drawn).any() else None
        found.append(
            Opinion(
                question, system, role, float(values.mean()), interval, len(here),
                len({rating.listener for rating in here}), len({rating.sentence for rating in here}),
            )
        )  # fmt: skip
    notes += _cautions(question, listeners, sentences, draws, ratings)
    rank = {role: place for place, role in enumerate(ROLES)}
    return sorted(found, key=lambda one: (rank[one.role], -one.mean, one.system))


def _cautions(
    question: str, listeners: list[str], sentences: list[str], draws: int, ratings: list[Rating]
) -> list[str]:
    said = []
    if draws < fewest_draws(LEVEL):
        said.append(
            f"{question}: no intervals, since a {100 * LEVEL:g} % interval takes {fewest_draws(LEVEL)} draws or more."
        )
    elif len(listeners) == 1 and listeners != [""]:
        said.append(f"{question}: one listener, so the intervals are over sentences alone and hold for this listener.")
    elif len(listeners) > 1:
        said.append(
            f"{question}: listeners and sentences are resampled each for itself; where ratings are mere noise such an "
            "interval is wider than it need be."
        )
    for words, names in (("listeners", listeners), ("sentences", sentences)):
        if draws >= fewest_draws(LEVEL) and too_few_to_resample(len(names), draws):
            said.append(f"{question}: {len(names)} {words} are too few to resample; the intervals say little.")
    for listener in listeners:
        means = {
            role: numpy.mean([r.value for r in ratings if r.listener == listener and r.role == role])
            for role in (REFERENCE, ANCHOR)
            if any(r.listener == listener and r.role == role for r in ratings)
        }
        if len(means) == 2 and means[ANCHOR] >= means[REFERENCE]:
            said.append(
                f"{question}: {listener or 'the listeners together'} rated the low anchor no lower than the original: "
                "were the sheet and the key of one kit, and was the task understood?"
            )
    return said


def _wins(question: str, choices: list[Choice]) -> list[Wins]:
    wins: dict[str, int] = {}
    trials: dict[str, int] = {}
    for choice in choices:
        wins[choice.winner] = wins.get(choice.winner, 0) + 1
        for system in (choice.winner, choice.loser):
            trials[system] = trials.get(system, 0) + 1
    found = [Wins(question, system, wins.get(system, 0), count) for system, count in trials.items()]
    return sorted(found, key=lambda one: (-one.percent, one.system))


def _tests(question: str, choices: list[Choice]) -> list[PairTest]:
    won: dict[tuple[str, str], int] = {}
    for choice in choices:
        won[choice.winner, choice.loser] = won.get((choice.winner, choice.loser), 0) + 1
    pairs = sorted({tuple(sorted(pair)) for pair in won})
    counts = [(won.get((a, b), 0), won.get((a, b), 0) + won.get((b, a), 0)) for a, b in pairs]
    p = [sign_test(wins, trials) if trials >= FEWEST_TRIALS else float("nan") for wins, trials in counts]
    adjusted = holm(p) if p else []
    found = []
    for (a, b), (wins, trials), exact, after in zip(pairs, counts, p, adjusted, strict=True):
        if trials < FEWEST_TRIALS:
            found.append(PairTest(question, a, b, wins, trials, None, None, TOO_FEW))
            continue
        verdict = NO_EVIDENCE if after >= 1 - LEVEL else (a if 2 * wins > trials else b)
        found.append(PairTest(question, a, b, wins, trials, exact, float(after), verdict))
    return found
