"""What differs between two reports, as a reader of their pages would see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import polars

from analysis.diff.causes import Causes
from analysis.diff.found import INSIDE, OUTSIDE, Because, Difference, Flip, Group, Number, Shown
from analysis.diff.kinds import ORDER, RANK, kind_of_verdict, said_by_being_there
from analysis.diff.moved import things
from analysis.diff.side import Side, check_numbers
from analysis.ledger import COLUMNS, parts
from analysis.pages.numbers import digits

PARTS = ("value", "ci_low", "ci_high")
WORDS = ("source", "method")
EXAMPLES = 3
MOST_DECIMALS = 12


def compare(old: Side, new: Side, *, raw: bool = False) -> Difference:
    """Return what differs between two reports; `raw` adds what moved below the displayed digits."""
    causes = Causes(old, new)
    numbers: list[Number] = []
    below: list[Number] = []
    flips: list[Flip] = []
    reworded: list[str] = []
    unlike = _unlike(old.ledger, new.ledger)
    check_numbers(old.name, unlike, "_old")
    check_numbers(new.name, unlike)
    for row in unlike.iter_rows(named=True):
        before, after = _shown(row, "_old"), _shown(row, "")
        if before != after:
            because = causes.of(row["key"], _sources(row))
            if before.unit == after.unit == "rank" and before.value != after.value:
                flips.append(Flip(RANK, row["key"], _said(before), _said(after), because))
            else:
                numbers.append(_number(row, before, after, because))
        elif any(row[name] != row[f"{name}_old"] for name in PARTS):
            if raw:
                because = causes.of(row["key"], _sources(row))
                below.append(_number(row, _shown(row, "_old", raw=True), _shown(row, "", raw=True), because))
        elif any(row[name] != row[f"{name}_old"] for name in WORDS):
            reworded.append(row["key"])
    told, verdicts_added, verdicts_gone = _verdicts(old.verdicts, new.verdicts, causes)
    return Difference(
        old.name,
        new.name,
        flips=tuple(sorted([*flips, *told], key=lambda flip: (ORDER.index(flip.kind), flip.key))),
        numbers=tuple(numbers),
        added=_groups(new.ledger.join(old.ledger, on="key", how="anti")["key"].sort()),
        gone=_groups(old.ledger.join(new.ledger, on="key", how="anti")["key"].sort()),
        verdicts_added=_groups(verdicts_added),
        verdicts_gone=_groups(verdicts_gone),
        reworded=_groups(reworded),
        figures=tuple(things("figure", old.figures, new.figures)),
        things=causes.moved.all,
        below=tuple(below),
        gaps=causes.moved.gaps,
    )


def _unlike(old: polars.DataFrame, new: polars.DataFrame) -> polars.DataFrame:
    """Return the rows that both ledgers have and that differ in any cell: the new cells, the old ones as `..._old`."""
    both = new.join(old, on="key", how="inner", suffix="_old")
    others = [name for name in COLUMNS if name != "key"]
    return both.filter(polars.any_horizontal(polars.col(name) != polars.col(f"{name}_old") for name in others)).sort(
        "key"
    )


def _sources(row: Mapping[str, str]) -> str:
    """Return what the number rests on, on either side."""
    return "; ".join(dict.fromkeys((row["source_old"], row["source"])))


def _shown(row: Mapping[str, str], side: str, *, raw: bool = False) -> Shown:
    """Return a row's number as pages print it; `raw`: with every digit that the ledger keeps."""
    signed, decimals = row[f"unit{side}"] == "points", int(row[f"decimals{side}"])

    def printed(name: str) -> str:
        cell = row[f"{name}{side}"]
        return cell if raw or not cell else digits(float(cell), decimals, signed=signed)

    n = row[f"n{side}"]
    return Shown(
        *(printed(name) for name in PARTS),
        n=digits(float(n), 0) if n else "",
        unit=row[f"unit{side}"],
        tag=row[f"tag{side}"],
        inputs=row[f"inputs{side}"],
        missing=row[f"missing{side}"],
    )


def _number(row: Mapping[str, str], old: Shown, new: Shown, because: Because) -> Number:
    difference = against = ""
    if old.value and new.value and old.value != new.value and old.unit == new.unit:
        before, after = float(row["value_old"]), float(row["value"])
        difference = _difference(after - before, max(int(row["decimals_old"]), int(row["decimals"])))
        if row["ci_low_old"] and row["ci_high_old"]:
            against = INSIDE if float(row["ci_low_old"]) <= after <= float(row["ci_high_old"]) else OUTSIDE
    return Number(row["key"], old, new, difference, against, because)


def _difference(number: float, decimals: int) -> str:
    """Print a difference with as many decimals as its numbers have, or with the fewest more that show it.

    >>> _difference(0.25, 1), _difference(0.002, 1), _difference(-0.0004, 1)
    ('+0.3', '+0.002', '−0.0004')
    """
    for more in range(decimals, max(decimals, MOST_DECIMALS) + 1):
        text = digits(number, more, signed=True)
        if text.strip("0.,"):
            return text
    return digits(number, decimals)


def _said(shown: Shown) -> str:
    return shown.value or shown.missing


def _verdicts(
    old: Mapping[str, str] | None, new: Mapping[str, str] | None, causes: Causes
) -> tuple[list[Flip], list[str], list[str]]:
    """Return the verdicts that flipped, and the keys of those that only one side has."""
    flips: list[Flip] = []
    added: list[str] = []
    gone: list[str] = []
    if old is None or new is None:
        return flips, added, gone
    for key in sorted(old.keys() | new.keys()):
        before, after = old.get(key), new.get(key)
        if before == after:
            continue
        kind = kind_of_verdict(parts(key))
        if (before is None or after is None) and not said_by_being_there(kind):
            (added if before is None else gone).append(key)
        else:
            flips.append(Flip(kind, key, before or "", after or "", causes.of(key)))
    return flips, added, gone


def _groups(keys: Iterable[str]) -> tuple[Group, ...]:
    """Count keys by study and measure, the first of them as examples."""
    found: dict[str, list[str]] = {}
    for key in keys:
        found.setdefault("/".join(key.split("/")[:2]), []).append(key)
    return tuple(Group(measure, len(of), tuple(of[:EXAMPLES])) for measure, of in sorted(found.items()))
