"""Results of another process of this machine, handed over in a file where they are large.

What stands in a pipe is only ever so short that it is written at once. A process that dies in the middle of a longer
message would leave who reads it waiting for the rest for ever.
"""

from __future__ import annotations

import pickle
import tempfile
from pathlib import Path

from analysis.errors import EngineError
from analysis.work.unit import Computed, Job, Source, computed_apart

SHORT = 2_000
"""Bytes of a message; POSIX writes up to 4,096 at once."""
PROTOCOL = 5


def compute(job: Job, source: Source | None, folder: Path) -> bytes | Path:
    """Compute the units of a job, in the other process, and return the results or a file in `folder` that holds them.

    Raises:
        EngineError: there is no room for the file.
        InputError: a file of the study is no longer the one that the digests were taken of.
    """
    results = pickle.dumps(computed_apart(job, source), protocol=PROTOCOL)
    if len(results) <= SHORT:
        return results
    try:
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as stream:
            stream.write(results)
    except OSError as error:
        raise EngineError(
            f"a process cannot hand over its results in {folder}: {error.strerror}",
            advice="free some room there, or name another folder in TMPDIR",
        ) from error
    return Path(stream.name)


def taken(handed: bytes | Path) -> Computed:
    """Return the results, in this process; their file is no longer needed."""
    if isinstance(handed, bytes):
        return pickle.loads(handed)
    results = pickle.loads(handed.read_bytes())
    handed.unlink()
    return results
