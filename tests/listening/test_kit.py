"""A kit on the disk: what is there, what it hides, and what is never overwritten."""

import os
import signal
import subprocess
import sys

import pytest

from analysis.errors import EngineError, InputError, UsageError
from analysis.listening import kit as kit_module
from analysis.listening.kit import make_kit
from analysis.listening.tables import AB_COLUMNS, MOS_COLUMNS, NATURAL, RATING
from tests.listening.studies import ROOT, SENTENCES, TEMPLATES, audible, filled, rows_of

NAMES = ("mcadams", "knnvc_pool", "third")


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    return audible(tmp_path_factory.mktemp("studies") / "tiny")


def made(study, out, listener="L01", seed=1):
    return make_kit(study, listener, seed, out, TEMPLATES)


def files_below(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_sheets_clips_page_and_keys_are_written(study, tmp_path):
    """Sheets with their columns and no answer, a blind clip for every path, the keys in a folder of their own."""
    out = tmp_path / "out"
    made(study, out)
    files = files_below(out)
    assert {"listening_mos_L01.csv", "listening_ab_L01.csv", "listening_L01.html"} == {n for n in files if "/" not in n}
    keys = {name for name in files if name.endswith("_KEY.csv")}
    assert {"keys/listening_mos_L01_KEY.csv", "keys/listening_ab_L01_KEY.csv"} == keys
    mos, ab = rows_of(out / "listening_mos_L01.csv"), rows_of(out / "listening_ab_L01.csv")
    assert (MOS_COLUMNS, AB_COLUMNS) == (tuple(mos[0]), tuple(ab[0]))
    assert {""} == {row[RATING] for row in mos} == {row[NATURAL] for row in ab}
    assert (4 * 5, 20) == (len(mos), len(ab))
    paths = {row["path"] for row in mos} | {row[c] for row in ab for c in ("reference_X", "clip_A", "clip_B")}
    assert paths == {name for name in files if name.startswith("clips/")}
    assert "clips/L01/M001.wav" in paths
    assert [row["item"] for row in mos] == [row["item"] for row in rows_of(out / "keys/listening_mos_L01_KEY.csv")]


def test_a_listener_gets_no_name_of_a_system_or_a_sentence(study, tmp_path):
    """Not in a file's name, not in any byte outside the folder of the keys."""
    out = tmp_path / "out"
    made(study, out)
    for name, content in files_below(out).items():
        if name.startswith("keys/"):
            continue
        for secret in (*NAMES, "original", "anchor", *SENTENCES, study.study):
            assert secret not in name
            # The page says in words that X is the speaker as recorded; it never says `original`.
            assert secret.encode() not in content, (secret, name)


def test_two_listeners_share_a_folder_and_hear_another_test(study, tmp_path):
    """The keys differ, and what one has is untouched by the other's kit."""
    out = tmp_path / "out"
    made(study, out)
    first = files_below(out)
    made(study, out, "L02")
    both = files_below(out)
    assert first.items() <= both.items()
    assert [row["system"] for row in rows_of(out / "keys/listening_mos_L01_KEY.csv")] != [
        row["system"] for row in rows_of(out / "keys/listening_mos_L02_KEY.csv")
    ]


def test_the_same_call_writes_the_same_bytes(study, tmp_path):
    """In another folder too."""
    made(study, tmp_path / "one")
    made(study, tmp_path / "two")
    assert files_below(tmp_path / "one") == files_below(tmp_path / "two")


def test_the_same_kit_again_writes_nothing(study, tmp_path):
    """Every file stays, also its time; a file that is missing is written again."""
    out = tmp_path / "out"
    made(study, out)
    times = {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    assert () == made(study, out).written
    assert times == {path: path.stat().st_mtime_ns for path in out.rglob("*")}
    whole = files_below(out)
    (out / "listening_L01.html").unlink()
    assert (out / "listening_L01.html",) == made(study, out).written
    assert whole == files_below(out)


@pytest.mark.parametrize("gone", [(), ("listening_mos_L01.csv", "listening_ab_L01.csv", "listening_L01.html")])
def test_another_kit_of_the_listener_is_never_replaced(study, tmp_path, gone):
    """Its sheets may be handed out, and would lose their key; this holds also where they were moved away."""
    out = tmp_path / "out"
    made(study, out, seed=1)
    for name in gone:
        (out / name).unlink()
    before = files_below(out)
    with pytest.raises(InputError, match=r"(?s)another kit of the listener L01 \(k.*--listener or --out"):
        made(study, out, seed=2)
    assert before == files_below(out)


def test_a_key_that_was_changed_is_not_mended_over(study, tmp_path):
    """Whoever changed it meant something; the error says that it is of this kit."""
    out = tmp_path / "out"
    made(study, out)
    key = out / "keys/listening_mos_L01_KEY.csv"
    key.write_text(key.read_text(encoding="utf-8").replace("mcadams", "other"), encoding="utf-8")
    before = files_below(out)
    with pytest.raises(InputError, match="it was changed"):
        made(study, out)
    assert before == files_below(out)


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ("listening_L01.html", "no page of the listener L01"),
        ("keys/listening_mos_L01_KEY.csv", "no key of the listener L01"),
        ("keys/listening_ab_L01_KEY.csv/mine.txt", "no key of the listener L01"),
        ("listening_L01.html/mine.txt", "no page of the listener L01"),
        ("keys", "keys is not a folder"),
        ("clips", "clips is not a folder"),
        ("clips/L01", "L01 is not a folder"),
        ("clips/L01/M001.wav", "another kit"),
        ("clips/L01/M999.wav", "another kit"),
    ],
)
def test_what_is_not_ours_is_never_written_over(study, tmp_path, place, words):
    """A page with other text, a folder in the place of a key, a clip of somebody: all stay as they are."""
    mine = tmp_path / "out" / place
    mine.parent.mkdir(parents=True)
    mine.write_text("my own notes", encoding="utf-8")
    with pytest.raises(InputError, match=words):
        made(study, tmp_path / "out")
    assert {f"out/{place}": b"my own notes"} == files_below(tmp_path)


def test_the_page_and_the_key_of_another_listener_are_not_written_over(study, tmp_path):
    """Also when somebody gave them this listener's name."""
    out = tmp_path / "out"
    made(study, out, "L02")
    for name in ("listening_{}.html", "keys/listening_mos_{}_KEY.csv"):
        copy = out / name.format("L01")
        copy.write_bytes((out / name.format("L02")).read_bytes())
        with pytest.raises(InputError, match="of the listener L01"):
            made(study, out, "L01")
        copy.unlink()


KILLED = """
import os, signal, sys
from pathlib import Path
from analysis.listening.kit import make_kit
from analysis.study.benchmark import read_benchmark
study, out, templates, count = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4])
replace, unlink, calls = os.replace, Path.unlink, []
def counted(*given):
    if len(calls) == count:
        os.kill(os.getpid(), signal.SIGKILL)
    calls.append(given)
    replace(*given)
os.replace = counted
Path.unlink = lambda path, **more: os.kill(os.getpid(), signal.SIGKILL)
make_kit(read_benchmark(study, audit=False), "L01", 1, out, templates)
"""


@pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL")
@pytest.mark.parametrize(("count", "seed"), [(0, 1), (2, 2), (40, 1), (40, 2), (86, 1)])
def test_a_kit_whose_writing_was_killed_is_taken_away(study, tmp_path, count, seed):
    """Wherever it stopped, no key lies where listeners get files; the next call begins anew, whatever its seed."""
    out = tmp_path / "out"
    made(study, out, "L02")
    (out / "mine.txt").write_text("mine", encoding="utf-8")
    before = files_below(out)
    place = [str(path) for path in (study.folder, out, TEMPLATES)]
    killed = subprocess.run([sys.executable, "-c", KILLED, *place, str(count)], cwd=ROOT, check=False)
    assert -signal.SIGKILL == killed.returncode
    left = files_below(out)
    for name, content in left.items():
        for secret in () if name.startswith("keys/") else (*NAMES, "low_anchor"):
            assert secret.encode() not in content, name
    # Each file is one move, and the first is the note of what is going to be written.
    done = {name for name in left if name not in before and "/." not in name}
    assert max(count - 1, 0) == len(done)
    kit = made(study, out, seed=seed)
    whole = len(done) == 85
    assert ((0, 0) if whole else (len(done), 85)) == (kit.taken_away, len(kit.written))
    made(study, tmp_path / "fresh", "L02")
    made(study, tmp_path / "fresh", seed=seed)
    assert {**files_below(tmp_path / "fresh"), "mine.txt": b"mine"} == files_below(out)


@pytest.mark.parametrize("sheet", ["listening_mos_L01.csv", "listening_ab_L01.csv"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_filled_sheet_is_never_overwritten(study, tmp_path, sheet, seed):
    """One answer is enough; nothing at all is written, and the error names the sheet."""
    out = tmp_path / "out"
    made(study, out)
    first = rows_of(out / sheet)[0]
    column = RATING if "mos" in sheet else NATURAL
    filled(out / sheet, lambda row: {column: "3" if row == first else ""})
    before = files_below(out)
    with pytest.raises(InputError, match=sheet):
        made(study, out, seed=seed)
    assert before == files_below(out)


@pytest.mark.parametrize("content", [b"my notes\n", b"", b"\xff\xfe\x00", b"listener,item\nL01,M001\n"])
def test_a_file_that_is_no_sheet_is_not_overwritten(study, tmp_path, content):
    """Whatever stands under the sheet's name, it is somebody's."""
    out = tmp_path / "out"
    out.mkdir()
    (out / "listening_mos_L01.csv").write_bytes(content)
    with pytest.raises(InputError, match=r"holds answers|no sheet"):
        made(study, out)
    assert {"listening_mos_L01.csv": content} == files_below(out)


def test_other_peoples_files_among_the_clips_stop_the_kit(study, tmp_path):
    """The folder of the clips is replaced as a whole, so it may hold nothing else."""
    mine = tmp_path / "out" / "clips" / "L01" / "thesis.txt"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match=r"thesis\.txt"):
        made(study, tmp_path / "out")
    assert "mine" == mine.read_text(encoding="utf-8")


def test_a_listener_who_differs_in_capitals_only_is_refused(study, tmp_path):
    """On some file systems both would have one sheet."""
    made(study, tmp_path / "out", "L01")
    with pytest.raises(UsageError, match="capitals"):
        made(study, tmp_path / "out", "l01")


@pytest.mark.parametrize("breaks", ["blind_clips", "page"])
def test_a_kit_that_fails_leaves_nothing_behind(study, tmp_path, monkeypatch, breaks):
    """No folder, no half of a kit."""

    def fail(*_given):
        raise InputError("broken")

    monkeypatch.setattr(kit_module, breaks, fail)
    with pytest.raises(InputError, match="broken"):
        made(study, tmp_path / "out")
    assert [] == os.listdir(tmp_path)


@pytest.mark.parametrize("there", [False, True], ids=["new", "beside another kit"])
def test_a_full_disk_is_told_and_changes_nothing(study, tmp_path, monkeypatch, there):
    """The error is the file system's; what was there before is there again, and nothing else."""
    out = tmp_path / "out"
    if there:
        made(study, out, "L02")
    before = files_below(tmp_path)
    real = os.replace

    def full(source, target):
        if str(target).endswith(".html"):
            raise OSError(28, "No space left on device", str(target))
        real(source, target)

    monkeypatch.setattr("analysis.files.os.replace", full)
    with pytest.raises(EngineError, match="No space left"):
        made(study, out)
    assert (before, there) == (files_below(tmp_path), out.exists())


def test_a_file_in_the_place_of_the_folder_is_a_usage_error(study, tmp_path):
    """`--out` must be a folder."""
    (tmp_path / "out").write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match="not a folder"):
        made(study, tmp_path / "out")
