"""The ledger: keys, rows that can be shown honestly, and the file `ledger.csv`."""

import math
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal

import numpy
import pandas
import pytest

from analysis.errors import InputError
from analysis.ledger import COLUMNS, Entry, Ledger, format_number, key, parts, rounded, shipped_key

ROW = Entry(
    key="tiny/eer/mcadams/lazy/all",
    value=12.3456789012,
    unit="percent",
    decimals=1,
    tag="recomputed",
    source="embeddings/mcadams.npz",
    method="EER, nearest rule; 1,000 draws",
    ci_low=-0.0,
    ci_high=20.0,
    n=48,
)
GONE = replace(ROW, key="tiny/eer/x/lazy/all", value=None, ci_low=None, ci_high=None, n=None, missing="no embeddings")


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ("khmer_demo/eer/a%2Fb/lazy/all", ("khmer_demo", "eer", "a/b", "lazy", "all")),
        ("my%20results/cer/50%25%20%3F/all", ("my results", "cer", "50% ?", "all")),
        ("t/cer/%E1%9E%81/..", ("t", "cer", "ខ", "..")),
    ],
)
def test_parts_of_a_key_are_percent_encoded(written, names):
    """Whatever a system is called, its key has as many parts as names, and they come back."""
    assert written == key(*names)
    assert names == parts(written)


def test_the_shipped_twin_has_the_same_rest():
    """`shipped` stands after the study."""
    assert "tiny/shipped/eer/a%2Fb/lazy/all" == shipped_key("tiny/eer/a%2Fb/lazy/all")


@pytest.mark.parametrize(
    "change",
    [
        {"tag": "guessed"},
        {"inputs": "mixed"},
        {"value": math.nan},
        {"value": math.inf},
        {"ci_low": math.nan},
        {"ci_high": -math.inf},
        {"value": None},
        {"missing": "no clips"},
        {"source": ""},
    ],
    ids=str,
)
def test_a_row_that_no_page_can_show_honestly_is_refused(change):
    """No third tag, no number that is not finite, no absence without a reason, no number without a source."""
    with pytest.raises(ValueError, match="tiny/eer/mcadams/lazy/all"):
        replace(ROW, **change)


def test_a_key_stands_once():
    """Two computations that claim one number are a mistake, never a quiet overwrite."""
    with pytest.raises(ValueError, match="twice"):
        Ledger([ROW, replace(ROW, value=1.0)])


@pytest.mark.parametrize(
    ("text", "number"),
    [("44", 44.0), ("0", -0.0), ("2.35714286", 33 / 14), ("-0.5", -0.5), ("123456789", 123456789.0), ("0", 0.0)],
)
def test_values_have_nine_significant_digits(text, number):
    """Enough to see every change that matters, too few to show the noise of another machine."""
    assert text == format_number(number)


def test_rows_are_sorted_by_key_and_missing_is_empty():
    """The file does not tell in which order things were computed."""
    lines = Ledger([GONE, ROW]).to_csv().splitlines()
    assert ",".join(COLUMNS) == lines[0]
    assert (
        "tiny/eer/mcadams/lazy/all,12.3456789,percent,1,0,20,recomputed,real,embeddings/mcadams.npz,"
        '"EER, nearest rule; 1,000 draws",48,'
    ) == lines[1]
    assert (
        "tiny/eer/x/lazy/all,,percent,1,,,recomputed,real,embeddings/mcadams.npz,"
        '"EER, nearest rule; 1,000 draws",,no embeddings'
    ) == lines[2]
    assert Ledger([ROW, GONE]).to_csv() == Ledger([GONE, ROW]).to_csv()


def test_the_file_reads_back(tmp_path):
    """What was written is what is read, to nine digits."""
    path = tmp_path / "ledger.csv"
    odd = replace(ROW, key="a", source='a "b", c', method="ខ្ញុំ; 95 %", value=2.0)
    path.write_text(Ledger([odd, GONE]).to_csv(), encoding="utf-8", newline="")
    read = Ledger.from_csv(path)
    assert [replace(odd, ci_low=0.0), GONE] == list(read)
    assert Ledger([odd, GONE]).to_csv() == read.to_csv()


def test_pandas_reads_the_same_rows(tmp_path):
    """The file is plain CSV for the tools that a reader has."""
    path = tmp_path / "ledger.csv"
    path.write_text(Ledger([ROW, GONE]).to_csv(), encoding="utf-8")
    frame = pandas.read_csv(path)
    assert list(COLUMNS) == list(frame.columns)
    assert [12.3456789, True] == [frame["value"][0], pandas.isna(frame["value"][1])]


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n", "\u2028"], ids=repr)
def test_a_row_is_one_line_whatever_the_names_hold(tmp_path, end):
    """A line end in a name of the data would cut the row in two for some readers."""
    path = tmp_path / "ledger.csv"
    path.write_text(Ledger([replace(ROW, method=f"speakers of a{end}b")]).to_csv(), encoding="utf-8", newline="")
    assert 2 == len(path.read_text(encoding="utf-8").splitlines())
    assert ["speakers of a b"] == [entry.method for entry in Ledger.from_csv(path)]


GOOD = Ledger([ROW]).to_csv()


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "columns"),
        (b"key,value\na,1\n", "columns"),
        (GOOD.replace("12.3456789", "twelve").encode(), "line 2"),
        (GOOD.replace("12.3456789", "nan").encode(), "not finite"),
        (GOOD.replace(",recomputed,", ",guessed,").encode(), "tag"),
        (GOOD.replace(",48,", ",").encode(), "cells"),
        (GOOD.replace(",48,", ",48,,,").encode(), "cells"),
        ((GOOD + GOOD.splitlines()[1] + "\n").encode(), "twice"),
        (GOOD.encode("utf-16"), "UTF-8"),
        (GOOD.encode() + b'"a', "line [23]: "),
        (GOOD.encode() + b"\xff", "UTF-8"),
        (GOOD.encode() + b"x" * 200_000, "line [23]: "),
    ],
    ids=["empty", "columns", "word", "nan", "tag", "short", "long", "twice", "utf-16", "open quote", "byte", "huge"],
)
def test_a_damaged_file_is_refused_with_the_remedy(tmp_path, content, message):
    """Every damage is told in words with what to do, never by a traceback."""
    path = tmp_path / "ledger.csv"
    path.write_bytes(content)
    with pytest.raises(InputError, match=message) as refused:
        Ledger.from_csv(path)
    assert "vpreport build" in str(refused.value)


def test_a_number_that_has_no_row_has_no_value():
    """Looking up what is not there is no error; taking it is."""
    ledger = Ledger([ROW, GONE])
    assert [None, None, 12.3456789] == [ledger.value("x"), ledger.value(GONE.key), ledger.value(ROW.key)]
    assert [True, False, 2] == [GONE.key in ledger, "x" in ledger, len(ledger)]
    assert ledger.get("x") is None
    with pytest.raises(KeyError):
        ledger["x"]


def test_a_number_is_rounded_as_it_is_written():
    """An exact half goes away from zero, though no binary fraction is that half; nothing is too large to be written."""
    assert ("49.53", "-0.13", "2.675") == (rounded((48.90 + 50.15) / 2, 2), rounded(-0.125, 2), rounded(2.675, 3))
    assert ("2.68", "0") == (rounded(2.675, 2), rounded(0.4, 0))
    assert "1" + "0" * 40 + ".00" == rounded(1e40, 2)


def test_numbers_of_every_size_are_rounded_as_they_are_written():
    """Near a half, on one, huge and tiny: what the nine written digits give in decimal arithmetic."""
    draw = numpy.random.default_rng(5)
    near = [round(number, 1) + 0.05 + shift for number in draw.uniform(-100, 100, 300) for shift in (0, 1e-7, -1e-7)]
    wide = draw.uniform(-1, 1, 600) * 10.0 ** draw.integers(-12, 13, 600)
    for number in (*near, *wide.tolist(), 999.95, -999.995, 0.0, -0.0, 1e8 + 0.5):
        for decimals in (0, 1, 2, 6):
            written = Decimal(f"{number:.9g}").quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
            assert written == Decimal(rounded(number, decimals)), (number, decimals)
            assert decimals == len(rounded(number, decimals).partition(".")[2])
