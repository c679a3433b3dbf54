"""Which EER rule printed values were made by: made-up scores printed by a known rule, and the cases between."""

import math

import numpy as np
import pytest

from analysis.measures import equal_error_rate, rule_fit

NAN = math.nan


def rates(rule, count=24):
    """Return the rates of made-up lists with 43 targets and 430 non-targets, as a small benchmark has them."""
    generator = np.random.default_rng(11)
    target = np.arange(473) < 43
    return [
        equal_error_rate(generator.normal(target * strength, 1.0), target, rule=rule).value
        for strength in np.linspace(0.1, 2.5, count)
    ]


@pytest.mark.parametrize("rule", ["nearest", "line"])
def test_a_rule_is_told_from_two_decimals(rule):
    """A list that a known rule printed is hit by it everywhere, and missed by the other in many places."""
    found = rule_fit(rates("nearest"), rates("line"), [round(value, 2) for value in rates(rule)], [2] * 24)
    assert rule == found.verdict
    better, worse = (found.nearest, found.line) if rule == "nearest" else (found.line, found.nearest)
    assert 24 == found.compared == better.hits
    assert better.largest <= 0.005 < worse.largest
    assert found.apart == 24 - worse.hits >= 8


def test_coarse_digits_tell_nothing():
    """In whole percents both rules hit what is not near a half."""
    found = rule_fit([12.1, 30.2], [12.2, 30.1], [12, 30], [0, 0])
    assert ("both", 0, 2, 2) == (found.verdict, found.apart, found.nearest.hits, found.line.hits)


@pytest.mark.parametrize(
    ("verdict", "nearest", "line", "printed"),
    [
        ("neither", [1.0, 2.0, 3.0], [1.1, 2.1, 3.1], [1.5, 2.5, 3.5]),
        ("neither", [1.0, 2.0, 3.0], [1.1, 2.1, 3.1], [1.0, 2.5, 3.5]),
        ("neither", [1.0, 2.0], [1.1, 2.1], [1.0, 2.1]),
        ("nearest", [1.0, 2.0, 3.0], [1.1, 2.1, 3.1], [1.0, 2.0, 3.1]),
        ("neither", [1.0, 2.0, 9.0], [1.1, 2.1, 3.1], [1.0, 2.0, 3.1]),
        ("line", [1.0, NAN, 3.0], [1.1, 2.0, NAN], [1.1, 2.0, 3.0]),
        ("not compared", [1.0], [1.1], [NAN]),
        ("not compared", [], [], []),
    ],
    ids=["no hits", "too few hits", "a tie", "two of three", "hits but far", "missing", "nothing printed", "nothing"],
)
def test_the_cases_between(verdict, nearest, line, printed):
    """More hits, at least half of the values, and the smaller mean difference; else neither rule fits better."""
    assert verdict == rule_fit(nearest, line, printed, [1] * len(printed)).verdict


def test_mean_and_largest_difference():
    """Of .1 and .3 the mean is .2, the largest .3; the sign does not matter."""
    found = rule_fit([1.1, 1.7], [1.0, 2.0], [1.0, 2.0], [1, 1])
    assert [0.2, 0.3] == pytest.approx([found.nearest.mean, found.nearest.largest])
    assert [0.0, 0.0] == [found.line.mean, found.line.largest]


def test_lists_that_do_not_pair_up_are_refused():
    """Each value has two rates, a figure and its decimals."""
    with pytest.raises(ValueError, match="pair up"):
        rule_fit([1.0], [1.0, 2.0], [1.0], [1])
