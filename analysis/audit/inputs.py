"""Whether the inputs are still those that the report was made from, and the site's copies those of the report."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path

from analysis.audit.findings import Finding
from analysis.errors import InputError
from analysis.files import digest

COLUMNS = ["path", "sha256", "bytes"]
_COPIED = (".csv", ".md", ".svg")
_AGAIN = "build the report again with `vpreport build`"


def input_faults(root: Path, report: Path, studies: Mapping[str, Path]) -> Iterator[Finding]:
    """Return every input whose file is gone or holds other bytes than `inputs.csv` says.

    Args:
        root: the clone, in which the paths of `inputs.csv` begin.
        report: the folder of the report.
        studies: folders of studies that stand outside the clone, by their names.

    Raises:
        InputError: `inputs.csv` is not what a build writes.
    """
    shown = "inputs.csv"
    for path, sha256 in _rows(report / shown):
        first, _, rest = path.partition("/")
        file = studies[first] / rest if first in studies else root / path
        if not file.is_file():
            yield Finding(path, "input", "no file", f"the file that the report was made from; {_AGAIN}", shown)
        elif (found := digest(file)) != sha256:
            expected = f"{sha256[:12]}…, as {shown} says; {_AGAIN}"
            yield Finding(path, "input", f"bytes with the digest {found[:12]}…", expected)


def _rows(path: Path) -> list[tuple[str, str]]:
    try:
        reader = csv.reader(io.StringIO(path.read_bytes().decode("utf-8"), newline=""), strict=True)
        rows = list(reader)
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path} cannot be read: {error}", advice=_AGAIN) from error
    if not rows or rows[0] != COLUMNS or any(len(row) != len(COLUMNS) for row in rows):
        raise InputError(f"{path} is not a list of inputs", allowed=", ".join(COLUMNS), advice=_AGAIN)
    return [(row[0], row[1]) for row in rows[1:]]


def copy_faults(report: Path, site: Path) -> Iterator[Finding]:
    """Return every table, picture and ledger of the site that is not the report's."""
    for path in sorted(path for path in report.rglob("*") if path.suffix in _COPIED and path.is_file()):
        name = path.relative_to(report).as_posix()
        if any(part.startswith((".", "_")) for part in name.split("/")):
            continue
        copy = site / "report" / name
        again = "run `vpreport render` again"
        if not copy.is_file():
            yield Finding(f"report/{name}", "copy", "no file", f"a copy of the report's; {again}")
        elif copy.read_bytes() != path.read_bytes():
            yield Finding(f"report/{name}", "copy", "other bytes than the report's", again)
