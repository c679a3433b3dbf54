"""A comparison as the comment on a pull request, which GitHub cuts off beyond 65,536 signs.

Text from data is put into code spans: there GitHub sees no mention, no link, no mark-up and no end of a table's cell.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from analysis.diff import words
from analysis.diff.found import Difference, Flip, Group, Member, Number
from analysis.ledger import parts

MARKER = "<!-- vpreport-diff -->"
LIMIT = 60_000
EXAMPLES = 3
"""Of each measure so many of the numbers and verdicts that only one side has; the others are counted."""
LONGEST = 160
"""Signs of one name or verdict; a longer one is cut, with an ellipsis."""
RESERVED = 1_500
"""Signs that each later section keeps for its first rows, however long an earlier one is."""
_LAST = ("edge_error",)
"""Measures that say something of the draws and nothing of a system; their numbers stand behind all others."""
_PUNCTUATION = re.compile(r"[!-,:-@\[-`{-~]")
_DIGITS = re.compile(r"[\d.,%\[\]+−\s]+( Hz)?[\d.,\[\]+−\s]*", re.ASCII)
_HEAD = ("number", "old", "new", "difference", "old interval")


@dataclass
class _Section:
    """A heading, the first rows below it, the words for those that are not shown, and how many there are and are shown.

    More rows than a comment can hold are not written.
    """

    head: str
    rows: Sequence[str]
    more: str
    count: int
    shown: int = 0

    def left(self, count: int, rest: str) -> str:
        return f"\n\n{count:,} more {self.more}. {rest}" if count else ""

    def text(self, rest: str) -> str:
        return "\n".join([self.head, *self.rows[: self.shown]]) + self.left(self.count - self.shown, rest)


def markdown(found: Difference, link: str = "") -> str:
    """Return the comment: fewer than `LIMIT` signs; what does not fit is counted, and `link` leads to all of it."""
    rest = f"[All of it]({link})" if link else "`vpreport diff` prints all of it."
    start = "\n\n".join(
        [
            MARKER,
            f"### Report: {code(found.old)} {words.ARROW} {code(found.new)}",
            f"**{words.headline(found)}**",
            *(f"> {code(side)} {gap}" for side, gap in found.gaps),
        ]
    )
    sections = [
        *_flips(found.flips, "Verdicts that flipped"),
        *_flips(found.details, "Beside the verdicts"),
        *_numbers(found.numbers, "Numbers"),
        *_numbers(found.below, "Below the displayed digits"),
        *_lists(found, rest),
    ]
    room = LIMIT - len(start) - 200  # for the last line
    kept = []
    for section in sections:  # their headings first; there can be thousands of causes
        room -= len(section.head) + len(section.left(section.count, rest)) + len("\n\n\n")
        if room < LIMIT // 3:
            break
        kept.append(section)
    _share(kept, room)
    blocks = [start, *(section.text(rest) for section in kept)]
    if len(kept) < len(sections):
        blocks.append(f"{len(sections) - len(kept):,} more groups. {rest}")
    return "\n\n".join(blocks) + "\n"


def _share(sections: Sequence[_Section], room: int) -> None:
    """Say how many rows each section shows: the first ones as many as they have, the later ones at least a few."""
    reserve = min(RESERVED, room // (2 * len(sections))) if sections else 0
    wishes = [sum(len(row) + 1 for row in section.rows) for section in sections]
    for place, section in enumerate(sections):
        free = room - sum(min(reserve, wish) for wish in wishes[place + 1 :])
        for row in section.rows:
            if len(row) + 1 > free:
                break
            section.shown += 1
            free -= len(row) + 1
            room -= len(row) + 1


def code(text: str) -> str:
    """Return a code span that shows the text literally, also in a cell of a table.

    >>> code("a_b"), code("a|b`")
    ('`a_b`', '<code>a&#124;b&#96;</code>')
    """
    text = words.readable(text)
    if len(text) > LONGEST:
        text = text[: LONGEST - 1] + "…"
    if text and text == text.strip() and not set("|`\\") & set(text):
        return f"`{text}`"
    # An element of its own: what Markdown or HTML would read is encoded, and no mention is looked for in it.
    return f"<code>{_PUNCTUATION.sub(lambda sign: f'&#{ord(sign.group())};', text)}</code>"


def _flips(flips: Sequence[Flip], title: str) -> list[_Section]:
    made = []
    for place, (kind, because, of) in enumerate(words.by_kind(flips)):
        rows = _first(_flip(flip) for flip in of)
        start = f"#### {title}\n\n" if place == 0 else ""
        head = f"{start}**{kind}** ({len(of):,}); **why:** {words.why(because, code)}\n"
        made.append(_Section(head, rows, "flips of this kind and cause", len(of)))
    return made


def _flip(flip: Flip) -> str:
    old, new = words.flip_sides(flip)
    return f"- {code(words.name_of(flip.key))}: {code(old)} {words.ARROW} {code(new)}"


def _first(rows: Iterable[str]) -> list[str]:
    """Return so many of the first rows as a comment could hold at most."""
    kept: list[str] = []
    room = LIMIT
    for row in rows:
        kept.append(row)
        room -= len(row) + 1
        if room < 0:
            break
    return kept


def _numbers(numbers: Sequence[Number], title: str) -> list[_Section]:
    made = []
    for place, (because, of) in enumerate(words.by_cause(numbers)):
        rows = _first(_row(number) for number in sorted(of, key=_is_last))
        head = f"#### {title}\n\n" if place == 0 else ""
        head += f"**Why:** {words.why(because, code)} ({len(of):,})\n\n| {' | '.join(_HEAD)} |\n|---|---|---|---|---|"
        made.append(_Section(head, rows, "numbers with this cause", len(of)))
    return made


def _is_last(number: Number) -> bool:
    return parts(number.key)[1:2] in ((measure,) for measure in _LAST)


def _row(number: Number) -> str:
    old, new = words.sides(number)
    cells = [code(words.name_of(number.key)), _cell(old), _cell(new), number.difference, number.against_interval]
    return f"| {' | '.join(cells)} |"


def _cell(text: str) -> str:
    """Return a cell: digits as they are, anything with words in a code span."""
    return text if _DIGITS.fullmatch(text) and len(text) <= LONGEST else code(text)


def _lists(found: Difference, rest: str) -> list[_Section]:
    made = []
    for title, of in words.groups(found):
        rows = [f"- {code(words.name_of(one.measure))}: {one.count:,} ({_examples(one)})" for one in of]
        cut = f"\nOf some measures only the first {EXAMPLES} are named. {rest}\n"
        head = f"#### {title}\n{cut if any(one.count > EXAMPLES for one in of) else ''}"
        made.append(_Section(head, rows, "measures", len(rows)))
    for title, moved in (("Figures", found.figures), ("What moved", found.things)):
        if moved:
            rows = [f"- {words.thing(one, code)}" for one in moved]
            made.append(_Section(f"#### {title}\n", rows, title.lower(), len(rows)))
    return made


def _examples(one: Group) -> str:
    shown = ", ".join(_member(one, member) for member in one.members[:EXAMPLES])
    more = one.count - EXAMPLES
    return f"{shown} and {more:,} more" if more > 0 else shown


def _member(of: Group, member: Member) -> str:
    name = words.name_of(member.key.removeprefix(f"{of.measure}/"))
    return f"{code(name)}: {_cell(words.said(member))}"
