"""Versions on the page: those of the lock file where the machine keeps to it, else what is installed."""

from importlib import metadata
from pathlib import Path

import analysis
from analysis.versions import LIBRARIES, code_digest, pinned, statements, version_lines, versions

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


EXPLAINED = '''"""A module that
adds."""

# Why one more is added.
ONE = 1


class Adder:
    """Adds."""

    def add(self, a: int) -> int:
        """Return one more.

        >>> Adder().add(1)
        2
        """
        text = """kept, # also this

        """
        return (
            a  # the number
            # on a line of its own
            + ONE + len(text) * 0
        )
'''
PLAIN = '''ONE = 1
class Adder:
    def add(self, a: int) -> int:
        text = """kept, # also this

        """
        return (
            a
            + ONE + len(text) * 0
        )
'''


def test_what_explains_code_is_no_code():
    """Comments, docstrings and empty lines are left out; a text that is used stays as it is, `#` and all."""
    assert PLAIN == statements(EXPLAINED) == statements(PLAIN)
    assert PLAIN != statements(EXPLAINED.replace("+ ONE", "- ONE"))


def test_a_package_is_all_of_its_modules():
    """Its digest is that of no single module, and the same at each call."""
    assert 64 == len(code_digest("analysis.measures"))
    assert (
        code_digest("analysis.measures") != code_digest("analysis.measures.eer") == code_digest("analysis.measures.eer")
    )
