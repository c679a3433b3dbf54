"""`bridge.toml`: families of systems that this study shares with another one, and where the two protocols differ."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from analysis.study.findings import Findings

FILE = "bridge.toml"


@dataclass(frozen=True)
class Bridge:
    """What two studies have in common, and what keeps their columns apart."""

    study: str


def read_bridge(folder: Path, findings: Findings) -> Bridge | None:
    """Read `bridge.toml`; None where there is no such file. What is wrong with it goes to `findings`."""
    return None
