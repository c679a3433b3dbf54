"""A note beside the keys while a kit is being written, so that one whose writing was killed can be taken away again.

Nothing is ever written over, so what was there before is what the note does not list. Each file appears in one step,
and a key never lies outside the folder of the keys, whenever the writing stops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from analysis.files import write_if_changed
from analysis.listening.places import BLIND, KEYS, Places


def write_all(places: Places, contents: Mapping[Path, bytes], kit: str) -> None:
    """Write files that are not there yet, in their order; all or none.

    Raises:
        EngineError: the file system refused.
    """
    note = _note(places)
    parents = {folder for path in (*contents, note) for folder in path.parents}
    folders = sorted((folder for folder in parents if not folder.is_dir()), key=lambda folder: len(folder.parts))
    try:
        listed = [kit, *(path.relative_to(places.out).as_posix() for path in contents)]
        write_if_changed(note, "\n".join(listed) + "\n")
        for path, content in contents.items():
            write_if_changed(path, content)
    except BaseException:
        for path in (*contents, note):
            with suppress(OSError):
                path.unlink(missing_ok=True)
        _drop(folders)
        raise
    note.unlink()


def take_away(places: Places) -> int:
    """Take away what an interrupted call for this listener had written, and return how many files that were.

    Raises:
        OSError: the file system refused.
    """
    note = _note(places)
    for half in note.parent.glob(f".{note.name}.*"):
        half.unlink()
    if not note.is_file():
        return 0
    kit, *names = note.read_text(encoding="utf-8", errors="replace").splitlines() or [""]
    listed = [path for path in (places.out / name for name in names) if _is_ours(places, path)]
    there = [path for path in listed if path.is_file()]
    taken = 0
    if len(there) < len(listed):  # else it was killed after the last file, and the kit is whole
        for path in listed:
            for half in path.parent.glob(f".{path.name}.*"):
                half.unlink()
        for path in there:
            if path.parent == places.clips or places.kit_at(path) in (kit, ""):
                path.unlink()
                taken += 1
    note.unlink()
    _drop([places.clips.parent, places.clips, note.parent])
    return taken


def _note(places: Places) -> Path:
    return places.out / KEYS / f".unfinished_{places.listener}"


def _is_ours(places: Places, path: Path) -> bool:
    if path.parent == places.clips:
        return BLIND.fullmatch(path.name) is not None
    return path in (places.page, *places.sheets, *places.keys)


def _drop(folders: Sequence[Path]) -> None:
    """Remove folders that are empty, the deepest first."""
    for folder in reversed(folders):
        with suppress(OSError):
            folder.rmdir()
