"""The ledger: every number that a page may show, with where it comes from.

A number reaches a page through the ledger or not at all. A row is an `Entry`; a `Ledger` holds the entries of one or
more studies under their keys and reads and writes `report/ledger.csv`.
"""

from __future__ import annotations

import csv
import io
import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from decimal import ROUND_HALF_UP, Decimal, localcontext
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Literal
from urllib.parse import quote, unquote

from analysis.errors import InputError

Tag = Literal["recomputed", "shipped"]
Inputs = Literal["real", "simulated"]
TAGS = ("recomputed", "shipped")
INPUTS = ("real", "simulated")

SIGNIFICANT_DIGITS = 9


def key(*parts: str) -> str:
    """Join the parts of a ledger key, each percent-encoded, so that a `/` in a name stays inside its part.

    >>> key("khmer_demo", "eer", "a/b", "lazy", "all")
    'khmer_demo/eer/a%2Fb/lazy/all'
    """
    return "/".join(map(_encoded, parts))


@lru_cache(maxsize=65_536)
def _encoded(part: str) -> str:
    return quote(part, safe="")


def parts(ledger_key: str) -> tuple[str, ...]:
    """Take a ledger key apart into its names.

    >>> parts("khmer_demo/eer/a%2Fb/lazy/all")
    ('khmer_demo', 'eer', 'a/b', 'lazy', 'all')
    """
    names = ledger_key.split("/")
    return tuple(map(unquote, names)) if "%" in ledger_key else tuple(names)


def shipped_key(ledger_key: str) -> str:
    """Return the key of the shipped twin: the same rest after `<study>/shipped/`."""
    study, rest = ledger_key.split("/", 1)
    return f"{study}/shipped/{rest}"


@dataclass(frozen=True)
class Entry:
    """One number, or one missing number with its reason.

    Attributes:
        key: `<study>/<measure>/<system>/<attacker>/<list>`, parts that a measure does not have left out.
        value: the number in `unit`; None when missing.
        unit: `percent`, `points`, `Hz`, `dB`, `count`, `ratio`, `rank`, `correlation`, `score`, `seed`,
            `hours`, `number` (of a design, without a unit).
        decimals: how many decimals a page shows; a shipped value keeps those of its cell.
        ci_low, ci_high: the interval's edges in `unit`; None where there is no interval.
        tag: `recomputed` here or `shipped` with the data.
        inputs: `real` or `simulated`.
        source: file names and column that the number rests on, or `study.toml`, or `defaults`.
        method: what was computed, with draws and seed where they matter.
        n: what was counted (trials, reference signs, clips, speakers); None where nothing was.
        missing: the reason, in a few words that a table can show; empty when there is a value.
    """

    key: str
    value: float | None
    unit: str
    decimals: int
    tag: Tag
    source: str
    method: str
    inputs: Inputs = "real"
    ci_low: float | None = None
    ci_high: float | None = None
    n: int | None = None
    missing: str = ""

    def __post_init__(self) -> None:
        """Refuse what no page could show honestly, and keep the digits that every machine agrees on."""
        if self.tag not in TAGS:
            raise ValueError(f"{self.key}: tag {self.tag!r}; allowed: {', '.join(TAGS)}")
        if self.inputs not in INPUTS:
            raise ValueError(f"{self.key}: inputs {self.inputs!r}; allowed: {', '.join(INPUTS)}")
        for name in ("value", "ci_low", "ci_high"):
            number = getattr(self, name)
            if number is not None and not math.isfinite(number):
                raise ValueError(
                    f"{self.key}: {name} is {number}; a number that is not finite is missing, with a reason"
                )
            if number is not None:
                # Once and here: a choice between sentences reads the number that ledger.csv has.
                object.__setattr__(self, name, float(format_number(number)))
        if (self.value is None) != bool(self.missing):
            raise ValueError(f"{self.key}: a value or a reason for its absence, not both and not neither")
        if not self.source:
            raise ValueError(f"{self.key}: every number has a source")


COLUMNS = (
    "key", "value", "unit", "decimals", "ci_low", "ci_high", "tag", "inputs", "source", "method", "n", "missing",
)  # fmt: skip
if set(COLUMNS) != {field.name for field in fields(Entry)}:  # a new field must be written and read
    raise TypeError("ledger columns and Entry fields differ")


class Ledger:
    """Entries under their keys; each key once."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._entries: dict[str, Entry] = {}
        self._sorted: list[Entry] | None = None
        self.extend(entries)

    def add(self, entry: Entry) -> None:
        """Add one entry.

        Raises:
            ValueError: the key is taken: two computations claim the same number.
        """
        if entry.key in self._entries:
            raise ValueError(f"ledger key {entry.key} stands twice")
        self._entries[entry.key] = entry
        self._sorted = None

    def extend(self, entries: Iterable[Entry]) -> None:
        """Add several entries."""
        for entry in entries:
            self.add(entry)

    def __getitem__(self, ledger_key: str) -> Entry:
        return self._entries[ledger_key]

    def get(self, ledger_key: str) -> Entry | None:
        """Return the entry, or None where the ledger has no such key."""
        return self._entries.get(ledger_key)

    def value(self, ledger_key: str) -> float | None:
        """Return the value, or None where it is missing or has no row."""
        entry = self._entries.get(ledger_key)
        return None if entry is None else entry.value

    def __contains__(self, ledger_key: object) -> bool:
        return ledger_key in self._entries

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over the entries, sorted by key."""
        return iter(self._in_order())

    def _in_order(self) -> list[Entry]:
        if self._sorted is None:
            self._sorted = [self._entries[name] for name in sorted(self._entries)]
        return self._sorted

    def below(self, *names: str) -> Iterator[Entry]:
        """Iterate over the entries whose keys begin with these names and go on, sorted by key.

        >>> keys = ("s/eer/a", "s/eer/b/all", "s/eers/a")
        >>> made = Ledger(Entry(name, 1.0, "percent", 1, "shipped", "f.csv", "as printed") for name in keys)
        >>> [entry.key for entry in made.below("s", "eer")]
        ['s/eer/a', 's/eer/b/all']
        """
        prefix = key(*names) + "/"
        in_order = self._in_order()
        for place in range(bisect_left(in_order, prefix, key=attrgetter("key")), len(in_order)):
            if not in_order[place].key.startswith(prefix):
                return
            yield in_order[place]

    def __len__(self) -> int:
        return len(self._entries)

    def to_csv(self) -> str:
        """Return the ledger as CSV text: sorted by key, values with nine significant digits, missing = empty."""
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(COLUMNS)
        for entry in self:
            writer.writerow([_cell(name, getattr(entry, name)) for name in COLUMNS])
        return buffer.getvalue()

    @classmethod
    def from_csv(cls, path: Path) -> Ledger:
        """Read `ledger.csv` back.

        Raises:
            InputError: the columns are not the ledger's, or a cell is not what its column holds.
        """
        advice = "build the report again with `vpreport build`"
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            raise InputError(f"{path} is not UTF-8 text", advice=advice) from error
        with io.StringIO(text, newline="") as stream:
            reader = csv.DictReader(stream, strict=True)
            ledger = cls()
            try:
                if tuple(reader.fieldnames or ()) != COLUMNS:
                    raise InputError(
                        f"{path} has the columns {', '.join(reader.fieldnames or ())}",
                        allowed=", ".join(COLUMNS),
                        advice=advice,
                    )
                for row in reader:
                    ledger.add(_entry(row))
            except (csv.Error, TypeError, ValueError) as error:
                raise InputError(f"{path}, line {max(reader.line_num, 1)}: {error}", advice=advice) from error
        return ledger


def _cell(name: str, content: object) -> str:
    if content is None:
        return ""
    if name in ("value", "ci_low", "ci_high"):
        return format_number(float(content))  # type: ignore[arg-type]
    # A row is one line, so that a diff shows it whole; a bare CR would even end the row for a reader of CSV.
    return " ".join(str(content).splitlines())


def format_number(number: float) -> str:
    """Write a number with nine significant digits, without a sign on zero and without an exponent where avoidable.

    >>> format_number(44.0), format_number(-0.0), format_number(2.357142857142857)
    ('44', '0', '2.35714286')
    """
    text = f"{number:.{SIGNIFICANT_DIGITS}g}"
    return "0" if text == "-0" else text


@lru_cache(maxsize=65_536)
def rounded(number: float, decimals: int) -> str:
    """Write a number with so many decimals: what `ledger.csv` holds of it, an exact half away from zero.

    >>> rounded((48.90 + 50.15) / 2, 2), rounded(-0.004, 2), rounded(1e29, 1)
    ('49.53', '-0.00', '100000000000000000000000000000.0')
    """
    text = format_number(number)
    _, _, rest = text.partition(".")
    if "e" not in text and 0 <= decimals < len(rest) and rest[decimals:] != "5":
        return f"{float(text):.{decimals}f}"  # no half: nine digits are too far from one for a binary fraction to cross
    exact = Decimal(text)
    with localcontext(prec=max(28, exact.adjusted() + decimals + 2)):
        return f"{exact.quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP):f}"


def _entry(row: dict[str, str]) -> Entry:
    if None in row or None in row.values():
        raise ValueError(f"not {len(COLUMNS)} cells")

    def number(name: str) -> float | None:
        return float(row[name]) if row[name] else None

    return Entry(
        key=row["key"],
        value=number("value"),
        unit=row["unit"],
        decimals=int(row["decimals"]),
        ci_low=number("ci_low"),
        ci_high=number("ci_high"),
        tag=row["tag"],  # type: ignore[arg-type]
        inputs=row["inputs"],  # type: ignore[arg-type]
        source=row["source"],
        method=row["method"],
        n=int(row["n"]) if row["n"] else None,
        missing=row["missing"],
    )
