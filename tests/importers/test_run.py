"""One import: the format is found, a sound study is written as a whole, and everything else leaves nothing behind."""

import os

import pytest
from click.testing import CliRunner

from analysis.errors import InputError, UsageError
from analysis.importers import draft, formats
from analysis.importers.commands import import_verb
from analysis.importers.draft import Draft, file_part
from analysis.importers.formats import FORMATS as ALL
from analysis.importers.formats import Format
from analysis.importers.run import import_study
from analysis.importers.titles import TITLES
from analysis.importers.wishes import Wishes
from analysis.study.checks import check_study


def read(trees, wishes):
    draft = Draft(said=[tree.shown for tree in trees])
    draft.table("results.csv", ["system", "test_eer_female"], [[wishes.system("a"), trees[0].read_text("eer")]])
    return draft


@pytest.fixture(autouse=True)
def made_up(monkeypatch):
    """A format of files named `eer`."""
    made = Format("made-up", "a made-up tool", lambda trees: any("eer" in tree for tree in trees), read)
    monkeypatch.setattr(formats, "FORMATS", (made,))


@pytest.fixture
def source(tmp_path):
    place = tmp_path / "exp"
    place.mkdir()
    (place / "eer").write_text("12.5", encoding="utf-8")
    return place


def test_a_sound_study_is_written(tmp_path, source):
    """Folders above are made, the table stands as drafted, and nothing lies beside it."""
    done = import_study([source], tmp_path / "data" / "mine", Wishes({"a": "B2"}))
    assert ("made-up", ("exp",)) == (done.format.name, done.said)
    assert "system,test_eer_female\nB2,12.5\n" == (tmp_path / "data" / "mine" / "results.csv").read_text()
    assert ["mine"] == os.listdir(tmp_path / "data")


def test_an_unsound_study_is_not_written(tmp_path, source):
    """What a check finds is the message; no folder is left."""
    (source / "eer").write_text("much", encoding="utf-8")
    with pytest.raises(InputError, match="'much' is not a number"):
        import_study([source], tmp_path / "data" / "mine")
    assert [] == os.listdir(tmp_path / "data")


def test_a_folder_that_holds_something_is_left_alone(tmp_path, source):
    """Nothing of somebody's is written over."""
    with pytest.raises(UsageError, match="not empty"):
        import_study([source], source)
    assert ["eer"] == os.listdir(source)


def test_unknown_sources_name_what_is_known(tmp_path, source):
    """No format fits, or the name of none was given."""
    (source / "eer").rename(source / "else")
    with pytest.raises(InputError, match="a made-up tool"):
        import_study([source], tmp_path / "mine")
    with pytest.raises(UsageError, match="auto, made-up"):
        import_study([source], tmp_path / "mine", format_name="word")


def test_help_names_every_format():
    """With its title, in the order in which they are asked."""
    lines = [line.strip() for line in CliRunner().invoke(import_verb, ["--help"]).output.splitlines()]
    listed = lines[lines.index("Formats:") + 1 :]
    assert [text for known in ALL for text in (known.name, known.title)] == listed
    assert [known.name for known in ALL] == list(TITLES)


@pytest.mark.parametrize("name", ["", " ", ".", "..", ".x", "a/b", "a\\b", "../x"])
def test_an_id_that_leads_elsewhere_is_no_file_name(name):
    """Path parts are refused with the remedy."""
    with pytest.raises(InputError, match="--name"):
        file_part(name)


def test_another_import_that_was_faster_keeps_its_study(tmp_path, source, monkeypatch):
    """Of two imports into one folder the second is told as one into a folder that was there; nothing is left beside."""
    out = tmp_path / "data" / "mine"

    def read_while_another_writes(trees, wishes):
        out.mkdir(parents=True)
        return read(trees, wishes)

    def write_first(folder):
        (out / "theirs").write_text("x", encoding="utf-8")
        return check_study(folder)

    slow = Format("made-up", "a made-up tool", lambda trees: "eer" in trees[0], read_while_another_writes)
    monkeypatch.setattr(formats, "FORMATS", (slow,))
    monkeypatch.setattr(draft, "check_study", write_first)
    with pytest.raises(UsageError, match="exists and is not empty"):
        import_study([source], out)
    assert (["theirs"], ["mine"]) == (os.listdir(out), os.listdir(tmp_path / "data"))


@pytest.mark.parametrize(("out", "words"), [("new/..", "exists and is not empty"), ("link", "is a link")])
def test_a_path_that_is_no_new_folder_is_refused(tmp_path, source, out, words):
    """Neither is a folder above a new one written to, nor the place that a link leads to; nothing is made."""
    (tmp_path / "link").symlink_to("nowhere")
    before = sorted(tmp_path.rglob("*"))
    with pytest.raises(UsageError, match=words):
        import_study([source], tmp_path / out)
    assert before == sorted(tmp_path.rglob("*"))
