"""The table of every speaker under every attack, `speakers.csv`."""

from __future__ import annotations

from collections.abc import Sequence

import numpy
import polars

from analysis.benchmark.speaker_influence import Influence
from analysis.benchmark.tables import three_decimals
from analysis.benchmark.workbench import Workbench
from analysis.measures import binomial_interval

COLUMNS = (
    "system", "attacker", "speaker", "gender", "n_target", "n_nontarget", "eer", "eer_ci_low", "eer_ci_high",
    "n_accepted", "accepted", "accepted_ci_low", "accepted_ci_high", "eer_without", "variance_share",
)  # fmt: skip


def speaker_table(bench: Workbench, attacks: Sequence[Influence]) -> polars.DataFrame:
    """Return one row a system, attacker and speaker with a trial; rates in percent, three decimals, empty = missing."""
    people = bench.benchmark.utterances
    rows = []
    for of in attacks:
        rates = of.case.rates
        share, accepted, targets = 100 * of.shares, rates["accepted"], rates["targets"]
        with numpy.errstate(invalid="ignore"):
            rate = 100 * accepted / targets
        edges = [100 * edge for edge in binomial_interval(accepted, targets, bench.benchmark.settings.level)]
        sure = of.case.apart
        for one, speaker in enumerate(people.speakers):
            if not targets[one] + rates["nontargets"][one]:
                continue
            numbers = (
                rates["eer"][one], *((rates[edge][one] if sure else None) for edge in ("low", "high")),
                int(accepted[one]), rate[one], *((edge[one] if sure and targets[one] else None) for edge in edges),
                of.without[one], share[one],
            )  # fmt: skip
            rows.append(
                (of.case.system, of.case.attacker, speaker, people.genders[one] or None, str(targets[one]),
                 str(rates["nontargets"][one]), *map(_cell, numbers))
            )  # fmt: skip
    return polars.DataFrame(rows, schema=dict.fromkeys(COLUMNS, polars.String), orient="row")


def _cell(value: float | int | None) -> str | None:
    if isinstance(value, int):
        return str(value)
    return None if value is None or numpy.isnan(value) else three_decimals(float(value))
