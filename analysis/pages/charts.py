"""From a study's ledger to its pictures: which numbers stand in which figure, and what the figure is called."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.ledger import key
from analysis.pages.figures import style
from analysis.pages.figures.forest import ForestGroup, ForestRow, draw_forest, forest_alt
from analysis.pages.figures.ladder import LadderRow, Rung, ladder, ladder_alt
from analysis.pages.figures.tradeoff import (
    CONTENT,
    EMOTION,
    PRIVACY,
    WORDS,
    TradeoffAxis,
    TradeoffDrawing,
    TradeoffPoint,
    draw_tradeoff,
    tradeoff_alt,
)
from analysis.results import Results

ATTACKERS = ("ignorant", "lazy", "semi_informed")
ATTACKER_NAMES = {"ignorant": "ignorant", "lazy": "lazy-informed", "semi_informed": "semi-informed"}
METRIC_NAMES = {
    "eer_ignorant": "EER ignorant",
    "eer_lazy": "EER lazy",
    "eer_semi_informed": "EER semi-informed",
    "cer": "CER",
}
ON_FRONT = "on the front"
LOWEST, HIGHEST = 2.6, 3.4  # inches
CHAPTER_WIDTH, CHAPTER_HEIGHT = 5.6, 3.3
SUMMARY_HEIGHT = 3.2


@dataclass(frozen=True)
class Chart:
    """One figure: the file name without ending, its SVG, its alt text, and the key of numbered points."""

    name: str
    svg: str
    alt: str
    numbered: tuple[tuple[int, str], ...] = ()


def charts(results: Results, lead: bool = True) -> dict[str, Chart]:
    """Return the study's figures by name; a figure that has nothing to show is not there.

    Those of the summary, which are smaller, belong to the lead study only.
    """
    made = _benchmark(results, lead) if results.kind == "benchmark" else _challenge(results, lead)
    return {chart.name: chart for chart in made}


def _benchmark(results: Results, lead: bool) -> list[Chart]:
    made: list[Chart] = []
    groups = [group for pair in results.pairs if (group := _group(results, pair.b, pair.a)).rows]
    height = None
    if groups:
        drawn = draw_forest(groups)
        made.append(Chart("forest", drawn.svg, forest_alt(groups)))
        height = min(max(drawn.height, LOWEST), HIGHEST)  # the two stand side by side on the summary
    for attacker in ATTACKERS:
        points = [_point(results, system.id, attacker) for system in results.systems if system.recomputed]
        if sum(point.x is not None and point.y is not None for point in points) >= 2:
            axis = TradeoffAxis(f"{ATTACKER_NAMES[attacker]} EER", PRIVACY.better, larger_is_better=True)
            content = CONTENT if results.unit_of_text == "characters" else WORDS
            alt = tradeoff_alt(points, axis, content)
            drawing = draw_tradeoff(points, axis, content, CHAPTER_WIDTH, CHAPTER_HEIGHT)
            made.append(Chart(f"tradeoff_{attacker}", drawing.svg, alt, _key_lines(drawing)))
            if attacker == "semi_informed" and lead:
                drawing = draw_tradeoff(points, axis, content, height=height)
                made.append(Chart("tradeoff_summary", drawing.svg, alt, _key_lines(drawing)))
    rows = [_rungs(results, system.id) for system in results.systems if system.recomputed]
    rows = [row for row in rows if any(rung.value is not None for rung in row.rungs)]
    if rows:
        made.append(Chart("ladder", ladder(rows), ladder_alt(rows)))
        if not groups and lead:  # the summary has a place beside the scatter
            made.append(Chart("ladder_half", ladder(rows, width=style.HALF), ladder_alt(rows)))
    return made


def _edges(results: Results, ledger_key: str) -> tuple[float | None, float | None, float | None]:
    entry = results.ledger.get(ledger_key)
    return (None, None, None) if entry is None else (entry.value, entry.ci_low, entry.ci_high)


def _point(results: Results, system: str, attacker: str) -> TradeoffPoint:
    x, x_low, x_high = _edges(results, key(results.study, "eer", system, attacker, results.trial_list))
    y, y_low, y_high = _edges(results, key(results.study, "cer", system, "all"))
    return TradeoffPoint(
        results.label(system), x, y, x_low, x_high, y_low, y_high,
        on_front=results.verdicts.get(key(results.study, "front", attacker, system)) == ON_FRONT,
        role="original" if system == results.reference else "anonymizer",
        emphasis=results.verdicts.get(key(results.study, "best_trade")) == system,
    )  # fmt: skip


def _rungs(results: Results, system: str) -> LadderRow:
    rungs = []
    for attacker in ATTACKERS:
        ledger_key = key(results.study, "eer", system, attacker, results.trial_list)
        value, low, high = _edges(results, ledger_key)
        entry = results.ledger.get(ledger_key)
        rungs.append(Rung(value, low, high, entry.missing if entry else ""))
    return LadderRow(
        results.label(system),
        tuple(rungs),
        emphasis=results.verdicts.get(key(results.study, "best_trade")) == system,
        doubt=key(results.study, "trap", system) in results.verdicts,
    )


def _group(results: Results, b: str, a: str) -> ForestGroup:
    rows = []
    for metric, name in METRIC_NAMES.items():
        ledger_key = key(results.study, "paired", b, a, metric)
        entry = results.ledger.get(ledger_key)
        if entry is not None and entry.value is not None:
            if metric == "cer" and results.unit_of_text == "words":
                name = "WER"
            rows.append(
                ForestRow(
                    name,
                    entry.value,
                    entry.ci_low,
                    entry.ci_high,
                    verdict=results.verdicts.get(ledger_key, "no evidence"),
                    better="lower" if metric == "cer" else "higher",
                )
            )
    return ForestGroup(f"{results.label(b)} \N{MINUS SIGN} {results.label(a)}", tuple(rows))


def _key_lines(drawing: TradeoffDrawing) -> tuple[tuple[int, str], ...]:
    return tuple((item.number, item.label) for item in drawing.key)


def _challenge(results: Results, lead: bool) -> list[Chart]:
    made = []
    for measure, axis in (("wer", WORDS), ("uar", EMOTION)):
        points = []
        for system in results.systems:
            x = results.ledger.value(key(results.study, "eer", system.id, "semi_informed", "test_average"))
            y = results.ledger.value(key(results.study, "shipped", measure, system.id, "test"))
            front = results.verdicts.get(key(results.study, "front", measure, system.id)) == ON_FRONT
            points.append(TradeoffPoint(system.label, x, y, on_front=front, role=system.role))  # type: ignore[arg-type]
        if sum(point.x is not None and point.y is not None for point in points) >= 2:
            drawing = draw_tradeoff(points, PRIVACY, axis, style.FULL)
            alt = tradeoff_alt(points, PRIVACY, axis)
            made.append(Chart(f"tradeoff_{measure}", drawing.svg, alt, _key_lines(drawing)))
            if lead:
                drawing = draw_tradeoff(points, PRIVACY, axis, style.FULL, SUMMARY_HEIGHT)
                made.append(Chart(f"summary_{measure}", drawing.svg, alt, _key_lines(drawing)))
    return made
