"""A new study: a commented study.toml, empty tables with the right headers, and nothing of somebody's touched."""

import re
import shutil
import tomllib

import pytest

from analysis.coverage.table import committed
from analysis.errors import UsageError
from analysis.starter import KINDS, start_study
from analysis.starter.write import STUDY_FILE
from analysis.study.checks import check_study
from analysis.study.findings import Findings
from analysis.study.settings import (
    DRAWS_OF_NEW_STUDIES,
    INTERVAL_OF_NEW_STUDIES,
    INTERVALS,
    SETTING_NAMES,
    read_settings,
)
from tests.studies import study_files

SETTING = re.compile(r"^(?:# )?(\w+) = ", re.M)


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_layout_lacks_its_rows_and_nothing_else(tmp_path, kind):
    """A check finds no fault in a header or a setting: only that the tables are empty and the original is missing."""
    start_study(tmp_path / "my study", kind)
    errors = [finding for finding in check_study(tmp_path / "my study") if finding.severity == "error"]
    assert ({"empty", "no-original"} if kind == "benchmark" else {"empty"}) == {finding.code for finding in errors}
    assert all(finding.allowed.startswith("one row") for finding in errors if finding.code == "empty")


@pytest.mark.parametrize("kind", KINDS)
def test_every_line_that_is_out_of_use_can_be_taken_into_use(tmp_path, kind):
    """With each `# name = …` uncommented the settings are valid, and together the kinds name every setting."""
    start_study(tmp_path / "mine", kind)
    path = tmp_path / "mine" / STUDY_FILE
    path.write_text(re.sub(r"^# (\w+ = )", r"\1", path.read_text("utf-8"), flags=re.M), encoding="utf-8")
    findings = Findings()
    read_settings(tmp_path / "mine", findings)
    assert [] == findings.sorted()


def test_every_setting_is_explained(tmp_path):
    """What study.toml may hold stands in the layout of one kind or the other."""
    named = set()
    for kind in KINDS:
        start_study(tmp_path / kind, kind)
        named |= set(SETTING.findall((tmp_path / kind / STUDY_FILE).read_text("utf-8")))
    assert set(SETTING_NAMES) == named


def test_what_holds_without_a_line_is_what_the_line_says(tmp_path):
    """An example that is called the default is the default."""
    start_study(tmp_path / "mine", "benchmark")
    defaults = read_settings(tmp_path / "empty")
    text = (tmp_path / "mine" / STUDY_FILE).read_text("utf-8")
    shown = re.findall(r"^# ((?:draws|seed|level|text|reference) = .*)$", text, re.M)
    values = tomllib.loads("\n".join(shown))
    assert 4 == len(values)
    assert {name: getattr(defaults, name) for name in values} == values


def test_a_new_study_resamples_often(tmp_path):
    """Ten thousand times, where a study that says nothing keeps to a thousand."""
    start_study(tmp_path / "mine", "benchmark")
    assert 10_000 == DRAWS_OF_NEW_STUDIES == read_settings(tmp_path / "mine").draws
    assert 1_000 == read_settings(tmp_path / "empty").draws


def test_a_new_study_quotes_the_kind_that_keeps_its_promise_best(tmp_path):
    """By the committed table, a missing point counted twice; a study that says nothing keeps its own."""
    off = {kind: [row.coverage - 95 for row in committed().intervals if row.kind == kind] for kind in INTERVALS}
    closest = min(INTERVALS, key=lambda kind: sum(points if points > 0 else -2 * points for points in off[kind]))
    start_study(tmp_path / "mine", "benchmark")
    assert closest == INTERVAL_OF_NEW_STUDIES == read_settings(tmp_path / "mine").interval
    assert "speaker" == read_settings(tmp_path / "empty").interval


def test_files_that_are_there_stay(tmp_path):
    """Only what is missing is written; a second call writes nothing."""
    folder = tmp_path / "mine"
    (folder / "meta").mkdir(parents=True)
    (folder / "meta" / "test_utts.csv").write_text("mine", encoding="utf-8")
    started = start_study(folder, "benchmark")
    assert (("study.toml", "meta/trials_test.csv"), ("meta/test_utts.csv",)) == (started.written, started.kept)
    assert "mine" == (folder / "meta" / "test_utts.csv").read_text("utf-8")
    assert () == start_study(folder, "benchmark").written


def test_filled_with_files_it_is_a_sound_study(tmp_path):
    """The layout's own study.toml with somebody's tables and embeddings passes the check."""
    start_study(tmp_path / "mine", "benchmark")
    for name, content in study_files().items():
        if name != "study.toml":
            path = tmp_path / "mine" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content.encode("utf-8") if isinstance(content, str) else content)
    assert not [finding for finding in check_study(tmp_path / "mine") if finding.severity == "error"]


@pytest.mark.parametrize("name", ['a"b', "it's", "ខ្មែរ", "a_b", "a b"])
def test_a_name_of_any_signs_is_a_title(tmp_path, name):
    """Quotes and other signs in the folder's name do not break the file."""
    folder = tmp_path / name
    start_study(folder, "benchmark")
    assert name.replace("_", " ") == tomllib.loads((folder / STUDY_FILE).read_text("utf-8"))["title"]
    shutil.rmtree(folder)


@pytest.mark.parametrize("name", ["_x", ".x", "a\\b", "tab\there", "=1+1", "a\udcff", "ledger.csv"])
def test_a_name_that_no_study_can_have_is_refused(tmp_path, name):
    """Nothing is made."""
    with pytest.raises(UsageError, match="cannot be named"):
        start_study(tmp_path / name, "benchmark")
    assert [] == list(tmp_path.iterdir())


def test_a_file_in_the_folders_place_is_refused(tmp_path):
    """It is named."""
    (tmp_path / "mine").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="is a file"):
        start_study(tmp_path / "mine", "benchmark")
