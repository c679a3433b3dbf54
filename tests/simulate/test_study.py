"""Writing the demo study: the committed files, from nothing but the seed."""

import io
import json
import math
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest
import soundfile

from analysis.simulate import simulate_study
from analysis.simulate.calibrate import SAME_GENDER_BAND
from analysis.simulate.clips import wav_bytes
from analysis.simulate.study import npz_bytes, study_toml
from analysis.simulate.table import stored_calibration, write_calibration
from analysis.study.settings import read_settings

ROOT = Path(__file__).parents[2]
DATA = ROOT / "data" / "khmer_demo"

WRITE = """
import pathlib, sys
from analysis.simulate import simulate_study
lines = []
print(len(simulate_study(pathlib.Path(sys.argv[1]), progress=lines.append)), len(lines))
"""


def contents(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The study as another process writes it into an empty folder, and how many changes it reports."""
    folder = tmp_path_factory.mktemp("simulated") / "my study"
    environment = {**os.environ, "PYTHONHASHSEED": "4711", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", WRITE, str(folder)], check=True, cwd=ROOT, env=environment, capture_output=True
    )
    return folder, done.stdout.split()


def half_precision_steps(a, b):
    """Return how many half-precision numbers lie between each pair; the zeros are one number."""
    places = [x.view(np.int16).astype(np.int32) for x in (a, b)]
    ordered = [np.where(place < 0, -(place & 0x7FFF), place) for place in places]
    return np.abs(ordered[0] - ordered[1])


def steps_apart(name, a, b):
    """Return the largest difference of two files in their smallest steps; infinite where anything else differs."""
    if a == b:
        return 0
    if name.endswith(".wav"):
        (x, rate), (y, other) = (soundfile.read(io.BytesIO(content), dtype="int16") for content in (a, b))
        same = (rate, x.shape, a[:44]) == (other, y.shape, b[:44])
        return int(np.abs(x.astype(int) - y.astype(int)).max()) if same else math.inf
    if name.endswith(".npz"):
        x, y = (np.load(io.BytesIO(content), allow_pickle=False) for content in (a, b))
        same = (
            np.array_equal(x["utt_id"], y["utt_id"])
            and x["emb"].dtype == y["emb"].dtype
            and x["emb"].shape == y["emb"].shape
        )
        return int(half_precision_steps(x["emb"], y["emb"]).max()) if same else math.inf
    return math.inf


def test_committed_data_are_what_the_seed_gives(written):
    """Text is the same to the byte; sound and vectors to one step, since another processor may round the last bit."""
    made, committed = contents(written[0]), contents(DATA)
    assert sorted(committed) == sorted(made)
    assert [name for name in committed if steps_apart(name, committed[name], made[name]) > 1] == []


def test_second_run_changes_nothing(written):
    """A run reports every file that it wrote; one of this process, with another hash seed, finds nothing to change."""
    folder, reported = written
    assert [str(len(contents(DATA))).encode()] * 2 == reported
    assert simulate_study(folder) == []


def test_a_step_is_the_smallest_one():
    """The comparison with the committed data lets one step pass and sees two."""
    values = np.array([1.0, -0.0, -1e-7, 1000.0], dtype=np.float16)
    above = np.nextafter(values, np.float16(np.inf))
    assert [1, 1, 1, 1] == half_precision_steps(values, above).tolist()
    assert [0, 0, 0, 0] == half_precision_steps(values, values + np.float16(0)).tolist()
    name = "audio/demo/x.wav"
    sounds = [wav_bytes(np.array([0, level, 9])) for level in (0, 1, 2)]
    assert [0, 1, 2] == [steps_apart(name, sounds[0], sound) for sound in sounds]
    assert math.inf == steps_apart(name, sounds[0], wav_bytes(np.zeros(4)))
    assert math.inf == steps_apart("meta/x.csv", b"1", b"2")
    ids = np.array(["a"])
    archives = [npz_bytes(utt_id=ids, emb=row) for row in (values, above, np.nextafter(above, np.float16(np.inf)))]
    assert [0, 1, 2] == [steps_apart("x.npz", archives[0], archive) for archive in archives]
    assert math.inf == steps_apart("x.npz", archives[0], npz_bytes(utt_id=np.array(["b"]), emb=above))


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
