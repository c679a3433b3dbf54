"""The sound rest of a challenge study: the systems, cells, tables and claims that no error speaks of."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from analysis.study import bridge, claims, protocol, settings
from analysis.study.challenge import Challenge, load_challenge
from analysis.study.challenge_systems import SYSTEMS_FILE, UNREADABLE_ROW, ChallengeSystem
from analysis.study.challenge_table import RESULTS_FILE
from analysis.study.claims import Claim
from analysis.study.documents import read_document
from analysis.study.findings import Finding, Findings
from analysis.study.soundness import DAMAGED, FILE, Coverage, LeftOut, Rules, Share, all_told, cannot_go_on

RULES = Rules(
    rows={
        settings.FILE: {"unresolved"},
        RESULTS_FILE: {"conflict", "id", "value"},
        SYSTEMS_FILE: {"conflict", "cycle", "id", "unresolved", "value"},
        claims.FILE: {"claim"},
    },
    # Rows of the protocol are added up, so that one that cannot be read spoils its table.
    whole=(*protocol.FILES, claims.FILE, bridge.FILE),
)
ALONE = frozenset(
    {"agreement", "change_eer", "change_uar", "change_wer", "eer", "gender_gap", "lineage", "lineage_chain", "mfdr"}
)
"""Measures whose numbers rest on the cells of the systems that they name."""

IN_DOUBT, OF_ANOTHER = "that an error speaks of", "about a system that is left out"
Further = Callable[[Challenge, Findings], None]


def sound_challenge(folder: Path, further: Further | None = None) -> Challenge:
    """Read what is sound of a challenge; one without an error is read as ever.

    Args:
        folder: the study's folder.
        further: adds what only the rules over a challenge can find wrong with its claims.

    Raises:
        InputError: nothing sound is left to go on with.
    """
    findings = Findings()
    whole = load_challenge(folder, findings)
    study = folder.resolve().name
    if hopeless := RULES.hopeless(findings.errors):
        raise cannot_go_on(study, hopeless)
    if whole is None:
        raise cannot_go_on(study, findings.errors)
    damaged = RULES.damaged(findings.errors)
    challenge = load_challenge(folder, Findings(), without=damaged) if damaged else whole
    if challenge is None:
        raise cannot_go_on(study, findings.errors)
    errors = [*findings.errors]
    challenge = replace(challenge, claims=tuple(claim for claim in challenge.claims if not claim.faulty))
    challenge = _without_unclear(challenge)
    if not any(challenge.cells.values()):
        raise cannot_go_on(study, errors)
    unasked, told = _refused(challenge, further)
    kept = tuple(claim for claim in challenge.claims if claim not in unasked)
    challenge = _cut(challenge, kept)
    if not errors and not told:
        return whole
    left_out = all_told(_left_out(whole, challenge, damaged, errors), (*errors, *told))
    coverage = Coverage(
        left_out=left_out,
        shares=tuple(_shares(whole, challenge)),
        errors=(*errors, *told),
        touched=frozenset({RESULTS_FILE} if whole.unclear or whole.unreadable else ()),
        alone=ALONE,
    )
    return replace(challenge, coverage=coverage)


def _without_unclear(challenge: Challenge) -> Challenge:
    gone = set(challenge.unclear)
    cells = {
        name: {column: cell for column, cell in row.items() if (name, column) not in challenge.unreadable}
        for name, row in challenge.cells.items()
        if name not in gone
    }
    systems = tuple(_unrelated(system, gone) for system in challenge.systems if system.id not in gone)
    return replace(challenge, systems=systems, cells=cells)


def _unrelated(system: ChallengeSystem, gone: set[str]) -> ChallengeSystem:
    """Return a system without parents where one of them is left out."""
    return replace(system, parents=()) if gone & set(system.parents) else system


def _names_in(value: Any) -> Iterator[str]:
    """Yield every text in the arguments of a claim."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _names_in(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _names_in(item)


def _refused(challenge: Challenge, further: Further | None) -> tuple[list[Claim], list[Finding]]:
    """Return the claims that cannot be asked, and the errors that say why, where no file's reader found them."""
    gone = set(challenge.unclear)
    of_others = [claim for claim in challenge.claims if gone & {*_names_in(claim.arguments), *_names_in(claim.printed)}]
    rest = tuple(claim for claim in challenge.claims if claim not in of_others)
    told: list[Finding] = []
    wrong: list[Claim] = []
    if further is not None and _errors(replace(challenge, claims=rest), further):
        for claim in rest:
            if errors := _errors(replace(challenge, claims=(claim,)), further):
                wrong.append(claim)
                told += errors
    return [*of_others, *wrong], told


def _errors(challenge: Challenge, further: Further) -> list[Finding]:
    findings = Findings()
    further(challenge, findings)
    return findings.errors


def _cut(challenge: Challenge, kept: tuple[Claim, ...]) -> Challenge:
    """Return the challenge with these claims, none of which is against one that is left out."""
    known = {claim.id for claim in kept}
    return replace(
        challenge,
        claims=tuple(replace(claim, against=tuple(one for one in claim.against if one in known)) for claim in kept),
    )


def _claims_listed(folder: Path) -> int:
    listed = read_document(folder, claims.FILE, Findings()).get("claims", [])
    return len(listed) if isinstance(listed, list) else 0


def _filled(challenge: Challenge) -> set[tuple[str, str]]:
    """Return the (system, column) of the cells that are not blank."""
    return {
        (name, column)
        for name, row in challenge.cells.items()
        for column, cell in row.items()
        if cell.value is not None
    }


def _left_out(
    whole: Challenge, challenge: Challenge, damaged: Mapping[str, Finding], errors: Iterable[Finding]
) -> Iterator[LeftOut]:
    yield from (LeftOut(FILE, DAMAGED.words, file) for file in damaged)
    listed = len({*whole.cells, *(system.id for system in whole.systems)})
    for why in dict.fromkeys(whole.unclear.values()):
        names = tuple(name for name, reason in whole.unclear.items() if reason == why)
        in_results = any(error.file == RESULTS_FILE and error.code in ("conflict", "id") for error in errors)
        file = SYSTEMS_FILE if why == UNREADABLE_ROW or not in_results else RESULTS_FILE
        yield LeftOut("systems", why, file, names, len(names), listed)
    bad = sorted(place for place in whole.unreadable if place[0] not in whole.unclear)
    if bad:
        names = tuple(f"{system}, {column}" for system, column in bad)
        yield LeftOut(
            "cells",
            "that hold no number from zero up",
            RESULTS_FILE,
            names,
            len(bad),
            len(_filled(whole) | whole.unreadable),
        )
    if any(error.file == SYSTEMS_FILE and error.code in ("cycle", "unresolved") for error in errors):
        yield LeftOut("parents", "that are no systems here, or lead back to the system", SYSTEMS_FILE)
    if any(
        error.file == SYSTEMS_FILE and error.column not in ("compliant", "parent", "role", "system") for error in errors
    ):
        yield LeftOut("facts about systems", "that cannot be read", SYSTEMS_FILE)
    if any(error.file == settings.FILE for error in errors):
        yield LeftOut("names and descriptions", "of ids that nothing has", settings.FILE)
    total = _claims_listed(challenge.folder)
    if claims.FILE not in damaged and total > len(challenge.claims):
        gone = set(whole.unclear)
        of_others = [one for one in whole.claims if gone & {*_names_in(one.arguments), *_names_in(one.printed)}]
        of_others = [one for one in of_others if not one.faulty]
        if of_others:
            yield LeftOut(
                "claims", OF_ANOTHER, claims.FILE, tuple(one.id for one in of_others), len(of_others), total
            )  # fmt: skip
        if rest := total - len(challenge.claims) - len(of_others):
            kept = {one.id for one in (*challenge.claims, *of_others)}
            names = tuple(dict.fromkeys(one.id for one in whole.claims if one.id not in kept))
            yield LeftOut("claims", IN_DOUBT, claims.FILE, names, rest, total)


def _shares(whole: Challenge, challenge: Challenge) -> Iterator[Share]:
    yield Share(("systems",), len(challenge.cells), len(whole.cells), RESULTS_FILE, "systems with results")
    filled = _filled(whole) | whole.unreadable
    yield Share(("cells",), len(_filled(challenge)), len(filled), RESULTS_FILE, "filled cells of the results table")
    if total := _claims_listed(challenge.folder):
        yield Share(("claims",), len(challenge.claims), total, claims.FILE, "claims of the publication")
