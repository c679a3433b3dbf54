"""Writing the demo study: the committed bytes, from nothing but the seed."""

import io
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np

from analysis.simulate import simulate_study
from analysis.simulate.calibrate import SAME_GENDER_BAND
from analysis.simulate.study import npz_bytes, study_toml
from analysis.simulate.table import stored_calibration, write_calibration
from analysis.study.settings import read_settings

ROOT = Path(__file__).parents[2]
DATA = ROOT / "data" / "khmer_demo"

WRITE = "import sys, pathlib, analysis.simulate as s; s.simulate_study(pathlib.Path(sys.argv[1]))"


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_committed_data_are_what_the_seed_gives(tmp_path):
    """Writing the study into an empty folder, with hash randomization of its own, gives the committed bytes."""
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "OMP_NUM_THREADS": "1"}
    subprocess.run([sys.executable, "-c", WRITE, str(tmp_path)], check=True, cwd=ROOT, env=environment)
    written, committed = contents(tmp_path), contents(DATA)
    assert sorted(committed) == sorted(written)
    assert [name for name in committed if committed[name] != written[name]] == []


def test_second_run_changes_nothing(tmp_path):
    """A second run into the same folder reports no changed file, and the first one reports all of them."""
    lines = []
    assert len(contents(DATA)) == len(simulate_study(tmp_path, progress=lines.append))
    assert len(contents(DATA)) == len(lines)
    assert simulate_study(tmp_path) == []


def test_archives_hold_no_clock_and_no_pickle():
    """The same arrays give the same archive, numpy reads it without pickle, and text stays text."""
    arrays = {"utt_id": np.array(["0012", "ក"]), "emb": np.ones((2, 3), dtype=np.float16)}
    content = npz_bytes(**arrays)
    assert content == npz_bytes(**arrays)
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        assert archive["utt_id"].tolist() == ["0012", "ក"]
        assert archive["emb"].dtype == np.float16


def test_settings_say_that_the_study_is_simulated():
    """`study.toml` names the study, marks it as simulated, and registers the three pairs that are printed."""
    assert tomllib.loads(study_toml())["simulated"] is True
    settings = read_settings(DATA)
    assert (
        settings.title,
        settings.lead,
        settings.simulated,
        settings.date,
    ) == ("Khmer voice-privacy benchmark", True, True, "")
    assert [(pair.a, pair.b) for pair in settings.pairs] == [
        ("knnvc_english_pool", "knnvc_khmer_pool"),
        ("mcadams", "knnvc_khmer_pool"),
        ("knnvc_khmer_pool", "knnvc_khmer_pool_samegender"),
    ]


def test_paired_file_counts_the_registered_comparisons():
    """The original registered six comparisons; the file says so and holds the three that are printed."""
    content = json.loads((DATA / "meta" / "paired_comparisons.json").read_text(encoding="utf-8"))
    assert (content["registered"], content["n_boot"]) == (6, 2000)
    assert len([name for name in content if " minus " in name]) == 3


def test_calibration_table_survives_writing_and_reading(tmp_path):
    """The settings that are written are the settings that are read, and the committed table is complete."""
    stored = stored_calibration()
    path = tmp_path / "table.json"
    assert write_calibration(stored, path)
    assert stored == stored_calibration(path)
    assert (len(stored.ordinary), len(stored.semi_informed), len(stored.transcripts)) == (8, 7, 7)


def test_search_stops_inside_the_bounds_of_the_study():
    """The band of the search is narrower than the bound of half a point that the data are held to."""
    assert SAME_GENDER_BAND < 0.5
