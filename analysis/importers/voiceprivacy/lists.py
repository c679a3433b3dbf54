"""The lists of a split: who speaks, which trials there are, and from which list each comes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

from analysis.importers.voiceprivacy.folders import Folder, of_the_same_name
from analysis.importers.voiceprivacy.kaldi import read_lines
from analysis.importers.voiceprivacy.names import ENROLLS, TRIALS, ListName, dataset_and_split
from analysis.importers.voiceprivacy.people import People, Utterance
from analysis.study.findings import Findings, in_rows, named

LABELS = {"target": True, "nontarget": False}

Pair = tuple[str, str]
"""An enrolled speaker and a trial utterance."""


@dataclass(frozen=True)
class TrialSet:
    """One list of trials: pair → whether it is a target trial, in the order of the file."""

    of: ListName
    folder: Folder
    trials: Mapping[Pair, bool] = field(repr=False)

    @property
    def name(self) -> str:
        """Return the list's name."""
        return self.of.name


@dataclass(frozen=True)
class Lists:
    """The lists of one split.

    Attributes:
        sets: the lists of trials, sorted by name.
        utterances: utterance → who and what, in the order of the lists.
    """

    sets: tuple[TrialSet, ...]
    utterances: Mapping[str, Utterance] = field(repr=False)

    @property
    def bases(self) -> tuple[str, ...]:
        """Return the sets that a list of trials is of, sorted."""
        return tuple(sorted({found.of.base for found in self.sets}))

    def corpus(self, base: str) -> str:
        """Return the data set of a set."""
        return dataset_and_split(base)[0]

    def without(self, pairs: Collection[Pair]) -> Lists:
        """Return the lists without some trials."""
        kept = [
            replace(of, trials={pair: target for pair, target in of.trials.items() if pair not in pairs})
            for of in self.sets
        ]
        return replace(self, sets=tuple(kept))

    @property
    def own(self) -> dict[Pair, tuple[str, bool]]:
        """Return pair → the list that it counts for, the first that holds it, and whether it is a target trial."""
        pairs: dict[Pair, tuple[str, bool]] = {}
        for found in self.sets:
            for pair, is_target in found.trials.items():
                pairs.setdefault(pair, (found.name, is_target))
        return pairs


def is_list(folder: Folder) -> bool:
    """Say whether a folder is a list of trials of original speech."""
    found = TRIALS.fullmatch(folder.name)
    return found is not None and not found["suffix"] and "trials" in folder.files


def read_lists(found: Sequence[Folder], split: str, scored: Collection[ListName], findings: Findings) -> Lists:
    """Read the lists of a split that something was scored on.

    Args:
        found: every folder of the sources.
        split: `dev` or `test`; a set whose name says no split counts as either.
        scored: the lists that have scores.
        findings: gets what is wrong, and what is left out.
    """
    trial_folders = of_the_same_name((folder for folder in found if is_list(folder)), "trials", findings)
    enroll_folders = of_the_same_name((f for f in found if _is_enrollment(f)), "utt2spk", findings)
    wanted = _wanted(trial_folders, split, scored, findings)
    people = People(findings)
    sets = []
    for base in sorted({name.base for name in wanted}):
        enrollment = enroll_folders.get(f"{base}_enrolls")
        if enrollment is None:
            findings.error(
                "missing", f"{base}_enrolls", "the folder is missing; whom its trials enroll is not known",
                allowed="a folder with utt2spk beside those of the trials", advice="name the folder data/ too",
            )  # fmt: skip
            continue
        enrolled = people.enrollment(enrollment, base)
        for name in sorted(name for name in wanted if name.base == base):
            folder = trial_folders[name.name]
            tried = people.tried(folder, base)
            sets.append(TrialSet(name, folder, _trials(folder, enrolled, tried, people.speakers, findings)))
    _note_shared(sets, findings)
    return Lists(tuple(sets), people.utterances)


def _is_enrollment(folder: Folder) -> bool:
    found = ENROLLS.fullmatch(folder.name)
    return found is not None and not found["suffix"] and {"utt2spk", "enrolls"} & set(folder.files) != set()


def _wanted(
    trial_folders: Mapping[str, Folder], split: str, scored: Collection[ListName], findings: Findings
) -> list[ListName]:
    """Choose the lists: of the split, with scores, and none that holds the trials of others of them again."""
    listed = [ListName(match["base"], match["gender"]) for name in trial_folders if (match := TRIALS.fullmatch(name))]
    of_split = sorted(name for name in listed if dataset_and_split(name.base)[1] in (split, ""))
    bare = sorted({name.base for name in of_split if not dataset_and_split(name.base)[1]})
    if bare:
        findings.note("split", "sources", f"{named(bare)} named after no split, dev or test; read as {split}")
    unscored = [name.name for name in of_split if name not in scored]
    if unscored and len(unscored) < len(of_split):
        findings.note("no-scores", "sources", f"nothing was scored on {named(unscored, 20)}; left out")
    kept = [name for name in of_split if name in scored]
    mixed = {name.base for name in kept if name.gender.startswith("mixed")}
    again = [name for name in kept if name.base in mixed and not name.gender.startswith("mixed")]
    again += [
        name
        for name in kept
        if name.gender.endswith("_all")
        and {ListName(name.base, name.gender.removesuffix("_all") + end) for end in ("", "_common")} <= set(kept)
    ]
    if again:
        findings.warning(
            "two-lists", "sources",
            f"the trials of {named([name.name for name in again], 20)} stand in other lists too; left out",
            advice="name the folders of one evaluation only to read the others",
        )  # fmt: skip
    return [name for name in kept if name not in again]


def _trials(
    folder: Folder, enrolled: set[str], tried: Mapping[str, str], speakers: Mapping[str, str], findings: Findings
) -> dict[Pair, bool]:
    trials: dict[Pair, bool] = {}
    labels: dict[str, list[int]] = {}
    repeats: list[int] = []
    conflicts: list[int] = []
    wrong: list[int] = []
    unknown: dict[str, list[int]] = {}
    for line in read_lines(folder, "trials", 3, findings):
        enroll, utterance, word = line.fields
        if word not in LABELS:
            labels.setdefault(word, []).append(line.row)
            continue
        for name, known in ((enroll, enrolled), (utterance, tried)):
            if name not in known:
                unknown.setdefault(name, []).append(line.row)
        is_target = LABELS[word]
        if utterance in tried and is_target != (speakers[utterance] == enroll):
            wrong.append(line.row)
        if (enroll, utterance) not in trials:
            trials[enroll, utterance] = is_target
        else:
            (repeats if trials[enroll, utterance] == is_target else conflicts).append(line.row)
    place = folder.place("trials")
    mixed = (
        "make the list again: the first script for mixed lists paired within a gender and labelled the swapped side"
        if "_mixed" in folder.name
        else "keep the line that is right; the toolkit itself takes the last one without a word"
    )
    if labels:
        rows = sorted(row for rows in labels.values() for row in rows)
        findings.error(
            "label", place, f"{in_rows(rows)}{named(sorted(labels))} as label", allowed="target, nontarget",
            advice="write one of the two; the toolkit itself takes every other word for nontarget", row=rows[0],
        )  # fmt: skip
    if unknown:
        rows = sorted(row for rows in unknown.values() for row in rows)
        findings.error(
            "unresolved", place,
            f"{in_rows(rows)}{named(sorted(unknown))} stand neither among the enrolled speakers nor in utt2spk",
            allowed="an enrolled speaker and an utterance of the list, exactly as written there",
            advice="correct the ids, or take the trials out and score the list again", row=rows[0],
        )  # fmt: skip
    if conflicts:
        findings.error(
            "conflict", place, f"{in_rows(conflicts)}the same trial stands earlier with the other label "
            f"({len(conflicts)} in all)", allowed="one label a trial", advice=mixed, row=conflicts[0],
        )  # fmt: skip
    elif wrong:
        findings.error(
            "label", place, f"{in_rows(wrong)}the label does not fit the speakers ({len(wrong)} in all)",
            allowed="target where the utterance is of the enrolled speaker, nontarget elsewhere", advice=mixed,
            row=wrong[0],
        )  # fmt: skip
    if repeats:
        findings.warning(
            "duplicate", place, f"{in_rows(repeats)}the same trial stands earlier ({len(repeats)} in all); it counts "
            "once, as the toolkit scores it once", row=repeats[0],
        )  # fmt: skip
    return trials


def _note_shared(sets: Sequence[TrialSet], findings: Findings) -> None:
    """Warn of trials that two lists share; a study holds each once."""
    first: dict[Pair, TrialSet] = {}
    shared: dict[tuple[str, str], list[bool]] = {}
    for found in sets:
        for pair, is_target in found.trials.items():
            earlier = first.setdefault(pair, found)
            if earlier is not found:
                shared.setdefault((earlier.name, found.name), []).append(earlier.trials[pair] == is_target)
    for (one, other), same in shared.items():
        if not all(same):
            findings.error(
                "conflict", other, f"{same.count(False)} trials have another label than in {one}",
                allowed="one label a trial", advice="correct the list that is wrong",
            )  # fmt: skip
        else:
            findings.warning(
                "two-lists", other, f"{len(same)} trials stand in {one} too; they count once, and {other} is not set "
                "against its own EER in the report",
            )  # fmt: skip
