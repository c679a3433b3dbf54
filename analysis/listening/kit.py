"""Writing one listener's kit: two empty sheets, the blind clips, the page, and the two keys in a folder of their own.

What a listener gets holds no system's name: not in a sheet, not in the page, not in a file's name, not in the files'
metadata. What is not hidden from somebody who looks into the files instead of listening: how long a clip is (and with
it the size of its file), and which two copies hold the same samples, such as an original among the items and the same
original as X of a trial. The keys must not be handed out.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from analysis.errors import EngineError, InputError, UsageError
from analysis.listening.blind import blind_clips
from analysis.listening.design import Design, design, material
from analysis.listening.page import page
from analysis.listening.sheets import is_filled
from analysis.listening.tables import ab_key, ab_sheet, csv_text, mos_key, mos_sheet
from analysis.study.benchmark import Benchmark

KEYS = "keys"
BLIND = re.compile(r"M[0-9]{3,}\.wav|T[0-9]{3,}_[XAB]\.wav")


@dataclass(frozen=True)
class Kit:
    """What was written.

    Attributes:
        sheets: what the listener fills; page: what the listener opens; clips: the folder of blind copies; keys: what
            the listener never sees.
        plan: the design behind it; left_out: sentences that are listed without an original.
    """

    sheets: tuple[Path, Path]
    page: Path
    clips: Path
    keys: tuple[Path, Path]
    plan: Design
    left_out: tuple[str, ...]


def make_kit(benchmark: Benchmark, listener: str, seed: int, out: Path, templates: Path) -> Kit:
    """Write a listener's kit below `out`; everything is made first and moved to its place at the end.

    Raises:
        UsageError: the listener's name is not safe, or differs from one that is there in its capitals only.
        InputError: the study has nothing to compare, or a sheet of this listener holds answers already.
        EngineError: the file system refused.
    """
    given = material(benchmark)
    plan = design(given, listener, seed)
    names = (f"listening_mos_{listener}", f"listening_ab_{listener}")
    sheets = (out / f"{names[0]}.csv", out / f"{names[1]}.csv")
    keys = (out / KEYS / f"{names[0]}_KEY.csv", out / KEYS / f"{names[1]}_KEY.csv")
    kit = Kit(sheets, out / f"listening_{listener}.html", out / "clips" / listener, keys, plan, given.left_out)
    _refuse_what_is_there(kit)
    empty = (mos_sheet(plan), ab_sheet(plan))
    sounds = {copy.name: copy.wav for copy in blind_clips(benchmark, plan)}
    shown = page(plan, {"mos": (sheets[0].name, empty[0]), "ab": (sheets[1].name, empty[1])}, sounds, templates)
    # A sheet comes last: where there is one, its key is there.
    files = {
        keys[0]: csv_text(mos_key(plan)),
        keys[1]: csv_text(ab_key(plan)),
        kit.page: shown,
        sheets[0]: csv_text(empty[0]),
        sheets[1]: csv_text(empty[1]),
    }
    try:
        _write(out, files, kit.clips, sounds)
    except OSError as error:
        raise EngineError(
            f"{error.filename or out} could not be written: {error.strerror or error}",
            advice="check that the folder is yours and has free space",
        ) from error
    return kit


def _refuse_what_is_there(kit: Kit) -> None:
    out = kit.page.parent
    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is not a folder", advice="name a folder with --out")
    if not out.is_dir():
        return
    wanted = {path.name for path in kit.sheets}
    for path in sorted(out.iterdir()):
        if path.name not in wanted and path.name.casefold() in {name.casefold() for name in wanted}:
            raise UsageError(
                f"{path} is there, which some file systems take for {kit.plan.listener}'s",
                advice="give the listener a name that differs in more than capitals",
            )
    foreign = [path for path in kit.clips.glob("*") if not BLIND.fullmatch(path.name)]
    if foreign:
        raise InputError(f"{foreign[0]} is no blind clip", advice=f"keep your own files out of {kit.clips}")
    for path in kit.sheets:
        if path.exists() and is_filled(path):
            raise InputError(
                f"{path} holds answers",
                advice="keep it: move it to another folder, or make the kit with another --listener or --out",
            )


def _write(out: Path, files: Mapping[Path, str], clips: Path, sounds: Mapping[str, bytes]) -> None:
    """Make everything in a folder beside its place, then move it there; what was there comes back if a move fails."""
    folders = [folder for folder in (out, *{path.parent for path in files}, clips.parent) if not folder.is_dir()]
    out.mkdir(parents=True, exist_ok=True)
    staging = Path(tempfile.mkdtemp(prefix=".listening-", dir=out))
    done = False
    try:
        new, old = staging / "new", staging / "old"
        new.mkdir()
        old.mkdir()
        (new / "clips").mkdir()
        for name, sound in sounds.items():
            (new / "clips" / f"{name}.wav").write_bytes(sound)
        for path, content in files.items():
            (new / path.name).write_bytes(content.encode("utf-8"))
        moves = {new / "clips": clips, **{new / path.name: path for path in files}}
        for path in moves.values():
            path.parent.mkdir(parents=True, exist_ok=True)
        _move(moves, old)
        done = True
    finally:
        shutil.rmtree(staging, ignore_errors=True)
        if not done:
            for folder in reversed(folders):
                with suppress(OSError):
                    folder.rmdir()


def _move(moves: Mapping[Path, Path], old: Path) -> None:
    aside: list[tuple[Path, Path]] = []
    moved: list[Path] = []
    try:
        for place in moves.values():
            if place.exists():
                kept = old / place.name
                os.replace(place, kept)
                aside.append((kept, place))
        for source, place in moves.items():
            os.replace(source, place)
            moved.append(place)
    except BaseException:
        for place in moved:
            with suppress(OSError):
                shutil.rmtree(place) if place.is_dir() else place.unlink()
        for kept, place in aside:
            with suppress(OSError):
                os.replace(kept, place)
        raise
