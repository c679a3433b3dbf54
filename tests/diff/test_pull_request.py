"""A pull request by script: one file is changed, the report is built again, and the comment says what follows from it.

What must be listed is found here by a second route: the two ledgers are read as plain CSV and rounded by `format`.
"""

import csv
import json
import re
import shutil
from pathlib import Path

import pytest

from analysis import cli, pipeline
from tests.conftest import NoPages
from tests.studies import npz, replaced, study_files, utterance_ids, vectors, write_challenge, write_study

from .reports import commit, git, repository

ROOT = Path(__file__).parents[2]
FILE = "embeddings/mcadams.npz"
PARTS = ("value", "ci_low", "ci_high")
CHANGES = {
    FILE: npz(utterance_ids(), vectors("mcadams")[::-1]),
    "embeddings/knnvc_pool.npz": npz(utterance_ids(), vectors("knnvc_pool")[::-1]),
    "meta/transcripts.csv": replaced("សួស្តី បង", "សួស្តី បញ", 1)(str(study_files()["meta/transcripts.csv"])).encode(),
}


def rows(ledger: Path) -> dict[str, dict[str, str]]:
    with ledger.open(encoding="utf-8", newline="") as stream:
        return {row["key"]: row for row in csv.DictReader(stream)}


def printed(row: dict[str, str]) -> tuple[str, ...]:
    """Return what a reader sees of a row."""
    edges = [f"{float(row[name]):.{row['decimals']}f}" if row[name] else "" for name in PARTS]
    edges = [edge.lstrip("-") if not edge.strip("-0.") else edge for edge in edges]
    return (*edges, row["n"], row["tag"], row["inputs"], row["unit"], row["missing"])


def changed(old: dict[str, dict[str, str]], new: dict[str, dict[str, str]]) -> set[str]:
    """Return the keys whose rows a reader sees otherwise."""
    return {key for key in old.keys() & new.keys() if printed(old[key]) != printed(new[key])}


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A repository with two small studies and their committed report, the cache of that build, and its ledger."""
    root = repository(tmp_path_factory.mktemp("pull request") / "clone")
    for name in ("_quarto.yml", "requirements.lock", ".gitignore"):
        shutil.copy(ROOT / name, root)
    shutil.copytree(ROOT / "templates", root / "templates")
    write_study(root / "data" / "tiny")
    write_challenge(root / "data" / "contest")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline, "Site", NoPages)
        patch.chdir(root)
        assert 0 == cli.run(["build"])
        commit(root)
        yield root


@pytest.fixture
def rebuilt(clone, monkeypatch):
    """Change files of the study and build again; afterwards everything is as it was committed."""
    monkeypatch.setattr(pipeline, "Site", NoPages)
    monkeypatch.chdir(clone)

    def change(*files: str, settings: str = "") -> Path:
        git(clone, "checkout", "--quiet", "--", ".")
        for file in files:
            (clone / "data" / "tiny" / file).write_bytes(CHANGES[file])
        if settings:
            path = clone / "data" / "tiny" / "study.toml"
            path.write_text(path.read_text(encoding="utf-8").replace("draws = 50", settings), encoding="utf-8")
        assert 0 == cli.run(["build"])
        return clone / "report" / "ledger.csv"

    yield change
    git(clone, "checkout", "--quiet", "--", ".")


def told(capsys, *arguments: str) -> tuple[int, str]:
    capsys.readouterr()
    code = cli.run(["diff", *arguments])
    return code, capsys.readouterr().out


def test_without_a_change_nothing_is_said(clone, rebuilt, capsys):
    """HEAD against the working tree, which is what `vpreport diff` compares: exit code 0."""
    rebuilt()
    code, out = told(capsys)
    assert (0, True) == (code, out.endswith("Nothing changed.\n"))


def test_one_changed_embedding_file(clone, rebuilt, capsys):
    """The comment names the file as the cause and lists exactly the numbers that depend on it."""
    old = rows(clone / "report" / "ledger.csv")
    new = rows(rebuilt(FILE))
    expected = changed(old, new)
    code, out = told(capsys, "--json")
    found = json.loads(out)
    assert 1 == code
    listed = {one["key"] for one in found["numbers"]}
    assert expected == listed
    assert {("these", (f"input data/tiny/{FILE}",))} == {
        (one["because"]["sure"], tuple(one["because"]["things"])) for one in (*found["numbers"], *found["verdicts"])
    }
    assert [(f"data/tiny/{FILE}", "changed")] == [(thing["name"], thing["how"]) for thing in found["things"]]

    comment = told(capsys, "HEAD", "report", "--md")[1]
    shown = re.findall(r"^\| `([^`]+)` \|", comment, re.MULTILINE)
    assert (len(expected), expected) == (len(shown), set(shown))
    assert {f"input `data/tiny/{FILE}` changed"} == set(
        re.findall(r"\*\*Why:\*\* (.*) \(\d+\)$", comment, re.MULTILINE)
    )

    # Whatever names the file as its source may have moved; what names other systems alone, or no embeddings, has not.
    direct = {key for key, row in new.items() if FILE in row["source"].split(", ")}
    assert {key for key in direct if old.get(key) != new[key]} >= listed & direct
    assert len(listed & direct) > 20
    assert not any(key.startswith(("contest/", "tiny/cer/", "tiny/shipped/", "tiny/setting/")) for key in listed)
    assert not any(key.startswith(("tiny/eer/knnvc_pool/", "tiny/eer/original/")) for key in listed)
    assert not any(key.startswith("tiny/eer/mcadams/semi_informed/") for key in listed)


def test_several_changes_at_once_are_told_apart(clone, rebuilt, capsys):
    """Each number names every file that moves it when that file alone is changed, and direct numbers name no other."""
    old = rows(clone / "report" / "ledger.csv")
    moved_by = {file: changed(old, rows(rebuilt(file))) for file in CHANGES}
    rebuilt(*CHANGES)
    numbers = json.loads(told(capsys, "--json")[1])["numbers"]
    named = {
        one["key"]: {name.removeprefix("input data/tiny/") for name in one["because"]["things"]} for one in numbers
    }
    wrong = {key: file for file, keys in moved_by.items() for key in keys if key in named and file not in named[key]}
    assert {} == wrong
    direct = [key for key in named if key.split("/")[1] in ("eer", "cer", "eer_gender")]
    assert len(direct) > 15
    for key in direct:
        assert named[key] == {file for file, keys in moved_by.items() if key in keys}, key
    assert len([key for key, files in named.items() if len(files) == 1]) > len(named) / 2


def test_a_changed_setting_is_the_cause(rebuilt, capsys):
    """It is named with what it was and is; the settings file is listed as an input, and causes nothing by itself."""
    rebuilt(settings="draws = 60")
    found = json.loads(told(capsys, "--json")[1])
    assert {("setting tiny/draws",)} == {tuple(one["because"]["things"]) for one in found["numbers"]}
    comment = told(capsys, "--md")[1]
    assert "setting `tiny/draws` changed from `50` to `60`" in comment
    assert "input `data/tiny/study.toml` changed" in comment


def test_a_title_moves_no_number(rebuilt, capsys):
    """The settings file moved; that alone is said."""
    rebuilt(settings="draws = 50\n# as agreed")
    code, out = told(capsys)
    assert (1, "1 input, setting, module or library moved.") == (code, out.splitlines()[0].split(": ")[1])


def test_two_revisions(clone, rebuilt, capsys):
    """Neither of them is the working tree."""
    rebuilt(FILE)
    git(clone, "checkout", "--quiet", "-b", "change")
    commit(clone)
    try:
        code, out = told(capsys, "main", "change")
        assert (1, True) == (code, "numbers changed" in out)
        back = told(capsys, "change", "main", "--json")[1]
        assert {one["key"] for one in json.loads(back)["numbers"]} == {
            one["key"] for one in json.loads(told(capsys, "main", "change", "--json")[1])["numbers"]
        }
        assert 0 == told(capsys, "change")[0]
    finally:
        git(clone, "checkout", "--quiet", "main")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["HEAD", "HEAD"], 0),
        (["HEAD", "nowhere"], 2),
        (["HEAD", "--", "--output=x"], 2),
        (["--output=x"], 2),
        (["HEAD", "report", "surplus"], 2),
        (["--md", "--link", "javascript:alert(1)"], 2),
        (["--md", "--link", "https://e.org/a b"], 2),
        (["--md", "--link", "https://e.org/x)[y"], 2),
        (["HEAD", "templates"], 3),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else str(value),
)
def test_exit_codes(clone, monkeypatch, capsys, arguments, code):
    """0 nothing changed, 2 words that do not fit, 3 no report there; in words, and nothing is written."""
    monkeypatch.chdir(clone)
    before = git(clone, "status", "--porcelain", "--ignored")
    assert code == cli.run(["diff", *arguments])
    said = capsys.readouterr()
    assert "Traceback" not in said.err
    assert bool(code) == bool(said.err.strip())
    assert before == git(clone, "status", "--porcelain", "--ignored")
