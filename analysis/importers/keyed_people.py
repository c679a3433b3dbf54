"""Who speaks in the trials of a key: as lists say, else as the targets show; never cut out of an id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from analysis.importers.tree import Tree
from analysis.study.findings import Findings, in_rows, named, quoted

LISTS = ("utt2spk", "spk2gender", "enrolls")
GENDERS = {"f": "f", "female": "f", "m": "m", "male": "m"}
Labels = Mapping[tuple[str, str], str]
"""(enrolled id, trial utterance) → `target` or `nontarget`."""


@dataclass
class People:
    """Speakers and genders.

    Attributes:
        speaker: utterance or model → speaker, as lists or four-column scores say.
        gender: speaker → f or m.
        enrolls: the enrollment utterances that a list names.
    """

    speaker: dict[str, str] = field(default_factory=dict)
    gender: dict[str, str] = field(default_factory=dict)
    enrolls: list[str] = field(default_factory=list)


def read_lists(tree: Tree, people: People, findings: Findings) -> None:
    """Add what the lists `utt2spk`, `spk2gender` and `enrolls` of a source say, one entry a line."""
    for name in tree.names:
        last = name.rpartition("/")[2]
        if last not in LISTS:
            continue
        faults = []
        for row, text in enumerate(tree.read_text(name).split("\n"), 1):
            fields = text.split()
            if not fields:
                continue
            if last == "enrolls" and len(fields) == 1:
                people.enrolls.append(fields[0])
            elif last == "utt2spk" and len(fields) == 2 and people.speaker.get(fields[0], fields[1]) == fields[1]:
                people.speaker[fields[0]] = fields[1]
            elif last == "spk2gender" and len(fields) == 2 and _fits(people, *fields):
                people.gender[fields[0]] = GENDERS[fields[1].lower()]
            else:
                faults.append((row, text.strip()))
        if faults:
            findings.error(
                "line", tree.place(name), f"{in_rows([row for row, _ in faults])}{quoted(faults[0][1])} cannot be used",
                allowed={"utt2spk": "an utterance and its one speaker", "enrolls": "one utterance",
                         "spk2gender": "a speaker and its one gender, f or m"}[last], row=faults[0][0],
            )  # fmt: skip


def _fits(people: People, speaker: str, word: str) -> bool:
    """Say whether a word is a gender, and no other than the speaker already has."""
    gender = GENDERS.get(word.lower())
    return gender is not None and people.gender.get(speaker, gender) == gender


def speakers_of(labels: Labels, people: People, findings: Findings) -> tuple[dict[str, str], dict[str, str]]:
    """Return (enrolled id → speaker, trial utterance → speaker).

    Without a list, an enrolled id is taken as a speaker, and the speaker of an utterance is the one it is a target of.
    What that leaves open, and several models of one speaker, are errors.
    """
    enrolled = {name: people.speaker.get(name, name) for name, _ in labels}
    tried: dict[str, str] = {}
    several: dict[str, set[str]] = {}
    for (name, utterance), label in labels.items():
        if utterance in people.speaker:
            tried[utterance] = people.speaker[utterance]
        elif label == "target" and tried.setdefault(utterance, enrolled[name]) != enrolled[name]:
            several.setdefault(utterance, {tried[utterance]}).add(enrolled[name])
    unknown = sorted({utterance for _, utterance in labels} - tried.keys())
    if unknown:
        findings.error(
            "unresolved", "utt2spk", f"nobody says who speaks in {named(unknown)}, which no target trial names",
            allowed="a file utt2spk: an utterance and its speaker in each line", advice="add it beside the key",
        )  # fmt: skip
    models: dict[str, set[str]] = {}
    for name, speaker in enrolled.items():
        models.setdefault(speaker, set()).add(name)
    double = [sorted(names) for names in models.values() if len(names) > 1]
    double += [sorted(names) for names in several.values()]
    if double:
        findings.error(
            "models", "utt2spk" if people.speaker else "key",
            f"{named(double[0])} are models of one speaker; so are the models of {len(double)} in all",
            allowed="one model a speaker",
            advice="score each trial against the mean of the speaker's enrollment utterances; or, where each model is "
            "one utterance, say --format pair-scores",
        )  # fmt: skip
    return enrolled, tried
