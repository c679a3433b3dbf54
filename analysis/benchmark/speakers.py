"""What one EER for all speakers hides: who remains exposed, whether by every system, and who makes the interval."""

from __future__ import annotations

import numpy

from analysis.benchmark.exposed import (
    BY_HALF,
    LISTED,
    SMALLEST_P,
    Exposed,
    exposed,
    exposed_counts,
    exposed_rows,
    exposed_verdicts,
)
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.speaker_influence import (
    NARROWED_LITTLE,
    Influence,
    influence_limits,
    influence_rows,
    influence_verdicts,
)
from analysis.benchmark.speaker_orders import speaker_orders
from analysis.benchmark.speaker_table import speaker_table
from analysis.benchmark.workbench import Workbench, percent_text
from analysis.ledger import Entry
from analysis.results import Spread

TABLE = "speakers.csv"


def speakers(measured: Measured) -> Part:
    """Return the EERs of the most exposed speakers, who moves the EERs of all, and the table of every speaker.

    Nothing where no attack has two speakers with an EER of their own. The ledger holds a few rows an attack however
    many speakers there are.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    bench = measured.bench
    cases = exposed(measured)
    if not cases:
        return Part()
    verdicts: dict[str, str] = {}
    entries = [*_settings(bench), *exposed_counts(bench, cases, verdicts)]
    attacks = [_influence(measured, case) for case in cases]
    for case, of in zip(cases, attacks, strict=True):
        entries += [*exposed_rows(bench, case), *influence_rows(bench, of)]
        verdicts |= exposed_verdicts(bench, case) | influence_verdicts(bench, of)
    entries += influence_limits(bench, attacks, verdicts)
    compared, said = speaker_orders(bench, cases)
    spreads = tuple(
        Spread(bench.key("speaker_spread", case.system, case.attacker), tuple(case.rates["eer"][case.order].tolist()))
        for case in cases
    )
    tables = {TABLE: speaker_table(bench, attacks)}
    return Part((*entries, *compared), verdicts | said, tables=tables, spreads=spreads)


def _influence(measured: Measured, case: Exposed) -> Influence:
    drawn = measured.resamples[case.system, case.attacker]
    # Who takes part in no trial of the list can be left out of none.
    return Influence(case, numpy.where(measured.taking_part, drawn["without"], numpy.nan), drawn["joint"])


def _settings(bench: Workbench) -> list[Entry]:
    level = bench.benchmark.settings.level
    return [
        Entry(bench.key("setting", name), value, unit, decimals, "shipped", "defaults", method)
        for name, value, unit, decimals, method in (
            ("speakers_listed", LISTED, "count", 0, "most speakers that are named a system and attacker"),
            ("smallest_p", SMALLEST_P, "probability", 3, "a smaller probability is only said to be below it"),
            (
                "chance_limit",
                1 - level,
                "probability",
                2 + len(percent_text(level).partition(".")[2]),
                "a larger p is within chance",
            ),
            ("narrowed_little", NARROWED_LITTLE, "percent", 0, "what narrows by less hardly hangs on one speaker"),
            ("order_by_half", BY_HALF, "correlation", 1, "below it one order tells little about another"),
        )
    ]
