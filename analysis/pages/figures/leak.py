"""Prosody leak: how much of the pitch a system keeps against the privacy that it gives, one point a system.

Filled points were recomputed here, hollow ones are as published. There is no front: neither side of the upward axis is
the better one for every purpose.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from analysis.pages.figures import style
from analysis.pages.figures.scale import known
from analysis.pages.figures.tradeoff import draw_tradeoff
from analysis.pages.figures.tradeoff_data import TradeoffAxis, TradeoffDrawing, TradeoffPoint
from analysis.pages.figures.words import listed

PITCH = TradeoffAxis("ρF0", "more of the pitch kept", larger_is_better=True, unit="")


def draw_leak(
    points: Sequence[TradeoffPoint],
    x_axis: TradeoffAxis,
    width: float = style.HALF,
    height: float | None = None,
) -> TradeoffDrawing:
    """Draw privacy across and the pitch correlation upwards, `width` by `height` inches.

    No axis is cut: a correlation has ends of its own.
    """
    return draw_tradeoff(points, x_axis, PITCH, width, height, y_cap=math.inf)


def leak_alt(points: Sequence[TradeoffPoint], x_axis: TradeoffAxis) -> str:
    """Say in words what the figure shows, without any number: the systems from the least private to the most."""
    drawn = sorted((point for point in points if known(point.x) and known(point.y)), key=lambda point: point.x or 0.0)
    if not drawn:
        return f"Empty scatter of pitch correlation against {x_axis.name}: no system has both values."
    said = [
        f"Scatter of pitch correlation against {x_axis.name}: {x_axis.better} to the right, "
        "more of the pitch kept upwards."
    ]
    for kind, filled in (("Recomputed", True), ("As published", False)):
        names = [point.label for point in drawn if bool(point.filled) is filled]
        if names:
            said.append(f"{kind}, from left to right: {listed(names)}.")
    return " ".join(said)
