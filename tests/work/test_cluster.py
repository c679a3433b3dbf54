"""Jobs on the workers of a real Dask scheduler: same results, workers that die, files by reference and by value."""

import contextlib
import gc
import socket
import threading
import time

import pytest

pytest.importorskip("distributed", reason="needs the extra [cluster]: make cluster")

from analysis import pipeline
from analysis.errors import EngineError, InputError
from analysis.work import Here
from analysis.work.cluster import Cluster
from analysis.work.remote import computed_there
from tests.studies import write_study
from tests.work import jobs
from tests.work.clusters import ROOT, local_cluster
from tests.work.jobs import unit

HIDDEN = '''
"""Lets a worker see nothing of the folder that the build reads."""
import os, pathlib, sys

hidden = os.environ["HIDDEN"]


def refuse(event, arguments):
    if event == "open" and str(arguments[0]).startswith(hidden):
        raise FileNotFoundError(arguments[0])


if not hasattr(pathlib.Path, "seen"):  # a worker loads this twice
    sys.addaudithook(refuse)
    pathlib.Path.seen = pathlib.Path.is_file
    pathlib.Path.is_file = lambda path: not str(path).startswith(hidden) and path.seen()
'''


SLOW = '''
"""Holds a worker in the middle of its first job for longer than all others take."""
import time
from analysis.work import remote

computed_in = remote.computed_in
remote.computed_in = lambda *given: time.sleep(600) or computed_in(*given)
'''


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A scheduler with two workers, which no test kills."""
    with local_cluster(tmp_path_factory.mktemp("cluster"), workers=2) as found:
        yield found


@pytest.fixture(scope="module")
def crew(cluster):
    with Cluster(cluster.address) as found:
        yield found


def found(crew, work, source=None, opened=None):
    """Return place → number of each job, as it came."""
    return {place: [int(one["x"][0]) for one in results] for place, results in crew.results(work, source, opened)}


def test_results_are_those_of_one_process(crew):
    """Places and results agree, and more than one worker had a part in them."""
    work = [[unit(jobs.double, 10 * n), unit(jobs.double, 10 * n + 1)] for n in range(9)]
    assert found(Here(), work) == found(crew, work)


def test_all_workers_take_part(cluster, crew):
    """And nobody else: the process that builds computes nothing."""
    pids = {pid for results in found(crew, [[unit(jobs.nap, n)] for n in range(12)]).values() for pid in results}
    assert {worker.pid for worker in cluster.workers} == pids


def test_the_first_error_by_place_is_told(crew):
    """As in one process, word for word."""
    work = [[unit(jobs.refuse if n in (3, 4, 9) else jobs.double, n)] for n in range(12)]
    with pytest.raises(InputError) as raised:
        found(crew, work)
    assert ("3 is refused", "take another") == (raised.value.found, raised.value.advice)


def test_an_error_that_cannot_be_sent_is_told(crew):
    """Nothing waits for it; what the worker knew of it is in the message."""
    with pytest.raises(RuntimeError, match=r"a worker failed\n(?s:.*)Unsendable"):
        found(crew, [[unit(jobs.unsendable, 1)]])


def test_files_that_workers_see_are_not_sent(tmp_path, cluster, crew):
    """Each worker opens the folder by itself."""
    source = jobs.texts(tmp_path, one="x", two="xx")
    assert {0: [2], 1: [1]} == found(crew, [[jobs.length_of(source, "two")], [jobs.length_of(source, "one")]], source)
    assert [] == [path for worker in _scratch(cluster) for path in worker.rglob("one")]


def test_a_file_that_is_another_there_is_refused(tmp_path, crew):
    """Nothing is computed from files that are not those of the build."""
    source = jobs.texts(tmp_path, one="x")
    (tmp_path / "one").write_text("other", encoding="utf-8")
    with pytest.raises(InputError, match=r"^one is no longer the file"):
        found(crew, [[jobs.length_of(source, "one")]], source)


def test_what_differs_on_a_worker_is_named():
    """Same bytes need the same code, Python and libraries."""
    one = unit(jobs.double, 1)
    expected = {**one.recipe.ingredients(), "python": "3.9", "library numpy": "1.0"}
    with pytest.raises(EngineError, match=r"library numpy is gone; Python changed from 3.9"):
        computed_there([one], None, [expected])


def test_files_travel_to_workers_that_do_not_see_them(tmp_path, cluster_of_one):
    """Once a study, into the worker's own folder; they are gone after the build."""
    worker, hidden = cluster_of_one
    source = jobs.texts(hidden, one="x", two="xx")
    work = [[jobs.length_of(source, "two")], [jobs.length_of(source, "one")]]
    with Cluster(worker.address) as crew:
        assert {0: [2], 1: [1]} == found(crew, work, source)
        sent = [path.parent.name for path in worker.folder.rglob("one") if path.parent != hidden]
        assert [hidden.name] == sent
        assert {0: [2], 1: [1]} == found(crew, work, source)
    assert [] == [path for path in worker.folder.rglob("one") if path.parent != hidden]


@pytest.mark.parametrize("partial", [False, True], ids=["sound", "in part"])
def test_a_study_that_was_sent_makes_the_same_report(cluster_of_one, no_pages, partial):
    """Also one with a damaged clip, which a worker must find as damaged as the build does."""
    cluster, hidden = cluster_of_one
    study = write_study(hidden / "tiny", {"audio/anonymized/mcadams/12-t1.wav": b"no sound"} if partial else {})
    here = pipeline.build(ROOT, [study], hidden, None, partial=partial)
    with Cluster(cluster.address) as crew:
        there = pipeline.build(ROOT, [study], hidden, None, partial=partial, crew=crew)
    assert ["tiny"] * partial == here.partial
    assert here.files == there.files


def test_a_large_study_is_not_sent(monkeypatch, cluster_of_one):
    """Whoever has one shares the folder."""
    worker, hidden = cluster_of_one
    monkeypatch.setattr("analysis.work.cluster.LARGEST", 2)
    source = jobs.texts(hidden, one="xxx")
    with Cluster(worker.address) as crew, pytest.raises(EngineError, match="too large to be sent: 3 bytes"):
        found(crew, [[jobs.length_of(source, "one")]], source)


def test_a_build_on_a_cluster_survives_a_worker_that_is_killed(tmp_path, no_pages):
    """Killed in the middle of its work, it costs a retry by the other one; every byte is that of a build here."""
    study = write_study(tmp_path / "tiny")
    (tmp_path / "slow.py").write_text(SLOW, encoding="utf-8")
    here = pipeline.build(ROOT, [study], tmp_path, None)
    with local_cluster(tmp_path, workers=1) as cluster, Cluster(cluster.address) as crew:
        victim = cluster.add_worker("--preload", str(tmp_path / "slow.py"))
        cluster.wait()

        def watch(_words, done, total):
            if done == 1 < total:
                assert victim.poll() is None
                victim.kill()

        there = pipeline.build(ROOT, [study], tmp_path, None, progress=watch, crew=crew)
        assert [None, -9] == [worker.poll() for worker in cluster.workers]
    assert here.files == there.files
    assert here.computed == there.computed


def test_a_worker_that_dies_over_its_job_costs_a_retry(tmp_path):
    """The job that killed one worker is computed by another."""
    (marks := tmp_path / "marks").mkdir()
    work = [[unit(jobs.died_once if n == 2 else jobs.double, n, *([str(marks)] if n == 2 else []))] for n in range(6)]
    with local_cluster(tmp_path, workers=2) as cluster, Cluster(cluster.address) as crew:
        assert {n: [2 * n] for n in range(6)} == found(crew, work)
        assert 1 == sum(worker.poll() is not None for worker in cluster.workers)


def test_without_a_worker_the_build_ends_in_words(tmp_path):
    """At once or after the last worker died: it says how one is started, waits a while, and says so again."""
    with local_cluster(tmp_path, workers=0) as cluster, Cluster(cluster.address, patience=0.5) as crew:
        with pytest.raises(EngineError, match="has no worker") as raised:
            found(crew, [[unit(jobs.double, 1)]])
        assert f".venv/bin/dask worker {cluster.address} --nthreads 1" in raised.value.advice
        told = []
        patient = Cluster(cluster.address, patience=30, tell=told.append)
        starter = threading.Timer(0.5, lambda: told.append(cluster.add_worker()))
        starter.start()
        with patient as crew:
            assert {0: [2]} == found(crew, [[unit(jobs.double, 1)]])
            said, worker = told
            assert "has no worker yet: waiting for one, 30 seconds at most" in said
            assert f".venv/bin/dask worker {cluster.address} --nthreads 1" in said
            patient._patience = 2.5
            with pytest.raises(EngineError, match="has no worker"):
                found(crew, [[unit(jobs.dies, 1)]])
            assert "has no worker any more: waiting for one" in told[-1]
        assert -9 == worker.poll()


def test_a_scheduler_that_goes_away_ends_the_build_in_words(tmp_path):
    """What was computed is in the cache; nothing waits forever."""
    with local_cluster(tmp_path, workers=1) as cluster, Cluster(cluster.address) as crew:
        results = crew.results([[unit(jobs.nap, n)] for n in range(40)], None, None)
        next(results)
        cluster.scheduler.kill()
        with pytest.raises(EngineError, match="went away"):
            list(results)


def test_no_scheduler_is_told_in_words(monkeypatch):
    """Instead of a traceback of the network."""
    monkeypatch.setattr("analysis.work.cluster.ANSWER", 0.5)
    with pytest.raises(EngineError, match="no scheduler answers at tcp"), Cluster("tcp://127.0.0.1:9"):
        pass


@pytest.mark.parametrize("answer", [None, b"HTTP/1.1 400 Bad Request\r\n\r\n" * 9, b"\xff" * 5000, bytes(5000)])
def test_what_is_no_scheduler_is_told_in_words(monkeypatch, capfd, answer):
    """Something else listens there, which says nothing, or what no scheduler says."""
    monkeypatch.setattr("analysis.work.cluster.ANSWER", 1.0)

    def serve():
        with contextlib.suppress(OSError):
            calling, _ = listening.accept()
            with calling:
                if answer:
                    calling.sendall(answer)
                ended.wait(20)

    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        address = f"tcp://127.0.0.1:{listening.getsockname()[1]}"
        begun = time.monotonic()
        with pytest.raises(EngineError, match=f"^no scheduler answers at {address}"), Cluster(address):
            pass
        assert time.monotonic() - begun < 15
        ended.set()
        thread.join(5)
    gc.collect()
    assert ("", "") == capfd.readouterr()


def test_a_worker_is_no_scheduler(cluster):
    """Somebody takes the wrong line of what `dask worker` prints."""
    with Cluster(cluster.address) as crew:
        worker = next(iter(crew._client.scheduler_info()["workers"]))
    with pytest.raises(EngineError, match="no scheduler answers"), Cluster(worker):
        pass


@pytest.fixture
def cluster_of_one(tmp_path):
    """A scheduler with one worker, and a folder that this worker cannot see."""
    (hidden := tmp_path / "hidden").mkdir()
    (tmp_path / "preload.py").write_text(HIDDEN, encoding="utf-8")
    with local_cluster(tmp_path, workers=0) as cluster:
        cluster.add_worker("--preload", str(tmp_path / "preload.py"), HIDDEN=str(hidden))
        yield cluster, hidden


def _scratch(cluster):
    return [path for path in cluster.folder.iterdir() if path.is_dir()]
