"""Rules that find systems: who is selected, who comes first, who is on a front, who is better or worse than others."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import isnan

import numpy as np

from analysis.challenge.claims.answer import Answer, Unanswerable
from analysis.challenge.claims.arguments import (
    AMONG,
    DIRECTED,
    DIRECTED_LIST,
    DIRECTED_PAIR,
    METRIC,
    PLACES,
    SELECTION,
    SPLIT,
    SYSTEM,
    UNSIGNED,
    word,
)
from analysis.challenge.claims.rules.rule import highest_minimum, known, rule, size_of, sized
from analysis.challenge.claims.selection import Selection, joined
from analysis.challenge.quantities import QUANTITIES, quantity, source_of
from analysis.challenge.roster import Roster
from analysis.measures.fronts import pareto_front
from analysis.measures.ranking import ranks
from analysis.measures.scaling import mean_of_scaled
from analysis.rows import or_nan


def _sources(metrics: Sequence[str], split: str, *selections: Selection) -> str:
    return joined(*(source_of(name, split) for name in metrics), *(among.source(split) for among in selections))


def _words(metrics: Sequence[str]) -> str:
    return " and ".join(QUANTITIES[name].words for name in metrics)


def _first(values: Sequence[tuple[str, float]], larger: bool, places: int) -> tuple[str, ...]:
    """Return the ids of the systems on the first places, in their order; a tie at the last place lets all of it in."""
    found = ranks([value for _, value in values], larger)
    listed = [(int(place), name) for (name, _), place in zip(values, found, strict=True) if place <= places]
    return tuple(name for _, name in sorted(listed, key=lambda pair: pair[0]))


@rule("systems", among=SELECTION, split=SPLIT)
def members(roster: Roster, *, among: Selection, split: str) -> Answer:
    """Which systems with results there are."""
    systems = tuple(entrant.id for entrant in among.pick(roster, split))
    return Answer(joined("results.csv, system", among.source(split)), f"{among.words}, {split} split", systems=systems)


@rule("systems", among=SELECTION, split=SPLIT)
def described(roster: Roster, *, among: Selection, split: str) -> Answer:
    """Which systems the table of systems describes, with results or without."""
    systems = tuple(entrant.id for entrant in among.described(roster, split))
    return Answer(
        joined("systems.csv, system", among.source(split)), f"{among.words} that are described", systems=systems
    )


@rule("systems", system=SYSTEM, among=SELECTION, split=SPLIT)
def same_category(roster: Roster, *, system: str, among: Selection, split: str) -> Answer:
    """Which systems reach the same highest privacy category as another one."""
    own = known(roster, system, "eer", split)
    systems = tuple(
        entrant.id for entrant, average in among.valued(roster, "eer", split)
        if highest_minimum(average) == highest_minimum(own)
    )  # fmt: skip
    return Answer(
        _sources(["eer"], split, among),
        f"{among.words} whose highest privacy category is that of {system}, {split} split", systems=systems,
    )  # fmt: skip


@rule("systems", metric=DIRECTED, among=AMONG, split=SPLIT)
def best(roster: Roster, *, metric: str, among: Selection, split: str) -> Answer:
    """Which system has the best value of a quantity; several where they tie."""
    return _extreme(roster, metric, among, split, "best", bool(QUANTITIES[metric].larger_is_better), 1, False)


@rule("systems", metric=DIRECTED, among=AMONG, split=SPLIT)
def worst(roster: Roster, *, metric: str, among: Selection, split: str) -> Answer:
    """Which system has the worst value of a quantity; several where they tie."""
    return _extreme(roster, metric, among, split, "worst", not QUANTITIES[metric].larger_is_better, 1, False)


@rule("systems", metric=DIRECTED, places=PLACES, among=AMONG, split=SPLIT)
def top(roster: Roster, *, metric: str, places: int, among: Selection, split: str) -> Answer:
    """Which systems stand on the first places by a quantity, the best first."""
    return _extreme(roster, metric, among, split, "best", bool(QUANTITIES[metric].larger_is_better), places, False)


@rule("systems", metric=DIRECTED, places=PLACES, among=AMONG, split=SPLIT)
def bottom(roster: Roster, *, metric: str, places: int, among: Selection, split: str) -> Answer:
    """Which systems stand on the last places by a quantity, the worst first."""
    return _extreme(roster, metric, among, split, "worst", not QUANTITIES[metric].larger_is_better, places, False)


@rule("systems", metric=METRIC, places=PLACES, among=AMONG, split=SPLIT, unsigned=UNSIGNED)
def largest_of(roster: Roster, *, metric: str, places: int, among: Selection, split: str, unsigned: bool) -> Answer:
    """Which systems have the largest values of a quantity, as many as there are places."""
    return _extreme(roster, metric, among, split, "largest", True, places, unsigned)


def _extreme(
    roster: Roster, metric: str, among: Selection, split: str, end: str, larger: bool, places: int, unsigned: bool
) -> Answer:
    values = [(entrant.id, sized(value, unsigned)) for entrant, value in among.valued(roster, metric, split)]
    number = f"the {places} systems" if places > 1 else "the system"
    return Answer(
        _sources([metric], split, among),
        f"{number} with the {end} {size_of(QUANTITIES[metric].words, unsigned)}, among {among.words}, {split} split",
        systems=_first(values, larger, places), n=len(values),
    )  # fmt: skip


@rule("systems", metrics=DIRECTED_LIST, among=AMONG, split=SPLIT)
def best_on_all(roster: Roster, *, metrics: Sequence[str], among: Selection, split: str) -> Answer:
    """Which systems have the best value of every one of these quantities."""
    leaders = [set(best.find(roster, metric=name, among=among, split=split).systems) for name in metrics]
    systems = tuple(e.id for e in among.pick(roster, split) if all(e.id in names for names in leaders))
    return Answer(
        _sources(metrics, split, among), f"systems best on {_words(metrics)} among {among.words}, {split} split",
        systems=systems,
    )  # fmt: skip


@rule("systems", metrics=DIRECTED_LIST, among=AMONG, split=SPLIT)
def overall(roster: Roster, *, metrics: Sequence[str], among: Selection, split: str) -> Answer:
    """Which system has the largest mean of several quantities, each scaled from the worst to the best of all ranked."""
    ranked = roster.ranked
    columns = [np.array([or_nan(quantity(roster, e, name, split)) for e in ranked]) for name in metrics]
    means = mean_of_scaled(columns, [bool(QUANTITIES[name].larger_is_better) for name in metrics])
    chosen = {entrant.id for entrant in among.pick(roster, split)}
    scores = [(e.id, float(mean)) for e, mean in zip(ranked, means, strict=True) if e.id in chosen and not isnan(mean)]
    if not scores:
        raise Unanswerable(f"no such system has a mean of {_words(metrics)}")
    return Answer(
        joined(_sources(metrics, split, among), "systems.csv, role"),
        f"the system with the largest mean of {_words(metrics)}, each scaled over the baselines and submitted systems, "
        f"among {among.words}, {split} split",
        systems=_first(scores, True, 1), n=len(scores),
    )  # fmt: skip


@rule("systems", metrics=DIRECTED_PAIR, among=AMONG, split=SPLIT)
def front(roster: Roster, *, metrics: Sequence[str], among: Selection, split: str) -> Answer:
    """Which systems are on the Pareto front of two quantities."""
    first, second = ({e.id: value for e, value in among.valued(roster, name, split)} for name in metrics)
    names = [name for name in first if name in second]
    sides = tuple(bool(QUANTITIES[name].larger_is_better) for name in metrics)
    mask = pareto_front([first[name] for name in names], [second[name] for name in names], (sides[0], sides[1]))
    return Answer(
        _sources(metrics, split, among),
        f"systems on the Pareto front of {_words(metrics)} among {among.words}, {split} split",
        systems=tuple(name for name, kept in zip(names, mask, strict=True) if kept), n=len(names),
    )  # fmt: skip


@rule("systems", metrics=DIRECTED_LIST, among=SELECTION, than=SELECTION, of=word("each", "most", "mean"), split=SPLIT)
def better(roster: Roster, *, metrics: Sequence[str], among: Selection, than: Selection, of: str, split: str) -> Answer:
    """Which systems are better than each, than most or than the mean of others, on every one of these quantities."""
    return _compared(roster, metrics, among, than, of, split, worse=False)


@rule("systems", metrics=DIRECTED_LIST, among=SELECTION, than=SELECTION, of=word("each", "most", "mean"), split=SPLIT)
def worse(roster: Roster, *, metrics: Sequence[str], among: Selection, than: Selection, of: str, split: str) -> Answer:
    """Which systems are worse than each, than most or than the mean of others, on every one of these quantities."""
    return _compared(roster, metrics, among, than, of, split, worse=True)


def _compared(
    roster: Roster, metrics: Sequence[str], among: Selection, than: Selection, of: str, split: str, worse: bool
) -> Answer:
    kept = [entrant.id for entrant in among.pick(roster, split)]
    for name in metrics:
        larger = bool(QUANTITIES[name].larger_is_better) != worse
        sign = 1 if larger else -1
        own = {e.id: sign * Fraction(repr(value)) for e, value in among.valued(roster, name, split)}
        others = {e.id: sign * Fraction(repr(value)) for e, value in than.valued(roster, name, split)}
        mean = sum(others.values(), Fraction(0)) / len(others)
        if of != "mean" and all(set(others) <= {key} for key in own):
            raise Unanswerable("nobody to compare with")
        kept = [key for key in kept if key in own and _ahead(own[key], key, others, mean, of)]
    comparison = "worse" if worse else "better"
    whom = {"each": "each", "most": "most", "mean": "the mean"}[of]
    return Answer(
        _sources(metrics, split, among, than),
        f"{among.words} that are {comparison} than {whom} of {than.words} on {_words(metrics)}, {split} split",
        systems=tuple(kept),
    )  # fmt: skip


def _ahead(own: Fraction, name: str, others: dict[str, Fraction], mean: Fraction, of: str) -> bool:
    """Say whether a value is above those of the others; a system is not compared with itself, except in a mean."""
    if of == "mean":
        return own > mean
    beaten = [own > other for key, other in others.items() if key != name]
    return bool(beaten) and all(beaten) if of == "each" else 2 * sum(beaten) > len(beaten)
