"""What the few demo clips allow to say of pitch and tempo, and where the predicted naturalness stands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist

from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.prosody import GENDERS
from analysis.benchmark.workbench import Workbench
from analysis.ledger import Entry, Ledger
from analysis.study.demo import FILE as DEMO_CLIPS
from analysis.study.leaderboard import FILE as LEADERBOARD

BEYOND, WITHIN = "beyond chance", "within chance"
KEPT_TEMPO = 1.0
"""Percent; a mean duration ratio this near to one counts as a tempo that was kept."""


def pitch_facts(measured: Measured) -> Part:
    """Return how far chance reaches at the number of clips, who lies beyond it, whose tempo stays, and UTMOS counts."""
    bench, ledger = measured.bench, measured.ledger
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    systems = [
        system.id for system in bench.benchmark.systems if system.has_files and system.id != bench.benchmark.reference
    ]
    larger = _larger_gender(bench)
    if _apart(bench, ledger):
        verdicts[bench.key("genders_apart")] = larger
    entries += _chance(bench, ledger, systems, larger, verdicts)
    entries += _tempo(bench, ledger, systems)
    published = [system.id for system in bench.benchmark.systems if system.id != bench.benchmark.reference]
    entries += _naturalness(bench, ledger, published)
    return Part(tuple(entries), verdicts)


def _larger_gender(bench: Workbench) -> str:
    """Return the gender of most demo clips; the first of two that tie, empty where no gender is known."""
    numbers = {gender: sum(clip.gender == gender for clip in bench.benchmark.demo_clips) for gender in GENDERS}
    most = max(numbers, key=lambda gender: numbers[gender])
    return most if numbers[most] else ""


def _apart(bench: Workbench, ledger: Ledger) -> bool:
    """Say whether all clips of one gender lie above all of the other in the originals' pitch."""
    reference = bench.benchmark.reference
    edges = [
        tuple(ledger.value(bench.key(name, reference, gender)) for name in ("lowest_f0", "highest_f0"))
        for gender in GENDERS
    ]
    if any(edge is None for pair in edges for edge in pair):
        return False
    (low_a, high_a), (low_b, high_b) = edges
    return high_a < low_b or high_b < low_a


def _chance(
    bench: Workbench, ledger: Ledger, systems: Sequence[str], larger: str, verdicts: dict[str, str]
) -> list[Entry]:
    """Return how far from zero rho gets by chance, and how many systems lie beyond, over all clips and in a gender."""
    reach = NormalDist().inv_cdf((1 + bench.benchmark.settings.level) / 2)
    entries = []
    for system in systems:
        error = ledger.get(bench.key("rho_f0_error", system, "demo"))
        rho = ledger.value(bench.key("rho_f0", system, "demo"))
        if error is None or error.value is None or rho is None:
            continue
        entries.append(bench.recomputed(
            ("rho_f0_chance", system, "demo"), reach * error.value, "correlation", 2, error.source,
            "standard error at zero times the normal quantile of the level: unrelated sides seldom get beyond it",
            n=error.n,
        ))  # fmt: skip
        verdicts[bench.key("rho_f0", system, "demo")] = BEYOND if abs(rho) > reach * error.value else WITHIN
        within = ledger.get(bench.key("rho_f0", system, f"demo_{larger}"))
        if within is not None and within.value is not None and within.n:
            beyond = abs(within.value) > reach / (within.n - 1) ** 0.5
            verdicts[within.key] = BEYOND if beyond else WITHIN
    if entries:
        far = [system for system in systems if verdicts.get(bench.key("rho_f0", system, "demo")) == BEYOND]
        inside = [system for system in far if bench.key("rho_f0", system, f"demo_{larger}") in verdicts]
        kept = [system for system in inside if verdicts[bench.key("rho_f0", system, f"demo_{larger}")] == BEYOND]
        what = "number of systems whose pitch correlation on the demo clips is beyond chance"
        entries.append(_count(bench, ("rho_f0", "beyond_chance"), len(far), len(entries), what, DEMO_CLIPS))
        if inside:
            what = f"of these, systems whose correlation over the {larger} clips alone is beyond chance too"
            entries.append(_count(bench, ("rho_f0", "beyond_chance_within"), len(kept), len(inside), what, DEMO_CLIPS))
    return entries


def _tempo(bench: Workbench, ledger: Ledger, systems: Sequence[str]) -> list[Entry]:
    ratios = [
        ratio for system in systems if (ratio := ledger.value(bench.key("duration_ratio", system, "demo"))) is not None
    ]
    if not ratios:
        return []
    kept = sum(abs(100 * (ratio - 1)) <= KEPT_TEMPO for ratio in ratios)
    return [
        Entry(bench.key("setting", "kept_tempo"), KEPT_TEMPO, "percent", 0, "shipped", "defaults",
              "a mean duration ratio this near to one counts as a tempo that was kept"),
        _count(bench, ("duration", "kept"), kept, len(ratios), "number of systems that keep the tempo", DEMO_CLIPS),
    ]  # fmt: skip


def _naturalness(bench: Workbench, ledger: Ledger, systems: Sequence[str]) -> list[Entry]:
    original = ledger.value(bench.key("shipped", "utmos", bench.benchmark.reference))
    scores = [score for system in systems if (score := ledger.value(bench.key("shipped", "utmos", system))) is not None]
    if original is None or not scores:
        return []
    what = "number of anonymizers whose predicted score is above that of the unprotected speech"
    above = sum(score > original for score in scores)
    counted = _count(bench, ("utmos", "above_reference"), above, len(scores), what, f"{LEADERBOARD}, utmos")
    return [replace(counted, inputs="real")]  # it rests on published values alone


def _count(bench: Workbench, names: tuple[str, ...], value: int, n: int, what: str, source: str) -> Entry:
    return bench.recomputed(("count", *names), value, "count", 0, source, what, n=n)
