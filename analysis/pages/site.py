"""The page sources of a report: which pages there are, and the text of each, from the studies' results.

Pages look numbers up and compute nothing. A chapter's text stands on its own page and in the appendix, which is one
document with a part for each study and ends with the ledger rows that it cites.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment
from markupsafe import Markup

from analysis.ledger import Ledger, key
from analysis.pages.cautions import Caution, cautions
from analysis.pages.chapters import LEDGER_PAGE, LEDGER_TITLE, Chapter, chapters_of
from analysis.pages.charts import Chart, charts
from analysis.pages.citations import citing
from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas
from analysis.pages.fit import Asking, Plan, plans
from analysis.pages.labels import Labels, letter
from analysis.pages.markup import data, escape, plain, yaml_string
from analysis.pages.names import names_csv
from analysis.pages.numbers import Numbers
from analysis.pages.pictures import Draw, drawn
from analysis.pages.places import ANYWHERE, Place
from analysis.pages.publication.about import ABOUT, about_json
from analysis.pages.templates import environment
from analysis.pages.views import View, chapter_views
from analysis.results import Author, Results

FitsOnePage = Callable[[str], bool]
NEW_PAGE = "::: newpage\n:::\n\n"


def sheets_of(study: str, charts: Mapping[str, Chart]) -> dict[str, Canvas]:
    """Return the sheet of every figure of a study by its path below the report folder."""
    return {f"{study}/figures/{chart.name}.svg": chart.sheet for chart in charts.values()}


@dataclass
class Site:
    """The pages of several studies.

    Attributes:
        studies: the results, in the order of their names.
        lead: the study that the summary is about.
        templates: the folder of the Jinja templates.
        versions: a line for the program and each library that made the numbers.
        draw: makes the SVG of a figure, or knows it already.
        charts: study → its `charts_of`, where they have been made before.
    """

    studies: Sequence[Results]
    lead: Results
    templates: Path
    versions: Sequence[str] = ()
    draw: Draw = drawn
    charts: Mapping[str, Mapping[str, Chart]] = field(default_factory=dict)
    _environment: Environment = field(init=False, repr=False)
    _drawn: dict[str, str] = field(init=False, repr=False, default_factory=dict)
    _ledger: Ledger = field(init=False, repr=False)
    _charts: dict[str, Mapping[str, Chart]] = field(init=False, repr=False)
    _labels: dict[str, Labels] = field(init=False, repr=False)
    _cautions: dict[str, tuple[Caution, ...]] = field(init=False, repr=False)
    _chapters: dict[str, tuple[Chapter, ...]] = field(init=False, repr=False)
    _views: dict[str, View] = field(init=False, repr=False)
    _written: dict[tuple[str, Chapter], tuple[str, frozenset[str]]] = field(
        init=False, repr=False, default_factory=dict
    )

    @staticmethod
    def charts_of(results: Results, *, lead: bool) -> dict[str, Chart]:
        """Return the figures of a study by name, which can be drawn before there is a site."""
        return charts(results, lead=lead)

    def __post_init__(self) -> None:
        self._environment = environment(self.templates)
        self._ledger = Ledger(entry for results in self.studies for entry in results.ledger)
        self._charts = {
            results.study: self.charts.get(results.study) or self.charts_of(results, lead=results is self.lead)
            for results in self.studies
        }
        self._cautions = {results.study: cautions(results) for results in self.studies}
        self._chapters = {results.study: chapters_of(results) for results in self.studies}
        self._views = {results.study: View(results) for results in self.studies}
        self._labels = {
            results.study: Labels(letter(place), self._chapters[results.study])
            for place, results in enumerate(self.in_order)
        }

    @property
    def in_order(self) -> list[Results]:
        """Return the studies as a reader meets them: the lead first."""
        return sorted(self.studies, key=lambda results: results is not self.lead)

    def files(self, fits: FitsOnePage) -> dict[str, str]:
        """Return every page source and figure, by its path below the report folder."""
        return self.pages(fits) | self.figures()

    def pages(self, fits: FitsOnePage, meanwhile: Callable[[], None] = lambda: None) -> dict[str, str]:
        """Return every page source, by its path below the report folder; no figure is drawn for them.

        `fits` tells whether the text of the summary page fits on one A4 page; `meanwhile` is called when there is
        nothing else to do than to wait for that.
        """
        made = {"_metadata.yml": self._shared(), "names.csv": names_csv(self.studies)}
        with self._summary(fits) as summary:  # which is laid out by others while the pages are written here
            for results in self.studies:
                pages = self.chapters(results, summary.go_on)
                made |= {f"{results.study}/{name}.qmd": text for name, text in pages.items()}
                made[f"{results.study}/{LEDGER_PAGE}.qmd"] = self._ledger_page(results)
                summary.go_on()
            made["appendix.qmd"] = self._appendix(summary.go_on)
            meanwhile()
            made["index.qmd"] = summary.answer()
        made[ABOUT] = about_json(self.in_order, self.versions)
        return made

    def chapters(self, results: Results, after_each: Callable[[], None] = lambda: None) -> dict[str, str]:
        """Return the page source of every chapter of a study by the chapter's name; no figure is drawn for them."""
        pages = {}
        for chapter in self._chapters[results.study]:
            pages[chapter.name] = self._chapter_page(results, chapter)
            after_each()
        return {name: self._labels[results.study].fill(text, page=name) for name, text in pages.items()}

    def figures(self) -> dict[str, str]:
        """Return every figure by its path below the report folder; each is drawn once, when first asked for."""
        every = (sheets_of(study, charts) for study, charts in self._charts.items())
        return self._pictures({path: sheet for sheets in every for path, sheet in sheets.items()})

    def summary_figures(self) -> dict[str, str]:
        """Return the figures that the summary can show, by path: those of its fullest text, which has all of them."""
        page = self._summary_text(plans(**self._most)[0])
        sheets = sheets_of(self.lead.study, self._charts[self.lead.study])
        return self._pictures({path: sheet for path, sheet in sheets.items() if f"/{Path(path).name})" in page})

    def _pictures(self, sheets: Mapping[str, Canvas]) -> dict[str, str]:
        with style.settings():
            self._drawn |= {path: self.draw(path, sheet) for path, sheet in sheets.items() if path not in self._drawn}
        return {path: self._drawn[path] for path in sheets}

    def _context(self, results: Results, numbers: Numbers, place: Place) -> dict[str, Any]:
        drawn = self._charts[results.study]
        view = self._views[results.study]

        labels = self._labels[results.study]

        def figure(name: str, caption: str | Markup = "") -> Markup:
            """A figure with a caption has a number; one without stands beside what speaks of it."""
            chart = drawn[name]
            said = caption if isinstance(caption, Markup) else escape(caption)
            return Markup('![{}]({}/{}.svg){{alt="{}"}}').format(
                labels.new("fig", name) + said if said else said,
                Markup(place.pictures),
                Markup(chart.name),
                Markup(_attribute(chart.alt)),
            )

        return {
            "study": results,
            "numbers": numbers,
            "n": numbers.num,
            "u": numbers.unit,
            "ci": numbers.interval,
            "within": numbers.within,
            "cell": numbers.cell,
            "has": numbers.has,
            "has_n": numbers.has_n,
            "known": numbers.known,
            "below": numbers.below,
            "both": numbers.both,
            "first_page": lambda other: Markup(f"{quote(other.study)}/{self._chapters[other.study][0].name}"),
            "v": numbers.value,
            "k": lambda *names: key(results.study, *names),
            "verdict": lambda *names: results.verdicts.get(key(results.study, *names), ""),
            "h": Markup(place.heading),
            "figure": figure,
            "tbl": lambda name: labels.new("tbl", name),
            "ref": lambda kind, name: labels.chapter(name, place.here) if kind == "ch" else labels.pending(kind, name),
            "has_chapter": labels.has,
            **chapter_views(results),
            "charts": drawn,
            "cautions": self._cautions[results.study],
            "others": [other for other in self.studies if other.study != results.study],
            "root": Markup(place.root),
            "standing": view.standing(labels.chapter("care", place.here))
            if results.kind != "benchmark"
            else Markup(""),
            "versions": list(self.versions),
            "here": Markup(place.here),
            "view": view,
            "categories": view.categories,
            "kind": lambda system: data(system.family.replace("_", " ")) if system.family else Markup(""),
        }

    def _standing(self, results: Results, place: Place) -> Markup:
        labels = self._labels[results.study]
        return (
            self._views[results.study].standing(labels.chapter("care", place.here))
            if labels.has("care")
            else Markup("")
        )

    def _render(self, template: str, results: Results, numbers: Numbers, place: Place, **more: Any) -> str:
        text = self._environment.get_template(template).render(**self._context(results, numbers, place) | more)
        return _tidy(text)

    def _chapter(self, results: Results, chapter: Chapter, numbers: Numbers, place: Place) -> str:
        labels = self._labels[results.study]
        if (results.study, chapter) not in self._written:
            own = Numbers(self._ledger)  # a chapter may stand beside another study
            labels.open(chapter)
            made = self._render(f"{results.kind}/{chapter.name}.qmd.j2", results, own, ANYWHERE)
            labels.open(None)
            self._written[results.study, chapter] = made, frozenset(own.cited)
        text, cited = self._written[results.study, chapter]
        numbers.cited |= cited
        return labels.numbered(place.fill(text), chapter, len(place.heading))

    def _chapter_page(self, results: Results, chapter: Chapter) -> str:
        place = Place.on_its_page()
        numbers = Numbers(self._ledger)
        body = self._render("banner.qmd.j2", results, numbers, place)
        body += "\n" + citing(self._chapter(results, chapter, numbers, place), level=2)
        body += "\n" + self._render("legend.qmd.j2", results, numbers, place)
        return _front_matter(self._chapter_title(results, chapter), data(results.title), "..") + body

    def _chapter_title(self, results: Results, chapter: Chapter) -> Markup:
        number = self._labels[results.study].chapter_number(chapter)
        return Markup("[{}]{{.section-number}} {}").format(number, escape(chapter.title))

    def _ledger_page(self, results: Results) -> str:
        place = Place.on_its_page()
        # The page shows every number of the ledger, in rows that are made of it when the page is rendered.
        numbers = Numbers(results.ledger, {entry.key for entry in results.ledger if entry.value is not None})
        body = self._render("banner.qmd.j2", results, numbers, place)
        body += "\n" + self._render("ledger.qmd.j2", results, numbers, place, every=True)
        body += "\n" + self._render("legend.qmd.j2", results, numbers, place)
        return _front_matter(escape(LEDGER_TITLE), data(results.title), "..", rows_here=True) + body

    def _summary(self, fits: FitsOnePage) -> Asking:
        return Asking(self._summary_text, fits, **self._most)

    @property
    def _most(self) -> dict[str, int]:
        """Return how many rows and cautions the summary has where it has all of them."""
        return {"rows": len(self.lead.systems), "cautions": len(self._cautions[self.lead.study])}

    def _summary_text(self, plan: Plan) -> str:
        results = self.lead
        front = _front_matter(data(results.title), Markup("one-page summary"), ".", pdf="summary.pdf")
        numbers = Numbers(self._ledger)
        place = Place.at_root(results.study)
        body = self._render("banner.qmd.j2", results, numbers, place)
        body += "\n" + self._render(f"{results.kind}/summary.qmd.j2", results, numbers, place, plan=plan)
        body += "\n" + self._render("legend.qmd.j2", results, numbers, place, one_line=True)
        return front + body

    def _appendix(self, after_each: Callable[[], None] = lambda: None) -> str:
        lead, numbers = self.lead, Numbers(self._ledger)
        at_root = Place.at_root(lead.study)
        texts = [self._render("abstract.qmd.j2", lead, numbers, at_root, studies=self.in_order)]
        for results in self.in_order:
            place = Place.at_root(results.study, level=3)
            labels = self._labels[results.study]
            texts.append(f"{NEW_PAGE}# [{labels.letter}]{{.section-number}} {data(results.title)}\n")
            texts.append(self._render("banner.qmd.j2", results, numbers, place))
            chapters = []
            for chapter in self._chapters[results.study]:
                number = labels.chapter_number(chapter)
                chapters.append(f"## {self._chapter_title(results, chapter)} {{#ch-{number}}}\n")
                chapters.append(self._chapter(results, chapter, numbers, place))
                after_each()
            texts.append(labels.fill("\n".join(chapters)))
        texts.append(self._render("legend.qmd.j2", lead, numbers, at_root))
        texts.append(self._render("citation.qmd.j2", lead, numbers, at_root))
        body = citing("\n".join(texts), level=1)
        standing = [self._standing(results, Place.at_root(results.study)) for results in self.in_order]
        warnings = Markup(" ").join(warning for warning in standing if warning)
        body += f"\n{NEW_PAGE}# Ledger rows cited here\n\n" + self._render(
            "ledger.qmd.j2", lead, numbers, at_root, every=False, standing=warnings
        )
        front = _front_matter(
            data(lead.title), Markup("full appendix"), ".", pdf="appendix.pdf", html=False, rows_here=True,
            byline=[*(_byline(author) for author in lead.authors), *([escape(lead.date)] if lead.date else [])],
        )  # fmt: skip
        return front + body

    def _shared(self) -> str:
        """The chapter list, which every page of the site shows.

        Quarto takes a text here that is the name of a file or folder for one, and rewrites it; so a title, which can be
        its study's name, stands in a span.
        """
        lines = ["chapters:"]
        for results in self.in_order:
            lines.append(f"  - title: {yaml_string(data(results.title))}")
            if results is self.lead:
                lines.append("    open: true")
            lines.append("    pages:")
            pages = [(chapter.name, self._chapter_title(results, chapter)) for chapter in self._chapters[results.study]]
            for name, title in [*pages, (LEDGER_PAGE, escape(LEDGER_TITLE))]:
                lines.append(f"      - title: {yaml_string(title)}")
                # Quarto would rewrite an address that is the path of a page which it has already rendered; the sign
                # before the point keeps it from seeing one.
                address = escape(f"{quote(results.study)}/{name}") + Markup("\\.html")
                lines.append(f"        href: {yaml_string(address)}")
        return "\n".join(lines) + "\n"


def _front_matter(
    title: Markup, running: Markup, root: str, *, pdf: str = "", html: bool = True, rows_here: bool = False,
    byline: Sequence[Markup] = (),
) -> str:  # fmt: skip
    lines = [
        "---",
        f"title: {yaml_string(title)}",
        f"running: {yaml_string(running)}",
        "engine: markdown",
        f'root: "{root}"',
    ]
    if byline:
        lines += ["byline:", *(f"  - {yaml_string(line)}" for line in byline)]
    if rows_here:
        lines.append("rows: here")
    lines.append("format:")
    if html:
        lines.append("  html: default")
    if pdf:
        lines += ["  typst:", f"    output-file: {pdf}"]
    return "\n".join([*lines, "---", "", ""])


def _byline(author: Author) -> Markup:
    return data(author.name) + (Markup(", ") + data(author.affiliation) if author.affiliation else Markup(""))


def _attribute(text: str) -> str:
    """Escape what would end an attribute, name a sign, or start a shortcode of Quarto."""
    return re.sub(r'([\\"&{}<>])', r"\\\1", plain(text))


def _tidy(text: str) -> str:
    """Fold runs of blank lines, which template statements leave behind."""
    lines: list[str] = []
    for line in text.split("\n"):
        line = line.rstrip(" ")
        if line or (lines and lines[-1]):
            lines.append(line)
    return "\n".join(lines).strip("\n") + "\n"
