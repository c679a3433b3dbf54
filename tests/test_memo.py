"""Whole builds remembered: what makes one again, what a damaged or hostile file does, and what is kept."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zlib
from importlib.metadata import version
from pathlib import Path

import matplotlib
import pytest

from analysis import memo, pipeline
from analysis.built import Build
from analysis.memo import Asked, contents, remembered
from analysis.overrides import Overrides
from tests.studies import write_challenge, write_study

ROOT = Path(__file__).parents[1]
BIRTH = (1_700_000_000_000_000_000, 1_700_000_000_000_000_000)


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A clone with two studies, small templates and a small package; every file is as old as any other."""
    place = tmp_path / "clone"
    write_challenge(place / "data" / "table")
    write_study(place / "data" / "tiny")
    for name in ("templates/a.qmd.j2", "templates/assets/page.typ", "code/a.py", "code/coverage/table.csv", "lock"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(f"text of {name}", encoding="utf-8")
    shutil.copy(place / "lock", place / "requirements.lock")
    monkeypatch.setattr(memo.analysis, "__file__", str(place / "code" / "__init__.py"))
    for path in place.rglob("*"):
        os.utime(path, ns=BIRTH)
    return place


def asked(clone: Path, **more: object) -> Asked:
    return Asked(clone, [clone / "data" / "tiny", clone / "data" / "table"], **more)


def replaced(path: Path, old: bytes, new: bytes) -> None:
    """Change a file to one of the same length and the same times."""
    content = path.read_bytes()
    assert len(old) == len(new) and old in content
    path.write_bytes(content.replace(old, new, 1))
    os.utime(path, ns=BIRTH)


def linked(clone: Path) -> None:
    """Put a link in the place of a file; what it leads to is the same."""
    table = clone / "data" / "table" / "results.csv"
    table.rename(clone / "elsewhere.csv")
    table.symlink_to(clone / "elsewhere.csv")


CHANGES = {
    "a byte of a table": lambda clone: replaced(clone / "data" / "table" / "results.csv", b"5", b"6"),
    "a byte of embeddings": lambda clone: replaced(
        next((clone / "data" / "tiny" / "embeddings").glob("*.npz")), b"PK", b"pk"
    ),
    "a setting of a study": lambda clone: replaced(clone / "data" / "tiny" / "study.toml", b"=", b"#"),
    "a new file": lambda clone: (clone / "data" / "tiny" / "embeddings" / "new.npz").touch(),
    "a new file that nobody reads": lambda clone: (clone / "data" / "tiny" / ".notes").touch(),
    "a new empty folder": lambda clone: (clone / "data" / "tiny" / "scores").mkdir(),
    "a file that is gone": lambda clone: (clone / "data" / "table" / "systems.csv").unlink(),
    "a file with another name": lambda clone: (clone / "data" / "table" / "systems.csv").rename(
        clone / "data" / "table" / "Systems.csv"
    ),
    "a pipe": lambda clone: os.mkfifo(clone / "data" / "table" / "teams.csv"),
    "a link in the place of a file": linked,
    "a link to nothing": lambda clone: (clone / "data" / "table" / "teams.csv").symlink_to("nowhere"),
    "a template": lambda clone: replaced(clone / "templates" / "a.qmd.j2", b"text", b"TEXT"),
    "a template's asset": lambda clone: replaced(clone / "templates" / "assets" / "page.typ", b"text", b"TEXT"),
    "the package's code": lambda clone: replaced(clone / "code" / "a.py", b"text", b"TEXT"),
    "the package's data": lambda clone: replaced(clone / "code" / "coverage" / "table.csv", b"text", b"TEXT"),
    "a new module": lambda clone: (clone / "code" / "b.py").touch(),
    "the lock file": lambda clone: replaced(clone / "requirements.lock", b"text", b"TEXT"),
    "no lock file": lambda clone: (clone / "requirements.lock").unlink(),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_a_build_can_see_makes_another(clone, change):
    """Whatever the times of the files say; put back, it is the first again."""
    before = asked(clone).key()
    shutil.copytree(clone, clone.parent / "kept", symlinks=True)
    change(clone)
    assert None is not before != asked(clone).key() is not None
    shutil.rmtree(clone)
    (clone.parent / "kept").rename(clone)
    assert before == asked(clone).key()


def test_what_is_asked_makes_another(clone):
    """Settings of the command line, the choice of studies, a study's place in the clone, and whether to go on."""
    whole = asked(clone)
    one = Asked(clone, [clone / "data" / "tiny"])
    shutil.copytree(clone / "data" / "tiny", clone.parent / "outside" / "tiny")
    elsewhere = Asked(clone, [clone.parent / "outside" / "tiny"])
    others = [asked(clone, partial=True), *(asked(clone, overrides=Overrides(**given)) for given in (
        {"draws": 50}, {"seed": 50}, {"draws": 50, "seed": 50}
    ))]  # fmt: skip
    assert 7 == len({made.key() for made in (whole, one, elsewhere, *others)})
    assert whole.key() == Asked(clone, list(reversed(whole.folders))).key()


@pytest.mark.parametrize(
    ("name", "other"),
    [("pandoc_version", lambda: "1.0"), ("khmer_font", lambda: None), ("installed", lambda: ["numpy-1.0.dist-info"]),
     ("SCHEME", 0), ("sys.version", "2.7"), ("platform.machine", lambda: "vax")],
)  # fmt: skip
def test_other_software_makes_another(clone, monkeypatch, name, other):
    """Pandoc, the Khmer face, any package, Python, the processor, and how a build is remembered."""
    before = asked(clone).key()
    monkeypatch.setattr(f"analysis.memo.{name}", other)
    assert before != asked(clone).key()


def test_byte_code_and_times_make_no_other(clone):
    """Python leaves compiled code beside its sources; a checkout gives every file a new time."""
    before = asked(clone).key()
    for folder in ("code", "templates"):
        (clone / folder / "__pycache__").mkdir()
        (clone / folder / "__pycache__" / "a.pyc").touch()
    for path in (clone / "data").rglob("*"):
        path.touch()
    assert before == asked(clone).key()


def test_packages_are_those_that_are_installed():
    """By name and version."""
    assert f"numpy-{version('numpy')}.dist-info" in memo.installed()


def test_a_folder_that_lies_in_itself_ends(clone):
    """A link to a folder above is named, not entered; one to a folder elsewhere is entered."""
    (clone / "data" / "table" / "again").symlink_to(clone / "data", target_is_directory=True)
    found = dict(contents(clone / "data" / "table"))
    assert "link to folder" == found["again"]
    assert "a folder above" == found["again/table/"]
    assert (
        found["again/tiny/study.toml"]
        == hashlib.sha256((clone / "data" / "tiny" / "study.toml").read_bytes()).hexdigest()
    )


def test_links_that_fan_out_end(tmp_path):
    """Twenty folders, each with two links to the next one, are a million folders; they are not walked to the end."""
    for place in range(20):
        for name in "ab":
            (tmp_path / f"f{place}").mkdir(exist_ok=True)
            (tmp_path / f"f{place}" / name).symlink_to(tmp_path / f"f{place + 1}", target_is_directory=True)
    allowance = memo.Allowance()
    allowance.files = 1000
    with pytest.raises(memo.TooLarge):
        list(contents(tmp_path / "f0", allowance))


@pytest.mark.parametrize(("name", "limit"), [("MOST_FILES", 7), ("MOST_INPUT", 200)])
def test_too_much_is_not_read(clone, monkeypatch, name, limit):
    """Many files, or large ones, are looked at by the build alone, which reads less of them."""
    monkeypatch.setattr(memo, name, limit)
    monkeypatch.setattr(memo, "digest", lambda path: pytest.fail("read") if clone / "data" in path.parents else "")
    assert asked(clone).key() is None
    calls = []
    for _ in range(2):
        remembered(clone / "cache", asked(clone), lambda: calls.append(1) or made())
    assert 2 == len(calls)


def made(**more: object) -> Build:
    files = {"index.qmd": "text \u1780\n", "table/figures/a_1.svg": "<svg/>\n", "tiny/90-ledger.qmd": ""}
    return Build(**{
        "files": files, "computed": [("tiny/eer", "first run")], "reused": 2, "warnings": ["tiny: one\n  two"],
        "left_out": ["tiny: three"], "partial": ["tiny"], **more,
    })  # fmt: skip


def never() -> Build:
    raise AssertionError("computed")


def kept(clone: Path) -> Path:
    (path,) = (clone / "cache" / "builds").iterdir()
    return path


def test_a_build_of_the_same_is_remembered(clone):
    """All that is written and told of it; nothing counts as computed, and the log says so."""
    first = remembered(clone / "cache", asked(clone), made)
    assert not first.remembered
    again = remembered(clone / "cache", asked(clone), never)
    assert made(computed=[], reused=3, remembered=True) == again
    assert "earlier build" in (clone / "cache" / "log.txt").read_text()


def test_a_file_that_changes_while_a_build_runs_is_not_taken_for_computed(clone):
    """The build is told, and not remembered."""

    def meanwhile() -> Build:
        CHANGES["a byte of a table"](clone)
        return made()

    remembered(clone / "cache", asked(clone), meanwhile)
    calls = []
    remembered(clone / "cache", asked(clone), lambda: calls.append(1) or made())
    assert [1] == calls


def test_a_build_that_fails_is_not_remembered(clone):
    """The next one fails again."""
    for _ in range(2):
        with pytest.raises(AssertionError, match="computed"):
            remembered(clone / "cache", asked(clone), never)


def packed(told: object) -> bytes:
    content = zlib.compress(json.dumps(told).encode())
    return hashlib.sha256(content).digest() + content


def told(**changes: object) -> dict[str, object]:
    return {
        "files": {"index.qmd": "mine"}, "results": 1, "warnings": [], "left_out": [], "partial": [], **changes
    }  # fmt: skip


def outside(name: str) -> bytes:
    return packed(told(files={name: "mine"}))


HOSTILE = {
    "empty": b"",
    "zeros": bytes(200),
    "no report": packed([1]),
    "no files": packed(told(files={})),
    "files that are none": packed(told(files={"index.qmd": 3})),
    "no text": packed(told(files={"index.qmd": "\ud800"})),
    "a new field": packed(told(more=1)),
    "a negative count": packed(told(results=-1)),
    "a true count": packed(told(results=True)),
    "no lines": packed(told(warnings="a")),
    "a line that steers the console": packed(told(warnings=["\x1b[2J"])),
    "a line that is none": packed(told(partial=[3])),
    "nested": hashlib.sha256(deep := zlib.compress(b"[" * 100_000)).digest() + deep,
    "a rest": hashlib.sha256(rest := zlib.compress(b"{}")[:-2]).digest() + rest,
    **{f"file {name}": outside(name) for name in (
        "/etc/passwd", "../a.qmd", "table/../../a", "table/figures/../../../a", ".bashrc", "table/.htaccess",
        "other/a.qmd", "table/a.js/b", "table/figures/deep/a.svg", "table//a", "", ".", "..", "a\\b", "C:a", "a\0b",
    )},
}  # fmt: skip


@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_what_no_build_leaves_is_not_taken(clone, content):
    """Damaged, cut off, or made up: the build is computed, and remembered in its place."""
    remembered(clone / "cache", asked(clone), made)
    whole = kept(clone).read_bytes()
    kept(clone).write_bytes(content)
    assert not remembered(clone / "cache", asked(clone), made).remembered
    assert whole == kept(clone).read_bytes()


def test_one_flipped_bit_is_damage(clone):
    """Wherever it is."""
    remembered(clone / "cache", asked(clone), made)
    whole = kept(clone).read_bytes()
    for place in (0, 40, len(whole) - 1):
        kept(clone).write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert not remembered(clone / "cache", asked(clone), made).remembered


def test_a_file_that_unfolds_endlessly_is_not_unfolded(clone, monkeypatch):
    """No more than the largest report is taken from it."""
    remembered(clone / "cache", asked(clone), made)
    kept(clone).write_bytes(packed(told(files={"index.qmd": "a" * 100_000})))
    assert remembered(clone / "cache", asked(clone), never).remembered
    monkeypatch.setattr(memo, "MOST_REPORT", 50_000)
    assert not remembered(clone / "cache", asked(clone), made).remembered


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_file_is_not_opened(clone, kind):
    """A folder or a pipe of that name: the build goes on."""
    place = clone / "cache" / "builds" / f"{asked(clone).key()}.build"
    place.parent.mkdir(parents=True)
    place.mkdir() if kind == "folder" else os.mkfifo(place)
    assert not remembered(clone / "cache", asked(clone), made).remembered


def test_a_cache_that_takes_nothing_remembers_nothing(clone):
    """Here a file stands where its folder would be."""
    (clone / "cache").write_text("")
    for _ in range(2):
        assert not remembered(clone / "cache", asked(clone), made).remembered


def test_files_of_others_are_not_taken_away(clone, monkeypatch):
    """A folder that somebody names as the cache may hold a folder `builds` of their own."""
    monkeypatch.setattr(memo, "KEPT", 1)
    theirs = [clone / "builds" / name for name in ("release-1.tar", "a.build", f"{64 * 'g'}.build", ".x.part")]
    theirs[0].parent.mkdir()
    for path in theirs:
        path.write_text("mine")
        os.utime(path, ns=BIRTH)
    remembered(clone, asked(clone), made)
    remembered(clone, asked(clone, partial=True), made)
    assert 1 + len(theirs) == len(list((clone / "builds").iterdir()))
    assert all(path.read_text() == "mine" for path in theirs)


def test_only_the_newest_builds_are_kept(clone, monkeypatch):
    """One that is asked for again counts as new; what killed builds left goes as well."""
    monkeypatch.setattr(memo, "KEPT", 3)
    cache = clone / "cache"

    def ask(draws: int, compute=made) -> Build:
        found = remembered(cache, asked(clone, overrides=Overrides(draws=draws)), compute)
        for place, path in enumerate(sorted((cache / "builds").iterdir(), key=lambda path: path.stat().st_mtime_ns)):
            os.utime(path, (place, place))
        return found

    (cache / "builds").mkdir(parents=True)
    (cache / "builds" / f".{64 * 'a'}.build.abc.part").touch()
    for draws in (50, 51, 52):
        ask(draws)
    assert ask(50, never).remembered
    ask(53)
    assert 3 == len(list((cache / "builds").iterdir()))
    assert [True, True, True] == [ask(draws, never).remembered for draws in (50, 52, 53)]
    assert not ask(51).remembered


def test_a_remembered_build_needs_no_numbers():
    """Neither numpy nor polars, nor Jinja, is loaded to find that nothing has changed."""
    code = "import sys, analysis.cli, analysis.memo; print(*sorted(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert not {"numpy", "polars", "scipy", "matplotlib", "jinja2", "typst", "rich"} & set(run.stdout.split())


def test_a_build_opens_nothing_that_is_not_looked_at(tmp_path):
    """Beside what is installed, the cache and scratch: only what takes part in knowing a build again.

    The list of the machine's fonts is none of it: figures name their faces as no machine does.
    """
    opened: set[str] = set()
    looking = True
    sys.addaudithook(lambda event, given: opened.add(str(given[0])) if looking and event == "open" else None)
    study = write_challenge(tmp_path / "table")
    pipeline.build(ROOT, [study], tmp_path / "out", tmp_path / "cache")
    looking = False
    seen = [study, ROOT / "analysis", ROOT / "templates", ROOT / "requirements.lock"]
    aside = [tmp_path / "cache", Path(sys.prefix), Path(sys.base_prefix), Path(tempfile.gettempdir()) / "vpreport-"]
    aside += [Path(matplotlib.get_cachedir()), ROOT / ".cache"]  # compiled templates, known by their text
    paths = {os.path.realpath(path) for path in opened if path.startswith("/")}
    told = tuple(os.path.realpath(path) for path in [*seen, *aside])
    assert any(path.startswith(str(study)) for path in paths)
    assert [] == [path for path in paths if not path.startswith((*told, "/proc", "/sys", "/dev", "/etc", "/usr"))]
