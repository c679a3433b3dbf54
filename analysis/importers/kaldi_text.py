"""The results text of the Kaldi-based VoicePrivacy evaluation, in blocks or one line a result, as labelled texts.

ASV-libri_dev_enrolls-libri_dev_trials_f                A name, and what belongs to it, indented.
  EER: 8.7%
  linkability: 0.80
ASV-libri_dev_enrolls-libri_dev_trials_f  EER: 8.7%     The same on one line.
ASR-libri_dev_asr  %WER 3.80 [ 38 / 1000, 5 ins, 3 del, 30 sub ] exp/…/decode_libri_dev_asr_tglarge/wer_10
libri_dev_trials_f  Pitch_correlation: mean=0.71 std=0.10
libri_dev_trials_f Gain of voice distinctiveness : -1.2
Weighted average EER dev orig: 3.539
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from analysis.importers.attackers import ANONYMIZED, ORIGINAL
from analysis.study.findings import Findings, named, rows_named

LONGEST = 500
"""Signs that a name may have; the patterns would take long over a longer one."""

SPLIT = r"(?P<split>dev|test)"
PAIR = re.compile(
    rf"ASV-(?P<corpus>.+)_{SPLIT}_enrolls(?P<enrolled>.*)"
    r"-(?P=corpus)_(?P=split)_trials_(?P<gender>f|m|mixed)(?P<common>_common)?(?P<tried>.*)"
)
ASR_SET = re.compile(rf"ASR-(?P<corpus>.+?)_{SPLIT}_asr(?P<suffix>.*)")
TRIAL_SET = re.compile(rf"(?P<corpus>.+)_{SPLIT}_trials_(?P<gender>f|m|mixed)(?P<common>_common)?(?P<suffix>.*)")
AVERAGE = re.compile(
    rf"(?:Weighted average|Average) (?P<label>.+?) {SPLIT}(?: (?P<side>orig|anon))?:\s*(?P<number>\S+)"
)
NUMBERS = {
    "eer": re.compile(r"EER:\s*(\S+?)%?"),
    "linkability": re.compile(r"linkability:\s*(\S+)"),
    "wer": re.compile(
        r"%WER\s+(?P<number>\S+)\s+\[\s*(?P<errors>\d{1,15})\s*/\s*(?P<words>\d{1,15})\s*,.*\](?:\s*\[PARTIAL\])?\s*(?P<path>\S*)"
    ),
    "pitch_correlation": re.compile(r"Pitch_correlation:\s*mean=(\S+)(?:\s+std=\S+)?"),
    "gain_of_voice_distinctiveness": re.compile(r"Gain of voice distinctiveness\s*:\s*(\S+)"),
}
AVERAGED = {
    "EER": "eer",
    "WER": "wer",
    "pitch correlation": "pitch_correlation",
    "gain of voice distinctiveness": "gain_of_voice_distinctiveness",
}
OTHER = re.compile(r"(Cllr|ROCCH-EER|Population|Individual|minDCF|De-Identification)\b.*")
"""Measures that no study has a column for."""


@dataclass(frozen=True)
class Result:
    """One number of a text.

    Attributes:
        row: its line.
        name: the pair, set or list that it belongs to.
        measure: a key of `NUMBERS`.
        text: the number, without a percent sign.
        path: of a WER, the folder of the decoding; else empty.
        errors: of a WER, the words that were wrong; else None.
        words: of a WER, the words of the reference; else None.
    """

    row: int
    name: str
    measure: str
    text: str
    path: str = ""
    errors: int | None = None
    words: int | None = None


@dataclass(frozen=True)
class PrintedAverage:
    """An average that the text ends with; the side is empty where it is about both."""

    row: int
    measure: str
    split: str
    side: str
    text: str


@dataclass(frozen=True)
class KaldiText:
    """What a results text holds.

    Attributes:
        results: in the order of the text.
        averages: likewise.
        others: measures that were left out, in the order of the text.
        blocks: whether results stand in blocks, rather than one a line.
    """

    results: tuple[Result, ...]
    averages: tuple[PrintedAverage, ...]
    others: tuple[str, ...]
    blocks: bool


def is_kaldi_text(text: str) -> bool:
    """Say whether the first line that is not blank names a pair or a set of the evaluation."""
    first = next((line for line in text.splitlines() if line.strip()), "").split()
    return bool(first) and len(first[0]) <= LONGEST and any(pattern.fullmatch(first[0]) for pattern in (PAIR, ASR_SET))


def read_kaldi_text(text: str, place: str, findings: Findings) -> KaldiText:
    """Read a results text; lines that are not understood are warned about, all of them in one finding."""
    results: list[Result] = []
    averages: list[PrintedAverage] = []
    others: dict[str, None] = {}
    unknown: list[tuple[int, str]] = []
    block, blocks = "", False
    for row, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if not bare:
            continue
        if average := AVERAGE.fullmatch(bare):
            block = ""
            measure = AVERAGED.get(average["label"])
            if measure is None:
                unknown.append((row, bare))
            else:
                side = {"orig": ORIGINAL, "anon": ANONYMIZED}.get(average["side"] or "", "")
                averages.append(PrintedAverage(row, measure, average["split"], side, average["number"]))
            continue
        name, body = (block, bare) if line[0].isspace() else _parted(bare)
        if not line[0].isspace():
            block = "" if body else name
            if not body:
                blocks = True
                if not _is_name(name):
                    unknown.append((row, bare))
                    block = ""
                continue
        if other := OTHER.fullmatch(body):
            others[other[1]] = None
            continue
        found = _result(row, name, body) if _is_name(name) else None
        if found is None:
            unknown.append((row, bare))
        else:
            results.append(found)
    if unknown:
        findings.warning(
            "text", place,
            f"lines that are not understood are left out: {named([line for _, line in unknown], 3)} "
            f"({rows_named([row for row, _ in unknown])})", row=unknown[0][0],
        )  # fmt: skip
    return KaldiText(tuple(results), tuple(averages), tuple(others), blocks)


def _parted(line: str) -> tuple[str, str]:
    name, _, body = line.partition(" ")
    return name, body.strip()


def _is_name(name: str) -> bool:
    return len(name) <= LONGEST and any(pattern.fullmatch(name) for pattern in (PAIR, ASR_SET, TRIAL_SET))


def _result(row: int, name: str, body: str) -> Result | None:
    for measure, pattern in NUMBERS.items():
        if match := pattern.fullmatch(body):
            if measure != "wer":
                return Result(row, name, measure, match[1])
            return Result(row, name, measure, match[1], match["path"], int(match["errors"]), int(match["words"]))
    return None
