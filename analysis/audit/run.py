"""The whole audit of a site: every page, every PDF, every address, every input."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from analysis.audit.card import card_faults
from analysis.audit.carried import asset_faults, carried_faults
from analysis.audit.findings import Coverage, Finding
from analysis.audit.inputs import copy_faults, input_faults, input_files, json_faults
from analysis.audit.known import Known
from analysis.audit.links import Links
from analysis.audit.names import Names, Place, known_as_data
from analysis.audit.numerals import around
from analysis.audit.page import Number, Page, read_page, read_picture
from analysis.audit.pdf import Comparison
from analysis.audit.said import said_faults
from analysis.audit.source import Source, makes_html, pdf_name, read_source
from analysis.audit.styles import generated
from analysis.audit.tags import faults, inputs_faults
from analysis.errors import EngineError, UsageError
from analysis.ledger import Ledger, parts

BIBLIOGRAPHY = "templates/assets/references.bib"
NAMES = "names.csv"
LEDGER_PAGE = "90-ledger.html"


@dataclass(frozen=True)
class Audit:
    """What was found, and how many numbers carry a tag."""

    findings: tuple[Finding, ...]
    coverage: tuple[Coverage, ...]


def audit(root: Path, site: Path, report: Path, studies: Mapping[str, Path] | None = None) -> Audit:
    """Audit a rendered site against the report that it was rendered from.

    Args:
        root: the clone.
        site: the folder of the rendered site.
        report: the folder of the built report.
        studies: folders of studies that stand outside the clone, by their names.

    Raises:
        UsageError: `report` is not a built report.
        EngineError: there is no site.
        InputError: a file of the report is not what a build writes.
    """
    for name in ("ledger.csv", "inputs.csv"):
        if not (report / name).is_file():
            raise UsageError(f"{report} holds no {name}", advice="build the report first, with `vpreport build`")
    if not (site / "report" / "index.html").is_file():
        raise EngineError(f"{site} holds no site", advice="render the report first, with `vpreport render`")
    run = _Run(root, site, report, studies or {})
    found = [
        *run.pages_faults(), *run.data_faults(), *run.rows_faults(), *run.pictures_faults(), *run.styles_faults(),
        *run.pdf_faults(), *run.links.faults(), *asset_faults(root, site), *copy_faults(report, site),
        *json_faults(report, site), *carried_faults(report, site, run.known, run.names),
        *input_faults(root, report, studies or {}),
    ]  # fmt: skip
    return Audit(tuple(dict.fromkeys(found)), (run.html, run.pdf))


@dataclass
class _Run:
    root: Path
    site: Path
    report: Path
    studies: Mapping[str, Path]
    html: Coverage = field(default_factory=lambda: Coverage("web pages"))
    pdf: Coverage = field(default_factory=lambda: Coverage("PDFs"))

    @cached_property
    def ledger(self) -> Ledger:
        return Ledger.from_csv(self.report / "ledger.csv")

    @cached_property
    def files(self) -> frozenset[str]:
        return frozenset(path.relative_to(self.site).as_posix() for path in self.site.rglob("*") if path.is_file())

    @cached_property
    def pages(self) -> dict[str, Page]:
        return {
            name: read_page((self.site / name).read_bytes()) for name in sorted(self.files) if name.endswith(".html")
        }

    @cached_property
    def links(self) -> Links:
        return Links(self.site, self.files, self.pages)

    @cached_property
    def names(self) -> Names:
        bibliography = self.root / BIBLIOGRAPHY
        return Names(
            known_as_data(text for page in self.pages.values() for text in page.data),
            frozenset(entry.missing for entry in self.ledger if entry.missing),
            bibliography.read_text(encoding="utf-8") if bibliography.is_file() else "",
        )

    @cached_property
    def known(self) -> Known:
        return Known(self.report, self.ledger, input_files(self.root, self.report, self.studies))

    def pages_faults(self) -> list[Finding]:
        """Hold every text and every tagged number of every page against the ledger and the names."""
        found: list[Finding] = []
        tagged = bare = 0
        for name, page in self.pages.items():
            for text in page.texts:
                for one in self.names.bare(text.text, text.place):
                    bare += 1
                    found.append(_bare(name, one.text, around(text.text, one.start, one.end)))
            for reason in page.missing:
                if reason not in self.reasons:
                    for one in self.names.bare(reason, Place.TEXT):
                        bare += 1
                        found.append(_bare(name, one.text, around(reason, one.start, one.end)))
            tagged += len(page.numbers)
            for number in page.numbers:
                found += self._number_faults(name, number)
            for means in page.hidden:
                found.append(Finding(name, "bare number", means, "nothing that a page shows beside its text"))
            for card in page.cards:
                found += card_faults(name, card, self.ledger, self.figures)
        self.html = Coverage("web pages", len(self.pages), tagged, bare)
        return found

    @cached_property
    def reasons(self) -> frozenset[str]:
        """The ledger's reasons for missing values, as a page shows them."""
        return frozenset(" ".join(reason.split()) for reason in self.names.missing)

    @cached_property
    def figures(self) -> frozenset[str]:
        """The figures in the words that the site has for the parts of its keys."""
        path = self.site / "report" / NAMES
        return frozenset(re.findall(r"\d+", path.read_text(encoding="utf-8")) if path.is_file() else ())

    def _number_faults(self, name: str, number: Number) -> Iterator[Finding]:
        tagged = number.tagged
        yield from faults(self.ledger, tagged, name, number.before)
        if number.children:
            yield Finding(name, "tag", f"an element inside {tagged.shown}", "digits only inside a tag", number.before)
        entry = self.ledger.get(tagged.key)
        if entry is None:
            return
        yield from said_faults(name, number, entry)
        target = self.links.target(name, number.href)
        page = self.pages.get(target[0]) if target else None
        if target is None or page is None or page.ids.get(target[1]) != entry.key:
            yield Finding(
                name, "link", f"{tagged.shown} leads to {number.href}", f"the row of {entry.key}", number.before
            )

    def data_faults(self) -> Iterator[Finding]:
        """Hold what pages mark as data against inputs, ledger and tables: nothing else may be passed over."""
        strange: dict[str, list[str]] = {}
        for word, text in self.known.strange(self.names.data):
            strange.setdefault(text, []).append(word)
        if strange:
            for name, page in self.pages.items():
                for text in sorted(page.data & strange.keys()):
                    for word in strange[text]:
                        expected = "a word of an input, the ledger or a table of the report, where it is marked as data"
                        yield Finding(name, "bare number", word, expected, text)

    def styles_faults(self) -> Iterator[Finding]:
        """Return what style sheets would write onto pages."""
        for name in sorted(self.files):
            if name.endswith(".css"):
                for means in generated((self.site / name).read_bytes().decode("utf-8", "replace")):
                    yield Finding(name, "bare number", means, "nothing that a page shows beside its text")

    def rows_faults(self) -> Iterator[Finding]:
        """Hold the rows of the ledger pages against the ledger: each once, with its value or its reason."""
        shown: Counter[str] = Counter()
        for name, page in self.pages.items():
            for row in page.rows:
                shown[row.key] += 1
                entry = self.ledger.get(row.key)
                if entry is None:
                    yield Finding(name, "unknown key", row.key, "a key that the ledger has", "row of the ledger")
                elif entry.value is not None and row.values != (row.key,):
                    yield Finding(name, "row", f"{row.key} without its value", "its value once, tagged")
                elif entry.value is None and " ".join(entry.missing.split()) not in row.missing:
                    said = ", ".join(row.missing) or "nothing"
                    yield Finding(name, "row", f"{row.key}: {said}", f"the reason of the ledger: {entry.missing}")
        for entry in self.ledger:
            if shown[entry.key] != 1:
                page = f"report/{parts(entry.key)[0]}/{LEDGER_PAGE}"
                yield Finding(page, "row", f"{entry.key} {shown[entry.key]} times", "each row of the ledger once")

    def pictures_faults(self) -> Iterator[Finding]:
        """Hold the words of pictures against the names."""
        for name in sorted(self.files):
            if name.endswith(".svg"):
                for text in read_picture((self.site / name).read_bytes()):
                    for one in self.names.bare(text, Place.ATTRIBUTE):
                        yield _bare(name, one.text, around(text, one.start, one.end))

    def pdf_faults(self) -> list[Finding]:
        """Hold every PDF against its page source, and that against ledger and names."""
        found: list[Finding] = []
        tagged = bare = files = 0
        expected: set[str] = set()
        for path in sorted(self.report.rglob("*.qmd")):
            name = path.relative_to(self.report).as_posix()
            if any(part.startswith((".", "_")) for part in name.split("/")):
                continue
            page = f"report/{name.removesuffix('.qmd')}.html"
            if makes_html(path) and page not in self.pages:
                found.append(Finding(page, "file", "no page", f"the page of {name}; run `vpreport render` again"))
            if not (pdf := pdf_name(path)):
                continue
            shown = f"{page.rpartition('/')[0]}/{pdf}"
            expected.add(shown)
            files += 1
            source = read_source(path)
            found += self._source_faults(f"report/{name}", source)
            comparison = Comparison(self.site / shown, shown, source, self.names, self.ledger)
            try:
                here = comparison.faults()
            except (OSError, ValueError) as error:
                found.append(Finding(shown, "file", str(error), f"the PDF of {name}; run `vpreport render` again"))
                continue
            tagged += comparison.tagged
            bare += sum(finding.kind == "bare number" for finding in here)
            found += here
        for name in sorted(self.files):
            if name.endswith(".pdf") and name not in expected:
                found.append(Finding(name, "file", "a PDF that no page source makes", "PDFs of the report only"))
        self.pdf = Coverage("PDFs", files, tagged, bare)
        return found

    def _source_faults(self, name: str, source: Source) -> Iterator[Finding]:
        for piece in source.pieces:
            where = f"line {piece.line}"
            if piece.number is not None:
                yield from faults(self.ledger, piece.number, name, where)
                yield from inputs_faults(self.ledger, piece.number, name, where)
            elif (
                piece.kind in ("text", "formula", "spoken")
                and not piece.is_data
                and piece.text not in self.names.missing
            ):
                for one in self.names.bare(piece.text, piece.place):
                    yield _bare(name, one.text, f"{where}: {around(piece.text, one.start, one.end)}")


def _bare(name: str, found: str, where: str) -> Finding:
    return Finding(name, "bare number", found, "a tag with a key of the ledger, or a declared name", where)
