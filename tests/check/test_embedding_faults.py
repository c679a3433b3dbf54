# ruff: noqa: E501 - a table of faults, one a line
"""Embeddings: utterances, types, shapes, values, ties, and files that are damaged or made to do harm."""

import io
import zipfile

import numpy
import pytest

from analysis import cli
from analysis.benchmark.attack_units import attack_scores
from analysis.study.benchmark import read_benchmark
from tests.check.faults import Fault, verify
from tests.studies import npz, study_files, utterance_ids, vectors, write_study

UTTERANCES = "meta/test_utts.csv"
FILE = "embeddings/mcadams.npz"
INFORMED = "embeddings_semi_informed/mcadams.npz"
ORIGINAL = "embeddings/original.npz"
IDS = utterance_ids()
ROWS = vectors("mcadams")
SOUND = study_files()[FILE]
SAVE = "numpy.savez"


def with_row(place: int, vector: object) -> tuple:
    rows = ROWS.copy()
    rows[place] = vector
    return IDS, rows


def npy(array: object, **how: object) -> bytes:
    buffer = io.BytesIO()
    numpy.lib.format.write_array(buffer, numpy.asarray(array), **how)
    return buffer.getvalue()


def archive(members: dict[str, bytes], packing: int = zipfile.ZIP_STORED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", packing) as stream:
        for name, data in members.items():
            stream.writestr(name, data)
    return buffer.getvalue()


def twice() -> bytes:
    """Return an archive in which the vectors stand twice."""
    buffer = io.BytesIO(SOUND)
    with zipfile.ZipFile(buffer, "a") as stream, pytest.warns(UserWarning, match="Duplicate"):
        stream.writestr("emb.npy", npy(ROWS))
    return buffer.getvalue()


def bomb() -> bytes:
    """Return a small file whose vectors would unpack to a hundred million bytes of zeros."""
    header = npy(numpy.zeros((0, 5))).replace(b"(0, 5), }            ", b"(2500000, 5), }      ")
    return archive({"utt_id.npy": npy(IDS), "emb.npy": header + bytes(100_000_000)}, zipfile.ZIP_DEFLATED)


def claiming(shape: bytes) -> bytes:
    """Return a file whose header claims another shape."""
    data = npy(ROWS)
    start = data.index(b"(20, 8), }")
    return archive({"utt_id.npy": npy(IDS), "emb.npy": data[:start] + (shape + b", }").ljust(40) + data[start + 40 :]})


SIGNS = numpy.where(ROWS < 0, -1.0, 1.0)
FEW = numpy.ones((20, 8)) * 0.35
FEW[10:, 0] = -0.35

FAULTS = [
    Fault("no embeddings of the unprotected speech", "error", "no-original", ORIGINAL, None, "", ("the embeddings of the unprotected speech ('original') are missing", "here are 'knnvc_pool', 'mcadams'", "reference ="), {ORIGINAL: None}),
    # Utterances
    Fault("a missing enrollment utterance", "error", "coverage", FILE, None, "", ("no embedding for '0012-e1'; 19 of 20 utterances have one", "one vector for each utterance", "add the missing vectors, or take the utterances out"), {FILE: (IDS[1:], ROWS[1:])}),
    Fault("a missing trial utterance", "error", "coverage", FILE, None, "", ("'0012-t1'; 19 of 20 utterances have one, and 44 of 48 trials on their trial side",), {FILE: ([*IDS[:2], *IDS[3:]], numpy.delete(ROWS, 2, axis=0))}),
    Fault("ids with zeros in front", "error", "coverage", FILE, None, "", ("'1e5-e1', '1e5-e2'", "15 of 20 utterances have one", "'01e5-e1' looks like '1e5-e1'"), {FILE: ([name.replace("1e5-", "01e5-") for name in IDS], ROWS)}),
    Fault("ids in another case", "error", "coverage", FILE, None, "", ("'A-B-T3' looks like 'a-b-t3'", "add the missing vectors"), {FILE: ([*IDS[:-1], "A-B-T3"], ROWS)}),
    Fault("an utterance too many", "note", "extra-embedding", FILE, None, "", ("'extra' not among the test utterances; left out", "meta/test_utts.csv"), {FILE: ([*IDS, "extra"], numpy.vstack([ROWS, ROWS[:1] * 2]))}),
    Fault("an utterance twice", "error", "embeddings", FILE, None, "", ("'0012-e1' stands more than once in utt_id", "each utterance once", "keep the vector that is meant"), {FILE: ([*IDS, IDS[0]], numpy.vstack([ROWS, ROWS[:1]]))}),
    Fault("more ids than vectors", "error", "embeddings", FILE, None, "", ("20 utterance ids but 19 vectors", "one vector an id", "from one list"), {FILE: (IDS, ROWS[1:])}),
    Fault("numbers as ids", "error", "embeddings", FILE, None, "", ("utt_id holds int64 values", "ids as texts", SAVE), {FILE: npz(numpy.arange(20), ROWS)}),
    # Types and shapes
    Fault("whole numbers", "error", "embeddings", FILE, None, "", ("emb holds int64 values", "float16, float32 or float64", SAVE), {FILE: npz(IDS, numpy.ones((20, 8), dtype="int64"))}),
    Fault("complex numbers", "error", "embeddings", FILE, None, "", ("emb holds complex64 values", "float16, float32 or float64"), {FILE: npz(IDS, ROWS.astype("complex64"))}),
    Fault("numbers of extended precision", "error", "embeddings", FILE, None, "", (f"emb holds {numpy.dtype('longdouble')} values", "float16, float32 or float64"), {FILE: npz(IDS, ROWS.astype("longdouble"))}),
    Fault("truth values", "error", "embeddings", FILE, None, "", ("emb holds bool values",), {FILE: npz(IDS, ROWS > 0)}),
    Fault("texts for vectors", "error", "embeddings", FILE, None, "", ("emb holds <U", "float16, float32 or float64"), {FILE: npz(IDS, numpy.asarray(ROWS.astype("str")))}),
    Fault("the byte order of other machines", "note", "byte-order", FILE, None, "", ("the byte order of other machines; they are read",), {FILE: npz(IDS, ROWS.astype(">f4"))}),
    Fault("an object array of ids", "error", "embeddings", FILE, None, "", ("utt_id is an object array, which could run code when opened", SAVE), {FILE: npz(numpy.array(IDS, dtype=object), ROWS)}),
    Fault("an object array of vectors", "error", "embeddings", FILE, None, "", ("emb is an object array", SAVE), {FILE: npz(IDS, ROWS.astype(object))}),
    Fault("vectors in three dimensions", "error", "embeddings", FILE, None, "", ("emb has the shape (20, 1, 8)", "n × d numbers"), {FILE: npz(IDS, ROWS[:, None, :].astype("float32"))}),
    Fault("vectors without components", "error", "embeddings", FILE, None, "", ("emb has the shape (20, 0)",), {FILE: npz(IDS, numpy.zeros((20, 0)))}),
    Fault("another encoder", "error", "dimension", FILE, None, "", ("the vectors have 5 components; those of original have 8", "one speaker encoder for all systems", "the encoder of the others"), {FILE: (IDS, vectors("mcadams", 5))}),
    # Values
    Fault("NaN", "error", "embeddings", FILE, None, "", ("NaN or infinite values in the vector of '0012-t2'", "finite numbers, not all zero", "silent or empty audio"), {FILE: with_row(3, numpy.nan)}),
    Fault("NaN, and an utterance that is missing besides", "error", "coverage", FILE, None, "", ("no embedding for '0012-e1'; 19 of 20 utterances have one",), {FILE: tuple(part[1:] for part in with_row(3, numpy.nan))}),
    Fault("an infinite component", "error", "embeddings", FILE, None, "", ("NaN or infinite values in the vector of '0012-t2'",), {FILE: with_row(3, numpy.inf)}),
    Fault("a zero vector", "error", "embeddings", FILE, None, "", ("only zeros in the vector of '0012-t2'", "not all zero", "compute these embeddings again"), {FILE: with_row(3, 0)}),
    Fault("a zero vector of the semi-informed encoder", "error", "embeddings", INFORMED, None, "", ("only zeros in the vector of '0012-e1'",), {INFORMED: (IDS, numpy.vstack([numpy.zeros((1, 6)), vectors("mcadams", 6)[1:]]))}),
    Fault("vectors that are not normalised", "note", "norms", FILE, None, "", ("not of length 1 but 3 to 3; they are normalised", "does not depend on the lengths"), {FILE: (IDS, 3 * ROWS)}),
    Fault("a vector of signs only", "warning", "flat-vectors", FILE, None, "", ("all components have one absolute value in the vector of '0012-t2'", "kept the signs only"), {FILE: with_row(3, SIGNS[3])}),
    Fault("all vectors of signs only", "warning", "flat-vectors", FILE, None, "", ("in the vector of '0012-e1', '0012-e2'", "and 15 more"), {FILE: (IDS, SIGNS)}),
    Fault("scores that tie", "warning", "ties", FILE, None, "", ("48 trials have only", "bring no score of their own", "keeps only the signs of the embeddings"), {FILE: (IDS, FEW)}),
    Fault("one vector for two utterances", "warning", "equal-vectors", FILE, None, "", ("20 utterances have only 19 different vectors; their scores tie", "written under several ids"), {FILE: with_row(3, ROWS[4])}),
    Fault("enrollment vectors that cancel out", "error", "cancelling-vectors", FILE, None, "", ("the enrollment vectors of the speaker '0012' cancel out", "vectors whose mean has a direction", "embeddings again"), {FILE: with_row(1, -ROWS[0])}),
    # Files
    Fault("a file that is cut off", "error", "embeddings", FILE, None, "", ("no sound .npz file", "two arrays", "it may be cut off"), {FILE: SOUND[: len(SOUND) // 2]}),
    Fault("an empty file", "error", "embeddings", FILE, None, "", ("no sound .npz file",), {FILE: b""}),
    Fault("a pointer of Git LFS", "error", "embeddings", FILE, None, "", ("is a pointer of Git LFS", "git lfs pull"), {FILE: "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"}),
    Fault("a single array", "error", "embeddings", FILE, None, "", ("is a single array under the name of an .npz file", "list of ids"), {FILE: npy(ROWS)}),
    Fault("a zip archive of something else", "error", "embeddings", FILE, None, "", ("no array 'utt_id'; it has '[Content_Types].xml'", "two arrays", SAVE), {FILE: archive({"[Content_Types].xml": b"<x/>"})}),
    Fault("other names of the arrays", "error", "embeddings", FILE, None, "", ("no array 'utt_id'; it has 'ids', 'vectors'", SAVE), {FILE: archive({"ids.npy": npy(IDS), "vectors.npy": npy(ROWS)})}),
    Fault("a file without vectors", "error", "embeddings", FILE, None, "", ("no array 'emb'; it has 'utt_id'", SAVE), {FILE: archive({"utt_id.npy": npy(IDS)})}),
    Fault("no array within", "error", "embeddings", FILE, None, "", ("emb is no NumPy array",), {FILE: archive({"utt_id.npy": npy(IDS), "emb.npy": b"nonsense"})}),
    Fault("an absurd shape", "error", "embeddings", FILE, None, "", ("emb claims 99999999 × 999 values", "cut off or damaged"), {FILE: claiming(b"(99999999, 999)")}),
    Fault("a shape that wraps round", "error", "embeddings", FILE, None, "", ("emb claims 18446744073709551616 × 8 values",), {FILE: claiming(b"(18446744073709551616, 8)")}),
    Fault("a negative shape", "error", "embeddings", FILE, None, "", ("emb has the shape (-20, 8)",), {FILE: claiming(b"(-20, 8)")}),
    Fault("an array that unpacks to a thousand times its size", "error", "embeddings", FILE, None, "", ("emb would unpack to 100,000,1", "at most 500-fold", "do not open it if you do not know where it comes from"), {FILE: bomb()}),
    Fault("two arrays of one name", "error", "embeddings", FILE, None, "", ("two arrays of one name", "one of the two may be old"), {FILE: twice()}),
    Fault("a folder in place of a file", "error", "embeddings", FILE, None, "", ("cannot be read",), {FILE: None, f"{FILE}/inside": "x"}),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says)
def test_each_fault_is_told_with_its_place_and_remedy(fault, clone, capfd):
    """`check` names the file, the utterance or array, and the remedy; an error stops `build`; nothing is written."""
    verify(fault, clone, capfd)


@pytest.mark.parametrize("kind", ["float16", "float32", "float64", ">f2", ">f4", ">f8"])
def test_every_common_float_is_read(tmp_path, kind):
    """Half, single and double precision in either byte order give the same vectors, as far as they hold them."""
    study = write_study(tmp_path / "x", {FILE: archive({"utt_id.npy": npy(IDS), "emb.npy": npy(ROWS.astype(kind))})})
    found = read_benchmark(study).embeddings("mcadams").rows(IDS)
    assert numpy.abs(found - ROWS).max() < (1e-3 if kind in ("float16", ">f2") else 1e-6)


def test_a_note_does_not_change_a_number(tmp_path):
    """Vectors of another length, in another order of bytes and of rows, give the same scores to the last digits shown."""
    plain = read_benchmark(write_study(tmp_path / "plain", {FILE: npz(IDS, ROWS.astype(">f8"))}))
    other = read_benchmark(write_study(tmp_path / "other", {FILE: npz(IDS[::-1], (4 * ROWS[::-1]).astype(">f8"))}))
    assert numpy.array_equal(attack_scores(plain, "mcadams", "lazy"), attack_scores(other, "mcadams", "lazy"))


def test_a_file_name_cannot_garble_the_console(clone, capfd):
    """Signs that cannot be shown stand as escapes, in text and in JSON."""
    study = write_study(clone / "x", {"embeddings/a\x1b[31m.npz": b""})
    assert 1 == cli.run(["check", str(study)])
    printed = capfd.readouterr().out
    assert "\x1b" not in printed and "embeddings/a\\x1b[31m.npz" in printed
