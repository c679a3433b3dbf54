"""A report's files are replaced together: what stops a build leaves the old report, or a mark that says it is mixed."""

import errno
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from analysis import files as module
from analysis.errors import EngineError
from analysis.together import UNFINISHED, is_unfinished, replace_together

ROOT = Path(__file__).parents[1]
OLD = {"a.csv": "old a", "s/b.qmd": "old b", "s/figures/c.svg": "old c"}
NEW = {"a.csv": "new a", "s/b.qmd": "new b", "t/d.csv": "new d"}
GONE = ["s/figures/c.svg"]


def contents(folder):
    """Return path → text of everything below a folder, hidden files too."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.fixture
def out(tmp_path):
    """Give a folder that holds the old files."""
    replace_together(tmp_path / "out", OLD, [])
    return tmp_path / "out"


def test_files_are_replaced_and_taken_away(out):
    """The second time nothing is written; a folder that becomes empty goes, and no mark or lock stays."""
    assert (["a.csv", "s/b.qmd", "t/d.csv"], GONE) == replace_together(out, NEW, GONE)
    assert contents(out) == NEW
    assert not (out / "s" / "figures").exists()
    assert ([], []) == replace_together(out, NEW, [])


class FullDisk:
    """Stands in for `os.fdopen`: so many bytes find room, the next write finds none."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.open = os.fdopen

    def __call__(self, handle, mode):
        stream = self.open(handle, mode)
        write = stream.write

        def limited(data):
            self.room -= len(data)
            if self.room < 0:
                write(data[: len(data) // 2])
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return write(data)

        return type("Stream", (), {
            "write": staticmethod(limited), "__enter__": lambda this: this,
            "__exit__": lambda this, *_: stream.close(),
        })()  # fmt: skip


@pytest.mark.parametrize("room", range(0, len("".join(NEW.values())), 3))
def test_a_full_disk_leaves_the_old_report(out, monkeypatch, room):
    """Wherever the room ends, nothing of the old files is touched and no half file is left; exit code 3."""
    monkeypatch.setattr(module.os, "fdopen", FullDisk(room))
    with pytest.raises(EngineError, match="No space left on device") as told:
        replace_together(out, NEW, GONE)
    assert (3, True) == (told.value.exit_code, "has free space" in str(told.value))
    assert contents(out) == OLD


def test_a_file_system_that_refuses_to_replace_is_told_as_a_mixture(out, monkeypatch):
    """The mark stays, the message says what to do, and the next build mends it."""
    real, done = os.replace, []

    def second_fails(source, target):
        if done:
            raise PermissionError(errno.EACCES, "Permission denied")
        done.append(target)
        real(source, target)

    monkeypatch.setattr(os, "replace", second_fails)
    with pytest.raises(EngineError, match="files of two builds") as told:
        replace_together(out, NEW, GONE)
    assert "run `vpreport build` again" in str(told.value)
    assert is_unfinished(out)
    assert {**OLD, "a.csv": "new a", UNFINISHED: ""} == contents(out)
    monkeypatch.undo()
    replace_together(out, NEW, GONE)
    assert contents(out) == NEW


KILLED = """
import os, sys
from pathlib import Path
from analysis.together import replace_together
from tests.test_together import GONE, NEW
left = int(sys.argv[2])
def dies(name):
    real = getattr(os, name)
    def call(*given, **more):
        global left
        if not left:
            os._exit(9)
        left -= 1
        return real(*given, **more)
    return call
for name in ("replace", "chmod", "unlink", "rmdir"):
    setattr(os, name, dies(name))
replace_together(Path(sys.argv[1]), NEW, GONE)
"""


@pytest.mark.parametrize("step", range(8))
def test_a_process_that_is_killed_leaves_whole_files_and_the_next_build_mends_them(out, step):
    """Killed at each call to the file system in turn: a file is the old or the new one; a mixture bears the mark."""
    ran = subprocess.run([sys.executable, "-c", KILLED, str(out), str(step)], cwd=ROOT, check=False)
    assert ran.returncode in (0, 9)
    left = {name: text for name, text in contents(out).items() if not name.endswith(".part")}
    mixed = is_unfinished(out)
    assert left in (NEW, OLD) or mixed
    for name, text in left.items():
        assert name == UNFINISHED or text in (OLD.get(name), NEW.get(name))
    replace_together(out, NEW, GONE)
    assert contents(out) == NEW


def test_a_hidden_file_of_somebody_else_stays(out):
    """Only what was written beside a file of the report is taken for a rest."""
    (out / ".mine.part").write_text("mine", encoding="utf-8")
    (out / ".a.csv.abcdefgh.part").write_text("rest", encoding="utf-8")
    replace_together(out, OLD, [])
    assert {**OLD, ".mine.part": "mine"} == contents(out)


def test_two_builds_at_once_leave_the_report_of_one_of_them(out):
    """They wait for each other, so that no file of the other one is left between."""
    other = {name: text.replace("new", "other") * 50_000 for name, text in NEW.items()}
    both = [threading.Thread(target=replace_together, args=(out, files, [])) for files in (NEW, other) * 8]
    for one in both:
        one.start()
    for one in both:
        one.join()
    left = {name: text for name, text in contents(out).items() if name not in GONE}
    assert left in (NEW, other)


def test_a_read_only_folder_is_told(out, monkeypatch):
    """Nothing changes; the message names the file and says what to do. (The rights of a folder do not bind root.)"""

    def refuse(**_given):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(module.tempfile, "mkstemp", refuse)
    with pytest.raises(EngineError, match=r"a\.csv could not be written: Permission denied[\s\S]*is yours"):
        replace_together(out, NEW, GONE)
    assert contents(out) == OLD
