"""Functions of a module that tests hand to other processes, and sources for them."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy

from analysis.cache import Recipe
from analysis.errors import InputError
from analysis.files import digest
from analysis.work import Unit

Arrays = dict[str, numpy.ndarray]


def double(number: int) -> Arrays:
    return {"x": numpy.asarray([2 * number])}


def refuse(number: int) -> Arrays:
    raise InputError(f"{number} is refused", "an even number", "take another")


class Unsendable(Exception):
    """An error that no pickle holds."""

    def __reduce__(self):
        raise TypeError("it cannot be pickled")


def unsendable(number: int) -> Arrays:
    raise Unsendable(number)


def process(_number: int) -> Arrays:
    return {"x": numpy.asarray([os.getpid()])}


def nap(number: int) -> Arrays:
    time.sleep(0.1)
    return process(number)


def leaves_a_file(number: int, folder: str) -> Arrays:
    (Path(folder) / str(number)).touch()
    return process(number)


def imported(_number: int, module: str) -> Arrays:
    """Return who computes, and whether a module has been imported there."""
    time.sleep(0.1)
    return {"x": numpy.asarray([os.getpid(), module in sys.modules])}


def rest(number: int) -> Arrays:
    """Take a minute; say so where the build itself computes."""
    if not is_worker():
        print("resting", flush=True)
    time.sleep(60)
    return double(number)


def died_once(number: int, marks: str) -> Arrays:
    """Kill the process that computes, unless one was killed before for this number; never the tests' own."""
    mark = Path(marks) / str(number)
    if not mark.exists() and is_worker():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    time.sleep(0.1)  # so that nobody computes everything before the others have begun
    return double(number)


def dies(number: int) -> Arrays:
    """Kill every process that computes, but the tests' own."""
    if is_worker():
        os.kill(os.getpid(), signal.SIGKILL)
    return double(number)


def is_worker() -> bool:
    return multiprocessing.parent_process() is not None or "VPREPORT_TEST_WORKER" in os.environ


def lengths(opened: dict[str, str], file: str) -> Arrays:
    return {"x": numpy.asarray([len(opened[file])])}


@dataclass(frozen=True)
class Texts:
    """A folder of texts as a source; opening it leaves a mark for each process."""

    folder: Path
    digests: tuple[tuple[str, str], ...]

    def files(self) -> list[str]:
        return [file for file, _ in self.digests]

    def open(self, folder: Path) -> dict[str, str]:
        return {file: (folder / file).read_text(encoding="utf-8") for file, _ in self.digests}


def texts(folder: Path, **contents: str) -> Texts:
    for name, content in contents.items():
        (folder / name).write_text(content, encoding="utf-8")
    return Texts(folder, tuple((name, digest(folder / name)) for name in sorted(contents)))


def unit(compute, number: int, *more: object, group: str = "") -> Unit:
    recipe = Recipe(f"s/{compute.__name__}/{number}", {}, {"number": number})
    return Unit(recipe, compute, (number, *more), group)


def length_of(source: Texts, file: str) -> Unit:
    return Unit(Recipe(f"s/length/{file}", {file: dict(source.digests)[file]}), lengths, (file,))
