"""EER of each gender: same-gender trials whose enrolled speaker is female, or male.

The two rest on two sets of speakers, so that their intervals stand beside each other and no difference is tested.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy

from analysis.benchmark.attack_units import attack_unit, attacked, attacker_files, ranked
from analysis.benchmark.kinds import Drawn
from analysis.benchmark.measured import Part
from analysis.benchmark.privacy import UNDEFINED
from analysis.benchmark.trial_draws import MODULES, draws_of_trials, parameters_of
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry
from analysis.measures import Interval, equal_error_rate
from analysis.study.benchmark import Benchmark
from analysis.study.trials import FILE as TRIALS
from analysis.study.utterances import FILE as UTTERANCES
from analysis.work import Unit

GENDERS = ("female", "male")


def gender_masks(benchmark: Benchmark) -> dict[str, numpy.ndarray]:
    """Return gender → which trials are same-gender trials whose enrolled speaker has it: (trials,) bool."""
    if "same_gender" not in benchmark.lists:
        return {}
    enrolled = numpy.asarray(benchmark.utterances.genders)[benchmark.trials.frame["enroll"].to_numpy()]
    return {gender: benchmark.lists["same_gender"].mask & (enrolled == gender) for gender in GENDERS}


def units(bench: Workbench) -> Iterator[Unit]:
    """Describe the EERs of both genders for every attack; nothing where no gender is known."""
    names = attacked(bench.benchmark) if gender_masks(bench.benchmark) else ()
    return (_unit(bench, *each) for each in names)


def _unit(bench: Workbench, system: str, attacker: str) -> Unit:
    return attack_unit(
        bench, "eer_gender", system, attacker, _compute, "analysis.benchmark.gender_rates", *MODULES,
        **parameters_of(bench.kind.draws),
    )  # fmt: skip


def gender_rates(bench: Workbench) -> Part:
    """Compute or fetch the EER of each gender for every system and attacker; nothing where no gender is known.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    masks = gender_masks(bench.benchmark)
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    left_out: dict[str, int] = {}
    given = bench.benchmark.settings
    taking_part = [bench.taking_part_in(mask) for mask in masks.values()]
    scales = [bench.eer_scale(mask) for mask in masks.values()]
    cases = [(s.id, attacker) for s in bench.benchmark.systems if s.has_files for attacker in ATTACKERS]
    for system, attacker in cases if masks else ():
        files = attacker_files(bench.benchmark, system, attacker)
        if files is None:
            absence = bench.benchmark.attack_files.absence(attacker)
            reason = bench.benchmark.reason("eer", system, attacker, otherwise=absence)
            for gender in masks:
                names = ("eer_gender", system, attacker, gender)
                entries.append(bench.recomputed(names, None, "percent", 1, TRIALS, "EER, nearest rule", missing=reason))
            continue
        rates = bench.result(_unit(bench, system, attacker))
        without = rates.get("without", [None] * len(masks))
        intervals = [
            bench.interval(Drawn(float(point), samples, left, here, scale))
            for point, samples, left, here, scale in zip(
                rates["points"], rates["samples"], without, taking_part, scales, strict=True
            )
        ]
        for gender, samples in zip(masks, rates["samples"], strict=True):
            left_out[gender] = int(numpy.isnan(samples).sum())
        for (gender, mask), value, interval in zip(masks.items(), rates["points"], intervals, strict=True):
            resampled = bench.resampled(interval, UNDEFINED, bench.kind.of_trials)
            entries.append(
                bench.recomputed(
                    ("eer_gender", system, attacker, gender), float(value), "percent", 1,
                    ", ".join([*dict.fromkeys(files), TRIALS, UTTERANCES]),
                    f"EER, nearest rule, same-gender trials of {gender} enrolled speakers; {resampled}",
                    interval=interval, n=int(mask.sum()),
                    missing="undefined" if mask.any() else f"no trials of {gender} speakers",
                )
            )  # fmt: skip
        if None not in intervals:
            verdicts[bench.key("eer_gender", system, attacker)] = _beside(*intervals)
    entries += [draws_left_out(bench, gender, count) for gender, count in left_out.items() if 0 < count < given.draws]
    return Part(tuple(entries), verdicts)


def draws_left_out(bench: Workbench, name: str, count: int) -> Entry:
    """Return the row that says how many draws hold no target or no non-target trial of a list or gender."""
    return bench.recomputed(
        ("count", "draws_left_out", name), count, "count", 0, f"{TRIALS}, {UTTERANCES}",
        "draws without a target or without a non-target trial", n=bench.benchmark.settings.draws,
    )  # fmt: skip


def _beside(female: Interval, male: Interval) -> str:
    """Say how the two intervals lie."""
    if female.high < male.low:
        return "male higher, intervals apart"
    return "female higher, intervals apart" if male.high < female.low else "intervals overlap"


def _compute(bench: Workbench, system: str, attacker: str) -> dict[str, numpy.ndarray]:
    attack = ranked(bench, system, attacker)
    lists = [attack.of(mask) for mask in gender_masks(bench.benchmark).values()]
    drawn = [draws_of_trials(bench.kind.draws, *trials, bench.counts) for trials in lists]
    return {
        "points": numpy.asarray([equal_error_rate(*trials[:2]).value for trials in lists]),
        **{name: numpy.asarray([one[name] for one in drawn]) for name in drawn[0]},
    }
