"""What only numbers show wrong with a benchmark, for `vpreport check`: tied scores, published values not confirmed.

A build says the same on its pages, from the ledger. Nothing here is kept: a check needs no draws and no interval.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy

from analysis.benchmark.content import corpus_rates
from analysis.benchmark.cosine import enrolled_models, rough_scores, trial_vectors
from analysis.benchmark.workbench import ATTACKERS, SHIPPED_LIST, printed_decimals
from analysis.errors import InputError
from analysis.measures import agreement, class_recalls, equal_error_rate
from analysis.study.benchmark import Benchmark
from analysis.study.emotions import PREFIX
from analysis.study.findings import Findings, quoted
from analysis.study.leaderboard import FILE as LEADERBOARD
from analysis.study.score_files import warn_of_ties
from analysis.study.ties import tied_scores

ROUNDING = ("agrees at the printed precision", "differs by rounding only")


@dataclass(frozen=True)
class Compared:
    """A published value beside the one that the study's files give.

    Attributes:
        system: whose value it is.
        ours: recomputed, not rounded.
        text: as published.
        theirs: the published number.
        decimals: as published.
        differs: whether they differ by more than rounding.
    """

    system: str
    ours: float
    text: str
    theirs: float
    decimals: int
    differs: bool


@dataclass
class _Look:
    benchmark: Benchmark
    findings: Findings
    compared: dict[str, list[Compared]] = field(default_factory=dict)

    def compare(self, system: str, column: str, ours: float) -> None:
        """Set a recomputed value beside the published one, where there is one."""
        board = self.benchmark.leaderboard
        if board is None or numpy.isnan(ours):
            return
        cell, low, high = (board.cell(system, f"{column}{edge}") for edge in ("", "_ci_low", "_ci_high"))
        if cell.value is None:
            return
        edges = (low, high) if low.value is not None and high.value is not None else ()
        decimals = printed_decimals(cell, *edges)
        verdict = agreement(ours, cell.value, decimals).verdict
        one = Compared(system, ours, cell.text, cell.value, decimals, verdict not in ROUNDING)
        self.compared.setdefault(column, []).append(one)


def second_look(benchmark: Benchmark, findings: Findings) -> None:
    """Compute each EER, error rate and UAR once, and add what they show.

    - a warning for each attack by embeddings in which most trials bring no score of their own (score files are looked
      through where they are read);
    - a warning for each attack whose targets mostly score below the non-targets;
    - for each column of the leaderboard, how many values differ by more than rounding from those that the files give:
      a warning, and a note where the inputs are simulated.
    """
    look = _Look(benchmark, findings)
    _look_at_attacks(look)
    for system in benchmark.systems:
        if system.transcripts and system.leaderboard:
            for corpus, rate in corpus_rates(benchmark, system.id).items():
                look.compare(system.id, "cer" if corpus == "all" else f"cer_{corpus}", rate)
        if system.emotions and system.leaderboard:
            _look_at_emotions(look, system.id)
    for column, compared in look.compared.items():
        _tell(benchmark, column, compared, findings)


def _look_at_attacks(look: _Look) -> None:
    benchmark, findings = look.benchmark, look.findings
    frame = benchmark.trials.frame
    is_target = frame["is_target"].to_numpy()
    listed = benchmark.lists.get(SHIPPED_LIST)
    for system, attacker, scores, file in _attacks(benchmark):
        _warn_of_inversion(benchmark, system, attacker, scores, is_target, findings)
        if file:
            ties = tied_scores(scores, benchmark.trials.first)
            if ties.high:
                warn_of_ties(ties, file, system, attacker, findings)
        if listed is not None and _is_published(benchmark, system, attacker):
            rate = equal_error_rate(scores[listed.mask], is_target[listed.mask])
            look.compare(system, f"eer_{attacker}", rate.value)


def _warn_of_inversion(
    benchmark: Benchmark, system: str, attacker: str, scores: numpy.ndarray, is_target: numpy.ndarray,
    findings: Findings,
) -> None:  # fmt: skip
    if system == benchmark.reference and attacker == "lazy":  # scored as by the ignorant one
        return
    # The means are cheap; only where they stand the wrong way round is the EER worth its time.
    if not 0 < is_target.sum() < len(is_target) or scores[is_target].mean() >= scores[~is_target].mean():
        return
    rate = equal_error_rate(scores, is_target)
    if rate.inverted:
        file = benchmark.attack_files.trial_file(system, attacker) or ""
        findings.warning(
            "inverted", file,
            f"{quoted(system)}, {attacker} attacker: targets mostly score below non-targets (EER {rate.value:.1f} %)",
            allowed="higher scores for what is more alike",
            advice="are the scores inverted, such as distances? Turn their sign; are labels exchanged? Mend the trials",
        )  # fmt: skip


def _look_at_emotions(look: _Look, system: str) -> None:
    """Compare a UAR with the nearer of the two that are in use; which of them was published is seldom said."""
    heard, board = look.benchmark.emotions, look.benchmark.leaderboard
    published = board.cell(system, "uar").value if board else None
    if heard is None or published is None:
        return
    parts = [heard.frame, *(heard.frame.filter(heard.frame["fold"] == fold) for fold in heard.folds)]
    pooled, *folds = (
        class_recalls(part["emotion"].to_list(), part[PREFIX + system].to_list()).average for part in parts
    )
    both = [pooled, *([float(numpy.mean(folds))] if folds else [])]
    look.compare(system, "uar", min(both, key=lambda rate: abs(rate - published)))


def _is_published(benchmark: Benchmark, system: str, attacker: str) -> bool:
    board = benchmark.leaderboard
    return board is not None and board.cell(system, f"eer_{attacker}").value is not None


def _attacks(benchmark: Benchmark) -> Iterator[tuple[str, str, numpy.ndarray, str]]:
    """Return system, attacker, scores and, where these come from embeddings, the file of the trial side."""
    for system in benchmark.systems:
        for attacker in ATTACKERS:
            sides = benchmark.attack_files.sides(system.id, attacker)
            try:
                if benchmark.attack_files.scores(system.id, attacker):
                    given = benchmark.scores(system.id, attacker)
                    if given is not None:
                        yield system.id, attacker, given, ""
                    continue
                if sides is None:
                    continue
                informed = attacker == "semi_informed"
                trial = benchmark.embeddings(system.id, semi_informed=informed)
                enrolled = benchmark.embeddings(benchmark.reference) if attacker == "ignorant" else trial
                if trial is None or enrolled is None:
                    continue
                models, enroll = enrolled_models(benchmark, enrolled)
                vectors, place = trial_vectors(benchmark, trial)
                if models.shape[1] == vectors.shape[1]:
                    yield system.id, attacker, rough_scores(models, vectors, enroll, place), sides[-1]
            except InputError:  # whoever read the files has told it
                continue


def _tell(benchmark: Benchmark, column: str, compared: Sequence[Compared], findings: Findings) -> None:
    """Tell of one column how many of its values do not come out, and the farthest."""
    board = benchmark.leaderboard
    differing = [one for one in compared if one.differs]
    if not differing or board is None:
        return
    far = max(differing, key=lambda one: abs(one.ours - one.theirs))
    hundredths = all(abs(100 * one.theirs - one.ours) < abs(one.theirs - one.ours) for one in differing)
    advice = (
        "multiply the column by 100: a hundred times its values come nearer"
        if hundredths and max(one.theirs for one in compared) <= 1
        else "look for other trials, files or rules behind the published values; the chapter on agreement shows all"
    )
    simulated = benchmark.settings.simulated
    tell = findings.note if simulated else findings.warning
    ours = f"{far.ours:.{max(2, far.decimals)}f}"
    tell(
        "recomputed", LEADERBOARD,
        f"{len(differing)} of {len(compared)} values differ by more than rounding from those that the files give; the "
        f"farthest is that of {quoted(far.system)}: {far.text} published, {ours} recomputed",
        allowed="what these files give" + ("; the inputs are simulated" if simulated else ""),
        advice=advice, row=board.rows.get(far.system), column=board.in_file(column),
    )  # fmt: skip
