"""The demo study with its data turned round: every sentence that names a result turns with them, or goes."""

import csv
import io
import re
import shutil
from pathlib import Path

import pytest

from analysis import pipeline
from analysis.overrides import Overrides
from analysis.pages import site
from analysis.pages.charts import Chart

ROOT = Path(__file__).parents[1]
DEMO = ROOT / "data" / "khmer_demo"
BEST, TRAP, RIVAL = "knnvc_khmer_pool", "sslsas", "knnvc_english_pool"
NAMES = {BEST: "kNN-VC, Khmer pool", TRAP: "SSL-SAS", RIVAL: "kNN-VC, English pool"}
FOLDERS = ("embeddings", "embeddings_semi_informed")


def exchange(study: Path, one: str, other: str, *, copy: bool = False) -> None:
    """Give each of two systems the files of the other; with `copy`, give the second those of the first."""
    for folder in FOLDERS:
        a, b = (study / folder / f"{name}.npz" for name in (one, other))
        first, second = a.read_bytes(), b.read_bytes()
        b.write_bytes(first)
        a.write_bytes(first if copy else second)
    path = study / "meta" / "transcripts.csv"
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    for row in rows:
        first, second = row[f"hyp_{one}"], row[f"hyp_{other}"]
        row[f"hyp_{other}"], row[f"hyp_{one}"] = first, first if copy else second
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, rows[0].keys(), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


class Undrawn(dict):
    """Figures by name that no page asks for by itself; those that a chapter always has are empty."""

    def __missing__(self, name: str) -> Chart:
        return Chart(name, "", "")


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def pages(tmp_path, monkeypatch, cache):
    """Give a function from what is done to a copy of the demo to its pages as plain words; no figure is drawn."""
    monkeypatch.setattr(site, "charts", lambda _results, lead=True: Undrawn())
    monkeypatch.setattr(pipeline, "OnePage", lambda *_given: None)
    monkeypatch.setattr(pipeline, "remembered", lambda *_given: lambda _text: True)

    def make(change=lambda _study: None) -> dict[str, str]:
        study = tmp_path / "khmer_demo"
        shutil.copytree(DEMO, study, ignore=shutil.ignore_patterns("audio"))
        change(study)
        made = pipeline.build(ROOT, [study], tmp_path / "out", cache, Overrides(draws=200))
        return {name: words(text) for name, text in made.files.items() if name.endswith(".qmd")}

    return make


def words(source: str) -> str:
    """Return a page source without its marks."""
    while (shorter := re.sub(r"\[([^\[\]]*)\]\{[^{}]*\}", r"\1", source)) != source:
        source = shorter
    return source.replace("\\", "").replace("\N{NO-BREAK SPACE}", " ")


def test_as_it_is(pages):
    """The best trade, the trap and what may be said of them, before anything is turned."""
    made = pages()
    assert f"**{NAMES[BEST]} is the best trade here:**" in made["index.qmd"]
    assert f"{NAMES[TRAP]} looks private to an ignorant attacker" in made["index.qmd"]
    assert f"**{NAMES[TRAP]}:**" in made["khmer_demo/08-trap.qmd"]
    assert f"Is {NAMES[BEST]} really better than {NAMES[RIVAL]}?" in made["khmer_demo/14-questions.qmd"]
    assert f"{NAMES[BEST]}: a semi-informed EER of" in made["khmer_demo/14-questions.qmd"]


def test_two_systems_with_each_others_files(pages):
    """The best trade has the other's name, and what was the best trade is the trap, in every chapter that says so."""
    made = pages(lambda study: exchange(study, BEST, TRAP))
    assert f"**{NAMES[TRAP]} is the best trade here:**" in made["index.qmd"]
    assert f"{NAMES[BEST]} looks private to an ignorant attacker" in made["index.qmd"]
    trap, questions = made["khmer_demo/08-trap.qmd"], made["khmer_demo/14-questions.qmd"]
    assert f"**{NAMES[BEST]}:**" in trap and f"**{NAMES[TRAP]}:**" not in trap
    assert f"{NAMES[TRAP]}: a semi-informed EER of" in questions and f"{NAMES[BEST]}: a semi-" not in questions
    assert f"{NAMES[TRAP]} is the best trade" in made["appendix.qmd"]


def test_without_the_file_that_the_sentence_rests_on(pages):
    """A best trade without its semi-informed file is none: another system has the sentence, or it goes."""
    made = pages(lambda study: (study / FOLDERS[1] / f"{BEST}.npz").unlink())
    assert f"{NAMES[BEST]} is the best trade" not in "".join(made.values())
    assert "no semi-informed file" in made["khmer_demo/02-attackers.qmd"]


def test_two_identical_systems(pages):
    """A registered pair of systems with the same files differs by nothing, and no sentence calls one better."""
    made = pages(lambda study: exchange(study, BEST, RIVAL, copy=True))
    pairs, questions = made["khmer_demo/07-pairs.qmd"], made["khmer_demo/14-questions.qmd"]
    assert questions.count("0.00 points (0.00 to 0.00), no difference at all") == 4
    assert f"{NAMES[BEST]} is more private than {NAMES[RIVAL]}" not in pairs
    assert f"{NAMES[RIVAL]} is more private than {NAMES[BEST]}" not in pairs
    assert "is the best trade" not in "".join(made.values())
    assert f"are {NAMES[RIVAL]} and {NAMES[BEST]}" in questions or f"{NAMES[RIVAL]}; {NAMES[BEST]}" in questions
