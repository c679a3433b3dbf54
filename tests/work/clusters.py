"""A real scheduler and real workers, each a process of its own on this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONG = 60.0
ENDS = ("--lifetime", "600")
"""A worker ends by itself where the tests are killed before they could end it."""


@dataclass
class LocalCluster:
    """Processes by what they are.

    Attributes:
        folder: where they write.
        address: of the scheduler.
        scheduler: its process; workers: theirs, in the order of their start.
    """

    folder: Path
    address: str
    scheduler: subprocess.Popen
    workers: list[subprocess.Popen] = field(default_factory=list)

    def add_worker(self, *more: str, **environment: str) -> subprocess.Popen:
        """Start another worker, without a nanny that would start it again."""
        place = self.folder / f"worker{len(self.workers)}"
        place.mkdir()
        command = ["distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard",
                   "--local-directory", str(place), "--death-timeout", "60", *ENDS, *more]  # fmt: skip
        self.workers.append(_started(command, place, VPREPORT_TEST_WORKER="1", **environment))
        return self.workers[-1]

    def wait(self) -> None:
        """Return once the scheduler knows all workers."""
        until = time.monotonic() + LONG
        logs = [self.folder / f"worker{number}" / "log.txt" for number in range(len(self.workers))]
        while not all(b"Registered to" in log.read_bytes() for log in logs):
            if time.monotonic() > until:
                raise RuntimeError("a worker did not start: " + "".join(log.read_text("utf-8") for log in logs))
            time.sleep(0.05)


@contextmanager
def local_cluster(folder: Path, workers: int) -> Iterator[LocalCluster]:
    """Give a scheduler with so many workers; all of them are ended in the end."""
    file = folder / "scheduler.json"
    command = ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard",
               "--scheduler-file", str(file), "--idle-timeout", "600"]  # fmt: skip
    scheduler = _started(command, folder)
    found = LocalCluster(folder, _address(file, scheduler), scheduler)
    try:
        for _ in range(workers):
            found.add_worker()
        found.wait()
        yield found
    finally:
        for process in (*found.workers, scheduler):
            process.kill()
            process.wait()


def _started(command: list[str], folder: Path, **environment: str) -> subprocess.Popen:
    log = (folder / "log.txt").open("wb")
    told = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    with log:
        return subprocess.Popen([sys.executable, "-m", *command], cwd=folder, env=told, stdout=log, stderr=log)


def _address(file: Path, scheduler: subprocess.Popen) -> str:
    until = time.monotonic() + LONG
    while time.monotonic() < until and scheduler.poll() is None:
        try:
            return json.loads(file.read_text(encoding="utf-8"))["address"]
        except (OSError, ValueError):
            time.sleep(0.05)
    raise RuntimeError("the scheduler did not start: " + (file.parent / "log.txt").read_text(encoding="utf-8"))
