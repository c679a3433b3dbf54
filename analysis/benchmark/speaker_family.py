"""All attacks at once: which single speakers still stand out where one among many attacks would by chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy

from analysis.benchmark.pair_tests import FAILS, HOLDS
from analysis.benchmark.workbench import Workbench
from analysis.ledger import Entry
from analysis.measures import holm

UNKNOWN = "too few speakers"
Case = tuple[str, str]
"""A system and an attacker."""


def family_rows(
    bench: Workbench, name: str, chances: Mapping[Case, float], beyond: Mapping[Case, bool], source: str, what: str,
    verdicts: dict[str, str],
) -> Iterator[Entry]:  # fmt: skip
    """Yield Holm's adjusted probabilities of one question, asked of every attack, and in how many attacks it holds.

    Rows: `speaker_<name>_holm/<system>/<attacker>` and `count/<name>_holds`. An attack holds whose adjusted
    probability is at most 1 - level; the verdicts say so, under `<name>_holds/<system>/<attacker>`, of each that does
    and of each that is beyond chance by itself. Attacks of one study share speakers and utterances; Holm's adjustment
    holds however they depend on each other.

    Args:
        name: of the question, as keys have it.
        chances: attack -> the probability by chance, of every attack that is judged.
        beyond: attack -> whether it is beyond chance when it is looked at alone.
        what: what the probability is of, for a method.
        verdicts: gets the words.
    """
    held = 0
    for case, adjusted in zip(chances, holm(numpy.array(list(chances.values()))).tolist(), strict=True):
        yield bench.recomputed(
            (f"speaker_{name}_holm", *case), None if numpy.isnan(adjusted) else adjusted, "probability", 3, source,
            f"{what}; Holm's adjustment over {len(chances)} attacks", n=len(chances), missing=UNKNOWN,
        )  # fmt: skip
        holds = adjusted <= 1 - bench.benchmark.settings.level
        held += holds
        if holds or beyond[case]:
            verdicts[bench.key(f"{name}_holds", *case)] = HOLDS if holds else FAILS
    yield bench.recomputed(
        ("count", f"{name}_holds"), held, "count", 0, source,
        f"attacks beyond chance after Holm's adjustment: {what}", n=len(chances),
    )  # fmt: skip
