"""What the chapter about the claims of the publication chooses from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.markup import data
from analysis.pages.views.chapter import ChapterView
from analysis.results import Statement

SHARES = ("most", "few", "all")
"""Comparisons that are words of their own; nothing is printed beside them."""
CONTRADICTED, UNCHECKABLE = "not reproduced", "not checkable"


@dataclass(frozen=True)
class ClaimsView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def sections(self) -> list[tuple[str, list[Statement]]]:
        """The sections of the publication with their statements, in the order of the study's file."""
        found: dict[str, list[Statement]] = {}
        for statement in self.results.statements:
            found.setdefault(statement.section, []).append(statement)
        return list(found.items())

    @property
    def contradicted(self) -> list[Statement]:
        """The statements that are not reproduced."""
        return [s for s in self.results.statements if s.verdict == CONTRADICTED]

    @property
    def lacking(self) -> list[tuple[str, list[Statement]]]:
        """What the tables lack, each with the statements that cannot be checked without it."""
        found: dict[str, list[Statement]] = {}
        for statement in self.results.statements:
            if statement.verdict == UNCHECKABLE:
                found.setdefault(statement.missing, []).append(statement)
        return list(found.items())

    @property
    def at_odds(self) -> list[tuple[Statement, list[Statement]]]:
        """Statements with those that they contradict; a pair stands once, whichever of the two names the other."""
        by_id = {statement.id: statement for statement in self.results.statements}
        seen: set[frozenset[str]] = set()
        found = []
        for statement in self.results.statements:
            others = [
                by_id[name]
                for name in dict.fromkeys(statement.against)
                if name in by_id and frozenset((statement.id, name)) not in seen
            ]
            seen |= {frozenset((statement.id, other.id)) for other in others}
            if others:
                found.append((statement, others))
        return found

    @staticmethod
    def borne_out(statement: Statement, others: Sequence[Statement]) -> str:
        """Say what the tables bear out of a statement and of those that stand against it.

        `this`, `others`, `both`, `neither`, or `open` where one of them cannot be checked or the others differ.
        """
        verdicts = {other.verdict for other in others}
        if UNCHECKABLE in {statement.verdict, *verdicts}:
            return "open"
        against = {verdict == CONTRADICTED for verdict in verdicts}
        if len(against) > 1:
            return "open"
        holds, they_hold = statement.verdict != CONTRADICTED, against == {False}
        return "both" if holds and they_hold else "this" if holds else "others" if they_hold else "neither"

    def listed(self, kind: str, statement: Statement) -> tuple[str, ...]:
        """The ids of the systems that a verdict about a statement names; none where there is none."""
        joined = self._verdict(kind, statement.id)
        return parts(joined) if joined else ()

    def names(self, ids: Sequence[str]) -> Markup:
        """Systems in a cell or a sentence, in their order; quiet words for an empty list."""
        if not ids:
            return Markup("[none]{.missing}")
        labels = [self.results.label(name) for name in ids]
        comma = Markup("; ") if any("," in label for label in labels) else Markup(", ")
        return comma.join(data(label) for label in labels)

    def bounds(self, statement: Statement) -> list[tuple[str, str, list[tuple[str, tuple[str, ...]]]]]:
        """What others reach where a printed system does not pass them, or one that is not printed does.

        For each quantity its name in keys, its words, the systems that fall short and those that pass unprinted, each
        with the names of the row of its own value; no names where no row holds it.
        """
        prefix = key(self.results.study, "claim_bound", statement.id) + "/"
        found = []
        for verdict, words in self.results.verdicts.items():
            if verdict.startswith(prefix):
                metric = parts(verdict)[-1]
                them = [
                    name
                    for kind in ("claim_short", "claim_past")
                    if (joined := self._verdict(kind, statement.id, metric))
                    for name in parts(joined)
                ]
                found.append((metric, words, [(name, self.own(name, metric, statement.split)) for name in them]))
        return found

    def means(self, statement: Statement) -> list[tuple[str, str]]:
        """The quantities of which the means of both sides of a comparison are known: name in keys, and words."""
        prefix = key(self.results.study, "claim_mean", statement.id) + "/"
        return [(parts(name)[-1], words) for name, words in self.results.verdicts.items() if name.startswith(prefix)]

    def own(self, system: str, metric: str, split: str) -> tuple[str, ...]:
        """The names of the ledger row of a system's EER, UAR or WER; none where no row holds it."""
        names = ("eer", system, "semi_informed", f"{split}_average") if metric == "eer" else (
            "shipped", metric, system, split)  # fmt: skip
        return names if self._value(*names) is not None else ()

    @staticmethod
    def share(statement: Statement) -> Markup:
        """The word of a share that is not a number, such as most; else nothing."""
        return Markup(statement.comparison if statement.comparison in SHARES else "")

    @staticmethod
    def compared(statement: Statement) -> Markup:
        """The words before what is printed where it is a bound, with the blank after them; else nothing."""
        words = {"equals": "", "includes": "among them"}.get(statement.comparison, statement.comparison)
        return Markup(f"{words} ") if words else Markup("")

    def unit(self, statement: Statement) -> str:
        """`percent`, `points` or another unit of the statement's numbers; empty where there are none."""
        for start in ("claim",), ("shipped", "claim"):
            for part in statement.parts:
                entry = self.results.ledger.get(key(self.results.study, *start, statement.id, *part))
                if entry is not None:
                    return entry.unit
        return ""
