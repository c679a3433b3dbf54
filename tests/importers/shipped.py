"""Result files that toolkits ship, where somebody has put them: `VPREPORT_RESULTS`, or `*/vpc-results` by the clone."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDER = next(
    (path for path in [Path(os.environ.get("VPREPORT_RESULTS", "")), *sorted(ROOT.parent.glob("*/vpc-results"))]
     if path.name and path.is_dir()), None,
)  # fmt: skip


def shipped(name):
    """Return a shipped file; the test is skipped where it is not there."""
    if FOLDER is None or not (FOLDER / name).is_file():
        pytest.skip(f"no shipped file {name} (set VPREPORT_RESULTS, or put it into */vpc-results beside the clone)")
    return FOLDER / name


def all_shipped(pattern):
    """Return the shipped files that fit; the test is skipped where none is there."""
    found = sorted(FOLDER.glob(pattern)) if FOLDER else []
    if not found:
        pytest.skip(
            f"no shipped files {pattern} (set VPREPORT_RESULTS, or put them into */vpc-results beside the clone)"
        )
    return found
