"""Rows of the VoicePrivacy evaluation, from its summaries or its CSV files, as figures.

An attacker follows from the evaluator and from what stands on the two sides of the trials, never from a heading.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from analysis.importers.attackers import ANONYMIZED, ORIGINAL, SIDES, UNPROTECTED, attacker_of
from analysis.importers.figures import GENDERS, SPLITS, Figures
from analysis.study.findings import quoted

COMMON = "_common"
"""Ends the gender of trials whose utterances are of one set of sentences that all speakers read."""

UTILITY = {"asr": ("wer", "WER"), "ser": ("uar", "UAR")}


@dataclass
class EvaluationRows:
    """Turns rows into figures and counts what is left out.

    Attributes:
        figures: get the numbers, and the findings.
        unused: (file, why) → how many rows were left out for it.
    """

    figures: Figures
    unused: Counter[tuple[str, str]] = field(default_factory=Counter)

    def attack(self, run: str, evaluator: str, row: Mapping[str, str], place: str, number: int | None) -> None:
        """Add an EER.

        Args:
            run: the system.
            evaluator: what the attacker's encoder was trained on.
            row: with dataset, split, gender, enrollment, trial and EER.
            place: the file, as messages call it.
            number: the row in it.
        """
        sides = tuple(self._side(row, column, place, number) for column in ("enrollment", "trial"))
        gender, common, _ = row["gender"].partition(COMMON)
        known = GENDERS.get(gender.lower())
        if known is None:
            self.figures.findings.error(
                "value", place, f"the gender is {quoted(row['gender'])}", allowed="f, m, mixed", row=number,
                column="gender",
            )  # fmt: skip
        if known is None or "" in sides:
            return
        attacker = attacker_of(evaluator, *sides)
        if not attacker:
            trained = "anonymized" if evaluator == ANONYMIZED else "original"
            self.unused[
                place, f"an evaluator trained on {trained} speech, enrollment {sides[0]}, trial {sides[1]}: no attacker"
            ] += 1
            return
        dataset, split = dataset_id(row["dataset"], row["split"], "common" if common else "")
        what = ("eer", dataset, split, known, attacker)
        self.figures.add(run, attacker == UNPROTECTED, what, row["EER"], place, number)

    def utility(self, run: str, kind: str, row: Mapping[str, str], place: str, number: int | None) -> None:
        """Add a WER (`kind` asr) or a UAR (ser) from a row with dataset, split, the kind and the measure."""
        measure, column = UTILITY[kind]
        side = self._side(row, kind, place, number)
        if side:
            dataset, split = dataset_id(row["dataset"], row["split"])
            self.figures.add(run, side == ORIGINAL, (measure, dataset, split, "", ""), row[column], place, number)

    def note_unused(self) -> None:
        """Note what was left out, a line for each file and reason."""
        for (place, why), count in self.unused.items():
            self.figures.findings.note("unused-rows", place, f"rows left out: {count} ({why})")

    def _side(self, row: Mapping[str, str], column: str, place: str, number: int | None) -> str:
        side = SIDES.get(row[column].strip().lower(), "")
        if not side:
            self.figures.findings.error(
                "value", place, f"{quoted(row[column])} is neither original nor anonymized speech",
                allowed="original, anon", row=number, column=column,
            )  # fmt: skip
        return side


def dataset_id(dataset: str, split: str, part: str = "") -> tuple[str, str]:
    """Return the id of some data and its split, which is empty where it is neither dev nor test.

    >>> dataset_id("libri", "test"), dataset_id("vctk", "dev", "common"), dataset_id("mine", "_")
    (('libri_test', 'test'), ('vctk_dev_common', 'dev'), ('mine', ''))
    """
    name = "_".join(word for word in (dataset.strip(), split.strip(" _"), part) if word)
    return name, split.strip() if split.strip() in SPLITS else ""
