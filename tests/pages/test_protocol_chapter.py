"""Sentences and tables of a challenge's protocol chapter: what the study does not have is not there."""

import re

import pytest

from analysis.challenge import challenge_results
from analysis.pages import site as pages
from analysis.pages.chapters import chapters_of
from analysis.pages.charts.protocol import charts
from analysis.study.challenge import read_challenge
from tests.studies import PROTOCOL, replaced, write_challenge

from .results import HOSTILE, TEMPLATES


def results_of(folder, changes):
    return challenge_results(read_challenge(write_challenge(folder / "tiny", changes)))


def plain(text):
    for _ in range(3):
        text = re.sub(r"\[([^\[\]]*)\]\{[^{}]*\}", r"\1", text)
    return re.sub(r" +", " ", text)


def source(results):
    """Return the chapter's source; empty where the study has none."""
    made = pages.Site([results], results, TEMPLATES)
    wanted = [chapter for chapter in chapters_of(results) if chapter.short == "protocol"]
    return "".join(made._labels[results.study].fill(made._chapter_page(results, chapter)) for chapter in wanted)


@pytest.fixture
def chapter(tmp_path, monkeypatch):
    """Give the chapter's text of the tiny challenge with changes, without figures."""
    monkeypatch.setattr(pages, "charts", lambda results, lead=True: {})

    def text(changes=None, base=PROTOCOL):
        return plain(source(results_of(tmp_path, {**base, **(changes or {})})))

    return text


def test_every_file_has_its_section(chapter):
    """With all of them nothing is said to be absent."""
    text = chapter()
    for heading in ("The attacker", "Editions side by side", "Speakers and utterances", "Trial pairs",
                    "Emotion data and its folds", "What the evaluation models are trained on", "Teams"):  # fmt: skip
        assert f"{heading}\n" in text
    assert "Not given in this study" not in text
    assert "added again: 7 totals, of which 7 agree." in text
    assert "| to be hidden | the speaker | the same |" in text
    assert "| Small | trial | 3 | 4 | 7 7 | 50 | 7.1 |" in text
    assert "| S2 | 50 | 60 | 110 |" in text
    assert "| T1 | Ones One et al. | 2 | 1 | T1-1 | A; B, C (X, Y) |" in text


def test_what_is_absent_is_named_once_and_has_no_section(chapter):
    """The chapter goes on with what is there."""
    text = chapter({name: None for name in PROTOCOL if name != "trials.csv"})
    said = re.sub(r"\s+", " ", text)
    assert (
        "Not given in this study: a comparison of editions, numbers of speakers and utterances, the folds of the "
        "emotion data, the training sets of the evaluation models." in said
    )
    assert "there are 3.3 of different speakers" in said
    for gone in ("Speakers and utterances\n", "Emotion data", "make-up", "Editions side by side"):
        assert gone not in text
    assert "| T1 | not given | 2 | 1 | T1-1 | not given |" in text


def test_a_study_that_says_nothing_has_no_such_chapter(chapter):
    """Neither page nor figure."""
    systems = "system,role\norig,original\nB1,baseline\nT1-1,submitted\n"
    assert "" == chapter({"systems.csv": systems}, base={})


def test_the_sentence_on_complete_pairs_turns_with_the_data(chapter):
    """One utterance more in print, and the list is not said to be complete."""
    fits = "**The printed numbers fit such a complete list without mixed-gender pairs**"
    assert fits in chapter()
    other = chapter({"speakers.csv": replaced("3,4,7,50", "3,4,7,51")(PROTOCOL["speakers.csv"])})
    assert fits not in other and "do not fit such a list in every set" in other
    assert "of which 6 agree and 1 differ" in other


def test_the_sentences_on_folds_turn_with_the_data(chapter):
    """A conversation on both sides, and a speaker who is held out twice."""
    text = chapter()
    assert "No recognizer is trained on a conversation" in text
    assert "share no speaker" in text
    folds = PROTOCOL["emotion_folds.csv"]
    text = chapter({"emotion_folds.csv": folds.replace("30,dev,train", "30,train,train")})
    assert "In some fold a conversation is both trained on and held out." in text and "share no speaker" not in text
    assert "share no speaker" not in chapter({"emotion_folds.csv": folds.replace("30,dev,train", "30,dev,eval")})


def test_nobody_marked_is_said(chapter):
    """The table says none, and so does the sentence."""
    text = chapter({"systems.csv": "system,role,team\norig,original,\nB1,baseline,\nT1-1,submitted,T1\n"})
    assert "The challenge calls no system non-compliant with its rules." in text
    assert "| T1 | Ones One et al. | 1 | 1 | none |" in text
    assert "What the systems were built with" not in text


def test_hostile_names_stay_text(tmp_path):
    """Whatever stands in a cell of words is escaped, drawn and counted."""
    quoted = ['"' + name.replace('"', '""') + '"' for name in HOSTILE if not name.startswith(("=", "+", "-"))]
    changes = {
        "editions.csv": "aspect,edition,said\n" + "".join(f"{name},{name},{name}\n" for name in quoted),
        "speakers.csv": "split,subset,type,female,male,total\n" + "".join(f"dev,{q},trial,1,1,2\n" for q in quoted),
        "trials.csv": "split,subset,pairs,female,male,total\n" + "".join(f"test,{q},same,1,1,2\n" for q in quoted),
        "emotion_folds.csv": f"session,gender,utterances,fold_{'x' * 30}\n"
        + "".join(f"{name},f,3,{use}\n" for name, use in zip(quoted, ("train", "dev", "eval") * 9, strict=False)),
        "training.csv": "model,subset,hours\n" + "".join(f"{name},{name},1\n" for name in quoted),
        "teams.csv": "team,name,affiliations,countries,reference\n" + "".join(
            f"T{place},{name},{name},{name},{name}\n" for place, name in enumerate(quoted)
        ),
    }  # fmt: skip
    results = results_of(tmp_path, changes)
    assert {"attacker", "folds"} == {chart.name for chart in charts(results)}
    text = source(results)
    assert [] == re.findall(r"(?<!\\)<(?:script|%)|\{\{<", text)
    assert text.count("\n| ") > 100
