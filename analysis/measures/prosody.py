"""What survives of the melody and the tempo: median pitch of a clip, and how clips compare before and after."""

import math
import warnings
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.measures.ranking import mean_ranks

# Hz; every signal is tracked at this rate.
TRACKING_RATE = 16_000
# Hz; the tracker's own defaults, stated because a pitch outside them cannot be found.
LOWEST_PITCH, HIGHEST_PITCH = 60.0, 400.0
# Seconds; below this a clip has no pitch.
SHORTEST_CLIP = 0.050
# Seconds; the tracker needs four frames, so that shorter clips get silence on both sides.
PADDED_CLIP = 0.100
# Of a signal within -1..1: less than a thirtieth of one step of 16-bit sound.
SILENT_BELOW = 1e-6

# The voicing guard, see `median_pitch`.
GUARD_BAND = (70.0, 1500.0)
GUARD_WINDOW = 0.030
GUARD_LAG_TOLERANCE = 0.02
# So many frames are correlated at once, in a few MiB.
GUARD_FRAMES = 64
PERIODIC_FROM = 0.5
PERIODIC_FRAMES = 3
PERIODIC_SHARE = 0.1


@dataclass(frozen=True)
class Pitch:
    """The median pitch of a clip, or why it has none.

    median: Hz, over the voiced frames; NaN when undefined, never 0.
    voiced_frames: frames that the tracker calls voiced; frames: all of them, 10 ms apart.
    reason: why the median is undefined, else empty.
    periodic_frames: those among the voiced frames that repeat themselves after one tracked period.
    peak: largest absolute sample at the tracking rate; resampling can lift it above 1, and nothing is clipped here.
    """

    median: float
    voiced_frames: int
    frames: int
    reason: str
    periodic_frames: int
    peak: float


def median_pitch(signal: ArrayLike, rate: int) -> Pitch:
    """Return the median pitch of a clip.

    signal: (samples,), one channel, floats within -1..1 or signed whole numbers; rate: samples per second.
    The signal is resampled to 16 kHz and tracked by YAAPT with its default settings (60 to 400 Hz, 35 ms frames every
    10 ms). Undefined are: less than 50 ms, silence, no voiced frame, and what does not pass the voicing guard.

    The guard is needed because the tracker calls most frames of some noise voiced. Between 70 and 1500 Hz, after
    pre-emphasis, 30 ms around each voiced frame are correlated with the signal one tracked period (within 2 %) later.
    A frame is periodic from a normalised correlation of .5; a clip has a pitch when at least 3 frames, and at least a
    tenth of its voiced frames, are periodic. The guard only accepts or refuses a clip: an accepted clip keeps the
    tracker's median over all its voiced frames.

    Source: S. Zahorian and H. Hu, A spectral/temporal method for robust fundamental frequency tracking,
    J. Acoust. Soc. Am. 123(6), 2008; the guard is this project's own.
    Raises ValueError for more than one channel, a sample that is not finite, a rate that is no whole number above 0.

    >>> median_pitch(np.zeros(16000), 16000).reason
    'silence'
    """
    samples = _at_tracking_rate(signal, rate)
    peak = float(np.abs(samples).max(initial=0.0))
    if len(np.asarray(signal)) < SHORTEST_CLIP * rate:
        return _undefined("shorter than 50 ms", peak)
    if np.ptp(samples) < SILENT_BELOW:
        return _undefined("silence", peak)

    track, places = _track(_padded(samples))
    voiced = np.isfinite(track) & (track > 0)
    if not voiced.any():
        return _undefined("no voiced frame", peak, frames=len(track))
    periodic = int((_periodicity(_padded(samples), places[voiced], track[voiced]) >= PERIODIC_FROM).sum())
    count = int(voiced.sum())
    if periodic < max(PERIODIC_FRAMES, PERIODIC_SHARE * count):
        return _undefined("voiced frames are not periodic", peak, len(track), count, periodic)
    return Pitch(float(np.median(track[voiced])), count, len(track), "", periodic, peak)


def rank_correlation(x: ArrayLike, y: ArrayLike) -> tuple[float, int]:
    """Return Spearman's rho of two lists and the number of pairs it rests on.

    x, y: (clips,). A pair with a missing side leaves before ranking; tied values share their mean rank.
    NaN for fewer than two pairs or a side without variation.
    Source: C. Spearman, American Journal of Psychology 15, 1904 (Pearson's correlation of the ranks).

    >>> rank_correlation([1, 2, 3, 4, math.nan], [9, 8, 7, 10, 1])
    (0.2, 4)
    """
    x, y = _pairs(x, y)
    if len(x) < 2:
        return math.nan, len(x)
    # Twice the rank, minus its mean, is a whole number: the sums are exact.
    ranks_x, ranks_y = (2 * mean_ranks(side) - (len(side) + 1) for side in (x, y))
    spread = float((ranks_x**2).sum() * (ranks_y**2).sum())
    if spread == 0:
        return math.nan, len(x)
    return float((ranks_x * ranks_y).sum()) / math.sqrt(spread), len(x)


def rank_correlation_error(pairs: int) -> float:
    """Return the standard error of Spearman's rho where the two sides have nothing to do with each other.

    It is 1 / sqrt(n - 1) for n pairs without ties, exactly; NaN for fewer than two pairs.
    Source: E. Pitman, Supplement to the Journal of the Royal Statistical Society 4, 1937 (variance under permutation).

    >>> round(rank_correlation_error(20), 3)
    0.229
    """
    return 1 / math.sqrt(pairs - 1) if pairs > 1 else math.nan


def duration_ratio(anonymized_seconds: ArrayLike, original_seconds: ArrayLike) -> tuple[float, int]:
    """Return the mean over clips of anonymized over original duration, and the number of clips it rests on.

    Both: (clips,), seconds. A clip with a missing side, or an original without duration, is left out; NaN without any.

    >>> duration_ratio([2.0, 1.0], [1.0, 1.0])
    (1.5, 2)
    """
    anonymized, original = _pairs(anonymized_seconds, original_seconds)
    usable = original > 0
    if not usable.any():
        return math.nan, 0
    return float(np.mean(anonymized[usable] / original[usable])), int(usable.sum())


def _at_tracking_rate(signal: ArrayLike, rate: int) -> NDArray[np.float64]:
    """Return the signal as float64 at the tracking rate."""
    given = np.asarray(signal)
    if given.ndim != 1:
        raise ValueError(f"a signal of one channel is needed, not one of shape {given.shape}")
    if rate != int(rate) or rate <= 0:
        raise ValueError(f"rate {rate} must be a positive whole number of samples per second")
    if given.dtype.kind == "i":
        given = given / -float(np.iinfo(given.dtype).min)
    samples = given.astype(np.float64)
    broken = np.flatnonzero(~np.isfinite(samples))
    if broken.size:
        raise ValueError(f"sample {broken[0]} (counted from 0) is not a finite number; {broken.size} such in all")
    rate = int(rate)
    if rate == TRACKING_RATE or not len(samples):
        return samples
    from scipy.signal import resample_poly

    divisor = math.gcd(rate, TRACKING_RATE)
    return resample_poly(samples, TRACKING_RATE // divisor, rate // divisor)


def _padded(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the samples with silence around them when they are too few for the tracker."""
    missing = round(PADDED_CLIP * TRACKING_RATE) - len(samples)
    return np.pad(samples, (missing // 2, missing - missing // 2)) if missing > 0 else samples


def _track(samples: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Return the tracked pitch of every frame in Hz, 0 where unvoiced, and the middle of every frame in samples."""
    from amfm_decompy import basic_tools, pYAAPT  # with scipy.signal: loaded by whoever tracks a clip, and nobody else

    # The tracker has absolute thresholds. A power of two brings every clip to the same level and rounds nothing.
    level = math.frexp(float(np.abs(samples).max()))[1]
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        # Without a candidate it averages nothing, says so for each step, and goes on.
        warnings.simplefilter("ignore")
        pitch = pYAAPT.yaapt(
            basic_tools.SignalObj(np.ldexp(samples, -level), TRACKING_RATE), f0_min=LOWEST_PITCH, f0_max=HIGHEST_PITCH
        )
    return np.asarray(pitch.samp_values, dtype=np.float64), np.asarray(pitch.frames_pos, dtype=np.int64)


def _periodicity(
    samples: NDArray[np.float64], places: NDArray[np.int64], track: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return for each frame the best normalised correlation with itself about one tracked period later."""
    from scipy.signal import lfilter, sosfiltfilt

    # Pre-emphasis keeps low-pitched noise, which repeats itself by chance, from outweighing the rest.
    filtered = lfilter([1.0, -0.97], 1.0, sosfiltfilt(_guard_band(), samples - samples.mean()))
    window = round(GUARD_WINDOW * TRACKING_RATE)
    views = np.lib.stride_tricks.sliding_window_view(filtered, window)
    period = TRACKING_RATE / track
    shortest = np.maximum(1, np.floor(period * (1 - GUARD_LAG_TOLERANCE)).astype(np.int64))
    longest = np.ceil(period * (1 + GUARD_LAG_TOLERANCE)).astype(np.int64)
    start = np.minimum(np.maximum(places - (window + longest) // 2, 0), len(views) - 1 - longest)
    best = np.zeros(len(places))
    inside = np.flatnonzero(start >= 0)
    for begin in range(0, len(inside), GUARD_FRAMES):
        frames = inside[begin : begin + GUARD_FRAMES]
        # All lags of these frames one behind the other: which frame each belongs to, and where its window begins.
        lags = longest[frames] - shortest[frames] + 1
        first = np.cumsum(lags) - lags
        of = np.repeat(np.arange(len(frames)), lags)
        at = np.repeat(start[frames] + shortest[frames] - first, lags) + np.arange(len(of))
        here, later = views[start[frames]], views[at]
        products = np.einsum("lw,lw->l", later, here[of])
        energy = np.einsum("fw,fw->f", here, here)
        scale = np.sqrt(energy)[of] * np.sqrt(np.einsum("lw,lw->l", later, later))
        found = np.divide(products, scale, out=np.zeros_like(scale), where=scale > 0)
        best[frames] = np.maximum.reduceat(found, first)
    return best


@cache
def _guard_band() -> NDArray[np.float64]:
    """Return the filter of the voicing guard: (sections, 6)."""
    from scipy.signal import butter

    return butter(4, GUARD_BAND, btype="bandpass", fs=TRACKING_RATE, output="sos")


def _undefined(reason: str, peak: float, frames: int = 0, voiced: int = 0, periodic: int = 0) -> Pitch:
    return Pitch(math.nan, voiced, frames, reason, periodic, peak)


def _pairs(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return both lists without the pairs in which a side is missing."""
    x, y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    if x.ndim != 1 or x.shape != y.shape:
        raise ValueError(f"the two sides must be equally long lists, not {x.shape} and {y.shape}")
    complete = ~(np.isnan(x) | np.isnan(y))
    return x[complete], y[complete]
