"""The trials of a benchmark as integers, and the trial lists as masks over them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

import numpy
import polars

from analysis.study.cells import truth
from analysis.study.enrolling import enrolling_utterances, name_enrolling, note_enrolling, refuse_itself
from analysis.study.findings import Findings
from analysis.study.tables import parse_texts, read_table, word_parser
from analysis.study.ties import first_of_each
from analysis.study.trial_columns import FILE, published_lists, said_same, same_genders, shared_corpora, truths_of
from analysis.study.trial_faults import check_labels, check_overlap, check_repeats, note_untried, resolve
from analysis.study.trial_lists import TrialList, check_lists, lists_of
from analysis.study.utterances import Utterances

COLUMNS = ("enroll_speaker", "trial_utt", "label")
UNEVEN, UNRESOLVED = "with more or fewer cells than the header", "of unknown ids, or with speakers that disagree"
UNLABELLED, MISLABELLED = "without a known label", "with a label that the speakers contradict"
CONTRADICTED, ITSELF = "with both labels", "of an utterance against itself"
"""Which trials are left out, in words that follow theirs."""

LABELS = {"target": "target", "nontarget": "nontarget", "non-target": "nontarget", "non_target": "nontarget"}


@dataclass(frozen=True, eq=False)
class Trials:
    """All trials in the order of the file.

    Attributes:
        frame: `enroll` (index of the enrolled speaker), `utterance` (row in the utterances' frame), `speaker` (index
            of the trial utterance's speaker), `model` (what is set against the utterance: the row of the enrolling
            utterance where trials name one, else `enroll`), `is_target`, `same_gender` and `same_corpus` (null where
            unknown), `corpus` (index of the corpus that both sides share, -1 where they share none or it is unknown),
            and `list` (name of the list that the trial was published with, empty where the file names none).
        lists: name → list, in the order of the contract.
        missing_lists: name → why there is no such list.
        listed: how many trials the file lists, with those that are left out.
        listed_in: name → how many trials of known ids and label the list has, with those that are left out.
        left_out: which trials are left out that an error speaks of, in words → how many.
        by_utterance: whether each trial names the one utterance that enrolls its speaker, in `enroll_utt`; else a
            speaker is enrolled by all utterances of the role.
    """

    frame: polars.DataFrame = field(repr=False)
    lists: Mapping[str, TrialList]
    missing_lists: Mapping[str, str]
    listed: int = 0
    listed_in: Mapping[str, int] = field(default_factory=dict)
    left_out: Mapping[str, int] = field(default_factory=dict)
    by_utterance: bool = False

    def __len__(self) -> int:
        return self.frame.height

    @cached_property
    def each_once(self) -> bool:
        """Whether no two trials set the same against each other."""
        return self.frame.select("enroll", "model", "utterance").n_unique() == self.frame.height

    @cached_property
    def first(self) -> numpy.ndarray:
        """Say of each trial whether it is the first that sets the same model and utterance against each other."""
        return first_of_each(self.frame)

    def keep(self, mask: numpy.ndarray) -> Trials:
        """Return the trials where `mask` (trials,) is True, with every list cut to them."""
        lists = {name: TrialList(name, one.label, one.mask[mask]) for name, one in self.lists.items()}
        kept = polars.Series(values=mask, dtype=polars.Boolean)
        return replace(self, frame=self.frame.filter(kept), lists=lists)


def read_trials(folder: Path, utterances: Utterances, findings: Findings) -> Trials | None:
    """Read `meta/trials_test.csv` and hold it against the utterances; None where errors leave nothing to work with.

    A trial that an error speaks of is left out and counted: what it is is not known.
    """
    table = read_table(folder, FILE, COLUMNS, findings)
    if table is None:
        return None
    words = parse_texts(table, "label", word_parser(LABELS), "", "target, nontarget", findings)
    truths = parse_texts(table, "same_gender", truth, None, "True, False (or yes, no, 1, 0)", findings)
    if not table.rows:
        findings.error("empty", FILE, "no trials are listed", allowed="one row a trial", advice="list the trials")
        return None
    label = table.frame["label"].replace_strict(list(words), list(words.values()), return_dtype=polars.String)
    by_utterance = name_enrolling(FILE, table, findings)
    enroll, utterance, known = resolve(table, utterances, by_utterance, findings)
    model, itself = enroll, numpy.zeros(len(enroll), dtype=bool)
    if by_utterance:
        model, named_well = enrolling_utterances(FILE, table, utterances, enroll, findings)
        known &= named_well
        itself = known & (model == utterance)
        refuse_itself(FILE, table, itself, findings)
    sound = known & ~itself & (label != "").to_numpy()
    listed = len(table.rows) + len(table.uneven)
    left_out = {
        UNEVEN: len(table.uneven), UNRESOLVED: int((~known).sum()), ITSELF: int(itself.sum()),
        UNLABELLED: int((known & ~itself & ~sound).sum()),
    }  # fmt: skip
    if not sound.any():
        return None
    table = table.keep(sound.tolist())
    enroll, utterance, model = enroll[sound], utterance[sound], model[sound]
    is_target = (label == "target").to_numpy()[sound]
    said = said_same(table, truths)
    speaker = utterances.frame["speaker_index"].to_numpy()[utterance]
    mislabelled = check_labels(table, is_target, enroll, speaker, findings)
    contradicted = check_repeats(table, is_target, model, utterance, findings)
    if by_utterance:
        note_enrolling(FILE, model, utterance, findings)
    else:
        check_overlap(table, utterances, utterance, findings)
    same_gender = same_genders(table, utterances, enroll, speaker, said, findings)
    corpus, same_corpus = shared_corpora(utterances, enroll, utterance, findings, model if by_utterance else None)
    frame = polars.DataFrame(
        {
            "enroll": polars.Series(enroll, dtype=polars.Int64),
            "utterance": polars.Series(utterance, dtype=polars.Int64),
            "speaker": polars.Series(speaker, dtype=polars.Int64),
            "model": polars.Series(model, dtype=polars.Int64),
            "is_target": polars.Series(is_target, dtype=polars.Boolean),
            "same_gender": truths_of(same_gender),
            "same_corpus": truths_of(same_corpus),
            "corpus": polars.Series(corpus, dtype=polars.Int64),
            "list": published_lists(table, findings),
        }
    )
    left_out |= {CONTRADICTED: int(contradicted.sum()), MISLABELLED: int((mislabelled & ~contradicted).sum())}
    note_untried(frame, utterances, by_utterance, findings)
    lists, missing = lists_of(frame, utterances)
    sizes = {name: len(one) for name, one in lists.items()}
    left_out = {why: count for why, count in left_out.items() if count}
    trials = Trials(frame, lists, missing, listed, sizes, left_out, by_utterance)
    if (faulty := mislabelled | contradicted).any():
        trials = trials.keep(~faulty)
    check_lists(trials.frame, trials.lists, findings)
    return trials
