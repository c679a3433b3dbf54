"""What heavy results say they are made of, held against the code that runs and the files that matter."""

import sys
from pathlib import Path

import numpy
import pytest

import analysis
from analysis.benchmark import Workbench, listening
from analysis.benchmark.stages import HEAVY
from analysis.cache import Cache
from analysis.files import digest
from analysis.study import embedding_stores
from analysis.study.benchmark import read_benchmark
from tests.benchmark.conftest import results_of
from tests.studies import write_study

ROOT = Path(analysis.__file__).parents[1]
COUNTED = ("analysis.measures.", "analysis.benchmark.", "analysis.listening.", "analysis.study.")
"""Where numbers are read and made."""
PLUMBING = {
    "analysis.benchmark.workbench", "analysis.study.attack_files", "analysis.study.benchmark",
    "analysis.study.findings",
}  # fmt: skip
"""Hand out the study, its files, draws and settings, which a recipe names by themselves, and tell its faults."""


def named_lists(text: str) -> str:
    """Return the table of trials with a list of its own for each trial."""
    header, *rows = text.splitlines()
    return "\n".join([f"{header},list", *(f"{row},{'odd' if n % 2 else 'even'}" for n, row in enumerate(rows))]) + "\n"


def modules_run(compute, bench, arguments) -> set[str]:
    """Return the modules of the project whose functions run while a result is made."""
    seen = set()

    def note(frame, event, _argument):
        if event == "call" and frame.f_code.co_name != "<module>":
            seen.add(frame.f_code.co_filename)

    sys.setprofile(note)
    try:
        compute(bench, *arguments)
    finally:
        sys.setprofile(None)
    below = (Path(name) for name in seen if name.startswith(f"{ROOT}/analysis/"))
    return {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in below}


def unnamed(folder: Path, of_measures) -> dict[str, set[str]]:
    """Return each kind of heavy result of a study → the modules that made one of it without being named."""
    benchmark = read_benchmark(folder, audit=False)
    digests = {file: digest(folder / file) for file in benchmark.inputs}
    found: dict[str, set[str]] = {}
    for unit in (unit for of_measure in of_measures for unit in of_measure(Workbench(benchmark, Cache(None), digests))):
        kind = unit.recipe.stage.split("/")[1]
        if kind not in found:
            # A workbench of its own: scores that another result has left would hide how they are made.
            run = modules_run(unit.compute, Workbench(benchmark, Cache(None), digests), unit.arguments)
            made_by = {name for name in run if name.startswith(COUNTED)} - PLUMBING
            assert unit.compute.__module__ in made_by, kind
            found[kind] = made_by - set(unit.recipe.modules)
    return found


@pytest.mark.parametrize("interval", ["speaker", "joint_bca"])
def test_recipes_name_every_module_that_makes_the_number(tmp_path, interval):
    """Whatever code of the project a result runs is an ingredient, so that a change to it makes the result anew."""
    changes = {
        "study.toml": lambda text: f'interval = "{interval}"\n{text}',
        "meta/trials_test.csv": named_lists,
    }
    kinds = (
        "cer", "eer", "eer_gender", "eer_list", "pitch", "readings", "resamples", "speaker_rates", "spread",
    )  # fmt: skip
    assert {kind: set() for kind in kinds} == unnamed(write_study(tmp_path / "tiny", changes), HEAVY)


def test_vectors_that_stay_in_their_file_are_read_by_code_that_recipes_name(tmp_path, monkeypatch):
    """Those of long `.npy` files."""
    monkeypatch.setattr(embedding_stores, "LONG", 0)
    folder = write_study(tmp_path / "tiny")
    for file in folder.glob("embeddings*/*.npz"):
        with numpy.load(file) as held:
            numpy.save(file.with_suffix(".npy"), held["emb"])
            file.with_suffix(".txt").write_text("".join(f"{name}\n" for name in held["utt_id"]), encoding="utf-8")
        file.unlink()
    assert set() == set().union(*unnamed(folder, HEAVY).values())


def test_the_recipe_of_a_listening_test_names_every_module_that_makes_the_number():
    """The same for ratings drawn at random, which take more clips than a tiny study has."""
    assert {"listening": set()} == unnamed(ROOT / "data" / "khmer_demo", [listening.units])


def test_whoever_enrolls_a_speaker_is_an_ingredient_of_every_score(tmp_path):
    """With one enrolling utterance fewer all results are those of a first build, none the remembered ones."""
    lists = {"meta/trials_test.csv": named_lists, "meta/demo_clips.csv": None}
    fewer = lists | {"meta/test_utts.csv": lambda text: text.replace("12-e1,12,enroll,female,phone (iAny)\n", "")}
    before = results_of(write_study(tmp_path / "tiny", lists), tmp_path / "cache")
    after = results_of(write_study(tmp_path / "tiny", fewer), tmp_path / "cache")
    assert list(results_of(write_study(tmp_path / "tiny", fewer)).ledger) == list(after.ledger)
    measure = "tiny/eer_list/knnvc_pool/lazy/odd"
    assert before.ledger[measure].value != after.ledger[measure].value
