"""How near plans came where the answer is known: what is predicted beside what was simulated, as rows of the ledger.

Keys, after `<study>/`, with parts as those of the coverage study (`43_speakers`, `eer_15`, `3_points`), all of the kind
of interval whose width is predicted:

- `plan_tested/<speakers>/<eer>`, the mean of the widths that simulated studies of one size predict;
- `plan_simulated/<speakers>/<eer>`, the mean width of the intervals of simulated studies of that size;
- `plan_ratio/least|most`, of the first to the second; `plan_ratio/usual`, their median;
  `count/plan/near`, settings where they lie near to each other;
- `plan_more/usual|most`, how many percent more speakers it takes than a plan says, by the median and the least ratio;
- `plan_power/<speakers>/<eer>/<difference>`, mean predicted chance that a true difference is detected, and
  `plan_found/...`, the share of simulated studies that detect it; `plan_power_gap/mean|largest`, the first minus the
  second in points; `plan_power_gap/bound`, how far apart they can be at most, by that and two standard errors;
  `plan_found_most`, the largest of these shares, to which powers were tested;
- `plan_single/low|high`, what a tenth of those studies predicts at most, and at least, for their own size at the EER
  that lies nearest to this benchmark's;
- `count/plan/tested`, how many of those studies there are, of `count/plan/origin` speakers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from statistics import fmean, median

from analysis.benchmark.foretelling import foretold_kind
from analysis.benchmark.kinds import Kind
from analysis.benchmark.measured import Measured
from analysis.benchmark.simulated_rows import PLACE, eer_part, points_part, speakers_part
from analysis.coverage.foretold import FILE, POWERS, ForetoldRow, PowerRow, committed_foretold, committed_powers
from analysis.coverage.table import DIFFERENCES, INTERVALS, POWER, DifferenceRow, committed
from analysis.ledger import Entry

NEAR = 0.1
"""Predicted widths this near to the simulated ones, as a share of them, are called near."""
ERRORS = 2.0
"""So many standard errors beyond what was found, the truth is unlikely to lie."""


def plan_tested(measured: Measured) -> list[Entry]:
    """Return the rows; none where the coverage study has no place in this benchmark.

    Raises:
        InputError: a table of the study cannot be read.
    """
    nearest = measured.verdicts.get(measured.bench.key("covered", "nearest_eer"))
    if nearest is None:
        return []
    simulated, kind = committed(), foretold_kind(measured.bench.kind)
    foretold = [row for row in committed_foretold() if row.kind == kind.name]
    powers = committed_powers()
    widths = {(row.speakers, row.eer): row.width for row in simulated.intervals if row.kind == kind.name}
    found = {
        (row.speakers, row.eer, row.difference): row
        for row in simulated.differences
        if row.test == kind.name and row.what == POWER
    }
    ratios = [row.width / widths[row.speakers, row.eer] for row in foretold]
    rows = [entry for row in foretold for entry in _of_setting(measured, row, widths[row.speakers, row.eer], kind)]
    rows += _summary(measured, foretold, ratios)
    rows += _powers(measured, powers, [found[row.speakers, row.eer, row.difference] for row in powers])
    rows += _single(measured, foretold, nearest)
    return [
        Entry(
            key=measured.bench.key("setting", "plan", "near"), value=100 * NEAR, unit="percent", decimals=0,
            tag="shipped", source="defaults", method="how near a predicted width must come to the simulated one",
        ),
        *(replace(row, inputs="simulated") for row in rows),
    ]  # fmt: skip


_WORDS = {"least": "smallest", "usual": "median", "most": "largest"}


def _how(row: ForetoldRow | PowerRow) -> str:
    return f"{row.data_sets:,} simulated studies of {row.origin} speakers, seed {row.seed}, model {row.model}"


def _of_setting(measured: Measured, row: ForetoldRow, simulated: float, kind: Kind) -> Iterator[Entry]:
    bench, where = measured.bench, (speakers_part(row.speakers), eer_part(row.eer))
    yield bench.recomputed(
        ("plan_tested", *where), row.width, "percentage points", 2, f"{PLACE}/{FILE}, width",
        f"mean width predicted by {_how(row)}", n=row.data_sets,
    )  # fmt: skip
    yield bench.recomputed(
        ("plan_simulated", *where), simulated, "percentage points", 2, f"{PLACE}/{INTERVALS}, width",
        f"mean width of the interval over simulated data sets of that size, {kind.of_trials}",
    )  # fmt: skip


def _summary(measured: Measured, foretold: list[ForetoldRow], ratios: list[float]) -> Iterator[Entry]:
    bench, source = measured.bench, f"{PLACE}/{FILE} and {INTERVALS}, width"
    for name, ratio in (("least", min(ratios)), ("usual", median(ratios)), ("most", max(ratios))):
        yield bench.recomputed(
            ("plan_ratio", name), ratio, "ratio", 2, source,
            f"{_WORDS[name]} ratio of a predicted mean width to the simulated", n=len(ratios),
        )  # fmt: skip
    for name, ratio in (("usual", median(ratios)), ("most", min(ratios))):
        yield bench.recomputed(
            ("plan_more", name), max(100 * (ratio**-2 - 1), 0.0), "percent", 0, source,
            f"speakers beyond those that a plan says, the {_WORDS[name]} of all settings: a width falls with the root "
            "of their number", n=len(ratios),
        )  # fmt: skip
    yield bench.recomputed(
        ("count", "plan", "near"), sum(abs(ratio - 1) <= NEAR for ratio in ratios), "count", 0, source,
        "settings whose predicted mean width lies near to the simulated one", n=len(ratios),
    )  # fmt: skip
    for name, value, what in (
        ("tested", max(row.data_sets for row in foretold), "simulated studies from which plans were made"),
        ("origin", foretold[0].origin, "speakers of each of them"),
    ):
        yield bench.recomputed(("count", "plan", name), value, "count", 0, f"{PLACE}/{FILE}", what)


def _powers(measured: Measured, foretold: list[PowerRow], found: list[DifferenceRow]) -> Iterator[Entry]:
    bench = measured.bench
    gaps = [row.power - other.share for row, other in zip(foretold, found, strict=True)]
    chance = [ERRORS * math.hypot(row.power_error, other.error) for row, other in zip(foretold, found, strict=True)]
    for row, other in zip(foretold, found, strict=True):
        where = speakers_part(row.speakers), eer_part(row.eer), points_part(row.difference)
        yield bench.recomputed(
            ("plan_power", *where), row.power, "percent", 0, f"{PLACE}/{POWERS}, power",
            f"mean power predicted by {_how(row)}", n=row.data_sets,
        )  # fmt: skip
        yield bench.recomputed(
            ("plan_found", *where), other.share, "percent", 0, f"{PLACE}/{DIFFERENCES}, share",
            "share of simulated data sets in which the interval of a true difference excludes 0", n=other.data_sets,
        )  # fmt: skip
    source = f"{PLACE}/{POWERS} and {DIFFERENCES}, power"
    for name, value in (("mean", fmean(gaps)), ("largest", max(gaps, key=abs))):
        yield bench.recomputed(
            ("plan_power_gap", name), value, "points", 1, source,
            f"{name} of predicted power minus the share of simulated studies that detect the difference", n=len(gaps),
        )  # fmt: skip
    yield bench.recomputed(
        ("plan_power_gap", "bound"), max(abs(gap) + may for gap, may in zip(gaps, chance, strict=True)),
        "percentage points", 0, source,
        "largest distance of predicted power from the share of simulated studies, and two standard errors", n=len(gaps),
    )  # fmt: skip
    yield bench.recomputed(
        ("plan_found_most",), max(other.share for other in found), "percent", 0, f"{PLACE}/{DIFFERENCES}, share",
        "largest share of simulated studies that detect a difference", n=len(gaps),
    )  # fmt: skip


def _single(measured: Measured, foretold: list[ForetoldRow], nearest: str) -> Iterator[Entry]:
    for row in foretold:
        if (row.speakers, eer_part(row.eer)) == (row.origin, nearest):
            for name, value in (("low", row.low), ("high", row.high)):
                most = "most" if name == "low" else "least"
                yield measured.bench.recomputed(
                    ("plan_single", name), value, "percentage points", 1, f"{PLACE}/{FILE}, {name}",
                    f"width for {row.speakers} speakers that a tenth predicts at {most}; {_how(row)}", n=row.data_sets,
                )  # fmt: skip
