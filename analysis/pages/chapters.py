"""The chapters of each kind of study, in reading order: one template and one page each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from analysis.ledger import parts
from analysis.results import Results


def _always(_results: Results) -> bool:
    return True


def _has_lists(results: Results) -> bool:
    """More than one trial list with an EER."""
    return len({names[4] for entry in results.ledger if len(names := parts(entry.key)) == 5 and names[1] == "eer"}) > 1


def _has_utility(results: Results) -> bool:
    return any(
        entry.value is not None and any(name in parts(entry.key)[1:3] for name in ("cer", "rho_f0", "utmos"))
        for entry in results.ledger
    )


def _has_pairs(results: Results) -> bool:
    return bool(results.pairs)


def _has_shipped(results: Results) -> bool:
    return any(parts(entry.key)[1] == "agreement" for entry in results.ledger)


def _has_front(results: Results) -> bool:
    return any(parts(name)[1] == "front" for name in results.verdicts)


@dataclass(frozen=True)
class Chapter:
    """One chapter: its page's name, its title, and whether a study has anything to say in it."""

    name: str
    title: str
    wanted: Callable[[Results], bool] = _always


CHAPTERS: dict[str, tuple[Chapter, ...]] = {
    "benchmark": (
        Chapter("01-data", "Data and protocol"),
        Chapter("02-attackers", "The attacker ladder"),
        Chapter("03-lists", "Trial lists", _has_lists),
        Chapter("04-utility", "Utility", _has_utility),
        Chapter("05-trade", "Privacy against content", _has_front),
        Chapter("06-pairs", "Paired comparisons", _has_pairs),
        Chapter("07-agreement", "Agreement with the shipped values", _has_shipped),
        Chapter("08-care", "Read with care"),
    ),
    "challenge": (
        Chapter("01-results", "Results table"),
        Chapter("02-categories", "Privacy categories and ranks"),
        Chapter("03-trade", "Privacy against utility"),
        Chapter("04-care", "Read with care"),
    ),
}
LEDGER_PAGE = "90-ledger"
LEDGER_TITLE = "Ledger"


def chapters_of(results: Results) -> tuple[Chapter, ...]:
    """Return the chapters that this study fills."""
    return tuple(chapter for chapter in CHAPTERS[results.kind] if chapter.wanted(results))
