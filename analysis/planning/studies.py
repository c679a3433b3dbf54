"""Which study a plan is made from, and its spreads, from the cache of its builds where they are there."""

from __future__ import annotations

from pathlib import Path

from analysis.benchmark.spreads import Spreads, spreads
from analysis.benchmark.workbench import Workbench
from analysis.cache import Cache
from analysis.errors import EngineError, InputError, UsageError
from analysis.files import digest, refuse_closed
from analysis.standing import Standing
from analysis.study.benchmark import read_benchmark
from analysis.study.settings import read_settings


def default_study(data: Path) -> Path:
    """Return the benchmark below `data` that says `lead = true`, else the first one by name.

    Raises:
        InputError: there is no benchmark.
    """
    folders = sorted(path for path in data.iterdir() if path.is_dir()) if data.is_dir() else []
    settings = {
        folder: read_settings(folder) for folder in folders if not folder.name.startswith((".", "_"))
    }  # fmt: skip
    benchmarks = [folder for folder, given in settings.items() if given.kind == "benchmark"]
    if not benchmarks:
        raise InputError(f"no study below {data} is a benchmark", advice="name a study's folder")
    return next((folder for folder in benchmarks if settings[folder].lead), benchmarks[0])


def usable_cache(folder: Path) -> tuple[Path | None, str]:
    """Return the folder if files can be written into it; else None, and what to tell: a plan goes on without."""
    try:
        refuse_closed(folder)
    except EngineError as error:
        return None, f"{error.found}; everything is computed anew and nothing is kept"
    return folder, ""


def spreads_of(folder: Path, cache: Path | None) -> Spreads:
    """Return the spreads of a study, computed where no build has left them in the cache, if there is one.

    Raises:
        UsageError: it is no folder. InputError: it is no benchmark, or its files have errors.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder", advice="name a study's folder")
    if (kind := read_settings(folder).kind) != "benchmark":
        raise InputError(
            f"{folder} is of the kind {kind}: it has no trials", allowed="a benchmark", advice="name another study"
        )
    standing = Standing(folder)
    benchmark = read_benchmark(folder, audit=False)
    return spreads(Workbench(benchmark, Cache(cache, standing=standing.refuse_moved), _Digests(folder)))


class _Digests(dict[str, str]):
    """File of a study → SHA-256, of those files that somebody asks for: a plan needs few of them."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def __missing__(self, file: str) -> str:
        self[file] = digest(self._folder / file)
        return self[file]
