"""A claim with its rule and arguments resolved; and everything that is wrong with the claims of a study."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from analysis.challenge.claims.answer import Answer
from analysis.challenge.claims.arguments import Refused
from analysis.challenge.claims.rules import RULES, Rule
from analysis.challenge.roster import Roster
from analysis.study.cells import Cell, note_cut, number_cell
from analysis.study.challenge import Challenge
from analysis.study.claims import COMPARISONS, FILE, Claim, number_fault
from analysis.study.findings import Findings, named, near, quoted

INCLUDES = "includes"
SHARES = ("most", "few", "all")
"""Comparisons of a share beside which nothing is printed."""
OTHER_SPLIT = {"test": "dev", "dev": "test"}
NUMBERS = {"number": 1, "share": 1, "range": 2}
"""Kind of answer → how many numbers are printed."""
_BOUNDS = tuple(words for words in COMPARISONS if words not in (*SHARES, INCLUDES))
COMPARED = {"number": _BOUNDS, "share": (*_BOUNDS, *SHARES), "range": ("equals",), "systems": ("equals", INCLUDES)}
"""Kind of answer → how it can be compared with what is printed."""


@dataclass(frozen=True)
class Question:
    """A claim that can be put to the tables.

    Attributes:
        claim: as the file gives it.
        rule: that recomputes it; None where the claim says what is missing.
        arguments: read, with the defaults for what is not given.
        printed: the printed numbers with their digits; empty for a list of systems.
    """

    claim: Claim
    rule: Rule | None = None
    arguments: Mapping[str, Any] = None  # type: ignore[assignment]
    printed: tuple[Cell, ...] = ()

    def answer(self, roster: Roster, **other: Any) -> Answer:
        """Return what the tables say; `other` stands for some of the arguments.

        Raises:
            Unanswerable: they do not hold what the rule needs.
        """
        if self.rule is None:
            raise ValueError(f"claim {self.claim.id} names no rule")
        return self.rule.find(roster, **{**self.arguments, **other})

    @property
    def split(self) -> str:
        """Return the split that the rule looks at; empty where it has no choice."""
        return str((self.arguments or {}).get("split", ""))


def questions(roster: Roster, findings: Findings) -> tuple[Question, ...]:
    """Return every claim ready to be answered; those that cannot be are left out, each fault an error."""
    made = (_question(roster, claim, findings) for claim in roster.challenge.claims)
    return tuple(question for question in made if question is not None)


def check_claims(challenge: Challenge, findings: Findings) -> None:
    """Add an error for everything that a rule cannot work with in a study's claims."""
    questions(Roster(challenge), findings)


def _question(roster: Roster, claim: Claim, findings: Findings) -> Question | None:
    if not claim.rule:
        return Question(claim, None, {}, tuple(number_cell(text) for text in claim.printed if not number_fault(text)))
    faults = _Faults(claim, findings)
    found = RULES.get(claim.rule)
    if found is None:
        faults.add("rule", f"no rule {quoted(claim.rule)}", ", ".join(sorted(RULES)), near(claim.rule, RULES))
        return None
    arguments = _arguments(roster, claim, found, faults)
    printed = _printed(roster, claim, found, faults)
    return None if faults.any else Question(claim, found, arguments, printed)


@dataclass
class _Faults:
    claim: Claim
    findings: Findings
    any: bool = False

    def add(self, key: str, found: str, allowed: str = "", advice: str = "") -> None:
        """Add an error that names the claim."""
        self.any = True
        self.findings.error("claim", FILE, f"claim {quoted(self.claim.id)}: {found}", allowed, advice, column=key)


def _arguments(roster: Roster, claim: Claim, rule: Rule, faults: _Faults) -> dict[str, Any]:
    takes = f"rule {rule.name} takes {', '.join(rule.arguments)}"
    for name in claim.arguments:
        if name not in rule.arguments:
            faults.add(name, f"unknown key {quoted(name)}", takes, near(name, rule.arguments) or "take it out")
    absent = [name for name, about in rule.arguments.items() if about.required and name not in claim.arguments]
    if absent:
        faults.add(absent[0], f"{' and '.join(absent)} missing", takes)
    values: dict[str, Any] = {}
    for name, about in rule.arguments.items():
        values[name] = about.default
        if name in claim.arguments:
            try:
                values[name] = about.parse(claim.arguments[name], roster)
            except Refused as refused:
                faults.add(name, f"{name}: {refused.found}", refused.allowed, refused.advice)
    return values


def _printed(roster: Roster, claim: Claim, rule: Rule, faults: _Faults) -> tuple[Cell, ...]:
    """Check that what is printed and how it is compared fit what the rule finds."""
    allowed = COMPARED[rule.answers]
    if claim.comparison not in allowed:
        faults.add("comparison", f"comparison {quoted(claim.comparison)} of rule {rule.name}", ", ".join(allowed))
        return ()
    if claim.comparison in SHARES:
        if claim.printed:
            faults.add("printed", f"printed beside the comparison {claim.comparison}", "nothing: the word says it")
        return ()
    if rule.answers == "systems":
        ids = [entrant.id for entrant in roster.entrants]
        unknown = [name for name in claim.printed if name not in ids]
        if unknown:
            faults.add("printed", f"printed: no system {named(unknown)}", ", ".join(ids[:60]), near(unknown[0], ids))
        if not claim.listed:
            faults.add("printed", "printed is no list", "a list of systems, which may be empty", "put it in [ ]")
        return ()
    return _numbers(claim, rule, faults)


def _numbers(claim: Claim, rule: Rule, faults: _Faults) -> tuple[Cell, ...]:
    wanted = NUMBERS[rule.answers]
    if len(claim.printed) != wanted:
        what = "one number" if wanted == 1 else "two numbers, the smaller one first"
        faults.add("printed", f"{len(claim.printed)} printed numbers for rule {rule.name}", what)
        return ()
    wrong: Sequence[str] = [fault for text in claim.printed if (fault := number_fault(text))]
    for fault in wrong:
        faults.add("printed", f"printed: {fault}", "a number with a decimal point, without its unit")
    if wrong:
        return ()
    cells = tuple(number_cell(text) for text in claim.printed)
    for cell in cells:
        note_cut(cell, FILE, faults.findings, column="printed", of=f"claim {quoted(claim.id)}: ")
    return cells
