"""The finder of numerals: every dress, and nothing that is not one."""

import pytest

from analysis.audit.numerals import around, figures, numerals


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["-0.3"], "a change of -0.3 points"),
        (["−0.3"], "a change of −0.3 points"),
        (["+0.3"], "+0.3"),
        (["±0.3"], "within ±0.3"),
        ([".084"], "p = .084"),
        (["−.084"], "r = −.084"),
        (["1,234"], "of 1,234 trials"),
        (["1,234.5"], "1,234.5"),
        (["10\u00a0090"], "of 10\u00a0090 trials"),
        (["10\u2009090"], "of 10\u2009090 trials"),
        (["10\u202f090"], "of 10\u202f090 trials"),
        (["10", "090"], "of 10 090 trials"),
        (["10'090", "10’090"], "10'090 or 10’090"),
        (["12.3", "13.1"], "12.3–13.1"),
        (["12.3", "13.1"], "12.3-13.1"),
        (["−0.1", "+0.2"], "[−0.1 to +0.2]"),
        (["5"], "≤ 5"),
        (["5"], "≤5"),
        (["3", "7"], "3 of 7"),
        (["3", "7"], "3/7"),
        (["2"], "2×"),
        (["2"], "2x faster"),
        (["95"], "95 %"),
        (["95"], "95\u00a0%"),
        (["95"], "(95%)"),
        (["1e-5"], "p < 1e-5"),
        (["1E+5"], "1E+5"),
        (["1e5"], "1e5"),
        (["10⁻³"], "10⁻³"),
        (["10²"], "10²"),
        (["²"], "R² is high"),
        (["⁻¹"], "s⁻¹"),
        (["₂"], "CO₂"),
        (["½"], "½ of them"),
        (["1½"], "1½"),
        (["Ⅳ", "④"], "part Ⅳ, step ④"),
        (["៤៣.៥"], "៤៣.៥ ភាគរយ"),
        (["٤٣٫٥"], "٤٣٫٥"),
        (["𝟒𝟑"], "𝟒𝟑"),
        (["４３"], "４３"),
        (["10", "1"], "T10-1"),
        (["9"], "T9"),
        (["0"], "ρF0"),
        (["3"], "the 3rd"),
        (["2024", "05", "01"], "2024-05-01"),
        (["3"], "It is 3."),
        (["3", "4"], "3, 4"),
        (["12", "30"], "12:30"),
    ],
)  # fmt: skip
def test_every_dress_is_found(expected, text):
    """Signs, points, thousands, ranges, exponents, fractions and the digits of any script."""
    found = numerals(text)
    assert expected == [one.text for one in found]
    assert expected == [text[one.start : one.end] for one in found]


@pytest.mark.parametrize(
    "text", ["", "no number", "three of seven", "a – b", "...", "e-x", "ខ្ញុំទៅផ្សារ", "一二三", "%", "≤", "x⁻", "−", "IV"]
)
def test_words_are_none(text):
    """Spelled-out numbers, dashes, points and letters of any script are no numerals."""
    assert [] == numerals(text)


def test_figures_are_the_digits_alone():
    """Everything but digits goes, also where the text is not ASCII."""
    assert "10135" == figures("T10-1: 3.5")
    assert "៤៣½5" == figures("៤៣ and ½ and 5")


def test_a_numeral_is_shown_with_its_words():
    """The words around are on one line, and cut where they are many."""
    text = "x" * 40 + "\n is 3 of  them"
    assert "…" + "x" * 27 + " is 3 of them" == around(text, 45, 46)
