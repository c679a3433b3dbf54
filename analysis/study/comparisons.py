"""The published paired comparisons of a benchmark, each number with the digits that were printed."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.results import Pair
from analysis.study.cells import Cell, note_cut, number_cell
from analysis.study.findings import Findings, named, quoted
from analysis.study.ids import id_fault
from analysis.study.texts import read_text

FILE = "meta/paired_comparisons.json"
SEPARATOR = " minus "
METRICS: Mapping[str, str] = {
    "delta_eer_ignorant": "EER ignorant",
    "delta_eer_lazy": "EER lazy",
    "delta_eer_semi": "EER semi_informed",
    "delta_eer_semi_informed": "EER semi_informed",
    "delta_cer": "CER",
}
"""Names in the file → names of the metrics in `paired.csv`."""

SHAPE = '{"B minus A": {"delta_eer_ignorant": {"observed": 3.35, "ci95": [-0.47, 6.96]}, …}, …}'


@dataclass(frozen=True)
class ShippedDifference:
    """One published difference "b minus a" of a metric, in points.

    Attributes:
        metric: `EER ignorant`, `EER lazy`, `EER semi_informed` or `CER`.
        key: the metric's name in the file.
        draws: the published number of draws; None where the file does not say.
    """

    b: str
    a: str
    metric: str
    key: str
    observed: Cell
    low: Cell
    high: Cell
    draws: int | None = None

    @property
    def text(self) -> str:
        """Return the difference as printed: `3.35 [-0.47, 6.96]`."""
        if self.low.value is None or self.high.value is None:
            return self.observed.text
        return f"{self.observed.text} [{self.low.text}, {self.high.text}]"


@dataclass(frozen=True)
class Comparisons:
    """All published comparisons.

    Attributes:
        pairs: the registered pairs, in the order of the file.
        differences: their published differences, in the order of the file.
        registered: how many pairs were registered originally, which can be more than are published; None where the
            file does not say (`"registered": 6`).
    """

    pairs: tuple[Pair, ...] = ()
    differences: tuple[ShippedDifference, ...] = ()
    registered: int | None = None

    def find(self, b: str, a: str, metric: str) -> ShippedDifference | None:
        """Return the published difference of a pair in a metric, or None."""
        return next((d for d in self.differences if (d.b, d.a, d.metric) == (b, a, metric)), None)


class _Numeral(str):
    """A JSON number that keeps its digits, told apart from a JSON text."""


class _DoubleKey(ValueError):
    """A JSON object names a key twice."""


def read_comparisons(folder: Path, systems: Collection[str], findings: Findings) -> Comparisons | None:
    """Read `meta/paired_comparisons.json`; None where the file is of no use. The file must exist.

    Args:
        folder: the study's folder.
        systems: ids that are known, which tell where a name that itself holds " minus " ends.
        findings: gets the errors and notes.
    """
    document = _document(folder, findings)
    if document is None:
        return None
    overall = _draws(document.get("n_boot"), "n_boot", findings)
    pairs: list[Pair] = []
    differences: list[ShippedDifference] = []
    for name, content in document.items():
        if SEPARATOR not in name:
            if isinstance(content, dict):
                findings.error("key", FILE, f"the key {quoted(name)}", 'a key "B minus A"', "name the two systems")
            continue
        b, a = _sides(name, systems)
        faults = [fault for fault in (id_fault(b), id_fault(a)) if fault]
        if faults or b == a:
            findings.error("key", FILE, f"the key {quoted(name)} names no two systems", 'a key "B minus A"')
            continue
        if not isinstance(content, dict):
            findings.error("value", FILE, f"{quoted(name)} holds {quoted(content)}", SHAPE)
            continue
        pairs.append(Pair(b, a))
        differences.extend(_differences(b, a, name, content, overall, findings))
    registered = _draws(document.get("registered"), "registered", findings)
    return Comparisons(tuple(pairs), tuple(differences), registered)


def _document(folder: Path, findings: Findings) -> dict[str, Any] | None:
    text = read_text(folder, FILE, findings)
    if text is None:
        return None
    try:
        document = json.loads(
            text, parse_float=_Numeral, parse_int=_Numeral, parse_constant=_Numeral, object_pairs_hook=_each_key_once
        )
    except (json.JSONDecodeError, RecursionError, _DoubleKey) as error:
        findings.error("json", FILE, f"not valid JSON: {error}", allowed=SHAPE)
        return None
    if not isinstance(document, dict):
        findings.error("json", FILE, "the file holds no object", allowed=SHAPE)
        return None
    return document


def _each_key_once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _DoubleKey(f"the key {quoted(name)} stands twice")
        found[name] = value
    return found


def _sides(name: str, systems: Collection[str]) -> tuple[str, str]:
    words = name.split(SEPARATOR)
    splits = [(SEPARATOR.join(words[:cut]), SEPARATOR.join(words[cut:])) for cut in range(1, len(words))]
    return max(splits, key=lambda split: sum(side in systems for side in split))


def _differences(
    b: str, a: str, name: str, content: Mapping[str, Any], overall: int | None, findings: Findings
) -> list[ShippedDifference]:
    inner = _draws(content.get("n_boot"), name, findings) or overall
    found: list[ShippedDifference] = []
    twice: set[str] = set()
    for key, value in content.items():
        if key not in METRICS:
            if isinstance(value, dict):
                findings.note("unused-key", FILE, f"{quoted(name)}: {quoted(key)} is not used", ", ".join(METRICS))
            continue
        if value is None:
            continue
        place = f"{name} / {key}"
        edges = value.get("ci95", [None, None]) if isinstance(value, dict) else None
        edges = [None, None] if isinstance(value, dict) and edges is None else edges
        if not isinstance(edges, list) or len(edges) != 2:
            findings.error("value", FILE, f"{quoted(place)} holds {quoted(value)}", SHAPE)
            continue
        cells = [_cell(number, place, findings) for number in (value.get("observed"), *edges)]
        if any(cell is None for cell in cells):
            continue
        observed, low, high = cells
        if observed.value is None:
            findings.note("blank", FILE, f"{quoted(place)} has no observed difference and is left out")
            continue
        if METRICS[key] in {difference.metric for difference in found}:
            findings.error("conflict", FILE, f"{quoted(name)} gives {METRICS[key]} twice", "each metric once")
            twice.add(METRICS[key])
            continue
        draws = _draws(value.get("n_boot"), place, findings) or inner
        found.append(ShippedDifference(b, a, METRICS[key], key, observed, low, high, draws))
        if low.value is not None and high.value is not None and low.value > high.value:
            findings.warning("interval", FILE, f"{quoted(place)}: the interval [{low.text}, {high.text}] is reversed")
    return [difference for difference in found if difference.metric not in twice]


def _cell(number: Any, place: str, findings: Findings) -> Cell | None:
    if number is None:
        return Cell()
    try:
        if not isinstance(number, _Numeral):
            raise ValueError(f"{quoted(number)} is not a number")
        cell = number_cell(str.__str__(number))
    except ValueError as error:
        findings.error("value", FILE, f"{quoted(place)}: {error}", allowed=SHAPE, advice="numbers stand without quotes")
        return None
    note_cut(cell, FILE, findings, of=f"{quoted(place)}: ")
    return cell


def _draws(number: Any, place: str, findings: Findings) -> int | None:
    if number is None:
        return None
    if isinstance(number, _Numeral) and number.isdecimal() and len(number) < 10:
        return int(number)
    findings.error("value", FILE, f"{quoted(place)}: n_boot is {quoted(number)}", allowed="a whole number of draws")
    return None


def note_unknown_pairs(comparisons: Comparisons, systems: Collection[str], findings: Findings) -> None:
    """Note the published pairs whose systems are not both known here."""
    unknown = sorted({side for pair in comparisons.pairs for side in (pair.b, pair.a) if side not in systems})
    if unknown:
        findings.note(
            "unknown-system",
            FILE,
            f"{named(unknown)} {'is' if len(unknown) == 1 else 'are'} compared, but unknown here; "
            "such a pair is shown with its published values only",
        )
