"""What differs between two reports, as a reader of their pages would see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from functools import lru_cache
from urllib.parse import unquote

import polars

from analysis.diff.causes import Causes
from analysis.diff.found import INSIDE, OUTSIDE, Because, Difference, Flip, Group, Member, Number, Shown
from analysis.diff.kinds import ORDER, RANK, is_detail, kind_of_verdict, said_by_being_there
from analysis.diff.moved import things
from analysis.diff.side import Side, check_numbers
from analysis.ledger import COLUMNS, parts
from analysis.pages.numbers import digits

PARTS = ("value", "ci_low", "ci_high")
WORDS = ("source", "method")
MOST_DECIMALS = 12


def compare(old: Side, new: Side, *, raw: bool = False) -> Difference:
    """Return what differs between two reports; `raw` adds what moved below the displayed digits."""
    causes = Causes(old, new)
    numbers: list[Number] = []
    below: list[Number] = []
    flips: list[Flip] = []
    reworded: list[Member] = []
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
            reworded.append(Member(row["key"], after))
    told, details, verdicts_added, verdicts_gone = _verdicts(
        old.verdicts, new.verdicts, causes, _studies(old) & _studies(new)
    )
    return Difference(
        old.name,
        new.name,
        flips=_in_order([*flips, *told]),
        details=_in_order(details),
        numbers=tuple(numbers),
        added=_groups(_only(new, old)),
        gone=_groups(_only(old, new)),
        verdicts_added=_groups(verdicts_added),
        verdicts_gone=_groups(verdicts_gone),
        reworded=_groups(reworded),
        figures=tuple(things("figure", old.figures, new.figures)),
        things=causes.moved.all,
        below=tuple(below),
        gaps=causes.moved.gaps,
    )


def _in_order(flips: Iterable[Flip]) -> tuple[Flip, ...]:
    return tuple(sorted(flips, key=lambda flip: (ORDER.index(flip.kind), flip.key)))


def _only(one: Side, other: Side) -> list[Member]:
    """Return the numbers that one side has and the other has not."""
    rows = one.ledger.join(other.ledger, on="key", how="anti").sort("key")
    check_numbers(one.name, rows)
    return [Member(row["key"], _shown(row, "")) for row in rows.iter_rows(named=True)]


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
    cells = [row[f"{name}{side}"] for name in PARTS]
    n = row[f"n{side}"]
    return Shown(
        *(cells if raw else [_printed(cell, decimals, signed) for cell in cells]),
        n=_printed(n, 0, False),
        unit=row[f"unit{side}"],
        tag=row[f"tag{side}"],
        inputs=row[f"inputs{side}"],
        missing=row[f"missing{side}"],
    )


@lru_cache(maxsize=1 << 12)
def _printed(cell: str, decimals: int, signed: bool) -> str:
    """Print a cell; both sides and neighbouring rows share many, such as counts."""
    return digits(float(cell), decimals, signed=signed) if cell else ""


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
    old: Mapping[str, str] | None, new: Mapping[str, str] | None, causes: Causes, studies: Set[str]
) -> tuple[list[Flip], list[Flip], list[Member], list[Member]]:
    """Return the verdicts that flipped, the details beside them that did, and those that only one side has.

    A study that only one side has, flips nothing: `studies` are those of both.
    """
    flips: list[Flip] = []
    details: list[Flip] = []
    added: list[Member] = []
    gone: list[Member] = []
    if old is None or new is None:
        return flips, details, added, gone
    for key in sorted(old.keys() | new.keys()):
        before, after = old.get(key), new.get(key)
        if before == after:
            continue
        names = parts(key)
        kind, detail = kind_of_verdict(names), is_detail(names)
        by_absence = not detail and names[0] in studies and said_by_being_there(kind)
        if (before is None or after is None) and not by_absence:
            (added if before is None else gone).append(Member(key, before or after or ""))
        else:
            (details if detail else flips).append(Flip(kind, key, before or "", after or "", causes.of(key)))
    return flips, details, added, gone


def _studies(side: Side) -> set[str]:
    first = side.ledger["key"].str.extract("^([^/]*)").unique()
    return {unquote(study) for study in first} | {parts(key)[0] for key in side.verdicts or ()}


def _groups(members: Iterable[Member]) -> tuple[Group, ...]:
    """Put numbers or verdicts together by study and measure."""
    found: dict[str, list[Member]] = {}
    for member in members:
        found.setdefault("/".join(member.key.split("/")[:2]), []).append(member)
    return tuple(Group(measure, tuple(of)) for measure, of in sorted(found.items()))
