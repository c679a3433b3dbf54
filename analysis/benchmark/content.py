"""Error rate of the transcripts: corpus rate with the speaker bootstrap, and by corpus."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy

from analysis.benchmark.workbench import Workbench
from analysis.ledger import Entry
from analysis.measures import edit_counts, ratio_draws
from analysis.study.benchmark import Benchmark
from analysis.study.transcripts import FILE as TRANSCRIPTS
from analysis.study.utterances import FILE as UTTERANCES

ABSENT = "no transcripts"
MODULES = (
    "analysis.benchmark.content", "analysis.measures.content", "analysis.measures.bootstrap",
    "analysis.study.transcripts", "analysis.study.utterances",
)  # fmt: skip
LIBRARIES = ("numpy", "RapidFuzz")


@dataclass(frozen=True)
class Content:
    """Error rates by system, in percent: points by (system, `all` or corpus slug), draws by system, ledger rows."""

    points: dict[tuple[str, str], float]
    samples: dict[str, numpy.ndarray]
    entries: tuple[Entry, ...]


def content(bench: Workbench) -> Content:
    """Compute or fetch the error rate of every system that has transcripts."""
    benchmark = bench.benchmark
    points: dict[tuple[str, str], float] = {}
    samples: dict[str, numpy.ndarray] = {}
    entries: list[Entry] = []
    unit = benchmark.settings.text
    for system in benchmark.systems:
        if not system.has_files:
            continue
        if not system.transcripts:
            entries += _absent(bench, system.id)
            continue
        found = bench.fetch(
            f"cer/{system.id}", (TRANSCRIPTS, UTTERANCES), MODULES,
            lambda system=system.id: _edits(benchmark, system), LIBRARIES, {"unit": unit, "system": system.id},
        )  # fmt: skip
        errors, reference = found["errors"], found["reference"]
        drawn = 100 * ratio_draws(errors.sum(axis=1), reference.sum(axis=1), bench.counts)
        samples[system.id] = drawn
        for name, columns in _columns(benchmark):
            wrong, signs = int(errors[:, columns].sum()), int(reference[:, columns].sum())
            if not len(columns) or (name != "all" and signs == 0 and wrong == 0):
                continue
            points[system.id, name] = 100 * wrong / signs if signs else float("nan")
            interval = bench.interval(drawn) if name == "all" else None
            method = _method(bench)
            if name == "all":
                method += f"; {bench.resampled(interval, 'no reference signs')}"
            entries.append(
                bench.recomputed(
                    ("cer", system.id, name),
                    points[system.id, name],
                    "percent",
                    1,
                    f"{TRANSCRIPTS}, hyp_{system.id}",
                    method,
                    interval=interval,
                    n=signs,
                    missing="no reference signs",
                )
            )
    return Content(points, samples, tuple(entries))


def _method(bench: Workbench) -> str:
    return "corpus CER, blanks removed" if bench.benchmark.settings.text == "characters" else "corpus WER"


def _columns(benchmark: Benchmark) -> Iterator[tuple[str, list[int]]]:
    """Return list name → columns of the (speaker, corpus) tables; the last column holds texts of unknown corpus."""
    yield "all", list(range(len(benchmark.corpora) + 1))
    for place, corpus in enumerate(benchmark.corpora):
        yield corpus.slug, [place]


def _edits(benchmark: Benchmark, system: str) -> dict[str, numpy.ndarray]:
    """Return errors and reference units by speaker and corpus: (speakers, corpora + 1) each."""
    if benchmark.transcripts is None:
        raise ValueError("the study has no transcripts")
    frame = benchmark.transcripts.frame
    shape = (len(benchmark.speakers), len(benchmark.corpora) + 1)
    errors, reference = numpy.zeros(shape, dtype=numpy.int64), numpy.zeros(shape, dtype=numpy.int64)
    for speaker, corpus, expected, heard in zip(
        frame["speaker"], frame["corpus"], frame["reference"], benchmark.transcripts.hypotheses(system), strict=True
    ):
        edits = edit_counts(expected, heard, unit=benchmark.settings.text)
        errors[speaker, corpus] += edits.errors  # corpus -1 (unknown) is the last column
        reference[speaker, corpus] += edits.reference
    return {"errors": errors, "reference": reference}


def _absent(bench: Workbench, system: str) -> Iterator[Entry]:
    for name, _ in _columns(bench.benchmark):
        yield bench.recomputed(("cer", system, name), None, "percent", 1, TRANSCRIPTS, _method(bench), missing=ABSENT)
