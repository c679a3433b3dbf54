"""Trials of one utterance against another: their scores, intervals, counts and pages."""

import numpy
import pytest

from analysis.benchmark import Workbench
from analysis.benchmark.attack_units import attack_scores
from analysis.benchmark.privacy import privacy
from analysis.benchmark.resamples import resamples
from analysis.cache import Cache
from analysis.files import digest
from analysis.measures import equal_error_rate
from analysis.pages import site
from analysis.study.benchmark import read_benchmark
from tests.benchmark.conftest import results_of
from tests.benchmark.test_scores_only import Undrawn
from tests.pages.results import TEMPLATES
from tests.pairs import PAIRS, trial_text, write_pair_study

HALF, ROOT = 0.5, 3**0.5 / 2
# By hand: the cosine of the angle between the original vector of the first and the vector of "mine" of the second.
# a/1 0° a/2 90°; a/2 60° a/1 0°; a/1 0° a/3 60°; b/1 90° b/2 120°; c/1 180° c/2 270°;
# a/1 0° b/1 30°; b/1 90° a/1 0°; a/2 60° b/1 30°; b/2 120° c/2 270°; c/2 210° a/2 90°; a/3 30° c/2 270°
IGNORANT = [0, HALF, HALF, ROOT, 0, ROOT, 0, ROOT, -ROOT, -HALF, -HALF]
# The same with both sides of "mine": 0/90, 90/0, 0/60, 30/120, 150/270, 0/30, 30/0, 90/30, 120/270, 270/90, 60/270
LAZY = [0, 0, HALF, 0, -HALF, ROOT, ROOT, HALF, -ROOT, -1, -ROOT]


def bench_of(folder):
    benchmark = read_benchmark(folder)
    return Workbench(benchmark, Cache(None), {file: digest(folder / file) for file in benchmark.inputs})


@pytest.fixture(scope="module")
def bench(tmp_path_factory):
    return bench_of(write_pair_study(tmp_path_factory.mktemp("pairs") / "x", scored=True))


@pytest.mark.parametrize(("attacker", "expected"), [("ignorant", IGNORANT), ("lazy", LAZY)])
@pytest.mark.parametrize("scored", [False, True], ids=["embeddings", "scores"])
def test_a_score_is_of_the_two_utterances(tmp_path, attacker, expected, scored):
    """The cosine of their two vectors and no mean of the speaker's; a pair turned round is another trial."""
    benchmark = read_benchmark(write_pair_study(tmp_path / "x", scored=scored))
    assert pytest.approx(expected, abs=1e-12 if scored else 1e-7) == attack_scores(benchmark, "mine", attacker)


def test_scores_are_joined_by_the_pair_whatever_their_order(tmp_path):
    """Rows turned round and a score of another pair change nothing."""

    def turned(text):
        header, *rows = text.splitlines()
        return "\n".join([header, "c,c/1,a/3,0.25", *reversed(rows)]) + "\n"

    benchmark = read_benchmark(write_pair_study(tmp_path / "x", {"scores/lazy/mine.csv": turned}, scored=True))
    assert pytest.approx(LAZY, abs=1e-12) == attack_scores(benchmark, "mine", "lazy")


def test_draws_weigh_a_trial_by_its_speakers(bench):
    """One-sided by the enrolled speaker, two-sided by the product of both: as if the trials stood that many times."""
    targets = numpy.array([e[0] == t[0] for e, t in PAIRS])
    enrolled, tried = (["abc".index(pair[side][0]) for pair in PAIRS] for side in (0, 1))
    counts = numpy.asarray(bench.counts)
    plain = {"one": [], "two": []}
    for drawn in counts:
        for kind, weights in (("one", drawn[enrolled]), ("two", drawn[enrolled] * drawn[tried])):
            kept = numpy.repeat(numpy.arange(len(PAIRS)), weights)
            plain[kind].append(equal_error_rate(numpy.array(LAZY)[kept].round(9), targets[kept]).value)
    assert (40, 3) == counts.shape
    found = privacy(bench).drawn["mine", "lazy", "all"].samples
    assert pytest.approx(plain["one"], nan_ok=True) == found
    # The two-sided draws are those of the headline list, here the trials within a gender.
    same = numpy.array([(e[0] == "c") == (t[0] == "c") for e, t in PAIRS])
    expected = []
    for drawn in counts:
        kept = numpy.repeat(numpy.flatnonzero(same), (drawn[enrolled] * drawn[tried])[same])
        expected.append(equal_error_rate(numpy.array(LAZY)[kept].round(9), targets[kept]).value)
    assert pytest.approx(expected, nan_ok=True) == resamples(bench, "mine", "lazy")["two_sided"]


def test_the_order_of_the_list_takes_no_part(tmp_path, bench):
    """Trials drawn by themselves are the same draws when the list is turned round, also where only one side differs."""
    header, *rows = trial_text().splitlines()
    turned = {"meta/trials_test.csv": "\n".join([header, *reversed(rows)]) + "\n"}
    again = bench_of(write_pair_study(tmp_path / "x", turned, scored=True))
    expected = resamples(bench, "mine", "ignorant")["trials"]
    assert 5 < len(set(expected.tolist()))
    numpy.testing.assert_array_equal(expected, resamples(again, "mine", "ignorant")["trials"])


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    return results_of(write_pair_study(tmp_path_factory.mktemp("pairs") / "tiny"))


def test_counts_are_of_what_the_trials_do(results):
    """Utterances that enroll and are tried are counted in the trials, whatever their roles; some do both."""
    counted = {key: results.ledger.value(f"tiny/count/utterances/{key}") for key in ("enroll", "trial", "both")}
    assert {"enroll": 7, "trial": 6, "both": 6} == counted
    assert (11, 5, 6) == tuple(
        results.ledger.value(f"tiny/count/{name}/all") for name in ("trials", "targets", "nontargets")
    )
    assert 8 == results.ledger.value("tiny/count/trials/same_gender")


def test_pages_say_what_a_trial_is(results, monkeypatch):
    """Utterance against utterance, in the chapters on data, on lists and on methods; nowhere a mean of enrollment."""
    monkeypatch.setattr(site, "charts", lambda _results, lead=True: Undrawn())
    files = site.Site([results], results, TEMPLATES).files(lambda _text: True)
    text = "\n".join(text for name, text in files.items() if name.endswith(".qmd") and "ledger" not in name)
    assert "A trial sets two utterances against each other" in text
    assert "cosine between the embeddings of its two utterances" in text
    assert "A trial holds one utterance against another;" in text
    assert "mean of the enrollment vectors" not in text
    assert "mean of the embeddings of the enrollment" not in text
