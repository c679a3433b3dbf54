"""What the part about simulated coverage chooses from the ledger and the verdicts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.kinds_of_interval import NAMES as OF_REPORT
from analysis.pages.kinds_of_interval import QUOTABLE, SPEAKER, TRIALS, quoted
from analysis.pages.views.chapter import ChapterView

NAMES = {
    **{kind: OF_REPORT[kind] for kind in ("trials", "speaker", "two_sided", "joint")},
    "joint_bca_plain": "plain BCa",
    "joint_bca": OF_REPORT["joint_bca"],
    "joint_t": OF_REPORT["joint_t"],
    "jackknife_t": "jackknife t",
}
"""Kind in keys → what a reader calls it, in the order of tables."""
TESTS = ("speaker", "two_sided", "joint", "joint_bca", "joint_t", "permutation")
TOO_LITTLE, NEAR, TOO_MUCH = "too little", "near", "too much"


def number(part: str) -> int:
    """Return the number in a part of a key, such as `10_speakers` or `eer_15`."""
    return int("".join(sign for sign in part if sign.isdigit()))


@dataclass(frozen=True)
class SimulatedCoverageView(ChapterView):
    """One study as this part sees it."""

    @property
    def kinds(self) -> list[str]:
        """Kinds of interval that were simulated, in the order of tables."""
        return [kind for kind in NAMES if self._value("covered_penalty", kind) is not None]

    def name(self, kind: str) -> Markup:
        """What a reader calls a kind of interval, or a test."""
        return Markup("permutation test" if kind == "permutation" else NAMES[kind])

    @property
    def settings(self) -> list[tuple[str, str]]:
        """Settings as (speakers, EER), as keys have them."""
        found = {parts(entry.key)[3:5] for entry in self.results.ledger.below(self.results.study, "covered")}
        return sorted(found, key=lambda names: tuple(map(number, names)))  # type: ignore[return-value]

    @property
    def eers(self) -> list[str]:
        """EERs of the settings, as keys have them."""
        return sorted({eer for _, eer in self.settings}, key=number)

    @property
    def speakers(self) -> list[str]:
        """Numbers of speakers of the settings, as keys have them."""
        return sorted({size for size, _ in self.settings}, key=number)

    @property
    def near(self) -> tuple[str, str]:
        """The setting nearest to the study."""
        return self._verdict("covered", "nearest_speakers"), self._verdict("covered", "nearest_eer")

    @property
    def near_pair(self) -> str:
        """The number of speakers nearest to the study's in the settings of paired comparisons."""
        return self._verdict("covered", "nearest_pair_speakers")

    @property
    def _called(self) -> Iterator[tuple[str, ...]]:
        """The parts of every key that says how often a difference was called."""
        return (parts(entry.key) for entry in self.results.ledger.below(self.results.study, "found"))

    @property
    def pair_eers(self) -> list[str]:
        """EERs of those settings, as keys have them."""
        found = {names[4] for names in self._called if names[3] == self.near_pair}
        return sorted(found, key=number)

    @property
    def tests(self) -> list[str]:
        """Ways to call a difference found, in the order of tables."""
        return list(TESTS)

    def differences(self, eer: str) -> list[str]:
        """True differences that were simulated, as the last part of keys."""
        found = {names[5] for names in self._called if names[4] == eer and names[5].endswith("_points")}
        return sorted(found, key=number)

    @property
    def quotable(self) -> list[str]:
        """Those that a study can quote, in the order of tables."""
        return [kind for kind in self.kinds if kind in QUOTABLE]

    @property
    def shown(self) -> list[str]:
        """Those of the tables: by trials and what a study can quote; the ledger has the rest."""
        return [kind for kind in self.kinds if kind == TRIALS or kind in QUOTABLE]

    @property
    def best(self) -> str:
        """The kind that keeps its promise best over all settings."""
        return self._verdict("covered", "best")

    @property
    def best_quotable(self) -> str:
        """The same among the kinds that a study can quote."""
        return self._verdict("covered", "best_quotable")

    @property
    def by_any_weight(self) -> bool:
        """Tell whether that kind stays the same whatever more a missing point counts."""
        return bool(self._verdict("covered", "weight"))

    @property
    def level(self) -> list[str]:
        """Kinds that a study can quote and that cannot be told from the best of them, in the order of tables."""
        return [kind for kind in NAMES if self._verdict("covered", "level", kind)]

    def names(self, kinds: list[str]) -> Markup:
        """What a reader calls some kinds, with an *and* before the last."""
        *first, last = (NAMES[kind] for kind in kinds)
        return Markup(f"{', '.join(first)} and {last}" if first else last)

    def shorts(self, kind: str) -> list[tuple[str, str]]:
        """Settings in which a kind covers too little."""
        return [setting for setting in self.settings if self.said(kind, *setting) == TOO_LITTLE]

    def worse(self, kind: str) -> list[tuple[str, str]]:
        """Settings in which a kind covers too little and the best one does not.

        Those of the nearest size first, and of these the one in which it lies farthest below the best.
        """
        own, best = number(self.near[0]), self.best_quotable

        def order(setting: tuple[str, str]) -> tuple[float, float]:
            gap = (self._value("covered", kind, *setting) or 0.0) - (self._value("covered", best, *setting) or 0.0)
            return abs(log(number(setting[0]) / own)), gap

        return sorted((setting for setting in self.shorts(kind) if setting not in self.shorts(best)), key=order)

    def where_worse(self, kind: str) -> str:
        """Say where all those settings lie: the `low` EER, the `few` speakers, `either`; empty where not only there."""
        low = [eer == self.eers[0] and len(self.eers) > 1 for _, eer in self.worse(kind)]
        few = [size == self.speakers[0] and len(self.speakers) > 1 for size, _ in self.worse(kind)]
        if all(low):
            return "low"
        if all(few):
            return "few"
        return "either" if all(map(any, zip(low, few, strict=True))) else ""

    @property
    def against(self) -> str:
        """The kind that the best one is held against: the quoted one, or where it is that, one-sided; maybe none."""
        return next((kind for kind in (self.quoted, SPEAKER) if kind != self.best_quotable), "")

    @property
    def usual(self) -> tuple[str, str]:
        """The setting that tells the usual bootstrap over speakers from the best kind; the nearest where none does."""
        return next(iter(self.worse(SPEAKER)), self.near)

    @property
    def eers_near(self) -> list[str]:
        """EERs that were simulated with about as many speakers as the study has, as keys have them."""
        return [eer for size, eer in self.settings if size == self.near[0]]

    @property
    def exact(self) -> bool:
        """Tell whether just as many speakers were simulated as the study has."""
        return self._value("count", "speakers", "all") == number(self.near[0])

    @property
    def one_eer(self) -> bool:
        """Tell whether the study has one EER only."""
        return self.results.ledger[key(self.results.study, "count", "covered_near", self.near[1])].n == 1

    @property
    def quoted(self) -> str:
        """The kind that the study quotes."""
        return quoted(self.results)

    def said(self, kind: str, speakers: str, eer: str) -> str:
        """Say whether a coverage is `too little`, `near` the promise, or `too much`."""
        return self._verdict("covered", kind, speakers, eer)

    def mark(self, kind: str, speakers: str, eer: str) -> Markup:
        """A sign for a coverage that lies below or above the promise by more than chance."""
        return Markup({TOO_LITTLE: " ↓", TOO_MUCH: " ↑"}.get(self.said(kind, speakers, eer), ""))

    @property
    def none_holds(self) -> list[tuple[str, str]]:
        """Settings in which every kind of interval holds the truth too seldom."""
        return [setting for setting in self.settings if self._verdict("covered", "none_holds", *setting)]

    def mostly_short(self, kind: str) -> bool:
        """Tell whether a kind holds the truth too seldom in most settings."""
        entry = self.results.ledger.get(key(self.results.study, "count", "covered_short", kind))
        return entry is not None and 2 * (entry.value or 0) > (entry.n or 0)

    def best_there(self, speakers: str, eer: str) -> str:
        """The kind that a study can quote that holds the truth most often in a setting."""
        return max(self.quotable, key=lambda kind: self._value("covered", kind, speakers, eer) or 0.0)

    def alarms(self, test: str, eer: str) -> str:
        """Say whether equal systems are called different `too much`, `near` the promise, or `too little`."""
        return self._verdict("found", test, self.near_pair, eer)
