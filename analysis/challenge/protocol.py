"""The figures of the protocol as printed, its totals added again, and what follows from them.

Three things are tried on the printed counts: female and male make the total; the speakers of trials less those that
are enrolled are the ones said to stand in different-speaker trials only; and where every enrolled speaker meets every
trial utterance of a gender, the pairs of that gender divided by its enrolled speakers are its trial utterances, which
must add up to the printed number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from analysis.challenge.averages import AGREES, DIFFERS, ROUNDING
from analysis.challenge.gathered import NOT_PRINTED, Gathered
from analysis.challenge.protocol_teams import teams
from analysis.challenge.roster import Roster
from analysis.rows import Part
from analysis.study import protocol as files
from analysis.study.cells import Cell
from analysis.study.protocol import GENDERS, PairSet, Protocol, SpeakerSet

NOT_CROSSED = "not every enrolled speaker meets the same number of utterances"
USES = ("train", "dev", "eval")


def protocol(roster: Roster) -> Part:
    """The figures of the protocol: speakers, utterances, folds, training sets, trial pairs, and the totals re-added."""
    given = roster.challenge.protocol
    made = Gathered(roster)
    for step in (_speakers, _pairs, _crossed, _folds, _training):
        step(given, made)
    _parameters(roster, made)
    about_teams = teams(roster)
    made.entries += about_teams.entries
    for name, words in (("agrees", AGREES), ("rounding", ROUNDING), ("differs", DIFFERS)):
        if made.compared:
            made.add(
                ("count", name), made.compared.count(words), "the files of the protocol",
                "added totals with this verdict on their agreement",
            )  # fmt: skip
    if made.compared:
        made.add(("count", "compared"), len(made.compared), "the files of the protocol", "totals that were added again")
    return Part(made.entries, made.verdicts, words={**_words(given), **about_teams.words})


def added(cells: Iterable[Cell]) -> float | None:
    """Return the sum; None where a cell is missing or there is none.

    >>> added([Cell("1", 1.0), Cell("2", 2.0)]), added([Cell("1", 1.0), Cell()]), added([])
    (3.0, None, None)
    """
    values = [cell.value for cell in cells]
    return sum(values) if values and None not in values else None  # type: ignore[arg-type]


def _halves(numbers: Mapping[str, Cell]) -> float | None:
    return added(numbers[gender] for gender in GENDERS)


def _speakers(given: Protocol, made: Gathered) -> None:
    for row in given.speakers:
        place = (row.split, row.subset, row.type)
        for part, cell in row.speakers.items():
            made.print(("speakers", *place, part), cell, f"{files.SPEAKERS}, {part}")
        made.print(("utterances", *place), row.utterances, f"{files.SPEAKERS}, utterances")
        made.add(
            ("speakers", *place, "total"), _halves(row.speakers), f"{files.SPEAKERS}, female, male",
            "female plus male speakers", printed=row.speakers["total"],
        )  # fmt: skip
        total, utterances = row.speakers["total"].value, row.utterances.value
        made.add(
            ("utterances_per_speaker", *place), utterances / total if utterances is not None and total else None,
            f"{files.SPEAKERS}, utterances, total", "utterances divided by speakers", unit="ratio", decimals=1,
        )  # fmt: skip
    for trial, enrolled in _both_sides(given.speakers):
        place = (trial.split, trial.subset)
        made.print(("different_only", *place), trial.different_only, f"{files.SPEAKERS}, different_only")
        totals = [row.speakers["total"].value for row in (trial, enrolled)]
        made.add(
            ("different_only", *place), None if None in totals else totals[0] - totals[1],  # type: ignore[operator]
            f"{files.SPEAKERS}, total", "speakers of trials minus enrolled speakers", printed=trial.different_only,
        )  # fmt: skip


def _both_sides(speakers: Sequence[SpeakerSet]) -> Iterator[tuple[SpeakerSet, SpeakerSet]]:
    """Pair the trial speakers of a subset with its enrolled speakers."""
    enrolled = {(row.split, row.subset): row for row in speakers if row.type == "enrollment"}
    for row in speakers:
        if row.type == "trial" and (row.split, row.subset) in enrolled:
            yield row, enrolled[row.split, row.subset]


def _by_subset(trials: Sequence[PairSet]) -> dict[tuple[str, str], dict[str, PairSet]]:
    found: dict[tuple[str, str], dict[str, PairSet]] = {}
    for row in trials:
        found.setdefault((row.split, row.subset), {})[row.pairs] = row
    return found


def _pairs(given: Protocol, made: Gathered) -> None:
    for row in given.trials:
        place = ("pairs", row.split, row.subset, row.pairs)
        for part, cell in row.numbers.items():
            made.print((*place, part), cell, f"{files.TRIALS}, {part}")
        made.add(
            (*place, "total"), _halves(row.numbers), f"{files.TRIALS}, female, male", "female plus male pairs",
            printed=row.numbers["total"],
        )  # fmt: skip
    for place, both in _by_subset(given.trials).items():
        if {"same", "different"} <= set(both):
            same, different = both["same"].numbers["total"].value, both["different"].numbers["total"].value
            made.add(
                ("pair_ratio", *place), different / same if different is not None and same else None,
                f"{files.TRIALS}, total", "different-speaker pairs for each same-speaker pair",
                unit="ratio", decimals=1,
            )  # fmt: skip


def _crossed(given: Protocol, made: Gathered) -> None:
    """Divide the pairs of each gender by its enrolled speakers, and add the quotients up."""
    pairs = _by_subset(given.trials)
    for trial, enrolled in _both_sides(given.speakers):
        place = (trial.split, trial.subset)
        if not {"same", "different"} <= set(pairs.get(place, ())):
            continue
        found: list[float | None] = []
        for gender in GENDERS:
            number = added(row.numbers[gender] for row in pairs[place].values())
            speakers = enrolled.speakers[gender].value
            known = number is not None and speakers
            whole = known and number % speakers == 0  # type: ignore[operator]
            found.append(number / speakers if whole else None)  # type: ignore[operator]
            made.add(
                ("trial_utterances", *place, gender), found[-1],
                f"{files.TRIALS}, {gender}; {files.SPEAKERS}, {gender}",
                "pairs of a gender divided by its enrolled speakers, where that is a whole number",
                missing=NOT_CROSSED if known else NOT_PRINTED,
            )  # fmt: skip
        made.add(
            ("trial_utterances", *place, "total"), None if None in found else sum(found),  # type: ignore[arg-type]
            f"{files.TRIALS}; {files.SPEAKERS}", "trial utterances of both genders as the pairs give them",
            missing="unknown for a gender", printed=trial.utterances,
        )  # fmt: skip


def _folds(given: Protocol, made: Gathered) -> None:
    if not given.folds:
        return
    source = f"{files.FOLDS}, utterances"
    for row in given.folds:
        made.print(("emotion_utterances", row.session, row.gender), row.utterances, source)
    sessions = dict.fromkeys(row.session for row in given.folds)
    for session in sessions:
        cells = [row.utterances for row in given.folds if row.session == session]
        made.add(("emotion_utterances", session, "all"), added(cells), source, "utterances of the conversation")
    for gender in (*GENDERS, "all"):
        rows = [row for row in given.folds if gender in (row.gender, "all")]
        made.add(("emotion", "speakers", gender), len(rows), f"{files.FOLDS}, gender", "speakers of the emotion data")
        made.add(
            ("emotion", "utterances", gender), added(row.utterances for row in rows), source,
            "sum over the speakers of the emotion data",
        )  # fmt: skip
    made.add(("emotion", "sessions"), len(sessions), f"{files.FOLDS}, session", "conversations of the emotion data")
    folds = tuple(given.folds[0].uses)
    made.add(("emotion", "folds"), len(folds), f"{files.FOLDS}, header", "folds of the cross-validation")
    for fold in folds:
        for use in USES:
            rows = [row for row in given.folds if row.uses[fold] == use]
            made.add(
                ("fold", fold, use), added(row.utterances for row in rows), f"{files.FOLDS}, utterances, fold_{fold}",
                f"utterances that are {use} in this fold", missing="no speaker" if not rows else NOT_PRINTED,
            )  # fmt: skip


def _training(given: Protocol, made: Gathered) -> None:
    for row in given.training:
        place = (row.model, row.subset)
        made.print(("hours", *place), row.hours, f"{files.TRAINING}, hours", unit="hours")
        for part, cell in row.speakers.items():
            made.print(("training_speakers", *place, part), cell, f"{files.TRAINING}, {part}")
        made.print(("training_utterances", *place), row.utterances, f"{files.TRAINING}, utterances")
        made.add(
            ("training_speakers", *place, "total"), _halves(row.speakers), f"{files.TRAINING}, female, male",
            "female plus male speakers", printed=row.speakers["total"],
        )  # fmt: skip


def _parameters(roster: Roster, made: Gathered) -> None:
    for system in roster.challenge.systems:
        for name, cell in system.parameters.items():
            made.print(("parameter", system.id, name), cell, "systems.csv, parameters", unit="number")


def _words(given: Protocol) -> dict[str, tuple[Mapping[str, str], ...]]:
    """The names of the rows, in the order of the files, for the pages."""
    return {
        "editions": tuple({"aspect": row.aspect, "edition": row.edition, "said": row.said} for row in given.editions),
        "speakers": tuple({"split": row.split, "subset": row.subset, "type": row.type} for row in given.speakers),
        "folds": tuple({"session": row.session, "gender": row.gender, **_uses(row.uses)} for row in given.folds),
        "training": tuple({"model": row.model, "subset": row.subset} for row in given.training),
        "trials": tuple({"split": row.split, "subset": row.subset, "pairs": row.pairs} for row in given.trials),
    }


def _uses(uses: Mapping[str, str]) -> dict[str, str]:
    return {f"fold {fold}": use for fold, use in uses.items()}
