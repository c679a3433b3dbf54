"""Sentences about odd challenges: one system, no original, all equal, one set only, totals that do not add up."""

import re

import pytest

from analysis.challenge import challenge_results
from analysis.pages import site as pages
from analysis.study.challenge import read_challenge
from tests.contests import COLUMNS
from tests.studies import PROTOCOL, replaced, write_challenge

from .results import TEMPLATES

ALL = ",".join(["system", *COLUMNS])
SAME = "20,20,20,50,5,20,20,20,50,5"


@pytest.fixture
def chapters(tmp_path, monkeypatch):
    """Give a function from files to the text of every chapter and of the summary, without mark-up and figures."""
    monkeypatch.setattr(pages, "charts", lambda results, lead=True: {})

    def text(results="", systems=None, folder=None):
        if folder is None:
            folder = tmp_path / "odd"
            folder.mkdir()
            (folder / "results.csv").write_text(results, encoding="utf-8")
            (folder / "study.toml").write_text('kind = "challenge"\n', encoding="utf-8")
            if systems:
                (folder / "systems.csv").write_text(systems, encoding="utf-8")
        made = challenge_results(read_challenge(folder))
        files = pages.Site([made], made, TEMPLATES).files(lambda _text: True)
        return {name.rpartition("/")[2][:-4]: plain(page) for name, page in files.items() if name.endswith(".qmd")}

    return text


def plain(text):
    for _ in range(3):
        text = re.sub(r"\[([^\[\]]*)\]\{[^{}]*\}", r"\1", text)
    return re.sub(r" +", " ", text)


def test_one_system_is_told_in_the_singular(chapters):
    """And nobody is called the original, nor marked."""
    text = chapters(f"{ALL}\nA,{SAME}\n")
    assert "1 system has results: no original, 0 baselines, 1 submitted and" in text["02-results"]
    assert "asterisk" not in text["02-results"]
    assert "Of 1 system, A alone is on the front." in text["04-trade"]
    assert "Of 1 baseline or submitted system, 0 protect" in text["07-gender"]
    assert "1 protects both alike" in text["07-gender"]
    assert "Of 1 submitted system, 0 reach an average EER" in text["index"]


def test_equal_systems_are_at_one_point(chapters):
    """No one of them keeps more than another, and there is no price along a point."""
    text = chapters(
        f"{ALL}\norig,{SAME}\nA,{SAME}\nB,{SAME}\n",
        "system,role,family,compliant\norig,original,,\nA,submitted,x,yes\nB,submitted,y,no\n",
    )
    assert "Of 2 systems, 2 are on the front, all at one point: A and B." in text["04-trade"]
    change = text["05-change"]
    assert "all at one point" in change and "keeps more words" not in change and "price of privacy" not in change
    assert "No kind alone holds all of these." in text["09-kinds"]
    assert "asterisk marks" in text["02-results"] and "asterisk marks" in text["09-kinds"]


def test_one_kind_that_leads_all_that_is_measured_holds_all(chapters):
    """Where there is no UAR, it cannot be led."""
    text = chapters(
        "system,test_eer_female,test_eer_male,test_wer\nA,30,30,2\nB,20,20,3\n",
        "system,role,family\nA,submitted,x\nB,submitted,y\n",
    )
    assert "One kind, x, holds all of these." in text["09-kinds"]


def test_a_set_without_values_has_no_table(chapters):
    """Nobody is said to miss a category where nobody was measured."""
    text = chapters(f"{','.join(['system', *COLUMNS[:5]])}\nA,20,20,20,50,5\nB,30,30,30,40,9\n")
    assert "The results table holds no value of the test set." in text["02-results"]
    assert "no such column" not in text["02-results"]
    assert "none can be placed in a category" in text["03-categories"] and "nobody" not in text["03-categories"]
    assert "no baseline or submitted system has both" in text["04-trade"]
    assert "submitted systems, 0 reach" not in text["index"]


def test_the_original_alone_has_no_table_of_changes(chapters):
    """A table needs a row."""
    text = chapters(f"{ALL}\norig,{SAME}\n", "system,role\norig,original\n")
    assert "No system besides orig has a value" in text["05-change"] and "every system" not in text["05-change"]


def test_a_total_that_does_not_add_up_is_a_total_and_no_eer(chapters, tmp_path):
    """Of each table of the protocol, with both numbers; an average EER says on which set."""
    wrong = {
        "results.csv": replaced("5.72", "5.99"),
        "speakers.csv": PROTOCOL["speakers.csv"].replace("3,4,7,50,2", "3,4,9,60,2"),
        "training.csv": PROTOCOL["training.csv"].replace("22", "25"),
        "trials.csv": PROTOCOL["trials.csv"].replace("20,30", "20,35"),
    }
    folder = write_challenge(tmp_path / "tiny", {**PROTOCOL, **wrong})
    care = chapters(folder=folder)["13-care"]
    assert "orig, average EER on the development set: 5.72 here, 5.99 printed." in care
    assert 5 == care.count("A total differs from the printed one.")
    for said in (
        "speakers (dev, Small, trial): 7 here, 9 printed.",
        "speakers in pairs of different speakers only (dev, Small): 4 here, 2 printed.",
        "trial pairs (dev, Small, same): 30 here, 35 printed.",
        "trial utterances as the pairs give them (dev, Small): 50 here, 60 printed.",
        "speakers of a training set (ASV, Large): 22 here, 25 printed.",
    ):
        assert said in care
