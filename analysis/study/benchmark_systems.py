"""The systems of a benchmark: which there are, in which order, and which of their files are here."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analysis.results import Pair
from analysis.study import settings
from analysis.study.attack_files import AttackFiles
from analysis.study.comparisons import Comparisons
from analysis.study.emotions import Emotions
from analysis.study.findings import Findings, named, quoted
from analysis.study.ids import id_fault
from analysis.study.leaderboard import Leaderboard
from analysis.study.settings import Settings
from analysis.study.transcripts import Transcripts


@dataclass(frozen=True)
class BenchmarkSystem:
    """One system and which of its files are here.

    Attributes:
        id: the name in file names and keys.
        label: the name that a reader sees; the id where `study.toml` gives none.
        description: one line, from `study.toml`, else from the leaderboard, else empty.
        embeddings: whether `embeddings/` has a file of it.
        semi_informed: whether `embeddings_semi_informed/` has one.
        transcripts: whether `transcripts.csv` has a column `hyp_<id>`.
        audio: whether the folder `audio/anonymized/<id>` (for the reference `audio/demo`) holds a listed clip.
        leaderboard: whether the leaderboard has a row for it.
        scores: whether scores of some attacker are here, `scores/<attacker>/<id>`.
        emotions: whether `emotions.csv` has a column `predicted_<id>`.
        damaged: whether files of it are here that cannot be used, and are left out.
    """

    id: str
    label: str
    description: str = ""
    embeddings: bool = False
    semi_informed: bool = False
    transcripts: bool = False
    audio: bool = False
    leaderboard: bool = False
    scores: bool = False
    emotions: bool = False
    damaged: bool = False

    @property
    def has_files(self) -> bool:
        """Say whether something can be recomputed for it, or could if its files were sound."""
        return self.usable or self.damaged

    @property
    def usable(self) -> bool:
        """Say whether something can be recomputed for it."""
        return self.attacked or self.transcripts or self.audio or self.emotions

    @property
    def attacked(self) -> bool:
        """Say whether it has embeddings or scores of some kind."""
        return self.embeddings or self.semi_informed or self.scores


def ordered_systems(given: Settings, found: set[str], findings: Findings) -> list[str]:
    """Return the systems as `study.toml` lists them, then the reference, then the others by name."""
    listed = [system.id for system in given.systems]
    unknown = [name for name in listed if name not in found]
    if unknown:
        findings.error(
            "unresolved",
            settings.FILE,
            f"systems names {named(unknown)}, but no file, transcript column or leaderboard row has this name",
            allowed=", ".join(sorted(found)) or "a system that has a file",
            advice="correct the id or take the table out",
            column="systems",
        )
    rest = sorted(found - set(listed), key=lambda name: (name != given.reference, name))
    return [name for name in listed if name in found] + rest


def check_names(ids: Sequence[str], findings: Findings) -> None:
    """Add an error for each id that cannot be one, and a warning for ids that only look alike."""
    alike: dict[str, list[str]] = {}
    for name in ids:
        if fault := id_fault(name):
            findings.error("id", "", f"the system id {quoted(name)} {fault}", advice="rename its files and columns")
        alike.setdefault(unicodedata.normalize("NFC", name).casefold(), []).append(name)
    for names in alike.values():
        if len(names) > 1:
            findings.warning(
                "alike",
                "",
                f"the systems {named(names)} differ only in case or Unicode form and count as different systems",
                advice="use one spelling in every file",
            )


def system_of(
    name: str,
    given: Settings,
    attacks: AttackFiles,
    texts: Transcripts | None,
    sounds: Mapping[tuple[str, str], str],
    board: Leaderboard | None,
    felt: Emotions | None,
) -> BenchmarkSystem:
    """Return one system with what is said about it and which of its files are here."""
    said = next((system for system in given.systems if system.id == name), None)
    on_board = board.descriptions.get(name, "") if board else ""
    return BenchmarkSystem(
        id=name,
        label=(said.label if said else "") or name,
        description=(said.description if said else "") or on_board,
        embeddings=name in attacks.plain,
        semi_informed=name in attacks.informed,
        transcripts=texts is not None and name in texts.systems,
        audio=any(system == name for system, _ in sounds),
        leaderboard=board is not None and name in board.systems,
        scores=any(system == name for system, _ in attacks.scored),
        emotions=felt is not None and name in felt.systems,
    )


def registered_pairs(
    given: Settings, shipped: Comparisons, systems: Sequence[BenchmarkSystem], findings: Findings
) -> tuple[Pair, ...]:
    """Return the pairs that `study.toml` registers, else those of the published comparisons."""
    computable = {system.id for system in systems if system.attacked or system.transcripts}
    known = {system.id for system in systems} | {side for pair in shipped.pairs for side in (pair.b, pair.a)}
    unknown = sorted({side for pair in given.pairs for side in (pair.b, pair.a)} - known)
    if unknown:
        findings.error(
            "unresolved",
            settings.FILE,
            f"pairs names {named(unknown)}, which no file knows",
            allowed=", ".join(sorted(known)) or "a system that has a file",
            advice="correct the id or take the pair out",
            column="pairs",
        )
    registered = given.pairs or shipped.pairs
    return tuple(Pair(pair.b, pair.a, pair.question, {pair.b, pair.a} <= computable) for pair in registered)
