"""Error rate of the transcripts: the rate over all texts and over each corpus, both with the speaker bootstrap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy

from analysis.benchmark.kinds import Drawn
from analysis.benchmark.workbench import Workbench
from analysis.ledger import Entry
from analysis.measures import TEXT_POLICIES, TextPolicy, edit_counts, log_scale, ratio_draws, ratio_jackknife
from analysis.study.benchmark import Benchmark
from analysis.study.transcripts import FILE as TRANSCRIPTS
from analysis.study.utterances import FILE as UTTERANCES
from analysis.work import Unit

ABSENT = "no transcripts"
MODULES = (
    "analysis.benchmark.content", "analysis.measures.content", "analysis.measures.text_forms",
    "analysis.study.transcripts", "analysis.study.utterances",
)  # fmt: skip
LIBRARIES = ("numpy", "RapidFuzz")
KINDS = ("substitutions", "deletions", "insertions")


@dataclass(frozen=True)
class Content:
    """Error rates by system, in percent, and the edits that they are made of.

    Attributes:
        points: (system, `all` or corpus slug) → the rate.
        drawn: (system, `all` or corpus slug) → the rate in the draws, NaN where none of a corpus's speakers was drawn.
        edits: system → text policy → (utterances, 4): substitutions, deletions, insertions, reference units, in the
            order of the transcripts.
        entries: the ledger rows.
    """

    points: dict[tuple[str, str], float]
    drawn: dict[tuple[str, str], Drawn]
    entries: tuple[Entry, ...]
    edits: dict[str, dict[str, numpy.ndarray]] = field(default_factory=dict)


def units(bench: Workbench) -> Iterator[Unit]:
    """Describe the edits in the transcripts of every system."""
    return (_unit(bench, system.id) for system in bench.benchmark.systems if system.transcripts)


def _unit(bench: Workbench, system: str) -> Unit:
    return bench.unit(
        f"cer/{system}", (TRANSCRIPTS, UTTERANCES), MODULES, _edits, (system,), libraries=LIBRARIES,
        parameters={"text": bench.benchmark.settings.text, "system": system},
    )  # fmt: skip


def content(bench: Workbench) -> Content:
    """Compute or fetch the error rate of every system that has transcripts, over all texts and by corpus."""
    benchmark = bench.benchmark
    made = Content({}, {}, ())
    entries: list[Entry] = []
    for system in benchmark.systems:
        if not system.has_files:
            continue
        if not system.transcripts:
            entries += _absent(bench, system.id)
            continue
        counted = bench.result(_unit(bench, system.id))
        made.edits[system.id] = counted
        errors, reference = _by_speaker_and_corpus(benchmark, counted["as_is"])
        for name, columns in _columns(benchmark):
            wrong, signs = errors[:, columns].sum(axis=1), reference[:, columns].sum(axis=1)
            if not len(columns) or (name != "all" and not signs.any() and not wrong.any()):
                continue
            total = int(signs.sum())
            rate = Drawn(
                100 * int(wrong.sum()) / total if total else float("nan"),
                100 * ratio_draws(wrong, signs, bench.counts),
                100 * ratio_jackknife(wrong, signs),
                (signs > 0) | (wrong > 0),
                # Insertions count as errors, so that the rate has no upper end.
                log_scale(total) if total else None,
            )
            made.points[system.id, name] = rate.point
            made.drawn[system.id, name] = rate
            interval = bench.interval(rate)
            entries.append(
                bench.recomputed(
                    ("cer", system.id, name),
                    rate.point,
                    "percent",
                    1,
                    f"{TRANSCRIPTS}, hyp_{system.id}",
                    f"{_method(bench)}; {bench.resampled(interval, bench.no_reference, bench.kind.of_utterances)}",
                    interval=interval,
                    n=total,
                    missing=bench.no_reference,
                )
            )
    return replace(made, entries=tuple(entries))


def corpus_rates(benchmark: Benchmark, system: str) -> dict[str, float]:
    """Return a system's error rate over the texts as they are, in percent: `all` or corpus slug → rate.

    NaN where the texts hold no reference sign. The same numbers as in the ledger, without draws.
    """
    errors, reference = _by_speaker_and_corpus(benchmark, _policy_edits(benchmark, system, "as_is"))
    rates = {}
    for name, columns in _columns(benchmark):
        wrong, total = int(errors[:, columns].sum()), int(reference[:, columns].sum())
        rates[name] = 100 * wrong / total if total else float("nan")
    return rates


def _method(bench: Workbench) -> str:
    return "corpus CER, blanks removed" if bench.rate == "CER" else "corpus WER"


def _columns(benchmark: Benchmark) -> Iterator[tuple[str, list[int]]]:
    """Return list name → columns of the (speaker, corpus) tables; the last column holds texts of unknown corpus."""
    yield "all", list(range(len(benchmark.corpora) + 1))
    for place, corpus in enumerate(benchmark.corpora):
        yield corpus.slug, [place]


def _edits(bench: Workbench, system: str) -> dict[str, numpy.ndarray]:
    """Return text policy → edits of each utterance, (utterances, 4): the three kinds, then the reference units."""
    return {policy: _policy_edits(bench.benchmark, system, policy) for policy in TEXT_POLICIES}


def _policy_edits(benchmark: Benchmark, system: str, policy: TextPolicy) -> numpy.ndarray:
    """Return the edits of each utterance, (utterances, 4): the three kinds, then the reference units."""
    if benchmark.transcripts is None:
        raise ValueError("the study has no transcripts")
    texts = zip(benchmark.transcripts.frame["reference"], benchmark.transcripts.hypotheses(system), strict=True)
    counts = [edit_counts(expected, heard, benchmark.settings.text, policy) for expected, heard in texts]
    rows = [(one.substitutions, one.deletions, one.insertions, one.reference) for one in counts]
    return numpy.array(rows, dtype=numpy.int64).reshape(len(rows), 4)


def _by_speaker_and_corpus(benchmark: Benchmark, edits: numpy.ndarray) -> tuple[numpy.ndarray, numpy.ndarray]:
    """Return errors and reference units by speaker and corpus: (speakers, corpora + 1) each."""
    if benchmark.transcripts is None:
        raise ValueError("the study has no transcripts")
    frame = benchmark.transcripts.frame
    shape = (len(benchmark.speakers), len(benchmark.corpora) + 1)
    errors, reference = numpy.zeros(shape, dtype=numpy.int64), numpy.zeros(shape, dtype=numpy.int64)
    # Corpus -1 (unknown) is the last column.
    place = frame["speaker"].to_numpy(), frame["corpus"].to_numpy()
    numpy.add.at(errors, place, edits[:, :3].sum(axis=1))
    numpy.add.at(reference, place, edits[:, 3])
    return errors, reference


def _absent(bench: Workbench, system: str) -> Iterator[Entry]:
    for name, _ in _columns(bench.benchmark):
        yield bench.recomputed(
            ("cer", system, name), None, "percent", 1, TRANSCRIPTS, _method(bench),
            missing=bench.benchmark.reason("transcripts", system, otherwise=ABSENT),
        )  # fmt: skip
