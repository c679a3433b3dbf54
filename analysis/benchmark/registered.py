"""The recomputed rows of the registered family: a pair of systems on one metric, here and as published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from analysis.benchmark.measured import Measured
from analysis.benchmark.pairs import METRICS
from analysis.ledger import Entry

EXCLUDES, NO_EVIDENCE = "CI excludes 0", "no evidence"
NOT_ESTABLISHED, NO_DIFFERENCE = "not established", "no difference"


@dataclass(frozen=True)
class Row:
    """One recomputed difference.

    Attributes:
        names: B, A and the metric, as its key goes on after `paired`.
        ours: the ledger row, which has a value.
        theirs: the published row; None where none was published.
        verdict: what the interval allows to say.
        near: as `ours`, with the interval of the kind that published ones are of.
        near_verdict: what that one allows to say.
    """

    names: tuple[str, str, str]
    ours: Entry
    theirs: Entry | None
    verdict: str
    near: Entry
    near_verdict: str

    @property
    def sign(self) -> int:
        """Return the sign of the difference: 1, 0 or -1."""
        return sign(self.ours)


def sign(entry: Entry) -> int:
    """Return the sign of a ledger row's value: 1, 0 or -1; 0 where it is missing."""
    value = entry.value or 0.0
    return (value > 0) - (value < 0)


def registered_rows(measured: Measured) -> Iterator[Row]:
    """Return the rows in registered order, each pair metric by metric."""
    bench = measured.bench
    for pair, metric in product(bench.benchmark.pairs, METRICS):
        names = (pair.b, pair.a, metric)
        ours = measured.ledger.get(bench.key("paired", *names))
        theirs = measured.ledger.get(bench.key("shipped", "paired", *names))
        if ours is not None and ours.value is not None:
            given = theirs if theirs is not None and theirs.value is not None else None
            near = measured.as_published("paired", *names) or ours
            verdict, near_verdict = (measured.verdicts.get(row.key, "") for row in (ours, near))
            yield Row(names, ours, given, verdict, near, near_verdict)
