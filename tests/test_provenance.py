"""The tables by which two reports are compared: verdicts, and what the numbers rest on."""

import csv
import io
from pathlib import Path

import pytest

from analysis import pipeline
from analysis.cache import Recipe
from analysis.ledger import Ledger
from analysis.overrides import Overrides
from analysis.provenance import provenance_table, read_stages, stage_table, verdict_table
from analysis.results import Remark, Results
from analysis.study.settings import Settings
from analysis.versions import LIBRARIES
from tests.conftest import NoPages
from tests.studies import write_challenge, write_study

ROOT = Path(__file__).parents[1]
HOSTILE = 'a b/c,|"<é>%20'


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """What a build of two tiny studies wrote, with more draws than the study asks for."""
    place = tmp_path_factory.mktemp("provenance")
    studies = [write_study(place / "tiny"), write_challenge(place / "contest")]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "Site", NoPages)
        return pipeline.build(ROOT, studies, place / "out", None, Overrides(draws=60)).files


def test_every_verdict_stands_in_a_table(made):
    """Fronts, paired verdicts and categories of all studies, sorted by key; so do remarks about the data."""
    found = {row["key"]: row["verdict"] for row in rows(made["verdicts.csv"])}
    assert sorted(found) == list(found)
    assert "eer_40" == found["contest/category/T1-1"]
    assert {"on the front", "dominated"} >= {words for key, words in found.items() if key.startswith("tiny/front/")}
    assert "tiny/paired/knnvc_pool/mcadams/eer_ignorant" in found
    assert {"given"} == {words for key, words in found.items() if key.split("/")[1] in ("warning", "note")}


def test_a_warning_is_a_row_of_its_own():
    """Its text is the last part of its key, whatever it holds; a line break cannot make two rows of it."""
    results = Results(
        "s", "benchmark", "S", Ledger(), verdicts={"s/best_trade": "two\nlines"},
        remarks=(Remark("warning", HOSTILE), Remark("note", "n")),
    )  # fmt: skip
    assert ["s/best_trade", "s/note/n", "s/warning/a%20b%2Fc%2C%7C%22%3C%C3%A9%3E%2520"] == [
        row["key"] for row in rows(verdict_table([results]))
    ]
    assert 4 == len(verdict_table([results]).splitlines())


def test_what_numbers_rest_on_is_listed_once_each(made):
    """Settings as they were used, modules, and libraries as the lock file pins them; no machine, day or commit."""
    found = {(row["kind"], row["name"]): row["version"] for row in rows(made["provenance.csv"])}
    assert len(found) == len(rows(made["provenance.csv"]))
    assert ("60", "1000") == (found["setting", "tiny/draws"], found["setting", "contest/draws"])
    assert "original mcadams" == found["setting", "tiny/systems"]
    assert {"voice-privacy-report", *LIBRARIES} == {name for kind, name in found if kind == "library"}
    modules = {name for kind, name in found if kind == "code"}
    assert {"analysis.measures.eer", "analysis.benchmark.trap", "analysis.study.trials"} <= modules
    assert not any(name.startswith(("analysis.pages", "analysis.diff", "analysis.cli")) for name in modules)


def test_a_stage_names_what_it_rests_on(made):
    """The stages of the benchmark, by name only; a challenge computes nothing that is kept."""
    stages = {stage.parts: stage for stage in read_stages(rows(made["stages.csv"]))}
    assert {"tiny"} == {parts[0] for parts in stages}
    one = stages["tiny", "eer", "mcadams", "ignorant"]
    assert {
        "embeddings/original.npz", "embeddings/mcadams.npz", "meta/test_utts.csv", "meta/trials_test.csv",
    } == one.inputs  # fmt: skip
    assert ({"draws", "seed"}, {"numpy", "scipy"}) == (one.settings, one.libraries)
    assert {"analysis.benchmark.privacy", "analysis.measures.eer"} <= one.code
    assert {"text"} == stages["tiny", "cer", "mcadams"].settings


def test_names_of_modules_and_libraries_of_stages_are_those_of_the_list(made):
    """Whatever a stage names can be looked up, so that a cause is found where it moved."""
    listed = {(row["kind"], row["name"]) for row in rows(made["provenance.csv"])}
    paths = {row["path"] for row in rows(made["inputs.csv"])}
    for stage in read_stages(rows(made["stages.csv"])):
        assert {("code", name) for name in stage.code} <= listed
        assert {("library", name) for name in stage.libraries} <= listed
        assert {("setting", f"tiny/{name}") for name in stage.settings} <= listed
        assert {f"tiny/{name}" for name in stage.inputs} <= paths


def test_names_come_back_as_they_were():
    """Blanks, slashes and signs of any kind in the name of a file."""
    recipe = Recipe(f"s/pitch/{HOSTILE.replace('/', '')}", {HOSTILE: "d", "b": "e"}, {"draws": 1, "clips": []})
    (stage,) = read_stages(rows(stage_table([recipe])))
    assert ("s", "pitch", HOSTILE.replace("/", "")) == stage.parts
    assert {HOSTILE, "b"} == stage.inputs
    assert {"draws"} == stage.settings


def test_a_setting_that_moves_no_number_is_not_listed():
    """A title or an author is no cause."""
    one = provenance_table([Settings("s", title="One", date="2026-01-01")], [], {})
    assert one == provenance_table([Settings("s", title="Two", lead=True)], [], {})
    assert one != provenance_table([Settings("s", seed=1)], [], {})
