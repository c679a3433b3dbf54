"""Text files in Kaldi's style: a key and its values in each line, no header, blanks between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analysis.importers.voiceprivacy.folders import Folder
from analysis.study.findings import Findings, in_rows, quoted


@dataclass(frozen=True)
class Line:
    """One line: its number from 1, and its fields."""

    row: int
    fields: tuple[str, ...]


def read_lines(folder: Folder, file: str, width: int, findings: Findings) -> list[Line]:
    """Return the lines of a file that are not blank, each with `width` fields; any other width is an error.

    Any blank divides fields. The toolkits divide some files at exactly one blank, and read another id where two or a
    tab stand, so that lines of that kind are noted.
    """
    text = folder.text(file, findings)
    if text is None:
        return []
    lines: list[Line] = []
    ragged: list[Line] = []
    spread: list[int] = []
    for line, raw in _lines(text):
        if len(line.fields) != width:
            ragged.append(line)
            continue
        lines.append(line)
        if raw.strip() != " ".join(line.fields):
            spread.append(line.row)
    if ragged:
        findings.error(
            "ragged",
            folder.place(file),
            f"{in_rows([line.row for line in ragged])}{len(ragged[0].fields)} fields "
            f"({quoted(' '.join(ragged[0].fields))})",
            allowed=f"{width} fields in each line, with a blank between them",
            advice="correct the line; an id holds no blank",
            row=ragged[0].row,
        )
    if spread:
        findings.note(
            "blanks",
            folder.place(file),
            f"{in_rows(spread)}fields are divided by a tab or by several blanks; they are read as fields all the same",
            allowed="one blank",
            advice="the toolkit itself reads such a line wrongly where it divides at one blank: see how it was scored",
            row=spread[0],
        )
    return lines


def read_map(folder: Folder, file: str, findings: Findings) -> dict[str, str]:
    """Return key → the rest of its line, with one blank between words; empty where a line holds the key alone.

    Two different values for a key are an error: the toolkits take the later one without a word.
    """
    text = folder.text(file, findings)
    found: dict[str, str] = {}
    first: dict[str, int] = {}
    for line, _ in _lines(text or ""):
        key, value = line.fields[0], " ".join(line.fields[1:])
        if key not in found:
            found[key], first[key] = value, line.row
        elif found[key] != value:
            findings.error(
                "conflict",
                folder.place(file),
                f"{quoted(key)} has {quoted(value)} here and {quoted(found[key])} in line {first[key]}",
                allowed="each key once",
                advice="keep the line that is right",
                row=line.row,
            )
    return found


def _lines(text: str) -> Iterator[tuple[Line, str]]:
    # Split at line feeds only: other signs that end a line in print may stand inside one.
    for row, raw in enumerate(text.split("\n"), 1):
        fields = raw.split()
        if fields:
            yield Line(row, tuple(fields)), raw
