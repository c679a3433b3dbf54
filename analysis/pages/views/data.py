"""What the chapter about what is recomputed and what is shipped chooses from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from analysis.ledger import Entry, key, parts
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, SHIPPED_LIST
from analysis.pages.markup import escape
from analysis.pages.views.chapter import ChapterView
from analysis.results import System

FILE_KINDS = {
    "embeddings": "embeddings",
    "semi_informed": "semi-informed embeddings",
    "scores": "scores",
    "transcripts": "transcripts",
    "emotions": "predicted emotions",
    "audio": "demo clips",
    "leaderboard": "shipped values",
}
UNASKED = ("scores", "emotions")
"""Kinds of files that nobody lacks: scores stand in the place of embeddings, emotions on top of the others."""
SHORT = 12
RECOMPUTED, SHIPPED = Markup("[●]{.sign .filled}"), Markup("[○]{.sign .ring}")


@dataclass(frozen=True)
class Measure:
    """One column of the matrix: its name in templates, its heading, and whether it can be recomputed at all."""

    name: str
    heading: Markup
    recomputable: bool = True


@dataclass(frozen=True)
class DataView(ChapterView):
    """One study as this chapter sees it."""

    @cached_property
    def measures(self) -> list[Measure]:
        """Every measure of the matrix, whether or not a system has it."""
        rate = "CER" if self.results.unit_of_text == "characters" else "WER"
        made = [Measure(name, Markup(escape(f"EER {ATTACKER_NAMES[name]}"))) for name in ATTACKERS]
        made.append(Measure("rate", Markup(rate)))
        if any("uar" in parts(entry.key)[1:3] for entry in self.results.ledger):
            made.append(Measure("uar", Markup("UAR")))
        made += [
            Measure("pitch", Markup("ρF0")), Measure("duration", Markup("duration")),
            Measure("utmos", Markup("UTMOS"), recomputable=False), Measure("paired", Markup("paired")),
        ]  # fmt: skip
        return made

    @cached_property
    def columns(self) -> list[Measure]:
        """The measures that some system has, recomputed or shipped."""
        return [
            measure
            for measure in self.measures
            if any(self._signs(system.id, measure.name) for system in self.results.systems)
        ]

    @property
    def absent(self) -> list[tuple[Markup, Markup]]:
        """The measures that no system has: heading and the reason, which is said once and not in every row."""
        gone = [measure for measure in self.measures if measure not in self.columns]
        systems = [system for system in self.results.systems if system.id != self.results.reference]
        return [
            (measure.heading, Markup(escape(next((self._reason(s, measure.name) for s in systems), "no system"))))
            for measure in gone
        ]

    def mark(self, system: System, measure: str) -> Markup:
        """A filled dot where a value is recomputed, a ring where it is shipped, both signs, or why there is none."""
        signs = self._signs(system.id, measure)
        if signs:
            return signs
        reason = self._reason(system, measure)
        # A narrow column breaks long reasons; two short words stay together.
        reason = reason.replace(" ", "\N{NO-BREAK SPACE}") if len(reason) <= SHORT else reason
        return Markup("[{}]{{.missing}}").format(escape(reason))

    @property
    def kinds(self) -> list[tuple[str, Markup]]:
        """Kinds of files that some system has, as (name in keys, heading)."""
        return [
            (kind, Markup(escape(heading)))
            for kind, heading in FILE_KINDS.items()
            if any(self._has(kind, system.id) for system in self.results.systems)
        ]

    @property
    def unfilled(self) -> list[Markup]:
        """Kinds of files that no system has, of those that a study is expected to have."""
        kinds = dict(self.kinds)
        return [
            Markup(escape(heading)) for kind, heading in FILE_KINDS.items() if kind not in kinds and kind not in UNASKED
        ]

    def file(self, kind: str, system: str) -> Markup:
        """Yes, or a quiet no."""
        found = self.results.verdicts.get(key(self.results.study, "file", kind, system))
        return (
            Markup("yes")
            if found == "here"
            else Markup("[left out]{.missing}" if found == "left out" else "[no]{.missing}")
        )

    @property
    def described(self) -> list[System]:
        """Systems whose data describe them."""
        return [system for system in self.results.systems if system.description.strip()]

    def _has(self, kind: str, system: str) -> bool:
        return self.results.verdicts.get(key(self.results.study, "file", kind, system)) == "here"

    def _rows(self, system: str, measure: str) -> tuple[list[Entry], list[Entry]]:
        """The ledger rows of a measure: recomputed here, and as shipped."""
        if measure == "paired":
            return list(self._differences(system)), list(self._differences(system, "shipped"))
        ours, theirs = {
            "rate": (("cer", system, "all"), ("cer", system, "all")),
            "uar": (("uar", system, "pooled"), ("uar", system)),
            "pitch": (("rho_f0", system, "demo"), ("rho_f0", system)),
            "duration": (("duration_ratio", system, "demo"), ("duration_ratio", system)),
            "utmos": ((), ("utmos", system)),
        }.get(measure) or (("eer", system, measure, self.results.trial_list), ("eer", system, measure, SHIPPED_LIST))
        ledger, study = self.results.ledger, self.results.study
        found = (ledger.get(key(study, *ours)) if ours else None, ledger.get(key(study, "shipped", *theirs)))
        return tuple([] if entry is None else [entry] for entry in found)  # type: ignore[return-value]

    def _differences(self, system: str, *source: str) -> Iterator[Entry]:
        for pair in self.results.pairs:
            if system in (pair.b, pair.a):
                begin = key(self.results.study, *source, "paired", pair.b, pair.a) + "/"
                yield from (entry for entry in self._paired if entry.key.startswith(begin))

    @cached_property
    def _paired(self) -> list[Entry]:
        return [entry for entry in self.results.ledger if "paired" in parts(entry.key)[1:3]]

    def _signs(self, system: str, measure: str) -> Markup:
        ours, theirs = self._rows(system, measure)
        signs = [sign for rows, sign in ((ours, RECOMPUTED), (theirs, SHIPPED))
                 if any(entry.value is not None for entry in rows)]  # fmt: skip
        return Markup(" ").join(signs)

    def _reason(self, system: System, measure: str) -> str:
        """Why a system has no value of a measure, in the ledger's words where it has a row."""
        ours, theirs = self._rows(system.id, measure)
        said = next((entry.missing for entry in (*ours, *theirs) if entry.missing), "")
        if said:
            return said
        if measure == "paired":
            return "no pair"
        if measure in ("pitch", "duration") and system.recomputed:
            return "reference" if system.id == self.results.reference else "no clips"
        return "not shipped" if measure == "utmos" else "no files"
