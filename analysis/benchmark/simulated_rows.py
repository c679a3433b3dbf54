"""The tables of the coverage study as rows of a ledger."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from analysis.benchmark.workbench import Workbench, percent_text
from analysis.coverage.design import LEVEL
from analysis.coverage.kinds import KINDS, PERMUTATION, TRIALS
from analysis.coverage.model import ENROLLMENT, TRIAL
from analysis.coverage.table import DIFFERENCES as DIFFERENCE_TABLE
from analysis.coverage.table import FALSE_FAMILY, FALSE_POSITIVE, POWER, DifferenceRow, IntervalRow, Study
from analysis.coverage.table import INTERVALS as INTERVAL_TABLE
from analysis.ledger import Entry

PLACE = "analysis/coverage"
ERRORS = 2.0
"""So many standard errors away from the nominal level is no chance any more."""
WEIGHT = 2
"""A point of coverage that is missing counts so many times as much as one too many."""
TOO_LITTLE, NEAR, TOO_MUCH = "too little", "near", "too much"
NOMINAL = 100 * LEVEL
WORDS = {
    "trials": "trial bootstrap, percentiles",
    "speaker": "one-sided speaker bootstrap, percentiles",
    "two_sided": "two-sided speaker bootstrap, percentiles",
    "joint": "joint speaker bootstrap, percentiles",
    "joint_bca_plain": "joint speaker bootstrap, BCa",
    "joint_bca": "joint speaker bootstrap, BCa with widened tails",
    "joint_t": "joint speaker bootstrap, Student's t on the log-odds scale",
    "jackknife_t": "jackknife over speakers, Student's t on the log-odds scale",
    PERMUTATION: "permutation test over speakers",
}


@dataclass(frozen=True, order=True)
class Setting:
    """A number of speakers and an EER in percent, as in the tables and in keys."""

    speakers: int
    eer: int

    @property
    def names(self) -> tuple[str, str]:
        """Return both as parts of a key."""
        return speakers_part(self.speakers), eer_part(self.eer)


def speakers_part(speakers: int) -> str:
    """Return a number of speakers as a part of a key, which a reader sees as it stands."""
    return f"{speakers}_speakers"


def eer_part(eer: int) -> str:
    """Return an EER in percent as a part of a key."""
    return f"eer_{eer}"


def points_part(points: int) -> str:
    """Return a true difference as a part of a key."""
    return f"{points}_points"


def lack(rows: Sequence[IntervalRow], kind: str) -> float:
    """Return how many points a kind's coverage lies below the nominal level, at the mean over all settings."""
    return fmean(max(NOMINAL - row.coverage, 0.0) for row in rows if row.kind == kind)


def surplus(rows: Sequence[IntervalRow], kind: str) -> float:
    """Return how many points a kind's coverage lies above the nominal level, at the mean over all settings."""
    return fmean(max(row.coverage - NOMINAL, 0.0) for row in rows if row.kind == kind)


def penalty(rows: Sequence[IntervalRow], kind: str) -> float:
    """Return `WEIGHT` times the points that a kind lacks and the points that it has too many: the less, the better.

    An interval that is too narrow says what is not so; one that is too wide says only less than it could.
    """
    return WEIGHT * lack(rows, kind) + surplus(rows, kind)


def level_with(rows: Sequence[IntervalRow], kind: str, other: str) -> bool:
    """Return whether two kinds lie so near to each other by `penalty` that other data sets might turn their order.

    By two standard errors of the difference of both, as if the kinds had data sets of their own. They share them, so
    that the difference is surer than that.
    """
    apart = abs(penalty(rows, kind) - penalty(rows, other))
    return apart <= ERRORS * math.hypot(_penalty_error(rows, kind), _penalty_error(rows, other))


def _penalty_error(rows: Sequence[IntervalRow], kind: str) -> float:
    """Return the standard error of `penalty`, at most: each coverage by the weight of the side that it lies on."""
    of_kind = [row for row in rows if row.kind == kind]
    errors = [row.coverage_error * (WEIGHT if row.coverage < NOMINAL else 1) for row in of_kind]
    return math.hypot(*errors) / len(errors)


def said(row: IntervalRow) -> str:
    """Return whether a coverage lies below or above the nominal level by more than chance."""
    away = row.coverage - NOMINAL
    if abs(away) <= ERRORS * row.coverage_error:
        return NEAR
    return TOO_LITTLE if away < 0 else TOO_MUCH


def _how(row: IntervalRow | DifferenceRow) -> str:
    signs = isinstance(row, DifferenceRow) and row.test == PERMUTATION
    drawn = f", {row.draws:,} draws {'of signs ' if signs else ''}each" if row.draws else ""
    return f"{row.data_sets:,} simulated data sets{drawn}, seed {row.seed}, model {row.model}"


def _row(
    bench: Workbench, table: str, column: str, names: Sequence[str], value: float, unit: str, decimals: int, what: str,
    n: int | None = None,
) -> Entry:  # fmt: skip
    return bench.recomputed(names, value, unit, decimals, f"{PLACE}/{table}, {column}", what, n=n)


def design_rows(bench: Workbench, study: Study, settings: Sequence[Setting]) -> Iterator[Entry]:
    """Yield the sizes of the study: what was simulated, and how often."""
    rows, pairs = study.intervals, study.differences
    trials = next((row for row in rows if row.kind == TRIALS), rows[0])
    drawn = next(row for row in rows if row.kind not in (TRIALS, "jackknife_t"))
    for name, value, what in (
        ("settings", len(settings), "settings: numbers of speakers and EERs"),
        ("data_sets", drawn.data_sets, "data sets in each setting"),
        ("draws", drawn.draws, "draws of the speakers in each data set"),
        ("trial_data_sets", trials.data_sets, "data sets in each setting for the trial bootstrap"),
        ("trial_draws", trials.draws, "draws of the trials in each data set"),
        ("pair_data_sets", pairs[0].data_sets, "data sets in each setting of paired comparisons"),
        ("family", pairs[0].family, "comparisons that are made together"),
        ("seed", drawn.seed, "seed of the study"),
    ):
        unit = "seed" if name == "seed" else "count"
        yield _row(bench, INTERVAL_TABLE, name, ("covered_design", name), value, unit, 0, f"coverage study: {what}")
    for name, value, what in (("nominal", NOMINAL, "nominal level"), ("alarm", 100 - NOMINAL, "100 minus that level")):
        yield _row(bench, INTERVAL_TABLE, "level", ("covered_design", name), value, "percent", 0, what)
    for name, value, what in (
        ("enrollment", ENROLLMENT, "utterances that a speaker is enrolled with"),
        ("trial_utterances", TRIAL, "trial utterances of a speaker"),
    ):
        yield bench.recomputed(
            ("covered_design", name), value, "count", 0, f"{PLACE}/model.py", f"coverage study: {what}"
        )
    for points in sorted({row.difference for row in pairs if row.what == POWER}):
        yield _row(
            bench, DIFFERENCE_TABLE, "difference", ("covered_design", points_part(points)), points,
            "percentage points", 0, "coverage study: true difference of two systems",
        )  # fmt: skip
    for size in sorted({one.speakers for one in settings}):
        yield _row(
            bench, INTERVAL_TABLE, "speakers", ("covered_design", speakers_part(size)), size, "count", 0,
            "coverage study: speakers in a data set",
        )  # fmt: skip
    for level in sorted({one.eer for one in settings}):
        row = next(row for row in rows if row.eer == level)
        names = ("covered_truth", eer_part(level))
        yield _row(
            bench, INTERVAL_TABLE, "truth", names, row.truth, "percent", 1, f"EER of the population, seed {row.seed}"
        )
        yield _row(
            bench, INTERVAL_TABLE, "truth_error", ("covered_truth_error", eer_part(level)), row.truth_error,
            "percentage points", 2, "standard error of the population's EER",
        )  # fmt: skip


def nearness_rows(bench: Workbench, counts: Mapping[int, int]) -> Iterator[Entry]:
    """Yield how many EERs of the benchmark lie nearest to each EER of the study."""
    for level, count in counts.items():
        yield bench.recomputed(
            ("count", "covered_near", eer_part(level)), count, "count", 0, "EERs of the headline list",
            "EERs of this study whose odds lie nearest to those of this EER of the coverage study",
            n=sum(counts.values()),
        )  # fmt: skip


def weight_row(bench: Workbench) -> Entry:
    """Return how many times as much a missing point counts as one too many: a setting, and as real as any."""
    return Entry(
        bench.key("setting", "coverage", "weight"), WEIGHT, "count", 0, tag="shipped", source="defaults",
        method="what a point of coverage that is missing counts, in points that are too many",
    )  # fmt: skip


def interval_rows(bench: Workbench, row: IntervalRow, near: bool) -> Iterator[Entry]:
    """Yield the coverage of one kind in one setting; the rest only for the number of speakers that is near."""
    where = (row.kind, *Setting(row.speakers, row.eer).names)
    of = f"{percent_text(LEVEL)} % interval by {WORDS[row.kind]}; {_how(row)}"
    columns = [
        ("coverage", "covered", "percent", "share of data sets whose interval holds the population's EER"),
        ("coverage_error", "covered_error", "percentage points", "binomial standard error of the coverage"),
    ]
    if near:
        columns += [
            ("truth_below", "covered_below", "percent", "share of data sets whose interval lies above the truth"),
            ("truth_above", "covered_above", "percent", "share of data sets whose interval lies below the truth"),
            ("no_interval", "covered_none", "percent", "share of data sets that give no interval"),
            ("width", "covered_width", "percentage points", "mean width of the interval"),
            ("width_error", "covered_width_error", "percentage points", "standard error of the mean width"),
        ]
    for column, name, unit, what in columns:
        decimals = 2 if column == "width_error" else 1
        yield _row(
            bench, INTERVAL_TABLE, column, (name, *where), getattr(row, column), unit, decimals, f"{what}; {of}",
            row.data_sets,
        )  # fmt: skip


def kind_rows(bench: Workbench, rows: Sequence[IntervalRow]) -> Iterator[Entry]:
    """Yield for each kind how far it lies from the nominal level, and in how many settings it keeps to it."""
    for kind in KINDS:
        own = [row for row in rows if row.kind == kind]
        for name, value, what in (
            ("covered_lack", lack(rows, kind), f"mean of the points by which the coverage lies below {NOMINAL:g} %"),
            ("covered_surplus", surplus(rows, kind), f"mean of the points by which it lies above {NOMINAL:g} %"),
            ("covered_penalty", penalty(rows, kind), f"{WEIGHT} times the points below {NOMINAL:g} % and those above"),
        ):
            yield _row(
                bench, INTERVAL_TABLE, "coverage", (name, kind), value, "percentage points", 1,
                f"{what}, over the settings, {WORDS[kind]}", len(own),
            )  # fmt: skip
        for name, wanted, words in (
            ("covered_kept", NEAR, "within two standard errors of"), ("covered_short", TOO_LITTLE, "too far below"),
            ("covered_over", TOO_MUCH, "too far above"),
        ):  # fmt: skip
            yield _row(
                bench, INTERVAL_TABLE, "coverage", ("count", name, kind), sum(said(row) == wanted for row in own),
                "count", 0, f"settings whose coverage lies {words} {NOMINAL:g} %, {WORDS[kind]}", len(own),
            )  # fmt: skip


def difference_rows(bench: Workbench, row: DifferenceRow) -> Iterator[Entry]:
    """Yield how often a difference is called found, with its standard error, and both after Holm's adjustment."""
    what = points_part(row.difference) if row.what == POWER else row.what.replace(" ", "_")
    where = (row.test, *Setting(row.speakers, row.eer).names, what)
    given = {FALSE_POSITIVE: "each of the equal pairs", FALSE_FAMILY: "any of the equal pairs"}.get(
        row.what, f"a difference of {row.difference} points"
    )
    how = f"{WORDS[row.test]}; family of {row.family}; {_how(row)}"
    columns = [("share", "found", row.share, ""), ("error", "found_error", row.error, "standard error of ")]
    if row.holm is not None and row.holm_error is not None:
        columns += [
            ("holm", "found_holm", row.holm, ""),
            ("holm_error", "found_holm_error", row.holm_error, "standard error of "),
        ]
    for column, name, value, of in columns:
        after = " after Holm" if "holm" in column else ""
        yield _row(
            bench, DIFFERENCE_TABLE, column, (name, *where), value, "percentage points" if of else "percent", 1,
            f"{of}share of data sets in which {given} is called different{after}; {how}", row.data_sets,
        )  # fmt: skip
