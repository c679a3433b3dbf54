"""Draws of the headline EER by other ways of resampling than the published one: by both speakers, and by trials."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import numpy

from analysis.benchmark.attack_units import attack_unit, attacked, attacker_files, ranked
from analysis.benchmark.trial_draws import MODULES, draws_of_trials
from analysis.benchmark.workbench import Workbench
from analysis.measures import fewest_draws, trial_eer_draws
from analysis.study.settings import Settings
from analysis.study.trials import Trials
from analysis.study.utterances import Utterances
from analysis.work import Unit

TRIAL_DRAWS = 1_000
"""Most draws of single trials, or as many as an interval at the study's level needs.

They stand beside the others for comparison only, for which these are enough, and each takes as long as the list: ten
thousand draws of the trials would take most of the time of a build.
"""


def trial_draws(given: Settings) -> int:
    """Return how often single trials are drawn.

    >>> trial_draws(Settings("s", draws=50)), trial_draws(Settings("s", draws=10_000))
    (50, 1000)
    >>> trial_draws(Settings("s", draws=10_000, level=0.999))
    2000
    """
    return min(given.draws, max(TRIAL_DRAWS, fewest_draws(given.level)))


def units(bench: Workbench) -> Iterator[Unit]:
    """Describe the draws of every attack by these ways."""
    return (_unit(bench, *names) for names in attacked(bench.benchmark))


def _unit(bench: Workbench, system: str, attacker: str) -> Unit:
    return attack_unit(
        bench, "resamples", system, attacker, _compute, "analysis.benchmark.resamples", *MODULES,
        "analysis.measures.intervals", list=bench.headline, trial_draws=trial_draws(bench.benchmark.settings),
    )  # fmt: skip


def resamples(bench: Workbench, system: str, attacker: str) -> dict[str, numpy.ndarray] | None:
    """Return the draws of the headline EER; None where a file is absent.

    `two_sided` and `joint` are (draws,), `trials` (trial draws,); `without`, (speakers,), is the EER without each
    speaker in both roles.

    Two-sided and joint: the same draws of the speakers as everywhere. Trials: drawn from the list in the order of
    enrolled speaker, utterance and, where trials name one, enrolling utterance, so that every system has the same draws
    and the order of the file takes no part.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    if attacker_files(bench.benchmark, system, attacker) is None:
        return None
    return bench.result(_unit(bench, system, attacker))


def _compute(bench: Workbench, system: str, attacker: str) -> dict[str, numpy.ndarray]:
    given, attack = bench.benchmark.settings, ranked(bench, system, attacker)
    trials = *attack.of(bench.benchmark.lists[bench.headline].mask), bench.counts
    if not len(trials[0]):
        undefined = numpy.full(given.draws, numpy.nan)
        of_trials = numpy.full(trial_draws(given), numpy.nan)
        without = numpy.full(bench.counts.shape[1], numpy.nan)
        return {"two_sided": undefined, "joint": undefined, "without": without, "trials": of_trials}
    order = _drawn_order(bench.benchmark.trials, bench.benchmark.utterances, bench.headline)
    is_target = bench.benchmark.trials.frame["is_target"].to_numpy()[order]
    joint = draws_of_trials("joint", *trials)
    return {
        "two_sided": draws_of_trials("two_sided", *trials)["samples"],
        "joint": joint["samples"],
        "without": joint["without"],
        "trials": trial_eer_draws(attack.scores[order], is_target, trial_draws(given), given.seed),
    }


@lru_cache(maxsize=1)
def _drawn_order(trials: Trials, utterances: Utterances, headline: str) -> numpy.ndarray:
    """Return the rows of the trials of the headline list in the order in which trials are drawn, for every attack."""
    ids = utterances.frame["utt_id"].to_list()
    rank = numpy.empty(len(ids), dtype=numpy.int64)
    rank[sorted(range(len(ids)), key=ids.__getitem__)] = numpy.arange(len(ids))
    keys = [rank[trials.frame["utterance"].to_numpy()], trials.frame["enroll"].to_numpy()]
    if trials.by_utterance:
        keys.insert(0, rank[trials.frame["model"].to_numpy()])
    order = numpy.lexsort(keys)
    return order[trials.lists[headline].mask[order]]
