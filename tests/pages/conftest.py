"""Reports that several tests read, each rendered once."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from analysis.pages.engines import embedded

from .results import HOSTILE, ROOT, benchmark, challenge, hostile_benchmark, write_report


def _rendered(folder: Path, *studies) -> SimpleNamespace:
    report = write_report(folder / "report", *studies)
    rendered = embedded.render(ROOT, report, folder / "_site")
    return SimpleNamespace(report=report, site=folder / "_site", studies=studies, rendered=rendered)


@pytest.fixture(scope="session")
def calm(tmp_path_factory):
    """Give a report of a small benchmark and a small challenge, rendered by the embedded engine."""
    return _rendered(tmp_path_factory.mktemp("calm"), benchmark(4, traps=1), challenge(5))


@pytest.fixture(scope="session")
def hostile(tmp_path_factory):
    """Give a report whose every name, title, question and remark is hostile, in a folder with a blank in its name."""
    contest = challenge(6, names=("orig", *HOSTILE[:5]), title=HOSTILE[2])
    return _rendered(tmp_path_factory.mktemp("hos tile"), hostile_benchmark(), contest)
