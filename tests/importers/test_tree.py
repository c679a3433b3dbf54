"""Sources of an import: what a folder, a file and an archive hold, and which archives are refused."""

import os
import stat
import zipfile

import pytest

from analysis.errors import InputError
from analysis.importers import tree
from analysis.importers.tree import open_tree


def packed(path, members):
    """Write a zip archive; a member's name may be a ZipInfo."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return path


def member(name, mode=stat.S_IFREG | 0o644):
    info = zipfile.ZipInfo(name)
    info.external_attr = mode << 16
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def test_a_folder_and_its_archive_hold_the_same(tmp_path):
    """Names below the root, sorted; hidden files are passed over; texts lose their byte order mark."""
    place = tmp_path / "exp"
    (place / "b").mkdir(parents=True)
    (place / "b" / "scores").write_text("\ufeffone", encoding="utf-8")
    (place / "a.txt").write_text("two", encoding="utf-8")
    (place / ".hidden").write_text("", encoding="utf-8")
    archive = packed(tmp_path / "x.zip", [("b/scores", "\ufeffone"), ("a.txt", "two"), ("__MACOSX/a.txt", "")])
    for source in (place, archive):
        opened = open_tree(source)
        assert ("a.txt", "b/scores") == opened.names
        assert ("b/scores",) == opened.below("b") == opened.named("scores")
        assert "one" == opened.read_text("b/scores")
        assert f"{source.name}/b/scores" == opened.place("b/scores")
        assert "a.txt" in opened


def test_one_file_is_a_source_of_its_own(tmp_path):
    """It is called by its name, without the folder that it lies in."""
    (tmp_path / "results").write_text("x", encoding="utf-8")
    opened = open_tree(tmp_path / "results")
    assert (("results",), True, "results") == (opened.names, opened.is_file, opened.place("results"))


def test_links_are_followed_and_rings_end(tmp_path):
    """A linked folder is read; one that leads back to itself is read once."""
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "trials").write_text("t", encoding="utf-8")
    (tmp_path / "exp").mkdir()
    os.symlink(tmp_path / "data", tmp_path / "exp" / "data", target_is_directory=True)
    os.symlink(tmp_path / "exp", tmp_path / "data" / "back", target_is_directory=True)
    assert ("data/trials",) == open_tree(tmp_path / "exp").names


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("/etc/x", "absolute"),
        ("C:/x", "absolute"),
        ("a\\b", "backslash"),
        ("../x", "leads out"),
        ("a/../../x", "leads out"),
        (member("link", stat.S_IFLNK | 0o777), "is a link"),
        (member("pipe", stat.S_IFIFO | 0o644), "no ordinary file"),
    ],
    ids=str,
)
def test_an_archive_that_reaches_out_is_refused_whole(tmp_path, name, words):
    """The member is named, and nothing is read."""
    source = packed(tmp_path / "x.zip", [("sound", "x"), (name, "y")])
    with pytest.raises(InputError, match=words) as caught:
        open_tree(source)
    assert "nothing of the archive was read" in str(caught.value)


def test_a_bomb_is_refused_by_what_it_claims(tmp_path):
    """Thirty million equal bytes in thirty thousand are told before anything is unpacked."""
    source = packed(tmp_path / "x.zip", [("zeros", bytes(30_000_000))])
    with pytest.raises(InputError, match="claims 30,000,000 bytes"):
        open_tree(source)


def test_a_member_longer_than_it_claims_is_refused(tmp_path):
    """An archive whose list says less than its data hold does not fill the memory."""
    source = packed(tmp_path / "x.zip", [("a", "x" * 1000)])
    data = source.read_bytes()
    central = data.index(b"PK\x01\x02")
    changed = bytearray(data)
    changed[central + 24 : central + 28] = (10).to_bytes(4, "little")
    source.write_bytes(bytes(changed))
    with pytest.raises(InputError, match=r"longer than it claims|cannot be unpacked"):
        open_tree(source).read_bytes("a")


def test_a_damaged_or_double_archive_is_refused(tmp_path):
    """Cut bytes and a name that stands twice are told in words."""
    with pytest.warns(UserWarning, match="Duplicate"):
        double = packed(tmp_path / "d.zip", [("a", "x"), ("a", "y")])
    with pytest.raises(InputError, match="twice"):
        open_tree(double)
    sound = packed(tmp_path / "s.zip", [("a", os.urandom(5000))])
    data = bytearray(sound.read_bytes())
    data[100:200] = bytes(100)
    sound.write_bytes(bytes(data))
    with pytest.raises(InputError, match="cannot be unpacked"):
        open_tree(sound).read_bytes("a")


def test_what_is_no_text_is_told_with_its_line(tmp_path):
    """Bytes that are not UTF-8 name their line; null bytes are no text."""
    (tmp_path / "latin").write_bytes(b"one\ntw\xe9\n")
    with pytest.raises(InputError, match="line 2: byte 0xe9"):
        open_tree(tmp_path / "latin").read_text("latin")
    (tmp_path / "binary").write_bytes(b"a\0b")
    with pytest.raises(InputError, match="null bytes"):
        open_tree(tmp_path / "binary").read_text("binary")


def test_nothing_is_no_source(tmp_path):
    """A path that leads nowhere is named."""
    with pytest.raises(InputError, match="no file and no folder"):
        open_tree(tmp_path / "gone")


def test_a_file_too_long_to_read_is_refused(tmp_path, monkeypatch):
    """The bound is told."""
    monkeypatch.setattr(tree, "MAX_TEXT", 3)
    (tmp_path / "long").write_text("12345", encoding="utf-8")
    with pytest.raises(InputError, match="longer than 3 bytes"):
        open_tree(tmp_path / "long").read_text("long")
