"""What a study hands to the pages: its ledger, its verdicts, the names of its systems, and what is missing.

Built by `benchmark/`, `challenge/` and `attacks/`, read by `pages/`. Nothing here knows a file or a format.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from analysis.ledger import Ledger

if TYPE_CHECKING:  # the names of a study are read without its tables, too
    import polars

Kind = Literal["benchmark", "challenge", "attacks"]


@dataclass(frozen=True)
class System:
    """One anonymization system, or the unprotected reference.

    Attributes:
        id: the name in file names and keys.
        label: the name that a reader sees.
        description: one line, free text from the study's data.
        role: `reference`, `anonymizer`; in a challenge `original`, `baseline`, `submitted`, `post-evaluation`.
        family: the kind of system in a challenge (`codec`, `cascade`, ...); empty in a benchmark.
        compliant: False where a challenge marks the system as not following its rules.
        recomputed: False where nothing but shipped values is here.
    """

    id: str
    label: str
    description: str = ""
    role: str = "anonymizer"
    family: str = ""
    compliant: bool = True
    recomputed: bool = True


@dataclass(frozen=True)
class Corpus:
    """One recording corpus: its name in the data and its slug in keys and columns."""

    slug: str
    name: str


@dataclass(frozen=True)
class Pair:
    """A registered comparison "b minus a" and the question that it answers."""

    b: str
    a: str
    question: str = ""
    recomputed: bool = True


@dataclass(frozen=True)
class Remark:
    """Something about the data that a reader must know; `text` holds no numerals, since it is not in the ledger."""

    severity: Literal["warning", "note"]
    text: str


@dataclass(frozen=True)
class Author:
    """Who wrote the study, and where they work; the affiliation is empty where none is given."""

    name: str
    affiliation: str = ""


@dataclass(frozen=True)
class Histogram:
    """How often the draws of one ledger row fell between each two edges; one edge more than counts."""

    key: str
    edges: tuple[float, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Spread:
    """The values of single speakers, in ascending order, behind one ledger row that says how far apart they lie."""

    key: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Utterance:
    """One utterance to be quoted: what was said and what was heard after a system."""

    system: str
    utt_id: str
    reference: str
    hypothesis: str


@dataclass(frozen=True)
class Family:
    """Systems of one kind in two studies: their ids here and there."""

    name: str
    here: tuple[str, ...]
    there: tuple[str, ...]


@dataclass(frozen=True)
class Difference:
    """One way in which the protocols of two studies differ, in words."""

    what: str
    here: str
    there: str


@dataclass(frozen=True)
class Bridge:
    """What a study shares with another one, and what keeps their numbers from being compared.

    Attributes:
        study: the id of the other study, which need not be part of the report.
        families: kinds of system that both have.
        differences: between the two protocols.
    """

    study: str
    families: tuple[Family, ...]
    differences: tuple[Difference, ...]


@dataclass(frozen=True)
class Statement:
    """One statement of a publication that was checked; its numbers and its verdict stand under its id.

    Attributes:
        id: its name in keys (`<study>/claim/<id>`).
        section, figure: where it stands, as names; the figure may be empty.
        says: what it says, in the words of the study's data, without what is printed.
        comparison: how what is printed and what is recomputed must lie: `equals`, `below`, ...
        parts: the last part of the keys of its numbers, one for each; empty for a list of systems and where nothing is
            printed.
        listed: whether systems are listed instead of numbers.
        printed, found: the printed and the recomputed systems, where they are listed.
        absent, extra: those that are printed and not found, and the other way round.
        missing: what the tables lack; empty where it was checked.
        against: ids of statements that it contradicts.
        note: a remark of the study's data; may be empty.
        split: the split of the results on which it was checked; may be empty.
    """

    id: str
    section: str
    says: str
    verdict: str
    figure: str = ""
    comparison: str = "equals"
    parts: tuple[tuple[str, ...], ...] = ()
    listed: bool = False
    printed: tuple[str, ...] = ()
    found: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    extra: tuple[str, ...] = ()
    missing: str = ""
    against: tuple[str, ...] = ()
    note: str = ""
    split: str = ""


@dataclass(frozen=True)
class Results:
    """Everything that the pages of one study are made from.

    Attributes:
        study: the id, which is the folder's name.
        license: the terms of the report's pages as the study states them; empty where it states none.
        unit_of_text: whether the error rate of transcripts counts characters (CER) or words (WER).
        trial_list: the trial list of the headline EER; lists: every trial list as (name in keys, name for a reader).
        verdicts: ledger-like key → words, for results that are no numbers: `<study>/front/<attacker>/<system>` →
            `on the front` | `dominated`, `<study>/paired/<B>/<A>/<metric>` → the paired verdict,
            `<study>/best_trade` → a system's id, ...; written to `report/verdicts.csv` with the remarks.
        remarks: absences and warnings, each said once on the page.
        notes: what the study itself says that a reader must know, in the words of its data.
        tables: file name below `report/<study>/` → the frame that is written there.
        statements: the checked statements of a publication, in the order of its text.
        histograms, utterances, spreads: what figures of draws, quotations of transcripts and figures of single speakers
            show.
        words: name → rows of column → text, in the order of the data's files: tables that hold words, and the names of
            the rows of those that hold numbers.
        bridge: what the study shares with another one; None where nothing says so.
    """

    study: str
    kind: Kind
    title: str
    ledger: Ledger
    authors: tuple[Author, ...] = ()
    date: str = ""
    license: str = ""
    simulated: bool = False
    reference: str = "original"
    unit_of_text: Literal["characters", "words"] = "characters"
    systems: tuple[System, ...] = ()
    corpora: tuple[Corpus, ...] = ()
    trial_list: str = "same_gender"
    lists: tuple[tuple[str, str], ...] = ()
    pairs: tuple[Pair, ...] = ()
    verdicts: Mapping[str, str] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    notes: tuple[str, ...] = ()
    tables: Mapping[str, polars.DataFrame] = field(default_factory=dict)
    statements: tuple[Statement, ...] = ()
    histograms: tuple[Histogram, ...] = ()
    utterances: tuple[Utterance, ...] = ()
    spreads: tuple[Spread, ...] = ()
    words: Mapping[str, tuple[Mapping[str, str], ...]] = field(default_factory=dict)
    bridge: Bridge | None = None

    def label(self, system: str) -> str:
        """Return a system's name for a reader; the id where it has no other."""
        return next((item.label for item in self.systems if item.id == system), system)
