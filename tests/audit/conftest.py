"""A small report that the audit's tests read: built and rendered once."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from analysis.files import digest
from analysis.pages.engines import embedded
from tests.pages.results import ROOT, benchmark, challenge, write_report

VERSIONS = ("voice-privacy-report 0.1.0", "numpy 2.4.6 or 2.5.5")


@dataclass(frozen=True)
class Clone:
    """A clone with a built report and its rendered site."""

    root: Path

    @property
    def report(self) -> Path:
        return self.root / "report"

    @property
    def site(self) -> Path:
        return self.root / "_site"


def write_inputs(root: Path) -> None:
    """Give the clone two input files, and the report the list of them."""
    rows = ["path,sha256,bytes"]
    for name in ("data/bench/meta/list.csv", "data/bench/embeddings/a b.npz"):
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(name.encode())
        rows.append(f"{name},{digest(path)},{path.stat().st_size}")
    (root / "report" / "inputs.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")


@pytest.fixture(scope="session")
def clean(tmp_path_factory) -> Clone:
    """Give a clone whose report has names with digits where they belong, rendered by the embedded engine."""
    clone = Clone(tmp_path_factory.mktemp("clean") / "clone")
    clone.root.mkdir()
    shutil.copy(ROOT / "_quarto.yml", clone.root)
    (clone.root / "templates").symlink_to(ROOT / "templates", target_is_directory=True)
    lead = benchmark(3, names=("original", "kNN-VC 2", "B5 (v1.2)"), title="Benchmark 7", questions=("Is 2 enough?",))
    write_report(clone.report, lead, challenge(3, title="Contest 2024"), versions=VERSIONS)
    write_inputs(clone.root)
    embedded.render(clone.root, clone.report, clone.site)
    return clone
