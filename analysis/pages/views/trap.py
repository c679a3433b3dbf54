"""What the chapter about the fall from an ignorant to an informed attacker chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass

from analysis.ledger import key
from analysis.pages.charts.chart import ATTACKERS
from analysis.pages.charts.trap import eer_key
from analysis.pages.views.chapter import ChapterView
from analysis.results import System


@dataclass(frozen=True)
class Warned:
    """A system that the rule warns about: the attacker with the lower EER, and what its values rest on."""

    system: str
    attacker: str
    shipped: bool = False
    published: bool = True


@dataclass(frozen=True)
class TrapView(ChapterView):
    """One study as this chapter sees it."""

    def shipped(self, system: str) -> bool:
        """Tell whether a system's line rests on shipped values."""
        return self._verdict("line", system) == "shipped"

    @property
    def drawn(self) -> list[System]:
        """The systems with an EER, in the study's order."""
        return [system for system in self.results.systems if self._verdict("line", system.id)]

    @property
    def any_shipped(self) -> bool:
        """Tell whether some line rests on shipped values."""
        return any(self.shipped(system.id) for system in self.drawn)

    def eer(self, system: str, attacker: str) -> str:
        """The ledger key of the EER that a system's line shows."""
        return eer_key(self.results, system, attacker, self.shipped(system))

    def drop(self, system: str) -> str:
        """The ledger key of a system's drop from the ignorant to the semi-informed attacker."""
        return key(self.results.study, "drop_semi_shipped" if self.shipped(system) else "drop_semi", system)

    @property
    def warned(self) -> list[Warned]:
        """The systems that the rule warns about, the largest drop first; recomputed values before shipped ones."""
        found: list[tuple[bool, float, str, Warned]] = []
        for system in self.drawn:
            if attacker := self._verdict("trap", system.id):
                found.append(self._ranked(Warned(system.id, attacker)))
            elif attacker := self._verdict("trap_shipped", system.id):
                published = self._verdict("trap_intervals", system.id) == "apart"
                found.append(self._ranked(Warned(system.id, attacker, True, published)))
        return [item[3] for item in sorted(found, key=lambda item: item[:3])]

    @property
    def unchecked(self) -> list[System]:
        """The systems that are warned about from shipped values whose intervals are not published."""
        return [s for s in self.results.systems if self._verdict("trap_intervals", s.id) == "not published"]

    def _ranked(self, warned: Warned) -> tuple[bool, float, str, Warned]:
        names = ("drop_shipped" if warned.shipped else "drop", "eer", warned.system)
        drop = self.results.ledger.value(key(self.results.study, *names)) or 0.0
        return warned.shipped, -drop, warned.system, warned

    @property
    def flat(self) -> list[System]:
        """The anonymizers whose ignorant and semi-informed intervals overlap."""
        return [system for system in self.results.systems if self._verdict("flat", system.id)]

    @property
    def flat_but_paired(self) -> list[System]:
        """Those of the flat ones whose paired interval of the drop leaves zero out."""
        return [system for system in self.flat if self._verdict("drop_semi", system.id) == "CI excludes 0"]

    @property
    def flat_paired(self) -> bool:
        """Tell whether every flat line has a paired drop."""
        return all(self._verdict("drop_semi", system.id) for system in self.flat)

    @property
    def rising(self) -> list[System]:
        """The anonymizers whose semi-informed EER is established above the ignorant one."""
        return [
            system
            for system in self.results.systems
            if system.id != self.results.reference
            and self._verdict("drop_semi", system.id) == "CI excludes 0"
            and (self.results.ledger.value(key(self.results.study, "drop_semi", system.id)) or 0.0) < 0
        ]

    def published(self, system: str, attacker: str) -> str:
        """The ledger key of a shipped EER."""
        return eer_key(self.results, system, attacker, shipped=True)

    def lacking(self, attacker: str) -> list[System]:
        """The systems with an EER, but none under this attacker, neither recomputed nor shipped."""
        value = self.results.ledger.value
        return [
            system
            for system in self.drawn
            if value(self.eer(system.id, attacker)) is None and value(self.published(system.id, attacker)) is None
        ]

    @property
    def attackers(self) -> list[str]:
        """The attackers under which some system has an EER."""
        return [attacker for attacker in ATTACKERS if len(self.lacking(attacker)) < len(self.drawn)]

    @property
    def gaps(self) -> list[str]:
        """The attackers under which some system has no EER."""
        return [attacker for attacker in ATTACKERS if self.lacking(attacker)]

    @property
    def any_drop(self) -> bool:
        """Tell whether some system has a drop from the ignorant to the semi-informed attacker."""
        return any(self.results.ledger.value(self.drop(system.id)) is not None for system in self.drawn)

    @property
    def both_kinds(self) -> bool:
        """Tell whether some line of recomputed values has shipped ones beside it."""
        value = self.results.ledger.value
        return any(
            value(self.published(system.id, attacker)) is not None
            for system in self.drawn
            if not self.shipped(system.id)
            for attacker in ATTACKERS
        )

    @property
    def unjudged(self) -> list[System]:
        """The systems of shipped values without intervals on both sides of their drop."""
        found = []
        for system in self.drawn:
            sides = [self.results.ledger.get(self.eer(system.id, a)) for a in ("ignorant", "semi_informed")]
            known = [side for side in sides if side is not None and side.value is not None]
            if self.shipped(system.id) and len(known) > 1 and any(side.ci_low is None for side in known):
                found.append(system)
        return found
