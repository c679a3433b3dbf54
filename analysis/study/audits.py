"""Audits of the heavy files of a benchmark: every embedding file and every clip is opened and looked through once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy

from analysis.errors import InputError
from analysis.study.audio import read_clip
from analysis.study.embeddings import Embeddings, read_embeddings
from analysis.study.findings import Findings, named

USUAL_RATE = 16_000
SHORTEST_SECONDS = 0.05
"""Below this a pitch tracker has too few frames to work with."""

SILENT_PEAK = 1e-4
CLIPPED_LEVEL = 0.999
CLIPPED_SHARE = 0.001
NORM_TOLERANCE = {"float16": 5e-3, "float32": 1e-3, "float64": 1e-3}


def audit_embeddings(
    folder: Path, files: Mapping[str, str], reference: str, listed: Sequence[str], findings: Findings
) -> None:
    """Open each file of one kind of embeddings and look for what would make a number wrong.

    Args:
        folder: the study's folder.
        files: system → file relative to the study.
        reference: the system that the others are compared with; its vectors must have as many components. Empty
            where every system has an encoder of its own.
        listed: the ids of all test utterances.
        findings: gets what is found.
    """
    dimensions: dict[str, int] = {}
    extras: dict[tuple[str, ...], list[str]] = {}
    known = set(listed)
    for system, file in files.items():
        try:
            embeddings = read_embeddings(folder / file, file)
        except InputError as error:
            findings.refused("embeddings", file, error)
            continue
        dimensions[system] = embeddings.dimension
        _audit_coverage(embeddings, listed, findings)
        if extra := tuple(sorted(set(embeddings.ids) - known)):
            extras.setdefault(extra, []).append(file)
        _audit_vectors(embeddings, listed, findings)
    for extra, holders in extras.items():
        others = f" (here and in {len(holders) - 1} files more)" if len(holders) > 1 else ""
        findings.note("extra-embedding", holders[0], f"{named(extra)} not among the test utterances; left out{others}")
    if reference in dimensions:
        for system, dimension in dimensions.items():
            if dimension != dimensions[reference]:
                findings.error(
                    "dimension",
                    files[system],
                    f"the vectors have {dimension} components; those of {reference} have {dimensions[reference]}",
                    allowed="one speaker encoder for all systems, since the ignorant attacker compares them",
                    advice="compute these embeddings with the encoder of the others",
                )


def _audit_coverage(embeddings: Embeddings, listed: Sequence[str], findings: Findings) -> None:
    absent = embeddings.missing(listed)
    if absent:
        findings.error(
            "coverage",
            embeddings.file,
            f"no embedding for {named(absent)}; {len(listed) - len(absent)} of {len(listed)} utterances have one",
            allowed="one vector for each utterance of meta/test_utts.csv",
            advice="add the missing vectors, or take the utterances out of meta/test_utts.csv and the trials",
        )


def _audit_vectors(embeddings: Embeddings, listed: Sequence[str], findings: Findings) -> None:
    norms = embeddings.norms()
    if numpy.abs(norms - 1).max(initial=0) > NORM_TOLERANCE[embeddings.stored]:
        findings.note(
            "norms",
            embeddings.file,
            f"the vectors are not of length 1 but {norms.min():.3g} to {norms.max():.3g}; they are normalised",
        )
    known = set(listed)
    places = [place for place, name in enumerate(embeddings.ids) if name in known]
    if not places:
        return
    vectors = embeddings.vectors[places]
    sizes = numpy.abs(vectors)
    flat = numpy.flatnonzero((sizes == sizes[:, :1]).all(axis=1)) if embeddings.dimension > 1 else []
    if len(flat):
        findings.warning(
            "flat-vectors",
            embeddings.file,
            f"all components have one absolute value in the vector of "
            f"{named(embeddings.ids[places[place]] for place in flat)}",
            advice="look for a step that kept the signs only; such scores tie",
            remark="Some embeddings hold nothing but signs, which makes scores tie.",
        )
    distinct = len({vector.tobytes() for vector in vectors})
    if distinct < len(vectors):
        findings.warning(
            "equal-vectors",
            embeddings.file,
            f"{len(vectors)} utterances have only {distinct} different vectors; their scores tie",
            advice="look for one file that was written under several ids",
            remark="Some utterances share one and the same embedding, which makes scores tie.",
        )


def audit_clips(folder: Path, files: Sequence[str], findings: Findings) -> None:
    """Open each clip and look for what would make a pitch or a duration wrong; `files` are relative to the study."""
    rates: dict[int, list[str]] = {}
    mixed: list[str] = []
    for file in files:
        try:
            clip = read_clip(folder / file, file)
        except InputError as error:
            findings.refused("audio", file, error)
            continue
        rates.setdefault(clip.rate, []).append(file)
        if clip.channels > 1:
            mixed.append(file)
        peak = float(numpy.abs(clip.signal).max())
        if clip.seconds < SHORTEST_SECONDS:
            findings.warning("short-clip", file, f"the clip lasts {1000 * clip.seconds:.0f} ms", "50 ms or more")
        elif peak < SILENT_PEAK:
            findings.warning("silent-clip", file, f"the clip is silent (peak {peak:.2g} of full scale)")
        elif peak > 1:
            findings.note("loud-clip", file, f"the peak is {peak:.3g} of full scale")
        elif (share := float((numpy.abs(clip.signal) >= CLIPPED_LEVEL).mean())) > CLIPPED_SHARE:
            findings.note("clipped-clip", file, f"{100 * share:.1f} % of the samples stand at full scale")
    for rate, named_files in sorted(rates.items()):
        if rate != USUAL_RATE:
            findings.note(
                "resampled",
                named_files[0],
                f"{len(named_files)} clip{'s have' if len(named_files) > 1 else ' has'} {rate} samples a second and "
                f"will be resampled to {USUAL_RATE}",
            )
    if mixed:
        findings.note("channels", mixed[0], f"{len(mixed)} clips have several channels; their mean is used")
