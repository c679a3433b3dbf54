"""Which studies a build covers, in which order, and what is made of them."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from pathlib import Path

import polars
from tabulate import tabulate

from analysis.built import Build, shown_folder
from analysis.cache import Cache
from analysis.errors import InputError, UsageError
from analysis.inert import inert
from analysis.ledger import Ledger
from analysis.overrides import NO_OVERRIDES, Overrides
from analysis.pages.charts import Chart
from analysis.pages.figures.canvas import Canvas
from analysis.pages.measure import OnePage, remembered
from analysis.pages.pictures import Pictures
from analysis.pages.site import Site, sheets_of
from analysis.pages.templates import compile_ahead
from analysis.provenance import PROVENANCE, STAGES, VERDICTS, provenance_table, stage_table, verdict_table
from analysis.results import Results
from analysis.study.settings import Settings
from analysis.underway import Progress, Underway
from analysis.versions import version_lines, versions
from analysis.work import Here, Workers


def silent(_step: str, _done: int, _total: int) -> None:
    """Report no progress."""


def build(
    root: Path,
    folders: Sequence[Path],
    out: Path,
    cache_folder: Path | None,
    overrides: Overrides = NO_OVERRIDES,
    progress: Progress = silent,
    partial: bool = False,
    crew: Workers | None = None,
) -> Build:
    """Compute every study and make every file of the report in memory; nothing is written.

    Args:
        root: the clone, whose templates are used.
        folders: the studies.
        out: the report's folder.
        cache_folder: where heavy results are kept; None keeps none.
        overrides: settings instead of the studies' own.
        progress: told of each step.
        partial: go on with what is sound of a study with errors, and say on its pages what is left out.
        crew: who computes heavy results, entered by the caller; None is this process alone. The report does not
            depend on it.

    Raises:
        InputError: studies cannot be used; the message holds all of their errors.
        EngineError: who computes cannot be reached, or dies again and again.
        UsageError: two studies have one name.
    """
    names = [folder.resolve().name for folder in folders]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(
            f"two studies are named {', '.join(twice)}", advice="rename a folder: its name is the study's id"
        )
    cache, crew = Cache(cache_folder), crew or Here()
    given: list[Underway] = []
    inputs: list[tuple[str, str, int]] = []
    refused: list[InputError] = []
    for folder in sorted(folders, key=lambda path: path.resolve().name):
        progress(f"read {folder.resolve().name}", 0, 0)
        try:
            one = Underway(folder, overrides, partial)
        except InputError as error:  # the other studies may have some, too
            refused.append(error)
            continue
        given.append(one)
        prefix = shown_folder(root, folder)
        inputs += [(f"{prefix}/{file}", found, (folder / file).stat().st_size) for file, found in one.digests.items()]
    if refused:
        raise refused[0] if len(refused) == 1 else InputError("\n".join(str(error) for error in refused))
    settings = [one.study.settings for one in given]
    lead = _lead(settings)
    draw = Pictures(cache, crew)
    made: dict[str, Results] = {}
    drawings: dict[str, dict[str, Chart]] = {}
    # What a fresh clone lacks is best made before heavy results are shared out, of which whoever makes it takes fewer:
    # after them this process works alone on what takes longest.
    crew.aside(compile_ahead, root / "templates", list(dict.fromkeys(one.kind for one in settings)))
    for results in _in_turn(given, cache, crew, progress, lambda: draw.begin(_sheets(drawings))):
        made[results.study] = results
        drawings[results.study] = Site.charts_of(results, lead=results.study == lead)
    progress("draw figures and write pages", 0, 0)
    cache.standing = lambda _inputs: None  # figures rest on results
    recipes = list(cache.recipes.values())  # what numbers rest on; figures and lay-out move none
    studies = [made[one.study.settings.study] for one in given]
    site = Site(studies, made[lead], root / "templates", version_lines(root), draw, drawings)
    draw.begin(_sheets(drawings))
    figures = site.figures()  # by all processes, and before Pandoc comes beside this one: it needs as much memory
    crew.rest()
    in_part = [one.study.settings.study for one in given if one.study.coverage is not None]
    tables: dict[str, str] = {"inputs.csv": _csv(("path", "sha256", "bytes"), sorted(inputs))}

    def write_tables() -> None:
        tables.update(_tables(studies))
        tables[PROVENANCE] = provenance_table(settings, recipes, versions(root), in_part)
        tables[STAGES] = stage_table(recipes)

    with tempfile.TemporaryDirectory(prefix="vpreport-") as scratch:
        fits = OnePage(root / "templates", Path(scratch), site.summary_figures())
        files = site.pages(remembered(fits, cache, lead), meanwhile=write_tables) | tables | figures
    cache.write_log()
    cache.sweep()
    warnings = [
        f"{one.study.settings.study}: {finding.text()}"
        for one in given for finding in one.study.findings if finding.severity == "warning"
    ]  # fmt: skip
    left_out = [
        f"{one.study.settings.study}: {error.text()}"
        for one in given if one.study.coverage is not None for error in one.study.coverage.errors
    ]  # fmt: skip
    return Build(files, cache.computed, cache.reused, warnings, left_out, in_part)


def _in_turn(
    given: Sequence[Underway], cache: Cache, crew: Workers, progress: Progress, meanwhile: Callable[[], None]
) -> Iterator[Results]:
    """Yield the results of every study, those first that wait for nothing.

    Who else computes has something to do all the time: the heavy results of a study while this process works on those
    that need none, and while this one puts results together, `meanwhile` and the heavy results of the next study.
    """
    heavy = [one for one in given if one.heavy]
    for one in heavy[:1]:
        one.begin(cache, crew, progress)
    yield from (one.results() for one in given if not one.heavy)
    for one, after in zip_longest(heavy, heavy[1:]):
        one.finish()
        meanwhile()
        if after is not None:
            after.begin(cache, crew, progress)
        yield one.results()


def _tables(studies: Sequence[Results]) -> dict[str, str]:
    """Return the ledger, the verdicts and each study's tables, by path."""
    files = {"ledger.csv": Ledger(entry for results in studies for entry in results.ledger).to_csv()}
    files[VERDICTS] = verdict_table(studies)
    for results in studies:
        files |= {f"{results.study}/{name}": _table(frame) for name, frame in results.tables.items()}
        if "leaderboard_recomputed.csv" in results.tables:
            files[f"{results.study}/leaderboard_recomputed.md"] = _markdown(
                results.tables["leaderboard_recomputed.csv"]
            )
    return files


def _sheets(drawings: Mapping[str, Mapping[str, Chart]]) -> dict[str, Canvas]:
    return {path: sheet for study, drawn in drawings.items() for path, sheet in sheets_of(study, drawn).items()}


def _lead(settings: Sequence[Settings]) -> str:
    """Return the study of the summary: `lead = true`, else the first benchmark by name, else the first by name."""
    leads = [given.study for given in settings if given.lead]
    if len(leads) > 1:
        raise InputError(
            f"the studies {', '.join(leads)} all say lead = true", allowed="one lead study", advice="change study.toml"
        )
    return next(iter([*leads, *(given.study for given in settings if given.kind == "benchmark"), settings[0].study]))


def _csv(columns: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return buffer.getvalue()


def _table(frame: polars.DataFrame) -> str:
    return _csv(frame.columns, [["" if cell is None else inert(cell) for cell in row] for row in frame.iter_rows()])


def _markdown(frame: polars.DataFrame) -> str:
    rows = [["" if cell is None else str(cell).replace("|", "\\|") for cell in row] for row in frame.iter_rows()]
    alignment = ["left", *["right"] * (len(frame.columns) - 1)]
    return tabulate(rows, frame.columns, tablefmt="pipe", disable_numparse=True, colalign=alignment) + "\n"
