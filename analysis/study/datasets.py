"""The datasets of results by attacker: which split each belongs to, and what it weighs in an average."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from analysis.study.cells import Cell
from analysis.study.columns import check_each_once, counts, words_of
from analysis.study.findings import Findings, named
from analysis.study.ids import check_ids
from analysis.study.tables import read_table
from analysis.study.texts import is_there

FILE = "datasets.csv"
COLUMNS = ("dataset", "split", "weight", "name", "description")
SPLITS = ("test", "dev")
MISSING = Cell()


@dataclass(frozen=True)
class Dataset:
    """One dataset on which results were taken.

    Attributes:
        id: as in the table of results.
        name: what a reader calls it; the id where it has no other name.
        split: `test`, `dev`, or empty where that is not said.
        weight: its weight in an average over the datasets of its split; a cell without a value where none is given.
        description: one line; may be empty.
    """

    id: str
    name: str
    split: str = ""
    weight: Cell = MISSING
    description: str = ""


def split_in(name: str) -> str:
    """Return the split that a dataset's name names; empty where it names none, or both.

    >>> split_in("libri_test"), split_in("devotional"), split_in("dev+test")
    ('test', '', '')
    """
    words = re.split(r"[^a-z]+", name.lower())
    found = [split for split in SPLITS if split in words]
    return found[0] if len(found) == 1 else ""


def read_datasets(folder: Path, used: Sequence[str], findings: Findings) -> tuple[Dataset, ...]:
    """Return the datasets in the order of `datasets.csv`; without it those of the results, split by their names.

    Args:
        folder: the study's folder.
        used: the datasets that the results name, in their order.
        findings: gets an error for each fault, and for each dataset that only one of the two files names.
    """
    if not is_there(folder, FILE):
        findings.note(
            "no-datasets", FILE, "datasets are not described: splits are read from their names, and all weigh the same",
            advice=f"add {FILE} with the columns {', '.join(COLUMNS)}",
        )  # fmt: skip
        return tuple(Dataset(name, name, split_in(name)) for name in used)
    table = read_table(folder, FILE, ("dataset",), findings)
    if table is None:
        return tuple(Dataset(name, name, split_in(name)) for name in used)
    check_ids(table, "dataset", findings)
    ids = table.column("dataset")
    check_each_once(table, ("dataset",), [ids], findings)
    splits = words_of(table, "split", {"": "", **{split: split for split in SPLITS}}, findings)
    weights = counts(table, "weight", findings, whole=False)
    for row, dataset in zip(table.rows, ids, strict=True):
        if dataset not in used:
            findings.error(
                "unresolved", FILE, f"no result stands in the dataset {named([dataset])}",
                allowed="datasets that results.csv names",
                advice="add its results or take the row out: an average without them would be another one",
                row=row, column="dataset",
            )  # fmt: skip
    _check_listed(used, ids, findings)
    texts = {column: table.column(column) for column in COLUMNS}
    found: dict[str, Dataset] = {}
    for place, name in enumerate(ids):
        label, description = texts["name"][place].strip(), texts["description"][place].strip()
        found.setdefault(name, Dataset(name, label or name, splits[place], weights[place], description))
    return tuple(found.values())


def _check_listed(used: Sequence[str], listed: Collection[str], findings: Findings) -> None:
    unlisted = [name for name in used if name not in listed]
    if unlisted:
        findings.error(
            "unresolved", FILE, f"no row for {named(unlisted, 20)}, which results.csv names",
            allowed="a row for each dataset of results.csv", advice="add the row, with its split and weight",
            column="dataset",
        )  # fmt: skip


def check_weights(datasets: Sequence[Dataset], with_eer: Collection[str], findings: Findings) -> None:
    """Warn where the weights of the datasets with EERs do not add up to one: one of them may have been forgotten."""
    for split in dict.fromkeys(dataset.split for dataset in datasets):
        weights = [d.weight.value for d in datasets if d.split == split and d.id in with_eer and d.weight.value]
        total = sum(Decimal(repr(weight)) for weight in weights)
        if weights and abs(total - 1) > Decimal("0.001"):
            findings.warning(
                "weights", FILE,
                f"the weights of the {split or 'unnamed'} datasets that have EERs add up to {total:f}",
                allowed="weights that add up to 1 over the datasets with EERs of a split",
                advice="see whether a dataset's EERs are missing; averages are divided by the sum of the weights",
                column="weight",
                remark="The weights of a split do not add up to one; averages are divided by their sum.",
            )  # fmt: skip
