"""EER by the rules of two toolkits: worked out by hand, and against their own descriptions written out plainly."""

import numpy
import pytest

from analysis.measures import equal_error_rate
from analysis.measures.eer_toolkits import toolkit_eer


def plain_speechbrain(targets, nontargets):
    """Walk all scores and the thresholds half-way between them, as the toolkit does, in single precision."""
    targets, nontargets = numpy.float32(targets), numpy.float32(nontargets)
    scores = numpy.unique(numpy.concatenate([targets, nontargets]))
    thresholds = numpy.sort(numpy.concatenate([scores, (scores[:-1] + scores[1:]) / numpy.float32(2)]))
    kept = None
    for threshold in thresholds:
        rejected = numpy.float32((targets <= threshold).sum()) / numpy.float32(len(targets))
        accepted = numpy.float32((nontargets > threshold).sum()) / numpy.float32(len(nontargets))
        if kept is None or float(abs(accepted - rejected)) < abs(kept[0] - kept[1]):
            kept = float(accepted), float(rejected)
    return 50 * (kept[0] + kept[1])


def plain_kaldi(targets, nontargets):
    """Walk the targets from the lowest up and stop at the first that lies above its opposite number."""
    targets, nontargets = sorted(targets), sorted(nontargets)
    for place, target in enumerate(targets):
        opposite = max(0, len(nontargets) - 1 - int(len(nontargets) * place / len(targets)))
        if nontargets[opposite] < target or place == len(targets) - 1:
            return 100 * place / len(targets)
    raise AssertionError


@pytest.mark.parametrize(
    ("targets", "nontargets", "speechbrain", "kaldi"),
    [
        ((0.9, 0.8), (0.2, 0.1), 0, 0),
        ((0.2, 0.1), (0.9, 0.8), 100, 50),
        ((0.8, 0.6, 0.4, 0.3, 0.2), (0.7, 0.5, 0.1, 0.05, 0.01), 40, 40),
        ((0.9, 0.4), (0.5, 0.3, 0.1), 125 / 3, 50),
        ((0.9, 0.1), (0.5,), 75, 50),
        ((0.5, 0.5), (0.5, 0.5), 50, 50),
    ],
)
def test_small_lists_are_as_worked_out_by_hand(targets, nontargets, speechbrain, kaldi):
    """Perfect, inverted, the two of the case list, two equally near thresholds, and nothing but ties."""
    scores, labels = [*targets, *nontargets], [True] * len(targets) + [False] * len(nontargets)
    assert speechbrain == pytest.approx(toolkit_eer(scores, labels, "speechbrain"))
    assert kaldi == pytest.approx(toolkit_eer(scores, labels, "kaldi"))


def test_of_two_equally_near_thresholds_the_toolkit_takes_the_lower_one():
    """FAR 0, FRR 1/2 and FAR 1, FRR 1/2: ours is the first, theirs the second."""
    scores, labels = [0.9, 0.1, 0.5], [True, True, False]
    assert (25, 75) == (equal_error_rate(scores, labels).value, toolkit_eer(scores, labels, "speechbrain"))


def test_single_precision_makes_ties():
    """Two scores that only double precision tells apart are one threshold for a toolkit."""
    scores, labels = [0.5, 0.5 + 1e-12, 0.1, 0.9], [False, True, False, True]
    assert 0 == equal_error_rate(scores, labels).value
    assert 25 == toolkit_eer(scores, labels, "speechbrain")


@pytest.mark.parametrize("rounded", [None, 2, 1])
def test_both_equal_their_own_descriptions(rounded):
    """On random lists of many sizes, with and without ties, the first to the last bit."""
    generator = numpy.random.default_rng(5)
    for _ in range(60):
        targets = generator.normal(0.4, 0.3, generator.integers(1, 40))
        nontargets = generator.normal(0.2, 0.3, generator.integers(1, 60))
        if rounded is not None:
            targets, nontargets = targets.round(rounded), nontargets.round(rounded)
        scores = numpy.concatenate([targets, nontargets])
        labels = numpy.arange(len(scores)) < len(targets)
        assert plain_speechbrain(targets, nontargets) == toolkit_eer(scores, labels, "speechbrain")
        expected = plain_kaldi(numpy.float32(targets), numpy.float32(nontargets))
        assert expected == pytest.approx(toolkit_eer(scores, labels, "kaldi"))


@pytest.mark.parametrize("labels", [[True, True], [False, False]])
def test_one_kind_of_trial_has_no_rate(labels):
    """Neither toolkit's answer means anything then."""
    assert numpy.isnan(toolkit_eer([0.1, 0.2], labels, "speechbrain"))
    assert numpy.isnan(toolkit_eer([0.1, 0.2], labels, "kaldi"))


def test_what_cannot_be_read_is_refused():
    """A NaN score is named, an unknown toolkit too."""
    with pytest.raises(ValueError, match="trial 1"):
        toolkit_eer([0.1, numpy.nan], [True, False], "kaldi")
    with pytest.raises(ValueError, match="speechbrain, kaldi"):
        toolkit_eer([0.1, 0.2], [True, False], "bosaris")
