"""What the paired differences allow to say: without hedging, with caution, or not at all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from analysis.benchmark.exploratory import exploratory
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.pair_tests import FAILS, HOLDS, UNFOUND, pair_tests
from analysis.benchmark.pair_twins import OTHER, pair_twins
from analysis.benchmark.pairs import METRICS
from analysis.benchmark.registered import EXCLUDES, NO_EVIDENCE, Row, registered_rows
from analysis.ledger import Entry
from analysis.ledger import parts as parts_of

STANDS, CAUTION = "stands", "caution"
TEST_DOUBTS = {None: "no test", UNFOUND: "test", FAILS: "Holm"}
"""The verdict of the test → the doubt that follows from it."""


def comparisons(measured: Measured) -> Part:
    """Return tests of the registered pairs, the published ones beside them, what may be said, and what is exploratory.

    `standing/<B>/<A>/<metric>` is `stands`, `caution` or the interval's own verdict; `doubt/...` says why caution:
    `no test`, `test` (p itself is too large), `Holm` (p is too large after Holm only), `published` (the published
    interval says otherwise), `interval` (the test alone holds).
    `least_clear` is the metric of whose rows the smallest share stands, if it is one.
    """
    rows = list(registered_rows(measured))
    parts = [exploratory(measured), pair_twins(measured, rows)]
    if rows:
        parts.append(pair_tests(measured, rows))
    verdicts = {name: words for part in parts for name, words in part.verdicts.items()}
    verdicts |= dict(_standings(measured, rows, verdicts))
    clear = _clarity(measured, rows, verdicts)
    least = [entry for entry in clear if _share(entry) == min(map(_share, clear))]
    if len(clear) > 1 and len(least) == 1:
        verdicts[measured.bench.key("least_clear")] = parts_of(least[0].key)[-1]
    return Part((*(entry for part in parts for entry in part.entries), *clear), verdicts)


def _clarity(measured: Measured, rows: Sequence[Row], verdicts: Mapping[str, str]) -> list[Entry]:
    """Count metric by metric of how many rows something may be said without hedging."""
    counted = []
    for metric in METRICS:
        standing = [verdicts[measured.bench.key("standing", *row.names)] for row in rows if row.names[2] == metric]
        if standing:
            counted.append(
                measured.bench.recomputed(
                    ("count", "pairs", "stands", metric), standing.count(STANDS), "count", 0, "registered pairs",
                    "rows of this metric of which something may be said without hedging", n=len(standing),
                )
            )  # fmt: skip
    return counted


def _share(entry: Entry) -> float:
    return (entry.value or 0.0) / (entry.n or 1)


def _standings(measured: Measured, rows: Sequence[Row], verdicts: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Say of each row what may be said; it stands when its interval excludes 0 and nothing speaks against it."""
    bench = measured.bench
    for row in rows:
        tested = verdicts.get(bench.key("holm", *row.names))
        names = [bench.key(name, *row.names) for name in ("quoted_verdict", "same_verdict")]
        published = next((verdicts[name] for name in names if name in verdicts), None)
        standing, doubts = row.verdict, []
        if row.verdict == EXCLUDES:
            doubts += [TEST_DOUBTS[tested]] if tested in TEST_DOUBTS else []
            doubts += ["published"] if published == OTHER else []
            standing = CAUTION if doubts else STANDS
        elif row.verdict == NO_EVIDENCE and tested == HOLDS:
            doubts, standing = ["interval"], CAUTION
        yield bench.key("standing", *row.names), standing
        if doubts:
            yield bench.key("doubt", *row.names), ", ".join(doubts)
