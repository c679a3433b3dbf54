"""From a claim and a table to a verdict, its ledger rows, and what lies behind it."""

import pytest

from analysis.challenge import challenge_results
from analysis.challenge.claims import claims
from analysis.challenge.claims.step import shown_decimals
from analysis.challenge.roster import Roster
from analysis.study.cells import Cell

from .contest import RESULTS, SYSTEMS, claim, contest, roster

VALUE = {"rule": "value", "metric": '"eer"'}


def judged(folder, text, **files):
    """Return the part that the claims add and the verdict of the claim `c`."""
    made = roster(folder, text, **files)
    part = claims(made)
    return part, part.verdicts["x/claim/c"]


@pytest.mark.parametrize(
    ("printed", "keys", "verdict"),
    [
        ('"42"', {"system": '"S-1"'}, "reproduced"),
        ('"42.0"', {"system": '"S-1"'}, "reproduced"),
        ('"31.5"', {"system": '"S-2"'}, "reproduced"),
        ('"32"', {"system": '"S-2"'}, "reproduced after rounding"),
        ('"31"', {"system": '"S-2"'}, "reproduced after rounding"),
        ('"31.4"', {"system": '"S-2"'}, "not reproduced"),
        ('"33"', {"system": '"S-2"'}, "not reproduced"),
        ('"42"', {"system": '"S-2"', "comparison": '"below"'}, "reproduced"),
        ('"31.5"', {"system": '"S-2"', "comparison": '"below"'}, "not reproduced"),
        ('"31.5"', {"system": '"S-2"', "comparison": '"at most"'}, "reproduced"),
        ('"31.5"', {"system": '"S-2"', "comparison": '"above"'}, "not reproduced"),
        ('"31.5"', {"system": '"S-2"', "comparison": '"at least"'}, "reproduced"),
        ('"31.6"', {"system": '"S-2"', "comparison": '"at least"'}, "not reproduced"),
        ('"42"', {"system": '"S-3"'}, "not checkable"),
    ],
)
def test_a_number_is_held_against_the_printed_digits(tmp_path, printed, keys, verdict):
    """Exactly half-way between two printed numbers agrees with both; a bound is kept or not, without rounding."""
    assert verdict == judged(tmp_path / "x", claim(printed, **VALUE, **keys))[1]


def test_more_than_half_is_most(tmp_path):
    """Two of four are not most."""
    eer = {"printed": "", "rule": "lower_on_test", "comparison": '"most"', "metric": '"eer"'}
    assert "not reproduced" == judged(tmp_path / "x", claim(**eer))[1]
    part, verdict = judged(tmp_path / "x", claim(**eer, among='{ role = "submitted" }'))
    assert "reproduced" == verdict
    (entry,) = (entry for entry in part.entries if entry.key == "x/claim/c")
    assert (2.0, 3) == (entry.value, entry.n)
    assert not [entry for entry in part.entries if entry.tag == "shipped"]


@pytest.mark.parametrize(
    ("comparison", "minimum", "verdict"),
    [
        ("all", "9.5", "reproduced"),
        ("all", "10", "not reproduced"),
        ("most", "10", "reproduced"),
        ("few", "10", "not reproduced"),
        ("few", "31.5", "not reproduced"),
        ("few", "40", "reproduced"),
    ],
)
def test_a_share_is_all_most_or_few(tmp_path, comparison, minimum, verdict):
    """Of EERs 20, 42, 31.5 and 9.5; half is neither most nor few."""
    said = claim("", "reaching", minimum=minimum, comparison=f'"{comparison}"')
    part, found = judged(tmp_path / "x", said)
    assert verdict == found
    assert comparison == part.tables["claims.csv"]["printed"].item()


def test_a_range_is_as_good_as_its_worse_end(tmp_path):
    """Both ends have rows of their own, printed and recomputed."""
    part, verdict = judged(tmp_path / "x", claim('["2.25", "5"]', "span", metric='"wer"'))
    assert "not reproduced" == verdict
    assert {
        "x/shipped/claim/c/low": 2.25, "x/shipped/claim/c/high": 5.0, "x/claim/c/low": 2.25, "x/claim/c/high": 4.0,
    } == {entry.key: entry.value for entry in part.entries if "/claim/" in entry.key}  # fmt: skip
    assert "reproduced after rounding" == judged(tmp_path / "x", claim('["2.2", "4"]', "span", metric='"wer"'))[1]


def test_lists_are_compared_as_sets_and_what_differs_is_named(tmp_path):
    """The order of a list says nothing; `includes` lets further systems stand."""
    keys = {"rule": "members", "among": "{ at_least = 20 }"}
    assert "reproduced" == judged(tmp_path / "x", claim('["S-2", "B1", "S-1"]', **keys))[1]
    part, verdict = judged(tmp_path / "x", claim('["R-1", "B1", "S-1"]', **keys))
    assert "not reproduced" == verdict
    assert ("R-1", "S-2") == (part.verdicts["x/claim_absent/c"], part.verdicts["x/claim_extra/c"])
    assert "R-1" == part.verdicts["x/claim_below/c"]
    assert "reproduced" == judged(tmp_path / "x", claim('["B1"]', comparison='"includes"', **keys))[1]
    assert "not reproduced" == judged(tmp_path / "x", claim('["R-1"]', comparison='"includes"', **keys))[1]


def test_an_empty_list_says_that_there_is_nobody(tmp_path):
    """`printed = []` is a claim of its own."""
    part, verdict = judged(tmp_path / "x", claim("[]", "best_on_all", metrics='["eer", "wer"]'))
    assert "reproduced" == verdict
    assert ["none", "none"] == list(part.tables["claims.csv"].row(0)[5:7])


def test_a_claim_that_holds_on_the_other_split_is_told(tmp_path):
    """A finding beside the verdict, not in its place."""
    part, verdict = judged(tmp_path / "x", claim('"41"', system='"S-2"', **VALUE))
    assert "not reproduced" == verdict
    assert "dev" == part.verdicts["x/claim_other_split/c"]
    rows = {entry.key: entry.value for entry in part.entries}
    assert (31.5, 41.0) == (rows["x/claim/c"], rows["x/claim_other_split/c"])
    assert not [
        name for name in judged(tmp_path / "x", claim('"7"', system='"S-2"', **VALUE))[0].verdicts if "_" in name
    ]


def test_a_count_names_who_has_no_results_and_who_just_misses(tmp_path):
    """With S-3 it would be three systems; R-1 misses the minimum by half a point."""
    part, verdict = judged(
        tmp_path / "x", claim('"3"', among='{ role = "submitted", at_least = 10.5 }', split='"test"')
    )
    assert "not reproduced" == verdict
    assert "S-3" == part.verdicts["x/claim_without_results/c"]
    assert "R-1" == part.verdicts["x/claim_just_short/c"]
    assert 3.0 == {entry.key: entry.value for entry in part.entries}["x/claim_with_unlisted/c"]


def test_a_mark_that_is_otherwise_is_named(tmp_path):
    """S-2 follows the rules, the claim says that it does not."""
    part, _ = judged(tmp_path / "x", claim('["S-1", "S-2"]', "members", among="{ compliant = false }"))
    assert "S-2" == part.verdicts["x/claim_marks/c"]


def test_a_comparison_with_others_shows_what_they_reach(tmp_path):
    """S-2 has a higher UAR than the baseline's 40, but not than R-1's 70; the mean of the submitted ones is 60."""
    keys = {"rule": "better", "metrics": '["uar"]', "among": '{ role = "submitted" }'}
    part, _ = judged(tmp_path / "x", claim('["S-2"]', than='{ ids = ["B1", "R-1"] }', **keys))
    assert "UAR, highest of the others" == part.verdicts["x/claim_bound/c/uar"]
    assert "S-2" == part.verdicts["x/claim_short/c/uar"]
    assert 70.0 == {entry.key: entry.value for entry in part.entries}["x/claim_bound/c/uar"]
    part, _ = judged(tmp_path / "x", claim('["S-2"]', than='{ role = "submitted" }', of='"mean"', **keys))
    assert 60.0 == {entry.key: entry.value for entry in part.entries}["x/claim_bound/c/uar"]


def test_who_is_better_without_being_printed_is_shown_too(tmp_path):
    """R-1 passes the 40 of B1 like the printed ones."""
    keys = {"metrics": '["uar"]', "among": '{ role = "submitted" }', "than": '{ ids = ["B1"] }'}
    part, verdict = judged(tmp_path / "x", claim('["S-1", "S-2"]', "better", **keys))
    assert "not reproduced" == verdict
    assert ("R-1", 0) == (
        part.verdicts["x/claim_past/c/uar"], sum("claim_short" in name for name in part.verdicts)
    )  # fmt: skip
    assert 40.0 == {entry.key: entry.value for entry in part.entries}["x/claim_bound/c/uar"]


def test_beside_a_comparison_with_most_stand_the_means(tmp_path):
    """UARs of codecs 50 and 70, of all ranked 40, 50, 60 and 70."""
    keys = {"metrics": '["uar"]', "among": '{ family = "codec" }', "than": "{ at_least = 0 }", "of": '"most"'}
    part, verdict = judged(tmp_path / "x", claim('["S-1"]', "better", **keys))
    assert ("not reproduced", "UAR") == (verdict, part.verdicts["x/claim_mean/c/uar"])
    rows = {entry.key: entry.value for entry in part.entries}
    assert (60.0, 55.0) == (rows["x/claim_mean/c/uar/named"], rows["x/claim_mean/c/uar/others"])
    assert "mean UAR: 60.00 against 55.00 of the others" in part.tables["claims.csv"]["why"].item()


def test_who_reaches_another_category_is_named(tmp_path):
    """S-1 reaches 40, S-2 only 30."""
    part, verdict = judged(tmp_path / "x", claim('["S-1"]', "same_category", system='"S-2"', among='{ ids = ["S-1"] }'))
    assert ("not reproduced", "S-1") == (verdict, part.verdicts["x/claim_elsewhere/c"])


def test_a_number_just_past_its_last_digit_is_not_reproduced_and_told(tmp_path):
    """64.45 is not 65, though 64.5 would be."""
    files = {"results": RESULTS.replace("40,50,3.0", "40,64.45,3.0")}
    text = claim('"65"', "value", metric='"uar"', system='"S-1"')
    part, verdict = judged(tmp_path / "x", text, **files)
    assert "not reproduced" == verdict
    assert "x/claim_slipped/c" in part.verdicts


def test_a_claim_without_a_rule_says_what_is_missing(tmp_path):
    """Its printed numbers stand in the ledger, nothing is recomputed."""
    text = (
        '[[claims]]\nid = "c"\nsection = "1"\nsays = "s"\nprinted = ["60", "70"]\nunit = "percent"\n'
        'missing = "no table"\n'
    )
    part, verdict = judged(tmp_path / "x", text)
    assert "not checkable" == verdict
    assert {"x/shipped/claim/c/1": 60.0, "x/shipped/claim/c/2": 70.0} == {
        entry.key: entry.value for entry in part.entries if "/claim/" in entry.key
    }
    assert "no table" == part.statements[0].missing


def test_a_system_without_results_is_not_checkable_and_not_a_crash(tmp_path):
    """The row is there with its reason."""
    part, _ = judged(tmp_path / "x", claim('"4"', system='"S-3"', **VALUE))
    (entry,) = (entry for entry in part.entries if entry.key == "x/claim/c")
    assert (None, "S-3: not in the results table") == (entry.value, entry.missing)
    assert {"percent"} == {entry.unit for entry in part.entries if "/claim/" in entry.key}


def test_the_mean_of_two_printed_values_is_shown_whole(tmp_path):
    """A reader can then follow its rounding."""
    files = {"results": RESULTS.replace("44,40,50", "44,40.05,50")}
    part, verdict = judged(tmp_path / "x", claim('"42.0"', system='"S-1"', **VALUE), **files)
    assert "reproduced after rounding" == verdict
    (entry,) = (entry for entry in part.entries if entry.key == "x/claim/c")
    assert (42.025, 3) == (entry.value, entry.decimals)


def test_as_many_digits_are_shown_as_the_verdict_needs():
    """14.4866 rounds to 14, though 14.5 might be rounded to 15; 4.9996 is below 5, though 5.00 is not."""
    assert 2 == shown_decimals(14.4866, 1, Cell("14", 14.0)) == shown_decimals(14.4866, 1, Cell("15", 15.0))
    assert 4 == shown_decimals(4.9996, 2, Cell("5", 5.0))
    assert [3, 2, 1] == [shown_decimals(49.525, 2), shown_decimals(60.8, 2), shown_decimals(28.1081081, 1)]
    assert 0 == shown_decimals(27.0, 0, Cell("28", 28.0))


def test_verdicts_are_counted(tmp_path):
    """Four claims, one of each kind."""
    text = "".join(
        claim(printed, name=name, system=f'"{system}"', **VALUE)
        for name, printed, system in (
            ("a", '"42"', "S-1"), ("b", '"32"', "S-2"), ("c", '"9"', "S-2"), ("d", '"1"', "S-3"),
        )
    )  # fmt: skip
    rows = {entry.key: entry.value for entry in claims(roster(tmp_path / "x", text)).entries}
    names = ("all", "reproduced", "rounding", "not_reproduced", "not_checkable")
    assert [4, 1, 1, 1, 1] == [rows[f"x/count/claims/{name}"] for name in names]


def test_a_study_without_claims_has_no_rows(tmp_path):
    """No file, no table, no statement."""
    part = claims(Roster(contest(tmp_path / "x")))
    assert ([], (), {}) == (part.entries, part.statements, part.tables)


@pytest.mark.parametrize(
    "results",
    [
        "system,test_wer\nA,1\n",
        "system,test_eer_female,test_eer_male,test_uar,test_wer\nA,0,0,0,0\nB,0,0,0,0\norig,0,0,0,0\n",
        "system,test_eer_female,test_eer_male,test_uar,test_wer\nA,,,,\n",
    ],
)
def test_odd_tables_give_verdicts_and_no_crash(tmp_path, results):
    """One system, no column, all values equal, nothing but blanks."""
    everything = "".join(
        claim(printed, rule, f"c{place}", **keys)
        for place, (printed, rule, keys) in enumerate(
            (
                ('"1"', "value", {"metric": '"mfdr"', "system": '"A"'}),
                ('"1"', "value", {"metric": '"change_eer"', "system": '"A"'}),
                ('"1"', "rank", {"metric": '"wer"', "system": '"A"'}),
                ('["1", "2"]', "span", {"metric": '"uar"'}),
                ('"1"', "count", {"among": "{ at_least = 10 }"}),
                ("[]", "front", {"metrics": '["eer", "wer"]'}),
                ("[]", "top", {"metric": '"wer"', "places": "9"}),
                ('["A"]', "better", {"metrics": '["wer"]', "among": '{ ids = ["A"] }', "than": "{ at_least = 0 }"}),
                ('"1"', "category", {"system": '"A"'}),
            )
        )
    )
    made = challenge_results(contest(tmp_path / "x", everything, results=results, systems="system,role\nA,submitted\n"))
    assert 9 == len(made.statements)


def test_the_made_up_systems_are_those_of_the_docstring():
    """The tests above count on them."""
    assert 6 == len(RESULTS.splitlines()) - 1 and 7 == len(SYSTEMS.splitlines()) - 1
