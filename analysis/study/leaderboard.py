"""The published leaderboard of a benchmark: each cell with the digits that were printed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from analysis.results import Corpus
from analysis.study.cells import Cell, note_cut, number_cell
from analysis.study.columns import warn_of_fractions
from analysis.study.corpora import corpus_slug
from analysis.study.findings import Findings, named, quoted, rows_named
from analysis.study.ids import check_each_once, check_ids, id_fault
from analysis.study.tables import Table, read_table

FILE = "meta/leaderboard.csv"
ATTACKERS = ("ignorant", "lazy", "semi_informed")
POINTS = (*(f"eer_{attacker}" for attacker in ATTACKERS), "cer", "uar", "rho_f0", "utmos")
EDGES = tuple(f"{point}_ci_{edge}" for point in POINTS for edge in ("low", "high"))
CORPUS_PREFIX = "cer_"
WORD_RATE, CHARACTER_RATE = "wer", "cer"
"""What a column of error rates is called in a file; under one name, that of characters, both are kept."""


@dataclass(frozen=True, eq=False)
class Leaderboard:
    """The published values.

    Attributes:
        systems: the systems that have a row, in the order of the file.
        columns: the number columns that are there, in the order of the file, corpus columns under the corpora's slugs.
        cells: (system, column) → cell; a blank cell has the value None.
        descriptions: system → description; empty where there is none.
        rows: system → its row in the file.
        unreadable: (system, column) of the cells that hold something else than a number; they have no value.
        written: column → its name in the file, where it has another there.
    """

    systems: tuple[str, ...]
    columns: tuple[str, ...]
    cells: Mapping[tuple[str, str], Cell] = field(repr=False)
    descriptions: Mapping[str, str] = field(repr=False)
    unreadable: frozenset[tuple[str, str]] = frozenset()
    written: Mapping[str, str] = field(default_factory=dict)
    rows: Mapping[str, int] = field(default_factory=dict, repr=False)

    def cell(self, system: str, column: str) -> Cell:
        """Return a cell; a missing one where the file has no such row or column."""
        return self.cells.get((system, column), Cell())

    def in_file(self, column: str) -> str:
        """Return a column's name as the file writes it."""
        return self.written.get(column, column)


def read_leaderboard(
    folder: Path, corpora: Sequence[Corpus], findings: Findings, text: str = "characters"
) -> Leaderboard | None:
    """Read `meta/leaderboard.csv`; None where errors leave nothing to work with. The file must exist.

    Where `text` is `words`, error rates may be called `wer`, `wer_<corpus>`; they are kept as `cer`, `cer_<corpus>`.

    A system that an error speaks of, since its id is unusable or stands in several rows, is left out.
    """
    table = read_table(folder, FILE, ("system",), findings)
    if table is None:
        return None
    if not table.rows:
        findings.note(
            "empty", FILE, "no system is listed", allowed="one row a system", advice="fill the table, or take it away"
        )
        return None
    check_ids(table, "system", findings)
    systems = table.column("system")
    unclear = {name for name in systems if id_fault(name)} | check_each_once(table, "system", findings)
    columns = _number_columns(table, corpora, text, findings)
    cells: dict[tuple[str, str], Cell] = {}
    unreadable: set[tuple[str, str]] = set()
    for written, column in columns.items():
        for row, system, text in zip(table.rows, systems, table.column(written), strict=True):
            try:
                cells[system, column] = number_cell(text)
            except ValueError as error:
                unreadable.add((system, column))
                findings.error(
                    "value",
                    FILE,
                    str(error),
                    allowed="a number with a decimal point, or blank",
                    advice=f"correct the cell of {quoted(system)}",
                    row=row,
                    column=written,
                )
            else:
                note_cut(cells[system, column], FILE, findings, row, written)
    _check_values(table, columns, cells, findings)
    return Leaderboard(
        tuple(name for name in systems if name not in unclear),
        tuple(columns.values()),
        {place: cell for place, cell in cells.items() if place[0] not in unclear},
        {name: text.strip() for name, text in zip(systems, table.column("description"), strict=True)},
        frozenset(unreadable),
        {column: written for written, column in columns.items() if written != column},
        dict(zip(systems, table.rows, strict=True)),
    )


def _number_columns(table: Table, corpora: Sequence[Corpus], text: str, findings: Findings) -> dict[str, str]:
    """Return column name in the file → name under which it is kept; of two for one thing neither."""
    known = dict.fromkeys((*POINTS, *EDGES))
    by_slug = {corpus.slug: corpus.slug for corpus in corpora}
    by_slug |= {corpus.name: corpus.slug for corpus in corpora}
    columns: dict[str, str] = {}
    strange: list[str] = []
    other_unit: list[str] = []
    contradicted: set[str] = set()
    for name in table.frame.columns:
        if name in ("system", "description"):
            continue
        plain = _as_character_rate(name)
        corpus, edge = _corpus_part(plain)
        slug = by_slug.get(corpus) or by_slug.get(corpus_slug(corpus)) if corpus else None
        kept = plain if plain in known else f"{CORPUS_PREFIX}{slug}{edge}" if slug else ""
        if not kept:
            strange.append(name)
        elif plain != name and text != "words":
            other_unit.append(name)
        elif kept in columns.values():
            contradicted.add(kept)
            earlier = next(written for written, column in columns.items() if column == kept)
            findings.error(
                "conflict", FILE, f"{quoted(earlier)} and {quoted(name)} are two columns for one value",
                allowed="one of them", advice="take away the one that counts another unit of text, or is not meant",
                row=1, column=name,
            )  # fmt: skip
        else:
            columns[name] = kept
    if other_unit:
        findings.note(
            "unit-of-text",
            FILE,
            f"{named(other_unit, limit=20)} {'counts' if len(other_unit) == 1 else 'count'} words and "
            f"{'is' if len(other_unit) == 1 else 'are'} not used: the unit of text of this study is the character",
            allowed="cer, cer_<corpus>",
            advice='where the study is about words, write text = "words" in study.toml',
        )
    if strange:
        findings.note(
            "unused-column",
            FILE,
            f"{named(strange, limit=20)} {'is' if len(strange) == 1 else 'are'} not used",
            allowed=f"system, {', '.join(POINTS)} and their _ci_low, _ci_high, cer_<corpus>, description",
            advice="a column cer_… must end in a corpus of the test utterances: "
            + (", ".join(corpus.slug for corpus in corpora) or "there is none"),
        )
    return {name: kept for name, kept in columns.items() if kept not in contradicted}


def _as_character_rate(name: str) -> str:
    """Return the name of a rate over words with that of characters in its place; other names as they are.

    >>> _as_character_rate("wer_phone_ci_low"), _as_character_rate("werewolf")
    ('cer_phone_ci_low', 'werewolf')
    """
    head, separator, rest = name.partition("_")
    return CHARACTER_RATE + separator + rest if head == WORD_RATE else name


def _corpus_part(name: str) -> tuple[str, str]:
    if not name.startswith(CORPUS_PREFIX):
        return "", ""
    rest = name.removeprefix(CORPUS_PREFIX)
    for edge in ("_ci_low", "_ci_high"):
        if rest.endswith(edge):
            return rest.removesuffix(edge), edge
    return rest, ""


def _note_blanks(table: Table, column: str, findings: Findings) -> None:
    blank = [row for row, text in zip(table.rows, table.column(column), strict=True) if not text.strip()]
    if blank:
        findings.note(
            "blank-cell", FILE, f"{len(blank)} of {len(table.rows)} cells are blank ({rows_named(blank)}); the values "
            "are missing",
            allowed="a number, or blank where none was published", row=blank[0], column=column,
        )  # fmt: skip


def _check_values(
    table: Table, columns: Mapping[str, str], cells: Mapping[tuple[str, str], Cell], findings: Findings
) -> None:
    """Warn of columns that look like fractions, of values outside their range and of edges on the wrong side."""
    for written, column in columns.items():
        _note_blanks(table, written, findings)
        values = [cell.value for (_, of), cell in cells.items() if of == column and cell.value is not None]
        if column.startswith(("eer_", "cer", "uar")):
            warn_of_fractions(FILE, written, values, "leaderboard column", findings)
    rows = dict(zip(table.column("system"), table.rows, strict=True))
    for (system, column), cell in cells.items():
        if cell.value is None:
            continue
        if column.startswith(("eer_", "uar")) and not 0 <= cell.value <= 100:
            allowed = "0 to 100 percent"
        elif column.startswith("cer") and cell.value < 0:
            allowed = "0 percent or more"
        elif column.startswith("rho_") and not -1 <= cell.value <= 1:
            allowed = "-1 to 1"
        else:
            allowed = ""
        if allowed:
            findings.warning(
                "range", FILE, f"{cell.text} for {quoted(system)}", allowed, "correct the cell", row=rows[system],
                column=column,
            )  # fmt: skip
        low, high = cells.get((system, column + "_ci_low")), cells.get((system, column + "_ci_high"))
        if low is None or high is None or low.value is None or high.value is None:
            continue
        if not low.value <= cell.value <= high.value:
            findings.warning(
                "interval",
                FILE,
                f"{cell.text} for {quoted(system)} lies outside its own interval [{low.text}, {high.text}]",
                allowed="edges below and above the value",
                advice="correct the value or its interval",
                row=rows[system],
                column=column,
            )
