"""How near plans came where the answer is known: foretold widths beside simulated ones, as rows of the ledger.

Keys, after `<study>/`, with parts as those of the coverage study (`43_speakers`, `eer_15`):

- `plan_tested/<speakers>/<eer>`, the mean of the widths that simulated studies of one size foretell;
- `plan_simulated/<speakers>/<eer>`, the mean width of the intervals of simulated studies of that size;
- `plan_ratio/least|most`, of the first to the second; `count/plan/near`, settings where they lie near to each other;
- `plan_single/low|high`, what a tenth of those studies foretells at most, and at least, for their own size at the EER
  that lies nearest to this benchmark's;
- `count/plan/tested`, how many of those studies there are, of `count/plan/origin` speakers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from analysis.benchmark.kinds import KINDS, Kind
from analysis.benchmark.measured import Measured
from analysis.benchmark.simulated_rows import PLACE, eer_part, speakers_part
from analysis.coverage.foretold import FILE, ForetoldRow, committed_foretold
from analysis.coverage.table import INTERVALS, committed
from analysis.ledger import Entry

NEAR = 0.1
"""Foretold widths this near to the simulated ones, as a share of them, are called near."""


def foretold_kind(quoted: Kind) -> Kind:
    """Return the kind of interval whose width a plan foretells: one of both roles that allows for few speakers.

    That is the quoted kind, or where it is no such kind the one by BCa.

    >>> foretold_kind(KINDS["joint_t"]).name, foretold_kind(KINDS["joint"]).name
    ('joint_t', 'joint_bca')
    """
    return quoted if quoted.draws == "joint" and quoted.edges != "percentiles" else KINDS["joint_bca"]


def plan_tested(measured: Measured) -> list[Entry]:
    """Return the rows; none where the coverage study has no place in this benchmark.

    Raises:
        InputError: a table of the study cannot be read.
    """
    nearest = measured.verdicts.get(measured.bench.key("covered", "nearest_eer"))
    if nearest is None:
        return []
    foretold, kind = committed_foretold(), foretold_kind(measured.bench.kind)
    widths = {(row.speakers, row.eer): row.width for row in committed().intervals if row.kind == kind.name}
    ratios = [row.width / widths[row.speakers, row.eer] for row in foretold]
    rows = [entry for row in foretold for entry in _of_setting(measured, row, widths[row.speakers, row.eer], kind)]
    rows += _summary(measured, foretold, ratios)
    rows += _single(measured, foretold, nearest)
    return [
        Entry(
            key=measured.bench.key("setting", "plan", "near"), value=100 * NEAR, unit="percent", decimals=0,
            tag="shipped", source="defaults", method="how near a foretold width must come to the simulated one",
        ),
        *(replace(row, inputs="simulated") for row in rows),
    ]  # fmt: skip


def _how(row: ForetoldRow) -> str:
    return f"{row.data_sets:,} simulated studies of {row.origin} speakers, seed {row.seed}, model {row.model}"


def _of_setting(measured: Measured, row: ForetoldRow, simulated: float, kind: Kind) -> Iterator[Entry]:
    bench, where = measured.bench, (speakers_part(row.speakers), eer_part(row.eer))
    yield bench.recomputed(
        ("plan_tested", *where), row.width, "percentage points", 1, f"{PLACE}/{FILE}, width",
        f"mean width foretold by {_how(row)}", n=row.data_sets,
    )  # fmt: skip
    yield bench.recomputed(
        ("plan_simulated", *where), simulated, "percentage points", 1, f"{PLACE}/{INTERVALS}, width",
        f"mean width of the interval over simulated data sets of that size, {kind.of_trials}",
    )  # fmt: skip


def _summary(measured: Measured, foretold: list[ForetoldRow], ratios: list[float]) -> Iterator[Entry]:
    bench, source = measured.bench, f"{PLACE}/{FILE} and {INTERVALS}, width"
    for name, ratio in (("least", min(ratios)), ("most", max(ratios))):
        yield bench.recomputed(
            ("plan_ratio", name), ratio, "ratio", 2, source, f"{name} ratio of a foretold mean width to the simulated",
            n=len(ratios),
        )  # fmt: skip
    yield bench.recomputed(
        ("count", "plan", "near"), sum(abs(ratio - 1) <= NEAR for ratio in ratios), "count", 0, source,
        "settings whose foretold mean width lies near to the simulated one", n=len(ratios),
    )  # fmt: skip
    for name, value, what in (
        ("tested", max(row.data_sets for row in foretold), "simulated studies from which plans were made"),
        ("origin", foretold[0].origin, "speakers of each of them"),
    ):
        yield bench.recomputed(("count", "plan", name), value, "count", 0, f"{PLACE}/{FILE}", what)


def _single(measured: Measured, foretold: list[ForetoldRow], nearest: str) -> Iterator[Entry]:
    for row in foretold:
        if (row.speakers, eer_part(row.eer)) == (row.origin, nearest):
            for name, value in (("low", row.low), ("high", row.high)):
                most = "most" if name == "low" else "least"
                yield measured.bench.recomputed(
                    ("plan_single", name), value, "percentage points", 1, f"{PLACE}/{FILE}, {name}",
                    f"width for {row.speakers} speakers that a tenth foretells at {most}; {_how(row)}", n=row.data_sets,
                )  # fmt: skip
