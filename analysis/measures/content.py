"""How well the words survive: edit counts between a reference and a transcript, and the error rates over them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from rapidfuzz.distance import Levenshtein

from analysis.measures.text_forms import BLANK, TextPolicy, text_form

Unit = Literal["characters", "words"]


@dataclass(frozen=True)
class Edits:
    """Edits that turn one reference into its transcript, counted in signs or in words.

    Their sum is the smallest possible; where several alignments reach it, the split into kinds is one of them.
    """

    substitutions: int
    deletions: int
    insertions: int
    reference: int

    @property
    def errors(self) -> int:
        """Number of edits of all kinds."""
        return self.substitutions + self.deletions + self.insertions

    @property
    def rate(self) -> float:
        """Errors over reference in percent: never clipped at 100, NaN for an empty reference."""
        return 100.0 * self.errors / self.reference if self.reference else float("nan")


def edit_counts(reference: str, hypothesis: str, unit: Unit = "characters", policy: TextPolicy = "as_is") -> Edits:
    """Return the edits between two texts.

    unit: "characters" compares code points after taking out blanks (U+0020 and no other sign, so that a no-break space
    counts as a sign); "words" compares what stands between blanks. policy: the form to bring both texts to first, see
    `text_form`; by default they are compared as they are.

    Source: V. Levenshtein, Soviet Physics Doklady 10, 1966; all three kinds of edit cost 1.
    Raises ValueError for an unknown unit or policy.

    >>> edit_counts("the cat", "the hat").rate
    16.666666666666668
    >>> edit_counts("the cat", "the hat", unit="words").rate
    50.0
    """
    expected, heard = _units(text_form(reference, policy), unit), _units(text_form(hypothesis, policy), unit)
    counts = {"replace": 0, "delete": 0, "insert": 0}
    for edit in Levenshtein.editops(expected, heard):
        counts[edit.tag] += 1
    return Edits(counts["replace"], counts["delete"], counts["insert"], len(expected))


def error_rate(edits: Iterable[Edits]) -> float:
    """Return the error rate of a corpus in percent: all errors over all reference signs, NaN without any of these.

    An empty reference adds its insertions to the errors, and nothing to the signs.

    >>> error_rate([Edits(1, 0, 0, 1), Edits(0, 0, 0, 9)])
    10.0
    """
    errors = reference = 0
    for one in edits:
        errors += one.errors
        reference += one.reference
    return 100.0 * errors / reference if reference else float("nan")


def mean_error_rate(edits: Iterable[Edits]) -> float:
    """Return the mean over utterances of their own rates in percent, in which short utterances weigh as much as long.

    Utterances with an empty reference have no rate and are left out.

    >>> mean_error_rate([Edits(1, 0, 0, 1), Edits(0, 0, 0, 9)])
    50.0
    """
    rates = [one.rate for one in edits if one.reference]
    return sum(rates) / len(rates) if rates else float("nan")


def _units(text: str, unit: Unit) -> str | list[str]:
    if unit == "characters":
        return text.replace(BLANK, "")
    if unit == "words":
        return [word for word in text.split(BLANK) if word]
    raise ValueError(f"unknown unit {unit!r}; allowed: 'characters', 'words'")
