"""What gender and corpus give away: steps between trial lists, EERs by gender, and corpora of few speakers.

A step is the EER on a shorter trial list minus the EER on a longer one, on the same draws. Above zero the trials that
the shorter list drops were easier for the attacker than those that stay.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy

from analysis.benchmark.gender_rates import draws_left_out, gender_masks, gender_rates
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry, key
from analysis.study.trials import FILE as TRIALS

STEPS = {"gender": ("same_gender", "all"), "corpus": ("same_gender_same_corpus", "same_gender")}
"""Step → the shorter list, the longer list."""
ESTABLISHED = "CI excludes 0"
FEW_SPEAKERS = 20
"""A corpus with fewer speakers than this carries a warning."""
NO_FINDING = 3.0
"""So many points between two columns are no finding where one column rests on few speakers."""


def shortcuts(measured: Measured) -> Part:
    """Return steps with their verdicts, EERs by gender, counts of what lists drop, and warnings of small corpora."""
    bench = measured.bench
    entries: list[Entry] = list(_counts(bench))
    verdicts: dict[str, str] = {}
    for kind in STEPS:
        _steps(measured, kind, entries, verdicts)
    _left_out(measured, entries)
    by_gender = gender_rates(bench)
    entries += by_gender.entries
    verdicts |= by_gender.verdicts
    _widths(measured, entries)
    _corpora(measured, entries, verdicts)
    return Part(tuple(entries), verdicts)


def _settings(bench: Workbench) -> Iterator[Entry]:
    for name, value, unit, method in (
        ("few_speakers", FEW_SPEAKERS, "count", "a corpus with fewer speakers carries a warning"),
        ("no_finding", NO_FINDING, "percentage points", "a difference that is no finding beside a small corpus"),
    ):
        yield Entry(
            key=bench.key("setting", name), value=value, unit=unit, decimals=0, tag="shipped", source="defaults",
            method=method,
        )  # fmt: skip


def _counts(bench: Workbench) -> Iterator[Entry]:
    """Count what the shorter lists drop, and the same-gender trials of each gender."""
    benchmark = bench.benchmark
    if "same_gender" not in benchmark.lists:
        return
    frame = benchmark.trials.frame
    is_target = frame["is_target"].to_numpy()
    same_gender = benchmark.lists["same_gender"].mask
    other_gender = (~frame["same_gender"]).fill_null(False).to_numpy()

    def count(name: tuple[str, ...], mask: numpy.ndarray, what: str) -> Entry:
        return bench.recomputed(("count", *name), int(mask.sum()), "count", 0, TRIALS, f"number of {what}")

    crossing = other_gender & ~is_target
    yield count(("nontargets_cross_gender",), crossing, "non-target trials between two genders")
    nontargets = int((~is_target).sum())
    if nontargets:
        yield bench.recomputed(
            ("share", "nontargets_cross_gender"), 100 * int(crossing.sum()) / nontargets, "percent", 1, TRIALS,
            "non-target trials between two genders over all non-target trials", n=nontargets,
        )  # fmt: skip
    if unknown := frame["same_gender"].null_count():
        yield bench.recomputed(
            ("count", "trials_gender_unknown"), unknown, "count", 0, TRIALS, "number of trials with an unknown gender"
        )
    if "same_gender_same_corpus" in benchmark.lists:
        crossing = same_gender & (~frame["same_corpus"]).fill_null(False).to_numpy()
        what = "same-gender {} between two corpora"
        yield count(("trials_cross_corpus",), crossing, what.format("trials"))
        yield count(("targets_cross_corpus",), crossing & is_target, what.format("target trials"))
    for gender, mask in gender_masks(benchmark).items():
        yield count(("trials_gender", gender), mask, f"same-gender trials with a {gender} enrolled speaker")
        yield count(("targets_gender", gender), mask & is_target, f"target trials of {gender} speakers")


def _left_out(measured: Measured, entries: list[Entry]) -> None:
    """Count, for each trial list, the draws that hold no target or no non-target trial; the same for every system."""
    bench = measured.bench
    for name in bench.benchmark.lists:
        drawn = [found for (_, _, listed), found in measured.attacks.drawn.items() if listed == name]
        missing = int(numpy.isnan(drawn[0].samples).sum()) if drawn else 0
        if 0 < missing < bench.benchmark.settings.draws:
            entries.append(draws_left_out(bench, name, missing))


def _cases(bench: Workbench) -> Iterator[tuple[str, str]]:
    """Every system with files, under every attacker."""
    for system in bench.benchmark.systems:
        if system.has_files:
            for attacker in ATTACKERS:
                yield system.id, attacker


def _steps(measured: Measured, kind: str, entries: list[Entry], verdicts: dict[str, str]) -> None:
    """Add the step of every system under every attacker, and what they come to over the systems."""
    bench, attacks = measured.bench, measured.attacks
    shorter, longer = STEPS[kind]
    if shorter not in bench.benchmark.lists:
        return
    method = f"EER on the list {shorter} minus EER on the list {longer}, on the same draws"
    found: dict[str, list[tuple[float, str]]] = {attacker: [] for attacker in ATTACKERS}
    for system, attacker in _cases(bench):
        names = ("step", kind, system, attacker)
        rows = [measured.ledger[bench.key("eer", system, attacker, name)] for name in (shorter, longer)]
        reason = next((row.missing for row in rows if row.value is None), "")
        if reason:
            entries.append(bench.recomputed(names, None, "points", 2, rows[0].source, method, missing=reason))
            continue
        sides = [(system, attacker, name) for name in (shorter, longer)]
        difference = bench.difference(*(attacks.drawn[side] for side in sides))
        interval = difference.interval if numpy.isfinite(difference.interval.low) else None
        resampled = bench.resampled(interval, "undefined on a list", bench.kind.of_trials)
        entries.append(
            bench.recomputed(
                names, difference.delta, "points", 2, rows[0].source, f"{method}; {resampled}",
                interval=interval, n=len(bench.benchmark.speakers),
            )
        )  # fmt: skip
        verdicts[bench.key(*names)] = difference.verdict
        found[attacker].append((difference.delta, system))
    for attacker, steps in found.items():
        if steps:
            _over_systems(bench, kind, attacker, steps, entries, verdicts)
    _example(bench, kind, found, verdicts)


def _over_systems(
    bench: Workbench, kind: str, attacker: str, steps: list[tuple[float, str]], entries: list[Entry],
    verdicts: dict[str, str],
) -> None:  # fmt: skip
    """Add the range of a step over the systems, and how many are established above and below zero."""
    for name, (value, system) in (("smallest", min(steps)), ("largest", max(steps))):
        names = ("step_range", kind, attacker, name)
        entries.append(
            bench.recomputed(names, value, "points", 2, TRIALS, f"{name} {kind} step over the systems", n=len(steps))
        )
        if sum(other == value for other, _ in steps) == 1:
            verdicts[bench.key(*names)] = system
    for name, sign in (("above", 1), ("below", -1)):
        count = sum(
            verdicts[bench.key("step", kind, system, attacker)] == ESTABLISHED and sign * value > 0
            for value, system in steps
        )
        what = f"systems whose {kind} step is established {name} zero"
        entries.append(bench.recomputed(("count", "steps", kind, attacker, name), count, "count", 0, TRIALS, what,
                                        n=len(steps)))  # fmt: skip


def _example(
    bench: Workbench, kind: str, found: dict[str, list[tuple[float, str]]], verdicts: dict[str, str]
) -> None:  # fmt: skip
    """Choose the worked example: the largest step that is established above zero, of an anonymizer."""
    candidates = [
        (value, system, attacker)
        for attacker, steps in found.items()
        for value, system in steps
        if value > 0
        and system != bench.benchmark.reference
        and verdicts[bench.key("step", kind, system, attacker)] == ESTABLISHED
    ]
    if candidates:
        _, system, attacker = max(candidates, key=lambda item: item[0])  # the first of equal ones
        verdicts[bench.key("step_example", kind)] = key(system, attacker)


def _widths(measured: Measured, entries: list[Entry]) -> None:
    """Add the median width of the intervals on each trial list, over systems and attackers."""
    bench = measured.bench
    for name in bench.benchmark.lists:
        rows = [measured.ledger[bench.key("eer", *case, name)] for case in _cases(bench)]
        widths = [row.ci_high - row.ci_low for row in rows if row.ci_low is not None and row.ci_high is not None]
        if widths:
            entries.append(
                bench.recomputed(
                    ("width_median", name), float(numpy.median(widths)), "percentage points", 1, TRIALS,
                    "median width of the EER intervals over systems and attackers", n=len(widths),
                )
            )  # fmt: skip


def _corpora(measured: Measured, entries: list[Entry], verdicts: dict[str, str]) -> None:
    """Mark corpora of few speakers, and add the largest difference between the columns of two corpora."""
    bench = measured.bench
    slugs = [corpus.slug for corpus in bench.benchmark.corpora if f"same_gender_{corpus.slug}" in bench.benchmark.lists]
    entries += _settings(bench) if slugs else ()
    for slug in slugs:
        if (measured.ledger.value(bench.key("count", "speakers", slug)) or 0) < FEW_SPEAKERS:
            verdicts[bench.key("few_speakers", slug)] = "few speakers"
    for a, b in itertools.combinations(slugs, 2):
        gaps = []
        for case in _cases(bench):
            left, right = (measured.ledger.value(bench.key("eer", *case, f"same_gender_{slug}")) for slug in (a, b))
            if left is not None and right is not None:
                gaps.append((abs(left - right), case))
        if gaps:
            value, case = max(gaps, key=lambda gap: gap[0])
            names = ("corpus_gap", a, b)
            entries.append(
                bench.recomputed(
                    names, value, "percentage points", 1, TRIALS,
                    "largest absolute difference between the EERs of two corpora, over systems and attackers",
                    n=len(gaps),
                )
            )  # fmt: skip
            verdicts[bench.key(*names)] = key(*case)
