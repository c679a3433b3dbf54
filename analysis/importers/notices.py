"""What organisers of a challenge have said about results that their own evaluation printed up to some day."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analysis.importers.figures import Figures

MIXED = "mixed"


@dataclass(frozen=True)
class Notice:
    """A notice: the results it is about are those with trials of both genders together, made before a day."""

    before: datetime.date
    text: str

    def said_of(self, days: Sequence[datetime.date | None]) -> str:
        """Return the notice as a sentence about runs of some days, None where nothing tells one; empty where all are
        known to be later than what it is about."""
        known = [day for day in days if day is not None]
        early = [day for day in known if day < self.before]
        if known and len(known) == len(days) and not early:
            return ""
        when = f"run on {min(early)}" if early else "the day of the run is not told"
        return f"{when}; the organisers' notice is about runs before {self.before}: {self.text}"


# Two faults of that evaluation, told by its organisers and put right in its repository (commits f2c9bdc4, cc3c8a04).
MIXED_TRIALS = Notice(
    datetime.date(2026, 9, 1),
    "until then the evaluation of the VoicePrivacy Challenge 2026 normalised speaker embeddings over the wrong axis, "
    "so that scores tie, and its mixed trial lists labelled pairs wrongly",
)
ADVICE = "run the corrected evaluation again before you compare these EERs with others"


def warn_of_notices(figures: Figures, days: Iterable[tuple[str, datetime.date | None]]) -> None:
    """Warn where the organisers' notice is about the results.

    Args:
        figures: the numbers.
        days: (place, day) of each part of a file that gave EERs; the day is None where nothing tells it.
    """
    mixed = {figure.place for figure in figures.all() if figure.measure == "eer" and figure.gender == MIXED}
    by_place: dict[str, list[datetime.date | None]] = {}
    for place, day in days:
        if place in mixed:
            by_place.setdefault(place, []).append(day)
    for place, found in by_place.items():
        if said := MIXED_TRIALS.said_of(found):
            figures.findings.warning("notice", place, said, advice=ADVICE)
