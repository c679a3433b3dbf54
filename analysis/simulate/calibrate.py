"""The search for settings under which the simulated embeddings come near the published error rates.

It looks for settings that fall within bands around the published values and stops at the first that do; it does not
creep closer, because agreement of simulated data with a published value proves nothing. The hard bands are those of
same-gender EER (every system and attacker) and of the EER over all trials (ignorant attacker); the other trial lists
and the widths of the intervals are met where they can be.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import minimize

from analysis.measures.bootstrap import speaker_draws
from analysis.simulate import published
from analysis.simulate.attackers import LISTS, TrialLists, attacker_scores, interval_width, list_eer, trial_lists
from analysis.simulate.cohort import Cohort
from analysis.simulate.embeddings import (
    Directions,
    EncoderSettings,
    SystemSettings,
    anonymized_embeddings,
    cohort_directions,
    original_embeddings,
)

# How far a value may lie from the published one before it costs anything, in points; the bounds of the study are wider.
SAME_GENDER_BAND = 0.25
LIST_BANDS = {"all": 0.9, "same_gender_same_corpus": 0.7, "same_gender_phone": 1.5, "same_gender_studio": 2.5}

# Width of an interval relative to the published one.
WIDTH_BAND = 0.2
WIDTH_DRAWS = 200

# A step outside of a band costs its square in these units.
WEIGHTS = {"same_gender": 12.0, "all": 3.0, "width": 6.0, "list": 1.0}

EVALUATIONS = 500
ATTEMPTS = 6


@dataclass(frozen=True)
class _Bench:
    """What every evaluation of the search needs."""

    shared: Directions
    trials: TrialLists
    counts: np.ndarray
    seed: int

    def cost(self, scores: np.ndarray, system: str, attacker: str, lists: bool) -> float:
        """Return how far outside of the bands the scores lie; 0 when they lie within."""
        off = abs(list_eer(scores, self.trials) - published.EER[attacker][system])
        total = WEIGHTS["same_gender"] * max(0.0, off - SAME_GENDER_BAND) ** 2
        if lists:
            names = [name for name in LISTS if name != "same_gender"]
            for name, target in zip(names, published.EER_BY_LIST[system], strict=True):
                weight = WEIGHTS["all"] if name == "all" else WEIGHTS["list"]
                off = abs(list_eer(scores, self.trials, name) - target)
                total += weight * max(0.0, off - LIST_BANDS[name]) ** 2
        low, high = published.EER_INTERVALS[attacker][system]
        off = abs(interval_width(scores, self.trials, self.counts) / (high - low) - 1.0)
        return total + WEIGHTS["width"] * max(0.0, off - WIDTH_BAND) ** 2


FileSettings = dict[str, EncoderSettings | SystemSettings]


def embedding_settings(
    cohort: Cohort, seed: int, progress: Callable[[str], None] | None = None
) -> tuple[FileSettings, FileSettings]:
    """Search the settings of all embedding files of `cohort` for the random numbers of `seed`.

    Returns the settings by system: those of `embeddings/`, and those of `embeddings_semi_informed/`. `progress` is
    called with a line of text for each file that is settled. The search takes a minute or two.
    """
    bench = _Bench(
        shared=cohort_directions(cohort, seed),
        trials=trial_lists(cohort),
        counts=speaker_draws(len(cohort.speakers), WIDTH_DRAWS, seed),
        seed=seed,
    )
    report = progress or (lambda _: None)
    ordinary: FileSettings = {}
    semi_informed: FileSettings = {}
    original = None
    for system in published.SYSTEMS:
        if original is None:
            ordinary[system] = _original_settings(bench, system, "ignorant", system)
            original = original_embeddings(bench.shared, ordinary[system], seed, system)
        else:
            ordinary[system] = _system_settings(bench, system, original)
        report(f"calibrated {system}")
        if system not in published.SEMI_INFORMED:
            continue
        name = f"semi_informed/{system}"
        settings = ordinary[system]
        if isinstance(settings, EncoderSettings):
            semi_informed[system] = _original_settings(bench, system, "semi_informed", name)
        else:
            semi_informed[system] = _semi_informed_settings(bench, system, name, settings)
        report(f"calibrated {name}")
    return ordinary, semi_informed


def _original_settings(bench: _Bench, system: str, attacker: str, name: str) -> EncoderSettings:
    def settings(values: np.ndarray, attempt: int) -> EncoderSettings:
        phone, studio, spread = np.abs(values).tolist()
        return EncoderSettings((phone, studio), spread, attempt)

    def cost(candidate: EncoderSettings) -> float:
        vectors = original_embeddings(bench.shared, candidate, bench.seed, name)
        return bench.cost(attacker_scores(vectors, vectors, bench.trials), system, attacker, attacker == "ignorant")

    return _search(settings, cost, start=(0.75, 0.7, 0.1), step=(0.1, 0.1, 0.1))


def _system_settings(bench: _Bench, system: str, original: np.ndarray) -> SystemSettings:
    def settings(values: np.ndarray, attempt: int) -> SystemSettings:
        phone, studio, leak_spread, link, link_spread, gender, target_gender, channel = values.tolist()
        return SystemSettings(
            leak=(phone, studio),
            leak_spread=abs(leak_spread),
            link=abs(link),
            link_spread=abs(link_spread),
            gender=gender,
            target_gender=target_gender,
            channel=channel,
            attempt=attempt,
        )

    def cost(candidate: SystemSettings) -> float:
        vectors = anonymized_embeddings(bench.shared, candidate, bench.seed, system)
        ignorant = attacker_scores(original, vectors, bench.trials)
        lazy = attacker_scores(vectors, vectors, bench.trials)
        return bench.cost(ignorant, system, "ignorant", True) + bench.cost(lazy, system, "lazy", False)

    leak = max(0.0, (50.0 - published.EER["ignorant"][system]) / 60.0)
    link = max(0.0, (50.0 - published.EER["lazy"][system]) / 50.0)
    gap = published.EER["ignorant"][system] - published.EER_BY_LIST[system][0]
    gender, target_gender = (gap / 25.0, 0.0) if gap > 0 else (0.0, gap / 8.0)
    start = (leak, leak, 0.1, link, 0.2, gender, target_gender, 0.05)
    return _search(settings, cost, start, step=(0.1, 0.1, 0.1, 0.15, 0.15, 0.1, 0.1, 0.1))


def _semi_informed_settings(bench: _Bench, system: str, name: str, ordinary: SystemSettings) -> SystemSettings:
    def settings(values: np.ndarray, attempt: int) -> SystemSettings:
        link, link_spread = np.abs(values).tolist()
        return replace(ordinary, leak_spread=0.0, link=link, link_spread=link_spread, attempt=attempt)

    def cost(candidate: SystemSettings) -> float:
        vectors = anonymized_embeddings(bench.shared, candidate, bench.seed, name)
        return bench.cost(attacker_scores(vectors, vectors, bench.trials), system, "semi_informed", False)

    return _search(settings, cost, start=(ordinary.link, 0.2), step=(0.2, 0.1))


class _Settled(Exception):
    """Settings were found that lie within all bands."""


def _search(settings: Callable, cost: Callable, start: tuple[float, ...], step: tuple[float, ...]):
    """Walk by Nelder and Mead from `start` until the cost is 0, on one random stream after the other; else the best."""
    best, best_cost = None, np.inf
    simplex = np.vstack([start, np.array(start) + np.diag(step)])

    def value(point: np.ndarray, attempt: int) -> float:
        nonlocal best, best_cost
        # Rounding keeps the committed table short; the settings that are tried are those that are written.
        candidate = settings(np.round(point, 4), attempt)
        result = cost(candidate)
        if result < best_cost:
            best, best_cost = candidate, result
        if result == 0.0:
            raise _Settled
        return result

    options = {"initial_simplex": simplex, "maxfev": EVALUATIONS, "xatol": 1e-4, "fatol": 1e-4}
    try:
        for attempt in range(ATTEMPTS):
            minimize(value, start, args=(attempt,), method="Nelder-Mead", options=options)
    except _Settled:
        pass
    return best
