"""The workers of a Dask scheduler, on this machine or others. Imports `distributed`, so only who needs it imports this.

API: distributed's documentation, `Client.get_executor` (an executor of `concurrent.futures`), `WorkerPlugin` (run by
every worker that is there or comes later). Whom the scheduler lost is computed again by another worker without our
doing; it gives up on a job (`KilledWorker`) after as many deaths as its setting `allowed-failures` says.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from pathlib import Path
from typing import Any

from analysis.errors import EngineError
from analysis.work.failures import Failures
from analysis.work.remote import outcome_there, received, sees, version
from analysis.work.unit import Computed, Job, Source

try:
    from distributed import Client, WorkerPlugin
    from distributed.comm import connect
    from distributed.scheduler import KilledWorker
except ImportError as error:
    raise EngineError(
        "--scheduler needs the package distributed, which is not installed",
        advice="install it: .venv/bin/python -m pip install -r requirements-cluster.lock",
    ) from error

ANSWER = 10.0
"""Seconds in which a scheduler must answer."""

PATIENCE = 60.0
"""Seconds that a build waits for a worker where there is none: a queue may be about to start one."""

TICK = 1.0
LARGEST = 2**30
"""Most bytes of a study that are sent to workers that do not see its folder."""


class Cluster:
    """Lets the workers of a scheduler compute."""

    def __init__(self, address: str, patience: float = PATIENCE, tell: Callable[[str], None] | None = None) -> None:
        """Name the scheduler; it is called when the context is entered.

        Args:
            address: of the scheduler.
            patience: seconds without any worker after which a build ends.
            tell: hears at once that a build waits for workers, and how one is started.
        """
        self._address, self._patience, self._tell = address, patience, tell
        self._client: Client | None = None
        self._sent: set[Source] = set()

    def __enter__(self) -> Cluster:
        # What workers and scheduler have to say stands in their own logs.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        logging.getLogger("asyncio").setLevel(logging.CRITICAL)
        try:
            # A client that finds something else there than a scheduler waits for long, and has a lot to say at its end.
            there = asyncio.run(asyncio.wait_for(_identity(self._address), ANSWER))
            if there != "Scheduler":
                raise ConnectionError(there)
            self._client = Client(self._address, timeout=ANSWER, set_as_default=False)
        except Exception as error:  # whatever a stranger's answer does to the reader of it
            raise EngineError(
                f"no scheduler answers at {self._address}",
                advice="start one (`.venv/bin/dask scheduler`), or see whether this machine may reach it; for tls:// "
                "Dask's own settings must name the certificates",
            ) from error
        return self

    def __exit__(self, *_raised: object) -> None:
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(OSError, TimeoutError):  # a scheduler that is gone has nothing to tidy up
                for source in self._sent:
                    client.unregister_worker_plugin(_name(source))
            client.close()

    def begin(self, modules: Sequence[str]) -> None:
        """Start nothing: the workers are there, and import what a job needs."""

    def aside(self, do: Callable[..., object], *arguments: object) -> None:
        """Do nothing: the workers may be on other machines."""

    def rest(self) -> None:
        """Do nothing: the workers are not this build's."""

    def results(self, jobs: Sequence[Job], source: Source | None, opened: object) -> Iterator[tuple[int, Computed]]:
        """Return the results as they come; this process computes nothing.

        Raises:
            ReportError: while iterating, that of the first job that has one.
            EngineError: the scheduler is gone, no worker is left, workers died again and again over one job, or one
                would not compute the same.
        """
        if not jobs:
            return iter(())
        client = self._begun()
        if source is not None and source not in self._sent:
            self._bring(client, source)
        executor = client.get_executor(pure=False)
        waiting = {
            executor.submit(outcome_there, job, source, [unit.recipe.ingredients() for unit in job]): place
            for place, job in enumerate(jobs)
        }
        return self._collected(jobs, waiting)

    def _collected(self, jobs: Sequence[Job], waiting: dict[Future[Any], int]) -> Iterator[tuple[int, Computed]]:
        failures, since, waits = Failures(), time.monotonic(), False
        try:
            while waiting:
                done = wait(waiting, TICK, FIRST_COMPLETED).done
                if done or (self._client is not None and _workers(self._client)):
                    since, waits = time.monotonic(), False
                elif time.monotonic() - since > self._patience:
                    raise _nobody(self._address)
                elif not waits:
                    waits = True
                    self._tell_wait("has no worker any more")
                for future in sorted(done, key=waiting.__getitem__):
                    place = waiting.pop(future)
                    try:
                        found = future.result()
                    except KilledWorker as error:
                        raise _gave_up(jobs[place]) from error
                    except CancelledError as error:
                        raise _lost(self._address) from error
                    except Exception as error:
                        failures.add(place, error)
                    else:
                        if isinstance(found, str):
                            found = RuntimeError(f"a worker failed\n{found}")
                        if isinstance(found, Exception):
                            failures.add(place, found)
                        elif failures.matters(place):
                            yield place, found
                for future in [future for future, place in waiting.items() if not failures.matters(place)]:
                    del waiting[future]
                    future.cancel()
        finally:
            for future in waiting:
                future.cancel()
        failures.tell()

    def _begun(self) -> Client:
        """Return the client once a worker is there that can compute."""
        if self._client is None:
            raise ValueError("enter the context first")
        client = self._client
        until = time.monotonic() + self._patience
        if not _workers(client):
            self._tell_wait("has no worker yet")
        while not _workers(client):
            if time.monotonic() > until:
                raise _nobody(self._address)
            time.sleep(0.1)
        try:
            client.run(version)
        except ImportError as error:
            raise EngineError(
                f"a worker of {self._address} does not have this program: {error}",
                advice="install it on every machine, in the same version",
            ) from error
        return client

    def _tell_wait(self, how: str) -> None:
        if self._tell is not None:
            self._tell(
                f"the scheduler at {self._address} {how}: waiting for one, {self._patience:g} seconds at most\n"
                f"  What to do: start one on any machine: {_start(self._address)}"
            )

    def _bring(self, client: Client, source: Source) -> None:
        """See that every worker can read the source's files: where its folder is, or in a copy that it is sent."""
        if all(client.run(sees, source).values()):
            return
        files = source.files()
        size = sum((source.folder / file).stat().st_size for file in files)
        if size > LARGEST:
            raise EngineError(
                f"a worker does not see {source.folder}, and its files are too large to be sent: {size:,} bytes",
                allowed=f"at most {LARGEST:,} bytes",
                advice="share the folder with all workers under the same path",
            )
        copy = {file: (source.folder / file).read_bytes() for file in files}
        client.register_plugin(Delivery(source, copy), name=_name(source))
        self._sent.add(source)


class Delivery(WorkerPlugin):
    """Writes the files of a source into the scratch folder of every worker that does not see them, later ones, too."""

    def __init__(self, source: Source, files: dict[str, bytes]) -> None:
        self._source, self._files = source, files

    def setup(self, worker: object) -> None:
        """Write the files, and note where."""
        if sees(self._source):
            return
        folder = Path(worker.local_directory) / _name(self._source) / self._source.folder.name  # type: ignore[attr-defined]
        for file, content in self._files.items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        received[self._source] = folder

    def teardown(self, worker: object) -> None:
        """Take them away."""
        folder = received.pop(self._source, None)
        if folder is not None:
            shutil.rmtree(folder.parent, ignore_errors=True)


async def _identity(address: str) -> str:
    """Return what stands at an address, as it calls itself: Scheduler, Worker or Nanny."""
    comm = await connect(address, timeout=ANSWER)
    try:
        await comm.write({"op": "identity"})
        return str((await comm.read())["type"])
    finally:
        comm.abort()


def _name(source: Source) -> str:
    """Return a name that tells one state of one study from another."""
    return "vpreport-" + hashlib.sha256(repr((source.folder.as_posix(), source)).encode()).hexdigest()[:16]


def _workers(client: Client) -> int:
    """Return how many workers the scheduler has now."""
    try:
        return len(client.nthreads())
    except OSError:
        return 0


def _nobody(address: str) -> EngineError:
    return EngineError(
        f"the scheduler at {address} has no worker", advice=f"start one on any machine: `{_start(address)}`"
    )


def _start(address: str) -> str:
    """Return the command that starts a worker, in the folder of the clone."""
    return f".venv/bin/dask worker {address} --nthreads 1"


def _lost(address: str) -> EngineError:
    return EngineError(
        f"the scheduler at {address} went away", advice="start it again and build again: what was computed is kept"
    )


def _gave_up(job: Job) -> EngineError:
    return EngineError(
        f"workers died again and again while one of them computed {job[0].recipe.stage} or what stands beside it",
        advice="most often memory has run out: give each worker more, or fewer of them to a machine",
    )
