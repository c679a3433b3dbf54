"""Text files of a study: whether one is there, what it holds, and what is wrong with it where it is no UTF-8."""

from __future__ import annotations

import os
import re
from pathlib import Path

from analysis.study.findings import Findings, quoted

SAMPLE = 65_536
"""Bytes at the start of a file by which an encoding without a mark is told."""

SIGNATURES = (
    (b"PK\x03\x04", "a zip archive, such as the own format of a spreadsheet", "export the table as CSV (UTF-8)"),
    (b"\xd0\xcf\x11\xe0", "an old office document, such as .xls", "export the table as CSV (UTF-8)"),
    (b"\x1f\x8b", "compressed with gzip", "unpack it"),
    (b"PAR1", "a Parquet file", "write the table as CSV (UTF-8)"),
    (b"version https://git-lfs.github.com/", "a pointer of Git LFS, not the file itself", "run `git lfs pull`"),
    (b"/annex/objects/", "a pointer of git-annex, not the file itself", "run `git annex get`"),
)
MARKS = (
    (b"\xff\xfe\x00\x00", "UTF-32"),
    (b"\x00\x00\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
)

MAX_HEADER = 100_000


def is_there(folder: Path, file: str) -> bool:
    """Say whether something has a file's name, be it only a folder or a link that leads nowhere.

    What is there and is no file must not be taken for a file that is absent: `read_text` says what is wrong with it.
    """
    return os.path.lexists(folder / file)


def no_file(path: Path) -> str:
    """Return what a path leads to where that is no ordinary file; empty where it is one.

    A pipe would be waited for without an end, and a device such as /dev/zero read without one.
    """
    if path.is_file():
        return ""
    return "a folder" if path.is_dir() else "a link that leads to no file" if path.is_symlink() else "no ordinary file"


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


def leads_outside(folder: Path, file: str) -> bool:
    """Say whether a link on the way to a file leads out of the folder; a link to the folder itself is none of these.

    A loop of links leads nowhere and is told by whoever opens the file.
    """
    try:
        return not (folder / file).resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError):
        return False


def other_format(data: bytes) -> tuple[str, str]:
    """Return what a file is by its first bytes, and the remedy; empty where it may be what its name says.

    >>> other_format(b"version https://git-lfs.github.com/spec/v1")[1], other_format(b"utt_id,speaker")
    ('run `git lfs pull`', ('', ''))
    """
    return next(((what, remedy) for start, what, remedy in SIGNATURES if data.startswith(start)), ("", ""))


def read_text(folder: Path, file: str, findings: Findings) -> str | None:
    """Read a UTF-8 file of a study, or add an error that says which encoding or format it seems to have."""
    path = folder / file
    # A page shows what the tables of a study hold, so that these may not come from elsewhere on the machine.
    if leads_outside(folder, file):
        findings.error(
            "outside", file, "the file is a link that leads out of the study's folder", allowed="a file in the folder",
            advice="put the file itself there",
        )  # fmt: skip
        return None
    if what := no_file(path):
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
    return _decoded(data, file, findings)


def _decoded(data: bytes, file: str, findings: Findings) -> str | None:
    """Return the text without its byte-order mark; None where it is no UTF-8, which `findings` then explain."""
    what, remedy = other_format(data)
    if what:
        findings.error("encoding", file, f"the file is {what}", allowed="a text file in UTF-8", advice=remedy)
        return None
    wide = _wide_encoding(data)
    if wide:
        findings.error("encoding", file, f"the file is {wide}", allowed="UTF-8", advice=_save_again(file))
        return None
    if b"\0" in data:
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        findings.error(
            "encoding", file, f"the file holds null bytes (the first in line {line}); it is no text", allowed="UTF-8",
            advice="write the file again; it is damaged or of another format",
        )  # fmt: skip
        return None
    try:
        return data.decode("utf-8-sig").lstrip("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        place = f"byte {data[error.start]:#04x} in line {line}"
        findings.error(
            "encoding", file, f"the file is not UTF-8 ({place}); {_narrow_encoding(data, error.start)}",
            allowed="UTF-8", advice=_save_again(file),
        )  # fmt: skip
        return None


def _save_again(file: str) -> str:
    return "save it again as UTF-8" + (" (in a spreadsheet: “CSV UTF-8”)" if file.lower().endswith(".csv") else "")


def _wide_encoding(data: bytes) -> str:
    """Return UTF-16 or UTF-32 where a file is written so; empty where it is not.

    Without a byte-order mark it is told by its null bytes: in UTF-16 text with some Latin letters, commas or line ends
    they stand at even places only, or at odd places only.
    """
    for mark, name in MARKS:
        if data.startswith(mark):
            return name
    sample = data[:SAMPLE]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if max(even, odd) < max(4, len(sample) // 50):
        return ""
    if min(even, odd) * 10 <= max(even, odd):
        return f"UTF-16 without a byte-order mark ({'little' if odd > even else 'big'}-endian)"
    return "UTF-32 without a byte-order mark" if (even + odd) * 3 > len(sample) * 2 else ""


def _narrow_encoding(data: bytes, place: int) -> str:
    """Say what the byte at a place would be in the encodings that old spreadsheets write."""
    # Windows-1252 puts letters and quotes where Latin-1 has control signs only.
    name = "Windows-1252" if any(0x80 <= byte <= 0x9F for byte in data[:SAMPLE]) else "Latin-1"
    around = data[max(0, place - 8) : place + 8].decode("cp1252", errors="replace")
    word = next((part for part in around.split() if any(ord(sign) > 127 for sign in part)), around)
    return f"it looks like {name}, in which this reads {quoted(word)}"
