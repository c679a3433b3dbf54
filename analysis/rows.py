"""What the steps of a study of published figures hand back: ledger rows as they are made, verdicts, tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan, nan

import polars

from analysis.ledger import Entry, Tag, key
from analysis.results import Statement


@dataclass(frozen=True)
class Part:
    """What one step adds to the results.

    Attributes:
        entries: ledger rows.
        verdicts: results that are no numbers.
        tables: files of `report/<study>/` by their names.
        words: tables of words that the pages show, as in `Results`.
        statements: checked statements of the publication.
    """

    entries: list[Entry]
    verdicts: dict[str, str] = field(default_factory=dict)
    tables: Mapping[str, polars.DataFrame] = field(default_factory=dict)
    words: Mapping[str, tuple[Mapping[str, str], ...]] = field(default_factory=dict)
    statements: tuple[Statement, ...] = ()


@dataclass(frozen=True)
class Rows:
    """Makes ledger rows of one study."""

    study: str
    inputs: str

    def key(self, *parts: str) -> str:
        """Return a key of this study."""
        return key(self.study, *parts)

    def recomputed(
        self, parts: Sequence[str], value: float | None, unit: str, source: str, method: str, **more
    ) -> Entry:
        """Return a row for a value that is computed here; `more`: decimals, n, missing."""
        return self._entry(parts, value, unit, "recomputed", source, method, **more)

    def shipped(self, parts: Sequence[str], value: float | None, unit: str, source: str, method: str, **more) -> Entry:
        """Return a row for a value that came with the data; `more`: decimals, n, missing."""
        return self._entry(parts, value, unit, "shipped", source, method, **more)

    def _entry(
        self, parts: Sequence[str], value: float | None, unit: str, tag: Tag, source: str, method: str,
        decimals: int = 0, n: int | None = None, missing: str = "",
    ) -> Entry:  # fmt: skip
        return Entry(
            key=self.key(*parts), value=value, unit=unit, decimals=decimals, tag=tag, source=source, method=method,
            inputs=self.inputs, n=n, missing=missing if value is None else "",
        )  # fmt: skip


def defined(value: float) -> float | None:
    """Return what a measure gives as the ledger takes it: None where it is undefined."""
    return None if isnan(value) else float(value)


def or_nan(value: float | None) -> float:
    """Return a value as the measures take it: NaN where it is missing."""
    return nan if value is None else value
