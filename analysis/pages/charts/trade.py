"""Privacy against content: one front an attacker, and the smaller one of the summary; the prosody leak."""

from __future__ import annotations

from dataclasses import replace

from analysis.ledger import key
from analysis.pages.charts.chart import (
    ATTACKER_NAMES,
    ATTACKERS,
    CHAPTER_HEIGHT,
    CHAPTER_WIDTH,
    ON_FRONT,
    SHIPPED_LIST,
    Chart,
    edges,
)
from analysis.pages.figures.leak import draw_leak, leak_alt
from analysis.pages.figures.tradeoff import (
    CONTENT,
    PRIVACY,
    WORDS,
    TradeoffDrawing,
    TradeoffPoint,
    draw_tradeoff,
    tradeoff_alt,
)
from analysis.results import Results


def charts(results: Results, summary_height: float | None = None, *, lead: bool = False) -> list[Chart]:
    """Return the fronts that the study has; the summary's own only for the lead study, as high as is asked."""
    made: list[Chart] = []
    for attacker in ATTACKERS:
        points = [_point(results, system.id, attacker) for system in results.systems if system.recomputed]
        if sum(point.x is not None and point.y is not None for point in points) >= 2:
            axis = replace(PRIVACY, name=f"{ATTACKER_NAMES[attacker]} EER")
            content = CONTENT if results.unit_of_text == "characters" else WORDS
            alt = tradeoff_alt(points, axis, content)
            drawing = draw_tradeoff(points, axis, content, CHAPTER_WIDTH, CHAPTER_HEIGHT)
            made.append(Chart(f"tradeoff_{attacker}", drawing.sheet, alt, key_lines(drawing)))
            if attacker == "semi_informed" and lead:
                drawing = draw_tradeoff(points, axis, content, height=summary_height)
                made.append(Chart("tradeoff_summary", drawing.sheet, alt, key_lines(drawing)))
    return made + _leak(results)


def _leak(results: Results) -> list[Chart]:
    """Return the prosody leak under the attacker that the verdict names; nothing where there is none."""
    attacker = results.verdicts.get(key(results.study, "leak_attacker"))
    if attacker is None:
        return []
    points = [_leak_point(results, system.id, attacker) for system in results.systems]
    axis = replace(PRIVACY, name=f"{ATTACKER_NAMES[attacker]} EER")
    drawing = draw_leak(points, axis, CHAPTER_WIDTH, CHAPTER_HEIGHT)
    return [Chart("leak", drawing.sheet, leak_alt(points, axis), key_lines(drawing))]


def _leak_point(results: Results, system: str, attacker: str) -> TradeoffPoint:
    """Return a system's published pitch correlation at its EER: the recomputed one, else the published one.

    Published EERs are those of same-gender trials; where the recomputed ones are of others, only published ones stand.
    """
    pitch = results.ledger.value(key(results.study, "shipped", "rho_f0", system))
    eer, low, high = edges(results, key(results.study, "eer", system, attacker, SHIPPED_LIST))
    filled = eer is not None
    if not filled:
        eer = results.ledger.value(key(results.study, "shipped", "eer", system, attacker, SHIPPED_LIST))
        low = high = None
    return TradeoffPoint(
        results.label(system), eer, pitch, low, high, filled=filled,
        role="original" if system == results.reference else "anonymizer",
        emphasis=results.verdicts.get(key(results.study, "best_trade")) == system,
    )  # fmt: skip


def _point(results: Results, system: str, attacker: str) -> TradeoffPoint:
    x, x_low, x_high = edges(results, key(results.study, "eer", system, attacker, results.trial_list))
    y, y_low, y_high = edges(results, key(results.study, "cer", system, "all"))
    return TradeoffPoint(
        results.label(system), x, y, x_low, x_high, y_low, y_high,
        on_front=results.verdicts.get(key(results.study, "front", attacker, system)) == ON_FRONT,
        role="original" if system == results.reference else "anonymizer",
        emphasis=results.verdicts.get(key(results.study, "best_trade")) == system,
    )  # fmt: skip


def key_lines(drawing: TradeoffDrawing) -> tuple[tuple[int, str], ...]:
    """Return the numbers that stand in the picture and the names that belong to them."""
    return tuple((item.number, item.label) for item in drawing.key)
