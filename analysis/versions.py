"""Which versions of the program and of its libraries made the numbers, in words that do not depend on the machine."""

from __future__ import annotations

import re
from importlib import metadata
from pathlib import Path

import analysis

# What values and pictures are made with; the rest carries text.
LIBRARIES = ("numpy", "scipy", "polars", "rapidfuzz", "amfm-decompy", "soundfile", "matplotlib")
LOCK = "requirements.lock"
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


def version_lines(root: Path) -> tuple[str, ...]:
    """Return a line for the program and for each library.

    An installed version that the lock file names is written as the lock file has it, with its alternatives for other
    Pythons, so that every machine that keeps to it writes the same; any other is named as what it is.
    """
    pins = pinned(root / LOCK)
    lines = [f"voice-privacy-report {analysis.__version__}"]
    for name in LIBRARIES:
        installed, allowed = metadata.version(name), pins.get(name, ())
        if installed in allowed:
            lines.append(f"{name} {' or '.join(allowed)}")
        else:
            lines.append(f"{name} {installed} (not pinned by {LOCK})")
    return tuple(lines)
