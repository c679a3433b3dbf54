"""Made-up intervals by three ways of resampling, added to the made-up results of a benchmark."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import median

from analysis.ledger import Entry, Ledger, key
from analysis.results import Histogram, Results

ATTACKERS = ("ignorant", "lazy", "semi_informed")
KINDS = ("two_sided", "trials")
Ratios = Mapping[str, Sequence[float]]


def with_intervals(
    results: Results,
    ratios: Ratios,
    *,
    left_out: Mapping[str, int] | None = None,
    published: Sequence[float] = (),
    beyond: int | None = None,
) -> Results:
    """Return the results with widths whose ratios to the one-sided width are given, in turn, by kind.

    `published` are the shipped widths (one-sided, two-sided, trials) of the second system and the ignorant attacker;
    `beyond` is how many gaps are beyond chance, by default all.
    """
    study, ledger = results.study, results.ledger
    entries: list[Entry] = []

    def add(*names, value=None, unit="percentage points", decimals=1, edges=(None, None), n=None, missing=""):
        entries.append(
            Entry(
                key(study, *names), value, unit, decimals, "shipped" if names[0] == "shipped" else "recomputed",
                source="embeddings/a.npz", method="made up", ci_low=edges[0], ci_high=edges[1], n=n, missing=missing,
                inputs="simulated" if results.simulated and names[0] != "shipped" else "real",
            )
        )  # fmt: skip

    found: dict[str, list[float]] = {kind: [] for kind in KINDS}
    turn = 0
    for system in results.systems:
        if not system.recomputed:
            continue
        for attacker in ATTACKERS:
            names = (system.id, attacker)
            entry = ledger[key(study, "eer", *names, results.trial_list)]
            known = entry.ci_low is not None
            width = entry.ci_high - entry.ci_low if known else None
            add("width", "speaker", *names, value=width, missing=entry.missing)
            for kind in KINDS:
                ratio = ratios[kind][turn % len(ratios[kind])] if known else None
                wide = ratio * width if known else None
                edges = (entry.value - wide / 2, entry.value + wide / 2) if known else (None, None)
                add(f"eer_{kind}", *names, results.trial_list, value=entry.value, unit="percent", edges=edges,
                    n=entry.n, missing=entry.missing)  # fmt: skip
                add("width", kind, *names, value=wide, missing=entry.missing)
                add("width_ratio", kind, *names, value=ratio, unit="ratio", decimals=2, missing=entry.missing)
                if known:
                    found[kind].append(ratio)
            for edge in ("low", "high"):
                add(
                    "edge_error",
                    "eer",
                    *names,
                    results.trial_list,
                    edge,
                    value=0.12 if known else None,
                    decimals=2,
                    missing=entry.missing,
                )
            turn += known
    for kind, several in found.items():
        if not several:
            continue
        for word, value in (("median", median(several)), ("lowest", min(several)), ("highest", max(several))):
            add(f"width_ratio_{word}", kind, "all", value=value, unit="ratio", decimals=2, n=len(several))
        for word, count in (("narrower", sum(r < 1 for r in several)), ("wider", sum(r > 1 for r in several))):
            for name, number in ((word, count), (f"{word}_beyond_error", count if beyond is None else beyond)):
                add("count", name, kind, "all", value=number, unit="count", decimals=0, n=len(several))
    if any(found.values()):
        add("edge_error_median", "all", value=0.12, decimals=2, n=2 * turn)
        add("edge_error_max", "all", value=0.23, decimals=2, n=2 * turn)
        for kind in ("speaker", *KINDS):
            number = (left_out or {}).get(kind, 0)
            add("count", "left_out", kind, value=number, unit="count", decimals=0, n=1000)
    for kind, width in zip(("speaker", *KINDS), published, strict=False):
        add("shipped", "width", kind, results.systems[1].id, "ignorant", value=width)
    return replace(results, ledger=Ledger([*ledger, *entries]), histograms=_draws(results))


def _draws(results: Results) -> tuple[Histogram, ...]:
    """Return nine bars around each EER of the second system."""
    made = []
    for system in results.systems[1:2]:
        for attacker in ATTACKERS:
            entry = results.ledger[key(results.study, "eer", system.id, attacker, results.trial_list)]
            if entry.value is not None:
                edges = tuple(entry.value + step / 2 for step in range(-5, 5))
                made.append(Histogram(entry.key, edges, (1, 3, 7, 12, 15, 11, 6, 4, 1)))
    return tuple(made)
