"""What the pages of a partial build say of what is left out, and how much of each list is used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.markup import data, escape
from analysis.pages.views.chapter import ChapterView

CHAPTERS = {"attacks": "data", "benchmark": "data", "challenge": "results"}


@dataclass(frozen=True)
class LeftOut:
    """One item: what is left out, why, where, which, and under which key it is counted (empty where it is not).

    `whole` says whether it is a whole file.
    """

    what: Markup
    why: Markup
    file: Markup
    names: Markup
    key: str
    whole: bool


@dataclass(frozen=True)
class CoverageView(ChapterView):
    """One study as this part sees it."""

    @property
    def partial(self) -> bool:
        """Whether errors in the study's files keep a part of it out."""
        return "coverage" in self.results.words

    @cached_property
    def shares(self) -> list[tuple[Markup, str]]:
        """The lists that are counted: what, and the key whose value is used and whose n is listed."""
        lists = dict(self.results.lists)
        shown = []
        for name, what in self._shares:
            kind, *rest = parts(name)[2:]
            if kind == "attack":
                continue
            # The name of a list can hold that of a corpus.
            of_list = lists.get(rest[0]) if kind == "trials" and rest != ["all"] else None
            words = Markup(escape(what)) if of_list is None else Markup("trials, ") + data(of_list)
            shown.append((words, name))
        return shown

    @property
    def chapter(self) -> str:
        """The chapter that holds the lists, by its name without number."""
        return CHAPTERS[self.results.kind]

    @cached_property
    def headline(self) -> str:
        """The key that says most about the results, which is the first; empty where nothing is counted."""
        return next((name for name, _ in self._shares), "")

    @cached_property
    def attacked(self) -> list[str]:
        """The systems that have files, in the study's order; none where no attack is counted."""
        if not any(parts(name)[2] == "attack" for name, _ in self._shares):
            return []
        return [system.id for system in self.results.systems if system.recomputed]

    def attack(self, system: str, attacker: str) -> str:
        """Return the key of the trials that an attack's own files can score; empty where it has none."""
        name = self._key("attack", system, attacker)
        return name if name in self.results.ledger else ""

    @cached_property
    def left_out(self) -> list[LeftOut]:
        """Every item, in the study's order; names and files are data."""
        return [
            LeftOut(
                Markup(escape(row["what"])),
                Markup(escape(row["why"])),
                data(row["file"]) if row["file"] else Markup(""),
                data(row["names"]) if row["names"] else Markup(""),
                row["key"],
                bool(row["file"]) and not row["key"] and row["why"].startswith(("which", "of which")),
            )
            for row in self.results.words.get("left_out", ())
        ]

    def _key(self, *names: str) -> str:
        return key(self.results.study, "coverage", *names)

    @property
    def _shares(self) -> Iterator[tuple[str, str]]:
        return ((row["key"], row["what"]) for row in self.results.words.get("coverage", ()))
