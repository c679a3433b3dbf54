"""The list of pairs of utterances: which file it is, who speaks in them, and whether its labels can be right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

import polars

from analysis.importers.draft import Draft
from analysis.importers.keyed_lines import KEY, ORDERED, PAIRS, PLAIN, file_kind
from analysis.importers.keyed_people import LISTS, People
from analysis.importers.keyed_places import ATTACKERS, attacker_folder
from analysis.importers.pair_lines import read_cells
from analysis.importers.tree import Tree
from analysis.study.findings import Findings, in_rows, named, quoted

SPEAKER = r"^([^/]+)/"
"""The part of a path before the first `/`."""


def recognises_pairs(tree: Tree) -> str:
    """Return the first list of pairs of utterances that lies in no attacker's folder."""
    return next((name for name, kind in _others(tree) if kind == PAIRS), "")


def _others(tree: Tree) -> Iterator[tuple[str, str]]:
    """Give (file, kind) of the files that lie in no attacker's folder and may be a list or scores."""
    for name in tree.names:
        if not attacker_folder(tree, name) and PurePosixPath(name).name not in LISTS:
            yield name, file_kind(tree, name)


def the_list(trees: Sequence[Tree], draft: Draft) -> tuple[str, polars.DataFrame | None]:
    """Read the one list that the sources hold; that there is none, or another, is an error.

    Returns:
        Its place, and `row`, `enroll_utt`, `trial_utt` and `label` in its order; None where there was an error.
    """
    findings = draft.findings
    found = []
    for tree in trees:
        for name, kind in _others(tree):
            if kind in (PAIRS, KEY):
                found.append((tree, name, kind))
            elif kind and kind not in (ORDERED, PLAIN):
                findings.error(
                    "attacker", tree.place(name), "the file holds scores, and nothing says of which attacker",
                    allowed=f"a folder {named(dict.fromkeys(ATTACKERS.values()))} around it, and the system's name as "
                    "its own", advice="move it to <attacker>/<system>.txt; the scores of original speech to "
                    "ignorant/original.txt",
                )  # fmt: skip
    if not found:
        findings.error(
            "no-list", "", "nothing lists the pairs and says which are of one speaker",
            allowed="one list beside the folders: 1 or 0 and two utterances in each line, or two utterances and target "
            "or nontarget", advice="add it, under any name",
        )  # fmt: skip
        return "", None
    if len(found) > 1:
        places = [tree.place(name) for tree, name, _ in found]
        findings.error(
            "two-lists", places[1], f"{', '.join(places)} are lists", allowed="one list a study",
            advice="take the others away, and import each list as a study of its own",
        )  # fmt: skip
        return "", None
    tree, name, kind = found[0]
    frame = read_cells(tree, name, kind, findings)
    if frame is None:
        return "", None
    draft.said.append(f"{tree.place(name)}: list, {frame.height:,} pairs")
    itself = frame.filter(polars.col("enroll_utt") == polars.col("trial_utt"))
    if itself.height:
        findings.error(
            "itself", tree.place(name), f"{in_rows(itself['row'].to_list())}{quoted(itself['trial_utt'][0])} is set "
            "against itself", allowed="two different utterances in a line", advice="take the line out",
            row=itself["row"][0],
        )  # fmt: skip
    return tree.place(name), frame


def utterances_of(place: str, trials: polars.DataFrame, people: People, findings: Findings) -> polars.DataFrame:
    """Return utt_id, speaker and role of every utterance of the list; an unknown speaker is an error."""
    tried = trials["trial_utt"].unique(maintain_order=True)
    ids = polars.concat([trials["enroll_utt"].alias("utt_id"), trials["trial_utt"].alias("utt_id")])
    frame = polars.DataFrame({"utt_id": ids.unique(maintain_order=True)})
    role = polars.when(polars.col("utt_id").is_in(tried.implode())).then(polars.lit("trial"))
    if people.speaker:
        speaker = polars.col("utt_id").replace_strict(
            list(people.speaker), list(people.speaker.values()), default=None, return_dtype=polars.String
        )
    else:
        speaker = polars.col("utt_id").str.extract(SPEAKER)
    frame = frame.with_columns(speaker=speaker, role=role.otherwise(polars.lit("enroll")))
    unknown = frame.filter(polars.col("speaker").is_null() | polars.col("speaker").is_in([".", ".."]))["utt_id"]
    if len(unknown):
        says = (
            f"utt2spk does not name who speaks in {named(unknown.to_list())}" if people.speaker else
            f"{named(unknown.to_list())} {'has' if len(unknown) == 1 else 'have'} no speaker in front of a first /"
        )  # fmt: skip
        findings.error(
            "unresolved", "utt2spk" if people.speaker else place, f"{says}; {len(unknown):,} in all",
            allowed="a file utt2spk with the speaker of every utterance, or ids such as speaker/video/0001.wav",
            advice="add the missing lines" if people.speaker else "add utt2spk beside the list",
        )  # fmt: skip
    return frame


def check_labels(place: str, trials: polars.DataFrame, findings: Findings) -> None:
    """Add an error for labels that the speakers contradict."""
    same = polars.col("enroll_speaker") == polars.col("trial_speaker")
    for label, wrong in (("target", ~same), ("nontarget", same)):
        faults = trials.filter((polars.col("label") == label) & wrong)
        if faults.height:
            row = faults.row(0, named=True)
            findings.error(
                "label", place,
                f"{in_rows(faults['row'].to_list())}{quoted(row['enroll_utt'])} against {quoted(row['trial_utt'])} is "
                f"marked {label}, and the speakers are {quoted(row['enroll_speaker'])} and "
                f"{quoted(row['trial_speaker'])}", allowed="1 or target where both sides are one speaker, 0 elsewhere",
                advice="correct the line; or say in utt2spk who speaks, where it is not the part in front of the first "
                "/", row=row["row"],
            )  # fmt: skip
