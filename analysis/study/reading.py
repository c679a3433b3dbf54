"""Reading a study of any kind for a build: everything that is wrong with it at once, or the study."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from analysis.errors import InputError
from analysis.study.findings import Findings

Study = TypeVar("Study")


def read_whole(load: Callable[[Path, Findings], Study | None], folder: Path, otherwise: str = "") -> Study:
    """Return what `load` reads from a study's folder; nothing is ever written there.

    Args:
        load: reads a study as far as it goes; adds an error wherever it returns None.
        folder: the study's folder.
        otherwise: what else can be done about an error, beside mending it.

    Raises:
        InputError: with all errors of the study's files.
    """
    findings = Findings()
    study = load(Path(folder), findings)
    findings.stop_on_errors(Path(folder).resolve().name, otherwise)
    if study is None:
        raise InputError(f"{folder}: the study cannot be read", advice="run `vpreport check` on it")
    return study
