"""EER of each list of trials as it was published, by our rule and by those of two toolkits, beside the shipped values.

The lists are those of the column `list` of the trials: an evaluation that gives an EER for each of several lists gives
none for all of them together, and only list by list can its values be held against the scores.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy

from analysis.benchmark.attack_units import attack_unit, attacked, attacker_files, ranked
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.workbench import Workbench
from analysis.ledger import Entry
from analysis.measures import agreement, equal_error_rate
from analysis.measures.eer_toolkits import TOOLKITS, toolkit_eer
from analysis.study.benchmark import Benchmark
from analysis.study.published import FILE as PUBLISHED
from analysis.study.trials import FILE as TRIALS
from analysis.work import Unit

MEASURE = "eer_list"
OURS = "nearest"
RULES = (OURS, *TOOLKITS)
AGREES = "agrees at the printed precision"
DECIMALS = 3
"""Digits of a list's EER where nothing is shipped beside it."""


def published_lists(benchmark: Benchmark) -> dict[str, numpy.ndarray]:
    """Return list → mask (trials,) bool, sorted by name; empty where the trials name no list."""
    of = benchmark.trials.frame["list"]
    return {name: (of == name).to_numpy() for name in sorted(set(of.unique().to_list()) - {""})}


def units(bench: Workbench) -> Iterator[Unit]:
    """Describe the EERs of every attack list by list; nothing where the trials name no list."""
    names = attacked(bench.benchmark) if published_lists(bench.benchmark) else ()
    return (_unit(bench, *each) for each in names)


def _unit(bench: Workbench, system: str, attacker: str) -> Unit:
    return attack_unit(
        bench, MEASURE, system, attacker, _compute, "analysis.benchmark.list_rates", "analysis.measures.eer_toolkits",
        drawn=False,
    )  # fmt: skip


@dataclass(frozen=True)
class _Rate:
    """The EER of one attack on one list by every rule, and the shipped one, None where none is."""

    names: tuple[str, str, str]
    values: dict[str, float]
    theirs: Entry | None


def list_rates(measured: Measured) -> Part:
    """Return EERs and their agreement with the shipped ones, list by list.

    Verdicts: `list_agreement/<rule>/<system>/<attacker>/<list>` → the words of `measures.agreement` without an
    interval; `list_rule` → the toolkit whose rule hits most of the shipped values.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    bench = measured.bench
    masks = published_lists(bench.benchmark)
    if not masks:
        return Part()
    rates: list[_Rate] = []
    entries: list[Entry] = []
    for system, attacker in attacked(bench.benchmark):
        found = bench.result(_unit(bench, system, attacker))
        files = attacker_files(bench.benchmark, system, attacker) or ()
        for place, (name, mask) in enumerate(masks.items()):
            names = (system, attacker, name)
            values = {rule: float(found[rule][place]) for rule in RULES}
            rates.append(_Rate(names, values, measured.ledger.get(bench.key("shipped", MEASURE, *names))))
            entries += _rows(bench, rates[-1], ", ".join([*dict.fromkeys(files), TRIALS]), int(mask.sum()))
    entries += _means(measured, rates, len(masks))
    verdicts = {
        (rule, *rate.names): agreement(rate.values[rule], rate.theirs.value, rate.theirs.decimals).verdict
        for rate in rates
        if rate.theirs is not None and rate.theirs.value is not None
        for rule in RULES
    }
    said = {bench.key("list_agreement", *names): verdict for names, verdict in verdicts.items()}
    if verdicts:
        hits = {rule: sum(v == AGREES for (of, *_), v in verdicts.items() if of == rule) for rule in RULES}
        compared = len(verdicts) // len(RULES)
        entries += [_count(bench, rule, count, compared) for rule, count in hits.items()]
        # Of toolkits that hit as many the first: it is the one that writes such lists today.
        said[bench.key("list_rule")] = max(TOOLKITS, key=lambda rule: hits[rule])
    return Part(tuple(entries), said)


def _compute(bench: Workbench, system: str, attacker: str) -> dict[str, numpy.ndarray]:
    attack, masks = ranked(bench, system, attacker), published_lists(bench.benchmark)
    found: dict[str, list[float]] = {rule: [] for rule in RULES}
    for mask in masks.values():
        scores, is_target, *_ = attack.of(mask)
        found[OURS].append(equal_error_rate(scores, is_target).value)
        for toolkit in TOOLKITS:
            found[toolkit].append(toolkit_eer(scores, is_target, toolkit))
    return {rule: numpy.asarray(values) for rule, values in found.items()}


def _rows(bench: Workbench, rate: _Rate, source: str, trials: int) -> Iterator[Entry]:
    decimals = DECIMALS if rate.theirs is None or rate.theirs.value is None else rate.theirs.decimals
    for rule, value in rate.values.items():
        measure = MEASURE if rule == OURS else f"{MEASURE}_{rule}"
        yield bench.recomputed(
            (measure, *rate.names), value, "percent", decimals, source,
            f"EER of the trials of this list, {rule} rule, with the digits of the published one", n=trials,
            missing="no target or no non-target trial",
        )  # fmt: skip


def _means(measured: Measured, rates: list[_Rate], lists: int) -> Iterator[Entry]:
    """Yield the mean over all lists of each attack, of ours and of the shipped values, where all lists have one."""
    bench = measured.bench
    if lists < 2:
        return
    by_attack: dict[tuple[str, str], list[_Rate]] = {}
    for rate in rates:
        by_attack.setdefault(rate.names[:2], []).append(rate)
    for names, here in by_attack.items():
        ours = numpy.asarray([rate.values[OURS] for rate in here])
        yield bench.recomputed(
            (f"{MEASURE}_mean", *names), float(ours.mean()), "percent", DECIMALS, TRIALS,
            "mean of the EERs of all lists, nearest rule", n=lists, missing="a list has no EER",
        )  # fmt: skip
        theirs = [rate.theirs.value for rate in here if rate.theirs is not None and rate.theirs.value is not None]
        if len(theirs) == lists:
            yield bench.recomputed(
                (f"{MEASURE}_mean_shipped", *names), float(numpy.mean(theirs)), "percent", DECIMALS, PUBLISHED,
                "mean of the shipped EERs of all lists", n=lists,
            )  # fmt: skip


def _count(bench: Workbench, rule: str, hits: int, compared: int) -> Entry:
    return bench.recomputed(
        ("count", "list_agreement", rule), hits, "count", 0, PUBLISHED,
        f"EERs of a list that the {rule} rule hits at the printed precision", n=compared,
    )  # fmt: skip
