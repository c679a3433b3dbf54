"""`claims.toml`: numeric statements of a publication, each with its place, its printed value and a rule."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from analysis.study.findings import Findings

FILE = "claims.toml"


@dataclass(frozen=True)
class Claim:
    """One numeric statement."""

    id: str


def read_claims(folder: Path, findings: Findings) -> tuple[Claim, ...]:
    """Read `claims.toml`; nothing where there is no such file. What is wrong with it goes to `findings`."""
    return ()
