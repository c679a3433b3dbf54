"""Emotions: recalls that the files give, and predictions by utterance where somebody kept them.

The toolkits write tables of recalls only. Predictions are read from `<classifier>/<set><suffix>/utt2emo`, in the form
of the list `<set>/utt2emo` that holds the truth.
"""

from __future__ import annotations

import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from analysis.importers.attackers import ANONYMIZED
from analysis.importers.summary_text import SECOND_HEADER
from analysis.importers.voiceprivacy.folders import Folder
from analysis.importers.voiceprivacy.kaldi import read_map
from analysis.importers.voiceprivacy.names import dataset_and_split
from analysis.importers.voiceprivacy.tables import has_column, number, read_rows, side_of, suffix_of
from analysis.study.cells import Cell, number_cell
from analysis.study.findings import Findings, named, quoted


@dataclass(frozen=True)
class Emotions:
    """What a classifier of emotions made of original and anonymized speech.

    Attributes:
        truth: utterance → emotion.
        folds: utterance → fold; empty where no file tells.
        predicted: suffix (empty: original speech) → utterance → emotion.
        recalls: suffix → unweighted average recall of the files in percent.
    """

    truth: Mapping[str, str] = field(default_factory=dict, repr=False)
    folds: Mapping[str, str] = field(default_factory=dict, repr=False)
    predicted: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)
    recalls: Mapping[str, Cell] = field(default_factory=dict)


def read_emotions(found: Sequence[Folder], split: str, findings: Findings) -> Emotions:
    """Read the recalls of a split, and the truth and predictions of its utterances where those are here."""
    lists = {folder.name: folder for folder in found if "utt2emo" in folder.files and _is_list(folder)}
    here = {name: folder for name, folder in lists.items() if dataset_and_split(name)[1] in (split, "")}
    truth: dict[str, str] = {}
    folds: dict[str, str] = {}
    predicted: dict[str, dict[str, str]] = {}
    for folder in found:
        if "utt2emo" not in folder.files or _is_list(folder):
            continue
        base = max((name for name in here if folder.name.startswith(name)), key=len, default="")
        if not base:
            continue
        _add_truth(here[base], truth, folds, findings)
        predicted.setdefault(folder.name.removeprefix(base), {}).update(read_map(folder, "utt2emo", findings))
    return Emotions(truth, folds, _covered(predicted, truth, findings), _recalls(found, split, findings))


def _is_list(folder: Folder) -> bool:
    return bool({"utt2spk", "wav.scp"} & set(folder.files))


def _add_truth(folder: Folder, truth: dict[str, str], folds: dict[str, str], findings: Findings) -> None:
    said = read_map(folder, "utt2emo", findings)
    truth.update(said)
    if {"utt2spk", "spk2fold"} <= set(folder.files):
        speakers, of_speaker = read_map(folder, "utt2spk", findings), read_map(folder, "spk2fold", findings)
        folds.update({name: of_speaker.get(speakers.get(name, ""), "") for name in said})


def _covered(
    predicted: Mapping[str, Mapping[str, str]], truth: Mapping[str, str], findings: Findings
) -> dict[str, dict[str, str]]:
    covered = {}
    for suffix, said in sorted(predicted.items()):
        what = quoted(suffix) if suffix else "original speech"
        missing = [name for name in truth if not said.get(name)]
        if missing:
            findings.warning(
                "coverage", "sources", f"{what}: {len(truth) - len(missing)} of {len(truth)} utterances have a "
                f"predicted emotion ({named(missing, 3)} have none); its predictions are left out",
                advice="classify every utterance of the list",
            )  # fmt: skip
        else:
            covered[suffix] = {name: said[name] for name in truth}
    return covered


def _recalls(found: Sequence[Folder], split: str, findings: Findings) -> dict[str, Cell]:
    means: dict[tuple[str, str], Cell] = {}
    by_fold: dict[tuple[str, str], list[Cell]] = {}
    doubtful: set[str] = set()
    for folder in found:
        for file in folder.files:
            suffix = suffix_of(file, "results_folds")
            if suffix is not None:
                _add_folds(folder, file, suffix, split, by_fold, doubtful, findings)
    for folder in found:
        for file in folder.files:
            suffix = suffix_of(file, "results")
            if suffix is None or suffix_of(file, "results_folds") is not None or suffix in doubtful:
                continue
            if not has_column(folder, file, "UAR"):
                continue
            for row in read_rows(folder, file, ("dataset", "split", "ser", "UAR"), findings, skip=SECOND_HEADER):
                kind = side_of(row, "ser", findings)
                if row.cells["split"] == split and kind:
                    key = (suffix if kind == ANONYMIZED else "", row.cells["dataset"])
                    means.setdefault(key, number(row, "UAR", findings))
    for (suffix, dataset), cells in by_fold.items():
        values = [cell.value for cell in cells if cell.value is not None]
        if suffix not in doubtful and values:
            means.setdefault((suffix, dataset), number_cell(f"{statistics.fmean(values):.3f}"))
    datasets = sorted({dataset for _, dataset in means})
    if len(datasets) > 1:
        findings.warning(
            "two-sets", "sources", f"recalls of {named(datasets)}; a study holds one data set of emotions, so that the "
            "recalls are left out", advice="import the folders of one of them",
        )  # fmt: skip
        return {}
    return {suffix: cell for (suffix, _), cell in means.items() if cell.value is not None}


def _add_folds(
    folder: Folder, file: str, suffix: str, split: str, by_fold: dict[tuple[str, str], list[Cell]],
    doubtful: set[str], findings: Findings,
) -> None:  # fmt: skip
    seen: set[tuple[str, str, str]] = set()
    again = False
    rows: dict[tuple[str, str], list[Cell]] = {}
    for row in read_rows(folder, file, ("dataset", "split", "fold", "ser", "UAR"), findings):
        kind = side_of(row, "ser", findings)
        if row.cells["split"] != split or not kind:
            continue
        place = (row.cells["dataset"], row.cells["fold"], kind)
        again |= place in seen
        seen.add(place)
        key = (suffix if kind == ANONYMIZED else "", row.cells["dataset"])
        rows.setdefault(key, []).append(number(row, "UAR", findings))
    if again:
        # The toolkit flags a set by a part of its name; original and anonymized speech then fall under one flag, and
        # its averages are over both.
        doubtful.add(suffix)
        findings.warning(
            "flag", folder.place(file), "a fold stands twice under one flag, so that rows of original and of "
            "anonymized speech cannot be told apart; the recalls of this system are left out",
            advice="evaluate again with a suffix that no set has in its name",
        )  # fmt: skip
        return
    for key, cells in rows.items():
        by_fold.setdefault(key, cells)
