"""The low anchor is bad in a known way."""

import numpy

from analysis.listening.anchor import LOW_PASS_HZ, STEPS, low_anchor
from analysis.study.audio import Clip

RATE = 16000


def tones(*pitches, seconds=0.5, rate=RATE):
    time = numpy.arange(round(seconds * rate)) / rate
    return Clip(sum(0.2 * numpy.sin(2 * numpy.pi * pitch * time) for pitch in pitches), rate)


def level(clip, pitch):
    spectrum = numpy.abs(numpy.fft.rfft(clip.signal * numpy.hanning(len(clip.signal))))
    return spectrum[round(pitch * len(clip.signal) / clip.rate)]


def test_what_lies_above_the_low_pass_is_gone():
    """A tone far above it falls by more than 30 dB against one far below it."""
    clip = tones(300, 5000)
    bad = low_anchor(clip)
    before, after = level(clip, 5000) / level(clip, 300), level(bad, 5000) / level(bad, 300)
    assert after < before * 10 ** (-30 / 20)
    assert 300 < LOW_PASS_HZ < 5000


def test_few_levels_are_left_at_the_same_peak_and_length():
    """No more than two times the steps and zero."""
    clip = tones(300, 500)
    bad = low_anchor(clip)
    assert 2 * STEPS + 1 >= len(numpy.unique(bad.signal)) > STEPS
    assert (len(clip.signal), RATE) == (len(bad.signal), bad.rate)
    assert numpy.isclose(numpy.abs(clip.signal).max(), numpy.abs(bad.signal).max())


def test_there_is_no_chance_in_it():
    """One clip, one anchor; the clip itself is left as it was."""
    clip = tones(250)
    kept = clip.signal.copy()
    assert low_anchor(clip).signal.tobytes() == low_anchor(clip).signal.tobytes()
    assert kept.tobytes() == clip.signal.tobytes()


def test_odd_clips_have_an_anchor_too():
    """One sample, a few samples, silence, and a rate below the low-pass's own."""
    for clip in (
        Clip(numpy.ones(1), RATE),
        Clip(numpy.ones(5), RATE),
        Clip(numpy.zeros(500), RATE),
        tones(200, rate=2000),
    ):
        bad = low_anchor(clip)
        assert len(clip.signal) == len(bad.signal)
        assert numpy.isfinite(bad.signal).all()
