"""Rules about one system: its value, the difference to another, its category, its rank, its parameter."""

from __future__ import annotations

from decimal import Decimal
from math import nan

from analysis.challenge.claims.answer import Answer, Unanswerable
from analysis.challenge.claims.arguments import AMONG, DIRECTED, METRIC, NAME, NAMES, SPLIT, SYSTEM, UNSIGNED
from analysis.challenge.claims.rules.rule import highest_minimum, known, rule, size_of, sized
from analysis.challenge.claims.selection import Selection, joined
from analysis.challenge.quantities import QUANTITIES, source_of
from analysis.challenge.roster import Roster
from analysis.measures.ranking import ranks
from analysis.study.cells import Cell


@rule("number", metric=METRIC, system=SYSTEM, split=SPLIT, unsigned=UNSIGNED)
def value(roster: Roster, *, metric: str, system: str, split: str, unsigned: bool) -> Answer:
    """A quantity of a system."""
    about = QUANTITIES[metric]
    return Answer(
        source_of(metric, split), f"{size_of(about.words, unsigned)}, of {system}, {split} split",
        (sized(known(roster, system, metric, split), unsigned),), unit=about.unit, decimals=about.decimals,
    )  # fmt: skip


@rule("number", metric=METRIC, system=SYSTEM, reference=SYSTEM, split=SPLIT, unsigned=UNSIGNED)
def difference(roster: Roster, *, metric: str, system: str, reference: str, split: str, unsigned: bool) -> Answer:
    """A quantity of a system minus that of another one."""
    about = QUANTITIES[metric]
    first, second = (Decimal(repr(known(roster, name, metric, split))) for name in (system, reference))
    return Answer(
        source_of(metric, split), f"{size_of(about.words, unsigned)}, {system} minus {reference}, {split} split",
        (sized(float(first - second), unsigned),), unit="points", decimals=about.decimals,
    )  # fmt: skip


@rule("number", system=SYSTEM, split=SPLIT)
def category(roster: Roster, *, system: str, split: str) -> Answer:
    """The minimum EER, in percent, of the highest privacy category that a system reaches; zero where there is none."""
    average = known(roster, system, "eer", split)
    return Answer(
        source_of("eer", split), f"minimum of the highest privacy category that {system} reaches, {split} split",
        (float(highest_minimum(average)),), unit="percent",
    )  # fmt: skip


@rule("number", metric=DIRECTED, system=SYSTEM, among=AMONG, split=SPLIT)
def rank(roster: Roster, *, metric: str, system: str, among: Selection, split: str) -> Answer:
    """The rank of a system by a quantity, the best first, ties equal."""
    known(roster, system, metric, split)
    valued = among.valued(roster, metric, split)
    names = [entrant.id for entrant, _ in valued]
    if system not in names:
        raise Unanswerable(f"{system} is not among the systems that are ranked")
    places = ranks([found for _, found in valued] or [nan], bool(QUANTITIES[metric].larger_is_better))
    return Answer(
        joined(source_of(metric, split), among.source(split)),
        f"rank of {system} by {QUANTITIES[metric].words}, best first, among {among.words}, {split} split",
        (float(places[names.index(system)]),), unit="rank", n=len(valued),
    )  # fmt: skip


@rule("number", system=SYSTEM, parameter=NAME)
def parameter(roster: Roster, *, system: str, parameter: str) -> Answer:
    """A number of a system's design, by its name in the table of systems."""
    return _parameters(roster, system, (parameter,))


@rule("range", system=SYSTEM, parameters=NAMES)
def parameters(roster: Roster, *, system: str, parameters: tuple[str, str]) -> Answer:
    """Two numbers of a system's design, such as the ends of a range, by their names in the table of systems."""
    return _parameters(roster, system, parameters)


def _parameters(roster: Roster, system: str, names: tuple[str, ...]) -> Answer:
    known = roster.challenge.system(system).parameters
    cells = [known.get(name, Cell()) for name in names]
    values = tuple(cell.value for cell in cells if cell.value is not None)
    if len(values) < len(names):
        absent = [name for name, cell in zip(names, cells, strict=True) if cell.value is None]
        raise Unanswerable(f"{system}: no {' and no '.join(absent)} in the table of systems")
    return Answer(
        "systems.csv, parameters", f"{' and '.join(names)} of {system}, as the table of systems prints it",
        values, unit="ratio", decimals=max(cell.decimals for cell in cells),
    )  # fmt: skip
