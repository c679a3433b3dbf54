"""The trials of a benchmark as integers, the trial lists as masks over them, and an audit of both."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy
import polars

from analysis.study.findings import Findings, in_rows, named, quoted, rows_named
from analysis.study.tables import Table, parse_column, read_table, truth, word_parser
from analysis.study.utterances import FILE as UTTERANCES_FILE
from analysis.study.utterances import Utterances

FILE = "meta/trials_test.csv"
COLUMNS = ("enroll_speaker", "trial_utt", "label")
UNEVEN, UNRESOLVED = "not as many cells as the header", "ids that are not known, or speakers that disagree"
UNLABELLED, MISLABELLED = "no known label", "a label that the speakers contradict"
CONTRADICTED = "both labels for one trial"
"""Why a trial is left out."""

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
            of the trial utterance's speaker), `is_target`, `same_gender` and `same_corpus` (null where unknown),
            `corpus` (index of the corpus that both sides share, -1 where they share none or it is unknown).
        lists: name → list, in the order of the contract.
        missing_lists: name → why there is no such list.
        listed: how many trials the file lists, with those that are left out.
        left_out: why trials are left out that an error speaks of, in words → how many.
    """

    frame: polars.DataFrame = field(repr=False)
    lists: Mapping[str, TrialList]
    missing_lists: Mapping[str, str]
    listed: int = 0
    left_out: Mapping[str, int] = field(default_factory=dict)

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
    labels = parse_column(table, "label", word_parser(LABELS), "", "target, nontarget", findings)
    given_same = parse_column(table, "same_gender", truth, None, "True, False (or yes, no, 1, 0)", findings)
    listed = len(table.rows) + len(table.uneven)
    known = _resolve(table, utterances, findings)
    sound = [is_known and bool(label) for is_known, label in zip(known, labels, strict=True)]
    left_out = {UNEVEN: len(table.uneven), UNRESOLVED: known.count(False), UNLABELLED: known.count(True) - sum(sound)}
    table = table.keep(sound)
    if not table.rows:
        if all(sound):
            findings.error("empty", FILE, "no trials are listed", allowed="one row a trial")
        return None
    kept = numpy.asarray(sound)
    is_target = numpy.asarray([label == "target" for label in labels])[kept]
    enroll = numpy.asarray([utterances.speaker_index[name] for name in table.column("enroll_speaker")])
    utterance = numpy.asarray([utterances.row[name] for name in table.column("trial_utt")])
    speaker = utterances.frame["speaker_index"].to_numpy()[utterance]
    mislabelled = _check_labels(table, is_target, enroll, speaker, findings)
    contradicted = _check_repeats(table, is_target, enroll, utterance, findings)
    _check_overlap(table, utterances, utterance, findings)
    same_gender = _same_gender(
        table, utterances, enroll, speaker, [g for g, k in zip(given_same, sound, strict=True) if k], findings
    )
    corpus, same_corpus = _corpora(utterances, enroll, utterance, findings)
    frame = polars.DataFrame(
        {
            "enroll": polars.Series(enroll, dtype=polars.Int64),
            "utterance": polars.Series(utterance, dtype=polars.Int64),
            "speaker": polars.Series(speaker, dtype=polars.Int64),
            "is_target": polars.Series(is_target, dtype=polars.Boolean),
            "same_gender": polars.Series(same_gender, dtype=polars.Boolean),
            "same_corpus": polars.Series(same_corpus, dtype=polars.Boolean),
            "corpus": polars.Series(corpus, dtype=polars.Int64),
        }
    )
    left_out |= {CONTRADICTED: int(contradicted.sum()), MISLABELLED: int((mislabelled & ~contradicted).sum())}
    lists, missing = _lists(frame, utterances)
    trials = Trials(frame, lists, missing, listed, {why: count for why, count in left_out.items() if count})
    if (faulty := mislabelled | contradicted).any():
        trials = trials.keep(~faulty)
    check_lists(trials, findings)
    return trials


def _resolve(table: Table, utterances: Utterances, findings: Findings) -> list[bool]:
    """Say for each row whether its ids are known; unknown ones and speakers without enrollment are errors."""
    enrolled = {name for name, ids in zip(utterances.speakers, utterances.enrollment, strict=True) if ids}
    unknown: dict[str, list[int]] = {}
    no_enrollment: dict[str, list[int]] = {}
    strange: dict[str, list[int]] = {}
    other_speaker: list[tuple[int, str, str, str]] = []
    speakers = utterances.frame["speaker"].to_list()
    trial_speakers = table.column("trial_speaker") if table.has("trial_speaker") else [None] * len(table.rows)
    sound = []
    for row, enroll, utterance, trial_speaker in zip(
        table.rows, table.column("enroll_speaker"), table.column("trial_utt"), trial_speakers, strict=True
    ):
        known = True
        if enroll not in utterances.speaker_index:
            unknown.setdefault(enroll, []).append(row)
            known = False
        elif enroll not in enrolled:
            no_enrollment.setdefault(enroll, []).append(row)
            known = False
        place = utterances.row.get(utterance)
        if place is None:
            strange.setdefault(utterance, []).append(row)
            known = False
        elif trial_speaker is not None and trial_speaker != speakers[place]:
            other_speaker.append((row, utterance, trial_speaker, speakers[place]))
            known = False
        sound.append(known)
    for names, column, fault in (
        (unknown, "enroll_speaker", f"not among the speakers of {UTTERANCES_FILE}"),
        (no_enrollment, "enroll_speaker", f"without an enrollment utterance in {UTTERANCES_FILE}"),
        (strange, "trial_utt", f"not among the utterances of {UTTERANCES_FILE}"),
    ):
        if names:
            rows = sorted(row for places in names.values() for row in places)
            findings.error(
                "unresolved",
                FILE,
                f"{named(sorted(names))} {'is' if len(names) == 1 else 'are'} {fault} ({rows_named(rows)})",
                allowed="ids exactly as in the list of utterances; all ids are text",
                advice="correct the id, add the utterance, or take the trials out",
                row=rows[0],
                column=column,
            )
    if other_speaker:
        row, utterance, said, true = other_speaker[0]
        findings.error(
            "conflict",
            FILE,
            f"{in_rows([fault[0] for fault in other_speaker])}{quoted(utterance)} is said to be of "
            f"{quoted(said)}; {UTTERANCES_FILE} says {quoted(true)}",
            allowed="the speaker that the list of utterances names",
            advice="correct one of the two files",
            row=row,
            column="trial_speaker",
        )
    return sound


def _check_labels(
    table: Table, is_target: numpy.ndarray, enroll: numpy.ndarray, speaker: numpy.ndarray, findings: Findings
) -> numpy.ndarray:
    """Say of each trial whether its label speaks against its speakers, which is an error."""
    faults = numpy.zeros(len(is_target), dtype=bool)
    for fault, text, advice in (
        (is_target & (enroll != speaker), "marked target, but the two speakers differ", "mark it nontarget"),
        (~is_target & (enroll == speaker), "marked nontarget, but both sides are the same speaker", "mark it target"),
    ):
        places = numpy.flatnonzero(fault)
        faults |= fault
        if len(places):
            first = int(places[0])
            findings.error(
                "label",
                FILE,
                f"{in_rows([table.rows[place] for place in places])}{quoted(table.column('trial_utt')[first])} "
                f"against {quoted(table.column('enroll_speaker')[first])} is {text}",
                allowed="target where both sides are one speaker, nontarget elsewhere",
                advice=f"{advice}, or correct the speaker",
                row=table.rows[first],
                column="label",
            )
    return faults


def _check_repeats(
    table: Table, is_target: numpy.ndarray, enroll: numpy.ndarray, utterance: numpy.ndarray, findings: Findings
) -> numpy.ndarray:
    """Say of each trial whether it stands with both labels, which is an error."""
    first: dict[tuple[int, int], int] = {}
    repeats: list[int] = []
    conflicts: list[int] = []
    contradicted: set[tuple[int, int]] = set()
    pairs = list(zip(enroll.tolist(), utterance.tolist(), strict=True))
    for place, pair in enumerate(pairs):
        earlier = first.setdefault(pair, place)
        if earlier != place:
            (repeats if is_target[earlier] == is_target[place] else conflicts).append(table.rows[place])
            if is_target[earlier] != is_target[place]:
                contradicted.add(pair)
    if conflicts:
        findings.error(
            "conflict",
            FILE,
            f"{in_rows(conflicts)}the same trial stands earlier with the other label",
            allowed="one label a trial",
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
    return numpy.asarray([pair in contradicted for pair in pairs], dtype=bool)


def _check_overlap(table: Table, utterances: Utterances, utterance: numpy.ndarray, findings: Findings) -> None:
    roles = utterances.frame["role"].to_list()
    overlap = [place for place, row in enumerate(utterance.tolist()) if roles[row] == "enroll"]
    if overlap:
        ids = table.column("trial_utt")
        findings.warning(
            "overlap",
            FILE,
            f"{named(sorted({ids[place] for place in overlap}))} "
            f"({rows_named([table.rows[place] for place in overlap])}) are enrollment utterances and tried as well",
            allowed="utterances of the role trial",
            advice="an utterance that enrolled its own speaker makes the attacker look too strong; use another one",
            row=table.rows[overlap[0]],
            column="trial_utt",
            remark="Some utterances both enroll a speaker and are tried, which makes the attacker look too strong.",
        )


def _same_gender(
    table: Table,
    utterances: Utterances,
    enroll: numpy.ndarray,
    speaker: numpy.ndarray,
    given: list[bool | None],
    findings: Findings,
) -> list[bool | None]:
    """Return the column as given; blank cells, or the whole column where absent, follow from the speakers' genders."""
    genders = numpy.asarray(utterances.genders)
    both_known = (genders[enroll] != "") & (genders[speaker] != "")
    equal = genders[enroll] == genders[speaker]
    derived = [bool(same) if known else None for same, known in zip(equal, both_known, strict=True)]
    if not table.has("same_gender") and both_known.any():
        findings.note(
            "derived",
            FILE,
            "there is no column same_gender; it follows from the speakers' genders",
            column="same_gender",
        )
    wrong = [
        place
        for place, (said, true) in enumerate(zip(given, derived, strict=True))
        if said is not None and true is not None and said != true
    ]
    if wrong:
        first = wrong[0]
        findings.warning(
            "same-gender",
            FILE,
            f"{in_rows([table.rows[place] for place in wrong])}same_gender is {given[first]}, but "
            f"{UTTERANCES_FILE} has {quoted(genders[enroll[first]])} and {quoted(genders[speaker[first]])}",
            advice="correct one of the two; the lists use the column as it stands",
            row=table.rows[first],
            column="same_gender",
            remark="The trial list and the speakers' genders disagree in places; the trial list is followed.",
        )
    return [true if said is None else said for said, true in zip(given, derived, strict=True)]


def _corpora(
    utterances: Utterances, enroll: numpy.ndarray, utterance: numpy.ndarray, findings: Findings
) -> tuple[numpy.ndarray, list[bool | None]]:
    """Return the index of the corpus that both sides share (or -1), and whether they share one (None: unknown)."""
    mixed, unknown = -2, -1
    by_utterance = numpy.asarray([utterances.corpus_index.get(name, unknown) for name in utterances.frame["corpus"]])
    by_speaker = numpy.full(len(utterances.speakers), unknown)
    mixed_speakers = []
    for index, ids in enumerate(utterances.enrollment):
        found = {int(by_utterance[utterances.row[name]]) for name in ids}
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
    left, right = by_speaker[enroll], by_utterance[utterance]
    shared = numpy.where((left == right) & (left >= 0), left, -1)
    same = [
        None if a == unknown or b == unknown else bool(a == b)
        for a, b in zip(left.tolist(), right.tolist(), strict=True)
    ]
    return shared, same


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
