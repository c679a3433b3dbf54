"""The trials of a benchmark as integers, the trial lists as masks over them, and an audit of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy
import polars

from analysis.study.cells import truth
from analysis.study.enrolling import enrolling_utterances, name_enrolling, note_enrolling, refuse_itself
from analysis.study.findings import Findings, in_rows, named, quoted, rows_named
from analysis.study.ids import id_fault, meant
from analysis.study.tables import Table, parse_texts, read_table, word_parser
from analysis.study.utterances import FILE as UTTERANCES_FILE
from analysis.study.utterances import Utterances

FILE = "meta/trials_test.csv"
COLUMNS = ("enroll_speaker", "trial_utt", "label")
UNEVEN, UNRESOLVED = "with more or fewer cells than the header", "of unknown ids, or with speakers that disagree"
UNLABELLED, MISLABELLED = "without a known label", "with a label that the speakers contradict"
CONTRADICTED, ITSELF = "with both labels", "of an utterance against itself"
"""Which trials are left out, in words that follow theirs."""
UNKNOWN = -1
"""In arrays of indices and of truth values: there is none."""

LABELS = {"target": "target", "nontarget": "nontarget", "non-target": "nontarget", "non_target": "nontarget"}


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
    enroll, utterance, known = _resolve(table, utterances, by_utterance, findings)
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
    said_same = _said_same(table, truths)
    speaker = utterances.frame["speaker_index"].to_numpy()[utterance]
    mislabelled = _check_labels(table, is_target, enroll, speaker, findings)
    contradicted = _check_repeats(table, is_target, model, utterance, findings)
    if by_utterance:
        note_enrolling(FILE, model, utterance, findings)
    else:
        _check_overlap(table, utterances, utterance, findings)
    same_gender = _same_gender(table, utterances, enroll, speaker, said_same, findings)
    corpus, same_corpus = _corpora(utterances, enroll, utterance, findings, model if by_utterance else None)
    frame = polars.DataFrame(
        {
            "enroll": polars.Series(enroll, dtype=polars.Int64),
            "utterance": polars.Series(utterance, dtype=polars.Int64),
            "speaker": polars.Series(speaker, dtype=polars.Int64),
            "model": polars.Series(model, dtype=polars.Int64),
            "is_target": polars.Series(is_target, dtype=polars.Boolean),
            "same_gender": _truths(same_gender),
            "same_corpus": _truths(same_corpus),
            "corpus": polars.Series(corpus, dtype=polars.Int64),
            "list": _published_lists(table, findings),
        }
    )
    left_out |= {CONTRADICTED: int(contradicted.sum()), MISLABELLED: int((mislabelled & ~contradicted).sum())}
    _note_untried(frame, utterances, by_utterance, findings)
    lists, missing = _lists(frame, utterances)
    sizes = {name: len(one) for name, one in lists.items()}
    left_out = {why: count for why, count in left_out.items() if count}
    trials = Trials(frame, lists, missing, listed, sizes, left_out, by_utterance)
    if (faulty := mislabelled | contradicted).any():
        trials = trials.keep(~faulty)
    check_lists(trials, findings)
    return trials


def _said_same(table: Table, truths: Mapping[str, bool | None]) -> numpy.ndarray:
    """Return what the column `same_gender` says of each trial, 1, 0 or `UNKNOWN`; `truths` says what its texts mean."""
    if not table.has("same_gender"):
        return numpy.full(len(table.rows), UNKNOWN, dtype=numpy.int8)
    values = [UNKNOWN if same is None else int(same) for same in truths.values()]
    return table.frame["same_gender"].replace_strict(list(truths), values, return_dtype=polars.Int8).to_numpy()


def _published_lists(table: Table, findings: Findings) -> polars.Series:
    """Return the name of each trial's own list, empty where the column `list` is blank or absent."""
    if not table.has("list"):
        return polars.Series([""], dtype=polars.String).new_from_index(0, len(table.rows))
    names = table.frame["list"].str.strip_chars()
    for name in sorted(set(names.unique().to_list()) - {""}):
        if fault := id_fault(name):
            rows = _rows_where(table, (names == name).to_numpy())
            findings.error(
                "id", FILE, f"{in_rows(rows)}the list {quoted(name)} {fault}",
                allowed="any text without control signs that does not start with = + - @, or blank",
                advice="give the list another name here and in the published values", row=rows[0], column="list",
            )  # fmt: skip
    return ["" if name and id_fault(name) else name for name in names]


def _indices(names: polars.Series, index: Mapping[str, int]) -> numpy.ndarray:
    """Return the index of each name, `UNKNOWN` where it has none."""
    places = names.replace_strict(list(index), list(index.values()), default=UNKNOWN, return_dtype=polars.Int64)
    return places.to_numpy()


def _truths(values: numpy.ndarray) -> polars.Series:
    """Return 1 as True, 0 as False and `UNKNOWN` as null."""
    known = polars.when(polars.col("value") != UNKNOWN).then(polars.col("value") == 1)
    return polars.DataFrame({"value": values}).select(known).to_series()


def _rows_where(table: Table, mask: numpy.ndarray) -> list[int]:
    return numpy.asarray(table.rows)[mask].tolist()


def _resolve(
    table: Table, utterances: Utterances, by_utterance: bool, findings: Findings
) -> tuple[numpy.ndarray, numpy.ndarray, numpy.ndarray]:
    """Return each row's enrolled speaker and utterance as indices, and whether its ids are known.

    Unknown ids are errors, and so are speakers without enrollment where trials do not name who enrolls.
    """
    enroll = _indices(table.frame["enroll_speaker"], utterances.speaker_index)
    utterance = _indices(table.frame["trial_utt"], utterances.row)
    has_enrollment = numpy.asarray([by_utterance or bool(ids) for ids in utterances.enrollment])
    for column, places, known, fault in (
        ("enroll_speaker", enroll == UNKNOWN, utterances.speakers, f"not among the speakers of {UTTERANCES_FILE}"),
        ("enroll_speaker", (enroll != UNKNOWN) & ~has_enrollment[enroll], (),
         f"without an enrollment utterance in {UTTERANCES_FILE}"),
        ("trial_utt", utterance == UNKNOWN, utterances.row, f"not among the utterances of {UTTERANCES_FILE}"),
    ):  # fmt: skip
        if not places.any():
            continue
        names = table.frame[column].filter(polars.Series(places)).unique().sort().to_list()
        rows = _rows_where(table, places)
        advice = "correct the id, add the utterance, or take the trials out"
        findings.error(
            "unresolved",
            FILE,
            f"{named(names)} {'is' if len(names) == 1 else 'are'} {fault} ({rows_named(rows)})",
            allowed="ids exactly as in the list of utterances; all ids are text",
            advice="; ".join(filter(None, (meant(names, known), advice))),
            row=rows[0],
            column=column,
        )
    sound = (enroll != UNKNOWN) & has_enrollment[enroll] & (utterance != UNKNOWN)
    if table.has("trial_speaker"):
        true = utterances.frame["speaker_index"].to_numpy()[utterance]
        other = (utterance != UNKNOWN) & (_indices(table.frame["trial_speaker"], utterances.speaker_index) != true)
        _refuse_other_speakers(table, utterances, other, true, findings)
        sound &= ~other
    return enroll, utterance, sound


def _refuse_other_speakers(
    table: Table, utterances: Utterances, other: numpy.ndarray, true: numpy.ndarray, findings: Findings
) -> None:
    if not other.any():
        return
    first = int(numpy.argmax(other))
    rows = _rows_where(table, other)
    findings.error(
        "conflict",
        FILE,
        f"{in_rows(rows)}{quoted(table.frame['trial_utt'][first])} is said to be of "
        f"{quoted(table.frame['trial_speaker'][first])}; {UTTERANCES_FILE} says "
        f"{quoted(utterances.speakers[true[first]])}",
        allowed="the speaker that the list of utterances names",
        advice="correct one of the two files",
        row=rows[0],
        column="trial_speaker",
    )


def _check_labels(
    table: Table, is_target: numpy.ndarray, enroll: numpy.ndarray, speaker: numpy.ndarray, findings: Findings
) -> numpy.ndarray:
    """Say of each trial whether its label speaks against its speakers, which is an error."""
    faults = numpy.zeros(len(is_target), dtype=bool)
    for fault, text, advice in (
        (is_target & (enroll != speaker), "marked target, but the two speakers differ", "mark it nontarget"),
        (~is_target & (enroll == speaker), "marked nontarget, but both sides are the same speaker", "mark it target"),
    ):
        faults |= fault
        if fault.any():
            first = int(numpy.argmax(fault))
            findings.error(
                "label",
                FILE,
                f"{in_rows(_rows_where(table, fault))}{quoted(table.frame['trial_utt'][first])} "
                f"against {quoted(table.frame['enroll_speaker'][first])} is {text}",
                allowed="target where both sides are one speaker, nontarget elsewhere",
                advice=f"{advice}, or correct the speaker",
                row=table.rows[first],
                column="label",
            )
    return faults


def _check_repeats(
    table: Table, is_target: numpy.ndarray, model: numpy.ndarray, utterance: numpy.ndarray, findings: Findings
) -> numpy.ndarray:
    """Say of each trial whether it stands with both labels, which is an error."""
    _, firsts, pair = numpy.unique(model * (utterance.max() + 1) + utterance, return_index=True, return_inverse=True)
    earlier = firsts[pair]
    repeated = earlier != numpy.arange(len(earlier))
    agrees = is_target == is_target[earlier]
    conflicting = repeated & ~agrees
    contradicted = numpy.zeros(len(firsts), dtype=bool)
    contradicted[pair[conflicting]] = True
    repeats, conflicts = _rows_where(table, repeated & agrees), _rows_where(table, conflicting)
    if conflicts:
        findings.error(
            "conflict",
            FILE,
            f"{in_rows(conflicts)}the same trial stands earlier with the other label",
            allowed="one label a trial",
            advice="keep the row that is right",
            row=conflicts[0],
            column="label",
        )
    if repeats:
        findings.warning(
            "duplicate",
            FILE,
            f"{in_rows(repeats)}the same trial stands earlier; it counts as often as it stands",
            advice="take the repeated rows out",
            row=repeats[0],
            remark="Some trials stand more than once in the trial list and count as often as they stand.",
        )
    return contradicted[pair]


def _check_overlap(table: Table, utterances: Utterances, utterance: numpy.ndarray, findings: Findings) -> None:
    overlap = (utterances.frame["role"] == "enroll").to_numpy()[utterance]
    if overlap.any():
        ids = table.frame["trial_utt"].filter(polars.Series(overlap)).unique().sort().to_list()
        rows = _rows_where(table, overlap)
        findings.warning(
            "overlap",
            FILE,
            f"{named(ids)} ({rows_named(rows)}) {'is an' if len(ids) == 1 else 'are'} enrollment "
            f"utterance{'' if len(ids) == 1 else 's'} and tried as well",
            allowed="utterances of the role trial",
            advice="an utterance that enrolled its own speaker makes the attacker look too strong; use another one",
            row=rows[0],
            column="trial_utt",
            remark="Some utterances both enroll a speaker and are tried, which makes the attacker look too strong.",
        )


def _same_gender(
    table: Table,
    utterances: Utterances,
    enroll: numpy.ndarray,
    speaker: numpy.ndarray,
    said: numpy.ndarray,
    findings: Findings,
) -> numpy.ndarray:
    """Return the column as given; blank cells, or the whole column where absent, follow from the speakers' genders."""
    genders = numpy.asarray(utterances.genders)
    both_known = (genders[enroll] != "") & (genders[speaker] != "")
    derived = numpy.where(both_known, genders[enroll] == genders[speaker], UNKNOWN)
    if not table.has("same_gender") and both_known.any():
        findings.note(
            "derived",
            FILE,
            "there is no column same_gender; it follows from the speakers' genders",
            column="same_gender",
        )
    wrong = (said != UNKNOWN) & both_known & (said != derived)
    if wrong.any():
        first = int(numpy.argmax(wrong))
        rows = _rows_where(table, wrong)
        findings.warning(
            "same-gender",
            FILE,
            f"{in_rows(rows)}same_gender is {bool(said[first])}, but "
            f"{UTTERANCES_FILE} has {quoted(genders[enroll[first]])} and {quoted(genders[speaker[first]])}",
            allowed="True where both speakers have one gender, False elsewhere",
            advice="correct one of the two; the lists use the column as it stands",
            row=rows[0],
            column="same_gender",
            remark="The trial list and the speakers' genders disagree in places; the trial list is followed.",
        )
    return numpy.where(said == UNKNOWN, derived, said)


def _corpora(
    utterances: Utterances,
    enroll: numpy.ndarray,
    utterance: numpy.ndarray,
    findings: Findings,
    enrolling: numpy.ndarray | None = None,
) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return the index of the corpus that both sides share (or -1), and whether they share one (or `UNKNOWN`).

    The enrolled side's corpus is that of the `enrolling` utterances, where trials name them, else the one that all of
    the speaker's enrollment utterances come from.
    """
    of_utterances = numpy.asarray([utterances.corpus_index.get(name, UNKNOWN) for name in utterances.frame["corpus"]])
    right = of_utterances[utterance]
    models = of_utterances if enrolling is not None else _of_speakers(utterances, of_utterances, findings)
    left = models[enroll if enrolling is None else enrolling]
    shared = numpy.where((left == right) & (left >= 0), left, -1)
    return shared, numpy.where((left == UNKNOWN) | (right == UNKNOWN), UNKNOWN, left == right)


def _of_speakers(utterances: Utterances, of_utterances: numpy.ndarray, findings: Findings) -> numpy.ndarray:
    """Return the index of the corpus of each speaker's enrollment: (speakers,); -2 where there are several."""
    mixed = -2
    by_speaker = numpy.full(len(utterances.speakers), UNKNOWN)
    mixed_speakers = []
    for index, ids in enumerate(utterances.enrollment):
        found = {int(of_utterances[utterances.row[name]]) for name in ids}
        if len(found) > 1:
            mixed_speakers.append(utterances.speakers[index])
            by_speaker[index] = mixed
        elif found:
            by_speaker[index] = found.pop()
    if mixed_speakers:
        findings.note(
            "mixed-corpora",
            UTTERANCES_FILE,
            f"the enrollment of {named(mixed_speakers)} comes from several corpora; their trials count as cross-corpus",
            column="corpus",
        )
    return by_speaker


def _note_untried(frame: polars.DataFrame, utterances: Utterances, by_utterance: bool, findings: Findings) -> None:
    """Note who and what is listed and takes no part in the trials."""
    without = [name for name, ids in zip(utterances.speakers, utterances.enrollment, strict=True) if not ids]
    if without and not by_utterance:
        findings.note(
            "no-enrollment",
            UTTERANCES_FILE,
            f"{named(without)} {'has' if len(without) == 1 else 'have'} no enrollment utterance and no target trial",
            advice="give the role enroll to some of their utterances, if they are to be tried against themselves",
            column="role",
        )
    tried = numpy.zeros(utterances.frame.height, dtype=bool)
    tried[frame["utterance"].to_numpy()] = True
    if by_utterance:
        tried[frame["model"].to_numpy()] = True
    needed = by_utterance | (utterances.frame["role"] == "trial").to_numpy()
    idle = utterances.frame.filter(polars.Series(needed & ~tried))["utt_id"].to_list()
    if idle:
        count = int(needed.sum())
        findings.note(
            "untried",
            FILE,
            f"{count - len(idle)} of {count} {'' if by_utterance else 'trial '}utterances stand in a trial, not "
            f"{named(idle)}",
            column="trial_utt",
        )
    targets = set(frame.filter(polars.col("is_target"))["enroll"].unique().to_list())
    lonely = [utterances.speakers[index] for index in sorted(set(frame["enroll"].unique().to_list()) - targets)]
    if lonely and targets:
        findings.note(
            "no-target",
            FILE,
            f"{named(lonely)} {'is' if len(lonely) == 1 else 'are'} enrolled without a target trial",
            column="enroll_speaker",
        )


def _lists(frame: polars.DataFrame, utterances: Utterances) -> tuple[dict[str, TrialList], dict[str, str]]:
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


def check_lists(trials: Trials, findings: Findings) -> None:
    """Warn of lists without a target or without a non-target trial."""
    is_target = trials.frame["is_target"].to_numpy()
    for trial_list in trials.lists.values():
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
