"""EERs of single speakers: against the plain EER of their trials, and intervals against their definition."""

import numpy
import pytest
from scipy import stats

from analysis.measures import equal_error_rate, own_rates


def crowd(speakers=7, targets=10, nontargets=60, seed=3, decimals=None):
    """Return scores, labels and enrolled speakers; the first speaker is the easiest to recognise."""
    generator = numpy.random.default_rng(seed)
    enrolled = numpy.repeat(numpy.arange(speakers), targets + nontargets)
    is_target = numpy.tile(numpy.arange(targets + nontargets) < targets, speakers)
    scores = generator.normal(size=len(enrolled)) + is_target * (2.5 - enrolled / 3)
    return (scores if decimals is None else scores.round(decimals)), is_target, enrolled


@pytest.mark.parametrize("decimals", [None, 1, 0])
def test_every_speaker_has_the_eer_of_the_own_trials(decimals):
    """The line rule over one speaker's trials alone, with and without tied scores."""
    scores, is_target, enrolled = crowd(decimals=decimals)
    found = own_rates(scores, is_target, enrolled, 7)
    expected = [
        equal_error_rate(scores[enrolled == one], is_target[enrolled == one], rule="line").value for one in range(7)
    ]
    assert expected == pytest.approx(found.eer.tolist(), abs=1e-9)
    assert (found.low <= found.eer).all() and (found.eer <= found.high).all()


def test_speakers_with_unequal_lists_keep_their_own():
    """One with two target trials, one with three and one with one; each as if the others were not there."""
    scores = [0.9, 0.1, 0.5, 0.4, 0.8, 0.7, 0.2, 0.6, 0.3, 0.95, 0.5, 0.4]
    is_target = [True, True, False, False, True, True, True, False, False, True, False, False]
    enrolled = [2, 2, 2, 2, 0, 0, 0, 0, 0, 1, 1, 1]
    found = own_rates(scores, is_target, enrolled, 3)
    # 0: .8 .7 .2 against .6 .3, of which the third alone lies below; 1: separated; 2: one above both, one below both.
    assert [100 / 3, 0.0, 50.0] == pytest.approx(found.eer.tolist())
    assert [3, 1, 2] == found.targets.tolist()
    assert [2, 2, 2] == found.nontargets.tolist()


def test_the_interval_holds_what_no_test_rejects():
    """Each x on a grid is inside exactly where neither tail of the law of the rejected trials is too small."""
    scores, is_target, enrolled = crowd(speakers=3, seed=11)
    found = own_rates(scores, is_target, enrolled, 3)
    for one in range(3):
        own = scores[(enrolled == one) & is_target]
        others = scores[(enrolled == one) & ~is_target]
        at_least = numpy.array([(others >= score).mean() for score in own])
        inside = []
        for x in numpy.arange(1, 250) / 250:
            rejected = int((at_least > x).sum())
            law = stats.binom(10, x)
            if law.sf(rejected - 1) > 0.025 and law.cdf(rejected) > 0.025:
                inside.append(100 * x)
        assert [min(inside), max(inside)] == pytest.approx([found.low[one], found.high[one]], abs=0.41)


def test_the_interval_covers_what_more_utterances_would_give():
    """With the non-target trials as they are, it holds the EER of endlessly many target trials 95 times in 100."""
    generator = numpy.random.default_rng(5)
    others = generator.normal(size=80)
    truth = own_rates(
        numpy.concatenate([generator.normal(1.0, 1.0, 50_000), others]), numpy.arange(50_080) < 50_000,
        numpy.zeros(50_080, dtype=int), 1,
    ).eer[0]  # fmt: skip
    scores = numpy.concatenate([generator.normal(1.0, 1.0, (2000, 10)), numpy.tile(others, (2000, 1))], axis=1)
    is_target = numpy.tile(numpy.arange(90) < 10, 2000)
    found = own_rates(scores.ravel(), is_target, numpy.repeat(numpy.arange(2000), 90), 2000)
    inside = ((found.low <= truth) & (truth <= found.high)).mean()
    assert 0.945 <= inside <= 1.0
    assert 20 < numpy.median(found.high - found.low) < 45  # so little do ten target trials say


def test_ten_separated_trials_still_allow_an_eer_of_thirty():
    """No error among ten: the EER may be up to 1 - 0.025 ** 0.1, and no interval of zero width is given."""
    found = own_rates([1.0] * 10 + [0.0] * 50, [True] * 10 + [False] * 50, [0] * 60, 1)
    assert (0.0, 0.0, pytest.approx(100 * (1 - 0.025**0.1))) == (found.eer[0], found.low[0], found.high[0])


def test_one_kind_of_trial_gives_no_eer():
    """A speaker without targets, one without non-targets, one without trials: counted, and nothing made up."""
    found = own_rates([0.5, 0.4, 0.9, 0.2], [False, True, True, False], [0, 1, 3, 3], 4)
    assert [0, 1, 0, 1] == found.targets.tolist()
    assert [1, 0, 0, 1] == found.nontargets.tolist()
    for values in (found.eer, found.low, found.high, found.standing):
        assert [True, True, True, False] == numpy.isnan(values).tolist()
    assert [0.0] == found.standings.tolist()


def test_standings_tell_equal_eers_apart():
    """Two speakers with EER 0 half the time: the one whose target trials lie above all non-targets stands at 0."""
    found = own_rates([0.9, 0.8, 0.5, 0.1, 0.9, 0.4, 0.5, 0.1], [True, True, False, False] * 2, [0] * 4 + [1] * 4, 2)
    assert [0.0, 0.25] == found.standing.tolist()


def test_no_trial_at_all():
    """An empty list has speakers without anything."""
    found = own_rates([], [], numpy.zeros(0, dtype=int), 2)
    assert numpy.isnan(found.eer).all() and not found.targets.any() and not len(found.standings)


@pytest.mark.parametrize("enrolled", [[0, 2], [0, -1], [0], [0.0, 1.0]])
def test_enrolled_speakers_that_do_not_fit_are_refused(enrolled):
    """A number beyond the speakers, below them, one too few, or no whole numbers."""
    with pytest.raises(ValueError, match="enrolled"):
        own_rates([0.5, 0.4], [True, False], enrolled, 2)
