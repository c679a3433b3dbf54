"""The results cache: an entry means what it was computed from, and is never half there."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy
import pytest

from analysis import cache as module
from analysis.cache import Cache, Recipe
from analysis.cache_folder import nothing_kept
from analysis.errors import EngineError

ROOT = Path(__file__).parents[1]
RECIPE = Recipe(
    stage="tiny/eer/mcadams/lazy",
    inputs={"embeddings/mcadams.npz": "ab" * 32, "meta/trials_test.csv": "cd" * 32},
    parameters={"draws": 50, "seed": 0},
    modules=("analysis.measures.eer",),
    libraries=("numpy",),
)
RESULT = {"points": numpy.array([1.5, numpy.nan]), "names": numpy.array(["ខ", "b"]), "flag": numpy.asarray(True)}


def never() -> dict[str, numpy.ndarray]:
    raise AssertionError("computed although it is in the cache")


def entries(folder: Path) -> list[Path]:
    return sorted((folder / "results").rglob("*.npz"))


def same(a: dict, b: dict) -> bool:
    return a.keys() == b.keys() and all(
        a[name].dtype == b[name].dtype and numpy.array_equal(a[name], b[name], equal_nan=a[name].dtype.kind == "f")
        for name in a
    )


def test_a_result_is_computed_once(tmp_path):
    """The second run gets the same arrays without computing, and counts what it reused."""
    first = Cache(tmp_path)
    assert same(RESULT, first.fetch(RECIPE, lambda: RESULT))
    assert ([(RECIPE.stage, "first run")], 0) == (first.computed, first.reused)
    second = Cache(tmp_path)
    assert same(RESULT, second.fetch(RECIPE, never))
    assert ([], 1) == (second.computed, second.reused)


@pytest.mark.parametrize(
    ("reason", "change"),
    [
        ("the file embeddings/mcadams.npz changed", {"inputs": {**RECIPE.inputs, "embeddings/mcadams.npz": "ef" * 32}}),
        ("the file meta/extra.csv is new", {"inputs": {**RECIPE.inputs, "meta/extra.csv": "ef" * 32}}),
        ("the file meta/trials_test.csv is gone", {"inputs": {"embeddings/mcadams.npz": "ab" * 32}}),
        ("setting draws changed from 50 to 51", {"parameters": {"draws": 51, "seed": 0}}),
        (
            'setting draws changed from 50 to "50"; setting seed changed from 0 to 1',
            {"parameters": {"draws": "50", "seed": 1}},
        ),
        ("setting draws changed", {"parameters": {"draws": ["a long list"] * 9, "seed": 0}}),
        (
            "the code changed (analysis.measures.fronts)",
            {"modules": ("analysis.measures.eer", "analysis.measures.fronts")},
        ),
        ("library scipy is new", {"libraries": ("numpy", "scipy")}),
    ],
)
def test_the_reason_names_what_changed(tmp_path, reason, change):
    """Input, setting, code or library: the one that differs is named, and the result is computed again."""
    Cache(tmp_path).fetch(RECIPE, lambda: RESULT)
    again = Cache(tmp_path)
    again.fetch(replace(RECIPE, **change), lambda: RESULT)
    assert [(RECIPE.stage, reason)] == again.computed


def test_a_result_that_two_stages_share_counts_once(tmp_path):
    """In a first build nothing comes from the cache, though a second stage finds what the first one left there."""
    for reused, computed in ((0, 1), (1, 0)):
        cache = Cache(tmp_path)
        cache.fetch(RECIPE, lambda: RESULT)
        cache.fetch(replace(RECIPE, stage="the same by another name"), never)
        assert (reused, computed) == (cache.reused, len(cache.computed))


def test_much_code_is_told_in_short():
    """Three modules are named, and how many more there are."""
    before = {f"code m{place}": "1" for place in range(5)}
    assert "the code changed (m0, m1, m2 and 2 more)" == module.differences(before, dict.fromkeys(before, "2"))
    assert "the code no longer uses the setting a" == module.differences({"setting a": "1"}, {})


def test_changed_code_is_the_reason(tmp_path, monkeypatch):
    """The digest of a module's source takes part."""
    Cache(tmp_path).fetch(RECIPE, lambda: RESULT)
    monkeypatch.setattr(module, "code_digest", lambda _name: "other")
    again = Cache(tmp_path)
    again.fetch(replace(RECIPE), lambda: RESULT)
    assert [(RECIPE.stage, "the code changed (analysis.measures.eer)")] == again.computed


def test_a_removed_entry_is_the_reason(tmp_path):
    """Nothing changed, but the entry is gone."""
    Cache(tmp_path).fetch(RECIPE, lambda: RESULT)
    entries(tmp_path)[0].unlink()
    again = Cache(tmp_path)
    again.fetch(RECIPE, lambda: RESULT)
    assert [(RECIPE.stage, "its entry was removed")] == again.computed


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:31],
        lambda content: content[:-1],
        lambda content: content + b"\0",
        lambda content: content[:100] + bytes([content[100] ^ 1]) + content[101:],
        lambda content: b"\0" * len(content),
    ],
    ids=["empty", "head only", "cut", "longer", "one bit", "zeros"],
)
def test_a_damaged_entry_is_computed_again(tmp_path, damage):
    """It is never used and never stops a build; afterwards the entry is whole."""
    Cache(tmp_path).fetch(RECIPE, lambda: RESULT)
    path = entries(tmp_path)[0]
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    again = Cache(tmp_path)
    assert same(RESULT, again.fetch(RECIPE, lambda: RESULT))
    assert [(RECIPE.stage, "damaged entry")] == again.computed
    assert whole == path.read_bytes()


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"python": 1}'])
def test_a_damaged_note_of_the_last_run_stops_nothing(tmp_path, content):
    """The note only serves the reason; without it the result is still right."""
    Cache(tmp_path).fetch(RECIPE, lambda: RESULT)
    next((tmp_path / "latest").iterdir()).write_bytes(content)
    entries(tmp_path)[0].unlink()
    again = Cache(tmp_path)
    assert same(RESULT, again.fetch(RECIPE, lambda: RESULT))
    assert 1 == len(again.computed)


def test_a_failed_computation_leaves_no_entry(tmp_path):
    """The error goes up, and the next run computes."""

    def fail() -> dict[str, numpy.ndarray]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        Cache(tmp_path).fetch(RECIPE, fail)
    assert [] == entries(tmp_path)
    again = Cache(tmp_path)
    again.fetch(RECIPE, lambda: RESULT)
    assert [(RECIPE.stage, "first run")] == again.computed


@pytest.mark.parametrize("off", [False, True], ids=["cache", "no cache"])
@pytest.mark.parametrize("array", [numpy.array([None]), numpy.array([("a", [1])], dtype=[("x", "U1"), ("y", object)])])
def test_arrays_of_objects_are_refused(tmp_path, off, array):
    """Nothing is ever pickled; with the cache switched off the mistake is found as well."""
    with pytest.raises(TypeError, match="Python objects"):
        Cache(None if off else tmp_path).fetch(RECIPE, lambda: {"odd": array})
    assert [] == entries(tmp_path)


def test_without_a_cache_everything_is_computed():
    """Results are the same, and the reason says so."""
    off = Cache(None)
    assert same(RESULT, off.fetch(RECIPE, lambda: RESULT))
    assert same(RESULT, off.fetch(RECIPE, lambda: RESULT))
    assert ([(RECIPE.stage, "no cache")] * 2, 0) == (off.computed, off.reused)
    off.write_log()


def test_the_name_of_an_entry_does_not_depend_on_order_or_stage():
    """What takes part is a set of names, and two stages that mean the same share the entry."""
    turned = replace(
        RECIPE,
        inputs=dict(reversed(RECIPE.inputs.items())),
        parameters=dict(reversed(RECIPE.parameters.items())),
        stage="other/stage",
    )
    assert RECIPE.key() == turned.key()


KEY = """
import sys
sys.path.insert(0, sys.argv[1])
from analysis.cache import Recipe
print(Recipe("s", {"b": "2", "a": "1"}, {"y": [1], "x": {"q": 1, "p": 2}}, ("analysis.ledger", "analysis.measures"),
             ("numpy",)).key())
"""


def test_the_name_of_an_entry_depends_on_no_path_no_time_and_no_hash_order(tmp_path):
    """The same package in another folder, with other times, line ends, hash seed and threads: the same key."""
    copy = tmp_path / "another place" / "analysis"
    for source in (ROOT / "analysis").rglob("*.py"):
        target = copy / source.relative_to(ROOT / "analysis")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(source.read_bytes().replace(b"\n", b"\r\n"))
        os.utime(target, (1, 1))
    keys = set()
    for folder, seed in ((ROOT, "1"), (copy.parent, "2")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "OMP_NUM_THREADS": seed, "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            [sys.executable, "-c", KEY, str(folder)], env=environment, cwd=tmp_path, capture_output=True, text=True
        )
        assert "" == done.stderr
        keys.add(done.stdout)
    assert 1 == len(keys)


def test_the_bytes_of_an_entry_do_not_depend_on_the_time(tmp_path, monkeypatch):
    """Two caches of the same result hold the same bytes."""
    Cache(tmp_path / "a").fetch(RECIPE, lambda: RESULT)
    monkeypatch.setattr("time.time", lambda: 2_000_000_000.0)
    Cache(tmp_path / "b").fetch(RECIPE, lambda: RESULT)
    (one,), (two,) = entries(tmp_path / "a"), entries(tmp_path / "b")
    assert (one.name, one.read_bytes()) == (two.name, two.read_bytes())


KILLED = """
import os, sys
from pathlib import Path
import numpy
from analysis.cache import Cache, Recipe

def die(*_given):
    print("dying", flush=True)
    sys.stdin.read()

where = sys.argv[2]
if where == "computing":
    compute = die
else:
    compute = lambda: {"x": numpy.full(500_000, 7)}
if where == "renaming":
    os.replace = die
if where == "writing":
    os.chmod = die
Cache(Path(sys.argv[1])).fetch(Recipe("s/one", {"a": "1"}), compute)
"""


@pytest.mark.parametrize("where", ["computing", "writing", "renaming"])
def test_a_killed_build_leaves_no_half_entry(tmp_path, where):
    """Killed without a chance to clean up: no entry is there, and the next build computes and keeps the result."""
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path), where], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert b"dying\n" == process.stdout.readline()
    process.kill()
    process.communicate()
    assert [] == entries(tmp_path)
    again = Cache(tmp_path)
    recipe = Recipe("s/one", {"a": "1"})
    assert 7 == again.fetch(recipe, lambda: {"x": numpy.full(500_000, 7)})["x"][-1]
    assert [("s/one", "first run")] == again.computed
    assert 1 == len(entries(tmp_path))
    Cache(tmp_path).fetch(recipe, never)


RACE = """
import sys, time
import numpy
from pathlib import Path
from analysis.cache import Cache, Recipe
folder, start = Path(sys.argv[1]), float(sys.argv[2])
time.sleep(max(0.0, start - time.time()))
for number in range(60):
    found = Cache(folder).fetch(Recipe("s/one", {"a": str(number % 20)}),
                                lambda n=number % 20: {"x": numpy.full(50_000, n)})
    if not (found["x"] == number % 20).all():
        sys.exit("wrong result")
"""


def test_two_builds_at_once_share_a_cache(tmp_path):
    """Both get right results, nothing is damaged, and no temporary file stays."""
    import time

    start = str(time.time() + 1.5)
    both = [
        subprocess.Popen([sys.executable, "-c", RACE, str(tmp_path), start], cwd=ROOT, stderr=subprocess.PIPE)
        for _ in range(2)
    ]
    assert [(b"", 0), (b"", 0)] == [(process.communicate()[1], process.returncode) for process in both]
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert 20 + 1 == len(files)
    later = Cache(tmp_path)
    for number in range(20):
        later.fetch(Recipe("s/one", {"a": str(number)}), never)
    assert 20 == later.reused


def test_a_stage_may_have_any_name(tmp_path):
    """Blanks, slashes, other scripts and long names make neither a path nor an error."""
    for stage in ("my results/eer/../../x/lazy", "ខ" * 200, "a" * 3000):
        recipe = replace(RECIPE, stage=stage, inputs={"a": stage})
        Cache(tmp_path).fetch(recipe, lambda: RESULT)
        Cache(tmp_path).fetch(recipe, never)
    assert 3 == len(list((tmp_path / "latest").iterdir()))


def test_the_log_tells_the_reasons_in_the_cache_folder(tmp_path):
    """One line a computed stage, and how many results were reused."""
    Cache(tmp_path).fetch(replace(RECIPE, inputs={}), lambda: RESULT)
    run = Cache(tmp_path)
    run.fetch(replace(RECIPE, stage="tiny/other", inputs={}), never)
    run.fetch(replace(RECIPE, stage="tiny/eer/mcadams/semi"), lambda: RESULT)
    run.write_log()
    expected = "tiny/eer/mcadams/semi\tfirst run\nreused\t1\n"
    assert expected == (tmp_path / "log.txt").read_text(encoding="utf-8")


def test_a_cache_that_cannot_be_written_is_told(tmp_path):
    """A file in the place of the folder is a fault of the file system, in words."""
    (tmp_path / "cache").write_text("", encoding="utf-8")
    with pytest.raises(EngineError, match="could not be written"):
        Cache(tmp_path / "cache").fetch(RECIPE, lambda: RESULT)


def test_the_note_of_a_run_holds_no_path_of_the_machine(tmp_path):
    """Names and digests only."""
    Cache(tmp_path).fetch(RECIPE, lambda: RESULT)
    content = next((tmp_path / "latest").iterdir()).read_text(encoding="utf-8")
    assert str(ROOT) not in content and str(tmp_path) not in content
    assert {"input", "setting", "code", "library", "python", "scheme"} == {
        name.split()[0] for name in json.loads(content)
    }


def test_a_cache_is_new_until_a_result_is_kept(tmp_path):
    """What else lies in its folder does not count."""
    (tmp_path / "code.json").write_text("{}")
    assert nothing_kept(tmp_path)
    Cache(tmp_path).fetch(Recipe("s/a", {}), lambda: {"x": numpy.arange(2)})
    assert not nothing_kept(tmp_path)


def test_a_reason_names_the_setting_that_a_user_has_changed():
    """Whatever the ingredient is called that hangs on it."""
    for before, now in (({}, {"setting weights": '"joint"'}), ({"setting weights": '"joint"'}, {})):
        assert "another `interval` in study.toml asks for other draws" == module.differences(before, now)


def test_what_killed_builds_left_goes_after_a_day(tmp_path):
    """Beside entries and reasons; one that may still be written stays, and so do entries and files of others."""
    cache = Cache(tmp_path)
    cache.fetch(RECIPE, lambda: RESULT)
    key = RECIPE.key()
    entry, latest = tmp_path / "results" / key[:2], tmp_path / "latest"
    left = [entry / f".{key}.npz.ab_d3fgh.part", latest / ".tiny%2Feer.json.ab_d3fgh.part"]
    theirs = [entry / ".mine.part", entry / f".{'0' * 64}x.npz.abcdefgh.part", latest / ".mine.part"]
    for path in (*left, *theirs):
        path.touch()
    cache.sweep()
    assert all(path.exists() for path in left)
    for path in tmp_path.rglob("*"):
        os.utime(path, (10**9, 10**9))
    cache.sweep()
    assert [False, False] == [path.exists() for path in left]
    assert all(path.exists() for path in theirs)
    assert cache.holds(RECIPE)
    Cache(None).sweep()


def test_a_rest_of_a_write_is_known_by_its_name(tmp_path, monkeypatch):
    """What stands beside an entry when a build is killed as it writes is what is swept."""
    monkeypatch.setattr("analysis.files.os.replace", lambda _source, _target: os._exit(9))
    if (child := os.fork()) == 0:
        Cache(tmp_path).fetch(RECIPE, lambda: RESULT)
        os._exit(0)
    assert 9 == os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    (left,) = (tmp_path / "results").rglob("*.part")
    os.utime(left, (10**9, 10**9))
    Cache(tmp_path).sweep()
    assert not left.exists()
