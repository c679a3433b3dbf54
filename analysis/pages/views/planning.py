"""What the chapter about the size of the next study chooses from the ledger and the verdicts."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from itertools import product

from markupsafe import Markup

from analysis.ledger import key, parts
from analysis.pages.charts.chart import ATTACKER_NAMES, METRIC_NAMES
from analysis.pages.kinds_of_interval import NAMES, foretold
from analysis.pages.markup import data, escape
from analysis.pages.views.chapter import ChapterView
from analysis.results import Pair

OWN, MORE, ENDLESS = "own", "four_times", "endless"
WIDTH, DIFFERENCE = "plan_width", "plan_difference"
TOO_SMALL = "too small"
A_LITTLE = 10.0
"""Percent of the speakers: fewer than that are few."""
ABOUT_HALF = (40.0, 60.0)
"""Percent: a share between these is called about half."""


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
    def columns(self) -> list[tuple[str, str]]:
        """The columns of the table: measure and number of utterances, where so many speakers tell them."""
        tried = product((WIDTH, DIFFERENCE), (OWN, MORE))
        return [(measure, name) for measure, name in tried if self._value(measure, self.speakers, name) is not None]

    @property
    def lines(self) -> list[str]:
        """The names of the numbers of trial utterances that something is foretold for."""
        return [
            name
            for name in self.utterances
            if any(self._value(measure, self.speakers, name) is not None for measure in (WIDTH, DIFFERENCE))
        ]

    @property
    def one_each(self) -> bool:
        """Tell whether speakers have one trial utterance each."""
        return self._value("setting", "plan", "utterances", OWN) == 1

    @property
    def untold(self) -> list[str]:
        """What other numbers of utterances would bring to which nobody can tell from so few speakers: measures."""
        return [
            measure
            for measure in (WIDTH, DIFFERENCE)
            if self._value(measure, self.speakers, OWN) is not None and (measure, MORE) not in self.columns
        ]

    def single(self, measure: str) -> bool:
        """Tell whether a measure is foretold from one anonymizer or pair alone."""
        entry = self.results.ledger.get(key(self.results.study, measure, self.speakers, OWN))
        return entry is not None and entry.n == 1

    @property
    def usual(self) -> list[str]:
        """The numbers of speakers that test sets of this field have, the fewest and the most, as parts of keys."""
        found = [self._value("setting", "plan", "usual", name) for name in ("least", "most")]
        sizes = [f"{size:.0f}" for size in found if size is not None]
        return sizes if len(sizes) == 2 and all(size in self.sizes for size in sizes) else []

    def fewest_do(self, points: str) -> bool:
        """Tell whether the fewest speakers that are planned for see a difference."""
        return self._value("plan_speakers", points, OWN) == self._value("setting", "plan", "fewest")

    @property
    def points(self) -> list[str]:
        """The differences that some number of speakers sees, as they stand in keys, from the smallest."""
        tried = sorted(self._last("setting", "plan", "points"), key=float)
        return [points for points in tried if self._value("plan_speakers", points, OWN) is not None]

    @property
    def differences(self) -> bool:
        """Tell whether differences are foretold: some pair is registered."""
        return self._value(DIFFERENCE, self.speakers, OWN) is not None

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
        return self._of("plan_tested", 2)

    @property
    def power_rows(self) -> list[tuple[str, str]]:
        """The settings in which foretold power was tested: speakers and EER as parts of keys."""
        found = dict.fromkeys(names[:2] for names in self._of("plan_power", 3))
        return sorted(found, key=lambda names: (_number(names[1]), _number(names[0])))

    @property
    def power_points(self) -> list[str]:
        """The true differences for which it was, as parts of keys, from the smallest."""
        return sorted(dict.fromkeys(names[2] for names in self._of("plan_power", 3)), key=_number)

    @property
    def hopeful(self) -> str:
        """Say whether the middle of all settings takes more speakers than plans say: a `little` or `much`, or not."""
        more = self._value("plan_more", "usual") or 0.0
        return "" if round(more) < 1 else "little" if more < A_LITTLE else "much"

    @property
    def share(self) -> str:
        """Say what makes an interval wide: `speakers`, `utterances`, or `both` about alike; nothing if it is not told.

        Of its variance, in which parts add up, and not of its width.
        """
        share, least, most = self._value("plan_share"), *ABOUT_HALF
        if share is None:
            return ""
        return "both" if least <= share <= most else "speakers" if share > most else "utterances"

    @property
    def place(self) -> Markup:
        """The study's folder as a word of a command, for any shell of a Unix system."""
        return data(shlex.quote(f"data/{self.results.study}"))

    @property
    def asked_difference(self) -> str:
        """The difference, as in keys, that a command asks for: one in the middle of those that are seen."""
        tried = self.points or sorted(self._last("setting", "plan", "points"), key=float)
        return tried[len(tried) // 2] if tried else ""

    @property
    def asked_pair(self) -> list[Markup]:
        """The two systems whose difference a command asks for where no pair is registered; none where there are not."""
        systems = [
            system.id
            for system in self.results.systems
            if system.id != self.results.reference
            and self._value("width", self.kind, system.id, self.attacker) is not None
        ]
        return [data(shlex.quote(system)) for system in systems[:2]] if len(systems) > 1 else []

    def _of(self, measure: str, names: int) -> list[tuple[str, ...]]:
        """Return the last so many parts of every key of a measure."""
        prefix = key(self.results.study, measure) + "/"
        return [parts(entry.key)[-names:] for entry in self.results.ledger if entry.key.startswith(prefix)]

    def _last(self, *names: str) -> list[str]:
        prefix = key(self.results.study, *names) + "/"
        return [parts(entry.key)[-1] for entry in self.results.ledger if entry.key.startswith(prefix)]


def _number(part: str) -> int:
    """Return the number in a part of a key such as `43_speakers` or `eer_15`."""
    return int("".join(sign for sign in part if sign.isdigit()))
