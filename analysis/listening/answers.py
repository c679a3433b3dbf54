"""Answers of listeners, whatever file they came in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Rating:
    """One rating of one clip; `listener` is empty where raters cannot be told apart."""

    question: str
    listener: str
    sentence: str
    system: str
    value: float
    role: str = "anonymizer"


@dataclass(frozen=True)
class Choice:
    """One comparison of two systems on one sentence."""

    question: str
    listener: str
    sentence: str
    winner: str
    loser: str


@dataclass(frozen=True)
class Tally:
    """How many answers a listener was asked for, and what came: valid, missing (blank), invalid."""

    valid: int = 0
    missing: int = 0
    invalid: int = 0

    @property
    def asked(self) -> int:
        """Return all of them."""
        return self.valid + self.missing + self.invalid

    def plus(self, other: Tally) -> Tally:
        """Return the sum of both."""
        return Tally(self.valid + other.valid, self.missing + other.missing, self.invalid + other.invalid)


VALID, MISSING, INVALID = Tally(valid=1), Tally(missing=1), Tally(invalid=1)


@dataclass
class Answers:
    """All answers of some files.

    Attributes:
        ratings, choices: the valid ones.
        tallies: (listener, question) → how many were valid, missing and invalid.
        scales: question of ratings → lowest and highest rating that was offered; None where the file does not say.
        notes: what a reader of the scores must know about the files, as sentences.
    """

    ratings: list[Rating] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    tallies: dict[tuple[str, str], Tally] = field(default_factory=dict)
    scales: dict[str, tuple[float, float] | None] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def count(self, listener: str, question: str, tally: Tally) -> None:
        """Add to what is known of a listener's answers to a question."""
        self.tallies[listener, question] = self.tallies.get((listener, question), Tally()).plus(tally)

    def add(self, others: Iterable[Answers]) -> Answers:
        """Add the answers of other files, and return these."""
        for other in others:
            self.ratings += other.ratings
            self.choices += other.choices
            self.scales |= other.scales
            self.notes += [note for note in other.notes if note not in self.notes]
            for (listener, question), tally in other.tallies.items():
                self.count(listener, question, tally)
        return self
