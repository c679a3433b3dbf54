"""What a report says of its numbers, read once; each page is given only the rows that it can show.

A page's card of a number needs the number's ledger row and that of its twin, shipped or recomputed; a page that has a
place for the rows of a ledger needs those. Pandoc is handed a `ledger.csv` with these rows alone: it is read quickly,
and a page that is kept rests on no row that its key leaves out.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from analysis.errors import InputError

LEDGER, NAMES, CITED = "ledger.csv", "names.csv", "cited.txt"
"""What stands in the folder that a page's filters are led to; the last names rows that are cited past Pandoc."""
KEYS = re.compile(r'\bkey="([^"\\]*)"')
"""The ledger rows that a text cites."""
PLACE_FOR_ROWS = re.compile(r'^:{3,} *\{[^{}\n]*\.ledger\b(?:[^{}\n]*\bstudy="(?P<study>[^"\\]*)")?', re.MULTILINE)
"""Where a page has a place for rows of the ledger: those of a study, or those that it cites."""
Row = Mapping[str, str]


@dataclass(frozen=True)
class Facts:
    """The rows of a report's ledger and names as text; empty where it has none."""

    ledger: str = ""
    names: str = ""

    @classmethod
    def read(cls, report: Path) -> Facts:
        """Read both files of a report.

        Raises:
            InputError: one of them is not what a build writes.
        """
        return cls(_text(report / LEDGER), _text(report / NAMES))

    @cached_property
    def units(self) -> dict[str, str]:
        """Return the unit of every ledger row by its key."""
        return {row["key"]: row["unit"] for row in self._ledger}

    @cached_property
    def _ledger(self) -> list[Row]:
        return _rows(self.ledger, ("key", "unit", "inputs", "tag"))

    @cached_property
    def _families(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for place, row in enumerate(self._ledger):
            found.setdefault(family(row["key"]), []).append(place)
        return found

    def part(self, page: str) -> str:
        """Return the ledger as CSV, cut down to the rows that a page source names and their twins.

        A page names rows one by one, and those of a study where it has a place for all of them.
        """
        studies = tuple(f"{study}/" for study in PLACE_FOR_ROWS.findall(page) if study)
        every = [row["key"] for row in self._ledger if row["key"].startswith(studies)] if studies else []
        return self.rows([*KEYS.findall(page), *every])

    def rows(self, keys: Iterable[str]) -> str:
        """Return these rows and their twins, where there are such, in the order of the ledger."""
        places = {place for name in {family(key) for key in keys} for place in self._families.get(name, ())}
        if not self._ledger:
            return ""
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(self._ledger[0])
        writer.writerows(self._ledger[place].values() for place in sorted(places))
        return buffer.getvalue()


def family(key: str) -> str:
    """Return what a key and that of its twin have in common; `twin_of` of ledger.lua says which are twins.

    >>> family("s/shipped/median_f0_demo/mcadams"), family("s/median_f0/mcadams/demo")
    ('s/median_f0/mcadams', 's/median_f0/mcadams')
    """
    study, _, rest = key.partition("/")
    measure, _, more = rest.removeprefix("shipped/").removesuffix("/demo").partition("/")
    return "/".join((study, measure.removesuffix("_demo"), more))


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode() if path.is_file() else ""
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text", advice="run `vpreport build` again") from error


def _rows(text: str, needed: Iterable[str]) -> list[Row]:
    """Return the rows by the names of their columns; none where a column is absent, which who reads it whole tells."""
    header, *rows = list(csv.reader(io.StringIO(text, newline=""))) or [[]]
    if not set(needed) <= set(header):
        return []
    return [dict(zip(header, row, strict=False)) for row in rows if len(row) == len(header)]
