"""A small stock of Khmer phrases, sentences made of them, and the signs that recognition errors are made of."""

from __future__ import annotations

import re

import numpy as np

TIMES = ("ថ្ងៃនេះ", "ម្សិលមិញ", "ស្អែក", "ពេលព្រឹក", "ពេលល្ងាច", "យប់មិញ", "រាល់ថ្ងៃ", "ឆ្នាំមុន")
SUBJECTS = ("ខ្ញុំ", "យើង", "គាត់", "នាង", "ម្តាយ", "ឪពុក", "គ្រូបង្រៀន", "សិស្ស", "កសិករ", "ក្មេងៗ", "មិត្តភក្តិ", "បងស្រី")
ACTIONS = (
    "ទិញបន្លែ",
    "លក់ត្រី",
    "អានសៀវភៅ",
    "ញ៉ាំបាយ",
    "ផឹកទឹក",
    "មើលមេឃ",
    "ស្តាប់ចម្រៀង",
    "រៀនភាសាខ្មែរ",
    "ធ្វើការងារ",
    "ដាំស្រូវ",
    "សរសេរសំបុត្រ",
    "ជិះកង់",
    "លេងបាល់",
    "រង់ចាំឡាន",
)
PLACES = ("នៅផ្សារ", "នៅផ្ទះ", "នៅសាលារៀន", "ក្នុងវាលស្រែ", "ក្បែរមាត់ទន្លេ", "នៅភ្នំពេញ", "ក្រោមដើមឈើ", "ក្នុងភូមិ")
MANNERS = ("ជាមួយមិត្តភក្តិ", "ជាមួយគ្រួសារ", "ម្នាក់ឯង", "យ៉ាងសប្បាយ", "ដោយស្ងៀមស្ងាត់")
LINKS = ("ហើយ", "បន្ទាប់មក", "ប៉ុន្តែ", "ព្រោះ")

CONSONANTS = "កខគងចជញដតទនបពមយរលវសហអ"
VOWELS = "ាិីុូេែោៅំះ"

# How far a sentence may be from its wanted length, in signs.
SLACK = 2

REPEAT = "ៗ"
# A base with its subscript consonants, vowels and signs; anything else stands alone.
CLUSTER = re.compile("[\u1780-\u17b3](?:\u17d2[\u1780-\u17a2])*[\u17b4-\u17d1\u17d3\u17dd]*|.")


def sentence(signs: int, random: np.random.Generator) -> str:
    """Return phrases with blanks between them that hold `signs` signs, or two more or fewer; blanks are not counted.

    Sentences are drawn until one has the wanted length; from 25 signs upwards one is found soon.
    """
    while True:
        text = " ".join(_phrases(signs, random))
        if abs(len(text.replace(" ", "")) - signs) <= SLACK:
            return text


def _phrases(signs: int, random: np.random.Generator) -> list[str]:
    """Return a time and one or more clauses, the last of which ends near `signs` signs or beyond."""
    phrases = [_one_of(TIMES, random)]
    link = ""
    while True:
        phrases.append(link + _one_of(SUBJECTS, random) + _one_of(ACTIONS, random))
        for words in (PLACES, MANNERS):
            if sum(map(len, phrases)) < signs - SLACK:
                phrases.append(_one_of(words, random))
        if sum(map(len, phrases)) >= signs - SLACK:
            return phrases
        link = _one_of(LINKS, random)


def _one_of(words: tuple[str, ...] | str, random: np.random.Generator) -> str:
    return words[random.integers(len(words))]


def clusters(text: str) -> list[str]:
    """Split a text into the units that a reader sees: a base sign with what is stacked upon it.

    Example:
        >>> clusters("ខ្ញុំទៅ")
        ['ខ្ញុំ', 'ទៅ']
    """
    return CLUSTER.findall(text)


def random_cluster(random: np.random.Generator) -> str:
    """Return a consonant, in two cases out of three with a vowel."""
    vowel = _one_of(VOWELS, random) if random.random() < 2 / 3 else ""
    return _one_of(CONSONANTS, random) + vowel
