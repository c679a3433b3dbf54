"""Scores over pairs of utterances with their list, as VoxCeleb has it: a benchmark whose trials name both utterances.

    in/ignorant/original.txt  in/ignorant/mine.txt  in/semi_informed/mine.txt
    in/veri_test.txt                                 1 spk/vid/0001.wav spk/vid/0002.wav, a pair in each line
    in/utt2spk  in/spk2gender  in/emotions/mine.csv  where they are known

A speaker is the part of an utterance's path before the first `/`, as that corpus defines it, unless there is a file
`utt2spk`, which then names the speaker of every utterance. Utterance ids stay the whole paths. The first utterance of a
line enrolls, the second is tried. Lines are taken apart all at once: lists have hundreds of thousands of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

import polars

from analysis.errors import InputError, UsageError
from analysis.importers.draft import Draft, file_part
from analysis.importers.keyed_lines import KEY, ORDERED, PAIRS, PLAIN, REFUSED, SCORE_FIRST, file_kind
from analysis.importers.keyed_people import People, read_lists
from analysis.importers.keyed_places import attacker_folder, system_id
from analysis.importers.originals import ORIGINAL_ID
from analysis.importers.pair_lines import CELLS, read_cells
from analysis.importers.pair_list import check_labels, the_list, utterances_of
from analysis.importers.predictions import add_predictions
from analysis.importers.titles import TITLES
from analysis.importers.tree import Tree
from analysis.importers.wishes import Wishes
from analysis.study.findings import Findings, in_rows, quoted

TITLE = TITLES["pair-scores"]
FORMS = "enrolled trial score, score enrolled trial, enrolled trial score target|nontarget, or one score a line"
PAIR = ("enroll_utt", "trial_utt")


@dataclass(frozen=True)
class _Scored:
    """The scores of one file: `enroll_utt`, `trial_utt`, `score`, in the order of the file.

    `found` is the system's name in the files, `system` its id in the study.
    """

    place: str
    found: str
    system: str
    attacker: str
    frame: polars.DataFrame


def read_pairs(trees: Sequence[Tree], wishes: Wishes) -> Draft:
    """Draft a benchmark from one list of pairs and the score files of its systems."""
    draft = Draft()
    findings = draft.findings
    people = People()
    for tree in trees:
        read_lists(tree, people, findings)
    place, trials = the_list(trees, draft)
    if trials is None:
        findings.stop_on_errors("import")
        raise InputError("the list holds no pair", advice="list the pairs, one a line")
    utterances = utterances_of(place, trials, people, findings)
    findings.stop_on_errors("import")
    speakers = utterances.select(utt_id="utt_id", speaker="speaker")
    trials = trials.join(
        speakers.rename({"utt_id": "enroll_utt", "speaker": "enroll_speaker"}), on="enroll_utt", maintain_order="left"
    ).join(speakers.rename({"utt_id": "trial_utt", "speaker": "trial_speaker"}), on="trial_utt", maintain_order="left")
    check_labels(place, trials, findings)
    scored = list(_scores(trees, trials, wishes, draft))
    wishes.check({one.found for one in scored} | {ORIGINAL_ID})
    if not scored:
        findings.error("no-scores", "", "no score file lies in a folder of an attacker", allowed=TITLE)
    findings.stop_on_errors("import")
    trials = _covered(trials, scored, wishes, findings)
    findings.stop_on_errors("import")
    _add_tables(draft, trials, utterances, people, scored)
    add_predictions(draft, trees, wishes)
    findings.stop_on_errors("import")
    reference = wishes.system(ORIGINAL_ID)
    draft.settings(kind="benchmark", title=wishes.title, reference=reference if reference != ORIGINAL_ID else "")
    return draft


def _scores(trees: Sequence[Tree], trials: polars.DataFrame, wishes: Wishes, draft: Draft) -> Iterator[_Scored]:
    """Read the score files, each once; what cannot be read is an error."""
    findings = draft.findings
    seen: dict[tuple[str, str], str] = {}
    ordered = False
    for tree in trees:
        for name in tree.names:
            attacker = attacker_folder(tree, name)
            if not attacker:
                continue
            place, kind = tree.place(name), file_kind(tree, name)
            found = PurePosixPath(name).stem
            system = system_id(wishes.system(found), place, findings)
            if (system, attacker) in seen:
                findings.error(
                    "two-files", place, f"the scores of {quoted(system)}, {attacker}, stand in "
                    f"{seen[system, attacker]}, too", allowed="one file a system and attacker",
                )  # fmt: skip
            seen[system, attacker] = place
            ordered |= kind == ORDERED
            frame = _of_file(tree, name, kind, trials, wishes, findings)
            if frame is not None and system:
                draft.said.append(f"{place}: {system}, {attacker}, {frame.height:,} scores")
                yield _Scored(place, found, system, attacker, frame)
    if wishes.in_order and not ordered:
        raise UsageError("--in-order: every score file has ids", allowed="files with one score a line")


def _of_file(
    tree: Tree, name: str, kind: str, trials: polars.DataFrame, wishes: Wishes, findings: Findings
) -> polars.DataFrame | None:
    """Return the scores of one file with the ids of their pairs, or add an error."""
    place = tree.place(name)
    kind = SCORE_FIRST if kind == PAIRS else kind  # of a cosine of 1 or 0 in the first line
    if kind == PLAIN:
        findings.error(
            "form", place, f"the file holds {REFUSED[PLAIN][0]}", allowed=FORMS, advice="write them with ids"
        )
        return None
    if kind not in CELLS or kind == KEY:
        findings.error(
            "form", place, "the first line is no line of scores", allowed=f"{FORMS}; divided by blanks, no header",
            advice="write the scores so, or take the file away",
        )  # fmt: skip
        return None
    if kind == ORDERED and not wishes.in_order:
        findings.error(
            "order", place, "the scores have no ids, so that only their order could say which pair each is of",
            allowed=FORMS.rpartition(", or")[0], advice="write them with ids; or, where you know that the file has a "
            "score for each line of the list in its order, say so with --in-order",
        )  # fmt: skip
        return None
    frame = read_cells(tree, name, kind, findings)
    if frame is None:
        return None
    if kind == ORDERED:
        if frame.height != trials.height:
            findings.error(
                "order", place, f"the file has {frame.height:,} scores and the list {trials.height:,} pairs",
                allowed="one score for each line of the list, in its order", advice="write the scores with ids",
            )  # fmt: skip
            return None
        return trials.select(PAIR).with_columns(frame["score"])
    if kind == SCORE_FIRST and frame["score"].is_in([0.0, 1.0]).all():
        findings.error(
            "list", place, "each line starts with 1 or 0: these are labels of a list, or decisions",
            allowed=FORMS, advice="put the list beside the folders of the attackers, and the scores into them",
        )  # fmt: skip
        return None
    if "label" in frame.columns:
        _check_other_labels(place, frame, trials, findings)
    return frame.select(*PAIR, "score")


def _check_other_labels(place: str, frame: polars.DataFrame, trials: polars.DataFrame, findings: Findings) -> None:
    other = frame.join(trials.select(*PAIR, said="label").unique(), on=PAIR, maintain_order="left").filter(
        polars.col("label") != polars.col("said")
    )
    if other.height:
        row = other.row(0, named=True)
        findings.error(
            "conflict", place, f"{in_rows(other['row'].to_list())}{quoted(row['enroll_utt'])} against "
            f"{quoted(row['trial_utt'])} is {row['label']} here and {row['said']} in the list",
            allowed="one label a pair", advice="correct one of the two", row=row["row"],
        )  # fmt: skip


def _covered(
    trials: polars.DataFrame, scored: Sequence[_Scored], wishes: Wishes, findings: Findings
) -> polars.DataFrame:
    """Return the trials that every file scores; that some have no score is an error without `--partial`."""
    kept = trials
    for one in scored:
        lacking = trials.join(one.frame, on=PAIR, how="anti", maintain_order="left")
        extra = one.frame.join(trials, on=PAIR, how="anti").height
        if extra:
            findings.note("extra-score", one.place, f"{extra:,} scores of pairs that are not in the list; left out")
        if not lacking.height:
            continue
        row = lacking.row(0, named=True)
        found = (
            f"no score for {quoted(row['enroll_utt'])} against {quoted(row['trial_utt'])}; "
            f"{trials.height - lacking.height:,} of {trials.height:,} pairs of the list have one"
        )
        if wishes.partial and lacking.height < trials.height:
            findings.warning("coverage", one.place, f"{found}; the others are left out for every system")
            kept = kept.join(one.frame, on=PAIR, how="semi", maintain_order="left")
            continue
        turned = one.frame.select(enroll_utt="trial_utt", trial_utt="enroll_utt")
        if lacking.join(turned, on=PAIR, how="semi").height:
            advice = "some have a score in the other order, which is another trial: the list says who enrolls"
        elif lacking.height == trials.height:
            pair = one.frame.row(0) if one.frame.height else ("", "")
            advice = (
                f"write the ids as the list does; the first line here is of {quoted(pair[0])} and {quoted(pair[1])}"
            )
        else:
            advice = "score them, or leave them out for every system with --partial"
        findings.error("coverage", one.place, found, allowed="a score for each pair of the list", advice=advice)
    if not kept.height:
        findings.error(
            "coverage", "", "no pair of the list has a score in every file", advice="score the pairs of one list"
        )
    return kept


def _add_tables(
    draft: Draft, trials: polars.DataFrame, utterances: polars.DataFrame, people: People, scored: Sequence[_Scored]
) -> None:
    gender = polars.col("speaker").replace_strict(
        list(people.gender), list(people.gender.values()), default="", return_dtype=polars.String
    )
    used = utterances.filter(polars.col("utt_id").is_in(polars.concat([trials[name] for name in PAIR]).implode()))
    draft.frame("meta/test_utts.csv", used.with_columns(gender=gender))
    draft.frame(
        "meta/trials_test.csv", trials.select("enroll_speaker", "enroll_utt", "trial_utt", "trial_speaker", "label")
    )
    if people.enrolls:
        draft.findings.note(
            "unused-file", "enrolls", "the file is left out; each pair names the utterance that enrolls"
        )
    by_pair = trials.select(*PAIR, "enroll_speaker").unique(maintain_order=True)
    for one in scored:
        frame = one.frame.join(by_pair, on=PAIR, how="inner", maintain_order="left")
        draft.frame(
            f"scores/{one.attacker}/{file_part(one.system)}.parquet",
            frame.select("enroll_speaker", *PAIR, "score"),
        )
