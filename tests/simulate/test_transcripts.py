"""Simulated transcripts: length, script, and how errors grow with the rate."""

import numpy as np
import pytest

from analysis.measures.content import edit_counts
from analysis.simulate.khmer import clusters, sentence
from analysis.simulate.randomness import stream
from analysis.simulate.transcripts import hypothesis

REFERENCE = "ពេលល្ងាច ខ្ញុំមើលមេឃ នៅភ្នំពេញ"


def test_clusters_keep_subscripts_and_vowels_together():
    """A base sign keeps what is stacked upon it, and the clusters add up to the text."""
    assert clusters("ខ្ញុំទៅផ្សារ") == ["ខ្ញុំ", "ទៅ", "ផ្សា", "រ"]
    assert "".join(clusters(REFERENCE)) == REFERENCE


@pytest.mark.parametrize("signs", [31, 43, 57])
def test_sentences_have_the_wanted_length(signs):
    """A sentence has the wanted number of signs within two, blanks not counted, and at least two phrases."""
    texts = [sentence(signs, stream(seed, "test")) for seed in range(20)]
    assert all(abs(len(text.replace(" ", "")) - signs) <= 2 for text in texts)
    assert all(" " in text for text in texts)


def test_no_errors_at_rate_zero():
    """At rate 0 the hypothesis is the reference."""
    assert hypothesis(REFERENCE, 0.0, stream(0, "test")) == REFERENCE


def test_errors_grow_with_the_rate_beyond_one_hundred_percent():
    """The mean CER rises with the rate, and a high rate gives more errors than the reference has signs."""

    def mean_rate(rate):
        heard = [hypothesis(REFERENCE, rate, stream(seed, "test")) for seed in range(200)]
        return np.mean([edit_counts(REFERENCE, text).rate for text in heard])

    rates = [mean_rate(rate) for rate in (0.05, 0.2, 0.6, 1.0, 2.0)]
    assert sorted(rates) == rates
    assert rates[0] < 10 and rates[-1] > 100
