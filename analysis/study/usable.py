"""Which trials each file of embeddings or scores can score, and which of them all files can."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy

from analysis.errors import InputError
from analysis.study.benchmark import Benchmark
from analysis.study.embeddings import read_embeddings
from analysis.study.findings import Findings
from analysis.study.leaderboard import ATTACKERS
from analysis.study.scores import read_scores
from analysis.study.soundness import LEAST_SHARE


@dataclass(frozen=True)
class Usable:
    """What the files of attacks can be used for.

    Attributes:
        common: (trials,) bool: the trials that every file can score.
        unusable: utterances that some file has no sound vector of, or of which it is not known what they are; and the
            enrollment utterances of speakers that are not enrolled.
        attacks: (system, attacker) → how many trials its own files can score.
        shares: file → the share of the trials that it can score.
        lacking: file → the listed utterances that it has no sound vector of; for scores the trials, as their number.
        unreadable: files that cannot be opened at all, or whose vectors the reference's cannot be set against.
        enrolled: the indices of the speakers that are still enrolled.
        thinned: speakers whose model rests on fewer utterances than are listed.
        cancelled: speakers whose enrollment vectors cancel out in some file.
    """

    common: numpy.ndarray = field(repr=False)
    unusable: frozenset[str]
    attacks: Mapping[tuple[str, str], int]
    shares: Mapping[str, float]
    lacking: Mapping[str, tuple[str, ...] | int]
    unreadable: tuple[str, ...]
    enrolled: frozenset[int]
    thinned: frozenset[str]
    cancelled: frozenset[str]


def usable(benchmark: Benchmark) -> Usable:
    """Look through every file of attacks of a benchmark."""
    people, frame = benchmark.utterances, benchmark.trials.frame
    ids = people.frame["utt_id"].to_list()
    known = numpy.asarray([name not in people.doubtful for name in ids])
    enroll, spoken = frame["model"].to_numpy(), frame["utterance"].to_numpy()
    holds: dict[str, numpy.ndarray] = {}
    scored: dict[str, numpy.ndarray] = {}
    unreadable: list[str] = []
    dimensions: dict[str, int] = {}
    files = benchmark.attack_files
    for file in dict.fromkeys((*files.plain.values(), *files.informed.values())):
        try:
            vectors = read_embeddings(benchmark.folder / file, file, sound_only=True)
        except InputError:
            unreadable.append(file)
        else:
            holds[file] = numpy.asarray([name in vectors for name in ids], dtype=bool)
            dimensions[file] = vectors.dimension
    needed = dimensions.get(files.plain.get(files.reference, ""))
    for file in files.plain.values():
        # An audit that stops at a file's vectors has not come to their size.
        if needed is not None and dimensions.get(file, needed) != needed:
            unreadable.append(file)
            del holds[file]
    for file in dict.fromkeys(files.scored.values()):
        scores = read_scores(benchmark.folder, file, people, benchmark.trials, Findings(), sound_only=True)
        if scores is None:
            unreadable.append(file)
        else:
            scored[file] = numpy.isfinite(scores)

    def can(enrollment: numpy.ndarray, trial: numpy.ndarray) -> numpy.ndarray:
        """Say which trials can be scored by a side of enrollment and a side of trials: (trials,) bool."""
        return _enrolled(benchmark, enrollment & known)[enroll] & (trial & known)[spoken]

    everything = numpy.ones(len(ids), dtype=bool)
    common_holds = numpy.logical_and.reduce([everything, *holds.values()])
    enrolled = _enrolled(benchmark, common_holds & known)
    cancelled: set[str] = set()
    if not benchmark.trials.by_utterance:
        cancelled = _cancelled(benchmark, holds, common_holds & known)
        enrolled[[people.speaker_index[name] for name in cancelled]] = False
    common = numpy.logical_and.reduce([enrolled[enroll], (common_holds & known)[spoken], *scored.values()])
    attacks: dict[tuple[str, str], int] = {}
    for system in benchmark.systems:
        for attacker in ATTACKERS:
            scores, sides = files.scores(system.id, attacker), files.sides(system.id, attacker)
            if scores in scored:
                able = scored[scores]
            elif scores is None and sides is not None and all(side in holds for side in sides):
                able = can(holds[sides[0]], holds[sides[1]])
            else:
                continue
            attacks[system.id, attacker] = int(able.sum())
    shares = {file: float(can(held, held).mean()) for file, held in holds.items()}
    shares |= {file: float(able.mean()) for file, able in scored.items()}
    lacking: dict[str, tuple[str, ...] | int] = {
        file: tuple(name for name, here in zip(ids, held, strict=True) if not here)
        for file, held in holds.items() if not held.all()
    }  # fmt: skip
    lacking |= {file: int((~able).sum()) for file, able in scored.items() if not able.all()}
    unusable = {name for name, here in zip(ids, common_holds & known, strict=True) if not here}
    if benchmark.trials.by_utterance:  # no speaker has a model that could be thinned
        everybody = frozenset(range(len(people.speakers)))
        return Usable(
            common,
            frozenset(unusable),
            attacks,
            shares,
            lacking,
            tuple(unreadable),
            everybody,
            frozenset(),
            frozenset(),
        )
    thinned = {
        name
        for name, of_speaker in zip(people.speakers, people.enrollment, strict=True)
        if unusable.intersection(of_speaker)
    }
    for index, of_speaker in enumerate(people.enrollment):
        if not enrolled[index]:
            unusable |= set(of_speaker)
    return Usable(
        common, frozenset(unusable), attacks, shares, lacking, tuple(unreadable),
        frozenset(numpy.flatnonzero(enrolled).tolist()), frozenset(thinned), frozenset(cancelled),
    )  # fmt: skip


def _enrolled(benchmark: Benchmark, here: numpy.ndarray) -> numpy.ndarray:
    """Say for each speaker whether enough enrollment utterances are here to make its model: (speakers,) bool.

    A speaker for whom none is listed is none that anything enrolls. Where trials name the utterances that enroll, say
    for each utterance whether it is here: (utterances,) bool.
    """
    if benchmark.trials.by_utterance:
        return here
    people = benchmark.utterances
    counts = [
        (sum(bool(here[people.row[name]]) for name in of_speaker), len(of_speaker)) for of_speaker in people.enrollment
    ]
    return numpy.asarray([found > 0 and found >= LEAST_SHARE * listed for found, listed in counts], dtype=bool)


def _cancelled(benchmark: Benchmark, holds: Mapping[str, numpy.ndarray], here: numpy.ndarray) -> set[str]:
    """Return the speakers whose usable enrollment vectors have a mean of length zero in some file."""
    people = benchmark.utterances
    kept = [[name for name in of_speaker if here[people.row[name]]] for of_speaker in people.enrollment]
    found: set[str] = set()
    for file in holds:
        vectors = read_embeddings(benchmark.folder / file, file, sound_only=True)
        for speaker, names in zip(people.speakers, kept, strict=True):
            if names and not numpy.linalg.norm(vectors.rows(names).mean(axis=0)):
                found.add(speaker)
    return found
