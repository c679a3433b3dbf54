"""How near the recomputed values come to the published ones, and which rule for the EER those were made by."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.shipped import Column, columns
from analysis.benchmark.workbench import ATTACKERS
from analysis.ledger import Entry
from analysis.measures import agreement as agreement_of
from analysis.measures import rule_fit
from analysis.study.leaderboard import FILE as LEADERBOARD

WORDS = {
    "agrees": "agrees at the printed precision",
    "rounding": "differs by rounding only",
    "within": "within the interval",
    "outside": "outside the interval",
    "no_interval": "differs",
}
"""Name in keys of counts → the verdict that is counted."""
FARTHER = ("within", "outside", "no_interval")


@dataclass(frozen=True)
class Twin:
    """One value that is both recomputed and published: the names of its key, both rows, and the verdict.

    `ours` has the interval of the kind that published ones are of, whichever the study quotes.
    """

    column: Column
    names: tuple[str, ...]
    ours: Entry
    theirs: Entry
    verdict: str


def agreement(measured: Measured) -> Part:
    """Return recomputed minus published for every value that is both, and which EER rule fits the printed digits.

    Nothing where nothing is both. For simulated inputs, which were made to come near the published values, no rule is
    chosen.
    """
    twins = list(_twins(measured))
    if not twins:
        return Part()
    key = measured.bench.key
    verdicts = {key("agreement", *twin.names): twin.verdict for twin in twins}
    entries = [*_differences(measured, twins), *_columns(measured, twins), *_counts(measured, twins, ())]
    rule = _rules(measured, [twin for twin in twins if twin.column.measure == "eer"])
    return Part((*entries, *rule.entries), {**verdicts, **rule.verdicts})


def _twins(measured: Measured) -> Iterator[Twin]:
    bench, ledger = measured.bench, measured.ledger
    for column in columns(bench):
        if column.measure not in ("eer", "cer"):  # the published pitch correlation rests on other clips
            continue
        for system in bench.benchmark.systems:
            names = (column.measure, system.id, *column.rest)
            ours, theirs = measured.as_published(*names), ledger.get(bench.key("shipped", *names))
            if ours is None or theirs is None or ours.value is None or theirs.value is None:
                continue
            edges = None if ours.ci_low is None or ours.ci_high is None else (ours.ci_low, ours.ci_high)
            found = agreement_of(ours.value, theirs.value, theirs.decimals, edges)
            yield Twin(column, names, ours, theirs, found.verdict)


def _gaps(twin: Twin) -> dict[str, float]:
    """Return how far each edge of the interval lies from the published one, where both have one."""
    both = {"low": (twin.ours.ci_low, twin.theirs.ci_low), "high": (twin.ours.ci_high, twin.theirs.ci_high)}
    return {edge: abs(a - b) for edge, (a, b) in both.items() if a is not None and b is not None}


def _difference(twin: Twin) -> float:
    return (twin.ours.value or 0.0) - (twin.theirs.value or 0.0)


def _differences(measured: Measured, twins: Sequence[Twin]) -> Iterator[Entry]:
    for twin in twins:
        source = f"{LEADERBOARD}, {twin.column.name}"
        # One more decimal than was printed, so that half a unit shows as what it is.
        yield measured.bench.recomputed(
            ("agreement", *twin.names), _difference(twin), "points", max(2, twin.theirs.decimals + 1), source,
            "recomputed minus published",
        )  # fmt: skip
        for edge, gap in _gaps(twin).items():
            yield measured.bench.recomputed(
                ("agreement_edge", *twin.names, edge), gap, "percentage points", 2, source,
                f"absolute difference of the {'lower' if edge == 'low' else 'upper'} edges",
            )  # fmt: skip


def _columns(measured: Measured, twins: Sequence[Twin]) -> Iterator[Entry]:
    columns = dict.fromkeys(twin.column for twin in twins)
    groups = [(column.name, [twin for twin in twins if twin.column == column]) for column in columns]
    groups.append(("eer", [twin for twin in twins if twin.column.measure == "eer"]))
    for name, here in groups:
        differences = [abs(_difference(twin)) for twin in here]
        edges = [gap for twin in here for gap in _gaps(twin).values()]
        for kind, gaps in (("values", differences), ("edges", edges)):
            if gaps:
                yield measured.bench.recomputed(
                    ("agreement_max", name, kind), max(gaps), "percentage points", 2,
                    f"{LEADERBOARD}, {'eer columns' if name == 'eer' else name}",
                    f"largest absolute difference of {kind}", n=len(gaps),
                )  # fmt: skip
        if name != "eer":
            yield from _counts(measured, here, (name,))


def _counts(measured: Measured, twins: Sequence[Twin], names: tuple[str, ...]) -> Iterator[Entry]:
    found = [twin.verdict for twin in twins]
    counted = {"compared": len(found), **{name: found.count(words) for name, words in WORDS.items()}}
    counted["differs"] = sum(counted[name] for name in FARTHER)
    for name, count in counted.items():
        what = WORDS.get(name, "published and recomputed" if name == "compared" else "differs by more than rounding")
        yield measured.bench.recomputed(
            ("count", "agreement", *names, name), count, "count", 0, LEADERBOARD, f"values: {what}", n=len(found)
        )


def _rules(measured: Measured, twins: Sequence[Twin]) -> Part:
    """Set both rules beside the printed EERs; say which fits better where the inputs are real."""
    bench = measured.bench
    nearest, line, printed, entries = [], [], [], []
    for attacker in ATTACKERS:
        for twin in twins:
            _, system, of, trial_list = twin.names
            rate = measured.readings.line.get((system, of), math.nan) if trial_list == bench.headline else math.nan
            if of != attacker or math.isnan(rate):
                continue
            nearest.append(twin.ours.value or 0.0)
            line.append(rate)
            printed.append(twin.theirs)
            for name, value in (("nearest", nearest[-1]), ("line", rate)):
                entries.append(
                    bench.recomputed(
                        (f"eer_{name}", *twin.names[1:]), value, "percent", max(2, twin.theirs.decimals),
                        twin.ours.source, f"EER, {name} rule, with the digits of the published one", n=twin.ours.n,
                    )
                )  # fmt: skip
    if not printed:
        return Part()
    gap = max(abs(one - other) for one, other in zip(nearest, line, strict=True))
    entries.append(_row(measured, ("eer_rule_gap", "largest"), gap, "largest difference between the rules", len(line)))
    if bench.benchmark.settings.simulated:
        return Part(tuple(entries))
    fit = rule_fit(
        nearest, line, [entry.value or 0.0 for entry in printed], [entry.decimals for entry in printed]
    )  # fmt: skip
    for name, hits in (("nearest", fit.nearest), ("line", fit.line)):
        entries += [
            _count(measured, name, hits.hits, fit.compared, f"printed EERs that the {name} rule hits"),
            _row(measured, ("eer_rule_mean", name), hits.mean, "mean absolute difference", fit.compared),
            _row(measured, ("eer_rule_max", name), hits.largest, "largest absolute difference", fit.compared),
        ]
    entries.append(_count(measured, "apart", fit.apart, fit.compared, "printed EERs that exactly one rule hits"))
    return Part(tuple(entries), {bench.key("eer_rule"): fit.verdict})


def _row(measured: Measured, names: tuple[str, ...], value: float, what: str, of: int) -> Entry:
    return measured.bench.recomputed(
        names, value, "percentage points", 3, f"{LEADERBOARD}, the EER columns", what, n=of
    )  # fmt: skip


def _count(measured: Measured, name: str, count: int, of: int, what: str) -> Entry:
    return measured.bench.recomputed(("count", "eer_rule", name), count, "count", 0, LEADERBOARD, what, n=of)
