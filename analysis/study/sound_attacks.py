"""The sound rest of a study of attacks: the cells of which it is known what they are and what they speak of.

An average over datasets is made of all of them or not at all, so that a cell that is left out takes its averages along.
Weights and splits of the datasets decide every average; an error in them leaves nothing sound.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from analysis.study import attacked_systems, settings
from analysis.study.attack_rows import MEASURES, UNPROTECTED
from analysis.study.attacks import AVERAGES_FILE, RESULTS_FILE, Attacks, load_attacks
from analysis.study.findings import Finding, Findings
from analysis.study.ids import id_fault
from analysis.study.soundness import DAMAGED, FILE, Coverage, LeftOut, Rules, Share, all_told, cannot_go_on
from analysis.study.tables import read_table

RULES = Rules(
    rows={
        settings.FILE: {"unresolved"},
        RESULTS_FILE: {"conflict", "id", "place", "ragged", "unresolved", "value"},
        AVERAGES_FILE: {"conflict", "id", "place", "ragged", "unresolved", "value"},
    },
    whole=(attacked_systems.FILE, AVERAGES_FILE),
)
IN_DOUBT = "that hold no number in its range, or of which it is not known what they speak of"


def sound_attacks(folder: Path) -> Attacks:
    """Read what is sound of a study of attacks; one without an error is read as ever.

    Raises:
        InputError: nothing sound is left to go on with.
    """
    findings = Findings()
    whole = load_attacks(folder, findings)
    errors = findings.errors
    if hopeless := RULES.hopeless(errors):
        raise cannot_go_on(folder.resolve().name, hopeless)
    if whole is None:
        raise cannot_go_on(folder.resolve().name, findings.errors)
    if not errors:
        return whole
    damaged = RULES.damaged(errors)
    attacks = load_attacks(folder, Findings(), without=damaged) if damaged else whole
    if attacks is None:
        raise cannot_go_on(folder.resolve().name, findings.errors)
    unusable = {system.id for system in attacks.systems if id_fault(system.id)}
    cells = {
        place: row
        for place, row in attacks.cells.items()
        if _fits(place[0], place[3], attacks) and not any(map(id_fault, place[:2]))
    }
    # Where a value is printed that does not fit, it is missing, so that no mean passes over it.
    unreadable = dict(attacks.unreadable)
    for place in attacks.cells.keys() - cells.keys():
        unreadable[place] = unreadable.get(place, frozenset()) | frozenset(attacks.cells[place])
    averages = {
        place: row
        for place, row in attacks.averages.items()
        if _fits(place[0], place[2], attacks) and place[0] not in unusable
    }
    systems = tuple(system for system in attacks.systems if system.id not in unusable)
    datasets = tuple(dataset for dataset in attacks.datasets if not id_fault(dataset.id))
    if not any("eer" in row for row in cells.values()):
        raise cannot_go_on(whole.study, errors)
    sound = replace(attacks, systems=systems, datasets=datasets, cells=cells, averages=averages, unreadable=unreadable)
    shares = tuple(_shares(sound, damaged))
    coverage = Coverage(
        left_out=all_told(_left_out(sound, damaged, shares, errors), errors),
        shares=shares,
        errors=tuple(errors),
        touched=frozenset({RESULTS_FILE}),
    )
    return replace(sound, coverage=coverage)


def _fits(system: str, attacker: str, attacks: Attacks) -> bool:
    """Say whether a row speaks of the unprotected speech in both of its cells, or in neither."""
    return not attacker or (attacker == UNPROTECTED) == (system == attacks.reference)


def _filled(folder: Path, file: str) -> int:
    """Return how many cells of measures a table fills, in rows that can be cut into cells."""
    table = read_table(folder, file, ("system",), Findings())
    if table is None:
        return 0
    return sum(bool(text.strip()) for measure in MEASURES for text in table.column(measure))


def _shares(sound: Attacks, damaged: Mapping[str, Finding]) -> Iterator[Share]:
    used = sum(len(row) for row in sound.cells.values())
    yield Share(("cells",), used, _filled(sound.folder, RESULTS_FILE), RESULTS_FILE, "filled cells of the results")
    if AVERAGES_FILE not in damaged and AVERAGES_FILE in sound.inputs:
        used = sum(len(row) for row in sound.averages.values())
        listed = _filled(sound.folder, AVERAGES_FILE)
        yield Share(("averages",), used, listed, AVERAGES_FILE, "filled cells of the printed averages")


def _left_out(
    sound: Attacks, damaged: Mapping[str, Finding], shares: tuple[Share, ...], errors: list[Finding]
) -> Iterator[LeftOut]:
    yield from (LeftOut(FILE, DAMAGED.words, file) for file in damaged)
    for share in shares:
        if share.used < share.listed:
            yield LeftOut("cells", IN_DOUBT, share.source, count=share.listed - share.used, of=share.listed)
    for file in (RESULTS_FILE, AVERAGES_FILE):
        rows = [error for error in errors if error.file == file and error.code == "ragged"]
        if rows and file not in damaged:
            yield LeftOut("rows", "with more or fewer cells than the header", file)
    if any(error.file == settings.FILE for error in errors):
        yield LeftOut("names and descriptions", "of ids that nothing has", settings.FILE)
