"""What is asked of a plan, and the spreads of a study that answer it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from analysis.benchmark.spreads import Spread, Spreads
from analysis.benchmark.workbench import ATTACKERS
from analysis.errors import InputError
from analysis.measures import Components, eer_factor

MINUS = " minus "


@dataclass(frozen=True)
class Question:
    """What a study is to reach.

    Attributes:
        width: of the interval of an EER, in points; None where a difference is asked for.
        difference: that is to be seen, in points; None where a width is asked for.
        eer: in percent, at which the study is expected to lie; None leaves each system at its own.
        power: from 0 to 1. level: from 0 to 1; None takes the study's own.
        attacker, system: whose components are taken; empty lets the study choose, or takes all anonymizers.
        pair: systems B and A of a difference; empty takes the registered pairs.
    """

    width: float | None = None
    difference: float | None = None
    eer: float | None = None
    power: float = 0.8
    level: float | None = None
    attacker: str = ""
    system: str = ""
    pair: tuple[str, str] | tuple[()] = ()


@dataclass(frozen=True)
class Chosen:
    """The components that answer.

    Attributes:
        attacker: under which they were found; why: why it is that one (`asked for`, `nearest`, `knows most`).
        rate: the median EER in percent of what could answer under this attacker; of a pair the mean of its two counts.
        parts: name of a system or of a pair → components, moved to the EER that was asked for.
        left_out: name → why it does not take part.
    """

    attacker: str
    why: str
    rate: float
    parts: dict[str, Components]
    left_out: dict[str, str]


def chosen(found: Spreads, question: Question) -> Chosen:
    """Return the components that a question is answered from.

    Raises:
        InputError: the study has none, or none near the EER that is asked for.
    """
    of = {attacker: _spreads(found, question, attacker) for attacker in ATTACKERS}
    told = {
        name: spreads for name, spreads in of.items() if any(spread.components for spread in spreads.values())
    }  # fmt: skip
    if question.attacker:
        told = {name: spreads for name, spreads in told.items() if name == question.attacker}
    if not told:
        raise _nothing(found, question, of)
    attacker, why = _attacker(told, question)
    parts, left_out = {}, {}
    for name, spread in told[attacker].items():
        if spread.components is None:
            left_out[name] = spread.reason
        elif question.eer is None:
            parts[name] = spread.components
        else:
            try:
                parts[name] = spread.components.times(eer_factor(spread.rate, question.eer))
            except ValueError as error:
                left_out[f"{name} ({spread.rate:.1f} %)"] = str(error)
    if not parts:
        rates = [spread.rate for spread in told[attacker].values() if spread.components]
        raise InputError(
            f"under the {attacker} attacker nothing has an EER near {question.eer:g} %",
            allowed=f"an EER near those of the study, which lie from {min(rates):.1f} to {max(rates):.1f} %",
            advice="ask for another EER, or name another --attacker or --system; without --eer none is moved",
        )
    return Chosen(attacker, why, _median_rate(told[attacker]), parts, left_out)


def _spreads(found: Spreads, question: Question, attacker: str) -> dict[str, Spread]:
    """Return name → spread of everything under an attacker that could answer."""
    if question.difference is None:
        reference = found.bench.benchmark.reference
        return {
            system: spread
            for (system, name), spread in found.attacks.items()
            if name == attacker and (system == question.system or (not question.system and system != reference))
        }
    pairs = [question.pair] if question.pair else [(pair.b, pair.a) for pair in found.bench.benchmark.pairs]
    spreads = {f"{b}{MINUS}{a}": found.difference(b, a, attacker) for b, a in pairs}
    return {name: spread for name, spread in spreads.items() if spread is not None}


def _attacker(told: dict[str, dict[str, Spread]], question: Question) -> tuple[str, str]:
    """Return the attacker that was asked for; else the one whose EERs lie nearest, else the one that knows most."""
    if question.attacker:
        return question.attacker, "asked for"
    by_knowledge = list(reversed([attacker for attacker in ATTACKERS if attacker in told]))
    if question.eer is None:
        return by_knowledge[0], "knows most"

    wanted = question.eer
    return min(by_knowledge, key=lambda attacker: abs(_median_rate(told[attacker]) - wanted)), "nearest"


def _median_rate(spreads: dict[str, Spread]) -> float:
    return median(spread.rate for spread in spreads.values() if spread.components)


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
            advice="name one with --pair B A, or register pairs in study.toml",
        )
    if not spreads:
        under = f" under the {question.attacker} attacker" if question.attacker else ""
        return InputError(
            f"{study.study} has no such scores{under}", advice="name an attacker or systems whose files are there"
        )
    reasons = sorted({spread.reason for spread in spreads.values()})
    return InputError(
        f"{study.study} does not tell how far its speakers lie apart: {'; '.join(reasons)}",
        allowed="five speakers or more, each compared with three others or more, two trial utterances of a speaker or "
        "more, targets and non-targets",
        advice="plan from another study",
    )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names)
