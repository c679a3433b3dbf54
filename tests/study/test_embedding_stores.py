"""Embeddings as an array with a list of ids and as Parquet: the vectors of an `.npz`, and the same faults refused."""

import os

import numpy
import polars
import pytest

from analysis.errors import InputError
from analysis.study.benchmark import read_benchmark
from analysis.study.checks import check_study
from analysis.study.embeddings import read_embeddings
from analysis.study.stored_rows import StoredRows
from tests.studies import npy, npz, parquet, utterance_ids, vectors, write_study

IDS = ["0012", "12", "1e5"]
VECTORS = numpy.array([[1, 0], [0, 1], [0.6, 0.8]])
TEXT = "0012\n12\n1e5\n"
FLOATS = polars.List(polars.Float32)


def read_npy(folder, array, ids=TEXT):
    (folder / "x.npy").write_bytes(array)
    if ids is not None:
        (folder / "x.txt").write_bytes(ids if isinstance(ids, bytes) else ids.encode())
    return read_embeddings(folder / "x.npy", "embeddings/x.npy")


def read_parquet(folder, data):
    (folder / "x.parquet").write_bytes(data)
    return read_embeddings(folder / "x.parquet", "embeddings/x.parquet")


def lists(rows, kind=FLOATS):
    return polars.Series(rows, dtype=kind)


@pytest.fixture(params=["read", "left in its file"])
def either_way(request, monkeypatch):
    """Both ways of opening an array: whole, and a long one row by row."""
    if request.param == "left in its file":
        monkeypatch.setattr("analysis.study.embedding_stores.LONG", 1)


@pytest.mark.parametrize("left", [True, False])
def test_a_long_array_stays_in_its_file(tmp_path, monkeypatch, left):
    """Of many vectors only those that are asked for come into memory."""
    monkeypatch.setattr("analysis.study.embedding_stores.LONG", 24 if left else 25)
    embeddings = read_npy(tmp_path, npy(VECTORS))
    assert left == isinstance(embeddings.vectors, StoredRows)
    assert left or not embeddings.vectors.flags.writeable


@pytest.mark.parametrize("kept", [0, 2**20])
def test_a_file_that_is_cut_off_while_it_is_read_is_refused(tmp_path, monkeypatch, kept):
    """It ends in words; rows that were read before it was cut off stay what they were."""
    monkeypatch.setattr("analysis.study.embedding_stores.LONG", 1)
    monkeypatch.setattr("analysis.study.embeddings.KEPT", kept)
    embeddings = read_npy(tmp_path, npy(VECTORS))
    rows = embeddings.among(numpy.asarray([2, 0]))
    os.truncate(tmp_path / "x.npy", (tmp_path / "x.npy").stat().st_size - 1)
    if kept:
        assert VECTORS[[0, 2, 0]].astype(numpy.float32).tolist() == rows(numpy.asarray([1, 0, 1])).tolist()
    with pytest.raises(InputError, match=r"x\.npy: the file was cut off while it was read"):
        embeddings.vectors[:]
    (tmp_path / "x.npy").unlink()
    with pytest.raises(InputError, match=r"x\.npy: the file cannot be read any longer"):
        embeddings.norms()


@pytest.mark.parametrize("kind", ["<f4", ">f4", "<f2", "<f8"])
def test_rows_of_a_file_are_those_of_the_array(tmp_path, monkeypatch, kind):
    """Numbers in any order and twice, slices and masks; numbers of other machines are turned round."""
    monkeypatch.setattr("analysis.study.embedding_stores.LONG", 1)
    array = numpy.random.default_rng(3).normal(size=(50, 3)).astype(kind)
    ids = "\n".join(f"u{number}" for number in range(50))
    (tmp_path / "x.txt").write_text(ids, encoding="utf-8")
    numpy.save(tmp_path / "x.npy", array)
    stored = read_embeddings(tmp_path / "x.npy").vectors
    assert isinstance(stored, StoredRows) and stored.dtype.isnative
    for rows in ([], [7], [3, 4, 5], [49, 0, 7, 7, 8], slice(2, 9), slice(None), numpy.arange(50) % 3 == 0):
        assert array[rows].tolist() == stored[rows].tolist()
    with pytest.raises(IndexError):
        stored[[50]]


def test_columns_first_are_read_whole(tmp_path, monkeypatch):
    """In Fortran's order no row stands together in the file."""
    monkeypatch.setattr("analysis.study.embedding_stores.LONG", 1)
    found = read_npy(tmp_path, npy(numpy.asfortranarray(VECTORS)))
    assert VECTORS.astype(numpy.float32).tolist() == found.vectors[:].tolist()


def test_vectors_are_looked_at_in_blocks(tmp_path, monkeypatch):
    """A block that ends in the middle changes no length and hides no fault."""
    monkeypatch.setattr("analysis.study.embeddings.BLOCK", 2)
    embeddings = read_npy(tmp_path, npy(2 * VECTORS))
    assert [2, 2, 2] == embeddings.norms().round(6).tolist()
    assert [2, 2] == embeddings.norms(numpy.asarray([2, 0])).round(6).tolist()
    with pytest.raises(InputError, match="only zeros in the vector of '1e5'"):
        read_npy(tmp_path, npy(VECTORS * [[1], [1], [0]]))


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("kind", ["float16", "float32", ">f4", "float64"])
@pytest.mark.parametrize("ids", [TEXT, "\ufeff0012\r\n12\r\n1e5", "0012\n12\n1e5"])
def test_an_array_with_a_list_of_ids(tmp_path, kind, ids):
    """Any float type, and a list as any editor leaves it, give the vectors by id; ids stay text."""
    embeddings = read_npy(tmp_path, npy(VECTORS, kind), ids)
    assert tuple(IDS) == embeddings.ids
    assert [[0, 1], [1, 0]] == embeddings.rows(["12", "0012"]).tolist()


@pytest.mark.parametrize("kind", [
    FLOATS, polars.List(polars.Float64), polars.Array(polars.Float32, 2), polars.List(polars.Float16),
    polars.Array(polars.Float64, 2),
])  # fmt: skip
def test_parquet(tmp_path, kind):
    """Lists and arrays of any float type give the vectors by id."""
    embeddings = read_parquet(tmp_path, parquet(utt_id=IDS, more=[1, 2, 3], emb=lists(VECTORS.tolist(), kind)))
    assert tuple(IDS) == embeddings.ids
    assert [[0, 1], [1, 0]] == embeddings.rows(["12", "0012"]).tolist()
    inner = str(kind.inner).lower()
    assert inner == embeddings.stored


NPY_FAULTS = {
    "object array": (npy(VECTORS, "object"), TEXT, ["the array is an object array", "numpy.save(path"]),
    "whole numbers": (npy(VECTORS, "int64"), TEXT, ["emb holds int64 values", "float16, float32 or float64"]),
    "one dimension": (npy(VECTORS.ravel()), TEXT, ["the shape (6,)"]),
    "cut off": (npy(VECTORS, "float64")[:-8], TEXT, ["claims 3 × 2 values (48 bytes) but holds 40 bytes"]),
    "absurd size": (
        npy(VECTORS).replace(b"(3, 2), }        ", b"(99999999, 999)} "), TEXT, ["claims 99999999 × 999 values"]
    ),
    "nonsense": (b"nonsense", TEXT, ["no NumPy array", "numpy.save(path"]),
    "empty": (b"", TEXT, ["no NumPy array"]),
    "NaN": (npy([[1, 0], [numpy.nan, 1], [0, 1]]), TEXT, ["NaN", "'12'"]),
    "zero": (npy([[1, 0], [0, 0], [0, 1]]), TEXT, ["only zeros in the vector of '12'"]),
    "an id too few": (npy(VECTORS), "0012\n12\n", ["2 utterance ids but 3 vectors"]),
    "an id twice": (npy(VECTORS), "a\nb\na\n", ["'a' stands more than once"]),
    "no list": (npy(VECTORS), None, ["embeddings/x.txt is missing", "one utterance id a line"]),
    "a blank line": (npy(VECTORS), "0012\n\n12\n", ["embeddings/x.txt: line 2 is blank"]),
    "another encoding": (npy(VECTORS), "é\na\nb\n".encode("latin-1"), ["embeddings/x.txt", "not UTF-8"]),
}  # fmt: skip


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("array, ids, words", NPY_FAULTS.values(), ids=NPY_FAULTS)
def test_an_unusable_array_says_what_is_wrong(tmp_path, array, ids, words):
    """Each fault is refused with the file and the remedy; nothing is unpickled."""
    with pytest.raises(InputError) as caught:
        read_npy(tmp_path, array, ids)
    for word in ["embeddings/x.", *words]:
        assert word in str(caught.value)


PARQUET_FAULTS = {
    "ids as numbers": (parquet(utt_id=[12, 13, 14], emb=lists(VECTORS.tolist())), ["Int64", "ids as strings"]),
    "whole numbers": (
        parquet(utt_id=IDS, emb=lists([[1, 0], [0, 1], [1, 1]], polars.List(polars.Int64))), ["List(Int64)"]
    ),
    "no lists": (parquet(utt_id=IDS, emb=[1.0, 2.0, 3.0]), ["holds Float64 values", "lists of numbers"]),
    "lengths": (parquet(utt_id=IDS, emb=lists([[1, 0], [1], [1, 0]])), ["from 1 to 2 components", "one length"]),
    "no components": (parquet(utt_id=IDS, emb=lists([[], [], []])), ["the shape (3, 0)"]),
    "a missing component": (parquet(utt_id=IDS, emb=lists([[1, 0], [None, 1], [0, 1]])), ["NaN", "'12'"]),
    "a missing vector": (parquet(utt_id=IDS, emb=lists([[1, 0], None, [0, 1]])), ["emb is missing", "row 2"]),
    "a missing id": (parquet(utt_id=["a", None, "b"], emb=lists(VECTORS.tolist())), ["utt_id is missing", "row 2"]),
    "zero": (parquet(utt_id=IDS, emb=lists([[1, 0], [0, 0], [0, 1]])), ["only zeros in the vector of '12'"]),
    "an id twice": (parquet(utt_id=["a", "b", "a"], emb=lists(VECTORS.tolist())), ["'a' stands more than once"]),
    "no emb": (parquet(utt_id=IDS), ["the column emb is missing"]),
    "cut off": (parquet(utt_id=IDS, emb=lists(VECTORS.tolist()))[:-20], ["no sound Parquet file"]),
    "nonsense": (b"utt_id,emb\n", ["no sound Parquet file"]),
}  # fmt: skip


@pytest.mark.parametrize("data, words", PARQUET_FAULTS.values(), ids=PARQUET_FAULTS)
def test_an_unusable_parquet_file_says_what_is_wrong(tmp_path, data, words):
    """Each fault is refused with the file, and the utterance or the column."""
    with pytest.raises(InputError) as caught:
        read_parquet(tmp_path, data)
    for word in ["embeddings/x.parquet", *words]:
        assert word in str(caught.value)


def test_vectors_of_absurd_size_are_refused(tmp_path, monkeypatch):
    """The numbers of all rows are held against a bound before the vectors are read."""
    monkeypatch.setattr("analysis.study.embedding_stores.MAX_BYTES", 47)
    with pytest.raises(InputError, match="emb claims 6 numbers in 3 rows"):
        read_parquet(tmp_path, parquet(utt_id=IDS, emb=lists(VECTORS.tolist())))
    with pytest.raises(InputError, match="the array has 48 bytes"):
        read_npy(tmp_path, npy(VECTORS, "float64"))


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("form", ["npy", "parquet"])
def test_every_cut_and_flip_is_an_input_error(tmp_path, form):
    """A file cut anywhere or with a byte flipped is read or refused, and raises nothing else."""
    data = npy(VECTORS) if form == "npy" else parquet(utt_id=IDS, emb=lists(VECTORS.tolist()))
    read = read_npy if form == "npy" else read_parquet
    for place in range(0, len(data), 3 if form == "npy" else 13):
        flipped = bytearray(data)
        flipped[place] ^= 0x55
        for broken in (data[:place], bytes(flipped)):
            try:
                read(tmp_path, broken)
            except InputError:
                continue


def test_a_study_in_three_forms(tmp_path):
    """The forms of a study's embeddings can be mixed; lists of ids are inputs and count for the attacks."""
    ids = utterance_ids()
    folder = write_study(tmp_path / "x", {
        "embeddings/mcadams.npz": None, "embeddings/mcadams.npy": npy(vectors("mcadams")),
        "embeddings/mcadams.txt": "\n".join(ids), "embeddings/knnvc_pool.npz": None,
        "embeddings/knnvc_pool.parquet": parquet(utt_id=ids, emb=lists(vectors("knnvc_pool").tolist())),
    })  # fmt: skip
    benchmark, plain = read_benchmark(folder), read_benchmark(write_study(tmp_path / "y"))
    for system in ("mcadams", "knnvc_pool"):
        assert (plain.embeddings(system).rows(ids) == benchmark.embeddings(system).rows(ids)).all()
    files = ("embeddings/original.npz", "embeddings/mcadams.npy", "embeddings/mcadams.txt")
    assert files == benchmark.attack_files.of("mcadams", "ignorant")
    assert "embeddings/mcadams.npy" == benchmark.attack_files.trial_file("mcadams", "lazy")
    assert set(files) <= set(benchmark.inputs)


def test_two_forms_of_one_system(tmp_path):
    """One system in two files is an error that names both."""
    folder = write_study(tmp_path / "x", {"embeddings/mcadams.npy": npy(vectors("mcadams")),
                                          "embeddings/mcadams.txt": "\n".join(utterance_ids())})  # fmt: skip
    found = [finding for finding in check_study(folder) if finding.code == "two-files"]
    assert ["embeddings/mcadams.npz"] == [finding.file for finding in found]
    assert "embeddings/mcadams.npy" in found[0].found


def test_a_file_of_another_kind_is_named(tmp_path):
    """A file that cannot be read as embeddings is left out with a note, not passed over in silence."""
    folder = write_study(tmp_path / "x", {"embeddings/x.pt": b"PK", "embeddings/y.txt": "a\n"})
    found = {finding.file for finding in check_study(folder) if finding.code == "unused-file"}
    assert {"embeddings/x.pt", "embeddings/y.txt"} == found


def test_a_list_that_is_missing_is_told_by_check(tmp_path):
    """The message names the list that should stand beside the array."""
    folder = write_study(tmp_path / "x", {"embeddings/mcadams.npz": None, "embeddings/mcadams.npy": npy(vectors("a"))})
    errors = [finding.text() for finding in check_study(folder) if finding.severity == "error"]
    assert 1 == len(errors)
    assert "embeddings/mcadams.txt is missing" in errors[0]


def test_an_unknown_ending_is_refused(tmp_path):
    """Only the three forms are opened."""
    (tmp_path / "x.pt").write_bytes(npz(IDS, VECTORS))
    with pytest.raises(InputError, match="no file of embeddings"):
        read_embeddings(tmp_path / "x.pt")
