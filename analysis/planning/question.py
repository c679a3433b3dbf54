"""What is asked of a plan, and the spreads of a study that answer it, under every attacker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from analysis.benchmark.foretelling import POWER, Foretelling, foretold_kind, of_anonymizers, planned_attacker
from analysis.benchmark.spreads import Spread, Spreads
from analysis.benchmark.workbench import ATTACKERS
from analysis.errors import InputError
from analysis.measures import eer_factor

MINUS = " minus "


@dataclass(frozen=True)
class Question:
    """What a study is to reach.

    Attributes:
        width: of the interval of an EER, in points; None where a difference is asked for.
        difference: that is to be detected, in points; None where a width is asked for.
        eer: in percent, at which the study is expected to lie; None leaves each system at its own.
        power: from 0 to 1, of a difference. level: from 0 to 1; None takes the study's own.
        attacker, system: whose components are taken; empty lets the study choose, or takes all anonymizers.
        pair: systems B and A of a difference; empty takes the registered pairs.
    """

    width: float | None = None
    difference: float | None = None
    eer: float | None = None
    power: float = POWER
    level: float | None = None
    attacker: str = ""
    system: str = ""
    pair: tuple[str, str] | tuple[()] = ()

    @property
    def wanted(self) -> float:
        """Return the width or the difference that is asked for, in points."""
        return float((self.width if self.difference is None else self.difference) or 0.0)


@dataclass(frozen=True)
class Answer:
    """What answers a question under one attacker.

    Attributes:
        made: what is predicted, from spreads that were moved to the EER that was asked for.
        own: the same from all that could answer, where they are; equal to `made` where no EER was asked for.
        factors: by what variances were multiplied, the least and the most; 1 where none was moved.
        rates: the least, the median and the largest EER in percent of what could answer; of a pair the mean of both.
        left_out: name → why it does not take part.
    """

    made: Foretelling
    own: Foretelling
    factors: tuple[float, float]
    rates: tuple[float, float, float]
    left_out: dict[str, str]


@dataclass(frozen=True)
class Chosen:
    """The answer, and what other attackers would answer.

    Attributes:
        attacker: whose trials were taken; why: why it is that one: `asked for`, `knows most`, or `knows most of those
            who have an answer`.
        answer: under that attacker.
        others: attacker → answer, or why there is none; without those that the study has nothing of.
    """

    attacker: str
    why: str
    answer: Answer
    others: dict[str, Answer | str]


def chosen(found: Spreads, question: Question) -> Chosen:
    """Return what a question is answered from: without a wish, under the attacker of the report's chapter.

    Raises:
        InputError: the study has nothing that answers, or nothing near the EER that is asked for.
    """
    of = {attacker: _spreads(found, question, attacker) for attacker in ATTACKERS}
    told = {attacker: spreads for attacker, spreads in of.items() if any(one.varies for one in spreads.values())}
    if not told or (question.attacker and question.attacker not in told):
        raise _nothing(found, question, of)
    answers = {attacker: _answer(found, question, spreads) for attacker, spreads in told.items()}
    attacker, why = _attacker(found, question, answers)
    answer = answers[attacker]
    if isinstance(answer, str):
        raise _too_far(question, attacker, told[attacker], answers)
    return Chosen(attacker, why, answer, {name: one for name, one in answers.items() if name != attacker})


def _spreads(found: Spreads, question: Question, attacker: str) -> dict[str, Spread]:
    """Return name → spread of everything under an attacker that could answer."""
    if question.difference is None:
        if question.system:
            spread = found.attacks.get((question.system, attacker))
            return {} if spread is None else {question.system: spread}
        return of_anonymizers(found, attacker)
    pairs = [question.pair] if question.pair else [(pair.b, pair.a) for pair in found.bench.benchmark.pairs]
    spreads = {f"{b}{MINUS}{a}": found.difference(b, a, attacker) for b, a in pairs}
    return {name: spread for name, spread in spreads.items() if spread is not None}


def _answer(found: Spreads, question: Question, spreads: dict[str, Spread]) -> Answer | str:
    """Return the answer from these spreads, of which one varies; the reason where none can be moved."""
    could = {name: spread for name, spread in spreads.items() if spread.varies}
    left_out = {name: spread.reason or "the two never differ" for name, spread in spreads.items() if name not in could}
    moved, factors = {}, []
    for name, spread in could.items():
        try:
            factor = 1.0 if question.eer is None else eer_factor(spread.rate, question.eer)
        except ValueError as error:
            left_out[f"{name} ({spread.rate:.1f} %)"] = str(error)
        else:
            rate = spread.rate if question.eer is None else question.eer
            moved[name] = replace(spread, components=spread.parts.times(factor), rate=rate)
            factors.append(factor)
    if not moved:
        return f"nothing has an EER near {question.eer:g} %"
    own = _foretelling(found, question, could)
    rates = sorted(spread.rate for spread in could.values())
    made = own if question.eer is None else _foretelling(found, question, moved)
    return Answer(made, own, (min(factors), max(factors)), (rates[0], median(rates), rates[-1]), left_out)


def _foretelling(found: Spreads, question: Question, spreads: dict[str, Spread]) -> Foretelling:
    level = found.bench.benchmark.settings.level if question.level is None else question.level
    power = None if question.difference is None else question.power
    return Foretelling(spreads, level, foretold_kind(found.bench.kind), power)


def _attacker(found: Spreads, question: Question, answers: dict[str, Answer | str]) -> tuple[str, str]:
    """Return whose answer is given, and why: as asked for, else the chapter's, else who knows most with an answer."""
    if question.attacker:
        return question.attacker, "asked for"
    usual = planned_attacker(found)
    if usual is not None and isinstance(answers.get(usual), Answer):
        return usual, "knows most"
    able = [name for name in ATTACKERS if isinstance(answers.get(name), Answer)]
    if able:
        return able[-1], "knows most of those who have an answer"
    return next(name for name in reversed(ATTACKERS) if name in answers), "knows most"


def _too_far(
    question: Question, attacker: str, spreads: dict[str, Spread], answers: dict[str, Answer | str]
) -> InputError:
    rates = [spread.rate for spread in spreads.values() if spread.varies]
    lie = f"lies at {rates[0]:.1f} %" if len(rates) == 1 else f"lie from {min(rates):.1f} to {max(rates):.1f} %"
    others = [name for name, answer in answers.items() if isinstance(answer, Answer)]
    instead = f"take --attacker {' or '.join(others)}, or " if others else ""
    return InputError(
        f"under the {attacker} attacker {answers[attacker]}",
        allowed=f"an EER near those of the study, which {lie}",
        advice=f"{instead}ask for another EER; without --eer each is taken where it lies",
    )


def _nothing(found: Spreads, question: Question, of: dict[str, dict[str, Spread]]) -> InputError:
    study = found.bench.benchmark
    systems = [system.id for system in study.systems if system.has_files]
    unknown = [name for name in (question.system, *question.pair) if name and name not in systems]
    if unknown:
        return InputError(
            f"{study.study} has no files of {_listed(unknown)}",
            allowed=_listed(systems),
            advice="take the ids of the study's files",
        )
    spreads = of[question.attacker] if question.attacker else {k: s for each in of.values() for k, s in each.items()}
    if not spreads and question.difference is not None and not question.pair and not study.pairs:
        return InputError(
            f"{study.study} registers no pair of systems",
            allowed=f"two of {_listed(systems)}",
            advice="name one with --pair B A, or register pairs in study.toml",
        )
    if not spreads:
        under = f" under the {question.attacker} attacker" if question.attacker else ""
        return InputError(
            f"{study.study} has no such scores{under}",
            allowed="; ".join(_with_files(found)) or "none",
            advice="name an attacker or systems whose files are there",
        )
    reasons = sorted({spread.reason or "two systems that never differ" for spread in spreads.values()})
    return InputError(
        f"{study.study} does not tell how far its speakers lie apart: {'; '.join(reasons)}",
        allowed="five speakers or more, each compared with three others or more, two trial utterances of a speaker or "
        "more, targets and non-targets",
        advice="plan from another study",
    )


def _with_files(found: Spreads) -> list[str]:
    """Return each attacker with the systems whose trials it has."""
    of = {attacker: [system for system, name in found.attacks if name == attacker] for attacker in ATTACKERS}
    return [f"{attacker} with {_listed(systems)}" for attacker, systems in of.items() if systems]


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
