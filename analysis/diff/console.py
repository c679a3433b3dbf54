"""A comparison for people at a terminal: everything, one line each."""

from __future__ import annotations

from collections.abc import Iterator

from analysis.diff import words
from analysis.diff.found import Difference, Number


def console_lines(found: Difference) -> Iterator[str]:
    """Give the lines of a comparison."""
    yield f"{words.readable(found.old)} {words.ARROW} {words.readable(found.new)}: {words.headline(found)}"
    for side, gap in found.gaps:
        yield f"  {words.readable(side)} {gap}"
    for kind, because, flips in words.by_kind(found.flips):
        yield from ("", f"{kind} ({len(flips):,}); why: {words.why(because)}")
        for flip in flips:
            old, new = words.flip_sides(flip)
            yield f"  {words.name_of(flip.key)}: {old} {words.ARROW} {new}"
    yield from _numbers("numbers", found.numbers)
    yield from _numbers("below the displayed digits", found.below)
    for title, groups in (
        ("numbers added", found.added),
        ("numbers gone", found.gone),
        ("verdicts added", found.verdicts_added),
        ("verdicts gone", found.verdicts_gone),
        ("another source or method", found.reworded),
    ):
        if groups:
            yield from ("", title)
            yield from (f"  {words.group(group)}" for group in groups)
    for title, moved in (("figures", found.figures), ("moved", found.things)):
        if moved:
            yield from ("", title)
            yield from (f"  {words.thing(thing)}" for thing in moved)


def _numbers(title: str, numbers: tuple[Number, ...]) -> Iterator[str]:
    if numbers:
        yield from ("", f"{title} ({len(numbers):,})")
    for because, of in words.by_cause(numbers):
        yield f"  why: {words.why(because)} ({len(of):,})"
        for number in of:
            old, new = words.sides(number)
            told = [f"{old} {words.ARROW} {new}", number.difference, words.against(number)]
            yield f"    {words.name_of(number.key)}: {'; '.join(part for part in told if part)}"
