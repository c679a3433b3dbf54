"""What the chapter about the size of the next study chooses from the ledger and the verdicts."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.charts.chart import ATTACKER_NAMES, METRIC_NAMES
from analysis.pages.kinds_of_interval import NAMES, foretold
from analysis.pages.markup import escape
from analysis.pages.views.chapter import ChapterView
from analysis.results import Pair

OWN, MORE, ENDLESS = "own", "four_times", "endless"
TOO_SMALL = "too small"


@dataclass(frozen=True)
class PlanningView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def attacker(self) -> str:
        """The attacker under which widths and differences are foretold, as in keys; empty where nothing is."""
        return self._verdict("plan", "attacker")

    @property
    def kind(self) -> str:
        """The kind of interval whose width is foretold, as keys call it."""
        return foretold(self.results)

    @property
    def kind_name(self) -> Markup:
        """What a reader calls that kind."""
        return Markup(NAMES[self.kind])

    @property
    def attacker_name(self) -> Markup:
        """The attacker's name for a reader."""
        return Markup(escape(ATTACKER_NAMES.get(self.attacker, self.attacker)))

    @property
    def speakers(self) -> str:
        """The study's own number of speakers, as it stands in keys."""
        return self._verdict("plan", "speakers")

    @property
    def sizes(self) -> list[str]:
        """The numbers of speakers that are tried, as they stand in keys, from the fewest."""
        return sorted(self._last("setting", "plan", "speakers"), key=int)

    def marked(self, size: str, shown: Markup) -> Markup:
        """The first cell of a row: in bold where it is the study's own number of speakers."""
        return Markup("[{}]{{.leader}}").format(shown) if size == self.speakers else shown

    @property
    def utterances(self) -> list[str]:
        """The names of the numbers of trial utterances, from the fewest; none stands twice."""
        of = {name: self._value("setting", "plan", "utterances", name) for name in self._last(
            "setting", "plan", "utterances"
        )}  # fmt: skip
        ordered = sorted((name for name in of if of[name] is not None), key=lambda name: (of[name], name != OWN))
        return [name for place, name in enumerate(ordered) if not place or of[name] != of[ordered[place - 1]]]

    @property
    def points(self) -> list[str]:
        """The differences that some number of speakers sees, as they stand in keys, from the smallest."""
        tried = sorted(self._last("setting", "plan", "points"), key=float)
        return [points for points in tried if self._value("plan_speakers", points, OWN) is not None]

    @property
    def differences(self) -> bool:
        """Tell whether differences are foretold: some pair is registered."""
        return self._value("plan_difference", self.speakers, OWN) is not None

    @property
    def rows(self) -> list[tuple[Pair, str, bool]]:
        """Registered differences held against the smallest that is seen: the pair, the metric, whether too small."""
        found = []
        for pair, metric in product(self.results.pairs, METRIC_NAMES):
            said = self._verdict("plan", "seen", pair.b, pair.a, metric)
            if said:
                found.append((pair, metric, said == TOO_SMALL))
        return found

    @property
    def pairs(self) -> list[Pair]:
        """The pairs of these rows, in registered order."""
        return list(dict.fromkeys(pair for pair, _, _ in self.rows))

    @property
    def metrics(self) -> list[str]:
        """The metrics of these rows, in the order of a table."""
        found = {metric for _, metric, _ in self.rows}
        return [metric for metric in METRIC_NAMES if metric in found]

    @property
    def small(self) -> list[tuple[Pair, str]]:
        """The registered differences that are smaller than the smallest that is seen."""
        return [(pair, metric) for pair, metric, small in self.rows if small]

    @property
    def found_all_the_same(self) -> list[tuple[Pair, str]]:
        """Those among them whose interval excludes zero."""
        return [
            (pair, metric)
            for pair, metric in self.small
            if self._verdict("paired", pair.b, pair.a, metric) == "CI excludes 0"
        ]

    @property
    def tested(self) -> list[str]:
        """The numbers of speakers on which plans were tested, as parts of keys, from the fewest."""
        return sorted(dict.fromkeys(names[0] for names in self._tested), key=_number)

    @property
    def tested_eers(self) -> list[str]:
        """The EERs at which they were tested, as parts of keys, from the lowest."""
        return sorted(dict.fromkeys(names[1] for names in self._tested), key=_number)

    @property
    def _tested(self) -> list[tuple[str, ...]]:
        prefix = key(self.results.study, "plan_tested") + "/"
        return [parts(entry.key)[-2:] for entry in self.results.ledger if entry.key.startswith(prefix)]

    @property
    def too_narrow(self) -> bool:
        """Tell whether most foretold widths are smaller than the simulated ones."""
        below = [
            (self._value("plan_tested", *names) or 0.0) < (self._value("plan_simulated", *names) or 0.0)
            for names in self._tested
        ]
        return 2 * sum(below) > len(below)

    @property
    def needs_more(self) -> str:
        """Say what would help the study more: `speakers` where most of the width stays with endless utterances."""
        own, least = (self._value("plan_width", self.speakers, name) for name in (OWN, ENDLESS))
        if own is None or least is None:
            return ""
        # Of the variance, which adds up, and not of the width.
        return "speakers" if 2 * least**2 > own**2 else "utterances"

    def _last(self, *names: str) -> list[str]:
        prefix = key(self.results.study, *names) + "/"
        return [parts(entry.key)[-1] for entry in self.results.ledger if entry.key.startswith(prefix)]


def _number(part: str) -> int:
    """Return the number in a part of a key such as `43_speakers` or `eer_15`."""
    return int("".join(sign for sign in part if sign.isdigit()))
