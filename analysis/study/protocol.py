"""What a challenge prints about its protocol: speakers, folds, training sets, trial pairs, teams and editions."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from analysis.study.findings import Findings

FILES: tuple[str, ...] = ()
"""The files that hold the protocol; each may be absent."""


@dataclass(frozen=True)
class Protocol:
    """The tables of a challenge's protocol; a table whose file is absent is empty."""


def read_protocol(folder: Path, findings: Findings) -> Protocol:
    """Read the protocol's files as far as they are there; what is wrong with them goes to `findings`."""
    return Protocol()
