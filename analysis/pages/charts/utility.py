"""What anonymization costs, drawn: error rates by corpus, and the two pitch correlations."""

from __future__ import annotations

from analysis.ledger import key
from analysis.pages.charts.chart import Chart, edges
from analysis.pages.figures.pitch import PitchRow, draw_pitch, pitch_alt
from analysis.pages.figures.rates import Rate, RateRow, draw_rates, rates_alt
from analysis.results import Corpus, Results, System

ALL_TEXTS = "all texts"
MOST_CORPORA = 3
MOST_LANES = 60
"""Lanes under each other that a page of the PDF holds."""


def drawn_corpora(results: Results) -> tuple[Corpus, ...]:
    """Return the corpora that have a lane in the picture of rates: all, or none where they are too many."""
    rows = len(_rated(results))
    lanes = 1 + len(results.corpora)
    return results.corpora if lanes <= 1 + MOST_CORPORA and rows * lanes <= MOST_LANES else ()


def charts(results: Results) -> list[Chart]:
    """Return the figures of this chapter that the study has data for."""
    made = []
    if _rated(results):
        corpora = drawn_corpora(results)
        rate = "CER" if results.unit_of_text == "characters" else "WER"
        rows = [_rates(results, system, corpora) for system in results.systems if system.recomputed]
        lists = (ALL_TEXTS, *(corpus.name for corpus in corpora))
        made.append(Chart("rates", draw_rates(rows, lists, rate).sheet, rates_alt(rows, lists, rate)))
    rows = [_pitch(results, system) for system in results.systems if system.recomputed]
    rows = [row for row in rows if row.here is not None or row.shipped is not None]
    if any(row.here is not None for row in rows) and len(rows) * 2 <= MOST_LANES:
        made.append(Chart("pitch", draw_pitch(rows).sheet, pitch_alt(rows)))
    return made


def _rated(results: Results) -> list[System]:
    """Return the systems that have a rate over all texts."""
    return [
        system
        for system in results.systems
        if results.ledger.value(key(results.study, "cer", system.id, "all")) is not None
    ]


def _emphasis(results: Results, system: System) -> bool:
    return results.verdicts.get(key(results.study, "best_trade")) == system.id


def _rates(results: Results, system: System, corpora: tuple[Corpus, ...]) -> RateRow:
    found = []
    for name in ("all", *(corpus.slug for corpus in corpora)):
        ledger_key = key(results.study, "cer", system.id, name)
        entry = results.ledger.get(ledger_key)
        found.append(Rate(*edges(results, ledger_key), entry.missing if entry else ""))
    return RateRow(
        results.label(system.id),
        tuple(found),
        emphasis=_emphasis(results, system),
        doubt=key(results.study, "beyond_reference", system.id) in results.verdicts,
    )


def _pitch(results: Results, system: System) -> PitchRow:
    here = results.ledger.get(key(results.study, "rho_f0", system.id, "demo"))
    reference = system.id == results.reference
    return PitchRow(
        results.label(system.id),
        None if reference else results.ledger.value(key(results.study, "shipped", "rho_f0", system.id)),
        None if here is None else here.value,
        results.ledger.value(key(results.study, "rho_f0_chance", system.id, "demo")),
        missing=here.missing if here is not None else "",
        emphasis=_emphasis(results, system),
    )
