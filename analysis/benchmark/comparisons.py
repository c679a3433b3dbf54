"""What the paired differences allow to say: without hedging, with caution, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from analysis.benchmark.exploratory import exploratory
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.pair_tests import FAILS, HOLDS, pair_tests
from analysis.benchmark.pair_twins import OTHER, pair_twins
from analysis.benchmark.registered import EXCLUDES, NO_EVIDENCE, Row, registered_rows

STANDS, CAUTION = "stands", "caution"


def comparisons(measured: Measured) -> Part:
    """Return tests of the registered pairs, the published ones beside them, what may be said, and what is exploratory.

    `standing/<B>/<A>/<metric>` is `stands`, `caution` or the interval's own verdict; `doubt/...` says why caution:
    `no test`, `Holm`, `published` (the published interval says otherwise), `interval` (the test alone holds).
    """
    rows = list(registered_rows(measured))
    parts = [exploratory(measured)]
    if rows:
        parts += [pair_tests(measured, rows), pair_twins(measured, rows)]
    verdicts = {name: words for part in parts for name, words in part.verdicts.items()}
    verdicts |= dict(_standings(measured, rows, verdicts))
    return Part(tuple(entry for part in parts for entry in part.entries), verdicts)


def _standings(measured: Measured, rows: Sequence[Row], verdicts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Say of each row what may be said; it stands when its interval excludes 0 and nothing speaks against it."""
    bench = measured.bench
    for row in rows:
        tested = verdicts.get(bench.key("holm", *row.names))
        published = verdicts.get(bench.key("same_verdict", *row.names))
        standing, doubts = row.verdict, []
        if row.verdict == EXCLUDES:
            doubts += ["no test"] if tested is None else ["Holm"] if tested == FAILS else []
            doubts += ["published"] if published == OTHER else []
            standing = CAUTION if doubts else STANDS
        elif row.verdict == NO_EVIDENCE and tested == HOLDS:
            doubts, standing = ["interval"], CAUTION
        yield bench.key("standing", *row.names), standing
        if doubts:
            yield bench.key("doubt", *row.names), ", ".join(doubts)
