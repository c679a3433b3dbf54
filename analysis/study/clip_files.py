"""Which sound files of the demo clips a benchmark has, by system."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from analysis.study import demo
from analysis.study.audio import relative_clips
from analysis.study.demo import DemoClip, note_clips
from analysis.study.findings import Findings
from analysis.study.layout import note_double_clips


def listed_clips(
    folder: Path, reference: str, clips: Sequence[DemoClip], findings: Findings
) -> dict[tuple[str, str], str]:
    """Return (system, utterance) → sound file for the listed clips."""
    originals = dict(relative_clips(folder / demo.ORIGINALS, folder))
    sounds: dict[str, dict[str, str]] = {}
    place = folder / demo.ANONYMIZED
    if place.is_dir():
        for below in sorted(place.iterdir()):
            if below.is_dir() and not below.name.startswith("."):
                sounds[below.name] = dict(relative_clips(below, folder))
    if clips:
        if originals or sounds:
            note_clips(tuple(clips), "", originals, originals, findings)
        for system, files in sounds.items():
            note_clips(tuple(clips), system, files, originals, findings)
    for name in _clip_folders(folder):
        note_double_clips(folder, name, findings)
    sounds[reference] = originals
    return {
        (system, clip.utt_id): files[clip.utt_id]
        for system, files in sounds.items()
        for clip in clips
        if clip.utt_id in files
    }


def all_clips(folder: Path) -> set[str]:
    """Return all clips, also those that no list names, which a note of their own speaks of."""
    return {file for place in _clip_folders(folder) for file in relative_clips(folder / place, folder).values()}


def _clip_folders(folder: Path) -> list[str]:
    """Return the folders that hold clips, relative to the study."""
    place = folder / demo.ANONYMIZED
    below = sorted(place.iterdir()) if place.is_dir() else []
    return [demo.ORIGINALS, *(f"{demo.ANONYMIZED}/{path.name}" for path in below if path.is_dir())]
