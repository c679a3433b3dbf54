"""What the chapter about what anonymization costs chooses from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.charts.utility import drawn_corpora
from analysis.pages.figures.text import may_cut
from analysis.pages.markup import data
from analysis.pages.views.chapter import ChapterView
from analysis.pages.views.view import View
from analysis.results import Corpus, System, Utterance

GENDERS = ("female", "male")
KINDS = ("substitutions", "deletions", "insertions")
UNSEEN = ("zero_width", "joiners", "other_blanks", "other_forms")
MOST_EMOTIONS = 8
MOST_NAMES = 6
LONGEST_TEXT = 300
MOST_PAIRS = 3
"""Pairs of corpora that the page speaks of; of more, the ledger does."""


@dataclass(frozen=True)
class UtilityView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def rated(self) -> list[System]:
        """Systems with an error rate over all texts, in the study's order."""
        return [system for system in self.results.systems if self._value("cer", system.id, "all") is not None]

    @property
    def rated_anonymizers(self) -> list[System]:
        """The same without the reference."""
        return [system for system in self.rated if system.id != self.results.reference]

    def lowest(self, measure: str, *rest: str, shipped: bool = False) -> list[System]:
        """The anonymizers with files here whose value is lowest; several where they tie."""
        return self._extreme(min, measure, rest, shipped)

    def highest(self, measure: str, *rest: str, shipped: bool = False) -> list[System]:
        """The anonymizers with files here whose value is highest; several where they tie."""
        return self._extreme(max, measure, rest, shipped)

    def _extreme(self, choose: Callable, measure: str, rest: tuple[str, ...], shipped: bool) -> list[System]:
        before = ("shipped",) if shipped else ()
        found = [
            (value, system)
            for system in self.results.systems
            if system.recomputed and system.id != self.results.reference
            if (value := self._value(*before, measure, system.id, *rest)) is not None
        ]
        if not found:
            return []
        wanted = choose(value for value, _ in found)
        return [system for value, system in found if value == wanted]

    @cached_property
    def emotions(self) -> list[str]:
        """The emotions that have a recall, as they stand in keys; none where they are too many for a table."""
        found = {parts(entry.key)[3]: None for entry in self.results.ledger.below(self.results.study, "recall")}
        return sorted(found) if len(found) <= MOST_EMOTIONS else []

    @property
    def has_folds(self) -> bool:
        """Whether the emotions were recognized fold by fold."""
        return bool(self._value("count", "emotions", "folds"))

    @property
    def like_a_guess(self) -> list[System]:
        """Anonymizers whose interval of the UAR does not lie above the UAR of a guess."""
        return [
            system
            for system in self.results.systems
            if system.id != self.results.reference and self._verdict("uar_chance", system.id) == "not above chance"
        ]

    @property
    def beyond_reference(self) -> list[System]:
        """Systems with more edits than the reference has signs."""
        return [system for system in self.rated if self._verdict("beyond_reference", system.id)]

    @property
    def drawn_corpora(self) -> tuple[Corpus, ...]:
        """Corpora that have a lane in the picture of rates."""
        return drawn_corpora(self.results)

    @property
    def corpus_pairs(self) -> list[tuple[Corpus, Corpus]]:
        """Each two corpora of which a system has both rates, as their keys name them; none where they are many."""
        pairs = list(combinations(self.results.corpora, 2))
        if len(pairs) > MOST_PAIRS:
            return []
        return [(a, b) for a, b in pairs if self._value("count", "cer_worse", a.slug, b.slug) is not None]

    def harder(self, a: Corpus, b: Corpus) -> tuple[Corpus, Corpus]:
        """The two corpora, first the one that is worse for more systems."""
        ahead, behind = (self._value("count", "cer_worse", *slugs) for slugs in ((a.slug, b.slug), (b.slug, a.slug)))
        return (a, b) if (ahead or 0) >= (behind or 0) else (b, a)

    def worse(self, a: Corpus, b: Corpus) -> list[System]:
        """Systems whose rate is higher in the first corpus than in the second."""
        found = []
        for system in self.rated:
            rates = [self._value("cer", system.id, corpus.slug) for corpus in (a, b)]
            if None not in rates and rates[0] > rates[1]:  # type: ignore[operator]
                found.append(system)
        return found

    def turns(self, a: Corpus, b: Corpus) -> bool:
        """Tell whether the first corpus is the easier one unprotected and the harder one for most anonymizers."""
        reference = self.results.reference
        there, back = self.worse(a, b), self.worse(b, a)
        anonymizers = [system for system in there if system.id != reference]
        return any(system.id == reference for system in back) and 2 * len(anonymizers) > len(self.rated_anonymizers)

    def ratios(self, a: Corpus, b: Corpus) -> list[System]:
        """Systems that have a ratio of the two, as the key names them, from the lowest."""
        found = [
            (ratio, system)
            for system in self.rated
            if (ratio := self._value("cer_ratio", system.id, a.slug, b.slug)) is not None
        ]
        return [system for _, system in sorted(found, key=lambda pair: pair[0])]

    @property
    def kinds(self) -> list[tuple[str, Markup]]:
        """The kinds of edit as (name in keys, word)."""
        return [(kind, Markup(kind)) for kind in KINDS]

    def largest_kind(self, kind: str) -> list[System]:
        """Systems whose most frequent edits are of this kind."""
        return [system for system in self.rated if self._verdict("edits_largest", system.id) == kind]

    @property
    def silent(self) -> list[System]:
        """Systems after which some reference with signs was heard as nothing."""
        return [system for system in self.rated if self._value("count", "empty_hypotheses", system.id)]

    @property
    def unseen(self) -> bool:
        """Tell whether some text holds a sign that a reader does not see, or is not in the composed form."""
        return any(self._value("count", "unseen", kind) for kind in UNSEEN)

    @property
    def forms_matter(self) -> bool:
        """Tell whether some rate is another under another text policy."""
        return bool(self._value("difference_max", "cer_forms"))

    @property
    def shipped_means(self) -> bool:
        """Tell whether a mean over utterances was published."""
        return any(self._value("shipped", "cer_mean", system.id) is not None for system in self.rated)

    @property
    def quoted(self) -> list[System]:
        """Systems whose worst utterances are quoted, in the study's order."""
        return [system for system in self.results.systems if self._verdict("quoted", system.id)]

    def why_quoted(self, system: System) -> str:
        """`reference`, `best trade`, `lowest rate` or `highest rate`."""
        return self._verdict("quoted", system.id)

    def utterances(self, system: System) -> list[Utterance]:
        """A system's worst utterances, the worst first."""
        return [utterance for utterance in self.results.utterances if utterance.system == system.id]

    def text(self, words: str) -> Markup:
        """A text as data, its tail left out where it is longer than a table should be; words for an empty one."""
        words = words.strip()
        if len(words) <= LONGEST_TEXT:
            return data(words) if words else Markup("[no text]{.missing}")
        at = max(words.rfind(" ", LONGEST_TEXT // 2, LONGEST_TEXT), 0) or LONGEST_TEXT
        while at > 1 and not may_cut(words, at):
            at -= 1
        return data(words[:at]) + Markup(" [… and more]{.missing}")

    def named(self, systems: list[System]) -> Markup:
        """Names in a sentence, the tail of a long list left out."""
        return View(self.results).some(systems, MOST_NAMES)

    @property
    def tracked(self) -> list[System]:
        """Anonymizers with a pitch correlation on the demo clips."""
        return [system for system in self.results.systems if self._value("rho_f0", system.id, "demo") is not None]

    @property
    def clip_genders(self) -> list[str]:
        """Genders of the demo clips that have a median pitch among the originals."""
        return [g for g in GENDERS if self._value("median_f0", self.results.reference, g) is not None]

    @property
    def split_genders(self) -> list[str]:
        """Genders over whose clips alone some system has a pitch correlation."""
        return [g for g in GENDERS if any(self._value("rho_f0", s.id, f"demo_{g}") is not None for s in self.tracked)]

    @property
    def larger_gender(self) -> str:
        """The gender of most demo clips; empty where none is known."""
        found = {gender: self._value("count", "clips", gender) or 0 for gender in GENDERS}
        most = max(found, key=lambda gender: found[gender])
        return most if found[most] else ""

    @property
    def fewest_clips(self) -> System | None:
        """The tracked system whose correlation rests on the fewest clips."""
        numbers = [
            (entry.n, place)
            for place, system in enumerate(self.tracked)
            if (entry := self.results.ledger.get(key(self.results.study, "rho_f0", system.id, "demo"))) and entry.n
        ]
        return self.tracked[min(numbers)[1]] if numbers else None

    def beyond_chance(self, within: str = "") -> list[System]:
        """Systems whose pitch correlation is beyond chance, over all clips or over those of a gender alone."""
        name = f"demo_{within}" if within else "demo"
        return [system for system in self.tracked if self._verdict("rho_f0", system.id, name) == "beyond chance"]

    def turned(self) -> list[System]:
        """Those among them whose correlation is negative."""
        return [system for system in self.beyond_chance() if (self._value("rho_f0", system.id, "demo") or 0) < 0]

    @property
    def has_clips(self) -> bool:
        """Tell whether the study lists demo clips."""
        return any(parts(entry.key)[1:3] == ("count", "clips") for entry in self.results.ledger)
