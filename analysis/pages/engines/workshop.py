"""Makes pages and PDFs of one report, each from what its key names and from nothing else.

Everything is read once, when the workshop opens, and laid out in a scratch folder; Pandoc and Typst see only that. So a
file that changes while a render runs cannot get into a page that is kept under the file's earlier content.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterable, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from analysis.errors import EngineError
from analysis.pages import citations
from analysis.pages.engines import pandoc, sidebar
from analysis.pages.engines.assets import COPIED, FONT_NAME, khmer_font
from analysis.pages.engines.facts import CITED, KEYS, LEDGER, NAMES, PLACE_FOR_ROWS, Facts
from analysis.pages.engines.kept import Kept, key_of
from analysis.pages.engines.parts import TEMPLATE as PART_TEMPLATE
from analysis.pages.engines.parts import Parted, parted
from analysis.pages.engines.rows import HtmlRows, TypstRows
from analysis.pages.engines.shortcut import Shortened, shorten
from analysis.pages.engines.sources import Source, front_matter_of

SCHEME = "1"
# Typst stamps its PDFs; a fixed time keeps two builds the same.
TIMESTAMP = 0
SHARED = "_metadata.yml"
BIBLIOGRAPHY = "references.bib"
PART = "part.typ"
_PICTURE = re.compile(r'\bimage\("((?:[^"\\]|\\.)*)"')


@dataclass
class Workshop:
    """One report, its templates and what earlier renders left.

    Attributes:
        report: the report folder; templates: the folder that holds `assets/`; scratch: an empty folder.
        kept: outputs of earlier renders.
        project: the text of `_quarto.yml`, which says what a page is.
        whole: gives every page to Pandoc as a whole; the same bytes, for who wants to see that.
    """

    report: Path
    templates: Path
    scratch: Path
    kept: Kept
    project: bytes = b""
    whole: bool = False
    _facts: Facts = field(init=False, repr=False)
    _tools: str = field(init=False, repr=False)
    _fonts: str = field(init=False, repr=False)
    _bibliography: str = field(init=False, repr=False)
    _sidebar: Path | None = field(init=False, repr=False, default=None)
    _begun: dict[str, tuple[str, str, Parted, list[Future[bytes]]]] = field(
        init=False, repr=False, default_factory=dict
    )
    _one_at_a_time: threading.Lock = field(init=False, repr=False, default_factory=threading.Lock)

    def __post_init__(self) -> None:
        import typst

        self._facts = Facts.read(self.report)
        assets = {path.name: path.read_bytes() for path in (self.templates / "assets").iterdir() if path.is_file()}
        used = {f"assets/{name}": content for name, content in assets.items() if name not in COPIED}
        if (self.report / SHARED).is_file():
            used[SHARED] = (self.report / SHARED).read_bytes()
        font = {f"fonts/{FONT_NAME}": khmer_font()}
        for name, content in {**used, **font}.items():
            _put(self.scratch / name, content)
        self._shared = used.get(SHARED)
        code = {
            path.name: path.read_bytes() for path in (*Path(__file__).parent.glob("*.py"), Path(citations.__file__))
        }
        self._bibliography = used[f"assets/{BIBLIOGRAPHY}"].decode()
        self._tools = key_of(SCHEME, pandoc.version(), self.project, *_flat(used), *_flat(code))
        seen = (
            f"{info.family} {info.style} {info.weight} {info.stretch} {info.path}" for info in typst.Fonts().fonts()
        )
        self._fonts = key_of(SCHEME, typst.__version__, str(TIMESTAMP), *_flat(font), *sorted(seen))

    def html(self, source: Source) -> bytes:
        """Return one page as HTML."""
        text = source.path.read_bytes().decode()
        part = self._facts.part(text)
        key = key_of("html", self._tools, self._facts.names, part, source.name, text)
        return self.kept.fetch(key, lambda: self._html(source, text, part))

    def _html(self, source: Source, text: str, part: str) -> bytes:
        root, rows_here = _meta(source, text)
        writer = HtmlRows(self._facts.units, root, rows_here)
        short = Shortened(text, (), "html") if self.whole else shorten(text, writer)
        works = citations.entries(self._bibliography, text)
        folder = self._beside(key_of("html", source.name), works, part, short.cited)
        _put(folder / NAMES, self._facts.names.encode())
        return self._made([*self._words(*pandoc.HTML, folder), *self._chapters()], source, text, short)

    def begin(self, source: Source, pool: Executor) -> None:
        """Let a pool make a page that becomes a PDF, in parts if it is long; `typst` and `pdf` wait for them.

        Who hands these out to the same pool must do so afterwards: it begins what comes first.
        """
        text = source.path.read_bytes().decode()
        works = citations.entries(self._bibliography, text)
        page = Parted("", (text,)) if self.whole else parted(text)
        if len(page.bodies) == 1:
            made = [pool.submit(self._typst, source, text, text, works)]
        else:
            _put(self.scratch / PART, PART_TEMPLATE.encode())
            made = [pool.submit(self._typst, source, page.frame, page.frame, works)]
            made += [pool.submit(self._typst, source, given, text, works, part=True) for given in page.sources]
        self._begun[source.name] = text, works, page, made

    def typst(self, source: Source) -> bytes:
        """Return one page as Typst."""
        if source.name not in self._begun:
            with ThreadPoolExecutor(1) as pool:
                self.begin(source, pool)
        text, works, page, futures = self._begun.pop(source.name)
        whole, *parts = (future.result() for future in futures)
        if not parts:
            return whole
        joined = page.joined(whole.decode(), [part.decode() for part in parts])
        return self._typst(source, text, text, works) if joined is None else joined.encode()

    def _typst(self, source: Source, given: str, text: str, works: str, *, part: bool = False) -> bytes:
        """Return a page or a part of it as Typst: `given` of the page source `text`, which may cite these works."""
        rows_here = _meta(source, given)[1]
        # In a PDF nothing is said of a number but in its row.
        has_rows = rows_here and PLACE_FOR_ROWS.search(given)
        rows = self._facts.part(text) if has_rows else ""
        cited = sorted(set(KEYS.findall(text))) if has_rows and part else []
        key = key_of("typst", self._tools, rows, *cited, works, str(part), source.name, given)

        def make() -> bytes:
            short = Shortened(given, (), "typst") if self.whole else shorten(given, TypstRows(rows_here))
            folder = self._beside(key, works, rows, cited or short.cited)
            words = self._words(pandoc.TYPST[0], str(self.scratch / PART) if part else pandoc.TYPST[1], folder)
            return self._made([*words, *(("--metadata", "part=true") if part else ())], source, given, short)

        return self.kept.fetch(key, make)

    def _beside(self, name: str, works: str, rows: str, cited: Iterable[str]) -> Path:
        """Return a folder with what the filters may look up for one page, and put there what it may cite."""
        folder = self.scratch / "facts" / name[:16]
        _put(folder / BIBLIOGRAPHY, works.encode())
        _put(folder / LEDGER, rows.encode())
        _put(folder / CITED, "".join(f"{key}\n" for key in cited).encode())
        return folder

    def _words(self, to: str, template: str, facts: Path) -> list[str]:
        return [*pandoc.arguments(self.scratch, to, template), "--metadata", f"facts={facts}"]

    def _chapters(self) -> list[str]:
        """Return how a web page is told of the list of chapters; no PDF shows it."""
        if self._shared is None:
            return []
        if self.whole or not sidebar.alone(self._shared.decode(errors="replace")):
            return ["--metadata-file", str(self.scratch / SHARED)]
        with self._one_at_a_time:
            if self._sidebar is None:
                listed = self.scratch / "chapters.json"
                _put(listed, sidebar.defaults(self._listed().decode()))
                self._sidebar = listed
        return ["--defaults", str(self._sidebar)]

    def _listed(self) -> bytes:
        template = self.scratch / "chapters.html"
        _put(template, sidebar.TEMPLATE.encode())
        words = [
            *pandoc.arguments(self.scratch, pandoc.HTML[0], str(template)),
            "--metadata-file",
            str(self.scratch / SHARED),
        ]
        return self._pandoc(words, b"", self.report, SHARED)

    def _made(self, words: list[str], source: Source, text: str, short: Shortened) -> bytes:
        return short.made_of(text, lambda given: self._pandoc(words, given.encode(), source.path.parent, source.name))

    def _pandoc(self, words: list[str], text: bytes, folder: Path, name: str) -> bytes:
        try:
            return pandoc.run(words, text, folder, name)
        except EngineError as error:
            there = error.found.replace(str(self.scratch / SHARED), str(self.report / SHARED))
            there = there.replace(str(self.scratch), str(self.templates))
            raise EngineError(there, error.allowed, error.advice) from error

    def pdf(self, source: Source) -> bytes:
        """Return one page as PDF."""
        made = self.typst(source)
        pictures = dict(_pictures(made.decode(), source.path.parent))
        key = key_of("pdf", self._fonts, source.name, made, *_flat(pictures))
        return self.kept.fetch(key, lambda: self._pdf(source, made, pictures))

    def _pdf(self, source: Source, made: bytes, pictures: Mapping[str, bytes]) -> bytes:
        folder = self.scratch / "pdf" / key_of(source.name)[:16]
        folder.mkdir(parents=True)
        for name, content in pictures.items():
            _put(folder / name, content)
        return compile_typst(made, folder, self.scratch / "fonts", source.name)


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _flat(named: Mapping[str, bytes]) -> list[str | bytes]:
    return [part for pair in sorted(named.items()) for part in pair]


def _meta(source: Source, text: str) -> tuple[str, bool]:
    """Return the way to the report folder, and whether the page holds the ledger rows itself."""
    front = front_matter_of(text, source.path)
    return str(front.get("root", ".")), front.get("rows") == "here"


def _pictures(made: str, folder: Path) -> Iterable[tuple[str, bytes]]:
    """Yield the path below `folder` and the content of each picture that a Typst text names and that is there."""
    for quoted in dict.fromkeys(_PICTURE.findall(made)):
        name = re.sub(r"\\u\{([0-9a-f]+)\}", lambda found: chr(int(found[1], 16)), quoted)
        name = re.sub(r"\\(.)", r"\1", name)
        if ".." not in PurePosixPath(name).parts and not name.startswith("/") and (folder / name).is_file():
            yield name, (folder / name).read_bytes()


def compile_typst(source: bytes, folder: Path, fonts: Path, name: str) -> bytes:
    """Compile Typst whose pictures stand below `folder`.

    Raises:
        EngineError: Typst refused; the message is its own.
    """
    import typst

    try:
        return typst.compile(source, root=str(folder), font_paths=[str(fonts)], format="pdf", timestamp=TIMESTAMP)
    except typst.TypstError as error:
        raise EngineError(f"Typst could not set {name}: {error.diagnostic}") from error
