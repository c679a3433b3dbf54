"""The demo clips of a benchmark: which utterances can be heard, and where their sound files are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from analysis.study.findings import Findings, in_rows, named
from analysis.study.ids import check_ids, id_fault
from analysis.study.tables import parse_column, read_table, word_parser
from analysis.study.utterances import GENDERS, Utterances

FILE = "meta/demo_clips.csv"
ORIGINALS = "audio/demo"
ANONYMIZED = "audio/anonymized"


@dataclass(frozen=True)
class DemoClip:
    """One utterance that can be heard; speaker, gender and corpus are empty where unknown."""

    utt_id: str
    speaker: str = ""
    gender: str = ""
    corpus: str = ""


def read_demo_clips(folder: Path, utterances: Utterances, findings: Findings) -> tuple[DemoClip, ...]:
    """Read `meta/demo_clips.csv`; what it leaves out is looked up among the test utterances. The file must exist."""
    table = read_table(folder, FILE, ("utt_id",), findings)
    if table is None:
        return ()
    if not table.rows:
        findings.note(
            "empty", FILE, "no clip is listed", allowed="one row a clip", advice="fill the table, or take it away"
        )
        return ()
    check_ids(table, "utt_id", findings)
    genders = parse_column(
        table, "gender", word_parser(GENDERS), "", "f, m, female, male in any case, or blank where unknown", findings
    )
    clips: dict[str, DemoClip] = {}
    repeated: list[int] = []
    frame = utterances.frame
    for row, utterance, speaker, gender, corpus in zip(
        table.rows, table.column("utt_id"), table.column("speaker"), genders, table.column("corpus"), strict=True
    ):
        if utterance in clips:
            repeated.append(row)
            continue
        if id_fault(utterance):
            continue
        place = utterances.row.get(utterance)
        if place is not None:
            speaker = speaker or frame["speaker"][place]
            corpus = corpus.strip() or frame["corpus"][place]
        if not gender and speaker in utterances.speaker_index:
            gender = utterances.genders[utterances.speaker_index[speaker]]
        clips[utterance] = DemoClip(utterance, speaker, gender, corpus.strip())
    if repeated:
        findings.warning(
            "duplicate", FILE, f"{in_rows(repeated)}the row repeats an earlier one and is left out", row=repeated[0]
        )
    return tuple(clips.values())


def note_clips(
    clips: tuple[DemoClip, ...], system: str, files: dict[str, str], originals: dict[str, str], findings: Findings
) -> None:
    """Note the demo clips that a system has no file for, and files that no demo clip names."""
    place = f"{ANONYMIZED}/{system}" if system else ORIGINALS
    listed = [clip.utt_id for clip in clips]
    absent = [name for name in listed if name not in files]
    if absent:
        findings.note(
            "missing-clip",
            place,
            f"{len(listed) - len(absent)} of {len(listed)} demo clips are here, not {named(absent)}",
        )
    extra = sorted(set(files) - set(listed))
    if extra:
        findings.note("extra-clip", place, f"{named(extra)} {'is' if len(extra) == 1 else 'are'} not in {FILE}")
    orphans = sorted(set(files) & set(listed) - set(originals)) if system else []
    if orphans:
        findings.warning(
            "no-original-clip",
            place,
            f"{named(orphans)} {'has' if len(orphans) == 1 else 'have'} no original clip in {ORIGINALS}",
            allowed="an original for each anonymized clip",
            advice="add the original, without which pitch and duration cannot be compared",
        )
