"""The page sources of a built report: which files `_quarto.yml` names, and what their front matter says."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from analysis.errors import EngineError, InputError

AGAIN = "run `vpreport build` again"
# The loader made of C, where the wheel has it, reads the same.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


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
        EngineError: the file is absent or is not what Quarto reads.
    """
    path = root / "_quarto.yml"
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    except OSError as error:
        raise EngineError(f"{path} cannot be read: {error.strerror}", advice="run inside a clone") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        raise EngineError(f"{path} is not valid YAML: {error}") from error
    if not isinstance(found, dict) or not isinstance(found.get("project", {}), dict):
        raise EngineError(f"{path} does not describe a project", allowed="project: with render: and a list of globs")
    return found


def _globs(root: Path) -> list[str]:
    globs = read_project(root).get("project", {}).get("render", [])
    if not isinstance(globs, list) or not all(isinstance(pattern, str) for pattern in globs):
        raise EngineError(f"{root / '_quarto.yml'}: render: is not a list", allowed="a list of globs")
    return globs


def page_sources(root: Path, report: Path) -> list[Source]:
    """Return the page sources that the project's `render` globs name, sorted; `report` stands for the folder `report/`.

    Raises:
        InputError: no page is there, or one is damaged.
        EngineError: `_quarto.yml` cannot be used.
    """
    found: dict[str, Path] = {}
    for pattern in _globs(root):
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
        InputError: the page has no front matter, or it cannot be read.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text", advice=AGAIN) from error
    return front_matter_of(text, path)


def front_matter_of(text: str, path: Path) -> dict[str, Any]:
    """Return the front matter of a page source's text; `path` is what a message calls it.

    Raises:
        InputError: the page has no front matter, or it cannot be read.
    """
    before, fence, _ = text.removeprefix("---\n").partition("\n---\n")
    if not text.startswith("---\n") or not fence:
        raise InputError(f"{path} has no front matter", advice=AGAIN)
    try:
        found = yaml.load(before, Loader=_Loader) or {}
    except yaml.YAMLError as error:
        raise InputError(f"{path}: its front matter is not valid YAML: {error}", advice=AGAIN) from error
    if not isinstance(found, dict):
        raise InputError(f"{path}: its front matter holds no names", advice=AGAIN)
    return found
