"""One side of a comparison: a result folder or a git revision, with its tables read and checked."""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import polars

from analysis.diff.revisions import commit_of, files_of
from analysis.errors import EngineError, UsageError
from analysis.ledger import COLUMNS
from analysis.provenance import (
    PROVENANCE,
    PROVENANCE_COLUMNS,
    STAGE_COLUMNS,
    STAGES,
    VERDICT_COLUMNS,
    VERDICTS,
    Stage,
    read_stages,
)

LEDGER, INPUTS = "ledger.csv", "inputs.csv"
REPORT = "report"
MOST_DECIMALS = 30
_FIGURE = re.compile(r"[^/]+/figures/[^/]+\.svg")
_BUILD = "build the report again with `vpreport build`"


@dataclass(frozen=True)
class Side:
    """What one report says.

    Attributes:
        name: as it was asked for, with the commit's first digits where it is a revision.
        ledger: the ledger's columns, all as text.
        inputs: path → (SHA-256, bytes).
        verdicts: key → verdict; None where the report has no such file.
        provenance: (kind, name) → version of settings, code and libraries; None where the report has no such file.
        stages: what each heavy result rests on; empty where the report has no such file.
        figures: path below the report → SHA-256 of its bytes.
    """

    name: str
    ledger: polars.DataFrame
    inputs: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    verdicts: Mapping[str, str] | None = None
    provenance: Mapping[tuple[str, str], str] | None = None
    stages: tuple[Stage, ...] = ()
    figures: Mapping[str, str] = field(default_factory=dict)


def read_side(name: str, root: Callable[[], Path]) -> Side:
    """Return the report that `name` means: a folder with a ledger, a folder that holds such a `report/`, or a revision.

    A folder comes before a revision of the same name; `./name` is never a revision.

    Args:
        name: a path or a git revision.
        root: returns the clone; only asked for a revision.

    Raises:
        UsageError: the name is neither.
        EngineError: there is no ledger, or a file of it cannot be read.
    """
    if not name or not name.isprintable():
        raise UsageError(f"{name!r} names nothing", "a folder that holds ledger.csv, or a git revision")
    folder = Path(name)
    for place in (folder, folder / REPORT):
        if (place / LEDGER).is_file():
            return _side(name, _files_below(place))
    if name.startswith("-"):
        raise UsageError(f"{name!r} is no revision: a revision does not begin with -", _allowed())
    commit = None if name.startswith(("./", "../", "/")) else commit_of(root(), name)
    if commit is not None:
        files = files_of(root(), commit, f"{REPORT}/", _wanted)
        shown = name if commit.startswith(name) else f"{name} ({commit[:10]})"
        if LEDGER not in files:
            raise EngineError(
                f"{shown} has no {REPORT}/{LEDGER}", advice="name a revision in which a report is committed"
            )
        return _side(shown, files)
    if folder.is_dir():
        raise EngineError(f"{name} holds neither {LEDGER} nor {REPORT}/{LEDGER}", advice=_BUILD)
    raise UsageError(f"{name!r} is neither a folder nor a git revision", _allowed())


def _allowed() -> str:
    return f"a folder that holds {LEDGER}, one that holds {REPORT}/{LEDGER}, or a git revision"


def _wanted(name: str) -> bool:
    return name in (LEDGER, INPUTS, VERDICTS, PROVENANCE, STAGES) or bool(_FIGURE.fullmatch(name))


def _files_below(folder: Path) -> dict[str, bytes]:
    names = [LEDGER, INPUTS, VERDICTS, PROVENANCE, STAGES]
    names += [path.relative_to(folder).as_posix() for path in sorted(folder.glob("*/figures/*.svg"))]
    found = ((name, folder / name) for name in names)
    return {name: path.read_bytes() for name, path in found if path.is_file() and not path.is_symlink()}


def _side(name: str, files: Mapping[str, bytes]) -> Side:
    # A checkout on Windows may have turned the ends of lines; that is no news.
    files = {path: content.replace(b"\r\n", b"\n") for path, content in files.items()}

    def rows(file: str, columns: Iterable[str]) -> list[dict[str, str]] | None:
        return _table(name, file, files[file], tuple(columns)).to_dicts() if file in files else None

    verdicts, provenance = rows(VERDICTS, VERDICT_COLUMNS), rows(PROVENANCE, PROVENANCE_COLUMNS)
    return Side(
        name,
        _ledger(name, files[LEDGER]),
        {row["path"]: (row["sha256"], row["bytes"]) for row in rows(INPUTS, ("path", "sha256", "bytes")) or ()},
        None if verdicts is None else {row["key"]: row["verdict"] for row in verdicts},
        None if provenance is None else {(row["kind"], row["name"]): row["version"] for row in provenance},
        read_stages(rows(STAGES, STAGE_COLUMNS) or ()),
        {path: hashlib.sha256(content).hexdigest() for path, content in files.items() if path.endswith(".svg")},
    )


def _table(name: str, file: str, content: bytes, columns: tuple[str, ...]) -> polars.DataFrame:
    """Return a table of texts; an empty cell is an empty text."""
    try:
        frame = polars.read_csv(io.BytesIO(content), infer_schema=False)
    except (polars.exceptions.PolarsError, UnicodeError) as error:
        raise EngineError(f"{name}: {file} is no table: {str(error).splitlines()[0]}", advice=_BUILD) from error
    absent = [column for column in columns if column not in frame.columns]
    if absent:
        raise EngineError(f"{name}: {file} has no column {', '.join(absent)}", f"{', '.join(columns)}", _BUILD)
    return frame.select(polars.col(column).fill_null("") for column in columns)


def _ledger(name: str, content: bytes) -> polars.DataFrame:
    frame = _table(name, LEDGER, content, COLUMNS)
    if frame["key"].n_unique() < frame.height:
        _refuse(name, frame.filter(polars.col("key").is_duplicated()), "the key stands twice")
    return frame


def check_numbers(name: str, rows: polars.DataFrame, suffix: str = "") -> None:
    """Refuse ledger rows that cannot be printed; asked only of the rows that differ, which are few.

    Args:
        name: the side's.
        rows: rows of its ledger, the columns with this suffix.

    Raises:
        EngineError: a cell is not what its column holds.
    """
    decimals = polars.col(f"decimals{suffix}").cast(polars.Int64, strict=False)
    _refuse(name, rows.filter(~decimals.is_between(0, MOST_DECIMALS).fill_null(False)), "decimals is no small number")
    for column, kind in (("value", polars.Float64), ("ci_low", polars.Float64), ("ci_high", polars.Float64),
                         ("n", polars.Int64)):  # fmt: skip
        cell = polars.col(column + suffix)
        fine = (cell == "") | cell.cast(kind, strict=False).cast(polars.Float64).is_finite().fill_null(False)
        _refuse(name, rows.filter(~fine), f"{column} is no number")


def _refuse(name: str, rows: polars.DataFrame, what: str) -> None:
    if rows.height:
        raise EngineError(f"{name}: {LEDGER}, {quote(rows['key'][0], safe='/%')}: {what}", advice=_BUILD)
