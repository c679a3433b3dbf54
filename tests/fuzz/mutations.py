"""Damage done to sound files: what a slip of the hand, a broken transfer or ill will makes of them."""

from __future__ import annotations

import random
from collections.abc import Sequence

WORDS = (
    b"", b"\n", b"\r\n", b"\r", b",", b";", b"\t", b'"', b'""', b" ", b"-", b"+", b"=", b"@", b"%", b"0", b"-1", b"1e5",
    b"1e999", b"-1e999", b"nan", b"NaN", b"inf", b"-inf", b"NA", b"None", b"True", b"0012", b"1,5", b"9" * 400, b".",
    b"..", b"../../x", b"/", b"\\", b"\0", b"\xef\xbb\xbf", b"\xff\xfe", b"\xe9", b"\xf0\x9f\x98\x80",
    "\u202e".encode(), "\u200b".encode(), "\u00a0".encode(), "e\u0301".encode(), b"=cmd()", b"{{ x }}", b"<script>",
    b"[[", b"]]", b"{", b"}", b"[" * 2000, b"{" * 2000, b"system", b"original", b"target", b"nontarget", b"----",
)  # fmt: skip
"""Texts that readers of tables, numbers, archives and TOML are known to stumble over."""

MOST_STEPS = 6
LONGEST = 200_000
"""Bytes above which a mutation is cut; the readers' own bounds are tested elsewhere."""


def mutate(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Return `data` after one to six random steps of damage.

    Args:
        data: a sound file.
        others: further sound files, of which pieces are mixed in.
        chance: decides; the same state gives the same bytes.
    """
    for _ in range(chance.randint(1, MOST_STEPS)):
        data = chance.choice(STEPS)(data, others, chance)[:LONGEST]
    return data


def _span(data: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randint(0, len(data))
    return start, min(len(data), start + int(chance.expovariate(1 / 16)))


def _flip(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    if not data:
        return data
    place = chance.randrange(len(data))
    return data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1 :]


def _cut(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    return data[: chance.randint(0, len(data))]


def _delete(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    return data[:start] + data[end:]


def _repeat(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    return data[:end] + data[start:end] * chance.choice((1, 2, 50)) + data[end:]


def _insert(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    start, _ = _span(data, chance)
    return data[:start] + chance.choice(WORDS) + data[start:]


def _replace(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    return data[:start] + chance.choice(WORDS) + data[end:]


def _noise(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    start, end = _span(data, chance)
    return data[:start] + chance.randbytes(end - start) + data[end:]


def _mix(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    other = chance.choice(others) if others else data
    start, end = _span(other, chance)
    place, _ = _span(data, chance)
    return data[:place] + other[start:end] + data[place:]


def _lines(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Change the order of the lines, drop one or say one twice."""
    lines = data.split(b"\n")
    how = chance.randrange(3)
    place = chance.randrange(len(lines))
    if how == 0:
        chance.shuffle(lines)
    elif how == 1:
        del lines[place]
    else:
        lines.insert(chance.randrange(len(lines) + 1), lines[place])
    return b"\n".join(lines)


def _cell(data: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """Put another word into one cell of a table."""
    lines = data.split(b"\n")
    place = chance.randrange(len(lines))
    cells = lines[place].split(b",")
    cells[chance.randrange(len(cells))] = chance.choice(WORDS)
    lines[place] = b",".join(cells)
    return b"\n".join(lines)


STEPS = (_flip, _cut, _delete, _repeat, _insert, _replace, _noise, _mix, _lines, _cell, _cell)
