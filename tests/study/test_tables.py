import os
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.ledger import format_number
from analysis.study.cells import Cell, note_cut, number_cell, truth
from analysis.study.findings import Findings
from analysis.study.ids import id_fault
from analysis.study.tables import read_table
from analysis.study.texts import is_there


def table(folder: Path, data: str | bytes, required: tuple[str, ...] = ("utt_id", "text")):
    (folder / "x.csv").write_bytes(data if isinstance(data, bytes) else data.encode())
    findings = Findings()
    return read_table(folder, "x.csv", required, findings), list(findings)


def test_ids_and_words_for_nothing_stay_texts(tmp_path):
    """`0012`, `12`, `1e5`, `True`, `NA`, `nan` and `None` stay seven different texts, and empty stays empty."""
    cells = ["0012", "12", "1e5", "True", "NA", "nan", "None", ""]
    read, findings = table(tmp_path, "utt_id,text\n" + "".join(f"u{i},{c}\n" for i, c in enumerate(cells)))
    assert cells == read.column("text")
    assert [] == findings


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_a_file_saved_by_a_spreadsheet(tmp_path, delimiter, end, mark):
    """A byte-order mark, CRLF, semicolons and tabs change nothing."""
    rows = [["utt_id", "text"], ["0012", '"a ""b"" c' + end + 'd"'], ["12", "é"]]
    read, findings = table(tmp_path, mark + end.join(delimiter.join(row) for row in rows) + end)
    assert ["0012", "12"] == read.column("utt_id")
    assert [f'a "b" c{end}d', "é"] == read.column("text")
    assert [("note", "line-end", 2)] == [(one.severity, one.code, one.row) for one in findings]


def test_rows_are_counted_as_a_spreadsheet_counts_them(tmp_path):
    """A blank line and a line end inside quotes do not shift the row number by more than a spreadsheet does."""
    read, _ = table(tmp_path, 'utt_id,text\na,"x\ny"\n\nb,z\n')
    assert (2, 4) == read.rows


def test_delimiter_is_the_one_that_cuts_the_required_columns(tmp_path):
    """Commas inside a column name of a semicolon file do not make it a comma file."""
    read, _ = table(tmp_path, "utt_id;text;a,b,c,d,e\n1;2;3\n")
    assert ["1"] == read.column("utt_id")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("utt_id,texts\n1,2\n", ["text is missing", "'texts' looks like text"]),
        ("utt_id,text,text\n1,2,3\n", ["'text' stands twice"]),
        ("utt_id,text\n1\n", ["row 2", "1 cell "]),
        ('utt_id,text\n1,"open\n2,x\n', ["quotes"]),
        ('utt_id,text\n1,"a"b\n', ["quotes"]),
        ("", ["empty"]),
        ("utt_id,text\n1,é\n".encode("utf-16"), ["UTF-16", "save it again as UTF-8"]),
        ("utt_id,text\n1,ab\n".encode("utf-16-le"), ["UTF-16"]),
        ("utt_id,text\n1,é\n".encode("latin-1"), ["not UTF-8", "line 2", "Latin-1"]),
        (b"utt_id,text\n1,\0\n", ["null bytes"]),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path, data, words):
    """An unreadable file is one error that names the place and the remedy."""
    read, findings = table(tmp_path, data)
    assert read is None
    assert ["error"] == [finding.severity for finding in findings]
    for word in words:
        assert word in findings[0].text()


def test_a_row_of_another_width_is_left_out_and_told(tmp_path):
    """The other rows can be read; the error names the row, whose number the table keeps."""
    read, findings = table(tmp_path, "utt_id,text\n1,2\n3,4,5\n6,7\n")
    assert (["1", "6"], (2, 4), (3,)) == (read.column("utt_id"), read.rows, read.uneven)
    assert ["error"] == [finding.severity for finding in findings]
    assert "row 3" in findings[0].text() and "3 cells where the header has 2" in findings[0].text()


def test_a_column_without_name_is_left_out(tmp_path):
    """The row numbers that a data-frame library writes in front do no harm."""
    read, findings = table(tmp_path, ",utt_id,text\n0,a,b\n")
    assert ["utt_id", "text"] == read.frame.columns
    assert ["note"] == [finding.severity for finding in findings]


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("2.40", Cell("2.40", 2.4, 2)),
        (" 44 ", Cell("44", 44.0, 0)),
        ("-0.47", Cell("-0.47", -0.47, 2)),
        ("−0.5", Cell("−0.5", -0.5, 1)),
        ("1e-3", Cell("1e-3", 0.001, 3)),
        ("1.50e1", Cell("1.50e1", 15.0, 1)),
        (".5", Cell(".5", 0.5, 1)),
        ("", Cell()),
        ("n/a", Cell()),
        ("NaN", Cell()),
        ("–", Cell()),
    ],
)
def test_a_number_keeps_its_digits(text, cell):
    """A cell holds the number, its text and how many decimals were written; words for nothing are missing."""
    assert cell == number_cell(text)


@pytest.mark.parametrize("text", ["12,3", "12 %", "abc", "1_000", "inf", "1e999", "0x10", "١٢", "1 2", "2.4*"])
def test_text_in_a_number_cell_is_refused(text):
    """What only looks like a number is never read as one."""
    with pytest.raises(ValueError, match=r"comma|percent|not a number|too large"):
        number_cell(text)


@pytest.mark.parametrize(
    ("text", "decimals", "cut"),
    [
        ("16.1234567", 7, False),
        ("16.12345678", 7, True),
        ("16.12345678901234", 7, True),
        ("-0.12345678901234567890", 9, True),
        ("0.00012345678912", 12, True),
        ("123456789.5", 0, True),
        ("9.9999999999", 7, True),
        ("0.000000000000", 12, False),
        ("1.50e-7", 9, False),
        ("999999999", 0, False),
    ],
)
def test_only_digits_that_the_ledger_keeps_are_shown(text, decimals, cut):
    """Decimals beyond nine significant digits are not counted, so that the ledger's digits are never padded."""
    cell = number_cell(text)
    assert (text, decimals, cut) == (cell.text, cell.decimals, cell.cut)
    shown = f"{float(format_number(cell.value)):.{cell.decimals}f}"
    assert abs(Decimal(shown) - Decimal(text)) <= Decimal(1).scaleb(-decimals) / 2
    findings = Findings()
    note_cut(cell, "x.csv", findings, row=3, column="cer")
    assert cut == bool(list(findings))
    for finding in findings:
        assert ("note", "x.csv, row 3, column cer", True) == (finding.severity, finding.place, text in finding.found)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("29." + "0" * 30 + "1", "more than 30 signs"),
        ("0." + "0" * 400 + "1", "more than 30 signs"),
        ("1e-300", "more than 30 signs"),
        ("1e300", "more than 30 signs"),
        ("12345678901.5", "more than 9 digits before its point"),
        ("999999999.9", "more than 9 digits before its point"),
    ],
)
def test_a_number_of_absurd_length_is_refused(text, words):
    """What the ledger cannot keep or no page can show is an error and stops nothing later."""
    with pytest.raises(ValueError, match=words):
        number_cell(text)


def test_truth_values_in_common_spellings():
    """True and False are read in any common spelling, blank is unknown, the rest refused."""
    assert [True] * 5 == [truth(word) for word in ("True", "TRUE", "yes", "1", " y ")]
    assert [False] * 4 == [truth(word) for word in ("False", "no", "0", "N")]
    assert truth(" ") is None
    with pytest.raises(ValueError, match="maybe"):
        truth("maybe")


@pytest.mark.parametrize("name", ["=1+1", "+a", "-a", "@a", "", "  ", "a\nb", "a\0"])
def test_ids_that_cannot_be(name):
    """An id that a spreadsheet would run, that is blank or holds a control sign is refused."""
    assert id_fault(name)


@pytest.mark.parametrize("name", ["0012", "../../x", "a b", "ខ្មែរ", "a-b-01", "<b>", "{{x}}"])
def test_ids_that_can_be(name):
    """Any other text can be an id."""
    assert "" == id_fault(name)


@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(tmp_path_factory, data):
    """Whatever the bytes, the reader returns a table or an error and raises nothing."""
    read, findings = table(tmp_path_factory.mktemp("bytes"), data, ("a",))
    assert (read is None) == any(finding.severity == "error" for finding in findings)


def fold(path):
    path.mkdir()


def lost(path):
    path.symlink_to("nowhere.csv")


def ring(path):
    path.symlink_to(path.name)


def pipe(path):
    os.mkfifo(path)


@pytest.mark.parametrize(
    ("make", "words"), [(fold, "a folder"), (lost, "leads to no file"), (ring, "leads to no file"), (pipe, "ordinary")]
)
def test_what_stands_in_place_of_a_file_is_not_taken_for_an_absent_one(tmp_path, make, words):
    """A folder, a link to nothing or to itself, a pipe: there, and an error that says what it is; nothing hangs."""
    make(tmp_path / "x.csv")
    findings = Findings()
    assert is_there(tmp_path, "x.csv") and not is_there(tmp_path, "y.csv")
    assert read_table(tmp_path, "x.csv", ("utt_id",), findings) is None
    (found,) = findings
    assert words in found.found and found.allowed and found.advice


LARGE_TABLES = {
    "plain": "id,label\n0012,target\n12,NA\n",
    "no last line end": "id,label\n1e5,True\n a ,b",
    "a column more, in front": "x,id,label\n1,2,3\n",
    "quotes": 'id,label\n"a,b",c\n',
    "returns": "id,label\r\na,b\r\n",
    "a blank cell": "id,label\na,\nc,d\n",
    "a row of blanks": "id,label\n , \nc,d\n",
    "a blank line": "id,label\n\na,b\n",
    "blanks around a name": "id, label\na,b\n",
    "a column without a name": ",id,label\n1,a,b\n",
    "semicolons": "id;label\na,b;c\n",
    "a spreadsheet's first line": "sep=,\nid,label\na,b\n",
    "a cell too few here, one too many there": "id,label\na\nb,c,d\n",
    "a column twice": "id,label,id\na,b,c\n",
    "no rows": "id,label\n",
    "another header": "name,label\na,b\n",
}


@pytest.mark.parametrize("text", LARGE_TABLES.values(), ids=LARGE_TABLES)
def test_a_large_file_is_read_as_any_other(tmp_path, monkeypatch, text):
    """Whichever way it takes, rows, texts and findings are the same."""
    (tmp_path / "x.csv").write_bytes(text.encode())
    ways = []
    for large in (1, 10**9):
        monkeypatch.setattr("analysis.study.tables.LARGE", large)
        findings = Findings()
        table = read_table(tmp_path, "x.csv", ("id", "label"), findings)
        read = None if table is None else (table.frame.to_dict(as_series=False), table.rows, table.uneven)
        ways.append((read, [finding.text() for finding in findings]))
    assert ways[0] == ways[1]
