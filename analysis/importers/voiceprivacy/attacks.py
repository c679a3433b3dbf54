"""Which attack each folder of scores is of: the evaluator and what was done to either side tell, nothing else."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from analysis.importers.attackers import ANONYMIZED, ORIGINAL, UNPROTECTED, attacker_of
from analysis.importers.voiceprivacy.folders import Folder
from analysis.importers.voiceprivacy.names import (
    EVALUATORS,
    ListName,
    PairName,
    bare,
    evaluator_of,
    longest_end,
    pair_name,
)
from analysis.study.findings import Findings, named, quoted


@dataclass(frozen=True, order=True)
class Attack:
    """An attacker against a system.

    Attributes:
        suffix: the system's, as it stands in names; empty for original speech.
        attacker: one of `ATTACKERS`; `unprotected` for original enrollment against original trials.
    """

    suffix: str
    attacker: str

    @property
    def words(self) -> str:
        """Return the attack in words, for messages."""
        if self.attacker == UNPROTECTED:
            return "unprotected speech"
        return f"{quoted(bare(self.suffix))}, {self.attacker.replace('_', '-')} attacker"


Attacks = Mapping[Attack, Mapping[ListName, Folder]]


def sides_of(name: PairName) -> tuple[str, str]:
    """Return what either side holds; empty for enrollment that is neither original nor of the trials' system."""
    enroll = ANONYMIZED if name.enroll == name.trial else ""
    return enroll if name.enroll else ORIGINAL, ANONYMIZED if name.trial else ORIGINAL


def is_scored(folder: Folder) -> bool:
    """Say whether a folder holds the scores or the EER of one attack on one list."""
    return bool({"scores", "EER"} & set(folder.files)) and pair_name(folder.name) is not None


def find_attacks(found: Sequence[Folder], findings: Findings) -> dict[Attack, dict[ListName, Folder]]:
    """Return attack → list → folder, sorted; what is left out is noted, two evaluations of one attack are an error."""
    read = [(folder, name) for folder in found if is_scored(folder) and (name := pair_name(folder.name)) is not None]
    suffixes = {name.trial for _, name in read if name.trial}
    attacks: dict[Attack, dict[ListName, Folder]] = {}
    meaningless: list[str] = []
    strange: list[str] = []
    for folder, name in read:
        evaluator = evaluator_of(folder.above)
        if not evaluator:
            strange.append(folder.shown)
            continue
        attacker = attacker_of(evaluator, *sides_of(name))
        if not attacker:
            meaningless.append(folder.shown)
        elif evaluator == ORIGINAL or _trained_for(folder, name, suffixes, findings):
            lists = attacks.setdefault(Attack(name.trial, attacker), {})
            _check_once(lists.get(name.of), folder, attacker, findings)
            lists.setdefault(name.of, folder)
    if meaningless:
        findings.note(
            "no-attack", "sources",
            f"{len(meaningless)} folders of scores are left out: no attacker enrolls and tries such speech with an "
            f"evaluator trained so ({named(meaningless, 2)})",
        )  # fmt: skip
    if strange:
        findings.warning(
            "evaluator", "sources", f"{named(strange, 3)} stand below no known evaluator; left out",
            allowed=EVALUATORS,
            advice="name the folder of the evaluator so, if its encoder was trained in one of these ways",
        )  # fmt: skip
    return {attack: dict(sorted(attacks[attack].items())) for attack in sorted(attacks)}


def _trained_for(folder: Folder, name: PairName, suffixes: Collection[str], findings: Findings) -> bool:
    """Say whether the evaluator was trained on this system's speech, by the longest suffix that ends its name."""
    if name.kaldi:  # its folders are named after the time of the run
        return True
    if longest_end(folder.above, suffixes) == name.trial:
        return True
    findings.warning(
        "evaluator", folder.shown,
        f"the evaluator {quoted(folder.above)} was not trained on speech of {quoted(bare(name.trial))}; its scores are "
        "left out",
        allowed=f"asv_anon{name.trial}", advice="evaluate the system with its own attacker",
    )  # fmt: skip
    return False


def _check_once(first: Folder | None, folder: Folder, attacker: str, findings: Findings) -> None:
    """Compare with an earlier folder of the same attack on the same list."""
    if first is None:
        return
    file = "scores" if "scores" in folder.files and "scores" in first.files else "EER"
    both = file in folder.files and file in first.files
    if both and folder.text(file, findings) == first.text(file, findings):
        return
    if attacker == UNPROTECTED and folder.above == first.above:
        findings.warning(
            "conflict", folder.place(file),
            f"other values than in {first.shown}, though original speech is scored in both; the first is taken",
            advice="see whether both runs used one model and the same data",
        )  # fmt: skip
        return
    findings.error(
        "conflict", folder.shown, f"another evaluation of the same attack on the same list than {first.shown}",
        allowed="each once", advice="name the folders of one evaluation only",
    )  # fmt: skip
