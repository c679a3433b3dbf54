"""Which demo clips of a benchmark can be heard, so that every system's pitch rests on the same ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.study.benchmark import Benchmark
from analysis.study.findings import Finding
from analysis.study.soundness import LEAST_SHARE


@dataclass(frozen=True)
class Clips:
    """What is left out of the demo clips.

    Attributes:
        files: the sound files that cannot be read.
        systems: systems of which more than half cannot; all their clips are left out.
        utterances: demo clips that cannot be read of some other system; they are left out of every system.
        silent: whether most originals cannot be read, so that nothing can be compared with them.
    """

    files: tuple[str, ...] = ()
    systems: frozenset[str] = frozenset()
    utterances: frozenset[str] = frozenset()
    silent: bool = False

    def leaves_out(self, system: str, utterance: str) -> bool:
        """Say whether a clip is left out."""
        return self.silent or system in self.systems or utterance in self.utterances


def sound_clips(benchmark: Benchmark, errors: Sequence[Finding]) -> Clips:
    """Return what the errors leave of the demo clips of a benchmark."""
    bad = {error.file for error in errors if error.code == "audio"}
    damaged = [place for place, file in benchmark.clip_files.items() if file in bad]
    here: dict[str, int] = {}
    for system, _ in benchmark.clip_files:
        here[system] = here.get(system, 0) + 1
    lost = {system: sum(name == system for name, _ in damaged) for system in here}
    most = frozenset(system for system, count in lost.items() if here[system] - count < LEAST_SHARE * here[system])
    silent = benchmark.reference in most
    return Clips(
        files=tuple(sorted(bad & set(benchmark.clip_files.values()))),
        systems=frozenset(here) if silent else most,
        utterances=frozenset(utterance for system, utterance in damaged if system not in most),
        silent=silent,
    )
