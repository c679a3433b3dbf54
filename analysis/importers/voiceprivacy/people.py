"""Speakers and utterances of the lists: who speaks, in which role, of which gender."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from analysis.importers.voiceprivacy.folders import Folder
from analysis.importers.voiceprivacy.kaldi import read_lines, read_map
from analysis.importers.voiceprivacy.names import dataset_and_split
from analysis.study.findings import Findings, named, quoted

GENDERS = {"f": "female", "female": "female", "m": "male", "male": "male"}


@dataclass(frozen=True)
class Utterance:
    """One utterance of the lists; `gender` is empty where no file gives it."""

    speaker: str
    role: str
    gender: str
    corpus: str


class People:
    """Utterances and speakers as they are met, list by list.

    Attributes:
        utterances: utterance → who and what.
        speakers: utterance → speaker, of every list.
        genders: speaker → gender, where it is known.
    """

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.utterances: dict[str, Utterance] = {}
        self.speakers: dict[str, str] = {}
        self.genders: dict[str, str] = {}

    def enrollment(self, folder: Folder, base: str) -> set[str]:
        """Add the enrollment of a set; return its speakers."""
        of = self._listed(folder, base, "enroll")
        if "enrolls" in folder.files:
            listed = {line.fields[0] for line in read_lines(folder, "enrolls", 1, self.findings)}
            strange, unlisted = sorted(listed - set(of)), sorted(set(of) - listed)
            if strange:
                self.findings.error(
                    "unresolved", folder.place("enrolls"), f"{named(strange)} stand in no line of utt2spk",
                    allowed="utterances whose speaker is known", advice="add the speaker, or take the utterance out",
                )  # fmt: skip
            if unlisted:
                self.findings.note(
                    "enrolls", folder.place("utt2spk"),
                    f"{named(unlisted)} are not listed in enrolls; the toolkit enrolls what utt2spk names, and so here",
                )  # fmt: skip
        return set(of.values())

    def tried(self, folder: Folder, base: str) -> Mapping[str, str]:
        """Add the trial utterances of a list; return utterance → speaker."""
        return self._listed(folder, base, "trial")

    def _listed(self, folder: Folder, base: str, role: str) -> Mapping[str, str]:
        if "utt2spk" not in folder.files:
            self.findings.error(
                "missing", folder.place("utt2spk"), "the file is missing; whose utterances these are is not known",
                allowed="an utterance and its speaker in each line", advice="copy it from the data of the challenge",
            )  # fmt: skip
            return {}
        of = read_map(folder, "utt2spk", self.findings)
        genders = self._genders(folder)
        corpus = dataset_and_split(base)[0]
        for utterance, speaker in of.items():
            earlier = self.speakers.setdefault(utterance, speaker)
            if earlier != speaker:
                self.findings.error(
                    "conflict", folder.place("utt2spk"),
                    f"{quoted(utterance)} is of {quoted(speaker)} here and of {quoted(earlier)} in another list",
                    allowed="one speaker an utterance, and ids that no two sets share",
                    advice="correct the speaker, or import the sets one by one",
                )  # fmt: skip
                continue
            # What enrolls and is tried as well stays an enrollment utterance; the check of the study tells of it.
            said = Utterance(speaker, role, genders.get(speaker, ""), corpus)
            self.utterances.setdefault(utterance, said)
        return of

    def _genders(self, folder: Folder) -> Mapping[str, str]:
        if "spk2gender" not in folder.files:
            self.findings.note("no-gender", folder.place("spk2gender"), "the file is missing; genders are not known")
            return self.genders
        strange: dict[str, str] = {}
        for speaker, word in read_map(folder, "spk2gender", self.findings).items():
            gender = GENDERS.get(word.lower(), "")
            if not gender:
                strange[speaker] = word
            elif self.genders.setdefault(speaker, gender) != gender:
                self.findings.error(
                    "conflict", folder.place("spk2gender"),
                    f"{quoted(speaker)} is {gender} here and {self.genders[speaker]} in another list",
                    allowed="one gender a speaker", advice="correct the file",
                )  # fmt: skip
        if strange:
            self.findings.error(
                "value", folder.place("spk2gender"), f"{named(sorted(set(strange.values())))} as gender",
                allowed="f or m, in either case", advice="correct the file, or take the line out",
            )  # fmt: skip
        return self.genders
