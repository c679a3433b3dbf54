"""What the chapters of results by attacker choose from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, ON_FRONT
from analysis.pages.markup import data, escape
from analysis.pages.views.chapter import ChapterView
from analysis.results import System

UNPROTECTED = "unprotected"
GENDERS = ("female", "male", "mixed", "all")
GENDER_WORDS = {"female": "female", "male": "male", "mixed": "mixed", "all": "all"}
UTILITIES = {"wer": "WER", "uar": "UAR"}
MEASURE_WORDS = {
    "eer": "EER",
    "linkability": "linkability",
    "wer": "WER",
    "uar": "UAR",
    "pitch_correlation": "pitch correlation",
    "gain_of_voice_distinctiveness": "gain of voice distinctiveness",
}


@dataclass(frozen=True)
class Flip:
    """Systems that lead under one attacker and are last under another."""

    before: str
    after: str
    systems: list[System]


@dataclass(frozen=True)
class AttackedView(ChapterView):
    """One study as these chapters see it."""

    @property
    def split(self) -> str:
        """The headline split, as in keys."""
        return self.results.trial_list

    @property
    def splits(self) -> list[tuple[str, Markup]]:
        """All splits as (name in keys, name for a reader), the headline one first."""
        return [(name, Markup(escape(words))) for name, words in self.results.lists]

    @property
    def where(self) -> Markup:
        """Where the headline values are taken: `on the test set`."""
        return self.on(self.split)

    def on(self, split: str) -> Markup:
        """Where the values of a split are taken."""
        words = dict(self.results.lists).get(split, split)
        return Markup(escape(f"over {words}" if split == "all" else f"on the {words}"))

    @cached_property
    def attackers(self) -> list[tuple[str, Markup]]:
        """Attackers with an EER as (name in keys, name for a reader), from the one that knows least."""
        return [
            (name, Markup(escape(ATTACKER_NAMES[name])))
            for name in ATTACKERS
            if self._value("count", "above_chance", name) is not None
        ]

    @property
    def informed(self) -> bool:
        """Tell whether the ignorant attacker is here, and one who knows more."""
        names = [name for name, _ in self.attackers]
        return "ignorant" in names and len(names) > 1

    @cached_property
    def anonymizers(self) -> list[System]:
        """The systems with results, without the unprotected speech."""
        return [s for s in self.results.systems if s.recomputed and s.id != self.results.reference]

    @property
    def reference(self) -> System | None:
        """The unprotected speech; None where it has no result."""
        found = [s for s in self.results.systems if s.recomputed and s.id == self.results.reference]
        return found[0] if found else None

    @property
    def everybody(self) -> list[System]:
        """The unprotected speech, where it has results, and the others."""
        return [*([self.reference] if self.reference else []), *self.anonymizers]

    def average(self, measure: str, system: str, attacker: str = "", split: str = "") -> str:
        """The ledger key of an average, on the headline split where none is named."""
        return self._key("average", measure, system, attacker, split or self.split)

    def printed(self, measure: str, system: str, attacker: str = "", split: str = "") -> str:
        """The ledger key of a printed average."""
        return self._key("shipped", "average", measure, system, attacker, split or self.split)

    def _key(self, *names: str) -> str:
        return key(self.results.study, *(name for name in names if name))

    def measured(self, measure: str, split: str = "") -> bool:
        """Tell whether some system has an average of a measure on a split, the headline one where none is named."""
        names = [attacker for attacker, _ in self.attackers] + [UNPROTECTED, ""]
        ledger = self.results.ledger
        return any(
            ledger.value(self.average(measure, system.id, name, split)) is not None
            for system in self.everybody
            for name in names
        )

    @property
    def utilities(self) -> list[tuple[str, Markup]]:
        """WER and UAR where the study has them, as (name in keys, name for a reader)."""
        return [(name, Markup(words)) for name, words in UTILITIES.items() if self.measured(name)]

    @property
    def printed_measures(self) -> list[tuple[str, Markup]]:
        """The measures of the results table, as (name in keys, name for a reader)."""
        return [
            (name, Markup(escape(words)))
            for name, words in MEASURE_WORDS.items()
            if self._value("count", "cells", name) is not None
        ]

    def measure(self, name: str) -> Markup:
        """What a reader calls a measure of the results table."""
        return Markup(escape(MEASURE_WORDS[name]))

    @property
    def any_printed(self) -> bool:
        """Tell whether averages were printed."""
        return bool(self._value("count", "agreement", "compared"))

    # Datasets

    @property
    def datasets(self) -> tuple[Mapping[str, str], ...]:
        """What is said of each dataset."""
        return self.results.words.get("datasets", ())

    def datasets_of(self, measure: str, split: str) -> list[str]:
        """The datasets of a split in which some system has a measure."""
        return [row["dataset"] for row in self.datasets if row["split"] == split and row[measure]]

    def dataset(self, name: str) -> Markup:
        """A dataset's name for a reader."""
        return data(next((corpus.name for corpus in self.results.corpora if corpus.slug == name), name))

    def columns(self, measure: str, split: str) -> list[tuple[str, Markup]]:
        """The genders of a measure on a split as (name in keys, name for a reader)."""
        found = {g for row in self.datasets if row["split"] == split for g in row[measure].split()}
        return [(name, Markup(GENDER_WORDS[name])) for name in GENDERS if name in found]

    def parts_of(self, row: Mapping[str, str]) -> Markup:
        """The genders for which a dataset has EERs, in words."""
        found = row["eer"].split()
        if not found:
            return Markup("[no EER]{.missing}")
        return Markup(" and ".join(GENDER_WORDS[name] for name in GENDERS if name in found))

    @property
    def weights(self) -> bool:
        """Tell whether some dataset has a weight."""
        return any(self._value("weight", row["dataset"]) is not None for row in self.datasets)

    def dataset_leaders(self, attacker: str, dataset: str) -> list[System]:
        """Who has the highest EER in a dataset."""
        return self._named("leader_dataset", attacker, dataset)

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
            return Markup("[one attacker]{.missing}")
        return Markup(escape("two alike" if said == "tied" else ATTACKER_NAMES[said]))

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
