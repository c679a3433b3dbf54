"""Which words with digits a report may mark as data: those of its inputs, its ledger and its tables.

What is marked as data is passed over where pages are read, so a number could hide there. A word with a letter in it,
like `T8-1`, must stand in an input, the ledger or a table of the report. A bare number must stand there in a name or in
a text: a cell of a table that holds nothing but numbers names nothing.
"""

from __future__ import annotations

import io
import json
import re
import tomllib
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path, PurePosixPath

import polars

from analysis.audit.numerals import DIGIT
from analysis.ledger import Ledger, parts

_WORD = re.compile(r"[^\s,;:()\[\]{}\"'|<>=·…“”‘’«»]+")
_LETTER = re.compile(r"[^\W\d_]")
_CUT = "…"
_ENDS = ".!?*_`~^+-−–—/\\%#&@$"
_TEXTS = {".csv", ".tsv", ".json", ".toml", ".md", ".txt"}
IDS = {"utt_id", "speaker", "enroll_speaker", "trial_utt", "trial_speaker", "corpus", "system", "edition"}
"""Columns whose cells are names though every one of them may be a number."""


@dataclass(frozen=True)
class Known:
    """The words with digits that data, ledger and tables hold; the inputs are only read for what these lack.

    Attributes:
        report: the folder of the report.
        ledger: its ledger.
        inputs: the paths of its inputs, each with its file.
    """

    report: Path
    ledger: Ledger
    inputs: Mapping[str, Path]
    _words: set[str] = field(default_factory=set, repr=False, compare=False)

    def strange(self, texts: Iterable[str]) -> list[tuple[str, str]]:
        """Return (word, text) for each word with digits that stands in none of what the report is made of."""
        asked = [(word, text, cut) for text in sorted(texts) for word, cut in _asked(text)]
        for more in (self._own, self._given):
            if asked:
                self._words.update(more)
                ordered = sorted(self._words)
                asked = [one for one in asked if not self._holds(one[0], ordered, cut=one[2])]
        return [(word, text) for word, text, _ in asked]

    def _holds(self, word: str, ordered: list[str], *, cut: bool) -> bool:
        if word in self._words:
            return True
        place = bisect_left(ordered, word)
        return cut and place < len(ordered) and ordered[place].startswith(word)

    @cached_property
    def _own(self) -> set[str]:
        """The words of the ledger, of the tables and of what the report is about."""
        found: set[str] = set()
        for entry in self.ledger:
            names = " ".join(parts(entry.key))
            for text in (entry.key, names, names.replace("_", " "), entry.source, entry.method, entry.missing):
                found.update(_words(text))
        for path in self.inputs:
            found.update(_words(path))
            for folder in PurePosixPath(path).parents:  # a command names the folder of a study
                found.update(_words(folder.as_posix()))
        for path in sorted(self.report.rglob("*.csv")):
            if path.name != "ledger.csv":
                found.update(_of_file(path))
        for path in sorted(self.report.glob("*.json")):
            found.update(_of_file(path))
        return found

    @cached_property
    def _given(self) -> set[str]:
        """The words of the inputs that are texts."""
        found: set[str] = set()
        for path in self.inputs.values():
            if path.suffix.lower() in _TEXTS and path.is_file():
                found.update(_of_file(path))
        return found


def _asked(text: str) -> Iterator[tuple[str, bool]]:
    """Return the words of a marked text that hold digits, and whether each is cut by an ellipsis."""
    for found in _WORD.finditer(text):
        if DIGIT.search(found.group()):
            cut = text[found.end() : found.end() + 1] == _CUT
            yield found.group() if cut else found.group().strip(_ENDS), cut


def _words(text: str) -> Iterator[str]:
    """Return the words of a text that hold digits."""
    if DIGIT.search(text):
        for word in _WORD.findall(text):
            if DIGIT.search(word):
                yield word.strip(_ENDS)


def _of_file(path: Path) -> set[str]:
    """Return the words of a file; one that is not what its name says is read as a text."""
    content = path.read_bytes()
    suffix = path.suffix.lower()
    text = content.decode("utf-8", "replace")
    texts: Iterable[str] = (text,)
    try:
        if suffix in (".csv", ".tsv"):
            texts = _cells(content, "\t" if suffix == ".tsv" else ",")
        elif suffix == ".json":
            texts = list(_leaves(json.loads(text)))
        elif suffix == ".toml":
            texts = list(_leaves(tomllib.loads(text)))
    except (ValueError, RecursionError, polars.exceptions.PolarsError):
        texts = (text,)
    return {word for one in texts for word in _words(one)}


def _cells(content: bytes, separator: str) -> list[str]:
    """Return the different cells of the columns that hold names or texts, with the heads of all columns."""
    frame = polars.read_csv(io.BytesIO(content), infer_schema=False, separator=separator, encoding="utf8-lossy")
    found = list(frame.columns)
    for place, name in enumerate(frame.columns):
        column = frame[name].drop_nulls().unique(maintain_order=True)
        if place == 0 or name.strip().lower() in IDS or column.str.contains(r"\p{L}").any():
            found += column.to_list()
    return found


def _leaves(value: object) -> Iterator[str]:
    """Return every text of a nest, its keys included; numbers name nothing."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _leaves(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _leaves(inner)
    elif isinstance(value, str):
        yield value
