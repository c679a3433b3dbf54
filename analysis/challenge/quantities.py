"""Every quantity that can be said of one system on one split: printed, averaged, or set against another number.

One list, so that ranks, figures, comparisons and claims mean the same thing by a name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from analysis.challenge.entrants import HALVES, Entrant
from analysis.challenge.roster import Roster
from analysis.measures.fairness import mfdr
from analysis.measures.relative_change import relative_change
from analysis.rows import defined

METRICS = ("eer", "uar", "wer")
"""The three measures of a challenge: the average EER, recomputed from its halves, the UAR and the WER."""

NO_ORIGINAL = "no row for the original"
ZERO_ORIGINAL = "the original's value is zero"
ZERO_EERS = "both EERs are zero"


@dataclass(frozen=True)
class Quantity:
    """One quantity: its unit, how a page shows it, which way is better, and what it is taken from.

    Attributes:
        name: what rules and keys call it.
        words: what a reader calls it.
        unit: the ledger's unit.
        decimals: those of a page.
        larger_is_better: None where neither way is better (a gap with a sign).
        measures: columns of `results.csv` without their split.
    """

    name: str
    words: str
    unit: str
    decimals: int
    larger_is_better: bool | None
    measures: tuple[str, ...]
    against_original: bool = False

    def columns(self, split: str) -> tuple[str, ...]:
        """Return the columns of `results.csv` that the quantity is taken from."""
        return tuple(f"{split}_{measure}" for measure in self.measures)


_EERS = tuple(f"eer_{half}" for half in HALVES)
QUANTITIES = {
    quantity.name: quantity
    for quantity in (
        Quantity("eer", "average EER", "percent", 2, True, _EERS),
        Quantity("eer_female", "EER, female speakers", "percent", 2, True, ("eer_female",)),
        Quantity("eer_male", "EER, male speakers", "percent", 2, True, ("eer_male",)),
        Quantity("uar", "UAR", "percent", 2, True, ("uar",)),
        Quantity("wer", "WER", "percent", 2, False, ("wer",)),
        Quantity("gender_gap", "male minus female EER", "points", 2, None, _EERS),
        Quantity("mfdr", "mFDR", "percent", 2, False, _EERS),
        Quantity("change_eer", "change of the average EER", "percent", 1, True, _EERS, True),
        Quantity("change_uar", "change of the UAR", "percent", 1, True, ("uar",), True),
        Quantity("change_wer", "change of the WER", "percent", 1, False, ("wer",), True),
    )
}


def quantity(roster: Roster, entrant: Entrant, name: str, split: str = "test") -> float | None:
    """Return a quantity of a system in its unit; None where it is missing or undefined (see `why_missing`).

    Raises:
        KeyError: there is no quantity of this name.
    """
    about = QUANTITIES[name]
    values = [entrant.cell(column).value for column in about.columns(split)]
    if any(value is None for value in values):
        return None
    if about.against_original:
        base = name.removeprefix("change_")
        reference = None if roster.original is None else quantity(roster, roster.original, base, split)
        own = quantity(roster, entrant, base, split)
        return None if own is None or reference is None else defined(relative_change(own, reference))
    return _FROM_CELLS[name](entrant, split)


def why_missing(roster: Roster, entrant: Entrant, name: str, split: str = "test") -> str:
    """Return why `quantity` gives nothing; empty where it gives a value."""
    about = QUANTITIES[name]
    if reason := entrant.missing(*about.columns(split)):
        return reason
    if quantity(roster, entrant, name, split) is not None:
        return ""
    if not about.against_original:
        return ZERO_EERS
    if roster.original is None:
        return NO_ORIGINAL
    return why_missing(roster, roster.original, name.removeprefix("change_"), split) or ZERO_ORIGINAL


def source_of(name: str, split: str = "test") -> str:
    """Return what a ledger row of this quantity names as its source."""
    return f"results.csv, {', '.join(QUANTITIES[name].columns(split))}"


def _printed(measure: str) -> Callable[[Entrant, str], float | None]:
    return lambda entrant, split: entrant.cell(f"{split}_{measure}").value


def _halves(entrant: Entrant, split: str) -> tuple[float, float]:
    female, male = (entrant.cell(f"{split}_{measure}").value for measure in _EERS)
    if female is None or male is None:
        raise ValueError(f"{entrant.id} has no EER of both halves")
    return female, male


def _gap(entrant: Entrant, split: str) -> float:
    female, male = _halves(entrant, split)
    return float(Decimal(repr(male)) - Decimal(repr(female)))


_FROM_CELLS: dict[str, Callable[[Entrant, str], float | None]] = {
    "eer": lambda entrant, split: entrant.average(split),
    **{measure: _printed(measure) for measure in (*_EERS, "uar", "wer")},
    "gender_gap": _gap,
    "mfdr": lambda entrant, split: defined(mfdr(*_halves(entrant, split))),
}
