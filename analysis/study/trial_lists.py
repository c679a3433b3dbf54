"""Named parts of the trials, as masks over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy
import polars

from analysis.study.findings import Findings, quoted
from analysis.study.trial_columns import FILE
from analysis.study.utterances import Utterances


@dataclass(frozen=True, eq=False)
class TrialList:
    """A named part of the trials.

    Attributes:
        name: as in keys: `all`, `same_gender`, `same_gender_same_corpus`, `same_gender_<slug>`.
        label: the name that a reader sees.
        mask: (trials,) bool.
    """

    name: str
    label: str
    mask: numpy.ndarray = field(repr=False)

    def __len__(self) -> int:
        return int(self.mask.sum())


def lists_of(frame: polars.DataFrame, utterances: Utterances) -> tuple[dict[str, TrialList], dict[str, str]]:
    """Return name → list, in the order of the contract, and name → why there is no such list."""
    lists = {"all": TrialList("all", "all trials", numpy.ones(frame.height, dtype=bool))}
    missing: dict[str, str] = {}
    corpora = utterances.corpora
    by_corpus = {f"same_gender_{corpus.slug}": f"same gender, {corpus.name}" for corpus in corpora}
    if frame["same_gender"].null_count() == frame.height:
        reason = "no gender is given"
        return lists, dict.fromkeys(("same_gender", "same_gender_same_corpus", *by_corpus), reason)
    same_gender = frame["same_gender"].fill_null(False).to_numpy()
    lists["same_gender"] = TrialList("same_gender", "same gender", same_gender)
    if len(corpora) < 2:
        reason = "there is only one corpus" if corpora else "no corpus is given"
        return lists, dict.fromkeys(("same_gender_same_corpus", *by_corpus), reason)
    corpus = frame["corpus"].to_numpy()
    lists["same_gender_same_corpus"] = TrialList(
        "same_gender_same_corpus", "same gender, same corpus", same_gender & (corpus >= 0)
    )
    for index, (name, label) in enumerate(by_corpus.items()):
        lists[name] = TrialList(name, label, same_gender & (corpus == index))
    return lists, missing


def check_lists(trials: polars.DataFrame, lists: Mapping[str, TrialList], findings: Findings) -> None:
    """Warn of lists without a target or without a non-target trial."""
    is_target = trials["is_target"].to_numpy()
    for trial_list in lists.values():
        targets = int(is_target[trial_list.mask].sum())
        lacking = [
            what for what, count in (("target", targets), ("non-target", len(trial_list) - targets)) if count == 0
        ]
        if lacking:
            findings.warning(
                "one-sided-list",
                FILE,
                f"the list {quoted(trial_list.name)} has no {' and no '.join(lacking)} trial; its EER is undefined",
                remark=f"The list “{trial_list.label}” has no {' and no '.join(lacking)} trial, so that it has no EER.",
            )
