"""Files appear whole or not at all, and are written only when their bytes change."""

import hashlib
import os
import stat
from pathlib import Path

import pytest

from analysis.errors import EngineError
from analysis.files import digest, refuse_no_folder, write_if_changed


def test_a_new_file_is_written_with_its_folders(tmp_path):
    """Text is UTF-8 with plain line ends on every system."""
    path = tmp_path / "my results" / "ខ្មែរ" / "a.csv"
    assert write_if_changed(path, "ខ\nb\n")
    assert "ខ\nb\n".encode() == path.read_bytes()


def test_the_same_bytes_are_not_written_again(tmp_path):
    """A file that is current keeps its time, so that nothing downstream starts anew."""
    path = tmp_path / "a.csv"
    write_if_changed(path, "a\n")
    os.utime(path, (1, 1))
    assert not write_if_changed(path, b"a\n")
    assert 1 == path.stat().st_mtime
    assert write_if_changed(path, "b\n")
    assert "b\n" == path.read_text(encoding="utf-8")


def test_others_can_read_what_is_written(tmp_path):
    """The rights are those of a usual file, not those of a temporary one."""
    write_if_changed(tmp_path / "a", "a")
    assert 0o644 == stat.S_IMODE((tmp_path / "a").stat().st_mode)


def test_a_write_that_breaks_leaves_the_old_file_and_no_rest(tmp_path, monkeypatch):
    """A full disk in the middle of a write costs the new bytes, not the old ones."""
    path = tmp_path / "a.csv"
    write_if_changed(path, "old")

    def full(_from: object, _to: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(EngineError, match="No space left on device"):
        write_if_changed(path, "new")
    assert ["a.csv"] == os.listdir(tmp_path)
    assert "old" == path.read_text(encoding="utf-8")


def test_a_place_that_can_be_no_folder_is_refused(tmp_path, monkeypatch):
    """A file, what would lie below one, and a link to nowhere; not a folder, nor one that is not there yet."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for place in ("file", "file/below", "file/below/that", "link", tmp_path / "file"):
        with pytest.raises(EngineError, match="is no folder") as caught:
            refuse_no_folder(tmp_path, Path(place))
        assert caught.value.allowed and caught.value.advice
    refuse_no_folder(tmp_path, Path("absent"), Path("absent/below"), Path("."))
    assert ["file", "link"] == sorted(os.listdir(tmp_path))


def test_an_interrupt_leaves_no_rest(tmp_path, monkeypatch):
    """Ctrl-C is passed on after the temporary file is gone."""

    def interrupt(_from: object, _to: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_if_changed(tmp_path / "a", "a")
    assert [] == os.listdir(tmp_path)


@pytest.mark.parametrize("name", ["file/below", "x" * 300], ids=["below a file", "long name"])
def test_what_the_file_system_refuses_is_told(tmp_path, name):
    """The path, the reason and the advice stand in one message."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(EngineError, match="could not be written"):
        write_if_changed(tmp_path / name, "a")


def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path):
    """It is not taken away."""
    (tmp_path / "a" / "b").mkdir(parents=True)
    with pytest.raises(EngineError):
        write_if_changed(tmp_path / "a", "a")
    assert ["a"] == os.listdir(tmp_path)


def test_a_digest_is_that_of_the_bytes(tmp_path):
    """SHA-256, as `sha256sum` prints it."""
    path = tmp_path / "a"
    path.write_bytes(b"\r\n\x00" * 100_000)
    assert hashlib.sha256(b"\r\n\x00" * 100_000).hexdigest() == digest(path)
