"""Words: references of the trial utterances, and what a recogniser made of original and anonymized speech."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from analysis.importers.attackers import ANONYMIZED
from analysis.importers.voiceprivacy.folders import Folder
from analysis.importers.voiceprivacy.kaldi import read_map
from analysis.importers.voiceprivacy.lists import Lists
from analysis.importers.voiceprivacy.names import ASR, TRIALS
from analysis.importers.voiceprivacy.tables import has_column, number, read_rows, side_of, suffix_of
from analysis.study.cells import Cell, number_cell
from analysis.study.findings import Findings, named, quoted

WER = re.compile(r"%WER\s+([0-9]+(?:\.[0-9]+)?)(?!\S)")
WHISPER = "whisper"
PUNCTUATION = re.compile(r"[.,!?;:»«\"()\[\]…—–-]")
"""What the toolkit takes out of both texts before it counts the words of this recogniser."""


@dataclass(frozen=True)
class Words:
    """What was said and what was understood.

    Attributes:
        references: utterance → text.
        hypotheses: suffix (empty: original speech) → utterance → text.
        rates: (suffix, set) → WER of the files in percent.
        sources: (suffix, set) → where that stands.
        plain: whether case and punctuation were taken out of all texts.
    """

    references: Mapping[str, str] = field(default_factory=dict, repr=False)
    hypotheses: Mapping[str, Mapping[str, str]] = field(default_factory=dict, repr=False)
    rates: Mapping[tuple[str, str], Cell] = field(default_factory=dict)
    plain: bool = False


def is_recognised(folder: Folder) -> bool:
    """Say whether a folder holds what a recogniser wrote: the lists of the same name have speakers too."""
    files = set(folder.files)
    words = "wer" in files or (ASR.fullmatch(folder.name) is not None and "text" in files)
    return words and not {"utt2spk", "wav.scp"} & files


def read_words(found: Sequence[Folder], lists: Lists, findings: Findings) -> Words:
    """Read references, hypotheses and rates of the sets that have trials; others are left out and noted."""
    hypotheses: dict[str, dict[str, str]] = {}
    rates: dict[tuple[str, str], Cell] = {}
    others: list[str] = []
    recognisers: dict[tuple[str, str], Folder] = {}
    for folder in found:
        if not is_recognised(folder):
            continue
        match = ASR.fullmatch(folder.name)
        base, suffix = (match["base"], match["suffix"]) if match else (folder.name, "")
        if match is None or base not in lists.bases:
            others.append(folder.name)
            continue
        first = recognisers.setdefault((suffix, base), folder)
        if first is not folder:
            _check_once(first, folder, findings)
            continue
        if "text" in folder.files:
            hypotheses.setdefault(suffix, {}).update(read_map(folder, "text", findings))
        if "wer" in folder.files:
            rates[suffix, base] = _rate(folder, findings)
    if others:
        findings.note("no-trials", "sources", f"{named(others, 20)} recognised, but of no list of trials; left out")
    _refine(found, rates, findings)
    references = _references(found, lists, findings) if hypotheses else {}
    plain = any(WHISPER in part for folder in recognisers.values() for part in folder.parts)
    if plain:
        references = {name: plain_text(text) for name, text in references.items()}
        hypotheses = {
            suffix: {name: plain_text(text) for name, text in texts.items()} for suffix, texts in hypotheses.items()
        }
        findings.note(
            "plain-text", "sources", "the recogniser writes case and punctuation; both are taken out of references and "
            "hypotheses, as the toolkit does before it counts words",
        )  # fmt: skip
    return Words(references, _covered(hypotheses, references, findings), rates, plain)


def plain_text(text: str) -> str:
    """Return a text in lower case without punctuation, with one blank between words.

    >>> plain_text(" Well-known, “yes”: no. ")
    'wellknown “yes” no'
    """
    return " ".join(PUNCTUATION.sub("", text.lower()).split())


def _rate(folder: Folder, findings: Findings) -> Cell:
    """Read the WER of a set from the first line of its statistics, whatever follows."""
    text = folder.text("wer", findings)
    if text is None:
        return Cell()
    first = text.partition("\n")[0]
    try:
        if match := WER.search(first):
            return number_cell(match[1])
    except ValueError:  # more digits than a number has
        pass
    findings.error(
        "value", folder.place("wer"), f"{quoted(first)} names no rate", allowed="%WER and a number in the first line",
        row=1,
    )  # fmt: skip
    return Cell()


def _check_once(first: Folder, folder: Folder, findings: Findings) -> None:
    """Compare two sources' recognitions of one set."""
    match = ASR.fullmatch(folder.name)
    same = all(
        file in first.files and folder.text(file, findings) == first.text(file, findings)
        for file in ("text", "wer")
        if file in folder.files
    )
    if same:
        return
    if match is not None and not match["suffix"]:
        findings.warning("conflict", folder.shown, f"other words than in {first.shown}; the first are taken")
    else:
        findings.error(
            "conflict", folder.shown, f"another recognition of the same speech than {first.shown}",
            allowed="each once", advice="name the folders of one evaluation only",
        )  # fmt: skip


def _refine(found: Sequence[Folder], rates: dict[tuple[str, str], Cell], findings: Findings) -> None:
    """Give the rates the digits of the tables, where a row is of one set and agrees with its own statistics.

    Which rows are of anonymized speech is not taken from the tables alone: they flag every set that has the suffix
    somewhere in its name. A row counts where it is the only one of its set and kind.
    """
    for folder in found:
        for file in folder.files:
            suffix = suffix_of(file, "results")
            if suffix is None or not rates or not has_column(folder, file, "WER"):
                continue
            rows: dict[tuple[str, str], list[Cell]] = {}
            for row in read_rows(folder, file, ("dataset", "split", "asr", "WER"), findings):
                kind = side_of(row, "asr", findings)
                base = f"{row.cells['dataset']}_{row.cells['split']}"
                rows.setdefault((suffix if kind == ANONYMIZED else "", base), []).append(number(row, "WER", findings))
            for key, cells in rows.items():
                known = rates.get(key)
                values = {cell.value for cell in cells}
                if known is None or known.value is None or len(values) > 1 or cells[0].value is None:
                    continue
                if abs(cells[0].value - known.value) <= 0.0051 and cells[0].decimals > known.decimals:
                    rates[key] = cells[0]
                elif abs(cells[0].value - known.value) > 0.0051:
                    findings.warning(
                        "two-values", folder.place(file),
                        f"WER of {key[1]}{key[0]}: {cells[0].text} % here, {known.text} % in its own folder",
                        allowed="the same value", advice="the folder of the set is followed: the table may be of an "
                        "older run, or its rows be flagged by a part of a name",
                    )  # fmt: skip


def _references(found: Sequence[Folder], lists: Lists, findings: Findings) -> dict[str, str]:
    """Return what was said in the trial utterances: from the lists themselves, which hold all of it."""
    references: dict[str, str] = {}
    known = {trials.name for trials in lists.sets}
    lacking = set(known)
    for folder in found:
        match = TRIALS.fullmatch(folder.name)
        if match is None or match["suffix"] or folder.name not in known or "text" not in folder.files:
            continue
        lacking.discard(folder.name)
        for utterance, text in read_map(folder, "text", findings).items():
            if utterance in lists.utterances:
                references.setdefault(utterance, text)
    if lacking:
        findings.warning(
            "no-text", "sources", f"{named(sorted(lacking))} without a file text; its words are left out",
            advice="copy text from the data of the challenge",
        )  # fmt: skip
    return references


def _covered(
    hypotheses: Mapping[str, Mapping[str, str]], references: Mapping[str, str], findings: Findings
) -> dict[str, dict[str, str]]:
    """Return the hypotheses of utterances with a reference, of the systems that have all of them."""
    covered: dict[str, dict[str, str]] = {}
    for suffix, texts in hypotheses.items():
        what = quoted(suffix) if suffix else "original speech"
        missing = [name for name in references if name not in texts]
        extra = [name for name in texts if name not in references]
        if extra:
            findings.note("extra-text", "sources", f"{what}: {len(extra)} hypotheses of other utterances; left out")
        if missing:
            findings.warning(
                "coverage", "sources",
                f"{what}: {len(references) - len(missing)} of {len(references)} utterances have a hypothesis "
                f"({named(missing, 3)} have none); its words are left out, since an absent one is no empty one",
                advice="recognise all utterances of the lists",
            )  # fmt: skip
        elif references:
            covered[suffix] = {name: texts[name] for name in references}
    return covered
