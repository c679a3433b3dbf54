"""What is fuzzed of the importers: each file of each format, and archives, from the sound sources of their tests."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from analysis.importers.formats import FORMATS
from analysis.importers.tree import open_tree
from analysis.importers.wishes import Wishes
from tests.fuzz.targets import Target
from tests.importers import (
    test_kaldi_results,
    test_keyed_scores,
    test_pair_scores,
    test_result_csvs,
    test_summaries,
    trees,
)
from tests.importers.helpers import write

SOURCES: Mapping[str, Mapping[str, str]] = {
    "vpc-summaries": {"result_for_rank_a": test_summaries.WHOLE, "result_for_rank_b": test_summaries.MIXED},
    "kaldi-results": test_kaldi_results.WHOLE,
    "result-csvs": test_result_csvs.TREE,
    "pair-scores": {
        "veri_test.txt": test_pair_scores.LIST,
        "ignorant/original.txt": test_pair_scores.AFTER,
        "ignorant/mine.txt": test_pair_scores.BEFORE,
        "lazy/mine.txt": test_pair_scores.LABELLED,
        "semi_informed/mine.txt": test_pair_scores.ORDERED,
        "spk2gender": "id1 f\nid2 m\n",
    },
    "keyed-scores": {
        **test_keyed_scores.FORMS["zebra"],
        "lazy/mine.txt": test_keyed_scores.LABELLED,
        "utt2spk": "0012-u1 0012\n77-u1 77\n",
        "spk2gender": "0012 f\n77 m\n",
        "emotions/mine.csv": "utt_id,fold,emotion,prediction\n1,A,sad,sad\n2,B,ang,hap\n",
    },
}
SMALL_TREE = {"_b1": trees.SYSTEMS["_b1"]}
TREE: Mapping[str, str] = {
    **trees.data(suffixes=("", *SMALL_TREE)),
    **trees.attacks(systems=SMALL_TREE),
    **trees.words(suffixes=("", *SMALL_TREE)),
    **trees.emotions(tuple(SMALL_TREE)),
}
"""A tree of one system; one file of each name is damaged, since the others are read in the same way."""

READERS = {known.name: known for known in FORMATS}


def import_targets(scratch: Path) -> Iterator[Target]:
    """Yield a target for each file of each source, and one for an archive; `scratch` takes what is made first."""
    for form, files in SOURCES.items():
        for file in files:
            yield Target(
                f"import {form} {file}", f"in/{file}", tuple(text.encode() for text in files.values()),
                lambda folder, files=files: write(folder / "in", files),
                lambda folder, form=form: _read(form, folder / "in"),
            )  # fmt: skip
    names = {name.rpartition("/")[2]: name for name in sorted(TREE, reverse=True)}
    for last, file in sorted(names.items()):
        yield Target(
            f"import vpc-trees {last}", f"in/{file}", (TREE[file].encode(),),
            lambda folder: write(folder / "in", TREE), lambda folder: _read("vpc-trees", folder / "in"),
        )  # fmt: skip
    kaldi = trees.of_kaldi()
    rate = next(name for name in sorted(kaldi) if name.endswith("/EER"))
    yield Target(
        "import vpc-trees EER of Kaldi", f"in/{rate}", (kaldi[rate].encode(),),
        lambda folder: write(folder / "in", kaldi), lambda folder: _read("vpc-trees", folder / "in"),
    )  # fmt: skip
    archive = scratch / "x.zip"
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, text in SOURCES["result-csvs"].items():
            packed.writestr(name, text)
    yield Target(
        "import zip", "x.zip", (archive.read_bytes(),), lambda folder: folder.mkdir(parents=True, exist_ok=True),
        lambda folder: _read("result-csvs", folder / "x.zip"),
    )  # fmt: skip


def _read(form: str, source: Path) -> None:
    tree = open_tree(source)
    for known in FORMATS:
        known.recognises([tree])
    draft = READERS[form].read([tree], Wishes(in_order=form == "pair-scores"))
    for finding in draft.findings.sorted():
        finding.text()
