"""How sure a listening test of a given size can be, what its trials can show, and its blank sheets.

Keys, after `<study>/`: `listening/half_width/<listeners>` with `_least` and `_most` over the systems,
`listening/difference/<listeners>` for two systems, `listening/square_root/<listeners>`, `listening/enough`,
`listening/sign_test/...`, `count/listening/...`, `setting/listening/...`. Verdict: `listening/claim` →
`inside` | `outside`, whether the published half-width lies among the systems'; `listening/resamples` →
`too few sentences` | `too few draws`, why no half-width is given; `listening/resamples/<listeners>` →
`too few listeners`, where the scores would say that so many are too few to resample.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy

from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.workbench import Workbench, percent_text
from analysis.errors import InputError
from analysis.ledger import Entry
from analysis.listening.design import TRIALS, Design, Material, design, material
from analysis.listening.precision import Precision, precision
from analysis.listening.tables import ab_sheet, mos_sheet
from analysis.measures.opinion import (
    FEWEST_TRIALS,
    fewest_draws,
    fewest_unanimous,
    fewest_wins,
    too_few_to_resample,
)
from analysis.study.demo import FILE as DEMO_CLIPS
from analysis.work import Unit

LISTENERS = (1, 3, 5, 10, 20)
FIRST, SHEET_SEED = "L01", 1
STEP = 0.5
SHEETS = {"listening_mos_L01.csv": mos_sheet, "listening_ab_L01.csv": ab_sheet}
MODULES = (
    "analysis.benchmark.listening", "analysis.listening.precision", "analysis.listening.design",
    "analysis.listening.order", "analysis.measures.opinion", "analysis.measures.bootstrap",
    "analysis.measures.intervals",
)  # fmt: skip
INSIDE, OUTSIDE = "inside", "outside"
TOO_FEW_SENTENCES, TOO_FEW_DRAWS, TOO_FEW_LISTENERS = "too few sentences", "too few draws", "too few listeners"


def listening(measured: Measured) -> Part:
    """Return what a test on the demo clips could tell; nothing where no clips are listed."""
    bench = measured.bench
    if not bench.benchmark.demo_clips:
        return Part()
    given, plan = _plan(bench)
    if given is None:
        return Part(entries=_absent(bench, "no clips to compare"))
    if plan is None:
        return Part(entries=_absent(bench, "too few sentences"))
    reason = _too_few(bench, given)
    found = None if reason else _precision(bench, given)
    entries = (*_settings(bench), *_counts(bench, given, plan), *_widths(bench, given, found, reason))
    return Part(
        entries=entries,
        verdicts={**_resamples(bench, reason), **_claim(measured, found)},
        tables={name: sheet(plan) for name, sheet in SHEETS.items()},
    )


def _plan(bench: Workbench) -> tuple[Material, Design] | tuple[Material, None] | tuple[None, None]:
    """Return what there is to listen to, and the first listener's sheet; None for what the clips do not allow."""
    try:
        given = material(bench.benchmark)
    except InputError:
        return None, None
    try:
        return given, design(given, FIRST, SHEET_SEED)
    except InputError:
        return given, None


def units(bench: Workbench) -> Iterator[Unit]:
    """Describe the half-widths of random ratings, where there is something to listen to and enough of it."""
    if bench.benchmark.demo_clips:
        given, plan = _plan(bench)
        if given is not None and plan is not None and not _too_few(bench, given):
            yield _unit(bench, given)


def _absent(bench: Workbench, reason: str) -> tuple[Entry, ...]:
    return (
        bench.recomputed(
            ("count", "listening", "items"), None, "count", 0, DEMO_CLIPS, "clips to rate in a sheet", missing=reason
        ),
    )


def _too_few(bench: Workbench, given: Material) -> str:
    """Return why intervals would say nothing, by the rules of the scores; empty where they do."""
    settings = bench.benchmark.settings
    if settings.draws < fewest_draws(settings.level):
        return TOO_FEW_DRAWS
    return TOO_FEW_SENTENCES if too_few_to_resample(len(given.sentences), settings.draws) else ""


def _resamples(bench: Workbench, reason: str) -> dict[str, str]:
    if reason:
        return {bench.key("listening", "resamples"): reason}
    return {
        bench.key("listening", "resamples", str(listeners)): TOO_FEW_LISTENERS
        for listeners in LISTENERS
        if too_few_to_resample(listeners, bench.benchmark.settings.draws)
    }


def _unit(bench: Workbench, given: Material) -> Unit:
    settings = bench.benchmark.settings
    parameters = {
        "clips": {name: list(systems) for name, systems in given.clips.items()},
        "names": [given.reference, given.anchor, *given.systems],
        "sizes": list(LISTENERS), "sheet_seed": SHEET_SEED,
        "draws": settings.draws, "seed": settings.seed, "level": settings.level,
    }  # fmt: skip
    return bench.unit("listening/random_ratings", (), MODULES, _compute, parameters=parameters)


def _compute(bench: Workbench) -> dict[str, numpy.ndarray]:
    settings = bench.benchmark.settings
    given = material(bench.benchmark)
    found = precision(given, LISTENERS, SHEET_SEED, settings.draws, settings.seed, settings.level)
    return {"means": found.means, "differences": found.differences}


def _precision(bench: Workbench, given: Material) -> Precision:
    arrays = bench.result(_unit(bench, given))
    return Precision(arrays["means"], arrays["differences"])


def _settings(bench: Workbench) -> Iterator[Entry]:
    draws = fewest_draws(bench.benchmark.settings.level)
    for name, value, unit, decimals, method in (
        ("fewest_trials", FEWEST_TRIALS, "count", 0, "answers below which a pair gets no verdict"),
        ("step", STEP, "score", 1, "difference of two means that a test should show"),
        ("fewest_draws", draws, "count", 0, "draws below which no interval is given"),
        ("lowest", 1, "score", 0, "lowest rating"),
        ("highest", 5, "score", 0, "highest rating"),
    ):
        yield Entry(
            key=bench.key("setting", "listening", name), value=float(value), unit=unit, decimals=decimals,
            tag="shipped", source="defaults", method=method,
        )  # fmt: skip


def _counts(bench: Workbench, given: Material, plan: Design) -> Iterator[Entry]:
    def count(names: tuple[str, ...], value: int | None, what: str, n: int | None = None, missing: str = "") -> Entry:
        return bench.recomputed(names, value, "count", 0, DEMO_CLIPS, what, n=n, missing=missing)

    yield count(("count", "listening", "sentences"), len(given.sentences), "sentences with an original")
    yield count(("count", "listening", "systems"), len(given.systems), "anonymizers with clips")
    yield count(("count", "listening", "items"), len(plan.items), "clips to rate in a sheet")
    yield count(("count", "listening", "trials"), len(plan.trials) or None, "comparisons in a sheet",
                missing=plan.no_trials)  # fmt: skip
    level = bench.benchmark.settings.level
    said = f"exact two-sided sign test, p below {percent_text(1 - level)} %"
    yield count(("listening", "sign_test", "unanimous"), fewest_unanimous(level), f"fewest unanimous answers; {said}")
    wins = fewest_wins(FEWEST_TRIALS, level)
    yield count(("listening", "sign_test", "wins"), wins, f"fewest answers for one side; {said}",
                n=FEWEST_TRIALS, missing="not even all")  # fmt: skip
    pairs = len({frozenset((trial.a, trial.b)) for trial in plan.trials})
    if pairs:
        yield count(("count", "listening", "pairs"), pairs, "pairs of systems that a sheet compares")
        every = math.comb(len(given.systems), 2)
        yield count(
            ("listening", "sign_test", "listeners"), math.ceil(FEWEST_TRIALS * every / TRIALS),
            f"listeners until {every} pairs have {FEWEST_TRIALS} answers each on average",
        )  # fmt: skip


def _widths(bench: Workbench, given: Material, found: Precision | None, reason: str) -> Iterator[Entry]:
    settings = bench.benchmark.settings
    rated = len(given.systems) + 2
    made = (
        f"simulated: every rating drawn at random from 1 to 5, sheets of seed {SHEET_SEED}; "
        f"{percent_text(settings.level)} % bootstrap over listeners and sentences, {settings.draws:,} draws, "
        f"seed {settings.seed}"
    )

    def row(names: tuple[str, ...], value: float | None, what: str, n: int | None = None, missing: str = "") -> Entry:
        entry = bench.recomputed(
            ("listening", *names), value, "score", 2, f"random ratings, {DEMO_CLIPS}", f"{what}; {made}", n=n,
            missing=missing,
        )  # fmt: skip
        return replace(entry, inputs="simulated")

    half = "half the width of a mean opinion's interval"
    pairs = math.comb(rated, 2)
    for place, listeners in enumerate(LISTENERS):
        ratings, name = listeners * len(given.sentences), str(listeners)
        yield Entry(
            key=bench.key("setting", "listening", "listeners", name), value=float(listeners), unit="count", decimals=0,
            tag="shipped", source="defaults", method="number of listeners that is tried",
        )  # fmt: skip
        means = None if found is None else found.means[place]
        differences = None if found is None else found.differences[place]
        for kind, value, what in (
            ("half_width", None if means is None else means.mean(), f"{half}, mean over {rated} systems"),
            ("half_width_least", None if means is None else means.min(), f"{half}, narrowest of {rated} systems"),
            ("half_width_most", None if means is None else means.max(), f"{half}, widest of {rated} systems"),
            ("difference", None if differences is None else differences.mean(),
             f"half the width of the interval of a difference of two means, mean over {pairs} pairs"),
        ):  # fmt: skip
            yield row((kind, name), None if value is None else float(value), what, ratings, reason)
        if listeners > 1:
            rule = None if found is None else float(found.means[0].mean()) / math.sqrt(listeners)
            yield row(
                ("square_root", name), rule, "half-width with one listener over the root of the number of listeners",
                missing=reason,
            )  # fmt: skip
    enough = None if found is None else _enough(found, settings.draws)
    yield replace(
        row(("enough",), enough,
            f"fewest listeners tried with a half-width of a difference up to {STEP}, and not too few to resample",
            missing=reason or "more than were tried"),
        unit="count", decimals=0,
    )  # fmt: skip


def _enough(found: Precision, draws: int) -> int | None:
    for place, listeners in enumerate(LISTENERS):
        if found.differences[place].mean() <= STEP and not too_few_to_resample(listeners, draws):
            return listeners
    return None


def _claim(measured: Measured, found: Precision | None) -> dict[str, str]:
    """Say whether the published half-width with one listener lies among those of the systems here."""
    bench = measured.bench
    published = measured.ledger.value(bench.key("shipped", "listening", "half_width", "1"))
    if published is None or found is None:
        return {}
    inside = found.means[0].min() <= published <= found.means[0].max()
    return {bench.key("listening", "claim"): INSIDE if inside else OUTSIDE}
