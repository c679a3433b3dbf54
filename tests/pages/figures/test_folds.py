"""The matrix of folds."""

import xml.etree.ElementTree as ElementTree

import pytest

from analysis.pages.figures.folds import FoldRow, draw_folds, fits, folds_alt
from tests.pages.results import HOSTILE

ROWS = [
    FoldRow("S1", "female", {"1": "dev", "2": "train"}), FoldRow("S1", "male", {"1": "eval", "2": "train"}),
    FoldRow("S2", "female", {"1": "train", "2": ""}), FoldRow("S2", "male", {"1": "train", "2": "eval"}),
]  # fmt: skip


def test_each_cell_says_what_it_is_and_a_conversation_is_named_once():
    """Words stand in the cells, so no key is needed; a speaker who is left out has an empty cell."""
    words = [text for text, _ in draw_folds(ROWS, 5.6).labels]
    assert (4, 1, 2) == (words.count("train"), words.count("dev"), words.count("eval"))
    assert (1, 1) == (words.count("S1"), words.count("S2"))
    assert ["fold 1", "fold 2"] == [word for word in words if word.startswith("fold")]


@pytest.mark.parametrize("names", [("S1", "S2"), HOSTILE[:12], ("a name that goes on " * 6, "b")])
@pytest.mark.parametrize("folds", [1, 5, 12])
def test_words_stand_apart_and_on_the_sheet(names, folds):
    """Long names are cut, and narrow cells lose their words rather than overlap."""
    rows = [
        FoldRow(name, gender, {str(fold): ("train", "dev", "eval", "")[(fold + place) % 4] for fold in range(folds)})
        for place, name in enumerate(names)
        for gender in ("female", "male")
    ]
    drawing = draw_folds(rows, 5.6)
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:index])
    assert max(box.right for box in boxes) <= 5.6 * 72
    assert min(min(box.left, box.bottom) for box in boxes) >= 2
    ElementTree.fromstring(drawing.svg)


def test_what_a_page_cannot_hold_is_not_drawn():
    """No speaker, no fold, too many of either."""
    assert fits(ROWS)
    assert not fits([]) and not fits([FoldRow("S", "male", {})])
    assert not fits([FoldRow("S", "male", dict.fromkeys("abcdefghijklm", "train"))])
    assert not fits([FoldRow(str(number), "male", {"1": "train"}) for number in range(41)])
    with pytest.raises(ValueError, match="cannot be drawn"):
        draw_folds([], 5.6)


def test_the_alternative_text_names_who_is_held_out():
    """A fold without a development speaker names the other alone."""
    text = folds_alt(ROWS)
    assert "In fold 1 the development speaker is S1, female, and the evaluation speaker is S1, male." in text
    assert text.endswith("In fold 2 the evaluation speaker is S2, male.")
