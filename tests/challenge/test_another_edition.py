"""Another challenge with the same columns: a folder is added, and every chapter stands on its own data."""

import re
from pathlib import Path

import pytest

from analysis.challenge import challenge_results
from analysis.pages.chapters import CHAPTERS, chapters_of
from analysis.pages.site import Site
from analysis.study.challenge import read_challenge

ROOT = Path(__file__).parents[2]
RESULTS = """\
system,dev_eer_female,dev_eer_male,dev_eer_average,dev_uar,dev_wer,test_eer_female,test_eer_male,test_eer_average,test_uar,test_wer
raw,6.00,2.00,4.00,80.00,2.00,5.00,1.00,3.00,80.00,2.00
Base,20.00,24.00,22.00,50.00,4.00,22.00,22.00,22.00,48.00,4.00
Zeta,30.00,32.00,31.00,60.00,3.00,33.00,31.00,32.00,60.00,3.00
Eta,41.00,45.00,43.00,40.00,3.50,42.00,44.00,43.00,40.00,3.50
Theta,46.00,44.00,45.00,64.00,2.50,44.00,46.00,45.00,64.00,2.50
Late,47.00,47.00,47.00,70.00,2.10,48.00,48.00,48.00,70.00,2.10
"""
SYSTEMS = """\
system,name,role,family,compliant,team,parent,training,attacked,description
raw,Raw,original,,,,,,,As recorded.
Base,Base,baseline,mixer,,,,,,Mixes voices.
Zeta,Zeta,submitted,mixer,yes,Ada,Base,,yes,Mixes them better.
Eta,Eta,submitted,reader,yes,Ada,,,,Reads aloud.
Theta,Theta,submitted,reader,no,Bob,Eta,,,Reads aloud with feeling.
Late,Late,post-evaluation,reader,yes,Bob,Theta,,,Came later.
"""
CLAIMS = """\
[[claims]]
id = "count"
section = "9"
says = "submitted systems with an average EER of at least the second category"
printed = "3"
rule = "count"
among = { role = "submitted", at_least = 20 }
"""
BRIDGE = """\
study = "elsewhere"
[[families]]
name = "Mixers"
here = ["Base"]
there = ["mixer"]
"""
FACTS_OF_2024 = re.compile(r"\bT\d+-|\bB[1-6]\b(?!\.)|LibriSpeech|IEMOCAP|2024|VoicePrivacy")


def edition(folder: Path, **files: str) -> Path:
    made = {"results.csv": RESULTS, "systems.csv": SYSTEMS, "study.toml": 'title = "An edition"\n', **files}
    for name, text in made.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def pages(folder: Path) -> dict[str, str]:
    results = challenge_results(read_challenge(folder))
    return Site([results], results, ROOT / "templates").files(lambda _text: True)


def prose(text: str) -> str:
    """Return what a reader reads, in one line."""
    return re.sub(r"\s+", " ", re.sub(r"\]\{[^}]*\}", "", text).replace("[", "").replace("\\", ""))


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return pages(edition(tmp_path_factory.mktemp("studies"), **{"claims.toml": CLAIMS, "bridge.toml": BRIDGE}))


def test_every_chapter_is_there(site):
    """With results, systems, claims and a bridge nothing is missing but the protocol, of which no file is there."""
    names = {Path(name).stem for name in site if name.count("/") == 1 and name.endswith(".qmd")}
    assert {chapter.name for chapter in CHAPTERS["challenge"]} - {"01-protocol"} <= names


def test_nothing_of_the_shipped_edition_is_on_its_pages(site):
    """No system, corpus or year of the study that the repository ships; citations have years of their own."""
    found = {
        name: FACTS_OF_2024.findall(prose(re.sub(r"\[?@\w+[;\]]", "", text)).replace("VoicePrivacy challenge", ""))
        for name, text in site.items()
        if name.endswith(".qmd") and "references" not in name
    }
    without = {name: words for name, words in found.items() if words and "13-care" not in name}
    assert {} == without


def test_its_sentences_are_about_its_systems(site):
    """Leaders, fronts, kinds and lineage name who is meant here."""
    folder = next(name for name in site if name.endswith("/02-results.qmd")).split("/")[0]
    text = {name.split("/")[1]: prose(site[name]) for name in site if name.startswith(folder) and name.endswith(".qmd")}
    assert "Theta" in text["03-categories.qmd"] and "Theta" in text["04-trade.qmd"]
    assert "reader" in text["09-kinds.qmd"] and "mixer" in text["09-kinds.qmd"]
    assert "Zeta" in text["10-lineage.qmd"]
    assert "reproduced" in text["11-claims.qmd"]
    assert "Zeta" in text["13-care.qmd"] and "elsewhere" in text["12-bridge.qmd"]


@pytest.mark.parametrize("digits", [9, 7])
def test_the_promised_digits_are_those_of_the_ledger(tmp_path, monkeypatch, digits):
    """The chapter that is always there says how many digits hold on other machines, by the row of the setting."""
    monkeypatch.setattr("analysis.challenge.digits.SIGNIFICANT_DIGITS", digits)
    (tmp_path / "results.csv").write_text(RESULTS, encoding="utf-8")
    results = challenge_results(read_challenge(tmp_path))
    row = results.ledger[f"{results.study}/setting/significant_digits"]
    assert (float(digits), "shipped", "defaults") == (row.value, row.tag, row.source)
    care = prose(Site([results], results, ROOT / "templates").chapters(results)["13-care"])
    assert f"the first {digits} significant digits of every number are promised" in care


def test_results_alone_make_a_report(tmp_path):
    """One file: everything that rests on another one is left out or says why."""
    (tmp_path / "results.csv").write_text(RESULTS.replace("raw,", "orig,"), encoding="utf-8")
    results = challenge_results(read_challenge(tmp_path))
    made = Site([results], results, ROOT / "templates").files(lambda _text: True)
    shown = [chapter.short for chapter in chapters_of(results)]
    assert {"results", "categories", "trade", "change", "matrix", "gender", "splits", "care"} <= set(shown)
    assert not {"claims", "bridge", "lineage"} & set(shown)
    assert any(name.endswith("02-results.qmd") for name in made)


@pytest.mark.parametrize(
    "rows",
    [
        "raw,5,1,80,2\n",
        "A,0,0,50,3\n",
        "raw,0,0,0,0\nA,0,0,0,0\nB,0,0,0,0\n",
        "raw,5,1,80,2\nA,,,,\n",
        "A,30,30,50,3\nB,30,30,50,3\nC,30,30,50,3\n",
        "raw,5,1,80,2\nA,30,,50,\nB,,30,,3\n",
    ],
    ids=["only the original", "no original", "all zero", "all blank", "all equal", "halves"],
)
def test_odd_tables_never_break_a_page(tmp_path, rows):
    """One row, no row to compare with, no value, no spread."""
    header = "system,test_eer_female,test_eer_male,test_uar,test_wer\n"
    (tmp_path / "results.csv").write_text(header + rows, encoding="utf-8")
    assert any(name.endswith("13-care.qmd") for name in pages(tmp_path))
