"""How sure a test of so many listeners can be, from ratings drawn at random."""

import numpy
import pytest

from analysis.listening.answers import Answers, Rating
from analysis.listening.design import Material
from analysis.listening.precision import precision, random_ratings
from analysis.listening.score import score

SYSTEMS = ("a", "b", "c")
GIVEN = Material("original", "low_anchor", SYSTEMS, {f"s{n}": SYSTEMS for n in range(20)})


def test_every_clip_is_rated_by_every_listener_from_one_to_five():
    """The ratings know nothing: each mark comes about as often as the others."""
    ratings = random_ratings(GIVEN, 10, 1)
    assert 5 * 20 * 10 == len(ratings)
    values, counts = numpy.unique(list(ratings.values()), return_counts=True)
    assert [1, 2, 3, 4, 5] == values.tolist()
    assert counts.min() > 0.8 * counts.max()


@pytest.mark.parametrize("size", [1, 3])
def test_half_widths_are_those_that_the_scores_print(size):
    """Filling the sheets and scoring them gives the same intervals."""
    found = precision(GIVEN, (size,), 1, 200, 7, 0.95)
    answers = Answers()
    for (system, sentence, listener), value in random_ratings(GIVEN, size, 1).items():
        answers.ratings.append(Rating("naturalness", f"L{listener}", sentence, system, float(value)))
    scored = {one.system: one.interval for one in score(answers, 200, 7).opinions}
    expected = [(scored[name].high - scored[name].low) / 2 for name in ("original", "low_anchor", *SYSTEMS)]
    assert expected == pytest.approx(found.means[0].tolist())


def test_twenty_ratings_of_one_listener_leave_six_tenths():
    """The published value for one listener and 20 sentences, which follows from the spread of the marks as well."""
    spread = numpy.arange(1, 6).std()
    assert 0.6 == pytest.approx(1.96 * spread / numpy.sqrt(20), abs=0.03)
    found = precision(GIVEN, (1,), 1, 1000, 0, 0.95)
    assert 0.6 == pytest.approx(found.means.mean(), abs=0.06)


def test_more_listeners_help_and_a_difference_takes_more_than_a_mean():
    """From one listener to twenty, the widths fall by more than half; differences of two systems stay the wider."""
    found = precision(GIVEN, (1, 20), 1, 400, 0, 0.95)
    assert found.means[1].mean() < found.means[0].mean() / 2
    assert (found.differences.mean(axis=1) > 1.2 * found.means.mean(axis=1)).all()
    assert ((2, 5), (2, 10)) == (found.means.shape, found.differences.shape)
