"""EERs of the files, list by list, beside what the scores give by the toolkit's rule and by ours."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal

from analysis.importers.attackers import UNPROTECTED, attacker_of
from analysis.importers.voiceprivacy.attacks import Attack, Attacks
from analysis.importers.voiceprivacy.folders import Folder
from analysis.importers.voiceprivacy.lists import Lists
from analysis.importers.voiceprivacy.names import ListName, evaluator_of, pair_name
from analysis.importers.voiceprivacy.scores import Scored
from analysis.importers.voiceprivacy.tables import DECIMALS, note_unused, number, read_rows, side_of, suffix_of
from analysis.measures import agreement, equal_error_rate
from analysis.measures.eer_toolkits import Toolkit, toolkit_eer
from analysis.study.cells import Cell, number_cell
from analysis.study.findings import Findings, quoted

COLUMNS = ("dataset", "split", "gender", "enrollment", "trial", "EER")
IN_PERCENT = re.compile(r"\s*EER:\s*([0-9]+(?:\.[0-9]+)?)\s*%")
"""How the Kaldi toolkit writes it, with four significant digits."""
AGREES = "agrees at the printed precision"


@dataclass(frozen=True)
class FileRate:
    """An EER of the files in percent, with the digits of its cell, and where it stands."""

    cell: Cell
    source: str


@dataclass(frozen=True)
class Compared:
    """One EER of the files, and both recomputations of it in percent, None where there are no scores to do so."""

    attack: Attack
    of: ListName
    theirs: FileRate | None
    toolkit: float | None
    ours: float | None

    def agrees(self, value: float | None) -> bool | None:
        """Say whether a recomputation agrees with the file's value at its precision; None without one of the two."""
        if value is None or self.theirs is None or self.theirs.cell.value is None:
            return None
        return agreement(value, self.theirs.cell.value, self.theirs.cell.decimals).verdict == AGREES


def file_rates(
    found: Sequence[Folder], attacks: Attacks, lists: Lists, findings: Findings
) -> dict[tuple[Attack, ListName], FileRate]:
    """Return the EER of every attack on every list as the tables give it, else as the file `EER` beside the scores."""
    rates = _in_tables(found, lists, findings)
    names = [trials.of for trials in lists.sets]
    for attack, folders in attacks.items():
        for name in names:
            folder = folders.get(name)
            alone = _alone(folder, findings) if folder is not None and "EER" in folder.files else None
            if alone is None:
                continue
            printed = rates.setdefault((attack, name), alone)
            if (
                printed.cell.value != alone.cell.value
                and abs(Decimal(printed.cell.text) - Decimal(alone.cell.text)) > DECIMALS / 2
            ):
                findings.warning(
                    "two-values", alone.source, f"{alone.cell.text} % here, {printed.cell.text} % in {printed.source}",
                    allowed="the same value", advice="one of the two is of an older run; the table is followed",
                )  # fmt: skip
    return rates


def _alone(folder: Folder, findings: Findings) -> FileRate | None:
    """Read a file `EER`: a share of one with all its digits, as the toolkit prints it in its tables, or `EER: 8.7%`."""
    text = folder.text("EER", findings)
    if text is None:
        return None
    try:
        if printed := IN_PERCENT.match(text):
            percent = _with_four_digits(number_cell(printed[1]))
        else:
            cell = number_cell(text)
            share = Decimal(cell.text) if cell.value is not None else Decimal(-1)
            if not 0 <= share <= 1:
                raise ValueError(f"{quoted(cell.text or text)} is no share from 0 to 1")
            percent = (100 * share).quantize(DECIMALS, ROUND_HALF_EVEN)
        return FileRate(number_cell(f"{percent:f}"), folder.place("EER"))
    except ValueError as error:
        findings.error(
            "value", folder.place("EER"), str(error), allowed="one number from 0 to 1, or EER: and a percentage"
        )
        return None


def _with_four_digits(cell: Cell) -> Decimal:
    """Return a rate with the zeros that the Kaldi toolkit dropped, which prints four significant digits.

    >>> [str(_with_four_digits(number_cell(text))) for text in ("8.7", "41.2", "0.35", "0", "100")]
    ['8.700', '41.20', '0.3500', '0', '100.0']
    """
    rate = Decimal(cell.text)
    places = 3 - rate.adjusted()
    return rate.quantize(Decimal(1).scaleb(-places)) if rate and places > cell.decimals else rate


def _in_tables(found: Sequence[Folder], lists: Lists, findings: Findings) -> dict[tuple[Attack, ListName], FileRate]:
    written: dict[tuple[str, str, str], list[ListName]] = {}
    for trials in lists.sets:
        written.setdefault(trials.of.written, []).append(trials.of)
    rates: dict[tuple[Attack, ListName], FileRate] = {}
    for folder in found:
        evaluator = evaluator_of(folder.name)
        if not evaluator:
            continue
        for file in folder.files:
            suffix = suffix_of(file, "results")
            if suffix is None:
                continue
            unused = []
            for row in read_rows(folder, file, COLUMNS, findings):
                enroll, trial = (side_of(row, column, findings) for column in ("enrollment", "trial"))
                if not enroll or not trial:
                    continue
                of = written.get(tuple(row.cells[c] for c in ("dataset", "split", "gender")), [])  # type: ignore[call-overload]
                attacker = attacker_of(evaluator, enroll, trial)
                if len(of) != 1:
                    unused.append(" ".join(row.cells[c] for c in ("dataset", "split", "gender")))
                elif attacker and (suffix or attacker == UNPROTECTED):
                    cell = number(row, "EER", findings)
                    attack = Attack("" if attacker == UNPROTECTED else suffix, attacker)
                    _keep(rates, attack, of[0], FileRate(cell, f"{row.place}, row {row.row}"), findings)
            note_unused(folder.place(file), unused, findings)
    return rates


def _keep(
    rates: dict[tuple[Attack, ListName], FileRate], attack: Attack, of: ListName, rate: FileRate, findings: Findings
) -> None:
    if rate.cell.value is None:
        return
    first = rates.setdefault((attack, of), rate)
    if first.cell.value == rate.cell.value:
        return
    # The unprotected row stands in the table of every system, and need not come from one run.
    add = findings.warning if attack.attacker == UNPROTECTED else findings.error
    add(
        "two-values", rate.source,
        f"{attack.words}, {of.name}: {rate.cell.text} % here, {first.cell.text} % in {first.source}",
        "the same value", "the first is taken" if attack.attacker == UNPROTECTED else "keep the one that is meant",
    )  # fmt: skip


def compare(
    rates: Mapping[tuple[Attack, ListName], FileRate],
    scored: Mapping[tuple[Attack, ListName], Scored],
) -> list[Compared]:
    """Set every EER of the files beside both recomputations."""
    rows = []
    for attack, name in sorted({*rates, *scored}):
        here = scored.get((attack, name))
        toolkit = ours = None
        if here is not None and here.scores:
            pairs = list(here.scores)
            values = [float(here.scores[pair]) for pair in pairs]
            targets = [here.of.trials[pair] for pair in pairs]
            if any(targets) and not all(targets):
                toolkit = toolkit_eer(values, targets, _toolkit(here.folder))
                ours = equal_error_rate(values, targets).value
        rows.append(Compared(attack, name, rates.get((attack, name)), toolkit, ours))
    return rows


def warn_of_differences(rows: Sequence[Compared], findings: Findings) -> None:
    """Warn where a file's EER and its scores differ at the printed precision."""
    for row in rows:
        _warn(row, findings)


def _toolkit(folder: Folder) -> Toolkit:
    """Return the toolkit that wrote a folder of scores."""
    name = pair_name(folder.name)
    return "kaldi" if name is not None and name.kaldi else "speechbrain"


def _warn(row: Compared, findings: Findings) -> None:
    if row.theirs is None or row.toolkit is None or row.ours is None:
        return
    said = f"{row.attack.words}, {row.of.name}: the file says {row.theirs.cell.text} %"
    if not row.agrees(row.toolkit):
        findings.warning(
            "eer", row.theirs.source,
            f"{said}; its scores and trials give {row.toolkit:.3f} % by the toolkit's rule, {row.ours:.3f} % by ours",
            allowed="the value that the scores give",
            advice="see whether the value, the scores and the trials are of one run",
        )  # fmt: skip
    elif not row.agrees(row.ours):
        findings.note(
            "eer-rule", row.theirs.source,
            f"{said}, as the toolkit's rule gives; ours gives {row.ours:.3f} %: two thresholds come equally near, and "
            "the rules choose differently",
        )  # fmt: skip


def table_of(rows: Sequence[Compared], ids: Mapping[str, str]) -> list[str]:
    """Return the comparison as lines of a table for the console; `ids` are the systems by their suffix."""
    if not rows:
        return []
    cells = [("system", "attacker", "list", "file", "toolkit's rule", "ours", "at the printed precision")]
    for row in rows:
        both = {row.agrees(row.toolkit), row.agrees(row.ours)}
        verdict = (
            "" if both == {None} else "both agree" if both == {True} else "ours differs" if True in both else "differ"
        )
        if both == {True, False} and row.agrees(row.ours):
            verdict = "the toolkit's rule differs"
        cells.append(
            (
                ids[row.attack.suffix], row.attack.attacker.replace("_", "-"), row.of.name,
                row.theirs.cell.text if row.theirs else "none", _percent(row.toolkit), _percent(row.ours), verdict,
            )
        )  # fmt: skip
    widths = [max(len(line[place]) for line in cells) for place in range(len(cells[0]))]
    aligned = [
        "  ".join(
            cell.rjust(width) if 3 <= place <= 5 else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in cells
    ]
    return ["EER in percent, list by list:", *aligned]


def _percent(value: float | None) -> str:
    return "no scores" if value is None else f"{value:.3f}"
