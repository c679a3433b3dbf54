"""How far systems order speakers alike: against SciPy's rho and Friedman's test."""

from itertools import combinations

import numpy
import pytest
from scipy import stats

from analysis.measures import concordance


@pytest.mark.parametrize("ties", [False, True])
def test_equals_scipy(ties):
    """Mean, ends and p of six systems and fifteen speakers who differ; with and without ties."""
    generator = numpy.random.default_rng(4)
    values = generator.normal(size=(6, 15)) + 0.7 * generator.normal(size=15)
    values = (values * 2).round() if ties else values
    rho = [stats.spearmanr(values[a], values[b]).statistic for a, b in combinations(range(6), 2)]
    found = concordance(values)
    assert numpy.mean(rho) == pytest.approx(found.mean)
    assert (min(rho), max(rho)) == pytest.approx((found.lowest, found.highest))
    assert stats.friedmanchisquare(*values.T).pvalue == pytest.approx(found.p)
    assert (6, 15, 15) == (found.systems, found.speakers, found.pairs)


def test_one_order_for_all_is_agreement():
    """Three systems in one order have rho 1 everywhere; in opposite ones two have rho -1."""
    assert 1.0 == pytest.approx(concordance([[1, 2, 3, 4, 5]] * 3).mean)
    assert -1.0 == pytest.approx(concordance([[1, 2, 3], [3, 2, 1]]).lowest)


def test_orders_that_have_nothing_to_do_with_each_other_agree_by_chance_only():
    """Of 1,000 tables of noise about one in twenty has a p of 5 % or less."""
    tables = numpy.random.default_rng(9).normal(size=(1000, 7, 43))
    assert 0.025 < numpy.mean([concordance(table).p <= 0.05 for table in tables]) < 0.07


def test_a_missing_speaker_and_an_even_system_are_left_out():
    """A speaker without a value somewhere is not compared, nor is a system in which all are equal."""
    gap = float("nan")
    found = concordance([[1, 2, gap, 4, 5], [1, 2, 3, 5, 4], [0, 0, 0, 0, 0]])
    assert (2, 4) == (found.systems, found.speakers)
    assert 0.8 == pytest.approx(found.mean)


@pytest.mark.parametrize("values", [[[1, 2, 3]], [[1], [2]], [[1, 1], [2, 2]], numpy.zeros((0, 3))])
def test_too_little_to_compare(values):
    """One system, one speaker, systems without an order, none at all."""
    assert concordance(values) is None
