"""What the chapter about the kinds of interval chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import key
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, METRIC_NAMES
from analysis.pages.kinds_of_interval import (
    NAMES,
    OF_EERS,
    OF_RATES,
    QUOTABLE,
    SPEAKER,
    WEIGHING,
    eer_measure,
    quoted,
    quoted_of_rates,
)
from analysis.pages.markup import escape
from analysis.pages.views.chapter import ChapterView
from analysis.results import Pair, System

EXCLUDES = "CI excludes 0"
Difference = tuple[str, str, str]
"""B, A and the metric of a registered difference, as keys have them."""


@dataclass(frozen=True)
class IntervalsView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of interval that a study can quote, as keys call them."""
        return QUOTABLE

    @property
    def rate_kinds(self) -> tuple[str, ...]:
        """Those that differ for an error rate."""
        return tuple(OF_RATES)

    def name(self, kind: str, measure: str) -> Markup:
        """What a reader calls a kind of interval of an EER (`eer`) or of an error rate (`cer`)."""
        if measure == "cer":
            return Markup({SPEAKER: "percentile", "joint_bca": "BCa", "joint_t": "Student's t"}[kind])
        return Markup(NAMES[kind])

    def of_eers(self, kind: str) -> Markup:
        """The word before `intervals` where this kind stands alone."""
        return Markup(OF_EERS[kind])

    def weighing(self, kind: str) -> Markup:
        """What is drawn by this kind, in one clause."""
        return Markup(WEIGHING[kind])

    @property
    def advised(self) -> str:
        """The kind that keeps its promise best where the truth is known; empty where nothing says so."""
        return self._verdict("covered", "best_quotable")

    @property
    def other(self) -> str:
        """The kind that is shown as another choice."""
        if self.advised and self.advised != quoted(self.results):
            return self.advised
        return SPEAKER if quoted(self.results) != SPEAKER else "joint_t"

    @property
    def chosen(self) -> bool:
        """Tell whether the study or the command line names the kind."""
        return self._verdict("interval_from") not in ("", "defaults")

    @property
    def shipped_edges(self) -> bool:
        """Tell whether shipped intervals are held against recomputed ones."""
        rest = ("agreement_max", "eer", "edges"), ("edge_gap_max", "paired")
        return any(self._value(*names) is not None for names in rest)

    @property
    def measures(self) -> list[str]:
        """The measures whose widths are compared: `eer`, `cer`."""
        return [
            measure
            for measure in ("eer", "cer")
            if self._value("interval_width", self.own(measure), measure, "median") is not None
        ]

    def own(self, measure: str) -> str:
        """The kind that is quoted for a measure."""
        return quoted_of_rates(self.results) if measure == "cer" else quoted(self.results)

    def others(self, measure: str) -> list[str]:
        """The kinds that are not quoted for a measure and differ from the quoted one."""
        kinds = self.rate_kinds if measure == "cer" else self.kinds
        return [kind for kind in kinds if kind != self.own(measure)]

    def is_single(self, kind: str, measure: str) -> bool:
        """Tell whether there is one number only whose widths are compared."""
        return self.results.ledger[key(self.results.study, "interval_ratio", kind, measure, "median")].n == 1

    @property
    def attackers(self) -> list[tuple[str, Markup]]:
        """Attackers under which some system has an interval, as (name in keys, name for a reader)."""
        return [
            (attacker, Markup(escape(ATTACKER_NAMES[attacker])))
            for attacker in ATTACKERS
            if any(self._value("width", quoted(self.results), s.id, attacker) is not None for s in self.results.systems)
        ]

    @property
    def once(self) -> bool:
        """Tell whether the reference has one EER under two attackers, which counts once among the widths."""
        measured = (
            self._value("eer", self.results.reference, a, self.results.trial_list) for a in ("ignorant", "lazy")
        )
        return "eer" in self.measures and all(value is not None for value in measured)

    def absent(self, attacker: str) -> list[System]:
        """The systems with files here that have no EER under this attacker."""
        trials = self.results.trial_list
        return [s for s in self.results.systems if s.recomputed and self._value("eer", s.id, attacker, trials) is None]

    def measure(self, kind: str) -> str:
        """The measure in the keys of EERs with an interval of this kind."""
        return eer_measure(self.results, kind)

    def rate_measure(self, kind: str) -> str:
        """The measure in the keys of error rates with an interval of this kind."""
        return "cer" if kind == self.own("cer") else f"cer_{kind}"

    @property
    def pairs(self) -> list[Difference]:
        """The registered differences that every kind was asked about: B, A and the metric."""
        return [
            (pair.b, pair.a, metric)
            for pair in self.results.pairs
            for metric in METRIC_NAMES
            if self._verdict("by_kind", pair.b, pair.a, metric)
        ]

    def of(self, pair: Pair) -> list[Difference]:
        """Those of one pair."""
        return [row for row in self.pairs if row[:2] == (pair.b, pair.a)]

    def split(self, by: str) -> list[Difference]:
        """Those that one kind excludes zero for and another does not (`excludes`), or that differ in `words` only."""
        return [row for row in self.pairs if self._verdict("by_kind", *row) == by]

    def excluding(self, kind: str) -> list[Difference]:
        """Those whose interval of this kind excludes zero."""
        # Where an error rate has no interval of this kind, its own is the one-sided one.
        of = {row: self.pair_measure(kind, row[2]) or self.pair_measure(SPEAKER, row[2]) for row in self.pairs}
        return [row for row, measure in of.items() if self._verdict(measure, *row) == EXCLUDES]

    def lost(self, kind: str) -> list[Difference]:
        """Those that exclude zero by the quoted kind and not by this one."""
        return [row for row in self.excluding(quoted(self.results)) if row not in self.excluding(kind)]

    def gained(self, kind: str) -> list[Difference]:
        """Those that exclude zero by this kind and not by the quoted one."""
        return [row for row in self.excluding(kind) if row not in self.excluding(quoted(self.results))]

    def pair_measure(self, kind: str, metric: str) -> str:
        """The measure in the keys of differences by a kind; empty where it is one and the same as the one-sided one."""
        of = "cer" if metric == "cer" else "eer"
        if of == "cer" and kind not in self.rate_kinds:
            return ""
        return "paired" if kind == self.own(of) else f"paired_{kind}"
