"""Recall of emotions: the UAR pooled over all utterances, of each fold and as the mean of the folds, and by emotion."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy

from analysis.benchmark.kinds import BY_SPEAKERS, Drawn, Kind, of_utterances
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.workbench import Workbench
from analysis.ledger import Entry
from analysis.measures import (
    Interval,
    average_recall_draws,
    average_recall_jackknife,
    class_recalls,
    odds_scale,
    recall_counts,
)
from analysis.study.emotions import FILE as EMOTIONS
from analysis.study.emotions import PREFIX, Emotions
from analysis.study.utterances import FILE as UTTERANCES

ABSENT = "no predictions"
POOLED, MEAN, FOLD = "pooled", "mean_of_folds", "fold_"
RECALL = "share of the utterances of one emotion that were recognized, over all folds"
LACKS_A_CLASS = "an emotion without an utterance"
UNKNOWN = "no interval: the speakers of some utterances are not known"
ABOVE, NOT_ABOVE = "above chance", "not above chance"
MOST_LEFT_OUT = 0.5
"""With a larger share of draws that lack an emotion there is no interval: the rest is no fair choice of speakers."""


@dataclass(frozen=True)
class _Rate:
    """One UAR in percent, and in the draws; no draws where speakers are not known."""

    value: float
    utterances: int
    drawn: Drawn | None


def emotions(measured: Measured) -> Part:
    """Return the UARs and recalls of every system; nothing where the study has no predictions.

    The verdict `uar_chance/<system>` says whether the interval of the pooled UAR lies above what a guess would reach.
    """
    bench = measured.bench
    heard = bench.benchmark.emotions
    if heard is None or not heard.systems:
        return Part()
    chance = 100 / len(heard.classes)
    entries = [*_counts(bench, heard, chance)]
    verdicts = {}
    for system in bench.benchmark.systems:
        if not system.has_files:
            continue
        if not system.emotions:
            entries += _absent(bench, heard, system.id)
            continue
        pooled = _rate(bench, heard, system.id)
        row = _entry(bench, heard, system.id, POOLED, pooled)
        entries.append(row)
        entries += [
            _entry(bench, heard, system.id, POOLED, pooled, kind)
            for kind in BY_SPEAKERS
            if kind != of_utterances(bench.kind)
        ]
        if row.ci_low is not None:
            verdicts[bench.key("uar_chance", system.id)] = ABOVE if row.ci_low > chance else NOT_ABOVE
        folds = {name: _rate(bench, heard, system.id, name) for name in heard.folds}
        entries += [_entry(bench, heard, system.id, FOLD + name, rate) for name, rate in folds.items()]
        if folds:
            entries.append(_entry(bench, heard, system.id, MEAN, _mean(list(folds.values()))))
        entries += _recalls(bench, heard, system.id)
    return Part(tuple(entries), verdicts)


def _counts(bench: Workbench, heard: Emotions, chance: float) -> Iterator[Entry]:
    for name, value, what in (
        ("classes", len(heard.classes), "emotions that are true of some utterance"),
        ("folds", len(heard.folds), "folds"),
        ("rows", heard.frame.height, "utterances with an emotion, in each fold counted"),
    ):
        yield bench.recomputed(("count", "emotions", name), value, "count", 0, EMOTIONS, f"number of {what}")
    yield bench.recomputed(
        ("uar_of_a_guess", "all"), chance, "percent", 1, EMOTIONS, "100 / number of emotions: the UAR of a guess"
    )


def _rate(bench: Workbench, heard: Emotions, system: str, fold: str | None = None) -> _Rate:
    frame = heard.frame if fold is None else heard.frame.filter(heard.frame["fold"] == fold)
    truth, predicted = frame["emotion"].to_list(), frame[PREFIX + system].to_list()
    found = class_recalls(truth, predicted)
    drawn = None
    if not heard.unknown_speakers:
        counted = recall_counts(
            truth, predicted, frame["speaker"].to_numpy(), len(bench.benchmark.speakers), found.classes
        )
        drawn = Drawn(
            found.average,
            average_recall_draws(*counted, bench.counts),
            average_recall_jackknife(*counted),
            counted[1].sum(axis=1) > 0,
            odds_scale(len(truth)) if truth else None,
        )
    return _Rate(found.average, len(truth), drawn)


def _mean(rates: list[_Rate]) -> _Rate:
    value = float(numpy.mean([rate.value for rate in rates]))
    utterances = sum(rate.utterances for rate in rates)
    folds = [rate.drawn for rate in rates if rate.drawn is not None]
    drawn = None
    if len(folds) == len(rates):
        drawn = Drawn(
            value,
            numpy.mean([one.samples for one in folds], axis=0),
            numpy.mean([one.without for one in folds if one.without is not None], axis=0),
            numpy.any([one.takes_part for one in folds if one.takes_part is not None], axis=0),
            odds_scale(utterances) if utterances else None,
        )
    return _Rate(value, utterances, drawn)


def _entry(bench: Workbench, heard: Emotions, system: str, name: str, rate: _Rate, other: Kind | None = None) -> Entry:
    """Return the row of a UAR with the interval that the study quotes, or of another kind."""
    kind, measure = other or bench.kind, "uar" if other is None else f"uar_{other.name}"
    interval: Interval | None = None
    said = UNKNOWN
    if rate.drawn is not None:
        samples = rate.drawn.samples
        lacking = int(numpy.isnan(samples).sum())
        if lacking > MOST_LEFT_OUT * len(samples):
            said = f"no interval: {lacking:,} of {len(samples):,} draws leave {LACKS_A_CLASS}"
        else:
            interval = bench.interval(rate.drawn, kind)
            said = bench.resampled(interval, LACKS_A_CLASS, kind.of_utterances)
    return bench.recomputed(
        (measure, system, name), rate.value, "percent", 1, f"{EMOTIONS}, {PREFIX}{system}; {UTTERANCES}",
        f"{_method(name)}; {said}", interval=interval, n=rate.utterances,
    )  # fmt: skip


def _method(name: str) -> str:
    over = {POOLED: "over all utterances", MEAN: "mean of the folds' UARs"}.get(name)
    return f"recall averaged over the true emotions, {over or 'over the utterances of one fold'}"


def _recalls(bench: Workbench, heard: Emotions, system: str) -> Iterator[Entry]:
    found = class_recalls(heard.frame["emotion"].to_list(), heard.predictions(system))
    for name, recall, total in zip(found.classes, found.recalls, found.totals, strict=True):
        yield bench.recomputed(
            ("recall", system, name), float(recall), "percent", 1, f"{EMOTIONS}, {PREFIX}{system}",
            RECALL, n=int(total),
        )  # fmt: skip


def _absent(bench: Workbench, heard: Emotions, system: str) -> Iterator[Entry]:
    for name in (POOLED, *([MEAN] if heard.folds else [])):
        yield bench.recomputed(("uar", system, name), None, "percent", 1, EMOTIONS, _method(name), missing=ABSENT)
    for name in heard.classes:
        yield bench.recomputed(("recall", system, name), None, "percent", 1, EMOTIONS, RECALL, missing=ABSENT)
