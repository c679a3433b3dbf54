"""Privacy against utility: what a reader can have, one point a system.

Filled points are on the front, hollow ones are not; the shape tells the role, an asterisk a marked system. Labels
stand beside their points; where not all fit, the front, the baselines and the original keep their names and the rest
carry numbers, whose key comes back as data.
"""

from __future__ import annotations

from collections.abc import Sequence

from analysis.pages.figures import style
from analysis.pages.figures.scale import known
from analysis.pages.figures.scatter import Scatter
from analysis.pages.figures.text import one_line
from analysis.pages.figures.tradeoff_data import (
    CONTENT,
    EMOTION,
    PRIVACY,
    WORDS,
    Numbered,
    TradeoffAxis,
    TradeoffDrawing,
    TradeoffPoint,
    cap_for,
)
from analysis.pages.figures.words import listed, named

__all__ = [
    "CONTENT",
    "EMOTION",
    "PRIVACY",
    "WORDS",
    "Numbered",
    "TradeoffAxis",
    "TradeoffDrawing",
    "TradeoffPoint",
    "cap_for",
    "draw_tradeoff",
    "tradeoff",
    "tradeoff_alt",
]


def tradeoff(
    points: Sequence[TradeoffPoint],
    x_axis: TradeoffAxis = PRIVACY,
    y_axis: TradeoffAxis = CONTENT,
    width: float = style.HALF,
    height: float | None = None,
) -> str:
    """Return the scatter as SVG; see `draw_tradeoff`."""
    return draw_tradeoff(points, x_axis, y_axis, width, height).svg


def draw_tradeoff(
    points: Sequence[TradeoffPoint],
    x_axis: TradeoffAxis = PRIVACY,
    y_axis: TradeoffAxis = CONTENT,
    width: float = style.HALF,
    height: float | None = None,
    y_cap: float | None = None,
) -> TradeoffDrawing:
    """Draw privacy across and utility upwards, `width` by `height` inches.

    Values beyond `y_cap` stand in a band at the edge with an arrow. Without a cap one is chosen where a few values lie
    more than twice as far as all the others. A dotted line stands at chance where the axis across has it and the values
    come near it.
    """
    drawn = [point for point in points if known(point.x) and known(point.y)]
    absent = tuple(one_line(point.label) for point in points if point not in drawn)
    return Scatter(drawn, absent, x_axis, y_axis, width, height, y_cap).draw()


def tradeoff_alt(
    points: Sequence[TradeoffPoint],
    x_axis: TradeoffAxis = PRIVACY,
    y_axis: TradeoffAxis = CONTENT,
    y_cap: float | None = None,
) -> str:
    """Say in words what the scatter shows, without any figure."""
    drawn = [point for point in points if known(point.x) and known(point.y)]
    if not drawn:
        return f"Empty scatter of {y_axis.name} against {x_axis.name}: no system has both values."
    upwards = "upwards" if y_axis.larger_is_better else "downwards"
    said = [f"Scatter of {y_axis.name} against {x_axis.name}: {x_axis.better} to the right, {y_axis.better} {upwards}."]
    front = sorted((point for point in drawn if point.on_front), key=lambda point: (point.x, point.label))
    if front:
        names = [point.label for point in front]
        if len(front) == 1:
            said.append(f"{named(names[0])} alone is on the front.")
        else:
            said.append(f"The front runs from left to right through {listed(names)}.")
    for where, outside in (("Behind", False), ("Outside", True)):
        names = [point.label for point in drawn if not point.on_front and point.outside is outside]
        if names:
            said.append(f"{where} the front: {listed(names)}.")
    second = sorted((point for point in drawn if point.on_other_front), key=lambda point: (point.x, point.label))
    if second:
        said.append(f"A second front, dashed, runs through {listed([point.label for point in second])}.")
    marked = [point.label for point in drawn if point.marked]
    if marked:
        said.append(f"An asterisk marks {listed(marked)}.")
    said += [f"{named(point.label)} is set in bold." for point in drawn if point.emphasis]
    cap = y_cap if y_cap is not None else cap_for([point.y for point in drawn])
    far = [point.label for point in drawn if cap is not None and point.y > cap]
    if far:
        said.append(f"Beyond the scale of {y_axis.name}: {listed(far)}.")
    absent = [point.label for point in points if point not in drawn]
    if absent:
        said.append(f"Not drawn, for a value is missing: {listed(absent)}.")
    return " ".join(said)
