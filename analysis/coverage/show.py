"""What the study says on the console."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analysis.coverage.compare import compare
from analysis.coverage.foretold import KINDS as PLANNED
from analysis.coverage.kinds import KINDS, TESTS, TRIALS
from analysis.coverage.study import Run
from analysis.coverage.table import FALSE_FAMILY, FALSE_POSITIVE, POWER, IntervalRow

DATA_SETS = "data sets"


def as_lines(run: Run) -> Iterator[str]:
    """Yield a table of coverage, one of differences, and what plans predict: settings down and kinds across."""
    intervals, differences = run.tables.intervals, run.tables.differences
    yield "coverage in percent, with its standard error, and of how many data sets"
    yield from _grid(
        (DATA_SETS, *KINDS),
        {
            f"{row.speakers} speakers, {row.eer} %": {
                one.kind: f"{one.coverage:.1f} ± {one.coverage_error:.1f}" for one in intervals if _same(one, row)
            } | {DATA_SETS: _sizes([one for one in intervals if _same(one, row)])}
            for row in intervals
        },
    )  # fmt: skip
    yield ""
    after_holm = any(row.holm is not None for row in differences)
    yield "differences called found in percent, with their standard error" + (
        "; in brackets after Holm" if after_holm else ""
    )
    rows: dict[str, dict[str, str]] = {}
    for row in differences:
        what = {FALSE_POSITIVE: "none, each", FALSE_FAMILY: "none, any", POWER: points(row.difference)}[row.what]
        after = "" if row.holm is None else f" ({row.holm:.1f})"
        cells = rows.setdefault(f"{row.speakers} speakers, {row.eer} %: {what}", {DATA_SETS: str(row.data_sets)})
        cells[row.test] = f"{row.share:.1f} ± {row.error:.1f}{after}"
    yield from _grid((DATA_SETS, *TESTS), rows)
    yield ""
    yield "width of the interval that plans predict, in points, at the mean, with its standard error"
    foretold: dict[str, dict[str, str]] = {}
    for row in run.foretold:
        cells = foretold.setdefault(f"{row.speakers} speakers, {row.eer} %", {DATA_SETS: str(row.data_sets)})
        cells[row.kind] = f"{row.width:.2f} ± {row.width_error:.2f}"
    yield from _grid((DATA_SETS, *PLANNED), foretold)
    yield ""
    yield "power that plans predict, in percent, at the mean, with its standard error"
    yield from _grid(
        (DATA_SETS, POWER),
        {
            f"{row.speakers} speakers, {row.eer} %: {points(row.difference)}": {
                DATA_SETS: str(row.data_sets), POWER: f"{row.power:.1f} ± {row.power_error:.1f}",
            }
            for row in run.powers
        },
    )  # fmt: skip


def compared(one: Run, other: Run) -> tuple[list[str], bool]:
    """Return what a comparison of two runs says, and whether they agree."""
    lines, agree = [], True
    for name, ours, theirs in (
        ("intervals", one.tables.intervals, other.tables.intervals),
        ("differences", one.tables.differences, other.tables.differences),
        ("predicted widths", one.foretold, other.foretold),
        ("predicted powers", one.powers, other.powers),
    ):
        found = compare(ours, theirs)
        agree = agree and found.agrees
        lines.append(
            f"{name}: {found.within_two} of {found.compared} numbers within two standard errors; the largest gap is "
            f"{found.largest:.1f} ({found.where}), {'within' if found.agrees else 'BEYOND'} the {found.allowed:.1f} "
            "that chance allows"
        )
    return lines, agree


def _sizes(rows: Sequence[IntervalRow]) -> str:
    """Return how many data sets there were, and of how many of them trials were resampled where that are others."""
    by_trials = next((row.data_sets for row in rows if row.kind == TRIALS), 0)
    most = max(row.data_sets for row in rows)
    return str(most) if by_trials in (0, most) else f"{most} ({TRIALS} {by_trials})"


def points(count: int) -> str:
    """Return a difference in words.

    >>> points(1), points(3)
    ('1 point', '3 points')
    """
    return f"{count} point" if count == 1 else f"{count} points"


def _same(one: IntervalRow, other: IntervalRow) -> bool:
    return (one.speakers, one.eer) == (other.speakers, other.eer)


def _grid(names: tuple[str, ...], rows: dict[str, dict[str, str]]) -> Iterator[str]:
    first = max((len(label) for label in rows), default=0)
    widths = [max([len(name), *(len(cells.get(name, "")) for cells in rows.values())]) for name in names]
    yield "  ".join([" " * first, *(name.rjust(width) for name, width in zip(names, widths, strict=True))])
    for label, cells in rows.items():
        shown = (cells.get(name, "").rjust(width) for name, width in zip(names, widths, strict=True))
        yield "  ".join([label.ljust(first), *shown]).rstrip()
