"""A comparison for people at a terminal: everything, one line each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from analysis.diff import words
from analysis.diff.found import Difference, Flip, Number


def console_lines(found: Difference) -> Iterator[str]:
    """Give the lines of a comparison."""
    yield f"{words.readable(found.old)} {words.ARROW} {words.readable(found.new)}: {words.headline(found)}"
    for side, gap in found.gaps:
        yield f"  {words.readable(side)} {gap}"
    yield from _flips(found.flips)
    yield from _flips(found.details, "beside the verdicts: ")
    yield from _numbers("numbers", found.numbers)
    yield from _numbers("below the displayed digits", found.below)
    for title, groups in words.groups(found):
        yield from ("", title.lower())
        for group in groups:
            yield f"  {words.name_of(group.measure)} ({group.count:,})"
            yield from (f"    {words.name_of(member.key)}: {words.said(member)}" for member in group.members)
    for title, moved in (("figures", found.figures), ("moved", found.things)):
        if moved:
            yield from ("", title)
            yield from (f"  {words.thing(thing)}" for thing in moved)


def _flips(flips: Sequence[Flip], title: str = "") -> Iterator[str]:
    for kind, because, of in words.by_kind(flips):
        yield from ("", f"{title}{kind} ({len(of):,}); why: {words.why(because)}")
        for flip in of:
            old, new = words.flip_sides(flip)
            yield f"  {words.name_of(flip.key)}: {old} {words.ARROW} {new}"


def _numbers(title: str, numbers: tuple[Number, ...]) -> Iterator[str]:
    if numbers:
        yield from ("", f"{title} ({len(numbers):,})")
    for because, of in words.by_cause(numbers):
        yield f"  why: {words.why(because)} ({len(of):,})"
        for number in of:
            old, new = words.sides(number)
            told = [f"{old} {words.ARROW} {new}", number.difference, words.against(number)]
            yield f"    {words.name_of(number.key)}: {'; '.join(part for part in told if part)}"
