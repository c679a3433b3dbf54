"""A study on its way from its files to its results: read, begun by whoever computes, put together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from analysis.attacks import attacks_results
from analysis.benchmark import Workbench, begin_all, benchmark_results
from analysis.benchmark.source import open_benchmark, source_of
from analysis.cache import Cache
from analysis.challenge import challenge_results
from analysis.challenge.claims import check_claims
from analysis.errors import InputError
from analysis.files import digest
from analysis.overrides import Overrides
from analysis.partial import with_coverage
from analysis.results import Results
from analysis.standing import Standing
from analysis.study.attacks import Attacks, read_attacks
from analysis.study.benchmark import Benchmark
from analysis.study.challenge import Challenge, read_challenge
from analysis.study.findings import Findings
from analysis.study.settings import read_settings
from analysis.study.sound_attacks import sound_attacks
from analysis.study.sound_challenge import sound_challenge
from analysis.work import Begun, Workers

Study = Benchmark | Challenge | Attacks
Progress = Callable[[str, int, int], None]
INSTEAD = "or build what is sound: `vpreport build --partial` leaves the rest out and says so on the pages"
"""What can be done about an error beside mending it."""


class Underway:
    """One study of a build.

    Attributes:
        study: as it was read.
        digests: file → SHA-256 of every file that numbers rest on.
        heavy: whether it has results that others can compute; only a benchmark has.
    """

    def __init__(self, folder: Path, overrides: Overrides, partial: bool) -> None:
        """Read the study.

        Raises:
            InputError: it cannot be used; the message holds all of its errors.
        """
        self._overrides, self._partial, self._name = overrides, partial, folder.resolve().name
        if not folder.is_dir():
            raise InputError(f"{folder} is not a folder", advice="name a study's folder")
        self._standing = Standing(folder)
        with _named(self._name):
            self.study = _read(folder, overrides, partial)
            self.digests = {file: digest(folder / file) for file in self.study.inputs}
            self._standing.refuse_moved(self.digests)
        self.heavy = isinstance(self.study, Benchmark)
        self._bench: Workbench | None = None
        self._begun: Begun | None = None

    def begin(self, cache: Cache, crew: Workers, progress: Progress) -> None:
        """Let others begin with what is heavy."""
        if not isinstance(self.study, Benchmark):
            return
        bench = Workbench(self.study, cache, self.digests, overridden=self._overrides.given)
        name, done = self.study.study, 0

        def step(words: str) -> None:
            nonlocal done
            done += 1
            progress(f"{name}: {words}", done, bench.steps)

        bench.progress = step
        source = source_of(self.study, self.digests, self._overrides, self._partial)
        self._bench, self._begun = bench, begin_all(bench, crew, source)

    def finish(self) -> None:
        """Wait for what is heavy, and compute with the others meanwhile.

        Raises:
            InputError: a file of the study cannot be used, or has changed since it was read.
            EngineError: who computes cannot be reached, or dies.
        """
        if self._bench is not None and self._begun is not None:
            self._bench.cache.standing = self._standing.refuse_moved
            with _named(self._name):
                self._begun.finish()

    def results(self) -> Results:
        """Put the results together; what is heavy has begun before.

        Raises:
            InputError: a file of the study cannot be used, or has changed since it was read.
        """
        with _named(self._name):
            return with_coverage(self._results(), self.study.coverage)

    def _results(self) -> Results:
        if isinstance(self.study, Challenge):
            return challenge_results(self.study)
        if isinstance(self.study, Attacks):
            return attacks_results(self.study)
        if self._bench is None:
            raise ValueError("begin first")
        self.finish()
        return benchmark_results(self._bench)


@contextmanager
def _named(study: str) -> Iterator[None]:
    """See that an error says which study it is of: files of two studies have the same names.

    Raises:
        InputError: the error, with the study's name before it.
    """
    try:
        yield
    except InputError as error:
        if error.found.startswith(f"{study}: "):
            raise
        raise InputError(f"{study}: {error.found}", error.allowed, error.advice) from error


def _read(folder: Path, overrides: Overrides, partial: bool) -> Study:
    # A partial build tells wrong settings with everything else that it cannot go on with.
    kind = read_settings(folder, Findings() if partial else None).kind
    if kind == "challenge":
        return sound_challenge(folder, check_claims) if partial else read_challenge(folder, INSTEAD)
    if kind == "attacks":
        return sound_attacks(folder) if partial else read_attacks(folder, INSTEAD)
    return open_benchmark(folder, overrides, partial, otherwise=INSTEAD)
