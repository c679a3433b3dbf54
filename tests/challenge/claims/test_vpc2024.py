"""The verdict on every claim of `data/vpc2024`, in one table, so that a changed cell shows."""

import re
import tomllib
from pathlib import Path

import pytest

from analysis.challenge import challenge_results
from analysis.challenge.claims.question import Question
from analysis.study.challenge import read_challenge

FOLDER = Path(__file__).parents[3] / "data" / "vpc2024"
SIGNS = {"=": "reproduced", "~": "reproduced after rounding", "x": "not reproduced", "?": "not checkable"}
EXPECTED = {
    "5.5.1": """
        xcascade ?pool =pitch-factors
    """,
    "6.1": """
        ~original ?wer-intervals xsubmitted-first =baselines-first =submitted-second =baselines-second
        =submitted-third =baselines-third =submitted-highest =members-highest =marked-number xmarked ~highest
        =highest-system
    """,
    "6.2.1": """
        =members =T10-2-category ~T10-2-eer ~T10-2-wer =T10-2-uar =best-overall =T17-category ~T17-eer ~T17-wer
        ~T17-uar ~T12-1-eer
    """,
    "6.2.2": """
        xmembers ~T8-1-near =below-codecs xbelow-conversion ~T8-1-eer =strongest ~T8-1-uar =T8-1-last =T8-1-wer
        =T8-1-rank =T30-2-category ~T30-2-eer =T30-2-lower =T30-2-worse =T30-2-wer ~T30-2-uar =T12-2-category
        =T12-3-category =T12-4-category ~emotion-encoders =best-cascade =without-encoders
    """,
    "6.2.3": """
        =members xabove-average =order ~wer ~T8-5-eer ~T8-5-uar
    """,
    "6.2.4": """
        =members =rarely =knn =better xbelow-codecs =T9-category ~T9-eer ~T9-wer ~T9-uar
    """,
    "6.3.1": """
        =original =best-first =best-second =best-third =T9 ~T9-absolute ~T9-relative =top-highest =T8-5 ~T10-2
        ~T8-5-absolute ~T10-2-absolute ~relative-highest ~range-highest
    """,
    "6.3.2": """
        ~original =top-first =top-second =top-third xtop-range =compliant-first =compliant-second
        ~compliant-range-lower =compliant-third ~compliant-range-third =top-highest ~range-highest
        =compliant-highest ~T8-5 =compliant-worst =spread-compliant =spread-all
        xemotion-aware-first xemotion-aware-second =emotion-aware-third =emotion-aware-highest
        =consistent-first =consistent-second ?emotions-original ?emotions-sadness ?emotions-T10-1
        ?emotions-happiness ?emotions-same-sadness ?emotions-near-zero
    """,
    "6.4": """
        =best-on-all =front-uar =balance ~T10-1-uar ~T10-1-eer ~T10-2-uar ~T10-2-eer ~T25-1-uar ~T25-1-eer =strongest
        ~T8-1-eer ~T8-1-uar =front-wer ~T9-wer ~T9-eer ~T10-1-wer =front-both ~T9-uar
    """,
    "6.5": """
        ~original-female ~original-male =least-balanced ~T17-gap ~T17-female ~T17-male ~T33-2-female
        ~T33-2-male =balanced =mfdr-low =mfdr-high ~mfdr-max =mfdr-max-system =mfdr-test
    """,
    "6.6": """
        =on-B1 =on-B3 =on-B5 =codecs xsimilar-B3 xclose-B5 xabove-B3 =above-B5 =codecs-above-B4 =T10-above-B4
        =best-above ~eer-baseline =eer-baseline-system ~eer-submitted
        =eer-submitted-system ~uar-baseline =uar-baseline-system xuar-submitted =uar-submitted-system
        ~wer-baseline =wer-baseline-system =wer-submitted =wer-submitted-system
    """,
    "6.7": """
        xcascade xbalance
    """,
    "7.1.1": """
        =attacked =attacked-submitted =best-baselines =four-highest xall-highest ?after ?order
    """,
    "8": """
        xsubmissions =teams xcountries ?growth =highest =compliant-highest ?emotion ?trends =best-above ~eer-baseline
        ~eer-submitted ~uar-baseline xuar-submitted ~wer-baseline =wer-submitted =attacked-highest ?after
    """,
}
"""Section → its claims, each with the sign of its verdict before its id."""


@pytest.fixture(scope="module")
def results():
    return challenge_results(read_challenge(FOLDER))


def test_every_claim_has_the_expected_verdict(results):
    """In the order of the paper."""
    expected = [
        (f"{section}-{word[1:]}", SIGNS[word[0]]) for section, words in EXPECTED.items() for word in words.split()
    ]
    assert expected == [(statement.id, statement.verdict) for statement in results.statements]


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("shipped/claim/6.1-submitted-first", 28), ("claim/6.1-submitted-first", 27),
        ("claim_with_unlisted/6.1-submitted-first", 28),
        ("shipped/claim/8-submissions", 36), ("claim/8-submissions", 35), ("claim_with_unlisted/8-submissions", 36),
        ("claim/6.6-uar-submitted", 64.45), ("claim/6.7-cascade", 49.525), ("claim_other_split/6.7-cascade", 47.725),
        ("claim/6.5-mfdr-max", 181.699), ("claim/6.4-T10-1-eer", 703.92), ("claim/6.4-T9-wer", 28.11),
        ("claim_bound/6.2.4-below-codecs/uar", 60.8), ("claim/6.5-mfdr-test", 31),
        ("claim_bound/6.6-above-B3/uar", 37.6), ("claim_bound/6.3.2-emotion-aware-second/uar", 52.13),
        ("claim_mean/6.2.2-below-conversion/uar/named", 36.738), ("claim/6.2.4-rarely", 2),
        ("claim_mean/6.2.2-below-conversion/uar/others", 43.545), ("claim/6.2.3-order", 3),
        ("claim/8-countries", 7), ("shipped/claim/8-countries", 16),
    ],
)  # fmt: skip
def test_numbers_behind_the_verdicts(results, key, value):
    """By hand from the printed tables."""
    assert pytest.approx(value, abs=6e-3) == results.ledger.value(f"vpc2024/{key}")


def test_what_lies_behind_what_is_not_reproduced(results):
    """Who is missing, who is in excess, who has no results, who just misses, who falls short."""
    found = {name.removeprefix("vpc2024/"): words for name, words in results.verdicts.items()}
    assert "T12-5" == found["claim_absent/6.1-marked"] == found["claim_marks/6.1-marked"]
    assert "T25-1" == found["claim_extra/6.1-marked"]
    assert "T19-3" == found["claim_without_results/8-submissions"] == found["claim_without_results/6.1-submitted-first"]
    assert "T12-1" == found["claim_just_short/6.1-submitted-first"]
    assert "T12-4" == found["claim_extra/6.6-above-B3"] == found["claim_past/6.6-above-B3/uar"]
    assert "T30-1" == found["claim_extra/6.2.2-members"]
    assert "T25-1" == found["claim_short/6.3.2-emotion-aware-second/uar"]
    assert ("T12-2", "T12-5") == tuple(found[f"claim_elsewhere/6.6-{name}"] for name in ("similar-B3", "close-B5"))
    assert "B3/B4/B5" == found["claim_absent/7.1.1-all-highest"] == found["claim_below/7.1.1-all-highest"]
    assert {"6.3.2-top-range", "6.6-uar-submitted", "8-uar-submitted"} == {
        name.partition("/")[2] for name in found if name.startswith("claim_slipped/")
    }
    assert {
        "5.5.1-cascade",
        "6.2.4-below-codecs",
        "6.3.2-emotion-aware-first",
        "6.3.2-emotion-aware-second",
        "6.7-cascade",
    } == {name.partition("/")[2] for name in found if name.startswith("claim_other_split/")}


def test_statements_that_cannot_both_hold_name_each_other(results):
    """T8-1's EER in two places, the marks, the cascades."""
    against = {statement.id: set(statement.against) for statement in results.statements}
    assert {"6.3.2-compliant-highest"} == against["6.1-marked"]
    assert {"6.6-eer-submitted", "8-eer-submitted", "6.1-highest", "6.2.2-T8-1-eer"} == against["5.5.1-cascade"]
    assert against["5.5.1-cascade"] == against["6.7-cascade"]
    assert {"6.6-on-B3"} == against["6.2.2-members"]


def test_no_method_says_of_of(results):
    """Ledger rows are read by people."""
    methods = [entry.method for entry in results.ledger if "/claim" in entry.key]
    assert [] == [words for words in methods if "of of" in words or "among of" in words]


def test_notes_are_one_sentence_without_numerals():
    """Names of systems, tables and sections aside; numbers come from the ledger."""
    for table in tomllib.loads((FOLDER / "claims.toml").read_text(encoding="utf-8"))["claims"]:
        note = table.get("note", "")
        named = re.sub(r"\b(?:[TB]\d+(?:-\d)?|(?:Table|section|Figure) \d+(?:\.\d+)*)", "", note)
        assert not re.search(r"\d", named) and ". " not in note, table["id"]


def test_the_statements_do_not_give_away_what_is_printed():
    """A printed number stands in its own key, not in the words."""
    for table in tomllib.loads((FOLDER / "claims.toml").read_text(encoding="utf-8"))["claims"]:
        printed = table.get("printed", [])
        numbers = [printed] if isinstance(printed, str) else [text for text in printed if text[:1].isdigit()]
        words = table["says"].replace(":", " ").split()
        assert not set(numbers) & set(words), table["id"]


def test_a_question_without_a_rule_has_no_answer(results):
    """That is a mistake of the caller."""
    (claim,) = (claim for claim in read_challenge(FOLDER).claims if claim.id == "8-trends")
    with pytest.raises(ValueError, match="8-trends"):
        Question(claim).answer(None)
