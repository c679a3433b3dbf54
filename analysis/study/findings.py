"""Findings: what is wrong, doubtful or absent in a study's folder, gathered so that all of it can be told at once."""

from __future__ import annotations

import difflib
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from analysis.errors import InputError

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")

EXAMPLES = 5
"""How many of several equal faults are named one by one; the rest are counted."""

MAX_QUOTED = 80
MAX_COMPARED = 500
"""How many words a wrong one is compared with; among more of them the search would take long."""


@dataclass(frozen=True)
class Finding:
    """One fault, doubt or absence.

    Attributes:
        severity: `error` stops a build; `warning` and `note` are told and the build goes on.
        code: a short name of the kind of finding, such as `few-speakers`, stable for scripts.
        file: path relative to the study's folder, with `/`; empty for the folder itself.
        found: what was found, as a sentence without its full stop.
        allowed: what would have been right.
        advice: what to do.
        row: row in the file as a spreadsheet counts it (the header is row 1); None where there is none.
        column: column name; empty where there is none.
        remark: the same for a reader of the report, in words without numerals; empty where a page need not say it.
    """

    severity: Severity
    code: str
    file: str
    found: str
    allowed: str = ""
    advice: str = ""
    row: int | None = None
    column: str = ""
    remark: str = ""

    @property
    def place(self) -> str:
        """Return where it is: `meta/test_utts.csv, row 3, column role`."""
        parts = [visible(self.file) or "study folder"]
        if self.row is not None:
            parts.append(f"row {self.row}")
        if self.column:
            parts.append(f"column {self.column}")
        return ", ".join(parts)

    def text(self) -> str:
        """Return the finding as lines for a console, without the severity.

        >>> print(Finding("error", "label", "meta/trials_test.csv", "label 'yes'", "target, nontarget", row=3).text())
        meta/trials_test.csv, row 3: label 'yes'
          Allowed: target, nontarget
        """
        lines = [f"{self.place}: {self.found}"]
        if self.allowed:
            lines.append(f"  Allowed: {self.allowed}")
        if self.advice:
            lines.append(f"  What to do: {self.advice}")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, str | int | None]:
        """Return the finding as plain values, for JSON; what is no Unicode in a file's name stands as an escape."""
        values = asdict(self)
        return values | {"file": self.file.encode("utf-8", "backslashreplace").decode("utf-8")}


class Findings:
    """A list of findings that readers add to; they go on after an error as far as they can."""

    def __init__(self) -> None:
        self._all: dict[Finding, None] = {}

    def add(self, finding: Finding) -> None:
        """Add one finding, once."""
        self._all.setdefault(finding)

    def error(self, code: str, file: str, found: str, allowed: str = "", advice: str = "", **place: object) -> None:
        """Add an error; `place` is `row`, `column`, `remark`.

        Where there is nothing to do but to correct what is wrong, the advice says at least where.
        """
        what = ("the cell" if place.get("column") else "the row") if place.get("row") else file
        advice = advice or (f"correct {what}" if what else "")
        self.add(Finding("error", code, file, found, allowed, advice, **place))  # type: ignore[arg-type]

    def warning(self, code: str, file: str, found: str, allowed: str = "", advice: str = "", **place: object) -> None:
        """Add a warning."""
        self.add(Finding("warning", code, file, found, allowed, advice, **place))  # type: ignore[arg-type]

    def note(self, code: str, file: str, found: str, allowed: str = "", advice: str = "", **place: object) -> None:
        """Add a note."""
        self.add(Finding("note", code, file, found, allowed, advice, **place))  # type: ignore[arg-type]

    def refused(self, code: str, file: str, error: InputError) -> None:
        """Add the error that a reader of one file raised."""
        found = error.found.removeprefix(file).removeprefix(":").strip()
        self.error(code, file, found, error.allowed, error.advice)

    @property
    def has_errors(self) -> bool:
        """Say whether a build has to stop."""
        return any(finding.severity == "error" for finding in self._all)

    def sorted(self) -> list[Finding]:
        """Return all findings: errors first, then by file, row and column."""
        return sorted(
            self._all,
            key=lambda f: (SEVERITIES.index(f.severity), f.file, f.row or 0, f.column, f.code, f.found),
        )

    @property
    def errors(self) -> list[Finding]:
        """Return the errors by file, row and column."""
        return [finding for finding in self.sorted() if finding.severity == "error"]

    def stop_on_errors(self, study: str, otherwise: str = "") -> None:
        """Raise one error that holds all errors, and what else can be done.

        Raises:
            InputError: there is at least one error.
        """
        errors = self.errors
        if not errors:
            return
        if len(errors) == 1:
            only = errors[0]
            advice = "; ".join(part for part in (only.advice, otherwise) if part)
            raise InputError(f"{study}: {only.place}: {only.found}", only.allowed, advice)
        listed = "\n".join("- " + finding.text().replace("\n", "\n  ") for finding in errors)
        raise InputError(
            f"{study}: {len(errors)} errors in the study's files\n{listed}",
            advice=otherwise and f"mend these, {otherwise}",
        )

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)


def visible(text: str) -> str:
    """Return a text with signs that cannot be shown as escapes, so that no file's name can garble a console.

    >>> print(visible("a\\x1b[31m/é.npz"), visible("\\udcff"))
    a\\x1b[31m/é.npz \\udcff
    """
    return text if text.isprintable() else "".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)


def quoted(value: object) -> str:
    """Return a value from a file in quotes, with control signs made visible, and cut where it is long.

    Lists and tables stand as `study.toml` and JSON write them, as far as both write them alike.

    >>> print(quoted("a\\tb"), quoted("it's"), len(quoted("x" * 200)), quoted(["original", "mcadams"]))
    'a\\tb' "it's" 83 ["original", "mcadams"]
    """
    if isinstance(value, list | dict):
        return _written(value)
    text = as_text(value)
    cut = text[:MAX_QUOTED] + "…" if len(text) > MAX_QUOTED else text
    # repr() shows line ends, zero-width and direction signs as escapes, so that a message cannot be garbled by them.
    return repr(cut)


def _written(value: list[object] | dict[str, object]) -> str:
    try:
        text = visible(json.dumps(value, ensure_ascii=False, default=as_text))
    except (ValueError, RecursionError):  # nested without end, or a whole number of thousands of digits
        return repr(as_text(value))
    return text[:MAX_QUOTED] + "…" if len(text) > MAX_QUOTED else text


def as_text(value: object) -> str:
    """Return `str(value)`, and words for what Python cannot write out."""
    try:
        return str(value)
    except ValueError:  # Python refuses to write out a whole number of thousands of digits
        return "a number of very many digits"
    except RecursionError:
        return "a value nested too deeply"


def near(word: str, words: Collection[str]) -> str:
    """Return the question whether a known word was meant; empty where none is like it.

    >>> near("cuont", ["count", "value"]), near("x", ["count"])
    ('did you mean count?', '')
    """
    found = difflib.get_close_matches(word[:MAX_QUOTED], list(words), n=1) if len(words) <= MAX_COMPARED else []
    return f"did you mean {found[0]}?" if found else ""


def named(values: Iterable[object], limit: int = EXAMPLES) -> str:
    """Name the first few of several values and count the rest.

    >>> named(["a", "b", "c"], limit=2)
    "'a', 'b' and 1 more"
    """
    names = list(values)
    text = ", ".join(quoted(name) for name in names[:limit])
    return text + (f" and {len(names) - limit} more" if len(names) > limit else "")


def rows_named(rows: Sequence[int], limit: int = EXAMPLES) -> str:
    """Name rows: `row 3` or `rows 3, 4 and 7 more`."""
    if len(rows) == 1:
        return f"row {rows[0]}"
    text = "rows " + ", ".join(str(row) for row in rows[:limit])
    return text + (f" and {len(rows) - limit} more" if len(rows) > limit else "")


def in_rows(rows: Sequence[int]) -> str:
    """Return `rows 3, 4: ` in front of a fault of several rows; nothing for one row, which the finding's place names.

    >>> in_rows([3]), in_rows([3, 4])
    ('', 'rows 3, 4: ')
    """
    return "" if len(rows) == 1 else f"{rows_named(rows)}: "
