"""Score files with a key, as a benchmark: each file lies in a folder named after the attacker and is named after the
system, as it will in the study.

    in/ignorant/original.txt  in/ignorant/mine.txt  in/semi_informed/mine.txt  in/key.txt
    in/utt2spk  in/spk2gender  in/enrolls            where they are known
    in/emotions/original.csv  in/emotions/mine.csv   utt_id, fold, emotion, prediction; where they are known

The attacker cannot be told from scores, and is never guessed. The scores of the original speech are those of original
enrollment against original trials, and lie in `ignorant`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from analysis.errors import InputError
from analysis.importers.draft import Draft, file_part
from analysis.importers.keyed_lines import CLAIMED, FORMS, KEY, REFUSED, Line, file_kind, read_lines
from analysis.importers.keyed_people import People, read_lists, speakers_of
from analysis.importers.keyed_places import ATTACKERS, attacker_folder, system_id
from analysis.importers.originals import ORIGINAL_ID
from analysis.importers.predictions import add_predictions
from analysis.importers.titles import TITLES
from analysis.importers.tree import Tree
from analysis.importers.wishes import Wishes
from analysis.study.findings import Findings, in_rows, named, quoted

TITLE = TITLES["keyed-scores"]


def recognises_keyed(tree: Tree) -> str:
    """Return the first score file in a folder that is named after an attacker."""
    return next((name for name, _, _ in _scores(tree)), "")


def read_keyed(trees: Sequence[Tree], wishes: Wishes) -> Draft:
    """Draft a benchmark from score files and their key."""
    draft = Draft()
    findings = draft.findings
    people = People()
    labels: dict[tuple[str, str], str] = {}
    systems: dict[str, str] = {}
    scores: dict[tuple[str, str], tuple[str, list[Line]]] = {}
    for tree in trees:
        _tell_others(tree, findings)
        read_lists(tree, people, findings)
        for name in _keys(tree, findings):
            lines = read_lines(tree, name, KEY, findings)
            _add_labels(lines, labels, tree.place(name), findings)
            draft.said.append(f"{tree.place(name)}: key, {len(lines):,} trials")
        for name, attacker, kind in _scores(tree):
            place, found = tree.place(name), PurePosixPath(name).stem
            systems[found] = wishes.system(found)
            system = system_id(systems[found], place, findings)
            if not system:
                continue
            lines = read_lines(tree, name, kind, findings)
            if kind != KEY and any(line.label for line in lines):
                _add_labels(lines, labels, place, findings)
            if kind == CLAIMED:
                _add_speakers(lines, people, place, findings)
            if (system, attacker) in scores:
                findings.error(
                    "two-files", place, f"the scores of {quoted(system)}, {attacker}, stand in "
                    f"{scores[system, attacker][0]}, too", allowed="one file a system and attacker",
                )  # fmt: skip
            scores[system, attacker] = (place, lines)
            draft.said.append(f"{place}: {system}, {attacker}, {len(lines):,} scores")
    wishes.check(systems.keys() | {ORIGINAL_ID})
    if not labels:
        findings.error(
            "no-key", "", "nothing says which trials are of targets",
            allowed="a key beside the folders: enrolled trial target|nontarget, a trial in each line",
            advice="add it, under any name",
        )  # fmt: skip
    if not scores:
        findings.error("no-scores", "", "no score file lies in a folder of an attacker", allowed=TITLE)
    findings.stop_on_errors("import")
    enrolled, tried = speakers_of(labels, people, findings)
    _add_lists(draft, labels, people, enrolled, tried)
    findings.stop_on_errors("import")
    for (system, attacker), (_, lines) in scores.items():
        draft.table(
            f"scores/{attacker}/{file_part(system)}.csv", ("enroll_speaker", "trial_utt", "score"),
            ((enrolled.get(line.enrolled, line.enrolled), line.trial, line.score) for line in lines),
        )  # fmt: skip
    add_predictions(draft, trees, wishes)
    findings.stop_on_errors("import")
    reference = wishes.system(ORIGINAL_ID)
    draft.settings(kind="benchmark", title=wishes.title, reference=reference if reference != ORIGINAL_ID else "")
    return draft


def _scores(tree: Tree) -> Iterator[tuple[str, str, str]]:
    """Give (file, attacker, kind) of the score files of a source."""
    for name in tree.names:
        if attacker := attacker_folder(tree, name):
            kind = _kind(tree, name)
            if kind and kind != KEY:
                yield name, attacker, kind


def _tell_others(tree: Tree, findings: Findings) -> None:
    """Add an error for each file in an attacker's folder that is no score file."""
    for name in tree.names:
        if attacker_folder(tree, name) and not _kind(tree, name):
            first = tree.read_bytes(name)[:200].decode("utf-8", "replace").lstrip().partition("\n")[0]
            findings.error(
                "form", tree.place(name), f"{quoted(first)} is no line of scores",
                allowed="enrolled trial score, enrolled trial score target|nontarget, or claimed real trial score, "
                "divided by blanks, without a header", advice="write the scores so, or take the file away",
            )  # fmt: skip


def _kind(tree: Tree, name: str) -> str:
    """Return the kind of a file, empty where this format does not have it.

    Raises:
        InputError: nothing can be made of this kind here.
    """
    kind = file_kind(tree, name)
    if kind in REFUSED:
        found, advice = REFUSED[kind]
        raise InputError(f"{tree.place(name)} holds {found}", advice=advice)
    return kind if kind in FORMS else ""


def _keys(tree: Tree, findings: Findings) -> Iterator[str]:
    """Give the keys of a source; scores outside of an attacker's folder are an error."""
    inside = {name for name, _, _ in _scores(tree)}
    for name in tree.names:
        if name in inside or name.rpartition("/")[2] in ("utt2spk", "spk2gender", "enrolls"):
            continue
        kind = _kind(tree, name)
        if kind == KEY:
            yield name
        elif kind:
            findings.error(
                "attacker", tree.place(name), "the file holds scores, and nothing says of which attacker",
                allowed=f"a folder {named(dict.fromkeys(ATTACKERS.values()))} around it, and the system's name as its "
                "own",
                advice="move it to <attacker>/<system>.txt; the scores of original speech to ignorant/original.txt",
            )  # fmt: skip


def _add_labels(lines: Sequence[Line], labels: dict[tuple[str, str], str], place: str, findings: Findings) -> None:
    first = {(line.enrolled, line.trial): line.row for line in reversed(lines)}
    if repeats := [line.row for line in lines if first[line.enrolled, line.trial] != line.row]:
        findings.warning(
            "duplicate", place, f"{in_rows(repeats)}the trial stands in an earlier line, too ({len(repeats)} in all); "
            "it counts once", advice="take the repeated lines out", row=repeats[0],
        )  # fmt: skip
    wrong = [line for line in lines if labels.setdefault((line.enrolled, line.trial), line.label) != line.label]
    if wrong:
        findings.error(
            "conflict", place,
            f"{quoted(wrong[0].enrolled)} against {quoted(wrong[0].trial)} is {wrong[0].label} here and not elsewhere; "
            f"so are {len(wrong)} trials in all", allowed="one label a trial", advice="correct the key",
            row=wrong[0].row,
        )  # fmt: skip


def _add_speakers(lines: Sequence[Line], people: People, place: str, findings: Findings) -> None:
    wrong = [line for line in lines if people.speaker.setdefault(line.trial, line.speaker) != line.speaker]
    if wrong:
        findings.error(
            "conflict", place, f"{quoted(wrong[0].trial)} is of {quoted(wrong[0].speaker)} here and of "
            f"{quoted(people.speaker[wrong[0].trial])} elsewhere", allowed="one speaker an utterance", row=wrong[0].row,
        )  # fmt: skip


def _add_lists(
    draft: Draft,
    labels: dict[tuple[str, str], str],
    people: People,
    enrolled: dict[str, str],
    tried: dict[str, str],
) -> None:
    """Add the lists of utterances and trials."""
    enrollment = [(name, people.speaker.get(name, "")) for name in people.enrolls]
    without = [name for name, speaker in enrollment if not speaker]
    if without:
        draft.findings.error(
            "unresolved", "enrolls", f"nobody says who speaks in {named(without)}", allowed="its speaker in utt2spk"
        )
    have = {speaker for _, speaker in enrollment}
    stand_ins = {name: speaker for name, speaker in enrolled.items() if speaker not in have}
    if clash := sorted(stand_ins.keys() & tried.keys()):
        draft.findings.error(
            "conflict", "key", f"{named(clash)} are enrolled and tried", allowed="one role an utterance",
            advice="add a list of the enrollment utterances, enrolls, and their speakers in utt2spk; or, where each "
            "trial is of one utterance against another, say --format pair-scores",
        )  # fmt: skip
    elif stand_ins:
        draft.findings.note(
            "stand-in", "meta/test_utts.csv",
            f"speakers whose enrollment utterances are not named, so that one row stands for all of them: "
            f"{len(stand_ins)}", advice="add a list of them, enrolls, and their speakers in utt2spk",
        )  # fmt: skip
    rows = [(name, speaker, "enroll") for name, speaker in (*enrollment, *stand_ins.items())]
    rows += [(name, speaker, "trial") for name, speaker in tried.items()]
    draft.table(
        "meta/test_utts.csv", ("utt_id", "speaker", "role", "gender"),
        [(name, speaker, role, people.gender.get(speaker, "")) for name, speaker, role in rows],
    )  # fmt: skip
    draft.table(
        "meta/trials_test.csv", ("enroll_speaker", "trial_utt", "trial_speaker", "label"),
        [(enrolled[name], utterance, tried.get(utterance, ""), label) for (name, utterance), label in labels.items()],
    )  # fmt: skip
