"""Sentences of the templates: one that explains why is marked as untested, a background fact carries a citation."""

import re
from pathlib import Path

import pytest

from analysis.pages.citations import cited

from .results import TEMPLATES

SOURCES = sorted(path for path in TEMPLATES.rglob("*.j2"))
CAUSAL = re.compile(
    r"\b(because|since|due to|owing to|therefore|thus|hence|explains?|explained by|the reason|as a result|causes?|"
    r"caused by)\b",
    re.IGNORECASE,
)
# Words of cause that give the reason of a rule or of a reading, not of a result.
RULES = (
    "since trials of one speaker hang together",
    "since insertions count as well",
    "no cause",
    "not a cause",
)


def prose(text: str) -> str:
    """Return a template without its statements, comments and expressions."""
    return re.sub(r"<%.*?%>|<#.*?#>|<<.*?>>", " ", text, flags=re.S)


def without_untested(text: str) -> str:
    """Return the text without its blocks of untested explanations."""
    return re.sub(r"^(:::+) untested\n.*?^\1$", " ", text, flags=re.S | re.M)


def backgrounds(text: str) -> list[str]:
    """Return what stands in spans of background facts; brackets inside are those of citations."""
    return re.findall(r"\[((?:[^\[\]]|\[[^\]]*\])*)\]\{\.background\}", text)


def unmarked(text: str) -> list[str]:
    """Return the lines that give a cause without the mark of an untested explanation or of a cited fact."""
    text = without_untested(prose(text))
    for fact in backgrounds(text):
        text = text.replace(fact, " ")
    for rule in RULES:
        text = text.replace(rule, " ")
    return [line.strip() for line in text.split("\n") if CAUSAL.search(line)]


def named(path: Path) -> str:
    return path.relative_to(TEMPLATES).as_posix()


def test_the_scan_sees_what_it_looks_for():
    """A cause outside the marks is found, one inside is not; a fact is read with its citation."""
    assert ["It leaks because it does."] == unmarked("It leaks because it does.\n")
    assert [] == unmarked("::: untested\nIt leaks because it does.\n:::\n\n[So, since then [@a1].]{.background}\n")
    assert ["x [@a1], y"] == backgrounds("[x [@a1], y]{.background}")


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_a_sentence_that_explains_why_is_marked(path):
    """Why a result is as it is was not tested here, and the page says so wherever it offers a reason."""
    assert [] == unmarked(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", SOURCES, ids=named)
def test_a_background_fact_has_a_citation(path):
    """What this report did not find out itself names where it stands."""
    for fact in backgrounds(path.read_text(encoding="utf-8")):
        assert cited(fact), fact


def test_both_marks_are_in_use():
    """The scans have something to scan."""
    texts = [path.read_text(encoding="utf-8") for path in SOURCES]
    assert any("::: untested" in text for text in texts) and any(backgrounds(text) for text in texts)


def test_what_the_domain_knows_is_not_said_without_a_source():
    """A sentence about the field's challenges, models or predictors stands in a cited span."""
    field = re.compile(r"VoiceMOS|VoicePrivacy Challenges|trained on the data|LibriSpeech|WavLM|HuBERT")
    for path in SOURCES:
        text = prose(path.read_text(encoding="utf-8"))
        for fact in backgrounds(text):
            text = text.replace(fact, " ")
        assert [] == [line for line in text.split("\n") if field.search(line)], named(path)
