"""What a challenge prints about its protocol: editions, speakers, folds, training sets, trial pairs and teams.

Six tables, each of which may be absent. Counts are whole numbers that are not negative; a blank count is missing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from analysis.study.cells import Cell
from analysis.study.columns import check_each_once, counts, texts, words_of
from analysis.study.findings import Findings, named, quoted
from analysis.study.ids import check_ids
from analysis.study.tables import Table, read_table
from analysis.study.texts import is_there

EDITIONS, SPEAKERS, FOLDS = "editions.csv", "speakers.csv", "emotion_folds.csv"
TRAINING, TRIALS, TEAMS = "training.csv", "trials.csv", "teams.csv"
FILES: tuple[str, ...] = (EDITIONS, SPEAKERS, FOLDS, TRAINING, TRIALS, TEAMS)
"""The files that hold the protocol; each may be absent."""

GENDERS = ("female", "male")
PARTS = (*GENDERS, "total")
SPLIT_WORDS = {"dev": "dev", "development": "dev", "test": "test", "eval": "test", "evaluation": "test"}
TYPE_WORDS = {"enrollment": "enrollment", "enrolment": "enrollment", "enroll": "enrollment", "trial": "trial"}
PAIR_WORDS = {"same": "same", "same-speaker": "same", "different": "different", "different-speaker": "different"}
GENDER_WORDS = {"female": "female", "f": "female", "male": "male", "m": "male"}
USE_WORDS = {
    "train": "train", "training": "train", "dev": "dev", "development": "dev", "eval": "eval", "evaluation": "eval",
    "test": "eval", "": "",
}  # fmt: skip
FOLD = "fold_"


@dataclass(frozen=True)
class Fact:
    """What is said about one aspect of one edition of the challenge."""

    aspect: str
    edition: str
    said: str


@dataclass(frozen=True)
class SpeakerSet:
    """Who enrolls or is tried in one subset of a split.

    Attributes:
        split: `dev` or `test`.
        subset: the corpus subset.
        type: `enrollment` or `trial`.
        speakers: `female`, `male`, `total` → how many.
        utterances: how many.
        different_only: how many of the speakers are in different-speaker trials only.
    """

    split: str
    subset: str
    type: str
    speakers: Mapping[str, Cell]
    utterances: Cell
    different_only: Cell


@dataclass(frozen=True)
class EmotionSpeaker:
    """A speaker of the emotion data: the conversation, and what each fold does with the utterances.

    Attributes:
        uses: fold → `train`, `dev`, `eval`, or empty where the fold leaves the speaker out.
    """

    session: str
    gender: str
    utterances: Cell
    uses: Mapping[str, str]


@dataclass(frozen=True)
class TrainingSet:
    """What an evaluation model is trained on; `hours` of speech, `speakers` as in `SpeakerSet`."""

    model: str
    subset: str
    hours: Cell
    speakers: Mapping[str, Cell]
    utterances: Cell


@dataclass(frozen=True)
class PairSet:
    """How many enrollment–trial pairs are of the `same` or of `different` speakers: `female`, `male`, `total`."""

    split: str
    subset: str
    pairs: str
    numbers: Mapping[str, Cell]


@dataclass(frozen=True)
class Team:
    """Who took part; the name is the id where there is no other."""

    id: str
    name: str
    affiliations: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    reference: str = ""


@dataclass(frozen=True)
class Protocol:
    """The tables of a challenge's protocol, in the order of their rows; a table whose file is absent is empty."""

    editions: tuple[Fact, ...] = ()
    speakers: tuple[SpeakerSet, ...] = ()
    folds: tuple[EmotionSpeaker, ...] = ()
    training: tuple[TrainingSet, ...] = ()
    trials: tuple[PairSet, ...] = ()
    teams: tuple[Team, ...] = ()
    absent: tuple[str, ...] = field(default=FILES)


def read_protocol(folder: Path, findings: Findings, without: Collection[str] = ()) -> Protocol:
    """Read the protocol's files as far as they are there; what is wrong with them goes to `findings`.

    Files in `without` count as absent.
    """
    absent = tuple(file for file in FILES if file in without or not is_there(folder, file))
    readers = (_editions, _speakers, _folds, _training, _trials, _teams)
    tables = [
        () if file in without else tuple(read(folder, findings)) for file, read in zip(FILES, readers, strict=True)
    ]
    made = Protocol(*tables, absent=absent)
    if 0 < len(absent) < len(FILES):
        findings.note("no-protocol", absent[0], f"the study has no {', '.join(absent)}", advice="add what is published")
    if made.speakers and made.trials:
        known = {(row.split, row.subset) for row in made.speakers}
        lost = dict.fromkeys(f"{row.split} {row.subset}" for row in made.trials if (row.split, row.subset) not in known)
        if lost:
            findings.warning(
                "unresolved", TRIALS, f"{SPEAKERS} does not have {named(lost)}", f"the splits and subsets of {SPEAKERS}"
            )
    return made


def check_teams(protocol: Protocol, makers: Mapping[str, str], findings: Findings) -> None:
    """Set the teams of `systems.csv` (system → team, empty where there is none) beside those of `teams.csv`."""
    if not protocol.teams:
        return
    listed = [team.id for team in protocol.teams]
    for team in dict.fromkeys(team for team in makers.values() if team and team not in listed):
        systems = [system for system, maker in makers.items() if maker == team]
        findings.warning(
            "unresolved", TEAMS, f"no row for the team {quoted(team)}, which made {named(systems)}",
            allowed=named(listed, 20), advice="add its row, or correct the column team of systems.csv", column="team",
        )  # fmt: skip
    idle = [team for team in listed if team not in makers.values()]
    if idle:
        findings.note("unused", TEAMS, f"{named(idle)}: no system of systems.csv names the team", column="team")


def _table(folder: Path, file: str, required: Sequence[str], findings: Findings) -> Table | None:
    return read_table(folder, file, required, findings) if is_there(folder, file) else None


def _editions(folder: Path, findings: Findings) -> Iterator[Fact]:
    table = _table(folder, EDITIONS, ("aspect", "edition", "said"), findings)
    if table is None:
        return
    columns = [texts(table, name, findings) for name in ("aspect", "edition", "said")]
    check_each_once(table, ("aspect", "edition"), columns[:2], findings)
    yield from (Fact(*cells) for cells in zip(*columns, strict=True))


def _speakers(folder: Path, findings: Findings) -> Iterator[SpeakerSet]:
    table = _table(folder, SPEAKERS, ("split", "subset", "type"), findings)
    if table is None:
        return
    names = [
        words_of(table, "split", SPLIT_WORDS, findings), texts(table, "subset", findings),
        words_of(table, "type", TYPE_WORDS, findings),
    ]  # fmt: skip
    check_each_once(table, ("split", "subset", "type"), names, findings)
    numbers = [counts(table, name, findings) for name in (*PARTS, "utterances", "different_only")]
    for split, subset, kind, *cells in zip(*names, *numbers, strict=True):
        yield SpeakerSet(split, subset, kind, dict(zip(PARTS, cells[:3], strict=True)), cells[3], cells[4])


def _folds(folder: Path, findings: Findings) -> list[EmotionSpeaker]:
    table = _table(folder, FOLDS, ("session", "gender"), findings)
    if table is None:
        return []
    names = [texts(table, "session", findings), words_of(table, "gender", GENDER_WORDS, findings)]
    check_each_once(table, ("session", "gender"), names, findings)
    utterances = counts(table, "utterances", findings)
    uses = {
        column.removeprefix(FOLD): words_of(table, column, USE_WORDS, findings)
        for column in table.frame.columns if column.startswith(FOLD) and column != FOLD
    }  # fmt: skip
    made = [
        EmotionSpeaker(session, gender, number, {fold: words[place] for fold, words in uses.items()})
        for place, (session, gender, number) in enumerate(zip(*names, utterances, strict=True))
    ]
    _check_folds(made, uses, findings)
    return made


def _check_folds(speakers: Sequence[EmotionSpeaker], folds: Iterable[str], findings: Findings) -> None:
    for fold in folds:
        sessions = {use: [s.session for s in speakers if s.uses[fold] == use] for use in ("train", "eval")}
        if lacking := [use for use, found in sessions.items() if not found]:
            findings.warning(
                "fold", FOLDS, f"no speaker is {' or '.join(lacking)} in this fold", "train, dev and eval in each fold",
                column=FOLD + fold,
            )  # fmt: skip
        if both := sorted({*sessions["train"]} & {*sessions["eval"]}):
            findings.warning(
                "fold", FOLDS, f"{named(both)} stands in training and in evaluation of one fold",
                "a conversation on one side only", column=FOLD + fold,
            )  # fmt: skip


def _training(folder: Path, findings: Findings) -> Iterator[TrainingSet]:
    table = _table(folder, TRAINING, ("model", "subset"), findings)
    if table is None:
        return
    names = [texts(table, name, findings) for name in ("model", "subset")]
    check_each_once(table, ("model", "subset"), names, findings)
    hours = counts(table, "hours", findings, whole=False)
    numbers = [counts(table, name, findings) for name in (*PARTS, "utterances")]
    for model, subset, length, *cells in zip(*names, hours, *numbers, strict=True):
        yield TrainingSet(model, subset, length, dict(zip(PARTS, cells[:3], strict=True)), cells[3])


def _trials(folder: Path, findings: Findings) -> Iterator[PairSet]:
    table = _table(folder, TRIALS, ("split", "subset", "pairs"), findings)
    if table is None:
        return
    names = [
        words_of(table, "split", SPLIT_WORDS, findings), texts(table, "subset", findings),
        words_of(table, "pairs", PAIR_WORDS, findings),
    ]  # fmt: skip
    check_each_once(table, ("split", "subset", "pairs"), names, findings)
    numbers = [counts(table, name, findings) for name in PARTS]
    for split, subset, pairs, *cells in zip(*names, *numbers, strict=True):
        yield PairSet(split, subset, pairs, dict(zip(PARTS, cells, strict=True)))


def _teams(folder: Path, findings: Findings) -> Iterator[Team]:
    table = _table(folder, TEAMS, ("team",), findings)
    if table is None:
        return
    check_ids(table, "team", findings)
    ids = [text.strip() for text in table.column("team")]
    check_each_once(table, ("team",), [ids], findings)
    texts = [[text.strip() for text in table.column(name)] for name in
             ("name", "affiliations", "countries", "reference")]  # fmt: skip
    for team, name, affiliations, countries, reference in zip(ids, *texts, strict=True):
        yield Team(team, name or team, _listed(affiliations), _listed(countries), reference)


def _listed(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";") if part.strip())
