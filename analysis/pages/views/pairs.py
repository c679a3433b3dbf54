"""What the chapter about paired comparisons chooses from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from analysis.ledger import parts
from analysis.pages.charts.chart import METRIC_NAMES
from analysis.pages.views.chapter import ChapterView
from analysis.results import Pair, System


@dataclass(frozen=True)
class PairRow:
    """One registered pair on one metric.

    Attributes:
        names: B, A and the metric, as its keys go on after their measure.
        standing: what may be said: `stands`, `caution`, `not established`, `no evidence`, `no difference`; empty where
            it is not recomputed.
        doubts: why with caution: `test`, `Holm`, `no test`, `published`, `interval`.
        sign: of the difference; 0 where there is none.
        computed, published: whether the difference is recomputed, and whether it was published.
    """

    names: tuple[str, str, str]
    standing: str
    doubts: tuple[str, ...]
    sign: int
    computed: bool
    published: bool

    @property
    def b(self) -> str:
        """The system on the left of the minus sign."""
        return self.names[0]

    @property
    def a(self) -> str:
        """The system on the right of the minus sign."""
        return self.names[1]

    @property
    def metric(self) -> str:
        """The metric's name in keys."""
        return self.names[2]

    @property
    def attacker(self) -> str:
        """The attacker's name in keys; empty for an error rate."""
        return "" if self.metric == "cer" else self.metric.removeprefix("eer_")


@dataclass(frozen=True)
class PairsView(ChapterView):
    """One study as this chapter sees it."""

    @cached_property
    def _all(self) -> list[PairRow]:
        """Every row of the registered family that has a value, recomputed or published, in registered order."""
        return [row for pair in self.results.pairs for row in self._rows(pair) if row.computed or row.published]

    def _rows(self, pair: Pair) -> Iterator[PairRow]:
        for metric in METRIC_NAMES:
            names = (pair.b, pair.a, metric)
            value, doubts = self._value("paired", *names), self._verdict("doubt", *names)
            yield PairRow(
                names,
                self._verdict("standing", *names),
                tuple(doubts.split(", ")) if doubts else (),
                ((value or 0) > 0) - ((value or 0) < 0),
                computed=value is not None,
                published=self._value("shipped", "paired", *names) is not None,
            )

    @property
    def rows(self) -> list[PairRow]:
        """Every recomputed row."""
        return [row for row in self._all if row.computed]

    @property
    def published(self) -> list[PairRow]:
        """Every row with a published difference, recomputed or not."""
        return [row for row in self._all if row.published]

    def of(self, pair: Pair) -> list[PairRow]:
        """The rows of one pair."""
        return [row for row in self._all if (row.b, row.a) == (pair.b, pair.a)]

    def said(self, standing: str) -> list[PairRow]:
        """The rows of which this may be said."""
        return [row for row in self.rows if row.standing == standing]

    @property
    def compared(self) -> bool:
        """Whether verdicts are set against published ones, which simulated inputs do not allow."""
        return any(self._verdict("same_verdict", *row.names) for row in self.published)

    @property
    def farthest(self) -> tuple[PairRow, str] | None:
        """The row and the edge (`low` | `high`) that lies farthest from the published one; None without any."""
        found = parts(self._verdict("edge_gap_max", "paired"))
        return next(((row, found[3]) for row in self.rows if len(found) == 4 and row.names == found[:3]), None)

    @property
    def clarity(self) -> list[str]:
        """The metrics of which it is counted how many rows stand, where there is more than one."""
        found = [name for name in METRIC_NAMES if self._value("count", "pairs", "stands", name) is not None]
        return found if len(found) > 1 else []

    @property
    def focus(self) -> str:
        """The system whose exploratory differences are shown; empty where there is none."""
        return self._verdict("exploratory_focus")

    @property
    def attacker(self) -> str:
        """The attacker under which they are taken."""
        return self._verdict("exploratory_attacker")

    @property
    def others(self) -> list[System]:
        """The systems that stand beside it there, in the study's order."""
        metrics = (f"eer_{self.attacker}", "cer")
        return [
            system
            for system in self.results.systems
            if any(self._value("exploratory", self.focus, system.id, metric) is not None for metric in metrics)
        ]

    def metric_words(self, metric: str) -> Markup:
        """A metric inside a sentence: the attacker's EER, or the error rate."""
        if metric != "cer":
            return Markup(METRIC_NAMES[metric])
        return Markup("CER" if self.results.unit_of_text == "characters" else "WER")
