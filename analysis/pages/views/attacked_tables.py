"""What the chapters of results by attacker look at: splits, attackers, systems, measures and datasets of the tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from analysis.ledger import key
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS
from analysis.pages.markup import data, escape
from analysis.pages.views.chapter import ChapterView
from analysis.results import System

UNPROTECTED = "unprotected"
GENDERS = ("female", "male", "mixed", "all")
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
class AttackedTables(ChapterView):
    """The tables of one study as these chapters see them."""

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
        return [(name, Markup(name)) for name in GENDERS if name in found]

    def parts_of(self, row: Mapping[str, str]) -> Markup:
        """The genders for which a dataset has EERs, in words."""
        found = row["eer"].split()
        if not found:
            return Markup("[no EER]{.missing}")
        return Markup(" and ".join(name for name in GENDERS if name in found))

    @property
    def weights(self) -> bool:
        """Tell whether some dataset has a weight."""
        return any(self._value("weight", row["dataset"]) is not None for row in self.datasets)
