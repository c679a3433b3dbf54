"""What a build made: its files and what is told about them, how they differ from a report, and how they replace it.

Nothing here computes. It loads neither numpy nor polars, so that a build in which nothing changed answers at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from analysis.errors import InputError
from analysis.pages.publication.about import ABOUT, read_about
from analysis.together import UNFINISHED, is_unfinished, replace_together

NEEDED = (
    "analysis.benchmark.stages",
    "amfm_decompy.pYAAPT",
    "analysis.pages.pictures",
    "matplotlib.backends.backend_svg",
)
"""What the other processes of a first build import while this one reads the studies."""
PAGES = "[0-9][0-9]-*.qmd"
PAGE_MARK = '\nengine: markdown\nroot: ".."\n'
RESULT_FILES = (
    "leaderboard_recomputed.csv", "leaderboard_recomputed.md", "paired.csv", "categories.csv", "gender.csv",
    "claims.csv", "averages.csv", "speakers.csv",
    "listening_mos_L01.csv", "listening_ab_L01.csv",
    "figures/change_*.svg", "figures/gender_*.svg", "figures/ladder*.svg", "figures/lineage_*.svg",
    "figures/ranks_*.svg", "figures/splits_*.svg", "figures/summary_*.svg", "figures/tradeoff_*.svg",
    *(f"figures/{name}.svg" for name in (
        "attacker", "bars", "coverage", "draws", "folds", "forest", "interval_kinds", "kinds", "leak", "lines",
        "listeners", "matrix", "pairs", "pitch", "planning", "protocol", "rates", "speakers", "steps", "widths",
    )),
    *(f"figures/{name}_[0-9]*.svg" for name in ("bars", "matrix", "pairs", "speakers", "steps")),
)  # fmt: skip


@dataclass
class Build:
    """What a build made, before and after it was written.

    Attributes:
        files: path below the report folder → content.
        written: paths that were new or changed; removed: paths that no study makes any longer.
        computed: (stage, reason) of every result that was not in the cache; reused: how many were.
        remembered: all of it is an earlier build's, of which nothing that it rests on has changed.
        warnings: lines for the console about the studies' data.
        left_out: lines for the console about errors that keep a part of a study out; partial: the ids of such studies.
    """

    files: dict[str, str]
    computed: list[tuple[str, str]]
    reused: int
    warnings: list[str]
    left_out: list[str] = field(default_factory=list)
    partial: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    remembered: bool = False


def studies_below(root: Path) -> list[Path]:
    """Return the study folders of a clone: every folder under `data/`, by name.

    Raises:
        InputError: there is none.
    """
    data = root / "data"
    found = (
        sorted(path for path in data.iterdir() if path.is_dir() and not path.name.startswith((".", "_")))
        if data.is_dir()
        else []
    )
    if not found:
        raise InputError(f"{data} holds no study", advice="put a study's folder there, or name one with --study")
    return found


def shown_folder(root: Path, folder: Path) -> str:
    """Return how `inputs.csv` names a study's folder: below the clone, or by its name; never a path of the machine."""
    folder, root = folder.resolve(), root.resolve()
    return folder.relative_to(root).as_posix() if folder.is_relative_to(root) else folder.name


def partial_studies(out: Path) -> list[str]:
    """Return the studies that a report says it shows in part; none where there is no report, or a damaged one."""
    try:
        return [study.study for study in read_about(out / ABOUT).studies if study.partial]
    except (OSError, InputError):
        return []


def stale_files(out: Path, files: dict[str, str]) -> list[str]:
    """Return generated files of studies that no build makes any longer, by their path below `out`.

    Somebody's own files may lie among them. A page is known by its front matter; other files are known by their names,
    and only in a folder that holds such a page.
    """
    found: list[Path] = []
    for folder in sorted(path for path in out.glob("*") if path.is_dir()):
        pages = [page for page in sorted(folder.glob(PAGES)) if _is_generated(page)]
        if pages:
            found += pages
            found += [path for pattern in RESULT_FILES for path in sorted(folder.glob(pattern))]
    names = [path.relative_to(out).as_posix() for path in found if path.is_file()]
    return [name for name in names if name not in files]


def _is_generated(page: Path) -> bool:
    """Say whether a page's front matter is one that a build writes."""
    if not page.is_file():
        return False
    with page.open("rb") as stream:
        return PAGE_MARK.encode() in stream.read(4096).replace(b"\r\n", b"\n")


def differences(out: Path, made: Build) -> Iterator[tuple[str, str]]:
    """Return (path, `missing` | `differs` | `stale`) for everything in `out` that is not what the build made."""
    for name, content in sorted(made.files.items()):
        path = out / name
        if not path.is_file():
            yield name, "missing"
        elif path.read_bytes() != content.encode("utf-8"):
            yield name, "differs"
    for name in stale_files(out, made.files):
        yield name, "stale"
    if is_unfinished(out):
        yield UNFINISHED, "stale"


def write(out: Path, made: Build) -> None:
    """Write what changed and take away generated files that no study makes any longer, all in one go.

    Raises:
        EngineError: the file system refused.
    """
    # Pages mark a folder as generated, so they go last when a folder is emptied.
    stale = sorted(stale_files(out, made.files), key=lambda name: (name.endswith(".qmd"), name))
    written, removed = replace_together(out, made.files, stale)
    made.written += written
    made.removed += removed
