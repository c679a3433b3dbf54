"""What the chapter about task, data and protocol chooses from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.markup import data
from analysis.pages.views.chapter import ChapterView
from analysis.results import System

FOLD = "fold "
SPLITS = {"dev": Markup("development"), "test": Markup("test")}
SIDES = {"enrollment": Markup("enrollment"), "trial": Markup("trial")}
PAIRS = {"same": Markup("same speaker"), "different": Markup("different speakers")}
TABLES = {
    "editions": Markup("a comparison of editions"),
    "speakers": Markup("numbers of speakers and utterances"),
    "trials": Markup("numbers of trial pairs"),
    "folds": Markup("the folds of the emotion data"),
    "training": Markup("the training sets of the evaluation models"),
    "teams": Markup("the teams"),
}
MOST = 4
AGREES = "agrees at the printed precision"

Row = Mapping[str, str]


def fold_uses(row: Row) -> dict[str, str]:
    """Return fold → what it does with the speaker of a row.

    >>> fold_uses({"session": "A", "fold 1": "dev"})
    {'1': 'dev'}
    """
    return {name.removeprefix(FOLD): use for name, use in row.items() if name.startswith(FOLD)}


@dataclass(frozen=True)
class ProtocolView(ChapterView):
    """One study as this chapter sees it."""

    def rows(self, table: str) -> tuple[Row, ...]:
        """The rows of a table, in the order of its file; none where the study has no such table."""
        return tuple(self.results.words.get(table, ()))

    def at(self, *names: str | tuple[str, ...]) -> str:
        """The ledger key with these parts, of which some stand together as the place of a row."""
        flat = [part for name in names for part in ((name,) if isinstance(name, str) else name)]
        return key(self.results.study, *flat)

    @property
    def absent(self) -> list[Markup]:
        """The tables that the study does not have."""
        return [words for name, words in TABLES.items() if not self.rows(name)]

    def split(self, row: Row) -> Markup:
        """A split's name for a reader."""
        return SPLITS.get(row["split"], Markup(""))

    def side(self, row: Row) -> Markup:
        """The side of a trial on which the speakers of a row are."""
        return SIDES.get(row["type"], Markup(""))

    def pairs(self, row: Row) -> Markup:
        """Whose pairs a row counts."""
        return PAIRS.get(row["pairs"], Markup(""))

    @cached_property
    def editions(self) -> list[str]:
        """The editions, in the order in which they are first named."""
        return list(dict.fromkeys(row["edition"] for row in self.rows("editions")))

    @cached_property
    def aspects(self) -> list[tuple[str, list[Markup]]]:
        """Each aspect with what is said about it in each edition; what the edition before says too is not repeated."""
        said = {(row["aspect"], row["edition"]): row["said"] for row in self.rows("editions")}
        made = []
        for aspect in dict.fromkeys(name for name, _ in said):
            cells: list[Markup] = []
            before = None
            for edition in self.editions:
                now = said.get((aspect, edition))
                if now is None:
                    cells.append(Markup("[not said]{.missing}"))
                else:
                    cells.append(Markup("[the same]{.quiet}") if now == before else data(now))
                before = now
            made.append((aspect, cells))
        return made

    @cached_property
    def subsets(self) -> list[Row]:
        """One row for each split and subset that has both speakers of trials and enrolled ones."""
        return [row for row in self.rows("speakers") if row["type"] == "trial" and self._has_only(row)]

    def _has_only(self, row: Row) -> bool:
        return self._value("protocol", "different_only", row["split"], row["subset"]) is not None

    @cached_property
    def crossed(self) -> list[Row]:
        """The subsets whose trial utterances follow from their pairs."""
        return [row for row in self.subsets if self._value(*self._crossing(row)) is not None]

    @staticmethod
    def _crossing(row: Row) -> tuple[str, ...]:
        return ("protocol", "trial_utterances", row["split"], row["subset"], "total")

    @property
    def complete(self) -> bool:
        """Tell whether every subset's pairs give the trial utterances that are printed."""
        trials = [row for row in self.rows("speakers") if row["type"] == "trial"]
        return bool(trials) and all(self._verdict("agreement", *self._crossing(row)) == AGREES for row in trials)

    @cached_property
    def ratios(self) -> list[Row]:
        """One row for each split and subset with a ratio of different-speaker to same-speaker pairs."""
        seen = {(row["split"], row["subset"]): row for row in self.rows("trials")}
        return [row for place, row in seen.items() if self._value("protocol", "pair_ratio", *place) is not None]

    @cached_property
    def sessions(self) -> list[str]:
        """The conversations of the emotion data."""
        return list(dict.fromkeys(row["session"] for row in self.rows("folds")))

    @cached_property
    def folds(self) -> list[str]:
        """The folds of the emotion data."""
        return list(fold_uses(self.rows("folds")[0])) if self.rows("folds") else []

    def who(self, fold: str, use: str) -> Markup:
        """The speakers that a fold uses in one way."""
        found = [data(row["session"]) + Markup(", {}").format(Markup(row["gender"]))
                 for row in self.rows("folds") if fold_uses(row)[fold] == use]  # fmt: skip
        if not found:
            return Markup("[nobody]{.missing}")
        return Markup("; ").join(found[:MOST]) + (Markup(" and others") if len(found) > MOST else Markup(""))

    @property
    def apart(self) -> bool:
        """Tell whether no fold trains on a conversation on which it is evaluated or its model chosen."""
        for fold in self.folds:
            uses = [(row["session"], fold_uses(row)[fold]) for row in self.rows("folds")]
            trained = {session for session, use in uses if use == "train"}
            if trained & {session for session, use in uses if use in ("dev", "eval")}:
                return False
        return bool(self.folds)

    @property
    def each_once(self) -> bool:
        """Tell whether every speaker is once, over all folds, on the side of development or evaluation."""
        held = [[use for use in fold_uses(row).values() if use in ("dev", "eval")] for row in self.rows("folds")]
        return bool(held) and all(len(uses) == 1 for uses in held)

    @cached_property
    def _teams(self) -> dict[str, str]:
        return {row["system"]: row["team"] for row in self.rows("systems")}

    def marked(self, team: str) -> list[System]:
        """The systems of a team that are marked as not following the rules."""
        return [s for s in self.all_marked if self._teams.get(s.id) == team]

    @property
    def all_marked(self) -> list[System]:
        """The systems that are marked as not following the rules, in the study's order."""
        return [system for system in self.results.systems if not system.compliant]

    @cached_property
    def resources(self) -> list[tuple[System, str, list[tuple[str, str]]]]:
        """Systems with the words on their training and their parameters as (name, ledger key)."""
        training = {row["system"]: row["training"] for row in self.rows("systems")}
        prefix = key(self.results.study, "shipped", "protocol", "parameter") + "/"
        parameters: dict[str, list[tuple[str, str]]] = {}
        for entry in self.results.ledger:
            if entry.key.startswith(prefix):
                system, name = parts(entry.key)[4:]
                parameters.setdefault(system, []).append((name, entry.key))
        return [
            (system, training.get(system.id, ""), parameters.get(system.id, []))
            for system in self.results.systems
            if training.get(system.id) or system.id in parameters
        ]
