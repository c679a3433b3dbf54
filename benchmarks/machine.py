"""What the measurements ran on, in words; no name of a host, no path."""

from __future__ import annotations

import os
import platform
from importlib import metadata
from pathlib import Path

PACKAGES = ("numpy", "scipy", "polars", "rapidfuzz", "scikit-learn", "confidence_intervals", "jiwer", "matplotlib")


def machine() -> str:
    """Return processor, cores and memory, Python and the versions of what takes part, as lines of Markdown."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    lines = [f"{_processor()}, {cores} cores for this run, {_memory()}; {platform.system()}",
             f"Python {platform.python_version()}"]  # fmt: skip
    versions = [f"{name} {metadata.version(name)}" for name in PACKAGES]
    return "\n".join(f"- {line}" for line in [*lines, ", ".join(versions)]) + "\n"


def _processor() -> str:
    cpus = Path("/proc/cpuinfo")
    if cpus.is_file():
        for line in cpus.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _memory() -> str:
    try:
        size = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):
        return "memory unknown"
    return f"{size / 2**30:.0f} GiB of memory"
