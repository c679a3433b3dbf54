"""The text that an evaluation run prints as its summary: sections with a title, a header and rows, divided by blanks.

    ---- Time: 05-04-24_10:45 ----
    ---- ASV_eval results ----
      dataset split gender enrollment     trial    EER
    0   libri   dev      f   original  original  9.123

What varies from run to run: there may be no time, no column of row numbers, no section of some kind, several sections
of one kind, a second header line, blanks at the ends of lines, another order of the columns. One rule reads all of
them: of each row the last n fields count, n being the number of names in the header.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analysis.importers.attackers import ANONYMIZED, ORIGINAL
from analysis.study.findings import Findings, named, quoted

MARK = "----"
"""Stands at both ends of a line that is a title or a time."""

TIME = re.compile(r"Time:\s*(\d\d)-(\d\d)-(\d\d)(?:_\d\d:\d\d)?")
RESULTS = re.compile(r"(\S+)\s+results")
SECTIONS: Mapping[str, tuple[str, str]] = {
    "SER": ("ser", ""),
    "ASR": ("asr", ""),
    "ASV_eval": ("asv", ORIGINAL),
    "ASV_eval^anon": ("asv", ANONYMIZED),
}
COLUMNS: Mapping[str, tuple[str, ...]] = {
    "ser": ("dataset", "split", "ser", "UAR"),
    "asr": ("dataset", "split", "asr", "WER"),
    "asv": ("dataset", "split", "gender", "enrollment", "trial", "EER"),
}
SECOND_HEADER = frozenset({"mean", "min", "max"})
EMPTY_TABLE = "Empty DataFrame"


@dataclass(frozen=True)
class Row:
    """One row: its line in the file and its fields by the header's names."""

    number: int
    fields: Mapping[str, str]


@dataclass(frozen=True)
class Section:
    """One table of the text.

    Attributes:
        kind: `ser`, `asr` or `asv`.
        evaluator: of an `asv` section, what the evaluator was trained on; else empty.
        day: when the run was, as far as the text says so before the section.
        rows: in the order of the text.
    """

    kind: str
    evaluator: str
    day: datetime.date | None
    rows: tuple[Row, ...]


def is_summary(text: str) -> bool:
    """Say whether a text has the title of at least one section."""
    return any(_title(line) in SECTIONS for line in text.splitlines())


def read_sections(text: str, place: str, findings: Findings) -> list[Section]:
    """Read a summary; what cannot be understood is an error with its line.

    Args:
        text: the file's text.
        place: how messages call it.
        findings: gets the errors, and a warning for a section of an unknown kind.
    """
    sections: list[Section] = []
    day: datetime.date | None = None
    lines: list[tuple[int, str]] = []
    title: str | None = None

    def close() -> None:
        if title is not None and (section := _section(title, day, lines, place, findings)):
            sections.append(section)

    for number, line in enumerate(text.splitlines(), 1):
        marked = _marked(line)
        if marked is None:
            if title is not None and line.strip():
                lines.append((number, line))
            elif line.strip():
                findings.error(
                    "text", place, f"{quoted(line.strip())} stands outside of any section",
                    allowed=f"lines below {_titles()}", advice="hand in the summary as the tool wrote it", row=number,
                )  # fmt: skip
            continue
        close()
        title, lines = None, []
        if time := TIME.fullmatch(marked):
            day = _day(*time.groups())
        elif (title := _title(line)) not in SECTIONS:
            findings.warning(
                "section", place, f"{quoted(line.strip())} is no section that is known; it is left out",
                allowed=_titles(), row=number,
            )  # fmt: skip
            title = ""
    close()
    return sections


def _titles() -> str:
    return ", ".join(f"---- {title} results ----" for title in SECTIONS)


def _title(line: str) -> str:
    """Return the title of a section; empty where a line is none."""
    found = RESULTS.fullmatch(_marked(line) or "")
    return found.group(1) if found else ""


def _marked(line: str) -> str | None:
    """Return what stands between two marks; None where a line is not of that form."""
    bare = line.strip()
    if len(bare) < 2 * len(MARK) or not (bare.startswith(MARK) and bare.endswith(MARK)):
        return None
    return bare[len(MARK) : -len(MARK)].strip()


def _day(day: str, month: str, year: str) -> datetime.date | None:
    try:
        return datetime.date(2000 + int(year), int(month), int(day))
    except ValueError:
        return None


def _section(
    title: str, day: datetime.date | None, lines: Sequence[tuple[int, str]], place: str, findings: Findings
) -> Section | None:
    if title not in SECTIONS:
        return None
    kind, evaluator = SECTIONS[title]
    if not lines or lines[0][1].strip() == EMPTY_TABLE:
        findings.warning("section", place, f"the section {quoted(title)} holds no rows")
        return None
    header = lines[0][1].split()
    wanted = COLUMNS[kind]
    missing = [name for name in wanted if name not in header]
    if missing or len(set(header)) < len(header):
        findings.error(
            "header", place,
            f"the section {quoted(title)} has {'no ' + named(missing) if missing else 'a name twice'} in its header",
            allowed=" ".join(wanted), advice="hand in the summary as the tool wrote it", row=lines[0][0],
        )  # fmt: skip
        return None
    rows = []
    for number, line in lines[1:]:
        fields = line.split()
        if set(fields) <= SECOND_HEADER:
            continue
        # In front of the named columns stands a row number, or nothing.
        if len(fields) - len(header) not in (0, 1):
            findings.error(
                "ragged", place, f"{len(fields)} fields where the header has {len(header)}",
                allowed="a field for each name, and a row number in front of them or none",
                advice="hand in the summary as the tool wrote it", row=number,
            )  # fmt: skip
            continue
        rows.append(Row(number, dict(zip(header, fields[-len(header) :], strict=True))))
    return Section(kind, evaluator, day, tuple(rows))
