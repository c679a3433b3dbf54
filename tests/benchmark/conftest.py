from collections.abc import Callable
from pathlib import Path

import numpy
import pytest

from analysis.benchmark import Workbench, benchmark_results
from analysis.cache import Cache
from analysis.files import digest
from analysis.results import Results
from analysis.study.benchmark import read_benchmark
from tests.studies import npz, write_files, write_study

Angles = dict[str, float]


def results_of(folder: Path, cache: Path | None = None) -> Results:
    """Compute a study's results; what rests on the same files comes from the cache, where a folder is named for one."""
    benchmark = read_benchmark(folder)
    return benchmark_results(
        Workbench(benchmark, Cache(cache), {file: digest(folder / file) for file in benchmark.inputs})
    )


@pytest.fixture
def results(tmp_path: Path) -> Callable[..., Results]:
    """Make the results of the tiny study with changes: `results({path: change, …})`."""
    return lambda changes=None: results_of(write_study(tmp_path / "tiny", changes))


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Results:
    """The results of the unchanged tiny study; not to be changed."""
    return results_of(write_study(tmp_path_factory.mktemp("studies") / "tiny"))


def on_the_circle(score: float) -> tuple[float, float]:
    """Return the unit vector whose cosine with (1, 0) is `score`."""
    return score, float(numpy.sqrt(1 - score * score))


@pytest.fixture
def scored(tmp_path: Path) -> Callable[..., Results]:
    """Make a study in which speaker `a` alone is enrolled and every trial has the score that a test names.

    `scored(targets, nontargets, systems=…, draws=…, text=…)`; the speakers are `a` and `b`, without genders.
    """

    def make(targets: list[float], nontargets: list[float], systems: tuple[str, ...] = (), draws: int = 100,
             settings: str = "") -> Results:  # fmt: skip
        ids = ["a-0"] + [f"a-{n}" for n in range(1, len(targets) + 1)] + [f"b-{n}" for n in range(len(nontargets))]
        utterances = [
            "utt_id,speaker,role",
            "a-0,a,enroll",
            *(f"{name},{name[0]},trial" for name in ids[1:]),
        ]
        trials = ["enroll_speaker,trial_utt,trial_speaker,label"]
        trials += [f"a,{name},{name[0]},{'target' if name[0] == 'a' else 'nontarget'}" for name in ids[1:]]
        vectors = numpy.array([(1.0, 0.0)] + [on_the_circle(score) for score in (*targets, *nontargets)])
        files = {
            "study.toml": f"draws = {draws}\n{settings}",
            "meta/test_utts.csv": "\n".join(utterances) + "\n",
            "meta/trials_test.csv": "\n".join(trials) + "\n",
        }
        for system in ("original", *systems):
            files[f"embeddings/{system}.npz"] = npz(ids, vectors.astype("float32"))
        return results_of(write_files(tmp_path / "scored", files))

    return make
