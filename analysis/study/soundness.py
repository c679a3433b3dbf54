"""What a partial build may go on with: which errors leave a sound rest, and how what is left out is counted.

A build stops on any error. With `--partial` it goes on with what is sound, by these rules:

- **What an error speaks of is left out, never mended.** A reader leaves out rows that it calls an error; a file that
  cannot be read as a whole counts as absent, with the error as the reason. Of two rows that contradict each other
  neither is kept, since which one is right is not known.
- **Numbers that are compared rest on the same things.** Every EER of a benchmark is taken over the trials that *every*
  kept file of embeddings or scores can score, every error rate over the same transcripts, every pitch over the same
  clips. With trials of its own for each system, ranks, fronts, differences between systems and falls between attackers
  would compare easy trials with hard ones; so one gap costs all of them a trial, and the coverage says which file it is
  due to.
- **A model is the mean of the same utterances for everybody.** An enrollment utterance that one file lacks is left out
  of the speaker's model under every system and attacker. A speaker that loses more than half of them is not enrolled.
- **One bad file must not empty the report.** A file that could score fewer than half of the trials is left out itself;
  so are the clips of a system of which more than half cannot be read.
- **Nobody else is drawn.** The speakers that are resampled are those of the list, whether or not trials of theirs are
  left, so that a complete build later has the same draws.
- **The denominators are the lists as they stand**: the rows of the trial list, with those that cannot be read.
- A number cell that holds no number is missing, with that reason. Where rows are added up (the protocol tables of a
  challenge), the whole table is left out.
- Wrong settings, lists that cannot be read and the lack of a reference leave nothing sound: a partial build stops, too.
  So does it on an error that none of these rules knows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from analysis.errors import InputError
from analysis.study.findings import Finding

LEAST_SHARE = 0.5
"""A file that could score a smaller share of the trials is left out; so is a model of fewer of its utterances."""

FLAG = "--partial"
NO_NUMBER = "no number in the file"
"""Why a value is missing whose cell is left out."""

FILE = "the file as a whole"
"""What is left out where no part of a file can be used."""


@dataclass(frozen=True)
class Loss:
    """Why a file is left out: in a few words for a cell that lacks its value, and as they follow `FILE`."""

    cell: str
    words: str


DAMAGED = Loss("file is damaged", "which is damaged")


@dataclass(frozen=True)
class LeftOut:
    """Something of the study that no number rests on.

    Attributes:
        what: what it is, in the plural: `trials`, `cells`, `systems`, ...
        why: which of them and why, in words without numerals that follow `what`: `with several rows`.
        file: path relative to the study; empty where it is no single file's.
        names: ids, as far as they can be named.
        count: how many; None for a whole file.
        of: of how many; None where that is not known.
    """

    what: str
    why: str
    file: str = ""
    names: tuple[str, ...] = ()
    count: int | None = None
    of: int | None = None


@dataclass(frozen=True)
class Share:
    """How much of something is used.

    Attributes:
        names: the rest of its key: `("trials", "all")`, `("attack", <system>, <attacker>)`.
        used, listed: how many of how many.
        source: the files that list them.
        what: what is counted, in words.
    """

    names: tuple[str, ...]
    used: int
    listed: int
    source: str
    what: str


@dataclass(frozen=True)
class Coverage:
    """What a partial build left out of a study, and what its numbers rest on instead.

    Attributes:
        left_out: what no number rests on, in the order of the lists.
        shares: how much of each list is used.
        missing: what a value is of → why it is missing: `("eer", <system>, <attacker>)`, or a kind of file, as the
            attributes of a system, and the system.
        errors: the errors that were not mended.
        cut: identifies what is left of the lists that heavy results read; empty where they are whole.
        touched: beginnings of file names and words; a number whose source holds one rests on less than was listed,
        alone: unless it is of one of these measures.
    """

    left_out: tuple[LeftOut, ...]
    shares: tuple[Share, ...] = ()
    missing: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    errors: tuple[Finding, ...] = ()
    cut: str = ""
    touched: frozenset[str] = frozenset()
    alone: frozenset[str] = frozenset()

    def touches(self, measure: str, source: str) -> bool:
        """Say whether a number of this measure and source rests on less than was listed."""
        return measure not in self.alone and any(word in source for word in self.touched)


@dataclass(frozen=True)
class Rules:
    """Which errors of a kind of study have a sound rest.

    Names of files that end with `/` stand for all files of that folder.

    Attributes:
        rows: file → codes of the errors whose rows, vectors or cells are left out one by one.
        whole: files without which a study can do; any other error of theirs costs the file.
        ends: codes of errors that end a build wherever they stand.
    """

    rows: Mapping[str, Collection[str]]
    whole: tuple[str, ...]
    ends: Collection[str] = ()

    def hopeless(self, errors: Iterable[Finding]) -> list[Finding]:
        """Return the errors that leave nothing sound, or that no rule knows."""
        return [
            error
            for error in errors
            if error.code in self.ends or not (self._in_rows(error) or _among(error.file, self.whole))
        ]

    def damaged(self, errors: Iterable[Finding]) -> dict[str, Finding]:
        """Return the files that are left out as a whole, each with its first error."""
        found: dict[str, Finding] = {}
        for error in errors:
            if not self._in_rows(error) and _among(error.file, self.whole):
                found.setdefault(error.file, error)
        return found

    def _in_rows(self, error: Finding) -> bool:
        return any(error.code in codes and _among(error.file, (file,)) for file, codes in self.rows.items())


def _among(file: str, names: Iterable[str]) -> bool:
    return any(file == name or (name.endswith("/") and file.startswith(name)) for name in names)


def all_told(items: Iterable[LeftOut], errors: Iterable[Finding]) -> tuple[LeftOut, ...]:
    """Return the items, and one more for each file of which an error speaks and none of them does.

    No error passes without a word, also where what it speaks of was of no use for a number.
    """
    found = list(items)
    told = {one.file for one in found}
    # A twin in another form goes with the file that is left out, and so does its list of ids.
    told |= {one.file.rpartition(".")[0] for one in found if one.what == FILE}
    for error in errors:
        if not told & {error.file, error.file.rpartition(".")[0], error.file.partition("/")[0]}:
            told.add(error.file)
            found.append(LeftOut("parts", "that an error speaks of", error.file))
    return tuple(found)


def cannot_go_on(study: str, errors: Sequence[Finding]) -> InputError:
    """Return the error of a partial build that finds nothing sound to go on with."""
    listed = "\n".join("- " + error.text().replace("\n", "\n  ") for error in errors)
    return InputError(
        f"{study}: nothing sound is left to go on with, also with {FLAG}\n{listed}",
        advice="mend this first; `vpreport check` lists all errors of the study",
    )
