"""A benchmark study in the usual layout, read, resolved and checked; the heavy files are opened when asked for."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy

from analysis.results import Corpus, Pair
from analysis.study import (
    audits,
    comparisons,
    demo,
    emotions,
    leaderboard,
    published,
    settings,
    transcripts,
    trials,
    utterances,
)
from analysis.study.absences import note_absences
from analysis.study.attack_files import (
    AttackFiles,
    check_reference,
    find_attack_files,
    note_absent_attacks,
)
from analysis.study.audio import Clip, read_clip
from analysis.study.benchmark_systems import (
    BenchmarkSystem,
    check_names,
    ordered_systems,
    registered_pairs,
    system_of,
)
from analysis.study.clip_files import all_clips, listed_clips
from analysis.study.comparisons import Comparisons, note_unknown_pairs, read_comparisons
from analysis.study.demo import DemoClip, read_demo_clips
from analysis.study.embeddings import Embeddings, read_embeddings
from analysis.study.emotions import Emotions, read_emotions
from analysis.study.findings import Finding, Findings, named
from analysis.study.ids import id_fault, with_id
from analysis.study.layout import audit_layout
from analysis.study.leaderboard import Leaderboard, read_leaderboard
from analysis.study.published import Published, read_published
from analysis.study.reading import read_whole
from analysis.study.score_files import audit_scores
from analysis.study.scores import read_scores
from analysis.study.settings import Settings, few_draws, read_settings
from analysis.study.soundness import Coverage
from analysis.study.tables import read_table
from analysis.study.texts import is_there
from analysis.study.transcripts import Transcripts, read_transcripts
from analysis.study.trial_lists import TrialList
from analysis.study.trials import Trials, read_trials
from analysis.study.utterances import Utterances, read_utterances


@dataclass(frozen=True, eq=False)
class Benchmark:
    """A benchmark study whose ids and labels all resolve.

    Attributes:
        folder: the study's folder.
        settings: from `study.toml`, with the defaults.
        utterances: the test utterances, speakers and corpora.
        trials: the trials and the trial lists.
        transcripts: None where there are none.
        demo_clips: the demo clips, in the order of the file; empty where there are none.
        leaderboard: None where there is none.
        comparisons: the published paired differences; empty where there are none.
        pairs: the registered pairs; `recomputed` says whether both systems have files here.
        published: further published numbers, in the order of the file; empty where there are none.
        attack_files: the embeddings and scores that are here.
        emotions: emotions and their predictions; None where there are none.
        systems: in listing order: as in `study.toml`, then the reference, then by name.
        findings: warnings and notes.
        inputs: the files that numbers rest on, relative to the study, with `/`, sorted.
        coverage: what a partial build left out; None where nothing was.
    """

    folder: Path
    settings: Settings
    utterances: Utterances
    trials: Trials
    transcripts: Transcripts | None
    demo_clips: tuple[DemoClip, ...]
    leaderboard: Leaderboard | None
    comparisons: Comparisons
    pairs: tuple[Pair, ...]
    systems: tuple[BenchmarkSystem, ...]
    findings: tuple[Finding, ...] = ()
    inputs: tuple[str, ...] = ()
    published: tuple[Published, ...] = ()
    attack_files: AttackFiles = field(default_factory=AttackFiles, repr=False)
    clip_files: Mapping[tuple[str, str], str] = field(default_factory=dict, repr=False)
    emotions: Emotions | None = None
    coverage: Coverage | None = field(default=None, repr=False)

    @property
    def study(self) -> str:
        """Return the id, which is the folder's name."""
        return self.settings.study

    @property
    def is_partial(self) -> bool:
        """Say whether errors keep a part of the study out."""
        return self.coverage is not None

    def reason(self, *names: str, otherwise: str) -> str:
        """Return why a value of something is missing: what a partial build says of its file, else what is handed in."""
        return otherwise if self.coverage is None else self.coverage.missing.get(names, otherwise)

    @property
    def reference(self) -> str:
        """Return the id of the unprotected system."""
        return self.settings.reference

    @property
    def speakers(self) -> tuple[str, ...]:
        """Return the speakers, sorted by code point."""
        return self.utterances.speakers

    @property
    def corpora(self) -> tuple[Corpus, ...]:
        """Return the corpora, sorted by name."""
        return self.utterances.corpora

    @property
    def lists(self) -> Mapping[str, TrialList]:
        """Return the trial lists by name."""
        return self.trials.lists

    def system(self, name: str) -> BenchmarkSystem:
        """Return a system by its id.

        Raises:
            KeyError: no system has this id.
        """
        return with_id(self.systems, name)

    def embeddings(self, system: str, semi_informed: bool = False) -> Embeddings | None:
        """Read a system's embeddings; None where it has no such file.

        Raises:
            InputError: the file cannot be used.
        """
        file = (self.attack_files.informed if semi_informed else self.attack_files.plain).get(system)
        return None if file is None else read_embeddings(self.folder / file, file, sound_only=self.is_partial)

    def scores(self, system: str, attacker: str) -> numpy.ndarray | None:
        """Read the score that an attacker gives each trial of a system, (trials,); None where it has no such file.

        Raises:
            InputError: the file cannot be used.
        """
        file = self.attack_files.scores(system, attacker)
        if file is None:
            return None
        findings = Findings()
        found = read_scores(self.folder, file, self.utterances, self.trials, findings, sound_only=self.is_partial)
        if not self.is_partial:  # its trials are those that have a sound score
            findings.stop_on_errors(self.study)
        return found

    def clip_file(self, system: str, utterance: str) -> str | None:
        """Return the sound file of a demo clip as this system made it, relative to the study; None where absent."""
        return self.clip_files.get((system, utterance))

    def clip(self, system: str, utterance: str) -> Clip | None:
        """Read a demo clip as this system made it (the reference: the original); None where there is no such file.

        Raises:
            InputError: the file cannot be used.
        """
        file = self.clip_file(system, utterance)
        return None if file is None else read_clip(self.folder / file, file)


def read_benchmark(folder: Path, audit: bool = True, otherwise: str = "") -> Benchmark:
    """Read a benchmark study for a build.

    Args:
        folder: the study's folder; nothing is ever written there.
        audit: open every embedding file and clip and check what is inside.
        otherwise: what else can be done about an error, beside mending it.

    Raises:
        InputError: with all errors of the study's files.
    """
    return read_whole(lambda place, findings: load_benchmark(place, findings, audit), folder, otherwise)


def load_benchmark(
    folder: Path, findings: Findings, audit: bool = True, without: Collection[str] = ()
) -> Benchmark | None:
    """Read a benchmark study as far as it goes; None where errors leave no utterances or no trials.

    Args:
        folder: the study's folder.
        findings: gets what is wrong, doubtful or absent.
        audit: open every heavy file and check what is inside.
        without: files that are left out as if they were absent; that they are is told by whoever asks for it.
    """
    if not folder.is_dir():
        findings.error(
            "folder", "", f"{folder} is not a folder", advice="name the folder that holds meta/ and embeddings/"
        )
        return None
    given = read_settings(folder, findings)
    if seldom := few_draws(given):
        findings.add(seldom)
    for file in (utterances.FILE, trials.FILE):
        if not is_there(folder, file):
            findings.error("missing", file, "the file is missing", advice="a benchmark needs its lists in meta/")
    people = read_utterances(folder, findings) if is_there(folder, utterances.FILE) else None
    if people is None:
        _tell_the_rest(folder, given, findings)
        return None

    def is_here(file: str) -> bool:
        return file not in without and is_there(folder, file)

    tried = read_trials(folder, people, findings) if is_here(trials.FILE) else None
    texts = read_transcripts(folder, people, findings) if is_here(transcripts.FILE) else None
    felt = read_emotions(folder, people, findings) if is_here(emotions.FILE) else None
    board = read_leaderboard(folder, people.corpora, findings, given.text) if is_here(leaderboard.FILE) else None
    slugs = [corpus.slug for corpus in people.corpora]
    further = read_published(folder, slugs, findings) if is_here(published.FILE) else ()
    clips = read_demo_clips(folder, people, findings) if is_here(demo.FILE) else ()
    found = find_attack_files(folder, given.reference, findings)
    left = found.without(without)
    heard = listed_clips(folder, given.reference, clips, findings)
    ids = ordered_systems(
        given,
        {
            *found.systems,
            *(texts.systems if texts else ()),
            *(felt.systems if felt else ()),
            *(system for system, _ in heard),
            *(board.systems if board else ()),
        },
        findings,
    )
    check_names(ids, findings)
    # A system whose id cannot be used is left out, but what else is wrong with its files is told all the same.
    ids = [name for name in ids if not id_fault(name)]
    attacks = left.of_systems(ids)
    sounds = {place: file for place, file in heard.items() if place[0] in ids}
    systems = tuple(
        replace(
            system_of(name, given, attacks, texts, sounds, board, felt), damaged=name in found.systems - attacks.systems
        )
        for name in ids
    )
    shipped = Comparisons()
    if is_here(comparisons.FILE):
        shipped = read_comparisons(folder, ids, findings) or Comparisons()
        note_unknown_pairs(shipped, ids, findings)
    pairs = registered_pairs(given, shipped, systems, findings)
    check_reference(found, findings)
    if audit:
        audits.audit_embeddings(folder, left.plain, given.reference, people, tried, findings)
        audits.audit_embeddings(folder, left.informed, "", people, tried, findings)
        if tried is not None:
            audit_scores(folder, left.scored, people, tried, findings)
        audits.audit_clips(folder, heard, given.reference, findings)
    _note_unit_of_text(given, board, findings)
    note_absent_attacks(found, {system.id: system.label for system in systems}, findings)
    note_absences(systems, texts, board, clips, pairs, findings)
    if tried is None:
        return None
    texts_and_lists = [
        settings.FILE, utterances.FILE, trials.FILE, transcripts.FILE, leaderboard.FILE, demo.FILE, comparisons.FILE,
        published.FILE, emotions.FILE,
    ]  # fmt: skip
    inputs = sorted([file for file in [*texts_and_lists, *attacks.all] if is_here(file)] + [*sounds.values()])
    if audit:
        audit_layout(folder, {*inputs, *all_clips(folder)}, texts_and_lists, findings)
    return Benchmark(
        folder=folder,
        settings=given,
        utterances=people,
        trials=tried,
        transcripts=texts,
        demo_clips=clips,
        leaderboard=board,
        comparisons=shipped,
        pairs=pairs,
        systems=systems,
        findings=tuple(finding for finding in findings.sorted() if finding.severity != "error"),
        inputs=tuple(inputs),
        published=further,
        attack_files=attacks,
        clip_files=sounds,
        emotions=felt,
    )


def _tell_the_rest(folder: Path, given: Settings, findings: Findings) -> None:
    """Tell what can be said of the other files without the list of utterances, so that one answer holds all of it."""
    for file, columns in (
        (trials.FILE, trials.COLUMNS), (transcripts.FILE, transcripts.COLUMNS), (leaderboard.FILE, ("system",)),
        (demo.FILE, ("utt_id",)), (published.FILE, published.COLUMNS),
    ):  # fmt: skip
        if is_there(folder, file):
            read_table(folder, file, columns, findings)
    if is_there(folder, comparisons.FILE):
        read_comparisons(folder, (), findings)
    check_reference(find_attack_files(folder, given.reference, findings), findings)


def _note_unit_of_text(given: Settings, board: Leaderboard | None, findings: Findings) -> None:
    """Note that columns named after characters are read as rates over words, where the study counts words."""
    written = [board.in_file(column) for column in board.columns] if board else []
    rates = [column for column in written if column.split("_")[0] == leaderboard.CHARACTER_RATE]
    if given.text == "words" and rates:
        findings.note(
            "unit-of-text",
            leaderboard.FILE,
            f"{named(rates, 20)} {'is' if len(rates) == 1 else 'are'} taken as the rate over words, the study's unit "
            "of text",
            advice="take the columns out where they count characters",
            remark="The rates that the leaderboard's columns cer give are taken as rates over words, the unit of text "
            "of this study.",
        )
