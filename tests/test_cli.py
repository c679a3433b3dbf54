"""The command: exit codes 0, 1, 2 and 3 for every verb, and words instead of tracebacks."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from analysis import cli, pipeline
from analysis.study.settings import MAX_DRAWS
from tests.studies import replaced, study_files, utterance_ids, vectors, write_challenge, write_study

ROOT = Path(__file__).parents[1]


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A clone without a study, and the command runs in it."""
    place = tmp_path / "clone"
    place.mkdir()
    shutil.copy(ROOT / "_quarto.yml", place)
    (place / "templates").symlink_to(ROOT / "templates", target_is_directory=True)
    monkeypatch.chdir(place)
    return place


@pytest.fixture
def vpreport(capfd):
    """Run the command in this process; returns (exit code, output, errors)."""

    def call(*arguments):
        code = cli.run([str(argument) for argument in arguments])
        told = capfd.readouterr()
        assert "Traceback" not in told.out + told.err
        return code, told.out, told.err

    return call


@pytest.fixture(scope="module")
def shared_cache(tmp_path_factory):
    return tmp_path_factory.mktemp("cache")


def test_a_build_writes_the_report_and_a_second_one_nothing(clone, vpreport, shared_cache):
    """All of `data/` goes to `report/`; the output tells how much was written."""
    write_challenge(clone / "data" / "table")
    code, out, _ = vpreport("build", "--cache", shared_cache)
    assert 0 == code
    assert (clone / "report" / "ledger.csv").is_file()
    assert "0 written, 0 removed" not in out
    code, out, _ = vpreport("build", "--cache", shared_cache)
    assert (0, True) == (code, "0 written, 0 removed" in out)


def test_the_defaults_lie_in_the_clone_also_from_a_folder_below(clone, vpreport, monkeypatch):
    """`report` and `.cache/vpreport` stand at the root of the clone, wherever in it the command runs."""
    study = write_challenge(clone / "data" / "table")
    monkeypatch.chdir(study)
    assert 0 == vpreport("build")[0]
    assert (clone / "report" / "index.qmd").is_file()
    assert (clone / ".cache" / "vpreport" / "log.txt").is_file()
    assert ["results.csv", "systems.csv"] == sorted(os.listdir(study))


def test_check_says_whether_the_report_is_current(clone, vpreport, shared_cache):
    """0 when it is; 1 with one line for each file that differs, is missing or is left over; nothing is written."""
    write_challenge(clone / "data" / "a")
    gone = write_challenge(clone / "data" / "b")
    report = clone / "report"
    code, out, _ = vpreport("build", "--cache", shared_cache, "--check")
    assert (1, True) == (code, "missing: ledger.csv" in out)
    assert not report.exists()
    vpreport("build", "--cache", shared_cache)
    (report / "notes.md").write_text("mine", encoding="utf-8")
    code, out, _ = vpreport("build", "--cache", shared_cache, "--check")
    assert (0, True) == (code, "is current" in out)

    with (report / "ledger.csv").open("a", encoding="utf-8") as stream:
        stream.write("x\n")
    (report / "a" / "02-results.qmd").unlink()
    shutil.rmtree(gone)
    before = {path: path.stat().st_mtime_ns for path in report.rglob("*")}
    code, out, _ = vpreport("build", "--cache", shared_cache, "--check")
    lines = out.splitlines()
    assert 1 == code
    assert {"differs: ledger.csv", "missing: a/02-results.qmd", "stale: b/90-ledger.qmd"} <= set(lines)
    assert not any("notes.md" in line for line in lines)
    assert "run `vpreport build`" in lines[-1]
    assert before == {path: path.stat().st_mtime_ns for path in report.rglob("*")}

    assert 0 == vpreport("build", "--cache", shared_cache)[0]
    assert 0 == vpreport("build", "--cache", shared_cache, "--check")[0]


@pytest.mark.parametrize(
    "arguments",
    [
        ["nonsense"],
        ["--nonsense"],
        ["build", "--nonsense"],
        ["build", "surplus"],
        ["build", "--draws", "0"],
        ["build", "--draws", "many"],
        ["build", "--draws", "1.5"],
        ["build", "--draws", str(MAX_DRAWS + 1)],
        ["build", "--seed", "-1"],
        ["build", "--seed", str(2**63)],
        ["build", "--study"],
        ["check"],
        ["check", "a", "b"],
        ["render", "--engine", "word"],
        ["simulate", "--seed", "-1"],
        ["simulate", "--seed", "x"],
    ],
    ids=" ".join,
)
def test_words_that_do_not_fit_are_a_usage_error(clone, vpreport, arguments):
    """Exit code 2, and a line that says what is wrong; nothing is written."""
    code, _, err = vpreport(*arguments)
    assert (2, True) == (code, bool(err.strip()))
    assert ["_quarto.yml", "templates"] == sorted(os.listdir(clone))


@pytest.mark.parametrize("arguments", [["build"], ["build", "--check"], ["render"], ["simulate"]], ids=" ".join)
def test_outside_a_clone_is_a_usage_error(tmp_path, monkeypatch, vpreport, arguments):
    """The message says that the command belongs into a clone."""
    monkeypatch.chdir(tmp_path)
    code, _, err = vpreport(*arguments)
    assert (2, True) == (code, "not inside a clone" in err)
    assert [] == os.listdir(tmp_path)


def test_help_imports_nothing_heavy():
    """The words of the command are there without the libraries that compute, read tables or draw."""
    code = "import sys, analysis.cli; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not {"numpy", "polars", "scipy", "matplotlib", "jinja2", "rich"} & set(run.stdout.split())


def test_a_build_imports_only_what_it_needs():
    """Who tracks pitch waits for scipy.signal, who draws for matplotlib, and scipy.stats is nobody's before he asks."""
    code = "import sys, analysis.pipeline; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not {"scipy.signal", "scipy.stats", "matplotlib", "amfm_decompy", "typst", "pypandoc"} & {
        *run.stdout.split()
    }


def test_a_folder_can_be_checked_outside_a_clone(tmp_path, monkeypatch, vpreport):
    """Somebody who has only the data may ask whether they are sound."""
    monkeypatch.chdir(tmp_path)
    write_study(tmp_path / "tiny")
    assert 0 == vpreport("check", "tiny")[0]


def test_two_studies_of_one_name_are_a_usage_error(clone, vpreport):
    """The name is told."""
    one, two = write_challenge(clone / "x" / "same"), write_challenge(clone / "y" / "same")
    code, _, err = vpreport("build", "--study", one, "--study", two)
    assert (2, True) == (code, "same" in err)


def test_a_clone_without_data_is_refused(clone, vpreport):
    """Exit code 1: there is no input."""
    assert 1 == vpreport("build")[0]
    (clone / "data").mkdir()
    assert 1 == vpreport("build")[0]
    (clone / "data" / "empty").mkdir()
    code, _, err = vpreport("build")
    assert (1, True) == (code, "test_utts.csv" in err)
    assert not (clone / "report").exists()


@pytest.mark.parametrize("verb", ["build", "check"])
@pytest.mark.parametrize("path", ["nowhere", "file"])
def test_a_study_that_is_no_folder_is_refused(clone, vpreport, verb, path):
    """Exit code 1, and the name that was given."""
    (clone / "file").write_text("mine", encoding="utf-8")
    code, out, err = vpreport(*(["build", "--study"] if verb == "build" else ["check"]), path)
    assert (1, True) == (code, f"{path} is not a folder" in out + err)


UNREADABLE = {
    "empty": lambda _content: b"",
    "noise": lambda _content: b"\xff\xfe\x00\x00noise\x00" * 20,
    "cut": lambda content: content[: len(content) // 2],
    "line": lambda _content: b"one line\n",
}


@pytest.mark.parametrize("damage", UNREADABLE)
@pytest.mark.parametrize(
    "file",
    [
        "study.toml",
        "meta/test_utts.csv",
        "meta/trials_test.csv",
        "meta/transcripts.csv",
        "meta/demo_clips.csv",
        "meta/leaderboard.csv",
        "meta/paired_comparisons.json",
        "embeddings/original.npz",
        "embeddings/mcadams.npz",
        "embeddings_semi_informed/mcadams.npz",
        "audio/demo/0012-t1.wav",
    ],
)
@pytest.mark.usefixtures("no_pages")
def test_whatever_stands_in_a_file_there_is_no_traceback(clone, vpreport, shared_cache, file, damage):
    """`check` and `build` agree: both refuse with the file named (1), or both go on (0)."""
    content = study_files()[file]
    content = content.encode() if isinstance(content, str) else content
    study = write_study(clone / "tiny", {file: UNREADABLE[damage](content)})
    code, out, _ = vpreport("check", study)
    assert (0, False) == (code, "error:" in out) or (1, True) == (code, f"error: {file}" in out), out
    built, _, err = vpreport("build", "--study", study, "--cache", shared_cache)
    assert code == built, err
    assert built == 0 or file in err


@pytest.mark.parametrize(
    "file",
    ["study.toml", "meta/test_utts.csv", "meta/transcripts.csv", "embeddings/mcadams.npz", "audio/demo/0012-t1.wav"],
)
@pytest.mark.usefixtures("no_pages")
def test_a_folder_in_the_place_of_a_file_is_no_traceback(clone, vpreport, shared_cache, file):
    """It is refused or taken as absent, in words."""
    study = write_study(clone / "tiny", {file: None, f"{file}/inside": "x"})
    assert vpreport("check", study)[0] == vpreport("build", "--study", study, "--cache", shared_cache)[0] in (0, 1)


NAMES = ["female", "male", "listed", "all", "original.npz", "a b", "a%2Fb", "ខ្មែរ", "=1+1", "-x", "..."]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.usefixtures("no_pages")
def test_a_system_may_be_called_as_it_likes(clone, vpreport, shared_cache, name):
    """A name that the ledger uses itself does not collide with its rows."""
    clips = {f"audio/anonymized/{name}/0012-t1.wav": study_files()["audio/demo/0012-t1.wav"]}
    study = write_study(
        clone / "tiny", {f"embeddings/{name}.npz": (utterance_ids(), vectors(name).astype("float32")), **clips}
    )
    refused = name[0] in "=-"  # a spreadsheet would take it for a formula
    assert (1 if refused else 0) == vpreport("check", study)[0]
    assert (1 if refused else 0) == vpreport("build", "--study", study, "--cache", shared_cache)[0]


@pytest.mark.parametrize(
    "names", [("female", "Male"), ("all", "enroll"), ("ci_low", "ci_high"), ("same_corpus", "gender")]
)
@pytest.mark.usefixtures("no_pages")
def test_corpora_may_be_called_as_they_like(clone, vpreport, shared_cache, names):
    """Names that the ledger or a table uses itself do not collide."""

    def rename(text):
        return replaced("studio", names[1])(replaced("phone (iAny)", names[0])(text))

    study = write_study(
        clone / "tiny",
        {"meta/test_utts.csv": rename, "meta/transcripts.csv": rename, "meta/leaderboard.csv": None},
    )
    assert 0 == vpreport("check", study)[0]
    assert 0 == vpreport("build", "--study", study, "--cache", shared_cache)[0]
    board = (clone / "report" / "tiny" / "leaderboard_recomputed.csv").read_text(encoding="utf-8").splitlines()
    columns = board[0].split(",")
    slugs = columns[columns.index("cer_ci_high") + 1 : columns.index("rho_f0_demo")]
    assert ["cer", "cer_ci_low", "cer_ci_high"] == columns[10:13]
    assert 2 == len(set(slugs) - {"cer_ci_low", "cer_ci_high"})


@pytest.mark.parametrize("option", ["--out", "--cache"])
def test_a_folder_that_cannot_be_written_is_told(clone, vpreport, option):
    """Exit code 3 and the path; a file stands in the place of the folder, which stops every user."""
    write_challenge(clone / "data" / "table")
    (clone / "file").write_text("mine", encoding="utf-8")
    code, _, err = vpreport("build", option, clone / "file" / "below")
    assert (3, True) == (code, str(clone / "file") in err)
    assert "mine" == (clone / "file").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "words", [("build", "--cache"), ("build", "--out"), ("build", "--check", "--cache"), ("render", "--cache"),
              ("render", "--site"), ("simulate", "--out")], ids=" ".join,
)  # fmt: skip
def test_a_file_where_a_folder_is_to_be_is_told_before_any_work(clone, vpreport, words):
    """Not when the first result is to be kept; nothing is read or written, and the message says what to do."""
    write_challenge(clone / "data" / "table", {"results.csv": "no table"})
    (clone / "file").write_text("mine", encoding="utf-8")
    before = sorted(clone.iterdir())
    code, _, err = vpreport(*words, "file")
    assert (3, True, True) == (code, "vpreport: file is no folder" in err, "What to do: name another folder" in err)
    assert before == sorted(clone.iterdir())


def test_an_out_folder_that_is_a_file_is_told(clone, vpreport, shared_cache):
    """It is not replaced."""
    write_challenge(clone / "data" / "table")
    (clone / "report").write_text("mine", encoding="utf-8")
    assert 3 == vpreport("build", "--cache", shared_cache)[0]
    assert 1 == vpreport("build", "--cache", shared_cache, "--check")[0]
    assert "mine" == (clone / "report").read_text(encoding="utf-8")


def test_a_study_that_cannot_be_used_leaves_the_old_report(clone, vpreport, shared_cache):
    """The build stops before anything is written."""
    write_challenge(clone / "data" / "a")
    assert 0 == vpreport("build", "--cache", shared_cache)[0]
    before = {path: path.stat().st_mtime_ns for path in (clone / "report").rglob("*")}
    write_challenge(clone / "data" / "b", {"results.csv": "system\n"})
    assert 1 == vpreport("build", "--cache", shared_cache)[0]
    assert 1 == vpreport("build", "--cache", shared_cache, "--check")[0]
    assert before == {path: path.stat().st_mtime_ns for path in (clone / "report").rglob("*")}


def test_check_tells_every_finding(tmp_path, vpreport):
    """Errors come first; the last line counts them; a sound study exits with 0."""
    sound = write_study(tmp_path / "sound")
    code, out, _ = vpreport("check", sound)
    assert (0, True) == (code, out.splitlines()[-1].startswith(f"{sound}: 0 errors, 1 warning, "))
    broken = write_study(
        tmp_path / "broken", {"embeddings/mcadams.npz": b"", "meta/trials_test.csv": replaced("nontarget", "no", 1)}
    )
    code, out, _ = vpreport("check", broken)
    assert 1 == code
    assert ["error: embeddings/mcadams.npz", "error: meta/trials_test.csv"] == sorted(
        line.split(",")[0].split(": ")[0] + ": " + line.split(": ")[1].split(",")[0]
        for line in out.splitlines()
        if line.startswith("error: ")
    )


def test_check_as_json(tmp_path, vpreport):
    """One list of findings for scripts; the exit code is the same."""
    code, out, _ = vpreport("check", "--json", write_study(tmp_path / "tiny", {"embeddings/mcadams.npz": b""}))
    found = json.loads(out)
    assert (1, "error", "embeddings/mcadams.npz") == (code, found[0]["severity"], found[0]["file"])
    assert {"severity", "code", "file", "found", "allowed", "advice", "row", "column"} <= set(found[0])


def test_render_of_what_was_not_built_is_refused(clone, vpreport):
    """It says that the report comes first."""
    code, _, err = vpreport("render", "--engine", "pandoc")
    assert (1, True) == (code, "build" in err)


def test_render_without_quarto_is_told(clone, vpreport, monkeypatch, shared_cache):
    """Forcing an engine that is not here is no quiet change to the other one."""
    write_challenge(clone / "data" / "table")
    vpreport("build", "--cache", shared_cache)
    monkeypatch.setenv("PATH", str(clone))
    monkeypatch.delenv("QUARTO", raising=False)
    code, _, err = vpreport("render", "--engine", "quarto")
    assert code in (2, 3)
    assert "uarto" in err


def test_render_makes_the_site(clone, vpreport, shared_cache):
    """Exit code 0, the site's first page and both PDFs; a site that cannot be written is 3."""
    write_challenge(clone / "data" / "table")
    vpreport("build", "--cache", shared_cache)
    (clone / "file").write_text("mine", encoding="utf-8")
    assert 3 == vpreport("render", "--engine", "pandoc", "--site", clone / "file" / "below")[0]
    code, _, err = vpreport("render", "--engine", "pandoc")
    assert 0 == code, err
    for name in ("index.html", "report/index.html", "report/summary.pdf", "report/appendix.pdf"):
        assert (clone / "_site" / name).is_file()


def test_simulate_that_cannot_write_is_told(clone, vpreport):
    """Exit code 3."""
    (clone / "file").write_text("mine", encoding="utf-8")
    assert 3 == vpreport("simulate", "--out", clone / "file" / "below")[0]


@pytest.mark.parametrize("verb", [[], ["build"], ["check"], ["render"], ["simulate"]], ids=" ".join)
def test_help_is_there_everywhere(vpreport, tmp_path, monkeypatch, verb):
    """Also outside a clone, with exit code 0."""
    monkeypatch.chdir(tmp_path)
    code, out, _ = vpreport(*verb, "--help")
    assert (0, True) == (code, "Usage: vpreport" in out)


def test_an_interrupt_is_no_traceback(clone, vpreport, monkeypatch):
    """Ctrl-C ends the command with one word and the code that shells expect."""
    write_challenge(clone / "data" / "table")

    def interrupt(*_given: object, **_more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pipeline, "build", interrupt)
    assert (130, "", "stopped\n") == vpreport("build")


def test_as_a_program_it_speaks_to_any_terminal(tmp_path):
    """`python -m analysis` gives the exit code to the shell; a terminal without Khmer signs is no reason to stop."""
    study = write_study(tmp_path / "ខ្មែរ", {"embeddings/mcadams.npz": b""})
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "analysis", "check", str(study)], cwd=tmp_path, env=environment, capture_output=True
    )
    assert (1, b"") == (done.returncode, done.stderr)
    assert b"embeddings/mcadams.npz" in done.stdout


@pytest.mark.usefixtures("no_pages")
def test_check_and_build_refuse_a_claim_that_no_rule_can_work_with(clone, vpreport):
    """Both name the claim and what is allowed; the faults of the file and of the rules are told together."""
    text = '[[claims]]\nid = "c"\nsection = "1"\nsays = "s"\nprinted = "1"\nrule = "{}"\n{}'
    study = write_challenge(clone / "x", {"claims.toml": text.format("cuont", "comparision = 3\n")})
    code, out, _ = vpreport("check", study)
    assert (1, True) == (code, "claim 'c': no rule 'cuont'" in out and "did you mean count?" in out)
    built, _, err = vpreport("build", "--study", study)
    assert (1, True) == (built, "claim 'c': no rule 'cuont'" in err)
    sound = write_challenge(clone / "x", {"claims.toml": text.format("count", 'among = { role = "submitted" }\n')})
    assert (0, 0) == (vpreport("check", sound)[0], vpreport("build", "--study", sound)[0])


@pytest.mark.parametrize(
    "words",
    [
        ("init", ""), ("init", " "), ("check", ""), ("build", "--study", ""), ("build", "--out", ""),
        ("build", "--cache", ""), ("import", "", "--out", "x"), ("import", "x", "--out", ""), ("render", "--site", ""),
        ("audit", ""), ("simulate", "--out", ""), ("listen", "make", "--listener", "L01", "--seed", "1", "--out", ""),
    ],
)  # fmt: skip
def test_an_empty_path_is_no_path(clone, vpreport, words):
    """An unset variable of the shell is a wrong call; it never means the working folder, and nothing is written."""
    before = sorted(clone.rglob("*"))
    code, _, err = vpreport(*words)
    assert (2, True) == (code, "an empty word is no path" in err)
    assert before == sorted(clone.rglob("*"))


def test_memory_that_has_run_out_is_told_in_words(clone, vpreport, monkeypatch):
    """Here or in another process; the results that were there before it did are kept."""

    def hungry(*_anything):
        raise MemoryError("Unable to allocate 9. TiB")

    write_study(clone / "data" / "tiny")
    monkeypatch.setattr(pipeline, "build", hungry)
    code, _, errors = vpreport("build")
    assert 3 == code
    assert "vpreport: memory has run out\n" in errors


def test_a_folder_with_a_blank_is_suggested_in_quotes(clone, capsys):
    """What `init` says next can be copied into a shell as it stands."""
    assert 0 == cli.run(["init", "data/my study"])
    assert "`vpreport check 'data/my study'`" in capsys.readouterr().out
