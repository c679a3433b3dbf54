"""How many speakers the next study needs: foretold widths and smallest differences, from this study's own spread.

Keys, after `<study>/`, with S speakers and trial utterances a speaker by name (`half`, `own`, `twice`, `four_times`,
`endless`), under the attacker that the verdict `plan/attacker` names:

- `plan_width/<S>/<utterances>`, foretold width of an EER's interval, the median over the anonymizers; `..._least`,
  `..._most` the narrowest and the widest, for the study's own size;
- `plan_drawn/<kind>`, the median width of those anonymizers' intervals as the study's draws give them, of the kind
  whose width is foretold (`plan_tested.foretold_kind`);
- `plan_difference/<S>/<utterances>` (`_least`, `_most`), smallest difference that is seen, the median over the
  registered pairs;
- `plan_speakers/<points>/<utterances>`, fewest speakers with which a difference of so many points is seen;
- `plan_seen/<B>/<A>/<metric>`, smallest difference of a registered pair that a study of this size sees.

Verdicts: `plan/seen/<B>/<A>/<metric>` → `too small` | `large enough`, the difference that was found against it;
`plan/speakers` → the study's own number of speakers, as it stands in keys.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from statistics import median

import numpy

from analysis.benchmark.attack_units import attacker_files
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.plan_tested import foretold_kind, plan_tested
from analysis.benchmark.registered import Row, registered_rows
from analysis.benchmark.spreads import Spread, Spreads, spreads
from analysis.benchmark.workbench import ATTACKERS, Workbench, percent_text
from analysis.ledger import Entry
from analysis.measures import (
    Components,
    fewest_speakers,
    interval_width,
    ratio_influence,
    smallest_difference,
    standard_errors_apart,
    utterance_components,
)
from analysis.study.transcripts import FILE as TRANSCRIPTS

SPEAKERS = (10, 20, 29, 43, 80, 160, 320)
UTTERANCES = {"half": 0.5, "own": 1.0, "twice": 2.0, "four_times": 4.0}
ENDLESS = "endless"
POINTS = (1, 2, 3, 5)
POWER = 0.8
TOO_SMALL, LARGE_ENOUGH = "too small", "large enough"
NOT_SEEN = "more than anybody records"


@dataclass(frozen=True)
class Size:
    """A study's own size on its headline list: how many speakers, and trial utterances of each on average."""

    speakers: int
    utterances: float

    def each(self, name: str) -> float:
        """Return how many trial utterances a speaker has under a name: whole numbers, but for the study's own."""
        if name == ENDLESS:
            return math.inf
        return self.utterances if name == "own" else float(max(round(self.utterances * UTTERANCES[name]), 1))


def planning(measured: Measured) -> Part:
    """Return what studies of other sizes would give; one row that says why not where nothing can be foretold."""
    bench = measured.bench
    found = spreads(bench)
    attacker = _attacker(found)
    if attacker is None:
        return Part((_absent(bench, found),)) if found.attacks else Part()
    reference = bench.benchmark.reference
    systems = {
        system: spread.components
        for (system, name), spread in found.attacks.items()
        if name == attacker and system != reference and spread.components is not None
    }
    of_systems = list(systems.values())
    size = Size(of_systems[0].speakers, of_systems[0].utterances)
    rows = list(registered_rows(measured))
    spread_of = {row.names: _of_pair(measured, found, row) for row in rows}
    of_pairs = [
        spread.components
        for names, spread in spread_of.items()
        if names[2] == f"eer_{attacker}" and _varies(spread) and spread is not None and spread.components is not None
    ]
    entries = [*_settings(bench, size), *_widths(bench, size, of_systems), *_as_drawn(measured, systems, attacker)]
    entries += plan_tested(measured)
    verdicts = {
        bench.key("plan", "attacker"): attacker,
        bench.key("plan", "speakers"): str(size.speakers),
    }
    if of_pairs:
        entries += _differences(bench, size, of_pairs)
    below = sum("between" in parts.below_zero for parts in of_systems)
    entries.append(
        bench.recomputed(
            ("count", "plan", "below_zero"), below, "count", 0, "components of variance",
            "anonymizers whose speakers lie no farther apart than their utterances explain", n=len(of_systems),
        )
    )  # fmt: skip
    seen = [row for row in rows if _varies(spread_of[row.names])]
    for row in seen:
        entry = _seen(bench, size, row, spread_of[row.names])
        entries.append(entry)
        small = abs(row.ours.value or 0.0) < (entry.value or 0.0)
        verdicts[bench.key("plan", "seen", *row.names)] = TOO_SMALL if small else LARGE_ENOUGH
    if seen:
        small = [word for name, word in verdicts.items() if word == TOO_SMALL]
        entries.append(
            bench.recomputed(
                ("count", "plan", "too_small"), len(small), "count", 0, "registered pairs",
                "registered differences that are smaller than the smallest that this study sees", n=len(seen),
            )
        )  # fmt: skip
    return Part(tuple(entries), verdicts)


def _varies(spread: Spread | None) -> bool:
    """Tell whether something differs between speakers or utterances; a difference of equal systems does not."""
    parts = None if spread is None else spread.components
    return parts is not None and parts.variance(parts.speakers, parts.utterances) > 0


def _attacker(found: Spreads) -> str | None:
    """Return the attacker that knows most among those whose anonymizers' spreads can be told."""
    for attacker in reversed(ATTACKERS):
        for (system, name), spread in found.attacks.items():
            if name == attacker and system != found.bench.benchmark.reference and spread.components is not None:
                return attacker
    return None


def _absent(bench: Workbench, found: Spreads) -> Entry:
    reasons = [spread.reason for (system, _), spread in found.attacks.items() if system != bench.benchmark.reference]
    return bench.recomputed(
        ("plan_width", "own", "own"), None, "percentage points", 1, "scores of every attack",
        "foretold width of an EER's interval", missing=next(filter(None, reasons), "no anonymizer"),
    )  # fmt: skip


def _settings(bench: Workbench, size: Size) -> Iterator[Entry]:
    def setting(names: tuple[str, ...], value: float, unit: str, method: str) -> Entry:
        return Entry(
            key=bench.key("setting", "plan", *names), value=value, unit=unit, decimals=0, tag="shipped",
            source="defaults", method=method,
        )  # fmt: skip

    yield setting(("power",), 100 * POWER, "percent", "chance that a difference is seen, for the smallest that is")
    for points in POINTS:
        yield setting(("points", str(points)), points, "percentage points", "difference that is to be seen")
    for speakers in SPEAKERS:
        if speakers != size.speakers:
            yield setting(("speakers", str(speakers)), speakers, "count", "number of speakers that is tried")
    yield bench.recomputed(
        ("setting", "plan", "speakers", str(size.speakers)), size.speakers, "count", 0, "trials of the headline list",
        "speakers that some trial enrolls or hears",
    )  # fmt: skip
    for name in UTTERANCES:
        each = size.each(name)
        yield bench.recomputed(
            ("setting", "plan", "utterances", name), each, "count", 0 if each == round(each) else 1,
            "trials of the headline list", "trial utterances a speaker, on average"
            + ("" if name == "own" else f", {name.replace('_', ' ')} of the study's own to a whole number"),
        )  # fmt: skip


def _foretold(bench: Workbench, what: str, of: str, parts: Sequence[Components]) -> str:
    level = percent_text(bench.benchmark.settings.level)
    return f"{what} at {level} %, foretold from components of variance between and within speakers; {of} {len(parts)}"


def _over_sizes(
    bench: Workbench, size: Size, measure: str, parts: Sequence[Components],
    foretell: Callable[[Components, float, float], float], what: str, kind: str,
) -> Iterator[Entry]:  # fmt: skip
    """Yield the median over components for every size, and the extremes for the study's own."""

    def row(names: tuple[str, ...], value: float, of: str) -> Entry:
        return bench.recomputed(
            names, value, "percentage points", 1, "scores of the attack", _foretold(bench, what, of, parts),
            n=len(parts),
        )  # fmt: skip

    for speakers in sorted({*SPEAKERS, size.speakers}):
        for name in (*UTTERANCES, *([ENDLESS] if speakers == size.speakers else [])):
            values = [foretell(one, speakers, size.each(name)) for one in parts]
            yield row((measure, str(speakers), name), median(values), f"median of {kind}")
            if (speakers, name) == (size.speakers, "own"):
                yield row((f"{measure}_least", str(speakers), name), min(values), f"least of {kind}")
                yield row((f"{measure}_most", str(speakers), name), max(values), f"most of {kind}")


def _widths(bench: Workbench, size: Size, parts: Sequence[Components]) -> Iterator[Entry]:
    level = bench.benchmark.settings.level
    yield from _over_sizes(
        bench, size, "plan_width", parts, lambda one, speakers, each: interval_width(one, speakers, each, level),
        "width of the interval of an EER", "the anonymizers,",
    )  # fmt: skip


def _as_drawn(measured: Measured, systems: Collection[str], attacker: str) -> Iterator[Entry]:
    """Yield what the foretold width of the study's own size can be held against: the widths of its own intervals."""
    bench, kind = measured.bench, foretold_kind(measured.bench.kind)
    widths = [measured.ledger.value(bench.key("width", kind.name, system, attacker)) for system in systems]
    known = [width for width in widths if width is not None]
    if len(known) == len(widths):
        yield bench.recomputed(
            ("plan_drawn", kind.name), median(known), "percentage points", 1, "intervals of the anonymizers",
            f"median width of the intervals of the EERs whose width is foretold, {kind.of_trials}", n=len(known),
        )  # fmt: skip


def _differences(bench: Workbench, size: Size, parts: Sequence[Components]) -> Iterator[Entry]:
    level = bench.benchmark.settings.level
    apart = {speakers: standard_errors_apart(speakers, POWER, level) for speakers in {*SPEAKERS, size.speakers}}

    def smallest(one: Components, speakers: float, each: float) -> float:
        return apart[int(speakers)] * math.sqrt(one.variance(speakers, each))

    what = f"smallest difference of two EERs that is seen with {percent_text(POWER)} % power"
    yield from _over_sizes(bench, size, "plan_difference", parts, smallest, what, "the registered pairs,")
    for points in POINTS:
        for name in ("own", "four_times"):
            each = size.each(name)
            fewest = fewest_speakers(
                points,
                lambda speakers, each=each: median(
                    smallest_difference(one, speakers, each, POWER, level) for one in parts
                ),
            )
            yield bench.recomputed(
                ("plan_speakers", str(points), name), fewest, "count", 0, "scores of the attack",
                _foretold(bench, f"fewest speakers with which a difference of {points} is seen with "
                          f"{percent_text(POWER)} % power", "median of the registered pairs,", parts),
                n=len(parts), missing=NOT_SEEN,
            )  # fmt: skip


def _of_pair(measured: Measured, found: Spreads, row: Row) -> Spread | None:
    """Return the spread of a registered difference; None where a side lacks what it takes."""
    b, a, metric = row.names
    if metric != "cer":
        return found.difference(b, a, metric.removeprefix("eer_"))
    texts = measured.bench.benchmark.transcripts
    if texts is None:
        return None
    edits = [measured.texts.edits[system]["as_is"] for system in (b, a)]
    try:
        shares = [ratio_influence(one[:, :3].sum(axis=1), one[:, 3]) for one in edits]
        parts = utterance_components(numpy.subtract(*shares), texts.frame["speaker"].to_numpy())
    except ValueError as error:
        return Spread(None, str(error), 0.0)
    return Spread(parts, "", 0.0)


def _seen(bench: Workbench, size: Size, row: Row, spread: Spread | None) -> Entry:
    """Return the smallest difference of a pair that the study sees at its own size."""
    if spread is None or spread.components is None:
        raise ValueError("a pair without components has no smallest difference")
    parts, level = spread.components, bench.benchmark.settings.level
    value = smallest_difference(parts, parts.speakers, parts.utterances, POWER, level)
    files = ", ".join(dict.fromkeys(_files(bench, row)))
    return bench.recomputed(
        ("plan_seen", *row.names), value, "percentage points", 1, files,
        f"smallest difference that is seen with {percent_text(POWER)} % power at {percent_text(level)} %, from the "
        "pair's own components of variance between and within speakers", n=parts.speakers,
    )  # fmt: skip


def _files(bench: Workbench, row: Row) -> Iterator[str]:
    b, a, metric = row.names
    if metric == "cer":
        yield TRANSCRIPTS
        return
    for system in (b, a):
        yield from attacker_files(bench.benchmark, system, metric.removeprefix("eer_")) or ()
