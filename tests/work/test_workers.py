"""Who computes, by what the command line says."""

import sys

import pytest

from analysis.cli import run
from analysis.errors import EngineError
from analysis.work import Here, Pool, own_cores, workers


def test_without_a_word_there_is_a_process_for_each_core():
    """One core needs no other process."""
    assert own_cores() >= 1
    assert (Here if own_cores() == 1 else Pool) is type(workers())


def test_one_worker_is_this_process():
    """Nothing is started for it."""
    assert Here is type(workers(1))


@pytest.mark.parametrize("address", ["host", "127.0.0.1:8786", "http://host:1", "tcp://host", ""])
def test_what_is_no_address_is_refused(capsys, address):
    """Before anything is read."""
    assert 2 == run(["build", "--scheduler", address])
    assert "is no address such as tcp://host:8786" in capsys.readouterr().err


def test_a_number_of_workers_and_a_scheduler_exclude_each_other(capsys):
    """A scheduler has as many workers as were started for it."""
    assert 2 == run(["build", "--workers", "2", "--scheduler", "tcp://127.0.0.1:9"])
    assert "--workers and --scheduler exclude each other" in capsys.readouterr().err


def test_a_scheduler_without_its_package_is_told_in_words(monkeypatch):
    """Which package is missing, and how it is installed."""
    monkeypatch.delitem(sys.modules, "analysis.work.cluster", raising=False)
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(EngineError, match="needs the package distributed") as raised:
        workers(scheduler="tcp://host:8786")
    assert "requirements-cluster.lock" in raised.value.advice
