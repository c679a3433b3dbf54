"""Reading whatever listeners sent: sheets with keys, or result files of webMUSHRA."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from analysis.errors import InputError, UsageError
from analysis.listening.answers import Answers
from analysis.listening.sheets import header_of, kind_of, read_sheets
from analysis.listening.webmushra import is_webmushra, read_webmushra


def read_answers(sheets: Sequence[Path], keys: Sequence[Path]) -> Answers:
    """Read all files; a folder among the keys stands for the keys in it.

    Raises:
        InputError: a file cannot be used, or nothing in them is an answer.
        UsageError: sheets and files of webMUSHRA are mixed, or a folder stands for a sheet.
    """
    for path in sheets:
        if path.is_dir():
            raise UsageError(f"{path} is a folder", advice="name the sheets themselves; a folder may follow --key")
    files = [*sheets, *(file for path in keys for file in _keys(path))]
    given = list({path.resolve(): path for path in files}.values())
    ours = [path for path in given if not is_webmushra(header_of(path))]
    others = [path for path in given if path not in ours]
    answer_files = [path for path in ours if (kind := kind_of(path)) is None or not kind.is_key]
    if others and answer_files:
        raise UsageError(f"{answer_files[0]} is a sheet and {others[0]} a file of webMUSHRA", advice="score them apart")
    if not others and not answer_files:
        raise UsageError("only keys are given", advice="name the filled sheets")
    answers = Answers().add(read_webmushra(path) for path in others) if others else read_sheets(ours)
    if not answers.tallies:
        raise InputError(f"{', '.join(path.name for path in given)}: there is no row to score")
    return answers


def _keys(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.glob("*_KEY.csv"))
    if not found:
        raise InputError(f"{path} holds no key", allowed="files whose names end in _KEY.csv")
    return found
