"""Names of folders and files in a tree, taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from analysis.importers.attackers import ANONYMIZED, ORIGINAL, trained_on
from analysis.importers.figures import SPLITS

GENDER = r"(?:mixed|[fm])(?:_common|_all)?"
"""Which speakers a list of trials is of; `_common` and `_all` are lists of their own, not suffixes."""

ENROLLS = re.compile(r"(?P<base>.+?)_enrolls(?P<suffix>.*)", re.DOTALL)
TRIALS = re.compile(rf"(?P<base>.+?)_trials_(?P<gender>{GENDER})(?P<suffix>.*)", re.DOTALL)
# Both sides are of one set, so that its name tells where the first suffix ends, whatever signs that holds.
PAIR = re.compile(
    rf"(?P<kaldi>ASV-)?(?P<base>.+?)_enrolls(?P<enroll>.*)-(?P=base)_trials_(?P<gender>{GENDER})(?P<trial>.*)",
    re.DOTALL,
)
ASR = re.compile(r"(?P<base>.+?)_asr(?P<suffix>.*)", re.DOTALL)
RUN = re.compile(r"results-.*?(?P<original>\.orig)?", re.DOTALL)
"""Folder of a run of the Kaldi toolkit; each run has two, one for each evaluator."""

EVALUATORS = (
    "asv_orig, asv_ssl, results-….orig (trained on original speech), asv_anon<suffix>, results-… (on anonymized speech)"
)


@dataclass(frozen=True, order=True)
class ListName:
    """A list of trials: a set and which of its speakers.

    Attributes:
        base: the set, such as `libri_test`.
        gender: `f`, `m` or `mixed`, and behind it `_common` or `_all` where the list is of such sentences.
    """

    base: str
    gender: str

    @property
    def name(self) -> str:
        """Return the name of the folder that holds the list: `libri_test_trials_f`."""
        return f"{self.base}_trials_{self.gender}"

    @property
    def written(self) -> tuple[str, str, str]:
        """Return dataset, split and gender as the toolkit writes them into its tables, which cut at every `_`."""
        parts = [*self.name.split("_"), "", "", ""]
        return parts[0], parts[1], parts[3] + ("_common" if "common" in self.name else "")


@dataclass(frozen=True)
class PairName:
    """A folder of scores: a list of trials, and what was done to the speech of either side.

    Attributes:
        of: the list.
        enroll, trial: suffix of the enrollment and of the trials; empty for original speech.
        kaldi: whether the Kaldi toolkit names its folders so.
    """

    of: ListName
    enroll: str
    trial: str
    kaldi: bool = False


def evaluator_of(folder: str) -> str:
    """Return what an evaluator was trained on, by the name of its folder; empty where that does not tell.

    >>> evaluator_of("asv_ssl"), evaluator_of("results-1.orig"), evaluator_of("results-1"), evaluator_of("asr")
    ('original', 'original', 'anon', '')
    """
    if run := RUN.fullmatch(folder):
        return ORIGINAL if run["original"] else ANONYMIZED
    return trained_on(folder)


def pair_name(folder: str) -> PairName | None:
    """Take the name of a folder of scores apart; None where it is none.

    >>> found = pair_name("a_test_enrolls_x-y-a_test_trials_f_x-y")
    >>> found.of.name, found.enroll, found.trial
    ('a_test_trials_f', '_x-y', '_x-y')
    """
    found = PAIR.fullmatch(folder)
    if found is None:
        return None
    of = ListName(found["base"], found["gender"])
    return PairName(of, found["enroll"], found["trial"], found["kaldi"] is not None)


def dataset_and_split(base: str) -> tuple[str, str]:
    """Return the data set and the split that the name of a set says; no split where it says none.

    >>> dataset_and_split("emo_track2_dev"), dataset_and_split("mine")
    (('emo_track2', 'dev'), ('mine', ''))
    """
    head, _, tail = base.rpartition("_")
    return (head, tail) if head and tail in SPLITS else (base, "")


def longest_end(name: str, suffixes: Iterable[str]) -> str:
    """Return the longest of some suffixes that ends a name; empty where none does.

    >>> longest_end("asv_anon_x_y", ["_y", "_x_y", "_z"])
    '_x_y'
    """
    return max((suffix for suffix in suffixes if name.endswith(suffix)), key=len, default="")


def bare(suffix: str) -> str:
    """Return a system's name from the suffix of its copies: without the sign that joins it.

    >>> bare("_x-y"), bare("-x"), bare("x")
    ('x-y', 'x', 'x')
    """
    return suffix.lstrip("_-") or suffix
