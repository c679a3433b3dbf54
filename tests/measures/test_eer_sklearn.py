"""Equal error rate against scikit-learn's curve, on scores without ties."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics import roc_curve

from analysis.measures import equal_error_rate


def curve(scores, labels):
    """Return scikit-learn's points with nothing dropped: FAR, FRR and thresholds, the first accepting nothing."""
    far, tpr, thresholds = roc_curve(labels, scores, drop_intermediate=False)
    return far, 1 - tpr, thresholds


def sample(seed):
    """Return tie-free random scores of a random difficulty and balance."""
    generator = np.random.default_rng(seed)
    size = int(generator.integers(5, 400))
    labels = generator.random(size) < generator.uniform(0.1, 0.9)
    labels[:2] = True, False
    scores = generator.normal(size=size) + generator.uniform(-0.5, 3) * labels
    assert size == len(np.unique(scores))
    return scores, labels


@pytest.mark.parametrize("seed", range(60))
def test_nearest_rule_equals_scikit_learn(seed):
    """The threshold of scikit-learn's curve where FAR and FRR are nearest gives the same value."""
    scores, labels = sample(seed)
    far, frr, thresholds = curve(scores, labels)
    targets, nontargets = int(labels.sum()), int((~labels).sum())
    # The rates of scikit-learn are counts over totals; as fractions they compare without rounding.
    gaps = [
        abs(Fraction(round(a * nontargets), nontargets) - Fraction(round(r * targets), targets))
        for a, r in zip(far, frr, strict=True)
    ]
    best = 1 + int(np.argmin(gaps[1:]))
    result = equal_error_rate(scores, labels)
    assert pytest.approx(50 * (far[best] + frr[best]), abs=1e-10) == result.value
    assert thresholds[best] == result.threshold
    assert pytest.approx((far[best], frr[best])) == (result.false_accept, result.false_reject)


@pytest.mark.parametrize("seed", range(60))
def test_line_rule_equals_scikit_learn(seed):
    """The crossing of scikit-learn's polyline with FAR = FRR gives the same value."""
    scores, labels = sample(seed)
    far, frr, _ = curve(scores, labels)
    crossing = np.interp(0, far - frr, far)
    assert pytest.approx(100 * crossing, abs=1e-9) == equal_error_rate(scores, labels, rule="line").value
