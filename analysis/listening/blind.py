"""Blind copies of clips: the same sound in a file that says nothing else."""

from __future__ import annotations

import io
import math
import wave
from collections.abc import Iterator
from dataclasses import dataclass

import numpy
from scipy.signal import resample_poly

from analysis.errors import InputError
from analysis.listening.anchor import low_anchor
from analysis.listening.design import Design
from analysis.study.audio import Clip
from analysis.study.benchmark import Benchmark

FULL_SCALE = 32768


@dataclass(frozen=True)
class BlindClip:
    """One copy: its blind name, such as `M001` or `T001_A`, and the bytes of its WAV file."""

    name: str
    wav: bytes


def wav_bytes(signal: numpy.ndarray, rate: int) -> bytes:
    """Return a WAV file of one channel and 16 bits, without any metadata; a sound above full scale is turned down.

    Samples that came from 16 bits are the same samples again.

    >>> len(wav_bytes(numpy.zeros(4), 16000))
    52
    """
    peak = float(numpy.abs(signal).max()) if len(signal) else 0.0
    whole = numpy.round(signal / max(peak, 1.0) * FULL_SCALE)
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(rate)
        sound.writeframes(numpy.clip(whole, -FULL_SCALE, FULL_SCALE - 1).astype("<i2").tobytes())
    return buffer.getvalue()


def at_rate(clip: Clip, rate: int) -> numpy.ndarray:
    """Return the clip's samples at another rate; the samples themselves where the rate is its own."""
    if clip.rate == rate:
        return clip.signal
    common = math.gcd(clip.rate, rate)
    return resample_poly(clip.signal, rate // common, clip.rate // common)


def blind_clips(benchmark: Benchmark, plan: Design) -> Iterator[BlindClip]:
    """Return the copies of a design in the order in which they are heard.

    All have one rate, the highest of the clips, so that no file tells its system by its rate.

    Raises:
        InputError: a clip cannot be read.
    """
    anchors = {item.system for item in plan.items if item.role == "anchor"}
    sounds = {(item.system, item.sentence) for item in plan.items}
    rate = max(_read(benchmark, system, sentence, anchors).rate for system, sentence in sorted(sounds))

    def copy(name: str, system: str, sentence: str) -> BlindClip:
        clip = _read(benchmark, system, sentence, anchors)
        if system in anchors:
            clip = low_anchor(clip)
        return BlindClip(name, wav_bytes(at_rate(clip, rate), rate))

    for item in plan.items:
        yield copy(item.name, item.system, item.sentence)
    for trial in plan.trials:
        yield copy(f"{trial.name}_X", benchmark.reference, trial.sentence)
        yield copy(f"{trial.name}_A", trial.a, trial.sentence)
        yield copy(f"{trial.name}_B", trial.b, trial.sentence)


def _read(benchmark: Benchmark, system: str, sentence: str, anchors: set[str]) -> Clip:
    name = benchmark.reference if system in anchors else system
    clip = benchmark.clip(name, sentence)
    if clip is None:  # the design holds clips that are there; one was taken away since
        raise InputError(f"the clip {sentence} of {name} is gone", advice="run the command again")
    return clip
