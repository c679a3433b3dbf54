"""What a Parquet file says of its own sizes is held against the file before it is read."""

import ast
import base64
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import polars
import pytest

from analysis.errors import InputError
from analysis.study import parquet_pages
from analysis.study.parquet import read_parquet
from analysis.study.parquet_pages import UnsoundParquet, claims
from tests.study.damaged_parquet import COLUMNS

ROWS = 6
FRAME = polars.DataFrame(
    {"trial_utt": ["a-1", "a-2", "b-1", "a-1", "a-2", "b-1"], "score": [0.5, -1.0, 0.25, 2.0, 0.5, -0.125]}
)
VECTORS = polars.DataFrame({"utt_id": ["a", "b", "c"], "emb": [[1.0, 0.0], [], None]})
COMPRESSIONS = ("uncompressed", "snappy", "gzip", "brotli", "lz4", "zstd")

DICTIONARY = b"\x15\x04\x15\x2a\x15\x2a\x4c\x15\x06\x15\x00"
"""Header of the dictionary page: kind 2, 21 bytes unpacked, 21 packed, three values, plain."""

CHECKED = base64.b64decode(
    "UEFSMRUAFTwVPBWj3oS3AxwVBhUAFQYVBhwAAAACAAAABgEAAAAAAADgPwAAAAAAAPC/AAAAAAAA0D8VBBksNQAYBnNjaGVtYRUCABUKJQIYBXNjb3Jl"
    "ABYGGRwZHCYAHBUKGSUGABkYBXNjb3JlFQAWBhZuFm4mCEkcFQAVABUCADwpBhkmAAYAAAAWbhYGJggWbgAoIHBhcnF1ZXQtY3BwLWFycm93IHZlcnNp"
    "b24gMjYuMC4xGRwcAAAAggAAAFBBUjE="
)
"""The scores 0.5, -1 and 0.25 as `pyarrow.parquet.write_table(…, write_page_checksum=True)` writes them."""


def written(frame=FRAME, compression="uncompressed", **more):
    buffer = io.BytesIO()
    frame.write_parquet(buffer, compression=compression, **more)
    return buffer.getvalue()


def changed(old, new):
    """Return the uncompressed file with one run of bytes replaced by another as long."""
    data = written()
    assert (1, len(old)) == (data.count(old), len(new))
    return data.replace(old, new)


def claimed(tmp_path, data, columns=tuple(COLUMNS)):
    (tmp_path / "x.parquet").write_bytes(data)
    return claims(tmp_path / "x.parquet", columns)


def test_a_dictionary_at_byte_0_is_none(tmp_path, monkeypatch):
    """Some programs write 0 as the place of a dictionary that a column does not have."""
    read = parquet_pages._footer

    def without(stream):
        footer, ends = read(stream)
        for group in footer[4]:
            for chunk in group[1]:
                chunk[3].setdefault(11, 0)
        return footer, ends

    data = written(compression="snappy")
    expected = claimed(tmp_path, data)
    monkeypatch.setattr(parquet_pages, "_footer", without)
    assert expected == claimed(tmp_path, data)


@pytest.mark.parametrize("compression", COMPRESSIONS)
@pytest.mark.parametrize("more", [{}, {"row_group_size": 2}, {"data_page_size": 8}, {"statistics": False}], ids=str)
def test_sound_files_are_what_they_claim(tmp_path, compression, more):
    """However a file is packed and divided, its claims are those of the table that was written."""
    found = claimed(tmp_path, written(compression=compression, **more))
    assert (ROWS, {"trial_utt": ROWS, "score": ROWS}) == (found.rows, found.values)
    assert FRAME.equals(read_parquet(tmp_path / "x.parquet", "x", COLUMNS))


@pytest.mark.parametrize("more", [{}, {"row_group_size": 1}], ids=str)
def test_an_empty_list_counts_as_one_value(tmp_path, more):
    """A list without numbers, and none at all, take a place among the stored values; further columns none."""
    assert {"emb": 4} == claimed(tmp_path, written(VECTORS, **more), ["emb"]).values
    nested = VECTORS.with_columns(both=polars.struct(x="utt_id", y="emb"))
    assert {"utt_id": 3, "both": 4} == claimed(tmp_path, written(nested), ["utt_id", "both"]).values


def test_a_file_without_rows_claims_none(tmp_path):
    """Columns without values have no pages."""
    found = claimed(tmp_path, written(FRAME.head(0)))
    assert (0, {"trial_utt": 0, "score": 0}) == (found.rows, found.values)


PAGE_FAULTS = {
    "unpacked to a negative size": (DICTIONARY.replace(b"\x15\x2a\x15", b"\x15\x2b\x15", 1), "claims -22 bytes"),
    "larger than its column": (DICTIONARY.replace(b"\x2a\x15\x2a", b"\x2a\x15\x7e", 1), "claims 63 bytes"),
    "unpacked to another size": (DICTIONARY.replace(b"\x15\x2a\x15", b"\x15\x28\x15", 1), "21 bytes, and claims 20"),
    "more values than bytes": (DICTIONARY.replace(b"\x15\x06", b"\x15\x7e"), "claims 63 values in 21 bytes"),
    "fewer values than none": (DICTIONARY.replace(b"\x15\x06", b"\x15\x05"), "claims -3 values"),
    "another kind": (DICTIONARY.replace(b"\x15\x04", b"\x15\x02"), "of the kind 1"),
    "a number of another type": (DICTIONARY.replace(b"\x15\x06", b"\x16\x06"), "cannot be read: its field 1"),
}


@pytest.mark.parametrize("header, words", PAGE_FAULTS.values(), ids=PAGE_FAULTS)
def test_a_page_that_cannot_be_is_refused(tmp_path, header, words):
    """The message names the file, the page and the column, what is wrong, and what to do."""
    (tmp_path / "x.parquet").write_bytes(changed(DICTIONARY, header))
    with pytest.raises(InputError) as caught:
        read_parquet(tmp_path / "x.parquet", "scores/x.parquet", COLUMNS)
    for word in [
        "scores/x.parquet is no sound Parquet file",
        "page 1 of the column trial_utt",
        words,
        "write it again",
    ]:
        assert word in str(caught.value)
    claims(tmp_path / "x.parquet", ["score"])  # whose pages are sound


def test_a_checksum_is_held_against_its_page(tmp_path):
    """A page that came with a checksum is refused once a byte of its values is another."""
    (tmp_path / "x.parquet").write_bytes(CHECKED)
    assert [0.5, -1.0, 0.25] == read_parquet(tmp_path / "x.parquet", "x", {"score": "number"})["score"].to_list()
    (tmp_path / "x.parquet").write_bytes(CHECKED.replace(b"\xf0\xbf", b"\xf0\x3f"))
    with pytest.raises(InputError, match="the bytes of page 1 of the column score in row group 1 do not have their"):
        read_parquet(tmp_path / "x.parquet", "x", {"score": "number"})


def test_a_file_made_to_fill_the_memory_is_refused(tmp_path):
    """A text of some millions of equal signs is packed into next to nothing; one of other signs as long is read."""
    long = 65 * 2**20
    for text, told in (("x" * long, "would unpack to 68,"), (os.urandom(long // 2).hex(), "")):
        frame = polars.DataFrame({"trial_utt": [text], "score": [0.5]})
        (tmp_path / "x.parquet").write_bytes(written(frame, "zstd", statistics=False))
        if told:
            with pytest.raises(InputError, match=told):
                read_parquet(tmp_path / "x.parquet", "x", COLUMNS)
        else:
            assert text == read_parquet(tmp_path / "x.parquet", "x", COLUMNS)["trial_utt"].item()


FOOTER_FAULTS = {
    "empty": (b"", "it has 0 bytes"),
    "no magic at its beginning": (b"PARX" + written()[4:], "does not begin with PAR1"),
    "cut off": (written()[:-3], "does not end with PAR1"),
    "a footer longer than the file": (
        written()[:-8] + b"\xff\xff\xff\x7f" + b"PAR1",
        "its footer claims 2,147,483,647",
    ),
    "a footer of nothing": (written()[:-8] + b"\x00\x00\x00\x00" + b"PAR1", "its footer cannot be read"),
}


@pytest.mark.parametrize("data, words", FOOTER_FAULTS.values(), ids=FOOTER_FAULTS)
def test_a_footer_that_cannot_be_is_refused(tmp_path, data, words):
    """Nothing is asked for that the file does not have."""
    with pytest.raises(UnsoundParquet, match=re.escape(words)):
        claimed(tmp_path, data)


def test_no_changed_byte_ends_the_process(tmp_path):
    """Whichever byte of a file is another, the outcome is as many rows as before or a message."""
    data = written(compression="zstd")
    (tmp_path / "x.parquet").write_bytes(data)
    done = subprocess.run(
        [sys.executable, "-m", "tests.study.damaged_parquet", str(tmp_path / "x.parquet"), str(ROWS)],
        cwd=Path(__file__).parents[2], capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "POLARS_MAX_THREADS": "1"},
    )  # fmt: skip
    assert (0, "") == (done.returncode, done.stderr)
    found = ast.literal_eval(done.stdout)
    assert {"read", "refused"} == set(found)
    assert len(data) == sum(found.values())
