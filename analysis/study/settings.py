"""The settings of a study: `study.toml`, all of it optional, and what holds where it says nothing."""

from __future__ import annotations

import datetime
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from analysis.ledger import Inputs
from analysis.results import Author, Kind, Pair
from analysis.study.documents import read_document
from analysis.study.findings import Finding, Findings, near, quoted
from analysis.study.ids import ALLOWED, id_fault
from analysis.study.texts import is_there, names_column

FILE = "study.toml"
KINDS = ("benchmark", "challenge", "attacks")
INTERVALS = ("speaker", "two_sided", "joint", "joint_bca", "joint_t")
TEXT_UNITS = ("characters", "words")
MAX_DRAWS = 1_000_000
DRAWS_OF_NEW_STUDIES = 10_000
"""What `vpreport init` and importers write: ten times what holds without a line, at a cost that nobody notices."""
INTERVAL_OF_NEW_STUDIES = "joint_t"
"""What they write, too: of `INTERVALS` the one that, as `vpreport coverage` finds, keeps best what it promises."""

AUTHORS_SHAPE = 'a list such as ["A. Author"], or [[authors]] with name and, if you like, affiliation'
# Files that stand beside the studies' folders in a report and its site.
REPORT_FILES = (
    "about.json", "appendix.pdf", "appendix.qmd", "index.html", "index.qmd", "inputs.csv", "ledger.csv", "ledger.json",
    "provenance.csv", "stages.csv", "summary.pdf", "verdicts.csv",
)  # fmt: skip
# An identifier of the SPDX list, or where the terms stand.
LICENSE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.+-]*|https?://[^\s<>\"{}|\\^`]+")


@dataclass(frozen=True)
class SystemSetting:
    """What `study.toml` says about one system; empty where it says nothing."""

    id: str
    label: str = ""
    description: str = ""


@dataclass(frozen=True)
class Settings:
    """The settings of one study.

    Attributes:
        study: the id, which is the folder's name.
        kind: `benchmark`, `challenge` or `attacks`; inferred from the files where not given.
        title: the folder's name in words where not given.
        authors: who wrote the study, each with an affiliation if one is given.
        license: the terms of the report's pages, an SPDX identifier or an address; empty where none is stated.
        lead: whether the summary page is about this study.
        simulated: whether the inputs are simulated.
        reference: the id of the unprotected system.
        systems: what is said about systems, in listing order.
        pairs: the registered comparisons "b minus a".
        draws: how many times the speakers are resampled; a study that is begun anew says `DRAWS_OF_NEW_STUDIES`.
        seed: seed of the draws.
        level: level of the intervals, between 0 and 1.
        interval: the kind of interval that a benchmark quotes and that its verdicts use. An EER's differ in how often a
            trial counts in a draw of the speakers: `speaker`, as its enrolled speaker was drawn; `two_sided`, as the
            product of both of its speakers' draws; `joint`, a target trial as its speaker and a non-target trial as
            that product. These take percentiles of the draws; `joint_bca` takes BCa edges of the joint draws, with
            tails widened for few speakers, and `joint_t` Student's t times their standard deviation on either side of
            the value, for a rate on a log scale. An utterance has one speaker, so that for an error rate of
            transcripts or a UAR the first three are one and the same, and the last two take the draws of the speakers.
            A study that is begun anew says `INTERVAL_OF_NEW_STUDIES`.
        text: the unit of the error rate of transcripts.
        mfdr_band: an mFDR below this, in percent, is in the band that a challenge printed; None where it printed none.
        notes: what a reader of the report must know about the data, a sentence or two each.
        given: the names that stand in `study.toml`.
    """

    study: str
    kind: Kind = "benchmark"
    title: str = ""
    authors: tuple[Author, ...] = ()
    date: str = ""
    license: str = ""
    lead: bool = False
    simulated: bool = False
    reference: str = "original"
    systems: tuple[SystemSetting, ...] = ()
    pairs: tuple[Pair, ...] = ()
    draws: int = 1000
    seed: int = 0
    level: float = 0.95
    interval: str = "speaker"
    text: Literal["characters", "words"] = "characters"
    mfdr_band: float | None = None
    notes: tuple[str, ...] = ()
    given: frozenset[str] = field(default=frozenset(), repr=False)

    @property
    def inputs(self) -> Inputs:
        """Return whether the inputs are `real` or `simulated`, as the ledger has it."""
        return "simulated" if self.simulated else "real"

    @property
    def of_results(self) -> dict[str, Any]:
        """Return what every kind of study hands on to its pages as it stands, by the names of `Results`."""
        names = ("study", "title", "authors", "date", "license", "simulated", "notes")
        return {name: getattr(self, name) for name in names}

    def source(self, name: str) -> str:
        """Say where a value comes from: `study.toml` or `defaults`.

        Raises:
            KeyError: no setting has this name.
        """
        if name not in SETTING_NAMES:
            raise KeyError(name)
        return FILE if name in self.given else "defaults"


def few_draws(given: Settings, place: str = FILE) -> Finding | None:
    """Return the warning that a study draws too seldom for intervals at its level; None where it draws enough.

    An interval leaves (1 - level) / 2 of the draws out at either end; that is one draw at least, or nothing can be said
    of its edges. The measures hold the same rule for their verdicts.

    Args:
        given: the settings.
        place: what asked for the draws.

    >>> few_draws(Settings("s", draws=39)).allowed, few_draws(Settings("s", draws=40))
    ('40 draws or more', None)
    """
    level = 100 * given.level
    fewest = math.ceil(float(f"{200 / (100 - level):.9g}"))
    if given.draws >= fewest:
        return None
    return Finding(
        "warning",
        "few-draws",
        place,
        f"draws = {given.draws} is too few for intervals at {level:.12g} %; no difference is established with them",
        allowed=f"{fewest} draws or more",
        advice="draw more often, or lower the level",
        remark="There are too few draws for intervals at this level: their edges mean little, and no difference is "
        "established.",
    )


class _Refused(Exception):
    """A value that cannot be a setting; carries what would be allowed."""


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _Refused("a text in quotes")
    return value


def _date(value: Any) -> str:
    if isinstance(value, datetime.date) and not isinstance(value, datetime.datetime):
        return value.isoformat()
    if not isinstance(value, str):
        raise _Refused('a date such as 2026-03-01 or a text such as "March 2026"')
    return value


def _license(value: Any) -> str:
    if not isinstance(value, str) or not LICENSE.fullmatch(value):
        raise _Refused('an SPDX identifier such as "CC-BY-4.0", or the address of the terms')
    return value


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _Refused("true or false")
    return value


def _authors(value: Any) -> tuple[Author, ...]:
    items = [value] if isinstance(value, str) else value
    if not isinstance(items, list):
        raise _Refused(AUTHORS_SHAPE)
    found = []
    for item in items:
        row = {"name": item} if isinstance(item, str) else item
        if (
            not isinstance(row, dict)
            or not {"name"} <= set(row) <= {"name", "affiliation"}
            or not all(isinstance(cell, str) for cell in row.values())
            or not row["name"].strip()
        ):
            raise _Refused(AUTHORS_SHAPE)
        found.append(Author(**row))
    return tuple(found)


def _one_of(words: tuple[str, ...], called: Mapping[str, str] | None = None) -> Callable[[Any], str]:
    """Return a parser of one of some words; `called` is what a report calls a word by another name."""
    others = {word: f" ({name})" for word, name in (called or {}).items()}

    def parse(value: Any) -> str:
        if value not in words:
            raise _Refused(" or ".join(f'"{word}"{others.get(word, "")}' for word in words))
        return value

    return parse


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def parse(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise _Refused(f"a whole number from {low} to {high}")
        return value

    return parse


def _level(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < 1:
        raise _Refused("a number between 0 and 1, such as 0.95")
    return float(value)


def _mfdr(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= 200:
        raise _Refused("a percentage above 0 and at most 200, such as 5")
    return float(value)


def _id(value: Any) -> str:
    if not isinstance(value, str):
        raise _Refused("the id of a system, a text in quotes")
    if fault := id_fault(value):
        raise _Refused(f"the id of a system (this one {fault})")
    return value


def _notes(value: Any) -> tuple[str, ...]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) and text.strip() for text in texts):
        raise _Refused('a list of texts such as ["Speaker 7 was recorded twice."]')
    return tuple(text.strip() for text in texts)


def _rows(value: Any, required: tuple[str, ...], optional: tuple[str, ...]) -> list[dict[str, str]]:
    shape = "tables with " + ", ".join(required) + " and optionally " + ", ".join(optional) + ", all texts"
    if not isinstance(value, list):
        raise _Refused(shape)
    for item in value:
        if (
            not isinstance(item, dict)
            or not set(required) <= set(item) <= {*required, *optional}
            or not all(isinstance(cell, str) for cell in item.values())
        ):
            raise _Refused(shape)
        for name in required:
            _id(item[name])
    return value


def _systems(value: Any) -> tuple[SystemSetting, ...]:
    rows = _rows(value, ("id",), ("label", "description"))
    ids = [row["id"] for row in rows]
    if len(set(ids)) < len(ids):
        raise _Refused("each system once")
    return tuple(SystemSetting(**row) for row in rows)


def _pairs(value: Any) -> tuple[Pair, ...]:
    rows = _rows(value, ("b", "a"), ("question",))
    keys = [(row["b"], row["a"]) for row in rows]
    if len(set(keys)) < len(keys):
        raise _Refused("each pair once")
    if any(b == a for b, a in keys):
        raise _Refused("two different systems in a pair")
    return tuple(Pair(**row) for row in rows)


_PARSERS: Mapping[str, Callable[[Any], Any]] = {
    "kind": _one_of(KINDS),
    "title": _text,
    "authors": _authors,
    "date": _date,
    "license": _license,
    "lead": _truth,
    "simulated": _truth,
    "reference": _id,
    "systems": _systems,
    "pairs": _pairs,
    "draws": _whole(1, MAX_DRAWS),
    "seed": _whole(0, 2**63 - 1),
    "level": _level,
    "interval": _one_of(INTERVALS, {"speaker": "one-sided"}),
    "text": _one_of(TEXT_UNITS),
    "mfdr_band": _mfdr,
    "notes": _notes,
}
SETTING_NAMES = tuple(_PARSERS)


def read_settings(folder: Path, findings: Findings | None = None) -> Settings:
    """Read a study's settings; a study without `study.toml` has the defaults.

    Args:
        folder: the study's folder.
        findings: gets the errors; where none is handed in they are raised.

    Raises:
        InputError: `findings` is None and `study.toml` cannot be used.
    """
    own = Findings() if findings is None else findings
    folder = Path(folder)
    study = folder.resolve().name
    _check_study_name(study, own)
    values: dict[str, Any] = {}
    for name, value in read_document(folder, FILE, own).items():
        if name not in _PARSERS:
            own.error(
                "setting",
                FILE,
                f"unknown setting {quoted(name)} = {quoted(value)}",
                allowed=", ".join(SETTING_NAMES),
                advice=near(name, SETTING_NAMES) or "take it out",
                column=name,
            )
            continue
        try:
            values[name] = _PARSERS[name](value)
        except _Refused as refused:
            own.error(
                "setting", FILE, f"{name} = {quoted(value)}", allowed=str(refused), advice=_advice(name, value),
                column=name,
            )  # fmt: skip
    given = frozenset(values)
    values.setdefault("kind", _kind(folder))
    if not values.get("title", "").strip():
        values["title"] = study.replace("_", " ").strip() or study
        given -= {"title"}
    if findings is None:
        own.stop_on_errors(study)
    return Settings(study=study, given=given, **values)


def _advice(name: str, value: object) -> str:
    """Say what to write in place of a setting that is refused, or how to do without it."""
    if name == "systems" and isinstance(value, list) and any(isinstance(one, str) for one in value):
        return "write a table [[systems]] with an id for each system, or leave systems out: those with files are found"
    return f"correct {name}, or take it out: what a study does without it stands in the study.toml that init writes"


def _kind(folder: Path) -> Kind:
    """Return the kind that the files of a study show."""
    if not is_there(folder, "results.csv"):
        return "benchmark"
    return "attacks" if names_column(folder, "results.csv", "attacker") else "challenge"


def study_name_fault(study: str) -> str:
    """Say why a folder's name cannot be a study's id; empty where it can.

    Beside what no id may be these are names that Quarto passes over, that Typst cannot open, and that the report uses
    for a file of its own.

    >>> study_name_fault("khmer_demo"), study_name_fault("_x")
    ('', 'starts with _ or .')
    """
    if fault := id_fault(study):
        return fault
    if study.startswith(("_", ".")):
        return "starts with _ or ."
    if "\\" in study:
        return "holds a backslash"
    return "is a file of the report" if study in REPORT_FILES else ""


STUDY_NAMES = f"{ALLOWED}, has no backslash, no _ or . at its start, and is none of {', '.join(REPORT_FILES)}"


def _check_study_name(study: str, findings: Findings) -> None:
    """Refuse the name of a folder that cannot be a study's id."""
    if fault := study_name_fault(study):
        findings.error(
            "study-name", "", f"the study's folder is named {quoted(study)}, which {fault}", allowed=STUDY_NAMES,
            advice="rename the folder: its name is the study's id",
        )  # fmt: skip
