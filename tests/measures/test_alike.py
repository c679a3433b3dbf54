"""The law of the lowest EER if all speakers were alike: against counting, and against a simulation."""

import itertools

import numpy
import pytest

from analysis.measures import lowest_if_alike, own_rates


def eer_of(standings):
    """Return the EER in percent of one speaker's standings: the least x of which at most x stand above x."""
    count = len(standings)
    candidates = [*standings, *(rank / count for rank in range(count + 1))]
    return 100 * min(x for x in candidates if sum(one > x for one in standings) <= x * count + 1e-12)


def test_small_law_equals_counting_all_cases():
    """Three speakers with 1, 2 and 2 target trials and a pool of three: all 3 ** 5 ways are looked at."""
    pool = (0.0, 0.3, 0.8)
    lowest = [
        min(eer_of(drawn[:1]), eer_of(drawn[1:3]), eer_of(drawn[3:])) for drawn in itertools.product(pool, repeat=5)
    ]
    law = lowest_if_alike(pool, [1, 2, 2, 0])
    for x in (0.0, 10.0, 30.0, 49.9, 50.0, 80.0, 100.0):
        assert numpy.mean([value <= x + 1e-9 for value in lowest]) == pytest.approx(law.chance(x))
    assert float(numpy.median(lowest)) == law.lowest(0.5)


def test_law_and_spread_equal_a_simulation():
    """Twenty speakers with ten target trials each, from normal scores: 4,000 worlds in which all are alike."""
    generator = numpy.random.default_rng(2)
    pool = generator.beta(0.8, 1.5, 200)
    worlds = generator.choice(pool, (4000, 20, 10))
    ordered = numpy.sort(worlds, axis=2)
    rejected = numpy.arange(9, -1, -1) / 10
    eers = 100 * numpy.maximum(ordered, rejected).min(axis=2)
    law = lowest_if_alike(pool, [10] * 20)
    for share in (0.025, 0.25, 0.5, 0.75, 0.975):
        assert numpy.quantile(eers.min(axis=1), share) == pytest.approx(law.lowest(share), abs=0.8)
    assert eers.std(axis=1, ddof=1).mean() == pytest.approx(law.spread, rel=0.03)


@pytest.mark.parametrize("targets", [[10] * 20, [4] * 8 + [12] * 8])
def test_chance_of_a_spread_equals_a_simulation(targets):
    """Of 4,000 worlds in which all are alike so many spread as far as it says, with unequal numbers of trials too."""
    generator = numpy.random.default_rng(3)
    pool = generator.beta(0.8, 1.5, 200)
    columns = []
    for count in targets:
        ordered = numpy.sort(generator.choice(pool, (4000, count)), axis=1)
        columns.append(100 * numpy.maximum(ordered, numpy.arange(count - 1, -1, -1) / count).min(axis=1))
    spreads = numpy.stack(columns, axis=1).std(axis=1, ddof=1)
    law = lowest_if_alike(pool, targets)
    for chance in (0.5, 0.1, 0.05, 0.01):
        assert chance == pytest.approx(law.chance_of_spread(numpy.quantile(spreads, 1 - chance)), rel=0.25)


def test_the_lowest_of_alike_speakers_is_seldom_beyond_the_edges():
    """Of 400 worlds in which all 43 speakers are alike, the lowest lies below the lower edge in about ten at most."""
    generator = numpy.random.default_rng(4)
    below = 0
    for _ in range(400):
        scores = generator.normal(size=(43, 50)) + (numpy.arange(50) < 10) * 0.8
        found = own_rates(scores.ravel(), numpy.tile(numpy.arange(50) < 10, 43), numpy.repeat(numpy.arange(43), 50), 43)
        below += found.eer.min() < lowest_if_alike(found.standings, found.targets).edges()[0]
    assert below <= 20


def test_one_who_is_easy_to_recognise_is_beyond_chance():
    """Nineteen speakers are guessed at, one is always recognised: an EER of 0 is improbable among alike speakers."""
    generator = numpy.random.default_rng(6)
    scores = generator.normal(size=(20, 50))
    scores[0, :10] += 10
    found = own_rates(scores.ravel(), numpy.tile(numpy.arange(50) < 10, 20), numpy.repeat(numpy.arange(20), 50), 20)
    law = lowest_if_alike(found.standings, found.targets)
    assert 0.0 == found.eer[0]
    assert law.chance(0.0) < 0.001 and law.edges()[0] > 5


def test_many_trials_are_thinned_without_a_change_that_shows():
    """Ten thousand standings give the law of their quantiles."""
    pool = numpy.random.default_rng(1).random(20_000)
    thinned, few = lowest_if_alike(pool, [10] * 1000), lowest_if_alike(numpy.linspace(0, 1, 3000), [10] * 1000)
    assert few.lowest(0.5) == pytest.approx(thinned.lowest(0.5), abs=0.5)
    assert few.spread == pytest.approx(thinned.spread, rel=0.03)


def test_degenerate_lists():
    """Nobody, one speaker, and everybody separated: nothing to say, no spread, and a lowest of 0 for sure."""
    assert lowest_if_alike([], [0, 0]) is None
    assert numpy.isnan(lowest_if_alike([0.2, 0.4], [2]).spread)
    assert numpy.isnan(lowest_if_alike([0.2, 0.4], [2]).chance_of_spread(1.0))
    law = lowest_if_alike([0.0] * 6, [2, 2, 2])
    assert ((0.0, 0.0), 1.0, 0.0) == (law.edges(), law.chance(0.0), law.spread)
    assert (1.0, 0.0) == (law.chance_of_spread(0.0), law.chance_of_spread(1.0))
    assert 0.0 == law.chance(-1.0)
