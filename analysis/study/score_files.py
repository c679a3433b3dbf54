"""Which score files a benchmark has, below `scores/<attacker>/`, and an audit of each.

The reference's own scores, original enrollment against original trials, stand under `ignorant`, as its embeddings would
give them.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from analysis.study.findings import Findings, near, quoted
from analysis.study.leaderboard import ATTACKERS
from analysis.study.scores import COLUMNS, read_scores
from analysis.study.ties import Ties, tied_scores
from analysis.study.trials import Trials
from analysis.study.utterances import Utterances

SCORES = "scores"
SUFFIXES = (".csv", ".parquet")

ScoreFiles = Mapping[tuple[str, str], str]
"""(system, attacker) → file of its scores, relative to the study."""


def score_files(folder: Path, findings: Findings) -> dict[tuple[str, str], str]:
    """Return the score files below `scores/`, and add what stands there and cannot be one.

    Names come from the folders' own lists and are never made into a path, so that an id such as `../x` reaches nothing.
    """
    place = folder / SCORES
    if not place.is_dir():
        return {}
    found: dict[tuple[str, str], str] = {}
    for below in sorted(place.iterdir()):
        shown = f"{SCORES}/{below.name}"
        if below.name.startswith("."):
            continue
        if not below.is_dir():
            findings.note("unused-file", shown, "the file is left out; scores stand in a folder for each attacker")
        elif below.name not in ATTACKERS:
            guess = near(below.name.replace("-", "_"), ATTACKERS)
            findings.error(
                "attacker", shown, f"{quoted(below.name)} is no attacker", allowed=", ".join(ATTACKERS),
                advice=f"rename the folder; {guess}" if guess else "rename the folder; the scores of the unprotected "
                "speech stand under ignorant, in a file named after the reference",
            )  # fmt: skip
        else:
            _add_files(below, found, findings)
    return found


def _add_files(place: Path, found: dict[tuple[str, str], str], findings: Findings) -> None:
    attacker = place.name
    for path in sorted(place.iterdir()):
        shown = f"{SCORES}/{attacker}/{path.name}"
        if path.name.startswith("."):
            continue
        if path.suffix not in SUFFIXES:
            findings.note(
                "unused-file", shown, "the file is left out", allowed="<system>.csv or <system>.parquet",
                advice=f"write its scores as a table with the columns {', '.join(COLUMNS)}",
            )  # fmt: skip
        elif (path.stem, attacker) in found:
            findings.error(
                "two-files", shown, f"the scores of {quoted(path.stem)} stand in {found[path.stem, attacker]} too",
                allowed="one file a system and attacker", advice="take away the one that is not meant",
            )  # fmt: skip
        else:
            found[path.stem, attacker] = shown


def audit_scores(folder: Path, scored: ScoreFiles, utterances: Utterances, trials: Trials, findings: Findings) -> None:
    """Read each score file once and add what is wrong or doubtful in it, a high share of tied scores too."""
    for (system, attacker), file in sorted(scored.items()):
        scores = read_scores(folder, file, utterances, trials, findings)
        if scores is None:
            continue
        ties = tied_scores(scores, trials.first)
        if ties.high:
            warn_of_ties(ties, file, system, attacker, findings)


def warn_of_ties(ties: Ties, file: str, system: str, attacker: str, findings: Findings) -> None:
    """Add the warning that most scores of an attack tie."""
    findings.warning(
        "ties",
        file,
        f"{quoted(system)}, {attacker} attacker: {ties.trials:,} trials have only {ties.distinct:,} different scores; "
        f"{100 * ties.share:.0f} % bring no score of their own",
        allowed="scores that tie seldom",
        advice="look for a step that rounds the scores or keeps only the signs of the embeddings; tied trials are "
        "accepted together, and the EER is coarse",
    )
