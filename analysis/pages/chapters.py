"""The chapters of each kind of study, in reading order: one template and one page each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from analysis.ledger import key, parts
from analysis.results import Results


def _always(_results: Results) -> bool:
    return True


def _names(results: Results) -> Iterator[tuple[str, ...]]:
    return (parts(entry.key) for entry in results.ledger)


def _has_lists(results: Results) -> bool:
    """More than one trial list with an EER."""
    return len({names[4] for entry in results.ledger if len(names := parts(entry.key)) == 5 and names[1] == "eer"}) > 1


def _has_utility(results: Results) -> bool:
    return any(
        entry.value is not None and any(name in parts(entry.key)[1:3] for name in ("cer", "uar", "rho_f0", "utmos"))
        for entry in results.ledger
    )


def _has_pairs(results: Results) -> bool:
    """Some pair is registered, or two systems can be compared without being one."""
    return bool(results.pairs) or results.ledger.value(key(results.study, "count", "tests", "all")) is not None


def _has_shipped(results: Results) -> bool:
    return any("agreement" in names[1:2] or "list_agreement" in names[2:3] for names in _names(results))


def _has_interval(results: Results) -> bool:
    return any(parts(entry.key)[1] == "eer" and entry.ci_low is not None for entry in results.ledger)


def _has_kinds(results: Results) -> bool:
    """Some EER has an interval, and the study says of which kind."""
    return key(results.study, "interval") in results.verdicts and _has_interval(results)


def _has_two_attackers(results: Results) -> bool:
    """Some system has EERs under two attackers, recomputed or shipped."""
    seen: dict[str, set[str]] = {}
    for entry in results.ledger:
        names = parts(entry.key)[1:]
        names = names[1:] if names[0] == "shipped" else names
        if names[0] == "eer" and len(names) == 4 and entry.value is not None:
            seen.setdefault(names[1], set()).add(names[2])
    return any(len(attackers) > 1 for attackers in seen.values())


def _has_clips(results: Results) -> bool:
    return results.ledger.value(key(results.study, "count", "clips", "listed")) is not None


def _has_rows(*measures: str) -> Callable[[Results], bool]:
    """Some row of these measures, recomputed or shipped, holds a value."""

    def found(results: Results) -> bool:
        for entry in results.ledger:
            names = parts(entry.key)[1:]
            if entry.value is not None and (names[1] if names[0] == "shipped" else names[0]) in measures:
                return True
        return False

    return found


def _has_order(results: Results) -> bool:
    """Some attacker puts two systems in an order."""
    return any(parts(name)[1] == "leader" for name in results.verdicts)


def _has_eer_above(results: Results) -> bool:
    """Some printed EER is above one half."""
    return any(entry.value and parts(entry.key)[1:3] == ("count", "above_chance") for entry in results.ledger)


def _has_statements(results: Results) -> bool:
    return bool(results.statements)


UTILITY_MEASURES = ("wer", "uar", "pitch_correlation", "gain_of_voice_distinctiveness")


@dataclass(frozen=True)
class Chapter:
    """One chapter: its page's name, its title, and whether a study has anything to say in it.

    The name without its number is what templates call it when they refer to it.
    """

    name: str
    title: str
    wanted: Callable[[Results], bool] = _always

    @property
    def short(self) -> str:
        """Return the name without its number."""
        return self.name.partition("-")[2]


CHAPTERS: dict[str, tuple[Chapter, ...]] = {
    "benchmark": (
        Chapter("01-data", "Data and protocol"),
        Chapter("02-attackers", "The attacker ladder"),
        Chapter("03-certainty", "How sure are we", _has_interval),
        Chapter("04-shortcuts", "Shortcuts", _has_lists),
        Chapter("05-utility", "Utility", _has_utility),
        Chapter("06-trade", "Privacy against utility"),
        Chapter("07-pairs", "Paired comparisons", _has_pairs),
        Chapter("08-trap", "The two-EERs trap", _has_two_attackers),
        Chapter("09-agreement", "Agreement with the shipped values", _has_shipped),
        Chapter("10-listening", "Listening test", _has_clips),
        Chapter("11-intervals", "Which interval to quote", _has_kinds),
        Chapter("12-planning", "How many speakers", _has_rows("plan_width")),
        Chapter("13-speakers", "Single speakers", _has_rows("speaker_spread")),
        Chapter("14-questions", "Questions an advisor asks"),
        Chapter("15-care", "Read with care"),
        Chapter("16-open", "Open questions"),
        Chapter("17-methods", "Methods"),
    ),
    "challenge": (
        Chapter("01-protocol", "Task, data and protocol", _has_rows("protocol")),
        Chapter("02-results", "Results table"),
        Chapter("03-categories", "Privacy categories and ranks"),
        Chapter("04-trade", "Privacy against utility"),
        Chapter("05-change", "Change against the original", _has_rows("change_eer", "change_uar", "change_wer")),
        Chapter("06-matrix", "All three measures at once", _has_rows("matrix")),
        Chapter("07-gender", "Female and male speakers", _has_rows("gender_gap")),
        Chapter("08-splits", "Development against test", _has_rows("tau")),
        Chapter("09-kinds", "Kinds of system", _has_rows("kinds")),
        Chapter("10-lineage", "What builds on what", _has_rows("lineage")),
        Chapter("11-claims", "Claims of the publication", _has_statements),
        Chapter("12-bridge", "Beside another study", _has_rows("bridge")),
        Chapter("13-care", "Read with care"),
    ),
    "attacks": (
        Chapter("01-data", "Data and protocol"),
        Chapter("02-attackers", "EER under each attacker"),
        Chapter("03-ranks", "Ranks under each attacker", _has_order),
        Chapter("04-above", "EERs above one half", _has_eer_above),
        Chapter("05-linkability", "Linkability beside the EER", _has_rows("linkability")),
        Chapter("06-utility", "Utility", _has_rows(*UTILITY_MEASURES)),
        Chapter("07-care", "Read with care"),
        Chapter("08-methods", "Methods"),
    ),
}
LEDGER_PAGE = "90-ledger"
LEDGER_TITLE = "Ledger"


def chapters_of(results: Results) -> tuple[Chapter, ...]:
    """Return the chapters that this study fills."""
    return tuple(chapter for chapter in CHAPTERS[results.kind] if chapter.wanted(results))
