"""What the study says on the console."""

from __future__ import annotations

from collections.abc import Iterator

from analysis.coverage.compare import compare
from analysis.coverage.kinds import KINDS, TESTS
from analysis.coverage.table import FALSE_FAMILY, FALSE_POSITIVE, POWER, IntervalRow, Study


def as_lines(study: Study) -> Iterator[str]:
    """Yield a table of coverage, and one of differences, settings down and kinds across."""
    yield "coverage in percent, with its standard error"
    yield from _grid(
        KINDS,
        {
            f"{row.speakers} speakers, {row.eer} %": {
                one.kind: f"{one.coverage:.1f} ± {one.coverage_error:.1f}" for one in study.intervals if _same(one, row)
            }
            for row in study.intervals
        },
    )
    yield ""
    yield "differences called found in percent, with their standard error; in brackets after Holm"
    rows: dict[str, dict[str, str]] = {}
    for row in study.differences:
        what = {FALSE_POSITIVE: "none, each", FALSE_FAMILY: "none, any", POWER: f"{row.difference} points"}[row.what]
        after = "" if row.holm is None else f" ({row.holm:.1f})"
        rows.setdefault(f"{row.speakers} speakers, {row.eer} %: {what}", {})[row.test] = (
            f"{row.share:.1f} ± {row.error:.1f}{after}"
        )
    yield from _grid(TESTS, rows)


def compared(one: Study, other: Study) -> tuple[list[str], bool]:
    """Return what a comparison of two runs says, and whether they agree."""
    lines, agree = [], True
    for name, ours, theirs in (
        ("intervals", one.intervals, other.intervals),
        ("differences", one.differences, other.differences),
    ):
        found = compare(ours, theirs)
        agree = agree and found.agrees
        lines.append(
            f"{name}: {found.within_two} of {found.compared} numbers within two standard errors; the largest gap is "
            f"{found.largest:.1f} ({found.where}), {'within' if found.agrees else 'BEYOND'} the {found.allowed:.1f} "
            "that chance allows"
        )
    return lines, agree


def _same(one: IntervalRow, other: IntervalRow) -> bool:
    return (one.speakers, one.eer) == (other.speakers, other.eer)


def _grid(names: tuple[str, ...], rows: dict[str, dict[str, str]]) -> Iterator[str]:
    first = max((len(label) for label in rows), default=0)
    widths = [max([len(name), *(len(cells.get(name, "")) for cells in rows.values())]) for name in names]
    yield "  ".join([" " * first, *(name.rjust(width) for name, width in zip(names, widths, strict=True))])
    for label, cells in rows.items():
        shown = (cells.get(name, "").rjust(width) for name, width in zip(names, widths, strict=True))
        yield "  ".join([label.ljust(first), *shown]).rstrip()
