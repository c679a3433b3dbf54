# ruff: noqa: E501 - a table of faults, one a line
"""The study's folder itself: what stands in place of it, names that nothing reads, links, names no file should have."""

import os
from pathlib import Path

import pytest

from analysis import cli
from analysis.study.benchmark import read_benchmark
from analysis.study.checks import check_study
from analysis.study.layout import MAX_FILES
from tests.check.faults import Fault, verify
from tests.studies import study_files, utterance_ids, vectors, write_study

UTTERANCES = "meta/test_utts.csv"
BOARD = "meta/leaderboard.csv"
FILES = study_files()


def linked(name: str, to: Path | str | None = None, content: str | bytes | None = None):
    """Put a link in place of a file or folder of the study, to what is said or to a copy beside the study."""

    def make(study: Path) -> None:
        target = study.parents[1] / "elsewhere" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if to is None:
            (study / name).rename(target)
        else:
            (study / name).unlink(missing_ok=True)
        (study / name).symlink_to(to or target)

    return make


def pipe(name: str):
    """Put a named pipe in place of a file: whoever opens it waits for a writer that never comes."""

    def make(study: Path) -> None:
        (study / name).unlink(missing_ok=True)
        (study / name).parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(study / name)

    return make


NO_FILE = ("cannot be read: it is no ordinary file", "take away what stands in its place")
FAULTS = [
    Fault("a misspelt table", "note", "unused-file", "meta/transcript.csv", None, "", ("no file of this name is read", "transcripts.csv", "'transcript.csv': did you mean transcripts.csv?"), {"meta/transcripts.csv": None, "meta/transcript.csv": "utt_id\n"}),
    Fault("a table outside meta", "note", "unused-file", "leaderboard.csv", None, "", ("no file of this name is read", "study.toml"), {"leaderboard.csv": "system\n"}),
    Fault("files of another format", "note", "unused-file", "meta", None, "", ("'x.xlsx', 'y.json' are not read", "transcripts.csv"), {"meta/x.xlsx": b"x", "meta/y.json": b"x"}),
    Fault("embeddings of another format", "note", "unused-file", "embeddings/x.pkl", None, "", ("the file is left out", "<system>.npz", "write its vectors in one of these forms"), {"embeddings/x.pkl": b"x"}),
    Fault("a suffix in capitals", "note", "unused-file", "embeddings/mcadams.NPZ", None, "", ("the file is left out", "<system>.npz"), {"embeddings/mcadams.npz": None, "embeddings/mcadams.NPZ": FILES["embeddings/mcadams.npz"]}),
    Fault("a file in place of a folder", "error", "unreadable", "embeddings_semi_informed", None, "", ("no folder of this name", "a folder", "take away what stands in its place"), {"embeddings_semi_informed/mcadams.npz": None, "embeddings_semi_informed": b"x"}),
    Fault("a folder in place of a table", "error", "unreadable", BOARD, None, "", ("it is a folder", "put the file there, or take away"), {BOARD: None, f"{BOARD}/inside": "x"}),
    Fault("a link that leads to nothing", "error", "unreadable", BOARD, None, "", ("a link that leads to no file",), make=linked(BOARD, "nowhere.csv")),
    Fault("a link to itself", "error", "unreadable", BOARD, None, "", ("a link that leads to no file",), make=linked(BOARD, "leaderboard.csv")),
    *(Fault(f"a pipe as {name}", "error", "embeddings", name, None, "", NO_FILE, make=pipe(name)) for name in ("embeddings/mcadams.npz", "embeddings_semi_informed/mcadams.npz", "embeddings/x.parquet")),
    Fault("a device as embeddings", "error", "embeddings", "embeddings/mcadams.npz", None, "", ("cannot be read: it is a link that leads to no file",), make=linked("embeddings/mcadams.npz", "/dev/zero")),
    Fault("a pipe as scores", "error", "unreadable", "scores/ignorant/x.csv", None, "", NO_FILE, make=pipe("scores/ignorant/x.csv")),
    Fault("a device as scores", "error", "unreadable", "scores/ignorant/x.csv", None, "", ("it is a link that leads to no file",), {"scores/ignorant/y.txt": "x"}, make=linked("scores/ignorant/x.csv", "/dev/zero")),
    Fault("a table that is a link out of the folder", "error", "outside", BOARD, None, "", ("leads out of the study's folder", "put the file itself there"), make=linked(BOARD, "/etc/hostname")),
    Fault("a folder of tables that is a link out of the folder", "error", "outside", UTTERANCES, None, "", ("leads out of the study's folder", "put the file itself there"), make=linked("meta")),
    Fault("embeddings that are a link out of the folder", "note", "linked", "embeddings/knnvc_pool.npz", None, "", ("links that lead out of the study's folder", "must get these files, too"), make=linked("embeddings")),
    Fault("a system that is a formula", "error", "id", "", None, "", ("the system id '=1+1' starts with '='", "rename its files and columns"), {"embeddings/=1+1.npz": (utterance_ids(), vectors("x"))}),
    Fault("a system with a control sign", "error", "id", "", None, "", ("the system id 'a\\nb' holds a control sign",), {"embeddings/a\nb.npz": (utterance_ids(), vectors("x"))}),
    Fault("systems that differ in case", "warning", "alike", "", None, "", ("'mcadams', 'McAdams'", "count as different", "use one spelling in every file"), {"embeddings/McAdams.npz": (utterance_ids(), vectors("x"))}),
    Fault("systems that differ in Unicode form", "warning", "alike", "", None, "", ("Unicode form",), {"embeddings/é.npz": (utterance_ids(), vectors("x")), "embeddings/e\u0301.npz": (utterance_ids(), vectors("y"))}),
    Fault("a system of ten thousand signs", "error", "id", BOARD, 6, "system", ("has 10,000 signs", "up to 200 signs"), {BOARD: lambda text: text + "x" * 10_000 + 11 * "," + "\n"}),
    Fault("a system that turns the direction of writing", "warning", "hidden-signs", BOARD, 6, "system", ("'a\\u202eb' holds unseen signs", "take the signs out"), {BOARD: lambda text: text + "a\u202eb" + 11 * "," + "\n"}),
    Fault("a setting nobody knows", "error", "setting", "study.toml", None, "drows", ("unknown setting 'drows' = '1'", "draws", "did you mean draws?"), {"study.toml": "drows = 1"}),
    Fault("no TOML", "error", "toml", "study.toml", None, "", ("not valid TOML", "texts stand in double quotes"), {"study.toml": "title = A"}),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says)
def test_each_fault_is_told_with_its_place_and_remedy(fault, clone, capfd):
    """`check` names the file, what was found and the remedy; an error stops `build`; nothing is written."""
    verify(fault, clone, capfd)


def test_path_parts_in_an_id_reach_nothing(clone, capfd):
    """`../../x` is a text like any other as system and utterance; no file outside is opened, nothing is written there."""
    (clone.parent / "x.npz").write_bytes(FILES["embeddings/mcadams.npz"])
    study = write_study(
        clone / "x",
        {
            "meta/transcripts.csv": lambda text: text.replace("hyp_mcadams", "hyp_../../x"),
            BOARD: lambda text: text + "../../x" + 11 * "," + "\n",
            "meta/demo_clips.csv": lambda text: text + "../../../../../../etc/passwd\n",
        },
    )
    assert 0 == cli.run(["check", str(study)])
    assert "not '../../../../../../etc/passwd'" in capfd.readouterr().out
    benchmark = read_benchmark(study)
    assert (True, False) == (benchmark.system("../../x").transcripts, benchmark.system("../../x").embeddings)
    assert all((study / file).resolve().is_relative_to(study) for file in benchmark.inputs)


def test_a_study_that_is_itself_a_link_is_read(clone, capfd):
    """Data often lie on another disk; what counts is that nothing leads out of the folder."""
    write_study(clone.parent / "disk" / "x")
    (clone / "x").symlink_to(clone.parent / "disk" / "x", target_is_directory=True)
    assert 0 == cli.run(["check", str(clone / "x")])
    assert "lead out" not in capfd.readouterr().out


def test_a_name_that_is_no_unicode_is_told_and_can_be_printed(clone, capfd):
    """A file system holds any bytes; the message escapes them, as text and as JSON."""
    study = write_study(clone / "x")
    os.rename(study / "embeddings/knnvc_pool.npz", os.fsencode(study) + b"/embeddings/\xff\x1b.npz")
    for form in ([], ["--json"]):
        assert 1 == cli.run(["check", str(study), *form])
        printed = capfd.readouterr().out
        assert "\x1b" not in printed
        assert "holds a control sign" in printed


@pytest.mark.parametrize("verb", [["check"], ["build", "--study"]])
@pytest.mark.parametrize("name", ["nowhere", "file"])
def test_a_study_that_is_no_folder_is_one_error(clone, capfd, verb, name):
    """Exit code 1, what was given, and what to name instead."""
    (clone / "file").write_text("mine", encoding="utf-8")
    assert 1 == cli.run([*verb, name])
    told = capfd.readouterr()
    assert f"{name} is not a folder" in told.out + told.err
    assert "name the folder" in told.out + told.err or "name a study's folder" in told.out + told.err


def test_a_folder_that_may_not_be_listed_is_told(clone, capfd, monkeypatch):
    """Exit code 3 and the path, not a traceback: the file system refused."""
    study = write_study(clone / "x")
    listed = Path.iterdir

    def refuse(path):
        if path.name == "embeddings":
            raise PermissionError(13, "Permission denied", str(path))
        return listed(path)

    monkeypatch.setattr(Path, "iterdir", refuse)
    assert 3 == cli.run(["check", str(study)])
    assert "embeddings: Permission denied" in capfd.readouterr().err


def test_thousands_of_files_are_told_in_one_note(tmp_path):
    """A folder full of what nothing reads makes one finding, in a moment."""
    study = write_study(tmp_path / "x")
    for number in range(3000):
        (study / "audio" / f"{number}.tmp").touch()
    (found,) = [one for one in check_study(study) if one.code == "unused-file"]
    assert ("audio", True) == (found.file, "and 2995 more are not read" in found.found)
    assert MAX_FILES > 3000


def test_papers_and_hidden_files_are_nobodys_business(tmp_path):
    """A README, a licence, what an editor or a version control leaves: no note."""
    names = ("README.md", "LICENSE", ".gitignore", "meta/.DS_Store", "CITATION.cff", "meta/README.txt")
    study = write_study(tmp_path / "x", dict.fromkeys(names, "x"))
    assert "unused-file" not in {finding.code for finding in check_study(study)}
