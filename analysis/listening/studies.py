"""Which study a listening test is made from."""

from __future__ import annotations

from pathlib import Path

from analysis.errors import InputError, UsageError
from analysis.study.benchmark import Benchmark, read_benchmark
from analysis.study.demo import FILE as DEMO_CLIPS
from analysis.study.settings import read_settings


def default_study(data: Path) -> Path:
    """Return the study below `data` that says `lead = true`, else the first by name that lists demo clips.

    Raises:
        InputError: no study lists demo clips.
    """
    folders = sorted(path for path in data.iterdir() if path.is_dir()) if data.is_dir() else []
    with_clips = [folder for folder in folders if (folder / DEMO_CLIPS).is_file()]
    if not with_clips:
        raise InputError(f"no study below {data} lists demo clips", advice="name a study's folder with --study")
    return next((folder for folder in with_clips if read_settings(folder).lead), with_clips[0])


def read_study(folder: Path) -> Benchmark:
    """Read a study whose clips can be heard.

    Raises:
        UsageError: it is no folder. InputError: it is no benchmark, or its files have errors.
    """
    if not folder.is_dir():
        raise UsageError(f"{folder} is not a folder", advice="name a study's folder with --study")
    if read_settings(folder).kind != "benchmark":
        raise InputError(f"{folder} is a challenge; it has no clips", advice="name a benchmark with --study")
    return read_benchmark(folder, audit=False)
