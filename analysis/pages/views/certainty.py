"""What the chapter about how sure the numbers are chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS
from analysis.pages.kinds_of_interval import BY_SPREAD, NAMES, OF_DRAWS, SPEAKER, TRIALS, eer_measure, quoted, second
from analysis.pages.markup import data, escape
from analysis.pages.views.chapter import ChapterView
from analysis.results import System

KINDS = (SPEAKER, "two_sided", TRIALS)
"""The kinds whose widths can be published."""


@dataclass(frozen=True)
class CertaintyView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def speakers(self) -> str:
        """Say whether the speakers are few: `too few to resample`, `few to resample`, or nothing."""
        return self.results.verdicts.get(key(self.results.study, "certainty", "speakers"), "")

    @property
    def attackers(self) -> list[tuple[str, Markup]]:
        """Attackers under which some system has an interval, as (name in keys, name for a reader)."""
        return [
            (attacker, Markup(escape(ATTACKER_NAMES[attacker])))
            for attacker in ATTACKERS
            if any(self._value("width", self.first, system.id, attacker) is not None for system in self.results.systems)
        ]

    def without(self, attacker: str) -> list[System]:
        """The systems with files here that have no interval under this attacker."""
        return [
            system
            for system in self.results.systems
            if system.recomputed and self._value("width", self.first, system.id, attacker) is None
        ]

    @property
    def shown(self) -> Markup:
        """Name the system whose draws are drawn."""
        drawn = self.results.histograms
        return data(self.results.label(parts(drawn[0].key)[2])) if drawn else Markup("")

    def how_many(self, comparison: str, kind: str) -> str:
        """Say of how many cases an interval is `narrower` or `wider` than the headline's.

        One of `all`, `most`, `half`, `some`, `none`; empty where nothing was compared.
        """
        entry = self.results.ledger.get(key(self.results.study, "count", comparison, kind, "all"))
        if entry is None or entry.value is None or not entry.n:
            return ""
        if entry.value in (0, entry.n):
            return "all" if entry.value else "none"
        return "most" if 2 * entry.value > entry.n else "half" if 2 * entry.value == entry.n else "some"

    def several(self, comparison: str, kind: str) -> bool:
        """Tell whether there is more than one case, so that the word takes its plural."""
        entry = self.results.ledger.get(key(self.results.study, "count", comparison, kind, "all"))
        return entry is not None and (entry.n or 0) > 1

    @property
    def wider_beside_narrower(self) -> bool:
        """Tell whether the trial bootstrap is the wider one somewhere, by more than chance."""
        return bool(self._value("count", "wider_beyond_error", "trials", "all"))

    @property
    def kinds(self) -> list[tuple[str, Markup]]:
        """Kinds of interval as (name in keys, words), the headline first."""
        return [(kind, Markup(NAMES[kind])) for kind in (self.first, self.second, TRIALS)]

    @property
    def first(self) -> str:
        """The headline's kind of interval."""
        return quoted(self.results)

    @property
    def draws(self) -> Markup:
        """What a reader calls the draws of the headline's interval."""
        return Markup(OF_DRAWS[self.first])

    @property
    def by_spread(self) -> bool:
        """Tell whether the headline's edges come from the spread of the draws and not from single ones."""
        return self.first == BY_SPREAD

    @property
    def second(self) -> str:
        """The kind that stands beside the headline's first."""
        return second(self.results)

    @property
    def second_name(self) -> Markup:
        """What a reader calls that kind."""
        return Markup(NAMES[self.second])

    def measure(self, kind: str) -> str:
        """The measure in the keys of EERs with an interval of this kind."""
        return eer_measure(self.results, kind)

    @property
    def published_kinds(self) -> list[tuple[str, Markup]]:
        """Kinds whose widths can be published, as (name in keys, words)."""
        return [(kind, Markup(NAMES[kind])) for kind in KINDS]

    def published_under(self, attacker: str) -> bool:
        """Tell whether some width under this attacker was published."""
        return any(name == attacker for _, name, _ in self.published)

    @property
    def left_out(self) -> list[tuple[str, Markup]]:
        """The kinds of interval for which draws were left out, as (name in keys, words)."""
        words = {**NAMES, TRIALS: "trial"}
        return [(kind, Markup(words[kind])) for kind, _ in self.kinds if self._value("count", "left_out", kind)]

    @property
    def shipped_edges(self) -> list[tuple[str, Markup]]:
        """Attackers under which intervals are shipped and were compared, as (name in keys, name for a reader)."""
        return [
            (attacker, Markup(escape(ATTACKER_NAMES[attacker])))
            for attacker in ATTACKERS
            if self._value("agreement_max", f"eer_{attacker}", "edges") is not None
        ]

    @property
    def published(self) -> list[tuple[System, str, str]]:
        """Cases whose widths were published and can be computed here: system, attacker, what the two say.

        What they say of the trial bootstrap against the speaker bootstrap: `both` (narrower both times), `neither`,
        `published`, `here`; empty where one of the four widths is not known.
        """
        found = []
        for system in self.results.systems:
            for attacker in ATTACKERS:
                shipped = {kind: self._value("shipped", "width", kind, system.id, attacker) for kind in KINDS}
                here = {kind: self._value("width", kind, system.id, attacker) for kind in KINDS}
                if any(width is not None for width in shipped.values()):
                    found.append((system, attacker, self._agree(shipped, here)))
        return found

    @staticmethod
    def _agree(shipped: dict[str, float | None], here: dict[str, float | None]) -> str:
        widths = [source[kind] for source in (shipped, here) for kind in ("trials", "speaker")]
        if any(width is None for width in widths):
            return ""
        published, ours = widths[0] < widths[1], widths[2] < widths[3]  # type: ignore[operator]
        if published == ours:
            return "both" if ours else "neither"
        return "published" if published else "here"
