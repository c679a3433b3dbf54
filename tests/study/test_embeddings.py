import io
import zipfile

import numpy
import pytest

from analysis.errors import InputError
from analysis.study.embeddings import read_embeddings
from tests.studies import npz

IDS = ["0012", "12", "1e5"]
VECTORS = numpy.array([[1, 0], [0, 1], [0.6, 0.8]])


def read(tmp_path, data):
    (tmp_path / "x.npz").write_bytes(data)
    return read_embeddings(tmp_path / "x.npz", "embeddings/x.npz")


def with_members(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members.items():
            archive.writestr(f"{name}.npy", data)
    return buffer.getvalue()


def npy(array) -> bytes:
    buffer = io.BytesIO()
    numpy.lib.format.write_array(buffer, numpy.asarray(array), allow_pickle=True)
    return buffer.getvalue()


@pytest.mark.parametrize("kind", ["float16", "float32", ">f4", "float64"])
def test_any_float_type_is_read(tmp_path, kind):
    """Half, single and double precision in either byte order give float64 rows in the order asked for."""
    embeddings = read(tmp_path, with_members(utt_id=npy(numpy.array(IDS)), emb=npy(VECTORS.astype(kind))))
    rows = embeddings.rows(["12", "0012"])
    assert numpy.float64 == rows.dtype
    assert [[0, 1], [1, 0]] == rows.tolist()
    assert ("12" in embeddings, "012" in embeddings) == (True, False)


def test_ids_as_bytes_are_read_as_utf8(tmp_path):
    """Ids that were stored as bytes are texts again."""
    assert ("é",) == read(tmp_path, npz(numpy.array(["é".encode()]), [[1.0, 0]])).ids


def test_fortran_order_is_read(tmp_path):
    """An array stored by columns gives the same vectors."""
    assert (
        VECTORS.tolist()
        == read(tmp_path, npz(IDS, numpy.asfortranarray(VECTORS, "float32") * 1))
        .vectors.astype("float16")
        .astype(float)
        .round(1)
        .tolist()
    )


def test_a_missing_utterance_is_named(tmp_path):
    """A vector that is asked for and not there is named, with the coverage."""
    with pytest.raises(InputError, match="no embedding for 'x'; 1 of 2"):
        read(tmp_path, npz(IDS, VECTORS)).rows(["x", "12"])


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (npz(numpy.array(IDS, dtype=object), VECTORS), ["utt_id is an object array", "numpy.savez"]),
        (npz(IDS, numpy.array([[1, 0], [0, 1], [1, 1]], dtype=object).astype(object)), ["object array"]),
        (npz(numpy.array([12, 13, 14]), VECTORS), ["utt_id holds int64 values", "ids as texts"]),
        (npz(IDS, numpy.ones((3, 2), dtype="int64")), ["emb holds int64"]),
        (npz(IDS, numpy.ones((3, 2), dtype="complex64")), ["emb holds complex64"]),
        (npz(IDS, VECTORS[:2]), ["3 utterance ids but 2 vectors"]),
        (npz(IDS, VECTORS.ravel()), ["emb has the shape (6,)"]),
        (npz([IDS], VECTORS), ["utt_id has the shape (1, 3)"]),
        (npz(IDS, numpy.zeros((3, 0))), ["emb has the shape (3, 0)"]),
        (npz(["a", "b", "a"], VECTORS), ["'a' stands more than once"]),
        (npz(IDS, [[1, 0], [float("nan"), 1], [0, 1]]), ["NaN", "'12'"]),
        (npz(IDS, [[1, 0], [float("inf"), 1], [0, 1]]), ["infinite", "'12'"]),
        (npz(IDS, [[1, 0], [0, 1], [0, 0]]), ["only zeros in the vector of '1e5'"]),
        (with_members(utt_id=npy(IDS), emb=npy(VECTORS * 1e200)), ["outside the range"]),
        (with_members(utt_id=npy(IDS)), ["no array 'emb'"]),
        (npz(IDS, VECTORS)[:200], ["no sound .npz file"]),
        (b"", ["no sound .npz file"]),
        (b"utt_id,emb\n", ["no sound .npz file"]),
        (with_members(utt_id=npy(IDS), emb=npy(VECTORS)[:-8]), ["claims 3 × 2 values (48 bytes) but holds 40"]),
        (with_members(utt_id=npy(IDS), emb=b"nonsense"), ["no NumPy array"]),
        (
            with_members(utt_id=npy(IDS), emb=npy(VECTORS).replace(b"(3, 2), ", b"(10**9,)")),
            ["no NumPy array"],
        ),
        (
            with_members(utt_id=npy(IDS), emb=npy(VECTORS).replace(b"(3, 2), }        ", b"(99999999, 999)} ")),
            ["claims 99999999 × 999 values"],
        ),
    ],
)
def test_an_unusable_file_says_what_is_wrong(tmp_path, data, words):
    """Each fault is refused with the file and the utterance or the array named."""
    with pytest.raises(InputError) as caught:
        read(tmp_path, data)
    for word in ["embeddings/x.npz", *words]:
        assert word in str(caught.value)


def test_a_damaged_byte_is_found(tmp_path):
    """A flipped byte in the data fails the archive's own checksum."""
    data = bytearray(npz(IDS, VECTORS))
    place = bytes(data).index(b"\x93NUMPY", 200) + 130
    data[place] ^= 0xFF
    with pytest.raises(InputError, match=r"no sound \.npz file"):
        read(tmp_path, bytes(data))


def test_a_damaged_end_says_what_to_do(tmp_path):
    """A list of arrays that is said to begin before the file does is told as damage, not as `Invalid argument`."""
    data = bytearray(npz(IDS, VECTORS))
    data[data.rindex(b"PK\x05\x06") + 19] ^= 0x80  # the highest byte of where that list begins
    for damaged in (bytes(data), npz(IDS, VECTORS)[100:]):
        with pytest.raises(InputError, match="begin before the file does") as caught:
            read(tmp_path, damaged)
        assert "embeddings/x.npz is no sound .npz file" in caught.value.found
        assert caught.value.allowed and "copy or write it again" in caught.value.advice


def test_every_cut_and_flip_is_an_input_error(tmp_path):
    """A file cut anywhere or with any one byte flipped is read or refused, and raises nothing else."""
    data = npz(IDS, VECTORS)
    for place in range(0, len(data), 3):
        flipped = bytearray(data)
        flipped[place] ^= 0x55
        for broken in (data[:place], bytes(flipped)):
            try:
                read(tmp_path, broken)
            except InputError:
                continue
