"""A permutation test beside every registered interval, and Holm's adjustment over the whole family."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import numpy

from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.registered import EXCLUDES, NO_DIFFERENCE, NO_EVIDENCE, NOT_ESTABLISHED, Row
from analysis.ledger import Entry
from analysis.measures import SignFlip, contributions, holm, ratio_draws, sign_flip_test, without_each

FLIPS = 9_999
HOLDS, FAILS, UNFOUND = "holds after Holm", "does not hold after Holm", "does not hold before Holm"
NO_TEST = "undefined without a speaker"
# A product such as 3 * .0167 must not miss a level by the noise of binary fractions.
ROUNDED = 12


def pair_tests(measured: Measured, rows: Sequence[Row]) -> Part:
    """Return p and Holm's p of every row, whether it holds at the study's level, and the family counted.

    `holm/<B>/<A>/<metric>` is `holds after Holm`, `does not hold after Holm`, or, where p itself is already above 1
    minus the level, `does not hold before Holm`.
    """
    bench, given = measured.bench, measured.bench.benchmark.settings
    shares = [speaker_contributions(measured, row) for row in rows]
    tests = [None if one is None else sign_flip_test(one, FLIPS, given.seed) for one in shares]
    values = [math.nan if test is None else test.p for test in tests]
    made = [test for test in tests if test is not None]
    level = (100 - 100 * given.level) / 100
    entries, verdicts = [], {}
    for row, test, p, adjusted in zip(rows, tests, values, holm(values), strict=True):
        method = _method(test, given.seed)
        for name, value, how in (("p", p, method), ("p_holm", adjusted, f"{method}; Holm over {len(made)} tests")):
            entries.append(
                bench.recomputed(
                    (name, *row.names), float(value), "probability", 4, row.ours.source, how,
                    n=None if test is None else test.speakers, missing=NO_TEST,
                )
            )  # fmt: skip
        if test is not None:
            holds, found = (round(float(value), ROUNDED) <= level for value in (adjusted, p))
            verdicts[bench.key("holm", *row.names)] = HOLDS if holds else FAILS if found else UNFOUND
    if made:
        entries += _smallest(measured, made)
    entries += _counts(measured, rows, len(made), list(verdicts.values()).count(HOLDS))
    return Part(tuple(entries), verdicts)


def _method(test: SignFlip | None, seed: int) -> str:
    """Say how a p was found; every choice of signs needs no seed."""
    method = "sign-flip test over the speakers' contributions"
    if test is None:
        return method
    return f"{method}, " + (
        f"each of the {test.flips:,} choices of signs" if test.exact else f"{test.flips:,} random flips, seed {seed}"
    )


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


def _smallest(measured: Measured, tests: Sequence[SignFlip]) -> Iterator[Entry]:
    """Return the smallest p that any of the tests can give, and in how many of them every choice of signs counts."""
    bench = measured.bench
    finest = min(tests, key=lambda test: test.smallest)
    yield Entry(
        key=bench.key("setting", "flips"), value=FLIPS, unit="count", decimals=0, tag="shipped", source="defaults",
        method="setting of the report",
    )  # fmt: skip
    yield bench.recomputed(
        ("p_smallest", "paired"), finest.smallest, "probability", 4, "number of flips and of speakers",
        "smallest p that every choice of signs can give" if finest.exact else "smallest p that so many flips can give",
        n=finest.speakers,
    )  # fmt: skip
    yield bench.recomputed(
        ("count", "pairs", "every_choice"), sum(test.exact for test in tests), "count", 0, "registered pairs",
        "tests of so few speakers that each choice of signs is counted", n=len(tests),
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
