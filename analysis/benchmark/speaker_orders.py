"""Whether the same speakers are exposed by every system: orders of the speakers, held against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy

from analysis.benchmark.exposed import BEYOND, LISTED, OWN_EER, WITHIN, Exposed
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry, key
from analysis.measures import chance_of_as_many, concordance

EERS = "EERs of every speaker"
MOST_NAMED = 3
"""Where more speakers than these stand equally often among the most exposed, nobody is named."""


def speaker_orders(bench: Workbench, cases: Sequence[Exposed]) -> tuple[list[Entry], dict[str, str]]:
    """Return for each attacker how far the anonymizers agree about who is exposed, and who is so most often."""
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    for attacker in ATTACKERS:
        some = [one for one in cases if one.attacker == attacker and one.system != bench.benchmark.reference]
        entries += _agreement(bench, attacker, some, verdicts)
        entries += _most_often(bench, attacker, [one for one in some if one.listed], verdicts)
    return entries, verdicts


def _agreement(bench: Workbench, attacker: str, cases: Sequence[Exposed], verdicts: dict[str, str]) -> Iterator[Entry]:
    found = concordance(numpy.array([one.rates["eer"] for one in cases])) if cases else None
    if found is None:
        return
    method = f"Spearman's rho of the speakers' EERs of two systems; {OWN_EER}"
    for name, value in (("mean", found.mean), ("lowest", found.lowest), ("highest", found.highest)):
        yield bench.recomputed(
            ("speaker_order", attacker, name), value, "correlation", 2, EERS,
            f"{name} over {found.pairs:,} pairs of systems: {method}", n=found.speakers,
        )  # fmt: skip
    for name, value, what in (
        ("speaker_orders", found.systems, "systems compared"), ("speaker_order_pairs", found.pairs, "pairs of systems"),
    ):  # fmt: skip
        yield bench.recomputed(("count", name, attacker), value, "count", 0, EERS, what)
    yield bench.recomputed(
        ("speaker_order_chance", attacker), found.p, "probability", 3, EERS,
        "Friedman's test: probability of so much agreement, or more, if the orders have nothing to do with each other",
        n=found.speakers,
    )  # fmt: skip
    agree = found.p <= 1 - bench.benchmark.settings.level
    verdicts[bench.key("speaker_order", attacker)] = BEYOND if agree else WITHIN


def _most_often(bench: Workbench, attacker: str, cases: Sequence[Exposed], verdicts: dict[str, str]) -> Iterator[Entry]:
    """Yield how often the speaker stands among the most exposed who does so most often, and how often by chance."""
    speakers = max((len(one.order) for one in cases), default=0)
    if len(cases) < 2 or speakers <= LISTED:
        return
    often = Counter(speaker for one in cases for speaker in one.listed)
    most = max(often.values())
    named = sorted(speaker for speaker, times in often.items() if times == most)
    if len(named) <= MOST_NAMED:
        verdicts[bench.key("exposed_most_often", attacker)] = key(*(bench.benchmark.speakers[one] for one in named))
    yield bench.recomputed(
        ("count", "exposed_most_often", attacker), most, "count", 0, EERS,
        f"largest number of systems in which one speaker is among the {LISTED} with the lowest EER", n=len(cases),
    )  # fmt: skip
    yield bench.recomputed(
        ("count", "exposed_as_often", attacker), len(named), "count", 0, EERS, "speakers who are so that often"
    )
    # Of every system LISTED of the speakers are drawn at random: how many are then drawn so often is expected.
    expected = speakers * chance_of_as_many(most, len(cases), LISTED / speakers)
    yield bench.recomputed(
        ("expected", "exposed_as_often", attacker), expected, "count", 1 if expected >= 1 else 3, EERS,
        "speakers who would be so that often, or more often, if the systems had nothing to do with each other",
        n=speakers,
    )  # fmt: skip
    # That anybody is drawn so often has at most the probability of the number of speakers that is expected.
    rare = expected <= 1 - bench.benchmark.settings.level
    verdicts[bench.key("most_often", attacker)] = BEYOND if rare else WITHIN
