"""What the chapter about privacy against utility chooses from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.cautions import Caution, cautions
from analysis.pages.charts.chart import ATTACKER_NAMES, ATTACKERS, ON_FRONT, SHIPPED_LIST
from analysis.pages.markup import escape
from analysis.pages.views.chapter import ChapterView
from analysis.pages.views.naming import in_a_sentence
from analysis.pages.views.view import View
from analysis.results import System

NAMED, NAMED_AMONG_MANY, MANY = 3, 1, 16
"""How many systems a cell names at most, and how many where more than `MANY` systems are compared."""

_PUBLISHED = "published_"

# Where the systems stand among the names that a caution is about; elsewhere a name only looks like a system's. A value
# that differs from the published one needs no words on a card, where the two stand side by side.
_SYSTEMS_OF = {"trap": (0,), "beyond_reference": (0,), "by_kind": (0, 1), "by_test": (0, 1), "not_established": (0, 1)}
_OF_SEVERAL = ("trap_shipped", "trap_unpublished")


@dataclass(frozen=True)
class Step:
    """One stop on the way along a front, and the stop before it; None at its start and between equal points."""

    system: System
    before: System | None


@dataclass(frozen=True)
class TradeView(ChapterView):
    """One study as this chapter sees it."""

    def _where(self, says: Callable[[System], bool]) -> list[System]:
        return [system for system in self.results.systems if says(system)]

    def placed(self, attacker: str) -> list[System]:
        """Systems that have a place under this attacker."""
        return self._where(lambda system: bool(self._verdict("front", attacker, system.id)))

    @property
    def compared(self) -> list[System]:
        """Systems that have a place under some attacker."""
        return self._where(lambda system: any(self._verdict("front", name, system.id) for name in ATTACKERS))

    @property
    def attackers(self) -> list[tuple[str, Markup]]:
        """Attackers that have a front, as (name in keys, name for a reader)."""
        return [pair for pair in self._all_attackers() if self.placed(pair[0])]

    def unplaced(self, attacker: str) -> list[tuple[Markup, list[System]]]:
        """Systems that have a place under another attacker and none under this one, by the reason."""
        placed = self.placed(attacker)
        return self._by_reason([system for system in self.compared if system not in placed], "eer", attacker)

    @property
    def never_placed(self) -> list[tuple[Markup, list[System]]]:
        """Systems with files here that have a place under no attacker, by the reason."""
        compared = self.compared
        return self._by_reason(
            self._where(lambda system: system.recomputed and system not in compared), "cer", ATTACKERS[0]
        )

    def _by_reason(self, systems: list[System], measure: str, attacker: str) -> list[tuple[Markup, list[System]]]:
        """Group systems by why the error rate (`cer`), or else the EER under this attacker, is missing."""
        groups: dict[str, list[System]] = {}
        for system in systems:
            keys = [("eer", system.id, attacker, self.results.trial_list)]
            keys[:0] = [("cer", system.id, "all")] if measure == "cer" else []
            entries = [self.results.ledger.get(key(self.results.study, *names)) for names in keys]
            reasons = [entry.missing for entry in entries if entry is not None and entry.missing]
            groups.setdefault(reasons[0] if reasons else "not computed", []).append(system)
        return [(Markup("[{}]{{.missing}}").format(escape(reason)), named) for reason, named in groups.items()]

    def moves(self, attacker: str, move: str) -> list[System]:
        """Systems that `leave`, `join` or `stay` on the front when the ignorant attacker learns this much."""
        return self._where(lambda system: self._verdict("front_move", attacker, system.id) == move)

    @property
    def learned(self) -> list[tuple[str, Markup]]:
        """Informed attackers whose front can be set beside the ignorant attacker's."""
        return [
            pair for pair in self.attackers if any(self.moves(pair[0], move) for move in ("leaves", "joins", "stays"))
        ]

    @property
    def gone(self) -> bool:
        """Tell whether anybody leaves the front as the attacker learns."""
        return any(self.moves(attacker, "leaves") for attacker in ATTACKERS)

    def knee(self, attacker: str) -> System | None:
        """The knee of this attacker's front; None where it has none."""
        return next(iter(self._where(lambda system: system.id == self._verdict("knee", attacker))), None)

    def after(self, attacker: str, system: System) -> System | None:
        """The next stop on the front after this one; None at its end."""
        return next((stop.system for stop in self.way(attacker) if stop.before == system), None)

    def way(self, attacker: str) -> list[Step]:
        """The front from the least private system to the most private one, with the steps that the ledger has."""
        steps: list[Step] = []
        before: System | None = None
        for system in View(self.results).front(attacker):
            known = before is not None and self._step(attacker, before, system)
            steps.append(Step(system, before if known else None))
            # Of equal points the first is where the next step starts.
            before = system if known or before is None else before
        return steps

    def _step(self, attacker: str, before: System, system: System) -> bool:
        names = ("front_step", attacker, before.id, system.id, "eer")
        return self.results.ledger.value(key(self.results.study, *names)) is not None

    def standing(self, attacker: str, system: str, published: bool = False) -> str:
        """`on the front`, `dominated`, or nothing where the system has no place under this attacker.

        Here and below `published` asks for what the published values alone say.
        """
        return self._verdict(f"{_PUBLISHED if published else ''}front", attacker, system)

    def dominators(self, attacker: str, system: str, published: bool = False) -> list[System]:
        """Whoever dominates a system under this attacker."""
        names = parts(self._verdict(f"{_PUBLISHED if published else ''}dominated_by", attacker, system))
        return self._where(lambda other: other.id in names)

    def front_dominators(self, attacker: str, system: str, published: bool = False) -> list[System]:
        """The front's systems that dominate this one, as many as a cell can name, the most private ones."""
        front = [o for o in self.dominators(attacker, system, published)
                 if self.standing(attacker, o.id, published) == ON_FRONT]  # fmt: skip
        prefix = ("shipped", "eer") if published else ("eer",)
        rest = (attacker, SHIPPED_LIST if published else self.results.trial_list)
        eers = {o.id: self.results.ledger.value(key(self.results.study, *prefix, o.id, *rest)) or 0.0 for o in front}
        most = NAMED if len(self.results.systems) <= MANY else NAMED_AMONG_MANY
        kept = sorted(front, key=lambda other: -eers[other.id])[:most]
        return [other for other in front if other in kept]

    @property
    def cut(self) -> bool:
        """Tell whether some system is dominated by more of a front's systems than are named."""
        return any(
            sum(self.standing(attacker, other.id) == ON_FRONT for other in self.dominators(attacker, system.id))
            > len(self.front_dominators(attacker, system.id))
            for attacker, _ in self.attackers
            for system in self.compared
        )

    def others_too(self, attacker: str, system: str, published: bool = False) -> bool:
        """Tell whether somebody dominates this system who is not among `front_dominators`."""
        return len(self.dominators(attacker, system, published)) > len(
            self.front_dominators(attacker, system, published)
        )

    def on_front(self, system: str, published: bool = False) -> list[tuple[str, Markup]]:
        """The attackers under which a system is on the front."""
        return [pair for pair in self._all_attackers() if self.standing(pair[0], system, published) == ON_FRONT]

    def dominated(self, system: str, published: bool = False) -> list[tuple[str, Markup]]:
        """The attackers under which a system is dominated."""
        standing = [(pair, self.standing(pair[0], system, published)) for pair in self._all_attackers()]
        return [pair for pair, where in standing if where not in ("", ON_FRONT)]

    @staticmethod
    def _all_attackers() -> list[tuple[str, Markup]]:
        return [(name, Markup(escape(ATTACKER_NAMES[name]))) for name in ATTACKERS]

    @property
    def leak_attacker(self) -> str:
        """The most informed attacker for which the prosody leak can be told; empty where there is none."""
        return self._verdict("leak_attacker")

    def published_n(self, attacker: str) -> bool:
        """Tell whether it is known over how many systems the published correlation was taken."""
        entry = self.results.ledger.get(key(self.results.study, "shipped", "leak", attacker))
        return entry is not None and entry.n is not None

    def off_line(self, side: str) -> list[System]:
        """Systems that lie clearly `above` or `below` the line of the leak: more or less private than it says."""
        return self._where(lambda system: self._verdict("leak_off_line", self.leak_attacker, system.id) == side)

    @cached_property
    def _cautions(self) -> tuple[Caution, ...]:
        return cautions(self.results)

    def cautions(self, system: str) -> list[Caution]:
        """The warnings that are about one system, in their order of importance."""
        found = []
        for caution in self._cautions:
            if caution.kind in _OF_SEVERAL and system in caution.about:
                found.append(Caution(caution.kind, (system,)))
            elif system in [caution.about[place] for place in _SYSTEMS_OF.get(caution.kind, ())]:
                found.append(caution)
        return found

    def names(self, attackers: list[tuple[str, Markup]]) -> Markup:
        """Attackers in a sentence: `ignorant`, `ignorant and lazy-informed`."""
        return in_a_sentence([label for _, label in attackers])
