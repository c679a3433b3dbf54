"""Whether the inputs are still those that the report was made from, and the site's copies those of the report."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from analysis.audit.findings import Finding
from analysis.errors import InputError
from analysis.files import digest

COLUMNS = ["path", "sha256", "bytes"]
_RENDERED = (".html", ".pdf")
LEDGER_JSON = "report/ledger.json"
_COPIED = (".csv", ".md", ".svg")
_NUMBERS = {"value", "decimals", "ci_low", "ci_high", "n"}
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
    files = input_files(root, report, studies)
    for path, sha256, _ in input_rows(report / shown):
        file = files[path]
        if not file.is_file():
            yield Finding(path, "input", "no file", f"the file that the report was made from; {_AGAIN}", shown)
        elif (found := digest(file)) != sha256:
            expected = f"{sha256[:12]}…, as {shown} says; {_AGAIN}"
            yield Finding(path, "input", f"bytes with the digest {found[:12]}…", expected)


def input_files(root: Path, report: Path, studies: Mapping[str, Path]) -> dict[str, Path]:
    """Return where each input of a report stands; arguments and errors as in `input_faults`."""
    found = {}
    for path, _, _ in input_rows(report / "inputs.csv"):
        first, _, rest = path.partition("/")
        found[path] = studies[first] / rest if first in studies else root / path
    return found


def input_rows(path: Path) -> list[tuple[str, str, str]]:
    """Return (path, SHA-256, bytes) of each input that `inputs.csv` lists.

    Raises:
        InputError: it is not what a build writes.
    """
    try:
        reader = csv.reader(io.StringIO(path.read_bytes().decode("utf-8"), newline=""), strict=True)
        rows = list(reader)
    except (UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"{path} cannot be read: {error}", advice=_AGAIN) from error
    if not rows or rows[0] != COLUMNS or any(len(row) != len(COLUMNS) for row in rows):
        raise InputError(f"{path} is not a list of inputs", allowed=", ".join(COLUMNS), advice=_AGAIN)
    return [(row[0], row[1], row[2]) for row in rows[1:]]


def copy_faults(report: Path, site: Path) -> Iterator[Finding]:
    """Return every table, picture and ledger of the site that is not the report's, and every file beside them."""
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
    for path in sorted(path for path in (site / "report").rglob("*") if path.is_file()):
        name = path.relative_to(site).as_posix()
        if path.suffix in _RENDERED or name == LEDGER_JSON or path.name.startswith("."):
            continue
        if not (report / path.relative_to(site / "report")).is_file():
            yield Finding(name, "copy", "a file that the report lacks", "pages, tables and pictures of the report only")


def json_faults(report: Path, site: Path) -> Iterator[Finding]:
    """Return every row of the site's `ledger.json` that does not say what the report's `ledger.csv` says.

    Both files are read as they are written, not through the ledger that wrote them.
    """
    name = LEDGER_JSON
    path = site / name
    if not path.is_file():
        return
    with (report / "ledger.csv").open(encoding="utf-8", newline="") as file:
        wanted = {row["key"]: row for row in csv.DictReader(file)}
    try:
        rows = json.loads(path.read_bytes())
        found = [(row["key"], row) for row in rows]
    except (ValueError, TypeError, LookupError) as error:
        yield Finding(name, "copy", f"no rows: {error}", "the rows of ledger.csv; run `vpreport render` again")
        return
    for key, row in found:
        if key not in wanted:
            yield Finding(name, "unknown key", str(key), "a key that ledger.csv has")
            continue
        for column in sorted(wanted[key].keys() | row.keys()):
            said, expected = row.get(column), wanted[key].get(column)
            if column not in row or expected is None or not _is_same(column, said, expected):
                kind = "tag" if column in ("tag", "inputs") else "digits" if column in _NUMBERS else "copy"
                yield Finding(name, kind, f"{column} {said}", expected or f"no {column}", key)
    for key, count in Counter([key for key, _ in found] + list(wanted)).items():
        if key in wanted and count != 2:
            yield Finding(name, "row", f"{key} {count - 1} times", "each row of the ledger once")


def _is_same(column: str, said: object, expected: str) -> bool:
    """Compare a JSON value with a CSV cell: numbers as numbers, what is missing as null."""
    if column not in _NUMBERS:
        return said == expected
    if not expected:
        return said is None
    return isinstance(said, int | float) and not isinstance(said, bool) and said == float(expected)
