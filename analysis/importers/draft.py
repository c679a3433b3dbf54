"""A study that an importer drafts, and its way to disk: a sound study as a whole, or nothing."""

from __future__ import annotations

import csv
import errno
import io
import os
import shutil
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars

from analysis.errors import EngineError, InputError, UsageError
from analysis.study.checks import check_study
from analysis.study.documents import toml_text
from analysis.study.findings import Finding, Findings
from analysis.study.settings import DRAWS_OF_NEW_STUDIES, INTERVAL_OF_NEW_STUDIES


@dataclass
class Draft:
    """A study before it is written.

    Attributes:
        files: path relative to the study, with `/` → content. The paths are an importer's own; where an id of the data
            becomes part of one, `study.ids.id_fault` and `file_part` have let it pass.
        findings: what the importer noticed: what is missing, what was left out, what disagrees. An error refuses all.
        said: lines for the console about what was read, in reading order.
    """

    files: dict[str, str | bytes] = field(default_factory=dict)
    findings: Findings = field(default_factory=Findings)
    said: list[str] = field(default_factory=list)

    def table(self, file: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Add a CSV file; None becomes an empty cell."""
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(["" if cell is None else cell for cell in row] for row in rows)
        self.files[file] = buffer.getvalue()

    def frame(self, file: str, frame: polars.DataFrame) -> None:
        """Add a CSV or a Parquet file, as its name ends; null becomes an empty cell."""
        if file.endswith(".parquet"):
            buffer = io.BytesIO()
            frame.write_parquet(buffer)
            self.files[file] = buffer.getvalue()
        else:
            self.files[file] = frame.write_csv()

    def settings(self, **values: str) -> None:
        """Add `study.toml` with texts, of which an empty one is left out, and the warnings so far as its notes.

        What an import warned of so reaches the readers of the report. A benchmark is resampled as often as one that is
        begun by hand, and quotes the same kind of interval.
        """
        lines = [f"{name} = {toml_text(value)}" for name, value in values.items() if value]
        if values.get("kind") == "benchmark":
            lines += [
                f"draws = {DRAWS_OF_NEW_STUDIES}",
                "# The kind of interval that held the truth most nearly as often as it promises (vpreport coverage).",
                f"interval = {toml_text(INTERVAL_OF_NEW_STUDIES)}",
            ]
        warnings = [f"{f.place}: {f.found}." for f in self.findings.sorted() if f.severity == "warning"]
        if warnings:
            lines += ["notes = [", *(f"  {toml_text(text)}," for text in warnings), "]"]
        self.files["study.toml"] = "".join(f"{line}\n" for line in lines)


def file_part(name: str) -> str:
    """Return an id as part of a file's name.

    Raises:
        InputError: the id would lead elsewhere.

    >>> file_part("B1")
    'B1'
    """
    if not name.strip() or name in (".", "..") or any(sign in name for sign in "/\\\0") or name.startswith("."):
        raise InputError(
            f"the id {name!r} cannot be a file's name", allowed="no / and no \\, no point at the start",
            advice="give the system another name with --name OLD=NEW",
        )  # fmt: skip
    return name


def write_draft(draft: Draft, out: Path) -> list[Finding]:
    """Write a study's folder and return what a check of it finds.

    The files are written beside the target and checked there; only a sound study takes its name.

    Raises:
        UsageError: `out` exists and holds something.
        InputError: the draft or the study that it makes has an error.
        EngineError: the file system refused.
    """
    draft.findings.stop_on_errors("import")
    out = Path(os.path.abspath(out))  # of a path such as new/.. the last part is no name
    if out.is_symlink() or (out.exists() and (not out.is_dir() or any(out.iterdir()))):
        raise _taken(out)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        scratch = Path(tempfile.mkdtemp(dir=out.parent, prefix=f".{out.name}."))
        try:
            # The folder has the study's own name, since a study's name is its folder's.
            study = scratch / out.name
            for name, content in draft.files.items():
                path = study / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
            found = check_study(study)
            checked = Findings()
            for finding in found:
                checked.add(finding)
            checked.stop_on_errors(out.name)
            os.replace(study, out)
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    except OSError as error:
        if error.errno in (errno.ENOTEMPTY, errno.EEXIST):  # another import was faster
            raise _taken(out) from error
        raise EngineError(
            f"{out} could not be written: {error.strerror or error}",
            advice="check that the folder above exists, is yours and has free space",
        ) from error
    return found


def _taken(out: Path) -> UsageError:
    what = "is a link" if out.is_symlink() else "exists and is not empty"
    return UsageError(f"{out} {what}", allowed="a new folder", advice="name another one, or move it away")
