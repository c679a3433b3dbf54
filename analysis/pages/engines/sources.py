"""The page sources of a built report: which files `_quarto.yml` names, and what their front matter says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from analysis.errors import EngineError, InputError


@dataclass(frozen=True)
class Source:
    """One page source.

    Attributes:
        path: the `.qmd` file.
        name: its path below the report folder, with `/`.
        formats: `html`, `typst` or both, as its front matter asks.
        pdf: the file name of its PDF; empty where it has none.
    """

    path: Path
    name: str
    formats: tuple[str, ...]
    pdf: str = ""


def read_project(root: Path) -> dict[str, Any]:
    """Return what `_quarto.yml` holds.

    Raises:
        EngineError: the file is absent or is not YAML.
    """
    path = root / "_quarto.yml"
    try:
        return yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except OSError as error:
        raise EngineError(f"{path} cannot be read: {error.strerror}", advice="run inside a clone") from error
    except yaml.YAMLError as error:
        raise EngineError(f"{path} is not valid YAML: {error}") from error


def page_sources(root: Path, report: Path) -> list[Source]:
    """Return the page sources that the project's `render` globs name, sorted; `report` stands for the folder `report/`.

    Raises:
        InputError: no page is there.
    """
    globs = read_project(root).get("project", {}).get("render", [])
    found: dict[str, Path] = {}
    for pattern in globs:
        if not pattern.startswith("report/"):
            continue
        for path in report.glob(pattern.removeprefix("report/")):
            name = path.relative_to(report).as_posix()
            if path.suffix == ".qmd" and not any(part.startswith(("_", ".")) for part in name.split("/")):
                found[name] = path
    if not found:
        raise InputError(f"{report} holds no page", advice="run `vpreport build` first")
    return [_source(found[name], name) for name in sorted(found)]


def _source(path: Path, name: str) -> Source:
    front = front_matter(path)
    formats = front.get("format", {"html": "default"})
    typst = formats.get("typst") if isinstance(formats, dict) else None
    pdf = ""
    if isinstance(formats, dict) and "typst" in formats:
        pdf = typst.get("output-file", "") if isinstance(typst, dict) else ""
        pdf = pdf or f"{path.stem}.pdf"
    return Source(path, name, tuple(formats), pdf)


def front_matter(path: Path) -> dict[str, Any]:
    """Return the YAML between the first two `---` lines of a page source.

    Raises:
        InputError: the page has no front matter.
    """
    text = path.read_text(encoding="utf-8")
    if not text.startswith("---\n"):
        raise InputError(f"{path} has no front matter", advice="run `vpreport build` again")
    return yaml.safe_load(text[4:].split("\n---\n", 1)[0]) or {}
