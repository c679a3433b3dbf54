"""Who makes the interval: what an EER is without one speaker, and the shares of its variance."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy

from analysis.benchmark.exposed import BEYOND, WITHIN, Exposed
from analysis.benchmark.speaker_family import family_rows
from analysis.benchmark.workbench import Workbench
from analysis.ledger import Entry
from analysis.measures import (
    Interval,
    chance_of_largest_share,
    chance_of_so_even,
    holm,
    interval_without,
    largest_share_by_chance,
    percentile_interval,
    variance_shares,
)

SEVERAL_SHARES = 5
"""So many of the largest shares are added up."""
NARROWED_LITTLE = 25
"""An interval that narrows by less than so many percent without a speaker hardly hangs on that one."""
EVEN = "more even than chance"
NOT_MOVED = "no speaker moves the EER"
MOVED_ALIKE = "every speaker moves the EER alike"
TOO_FEW = "too few speakers to leave one out"
NO_DRAWS = "undefined in every such draw"


@dataclass(frozen=True)
class Influence:
    """One attack without each speaker, who is left out both as enrolled and as speaking.

    Attributes:
        case: the attack.
        without: (speakers,), the EER without each, in percent, NaN where undefined.
        samples: (draws,), the EER in each joint draw of the speakers.
    """

    case: Exposed
    without: numpy.ndarray
    samples: numpy.ndarray

    @property
    def shares(self) -> numpy.ndarray:
        """Return what each speaker adds to the jackknife's variance: (speakers,), NaN where undefined."""
        return variance_shares(self.without)

    @property
    def largest(self) -> int | None:
        """Return the speaker with the largest share; None where no share is told, for the reason in `untold`."""
        shares = self.shares
        return None if numpy.isnan(shares).all() else int(numpy.nanargmax(shares))

    @property
    def untold(self) -> str:
        """Return why nobody has a share: all moves are zero, all are equal, or there are no two; empty if told."""
        known = self.without[~numpy.isnan(self.without)]
        if self.largest is not None:
            return ""
        if len(known) < 2:
            return TOO_FEW
        # Both are ratios of counts, of more and of fewer trials: equal ones may differ by a last bit.
        return NOT_MOVED if numpy.allclose(known, self.case.entry.value, rtol=0, atol=1e-9) else MOVED_ALIKE

    @property
    def moved(self) -> float:
        """Return how far the EER moves without the speaker with the largest share, in percentage points."""
        return abs(self.without[self.largest] - self.case.entry.value)

    def narrowed(self, bench: Workbench) -> float:
        """Return how much narrower the joint percentile interval is without that speaker, in percent; NaN if unknown.

        Negative where it is wider.
        """
        level = bench.benchmark.settings.level
        every, rest = percentile_interval(self.samples, level), self.rest(bench)
        if rest is None or not every.high > every.low:
            return float("nan")
        return 100 * (1 - (rest.high - rest.low) / (every.high - every.low))

    def rest(self, bench: Workbench) -> Interval | None:
        """Return the joint percentile interval of the draws without that speaker; None where there is none."""
        if self.largest is None:
            return None
        return interval_without(self.samples, bench.counts, self.largest, bench.benchmark.settings.level)


def influence_rows(bench: Workbench, of: Influence) -> Iterator[Entry]:
    """Yield the largest shares, and EER and the interval's width without the speaker who has the largest one."""
    names, source = (of.case.system, of.case.attacker), of.case.entry.source
    shares, largest = of.shares, of.largest
    known = numpy.sort(shares[~numpy.isnan(shares)])[::-1]
    jackknife = "share of the jackknife's variance, each speaker left out as enrolled and as speaking"
    for name, count in (("largest", 1), ("several", SEVERAL_SHARES)):
        yield bench.recomputed(
            ("speaker_share", *names, name), 100 * known[:count].sum() if len(known) else None, "percent", 1, source,
            f"{jackknife}; {'largest' if count == 1 else f'sum of the {SEVERAL_SHARES} largest'}",
            n=len(known) or None, missing=of.untold,
        )  # fmt: skip
    yield bench.recomputed(
        ("speaker_without", *names), None if largest is None else of.without[largest], "percent", 1, source,
        "EER, nearest rule, without the speaker with the largest share, as enrolled and as speaking", missing=of.untold,
    )  # fmt: skip
    rest = of.rest(bench)
    yield bench.recomputed(
        ("speaker_width", *names), None if rest is None else rest.high - rest.low, "percentage points", 1, source,
        "width of the percentile interval of the draws without the speaker with the largest share; joint speaker "
        "bootstrap", n=None if rest is None else rest.used, missing=of.untold or NO_DRAWS,
    )  # fmt: skip


def influence_verdicts(bench: Workbench, of: Influence) -> dict[str, str]:
    """Return who has the largest share, and whether it is larger than chance makes one."""
    largest, shares = of.largest, of.shares
    if largest is None:
        return {}
    names = (of.case.system, of.case.attacker)
    limit = largest_share_by_chance(int((~numpy.isnan(shares)).sum()), bench.benchmark.settings.level)
    found = {bench.key("influential", *names): bench.benchmark.speakers[largest]}
    if numpy.isfinite(limit):
        found[bench.key("largest_share", *names)] = BEYOND if shares[largest] > limit else WITHIN
    return found


def influence_limits(bench: Workbench, all_of: list[Influence], verdicts: dict[str, str]) -> Iterator[Entry]:
    """Yield how large the largest share is by chance at most, and in how many attacks it is larger.

    `verdicts` gets in which of them it is so after Holm's adjustment over all of them.
    """
    level = bench.benchmark.settings.level
    again = bench.benchmark.reference, "lazy"  # the same as the ignorant one
    counts: list[int] = []
    judged: list[Influence] = []
    chances: dict[tuple[str, str], float] = {}
    beyond: dict[tuple[str, str], bool] = {}
    for of in all_of:
        case = (of.case.system, of.case.attacker)
        if of.largest is None or case == again:
            continue
        judged.append(of)
        counts.append(int((~numpy.isnan(of.shares)).sum()))
        share = float(of.shares[of.largest])
        chances[case] = chance_of_largest_share(share, counts[-1])
        beyond[case] = share > largest_share_by_chance(counts[-1], level)
    if not counts:
        return
    yield from _effects(bench, judged)
    if max(counts) < 3:
        return
    # Where leaving somebody out leaves no EER, an attack has fewer shares; the limit of the most is the lowest.
    yield bench.recomputed(
        ("speaker_share_limit", "all"), 100 * largest_share_by_chance(max(counts), level), "percent", 1,
        "number of speakers", f"the largest share exceeds it in {100 * (1 - level):.10g} % of cases at most, if what "
        "single speakers do to the EER is normal", n=max(counts),
    )  # fmt: skip
    yield bench.recomputed(
        ("speaker_share_equal", "all"), 100 / max(counts), "percent", 1, "number of speakers",
        "share of each if all speakers moved the EER alike", n=max(counts),
    )  # fmt: skip
    for names, value, decimals, what in (
        (
            ("count", "share_beyond"),
            sum(beyond.values()),
            0,
            "attacks in which the largest share is larger than chance makes one",
        ),
        (("expected", "share_beyond"), (1 - level) * len(counts), 1, "such attacks that chance brings at most"),
    ):
        yield bench.recomputed(names, value, "count", decimals, "shares of every attack", what, n=len(counts))
    what = "probability of so large a share, or a larger one, if what single speakers do to the EER is normal"
    yield from family_rows(bench, "share", chances, beyond, "shares of every attack", what, verdicts)
    even = [chance_of_so_even(float(of.shares[of.largest]), count) for of, count in zip(judged, counts, strict=True)]
    for of, adjusted in zip(judged, holm(numpy.array(even)).tolist(), strict=True):
        if adjusted <= 1 - level:
            verdicts[bench.key("share_even", of.case.system, of.case.attacker)] = EVEN


def _effects(bench: Workbench, judged: list[Influence]) -> Iterator[Entry]:
    """Yield how far leaving out the speaker with the largest share moves an EER, and narrows an interval, at most."""
    who = "without the speaker with the largest share of its variance; largest of all attacks"
    narrowed = [value for value in (of.narrowed(bench) for of in judged) if not numpy.isnan(value)]
    for name, values, unit, decimals, what in (
        ("speaker_moved", [of.moved for of in judged], "percentage points", 1, f"how far an EER moves {who}"),
        ("speaker_narrowed", [max(value, 0.0) for value in narrowed], "percent", 0,
         f"how much narrower the percentile interval of the joint speaker bootstrap is {who}"),
    ):  # fmt: skip
        yield bench.recomputed(
            (name, "all"), max(values, default=None), unit, decimals, "EERs and draws of every attack", what,
            n=len(values), missing=NO_DRAWS,
        )  # fmt: skip
