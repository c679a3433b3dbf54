"""Who remains exposed: the speakers with the lowest EERs under each attack, and what chance alone would make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy

from analysis.benchmark.measured import Measured
from analysis.benchmark.speaker_family import family_rows
from analysis.benchmark.speaker_rates import speaker_rates
from analysis.benchmark.speaker_spreads import ALIKE, OWN_EER, SEVERAL, spread_counts, spread_rows
from analysis.benchmark.workbench import ATTACKERS, Workbench, percent_text
from analysis.ledger import Entry, key
from analysis.measures import Alike, binomial_interval, lowest_if_alike
from analysis.study.trials import FILE as TRIALS

LISTED = 3
"""So many speakers are named a system and attacker."""
BY_HALF = 0.5
"""Where two orders agree by less than this rho, knowing the one tells little about the other."""
SMALLEST_P = 0.001
BEYOND, WITHIN = "beyond chance", "within chance"
MOST_WITHOUT_DECIMALS = 100
"""With so many target trials at most, one of them moves a speaker's EER by a percent or more: no decimals."""


@dataclass(frozen=True)
class Exposed:
    """The enrolled speakers of one system under one attacker.

    Attributes:
        entry: the headline EER.
        rates: what `speaker_rates` found, by name, (speakers,) each but `standings`.
        apart: whether no two target trials of an enrolled speaker share their utterance; else they are not as
            independent as an exact interval needs them.
    """

    system: str
    attacker: str
    entry: Entry
    rates: Mapping[str, numpy.ndarray]
    apart: bool

    @cached_property
    def order(self) -> list[int]:
        """Return the speakers that have an EER, the most exposed first.

        Of equal EERs that one comes first whose target trials stand higher, then in the order of the speakers.
        """
        known = numpy.flatnonzero(~numpy.isnan(self.rates["eer"]))
        return known[numpy.lexsort((known, self.rates["standing"][known], self.rates["eer"][known]))].tolist()

    @cached_property
    def shared(self) -> int:
        """Return how many speakers are as exposed as the first one, who is among them."""
        first = self.order[0]
        return sum(
            all(self.rates[name][one] == self.rates[name][first] for name in ("eer", "standing")) for one in self.order
        )

    @property
    def listed(self) -> list[int]:
        """Return the speakers that are named; none where more than are named are exposed alike."""
        return self.order[:LISTED] if self.shared <= LISTED else []

    @cached_property
    def alike(self) -> Alike | None:
        """Return what the lowest EER would be if all speakers were alike; None where that cannot be said."""
        if not self.apart or len(self.order) < 2:
            return None
        return lowest_if_alike(self.rates["standings"], self.rates["targets"][self.order])

    @cached_property
    def decimals(self) -> int:
        """Return with how many decimals an EER of a speaker is shown: none where one trial is worth a percent."""
        return 0 if self.rates["targets"][self.order].min() <= MOST_WITHOUT_DECIMALS else 1

    @property
    def eers(self) -> numpy.ndarray:
        """Return the EERs that there are, the lowest first, in percent."""
        return self.rates["eer"][self.order]

    def beyond(self, level: float) -> bool:
        """Tell whether the lowest EER is lower than it would be if all speakers were alike."""
        return self.alike is not None and self.rates["eer"][self.order[0]] < self.alike.edges(level)[0]


def exposed(measured: Measured) -> list[Exposed]:
    """Return every attack in which two speakers at least have an EER of their own.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    bench = measured.bench
    apart = _apart(bench)
    found = []
    for system in bench.benchmark.systems:
        for attacker in ATTACKERS if system.has_files else ():
            rates = speaker_rates(bench, system.id, attacker)
            if rates is not None and (~numpy.isnan(rates["eer"])).sum() > 1:
                entry = measured.ledger[bench.key("eer", system.id, attacker, bench.headline)]
                found.append(Exposed(system.id, attacker, entry, rates, apart))
    return found


def _apart(bench: Workbench) -> bool:
    trials = bench.benchmark.trials
    if trials.by_utterance:
        return False
    own = trials.frame.filter(trials.frame["is_target"].to_numpy() & bench.benchmark.lists[bench.headline].mask)
    return not own.select("enroll", "utterance").is_duplicated().any()


def exposed_rows(bench: Workbench, case: Exposed) -> Iterator[Entry]:
    """Yield the EERs of the named speakers, how often the first is accepted, and what chance makes of the lowest."""
    names, source, level = (case.system, case.attacker), case.entry.source, bench.benchmark.settings.level
    eer, low, high, targets = (case.rates[name] for name in ("eer", "low", "high", "targets"))
    speakers = bench.benchmark.speakers
    exact = f"no interval: {SEVERAL}"
    if case.apart:
        exact = f"exact {percent_text(level)} % interval from the speaker's target trials"
    for one in case.listed:
        row = bench.recomputed(
            ("speaker_eer", *names, speakers[one]), eer[one], "percent", case.decimals, source, f"{OWN_EER}; {exact}",
            n=int(targets[one]),
        )  # fmt: skip
        yield _between(row, (low[one], high[one])) if case.apart else row
    if case.listed:
        first = case.order[0]
        hits, of = int(case.rates["accepted"][first]), int(targets[first])
        row = bench.recomputed(
            ("speaker_accepted", *names, speakers[first]), 100 * hits / of, "percent", 0, source,
            f"target trials at or above the threshold of the EER of all speakers; {exact}", n=of,
        )  # fmt: skip
        at_least, at_most = (100 * float(edge) for edge in binomial_interval(hits, of, level))
        yield _between(row, (at_least, at_most)) if case.apart else row
    everybody = int(targets.sum())
    yield bench.recomputed(
        ("speaker_accepted_all", *names), 100 * int(case.rates["accepted"].sum()) / everybody, "percent", 0, source,
        "target trials of all speakers at or above the threshold of their EER", n=everybody,
    )  # fmt: skip
    if case.shared > 1:
        yield bench.recomputed(
            ("count", "lowest_shared", *names), case.shared, "count", 0, source,
            "speakers with the lowest EER whose trials stand alike", n=len(case.order),
        )  # fmt: skip
    yield bench.recomputed(
        ("speaker_eer_lowest", *names), eer[case.order[0]], "percent", case.decimals, source,
        f"lowest EER of a speaker; {OWN_EER}", n=len(case.order),
    )  # fmt: skip
    yield from _lowest_by_chance(bench, case)
    yield from spread_rows(bench, names, source, case.eers, case.alike)


def _lowest_by_chance(bench: Workbench, case: Exposed) -> Iterator[Entry]:
    names, source, level = (case.system, case.attacker), case.entry.source, bench.benchmark.settings.level
    law = case.alike
    row = bench.recomputed(
        ("speaker_lowest_alike", *names), None if law is None else law.lowest(0.5), "percent", case.decimals, source,
        f"median of the lowest EER if all speakers were alike, with {percent_text(level)} % of its law; {ALIKE}",
        n=len(case.order), missing=SEVERAL,
    )  # fmt: skip
    yield row if law is None else _between(row, law.edges(level))
    lowest = float(case.rates["eer"][case.order[0]])
    yield bench.recomputed(
        ("speaker_lowest_chance", *names), None if law is None else law.chance(lowest), "probability", 3,
        source, f"probability of so low an EER, or a lower one, of some speaker if all were alike; {ALIKE}",
        n=len(case.order), missing=SEVERAL,
    )  # fmt: skip


def exposed_verdicts(bench: Workbench, case: Exposed) -> dict[str, str]:
    """Return who is named, and whether the lowest is beyond what chance makes of it."""
    names, speakers = (case.system, case.attacker), bench.benchmark.speakers
    found = {}
    if case.listed:
        found[bench.key("exposed", *names)] = key(*(speakers[one] for one in case.listed))
    if case.alike is not None:
        beyond = case.beyond(bench.benchmark.settings.level)
        found[bench.key("lowest_speaker", *names)] = BEYOND if beyond else WITHIN
    return found


def exposed_counts(bench: Workbench, cases: list[Exposed], verdicts: dict[str, str]) -> Iterator[Entry]:
    """Yield in how many attacks the lowest and the spread are beyond chance, and how many chance alone would bring.

    `verdicts` gets in which of them the lowest is so after Holm's adjustment over all of them.
    """
    # What the ignorant and the lazy attacker do to the reference is the same, and counts once.
    again = bench.benchmark.reference, "lazy"
    judged = [case for case in cases if case.alike is not None and (case.system, case.attacker) != again]
    if not judged:
        return
    level = bench.benchmark.settings.level
    for names, value, decimals, what in (
        (("count", "lowest_beyond"), sum(case.beyond(level) for case in judged), 0,
         "attacks in which the lowest EER of a speaker lies below what it would be if all were alike"),
        (("expected", "lowest_beyond"), (1 - level) / 2 * len(judged), 1,
         "such attacks that chance brings at most if all speakers are alike in each"),
    ):  # fmt: skip
        yield bench.recomputed(names, value, "count", decimals, TRIALS, what, n=len(judged))
    chances = {
        (case.system, case.attacker): case.alike.chance(float(case.rates["eer"][case.order[0]]))  # type: ignore[union-attr]
        for case in judged
    }
    beyond = {(case.system, case.attacker): case.beyond(level) for case in judged}
    what = "probability of so low an EER of some speaker, or a lower one, if all were alike"
    yield from family_rows(bench, "lowest", chances, beyond, TRIALS, what, verdicts)
    laws = {(case.system, case.attacker): (case.eers, case.alike) for case in judged if case.alike is not None}
    yield from spread_counts(bench, laws, verdicts)


def _between(row: Entry, edges: tuple[float, float]) -> Entry:
    """Return a row with edges that rest on no draws."""
    return replace(row, ci_low=float(edges[0]), ci_high=float(edges[1]))
