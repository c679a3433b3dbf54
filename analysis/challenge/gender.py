"""EER of female against male speakers: the gap, the modified fairness discrepancy rate (mFDR), and its band."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

import polars

from analysis.challenge.entrants import HALVES, SPLITS, Entrant
from analysis.challenge.quantities import QUANTITIES, quantity, source_of, why_missing
from analysis.challenge.roster import Roster
from analysis.ledger import Entry, key, rounded
from analysis.measures.ranking import ranks
from analysis.rows import Part, or_nan

MEASURES = ("gender_gap", "mfdr")
METHODS = {
    "gender_gap": "male minus female EER",
    "mfdr": "200 |f - m| / (f + m) of the female and the male EER",
}

MALE, FEMALE, EQUAL = "male higher", "female higher", "equal"
INSIDE, OUTSIDE = "inside the band", "outside the band"
LARGEST, AMONG_LARGEST, NOT_LARGEST = "larger than all", "as large as the largest", "not the largest"


def gender(roster: Roster) -> Part:
    """How evenly female and male speakers are protected, on each split; nothing where no EER of a half is printed.

    Ranks and counts are those of baselines and submitted systems. The better protected half is that with the higher
    EER. A gap is judged by its size, whatever its sign.
    """
    if not any(quantity(roster, e, "gender_gap", split) is not None for e in roster.entrants for split in SPLITS):
        return Part([])
    entries = [
        *_values(roster),
        *_ranks(roster),
        *_sides(roster),
        *_other_side(roster),
        *_beside_original(roster),
        *_splits(roster),
    ]
    verdicts = dict(_verdicts(roster))
    band = roster.challenge.settings.mfdr_band
    if band is not None:
        entries += _band(roster, band)
        verdicts |= _in_band(roster, band)
    return Part(entries, verdicts, {"gender.csv": table(roster)})


def _size(roster: Roster, entrant: Entrant, measure: str, split: str) -> float | None:
    value = quantity(roster, entrant, measure, split)
    return None if value is None else abs(value)


def _sizes(roster: Roster, measure: str, split: str) -> list[tuple[Entrant, float]]:
    """Return the ranked systems that have the measure, each with its size."""
    found = ((entrant, _size(roster, entrant, measure, split)) for entrant in roster.ranked)
    return [(entrant, size) for entrant, size in found if size is not None]


def _values(roster: Roster) -> Iterator[Entry]:
    for entrant, measure, split in product(roster.entrants, MEASURES, SPLITS):
        about = QUANTITIES[measure]
        yield roster.rows.recomputed(
            (measure, entrant.id, split), quantity(roster, entrant, measure, split), about.unit,
            source_of(measure, split), METHODS[measure],
            decimals=about.decimals, missing=why_missing(roster, entrant, measure, split),
        )  # fmt: skip


def _ranks(roster: Roster) -> Iterator[Entry]:
    for measure, split in product(MEASURES, SPLITS):
        sizes = [_size(roster, entrant, measure, split) for entrant in roster.ranked]
        places = ranks([or_nan(size) for size in sizes], larger_is_better=False)
        what = "size of the gap" if measure == "gender_gap" else "mFDR"
        for entrant, place in zip(roster.ranked, places, strict=True):
            yield roster.rows.recomputed(
                ("rank", measure, entrant.id, split), int(place) or None, "rank",
                f"{source_of(measure, split)}; systems.csv, role",
                f"rank by the {what}, smallest first, ties equal; baselines and submitted systems",
                n=sum(size is not None for size in sizes), missing=why_missing(roster, entrant, measure, split),
            )  # fmt: skip


def _count(
    roster: Roster, parts: Sequence[str], number: int, measure: str, splits: Sequence[str], method: str, n: int
) -> Entry:
    source = "; ".join([*(source_of(measure, split) for split in splits), "systems.csv, role"])
    return roster.rows.recomputed(("count", *parts), number, "count", source, method, n=n)


def _side(gap: float) -> str:
    return MALE if gap > 0 else FEMALE if gap < 0 else EQUAL


def _sides(roster: Roster) -> Iterator[Entry]:
    for split in SPLITS:
        gaps = [gap for e in roster.ranked if (gap := quantity(roster, e, "gender_gap", split)) is not None]
        found = [_side(gap) for gap in gaps]
        for side in (MALE, FEMALE, EQUAL):
            words = "with equal EERs of both" if side == EQUAL else f"whose {side.split()[0]} EER is the higher one"
            yield _count(
                roster, ("gender_gap", side.replace(" ", "_"), split), found.count(side), "gender_gap", (split,),
                f"baselines and submitted systems {words}", len(gaps),
            )  # fmt: skip


def _other_side(roster: Roster) -> Iterator[Entry]:
    """Count the systems that protect the one half better on one split and the other half on the other."""
    pairs = [tuple(quantity(roster, entrant, "gender_gap", split) for split in SPLITS) for entrant in roster.ranked]
    known = [(dev, test) for dev, test in pairs if dev is not None and test is not None]
    yield _count(
        roster, ("gender_gap", "other_side"), sum({_side(dev), _side(test)} == {MALE, FEMALE} for dev, test in known),
        "gender_gap", SPLITS, "baselines and submitted systems whose higher EER is the other half's on the other split",
        len(known),
    )  # fmt: skip


def _beside_original(roster: Roster) -> Iterator[Entry]:
    """Count the systems that are more even than the unprotected speech."""
    if roster.original is None:
        return
    for measure, split in product(MEASURES, SPLITS):
        bound = _size(roster, roster.original, measure, split)
        if bound is None:
            continue
        sizes = [size for _, size in _sizes(roster, measure, split)]
        what = "gap is smaller" if measure == "gender_gap" else "mFDR is lower"
        yield _count(
            roster, (measure, "below_original", split), sum(size < bound for size in sizes), measure, (split,),
            f"baselines and submitted systems whose {what} than that of the original", len(sizes),
        )  # fmt: skip


def _splits(roster: Roster) -> Iterator[Entry]:
    """Count the systems whose mFDR is lower on the test set than on the development set, higher, or the same."""
    pairs = [tuple(quantity(roster, entrant, "mfdr", split) for split in SPLITS) for entrant in roster.ranked]
    steps = [test - dev for dev, test in pairs if dev is not None and test is not None]
    for name, number in (
        ("lower_on_test", sum(step < 0 for step in steps)),
        ("higher_on_test", sum(step > 0 for step in steps)),
        ("same_on_test", sum(step == 0 for step in steps)),
    ):
        how = name.split("_")[0]
        method = (
            f"baselines and submitted systems whose mFDR is {how} on test {'as' if how == 'same' else 'than'} on dev"
        )
        yield _count(roster, ("mfdr", name), number, "mfdr", SPLITS, method, len(steps))


def _band(roster: Roster, band: float) -> Iterator[Entry]:
    rows, settings = roster.rows, roster.challenge.settings
    shown = f"{band:g}"
    yield rows.shipped(
        ("setting", "mfdr_band"), band, "percent", settings.source("mfdr_band"),
        "an mFDR below this is inside the band", decimals=len(shown.partition(".")[2]),
    )  # fmt: skip
    inside = {split: [size < band for _, size in _sizes(roster, "mfdr", split)] for split in SPLITS}
    for split in SPLITS:
        yield _count(
            roster, ("mfdr", "inside", split), sum(inside[split]), "mfdr", (split,),
            "baselines and submitted systems whose mFDR is inside the band", len(inside[split]),
        )  # fmt: skip
    pairs = [[quantity(roster, entrant, "mfdr", split) for split in SPLITS] for entrant in roster.ranked]
    known = [max(pair) for pair in pairs if None not in pair]
    yield _count(
        roster, ("mfdr", "inside", "both"), sum(largest < band for largest in known), "mfdr", SPLITS,
        "baselines and submitted systems whose mFDR is inside the band on both splits", len(known),
    )  # fmt: skip


def _in_band(roster: Roster, band: float) -> Iterator[tuple[str, str]]:
    for entrant, split in product(roster.entrants, SPLITS):
        value = quantity(roster, entrant, "mfdr", split)
        if value is not None:
            yield roster.rows.key("mfdr", entrant.id, split), INSIDE if value < band else OUTSIDE


def _verdicts(roster: Roster) -> Iterator[tuple[str, str]]:
    """Which half is better protected in each system, who is most and least even, and where the original stands."""
    rows = roster.rows
    for entrant, split in product(roster.entrants, SPLITS):
        gap = quantity(roster, entrant, "gender_gap", split)
        if gap is not None:
            yield rows.key("gender_gap", entrant.id, split), _side(gap)
    for measure, split in product(MEASURES, SPLITS):
        sizes = _sizes(roster, measure, split)
        found = {"most_even": _extreme(min, sizes), "least_even": _extreme(max, sizes)}
        if measure == "gender_gap":
            for side in (MALE, FEMALE):
                there = [(e, size) for e, size in sizes if _side(quantity(roster, e, measure, split) or 0.0) == side]
                found[side.replace(" ", "_")] = _extreme(max, there)
        for name, names in found.items():
            if names:
                yield rows.key(name, measure, split), key(*names)
        own = None if roster.original is None else _size(roster, roster.original, measure, split)
        if own is not None and sizes:
            most = max(size for _, size in sizes)
            words = LARGEST if own > most else AMONG_LARGEST if own == most else NOT_LARGEST
            yield rows.key("original", measure, split), words


def _extreme(choose: Callable[[Iterable[float]], float], sizes: Sequence[tuple[Entrant, float]]) -> list[str]:
    """Return who has the largest or the smallest size; several where they tie, nobody where there is none."""
    if not sizes:
        return []
    chosen = choose(size for _, size in sizes)
    return [entrant.id for entrant, size in sizes if size == chosen]


def table(roster: Roster) -> polars.DataFrame:
    """One row a system, in the challenge's order: EERs of the test split as printed, the rest as pages show it."""
    records = []
    for entrant in roster.entrants:
        record: dict[str, str | None] = {
            "system": entrant.id,
            "role": entrant.system.role,
            "compliant": None if entrant.system.role not in ("submitted", "post-evaluation")
            else "yes" if entrant.system.compliant else "no",
        }  # fmt: skip
        record |= {f"eer_{half}": entrant.cell(f"test_eer_{half}").text for half in HALVES}
        for name, measure, split in (
            ("gap", "gender_gap", "test"),
            ("mfdr_dev", "mfdr", "dev"),
            ("mfdr_test", "mfdr", "test"),
        ):
            value = quantity(roster, entrant, measure, split)
            record[name] = None if value is None else rounded(value, QUANTITIES[measure].decimals)
        records.append({name: cell or None for name, cell in record.items()})
    return polars.DataFrame(records, schema=dict.fromkeys(records[0], polars.String) if records else None)
