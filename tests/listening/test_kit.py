"""A kit on the disk: what is there, what it hides, and what is never overwritten."""

import os

import pytest

from analysis.errors import EngineError, InputError, UsageError
from analysis.listening import kit as kit_module
from analysis.listening.kit import make_kit
from analysis.listening.tables import AB_COLUMNS, MOS_COLUMNS, NATURAL, RATING
from tests.listening.studies import SENTENCES, TEMPLATES, audible, filled, rows_of

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


def test_an_empty_kit_is_replaced_as_a_whole(study, tmp_path):
    """Another seed leaves nothing of the first."""
    out = tmp_path / "out"
    made(study, out, seed=1)
    made(study, out, seed=2)
    made(study, tmp_path / "fresh", seed=2)
    assert files_below(tmp_path / "fresh") == files_below(out)


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


@pytest.mark.parametrize("there", [False, True], ids=["new", "over an empty kit"])
def test_a_full_disk_is_told_and_changes_nothing(study, tmp_path, monkeypatch, there):
    """The error is the file system's; what was there before is there again."""
    out = tmp_path / "out"
    if there:
        made(study, out, seed=2)
    before = files_below(tmp_path)
    real = kit_module.os.replace

    def full(source, target):
        if "new" in str(source) and str(target).endswith(".html"):
            raise OSError(28, "No space left on device", str(target))
        real(source, target)

    monkeypatch.setattr(kit_module.os, "replace", full)
    with pytest.raises(EngineError, match="No space left"):
        made(study, out)
    assert (before, there) == (files_below(tmp_path), out.exists())


def test_a_file_in_the_place_of_the_folder_is_a_usage_error(study, tmp_path):
    """`--out` must be a folder."""
    (tmp_path / "out").write_text("x", encoding="utf-8")
    with pytest.raises(UsageError, match="not a folder"):
        made(study, tmp_path / "out")
