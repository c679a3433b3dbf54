"""The fuzzer: damaged files into every reader, with a bound on time and memory for each.

`python -m tests.fuzz --inputs 100000` runs it; an input that makes a reader raise anything but a message for people,
take too long or take too much memory is kept, with the command that repeats it.
"""

from __future__ import annotations

import random
import resource
import shutil
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.mutations import mutate
from tests.fuzz.targets import Target

SECONDS = 10
"""How long one input may take; a usual one takes milliseconds, and a loaded machine takes several times as long."""

MEMORY = 1 << 30
"""Bytes that a reader may take on top of what the process has at the start."""


class TooSlow(BaseException):
    """One input took longer than `SECONDS`; no reader's `except Exception` catches it."""


@dataclass(frozen=True)
class Fault:
    """An input that a reader did not survive.

    Attributes:
        target: the name of the target.
        number: of the input, counted from 0; with the seed it makes the input again.
        what: the last line of the traceback, or that it took too long.
        trace: the whole traceback.
        data: the damaged file.
    """

    target: str
    number: int
    what: str
    trace: str
    data: bytes


@contextmanager
def bounded_memory(extra: int = MEMORY) -> Iterator[None]:
    """Let the process take `extra` more bytes of address space than it has, where the system can bound it."""
    pages = Path("/proc/self/statm")
    before = resource.getrlimit(resource.RLIMIT_AS)
    if pages.exists():
        now = int(pages.read_text().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (now + extra, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def _ring(_signal: int, _frame: object) -> None:
    raise TooSlow


def inputs_of(target: Target, seed: int, count: int) -> Iterator[bytes]:
    """Yield damaged files; the same for the same target, seed and number."""
    for number in range(count):
        chance = random.Random(f"{seed}/{target.name}/{number}")
        yield mutate(chance.choice(target.seeds), target.seeds, chance)


def fuzz(
    target: Target, folder: Path, seed: int, count: int, seconds: int = SECONDS, only: int | None = None
) -> list[Fault]:
    """Run one target and return what it did not survive; equal faults are told once.

    Args:
        target: the reader and its file.
        folder: an empty folder to work in; it is taken away afterwards.
        seed: of the damage.
        count: how many inputs.
        seconds: that one input may take.
        only: run this input alone.
    """
    target.prepare(folder)
    faults: dict[str, Fault] = {}
    before = signal.signal(signal.SIGALRM, _ring)
    try:
        with bounded_memory():
            for number, data in enumerate(inputs_of(target, seed, count)):
                if only is None or number == only:
                    what, trace = _survived(target, folder, data, seconds)
                    if what:
                        _note(faults, Fault(target.name, number, what, trace, data))
    finally:
        signal.signal(signal.SIGALRM, before)
        shutil.rmtree(folder, ignore_errors=True)
    return list(faults.values())


def _survived(target: Target, folder: Path, data: bytes, seconds: int) -> tuple[str, str]:
    """Return what went wrong and its traceback; both empty where nothing did."""
    signal.alarm(seconds)
    try:
        target.run(folder, data)
    except TooSlow:
        return f"took more than {seconds} s", traceback.format_exc()
    except Exception as error:
        return f"{type(error).__name__}: {error}"[:300], traceback.format_exc()
    finally:
        signal.alarm(0)
    return "", ""


def _note(faults: dict[str, Fault], fault: Fault) -> None:
    # The place where it was raised tells equal faults apart better than the words, which hold the input's own.
    lines = [line for line in fault.trace.splitlines() if line.startswith("  File ")]
    kind = fault.what.partition(":")[0]
    faults.setdefault(f"{kind} {lines[-1] if lines else fault.what}", fault)


def run_all(
    chosen: Sequence[Target], work: Path, seed: int, count: int, say: Callable[[str], None] = print
) -> list[Fault]:
    """Share `count` inputs among targets and return all faults."""
    share = max(1, -(-count // max(1, len(chosen))))
    found: list[Fault] = []
    for target in chosen:
        faults = fuzz(target, work / "input", seed, share)
        say(f"{target.name}: {share:,} inputs, {len(faults)} kinds of fault")
        found += faults
    return found
