"""Reading a side: folders and git revisions, and what is neither."""

import os
from pathlib import Path

import pytest

from analysis.diff import compare, read_side
from analysis.errors import EngineError, UsageError

from .reports import commit, git, nowhere, number, repository, write_report

KEY = "s/eer/a/lazy/all"
HOSTILE = [
    "--output=x", "-x", "--", "-", "--upload-pack=touch x", "main;touch x", "$(touch x)", "`touch x`", "main..main",
    "^main", "main^{tree}", "HEAD:report", ":/all", "nowhere", "", "a\nb", "a\0b", "\x1b[31m", "main ", "@{u}", "..",
    "refs/heads/*", "0" * 40,
]  # fmt: skip


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A repository with a report in two commits; the second differs in one number and has a figure."""
    root = repository(tmp_path_factory.mktemp("clone") / "work tree")
    write_report(root / "report", [number(KEY)])
    commit(root)
    git(root, "tag", "first")
    write_report(root / "report", [number(KEY, 13.0)], figures={"f": "<svg/>\n"})
    (root / "report" / "s" / "figures" / "link.svg").symlink_to("/etc/passwd")
    (root / "report" / "s" / "notes.txt").write_text("not read")
    commit(root)
    return root


@pytest.mark.parametrize("place", ["report", "."])
def test_a_folder_may_be_the_report_or_hold_it(tmp_path, monkeypatch, place):
    """Both are named in plain words; a blank in the name is fine."""
    monkeypatch.chdir(tmp_path)
    write_report(tmp_path / "my results" / "report", [number(KEY)])
    assert [KEY] == read_side(os.path.normpath(f"my results/{place}"), nowhere).ledger["key"].to_list()


@pytest.mark.parametrize("name", ["first", "main~1", "HEAD^", "refs/tags/first"])
def test_a_revision_is_read_without_being_checked_out(clone, name):
    """Branch, tag or digest; the working tree and the index stay as they are."""
    before = git(clone, "status", "--porcelain"), git(clone, "rev-parse", "HEAD")
    side = read_side(name, lambda: clone)
    assert ["12.3"] == side.ledger["value"].to_list()
    assert side.name == f"{name} ({git(clone, 'rev-parse', 'first')[:10]})"
    assert before == (git(clone, "status", "--porcelain"), git(clone, "rev-parse", "HEAD"))


def test_a_digest_is_a_revision(clone):
    """Also a short one; it is not repeated in the name."""
    digest = git(clone, "rev-parse", "first")[:12]
    assert digest == read_side(digest, lambda: clone).name


def test_a_revision_and_the_folder_that_it_was_made_from_are_the_same(clone):
    """Every table and figure; links and other files are passed over in both."""
    committed, folder = read_side("HEAD", lambda: clone), read_side(str(clone), nowhere)
    assert {"s/figures/f.svg"} == set(committed.figures)
    assert not compare(committed, folder).changed


def test_a_revision_is_read_from_a_clone_inside_a_repository(tmp_path):
    """The report lies below the clone, wherever in the repository that is."""
    root = repository(tmp_path)
    write_report(root / "below" / "report", [number(KEY)])
    commit(root)
    assert [KEY] == read_side("HEAD", lambda: root / "below").ledger["key"].to_list()
    with pytest.raises(EngineError, match=r"no report/ledger\.csv"):
        read_side("HEAD", lambda: root)


@pytest.mark.parametrize("name", HOSTILE)
def test_what_names_nothing_is_refused_and_does_nothing(clone, monkeypatch, tmp_path, name):
    """Options, commands, ranges, patterns, other objects: a usage error, and no file appears or changes."""
    monkeypatch.chdir(tmp_path)
    before = sorted(clone.rglob("*"))
    try:
        side = read_side(name, lambda: clone)
    except (UsageError, EngineError) as error:
        assert name in ("..",) or isinstance(error, UsageError), error
    else:
        assert (":/all", [KEY]) == (name, side.ledger["key"].to_list())  # the newest commit whose message has this word
    assert [] == os.listdir(tmp_path)
    assert before == sorted(clone.rglob("*"))


def test_a_folder_comes_before_a_revision_of_its_name(clone, monkeypatch, tmp_path):
    """Somebody who has a branch of the name writes `refs/heads/...`."""
    monkeypatch.chdir(tmp_path)
    write_report(tmp_path / "main", [number(KEY, 99.0)])
    assert ["99"] == read_side("main", lambda: clone).ledger["value"].to_list()
    assert ["13"] == read_side("refs/heads/main", lambda: clone).ledger["value"].to_list()


def test_a_path_is_never_a_revision(clone, monkeypatch, tmp_path):
    """`./main` names a folder and nothing else."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="neither a folder nor a git revision"):
        read_side("./main", lambda: clone)


def test_a_folder_without_a_ledger_is_told_as_that(tmp_path, clone):
    """The file that it lacks, and how to make it."""
    with pytest.raises(EngineError, match=r"holds neither ledger\.csv"):
        read_side(str(tmp_path), lambda: clone)


def test_outside_a_repository_no_revision_is_read(tmp_path, monkeypatch):
    """It is said that there is no repository, and what would do instead."""
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    with pytest.raises(EngineError, match="in no git repository"):
        read_side("main", lambda: tmp_path)


def test_without_git_folders_can_still_be_compared(tmp_path, monkeypatch):
    """And a revision is refused in words."""
    write_report(tmp_path, [number(KEY)])
    monkeypatch.setenv("PATH", str(tmp_path))
    assert [KEY] == read_side(str(tmp_path), nowhere).ledger["key"].to_list()
    with pytest.raises(EngineError, match="git cannot be run"):
        read_side("main", lambda: tmp_path)


DAMAGED = {
    "not text": b"\xff\xfe\x00key,value\n",
    "empty": b"",
    "other columns": b"a,b\n1,2\n",
    "ragged": b"key,value\n1,2,3,4,5\n",
}


@pytest.mark.parametrize("file", ["ledger.csv", "inputs.csv", "verdicts.csv", "provenance.csv", "stages.csv"])
@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_table_is_told_in_words(tmp_path, file, damage):
    """The file is named; nothing is guessed."""
    (write_report(tmp_path, [number(KEY)]) / file).write_bytes(DAMAGED[damage])
    with pytest.raises(EngineError, match=file.replace(".", r"\.")):
        read_side(str(tmp_path), nowhere)


@pytest.mark.parametrize(
    "cells", ["1e999", "nan", "x", "1", "1", "1"], ids=["infinite", "NaN", "text", "decimals", "huge decimals", "n"]
)
def test_a_cell_that_is_no_number_is_told_in_words(tmp_path, cells, request):
    """The key is named."""
    kind = request.node.callspec.id
    decimals = {"decimals": "many", "huge decimals": "1000000000"}.get(kind, "1")
    n = "1.5" if kind == "n" else ""
    old, new = write_report(tmp_path / "old", [number(KEY)]), write_report(tmp_path / "new", [number(KEY)])
    header = (new / "ledger.csv").read_text().splitlines()[0]
    row = f"{KEY},{cells},percent,{decimals},,,recomputed,real,x,y,{n},"
    (new / "ledger.csv").write_text(f"{header}\n{row}\n")
    with pytest.raises(EngineError, match=KEY):
        compare(read_side(str(old), nowhere), read_side(str(new), nowhere))


def test_a_key_that_stands_twice_is_refused(tmp_path):
    """Two rows claim the same number."""
    ledger = write_report(tmp_path, [number(KEY)]) / "ledger.csv"
    ledger.write_text(ledger.read_text() + ledger.read_text().splitlines()[1] + "\n")
    with pytest.raises(EngineError, match="twice"):
        read_side(str(tmp_path), nowhere)


def test_a_report_of_an_older_layout_is_compared_and_its_causes_are_unknown(tmp_path):
    """Without the tables of verdicts and provenance: numbers are compared, and it is said what cannot be told."""
    old = write_report(tmp_path / "old", [number(KEY)], {"s/best_trade": "a"})
    new = write_report(tmp_path / "new", [number(KEY, 13.0)], {"s/best_trade": "b"}, {"embeddings/a.npz": "2"})
    for name in ("verdicts.csv", "provenance.csv", "stages.csv"):
        (old / name).unlink()
    found = compare(read_side(str(old), nowhere), read_side(str(new), nowhere))
    assert [(KEY, "unknown")] == [(one.key, one.because.sure) for one in found.numbers]
    assert ["data/s/embeddings/a.npz"] == [thing.name for thing in found.things]
    assert () == found.flips
    assert [("verdicts.csv", "flipped is unknown"), ("provenance.csv", "causes are unknown")] == [
        (gap.split()[2].rstrip(":"), words) for (_, gap), words in
        zip(found.gaps, ("flipped is unknown", "causes are unknown"), strict=True) if words in gap
    ]  # fmt: skip
    assert {str(old)} == {side for side, _ in found.gaps}


def test_hostile_settings_of_git_are_not_run(clone, tmp_path, monkeypatch):
    """No external diff, pager, text conversion or monitor of the file system is called."""
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path}/sprung\n")
    trap.chmod(0o755)
    for name in ("GIT_EXTERNAL_DIFF", "GIT_PAGER", "PAGER", "GIT_EDITOR"):
        monkeypatch.setenv(name, str(trap))
    for place, (name, value) in enumerate((("core.fsmonitor", str(trap)), ("diff.external", str(trap)))):
        monkeypatch.setenv(f"GIT_CONFIG_KEY_{place}", name)
        monkeypatch.setenv(f"GIT_CONFIG_VALUE_{place}", value)
    monkeypatch.setenv("GIT_CONFIG_COUNT", "2")
    read_side("HEAD", lambda: clone)
    assert not Path(tmp_path / "sprung").exists()
