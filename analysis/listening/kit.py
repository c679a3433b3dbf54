"""Writing one listener's kit: two empty sheets, the blind clips, the page, and the two keys in a folder of their own.

What a listener gets holds no system's name: not in a sheet, not in the page, not in a file's name, not in the files'
metadata. What is not hidden from somebody who looks into the files instead of listening: how long a clip is (and with
it the size of its file), and which two copies hold the same samples, such as an original among the items and the same
original as X of a trial. The keys must not be handed out.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from analysis.errors import EngineError
from analysis.listening.blind import blind_clips
from analysis.listening.design import Design, design, material
from analysis.listening.page import page
from analysis.listening.places import Places
from analysis.listening.tables import ab_key, ab_sheet, csv_text, mos_key, mos_sheet
from analysis.listening.unfinished import take_away, write_all
from analysis.study.benchmark import Benchmark


@dataclass(frozen=True)
class Kit:
    """What is there now.

    Attributes:
        sheets: what the listener fills; page: what the listener opens; clips: the folder of blind copies; keys: what
            the listener never sees.
        plan: the design behind it; left_out: sentences that are listed without an original.
        written: the files that were not there before, the sheets last.
        taken_away: how many files of an interrupted call were removed first.
    """

    sheets: tuple[Path, Path]
    page: Path
    clips: Path
    keys: tuple[Path, Path]
    plan: Design
    left_out: tuple[str, ...]
    written: tuple[Path, ...]
    taken_away: int


def make_kit(benchmark: Benchmark, listener: str, seed: int, out: Path, templates: Path) -> Kit:
    """Write a listener's kit below `out`, where nothing is ever written over.

    A kit that is there already, made by the same call, stays as it is, and what is missing of it is written again.
    What an interrupted call for this listener left is taken away first.

    Raises:
        UsageError: the listener's name is not safe, or differs from one that is there in its capitals only.
        InputError: the study has nothing to compare, a sheet of this listener holds answers already, another kit of
            this listener is there, or a file that is none of ours stands in the way.
        EngineError: the file system refused.
    """
    given = material(benchmark)
    plan = design(given, listener, seed)
    places = Places(out, listener)
    places.refuse_what_no_kit_may_replace()
    empty = (mos_sheet(plan), ab_sheet(plan))
    sounds = {copy.name: copy.wav for copy in blind_clips(benchmark, plan)}
    named = {"mos": (places.sheets[0].name, empty[0]), "ab": (places.sheets[1].name, empty[1])}
    shown = page(plan, named, sounds, templates)
    # A sheet comes last: where there is one, its key is there.
    contents = {
        places.keys[0]: csv_text(mos_key(plan)).encode(),
        places.keys[1]: csv_text(ab_key(plan)).encode(),
        **{places.clips / f"{name}.wav": sound for name, sound in sounds.items()},
        places.page: shown.encode(),
        places.sheets[0]: csv_text(empty[0]).encode(),
        places.sheets[1]: csv_text(empty[1]).encode(),
    }
    try:
        taken_away = take_away(places)
        written = places.missing(contents, plan.kit)
        if written:
            write_all(places, {path: contents[path] for path in written}, plan.kit)
    except OSError as error:
        raise EngineError(
            f"{error.filename or out} could not be read or removed: {error.strerror or error}",
            advice="check that the folder is yours",
        ) from error
    return Kit(places.sheets, places.page, places.clips, places.keys, plan, given.left_out, written, taken_away)
