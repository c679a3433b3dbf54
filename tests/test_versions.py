"""Versions on the page: those of the lock file where the machine keeps to it, else what is installed."""

import json
from importlib import metadata
from pathlib import Path

import pytest

import analysis
from analysis import versions as versions_module
from analysis.versions import LIBRARIES, code_digest, digests_kept, pinned, version_lines, versions

ROOT = Path(__file__).parents[1]


def test_a_lock_file_may_pin_by_python(tmp_path):
    """Markers are left out, and the versions of one library stand together."""
    lock = tmp_path / "requirements.lock"
    lock.write_text("a==1 ; python_full_version < '3.12'\nA==2 ; python_full_version >= '3.12'\nb-c==0.3\n# d==4\n")
    assert {"a": ("1", "2"), "b-c": ("0.3",)} == pinned(lock)
    assert {} == pinned(tmp_path / "absent")


def test_a_pinned_library_is_written_as_the_lock_has_it(tmp_path):
    """Every machine that keeps to the lock writes the same line, whatever its Python."""
    installed = metadata.version("numpy")
    (tmp_path / "requirements.lock").write_text(f"numpy=={installed} ; x\nnumpy==99.0 ; y\n")
    assert f"numpy {installed} or 99.0" in version_lines(tmp_path)


def test_what_is_not_pinned_says_so(tmp_path):
    """A version that the lock file does not name is not passed off as one that it does."""
    (tmp_path / "requirements.lock").write_text("numpy==0.0.1\n")
    assert f"numpy {metadata.version('numpy')} (not pinned by requirements.lock)" in version_lines(tmp_path)
    assert f"voice-privacy-report {analysis.__version__}" == version_lines(tmp_path)[0]


def test_the_projects_own_lock_names_every_library():
    """No library that makes numbers is left unpinned."""
    assert set() == set(LIBRARIES) - set(pinned(ROOT / "requirements.lock"))


def test_versions_have_names(tmp_path):
    """The same as the lines, by name."""
    assert tuple(f"{name} {version}" for name, version in versions(tmp_path).items()) == version_lines(tmp_path)


def test_a_package_is_all_of_its_modules():
    """Its digest is that of no single module, and the same at each call."""
    assert 64 == len(code_digest("analysis.measures"))
    assert (
        code_digest("analysis.measures") != code_digest("analysis.measures.eer") == code_digest("analysis.measures.eer")
    )


@pytest.fixture
def another_process(monkeypatch):
    """Forget what was digested, as a new process has, and count the sources that are read for what they mean."""
    read = []
    take_out = versions_module.statements
    monkeypatch.setattr(versions_module, "statements", lambda source: read.append(1) or take_out(source))

    def begin():
        versions_module.code_digest.cache_clear()
        versions_module._known.clear()
        versions_module._used.clear()
        read.clear()
        return read

    yield begin
    begin()


MODULE = "analysis.measures.eer"


def test_a_source_is_read_for_what_it_means_once(tmp_path, another_process):
    """The next process finds the digest in the cache folder; without a folder it reads again."""
    for folder, times in ((tmp_path, 1), (tmp_path, 0), (None, 1)):
        read = another_process()
        with digests_kept(folder):
            found = code_digest(MODULE)
        assert times == len(read)
    assert found == code_digest(MODULE)


def test_other_words_make_another_digest_of_the_source(tmp_path, another_process, monkeypatch):
    """A comment is read again, and means the same; another way of reading reads all again."""
    for name, times in (("READER", 1), ("sys.version_info", 1)):
        another_process()
        with digests_kept(tmp_path):
            code_digest(MODULE)
        read = another_process()
        monkeypatch.setattr(f"analysis.versions.{name}", (9, 9))
        with digests_kept(tmp_path):
            code_digest(MODULE)
        assert times == len(read)


@pytest.mark.parametrize("content", ["", "[]", "{", "3", '{"a": "b"}', '{"x": 3}', "[" * 100_000, '"\\ud800"'])
def test_a_damaged_file_of_digests_is_not_believed(tmp_path, another_process, content):
    """It is written anew, with those that were asked for and no others."""
    another_process()
    expected = code_digest(MODULE)
    (tmp_path / "code.json").write_text(content)
    read = another_process()
    with digests_kept(tmp_path):
        assert expected == code_digest(MODULE)
    assert [1] == read
    assert [expected] == list(json.loads((tmp_path / "code.json").read_text()).values())


def test_a_folder_that_takes_nothing_stops_no_build(tmp_path, another_process):
    """Here a file stands in its place."""
    (tmp_path / "cache").write_text("")
    with digests_kept(tmp_path / "cache"):
        assert 64 == len(code_digest(MODULE))
