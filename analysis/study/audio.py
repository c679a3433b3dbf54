"""Sound clips: finding, opening and mixing them to one channel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO, Literal

import numpy
import soundfile

from analysis.errors import InputError

SUFFIXES = (".wav", ".flac")
"""Looked for in this order."""

MAX_SECONDS = 3600
SILENT_PEAK = 1e-4
CLIPPED_LEVEL = 0.999
MAX_CHUNKS = 1000
UNKNOWN_LENGTH = 0xFFFFFFFF
"""What a program writes that sends sound on before it knows how much there will be."""

ALLOWED = "a WAV or FLAC file of one or more channels"


@dataclass(frozen=True, eq=False)
class Clip:
    """One clip of sound.

    Attributes:
        signal: (samples,) float64, the mean of the channels; full scale is ±1, floating-point files can pass it.
        rate: samples a second.
        channels: how many channels the file has.
        peak: the largest absolute sample of any channel.
        clipped: share of the samples of all channels that stand at full scale or above.
        silent_channels: how many channels hold next to nothing while others do.
    """

    signal: numpy.ndarray = field(repr=False)
    rate: int
    channels: int = 1
    peak: float = 0.0
    clipped: float = 0.0
    silent_channels: int = 0

    @property
    def seconds(self) -> float:
        """Return the duration."""
        return len(self.signal) / self.rate


def clips_in(folder: Path) -> dict[str, Path]:
    """Return utterance id → file for each clip directly in a folder; `.wav` goes before `.flac`.

    Ids are compared with the names that are in the folder and never made into a path, so that an id such as
    `../../x` reaches nothing. A folder that does not exist has no clips.
    """
    found: dict[str, Path] = {}
    if not folder.is_dir():
        return found
    paths = sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    for suffix in reversed(SUFFIXES):
        found.update({path.stem: path for path in paths if path.suffix.lower() == suffix})
    return found


def read_clip(path: Path, file: str = "") -> Clip:
    """Read one clip and mix it to one channel.

    Args:
        path: the sound file.
        file: its name in messages; the file name where empty.

    Raises:
        InputError: the file cannot be read as sound, is cut off or empty, lasts more than an hour, or holds NaN.
    """
    name = file or path.name
    _refuse_cut_off(path, name)
    try:
        with soundfile.SoundFile(path) as sound:
            if sound.frames > MAX_SECONDS * sound.samplerate:
                raise InputError(f"{name} lasts more than an hour", allowed=f"at most {MAX_SECONDS} seconds a clip")
            samples = sound.read(dtype="float64", always_2d=True)
            rate, channels = sound.samplerate, sound.channels
    except (soundfile.SoundFileError, RuntimeError, OSError, ValueError, MemoryError) as error:
        raise InputError(
            f"{name} cannot be read as sound: {error}", allowed=ALLOWED, advice="copy or convert the file again"
        ) from error
    if not len(samples):
        raise InputError(f"{name} holds no sound", allowed=ALLOWED, advice="take the clip out or make it again")
    if not numpy.isfinite(samples).all():
        raise InputError(f"{name} holds samples that are no numbers", allowed=ALLOWED, advice="make the clip again")
    sizes = numpy.abs(samples)
    peaks = sizes.max(axis=0)
    return Clip(
        samples.mean(axis=1),
        int(rate),
        int(channels),
        float(peaks.max()),
        float((sizes >= CLIPPED_LEVEL).mean()),
        int((peaks < SILENT_PEAK).sum()) if peaks.max() >= SILENT_PEAK else 0,
    )


def _refuse_cut_off(path: Path, name: str) -> None:
    """Refuse a WAV file that ends before the samples which its header announces; the decoder reads it in silence."""
    try:
        with path.open("rb") as stream:
            announced, held = _announced(stream, path.stat().st_size)
    except OSError as error:
        raise InputError(
            f"{name} cannot be read: {error.strerror or error}", allowed=ALLOWED,
            advice="put the file there, or see whether it may be read",
        ) from error  # fmt: skip
    if announced > held:
        raise InputError(
            f"{name} is cut off: its header announces {announced:,} bytes of sound, the file holds {held:,}",
            allowed="a whole file",
            advice="copy or make the clip again; its duration would be wrong",
        )


def _announced(stream: BinaryIO, size: int) -> tuple[int, int]:
    """Return how many bytes of samples a WAV file announces and how many it can hold; 0, 0 where it does not say.

    Source: Microsoft, Multimedia Programming Interface (RIFF, 1991); EBU Tech 3306 (RF64).
    """
    head = stream.read(12)
    order: Literal["little", "big"] = "big" if head[:4] == b"RIFX" else "little"
    if head[:4] not in (b"RIFF", b"RIFX", b"RF64") or head[8:12] != b"WAVE":
        return 0, 0
    wide = 0
    for _ in range(MAX_CHUNKS):
        chunk = stream.read(8)
        if len(chunk) < 8:
            return 0, 0
        length = int.from_bytes(chunk[4:], order)
        if chunk[:4] == b"data":
            announced = wide if length == UNKNOWN_LENGTH else length
            return announced, size - stream.tell()
        if chunk[:4] == b"ds64":
            wide = int.from_bytes(stream.read(16)[8:], "little")
            length -= 16
        stream.seek(length + length % 2, 1)
    return 0, 0


def relative_clips(folder: Path, study: Path) -> Mapping[str, str]:
    """Return utterance id → file relative to the study, with `/`, for the clips of a folder below it."""
    return {utterance: path.relative_to(study).as_posix() for utterance, path in clips_in(folder).items()}
