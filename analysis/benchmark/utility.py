"""What anonymization costs, beyond the corpus error rate: kinds of error, hard corpora and utterances, pitch, tempo."""

from __future__ import annotations

from analysis.benchmark.corpus_gaps import corpus_gaps
from analysis.benchmark.emotions import emotions
from analysis.benchmark.error_kinds import error_kinds
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.pitch_facts import pitch_facts
from analysis.benchmark.worst_utterances import worst_utterances


def utility(measured: Measured) -> Part:
    """Return what this chapter adds to the study's results."""
    parts = [make(measured) for make in (error_kinds, corpus_gaps, worst_utterances, emotions, pitch_facts)]
    return Part(
        entries=tuple(entry for part in parts for entry in part.entries),
        verdicts={name: verdict for part in parts for name, verdict in part.verdicts.items()},
        utterances=tuple(utterance for part in parts for utterance in part.utterances),
    )
