"""What a study of another size would give, against simulated studies of that size."""

import doctest
import math

import numpy as np
import pytest
from scipy import stats

from analysis.measures import equal_error_rate, planning
from analysis.measures.influence import eer_influence
from analysis.measures.planning import (
    eer_factor,
    fewest_speakers,
    interval_width,
    power_of,
    rounded_speakers,
    smallest_difference,
    standard_error,
    standard_errors_apart,
    times_as_large,
)
from analysis.measures.variance import Components, trial_components

DIMENSION = 32
SIZES = ((16, 8), (32, 4), (32, 16))


def trials(generator: np.random.Generator, speakers: int, each: int, noises: tuple[float, ...]) -> tuple:
    """Return the scores of one or more systems on the same voices, and labels, enrolled, spoken and utterance.

    A speaker is a direction, and lies near it more or less closely; an utterance is near or far from it as well.
    """
    voices = generator.normal(size=(speakers, 1, DIMENSION))
    steady, clear = (
        np.exp(0.3 * generator.normal(size=(speakers, 1, 1))),
        np.exp(0.3 * generator.normal(size=(speakers, each, 1))),
    )
    scores = []
    for noise in noises:
        enrolled = voices + noise / 2 * steady * generator.normal(size=voices.shape)
        spoken = voices + noise * steady * clear * generator.normal(size=(speakers, each, DIMENSION))
        enrolled, spoken = (unit / np.linalg.norm(unit, axis=2, keepdims=True) for unit in (enrolled, spoken))
        scores.append((enrolled[:, 0] @ spoken.reshape(-1, DIMENSION).T).ravel())
    who, utterance = (index.ravel() for index in np.indices((speakers, speakers * each)))
    return scores, who == utterance // each, who, utterance // each, utterance


@pytest.fixture(scope="module")
def studies():
    """Return the components of two systems and of their difference, from each of 12 studies of 40 speakers."""
    generator = np.random.default_rng(11)
    found = []
    for _ in range(12):
        scores, *lists = trials(generator, 40, 8, (3.5, 2.5))
        one, other = (eer_influence(score, lists[0]).values(lists[0]) for score in scores)
        found.append([trial_components(values, *lists) for values in (one, other, other - one)])
    return list(zip(*found, strict=True))


@pytest.fixture(scope="module")
def spreads():
    """Return the standard deviation of both EERs and of their difference over 150 studies of each size."""
    generator, found = np.random.default_rng(12), {}
    for size in SIZES:
        rates = []
        for _ in range(150):
            scores, is_target, *_ = trials(generator, *size, (3.5, 2.5))
            rates.append([equal_error_rate(score, is_target).value for score in scores])
        one, other = np.transpose(rates)
        found[size] = [float(np.std(values, ddof=1)) for values in (one, other, other - one)]
    return found


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("which", [0, 1, 2], ids=["noisier", "clearer", "difference"])
def test_a_study_foretells_the_spread_of_another_size(studies, spreads, size, which):
    """Components of 40 speakers with 8 utterances give the spread over studies of other sizes, on average."""
    foretold = np.mean([standard_error(parts, *size) for parts in studies[which]])
    # 150 studies know their own spread to within 6 %, and 12 what is foretold to within about 4 %: 7 % together, twice.
    assert pytest.approx(spreads[size][which], rel=0.15) == foretold


def test_the_width_is_two_quantiles_of_standard_errors():
    """With 43 speakers, 2 * 2.0181 standard errors; with very many, 2 * 1.96."""
    parts = Components(60.0, 400.0, 0.0, 0.0, 40, 10, 0.5)
    assert 2 * 2.018082 * math.sqrt(100 / 43) == pytest.approx(interval_width(parts, 43, 10), rel=1e-6)
    assert 2 * 1.644867 * math.sqrt(100 / 43) == pytest.approx(interval_width(parts, 43, 10, 0.9), rel=0.03)
    assert 2 * 1.959964 * 0.1 == pytest.approx(interval_width(parts, 10_000, 10), rel=1e-3)


def test_pairs_count_three_times_in_what_is_drawn():
    """Speakers that are drawn twice meet themselves in both roles: the variance of means of pairs over joint draws."""
    generator, speakers = np.random.default_rng(5), 30
    apart = ~np.eye(speakers, dtype=bool)
    pairs = generator.normal(size=(300, speakers, speakers))
    drawn = []
    for values in pairs:
        counts = generator.multinomial(speakers, np.full(speakers, 1 / speakers), size=200)
        weights = counts[:, :, None] * counts[:, None, :] * apart
        drawn.append(((weights * values).sum(axis=(1, 2)) / weights.sum(axis=(1, 2))).var(ddof=1))
    parts = Components(0.0, 0.0, 1.0, 0.0, speakers, 1, 1.0)
    assert pytest.approx(parts.drawn_variance(speakers, 1), rel=0.1) == np.mean(drawn)
    assert pytest.approx(parts.variance(speakers, 1), rel=0.15) == pairs[:, apart].mean(axis=1).var(ddof=1)
    assert 3 * parts.variance(speakers, 1) == pytest.approx(parts.drawn_variance(speakers, 1))


def test_an_interval_on_the_log_odds_scale_is_turned_back():
    """Its edges lie equally far from the EER on that scale, and near 0 it is wider than on the rate's own."""
    parts, reach = Components(60.0, 400.0, 0.0, 0.0, 40, 10, 0.5), 2.018082 * math.sqrt(100 / 43)
    half = 50 / 430
    odds = (4 + half) / (96 + half)
    times = math.exp(reach * (1 / (4 + half) + 1 / (96 + half)))
    whole = 100 + 2 * half
    low, high = (whole * odd / (1 + odd) - half for odd in (odds / times, odds * times))
    assert high - low == pytest.approx(interval_width(parts, 43, 10, eer=4), rel=1e-6)
    assert interval_width(parts, 43, 10, eer=4) > 1.05 * interval_width(parts, 43, 10)
    assert interval_width(parts, 43, 10, eer=50) == pytest.approx(interval_width(parts, 43, 10), rel=0.01)
    assert interval_width(parts, 43, 10, eer=0.0) <= 100


def test_power_is_how_often_a_true_difference_is_seen():
    """Over simulated normal speakers, the share of t intervals that exclude 0; of no difference, one in twenty."""
    parts, generator = Components(43.0, 0.0, 0.0, 0.0, 40, 10, 0.5), np.random.default_rng(6)
    values = 2 + math.sqrt(43) * generator.normal(size=(20_000, 43))
    reach = 2.018082 * values.std(axis=1, ddof=1) / math.sqrt(43)
    seen = (np.abs(values.mean(axis=1)) > reach).mean()
    assert pytest.approx(seen, abs=0.015) == power_of(parts, 2, 43, 10)
    assert pytest.approx(0.05) == power_of(parts, 0, 43, 10)
    crossed = Components(43.0, 0.0, 300.0, 0.0, 40, 10, 0.5)
    for power in (0.6, 0.9):
        smallest = smallest_difference(crossed, 43, 10, power)
        assert power == pytest.approx(power_of(crossed, smallest, 43, 10), abs=1e-4)


def test_numbers_of_speakers_are_told_as_they_are_worth():
    """Two digits above a hundred, one from few speakers, never fewer than it takes; how far the variance may lie."""
    assert [10, 99, 100, 110, 110, 1000, 1000, 13000] == [
        rounded_speakers(number, 43) for number in (10, 99, 100, 104, 106, 994, 996, 12_501)
    ]
    assert [10, 50, 2000] == [rounded_speakers(number, 19) for number in (10, 44, 1585)]
    low, high = times_as_large(8)
    # Quantiles of chi-square with 7 degrees of freedom in every table: 1.690 and 16.013.
    assert (pytest.approx(7 / 16.013, rel=1e-3), pytest.approx(7 / 1.690, rel=1e-3)) == (low, high)


@pytest.mark.parametrize(("speakers", "power", "level"), [(5, 0.8, 0.95), (43, 0.8, 0.95), (43, 0.9, 0.99)])
def test_a_difference_that_large_is_seen_so_often(speakers, power, level):
    """Of simulated normal differences of that size, the t interval excludes 0 with the power that was asked for."""
    apart = standard_errors_apart(speakers, power, level)
    assert power == pytest.approx(1 - stats.nct.cdf(stats.t.ppf(0.5 + level / 2, speakers - 1), speakers - 1, apart))
    generator = np.random.default_rng(4)
    values = apart / math.sqrt(speakers) + generator.normal(size=(20_000, speakers))
    reached = stats.t.ppf(0.5 + level / 2, speakers - 1) * values.std(axis=1, ddof=1) / math.sqrt(speakers)
    assert power == pytest.approx((values.mean(axis=1) > reached).mean(), abs=0.015)
    parts = Components(100.0 * speakers, 0.0, 0.0, 0.0, 40, 10, 0.5)
    assert 10 * apart == pytest.approx(smallest_difference(parts, speakers, 10, power, level))


def test_more_power_than_certainty_is_refused():
    """Power must lie above the chance of a false finding and below 1."""
    for power in (0.04, 1.0):
        with pytest.raises(ValueError, match="power"):
            standard_errors_apart(43, power)


def test_the_fewest_speakers_are_the_fewest():
    """One speaker fewer does not do; fewer than ten are not planned for; where the most do not do, none do."""
    parts = Components(60.0, 400.0, 20.0, 300.0, 40, 10, 0.5)
    found = fewest_speakers(4.0, lambda speakers: interval_width(parts, speakers, 10))
    assert interval_width(parts, found, 10) <= 4.0 < interval_width(parts, found - 1, 10)
    assert 10 == fewest_speakers(1e6, lambda speakers: interval_width(parts, speakers, 10))
    assert fewest_speakers(0.0, lambda speakers: interval_width(parts, speakers, 10)) is None


def test_components_travel_only_to_an_eer_nearby():
    """e (1 - e) from 20 to 40 % grows 1.5 times; from 43 to 10 % it would fall to 0.37 times, which is refused."""
    assert 1.5 == pytest.approx(eer_factor(20, 40))
    assert 1.0 == eer_factor(43, 57)
    for wanted in (10, 0, 100):
        with pytest.raises(ValueError, match=r"^too far from that EER$"):
            eer_factor(43, wanted)


def test_examples():
    """The examples in the docstrings hold."""
    assert 0 == doctest.testmod(planning).failed
