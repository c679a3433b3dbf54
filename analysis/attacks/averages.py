"""The printed cells, the means over genders and the averages over datasets that follow from them, and printed averages.

Nothing is averaged over what is missing: a system without a value for one gender of a dataset, or for one dataset of a
split, has no mean there. A mean over one value is that value, as shipped.
"""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import product

from analysis.attacks.panel import (
    MEASURES,
    WHOLE,
    Measure,
    Panel,
    Value,
    by_attacker,
    by_gender,
    source,
    split_key,
)
from analysis.ledger import Entry
from analysis.measures.agreement import agreement
from analysis.rows import Part
from analysis.study.attacks import AVERAGES_FILE

COMPARISONS = {
    "agrees": "agrees at the printed precision",
    "rounding": "differs by rounding only",
    "differs": "differs",
}


def printed_cells(panel: Panel) -> Part:
    """Every printed cell, as shipped, and the empty places beside it."""
    entries: list[Entry] = []
    for measure, system, attacker in _places(panel):
        for dataset in panel.attacks.datasets:
            for gender in panel.printed_genders(measure.name, dataset.id):
                cell = panel.cell(measure.name, system, attacker, dataset.id, gender)
                parts = _key(measure, system, attacker, dataset.id)
                if by_gender(measure.name):
                    parts = (*parts, gender or WHOLE)
                entries.append(
                    panel.rows.shipped(
                        ("shipped", *parts), cell.value, measure.unit, source(measure.name), "as printed",
                        decimals=cell.decimals,
                        missing=panel.missing(measure.name, system, attacker, dataset.id, gender),
                    )
                )  # fmt: skip
    return Part(entries)


def means(panel: Panel) -> Part:
    """The value of each system in each dataset: the mean over its genders."""
    entries = []
    for measure, system, attacker in _places(panel):
        for dataset in panel.attacks.datasets:
            genders = panel.genders(measure.name, dataset.id)
            if not genders:
                continue
            value = panel.of_dataset(measure.name, system, attacker, dataset.id)
            method = f"mean of the values of {' and '.join(g or 'all' for g in genders)} speakers"
            entries.append(_entry(panel, measure, _key(measure, system, attacker, dataset.id), value, method))
    return Part(entries)


def averages(panel: Panel) -> Part:
    """The value of each system on each split: the average over its datasets, by their weights."""
    entries = []
    for measure, system, attacker in _places(panel):
        for split in panel.splits:
            datasets = panel.datasets(measure.name, split)
            if not datasets:
                continue
            value = panel.of_split(measure.name, system, attacker, split)
            if panel.weighted(measure.name, split):
                how = ", ".join(f"{d.id} × {d.weight.text}" for d in datasets)
                method = f"average by weight: {how}, divided by the sum of the weights"
            else:
                method = f"mean over {', '.join(d.id for d in datasets)}"
            files = f"{source(measure.name)}; datasets.csv, split, weight"
            parts = ("average", *_key(measure, system, attacker, split_key(split)))
            entries.append(_entry(panel, measure, parts, value, method, files))
    return Part(entries)


def weights(panel: Panel) -> Part:
    """The weight of each dataset that has one."""
    return Part([
        panel.rows.shipped(
            ("weight", dataset.id), dataset.weight.value, "number", "datasets.csv, weight", "as given",
            decimals=dataset.weight.decimals,
        )
        for dataset in panel.attacks.datasets
        if dataset.weight.value is not None
    ])  # fmt: skip


def printed_averages(panel: Panel) -> Part:
    """The averages that were printed, and how the recomputed ones agree with them."""
    rows = panel.rows
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    differences: list[float] = []
    for (system, split, attacker), cells in sorted(panel.attacks.averages.items()):
        for name, cell in cells.items():
            measure = MEASURES[name]
            parts = ("average", *_key(measure, system, attacker, split_key(split)))
            entries.append(
                rows.shipped(
                    ("shipped", *parts), cell.value, measure.unit, f"{AVERAGES_FILE}, {name}", "as printed",
                    decimals=cell.decimals,
                )
            )  # fmt: skip
            ours = panel.of_split(name, system, attacker, split) if panel.datasets(name, split) else Value(None)
            if ours.value is None or cell.value is None:
                continue
            compared = agreement(ours.value, cell.value, cell.decimals)
            differences.append(float(abs(Decimal(repr(ours.value)) - Decimal(repr(cell.value)))))
            verdicts[rows.key("agreement", *parts)] = compared.verdict
    if not panel.attacks.averages:
        return Part([])
    files = f"results.csv; datasets.csv, weight; {AVERAGES_FILE}"
    said = list(verdicts.values())
    entries.append(
        rows.recomputed(
            ("count", "agreement", "compared"), len(said), "count", files, "printed averages that can be recomputed"
        )
    )
    for name, words in COMPARISONS.items():
        entries.append(
            rows.recomputed(
                ("count", "agreement", name), said.count(words), "count", files,
                f"printed averages whose recomputed value {words}", n=len(said),
            )
        )  # fmt: skip
    entries.append(
        rows.recomputed(
            ("agreement_max", "average"), max(differences, default=None), "number", files,
            "largest absolute difference between a recomputed and a printed average, each in its own unit",
            decimals=4, n=len(said), missing="no average to compare",
        )
    )  # fmt: skip
    return Part(entries, verdicts)


def _places(panel: Panel) -> Iterator[tuple[Measure, str, str]]:
    """Give each measure with each system, and with each attacker where it has some."""
    systems = [system.id for system in panel.systems if system.recomputed]
    for measure, system in product(MEASURES.values(), systems):
        if panel.any_value(measure.name):
            for attacker in panel.attackers_of(system) if by_attacker(measure.name) else ("",):
                yield measure, system, attacker


def _key(measure: Measure, system: str, attacker: str, rest: str) -> tuple[str, ...]:
    return (measure.name, system, *([attacker] if attacker else []), rest)


def _entry(panel: Panel, measure: Measure, parts: tuple[str, ...], value: Value, method: str, files: str = "") -> Entry:
    """Return the row of a mean; where it is one cell, the row of this cell."""
    if value.cell is not None:
        return panel.rows.shipped(
            parts, value.value, measure.unit, source(measure.name), "as printed", decimals=value.cell.decimals
        )
    return panel.rows.recomputed(
        parts, value.value, measure.unit, files or source(measure.name), method,
        decimals=panel.decimals(measure.name), n=len(value.made), missing=value.missing,
    )  # fmt: skip
