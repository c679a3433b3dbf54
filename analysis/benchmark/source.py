"""A benchmark by reference: where its files are and how it is read, so that another process can open it by itself."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from analysis.benchmark.workbench import Workbench
from analysis.cache import Cache
from analysis.overrides import NO_OVERRIDES, Overrides
from analysis.study.benchmark import Benchmark, read_benchmark
from analysis.study.settings import few_draws
from analysis.study.sound_benchmark import sound_benchmark
from analysis.work.unit import refuse_other_file


@dataclass(frozen=True)
class BenchmarkSource:
    """What the heavy results of a benchmark are computed from (a `Source`).

    Attributes:
        folder: the study's folder, as an absolute path.
        digests: file → SHA-256, as pairs, of every file that numbers rest on.
        overrides: settings instead of the study's own.
        partial: take what is sound of a study with errors.
        heavy: files among them that are opened only by the results that need them.
    """

    folder: Path
    digests: tuple[tuple[str, str], ...]
    overrides: Overrides = NO_OVERRIDES
    partial: bool = False
    heavy: frozenset[str] = frozenset()

    def files(self) -> list[str]:
        """Return the files that another machine needs: of a partial build all, since it looks at damaged ones, too."""
        if not self.partial:
            return [file for file, _ in self.digests]
        paths = (path for path in sorted(self.folder.rglob("*")) if path.is_file())
        return [path.relative_to(self.folder).as_posix() for path in paths]

    def open(self, folder: Path) -> Workbench:
        """Read the study for heavy results alone; nothing is kept and nobody is told of progress.

        Raises:
            InputError: a list or table is no longer the one that the digests were taken of.
        """
        for file, expected in self.digests:
            if file not in self.heavy:
                refuse_other_file(folder, file, expected)
        benchmark = open_benchmark(folder, self.overrides, self.partial, audit=False)
        return Workbench(benchmark, Cache(None), dict(self.digests), overridden=self.overrides.given)


def source_of(benchmark: Benchmark, digests: dict[str, str], overrides: Overrides, partial: bool) -> BenchmarkSource:
    """Return by what another process opens a benchmark that has been read here."""
    heavy = frozenset({*benchmark.attack_files.all, *benchmark.clip_files.values()})
    pairs = tuple(sorted(digests.items()))
    return BenchmarkSource(benchmark.folder.resolve(), pairs, overrides, partial, heavy)


def open_benchmark(
    folder: Path, overrides: Overrides, partial: bool, audit: bool = True, otherwise: str = ""
) -> Benchmark:
    """Read a benchmark for a build, with settings of the command line in place of its own.

    Args:
        folder: the study's folder.
        overrides: settings instead of the study's own.
        partial: take what is sound of a study with errors.
        audit: open every heavy file and check what is inside; a partial build always does.
        otherwise: what else can be done about an error, beside mending it.

    Raises:
        InputError: with all errors of the study's files.
    """
    benchmark = sound_benchmark(folder) if partial else read_benchmark(folder, audit, otherwise)
    if not overrides.given:
        return benchmark
    changed = {name: getattr(overrides, name) for name in sorted(overrides.given)}
    settings = replace(benchmark.settings, **changed)
    findings = benchmark.findings
    if "draws" in changed:
        seldom = few_draws(settings, "--draws")
        kept = [finding for finding in findings if finding.code != "few-draws"]
        findings = (*([seldom] if seldom else []), *kept)
    return replace(benchmark, settings=settings, findings=findings)
