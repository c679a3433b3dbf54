"""Sound clips: finding, opening and mixing them to one channel."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy
import soundfile

from analysis.errors import InputError

SUFFIXES = (".wav", ".flac")
"""Looked for in this order."""

MAX_SECONDS = 3600
ALLOWED = "a WAV or FLAC file of one or more channels"


@dataclass(frozen=True, eq=False)
class Clip:
    """One clip of sound.

    Attributes:
        signal: (samples,) float64, the mean of the channels; full scale is ±1, floating-point files can pass it.
        rate: samples a second.
        channels: how many channels the file has.
    """

    signal: numpy.ndarray = field(repr=False)
    rate: int
    channels: int = 1

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


def find_clip(folder: Path, utterance: str) -> Path | None:
    """Return the file of an utterance in a folder, `.wav` before `.flac`; None where there is none."""
    return clips_in(folder).get(utterance)


def read_clip(path: Path, file: str = "") -> Clip:
    """Read one clip and mix it to one channel.

    Args:
        path: the sound file.
        file: its name in messages; the file name where empty.

    Raises:
        InputError: the file cannot be read as sound, is empty, lasts more than an hour, or holds NaN.
    """
    name = file or path.name
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
    return Clip(samples.mean(axis=1), int(rate), int(channels))


def relative_clips(folder: Path, study: Path) -> Mapping[str, str]:
    """Return utterance id → file relative to the study, with `/`, for the clips of a folder below it."""
    return {utterance: path.relative_to(study).as_posix() for utterance, path in clips_in(folder).items()}
