"""How a ledger row becomes a tagged number."""

import doctest

import pytest

from analysis.ledger import Entry, Ledger
from analysis.pages import numbers
from analysis.pages.numbers import Numbers, digits


def entry(key: str = "s/eer/a", value: float | None = 12.34, **more: object) -> Entry:
    given = {"unit": "percent", "decimals": 1, "tag": "recomputed", "source": "f.csv", "method": "m", **more}
    return Entry(key, value, **given)


def shown(*entries: Entry) -> Numbers:
    return Numbers(Ledger(entries))


EDGES = {"ci_low": 10.0, "ci_high": 14.9, "n": 10090}


def test_the_examples_of_the_module_hold():
    """The docstrings say what the functions return."""
    assert 0 == doctest.testmod(numbers).failed


@pytest.mark.parametrize(
    ("expected", "value", "decimals", "signed"),
    [
        ("0", 0.0, 0, False),
        ("0.0", -0.04, 1, True),
        ("0.00", -0.0, 2, True),
        ("−0.1", -0.06, 1, False),
        ("+0.06", 0.06, 2, True),
        ("1,234,567.5", 1234567.5, 1, False),
        ("−1,000", -1000.0, 0, True),
        ("0.700", 0.7, 3, False),
    ],
)
def test_digits(expected, value, decimals, signed):
    """A number has fixed decimals, thousands apart, a true minus sign, and no sign on what is printed as zero."""
    assert expected == digits(value, decimals, signed=signed)


def test_a_number_names_its_tag_and_key():
    """The mark-up of a number is its digits, its tag and its key."""
    assert '[12.3]{.num .recomputed key="s/eer/a"}' == shown(entry()).num("s/eer/a")
    assert '[12.34]{.num .shipped key="s/eer/a"}' == shown(entry(tag="shipped", decimals=2)).num("s/eer/a")
    assert '[12.3]{.num .recomputed key="s/eer/a" .simulated}' == shown(entry(inputs="simulated")).num("s/eer/a")


def test_which_marks_were_shown_is_known():
    """By tag and inputs, of rows that were shown and not of those that only stand in the ledger."""
    numbers = shown(entry(), entry("s/eer/b", inputs="simulated"))
    assert not numbers.shows("recomputed", "real")
    numbers.num("s/eer/a")
    assert numbers.shows("recomputed", "real") and not numbers.shows("recomputed", "simulated")
    assert not numbers.shows("shipped", "real")


def test_every_part_of_a_row_is_a_tagged_number():
    """Edges and n are numbers of their own that name their part; n has no decimals."""
    numbers = shown(entry(**EDGES))
    assert '[10.0]{.num .recomputed key="s/eer/a" part="ci_low"}' == numbers.num("s/eer/a", "ci_low")
    assert '[14.9]{.num .recomputed key="s/eer/a" part="ci_high"}' == numbers.num("s/eer/a", "ci_high")
    assert '[10,090]{.num .recomputed key="s/eer/a" part="n"}' == numbers.num("s/eer/a", "n")


def test_an_interval_is_both_edges_in_one_span():
    """A range of positive numbers has a dash between its edges."""
    low = '[10.0]{.num .recomputed key="s/eer/a" part="ci_low"}'
    high = '[14.9]{.num .recomputed key="s/eer/a" part="ci_high"}'
    numbers = shown(entry(**EDGES))
    assert f"[{low}–{high}]{{.interval}}" == numbers.interval("s/eer/a")
    assert f"{numbers.num('s/eer/a')} [{low}–{high}]{{.interval}}" == numbers.cell("s/eer/a")


def test_an_interval_of_a_difference_reads_to():
    """A dash beside a minus sign would be misread, so words stand there, and each edge has its sign."""
    numbers = shown(entry(unit="points", value=1.0, ci_low=-2.0, ci_high=4.0))
    assert "[−2.0]" in numbers.interval("s/eer/a")
    assert "} to [+4.0]" in numbers.interval("s/eer/a")
    assert "[+1.0]" in numbers.num("s/eer/a")


def test_a_number_without_an_interval_has_none():
    """No empty brackets stand where there is no interval."""
    assert "" == shown(entry()).interval("s/eer/a")
    assert shown(entry()).num("s/eer/a") == shown(entry()).cell("s/eer/a")


def test_a_missing_value_says_why():
    """The reason, which may come from data, is escaped and stands in place of the number."""
    numbers = shown(entry(value=None, missing="no *file* | here"))
    expected = "[no \\*file\\* \\| here]{.missing}"
    assert expected == numbers.num("s/eer/a") == numbers.cell("s/eer/a") == numbers.known("s/eer/a")
    assert expected == numbers.both("s/eer/a", "s/shipped/eer/a") == numbers.unit("s/eer/a")
    assert set() == numbers.cited


def test_a_key_that_the_ledger_lacks_is_a_mistake_of_the_template():
    """Asking for a number that was never computed raises; where absence is allowed, it is said."""
    numbers = shown()
    with pytest.raises(KeyError):
        numbers.num("s/none")
    assert "[not computed]{.missing}" == numbers.cell("s/none")
    assert "[not given]{.missing}" == numbers.known("s/none")
    assert "" == numbers.below("s/none")


def test_a_unit_stays_with_its_number():
    """Percent and hertz follow after a blank that no line breaks at; other units are said by words."""
    assert (
        numbers_end("}\N{NO-BREAK SPACE}%")
        and numbers_end("}\N{NO-BREAK SPACE}Hz", unit="Hz")
        and numbers_end("}", unit="count")
    )


def numbers_end(expected: str, **more: object) -> bool:
    return str(shown(entry(**more)).unit("s/eer/a")).endswith(expected)


def test_a_shipped_twin_stands_beside_the_recomputed_value():
    """One cell holds the recomputed value, the shipped one, and below them the interval."""
    twin = entry("s/shipped/eer/a", 12.4, tag="shipped", decimals=2)
    cell = str(shown(entry(**EDGES), twin).both("s/eer/a", "s/shipped/eer/a"))
    parts = [cell.index(words) for words in (".recomputed", ".shipped", "{.beside}", "{.interval}", "{.below}")]
    assert sorted(parts[:3]) == parts[:3] and parts[2] < parts[3] < parts[4]
    assert "beside" not in shown(entry(**EDGES)).both("s/eer/a", "s/shipped/eer/a")


def test_what_was_shown_is_remembered():
    """The rows that a page showed are known, so that an appendix can end with them; looking up shows nothing."""
    numbers = shown(entry(), entry("s/b"), entry("s/c", **EDGES))
    assert 12.34 == numbers.value("s/b") and numbers.has("s/b") and not numbers.has_interval("s/b")
    numbers.num("s/eer/a")
    numbers.num("s/c", "ci_low")
    assert {"s/eer/a", "s/c"} == numbers.cited
