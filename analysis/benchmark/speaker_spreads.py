"""How far the EERs of single speakers spread under each attack, and how far they would if all speakers were alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy

from analysis.benchmark.pair_tests import HOLDS
from analysis.benchmark.speaker_family import Case, family_rows
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry
from analysis.measures import Alike
from analysis.study.trials import FILE as TRIALS

OWN_EER = "line rule over the trials that enroll the speaker"
SEVERAL = "trials share utterances"
ROUND_FROM = 3
"""So many cases or more that chance would bring are told without decimals."""
ALIKE = "each target trial drawn from those of all speakers, by its standing among the speaker's non-target trials"


def spread_rows(bench: Workbench, names: Case, source: str, eers: numpy.ndarray, law: Alike | None) -> Iterator[Entry]:
    """Yield the spread, the one that alike speakers would have, and the probability of so large a one by chance.

    eers: (speakers,), in percent; law: None where it cannot be said what would be if all were alike.
    """
    spread = standard_deviation(eers)
    for name, value, unit, decimals, what in (
        ("speaker_spread", spread, "percentage points", 1,
         f"standard deviation of the EER over the speakers; {OWN_EER}"),
        ("speaker_spread_alike", law and law.spread, "percentage points", 1,
         f"standard deviation expected if all speakers were alike; {ALIKE}"),
        ("speaker_spread_chance", law and law.chance_of_spread(spread), "probability", 3,
         f"probability of so large a standard deviation, or a larger one, if all speakers were alike; {ALIKE}; "
         "chi-square with the degrees of freedom of Box"),
    ):  # fmt: skip
        yield bench.recomputed((name, *names), value, unit, decimals, source, what, n=len(eers), missing=SEVERAL)


def spread_counts(
    bench: Workbench, judged: Mapping[Case, tuple[numpy.ndarray, Alike]], verdicts: dict[str, str]
) -> Iterator[Entry]:
    """Yield in how many attacks the EERs spread more than those of alike speakers, and how often chance would do it.

    `verdicts` gets in which of them they do so beyond chance after Holm's adjustment over all of them.
    """
    level = bench.benchmark.settings.level
    spreads = {case: standard_deviation(eers) for case, (eers, _) in judged.items()}
    laws = {case: law for case, (_, law) in judged.items()}
    chances = {case: law.chance_of_spread(spreads[case]) for case, law in laws.items()}
    beyond = {case: chance <= 1 - level for case, chance in chances.items()}
    wider = "attacks in which the EERs of speakers spread more than is expected if all were alike"
    half = sum(law.chance_of_spread(law.spread) for law in laws.values() if law.spread > 0)
    for names, value, decimals, what in (
        (("count", "spread_wider"), sum(spreads[case] > law.spread for case, law in laws.items()), 0, wider),
        (("expected", "spread_wider"), half, 0 if half >= ROUND_FROM else 1, f"{wider}, by chance"),
        (("count", "spread_beyond"), sum(beyond.values()), 0,
         "attacks in which the EERs of speakers spread more than chance makes them if all were alike"),
        (("expected", "spread_beyond"), (1 - level) * len(laws), 1, "such attacks that chance brings at most"),
    ):  # fmt: skip
        yield bench.recomputed(names, value, "count", decimals, TRIALS, what, n=len(laws))
    what = "probability of so large a spread of the speakers' EERs, or a larger one, if all were alike"
    yield from family_rows(bench, "spread", chances, beyond, TRIALS, what, verdicts)
    for attacker in ATTACKERS:
        some = [case for case in chances if case[1] == attacker]
        if some:
            held = sum(verdicts.get(bench.key("spread_holds", *case)) == HOLDS for case in some)
            yield bench.recomputed(
                ("count", "spread_holds", attacker), held, "count", 0, TRIALS,
                "attacks of this attacker in which the spread is beyond chance after Holm's adjustment", n=len(some),
            )  # fmt: skip


def standard_deviation(eers: numpy.ndarray) -> float:
    """Return that of the speakers' EERs, for a sample: in percentage points."""
    return float(eers.std(ddof=1))
