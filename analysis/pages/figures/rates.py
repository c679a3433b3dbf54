"""Error rates with their intervals, a row a system: over all texts and over each corpus."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.pages.figures import style
from analysis.pages.figures.canvas import Drawing, Shape
from analysis.pages.figures.labels import Box
from analysis.pages.figures.lanes import Lanes
from analysis.pages.figures.scale import known
from analysis.pages.figures.text import measure, one_line, shorten
from analysis.pages.figures.words import listed, named

AS_MANY = 100.0
"""Percent; as many edits as the reference has signs."""
_FAR = 300.0
_SHAPES: tuple[Shape, ...] = ("circle", "triangle", "square", "diamond")
_OFF = "off the scale"


@dataclass(frozen=True)
class Rate:
    """An error rate in percent with the edges of its interval; `value` None and `missing` says why where none is."""

    value: float | None
    low: float | None = None
    high: float | None = None
    missing: str = ""


@dataclass(frozen=True)
class RateRow:
    """One system.

    Attributes:
        label: its name; any text.
        rates: the rate over all texts, then that of each corpus of the picture.
        emphasis: the system that the page speaks of; in bold and teal.
        doubt: it has more edits than the reference has signs; in rust.
    """

    label: str
    rates: tuple[Rate, ...]
    emphasis: bool = False
    doubt: bool = False


@dataclass(frozen=True)
class RatesDrawing(Drawing):
    """The picture, the boxes of its words by what they say, and those of points and whiskers."""

    labels: tuple[tuple[str, Box], ...]
    obstacles: tuple[Box, ...]


def scale_end(rows: Sequence[RateRow]) -> float:
    """Return where the axis ends: beyond every rate and interval, unless a few lie so far that the rest would vanish.

    >>> scale_end([RateRow("a", (Rate(20.0, 15.0, 26.0),)), RateRow("b", (Rate(113.0, 105.0, 124.0),))])
    124.0
    """
    tops = sorted(
        max(value for value in (rate.value, rate.high) if known(value))
        for row in rows
        for rate in row.rates
        if known(rate.value)
    )
    if not tops:
        return AS_MANY
    near = [top for top in tops if top <= _FAR]
    return tops[-1] if tops[-1] <= _FAR or not near else near[-1]


def draw_rates(
    rows: Sequence[RateRow], lists: Sequence[str], rate: str = "CER", width: float = style.FULL
) -> RatesDrawing:
    """Draw the rows under each other, `width` inches wide; the height follows.

    lists: what each rate of a row is over, `all texts` first; rate: `CER` or `WER`.
    A rate beyond the axis stands at its end as an arrow and is called so.
    Raises ValueError where a row has not one rate for each list.
    """
    for row in rows:
        if len(row.rates) != len(lists):
            raise ValueError(f"row {row.label!r} has {len(row.rates)} rates for {len(lists)} lists")
    sheet = _sheet(rows, lists, rate, width, key=False)
    explained = _row_that_explains(sheet, rows, lists)
    if explained is None and len(lists) > 1:
        sheet = _sheet(rows, lists, rate, width, key=True)
        fills = (style.INK, *(style.PAPER for _ in lists[1:]))
        sheet.key([(_SHAPES[lane % len(_SHAPES)], fills[lane], style.INK, name) for lane, name in enumerate(lists)])
    end = _end(rows)
    for place, row in enumerate(rows):
        ink = style.TEAL if row.emphasis else style.INK
        sheet.name(place, ink)
        for lane, (one, y) in enumerate(zip(row.rates, sheet.heights(place), strict=True)):
            _draw(sheet, one, lane, y, style.RUST if row.doubt else ink, end)
            if place == explained:
                sheet.write((_reach(sheet, row) + 7.0, y - 2.6), one_line(lists[lane]), style.SMALL, style.GREY)
    return RatesDrawing(sheet.sheet, tuple(sheet.labels), tuple(sheet.obstacles))


def _end(rows: Sequence[RateRow]) -> float:
    return max(scale_end(rows), 1e-6)  # rates of zero leave the axis no width


def _sheet(rows: Sequence[RateRow], lists: Sequence[str], rate: str, width: float, key: bool) -> Lanes:
    sheet = Lanes([row.label for row in rows], [row.emphasis for row in rows], len(lists), width, key)
    end = _end(rows)
    beyond = any(known(one.value) and one.value > end for row in rows for one in row.rates)
    # The arrow and its word need room beside the axis.
    edge = 14.0 + measure(_OFF, style.SMALL).width if beyond else 8.0
    sheet.scale(0.0, 1.02 * end, f"← better   {rate} (%)", edge)
    if end >= AS_MANY:
        sheet.guide(AS_MANY, "as many edits as the reference is long")
    return sheet


def _draw(sheet: Lanes, one: Rate, lane: int, y: float, colour: str, end: float) -> None:
    if not known(one.value):
        if one.missing and not lane:  # said once a row
            words = shorten(one.missing, sheet.x.end - sheet.x.start - 12.0, style.SMALL)
            sheet.write((sheet.x.start + 5.0, y - 2.6), words, style.SMALL, style.GREY)
        return
    fill = style.PAPER if lane else colour
    if one.value > end:
        tip = sheet.x.end + 6.0
        sheet.sheet.line([(sheet.x.end - 8.0, y), (tip, y)], colour, 1.0)
        sheet.sheet.area([(tip + 3.5, y), (tip - 2.0, y + 2.8), (tip - 2.0, y - 2.8)], colour)
        sheet.obstacles.append(Box(sheet.x.end - 8.0, y - 2.8, tip + 3.5, y + 2.8))
        sheet.write((tip + 6.0, y - 2.6), _OFF, style.SMALL, style.GREY)
        return
    if known(one.low) and known(one.high):
        sheet.whisker(one.low, min(one.high, 1.02 * end), y, colour)
    sheet.point(one.value, y, _SHAPES[lane % len(_SHAPES)], fill, colour, 4.8 if not lane else 4.2)


def _reach(sheet: Lanes, row: RateRow) -> float:
    """Return how far to the right the points and whiskers of a row stand."""
    return max(
        (
            sheet.x(max(value for value in (one.value, one.high) if known(value)))
            for one in row.rates
            if known(one.value)
        ),
        default=sheet.x.start,
    )


def _row_that_explains(sheet: Lanes, rows: Sequence[RateRow], lists: Sequence[str]) -> int | None:
    """Return the first row with all its rates and room for the names of the lists beside its points."""
    if len(lists) < 2:
        return None
    widest = max(measure(one_line(name), style.SMALL).width for name in lists)
    stop = min(sheet.x(AS_MANY), sheet.x.end) - 3.0
    for place, row in enumerate(rows):
        if all(known(one.value) for one in row.rates) and _reach(sheet, row) + 7.0 + widest <= stop:
            return place
    return None


def rates_alt(rows: Sequence[RateRow], lists: Sequence[str], rate: str = "CER") -> str:
    """Say in words what the picture shows, without any figure."""
    drawn = [row for row in rows if known(row.rates[0].value)]
    if not drawn:
        return f"Empty picture: no system has a {rate}."
    said = [f"{rate} of each system over {listed(list(lists))}, one row a system, with intervals; less is better."]
    lowest = min(row.rates[0].value for row in drawn)
    said.append(f"Farthest to the left: {listed([row.label for row in drawn if row.rates[0].value == lowest])}.")
    highest = max(row.rates[0].value for row in drawn)
    if highest > lowest:
        said.append(f"Farthest to the right: {listed([row.label for row in drawn if row.rates[0].value == highest])}.")
    doubtful = [row.label for row in rows if row.doubt]
    if doubtful:
        said.append(f"More edits than the reference is long: {listed(doubtful)}.")
    end = scale_end(rows)
    far = [row.label for row in rows if any(known(one.value) and one.value > end for one in row.rates)]
    if far:
        said.append(f"Beyond the scale, drawn as arrows at its end: {listed(far)}.")
    missing = [row.label for row in rows if not known(row.rates[0].value)]
    if missing:
        said.append(f"No value: {listed(missing)}.")
    said += [f"{named(row.label)} is set in bold." for row in rows if row.emphasis]
    return " ".join(said)
