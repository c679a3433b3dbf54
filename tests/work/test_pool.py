"""Jobs in several processes: the same results, deaths that cost a retry, and one error whoever was faster."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from analysis.errors import EngineError, InputError
from analysis.work import Here, Pool
from tests.work import jobs
from tests.work.jobs import unit

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def pool():
    """This process and another one."""
    with Pool(2) as crew:
        yield crew


def found(crew, work, source=None, opened=None):
    """Return place → number of each job, as it came."""
    return {place: [int(one["x"][0]) for one in results] for place, results in crew.results(work, source, opened)}


def test_every_job_has_its_results_whoever_computes(pool):
    """Places and results are those of a single process, though they may come in another order."""
    work = [[unit(jobs.double, 10 * n), unit(jobs.double, 10 * n + 1)] for n in range(9)]
    expected = {n: [20 * n, 20 * n + 2] for n in range(9)}
    assert expected == found(pool, work) == found(Here(), work)


def test_two_processes_share_the_jobs(pool):
    """This process does not wait while the other one computes."""
    pids = {pid for results in found(pool, [[unit(jobs.nap, n)] for n in range(16)]).values() for pid in results}
    assert os.getpid() in pids
    assert 2 == len(pids)


def test_a_few_jobs_start_no_process():
    """Starting one takes longer than they do."""
    with Pool(8) as crew:
        assert {os.getpid()} == {pid for (pid,) in found(crew, [[unit(jobs.process, n)] for n in range(3)]).values()}


def test_a_process_that_dies_costs_a_retry(tmp_path, pool):
    """What it was computing is computed again, and so is what waited for it."""
    work = [[unit(jobs.died_once, n, str(tmp_path))] for n in range(8)]
    assert {n: [2 * n] for n in range(8)} == found(pool, work)
    assert list(tmp_path.iterdir())


def test_repeated_deaths_end_the_build_in_words(pool):
    """The error names what was computed, and what most often is the cause."""
    with pytest.raises(EngineError, match=r"3 processes died .* s/dies/\d") as raised:
        found(pool, [[unit(jobs.dies, n)] for n in range(8)])
    assert "memory" in raised.value.advice


@pytest.mark.parametrize("crew", ["here", "pool"])
def test_the_first_error_by_place_is_told(crew, pool):
    """Whichever process was faster, the message is the same, with what is allowed and what to do."""
    work = [[unit(jobs.refuse if n in (3, 4, 9) else jobs.double, n)] for n in range(12)]
    with pytest.raises(InputError) as raised:
        found(pool if crew == "pool" else Here(), work)
    assert ("3 is refused", "an even number", "take another") == (
        raised.value.found, raised.value.allowed, raised.value.advice,
    )  # fmt: skip


def test_a_source_is_opened_by_each_process_for_itself(tmp_path, pool):
    """This process uses what it has opened; the other one reads the folder."""
    names = [f"t{n}" for n in range(10)]
    source = jobs.texts(tmp_path, **{name: "x" * n for n, name in enumerate(names)})
    work = [[jobs.length_of(source, name)] for name in names]
    lengths = {n: [n] for n in range(10)}
    assert lengths == found(pool, work, source, source.open(tmp_path))


def test_a_file_that_changed_meanwhile_is_refused(tmp_path):
    """A process computes from the files that the build began with, or not at all."""
    source = jobs.texts(tmp_path, **{f"t{n}": "before" for n in range(12)})
    opened = source.open(tmp_path)
    (tmp_path / "t3").write_text("after", encoding="utf-8")
    with Pool(2) as crew, pytest.raises(InputError, match=r"^t3 is no longer the file"):
        found(crew, [[jobs.length_of(source, "t3")] for n in range(12)], source, opened)


KILLED = """
import sys, time
from analysis.work import Pool
from tests.work import jobs
if __name__ == "__main__":
    with Pool(2) as crew:
        for _, results in crew.results([[jobs.unit(jobs.nap, n)] for n in range(40)], None, None):
            print(int(results[0]["x"][0]), flush=True)
"""


def test_no_process_outlives_a_build_that_is_killed(tmp_path):
    """A build that ends without a chance to tidy up leaves nothing running."""
    script = tmp_path / "killed.py"
    script.write_text(KILLED, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    build = subprocess.Popen([sys.executable, script], env=environment, stdout=subprocess.PIPE, text=True)
    pids: set[int] = set()
    while len(pids) < 2:
        pids.add(int(build.stdout.readline()))
    build.kill()
    build.wait()
    build.stdout.close()
    (other,) = pids - {build.pid}
    until = time.monotonic() + 20
    while _runs(other) and time.monotonic() < until:
        time.sleep(0.05)
    assert not _runs(other)


def computing(script, text):
    """Run a script in processes of its own, and return it once it computes."""
    script.write_text(text, encoding="utf-8")
    build = subprocess.Popen(
        [sys.executable, script], env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    assert "resting\n" == build.stdout.readline()
    return build


INTERRUPTED = """
from analysis.work import Pool
from tests.work import jobs
if __name__ == "__main__":
    try:
        with Pool(3) as crew:
            list(crew.results([[jobs.unit(jobs.rest, n)] for n in range(40)], None, None))
    except KeyboardInterrupt:
        print("stopped", flush=True)
"""


@pytest.mark.parametrize(("wait", "everybody"), [(0.1, True), (3.0, True), (3.0, False)])
def test_an_interrupted_build_ends_at_once_and_without_a_word(tmp_path, wait, everybody):
    """Ctrl-C reaches all processes, also those that still import; `kill -INT` the build alone: it ends the others."""
    build = computing(tmp_path / "interrupted.py", INTERRUPTED)
    time.sleep(wait)
    os.killpg(build.pid, signal.SIGINT) if everybody else build.send_signal(signal.SIGINT)
    # The pipes are closed only when no process has them any longer.
    assert ("stopped\n", "") == build.communicate(timeout=30)


TERMINATED = """
from analysis import cli
from analysis.work import Pool
from tests.work import jobs

def long(**_given):
    with Pool(3) as crew:
        list(crew.results([[jobs.unit(jobs.rest, n)] for n in range(40)], None, None))

if __name__ == "__main__":
    cli.main.main = long
    cli.entry()
"""


@pytest.mark.parametrize("everybody", [True, False])
def test_a_command_that_is_terminated_says_one_word(tmp_path, everybody):
    """A queue ends its jobs so: nothing is said of processes and semaphores, and the exit code tells the signal."""
    build = computing(tmp_path / "terminated.py", TERMINATED)
    time.sleep(1.5)
    os.killpg(build.pid, signal.SIGTERM) if everybody else build.terminate()
    assert ("", "stopped\n") == build.communicate(timeout=30)
    assert 143 == build.returncode


def _runs(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = Path(f"/proc/{pid}/status")
    return not (status.is_file() and "State:\tZ" in status.read_text())


def test_others_begin_at_once_and_this_process_when_it_asks(pool, tmp_path):
    """What was handed out is computed while this process does something else."""
    work = [[unit(jobs.leaves_a_file, n, str(tmp_path))] for n in range(8)]
    results = pool.results(work, None, None)
    until = time.monotonic() + 60
    while len(list(tmp_path.iterdir())) < 8 and time.monotonic() < until:
        time.sleep(0.01)
    assert os.getpid() not in {int(job[0]["x"][0]) for _, job in results}


def test_two_sets_of_jobs_can_be_under_way(pool):
    """The second is handed out before the first one is asked for, and each has its own results."""
    first, second = ([[unit(jobs.double, n + more)] for n in range(9)] for more in (0, 100))
    begun = [(work, pool.results(work, None, None)) for work in (first, second)]
    found = [{place: int(job[0]["x"][0]) for place, job in results} for _, results in reversed(begun)]
    assert [{n: 2 * (n + 100) for n in range(9)}, {n: 2 * n for n in range(9)}] == found


def test_a_death_while_two_sets_are_under_way_costs_both_a_retry(tmp_path, pool):
    """Neither loses a result."""
    first = pool.results([[unit(jobs.died_once, n, str(tmp_path))] for n in range(8)], None, None)
    second = pool.results([[unit(jobs.double, n)] for n in range(8)], None, None)
    expected = {n: 2 * n for n in range(8)}
    for results in (second, first):
        assert expected == {place: int(job[0]["x"][0]) for place, job in results}
    assert list(tmp_path.iterdir())


def test_what_was_begun_after_a_death_is_not_stopped_by_who_hears_of_it_late(tmp_path, pool):
    """One set of jobs starts new processes, which compute a third when another set learns that the old are gone."""
    late = pool.results([[unit(jobs.double, n)] for n in range(8)], None, None)
    first = pool.results([[unit(jobs.died_once, n, str(tmp_path))] for n in range(8)], None, None)
    expected = {n: 2 * n for n in range(8)}
    assert expected == {place: int(job[0]["x"][0]) for place, job in first}
    third = pool.results([[unit(jobs.nap, n)] for n in range(30)], None, None)
    assert expected == {place: int(job[0]["x"][0]) for place, job in late}
    assert set(range(30)) == {place for place, _ in third}


def test_processes_that_are_started_early_import_what_they_will_need():
    """A module that is not there does not matter until a job needs it."""
    with Pool(2) as crew:
        crew.begin(["no_such_module", "tabnanny"])
        results = crew.results([[unit(jobs.imported, n, "tabnanny")] for n in range(4)], None, None)
        while (place := next(results, None)) and place[1][0]["x"][0] == os.getpid():
            pass
    assert 1 == place[1][0]["x"][1]


def test_many_more_jobs_than_were_expected_start_more_processes():
    """Those that were started early are as many as most studies keep busy."""
    with Pool(4) as crew:
        crew._started(1)
        few, some, many = (
            {pid for (pid,) in found(crew, [[unit(jobs.nap, n)] for n in range(count)]).values()} - {os.getpid()}
            for count in (4, 4, 12)
        )
    assert few == some and 1 == len(few)
    assert 1 < len(many) and not few & many


def test_this_process_too_takes_the_first_ones_first():
    """They are the longest, and nobody waits at the end for one that is left over; the other one begins later here."""
    with Pool(2) as crew:
        results = crew.results([[unit(jobs.double, n)] for n in range(8)], None, None)
        came = [place for place, _ in results]
    assert sorted(came) == list(range(8))
    assert came[0] in (0, 1)


def test_another_process_does_aside_what_only_saves_time(tmp_path):
    """Beside jobs, and never in this process; what goes wrong there does not matter."""
    with Pool(2) as crew:
        crew.aside(jobs.leaves_a_file, 0, str(tmp_path))
        crew.begin([])
        crew.aside(jobs.refuse, 1)
        crew.aside(jobs.leaves_a_file, 2, str(tmp_path))
        assert set(range(8)) == set(found(crew, [[unit(jobs.nap, n)] for n in range(8)]))
    Here().aside(jobs.leaves_a_file, 3, str(tmp_path))
    assert ["2"] == [path.name for path in tmp_path.iterdir()]


def test_who_rests_has_no_process_and_can_begin_again():
    """Those that ran are gone when it says so; what is handed out later has new ones."""
    with Pool(2) as crew:
        seen = []
        for _ in range(2):
            crew.rest()
            assert not any(map(_runs, seen))
            pids = {pid for (pid,) in found(crew, [[unit(jobs.nap, n)] for n in range(8)]).values()} - {os.getpid()}
            assert 1 == len(pids) and not pids & {*seen}
            seen += pids


def test_a_process_that_dies_of_what_it_does_aside_costs_a_retry(tmp_path):
    """The jobs have their results all the same."""
    with Pool(2) as crew:
        crew.begin([])
        crew.aside(os._exit, 1)
        crew.aside(jobs.double, 1)
        expected = {n: [2 * n] for n in range(8)}
        assert expected == found(crew, [[unit(jobs.double, n)] for n in range(8)])
        crew.aside(jobs.double, 1)
