"""How much harder one corpus is than another: the ratio of the error rates of two corpora, system by system."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy

from analysis.benchmark.kinds import Drawn
from analysis.benchmark.measured import Measured, Part
from analysis.ledger import Entry
from analysis.measures import Scale
from analysis.results import Corpus
from analysis.study.transcripts import FILE as TRANSCRIPTS

ESTABLISHED = "CI excludes 0"


def corpus_gaps(measured: Measured) -> Part:
    """Return for each two corpora the ratio of each system's rates, its verdict, and for how many which is worse.

    The verdict is that of the difference of the two rates on the same draws, so that it and the ratio's
    interval agree; where edges are no percentiles, nearly always.
    """
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    for a, b in combinations(measured.bench.benchmark.corpora, 2):
        found: list[tuple[float, str]] = []
        for system in measured.texts.edits:
            made = _ratio(measured, system, a, b)
            if made is not None:
                entry, verdict, gap = made
                entries.append(entry)
                verdicts[entry.key] = verdict
                found.append((gap, verdict))
        if found:
            entries += [*_worse(measured, a, b, found), *_worse(measured, b, a, [(-gap, said) for gap, said in found])]
    return Part(tuple(entries), verdicts)


def _ratio(measured: Measured, system: str, a: Corpus, b: Corpus) -> tuple[Entry, str, float] | None:
    """Return row, verdict and difference of the rates in points; None where a corpus has no rate."""
    points = [measured.texts.points.get((system, corpus.slug), numpy.nan) for corpus in (a, b)]
    if not numpy.isfinite(points).all():
        return None
    bench = measured.bench
    of_a, of_b = (measured.texts.drawn[system, corpus.slug] for corpus in (a, b))
    interval = bench.interval(_over(of_a, of_b)) if points[1] else None
    undefined = f"a corpus with {bench.no_reference}, or the second without an error"
    resampled = bench.resampled(interval, undefined, bench.kind.of_utterances)
    entry = bench.recomputed(
        ("cer_ratio", system, a.slug, b.slug),
        points[0] / points[1] if points[1] else None,
        "ratio",
        2,
        f"{TRANSCRIPTS}, hyp_{system}",
        f"rate of the first corpus over that of the second; {resampled}",
        interval=interval,
        n=len(bench.benchmark.speakers),
        missing="no error in the second corpus",
    )
    compared = bench.difference(of_a, of_b)
    return entry, compared.verdict, compared.delta


def _over(above: Drawn, below: Drawn) -> Drawn:
    """Return the ratio of two rates in the same draws, undefined where the second is 0."""

    def ratio(one: numpy.ndarray, other: numpy.ndarray) -> numpy.ndarray:
        return numpy.divide(one, other, out=numpy.full(len(one), numpy.nan), where=other > 0)

    if above.without is None or below.without is None or above.takes_part is None or below.takes_part is None:
        raise ValueError("the rates without each speaker are not known")
    return Drawn(
        above.point / below.point,
        ratio(above.samples, below.samples),
        ratio(above.without, below.without),
        above.takes_part | below.takes_part,
        # Half an error more or less in the first corpus, as a part of the ratio.
        None if above.scale is None else Scale(above.scale.half / below.point),
    )


def _worse(measured: Measured, first: Corpus, second: Corpus, gaps: Sequence[tuple[float, str]]) -> Iterator[Entry]:
    """Count the systems whose rate is higher in the first corpus; gaps: first minus second, and its verdict."""
    higher = [verdict for gap, verdict in gaps if gap > 0]
    for name, count, what in (
        ("cer_worse", len(higher), "is higher in the first corpus than in the second"),
        ("cer_worse_established", higher.count(ESTABLISHED), "is established to be higher in the first corpus"),
    ):
        yield measured.bench.recomputed(
            ("count", name, first.slug, second.slug), count, "count", 0, TRANSCRIPTS,
            f"number of systems whose rate {what}", n=len(gaps),
        )  # fmt: skip
