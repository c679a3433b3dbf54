"""Reading filled sheets with their keys, as they come back from people and spreadsheets.

A byte-order mark, semicolons, tabs, `\\r\\n`, further columns, another order of the rows, and decimals with a point or
a comma are all understood. What cannot be read as an answer is counted, never guessed; what cannot be matched with the
key is an error, because then the wrong answer would be scored.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from analysis.errors import InputError
from analysis.listening.answers import INVALID, MISSING, VALID, Answers, Choice, Rating
from analysis.listening.design import ANONYMIZER, ROLES
from analysis.listening.tables import LIKE, NATURAL, QUESTIONS, RATING
from analysis.study.cells import MISSING_WORDS, number_cell
from analysis.study.findings import Findings, named, rows_named
from analysis.study.tables import DELIMITERS, Table, read_table
from analysis.study.texts import read_text

NATURALNESS = "naturalness"
SCALE = (1.0, 5.0)
CLIP_PATH = re.compile(r"clips/([A-Za-z0-9_-]+)/[MT][0-9]+[XAB_]*\.wav\Z")
PATHS = ("path", "reference_X", "clip_A", "clip_B")
KEY_NAME = re.compile(r"listening_(?:mos|ab)_(.+)_KEY\Z")


@dataclass(frozen=True)
class Kind:
    """One kind of file: what it is called, the columns by which it is known, and the column that names its rows."""

    words: str
    columns: tuple[str, ...]
    row: str
    is_key: bool
    answers: tuple[str, ...] = ()


RATINGS = Kind("a sheet of ratings", ("listener", "item", RATING), "item", False, (RATING,))
COMPARISONS = Kind("a sheet of comparisons", ("listener", "trial", NATURAL, LIKE), "trial", False, (NATURAL, LIKE))
RATINGS_KEY = Kind("a key of ratings", ("item", "utt_id", "system"), "item", True)
COMPARISONS_KEY = Kind("a key of comparisons", ("trial", "utt_id", "system_A", "system_B"), "trial", True)
KINDS = (RATINGS, COMPARISONS, RATINGS_KEY, COMPARISONS_KEY)
KEY_OF = {RATINGS: RATINGS_KEY, COMPARISONS: COMPARISONS_KEY}
Row = dict[str, str]


def header_of(path: Path) -> set[str]:
    """Return the names in a file's first row, cut at the delimiter that gives most of them.

    Raises:
        InputError: the file cannot be read as text.
    """
    text = _text(path)
    headers = []
    for delimiter in DELIMITERS:
        try:
            headers.append(next(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter), []))
        except csv.Error:
            continue
    return {name.strip() for name in max(headers, key=len, default=[])}


def _text(path: Path) -> str:
    if not path.is_file():
        raise InputError(f"{path} is not a file", advice="name filled sheets and their keys")
    findings = Findings()
    text = read_text(path.parent, path.name, findings)
    findings.stop_on_errors(str(path.parent))
    if text is None:
        raise InputError(f"{path} cannot be read")
    return text


def kind_of(path: Path) -> Kind | None:
    """Return what a file is, by its columns; None where it is none of ours."""
    header = header_of(path)
    return next((kind for kind in KINDS if set(kind.columns) <= header), None)


def _read(path: Path, kind: Kind) -> Table:
    findings = Findings()
    table = read_table(path.parent, path.name, kind.columns, findings)
    findings.stop_on_errors(str(path.parent))
    if table is None:
        raise InputError(f"{path} cannot be read")
    kept = [any(cell.strip() for cell in row) for row in table.frame.iter_rows()]
    return table.keep(kept)


def is_filled(path: Path) -> bool:
    """Tell whether a file must not be overwritten: it holds an answer, or it is no sheet of ours at all."""
    try:
        kind = kind_of(path)
        if kind is None or kind.is_key:
            return True
        table = _read(path, kind)
    except InputError:
        return True
    return any(cell.strip() for name in kind.answers for cell in table.column(name))


def kits_in(path: Path, *, is_key: bool) -> set[tuple[str, str]] | None:
    """Return the (listener, kit) of the rows of a sheet or of a key; None where the file is none.

    Raises:
        InputError: the file cannot be read as a table.
    """
    kind = kind_of(path)
    if kind is None or kind.is_key is not is_key:
        return None
    rows = _read(path, kind).frame.iter_rows(named=True)
    return {(row.get("listener", "").strip(), row.get("kit", "").strip()) for row in rows}


@dataclass(frozen=True)
class Block:
    """The rows of one listener and kit in one file: blind name → the row's cells, and where each row stands."""

    path: Path
    kind: Kind
    listener: str
    kit: str
    rows: Mapping[str, Row]


def read_sheets(paths: Sequence[Path]) -> Answers:
    """Read sheets and keys, in any order, and return their answers.

    Raises:
        InputError: a file is no sheet and no key, a sheet has no key, names what its key does not, names it twice, or
            holds the clips of another listener.
    """
    blocks = [block for path in paths for block in _blocks(path)]
    keys: dict[tuple[Kind, str, str], Block] = {}
    for block in blocks:
        if block.kind.is_key:
            before = keys.setdefault((block.kind, block.listener, block.kit), block)
            if before.rows != block.rows:
                raise InputError(
                    f"{before.path} and {block.path} are two keys of the listener {block.listener}",
                    advice="give the one that was made with the sheets",
                )
    answers = Answers()
    seen: dict[tuple[Kind, str], Block] = {}
    for block in blocks:
        if block.kind.is_key:
            continue
        before = seen.setdefault((block.kind, block.listener), block)
        if before is not block:
            raise InputError(
                f"{before.path} and {block.path} both hold {block.kind.words.removeprefix('a sheet of ')} of the "
                f"listener {block.listener}",
                allowed="one sheet of each kind a listener",
                advice="leave one of them out",
            )
        key = _key_of(block, keys)
        if key.kit:  # made here, and so the paths are
            _refuse_clips_of_others(block)
        if not (block.kit and key.kit):
            blank = block if key.kit else key
            answers.notes.append(
                f"{blank.path.name} does not say its kit, so nothing but the listener's name tells that "
                f"{key.path.name} is the key of {block.path.name}; with another key the answers stand under the wrong "
                "systems."
            )
        unknown = [name for name in block.rows if name not in key.rows]
        if unknown:
            raise InputError(
                f"{block.path}: the {block.kind.row} {named(unknown)} of the listener {block.listener} is not in "
                f"{key.path}",
                allowed=f"the {block.kind.row}s of the sheet as it was made",
                advice="compare the first columns with the key's",
            )
        (_ratings if block.kind is RATINGS else _choices)(block, key, answers)
    unused = sorted({block.path.name for place, block in keys.items() if (_sheet_of(place[0]), place[1]) not in seen})
    if unused:
        answers.notes.append(f"No sheet was given for {', '.join(unused)}.")
    return answers


def _sheet_of(kind: Kind) -> Kind:
    return RATINGS if kind is RATINGS_KEY else COMPARISONS


def _key_of(block: Block, keys: Mapping[tuple[Kind, str, str], Block]) -> Block:
    wanted = KEY_OF[block.kind]
    if found := keys.get((wanted, block.listener, block.kit)):
        return found
    words = block.kind.words.removeprefix("a sheet of ")
    same = [key for (kind, listener, _), key in keys.items() if kind is wanted and listener == block.listener]
    # One of them may not say which kit it is of: it was not made here, or the column was lost.
    possible = [key for key in same if not key.kit or not block.kit]
    if len(possible) > 1:
        raise InputError(
            f"{block.path} does not say its kit, and {possible[0].path} and {possible[1].path} are keys of two kits",
            allowed="a sheet with its column kit, or one key",
            advice="leave out the key that was not made with the sheet",
        )
    if possible:
        return possible[0]
    if same:
        raise InputError(
            f"{block.path} is of the kit {block.kit}, and {same[0].path} is the key of the kit {same[0].kit}",
            advice="give the key that was made with the sheet, or make it again with the same study, listener and seed",
        )
    raise InputError(
        f"{block.path}: there is no key for the {words} of the listener {block.listener}",
        advice=f"add --key keys/listening_{'mos' if block.kind is RATINGS else 'ab'}_{block.listener}_KEY.csv",
    )


def _refuse_clips_of_others(block: Block) -> None:
    """Refuse a sheet whose clips lie in another listener's folder, as when somebody wrote another name into it."""
    for name, row in block.rows.items():
        for column in PATHS:
            found = CLIP_PATH.match(row.get(column, "").replace("\\", "/"))
            if found and found[1] != block.listener:
                raise InputError(
                    f"{block.path}, {block.kind.row} {name}: the listener is {block.listener}, and the clip is one of "
                    f"{found[1]}'s ({found[0]})",
                    allowed="the listener of whom the sheet was made",
                    advice=f"write {found[1]} into the column listener, and give the key of {found[1]}",
                )


def _blocks(path: Path) -> Iterator[Block]:
    kind = kind_of(path)
    if kind is None:
        raise InputError(
            f"{path} is no sheet and no key",
            allowed="; ".join(f"{kind.words} with the columns {', '.join(kind.columns)}" for kind in KINDS)
            + "; or a file of webMUSHRA, which begins with session_test_id",
            advice="look at the first row",
        )
    table = _read(path, kind)
    by_name = KEY_NAME.match(path.stem)
    grouped: dict[tuple[str, str], dict[str, Row]] = {}
    places: dict[tuple[str, str, str], list[int]] = {}
    for number, cells in zip(table.rows, table.frame.iter_rows(named=True), strict=True):
        row = {name: cell.strip() for name, cell in cells.items()}
        listener = row.get("listener") or (by_name.group(1) if by_name else "")
        name, kit = row[kind.row], row.get("kit", "")
        if not listener or not name:
            raise InputError(
                f"{path}, row {number}: the {'listener' if not listener else kind.row} is blank",
                advice="fill it in as it stands in the other rows",
            )
        grouped.setdefault((listener, kit), {})[name] = row
        places.setdefault((listener, kit, name), []).append(number)
    double = [(name, rows) for (_, _, name), rows in places.items() if len(rows) > 1]
    if double:
        more = f" and {len(double) - 1} more" if len(double) > 1 else ""
        raise InputError(
            f"{path}: the {kind.row} {double[0][0]} stands in {rows_named(double[0][1])}{more}",
            allowed=f"each {kind.row} once",
            advice="keep the row that is meant",
        )
    for (listener, kit), rows in grouped.items():
        yield Block(path, kind, listener, kit, rows)


def _ratings(block: Block, key: Block, answers: Answers) -> None:
    answers.scales[NATURALNESS] = SCALE
    for name, behind in key.rows.items():
        text = block.rows.get(name, {}).get(RATING, "")
        value = _number(text)
        if text.lower() in MISSING_WORDS:
            answers.count(block.listener, NATURALNESS, MISSING)
        elif value is None or not SCALE[0] <= value <= SCALE[1]:
            answers.count(block.listener, NATURALNESS, INVALID)
        else:
            answers.count(block.listener, NATURALNESS, VALID)
            role = behind.get("role", "")
            answers.ratings.append(
                Rating(
                    NATURALNESS, block.listener, behind["utt_id"], behind["system"], value,
                    role if role in ROLES else ANONYMIZER,
                )
            )  # fmt: skip


def _number(text: str) -> float | None:
    try:
        return number_cell(text.replace(",", ".")).value
    except ValueError:
        return None


def _choices(block: Block, key: Block, answers: Answers) -> None:
    for name, behind in key.rows.items():
        row = block.rows.get(name, {})
        for question, column in QUESTIONS.items():
            text = row.get(column, "")
            side = text.upper()
            if text.lower() in MISSING_WORDS:
                answers.count(block.listener, question, MISSING)
            elif side not in ("A", "B"):
                answers.count(block.listener, question, INVALID)
            else:
                answers.count(block.listener, question, VALID)
                winner, loser = behind["system_A"], behind["system_B"]
                if side == "B":
                    winner, loser = loser, winner
                answers.choices.append(Choice(question, block.listener, behind["utt_id"], winner, loser))
