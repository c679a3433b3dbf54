"""Ours against what others would write or install, in one run, in turns: the same list, the same draws."""

from __future__ import annotations

from collections.abc import Callable

import numpy

from analysis.measures import (
    edit_counts,
    eer_draws,
    equal_error_rate,
    joint_eer_draws,
    paired_difference,
    trial_draws,
    trial_eer_draws,
    two_sided_eer_draws,
)
from benchmarks import loops
from benchmarks.lists import TrialScores, crossed, sampled
from benchmarks.progress import tell
from benchmarks.timing import medians, ratio, seconds, shown, table

LARGER = ((100_000, 200), (579_818, 1_251))
"""Trials and speakers of the larger lists."""

SAME = "exactly the same"


def compared(theirs, ours) -> str:
    """Return in words how far values are from ours.

    >>> compared([1.0, 2.0], [1.0, 2.0]), compared([1.0, 2.0], [1.0, 1.5])
    ('exactly the same', 'at most 0.5 points apart')
    """
    apart = float(numpy.max(numpy.abs(numpy.subtract(theirs, ours))))
    return SAME if apart == 0 else f"at most {apart:.1g} points apart"


def must_be_the_same(theirs, ours) -> str:
    """Return that values are ours to the last bit.

    Raises:
        ValueError: they are not; then no ratio of times means anything.
    """
    if compared(theirs, ours) != SAME:
        raise ValueError(f"values that must be the same are {compared(theirs, ours)}")
    return SAME


def one_list(repeats: int = 7) -> str:
    """Return the table of one list of usual size."""
    of = crossed()
    ours = lambda: eer_draws(of.scores, of.is_target, of.enrolled, of.counts)  # noqa: E731
    given = (of.scores, of.is_target, of.enrolled, of.counts)
    other = (of.other_scores, *given[1:])
    sided = (of.scores, of.is_target, of.enrolled, of.spoken, of.counts)
    plain = lambda weights, scores=of.scores: loops.plain_loop(scores, of.is_target, weights(of), of.counts)  # noqa: E731
    rows = [
        _row("notebook loop", lambda: loops.notebook_loop(*given), ours, repeats, compared),
        _row("the same with one sort for all draws and whole numbers", lambda: plain(loops.one_sided), ours, repeats),
        _row("scikit-learn `roc_curve` in every draw", lambda: loops.roc_loop(*given), ours, repeats, compared),
        _row("ConfidenceIntervals, speakers as conditions", lambda: _by_conditions(of), ours, min(repeats, 3), _other),
        _row(
            "a paired difference of two systems with its interval, one sort each",
            lambda: numpy.subtract(plain(loops.one_sided, of.other_scores), plain(loops.one_sided)),
            lambda: _difference(given, other), repeats,
        ),
        _row("two-sided: weights of both speakers, one sort", lambda: plain(loops.two_sided),
             lambda: two_sided_eer_draws(*sided), repeats),
        _row("joint: targets once, others by both speakers, one sort", lambda: plain(loops.joint),
             lambda: joint_eer_draws(*sided), repeats),
    ]  # fmt: skip
    return table(["what stands against ours", "theirs", "ours", "values", "ratio"], rows)


def tried(repeats: int = 7) -> str:
    """Return the table of ways that were left again."""
    of = crossed()
    given = (of.scores, of.is_target, of.enrolled, of.counts)
    ours = lambda: eer_draws(*given)  # noqa: E731
    rows = [
        _row("running counts of every speaker at every trial, one matrix product", lambda: loops.full_tables(*given),
             ours, min(repeats, 3)),
        _row("the same tables, halved for all draws at once", lambda: loops.halved_tables(*given), ours, repeats),
    ]  # fmt: skip
    return table(["what was left again", "that", "ours", "values", "ratio"], rows)


def growing(repeats: int = 3, drawn: int = 20) -> str:
    """Return the table of larger lists; the loops are run for some draws only, and their time is multiplied."""
    rows = []
    for trials, speakers in LARGER:
        of = sampled(trials, speakers)
        for name, theirs, ours in _sides(of, drawn):
            tell(f"{name}: {trials:,} trials")
            taken = medians(seconds({"ours": ours}, repeats)) | medians(seconds({"theirs": theirs}, 2, warm=False))
            whole = taken["theirs"] * len(of.counts) / drawn
            values = compared(theirs(), ours()[:drawn])
            size = f"{trials:,} trials, {speakers:,} speakers"
            rows.append([f"{name}: {size}", shown(whole), shown(taken["ours"]), values, ratio(whole, taken["ours"])])
    return table(["what stands against ours", "theirs", "ours", "values", "ratio"], rows)


def _sides(of: TrialScores, drawn: int):
    few, given = of.counts[:drawn], (of.scores, of.is_target, of.enrolled)
    sided = (*given, of.spoken, of.counts)
    plain = lambda weights: loops.plain_loop(of.scores, of.is_target, weights(of), few)  # noqa: E731
    yield "a sort in every draw", lambda: loops.notebook_loop(*given, few), lambda: eer_draws(*given, of.counts)
    yield "one sort", lambda: plain(loops.one_sided), lambda: eer_draws(*given, of.counts)
    yield "two-sided, one sort", lambda: plain(loops.two_sided), lambda: two_sided_eer_draws(*sided)
    yield "joint, one sort", lambda: plain(loops.joint), lambda: joint_eer_draws(*sided)
    # Of a study's systems the first one waits for the draws of the trials, which take some seconds.
    each = numpy.concatenate(list(trial_draws(len(of.scores), drawn, seed=0)))
    yield (
        "trials drawn one by one, one sort, draws made before",
        lambda: loops.plain_loop(of.scores, of.is_target, lambda counts: counts, each),
        lambda: trial_eer_draws(of.scores, of.is_target, len(of.counts), seed=0),
    )


def texts(repeats: int = 7, utterances: int = 430, systems: int = 7) -> str:
    """Return the table of the edits between references and transcripts."""
    import jiwer

    generator = numpy.random.default_rng(0)
    signs = [chr(code) for code in range(0x1780, 0x17B3)]
    references = ["".join(generator.choice(signs, generator.integers(20, 90))) for _ in range(utterances * systems)]
    heard = ["".join(sign for sign in text if generator.random() > 0.2) or text for text in references]

    def theirs():
        found = jiwer.process_characters(references, heard)
        return found.substitutions + found.deletions + found.insertions

    def ours():
        return sum(edit_counts(*pair).errors for pair in zip(references, heard, strict=True))

    rows = [_row(f"jiwer: CER of {utterances} utterances of {systems} systems", theirs, ours, repeats)]
    return table(["what stands against ours", "theirs", "ours", "errors", "ratio"], rows)


def _row(
    name: str, theirs: Callable, ours: Callable, repeats: int, judge: Callable = must_be_the_same
) -> list[str]:  # fmt: skip
    tell(name)
    values = judge(theirs(), ours())
    taken = medians(seconds({"ours": ours, "theirs": theirs}, repeats, warm=False))
    return [name, shown(taken["theirs"]), shown(taken["ours"]), values, ratio(taken["theirs"], taken["ours"])]


def _difference(given, other) -> numpy.ndarray:
    """Return the difference in every draw, after its interval and verdict were made, too."""
    points = (equal_error_rate(scores, given[1]).value for scores in (other[0], given[0]))
    samples = eer_draws(*other), eer_draws(*given)
    paired_difference(*points, *samples)
    return numpy.subtract(*samples)


def _by_conditions(of: TrialScores):
    from confidence_intervals import evaluate_with_conf_int

    return evaluate_with_conf_int(
        of.scores, loops.unweighted_rate, of.is_target.astype(int), of.enrolled, num_bootstraps=len(of.counts)
    )


def _other(theirs, ours) -> str:
    return "another bootstrap: within a speaker the trials are resampled, too"
