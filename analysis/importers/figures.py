"""Figures that a tool printed, gathered from one or more files, and what the files of several systems have in common.

The files of each system hold the original, too. Where they agree on it, one reference stands for all of them; where
runs differ, nothing is averaged or dropped in silence: the runs are grouped, and the drafts say which differ in what.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from analysis.study.cells import number_cell
from analysis.study.findings import Findings, named, quoted
from analysis.study.ids import id_fault

MEASURES = ("eer", "linkability", "wer", "uar", "pitch_correlation", "gain_of_voice_distinctiveness")
GENDERS = {"f": "female", "female": "female", "m": "male", "male": "male", "mixed": "mixed"}
SPLITS = ("dev", "test")

What = tuple[str, str, str, str, str]
"""Measure, dataset, split, gender, attacker; the last two may be empty."""


@dataclass(frozen=True)
class Figure:
    """One printed number.

    Attributes:
        run: the id of the system whose files hold it.
        of_original: whether it is about the original speech, measured in that run.
        measure: one of `MEASURES`.
        dataset: the id of the data, its split included, such as `libri_test`.
        split: `dev`, `test`, or empty where the data have another one.
        gender: `female`, `male`, `mixed` or empty.
        attacker: as in studies, `unprotected` among them; empty for what knows no attacker.
        text: the digits as printed, without a percent sign.
        value: the number.
        place: the file that holds it, as messages call it.
        row: the line in it.
    """

    run: str
    of_original: bool
    measure: str
    dataset: str
    split: str
    gender: str
    attacker: str
    text: str
    value: float
    place: str
    row: int | None = None

    @property
    def what(self) -> What:
        """Return what the number measures, without the system."""
        return (self.measure, self.dataset, self.split, self.gender, self.attacker)


def told(what: What) -> str:
    """Return what a number measures in words.

    >>> told(("eer", "libri_test", "test", "female", "lazy"))
    'eer of libri_test, female, lazy'
    """
    measure, dataset, _, gender, attacker = what
    return ", ".join(part for part in (f"{measure} of {dataset}", gender, attacker) if part)


@dataclass(frozen=True)
class Reference:
    """The original as some of the runs measured it: the runs, in reading order, and their numbers."""

    runs: tuple[str, ...]
    figures: Mapping[What, Figure]


@dataclass
class Figures:
    """All figures of an import; each number once.

    Attributes:
        findings: get what cannot be read or stands twice.
        systems: run → what it measured of its system.
        originals: run → what it measured of the original.
    """

    findings: Findings
    systems: dict[str, dict[What, Figure]] = field(default_factory=dict)
    originals: dict[str, dict[What, Figure]] = field(default_factory=dict)
    _repeats: dict[str, int] = field(default_factory=dict)

    def add_run(self, run: str, found: str, place: str) -> bool:
        """Make a run known by the id that its system gets; False where that cannot be an id."""
        if fault := id_fault(run):
            self.findings.error(
                "id", place, f"the system's name {quoted(run)} {fault}",
                advice=f"give it another name with --name {quoted(found)}=ID",
            )  # fmt: skip
            return False
        self.systems.setdefault(run, {})
        self.originals.setdefault(run, {})
        return True

    def add(self, run: str, of_original: bool, what: What, text: str, place: str, row: int | None = None) -> None:
        """Add a printed number; a word for nothing is passed over, what is no number is an error."""
        try:
            cell = number_cell(text)
        except ValueError as error:
            self.findings.error(
                "value", place, f"{told(what)}: {error}", allowed="a number", advice="correct the file", row=row
            )
            return
        if cell.value is None:
            self.findings.warning("blank", place, f"{told(what)}: {quoted(text)} is no value", row=row)
            return
        figure = Figure(run, of_original, *what, cell.text.replace("\N{MINUS SIGN}", "-"), cell.value, place, row)
        known = (self.originals if of_original else self.systems).setdefault(run, {})
        earlier = known.setdefault(what, figure)
        if earlier is figure:
            return
        if earlier.value != figure.value:
            self.findings.error(
                "conflict", place, f"{told(what)} is {figure.text}; {_at(earlier)} has {earlier.text}",
                allowed="one value for each", advice="hand in the file that is meant, or give one of the systems "
                "another name", row=row,
            )  # fmt: skip
        else:
            self._repeats[place] = self._repeats.get(place, 0) + 1

    def note_repeats(self) -> None:
        """Note how many numbers stood in several places, equal."""
        if self._repeats:
            self.findings.note(
                "repeated", "results.csv", "numbers that stand in several places with one value, and count once: "
                f"{sum(self._repeats.values())}, in {named(self._repeats)}",
            )  # fmt: skip

    def all(self) -> Iterator[Figure]:
        """Return all figures, those of the systems first, in reading order."""
        for part in (self.systems, self.originals):
            for figures in part.values():
                yield from figures.values()

    def has(self, test: Callable[[Figure], bool]) -> bool:
        """Say whether any figure passes a test."""
        return any(test(figure) for figure in self.all())

    def references(self) -> list[Reference]:
        """Return the original as the runs measured it, one entry for runs that differ in nothing.

        The entry with most runs comes first, of equals the one that was read first: it is the reference of the study.
        A run that says less than another agrees with it where they both speak. Empty where no run measured the
        original.
        """
        groups: list[tuple[list[str], dict[What, Figure]]] = []
        for run, figures in self.originals.items():
            if not figures:
                continue
            fitting = (
                group
                for group in groups
                if all(figures[what].value == group[1][what].value for what in figures.keys() & group[1].keys())
            )
            runs, known = next(fitting, ([], {}))
            if not runs:
                groups.append((runs, known))
            runs.append(run)
            for what, figure in figures.items():
                known.setdefault(what, figure)
        ordered = sorted(groups, key=lambda group: -len(group[0]))
        return [Reference(tuple(runs), known) for runs, known in ordered]


def differences(first: Reference, other: Reference) -> list[tuple[Figure, Figure]]:
    """Return what two runs of the original differ in: pairs of figures, in the order of the first."""
    return [
        (figure, other.figures[what])
        for what, figure in first.figures.items()
        if what in other.figures and other.figures[what].value != figure.value
    ]


def _at(figure: Figure) -> str:
    return figure.place if figure.row is None else f"{figure.place}, row {figure.row},"
