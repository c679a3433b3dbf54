"""Which attacker is strongest for which system, whom the weakest one flatters, and how far a system falls.

For each anonymizer with an EER under at least two attackers two verdicts say under which attacker its EER is highest
and under which it is lowest; where the extreme is shared by two attackers there is none. The counts that sentences
need are ledger rows, for the recomputed EERs and for the shipped ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.workbench import ATTACKERS, INFORMED, SHIPPED_LIST, Workbench
from analysis.ledger import Entry, Ledger
from analysis.study.leaderboard import FILE as LEADERBOARD
from analysis.study.trials import FILE as TRIALS

TIED = "tied"
Rates = Mapping[str, float]

BOARD = ", ".join((LEADERBOARD, *(f"eer_{name}" for name in ATTACKERS)))
"""The published columns that the shipped counts rest on."""


def attackers(measured: Measured) -> Part:
    """Return the verdicts `<source>highest_eer/<system>` and `lowest_eer/<system>`, their counts, and the example.

    `<source>` is empty for recomputed EERs, `shipped_` for the shipped ones of the same systems, and `shipped_only_`
    for systems without files. The verdict `worked_example` names the anonymizer whose EER falls most from the ignorant
    to the lowest informed attacker; where no EER falls by what one decimal can show there is none.
    """
    bench, ledger = measured.bench, measured.ledger
    anonymizers = [system for system in bench.benchmark.systems if system.id != bench.benchmark.reference]
    here = [system.id for system in anonymizers if system.has_files]
    elsewhere = [system.id for system in anonymizers if not system.has_files]
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    for source, names, systems in (("", (), here), ("shipped_", ("shipped",), here),
                                   ("shipped_only_", ("shipped",), elsewhere)):  # fmt: skip
        rows = {system: rates(bench, ledger, system, *names) for system in systems}
        compared = {system: found for system, found in rows.items() if len(found) > 1}
        for kind, choose in (("highest_eer", max), ("lowest_eer", min)):
            chosen = {system: _only(found, choose(found.values())) for system, found in compared.items()}
            for system, attacker in chosen.items():
                verdicts[bench.key(source + kind, system)] = attacker
            entries += _counts(bench, source + kind, chosen.values(), BOARD if names else TRIALS)
    example = _example(bench, ledger, here)
    if example:
        verdicts[bench.key("worked_example")] = example
    return Part(tuple(entries), verdicts)


def rates(bench: Workbench, ledger: Ledger, system: str, *source: str) -> dict[str, float]:
    """Return attacker → EER in percent on the headline list, or as shipped, for the attackers that have one."""
    trials = SHIPPED_LIST if source else bench.headline
    found = {name: ledger.value(bench.key(*source, "eer", system, name, trials)) for name in ATTACKERS}
    return {name: value for name, value in found.items() if value is not None}


def _only(found: Rates, extreme: float) -> str:
    """Return the attacker with this EER; `tied` where several share it."""
    names = [name for name, value in found.items() if value == extreme]
    return names[0] if len(names) == 1 else TIED


def _counts(bench: Workbench, kind: str, chosen: Iterable[str], source: str) -> list[Entry]:
    chosen = list(chosen)
    if not chosen:
        return []
    word = "highest" if "highest" in kind else "lowest"
    shipped = "shipped " if kind.startswith("shipped") else ""
    rows = [
        bench.recomputed(
            ("count", kind, name), chosen.count(name), "count", 0, source,
            f"anonymizers whose {word} {shipped}EER is that of two attackers at once" if name == TIED
            else f"anonymizers whose {shipped}EER is {word} under the {name.replace('_', '-')} attacker",
            n=len(chosen),
        )
        for name in (*ATTACKERS, TIED)
    ]  # fmt: skip
    # What rests on published values alone is real, whatever the other inputs are.
    return [replace(row, inputs="real") for row in rows] if shipped else rows


def _example(bench: Workbench, ledger: Ledger, systems: Iterable[str]) -> str:
    falls = []
    for place, system in enumerate(systems):
        found = rates(bench, ledger, system)
        informed = [found[name] for name in INFORMED if name in found]
        if "ignorant" in found and informed:
            falls.append((found["ignorant"] - min(informed), -place, system))
    if not falls:
        return ""
    deepest, _, system = max(falls)
    return system if round(deepest, 1) > 0 else ""
