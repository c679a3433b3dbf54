import unicodedata

import pytest

from analysis.pages.figures.text import ELLIPSIS, measure, one_line, shorten, wrap


def test_text_is_brought_to_one_line():
    """Line ends and tabs become blanks; controls and turns of direction go."""
    assert one_line("two\nlines\r\nand a\ttab\x00\x1b[31m\u202e!") == "two lines and a tab[31m!"


def test_a_short_text_stays():
    """A text that fits is not touched, whatever signs it holds."""
    assert shorten("$x_1$ <b> \\", 500.0) == "$x_1$ <b> \\"


@pytest.mark.parametrize("text", ["a name that goes on and on " * 50, "ភាសាខ្មែរ" * 30, "M" * 100_000])
def test_a_long_text_is_cut_to_its_width(text):
    """A cut text ends in an ellipsis, fits its width, and uses most of it."""
    cut = shorten(text, 100.0)
    assert cut.endswith(ELLIPSIS)
    assert 80.0 < measure(cut).width <= 100.0


def test_a_cut_leaves_khmer_signs_whole():
    """No cut parts a mark from its letter or a subscript from the sign that makes it one."""
    word = "ខ្មែរ" * 20
    for width in range(20, 120, 3):
        cut = shorten(word, float(width)).removesuffix(ELLIPSIS)
        rest = word[len(cut) :]
        assert not cut.endswith("\u17d2")
        assert not unicodedata.category(rest[0]).startswith("M")


def test_mathematics_is_not_read():
    """A dollar sign is as wide in a pair as alone: the text between is not set as a formula."""
    assert measure("$x_1$").width > measure("x1").width + measure("$").width


def test_wrapping_keeps_the_words():
    """A text of two lines holds all words in order; each line fits."""
    lines = wrap("kNN-VC, Khmer pool, same gender", 90.0)
    assert len(lines) == 2
    assert " ".join(lines) == "kNN-VC, Khmer pool, same gender"
    assert all(measure(line).width <= 90.0 for line in lines)


def test_wrapping_cuts_what_does_not_fit():
    """A text longer than its lines is cut, in width and in number of lines."""
    for text in ("word " * 100, "W" * 500, "short " + "W" * 500):
        lines = wrap(text, 90.0)
        assert len(lines) <= 2
        assert all(measure(line).width <= 90.0 for line in lines)
