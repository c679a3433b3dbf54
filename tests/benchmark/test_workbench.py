"""What a build tells about itself while it computes."""

import pytest

from analysis.benchmark import Workbench, begin_all, benchmark_results
from analysis.benchmark.source import source_of
from analysis.cache import Cache
from analysis.files import digest
from analysis.overrides import NO_OVERRIDES
from analysis.study.benchmark import read_benchmark
from analysis.work import Here
from tests.crowds import crowd
from tests.studies import write_files, write_study

PAIR = '[[pairs]]\nb = "b"\na = "a"\n'
NOISES = {"original": 0.1, "a": 0.7, "b": 2.0}


def told(folder):
    """Return the steps that a build announces and the number that it promised."""
    benchmark = read_benchmark(folder)
    digests = {file: digest(folder / file) for file in benchmark.inputs}
    bench = Workbench(benchmark, Cache(None), digests)
    words = []
    bench.progress = words.append
    begin_all(bench, Here(), source_of(benchmark, digests, NO_OVERRIDES, partial=False)).finish()
    benchmark_results(bench)
    return words, bench.steps


def test_progress_ends_where_it_was_promised(tmp_path):
    """As many heavy results as are announced are computed, each once."""
    words, promised = told(write_study(tmp_path / "tiny"))
    assert promised == len(words) == len(set(words))


@pytest.mark.parametrize("more", ["", PAIR], ids=["nothing to compare", "a registered pair"])
def test_further_readings_are_made_where_something_asks_for_them(tmp_path, more):
    """Without a leaderboard and without a pair no attack is read by another rule."""
    words, promised = told(write_files(tmp_path / "crowd", crowd(NOISES, settings=more)))
    assert promised == len(words)
    assert bool(more) == any(step.startswith("readings") for step in words)
