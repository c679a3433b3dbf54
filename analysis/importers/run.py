"""One import: sources in, the format that knows them, a study's folder out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from analysis.errors import InputError, UsageError
from analysis.importers import formats
from analysis.importers.draft import write_draft
from analysis.importers.formats import Format
from analysis.importers.tree import Tree, open_tree
from analysis.importers.wishes import NO_WISHES, Wishes
from analysis.study.findings import Finding


@dataclass(frozen=True)
class Imported:
    """What an import did.

    Attributes:
        format: that was read.
        said: what was read, a line each.
        noticed: what the importer found missing or in disagreement.
        checked: what the check of the new study found.
    """

    format: Format
    said: tuple[str, ...]
    noticed: tuple[Finding, ...]
    checked: tuple[Finding, ...]


def import_study(sources: Sequence[Path], out: Path, wishes: Wishes = NO_WISHES, format_name: str = "auto") -> Imported:
    """Read what other tools wrote and write it as a study.

    Args:
        sources: folders, files or zip archives of one format.
        out: the study's folder, which must not hold anything.
        wishes: what the caller wants otherwise.
        format_name: the name of a format; `auto` takes the first that has what it needs, else the first that has a
            part of it and can say what is missing.

    Raises:
        UsageError: `out` holds something, there is no such format, or a wish does not fit it.
        InputError: no format knows the sources, or what they hold cannot be a study.
        EngineError: the file system refused.
    """
    trees = [open_tree(source) for source in sources]
    chosen = _chosen(trees, format_name)
    if wishes.in_order and not chosen.in_order:
        raise UsageError(
            f"--in-order: {chosen.name} has no scores without ids", allowed="with a list of pairs of utterances"
        )
    draft = chosen.read(trees, wishes)
    checked = write_draft(draft, out)
    return Imported(chosen, tuple(draft.said), tuple(draft.findings.sorted()), tuple(checked))


def _chosen(trees: Sequence[Tree], name: str) -> Format:
    known = {known.name: known for known in formats.FORMATS}
    if name != "auto":
        if name not in known:
            raise UsageError(f"there is no format {name!r}", allowed=", ".join(["auto", *known]))
        return known[name]
    fitting = (candidate for candidate in formats.FORMATS if candidate.recognises(trees))
    alike = (candidate for candidate in formats.FORMATS if candidate.resembles(trees))
    if found := next(fitting, None) or next(alike, None):
        return found
    shown = ", ".join(tree.shown for tree in trees)
    raise InputError(
        f"{shown}: no format is known in which these files are written",
        allowed="; ".join(candidate.title for candidate in formats.FORMATS),
        advice="name the folder that the tool wrote, or the format with --format",
    )
