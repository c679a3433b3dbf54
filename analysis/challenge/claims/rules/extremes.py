"""Rules about the ends of a selection: the largest and the smallest value, both, and how far they lie apart."""

from __future__ import annotations

from decimal import Decimal

from analysis.challenge.claims.answer import Answer
from analysis.challenge.claims.arguments import AMONG, METRIC, SPLIT, UNSIGNED
from analysis.challenge.claims.rules.rule import rule, size_of, sized
from analysis.challenge.claims.selection import Selection, joined
from analysis.challenge.quantities import QUANTITIES, source_of
from analysis.challenge.roster import Roster


def _sizes(roster: Roster, metric: str, among: Selection, split: str, unsigned: bool = False) -> list[float]:
    return [sized(value, unsigned) for _, value in among.valued(roster, metric, split)]


def _answer(metric: str, among: Selection, split: str, what: str, sizes: list[float], *values: float) -> Answer:
    about = QUANTITIES[metric]
    return Answer(
        joined(source_of(metric, split), among.source(split)), f"{what} among {among.words}, {split} split",
        values, unit=about.unit, decimals=about.decimals, n=len(sizes),
    )  # fmt: skip


@rule("number", metric=METRIC, among=AMONG, split=SPLIT, unsigned=UNSIGNED)
def largest(roster: Roster, *, metric: str, among: Selection, split: str, unsigned: bool) -> Answer:
    """The largest value of a quantity."""
    sizes = _sizes(roster, metric, among, split, unsigned)
    what = f"largest {size_of(QUANTITIES[metric].words, unsigned)},"
    return _answer(metric, among, split, what, sizes, max(sizes))


@rule("number", metric=METRIC, among=AMONG, split=SPLIT, unsigned=UNSIGNED)
def smallest(roster: Roster, *, metric: str, among: Selection, split: str, unsigned: bool) -> Answer:
    """The smallest value of a quantity."""
    sizes = _sizes(roster, metric, among, split, unsigned)
    what = f"smallest {size_of(QUANTITIES[metric].words, unsigned)},"
    return _answer(metric, among, split, what, sizes, min(sizes))


@rule("range", metric=METRIC, among=AMONG, split=SPLIT, unsigned=UNSIGNED)
def span(roster: Roster, *, metric: str, among: Selection, split: str, unsigned: bool) -> Answer:
    """The smallest and the largest value of a quantity."""
    sizes = _sizes(roster, metric, among, split, unsigned)
    what = f"smallest and largest {size_of(QUANTITIES[metric].words, unsigned)},"
    return _answer(metric, among, split, what, sizes, min(sizes), max(sizes))


@rule("number", metric=METRIC, among=AMONG, split=SPLIT)
def spread(roster: Roster, *, metric: str, among: Selection, split: str) -> Answer:
    """The largest value of a quantity minus the smallest."""
    about = QUANTITIES[metric]
    sizes = _sizes(roster, metric, among, split)
    apart = Decimal(repr(max(sizes))) - Decimal(repr(min(sizes)))
    return Answer(
        joined(source_of(metric, split), among.source(split)),
        f"largest minus smallest {about.words} among {among.words}, {split} split",
        (float(apart),), unit="points", decimals=about.decimals, n=len(sizes),
    )  # fmt: skip
