"""Systems by kind: counts, ranges, best members."""

from pathlib import Path

import pytest

from analysis.challenge import challenge_results
from analysis.ledger import key, parts
from analysis.study.challenge import read_challenge
from tests.contests import contest

DATA = Path(__file__).parents[2] / "data" / "vpc2024"
ODD = "a/b <i>|*"


@pytest.fixture(scope="module")
def shipped():
    return challenge_results(read_challenge(DATA))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return contest(
        tmp_path_factory.mktemp("studies") / "small",
        [
            ("orig", "original", "", "", "", 5, 70, 2),
            ("B1", "baseline", "codec", "", "", 12, 40, 4),
            ("S1", "submitted", "codec", "no", "B1", 41, 60, 3),
            ("S2", "submitted", "codec", "yes", "B1", 30, 60, ""),
            ("S3", "submitted", "codec", "yes", "", "", 50, 3),
            ("S4", "submitted", ODD, "yes", "", 9, 45, ""),
            ("S5", "submitted", "", "yes", "", 49, 69, 2.1),
            ("S6", "submitted", "never run", "yes", ""),
            ("P1", "post-evaluation", "codec", "yes", "", 50, 70, 1),
        ],
    )


def value(results, *names):
    return results.ledger.value(key(results.study, "kinds", *names))


def best(results, *names, measure="kinds_best"):
    joined = results.verdicts.get(key(results.study, measure, *names))
    return None if joined is None else parts(joined)


@pytest.mark.parametrize(
    ("family", "members", "noncompliant", "highest"),
    [("voice_conversion", 22, 2, 2), ("cascade", 6, 0, 2), ("codec", 4, 3, 1), ("hybrid", 3, 0, 1)],
)
def test_the_submitted_systems_of_the_shipped_study_are_counted_by_kind(
    shipped, family, members, noncompliant, highest
):
    """Thirty-five submitted systems with results, six of them at an average EER of 40 or more."""
    found = [value(shipped, family, "submitted", "count", n) for n in ("members", "noncompliant", "eer_40")]
    assert [members, noncompliant, highest] == found


@pytest.mark.parametrize(
    ("place", "low", "high", "winner"),
    [
        (("cascade", "submitted", "eer", "test"), 18.015, 49.525, "T8-1"),
        (("cascade", "submitted", "uar", "test"), 29.44, 43.21, "T12-2"),
        (("cascade", "submitted", "wer", "test"), 3.69, 4.78, "T12-4"),
        (("hybrid", "submitted", "wer", "test"), 3.20, 3.34, "T8-5"),
        (("hybrid", "submitted", "uar", "dev"), 47.08, 51.28, "T8-3"),
        (("codec", "submitted", "uar", "test"), 49.12, 64.45, "T10-1"),
        (("voice_conversion", "submitted", "eer", "test"), 5.14, 42.745, "T12-5"),
        (("voice_conversion", "baseline", "wer", "test"), 2.91, 9.09, "B1"),
        (("signal_processing", "baseline", "uar", "test"), 53.50, 53.50, "B2"),
    ],
)
def test_ranges_and_best_members_are_those_of_the_printed_table(shipped, place, low, high, winner):
    """Read off Table 9 by hand; averages are means of the two halves."""
    assert [low, high] == [value(shipped, *place, end) for end in ("low", "high")]
    assert (winner,) == best(shipped, *place)


def test_the_median_is_the_middle_or_the_mean_of_the_two_middles(shipped):
    """Hybrids: 23.29, 33.535, 41.275. Codecs: 9.715, 27.195, 36.90, 40.36; the mean of the middles is 32.0475."""
    assert 33.535 == value(shipped, "hybrid", "submitted", "eer", "test", "median")
    assert 32.0475 == value(shipped, "codec", "submitted", "eer", "test", "median")


def test_the_best_that_follows_the_rules_is_named_too(shipped):
    """Three of four codecs are non-compliant, so the fourth is the best compliant one on everything."""
    place = ("codec", "submitted", "uar", "test")
    assert ("T12-1",) == best(shipped, *place, measure="kinds_best_compliant")
    assert ("T10-1",) == best(shipped, *place)


def test_the_kinds_that_hold_the_best_values_are_named(shipped):
    """The highest EER is a cascade's, the highest UAR a codec's, the lowest WER voice conversion's."""
    found = [best(shipped, "submitted", metric, measure="kinds_leader") for metric in ("eer", "uar", "wer")]
    assert [("cascade",), ("codec",), ("voice_conversion",)] == found
    assert "eer_40" == shipped.verdicts["vpc2024/kinds_category/hybrid/submitted"]
    assert "none" == shipped.verdicts["vpc2024/kinds_category/signal_processing/baseline"]
    assert 5 == shipped.ledger.value("vpc2024/count/kinds")


def test_ties_name_all_and_missing_values_nobody(small):
    """Two share the highest UAR; a WER that is not printed leaves the range to the others."""
    assert ("S1", "S2") == best(small, "codec", "submitted", "uar", "test")
    assert ("S2",) == best(small, "codec", "submitted", "uar", "test", measure="kinds_best_compliant")
    entry = small.ledger["small/kinds/codec/submitted/wer/test/high"]
    assert (3, 2) == (entry.value, entry.n)
    assert ("S1", "S3") == best(small, "codec", "submitted", "wer", "test")


def test_baselines_submitted_and_later_systems_stand_apart(small):
    """The baseline is a group of its own, the post-evaluation system is in none, nor is a system without a kind."""
    assert 1 == value(small, "codec", "baseline", "count", "members")
    assert 3 == value(small, "codec", "submitted", "count", "members")
    assert 41 == value(small, "codec", "submitted", "eer", "test", "high")
    assert [] == [e.key for e in small.ledger if "/kinds//" in e.key or "/kinds/never" in e.key]
    assert 2 == small.ledger.value("small/count/kinds")


def test_a_kind_may_be_called_anything_and_a_lone_missing_value_says_why(small):
    """The name is one part of the key, whatever it holds."""
    entry = small.ledger[key("small", "kinds", ODD, "submitted", "wer", "test", "low")]
    assert (None, "empty in the results table") == (entry.value, entry.missing)
    assert "none" == small.verdicts[key("small", "kinds_category", ODD, "submitted")]


def test_without_kinds_nothing_is_said(tmp_path):
    """No family anywhere: no row, and so no chapter."""
    original = ("orig", "original", "", "", "", 5, 70, 2)
    results = contest(tmp_path / "x", [original, ("S", "submitted", "", "yes", "", 9, 9, 9)])
    assert [] == [entry.key for entry in results.ledger if "kinds" in entry.key]
