"""Writing the empty layout of a study; a file that is there is never touched."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from analysis.errors import UsageError
from analysis.files import write_if_changed
from analysis.study.documents import toml_text
from analysis.study.findings import quoted
from analysis.study.settings import STUDY_NAMES, study_name_fault

LAYOUTS = Path(__file__).with_name("layouts")
KINDS = ("benchmark", "challenge", "attacks")
SETTINGS = "settings.toml"
STUDY_FILE = "study.toml"
FOLDERS = {"benchmark": ("embeddings", "embeddings_semi_informed"), "challenge": (), "attacks": ()}
REFERENCES = {"benchmark": "original", "challenge": "orig", "attacks": "original"}


@dataclass(frozen=True)
class Started:
    """What was written and what was left as it was, as paths relative to the study."""

    written: tuple[str, ...]
    kept: tuple[str, ...]


def start_study(folder: Path, kind: str) -> Started:
    """Write a commented `study.toml` and the tables of one kind with their headers only.

    Args:
        folder: the study's folder; it is made where it is missing.
        kind: one of `KINDS`.

    Raises:
        UsageError: `folder` is a file, or cannot be a study's name.
        EngineError: the file system refused.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{folder} is a file", allowed="a folder", advice="name another one, or move it away")
    study = folder.resolve().name
    if fault := study_name_fault(study):
        raise UsageError(
            f"{folder}: a study's folder cannot be named {quoted(study)}, which {fault}", allowed=STUDY_NAMES
        )
    files = {STUDY_FILE: _settings(study, kind), **dict(_tables(kind))}
    written, kept = [], []
    for name, content in files.items():
        if (folder / name).exists() or (folder / name).is_symlink():
            kept.append(name)
        else:
            write_if_changed(folder / name, content)
            written.append(name)
    for name in FOLDERS[kind]:
        (folder / name).mkdir(exist_ok=True)
    return Started(tuple(written), tuple(kept))


def _settings(study: str, kind: str) -> str:
    title = study.replace("_", " ").strip() or study
    text = (LAYOUTS / SETTINGS).read_text("utf-8") + (LAYOUTS / kind / SETTINGS).read_text("utf-8")
    for mark, word in (("<kind>", kind), ("<reference>", REFERENCES[kind]), ('"<title>"', toml_text(title))):
        text = text.replace(mark, word)
    return text


def _tables(kind: str) -> Iterator[tuple[str, str]]:
    place = LAYOUTS / kind
    for path in sorted(place.rglob("*.csv")):
        yield path.relative_to(place).as_posix(), path.read_text("utf-8")
