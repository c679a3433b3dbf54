"""Registered differences beside the published ones: how far the edges lie apart, and whether both say the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.pairs import METRICS
from analysis.benchmark.registered import EXCLUDES, NO_EVIDENCE, NOT_ESTABLISHED, Row, sign
from analysis.ledger import Entry, key
from analysis.study.comparisons import FILE as COMPARISONS

NEAR_POINTS = 1.0
SAME, OTHER = "same", "other"

Gaps = Mapping[tuple[str, str, str], Mapping[str, float]]


def pair_twins(measured: Measured, rows: Sequence[Row]) -> Part:
    """Return the distances of the edges, the published intervals' verdicts, and how many rows agree.

    Published intervals are held against ours of their own kind. Where the study quotes another one, `quoted_verdict/…`
    says whether that allows to say what the published one does.

    For simulated inputs no verdicts are compared: they were made to come near the published values.
    """
    bench = measured.bench
    verdicts = dict(_published(measured))
    beside = [(row, row.theirs) for row in rows if row.theirs is not None]
    if not beside:
        return Part(verdicts=verdicts)
    gaps: dict[tuple[str, str, str], dict[str, float]] = {}
    for row, theirs in beside:
        if theirs.ci_low is None or theirs.ci_high is None:
            continue
        if row.near.ci_low is not None and row.near.ci_high is not None:
            low, high = abs(row.near.ci_low - theirs.ci_low), abs(row.near.ci_high - theirs.ci_high)
            gaps[row.names] = {"low": low, "high": high}
        if not bench.benchmark.settings.simulated:
            holds_zero = verdicts[theirs.key] == NO_EVIDENCE
            verdicts[bench.key("same_verdict", *row.names)] = _compared(row, row.near_verdict, theirs, holds_zero)
            if row.near is not row.ours:
                verdicts[bench.key("quoted_verdict", *row.names)] = _compared(row, row.verdict, theirs, holds_zero)
    entries = [_count(measured, "signs_agree", sum(row.sign == sign(theirs) for row, theirs in beside), len(beside),
                      "rows with the published sign")]  # fmt: skip
    if gaps:
        entries += _distances(measured, gaps)
        largest = max(max(both.values()) for both in gaps.values())
        where = next((*names, edge) for names, both in gaps.items() for edge, gap in both.items() if gap == largest)
        verdicts[bench.key("edge_gap_max", "paired")] = key(*where)
    compared = [words for name, words in verdicts.items() if name.startswith(bench.key("same_verdict") + "/")]
    if compared:
        entries.append(
            _count(measured, "same_verdict", compared.count(SAME), len(compared), "rows with the published verdict")
        )
    return Part(tuple(entries), verdicts)


def _published(measured: Measured) -> Iterator[tuple[str, str]]:
    """Say of every published interval whether it holds zero, also where nothing is recomputed beside it."""
    for pair, metric in product(measured.bench.benchmark.pairs, METRICS):
        entry = measured.ledger.get(measured.bench.key("shipped", "paired", pair.b, pair.a, metric))
        if entry is not None and entry.ci_low is not None and entry.ci_high is not None:
            yield entry.key, NO_EVIDENCE if entry.ci_low <= 0 <= entry.ci_high else EXCLUDES


def _compared(row: Row, verdict: str, theirs: Entry, holds_zero: bool) -> str:
    """Say whether both intervals allow to say the same; of what is not established here neither is said."""
    if verdict == NOT_ESTABLISHED:
        return NOT_ESTABLISHED
    if verdict == EXCLUDES and not holds_zero:
        return SAME if row.sign == sign(theirs) else OTHER
    return SAME if holds_zero and verdict != EXCLUDES else OTHER


def _distances(measured: Measured, gaps: Gaps) -> Iterator[Entry]:
    bench = measured.bench
    for names, both in gaps.items():
        for edge, gap in both.items():
            yield bench.recomputed(
                ("edge_gap", "paired", *names, edge), gap, "percentage points", 2, COMPARISONS,
                f"absolute difference of the {'lower' if edge == 'low' else 'upper'} edges",
            )  # fmt: skip
    yield bench.recomputed(
        ("edge_gap_max", "paired"), max(max(both.values()) for both in gaps.values()), "percentage points", 2,
        COMPARISONS, "largest absolute difference of two edges", n=2 * len(gaps),
    )  # fmt: skip
    near = sum(max(both.values()) <= NEAR_POINTS for both in gaps.values())
    yield _count(measured, "near_edges", near, len(gaps), "rows whose edges both lie this near the published ones")
    yield Entry(
        key=bench.key("setting", "near_edge"), value=NEAR_POINTS, unit="percentage points", decimals=0, tag="shipped",
        source="defaults", method="setting of the report",
    )  # fmt: skip


def _count(measured: Measured, name: str, count: int, of: int, what: str) -> Entry:
    return measured.bench.recomputed(("count", "pairs", name), count, "count", 0, COMPARISONS, what, n=of)
