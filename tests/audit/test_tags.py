"""Tagged numbers against the ledger: key, tag, digits."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.audit.tags import Tagged, faults, foreign, inputs_faults, printed, shown_as
from analysis.ledger import Entry, Ledger, format_number
from analysis.pages.numbers import digits

EER = Entry(
    "s/eer/a", 43.4567, "percent", 1, "recomputed", "embeddings/a.npz", "EER, nearest rule; 95 % interval, 1,000 draws",
    ci_low=40.0, ci_high=46.26, n=10090,
)  # fmt: skip
POINTS = Entry("s/paired/b/a/eer", 3.3, "points", 2, "recomputed", "x.csv", "difference", ci_low=-0.472, ci_high=0.0)
GONE = Entry("s/cer/a", None, "percent", 1, "shipped", "board.csv, cer", "as printed", missing="no transcripts")
CHANGE = Entry("s/change_eer/a/test", 703.94, "percent", 1, "recomputed", "results.csv", "relative change")
LEDGER = Ledger([EER, POINTS, GONE, CHANGE])


@pytest.mark.parametrize(
    ("expected", "value", "decimals"),
    [
        ("18,490", 18490.0, 0), ("1,234,567.5", 1234567.5, 1), ("999", 999.0, 0), ("−3.3", -3.27, 1), ("0.0", -0.04, 1),
        ("0", 0.4, 0), ("0.10", 0.1, 2), ("3", 2.5, 0), ("4", 3.5, 0), ("−1,000.00", -1000.0, 2), ("0.125", 0.125, 3),
        ("2.68", 2.675, 2), ("1" + ",000" * 7, 1e21, 0),
    ],
)  # fmt: skip
def test_a_value_is_written_as_a_page_must(expected, value, decimals):
    """Fixed decimals, thousands apart, a true minus sign, no sign on a zero, a tie away from zero."""
    assert expected == printed(value, decimals)


@given(st.floats(-1e12, 1e12), st.integers(0, 6))
def test_it_agrees_with_the_pages(value, decimals):
    """Two ways to write a number that a ledger holds, by decimals and by format, give the same digits."""
    value = float(format_number(value))
    assert digits(value, decimals) == printed(value, decimals)


@pytest.mark.parametrize(
    ("shown", "tag", "key", "part"),
    [
        ("43.5", "recomputed", "s/eer/a", "value"), ("40.0", "recomputed", "s/eer/a", "ci_low"),
        ("46.3", "recomputed", "s/eer/a", "ci_high"), ("10,090", "recomputed", "s/eer/a", "n"),
        ("+3.30", "recomputed", "s/paired/b/a/eer", "value"), ("3.30", "recomputed", "s/paired/b/a/eer", "value"),
        ("+703.9", "recomputed", "s/change_eer/a/test", "value"),
        ("−0.47", "recomputed", "s/paired/b/a/eer", "ci_low"), ("0.00", "recomputed", "s/paired/b/a/eer", "ci_high"),
    ],
)  # fmt: skip
def test_a_number_of_the_ledger_is_passed(shown, tag, key, part):
    """Each part of a row in its digits; a difference or change with a plus or without."""
    assert [] == faults(LEDGER, Tagged(shown, (tag,), key, part), "page", "")


@pytest.mark.parametrize(
    ("kind", "shown", "tags", "key", "part"),
    [
        ("digits", "43.4", ("recomputed",), "s/eer/a", "value"),
        ("digits", "43.46", ("recomputed",), "s/eer/a", "value"),
        ("digits", "43", ("recomputed",), "s/eer/a", "value"),
        ("digits", "+43.5", ("recomputed",), "s/eer/a", "value"),
        ("digits", " 43.5", ("recomputed",), "s/eer/a", "value"),
        ("digits", "43.5", ("recomputed",), "s/eer/a", "ci_low"),
        ("digits", "43.5", ("recomputed",), "s/eer/a", "median"),
        ("digits", "10090", ("recomputed",), "s/eer/a", "n"),
        ("digits", "-0.47", ("recomputed",), "s/paired/b/a/eer", "ci_low"),
        ("digits", "+0.00", ("recomputed",), "s/paired/b/a/eer", "ci_high"),
        ("digits", "24.5", ("shipped",), "s/cer/a", "value"),
        ("tag", "43.5", ("shipped",), "s/eer/a", "value"),
        ("tag", "43.5", (), "s/eer/a", "value"),
        ("tag", "43.5", ("recomputed", "shipped"), "s/eer/a", "value"),
        ("unknown key", "43.5", ("recomputed",), "s/eer/b", "value"),
        ("unknown key", "43.5", ("recomputed",), "", "value"),
    ],
)
def test_another_number_is_not(kind, shown, tags, key, part):
    """A digit, a sign, a decimal, a part, a tag or a key that is not the row's is a fault of its kind."""
    assert [kind] == [finding.kind for finding in faults(LEDGER, Tagged(shown, tags, key, part), "page", "")]


def test_a_missing_value_has_no_way_to_be_shown():
    """The message names the reason that the page should show."""
    assert () == shown_as(GONE, "value")
    assert "no transcripts" in faults(LEDGER, Tagged("24.5", ("shipped",), "s/cer/a"), "page", "")[0].expected


def test_a_description_holds_its_own_row_only():
    """Method, source, n and the row's own digits belong to it; any other numeral does not."""
    words = f"recomputed · {EER.method} · n = 10090 · {EER.source} · 43.5 [40.0–46.3]"
    assert [] == foreign(EER, words)
    assert ["44.5"] == foreign(EER, words.replace("43.5", "44.5"))
    assert ["10091"] == foreign(EER, words.replace("10090", "10091"))


@pytest.mark.parametrize(
    ("inputs", "tags", "found"),
    [
        ("real", ("recomputed",), []),
        ("simulated", ("recomputed", "simulated"), []),
        ("simulated", ("recomputed",), ["43.5 with real inputs"]),
        ("real", ("recomputed", "simulated"), ["43.5 with simulated inputs"]),
    ],
)
def test_a_number_of_a_page_source_says_whether_its_inputs_are_simulated(inputs, tags, found):
    """Its class draws the circle around its mark; a key that the ledger does not have is told elsewhere."""
    number = Tagged("43.5", tags, EER.key)
    told = inputs_faults(Ledger([replace(EER, inputs=inputs)]), number, "x.qmd", "line 1")
    assert found == [finding.found for finding in told]
    assert [] == inputs_faults(Ledger([]), number, "x.qmd", "line 1")
