"""Simulated clips: a tracker finds the planned pitch, or none where none was planned."""

import numpy as np
import pytest

from analysis.measures.prosody import median_pitch
from analysis.simulate import published
from analysis.simulate.clips import RATE, clip, wav_bytes
from analysis.simulate.cohort import published_cohort
from analysis.simulate.prosody_plan import UNVOICED, ClipPlan, clip_plans


@pytest.mark.parametrize("f0", [105.0, 130.0, 165.0, 175.0, 220.0, 245.0])
def test_tracker_finds_the_planned_pitch(f0):
    """The median F0 is that of the plan within three percent, and not an octave below."""
    samples = clip(ClipPlan(f0, 0.9), "test", "test", seed=3)
    assert f0 == pytest.approx(median_pitch(samples / 32768.0, RATE).median, rel=0.03)


def test_clip_without_a_pitch_has_no_voiced_frame():
    """Where the plan has no F0, the tracker finds none, whatever the seed."""
    for seed in range(3):
        samples = clip(ClipPlan(float("nan"), 0.7), "test", "test", seed)
        assert np.isnan(median_pitch(samples / 32768.0, RATE).median)


def test_clips_neither_clip_nor_fall_silent():
    """The peak stays below full scale, and the length is that of the plan."""
    samples = clip(ClipPlan(200.0, 0.9), "test", "test", seed=0)
    assert len(samples) == 14400
    assert 15000 < np.max(np.abs(samples.astype(int))) < 32000


def test_wav_header_is_plain():
    """A WAV file is 44 bytes of header and the samples."""
    assert len(wav_bytes(np.zeros(160, dtype="<i2"))) == 44 + 2 * 160


def test_plans_have_one_unvoiced_clip():
    """Every system has a plan for every demo clip, and exactly one of all has no pitch."""
    plans = clip_plans(published_cohort(), seed=0)
    assert {"original", *published.VOICED} == set(plans)
    unvoiced = [(system, name) for system in plans for name, plan in plans[system].items() if np.isnan(plan.f0)]
    assert unvoiced == [UNVOICED]
