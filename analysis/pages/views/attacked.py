"""What the chapters of results by attacker choose from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from analysis.ledger import parts
from analysis.pages.charts.chart import ATTACKER_NAMES, ON_FRONT
from analysis.pages.markup import escape
from analysis.pages.views.attacked_tables import AttackedTables
from analysis.results import System


@dataclass(frozen=True)
class Flip:
    """Systems that lead under one attacker and are last under another."""

    before: str
    after: str
    systems: list[System]


@dataclass(frozen=True)
class AttackedView(AttackedTables):
    """One study as these chapters see it."""

    # Orders

    def leaders(self, attacker: str, split: str = "") -> list[System]:
        """Who has the highest average EER."""
        return self._named("leader", attacker, split or self.split)

    def last(self, attacker: str, split: str = "") -> list[System]:
        """Who has the lowest average EER."""
        return self._named("last", attacker, split or self.split)

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """Each two attackers, the one that knows less first, that order at least two systems both."""
        names = [name for name, _ in self.attackers]
        both = [(a, b) for place, a in enumerate(names) for b in names[place + 1 :]]
        return [pair for pair in both if self._verdict("order", *pair, self.split)]

    def lead(self, pair: tuple[str, str]) -> Markup:
        """What becomes of the lead between two attackers, as a cell of a table."""
        said = self._verdict("lead", *pair, self.split)
        return Markup(escape(said.removeprefix("the lead "))) if said else Markup("[not compared]{.missing}")

    @cached_property
    def flips(self) -> list[Flip]:
        """Who leads under one attacker and is last under another, on the headline split; the strongest attackers first.

        A pair of attackers stands once: with the systems that fall from the one who knows less to the one who knows
        more where there are such, else the other way round.
        """
        names = [name for name, _ in self.attackers]
        found = []
        for before, after in [(a, b) for b in reversed(names) for a in reversed(names[: names.index(b)])]:
            for way in ((before, after), (after, before)):
                systems = self._named("first_to_last", *way, self.split)
                if systems:
                    found.append(Flip(*way, systems))
                    break
        return found

    @property
    def ordering(self) -> list[Markup]:
        """The attackers under which somebody leads, in words."""
        return [words for attacker, words in self.attackers if self.leaders(attacker)]

    @property
    def same_leaders(self) -> bool:
        """Tell whether the same systems lead under every attacker that puts systems in an order."""
        found = [self.leaders(attacker) for attacker, _ in self.attackers if self.leaders(attacker)]
        return all(here == found[0] for here in found)

    def dataset_leaders(self, attacker: str, dataset: str) -> list[System]:
        """Who has the highest EER in a dataset."""
        return self._named("leader_dataset", attacker, dataset)

    @property
    def widest(self) -> list[System]:
        """The systems whose ranks lie farthest apart."""
        return self._named("rank_span_max", self.split)

    @property
    def unsteady(self) -> list[tuple[str, Markup]]:
        """Attackers under which other systems lead on the other split."""
        return [(a, words) for a, words in self.attackers if self._verdict("lead_splits", a) == "other systems lead"]

    @property
    def steady(self) -> bool:
        """Tell whether on both splits the same systems lead under every attacker."""
        said = [self._verdict("lead_splits", attacker) for attacker, _ in self.attackers]
        return bool(said) and set(said) == {"the same systems lead"}

    def by_rank(self, attacker: str) -> list[System]:
        """The anonymizers, best average EER under an attacker first, those without one last."""
        found = {s.id: self._value("rank", "eer", s.id, attacker, self.split) for s in self.anonymizers}
        return sorted(self.anonymizers, key=lambda s: found[s.id] or float("inf"))

    @property
    def strongest(self) -> str:
        """The attacker that knows most."""
        return self.attackers[-1][0] if self.attackers else ""

    # Attackers

    def under(self, kind: str, attacker: str) -> list[System]:
        """The systems whose highest or lowest average EER is that of an attacker."""
        return [system for system in self.anonymizers if self._verdict(kind, system.id) == attacker]

    def lowest_under(self, system: str) -> Markup:
        """Under which attacker a system's average EER is lowest."""
        said = self._verdict("lowest_eer", system)
        if not said:
            return Markup("[not compared]{.missing}")
        return Markup(escape("several alike" if said == "tied" else ATTACKER_NAMES[said]))

    def several(self, kind: str) -> bool:
        """Tell whether some system has its highest or lowest average EER under one attacker alone."""
        return any(self.under(kind, attacker) for attacker, _ in self.attackers)

    @property
    def compared(self) -> list[System]:
        """The systems with average EERs under two attackers."""
        return [system for system in self.anonymizers if self._verdict("lowest_eer", system.id)]

    @property
    def trapped(self) -> list[tuple[System, str]]:
        """The systems that the rule of the two EERs warns about with the lower attacker, the largest drop first."""
        found = [(s, attacker) for s in self.anonymizers if (attacker := self._verdict("trap", s.id))]
        return sorted(found, key=lambda pair: (-(self._value("drop", "eer", pair[0].id, self.split) or 0), pair[0].id))

    # EERs above one half

    def above(self, attacker: str) -> list[System]:
        """The systems whose headline average is above one half under an attacker."""
        return [s for s in self.anonymizers if self._verdict("above_chance", attacker, s.id)]

    @property
    def some_above(self) -> list[tuple[str, Markup]]:
        """Attackers under which some printed EER is above one half."""
        return [(a, words) for a, words in self.attackers if self._value("count", "above_chance", a)]

    # Linkability, utility, categories

    def linkability_leaders(self, attacker: str) -> list[System]:
        """Who has the lowest average linkability."""
        return self._named("linkability_leader", attacker, self.split)

    def same_first(self, attacker: str) -> bool:
        """Tell whether EER and linkability put the same systems first."""
        return self._verdict("linkability_lead", attacker, self.split) == "both put the same system first"

    @property
    def linked(self) -> list[tuple[str, Markup]]:
        """Attackers under which the EER and the linkability both put somebody first."""
        return [(a, words) for a, words in self.attackers if self._verdict("linkability_lead", a, self.split)]

    def front(self, attacker: str, utility: str) -> list[System]:
        """The systems on the front under an attacker, from the least private."""
        found = [s for s in self.anonymizers if self._verdict("front", attacker, utility, s.id) == ON_FRONT]
        return sorted(found, key=lambda s: self._value("average", "eer", s.id, attacker, self.split) or 0.0)

    def always_on_front(self, utility: str) -> list[System]:
        """The systems that are on the front under every attacker that has one."""
        fronts = [self.front(a, utility) for a, _ in self.attackers if self.drawn(a, utility)]
        return [s for s in self.anonymizers if fronts and all(s in front for front in fronts)]

    def drawn(self, attacker: str, utility: str) -> bool:
        """Tell whether there is a front under an attacker."""
        return self._value("count", "front", attacker, utility) is not None

    def any_front(self, utility: str) -> bool:
        """Tell whether there is a front under some attacker."""
        return any(self.drawn(attacker, utility) for attacker, _ in self.attackers)

    def first_front(self, utility: str) -> bool:
        """Tell whether a utility is the first that has a front, where it is said what a front is."""
        return utility == next((name for name, _ in self.utilities if self.any_front(name)), "")

    def best_trade(self, utility: str) -> list[System]:
        """The best trade of privacy against a utility."""
        return self._named("best_trade", utility)

    def better(self, utility: str) -> list[System]:
        """The systems with a better utility than the unprotected speech."""
        sign = -1 if utility == "wer" else 1
        return [s for s in self.anonymizers if sign * (self._value("change", utility, s.id, self.split) or 0.0) > 0]

    def end(self, end: str, measure: str) -> list[System]:
        """Who has the highest or the lowest average of a measure."""
        return self._named(end, measure, self.split)

    def category(self, system: str, split: str = "") -> str:
        """The numeral of the highest category that a system reaches, as in keys; `none`, or empty where unknown."""
        return self._verdict("category", system, split or self.split).removeprefix("eer_")

    def _named(self, *names: str) -> list[System]:
        joined = self._verdict(*names)
        return [system for system in self.results.systems if joined and system.id in parts(joined)]
