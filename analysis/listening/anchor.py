"""The hidden low anchor: a copy of the original that anybody hears to be bad, so that listeners use the whole scale."""

from __future__ import annotations

import numpy
from scipy.signal import butter, sosfiltfilt

from analysis.study.audio import Clip

LOW_PASS_HZ = 1500.0
"""Below the 3.5 kHz of the usual low anchor (ITU-R BS.1534), which telephone recordings would pass unharmed."""

STEPS = 8
"""Levels on each side of zero: the waveform is rounded to the nearest of them."""

ORDER = 4


def low_anchor(clip: Clip) -> Clip:
    """Return the clip low-passed at 1.5 kHz and rounded to eight levels a side, at its own length and peak.

    The filter is a fourth-order Butterworth run both ways, so that nothing is shifted; at rates below 6 kHz it lies at
    a quarter of the rate. Rounding adds noise that follows the speech. There is no chance in it: one clip, one anchor.

    >>> low_anchor(Clip(numpy.zeros(100), 16000)).signal.any()
    np.False_
    """
    signal = numpy.asarray(clip.signal, dtype=numpy.float64)
    sections = butter(ORDER, min(LOW_PASS_HZ, clip.rate / 4), fs=clip.rate, output="sos")
    low = sosfiltfilt(sections, signal, padlen=min(3 * (2 * len(sections) + 1), len(signal) - 1))
    loudest, before = numpy.abs(low).max(), numpy.abs(signal).max()
    if not loudest:
        return Clip(numpy.zeros_like(signal), clip.rate)
    return Clip(numpy.round(low / loudest * STEPS) / STEPS * before, clip.rate)
