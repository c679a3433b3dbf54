"""Files of scores: one line a trial, with enrolled speaker, trial utterance and score, joined by both ids."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from analysis.importers.voiceprivacy.attacks import Attack, Attacks
from analysis.importers.voiceprivacy.folders import Folder
from analysis.importers.voiceprivacy.kaldi import read_lines
from analysis.importers.voiceprivacy.lists import Lists, Pair, TrialSet
from analysis.importers.voiceprivacy.names import ListName
from analysis.study.findings import Findings, in_rows, named, quoted

SCORES = "scores"


@dataclass(frozen=True)
class Scored:
    """The scores of one attack on one list: pair → score as written, only of trials of the list."""

    attack: Attack
    of: TrialSet
    folder: Folder
    scores: Mapping[Pair, str] = field(repr=False)

    @property
    def missing(self) -> list[Pair]:
        """Return the trials without a score, in the order of the list."""
        return [pair for pair in self.of.trials if pair not in self.scores]


def read_attacks(attacks: Attacks, lists: Lists, findings: Findings) -> dict[tuple[Attack, ListName], Scored]:
    """Read the scores of every attack on every list; what is not scored is absent."""
    read = {}
    for attack, folders in attacks.items():
        for trials in lists.sets:
            folder = folders.get(trials.of)
            if folder is not None and SCORES in folder.files:
                scores = _read(folder, trials.trials, findings)
                read[attack, trials.of] = Scored(attack, trials, folder, scores)
    return read


def _read(folder: Folder, trials: Mapping[Pair, bool], findings: Findings) -> dict[Pair, str]:
    scores: dict[Pair, str] = {}
    strange: dict[str, list[int]] = {}
    repeats: list[int] = []
    conflicts: list[int] = []
    extra = 0
    for line in read_lines(folder, SCORES, 3, findings):
        enroll, utterance, text = line.fields
        if not _is_finite(text):
            strange.setdefault(text, []).append(line.row)
        elif (enroll, utterance) not in trials:
            extra += 1
        elif (enroll, utterance) not in scores:
            scores[enroll, utterance] = text
        else:
            (repeats if scores[enroll, utterance] == text else conflicts).append(line.row)
    place = folder.place(SCORES)
    if strange:
        rows = sorted(row for rows in strange.values() for row in rows)
        findings.error(
            "score", place, f"{in_rows(rows)}{named(sorted(strange))} as score", allowed="a finite number",
            advice="score these trials again; silent audio often causes this", row=rows[0],
        )  # fmt: skip
    if conflicts:
        findings.error(
            "conflict", place, f"{in_rows(conflicts)}the same trial has another score earlier",
            allowed="one score a trial", advice="keep the score that is meant", row=conflicts[0],
        )  # fmt: skip
    if repeats:
        findings.warning(
            "duplicate", place, f"{in_rows(repeats)}the line repeats an earlier one", row=repeats[0]
        )  # fmt: skip
    if extra:
        findings.note("extra-score", place, f"{extra:,} scores of pairs that are no trial of the list; left out")
    return scores


def _is_finite(text: str) -> bool:
    try:
        # Python also takes 1_000 and the digits of other scripts for numbers; a table does not.
        return text.isascii() and "_" not in text and math.isfinite(float(text))
    except ValueError:
        return False


def whole_attacks(
    scored: Mapping[tuple[Attack, ListName], Scored], lists: Lists, partial: bool, findings: Findings
) -> tuple[dict[Attack, dict[Pair, str]], set[Pair]]:
    """Return attack → pair → score for the attacks that have scores of every list, and the trials to leave out.

    An attack without the scores of a whole list is left out with a warning, since what is left of it would be measured
    on other trials than the rest; one that lacks some of a list is an error that says how many it has. With `partial`
    that is a warning, and those trials are left out for every system, so that all stand on the same ones.
    """
    gone: set[Pair] = set()
    whole: dict[Attack, dict[Pair, str]] = {}
    for attack in dict.fromkeys(attack for attack, _ in scored):
        here = [scored[attack, trials.of] for trials in lists.sets if (attack, trials.of) in scored]
        absent = [trials.name for trials in lists.sets if (attack, trials.of) not in scored]
        if absent:
            findings.warning(
                "no-scores", here[0].folder.above,
                f"{attack.words}: no scores for {named(absent, 20)}; the attack is left out",
                advice="score every list, or import the sets one by one",
            )  # fmt: skip
        lacking = [found for found in here if found.missing]
        for found in lacking:
            _add_coverage(found, partial or bool(absent), findings)
        if not absent:
            whole[attack] = {pair: text for found in here for pair, text in found.scores.items()}
            gone.update(pair for found in lacking for pair in found.missing)
    if not partial:
        return whole, set()
    if gone:
        count = len(lists.own)
        findings.warning(
            "coverage", "sources",
            f"{len(gone):,} of {count:,} trials are left out for every system, since some has no score for them; "
            "the EERs of the files, which are of other trials, are not set against ours",
        )  # fmt: skip
    return {attack: {p: t for p, t in scores.items() if p not in gone} for attack, scores in whole.items()}, gone


def _add_coverage(found: Scored, partial: bool, findings: Findings) -> None:
    missing = found.missing
    enroll, utterance = missing[0]
    count = len(found.of.trials)
    place = found.folder.place(SCORES)
    said = (
        f"no score for {quoted(enroll)} against {quoted(utterance)}"
        + (f" and {len(missing) - 1:,} trials more" if len(missing) > 1 else "")
        + f"; {count - len(missing):,} of {count:,} trials of {found.of.name} have one"
    )
    if partial:
        findings.warning("coverage", place, said)
        return
    findings.error(
        "coverage", place, said, allowed="one score for each trial",
        advice="extract the embeddings that are missing and score the list again, or leave these trials out for every "
        "system with --partial",
    )  # fmt: skip
