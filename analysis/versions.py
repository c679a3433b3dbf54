"""Which versions of the program, its code and its libraries made the numbers; nothing here depends on the machine."""

from __future__ import annotations

import hashlib
import importlib.util
import json
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib import metadata
from pathlib import Path

import analysis
from analysis.errors import EngineError
from analysis.files import write_if_changed
from analysis.statements import statements

# What values and pictures are made with; the rest carries text.
LIBRARIES = ("numpy", "scipy", "polars", "rapidfuzz", "amfm-decompy", "soundfile", "matplotlib")
LOCK = "requirements.lock"
PROGRAM = "voice-privacy-report"
_SHA256 = re.compile(r"[0-9a-f]{64}")
_PIN = re.compile(r"([A-Za-z0-9._-]+)==([^\s;]+)")


def pinned(lock: Path) -> dict[str, tuple[str, ...]]:
    """Return the exact versions that the lock file names, by library: more than one where Pythons differ.

    A lock file that is not there pins nothing.
    """
    found: dict[str, list[str]] = {}
    if lock.is_file():
        for line in lock.read_text(encoding="utf-8").splitlines():
            if match := _PIN.match(line):
                found.setdefault(match[1].lower(), []).append(match[2])
    return {name: tuple(versions) for name, versions in found.items()}


def versions(root: Path) -> dict[str, str]:
    """Return name → version of the program and of each library.

    An installed version that the lock file names is written as the lock file has it, with its alternatives for other
    Pythons, so that every machine that keeps to it writes the same; any other is named as what it is.
    """
    pins = pinned(root / LOCK)
    found = {PROGRAM: analysis.__version__}
    for name in LIBRARIES:
        installed, allowed = library_version(name), pins.get(name, ())
        found[name] = " or ".join(allowed) if installed in allowed else f"{installed} (not pinned by {LOCK})"
    return found


def version_lines(root: Path) -> tuple[str, ...]:
    """Return a line for the program and for each library."""
    return tuple(f"{name} {version}" for name, version in versions(root).items())


@cache
def library_version(name: str) -> str:
    """Return the installed version of a distribution; asked once a process, for the answer stands in a file."""
    return metadata.version(name)


@cache
def code_digest(module: str) -> str:
    """Return the SHA-256 of what a module's source means, or of all sources of a package."""
    found = importlib.util.find_spec(module)  # finds the source without running it
    if found is None or found.origin is None:
        raise ModuleNotFoundError(f"{module} has no source")
    path = Path(found.origin)
    paths = sorted(path.parent.rglob("*.py")) if path.name == "__init__.py" else [path]
    sources = {source.relative_to(path.parent).as_posix(): source.read_text(encoding="utf-8") for source in paths}
    as_written = _digest([f"{READER} {sys.version_info[:2]}", *(part for source in sources.items() for part in source)])
    known = _known.get(as_written)
    if known is None:
        known = _digest([part for name, text in sources.items() for part in (name, statements(text))])
    _used[as_written] = known
    return known


READER = 1
"""Counts up whenever `statements` keeps or leaves out something else."""

_known: dict[str, str] = {}
_used: dict[str, str] = {}
"""Digest of sources as they are written → digest of what they mean: from an earlier process, and asked for in this."""


def _digest(parts: Iterable[str]) -> str:
    total = hashlib.sha256()
    for part in parts:
        total.update(part.encode() + b"\0")
    return total.hexdigest()


@contextmanager
def digests_kept(folder: Path | None) -> Iterator[None]:
    """Find the digests of unchanged sources in a cache folder, and leave those that were asked for there.

    To read a source takes no time, but to take out what computes nothing does, of two hundred of them half a second.
    What is there is data only; of a damaged file nothing is taken. None keeps nothing.
    """
    if folder is None:
        yield
        return
    path = folder / "code.json"
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        found = None
    if isinstance(found, dict) and all(_SHA256.fullmatch(str(text)) for pair in found.items() for text in pair):
        _known.update(found)
    yield
    with suppress(EngineError):
        write_if_changed(path, json.dumps(_used, indent=1, sort_keys=True) + "\n")
