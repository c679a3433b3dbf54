"""The summary texts of the VoicePrivacy evaluation (`result_for_rank…`), one or more systems, as one study.

Where they give one attacker on female and male trials of one dataset, they become a challenge table, else a study of
attacks.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from analysis.errors import InputError
from analysis.importers.attackers import ANONYMIZED
from analysis.importers.attacks_draft import draft_attacks
from analysis.importers.challenge_draft import draft_challenge, fits_challenge
from analysis.importers.draft import Draft
from analysis.importers.evaluation_rows import EvaluationRows
from analysis.importers.figures import Figures
from analysis.importers.notices import warn_of_notices
from analysis.importers.originals import ORIGINAL_ID
from analysis.importers.summary_text import is_summary, read_sections
from analysis.importers.tree import NoText, Tree
from analysis.importers.wishes import Wishes
from analysis.study.findings import Findings

RANKED = re.compile(r"(?:.*_)?result_for_rank(?P<suffix>.*?)(?:\.txt)?")
PART = re.compile(r"(?:.*/)?eval_(?:orig|anon)(?P<suffix>[^/]*)/results_(?:orig|anon)\.txt")
MAX_SUMMARY = 1 << 20
"""Bytes above which a file is no summary."""


def recognises_summaries(tree: Tree) -> str:
    """Return a summary by its name; a single file is known by what it says, too."""
    return next((name for name, _ in _named(tree)), "")


def read_summaries(trees: Sequence[Tree], wishes: Wishes) -> Draft:
    """Draft a study from the summaries in some sources."""
    draft = Draft()
    figures = Figures(draft.findings)
    rows = EvaluationRows(figures)
    days: list[tuple[str, datetime.date | None]] = []
    wishes.check({found for tree in trees for _, found in _named(tree)} | {ORIGINAL_ID})
    for tree in trees:
        names = list(_named(tree))
        if not names:
            draft.findings.error(
                "missing", tree.shown, "no summary stands in it", allowed="files named result_for_rank…",
                advice="name the file itself, or the folder that holds it",
            )  # fmt: skip
        for name, found in names:
            days += [(tree.place(name), day) for day in _read(tree, name, found, wishes, rows, draft)]
    rows.note_unused()
    figures.note_repeats()
    warn_of_notices(figures, days)
    draft.findings.stop_on_errors("import")
    if fits_challenge(figures):
        draft_challenge(figures, wishes, draft)
    else:
        draft_attacks(figures, wishes, draft)
    return draft


def summary_days(trees: Sequence[Tree]) -> dict[str, list[datetime.date | None]]:
    """Return the days of the sections with EERs in the summaries of some sources, by the systems' names found."""
    days: dict[str, list[datetime.date | None]] = {}
    for tree in trees:
        for name, found in _named(tree):
            # Their numbers are not read here, so that what is wrong with them is no fault.
            try:
                sections = read_sections(tree.read_text(name), tree.place(name), Findings())
            except InputError:
                sections = []
            days.setdefault(found, []).extend(section.day for section in sections if section.kind == "asv")
    return days


def _named(tree: Tree) -> Iterator[tuple[str, str]]:
    """Give (file, system's name) of the summaries of a source.

    The two halves that one run writes first are read only where the summary made from them is not there.
    """
    ranked = {}
    halves = []
    for name in tree.names:
        last = PurePosixPath(name).name
        if match := RANKED.fullmatch(last):
            if not last.endswith((".zip", ".csv")):
                ranked[name] = _name(match["suffix"], tree)
        elif match := PART.fullmatch(name):
            halves.append((name, _name(match["suffix"], tree)))
        elif tree.is_file and _says_so(tree, name):
            ranked[name] = PurePosixPath(name).stem
    yield from ranked.items()
    yield from (half for half in halves if half[1] not in ranked.values())


def _name(suffix: str, tree: Tree) -> str:
    """Return the system's name: the suffix of its data, or, where it has none, the name of the source."""
    return suffix.lstrip("_-. ") or PurePosixPath(tree.shown).stem


def _says_so(tree: Tree, name: str) -> bool:
    try:
        return len(tree.read_bytes(name)) <= MAX_SUMMARY and is_summary(tree.read_text(name))
    except NoText:  # whatever it is, it is no summary
        return False


def _read(
    tree: Tree, name: str, found: str, wishes: Wishes, rows: EvaluationRows, draft: Draft
) -> list[datetime.date | None]:
    """Read one summary and return the days of the sections that hold EERs."""
    place, run = tree.place(name), wishes.system(found)
    if not rows.figures.add_run(run, found, place):
        return []
    sections = read_sections(tree.read_text(name), place, draft.findings)
    for section in sections:
        for row in section.rows:
            if section.kind == "asv":
                rows.attack(run, section.evaluator, row.fields, place, row.number)
            else:
                rows.utility(run, section.kind, row.fields, place, row.number)
    parts = [f"{section.kind}^anon" if section.evaluator == ANONYMIZED else section.kind for section in sections]
    count = sum(len(section.rows) for section in sections)
    draft.said.append(f"{place}: {run}, {count} rows ({', '.join(dict.fromkeys(parts)) or 'no section'})")
    half = name if PART.fullmatch(name) else ""
    absent = [kind for kind in ("ser", "asr", "asv", "asv^anon") if kind not in parts]
    if absent and not half:
        draft.findings.warning("section", place, f"no section for {', '.join(absent)}")
    return [section.day for section in sections if section.kind == "asv"]
