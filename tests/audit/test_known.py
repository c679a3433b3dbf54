"""What may be marked as data: words of the inputs, the ledger and the tables."""

import pytest

from analysis.audit.known import Known
from analysis.ledger import Entry, Ledger

LEDGER = Ledger([Entry("s/eer/T8-1/f09_t04", 43.5, "percent", 1, "recomputed", "a b.npz", "seed 77 of 1,000 draws")])
FILES = {
    "meta/board.csv": "system,eer,words\nT9-2,12.25,of 90 h\nB1,13.75,\n",
    "meta/list.csv": "utt_id,speaker\n0101,101\n0102,102\n",
    "claims.toml": 'section = "6.3.1"\nvalue = 5.25\n',
    "more.json": '{"name 31": [{"x": 8.75}, "Table 44"]}',
    "odd.csv": 'a,b\n"not 61 closed\n',
    "odd.json": "{ 62",
}


@pytest.fixture
def known(tmp_path):
    """Give the words of a report with one ledger row, one table and inputs of every kind."""
    report = tmp_path / "report"
    report.mkdir()
    (report / "claims.csv").write_text("claim,holds\nC-17,21.5\n", encoding="utf-8")
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    inputs = {name: tmp_path / name for name in (*FILES, "embeddings/X9.npz", "data/s24/meta/x.npz")}
    return Known(report, LEDGER, inputs)


@pytest.mark.parametrize(
    "text",
    [
        "T8-1", "f09 t04", "s/eer/T8-1/f09_t04", "seed 77 of 1,000 draws; T9-2", "B1:", "(90 h)", "101", "0102",
        "section 6.3.1", "name 31, Table 44.", "C-17", "embeddings/X9.npz", "data/s24", "T9-…", "no digit",
        "not 61", "62",
    ],
)  # fmt: skip
def test_words_of_the_report_are_known(known, text):
    """Names, ids, sections, methods and paths, alone or in a sentence, also where an ellipsis cuts one."""
    assert [] == known.strange([text])


@pytest.mark.parametrize(
    ("word", "text"),
    [
        ("43.5", "43.5"), ("12.25", "an EER of 12.25"), ("5.25", "5.25"), ("8.75", "8.75"), ("21.5", "21.5"),
        ("T8-2", "T8-2"), ("99", "99 %"), ("43", "43…"), ("៩៩", "៩៩"), ("EER-99", "EER-99"), ("T8", "T8 and T8-1"),
    ],
)  # fmt: skip
def test_a_number_of_nothing_but_numbers_is_strange(known, word, text):
    """Values of the ledger and of tables are numbers, which have tags; a name that nobody gave is none."""
    assert [(word, text)] == known.strange([text])
