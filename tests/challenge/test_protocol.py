"""The protocol of a challenge becomes shipped rows, totals that are added again, and what follows from them."""

import pytest

from analysis.challenge import challenge_results
from analysis.study.challenge import read_challenge
from tests.studies import PROTOCOL, replaced, write_challenge


def results_of(folder, changes=None):
    return challenge_results(read_challenge(write_challenge(folder / "tiny", changes)))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    return results_of(tmp_path_factory.mktemp("whole"), PROTOCOL)


def value(results, name):
    return results.ledger.value(f"tiny/{name}")


def agreements(results):
    begin = "tiny/agreement/protocol/"
    return {name.removeprefix(begin): said for name, said in results.verdicts.items() if name.startswith(begin)}


def test_a_printed_figure_keeps_its_digits_and_its_source(whole):
    """`12.50` hours have two decimals."""
    entry = whole.ledger["tiny/shipped/protocol/hours/ASV/Large"]
    assert (12.5, 2, "hours", "shipped", "training.csv, hours") == (
        entry.value, entry.decimals, entry.unit, entry.tag, entry.source,
    )  # fmt: skip
    assert 20 == value(whole, "shipped/protocol/utterances/dev/Small/enrollment")
    assert 70 == value(whole, "shipped/protocol/pairs/dev/Small/different/male")
    assert 30 == value(whole, "shipped/protocol/emotion_utterances/S1/female")


def test_totals_are_added_again_and_set_beside_the_printed_ones(whole):
    """Speakers of both sides, training speakers, both kinds of pairs, speakers without enrollment, trial utterances."""
    assert {
        "speakers/dev/Small/enrollment/total", "speakers/dev/Small/trial/total", "different_only/dev/Small",
        "pairs/dev/Small/same/total", "pairs/dev/Small/different/total", "trial_utterances/dev/Small/total",
        "training_speakers/ASV/Large/total",
    } == set(agreements(whole))  # fmt: skip
    assert {"agrees at the printed precision"} == set(agreements(whole).values())
    assert [7, 7, 0, 0] == [
        value(whole, f"protocol/count/{name}") for name in ("compared", "agrees", "rounding", "differs")
    ]
    assert 100 == value(whole, "protocol/pairs/dev/Small/different/total")


def test_a_total_that_does_not_follow_differs(tmp_path):
    """Eight speakers are printed where three and four make seven; two more rest on that total."""
    results = results_of(tmp_path, {**PROTOCOL, "speakers.csv": PROTOCOL["speakers.csv"].replace("3,4,7", "3,4,8")})
    assert {"speakers/dev/Small/trial/total", "different_only/dev/Small"} == {
        name for name, said in agreements(results).items() if said == "differs"
    }
    assert 7 == value(results, "protocol/speakers/dev/Small/trial/total")
    assert [7, 5, 2] == [value(results, f"protocol/count/{name}") for name in ("compared", "agrees", "differs")]


def test_ratios_and_what_follows_from_the_pairs(whole):
    """One hundred pairs to thirty; forty pairs of two women are twenty utterances, ninety of three men thirty."""
    assert pytest.approx(100 / 30) == value(whole, "protocol/pair_ratio/dev/Small")
    assert [20, 30, 50] == [
        value(whole, f"protocol/trial_utterances/dev/Small/{part}") for part in ("female", "male", "total")
    ]
    assert 4 == value(whole, "protocol/utterances_per_speaker/dev/Small/enrollment")


def test_pairs_that_do_not_divide_give_no_utterances(tmp_path):
    """The reason stands in the place of the number, and nothing is said to agree."""
    trials = PROTOCOL["trials.csv"].replace("10,20,30", "11,20,31")
    results = results_of(tmp_path, {**PROTOCOL, "trials.csv": trials})
    entry = results.ledger["tiny/protocol/trial_utterances/dev/Small/female"]
    assert (None, "not every enrolled speaker meets the same number of utterances") == (entry.value, entry.missing)
    assert "trial_utterances/dev/Small/total" not in agreements(results)


def test_the_emotion_data_are_counted_by_gender_conversation_and_fold(whole):
    """Sums by hand: women 30 + 50, men 40 + 60; fold one trains on the second conversation."""
    assert [80, 100, 180] == [value(whole, f"protocol/emotion/utterances/{part}") for part in ("female", "male", "all")]
    assert [4, 2, 2] == [value(whole, f"protocol/emotion/{name}") for name in ("speakers/all", "sessions", "folds")]
    assert 110 == value(whole, "protocol/emotion_utterances/S2/all")
    assert [110, 30, 40, 70, 60, 50] == [
        value(whole, f"protocol/fold/{fold}/{use}") for fold in ("1", "2") for use in ("train", "dev", "eval")
    ]


def test_teams_are_counted_with_and_without_results(whole):
    """T1 described two submitted systems, one has results, one is marked, one came later."""
    assert [1, 2] == [value(whole, f"protocol/{name}") for name in ("teams", "countries")]
    names = ("described", "printed", "later", "noncompliant")
    assert [2, 1, 1, 1] == [value(whole, f"protocol/team_systems/T1/{name}") for name in names]
    assert [2, 1] == [value(whole, f"protocol/submitted/{name}") for name in ("described", "printed")]


def test_a_team_that_only_the_systems_name_is_counted_too(tmp_path):
    """Without teams.csv there is a team, but no country."""
    results = results_of(tmp_path)
    assert 1 == value(results, "protocol/teams")
    assert "tiny/protocol/countries" not in results.ledger
    assert ("T1", "") == (results.words["teams"][0]["team"], results.words["teams"][0]["name"])
    assert () == results.words["speakers"]


def test_parameters_are_shipped_under_their_system(tmp_path):
    """The digits stay; a name may hold a blank."""
    systems = "system,role,parameters\norig,original,\nB1,baseline,F0 from=0.80\nT1-1,submitted,\nT1-p1,submitted,\n"
    entry = results_of(tmp_path, {"systems.csv": systems}).ledger["tiny/shipped/protocol/parameter/B1/F0%20from"]
    assert (0.8, 2, "number") == (entry.value, entry.decimals, entry.unit)


def test_a_study_that_says_nothing_about_its_protocol_has_no_row_of_it(tmp_path):
    """Neither files nor teams nor resources."""
    results = results_of(tmp_path, {"systems.csv": "system,role\norig,original\nB1,baseline\nT1-1,submitted\n"})
    assert not [entry.key for entry in results.ledger if "/protocol/" in entry.key]


def test_blank_counts_are_missing_with_their_reason(tmp_path):
    """A sum with a hole is no sum."""
    results = results_of(
        tmp_path, {**PROTOCOL, "speakers.csv": replaced("2,3,5,20", ",3,5,")(PROTOCOL["speakers.csv"])}
    )
    for name in (
        "shipped/protocol/speakers/dev/Small/enrollment/female", "protocol/speakers/dev/Small/enrollment/total",
        "shipped/protocol/utterances/dev/Small/enrollment", "protocol/trial_utterances/dev/Small/female",
    ):  # fmt: skip
        entry = results.ledger[f"tiny/{name}"]
        assert (None, "not printed") == (entry.value, entry.missing)
