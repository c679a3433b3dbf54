"""Text files of a study: whether one is there, what it holds, and what is wrong with it where it is no UTF-8."""

from __future__ import annotations

import os
import re
from pathlib import Path

from analysis.study.findings import Findings

MAX_HEADER = 100_000


def is_there(folder: Path, file: str) -> bool:
    """Say whether something has a file's name, be it only a folder or a link that leads nowhere.

    What is there and is no file must not be taken for a file that is absent: `read_text` says what is wrong with it.
    """
    return os.path.lexists(folder / file)


def names_column(folder: Path, file: str, column: str) -> bool:
    """Say whether the first line of a table names a column; False where it cannot be read. Nothing is told."""
    if not (folder / file).is_file():
        return False
    try:
        with (folder / file).open("rb") as stream:
            line = stream.readline(MAX_HEADER)
    except OSError:
        return False
    names = re.split("[,;\t]", line.decode("utf-8-sig", errors="replace"))
    return column in {name.strip(' \r\n"') for name in names}


def read_text(folder: Path, file: str, findings: Findings) -> str | None:
    """Read a UTF-8 file of a study, or add an error that says which encoding it seems to have."""
    path = folder / file
    if not path.is_file():
        what = (
            "a folder" if path.is_dir() else "a link that leads to no file" if path.is_symlink() else "no ordinary file"
        )
        findings.error(
            "unreadable", file, f"the file cannot be read: it is {what}", allowed="a text file",
            advice="put the file there, or take away what stands in its place",
        )  # fmt: skip
        return None
    try:
        data = path.read_bytes()
    except OSError as error:
        findings.error(
            "unreadable", file, f"the file cannot be read: {error.strerror or error}", allowed="a text file",
            advice="see whether the file may be read",
        )  # fmt: skip
        return None
    advice = "save it again as UTF-8 (in a spreadsheet: “CSV UTF-8”)"
    nulls = data[:4096].count(0)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")) or (nulls and nulls >= len(data[:4096]) // 4):
        findings.error("encoding", file, "the file is UTF-16", allowed="UTF-8", advice=advice)
        return None
    if nulls or b"\0" in data:
        findings.error("encoding", file, "the file holds null bytes; it is no text", allowed="UTF-8", advice=advice)
        return None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        findings.error(
            "encoding",
            file,
            f"the file is not UTF-8 (byte {data[error.start]:#04x} in line {line}); it looks like Latin-1 or "
            f"Windows-1252",
            allowed="UTF-8",
            advice=advice,
        )
        return None
