"""Audits of the heavy files of a benchmark: every embedding file and every clip is opened and looked through once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy

from analysis.errors import InputError
from analysis.files import digest
from analysis.study.audio import SILENT_PEAK, Clip, read_clip
from analysis.study.embeddings import Embeddings, ids_of, read_embeddings
from analysis.study.findings import Findings, named, quoted
from analysis.study.ids import meant
from analysis.study.trials import Trials
from analysis.study.utterances import Utterances

USUAL_RATE = 16_000
SHORTEST_SECONDS = 0.05
"""Below this a pitch tracker has too few frames to work with."""

CLIPPED_SHARE = 0.001
NORM_TOLERANCE = {"float16": 5e-3, "float32": 1e-3, "float64": 1e-3}


def audit_embeddings(
    folder: Path,
    files: Mapping[str, str],
    reference: str,
    utterances: Utterances,
    tried: Trials | None,
    findings: Findings,
) -> None:
    """Open each file of one kind of embeddings and look for what would make a number wrong.

    Args:
        folder: the study's folder.
        files: system → file relative to the study.
        reference: the system that the others are compared with; its vectors must have as many components. Empty
            where every system has an encoder of its own.
        utterances: the test utterances.
        tried: the trials; None where they cannot be read.
        findings: gets what is found.
    """
    dimensions: dict[str, int] = {}
    extras: dict[tuple[str, ...], list[str]] = {}
    listed = utterances.frame["utt_id"].to_list()
    known = set(listed)
    for system, file in files.items():
        try:
            embeddings = read_embeddings(folder / file, file)
        except InputError as error:
            findings.refused("embeddings", file, error)
            # What the file lacks besides is told at once, so that it need not be mended twice.
            if held := ids_of(folder / file, file):
                _audit_coverage(held, file, utterances, tried, findings)
            continue
        dimensions[system] = embeddings.dimension
        _audit_coverage(embeddings.ids, file, utterances, tried, findings)
        if extra := tuple(sorted(set(embeddings.ids) - known)):
            extras.setdefault(extra, []).append(file)
        _audit_vectors(embeddings, listed, findings)
        _refuse_cancelling(embeddings, utterances, findings)
    for extra, holders in extras.items():
        others = f" (here and in {len(holders) - 1} files more)" if len(holders) > 1 else ""
        findings.note(
            "extra-embedding", holders[0], f"{named(extra)} not among the test utterances; left out{others}",
            advice="nothing, or add the utterances to meta/test_utts.csv",
        )  # fmt: skip
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


def _audit_coverage(
    ids: Sequence[str], file: str, utterances: Utterances, tried: Trials | None, findings: Findings
) -> None:
    listed, held = utterances.frame["utt_id"].to_list(), set(ids)
    absent = [name for name in listed if name not in held]
    if not absent:
        return
    told = f"no embedding for {named(absent)}; {len(listed) - len(absent)} of {len(listed)} utterances have one"
    if tried is not None and len(tried):
        has_vector = numpy.asarray([name in held for name in listed])
        covered = int(has_vector[tried.frame["utterance"].to_numpy()].sum())
        if covered < len(tried):
            told += f", and {covered:,} of {len(tried):,} trials on their trial side"
    others = [name for name in ids if name not in utterances.row]
    findings.error(
        "coverage",
        file,
        told,
        allowed="one vector for each utterance of meta/test_utts.csv",
        advice="; ".join(
            filter(
                None,
                (
                    meant(others, absent),
                    "add the missing vectors, or take the utterances out of meta/test_utts.csv and the trials",
                ),
            )
        ),
    )


def _refuse_cancelling(embeddings: Embeddings, utterances: Utterances, findings: Findings) -> None:
    """Add an error where the enrollment vectors of a speaker have a mean without a direction, which is no model."""
    without = [
        speaker
        for speaker, ids in zip(utterances.speakers, utterances.enrollment, strict=True)
        if len(ids) > 1 and not embeddings.missing(ids) and not embeddings.rows(ids).mean(axis=0).any()
    ]
    if without:
        findings.error(
            "cancelling-vectors", embeddings.file,
            f"the enrollment vectors of the speaker{'' if len(without) == 1 else 's'} {named(without)} cancel out",
            allowed="vectors whose mean has a direction", advice="compute these utterances' embeddings again",
        )  # fmt: skip


def _audit_vectors(embeddings: Embeddings, listed: Sequence[str], findings: Findings) -> None:
    if embeddings.turned:
        findings.note(
            "byte-order", embeddings.file, "the numbers stand in the byte order of other machines; they are read",
            allowed="either order", advice="nothing, or write them in the order of this machine",
        )  # fmt: skip
    norms = embeddings.norms()
    if numpy.abs(norms - 1).max(initial=0) > NORM_TOLERANCE[embeddings.stored]:
        findings.note(
            "norms",
            embeddings.file,
            f"the vectors are not of length 1 but {norms.min():.3g} to {norms.max():.3g}; they are normalised",
            allowed="any length but 0",
            advice="nothing; a cosine does not depend on the lengths",
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


def audit_clips(folder: Path, files: Mapping[tuple[str, str], str], reference: str, findings: Findings) -> None:
    """Open each clip and look for what would make a pitch or a duration wrong.

    Args:
        folder: the study's folder.
        files: (system, utterance) → file relative to the study.
        reference: the system whose clips are the originals.
        findings: gets what is found.
    """
    rates: dict[int, list[str]] = {}
    mixed: list[str] = []
    _warn_of_unchanged(folder, files, reference, findings)
    for file in sorted(files.values()):
        try:
            clip = read_clip(folder / file, file)
        except InputError as error:
            findings.refused("audio", file, error)
            continue
        rates.setdefault(clip.rate, []).append(file)
        if clip.channels > 1:
            mixed.append(file)
            if clip.silent_channels:
                findings.warning(
                    "silent-channel", file, f"{clip.silent_channels} of {clip.channels} channels are silent",
                    allowed="one channel, or the same speech in all", advice="keep the channel with the speech",
                )  # fmt: skip
        _audit_level(clip, file, findings)
    for rate, named_files in sorted(rates.items()):
        if rate != USUAL_RATE:
            findings.note(
                "resampled",
                named_files[0],
                f"{len(named_files)} clip{'s have' if len(named_files) > 1 else ' has'} {rate} samples a second and "
                f"will be resampled to {USUAL_RATE}",
                allowed="any rate",
                advice=f"nothing; clips of {USUAL_RATE} samples a second are used as they are",
            )
    if mixed:
        findings.note(
            "channels",
            mixed[0],
            f"{len(mixed)} clip{'s have' if len(mixed) > 1 else ' has'} several channels; their mean is used",
            advice="keep one channel, where the others hold something else",
        )


def _warn_of_unchanged(folder: Path, files: Mapping[tuple[str, str], str], reference: str, findings: Findings) -> None:
    """Warn of an anonymized clip that is its original, byte for byte."""
    for (system, utterance), file in sorted(files.items()):
        original = files.get((reference, utterance))
        if system == reference or original is None:
            continue
        if (folder / file).stat().st_size == (folder / original).stat().st_size and (
            digest(folder / file) == digest(folder / original)
        ):
            findings.warning(
                "unchanged-clip", file, f"the file holds the same bytes as {original}",
                allowed=f"the clip as {quoted(system)} made it", advice="put the anonymized clip there",
                remark=f"Some clips of {system} are their originals, unchanged.",
            )  # fmt: skip


def _audit_level(clip: Clip, file: str, findings: Findings) -> None:
    """Tell of a clip that is too short, silent, too loud or clipped."""
    peak = float(numpy.abs(clip.signal).max())
    if clip.seconds < SHORTEST_SECONDS:
        findings.warning(
            "short-clip", file, f"the clip lasts {1000 * clip.seconds:.0f} ms",
            allowed=f"{1000 * SHORTEST_SECONDS:.0f} ms or more", advice="make the clip again; it has no pitch",
        )  # fmt: skip
    elif peak < SILENT_PEAK:
        findings.warning(
            "silent-clip", file, f"the clip is silent (peak {peak:.2g} of full scale)", allowed="speech",
            advice="make the clip again; it has no pitch and counts as undefined",
        )  # fmt: skip
    elif clip.peak > 1:
        findings.note(
            "loud-clip", file, f"the peak is {clip.peak:.3g} of full scale", allowed="up to 1",
            advice="scale the clip down before it is written as whole numbers, which would clip it",
        )  # fmt: skip
    elif clip.clipped > CLIPPED_SHARE:
        findings.note(
            "clipped-clip", file, f"{100 * clip.clipped:.1f} % of the samples stand at full scale",
            allowed=f"at most {100 * CLIPPED_SHARE:g} %", advice="use less gain; clipping bends the pitch",
        )  # fmt: skip
