"""Pitch, rank correlation and durations: synthetic signals and hand-computed lists."""

import itertools
import math
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.signal import lfilter, sosfiltfilt, square
from scipy.stats import spearmanr

from analysis.measures import duration_ratio, median_pitch, prosody, rank_correlation, rank_correlation_error

RATE = 16_000
FORMANTS = ((650, 80), (1250, 100), (2600, 140))


def voice(pitch, seconds=1.0, rate=RATE, vibrato=0.03, breath=0.003):
    """Return a vowel: pulses whose harmonics fall by 12 dB an octave, vibrato of 5 Hz, three formants, some breath."""
    time = np.arange(round(seconds * rate)) / rate
    phase = 2 * np.pi * pitch * (time + vibrato / (2 * np.pi * 5) * np.sin(2 * np.pi * 5 * time))
    harmonics = range(1, int(min(4000, 0.45 * rate) // (pitch * (1 + vibrato))) + 1)
    source = sum(np.cos(order * phase) / order**2 for order in harmonics)
    source = source + breath * np.random.default_rng(0).normal(size=len(time))
    for centre, width in FORMANTS:
        radius = np.exp(-np.pi * width / rate)
        source = lfilter([1 - radius], [1, -2 * radius * np.cos(2 * np.pi * centre / rate), radius**2], source)
    return 0.5 * source / np.abs(source).max()


def noise(seed, seconds, rate=RATE, slope=0):
    """Return noise whose power falls with frequency to the power of `slope`: white 0, pink 1, brown 2."""
    size = round(seconds * rate)
    spectrum = np.fft.rfft(np.random.default_rng(seed).normal(size=size))
    spectrum[1:] *= np.fft.rfftfreq(size)[1:] ** (-slope / 2)
    spectrum[0] = 0
    signal = np.fft.irfft(spectrum, size)
    return 0.5 * signal / np.abs(signal).max()


@pytest.mark.parametrize("pitch", [75, 100, 140, 190, 240, 300, 370])
def test_a_voice_gets_its_pitch(pitch):
    """A vowel with formants and vibrato gets the pitch that it was made with, and no neighbouring octave."""
    result = median_pitch(voice(pitch), RATE)
    assert pytest.approx(pitch, rel=0.02) == result.median
    assert "" == result.reason
    assert result.frames >= result.voiced_frames >= result.periodic_frames > 50


@pytest.mark.parametrize("rate", [8_000, 11_025, 22_050, 44_100, 48_000])
def test_any_rate_is_resampled(rate):
    """The same voice at another rate has the same pitch."""
    assert pytest.approx(150, rel=0.02) == median_pitch(voice(150, rate=rate), rate).median


@pytest.mark.parametrize("factor", [1.9, 0.01, 1e-5])
def test_loudness_does_not_matter(factor):
    """A louder and a very quiet voice have the same pitch as the voice itself."""
    signal = voice(150)
    assert pytest.approx(median_pitch(signal, RATE).median) == median_pitch(factor * signal, RATE).median


def test_whole_numbers_are_scaled():
    """A signal of 16-bit or 32-bit whole numbers is the same signal."""
    signal = voice(150)
    expected = median_pitch(signal, RATE)
    for kind, scale in ((np.int16, 2**15), (np.int32, 2**31)):
        result = median_pitch((signal * scale).astype(kind), RATE)
        assert pytest.approx(expected.median, abs=0.5) == result.median
        assert pytest.approx(expected.peak, abs=1e-4) == result.peak


def test_silence_around_a_voice_does_not_matter():
    """Half a second of voice within two seconds of silence keeps its pitch."""
    signal = np.concatenate([np.zeros(RATE), voice(200, 0.5), np.zeros(RATE)])
    assert pytest.approx(200, rel=0.02) == median_pitch(signal, RATE).median


def test_noise_around_a_voice_does_not_matter():
    """A voice of 1 s in audible noise of 3 s keeps its pitch."""
    signal = noise(1, 3) * 0.02
    signal[RATE : 2 * RATE] += voice(200)
    assert pytest.approx(200, rel=0.03) == median_pitch(signal, RATE).median


@pytest.mark.parametrize("seconds", [0.3, 1, 3])
def test_white_noise_has_no_pitch(seconds):
    """White noise of 30 seeds is undefined with a reason, though the tracker calls most frames of some voiced."""
    results = [median_pitch(noise(seed, seconds), RATE) for seed in range(30)]
    assert [seed for seed, result in enumerate(results) if not math.isnan(result.median)] == []
    assert {result.reason for result in results} <= {"voiced frames are not periodic", "no voiced frame"}


@pytest.mark.parametrize(("slope", "rate"), [(1, RATE), (2, RATE), (0, 8_000), (0, 44_100)])
def test_coloured_and_resampled_noise_has_no_pitch(slope, rate):
    """Pink and brown noise, and white noise at other rates, are undefined too."""
    assert all(math.isnan(median_pitch(noise(seed, 1, rate, slope), rate).median) for seed in range(10))


@pytest.mark.parametrize("signal", [np.zeros(RATE), np.full(RATE, 0.25), np.zeros(RATE, dtype=np.int16)])
def test_silence_has_no_pitch(signal):
    """A second of zeros, or of one constant value, is undefined: never 0 Hz."""
    result = median_pitch(signal, RATE)
    assert math.isnan(result.median)
    assert ("silence", 0) == (result.reason, result.voiced_frames)


@pytest.mark.parametrize("samples", [0, 1, round(0.020 * RATE), round(0.050 * RATE) - 1])
def test_too_short_a_clip_has_no_pitch(samples):
    """20 ms, and all that is shorter than 50 ms, is undefined, even of a voice."""
    result = median_pitch(voice(150)[:samples], RATE)
    assert math.isnan(result.median)
    assert "shorter than 50 ms" == result.reason


@pytest.mark.parametrize("milliseconds", [50, 55, 64, 65, 66, 80, 99])
def test_the_shortest_clips_are_tracked(milliseconds):
    """From 50 ms on a voice has a pitch, though the tracker alone breaks below 65 ms."""
    signal = voice(200)[4000 : 4000 + 16 * milliseconds]
    assert pytest.approx(200, rel=0.06) == median_pitch(signal, RATE).median


def test_a_peak_above_one_is_reported():
    """A full-scale square wave at 44.1 kHz overshoots when it is resampled, and the peak says so.

    Its square is constant, so that the tracker goes an octave astray; the guard refuses that number.
    """
    result = median_pitch(square(2 * np.pi * 200 * np.arange(44_100) / 44_100), 44_100)
    assert 1.0 < result.peak < 1.5
    assert math.isnan(result.median)
    assert "voiced frames are not periodic" == result.reason


def test_a_clipped_voice_keeps_its_pitch():
    """A voice that was cut off at full scale before resampling peaks above 1 and has its pitch."""
    result = median_pitch(np.clip(6 * voice(200, rate=44_100), -1, 1), 44_100)
    assert result.peak > 1.0
    assert pytest.approx(200, rel=0.02) == result.median


def test_a_click_has_no_pitch():
    """One sample of full scale in silence repeats nothing."""
    signal = np.zeros(RATE)
    signal[8_000] = 1.0
    assert math.isnan(median_pitch(signal, RATE).median)


@settings(max_examples=40, deadline=None)
@given(
    values=st.lists(st.sampled_from([0.0, 1.0, -1.0, 0.3, 1e-7]), min_size=1, max_size=12),
    samples=st.integers(1, 3000),
    rate=st.sampled_from([8_000, 16_000, 22_050]),
)
def test_any_signal_is_answered_without_a_warning(values, samples, rate):
    """Every repeated pattern of any length gives a pitch between 60 and 400 Hz or a reason, and no warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = median_pitch(np.resize(values, samples), rate)
    assert math.isnan(result.median) == bool(result.reason)
    assert math.isnan(result.median) or 50 < result.median < 450


@pytest.mark.parametrize(
    ("signal", "rate", "message"),
    [
        (np.zeros((10, 2)), RATE, "one channel"),
        ([0.0, math.nan], RATE, "sample 1"),
        ([0.0, 0.0, math.inf], RATE, "sample 2"),
        ([0.0], 0, "rate 0"),
        ([0.0], 16000.5, "rate 16000.5"),
    ],
)
def test_what_is_no_signal_is_refused(signal, rate, message):
    """Two channels, samples that are not finite and rates that are none are named."""
    with pytest.raises(ValueError, match=message):
        median_pitch(signal, rate)


def test_a_missing_pair_leaves_before_ranking():
    """Of five pairs one lacks a side: rho is 1 - 6 * 8 / (4 * 15) = .2 over 4."""
    assert (0.2, 4) == rank_correlation([1, 2, 3, 4, math.nan], [9, 8, 7, 10, 1])
    assert (0.2, 4) == rank_correlation([9, 8, 7, 10, 1], [1, 2, 3, 4, math.nan])


def test_a_constant_side_has_no_correlation():
    """Without variation, or with fewer than two pairs, rho is undefined and the count still told."""
    for x, y, pairs in (([1, 1, 1], [1, 2, 3], 3), ([1], [2], 1), ([math.nan, 1], [1, math.nan], 0), ([], [], 0)):
        rho, count = rank_correlation(x, y)
        assert math.isnan(rho)
        assert pairs == count


def test_perfect_orders_are_exactly_one():
    """The same order gives exactly 1 and the reverse exactly -1, whatever the values."""
    x = np.random.default_rng(1).normal(size=37)
    assert (1.0, 37) == rank_correlation(x, np.exp(x))
    assert (-1.0, 37) == rank_correlation(x, -(x**3))


@pytest.mark.parametrize("seed", range(10))
def test_rank_correlation_equals_scipy(seed):
    """With ties and without, rho is scipy's."""
    generator = np.random.default_rng(seed)
    x, y = generator.integers(0, 6, 30), generator.normal(size=30)
    assert pytest.approx(spearmanr(x, y).statistic) == rank_correlation(x, y)[0]


def test_duration_ratio_is_the_mean_of_ratios():
    """Twice as long and half as long are 1.25 in the mean; clips without a partner are left out."""
    assert (1.25, 2) == duration_ratio([2.0, 1.0], [1.0, 2.0])
    assert (2.0, 1) == duration_ratio([2.0, 1.0, math.nan, 1.0], [1.0, math.nan, 1.0, 0.0])
    ratio, count = duration_ratio([math.nan], [1.0])
    assert math.isnan(ratio)
    assert 0 == count
    with pytest.raises(ValueError, match="equally long"):
        duration_ratio([1.0, 2.0], [1.0])


def test_the_error_of_rho_is_its_spread_over_all_orders():
    """Over all 120 orders of five clips the standard deviation of rho is 1/sqrt(4); one clip has none."""
    values = [rank_correlation(range(5), order)[0] for order in itertools.permutations(range(5))]
    assert pytest.approx(0.5) == math.sqrt(sum(value * value for value in values) / len(values))
    assert 0.5 == rank_correlation_error(5)
    assert math.isnan(rank_correlation_error(1))


def frame_by_frame(samples, places, track):
    """Return what `_periodicity` does, one frame and one lag at a time."""
    filtered = lfilter([1.0, -0.97], 1.0, sosfiltfilt(prosody._guard_band(), samples - samples.mean()))
    found = []
    for place, pitch in zip(places, track, strict=True):
        shortest, longest = math.floor(RATE / pitch * 0.98), math.ceil(RATE / pitch * 1.02)
        start = min(max(place - (480 + longest) // 2, 0), len(filtered) - 480 - longest)
        here = filtered[start : start + 480]
        lags = [filtered[start + lag : start + lag + 480] for lag in range(shortest, longest + 1)] if start >= 0 else []
        norms = [np.linalg.norm(here) * np.linalg.norm(later) for later in lags]
        pairs = zip(lags, norms, strict=True)
        found.append(max((here @ later / norm if norm else 0.0 for later, norm in pairs), default=0.0))
    return found


@pytest.mark.parametrize("seconds", [0.05, 0.1, 0.7])
@pytest.mark.parametrize("frames", [1, 64, 65, 200])
def test_frames_are_correlated_at_once_as_one_by_one(seconds, frames):
    """At both ends of a clip, beside silence, and where a clip is too short for a period."""
    chance = np.random.default_rng(frames)
    samples = voice(120, seconds)
    samples[len(samples) // 2 :] *= frames != 64
    places, track = chance.integers(0, len(samples), frames), chance.uniform(60, 400, frames)
    expected = frame_by_frame(samples, places, track)
    assert expected == pytest.approx(prosody._periodicity(samples, places, track), abs=1e-9)
