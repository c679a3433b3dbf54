"""How many speakers the next study needs: predicted widths and smallest differences, from this study's own spread.

Keys, after `<study>/`, with S speakers and trial utterances a speaker by name (`half`, `own`, `twice`, `four_times`,
`endless`), under the attacker that the verdict `plan/attacker` names:

- `plan_width/<S>/<utterances>`, predicted width of an EER's interval, the median over the anonymizers; `..._least`,
  `..._most` the narrowest and the widest, for the study's own size;
- `plan_drawn/<kind>`, the median width of those anonymizers' intervals as the study's draws give them, of the kind
  whose width is predicted (`foretelling.foretold_kind`);
- `plan_difference/<S>/<utterances>` (`_least`, `_most`), smallest difference that is detected, the median over
  the registered pairs;
- `plan_speakers/<points>/<utterances>`, fewest speakers that detect a difference of so many points, as rounded as it
  is worth, from `setting/plan/fewest` on;
- `plan_times/low|high`, how many times as large a number of speakers may be in truth;
- `plan_power_own/<points>`, chance that a study of this size detects so many points, the median over those pairs;
- `plan_trade/speakers`, how many speakers, with as many utterances each as here, reach what four times the utterances
  of the study's own speakers reach: as small a difference, or without pairs as narrow an interval;
  `plan_trade/utterances|utterances_more`, all trial utterances of the first and of the second; `plan_trade/worth`, how
  many utterances the first saves for each further speaker: it is the cheaper one where a speaker costs less than that;
- `plan_seen/<B>/<A>/<metric>`, smallest difference of a registered pair that a study of this size detects;
- `plan_example/width|eer|speakers`, numbers of a command that can be tried, and what it answers.

What rests on a part that so few speakers do not tell is missing, with that reason (`foretelling.py`).

Verdicts: `plan/seen/<B>/<A>/<metric>` → `too small` | `large enough`, the difference that was found against it;
`plan/speakers` → the study's own number of speakers, as it stands in keys. Where no difference is predicted,
`plan/no_difference` → `no pair` registered | `none varies` over speakers or utterances | `not compared` under that
attacker, and `plan/asked` → `<B>/<A>`, two anonymizers whose difference a command can be asked for; left out where no
two have one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from statistics import median

from analysis.benchmark.foretelling import (
    ENDLESS,
    NOT_TOLD,
    OWN,
    POWER,
    SPEAKERS,
    UTTERANCES,
    Foretelling,
    Size,
    foretold_kind,
    of_anonymizers,
    planned_attacker,
)
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.plan_seen import held, of_pair
from analysis.benchmark.plan_tested import plan_tested
from analysis.benchmark.registered import registered_rows
from analysis.benchmark.spreads import Spread, Spreads, spreads
from analysis.benchmark.workbench import Workbench, percent_text
from analysis.ledger import Entry, key
from analysis.measures import (
    FEWEST_PLANNED,
    rounded_speakers,
    times_as_large,
)

POINTS = (1, 2, 3, 5)
MORE = "four_times"
USUAL = {"least": 29, "most": 43}
"""How many speakers test sets of this field have."""
NOT_SEEN = "more than anybody records"
NO_PAIR, NONE_VARIES, NOT_COMPARED = "no pair", "none varies", "not compared"


def planning(measured: Measured) -> Part:
    """Return what studies of other sizes would give; one row that says why not where nothing can be foretold."""
    bench = measured.bench
    found = spreads(bench)
    attacker = planned_attacker(found)
    if attacker is None:
        return Part((_absent(bench, found),)) if found.attacks else Part()
    level, kind = bench.benchmark.settings.level, foretold_kind(bench.kind)
    systems = {name: one for name, one in of_anonymizers(found, attacker).items() if one.varies}
    widths = Foretelling(systems, level, kind)
    rows = list(registered_rows(measured))
    spread_of = {row.names: of_pair(measured, found, row) for row in rows}
    pairs = {
        "/".join(names[:2]): spread
        for names, spread in spread_of.items()
        if names[2] == f"eer_{attacker}" and spread is not None and spread.varies
    }
    entries = [*_settings(bench, widths.size), *_widths(bench, widths), *_as_drawn(measured, systems, attacker)]
    entries += [*plan_tested(measured), *_examples(bench, widths)]
    differences = Foretelling(pairs, level, kind, POWER) if pairs else None
    if differences is not None:
        entries += _differences(bench, differences)
    entries += _trade(bench, differences or widths)
    verdicts = {
        bench.key("plan", "attacker"): attacker,
        bench.key("plan", "speakers"): str(widths.size.speakers),
    }
    if differences is None:
        verdicts |= _without_differences(bench, found, spread_of, systems)
    seen, said = held(bench, rows, spread_of)
    return Part((*entries, *seen), {**verdicts, **said})


def _absent(bench: Workbench, found: Spreads) -> Entry:
    reasons = [spread.reason for (system, _), spread in found.attacks.items() if system != bench.benchmark.reference]
    return bench.recomputed(
        ("plan_width", "own", "own"), None, "percentage points", 1, "scores of every attack",
        "predicted width of an EER's interval", missing=next(filter(None, reasons), "no anonymizer"),
    )  # fmt: skip


def _without_differences(
    bench: Workbench, found: Spreads, spread_of: Mapping[tuple[str, str, str], Spread | None], systems: Collection[str]
) -> dict[str, str]:
    """Return why no difference is predicted, and two of the systems that a command can be asked about."""
    attacker = planned_attacker(found) or ""
    told = [one for names, one in spread_of.items() if names[2] == f"eer_{attacker}" and one is not None]
    why = NO_PAIR if not bench.benchmark.pairs else NOT_COMPARED
    if any(one.components is not None for one in told):
        why = NONE_VARIES
    verdicts = {bench.key("plan", "no_difference"): why}
    for b, a in combinations(systems, 2):
        spread = found.difference(b, a, attacker)
        if spread is not None and spread.varies:
            return verdicts | {bench.key("plan", "asked"): key(b, a)}
    return verdicts


def _settings(bench: Workbench, size: Size) -> Iterator[Entry]:
    def setting(names: tuple[str, ...], value: float, unit: str, method: str) -> Entry:
        return Entry(
            key=bench.key("setting", "plan", *names), value=value, unit=unit, decimals=0, tag="shipped",
            source="defaults", method=method,
        )  # fmt: skip

    yield setting(("power",), 100 * POWER, "percent", "chance that a difference is detected, for the smallest that is")
    yield setting(("fewest",), FEWEST_PLANNED, "count", "fewest speakers that are planned for")
    for name, speakers in USUAL.items():
        yield setting(("usual", name), speakers, "count", f"speakers of test sets of this field, at {name}")
    for points in POINTS:
        yield setting(("points", str(points)), points, "percentage points", "difference that is to be detected")
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
            + ("" if name == OWN else f", {name.replace('_', ' ')} of the study's own to a whole number"),
        )  # fmt: skip
    for name, times in zip(("low", "high"), times_as_large(size.speakers, bench.benchmark.settings.level), strict=True):
        yield bench.recomputed(
            ("plan_times", name), times, "ratio", 1, "trials of the headline list",
            f"{name} edge of how large a variance may be, over its estimate from {size.speakers} speakers, by "
            "chi-square for normal contributions", n=size.speakers,
        )  # fmt: skip


def _over_sizes(bench: Workbench, measure: str, made: Foretelling, what: str, kind: str) -> Iterator[Entry]:
    """Yield the median over the spreads for every size, and the extremes for the study's own."""
    own = made.size

    def row(names: tuple[str, ...], value: float | None, of: str) -> Entry:
        return bench.recomputed(
            names, value, "percentage points", 1, "scores of the attack", _foretold(bench, what, of, made),
            n=len(made.spreads), missing=NOT_TOLD,
        )  # fmt: skip

    for speakers in sorted({*SPEAKERS, own.speakers}):
        for name in (*UTTERANCES, *([ENDLESS] if speakers == own.speakers else [])):
            value = made.median(speakers, own.each(name)) if made.told or name == OWN else None
            yield row((measure, str(speakers), name), value, f"median of {kind}")
    values = made.each(own.speakers, own.utterances)
    yield row((f"{measure}_least", str(own.speakers), OWN), min(values), f"least of {kind}")
    yield row((f"{measure}_most", str(own.speakers), OWN), max(values), f"most of {kind}")


def _foretold(bench: Workbench, what: str, of: str, made: Foretelling) -> str:
    level = percent_text(bench.benchmark.settings.level)
    return (
        f"{what} at {level} %, predicted from components of variance between and within speakers; {of} "
        f"{len(made.spreads)}; {made.kind.of_trials}"
    )


def _widths(bench: Workbench, made: Foretelling) -> Iterator[Entry]:
    yield from _over_sizes(bench, "plan_width", made, "width of the interval of an EER", "the anonymizers,")
    yield bench.recomputed(
        ("count", "plan", "below_zero"), len(made.below_zero), "count", 0, "components of variance",
        "anonymizers whose speakers lie no farther apart than their utterances explain", n=len(made.spreads),
    )  # fmt: skip


def _as_drawn(measured: Measured, systems: Collection[str], attacker: str) -> Iterator[Entry]:
    """Yield what the predicted width of the study's own size can be held against: the widths of its own intervals."""
    bench, kind = measured.bench, foretold_kind(measured.bench.kind)
    widths = [measured.ledger.value(bench.key("width", kind.name, system, attacker)) for system in systems]
    known = [width for width in widths if width is not None]
    if len(known) == len(widths):
        yield bench.recomputed(
            ("plan_drawn", kind.name), median(known), "percentage points", 1, "intervals of the anonymizers",
            f"median width of the intervals of the EERs whose width is predicted, {kind.of_trials}", n=len(known),
        )  # fmt: skip


def _examples(bench: Workbench, made: Foretelling) -> Iterator[Entry]:
    """Yield what a command can be tried with: two thirds of the study's own width, and the EER in the middle."""
    size, count = made.size, len(made.spreads)
    width = _in_short(made.median(size.speakers, size.utterances) * 2 / 3)
    eer = _in_short(median(spread.rate for spread in made.spreads.values()))
    fewest = made.fewest(width, size.utterances) if width else None
    how = _foretold(bench, "fewest speakers for such a width", "median of the anonymizers,", made)
    for name, value, unit, what in (
        ("width", width, "percentage points", "a width that a larger study reaches"),
        ("eer", eer, "percent", "median EER of the anonymizers, in short"),
    ):
        yield bench.recomputed(
            ("plan_example", name), value or None, unit, 0 if value == round(value) else 1, "scores of the attack",
            what, n=count, missing="none differs from zero",
        )  # fmt: skip
    yield bench.recomputed(
        ("plan_example", "speakers"), _told(made, fewest), "count", 0, "scores of the attack", how, n=count,
        missing=NOT_SEEN,
    )  # fmt: skip


def _told(made: Foretelling, fewest: int | None) -> int | None:
    return None if fewest is None else rounded_speakers(fewest, made.size.speakers)


def _in_short(number: float) -> float:
    """Return a number that is easy to type: whole, or below 2 with one decimal.

    >>> _in_short(3.8), _in_short(0.83)
    (4.0, 0.8)
    """
    return float(round(number)) if number >= 2 else round(number, 1)


def _differences(bench: Workbench, made: Foretelling) -> Iterator[Entry]:
    what = f"smallest difference of two EERs that is detected with {percent_text(POWER)} % power"
    yield from _over_sizes(bench, "plan_difference", made, what, "the registered pairs,")
    for points in POINTS:
        for name in (OWN, MORE):
            told = made.told or name == OWN
            fewest = made.fewest(points, made.size.each(name)) if told else None
            yield bench.recomputed(
                ("plan_speakers", str(points), name), _told(made, fewest), "count", 0, "scores of the attack",
                _foretold(bench, f"fewest speakers that detect a difference of {points} with "
                          f"{percent_text(POWER)} % power, rounded to what so many speakers can tell",
                          "median of the registered pairs,", made),
                n=len(made.spreads), missing=NOT_SEEN if told else NOT_TOLD,
            )  # fmt: skip
    yield bench.recomputed(
        ("count", "plan", "pairs_below_zero"), len(made.below_zero), "count", 0, "components of variance",
        "registered pairs whose speakers differ no more than their utterances explain", n=len(made.spreads),
    )  # fmt: skip
    for points in POINTS:
        yield bench.recomputed(
            ("plan_power_own", str(points)), 100 * median(made.powers(points)), "percent", 0, "scores of the attack",
            f"chance that a true difference of {points} is detected, predicted from components of variance between "
            f"and within speakers; median of the registered pairs, {len(made.spreads)}", n=len(made.spreads),
        )  # fmt: skip


def _trade(bench: Workbench, made: Foretelling) -> Iterator[Entry]:
    """Yield what stands for more utterances of the same speakers; nothing where that is not told, or no bargain.

    All of it from the number of speakers as it is told, so that a reader can do the sums.
    """
    size, more = made.size, made.size.each(MORE)
    if not made.told:
        return
    speakers = _told(made, made.fewest(made.median(size.speakers, more), size.utterances))
    if speakers is None or speakers <= max(size.speakers, FEWEST_PLANNED):
        return
    few, many = speakers * size.utterances, size.speakers * more
    worth = (many - few) / (speakers - size.speakers)
    if worth < 1:
        return
    what = "as small a difference of two EERs" if made.power is not None else "as narrow an interval of an EER"
    for name, value, how in (
        ("speakers", speakers, f"fewest speakers that reach {what} as four times the utterances of the study's own"),
        ("utterances", few, "trial utterances of all of them"),
        ("utterances_more", many, "four times the trial utterances of the study's own speakers"),
        ("worth", worth, "trial utterances that each of the further speakers saves"),
    ):
        yield bench.recomputed(
            ("plan_trade", name), value, "count", 0, "scores of the attack", how, n=len(made.spreads)
        )  # fmt: skip
