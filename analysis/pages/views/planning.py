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
from analysis.pages.numbers import digits
from analysis.pages.views.chapter import ChapterView
from analysis.results import Pair

OWN, MORE, ENDLESS = "own", "four_times", "endless"
WIDTH, DIFFERENCE = "plan_width", "plan_difference"
TOO_SMALL = "too small"


FOUR = 3.5, 4.5
"""A ratio between these is some four times, as numbers of two digits can tell."""


@dataclass(frozen=True)
class PlanningView(ChapterView):
    """One study as this chapter sees it."""

    @property
    def attacker(self) -> str:
        """The attacker under which widths and differences are predicted, as in keys; empty where nothing is."""
        return self._verdict("plan", "attacker")

    @property
    def kind(self) -> str:
        """The kind of interval whose width is predicted, as keys call it."""
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
        """The names of the numbers of trial utterances that something is predicted for."""
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
        """Tell whether a measure is predicted from one anonymizer or pair alone."""
        entry = self.results.ledger.get(key(self.results.study, measure, self.speakers, OWN))
        return entry is not None and entry.n == 1

    def ranges(self, measure: str) -> bool:
        """Tell whether the extremes of a measure over systems or pairs differ as they are printed."""
        edges = [
            self.results.ledger.get(key(self.results.study, f"{measure}_{end}", self.speakers, OWN))
            for end in ("least", "most")
        ]
        printed = {digits(edge.value, edge.decimals) for edge in edges if edge is not None and edge.value is not None}
        return not self.single(measure) and len(printed) > 1

    @property
    def usual(self) -> str:
        """The fewest speakers that test sets of this field have, as in keys; nothing where it is the own number."""
        size = self._value("setting", "plan", "usual", "least")
        found = "" if size is None else f"{size:.0f}"
        return found if found in self.sizes and found != self.speakers else ""

    def fewest_do(self, points: str) -> bool:
        """Tell whether the fewest speakers that are planned for detect a difference."""
        return self._value("plan_speakers", points, OWN) == self._value("setting", "plan", "fewest")

    @property
    def quarters(self) -> bool:
        """Tell whether half a difference takes about four times the speakers, wherever one tried is half of another."""
        needed = {
            float(points): float(self._value("plan_speakers", points, OWN) or 0.0)
            for points in self.points if not self.fewest_do(points)
        }  # fmt: skip
        ratios = [needed[half] / needed[2 * half] for half in needed if 2 * half in needed]
        return bool(ratios) and all(FOUR[0] <= ratio <= FOUR[1] for ratio in ratios)

    @property
    def fewest_do_example(self) -> bool:
        """Tell whether they give the width of the command that can be tried."""
        return self._value("plan_example", "speakers") == self._value("setting", "plan", "fewest")

    @property
    def points(self) -> list[str]:
        """The differences that some number of speakers detects, as they stand in keys, from the smallest."""
        tried = sorted(self._last("setting", "plan", "points"), key=float)
        return [points for points in tried if self._value("plan_speakers", points, OWN) is not None]

    @property
    def differences(self) -> bool:
        """Tell whether differences are predicted: that of some registered pair varies."""
        return self._value(DIFFERENCE, self.speakers, OWN) is not None

    @property
    def rows(self) -> list[tuple[Pair, str, bool]]:
        """Registered differences held against the smallest that is detected: pair, metric, whether too small."""
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
        """The registered differences that are smaller than the smallest that is detected."""
        return [(pair, metric) for pair, metric, small in self.rows if small]

    def _excludes(self, pair: Pair, metric: str) -> bool:
        return self._verdict("paired", pair.b, pair.a, metric) == "CI excludes 0"

    @property
    def found_all_the_same(self) -> list[tuple[Pair, str]]:
        """Those among them whose interval excludes zero."""
        return [(pair, metric) for pair, metric in self.small if self._excludes(pair, metric)]

    @property
    def holds_zero(self) -> bool:
        """Tell whether the interval of one of them holds zero."""
        return len(self.found_all_the_same) < len(self.small)

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
        """The settings in which predicted power was tested: speakers and EER as parts of keys."""
        found = dict.fromkeys(names[:2] for names in self._of("plan_power", 3))
        return sorted(found, key=lambda names: (_number(names[1]), _number(names[0])))

    @property
    def power_points(self) -> list[str]:
        """The true differences for which it was, as parts of keys, from the smallest."""
        return sorted(dict.fromkeys(names[2] for names in self._of("plan_power", 3)), key=_number)

    @property
    def hopeful(self) -> bool:
        """Tell whether the middle of all settings takes more speakers than plans say."""
        return round(self._value("plan_more", "usual") or 0.0) >= 1

    @property
    def timid(self) -> bool:
        """Tell whether some predicted power is less than an exact interval has even where nothing differs."""
        alarm = self._value("covered_design", "alarm") or 0.0
        powers = [self._value("plan_power", *names) for names in self._of("plan_power", 3)]
        return any(power is not None and power < alarm for power in powers)

    @property
    def power_beyond(self) -> bool:
        """Tell whether the power that is planned for lies above all that was tested."""
        return (self._value("setting", "plan", "power") or 0.0) > (self._value("plan_found_most") or 100.0)

    @property
    def power_here(self) -> str:
        """The largest of those differences, as in keys of the power of this study's own pairs; nothing if not there."""
        largest = str(_number(self.power_points[-1])) if self.power_points else ""
        return largest if self._value("plan_power_own", largest) is not None else ""

    @property
    def farthest(self) -> tuple[str, str] | None:
        """The setting, as in keys, whose predicted width lies farthest from the simulated; none where all are near."""
        near = self._value("setting", "plan", "near") or 0.0
        off = {where: abs(100 * ratio - 100) for where in self._tested if (ratio := self._ratio(*where)) is not None}
        size, eer = max(off, key=off.__getitem__, default=("", ""))
        return (size, eer) if off and off[size, eer] > near else None

    def _ratio(self, *where: str) -> float | None:
        predicted, simulated = (self._value(measure, *where) for measure in ("plan_tested", "plan_simulated"))
        return predicted / simulated if predicted is not None and simulated else None

    def reach(self, measure: str) -> list[str]:
        """The fewest and the most speakers with which a measure was tested, as parts of keys; nothing if it was not."""
        sizes = self.tested if measure == WIDTH else [size for size, _ in self.power_rows]
        return sorted({sizes[0], sizes[-1]}, key=_number) if sizes else []

    def beyond(self, measure: str, size: str, name: str) -> bool:
        """Tell whether plans of such a size, with so many utterances, lie beyond what they were tested on."""
        reach = [_number(one) for one in self.reach(measure)]
        each, tested = (
            self._value("setting", "plan", "utterances", name),
            self._value("covered_design", "trial_utterances"),
        )
        if not reach or each is None or tested is None:
            return False
        return round(each) != round(tested) or not min(reach) <= int(size) <= max(reach)

    @property
    def within(self) -> bool:
        """Tell whether some cell of the table lies within what was tested."""
        return any(not self.beyond(measure, size, name) for measure, name in self.columns for size in self.sizes)

    def set_apart(self, measure: str, size: str, name: str, shown: Markup) -> Markup:
        """A cell of the table: in italics where some cells were tested and this one was not."""
        return Markup("*{}*").format(shown) if self.within and self.beyond(measure, size, name) else shown

    @property
    def place(self) -> Markup:
        """The study's folder as a word of a command, for any shell of a Unix system."""
        return data(shlex.quote(f"data/{self.results.study}"))

    @property
    def asked_difference(self) -> str:
        """The difference, as in keys, that a command asks for: one in the middle of those that are detected."""
        tried = self.points or sorted(self._last("setting", "plan", "points"), key=float)
        return tried[len(tried) // 2] if tried else ""

    @property
    def asked_pair(self) -> list[Markup]:
        """The two systems whose difference a command asks for where none is predicted; none where no two have one."""
        asked = self._verdict("plan", "asked")
        return [data(shlex.quote(system)) for system in parts(asked)] if asked else []

    def _of(self, measure: str, names: int) -> list[tuple[str, ...]]:
        """Return the last so many parts of every key of a measure."""
        return [parts(entry.key)[-names:] for entry in self.results.ledger.below(self.results.study, measure)]

    def _last(self, *names: str) -> list[str]:
        return [parts(entry.key)[-1] for entry in self.results.ledger.below(self.results.study, *names)]


def _number(part: str) -> int:
    """Return the number in a part of a key such as `43_speakers` or `eer_15`."""
    return int("".join(sign for sign in part if sign.isdigit()))
