"""Which studies a build covers, in which order, and what is made of them."""

from __future__ import annotations

import csv
import io
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import polars
from tabulate import tabulate

from analysis.attacks import attacks_results
from analysis.benchmark import Workbench, benchmark_results, prepare_all
from analysis.benchmark.source import open_benchmark, source_of
from analysis.built import Build, shown_folder
from analysis.cache import Cache
from analysis.challenge import challenge_results
from analysis.challenge.claims import check_claims
from analysis.errors import InputError, UsageError
from analysis.files import digest
from analysis.inert import inert
from analysis.ledger import Ledger
from analysis.overrides import NO_OVERRIDES, Overrides
from analysis.pages.measure import OnePage, remembered
from analysis.pages.pictures import pictures
from analysis.pages.site import Site
from analysis.partial import with_coverage
from analysis.provenance import PROVENANCE, STAGES, VERDICTS, provenance_table, stage_table, verdict_table
from analysis.results import Results
from analysis.standing import Standing
from analysis.study.attacks import Attacks, read_attacks
from analysis.study.benchmark import Benchmark
from analysis.study.challenge import Challenge, read_challenge
from analysis.study.findings import Findings
from analysis.study.settings import Settings, read_settings
from analysis.study.sound_attacks import sound_attacks
from analysis.study.sound_challenge import sound_challenge
from analysis.versions import version_lines, versions
from analysis.work import Here, Workers

Progress = Callable[[str, int, int], None]
INSTEAD = "or build what is sound: `vpreport build --partial` leaves the rest out and says so on the pages"
"""What can be done about an error beside mending it."""


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
        InputError: a study cannot be used; the message holds all of its errors.
        EngineError: who computes cannot be reached, or dies again and again.
        UsageError: two studies have one name.
    """
    names = [folder.resolve().name for folder in folders]
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise UsageError(
            f"two studies are named {', '.join(twice)}", advice="rename a folder: its name is the study's id"
        )
    cache = Cache(cache_folder)
    studies: list[Results] = []
    inputs: list[tuple[str, str, int]] = []
    warnings: list[str] = []
    left_out: list[str] = []
    in_part: list[str] = []
    leads: list[str] = []
    settings: list[Settings] = []
    for folder in sorted(folders, key=lambda path: path.resolve().name):
        progress(f"read {folder.resolve().name}", 0, 0)
        standing = Standing(folder)
        study = _read(folder, overrides, partial)
        digests = {file: digest(folder / file) for file in study.inputs}
        standing.refuse_moved(digests)
        cache.standing = standing.refuse_moved
        prefix = shown_folder(root, folder)
        inputs += [(f"{prefix}/{file}", found, (folder / file).stat().st_size) for file, found in digests.items()]
        warnings += [
            f"{study.settings.study}: {finding.text()}" for finding in study.findings if finding.severity == "warning"
        ]
        if study.coverage is not None:
            in_part.append(study.settings.study)
            left_out += [f"{study.settings.study}: {error.text()}" for error in study.coverage.errors]
        settings.append(study.settings)
        if study.settings.lead:
            leads.append(study.settings.study)
        results = _results(study, cache, digests, overrides, partial, progress, crew or Here())
        studies.append(with_coverage(results, study.coverage))
    lead = _lead(studies, leads)
    progress("draw figures and write pages", 0, 0)
    cache.standing = lambda _inputs: None  # figures rest on results
    recipes = list(cache.recipes.values())  # what numbers rest on; figures and lay-out move none
    site = Site(studies, lead, root / "templates", version_lines(root), pictures(cache))
    with tempfile.TemporaryDirectory(prefix="vpreport-") as scratch:
        fits = OnePage(root / "templates", Path(scratch), site.figures())
        files = site.files(remembered(fits, cache, lead.study))
    ledger = Ledger(entry for results in studies for entry in results.ledger)
    files["ledger.csv"] = ledger.to_csv()
    files["inputs.csv"] = _csv(("path", "sha256", "bytes"), sorted(inputs))
    files[VERDICTS] = verdict_table(studies)
    files[PROVENANCE] = provenance_table(settings, recipes, versions(root), in_part)
    files[STAGES] = stage_table(recipes)
    for results in studies:
        files |= {f"{results.study}/{name}": _table(frame) for name, frame in results.tables.items()}
        if "leaderboard_recomputed.csv" in results.tables:
            files[f"{results.study}/leaderboard_recomputed.md"] = _markdown(
                results.tables["leaderboard_recomputed.csv"]
            )
    cache.write_log()
    return Build(files, cache.computed, cache.reused, warnings, left_out, in_part)


Study = Benchmark | Challenge | Attacks


def _read(folder: Path, overrides: Overrides, partial: bool) -> Study:
    if not folder.is_dir():
        raise InputError(f"{folder} is not a folder", advice="name a study's folder")
    # A partial build tells wrong settings with everything else that it cannot go on with.
    kind = read_settings(folder, Findings() if partial else None).kind
    if kind == "challenge":
        return sound_challenge(folder, check_claims) if partial else read_challenge(folder, INSTEAD)
    if kind == "attacks":
        return sound_attacks(folder) if partial else read_attacks(folder, INSTEAD)
    return open_benchmark(folder, overrides, partial, otherwise=INSTEAD)


def _results(
    study: Study, cache: Cache, digests: dict[str, str], overrides: Overrides, partial: bool, progress: Progress,
    crew: Workers,
) -> Results:  # fmt: skip
    if isinstance(study, Challenge):
        return challenge_results(study)
    if isinstance(study, Attacks):
        return attacks_results(study)
    bench = Workbench(study, cache, digests, overridden=overrides.given)
    done = 0

    def step(words: str) -> None:
        nonlocal done
        done += 1
        progress(f"{study.study}: {words}", done, bench.steps)

    bench.progress = step
    prepare_all(bench, crew, source_of(study, digests, overrides, partial))
    return benchmark_results(bench)


def _lead(studies: Sequence[Results], leads: Sequence[str]) -> Results:
    """Return the study of the summary: `lead = true`, else the first benchmark by name, else the first by name."""
    if len(leads) > 1:
        raise InputError(
            f"the studies {', '.join(leads)} all say lead = true", allowed="one lead study", advice="change study.toml"
        )
    by_name = {results.study: results for results in studies}
    if leads:
        return by_name[leads[0]]
    return next((results for results in studies if results.kind == "benchmark"), studies[0])


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
