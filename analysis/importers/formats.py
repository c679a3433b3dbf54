"""The formats that can be imported, in the order in which they are asked: the richest first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analysis.importers import kaldi_results, keyed_scores, pair_list, pair_scores, result_csvs, summaries
from analysis.importers.draft import Draft
from analysis.importers.titles import TITLES
from analysis.importers.tree import Tree
from analysis.importers.voiceprivacy import study as voiceprivacy
from analysis.importers.wishes import Wishes

Question = Callable[[Sequence[Tree]], bool]
"""About all sources together: one may hold the scores and another the lists."""


def in_none(_: Sequence[Tree]) -> bool:
    """Answer for a format of which there are no parts."""
    return False


def in_any(recognises: Callable[[Tree], str]) -> Question:
    """Return the question whether one of the sources alone is known, by what is found in it."""
    return lambda trees: any(recognises(tree) for tree in trees)


@dataclass(frozen=True)
class Format:
    """One kind of tool output.

    Attributes:
        name: the word for `--format`.
        title: what a person calls it, for messages and `--help`.
        recognises: says whether the sources hold what the format needs for a study.
        read: drafts a study from all sources together.
        resembles: says whether they hold a part of it, so that `read` can say what is missing; asked where no format
            has what it needs.
        in_order: whether scores without ids can stand in the order of a list.
    """

    name: str
    title: str
    recognises: Question
    read: Callable[[Sequence[Tree], Wishes], Draft]
    resembles: Question = in_none
    in_order: bool = False


FORMATS: tuple[Format, ...] = (
    Format(
        "vpc-trees", TITLES["vpc-trees"], voiceprivacy.recognises, voiceprivacy.read, voiceprivacy.resembles
    ),
    Format(
        "kaldi-results", TITLES["kaldi-results"], in_any(kaldi_results.recognises_kaldi), kaldi_results.read_kaldi
    ),
    Format(
        "result-csvs", TITLES["result-csvs"], in_any(result_csvs.recognises_tables), result_csvs.read_tables,
        in_any(result_csvs.resembles_tables),
    ),
    Format(
        "vpc-summaries", TITLES["vpc-summaries"], in_any(summaries.recognises_summaries), summaries.read_summaries
    ),
    Format(
        "pair-scores", TITLES["pair-scores"], in_any(pair_list.recognises_pairs), pair_scores.read_pairs, in_order=True
    ),
    Format("keyed-scores", TITLES["keyed-scores"], in_any(keyed_scores.recognises_keyed), keyed_scores.read_keyed),
)  # fmt: skip
