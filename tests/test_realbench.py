"""A small benchmark of real speech beside the repository, where somebody has put one: it builds and keeps its word."""

import csv
import io
from pathlib import Path

import pytest

from analysis import pipeline
from analysis.overrides import Overrides
from analysis.study.checks import check_study

ROOT = Path(__file__).parents[1]
STUDY = next((path for path in sorted(ROOT.parent.glob("*/realbench")) if (path / "meta").is_dir()), Path("realbench"))

pytestmark = pytest.mark.skipif(not STUDY.is_dir(), reason="no benchmark of real speech (*/realbench) beside the clone")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    place = tmp_path_factory.mktemp("real")
    # Pitch of real clips takes a quarter of a minute; the cache knows when it has to be computed again.
    return pipeline.build(ROOT, [STUDY], place / "out", ROOT / ".cache" / "tests", Overrides(draws=200))


def entries(made):
    return {row["key"]: row for row in csv.DictReader(io.StringIO(made.files["ledger.csv"]))}


def test_its_check_finds_no_error():
    """Warnings and notes may be."""
    assert [] == [finding.text() for finding in check_study(STUDY) if finding.severity == "error"]


def test_every_system_gets_an_eer_under_each_attacker_it_has_files_for(made):
    """Each lies between 0 and 100 %, with an interval around it and the trials counted."""
    found = entries(made)
    for folder, attackers in (("embeddings", ("ignorant", "lazy")), ("embeddings_semi_informed", ("semi_informed",))):
        for file in sorted((STUDY / folder).glob("*.npz")):
            for attacker in attackers:
                row = found[f"realbench/eer/{file.stem}/{attacker}/all"]
                assert 0 <= float(row["ci_low"]) <= float(row["ci_high"]) <= 100
                assert 0 <= float(row["value"]) <= 100
                assert int(row["n"]) > 0


def test_unprotected_speech_is_easiest_to_link(made):
    """No anonymizer has a lower EER than the original against the ignorant attacker."""
    found = entries(made)
    eers = {file.stem: float(found[f"realbench/eer/{file.stem}/ignorant/all"]["value"])
            for file in (STUDY / "embeddings").glob("*.npz")}  # fmt: skip
    assert eers["original"] == min(eers.values())


def test_its_numbers_rest_on_real_inputs_and_none_is_shipped(made):
    """Without a leaderboard only settings are shipped; random ratings and the coverage study alone are simulated."""
    found = entries(made)
    simulated = {row["source"] for row in found.values() if row["inputs"] == "simulated"}
    assert [] == [source for source in simulated if not source.startswith(("random ratings", "analysis/coverage/"))]
    assert not any(row["inputs"] == "real" and "analysis/coverage/" in row["source"] for row in found.values())
    if not (STUDY / "meta" / "leaderboard.csv").exists():
        assert {"setting"} == {key.split("/")[1] for key, row in found.items() if row["tag"] == "shipped"}


def test_it_has_a_summary_and_chapters(made):
    """A study without settings, leaderboard and pairs fills the same pages, with the missing parts left out."""
    assert {"index.qmd", "appendix.qmd", "realbench/01-data.qmd", "realbench/paired.csv"} <= set(made.files)
    header = "comparison,metric,delta,ci_low,ci_high,shipped,evidence\n"
    assert (STUDY / "meta" / "paired_comparisons.json").exists() or header == made.files["realbench/paired.csv"]
