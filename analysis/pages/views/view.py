"""Choices that templates share: which systems stand in which table, in which order, and what they are called."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, METRIC_NAMES, ON_FRONT
from analysis.pages.kinds_of_interval import NAMES, OF_EERS, OF_RATES, SPEAKER, WEIGHING, quoted, quoted_of_rates
from analysis.pages.markup import data, escape
from analysis.pages.views.naming import in_a_sentence, with_star
from analysis.results import Results, System


@dataclass(frozen=True)
class View:
    """One study as its templates see it."""

    results: Results

    @property
    def here(self) -> list[System]:
        """Systems with files here, in the study's order."""
        return [system for system in self.results.systems if system.recomputed]

    @property
    def shipped_only(self) -> list[System]:
        """Systems with nothing but shipped values."""
        return [system for system in self.results.systems if not system.recomputed]

    @property
    def anonymizers(self) -> list[System]:
        """Systems with files here, without the reference."""
        return [system for system in self.here if system.id != self.results.reference]

    @property
    def attackers(self) -> list[tuple[str, Markup]]:
        """Attackers as (name in keys, name for a reader), from the one that knows least."""
        return [(attacker, Markup(escape(ATTACKER_NAMES[attacker]))) for attacker in ATTACKERS]

    @property
    def rate(self) -> Markup:
        """CER or WER."""
        return Markup("CER" if self.results.unit_of_text == "characters" else "WER")

    @property
    def interval(self) -> Markup:
        """The word before `interval` for those of an EER: `speaker-bootstrap`, `joint BCa`, …"""
        return Markup(OF_EERS[quoted(self.results)])

    @property
    def interval_of_rate(self) -> Markup:
        """The same for those of an error rate or a UAR."""
        return Markup(OF_RATES[quoted_of_rates(self.results)])

    @property
    def interval_of_both(self) -> Markup:
        """The same where intervals of EERs and of error rates stand together."""
        if self.quoted == SPEAKER:
            return self.interval
        return Markup("{} (EER) and {} ({})").format(self.interval, self.interval_of_rate, self.rate)

    @property
    def weighing(self) -> Markup:
        """What the draws of the quoted interval are, in one clause."""
        return Markup(WEIGHING[self.quoted])

    @property
    def kind_name(self) -> Markup:
        """What sets the quoted kind apart from the others: `one-sided`, `joint BCa`, …"""
        return Markup(NAMES[self.quoted])

    @property
    def quoted(self) -> str:
        """The kind of interval that the study quotes, as keys call it."""
        return quoted(self.results)

    @property
    def best(self) -> str:
        """The id of the best trade; empty where there is none."""
        return self.results.verdicts.get(key(self.results.study, "best_trade"), "")

    @property
    def attack_inputs(self) -> Markup:
        """What the attacks of a benchmark are computed from: embeddings, scores, or both."""
        ledger, study = self.results.ledger, self.results.study
        scored = ledger.value(key(study, "count", "files", "scores"))
        embedded = any(ledger.value(key(study, "count", "files", kind)) for kind in ("embeddings", "semi_informed"))
        if not scored:
            return Markup("embeddings")
        return Markup("embeddings and scores" if embedded else "scores")

    @property
    def as_shipped(self) -> Markup:
        """What was shipped of pitch and naturalness, by name; empty where neither was."""
        names = [name for kind, name in (("rho_f0", "ρF0"), ("utmos", "UTMOS")) if self.any_value("shipped", kind)]
        return Markup(" and ").join(names)

    def label(self, system: str) -> Markup:
        """A system's name for a reader; the id where it has no other."""
        return data(self.results.label(system))

    def starred(self, system: System) -> Markup:
        """A published system's name, with an asterisk where it does not follow the rules."""
        return with_star(system)

    def name(self, system: str) -> Markup:
        """The first cell of a row: the name, in bold where the row is the one that the page speaks of."""
        shown = self.label(system)
        return Markup("[{}]{{.leader}}").format(shown) if system == self.best else shown

    def attacker(self, name: str) -> Markup:
        """An attacker's name for a reader."""
        return Markup(escape(ATTACKER_NAMES.get(name, name)))

    def metric(self, name: str) -> Markup:
        """A metric's name for a reader."""
        words = METRIC_NAMES.get(name, name)
        return Markup(escape("WER" if name == "cer" and self.rate == "WER" else words))

    def front(self, attacker: str) -> list[System]:
        """The systems on the front under this attacker, from the least private."""
        found = [
            system
            for system in self.results.systems
            if self.results.verdicts.get(key(self.results.study, "front", attacker, system.id)) == ON_FRONT
        ]
        return sorted(found, key=lambda system: self._eer(system.id, attacker))

    def most_private(self, count: int) -> list[System]:
        """At most `count` rows for a table that may not hold all: the reference, the best trade, then by privacy.

        The study's order is kept among those that stay.
        """
        if len(self.here) <= count:
            return self.here
        first = [system for system in self.here if system.id in (self.results.reference, self.best)]
        rest = sorted(
            (system for system in self.here if system not in first),
            key=lambda system: (-self._eer(system.id, "semi_informed"), system.id),
        )
        kept = {system.id for system in [*first, *rest][:count]}
        return [system for system in self.here if system.id in kept]

    def _eer(self, system: str, attacker: str) -> float:
        value = self.results.ledger.value(key(self.results.study, "eer", system, attacker, self.results.trial_list))
        return -1.0 if value is None else value

    def any_eer(self, attacker: str) -> bool:
        """Tell whether some system has an EER under this attacker on the headline list."""
        return any(self._eer(system.id, attacker) >= 0 for system in self.here)

    def any_value(self, *names: str) -> bool:
        """Tell whether the study has a value under some key that begins with these names."""
        return any(entry.value is not None for entry in self.results.ledger.below(self.results.study, *names))

    def origin(self, *names: str, shipped: tuple[str, ...] = ()) -> Markup:
        """Say in words whether a value is recomputed, shipped, or why it is not there."""
        entry = self.results.ledger.get(key(self.results.study, *names))
        if entry is not None and entry.value is not None:
            return Markup("recomputed")
        twin = key(self.results.study, "shipped", *(shipped or names))
        if self.results.ledger.value(twin) is not None:
            return Markup("shipped")
        return Markup("[{}]{{.missing}}").format(escape(entry.missing if entry is not None else "not given"))

    @property
    def attacked(self) -> list[System]:
        """A challenge's systems on which stronger attackers were tried later."""
        verdicts, study = self.results.verdicts, self.results.study
        return [system for system in self.results.systems if key(study, "attacked", system.id) in verdicts]

    def standing(self, care: Markup) -> Markup:
        """The warning that stands beside every EER of published results; nothing in a benchmark.

        `care` is the reference to the chapter that says what the warning rests on.
        """
        if self.results.kind == "benchmark":
            return Markup("")
        said = "Stronger attackers later lowered such EERs" if self.attacked else "A stronger attacker can lower EERs"
        return Markup("[{}: {}.]{{.standing}}").format(said, care)

    def category(self, name: str) -> list[System]:
        """A challenge's systems that reach a privacy category, best WER first, those without one last."""
        rows = [
            (entry.value, system)
            for system in self.results.systems
            if (entry := self.results.ledger.get(key(self.results.study, "rank", "wer", system.id, name))) is not None
        ]
        return [system for _, system in sorted(rows, key=lambda row: float("inf") if row[0] is None else row[0])]

    @cached_property
    def categories(self) -> list[str]:
        """The numerals of a challenge's categories as they stand in keys, from the lowest."""
        prefix = key(self.results.study, "setting", "category_")
        found = [entry.key.removeprefix(prefix) for entry in self.results.ledger if entry.key.startswith(prefix)]
        return sorted(found, key=float)

    def any_result(self, split: str) -> bool:
        """Tell whether a challenge's results table holds a value of this split."""
        for entry in self.results.ledger:
            names = parts(entry.key)[1:]
            printed = names[0] == "shipped" and names[1] in ("eer", "uar", "wer") and entry.value is not None
            if printed and (names[-1] == split or names[-1].startswith(f"{split}_")):
                return True
        return False

    @property
    def any_average(self) -> bool:
        """Tell whether a challenge's baseline or submitted system has an average EER on the test set."""
        study, value = self.results.study, self.results.ledger.value
        return any(
            value(key(study, "eer", system.id, "semi_informed", "test_average")) is not None
            for system in self.results.systems
            if system.role in ("baseline", "submitted")
        )

    def leaders(self, measure: str, category: str) -> Markup:
        """Who leads a category; several where they tie."""
        joined = self.results.verdicts.get(key(self.results.study, "leader", measure, category), "")
        if not joined:
            return Markup("[nobody]{.missing}")
        return self.listed([system for system in self.results.systems if system.id in parts(joined)])

    def some(self, systems: list[System], most: int = 8) -> Markup:
        """Names in a sentence, the tail of a list of more than `most` left out."""
        return in_a_sentence([self.label(system.id) for system in systems], most)

    def listed(self, systems: list[System]) -> Markup:
        """Names in a sentence: `a`, `a and b`, `a, b and c`; parted by `;` where a name holds a comma of its own."""
        return in_a_sentence([self.label(system.id) for system in systems])
