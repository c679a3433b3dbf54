"""Pitch and duration on the demo clips: median F0, its rank correlation with the original, the duration ratio."""

from __future__ import annotations

from collections.abc import Iterator

import numpy

from analysis.benchmark.workbench import Workbench
from analysis.ledger import Entry
from analysis.measures import duration_ratio, median_pitch, rank_correlation, rank_correlation_error
from analysis.study.demo import FILE as DEMO_CLIPS
from analysis.work import Unit

MODULES = ("analysis.benchmark.prosody", "analysis.measures.prosody", "analysis.study.audio")
LIBRARIES = ("numpy", "scipy", "AMFM_decompy", "soundfile")
ABSENT = "no clips"
GENDERS = ("female", "male")
FEWEST_CLIPS = 3
"""Two clips of one gender are always in perfect order or in perfect disorder; a correlation begins with three."""


def units(bench: Workbench) -> Iterator[Unit]:
    """Describe the pitch and length of the clips of every system that has some, and of the originals."""
    benchmark = bench.benchmark
    if not benchmark.demo_clips:
        return
    yield _unit(bench, benchmark.reference)
    for system in benchmark.systems:
        if system.audio and system.id != benchmark.reference:
            yield _unit(bench, system.id)


def prosody(bench: Workbench) -> tuple[Entry, ...]:
    """Compute or fetch pitch and duration of every system that has clips; nothing where the study has no demo clips."""
    benchmark = bench.benchmark
    if not benchmark.demo_clips:
        return ()
    entries: list[Entry] = []
    originals = bench.result(_unit(bench, benchmark.reference))
    for system in benchmark.systems:
        if not system.has_files:
            continue
        if not system.audio:
            entries += _absent(bench, system.id)
        else:
            clips = originals if system.id == benchmark.reference else bench.result(_unit(bench, system.id))
            entries += _rows(bench, system.id, originals, clips)
    return tuple(entries)


def _unit(bench: Workbench, system: str) -> Unit:
    benchmark = bench.benchmark
    files = [file for clip in benchmark.demo_clips if (file := benchmark.clip_file(system, clip.utt_id))]
    names = [clip.utt_id for clip in benchmark.demo_clips]
    return bench.unit(
        f"pitch/{system}", files, MODULES, _track, (system,), libraries=LIBRARIES, parameters={"clips": names}
    )


def _track(bench: Workbench, system: str) -> dict[str, numpy.ndarray]:
    """Return `pitch` in Hz and `seconds` of each demo clip: (clips,), NaN where undefined or absent."""
    benchmark = bench.benchmark
    pitch = numpy.full(len(benchmark.demo_clips), numpy.nan)
    seconds = pitch.copy()
    for place, listed in enumerate(benchmark.demo_clips):
        clip = benchmark.clip(system, listed.utt_id)
        if clip is not None:
            pitch[place] = median_pitch(clip.signal, clip.rate).median
            seconds[place] = clip.seconds
    return {"pitch": pitch, "seconds": seconds}


def _rows(
    bench: Workbench, system: str, originals: dict[str, numpy.ndarray], clips: dict[str, numpy.ndarray]
) -> Iterator[Entry]:
    folder = "audio/demo" if system == bench.benchmark.reference else f"audio/anonymized/{system}"
    source = f"{folder}, {DEMO_CLIPS}"
    voiced = numpy.isfinite(clips["pitch"])
    present = numpy.isfinite(clips["seconds"])
    median = float(numpy.median(clips["pitch"][voiced])) if voiced.any() else float("nan")
    yield bench.recomputed(
        ("median_f0", system, "demo"), median, "Hz", 0, source, "median over clips of the median F0 (YAAPT)",
        n=int(voiced.sum()), missing="no voiced clip",
    )  # fmt: skip
    yield bench.recomputed(
        ("count", "clips_here", system), int(present.sum()), "count", 0, source, "demo clips that are here"
    )
    yield bench.recomputed(
        ("count", "clips_unvoiced", system), int((present & ~voiced).sum()), "count", 0, source,
        "demo clips without a pitch, left out",
    )  # fmt: skip
    by_gender = {
        gender: places
        for gender in GENDERS
        if (places := [place for place, clip in enumerate(bench.benchmark.demo_clips) if clip.gender == gender])
    }
    if system == bench.benchmark.reference:
        for gender, places in by_gender.items():
            yield from _range(bench, system, gender, clips["pitch"][places], source)
        return
    rho, n = rank_correlation(originals["pitch"], clips["pitch"])
    yield bench.recomputed(
        ("rho_f0", system, "demo"), rho, "correlation", 2, f"{source}, audio/demo",
        "Spearman correlation of median F0 (YAAPT), original against anonymized", n=n, missing="too few voiced clips",
    )  # fmt: skip
    yield bench.recomputed(
        ("rho_f0_error", system, "demo"), rank_correlation_error(n), "correlation", 2, f"{source}, audio/demo",
        "1/sqrt(n - 1), the standard error of rho where the two sides are unrelated", n=n,
        missing="too few voiced clips",
    )  # fmt: skip
    for gender, places in by_gender.items():
        rho, n = rank_correlation(originals["pitch"][places], clips["pitch"][places])
        yield bench.recomputed(
            ("rho_f0", system, f"demo_{gender}"), rho if n >= FEWEST_CLIPS else None, "correlation", 2,
            f"{source}, audio/demo", f"Spearman correlation of median F0 (YAAPT) over the {gender} clips alone", n=n,
            missing="too few voiced clips",
        )  # fmt: skip
    ratio, n = duration_ratio(clips["seconds"], originals["seconds"])
    yield bench.recomputed(
        ("duration_ratio", system, "demo"), ratio, "ratio", 3, f"{source}, audio/demo",
        "mean of anonymized over original length", n=n, missing="no pair of clips",
    )  # fmt: skip


def _range(bench: Workbench, system: str, gender: str, pitch: numpy.ndarray, source: str) -> Iterator[Entry]:
    """Return the median of the clips of one gender, and how far they reach."""
    known = pitch[numpy.isfinite(pitch)]
    for measure, word, of in (
        ("median_f0", "median", numpy.median),
        ("lowest_f0", "lowest", numpy.min),
        ("highest_f0", "highest", numpy.max),
    ):
        yield bench.recomputed(
            (measure, system, gender), float(of(known)) if len(known) else None, "Hz", 0, source,
            f"{word} of the clips' median F0 (YAAPT) over the {gender} clips", n=len(known), missing="no voiced clip",
        )  # fmt: skip


def _absent(bench: Workbench, system: str) -> Iterator[Entry]:
    for measure, unit, decimals in (
        ("median_f0", "Hz", 0),
        ("rho_f0", "correlation", 2),
        ("duration_ratio", "ratio", 3),
    ):
        yield bench.recomputed(
            (measure, system, "demo"), None, unit, decimals, DEMO_CLIPS, "pitch tracking (YAAPT)",
            missing=bench.benchmark.reason("audio", system, otherwise=ABSENT),
        )  # fmt: skip
