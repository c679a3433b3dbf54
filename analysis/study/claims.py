"""`claims.toml`: statements of a publication, each with its place, what is printed there, and the rule that checks it.

A claim names a rule and its arguments; nothing in the file is ever run. Here the file's shape is read: which keys a
claim has and of which type they are. What a rule needs is the business of whoever holds the rules.

    [[claims]]
    id = "6.1-submitted-first"
    section = "6.1"
    says = "submitted systems in the first category"
    printed = "28"
    rule = "count"
    among = { role = "submitted", at_least = 10 }
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from analysis.study.cells import number_cell
from analysis.study.documents import read_document
from analysis.study.findings import Findings, named, near, quoted
from analysis.study.ids import id_fault

FILE = "claims.toml"
COMPARISONS = ("equals", "below", "at most", "above", "at least", "most", "few", "all", "includes")
"""How what is printed and what is recomputed must lie: `most` is more than half, `few` fewer than half, `all` every
one; `includes` is of a list of systems."""

UNITS = ("percent", "points", "count", "ratio", "rank")
PRINTED = "the text as printed, in quotes, or a list of such texts"
ARGUMENT = "a text, a number, true or false, a list of texts or numbers, or a table of these"


@dataclass(frozen=True)
class Claim:
    """One statement.

    Attributes:
        id: its name in keys, such as `6.1-highest`.
        section: where it stands, as a name: `6.1`.
        says: what it says, in words of the study's authors, without what is printed.
        printed: the printed texts with their digits, or ids of systems; empty where a comparison needs none.
        listed: whether several were given as a list.
        figure: the figure or table that it speaks of; may be empty.
        comparison: one of `COMPARISONS`.
        rule: the name of the rule that recomputes it; empty where it cannot be checked.
        arguments: what the rule is to work on, as the file gives it.
        missing: what the tables lack, for a claim without a rule.
        unit: of what is printed, for a claim without a rule.
        against: ids of claims that it contradicts.
        note: a remark of the study's authors; may be empty.
        faulty: whether an error speaks of it.
    """

    id: str
    section: str
    says: str
    printed: tuple[str, ...] = ()
    listed: bool = False
    figure: str = ""
    comparison: str = "equals"
    rule: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    missing: str = ""
    unit: str = ""
    against: tuple[str, ...] = ()
    note: str = ""
    faulty: bool = False


class _Refused(Exception):
    """A value that cannot stand there; carries what would be allowed."""


def read_claims(folder: Path, findings: Findings) -> tuple[Claim, ...]:
    """Read `claims.toml`; nothing where there is no such file. What is wrong with it goes to `findings`."""
    document = read_document(folder, FILE, findings)
    for name in document:
        if name != "claims":
            findings.error(
                "claim", FILE, f"unknown key {quoted(name)}", "tables [[claims]]", "take it out", column=name
            )
    tables = document.get("claims", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        findings.error("claim", FILE, "claims is no list of tables", "one table [[claims]] for each claim")
        return ()
    claims = [_Reader(place, table, findings).claim() for place, table in enumerate(tables, 1)]
    faulty = _check_ids(claims, findings)
    return tuple(replace(claim, faulty=True) if claim.id in faulty else claim for claim in claims if claim.id)


def _check_ids(claims: Sequence[Claim], findings: Findings) -> set[str]:
    """Add an error for ids that stand twice and for strange `against`; return the ids that an error speaks of."""
    ids = [claim.id for claim in claims if claim.id]
    known = Counter(ids)
    twice = sorted(name for name, times in known.items() if times > 1)
    faulty = set(twice)
    if twice:
        findings.error("claim", FILE, f"several claims have the id {named(twice)}", "each id once", column="id")
    for claim in claims:
        unknown = [name for name in claim.against if name not in known]
        if unknown or claim.id in claim.against:
            faulty.add(claim.id)
        if unknown:
            findings.error(
                "claim", FILE, f"claim {quoted(claim.id)}: against names {named(unknown)}, which is no claim here",
                "ids of other claims", near(unknown[0], ids) or "correct the id", column="against",
            )  # fmt: skip
        elif claim.id in claim.against:
            findings.error(
                "claim", FILE, f"claim {quoted(claim.id)} stands against itself", "ids of other claims",
                column="against",
            )  # fmt: skip
    return faulty


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _Refused("a text in quotes")
    return value.strip()


def _id(value: Any) -> str:
    if not isinstance(value, str):
        raise _Refused("a text in quotes")
    if fault := id_fault(value):
        raise _Refused(f"a name for the claim (this one {fault})")
    return value


def _texts(allowed: str) -> Callable[[Any], tuple[str, ...]]:
    def parse(value: Any) -> tuple[str, ...]:
        items = value if isinstance(value, list) else [value]
        if not all(isinstance(item, str) and item.strip() for item in items):
            raise _Refused(allowed)
        return tuple(item.strip() for item in items)

    return parse


def _one_of(words: Sequence[str]) -> Callable[[Any], str]:
    def parse(value: Any) -> str:
        if value not in words:
            raise _Refused(", ".join(words))
        return value

    return parse


_PARSERS: Mapping[str, Callable[[Any], Any]] = {
    "id": _id,
    "section": _text,
    "says": _text,
    "printed": _texts(PRINTED),
    "figure": _text,
    "comparison": _one_of(COMPARISONS),
    "rule": _text,
    "missing": _text,
    "unit": _one_of(UNITS),
    "against": _texts("the id of a claim, or a list of ids"),
    "note": _text,
}
REQUIRED = ("id", "section", "says")
KEYS = tuple(_PARSERS)


@dataclass
class _Reader:
    """Reads one table; every fault of it is told under the claim's id."""

    place: int
    table: Mapping[str, Any]
    findings: Findings
    faulty: bool = False

    @property
    def name(self) -> str:
        given = self.table.get("id")
        return f"claim {quoted(given)}" if isinstance(given, str) and given.strip() else f"claim number {self.place}"

    def fault(self, key: str, found: str, allowed: str = "", advice: str = "") -> None:
        self.faulty = True
        self.findings.error("claim", FILE, f"{self.name}: {found}", allowed, advice, column=key)

    def claim(self) -> Claim:
        """Return the claim as far as it can be read; one without a usable id has none."""
        values: dict[str, Any] = {"id": "", "section": "", "says": ""}
        arguments: dict[str, Any] = {}
        for key, value in self.table.items():
            if key not in _PARSERS:
                arguments[key] = value
                continue
            try:
                values[key] = _PARSERS[key](value)
            except _Refused as refused:
                self.fault(key, f"{key} = {quoted(value)}", str(refused), self._advice(key, value))
        absent = [key for key in REQUIRED if key not in self.table]
        if absent:
            self.fault(absent[0], f"{' and '.join(absent)} missing", f"{', '.join(REQUIRED)} in every claim")
        self._check_rule(arguments)
        return Claim(
            listed=isinstance(self.table.get("printed"), list), arguments=arguments, faulty=self.faulty, **values
        )

    @staticmethod
    def _advice(key: str, value: Any) -> str:
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return "put the number in quotes, so that its digits stay as printed" if key == "printed" and number else ""

    def _check_rule(self, arguments: Mapping[str, Any]) -> None:
        given = self.table
        if "rule" in given and "missing" in given:
            self.fault("missing", "has a rule and says what is missing", "one of the two", "take one of them out")
        if "rule" in given:
            if "unit" in given:
                self.fault("unit", "has a rule and a unit", "a unit only where there is no rule", "take the unit out")
            for key, value in arguments.items():
                if not _plain(value):
                    self.fault(key, f"{key} = {quoted(value)}", ARGUMENT)
            return
        if "missing" not in given:
            self.fault("rule", "has no rule and does not say what is missing", "rule, or missing")
        elif "printed" in given:
            self._check_unchecked()
        for key in arguments:
            self.fault(
                key,
                f"unknown key {quoted(key)}",
                ", ".join(KEYS),
                near(key, KEYS) or "take it out",
            )

    def _check_unchecked(self) -> None:
        """What is printed in a claim without a rule is a number, or several, of a unit."""
        if "unit" not in self.table:
            self.fault("unit", "has no rule and no unit", ", ".join(UNITS), "give the unit of what is printed")
        given = self.table["printed"]
        for text in given if isinstance(given, list) else [given]:
            if isinstance(text, str) and (fault := number_fault(text)):
                self.fault("printed", fault, "a number with a decimal point, without its unit")


def number_fault(text: str) -> str:
    """Say why a printed text is no number, or return the empty text where it is one.

    >>> number_fault("49.5"), number_fault("49.5 %")
    ('', "'49.5 %' has a percent sign; the number stands alone")
    """
    try:
        return "" if number_cell(text).value is not None else f"{quoted(text)} is not a number"
    except ValueError as error:
        return str(error)


def _plain(value: Any) -> bool:
    """Say whether a value can be an argument of a rule."""
    if isinstance(value, dict):
        return all(not isinstance(item, dict) and _plain(item) for item in value.values())
    if isinstance(value, list):
        return all(isinstance(item, str | int | float) and not isinstance(item, bool) for item in value)
    return isinstance(value, str | int | float | bool)
