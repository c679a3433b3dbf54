"""Made-up studies of two shapes, for the tests of the figures: eight systems with intervals, forty-four without."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from analysis.pages.figures.forest import ForestGroup, ForestRow
from analysis.pages.figures.ladder import LadderRow, Rung
from analysis.pages.figures.tradeoff import TradeoffPoint

HOSTILE = (
    "$x_1$ and $",
    "<b>bold</b> &amp; <script>",
    "\\alpha{} \\",
    "a name that goes on and on " * 40,
    "two\nlines\r\nand a\ttab\x00\x1b[31m",
    "שלום עולם",
    "\u202eمرحبا\u202c",
    "ភាសាខ្មែរ",
    "😀 日本語",
    "--> ]]> <!-- --",
    "",
    "%s {0} {{< include x >}} #import `raw`",
)


def eight() -> list[TradeoffPoint]:
    """Return a benchmark: two on the front, one far off the scale, two with a missing value."""
    rows = [
        ("original", 3.0, 7.6, 1.2, 1.8, True, "original"),
        ("McAdams", 14.2, 38.4, 3.2, 5.8, False, "baseline"),
        ("kNN-VC, English pool", 37.9, 27.6, 2.7, 5.7, False, "anonymizer"),
        ("kNN-VC, Khmer pool", 43.5, 24.4, 2.9, 6.2, True, "anonymizer"),
        ("SSL-SAS", 9.8, 29.6, 2.1, 7.6, False, "anonymizer"),
        ("Private kNN-VC", 36.5, 113.6, 3.0, 9.0, False, "anonymizer"),
    ]
    points = [
        TradeoffPoint(name, x, y, x - dx, x + dx, y - dy, y + dy, front, role, emphasis=name == "kNN-VC, Khmer pool")
        for name, x, y, dx, dy, front, role in rows
    ]
    return [*points, TradeoffPoint("same gender", 31.4, None), TradeoffPoint("ASR→TTS", float("nan"), 31.3)]


def forty_four(suffix: str = "") -> list[TradeoffPoint]:
    """Return a challenge: an original, six baselines, thirty-five submissions, two outside the comparison."""
    chance = random.Random(44)
    names = [("original", "original")]
    names += [(f"B{number}", "baseline") for number in range(1, 7)]
    names += [(f"T{team}-{number}", "submitted") for team in range(7, 12) for number in range(1, 8)]
    names += [("T25-p1", "post-evaluation"), ("T25-p2", "post-evaluation")]
    values = [(chance.uniform(4.0, 50.0), 2.0 + abs(chance.gauss(0.0, 2.0))) for _ in names]
    return [
        TradeoffPoint(
            name + suffix,
            x,
            y,
            on_front=not any(a >= x and b <= y and (a, b) != (x, y) for a, b in values),
            role=role,
        )
        for (name, role), (x, y) in zip(names, values, strict=True)
    ]


def hostile() -> list[TradeoffPoint]:
    """Return systems whose names hold what a data file may hold."""
    return [
        TradeoffPoint(name, 4.0 * i + 2.0, 7 * i % 41 + 5.0, 4.0 * i, 4.0 * i + 4.0, on_front=i in (0, 7))
        for i, name in enumerate(HOSTILE)
    ]


def groups() -> list[ForestGroup]:
    """Return three comparisons with every verdict and a missing difference."""
    return [
        ForestGroup(
            "kNN-VC, Khmer pool − English pool",
            (
                ForestRow("EER ignorant", 3.3, 0.02, 6.28, "not established", "higher"),
                ForestRow("EER lazy-informed", 3.0, -0.4, 7.0, "no evidence", "higher"),
                ForestRow("EER semi-informed", 5.6, 1.5, 9.2, "CI excludes 0", "higher"),
                ForestRow("CER", -3.2, -6.4, -0.1, "not established", "lower"),
            ),
        ),
        ForestGroup(
            "kNN-VC, Khmer pool − McAdams",
            (
                ForestRow("EER semi-informed", 29.3, 26.5, 33.0, "CI excludes 0", "higher"),
                ForestRow("CER", -14.0, -21.0, -7.5, "CI excludes 0", "lower"),
            ),
        ),
        ForestGroup(
            "same gender − any gender",
            (
                ForestRow("EER ignorant", 0.0, 0.0, 0.0, "no difference", "higher"),
                ForestRow("CER", None, better="lower", missing="no transcripts"),
            ),
        ),
    ]


def rungs() -> list[LadderRow]:
    """Return five systems under three attackers, one value missing, one that misleads."""

    def three(*values: float | None) -> tuple[Rung, ...]:
        return tuple(
            Rung(value, value - 2.3, value + 2.3) if value is not None else Rung(None, missing="not run")
            for value in values
        )

    return [
        LadderRow("original", three(2.4, 2.4, 3.0)),
        LadderRow("McAdams", three(29.6, 25.3, 14.2)),
        LadderRow("kNN-VC, Khmer pool, both genders", three(44.0, 46.7, 43.5), emphasis=True),
        LadderRow("ASR→TTS", three(45.3, 50.0, None)),
        LadderRow("SSL-SAS", three(50.7, 12.8, 9.8), doubt=True),
    ]


@pytest.fixture(scope="session")
def samples() -> SimpleNamespace:
    """Give the made-up studies to a test."""
    return SimpleNamespace(
        eight=eight, forty_four=forty_four, hostile=hostile, groups=groups, rungs=rungs, hostile_names=HOSTILE
    )
