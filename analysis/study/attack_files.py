"""The files that attacks rest on: embeddings of either encoder, or scores; and what is said where some are absent."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from analysis.study.embedding_stores import IDS, READERS
from analysis.study.findings import Findings, named, quoted
from analysis.study.leaderboard import ATTACKERS
from analysis.study.score_files import SCORES, ScoreFiles, score_files

EMBEDDINGS = "embeddings"
SEMI_INFORMED = "embeddings_semi_informed"


def with_ids(file: str) -> tuple[str, ...]:
    """Return a file of embeddings, and the list of ids that belongs to it where it has one of its own.

    >>> with_ids("embeddings/a.npz"), with_ids("embeddings/a.npy")
    (('embeddings/a.npz',), ('embeddings/a.npy', 'embeddings/a.txt'))
    """
    return (file, file.removesuffix(".npy") + IDS) if file.endswith(".npy") else (file,)


@dataclass(frozen=True)
class AttackFiles:
    """Files by system, relative to the study.

    Attributes:
        reference: the unprotected system.
        plain: system → embeddings of the ordinary speaker encoder.
        informed: system → embeddings of the encoder trained on this system's output.
        scored: (system, attacker) → scores.
    """

    reference: str = "original"
    plain: Mapping[str, str] = field(default_factory=dict)
    informed: Mapping[str, str] = field(default_factory=dict)
    scored: ScoreFiles = field(default_factory=dict)

    @property
    def systems(self) -> set[str]:
        """Return the systems that have any of these files."""
        return {*self.plain, *self.informed, *(system for system, _ in self.scored)}

    @property
    def all(self) -> list[str]:
        """Return all files, lists of ids among them."""
        embedded = [*self.plain.values(), *self.informed.values()]
        return [*(file for name in embedded for file in with_ids(name)), *self.scored.values()]

    def without(self, files: Collection[str]) -> AttackFiles:
        """Return the files that are not among these; a file goes whatever its form, so that no twin takes its place."""
        gone = {formless(file) for file in files}
        return self._kept(lambda _system, file: formless(file) not in gone)

    def of_systems(self, systems: Collection[str]) -> AttackFiles:
        """Return the files of these systems."""
        return self._kept(lambda system, _file: system in systems)

    def _kept(self, keep: Callable[[str, str], bool]) -> AttackFiles:
        return replace(
            self,
            plain={system: file for system, file in self.plain.items() if keep(system, file)},
            informed={system: file for system, file in self.informed.items() if keep(system, file)},
            scored={place: file for place, file in self.scored.items() if keep(place[0], file)},
        )

    def sides(self, system: str, attacker: str) -> tuple[str, str] | None:
        """Return the embedding files of the enrollment side and of the trial side; None where one is absent.

        The ignorant attacker enrolls original speech; the lazy one anonymizes enrollment too; the semi-informed one
        does so with an encoder that was trained on anonymized speech.
        """
        enrollment, trial = {
            "ignorant": (self.plain.get(self.reference), self.plain.get(system)),
            "lazy": (self.plain.get(system), self.plain.get(system)),
            "semi_informed": (self.informed.get(system), self.informed.get(system)),
        }[attacker]
        return None if enrollment is None or trial is None else (enrollment, trial)

    def scores(self, system: str, attacker: str) -> str | None:
        """Return the file of an attack's scores; None where it has none.

        The reference is not anonymized, so that the lazy attacker scores it as the ignorant one does.
        """
        found = self.scored.get((system, attacker))
        if found is None and (system, attacker) == (self.reference, "lazy"):
            return self.scored.get((system, "ignorant"))
        return found

    def of(self, system: str, attacker: str) -> tuple[str, ...] | None:
        """Return what an attack rests on: the file of its scores, else those of its two sides; None where absent.

        A list of ids follows the array that it belongs to.
        """
        scores = self.scores(system, attacker)
        if scores is not None:
            return (scores,)
        sides = self.sides(system, attacker)
        return None if sides is None else tuple(file for side in sides for file in with_ids(side))

    def trial_file(self, system: str, attacker: str) -> str | None:
        """Return the one file that tells an attack on this system from that on another; None where it is absent."""
        sides = self.sides(system, attacker)
        return self.scores(system, attacker) or (None if sides is None else sides[-1])

    def absence(self, attacker: str) -> str:
        """Say why an attack has no files."""
        if attacker == "semi_informed":
            return "no semi-informed file"
        if not self.scored:
            return "no embeddings"
        return "no scores or embeddings" if self.plain or self.informed else "no scores"


def formless(file: str) -> str:
    """Return a file's name without its ending, by which the twins and the list of ids of a file are known."""
    return file.rpartition(".")[0]


def find_attack_files(folder: Path, reference: str, findings: Findings) -> AttackFiles:
    """Look into the folders of embeddings and scores; a system with two origins for one attack is an error."""
    found = AttackFiles(
        reference,
        _embeddings_in(folder, EMBEDDINGS, findings),
        _embeddings_in(folder, SEMI_INFORMED, findings),
        score_files(folder, findings),
    )
    for (system, attacker), file in sorted(found.scored.items()):
        if sides := found.sides(system, attacker):
            findings.error(
                "two-origins", file, f"the {attacker} attacker of {quoted(system)} has scores here and embeddings in "
                f"{', '.join(dict.fromkeys(sides))}", allowed="scores or embeddings",
                advice="take away the files that are not meant",
            )  # fmt: skip
    return found


def _embeddings_in(folder: Path, name: str, findings: Findings) -> dict[str, str]:
    """Return system → file for a folder of embeddings; of an array with a list of ids it is the array.

    Names come from the folder's own list and are never made into a path, so that an id such as `../x` reaches nothing.
    """
    place = folder / name
    found: dict[str, str] = {}
    paths = sorted(place.iterdir()) if place.is_dir() else []
    lists = {path.stem for path in paths if path.suffix == ".npy"}
    for path in paths:
        shown = f"{name}/{path.name}"
        if path.name.startswith(".") or (path.suffix == IDS and path.stem in lists):
            continue
        if path.suffix not in READERS:
            findings.note(
                "unused-file",
                shown,
                "the file is left out",
                allowed="<system>.npz, <system>.npy with <system>.txt, or <system>.parquet",
                advice="write its vectors in one of these forms",
            )
        elif path.stem in found:
            findings.error(
                "two-files", shown, f"the embeddings of {quoted(path.stem)} stand in {found[path.stem]} too",
                allowed="one file a system", advice="take away the one that is not meant",
            )  # fmt: skip
        else:
            found[path.stem] = shown
    return found


def check_reference(files: AttackFiles, findings: Findings) -> None:
    """Add an error where neither embeddings nor scores of the unprotected speech are here."""
    reference = files.reference
    if reference in files.plain or files.scores(reference, "ignorant"):
        return
    if files.scored and not files.plain:
        here = [system for system, attacker in files.scored if attacker == "ignorant"]
        findings.error(
            "no-original",
            f"{SCORES}/ignorant/{reference}.csv",
            f"the scores of the unprotected speech ({quoted(reference)}) are missing",
            allowed=f"here are {named(here, 20)}" if here else f"one file a system in {SCORES}/ignorant/",
            advice="add its scores, original enrollment against original trials, or name the unprotected system in "
            "study.toml: reference = …",
        )
        return
    findings.error(
        "no-original",
        f"{EMBEDDINGS}/{reference}.npz",
        f"the embeddings of the unprotected speech ({quoted(reference)}) are missing",
        allowed=f"here are {named(files.plain, 20)}" if files.plain else f"one file a system in {EMBEDDINGS}/",
        advice=f"add the file, or its scores as {SCORES}/ignorant/{reference}.csv, or name the unprotected system in "
        "study.toml: reference = …",
    )


def note_absent_attacks(files: AttackFiles, labels: Mapping[str, str], findings: Findings) -> None:
    """Note which attackers have no file of some system, with a sentence for the reader of the report.

    Args:
        files: what is here.
        labels: system → the name that a reader sees, in the study's order.
        findings: gets the notes.
    """
    here = [system for system in labels if system in files.plain or any(name == system for name, _ in files.scored)]
    kind = "scores" if files.scored and not files.plain else "embeddings"
    place = f"{SCORES}/semi_informed" if kind == "scores" else SEMI_INFORMED
    lacking = {
        attacker: [
            system for system in here if system != files.reference and files.of(system, attacker) is None
        ]
        for attacker in ATTACKERS
    }  # fmt: skip
    if not any(files.of(system, "semi_informed") for system in labels):
        findings.note(
            "no-semi-informed",
            place,
            f"there are no semi-informed {kind}",
            remark=f"No semi-informed {kind} are here, so that this attacker is missing.",
        )
    elif without := lacking["semi_informed"]:
        findings.note(
            "no-semi-informed",
            place,
            f"no file for {named(without, 50)}",
            remark=f"No semi-informed {kind} are here for {_listed(labels, without)}.",
        )
    if not files.scored:
        return
    for attacker in ("ignorant", "lazy"):
        if without := lacking[attacker]:
            findings.note(
                "no-scores",
                f"{SCORES}/{attacker}",
                f"no file for {named(without, 50)}",
                remark=f"No scores of the {attacker} attacker are here for {_listed(labels, without)}.",
            )


def _listed(labels: Mapping[str, str], systems: Iterable[str]) -> str:
    return "; ".join(labels[system] for system in systems)
