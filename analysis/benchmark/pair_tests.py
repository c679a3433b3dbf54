"""A permutation test beside every registered interval, and Holm's adjustment over the whole family."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy

from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.registered import EXCLUDES, NO_DIFFERENCE, NO_EVIDENCE, NOT_ESTABLISHED, Row
from analysis.ledger import Entry
from analysis.measures import contributions, holm, ratio_draws, sign_flip_test, without_each

FLIPS = 9_999
HOLDS, FAILS = "holds after Holm", "does not hold after Holm"
NO_TEST = "undefined without a speaker"
# A product such as 3 * .0167 must not miss a level by the noise of binary fractions.
ROUNDED = 12


def pair_tests(measured: Measured, rows: Sequence[Row]) -> Part:
    """Return p and Holm's p of every row, whether it holds at the study's level, and the family counted."""
    bench, given = measured.bench, measured.bench.benchmark.settings
    shares = [speaker_contributions(measured, row) for row in rows]
    values = [math.nan if one is None else sign_flip_test(one, FLIPS, given.seed).p for one in shares]
    sizes = [0 if one is None else len(one) for one in shares]
    tested = sum(not math.isnan(value) for value in values)
    level = (100 - 100 * given.level) / 100
    method = f"sign-flip test over the speakers' contributions, {FLIPS:,} flips, seed {given.seed}"
    entries, verdicts = [], {}
    for row, p, adjusted, size in zip(rows, values, holm(values), sizes, strict=True):
        for name, value, how in (("p", p, method), ("p_holm", adjusted, f"{method}; Holm over {tested} tests")):
            entries.append(
                bench.recomputed(
                    (name, *row.names), float(value), "probability", 4, row.ours.source, how,
                    n=size or None, missing=NO_TEST,
                )
            )  # fmt: skip
        if not math.isnan(adjusted):
            holds = round(float(adjusted), ROUNDED) <= level
            verdicts[bench.key("holm", *row.names)] = HOLDS if holds else FAILS
    if tested:
        entries += _smallest(measured, max(sizes))
    entries += _counts(measured, rows, tested, list(verdicts.values()).count(HOLDS))
    return Part(tuple(entries), verdicts)


def speaker_contributions(measured: Measured, row: Row) -> numpy.ndarray | None:
    """Return what each speaker contributes to "b minus a": (speakers,); None where a rate hangs on one speaker alone.

    Speakers that no trial of the headline list enrolls, or that have no reference text, have no part in the
    difference and are left out.
    """
    b, a, metric = row.names
    if metric == "cer":
        without = _rates_without_each(measured, b) - _rates_without_each(measured, a)
    else:
        attacker = metric.removeprefix("eer_")
        without = measured.readings.without[b, attacker] - measured.readings.without[a, attacker]
    if len(without) < 2 or not numpy.isfinite(without).all():
        return None
    return contributions(row.ours.value or 0.0, without)


def _rates_without_each(measured: Measured, system: str) -> numpy.ndarray:
    """Return the error rate in percent with each speaker left out: (speakers with a reference text,)."""
    texts = measured.bench.benchmark.transcripts
    if texts is None:
        raise ValueError("the study has no transcripts")
    edits, speaker = measured.texts.edits[system]["as_is"], texts.frame["speaker"].to_numpy()
    speakers = len(measured.bench.benchmark.speakers)
    errors, reference = numpy.zeros(speakers, dtype=numpy.int64), numpy.zeros(speakers, dtype=numpy.int64)
    numpy.add.at(errors, speaker, edits[:, :3].sum(axis=1))
    numpy.add.at(reference, speaker, edits[:, 3])
    spoke = numpy.flatnonzero(reference)
    if not len(spoke):
        return numpy.zeros(0)
    return 100 * ratio_draws(errors[spoke], reference[spoke], without_each(len(spoke)))


def _smallest(measured: Measured, speakers: int) -> Iterator[Entry]:
    bench = measured.bench
    yield Entry(
        key=bench.key("setting", "flips"), value=FLIPS, unit="count", decimals=0, tag="shipped", source="defaults",
        method="setting of the report",
    )  # fmt: skip
    yield bench.recomputed(
        ("p_smallest", "paired"), max(1 / (1 + FLIPS), 2.0 ** (1 - speakers)), "probability", 4,
        "number of flips and of speakers", "smallest p that so many flips of so many signs can give", n=speakers,
    )  # fmt: skip


def _counts(measured: Measured, rows: Sequence[Row], tested: int, holding: int) -> Iterator[Entry]:
    words = [row.verdict for row in rows]
    for name, count, what in (
        ("rows", len(rows), "rows of the registered family that are recomputed"),
        ("tested", tested, "rows that have a p"),
        ("holds", holding, "rows that hold after Holm's adjustment"),
        ("excludes", words.count(EXCLUDES), "rows whose interval excludes 0"),
        ("not_established", words.count(NOT_ESTABLISHED), "rows whose nearer edge lies within its error of 0"),
        ("no_evidence", words.count(NO_EVIDENCE), "rows whose interval holds 0"),
        ("no_difference", words.count(NO_DIFFERENCE), "rows that are 0 in every draw"),
    ):
        yield measured.bench.recomputed(
            ("count", "pairs", name), count, "count", 0, "registered pairs", what, n=len(rows)
        )
