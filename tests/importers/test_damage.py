"""A damaged archive is told, whatever format its files are of: no file that cannot be unpacked is passed over."""

import io
import zipfile

import pytest

from analysis.errors import InputError
from analysis.importers.run import import_study
from analysis.importers.tree import open_tree

from .test_kaldi_results import ANON_TEXT, ORIGINAL_TEXT
from .test_result_csvs import TREE
from .test_summaries import WHOLE

KEY = "a u1 target\nb u1 nontarget\na u2 nontarget\nb u2 target\n"
SCORES = "a u1 0.9\nb u1 0.1\na u2 0.2\nb u2 0.8\n"
# Of each format two systems or more, so that an import without the damaged file would have something to write.
SOURCES = {
    "summaries": {"result_for_rank_mine": WHOLE, "result_for_rank_other": WHOLE},
    "texts of Kaldi": {"results.orig_a": ORIGINAL_TEXT, "results.anon_a": ANON_TEXT},
    "tables": TREE,
    "scores": {
        "in/key.txt": KEY, "in/ignorant/original.txt": SCORES, "in/ignorant/mine.txt": SCORES,
        "in/lazy/mine.txt": SCORES, "in/utt2spk": "u1 a\nu2 b\n", "in/spk2gender": "a f\nb m\n",
    },
}  # fmt: skip


def damaged(files, name):
    """Return an archive of texts in which one sign of one file has changed."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
        start = archive.getinfo(name).header_offset + 30 + len(name)
    data = bytearray(buffer.getvalue())
    data[start + len(files[name]) // 2] ^= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("files", "name"), [(files, name) for files in SOURCES.values() for name in files if "folds" not in name]
)
def test_a_damaged_file_is_not_taken_for_one_of_another_kind(tmp_path, files, name):
    """Its system would be missing in silence; instead the file is named, and nothing is written."""
    source = tmp_path / "x.zip"
    source.write_bytes(damaged(files, name))
    with pytest.raises(InputError, match="cannot be unpacked") as caught:
        import_study([source], tmp_path / "out")
    assert name in str(caught.value)
    assert [source] == list(tmp_path.iterdir())


def test_half_an_archive_is_not_taken_for_a_text(tmp_path):
    """Without its end nothing of it can be read; the message says so."""
    source = tmp_path / "x.zip"
    source.write_bytes(damaged(SOURCES["summaries"], "result_for_rank_mine")[:500])
    with pytest.raises(InputError, match=r"x\.zip is no zip archive, or is cut off"):
        open_tree(source)
