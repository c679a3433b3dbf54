"""Outputs of earlier renders: kept under what they were made from, never served stale or damaged."""

import os
import shutil
from pathlib import Path

import pytest

from analysis.pages.engines import embedded, pandoc, workshop
from analysis.pages.engines.kept import Kept, key_of

from ..results import ROOT

PAGE = """---
title: "A page"
root: "{root}"
format:
  html: default
{more}---

Text with [12.3]{{.num .recomputed key="{key}"}} and a picture.

![A caption]({root}/study/figures/f.svg){{alt="a square"}}
"""
SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>\n'
COLUMNS = "key,value,unit,decimals,ci_low,ci_high,tag,inputs,source,method,n,missing\n"
ROW = "{},{},percent,1,,,{},real,f.csv,m,,\n"


def test_what_is_kept_is_not_made_again(tmp_path):
    """The second time the bytes come from the folder."""
    assert b"one" == Kept(tmp_path).fetch("a1", lambda: b"one")
    again = Kept(tmp_path)
    assert b"one" == again.fetch("a1", lambda: b"two")
    assert (0, 1) == (again.made, again.reused)


@pytest.mark.parametrize(
    "damage", [lambda data: data[:-1], lambda data: b"", lambda data: data[:40] + b"x" + data[41:]]
)
def test_a_damaged_entry_is_made_again(tmp_path, damage):
    """A cut or changed file is as good as none, and is mended."""
    Kept(tmp_path).fetch("a1", lambda: b"content")
    path = tmp_path / "a1" / "a1"
    path.write_bytes(damage(path.read_bytes()))
    assert b"content" == Kept(tmp_path).fetch("a1", lambda: b"content")
    assert b"content" == Kept(tmp_path).fetch("a1", lambda: b"never asked")


def test_the_folder_does_not_grow_without_bound(tmp_path):
    """What was not used for longest goes first, and nothing that this run used."""
    first, second, third = (name * 32 for name in ("aa", "bb", "cc"))
    for age, name in enumerate((first, second, third)):
        Kept(tmp_path).fetch(name, lambda: bytes(1000))
        os.utime(tmp_path / name[:2] / name, (10**9 - age, 10**9 - age))
    left = tmp_path / "aa" / f".{first}.x.part"
    left.touch()
    os.utime(left, (10**9, 10**9))
    kept = Kept(tmp_path)
    kept.fetch(third, lambda: b"")
    kept.sweep(room=2500)
    assert {first, third} == {path.name for path in tmp_path.glob("*/*")}
    kept.sweep(room=0)
    assert {third} == {path.name for path in tmp_path.glob("*/*")}


def test_files_of_others_are_not_taken_away(tmp_path):
    """A folder that somebody names as the cache may hold a folder `pages` of their own."""
    theirs = [tmp_path / name for name in ("aa/thesis.md", f"aa/{32 * 'bb'}", f"aaa/{32 * 'aa'}", "aa/.notes.part")]
    for path in theirs:
        path.parent.mkdir(exist_ok=True)
        path.write_text("mine")
        os.utime(path, (10**9, 10**9))
    Kept(tmp_path).sweep(room=0)
    assert all(path.read_text() == "mine" for path in theirs)


def test_a_folder_that_takes_nothing_keeps_nothing(tmp_path):
    """A page is made all the same where a full disk, or here a file in the folder's place, keeps it from being kept."""
    (tmp_path / "pages").write_text("")
    for _ in range(2):
        kept = Kept(tmp_path / "pages")
        assert b"one" == kept.fetch("a1", lambda: b"one")
        kept.sweep()
        assert (1, 0) == (kept.made, kept.reused)


def test_where_a_part_ends_is_part_of_the_key():
    """Two lists of texts that make the same whole have different names."""
    assert key_of("ab", "c") != key_of("a", "bc")


@pytest.fixture
def clone(tmp_path):
    """Give a clone with a small report: a summary with a PDF, a chapter, a ledger of twins, a figure."""
    root = tmp_path / "clone"
    shutil.copytree(ROOT / "templates" / "assets", root / "templates" / "assets")
    shutil.copy(ROOT / "_quarto.yml", root)
    keys = (
        ("s/eer/a", 1, "recomputed"),
        ("s/shipped/eer/a", 2, "shipped"),
        ("s/eer/b", 3, "recomputed"),
        ("s/eer/c", 4, "recomputed"),
    )
    files = {
        "_metadata.yml": 'chapters:\n  - title: "S"\n    pages: []\n',
        "index.qmd": PAGE.format(root=".", key="s/eer/a", more="  typst:\n    output-file: summary.pdf\n"),
        "study/01-data.qmd": PAGE.format(root="..", key="s/eer/b", more=""),
        "study/figures/f.svg": SVG,
        "ledger.csv": COLUMNS + "".join(ROW.format(*row) for row in keys),
        "names.csv": "study,kind,id,words\n,measure,eer,EER\n",
    }
    for name, text in files.items():
        (root / "report" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "report" / name).write_text(text, encoding="utf-8")
    return root


@pytest.fixture
def asked(monkeypatch):
    """Stand in for Pandoc and Typst with what tells every byte that they could read; give what they were asked for."""
    made = []

    def told(*folders: Path) -> str:
        found = {path for folder in folders for path in ([folder] if folder.is_file() else folder.rglob("*"))}
        return key_of(*(part for path in sorted(found) if path.is_file() for part in (path.name, path.read_bytes())))

    def run(words, text, _folder, name):
        if name == workshop.SHARED:  # the list of chapters, which is a part of every page
            return f"\ue001{key_of(Path(words[-1]).read_bytes())}\ue003".encode()
        made.append((name, words[3]))
        scratch = next(Path(word).parent for word in words if word.endswith("ledger.lua"))
        given = [
            scratch,
            *(Path(word.removeprefix("facts=")) for word in words if word.startswith("facts=")),
            *(Path(word) for word in words if word.endswith((".yml", ".json"))),
        ]
        return f'image("study/figures/f.svg") {key_of(text)} {told(*given)}'.encode()

    def compiled(source, folder, fonts, name):
        made.append((name, "pdf"))
        return f"%PDF {key_of(source)} {told(folder, fonts)}".encode()

    monkeypatch.setattr(pandoc, "run", run)
    monkeypatch.setattr(workshop, "compile_typst", compiled)
    return made


def content(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def site(root: Path, cache: Path | None) -> dict[str, bytes]:
    embedded.render(root, root / "report", root / "_site", cache=cache)
    return content(root / "_site")


SUMMARY = {("index.qmd", "html5"), ("index.qmd", "typst"), ("index.qmd", "pdf")}
ALL = SUMMARY | {("study/01-data.qmd", "html5")}
# A PDF is made again where its Typst or a picture is another.
PANDOC = ALL - {("index.qmd", "pdf")}


def replaced(name: str, old: str, new: str):
    def change(root: Path, _monkeypatch: pytest.MonkeyPatch) -> None:
        path = root / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")

    return change


@pytest.mark.parametrize(
    ("change", "again"),
    [
        (lambda *_: None, set()),
        (replaced("report/ledger.csv", "s/eer/c,4", "s/eer/c,5"), set()),
        (replaced("report/ledger.csv", "s/eer/a,1", "s/eer/a,9"), {("index.qmd", "html5")}),
        (replaced("report/ledger.csv", "s/shipped/eer/a,2", "s/shipped/eer/a,9"), {("index.qmd", "html5")}),
        (replaced("report/ledger.csv", "s/eer/b,3", "s/eer/b,9"), {("study/01-data.qmd", "html5")}),
        (replaced("report/index.qmd", "12.3", "12.4"), SUMMARY),
        (replaced("report/study/01-data.qmd", "12.3", "12.4"), {("study/01-data.qmd", "html5")}),
        (replaced("report/study/figures/f.svg", "rect", "g"), {("index.qmd", "pdf")}),
        (replaced("report/names.csv", "EER", "rate"), {page for page in ALL if "html5" in page}),
        (replaced("report/_metadata.yml", "S", "T"), PANDOC),
        *(
            (replaced(f"templates/assets/{name}", "\n", "\n\n"), ALL)
            for name in ("ledger.lua", "report.lua", "page.html", "references.bib", "embedded.typ", "page.typ")
        ),
        (replaced("templates/assets/report.css", "\n", "\n\n"), set()),
        (replaced("_quarto.yml", "website", "default"), PANDOC),
        (lambda _, patch: patch.setattr(pandoc, "version", lambda: "0.1"), PANDOC),
        (lambda _, patch: patch.setattr("typst.__version__", "0.1"), {("index.qmd", "pdf")}),
        (lambda _, patch: patch.setattr(workshop, "SCHEME", "0"), ALL),
    ],
)  # fmt: skip
def test_only_what_changed_is_made_again(clone, asked, monkeypatch, tmp_path, change, again):
    """After each change the site is what a render without a cache makes, and no page is made that does not hold it."""
    site(clone, tmp_path / "cache")
    assert ALL == set(asked)
    change(clone, monkeypatch)
    asked.clear()
    kept = site(clone, tmp_path / "cache")
    assert again == set(asked)
    assert site(clone, None) == kept


def test_what_changes_while_a_render_runs_is_not_kept_under_its_old_content(clone, asked, monkeypatch, tmp_path):
    """A filter that is edited after a render has begun cannot get into what is kept."""
    first = site(clone, None)
    run = pandoc.run

    def edited(*given):
        with (clone / "templates" / "assets" / "report.lua").open("a", encoding="utf-8") as stream:
            stream.write("-- more\n")
        return run(*given)

    monkeypatch.setattr(pandoc, "run", edited)
    assert first == site(clone, tmp_path / "cache")
    monkeypatch.setattr(pandoc, "run", run)
    assert site(clone, None) == site(clone, tmp_path / "cache")


def test_the_number_of_workers_changes_nothing(clone, tmp_path):
    """One page at a time makes the same site, by Pandoc and Typst themselves."""
    for workers in (1, 3):
        embedded.render(clone, clone / "report", tmp_path / str(workers), workers=workers)
    assert content(tmp_path / "1") == content(tmp_path / "3")
