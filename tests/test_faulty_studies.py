"""Random small studies: however they are written the numbers are those of plain arithmetic, and faults never pass."""

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from analysis.benchmark.content import content
from analysis.benchmark.privacy import privacy
from analysis.benchmark.workbench import Workbench
from analysis.cache import Cache
from analysis.errors import InputError
from analysis.files import digest
from analysis.study.benchmark import read_benchmark
from analysis.study.checks import check_study
from tests.faulty import ERRORS, cer, eer, files_of, made, scores, spelling
from tests.studies import write_files

SEEDS = st.integers(0, 2**32)
FEW = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def numbers_of(folder):
    """Return (system, attacker, list) → EER, and the CER of `anon`, as the ledger will hold them."""
    benchmark = read_benchmark(folder)
    bench = Workbench(benchmark, Cache(None), {file: digest(folder / file) for file in benchmark.inputs})
    rates = {tuple(entry.key.split("/")[2:]): entry.value for entry in privacy(bench).entries}
    text = next(entry.value for entry in content(bench).entries if entry.key.endswith("/cer/anon/all"))
    return rates, text


@FEW
@given(study_seed=SEEDS, spelling_seed=SEEDS)
def test_the_numbers_do_not_depend_on_how_a_study_is_written(tmp_path, study_seed, spelling_seed):
    """Delimiters, line ends, marks, order of rows, spellings, extra and scaled vectors: the values of plain code."""
    study = made(study_seed)
    folder = write_files(tmp_path / "x", files_of(study, spelling(spelling_seed)))
    assert [] == [finding for finding in check_study(folder) if finding.severity == "error"]
    rates, text = numbers_of(folder)
    assert cer(study) == pytest.approx(text)
    for system in ("original", "anon"):
        for attacker in ("ignorant", "lazy"):
            scored = scores(study, system, attacker)
            same = [one for one in scored if study.genders[one[2]] == study.genders[one[3]]]
            assert pytest.approx(eer(scored)) == rates[system, attacker, "all"]
            assert pytest.approx(eer(same)) == rates[system, attacker, "same_gender"]


@FEW
@given(
    study_seed=SEEDS,
    spelling_seed=SEEDS,
    faults=st.lists(st.sampled_from(sorted(ERRORS)), min_size=1, max_size=3, unique=True),
)
def test_a_fault_never_passes(tmp_path, study_seed, spelling_seed, faults):
    """Whatever else is wrong too: the check says an error in words, and nothing is computed."""
    study, chance = made(study_seed), random.Random(study_seed)
    for fault in faults:
        study = ERRORS[fault](study, chance)
    folder = write_files(tmp_path / "x", files_of(study, spelling(spelling_seed)))
    errors = [finding for finding in check_study(folder) if finding.severity == "error"]
    assert errors
    assert all(finding.file and finding.found and (finding.allowed or finding.advice) for finding in errors)
    with pytest.raises(InputError):
        read_benchmark(folder)
