"""The formats that can be imported, in the order in which they are asked: the richest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analysis.importers import kaldi_results, keyed_scores, result_csvs, summaries
from analysis.importers.draft import Draft
from analysis.importers.tree import Tree
from analysis.importers.voiceprivacy import study as voiceprivacy
from analysis.importers.wishes import Wishes


@dataclass(frozen=True)
class Format:
    """One kind of tool output.

    Attributes:
        name: the word for `--format`.
        title: what a person calls it, for messages and `--help`.
        recognises: returns the file or folder by which a source is known to be of this kind, empty where it is not.
        read: drafts a study from all sources together.
    """

    name: str
    title: str
    recognises: Callable[[Tree], str]
    read: Callable[[Sequence[Tree], Wishes], Draft]


FORMATS: tuple[Format, ...] = (
    Format("vpc-trees", voiceprivacy.TITLE, voiceprivacy.recognises, voiceprivacy.read),
    Format("kaldi-results", kaldi_results.TITLE, kaldi_results.recognises_kaldi, kaldi_results.read_kaldi),
    Format("result-csvs", result_csvs.TITLE, result_csvs.recognises_tables, result_csvs.read_tables),
    Format("vpc-summaries", summaries.TITLE, summaries.recognises_summaries, summaries.read_summaries),
    Format("keyed-scores", keyed_scores.TITLE, keyed_scores.recognises_keyed, keyed_scores.read_keyed),
)
