"""The sound rest of a benchmark study: what every system can be measured on, and a count of all that is not.

See `soundness` for the rules. The folder is read twice: once to find every error, and once as if the damaged files
were not there, so that whatever follows from their absence is the same as for a study that never had them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from analysis.errors import InputError
from analysis.study import (
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
from analysis.study.attack_files import EMBEDDINGS, SEMI_INFORMED, formless
from analysis.study.benchmark import Benchmark, load_benchmark
from analysis.study.findings import Finding, Findings, quoted
from analysis.study.leaderboard import ATTACKERS
from analysis.study.left_out import left_out, shares
from analysis.study.score_files import SCORES
from analysis.study.sound_clips import Clips, sound_clips
from analysis.study.soundness import DAMAGED, LEAST_SHARE, Coverage, Loss, Rules, all_told, cannot_go_on
from analysis.study.trial_lists import check_lists
from analysis.study.usable import Usable, usable

CANCELLING = "cancelling-vectors"
RULES = Rules(
    rows={
        "": {"id"},
        settings.FILE: {"unresolved"},
        utterances.FILE: {"conflict", "id", "value"},
        trials.FILE: {"conflict", "id", "itself", "label", "ragged", "unresolved", "value"},
        transcripts.FILE: {"conflict", "id", "ragged", "unresolved"},
        leaderboard.FILE: {"conflict", "id", "ragged", "value"},
        demo.FILE: {"id", "ragged", "value"},
        emotions.FILE: {"conflict", "id", "ragged", "value"},
        comparisons.FILE: {"conflict", "key", "value"},
        published.FILE: {"conflict", "interval", "key", "ragged", "value"},
        f"{EMBEDDINGS}/": {CANCELLING, "coverage", "embeddings"},
        f"{SEMI_INFORMED}/": {CANCELLING, "coverage", "embeddings"},
        f"{SCORES}/": {"conflict", "coverage", "ragged", "score"},
        "audio/": {"audio"},
    },
    whole=(
        transcripts.FILE, leaderboard.FILE, demo.FILE, comparisons.FILE, published.FILE, emotions.FILE,
        f"{EMBEDDINGS}/", f"{SEMI_INFORMED}/", f"{SCORES}/", SEMI_INFORMED, SCORES, "audio",
    ),
    ends={"no-original"},
)  # fmt: skip
TWO_ORIGINS = Loss("scores and embeddings", "which is one of two origins of an attack")
THIN = Loss("too little is sound", "of which too little is sound")
"""Why a file is left out that could score fewer than half of the trials."""

MOST_CLIPS = "most clips are damaged"


@dataclass(frozen=True)
class Rest:
    """What is left of a benchmark, and what it was.

    Attributes:
        whole: the study as it is read with its errors.
        benchmark: the sound rest, without its coverage.
        damaged: file → why it is left out as a whole.
        usable: what each file of attacks can score.
        clips: which demo clips can be heard.
        errors: all errors.
    """

    whole: Benchmark
    benchmark: Benchmark
    damaged: Mapping[str, Loss]
    usable: Usable
    clips: Clips
    errors: tuple[Finding, ...]

    def loss(self, file: str) -> Loss | None:
        """Return why a file of attacks is left out; None where it is not."""
        return next((loss for name, loss in self.damaged.items() if formless(name) == formless(file)), None)

    @property
    def missing(self) -> dict[tuple[str, ...], str]:
        """Return what a value is of → why it is missing, for all that a damaged file or clip costs."""
        found: dict[tuple[str, ...], str] = {}
        before, after = self.whole.attack_files, self.benchmark.attack_files
        for system in self.whole.systems:
            for attacker in ATTACKERS:
                of = before.of(system.id, attacker)
                if of is not None and after.of(system.id, attacker) is None:
                    found["eer", system.id, attacker] = next(
                        loss.cell for file in of if (loss := self.loss(file)) is not None
                    )
            for kind, files in (("embeddings", before.plain), ("semi_informed", before.informed)):
                file = files.get(system.id)
                if file is not None and (loss := self.loss(file)) is not None:
                    found[kind, system.id] = loss.cell
            scored = [file for (name, _), file in before.scored.items() if name == system.id]
            if lost := [loss for file in scored if (loss := self.loss(file)) is not None]:
                found["scores", system.id] = lost[0].cell
            if transcripts.FILE in self.damaged:
                found["transcripts", system.id] = self.damaged[transcripts.FILE].cell
            if system.id in self.clips.systems:
                found["audio", system.id] = MOST_CLIPS
        return found


def sound_benchmark(folder: Path) -> Benchmark:
    """Read what is sound of a benchmark; one without an error is read as ever.

    Raises:
        InputError: nothing sound is left to go on with.
    """
    study = folder.resolve().name
    findings = Findings()
    whole = load_benchmark(folder, findings)
    if hopeless := RULES.hopeless(findings.errors):
        raise cannot_go_on(study, hopeless)
    if whole is None:
        raise cannot_go_on(study, findings.errors)
    return _with_coverage(_rest(folder, whole, findings))


def _rest(folder: Path, whole: Benchmark, findings: Findings) -> Rest:
    study, errors = whole.study, tuple(findings.errors)
    damaged = dict.fromkeys(RULES.damaged(errors), DAMAGED)
    damaged |= _of_two_origins(whole, errors)
    found = usable(replace(whole, attack_files=whole.attack_files.without(damaged)))
    damaged |= dict.fromkeys(found.unreadable, DAMAGED)
    damaged |= {file: THIN for file, share in found.shares.items() if share < LEAST_SHARE}
    reference = whole.attack_files.of(whole.reference, "ignorant") or ()
    if spoiled := [name for name in damaged if formless(name) in {formless(file) for file in reference}]:
        raise _without_reference(whole, spoiled[0], damaged[spoiled[0]], errors)
    again = Findings()
    benchmark = load_benchmark(folder, again, audit=False, without=frozenset(damaged))
    if benchmark is None:
        raise cannot_go_on(study, errors)
    found = usable(benchmark)
    clips = sound_clips(benchmark, errors)
    benchmark = _cut(benchmark, found, clips)
    is_target = benchmark.trials.frame["is_target"].to_numpy()
    if not is_target.any() or is_target.all():
        raise InputError(
            f"{study}: no target or no non-target trial is left that every system can be measured on, also with "
            "--partial",
            allowed="trials of which each file of embeddings or scores holds both sides",
            advice="mend the errors that `vpreport check` lists, or take away the file that lacks most",
        )
    told = Findings()
    for finding in (*_heard(whole), *benchmark.findings):
        if finding.file not in damaged:
            told.add(finding)
    check_lists(benchmark.trials.frame, benchmark.trials.lists, told)
    return Rest(whole, replace(benchmark, findings=tuple(told.sorted())), damaged, found, clips, errors)


def _of_two_origins(whole: Benchmark, errors: Sequence[Finding]) -> dict[str, Loss]:
    """Return the files of attacks that have scores and embeddings: which of the two is meant is not known."""
    doubtful = {error.file for error in errors if error.code == "two-origins"}
    gone: dict[str, Loss] = {}
    for (system, attacker), file in whole.attack_files.scored.items():
        sides = whole.attack_files.sides(system, attacker)
        if file in doubtful and sides is not None:
            gone |= {file: TWO_ORIGINS, sides[1]: TWO_ORIGINS}
    return gone


def _without_reference(whole: Benchmark, file: str, why: Loss, errors: Sequence[Finding]) -> InputError:
    of_file = [error for error in errors if error.file == file]
    found = Finding("error", "no-original", file, f"the unprotected speech ({quoted(whole.reference)}) has no usable "
                    f"file: {why.cell}", advice="every system is set against it")  # fmt: skip
    return cannot_go_on(whole.study, [found, *of_file])


def _heard(whole: Benchmark) -> list[Finding]:
    """Return what the audits of the heavy files found."""
    heavy = tuple(f"{name}/" for name in (EMBEDDINGS, SEMI_INFORMED, SCORES, "audio"))
    return [one for one in whole.findings if one.file.startswith(heavy)]


def _cut(benchmark: Benchmark, found: Usable, clips: Clips) -> Benchmark:
    people = replace(benchmark.utterances, unusable=found.unusable)
    heard = {place: file for place, file in benchmark.clip_files.items() if not clips.leaves_out(*place)}
    gone = set(benchmark.clip_files.values()) - set(heard.values())
    return replace(
        benchmark,
        utterances=people,
        trials=benchmark.trials.keep(found.common),
        demo_clips=tuple(clip for clip in benchmark.demo_clips if clip.utt_id not in clips.utterances),
        clip_files=heard,
        systems=tuple(replace(one, audio=one.audio and one.id not in clips.systems) for one in benchmark.systems),
        inputs=tuple(file for file in benchmark.inputs if file not in gone),
    )


def _with_coverage(rest: Rest) -> Benchmark:
    benchmark = rest.benchmark
    # Vectors that cancel out are told of as the speakers that they cost.
    gone = all_told(left_out(rest), (error for error in rest.errors if error.code != CANCELLING))
    if not gone:
        return rest.whole
    return replace(
        benchmark,
        coverage=Coverage(
            left_out=gone,
            shares=tuple(shares(rest)),
            missing=rest.missing,
            errors=rest.errors,
            cut=_identity(rest),
            touched=_touched(rest),
        ),
    )


def _identity(rest: Rest) -> str:
    """Return a digest of what is left of the lists that heavy results read; empty where they are whole."""
    whole, benchmark = rest.whole, rest.benchmark
    texts = [] if benchmark.transcripts is None else benchmark.transcripts.frame["utt_id"].to_list()
    cut = {
        "trials": [benchmark.trials.frame["model"].to_list(), benchmark.trials.frame["utterance"].to_list()],
        "models": benchmark.utterances.enrollment,
        "texts": texts,
    }
    full = (
        len(benchmark.trials) == whole.trials.listed
        and benchmark.utterances.enrollment == whole.utterances.enrollment
        and (benchmark.transcripts is None or not benchmark.transcripts.left_out)
    )
    return "" if full else hashlib.sha256(json.dumps(cut).encode()).hexdigest()


def _touched(rest: Rest) -> frozenset[str]:
    """Return words of the sources of numbers that rest on less than was listed."""
    whole, benchmark = rest.whole, rest.benchmark
    found: set[str] = set()
    attacked = len(benchmark.trials) < whole.trials.listed
    if attacked or benchmark.utterances.unusable:
        found |= {trials.FILE, EMBEDDINGS, SCORES, "EER", "scores", "pairs"}
    elif any(file.startswith((EMBEDDINGS, SEMI_INFORMED, SCORES)) for file in rest.damaged):
        found |= {"of every", "EER"}
    if benchmark.transcripts is not None and benchmark.transcripts.left_out:
        found |= {transcripts.FILE, "error rate", "pairs"}
    if any(error.file == emotions.FILE for error in rest.errors):
        found.add(emotions.FILE)
    if rest.clips.utterances or rest.clips.systems:
        found |= {"audio/", demo.FILE}
    return frozenset(found)
