"""What a partial build of a benchmark leaves out, item by item, and how much of each list it uses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import polars

from analysis.study import (
    comparisons,
    demo,
    emotions,
    leaderboard,
    published,
    settings,
    transcripts,
    trials,
    utterances,
)
from analysis.study.enrolling import sides
from analysis.study.findings import EXAMPLES, Findings
from analysis.study.soundness import FILE, LeftOut, Share
from analysis.study.tables import read_table

if TYPE_CHECKING:
    from analysis.study.sound_benchmark import Rest

NO_VECTOR = "without a sound vector"
NO_SCORE = "without a sound score"


def left_out(rest: Rest) -> Iterator[LeftOut]:
    """Yield what no number rests on, lists first."""
    whole, found = rest.whole, rest.usable
    yield from (LeftOut(FILE, why.words, file) for file, why in sorted(rest.damaged.items()))
    people = whole.utterances
    if people.doubtful:
        yield _some(
            "utterances", "whose rows contradict each other or cannot be read", utterances.FILE, people.doubtful,
            people.frame.height,
        )  # fmt: skip
    if any(error.file == utterances.FILE and error.column == "gender" for error in rest.errors):
        yield LeftOut("genders", "that contradict each other or cannot be read", utterances.FILE)
    for why, count in whole.trials.left_out.items():
        yield LeftOut("trials", why, trials.FILE, count=count, of=whole.trials.listed)
    if any(error.file == trials.FILE and error.column == "same_gender" for error in rest.errors):
        yield LeftOut(
            "cells", "that should say whether the genders are the same; those of the speakers say it", trials.FILE
        )
    if any(error.file == trials.FILE and error.code == "id" for error in rest.errors):
        yield LeftOut("names of lists", "that cannot be used", trials.FILE)
    for file, lacking in sorted(found.lacking.items()):
        if isinstance(lacking, int):
            yield LeftOut("trials", NO_SCORE, file, count=lacking, of=len(whole.trials))
        elif gone := [name for name in lacking if name not in people.doubtful]:
            yield _some("utterances", NO_VECTOR, file, gone, people.frame.height)
    yield from _speakers(rest)
    if whole.transcripts is not None and transcripts.FILE not in rest.damaged:
        for why, count in whole.transcripts.left_out.items():
            yield LeftOut("transcripts", why, transcripts.FILE, count=count, of=whole.transcripts.listed)
    yield from _emotions(rest)
    yield from _clips(rest)
    yield from _published(rest)
    yield from _names(rest)


def _some(what: str, why: str, file: str, names: Iterable[str], of: int) -> LeftOut:
    listed = sorted(names)
    return LeftOut(what, why, file, tuple(listed[:EXAMPLES]), len(listed), of)


def _speakers(rest: Rest) -> Iterator[LeftOut]:
    found, people = rest.usable, rest.whole.utterances
    tried = {people.speakers[index] for index in rest.whole.trials.frame["enroll"].unique().to_list()}
    gone = [name for name in tried if people.speaker_index[name] not in found.enrolled]
    cancelled = [name for name in gone if name in found.cancelled]
    few = [name for name in gone if name not in found.cancelled]
    for names, why in (
        (cancelled, "whose enrollment vectors cancel out in some file"),
        (few, "of whose enrollment utterances more than half are left out"),
    ):
        if names:
            yield _some("enrolled speakers", why, "", names, len(tried))
    if thinned := [name for name in tried if name in found.thinned and name not in gone]:
        yield _some("speakers", "whose models rest on fewer utterances than are listed", "", thinned,
                    len(tried))  # fmt: skip


def _emotions(rest: Rest) -> Iterator[LeftOut]:
    used, listed = _heard(rest)
    if _has(rest, emotions.FILE) and used < listed:
        yield LeftOut("rows", "with a blank cell, with other words than another row, or of utterances in doubt",
                      emotions.FILE, count=listed - used, of=listed)  # fmt: skip


def _heard(rest: Rest) -> tuple[int, int]:
    """Return how many rows on emotions are used, and how many different ones the file lists."""
    heard = rest.benchmark.emotions
    table = None
    if heard is not None:
        table = read_table(rest.whole.folder, emotions.FILE, emotions.COLUMNS, Findings())
    if heard is None or table is None:
        return 0, 0
    return heard.frame.height, len({*table.frame.rows()}) + len(table.uneven)


def _clips(rest: Rest) -> Iterator[LeftOut]:
    clips = rest.clips
    if clips.files:
        listed = len(rest.whole.clip_files)
        yield LeftOut("sound files", "that cannot be read", "audio", clips.files[:EXAMPLES], len(clips.files), listed)
    if clips.systems:
        yield LeftOut("clips", "of systems of which most cannot be read, or most originals", "audio",
                      tuple(sorted(clips.systems)))  # fmt: skip
    if _has(rest, demo.FILE):
        yield LeftOut("demo clips", "or words on them that cannot be read", demo.FILE)


def _has(rest: Rest, file: str) -> bool:
    return file not in rest.damaged and any(error.file == file for error in rest.errors)


def _published(rest: Rest) -> Iterator[LeftOut]:
    board = rest.whole.leaderboard
    if board is not None and _has(rest, leaderboard.FILE):
        cells = sorted(place for place in board.unreadable if place[0] in board.systems)
        if cells:
            filled = sum(cell.value is not None for cell in board.cells.values()) + len(cells)
            names = tuple(f"{system}, {column}" for system, column in cells[:EXAMPLES])
            yield LeftOut("published values", "that are no numbers", leaderboard.FILE, names, len(cells), filled)
        if any(error.code != "value" for error in rest.errors if error.file == leaderboard.FILE):
            yield LeftOut("systems or columns", "that cannot be read, or stand twice", leaderboard.FILE)
    if _has(rest, comparisons.FILE):
        yield LeftOut("published differences", "that cannot be read, or stand twice", comparisons.FILE)
    if _has(rest, published.FILE):
        yield LeftOut("further published numbers", "that cannot be read, or stand twice", published.FILE)


def _names(rest: Rest) -> Iterator[LeftOut]:
    if any(error.file == "" and error.code == "id" for error in rest.errors):
        yield LeftOut("systems", "whose ids cannot be used")
    if any(error.file == settings.FILE for error in rest.errors):
        yield LeftOut("pairs or names", "of ids that no file knows", settings.FILE)


def shares(rest: Rest) -> Iterator[Share]:
    """Yield how much of each list is used; the denominators are the lists as they stand."""
    whole, benchmark, found = rest.whole, rest.benchmark, rest.usable
    people, kept = whole.utterances, benchmark.trials
    yield Share(("trials", "all"), len(kept), whole.trials.listed, trials.FILE, "trials")
    for name, one in whole.trials.lists.items():
        if name != "all" and name in kept.lists:
            listed = whole.trials.listed_in[name]
            yield Share(("trials", name), len(kept.lists[name]), listed, trials.FILE, f"trials, {one.label}")
    for name, count in found.attacks.items():
        yield Share(("attack", *name), count, whole.trials.listed, trials.FILE, "trials that its own files can score")
    enrolled = {*whole.trials.frame["enroll"].to_list()}
    yield Share(
        ("speakers",), len({*kept.frame["enroll"].to_list()}), len(enrolled), trials.FILE, "enrolled speakers"
    )  # fmt: skip
    on_side = sides(people, whole.trials.frame, whole.trials.by_utterance)
    for role, word in (("enroll", "enrollment utterances"), ("trial", "trial utterances")):
        listed = people.frame["utt_id"].filter(polars.Series(on_side[role])).to_list()
        used = sum(name not in found.unusable for name in listed)
        yield Share(("utterances", role), used, len(listed), utterances.FILE, word)
    texts = benchmark.transcripts
    if texts is not None:
        yield Share(("transcripts",), texts.frame.height, texts.listed, transcripts.FILE, "transcripts")
    heard, told = _heard(rest)
    if told:
        yield Share(("emotions",), heard, told, emotions.FILE, "utterances with an emotion")
    if whole.demo_clips and benchmark.demo_clips:
        yield Share(("clips",), len(benchmark.demo_clips), len(whole.demo_clips), demo.FILE, "demo clips")
    here = [system for system in benchmark.systems if system.has_files]
    lacking = {names[1] for names in rest.missing}
    full = sum(system.id not in lacking for system in here)
    yield Share(("systems",), full, len(here), "file names", "systems with all of their files")
