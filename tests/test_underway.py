"""Studies on their way: what others compute has begun before this process works on anything else."""

from importlib import import_module

import pytest

from analysis import built, pipeline, underway
from analysis.errors import InputError
from analysis.work import Here
from tests.studies import write_challenge, write_study


class Told(Here):
    """This process, which tells when something is handed to it."""

    def __init__(self, order: list[str]) -> None:
        self._order = order

    def results(self, jobs, source, opened):
        if jobs:
            self._order.append(f"begin {jobs[0][0].recipe.stage.split('/')[0]}")
        return super().results(jobs, source, opened)


@pytest.fixture
def order(monkeypatch):
    """What happens, in its order: heavy results that are handed out, and results that are put together."""
    happened: list[str] = []
    for name in ("benchmark_results", "challenge_results"):
        real = getattr(underway, name)

        def told(given, name=name, real=real):
            happened.append(name)
            return real(given)

        monkeypatch.setattr(underway, name, told)
    return happened


@pytest.mark.usefixtures("no_pages")
def test_others_have_something_to_do_while_results_are_put_together(tmp_path, order):
    """A study that waits for nothing comes while the first benchmark is computed, and the second begins before the
    results of the first are put together; the report has them in the order of their names all the same."""
    folders = [write_study(tmp_path / "b"), write_challenge(tmp_path / "c"), write_study(tmp_path / "d")]
    made = pipeline.build(tmp_path, folders, tmp_path / "report", None, crew=Told(order))
    assert ["begin b", "challenge_results", "begin d", "benchmark_results", "benchmark_results"] == order
    order.clear()
    assert made.files == pipeline.build(tmp_path, folders[::-1], tmp_path / "report", None).files


@pytest.mark.usefixtures("no_pages")
def test_an_error_in_any_study_is_told_before_anything_is_computed(tmp_path, order):
    """Somebody who waits for the first study need not learn then that the second cannot be used."""
    folders = [write_study(tmp_path / "b"), write_challenge(tmp_path / "c", {"results.csv": "nothing"})]
    with pytest.raises(InputError):
        pipeline.build(tmp_path, folders, tmp_path / "report", None, crew=Told(order))
    assert [] == order


def test_errors_of_all_studies_are_told_at_once_each_with_its_study(tmp_path):
    """Damaged files of one name in two studies, and settings of a third; of the fourth, which is sound, nothing."""
    folders = [
        write_study(tmp_path / "first", {"embeddings/mcadams.npz": b"no archive"}),
        write_study(tmp_path / "second", {"embeddings/mcadams.npz": b"no archive"}),
        write_challenge(tmp_path / "third", {"results.csv": "system\n"}),
        write_challenge(tmp_path / "fourth"),
    ]
    with pytest.raises(InputError) as caught:
        pipeline.build(tmp_path, folders, tmp_path / "report", None)
    told = str(caught.value)
    for study in ("first: embeddings/mcadams.npz", "second: embeddings/mcadams.npz", "third: 2 errors"):
        assert 1 == told.count(study)
    assert "fourth" not in told


@pytest.mark.usefixtures("no_pages")
@pytest.mark.parametrize("step", ["read", "compute", "put together"])
def test_an_error_of_a_files_reader_names_the_study(tmp_path, monkeypatch, step):
    """Readers know their file alone; one study of several is what a user must look for."""
    folders = [write_study(tmp_path / name) for name in ("one", "other")]

    def changed(*_given):
        raise InputError("meta/trials_test.csv was changed", "one state", "run it again")

    if step == "read":
        monkeypatch.setattr("analysis.standing.Standing.refuse_moved", changed)
    elif step == "compute":
        monkeypatch.setattr("analysis.work.Begun.finish", changed)
    else:
        monkeypatch.setattr(underway, "benchmark_results", changed)
    with pytest.raises(InputError) as caught:
        pipeline.build(tmp_path, folders, tmp_path / "report", None)
    first = caught.value.found.splitlines()[0]
    assert "one: meta/trials_test.csv was changed" == first
    assert "What to do: run it again" in str(caught.value)


@pytest.mark.parametrize("name", built.NEEDED)
def test_what_others_import_while_studies_are_read_is_there(name):
    """A module that was renamed would be imported late, without a word."""
    assert import_module(name)
