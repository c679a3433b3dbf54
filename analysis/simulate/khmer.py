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

COENG = "\u17d2"
# A base with its subscript consonants, vowels and signs; anything else stands alone.
CLUSTER = re.compile("[\u1780-\u17b3](?:\u17d2[\u1780-\u17a2])*[\u17b4-\u17d1\u17d3\u17dd]*|.")


def sentence(signs: int, random: np.random.Generator) -> str:
    """Return phrases, with blanks between them, of about `signs` signs or a little more; blanks are not counted."""
    phrases: list[str] = []

    def room() -> int:
        return signs - sum(len(phrase) for phrase in phrases)

    def add(words: tuple[str, ...], before: str = "") -> None:
        phrases.append(before + words[random.integers(len(words))])

    add(TIMES)
    while True:
        phrases.append(SUBJECTS[random.integers(len(SUBJECTS))] + ACTIONS[random.integers(len(ACTIONS))])
        for words in (PLACES, MANNERS):
            if room() > 3:
                add(words)
        if room() <= 3:
            return " ".join(phrases)
        add(LINKS)


def clusters(text: str) -> list[str]:
    """Split a text into the units that a reader sees: a base sign with what is stacked upon it.

    Example:
        >>> clusters("ខ្ញុំទៅ")
        ['ខ្ញុំ', 'ទៅ']
    """
    return CLUSTER.findall(text)


def random_cluster(random: np.random.Generator) -> str:
    """Return a consonant, in two cases out of three with a vowel."""
    vowel = VOWELS[random.integers(len(VOWELS))] if random.random() < 2 / 3 else ""
    return CONSONANTS[random.integers(len(CONSONANTS))] + vowel
