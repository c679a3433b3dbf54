"""Compiled templates: kept beside their sources, never served for another source, no harm where they are damaged."""

import os
import sys
from pathlib import Path

import pytest

from analysis.pages import compiled, templates


class Compiling:
    """Counts the templates that Jinja compiles."""

    def __init__(self, monkeypatch):
        self.names = []
        compile_template = templates._Environment.compile

        def counted(made, source, name=None, *rest, **more):
            self.names.append(name)
            return compile_template(made, source, name, *rest, **more)

        monkeypatch.setattr(templates._Environment, "compile", counted)

    def render(self, folder: Path, name: str = "a.qmd.j2") -> str:
        """Render as a new process would."""
        templates._environment.cache_clear()
        return templates.environment(folder).get_template(name).render(x="b")


@pytest.fixture
def compiling(monkeypatch):
    yield Compiling(monkeypatch)
    templates._environment.cache_clear()


@pytest.fixture
def folder(tmp_path):
    templates = tmp_path / "templates"
    (templates / "b").mkdir(parents=True)
    for name in ("a.qmd.j2", "b/a.qmd.j2"):
        (templates / name).write_text("a << x >>")
    return templates


def kept(folder: Path) -> list[Path]:
    return sorted(path for path in (folder.parent / ".cache").rglob("*") if path.is_file())


def test_a_template_is_compiled_once(folder, compiling):
    """The next process takes the code from the clone's own cache folder; one a template, by its path."""
    for name in ("a.qmd.j2", "b/a.qmd.j2"):
        assert "a [b]{.data}" == compiling.render(folder, name) == compiling.render(folder, name)
    assert ["a.qmd.j2", "b/a.qmd.j2"] == compiling.names
    place, tag = folder.parent / ".cache" / "templates", sys.implementation.cache_tag
    assert [place / f"a.qmd.j2.{tag}", place / "b" / f"a.qmd.j2.{tag}"] == kept(folder)


def test_a_changed_template_is_compiled_again(folder, compiling):
    """Its text counts, not its time: the second text is as long and as old as the first."""
    compiling.render(folder)
    before = (folder / "a.qmd.j2").stat()
    (folder / "a.qmd.j2").write_text("c << x >>")
    os.utime(folder / "a.qmd.j2", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert "c [b]{.data}" == compiling.render(folder)
    assert 2 == len(compiling.names)
    assert 1 == len(kept(folder))


@pytest.mark.parametrize(
    ("name", "other"),
    [("code_digest", lambda _name: "other"), ("jinja_version", "0.0"), ("sys.version", "2.7")],
    ids=("environment", "jinja", "python"),
)
def test_another_compiler_compiles_again(folder, compiling, monkeypatch, name, other):
    """The environment of this project, Jinja and Python make the code."""
    compiling.render(folder)
    monkeypatch.setattr(f"{compiled.__name__}.{name}", other)
    compiling.render(folder)
    assert 2 == len(compiling.names)


@pytest.mark.parametrize("damage", [b"", b"x", bytes(64), bytes(1000)])
def test_damaged_code_is_compiled_again(folder, compiling, damage):
    """Cut off, emptied or overwritten: nothing of it is loaded, and it is replaced."""
    compiling.render(folder)
    whole = kept(folder)[0].read_bytes()
    for content in (damage, whole[:-1], whole[:64] + damage):
        kept(folder)[0].write_bytes(content)
        assert "a [b]{.data}" == compiling.render(folder)
        assert whole == kept(folder)[0].read_bytes()
    assert 4 == len(compiling.names)


def test_a_clone_that_may_not_be_written_to_builds_all_the_same(folder, compiling):
    """A file stands where the folder would be."""
    (folder.parent / ".cache").write_text("")
    assert "a [b]{.data}" == compiling.render(folder)


def test_another_process_finds_what_was_compiled_ahead(folder, compiling):
    """Those of the study's kind and those that all share; the summary first, and what is included before chapters."""
    for name in ("b/c.md.j2", "b/summary.qmd.j2", "other/a.qmd.j2"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("<< x >> d")
    templates.compile_ahead(folder, ["b"])
    assert ["a.qmd.j2", "b/summary.qmd.j2", "b/c.md.j2", "b/a.qmd.j2"] == compiling.names
    assert ["[b]{.data} d", "a [b]{.data}"] == [compiling.render(folder, f"b/{name}.j2") for name in ("c.md", "a.qmd")]
    assert 4 == len(compiling.names)
    compiling.render(folder, "other/a.qmd.j2")
    assert 5 == len(compiling.names)


def test_who_compiles_beside_another_process_leaves_the_same(folder, compiling):
    """Both may write one file: each writes it as a whole, and it is one content."""
    templates.compile_ahead(folder, ["b"])
    first = [path.read_bytes() for path in kept(folder)]
    for path in kept(folder):
        path.unlink()
    templates._environment.cache_clear()
    templates.compile_ahead(folder, ["b"])
    assert first == [path.read_bytes() for path in kept(folder)]
