"""A build with `--partial`: the numbers of what is sound, and what files, console and pages say of the rest."""

import csv
import io
import re
from pathlib import Path

import numpy
import pytest

from analysis import pipeline
from analysis.benchmark import Workbench, benchmark_results
from analysis.built import partial_studies, write
from analysis.cache import Cache
from analysis.cli import run
from analysis.diff.kinds import WARNING, kind_of_verdict
from analysis.errors import InputError
from analysis.files import digest
from analysis.ledger import parts
from analysis.overrides import Overrides
from analysis.pages.publication.about import ABOUT, about_json
from analysis.partial import with_coverage
from analysis.study.benchmark import read_benchmark
from analysis.study.sound_benchmark import sound_benchmark
from tests.conftest import NoPages
from tests.studies import replaced, utterance_ids, vectors, write_challenge, write_study

ROOT = Path(__file__).parents[1]
HOSTILE = "12-t1`{=html}<b>*x*</b>{{< include /etc/passwd >}}"


def without(*names, system="mcadams"):
    """Return a file of embeddings that lacks the vectors of these utterances."""
    ids = [name for name in utterance_ids() if name not in names]
    rows = vectors(system).astype("float32")
    return ids, rows[[utterance_ids().index(name) for name in ids]]


FAULTY = {
    "embeddings/mcadams.npz": without("0012-t1", "12-e1"),
    "meta/trials_test.csv": replaced("a-b,1e5-t2,1e5,nontarget", "a-b,1e5-t2,1e5,target"),
    "meta/transcripts.csv": lambda text: text + "nobody,x,a,b,c\n",
    "audio/anonymized/mcadams/12-t1.wav": b"noise",
}
# The same study with everything taken out by hand that an error speaks of; 12-e1 is no model's any longer.
MENDED = {
    "meta/test_utts.csv": lambda text: re.sub(r"(?m)^12-e1,.*\n", "", text),
    "meta/trials_test.csv": lambda text: re.sub(r"a-b,1e5-t2.*\n|.*,0012-t1,.*\n", "", text),
    "meta/demo_clips.csv": replaced("\n12-t1", ""),
}


def results_of(benchmark):
    digests = {file: digest(benchmark.folder / file) for file in benchmark.inputs}
    return with_coverage(benchmark_results(Workbench(benchmark, Cache(None), digests)), benchmark.coverage)


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    """Give the results of the faulty study in part, and of the study mended by hand."""
    place = tmp_path_factory.mktemp("partial")
    part = results_of(sound_benchmark(write_study(place / "a" / "tiny", FAULTY)))
    return part, results_of(read_benchmark(write_study(place / "b" / "tiny", MENDED)))


OWN = ("coverage", "left_out")
COUNTED = ("utterances",)
"""Counts of the list of utterances, which is whole in the faulty study."""


def test_the_numbers_are_those_of_the_study_mended_by_hand(both):
    """Every value, interval and n, and every reason for a missing one, in every row but the counts of the list."""
    part, mended = both
    ours = {e.key: e for e in part.ledger if parts(e.key)[1] not in OWN and parts(e.key)[2:3] != COUNTED}
    theirs = {e.key: e for e in mended.ledger if parts(e.key)[2:3] != COUNTED}
    assert theirs.keys() == ours.keys()
    for key, entry in theirs.items():
        assert (entry.value, entry.ci_low, entry.ci_high, entry.n, entry.missing) == (
            ours[key].value, ours[key].ci_low, ours[key].ci_high, ours[key].n, ours[key].missing,
        ), key  # fmt: skip
    assert {k: v for k, v in part.verdicts.items() if parts(k)[1] not in (*OWN, "partial")} == dict(mended.verdicts)


def test_every_number_that_rests_on_less_says_so(both):
    """EERs, rates of transcripts and pitch are of a part; published values and settings are not."""
    part, _ = both
    marked = {e.key for e in part.ledger if e.method.endswith("; partial")}
    for key in ("eer/mcadams/lazy/all", "cer/mcadams/all", "rho_f0/mcadams/demo", "paired/knnvc_pool/mcadams/eer_lazy"):
        assert f"tiny/{key}" in marked
    assert not [key for key in marked if parts(key)[1] in ("shipped", "setting", *OWN)]


def test_the_coverage_is_in_the_ledger(both):
    """43 of 48 trials: one by its label, four by an utterance; 12 of 13 transcripts, 3 of 4 clips."""
    ledger = both[0].ledger
    for name, used, listed in (
        ("trials/all", 43, 48), ("attack/mcadams/lazy", 43, 48), ("attack/knnvc_pool/lazy", 47, 48),
        ("transcripts", 12, 13), ("clips", 3, 4), ("utterances/enroll", 7, 8), ("utterances/trial", 11, 12),
        ("speakers", 4, 4),
    ):  # fmt: skip
        entry = ledger[f"tiny/coverage/{name}"]
        assert (name, used, listed, "recomputed") == (name, entry.value, entry.n, entry.tag)
        assert entry.source
    assert WARNING == kind_of_verdict(("tiny", "left_out", "trials")) == kind_of_verdict(("tiny", "partial"))
    assert "left out: 0012-t1, 12-e1" in both[0].verdicts.values()


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Give a study with a hostile id among what is left out, and what a partial build made of it."""
    place = tmp_path_factory.mktemp("built")
    study = write_study(place / "tiny", {
        **FAULTY, "embeddings/knnvc_pool.npz": b"PK",
        "meta/test_utts.csv": lambda text: text + f"{HOSTILE},12,guest,F,\n",
    })  # fmt: skip
    made = pipeline.build(ROOT, [study], place / "out", place / "cache", partial=True)
    return study, place / "cache", made


def test_a_build_stops_on_the_same_errors_and_names_the_choice(built, tmp_path):
    """Nothing is written."""
    study, cache, _ = built
    with pytest.raises(InputError, match="vpreport build --partial"):
        pipeline.build(ROOT, [study], tmp_path / "out", cache)
    assert not (tmp_path / "out").exists()


def test_the_pages_say_what_is_left_out(built):
    """Every page has one line; the chapter on the data has the tables; a name is text, whatever it holds."""
    files = built[2].files
    pages = {name: text for name, text in files.items() if name.endswith(".qmd") and name != "appendix.qmd"}
    assert [] == [name for name, text in pages.items() if "**Partial.**" not in text]
    data, care = files["tiny/01-data.qmd"], files["tiny/15-care.qmd"]
    assert "Coverage" in data and 'key="tiny/coverage/trials/all" part="n"' in data
    assert "| trials, [same gender, studio]{.data} |" in data
    assert "[embeddings/knnvc\\_pool.npz]{.data}: the file as a whole, which is damaged" in data
    assert "[file is damaged]{.missing}" in data
    assert "trials with a label that the speakers contradict" in care and "[left out]{.missing}" in data
    assert "12-t1\\`\\{\\=html\\}\\<b\\>" in data
    assert [] == [name for name, text in pages.items() if "{{<" in text or "`{=html}<b>" in text]


def test_that_a_build_was_partial_stands_beside_it(built, tmp_path):
    """In `about.json`, among the settings, and among the verdicts."""
    study, _, made = built
    assert ["tiny"] == made.partial
    write(tmp_path, made)
    assert ["tiny"] == partial_studies(tmp_path)
    assert ["setting,tiny/partial,True"] == [
        line for line in made.files["provenance.csv"].splitlines() if "partial" in line
    ]
    assert "tiny/partial,partial" in made.files["verdicts.csv"].splitlines()
    assert "tiny/embeddings/knnvc_pool.npz" not in made.files["inputs.csv"]
    assert study.name in made.left_out[0]


def test_without_an_error_nothing_tells_a_partial_build_from_another(tmp_path):
    """Not a byte, and nothing is said; the results of the cache are the same ones."""
    studies = [write_study(tmp_path / "tiny"), write_challenge(tmp_path / "contest")]
    whole = pipeline.build(ROOT, studies, tmp_path / "out", tmp_path / "cache")
    part = pipeline.build(ROOT, studies, tmp_path / "out", tmp_path / "cache", partial=True)
    assert whole.files == part.files
    assert ([], [], []) == (part.computed, part.partial, part.left_out)
    assert not [name for name, text in whole.files.items() if "partial" in text.lower() and name.endswith(".json")]


@pytest.mark.usefixtures("no_pages")
def test_results_over_other_trials_are_computed_anew(tmp_path):
    """What is left out can follow from another file; only what it touches is computed, and warm equals cold."""
    whole = write_study(tmp_path / "a" / "tiny")
    pipeline.build(ROOT, [whole], tmp_path, tmp_path / "cache")
    part = write_study(tmp_path / "b" / "tiny", {"embeddings/knnvc_pool.npz": without("12-t1", system="knnvc_pool")})
    warm = pipeline.build(ROOT, [part], tmp_path, tmp_path / "cache", partial=True)
    assert "tiny/eer/mcadams/semi_informed" in [stage for stage, _ in warm.computed]
    assert warm.files == pipeline.build(ROOT, [part], tmp_path, None, partial=True).files


@pytest.mark.usefixtures("no_pages")
def test_settings_of_the_command_line_hold_for_a_partial_build(tmp_path):
    """As for any other."""
    study = write_study(tmp_path / "tiny", FAULTY)
    made = pipeline.build(ROOT, [study], tmp_path / "out", None, Overrides(draws=45), partial=True)
    row = next(r for r in csv.DictReader(io.StringIO(made.files["ledger.csv"])) if r["key"] == "tiny/setting/draws")
    assert ("45", "command line") == (row["value"], row["source"])


class AboutOnly(NoPages):
    """Stands in for the pages where a test is about what a report says of itself."""

    def __init__(self, studies, *_given, **_more) -> None:
        self.studies = studies

    def pages(self, _fits, meanwhile):
        meanwhile()
        return {ABOUT: about_json(self.studies, [])}


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """Give a clone with one challenge that has an error, in which the program is called; pages are not made."""
    monkeypatch.setattr(pipeline, "Site", AboutOnly)
    (tmp_path / "templates").symlink_to(ROOT / "templates", target_is_directory=True)
    (tmp_path / "_quarto.yml").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    write_challenge(tmp_path / "data" / "contest", {"results.csv": replaced("51.00", "half")})
    return tmp_path


def test_check_says_which_kind_of_report_it_finds(clone, capsys):
    """With the same choice it is current; without it one sentence says what is the matter, and no list of pages."""
    assert 1 == run(["build"])
    assert "vpreport build --partial" in capsys.readouterr().err
    assert 0 == run(["build", "--partial"])
    said = capsys.readouterr()
    assert "contest is shown in part" in said.out
    assert "error, left out: contest: results.csv" in said.err
    assert 0 == run(["build", "--check", "--partial"])
    assert "is current" in capsys.readouterr().out
    assert 1 == run(["build", "--check"])
    assert "was built with --partial: check it with `vpreport build --check --partial`" in capsys.readouterr().err
    write_challenge(clone / "data" / "contest")
    for more in ([], ["--partial"]):
        assert 1 == run(["build", "--check", *more])
        said = capsys.readouterr().out
        assert "shows contest in part, but its files have no error now" in said
        assert "differs:" not in said
    assert 0 == run(["build"])
    write_challenge(clone / "data" / "contest", {"results.csv": replaced("51.00", "half")})
    assert 1 == run(["build", "--check", "--partial"])
    assert "shows contest as whole, but its files have errors" in capsys.readouterr().out


def test_a_partial_build_that_finds_nothing_sound_writes_nothing(clone, capsys):
    """Exit code 1; the old report stays."""
    run(["build", "--partial"])
    before = {path: path.read_bytes() for path in (clone / "report").rglob("*") if path.is_file()}
    write_challenge(clone / "data" / "contest", {"results.csv": "system\n"})
    capsys.readouterr()
    assert 1 == run(["build", "--partial"])
    assert "also with --partial" in capsys.readouterr().err
    assert before == {path: path.read_bytes() for path in (clone / "report").rglob("*") if path.is_file()}


def test_numbers_of_the_left_out_speak_of_no_other_thing(both):
    """No key of what is left out is the key of a number of the report."""
    keys = [entry.key for entry in both[0].ledger]
    assert len(keys) == len(set(keys))
    assert numpy.isfinite([entry.value for entry in both[0].ledger if parts(entry.key)[1] in OWN]).all()
