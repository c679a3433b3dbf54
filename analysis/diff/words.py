"""The words for what was found, shared by the console and by Markdown, so that both print the same digits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from urllib.parse import unquote

from analysis.diff.found import Because, Difference, Flip, Group, Member, Number, Shown, Thing

ARROW = "→"
MOST_THINGS = 6
NOTHING = "Nothing changed."
UNIT_SIGNS = {"percent": " %", "Hz": " Hz"}
COUNTED = (
    ("flips", "verdict flipped", "verdicts flipped"),
    ("details", "detail beside a verdict changed", "details beside verdicts changed"),
    ("numbers", "number changed", "numbers changed"),
    ("below", "number changed below the displayed digits", "numbers changed below the displayed digits"),
    ("added", "number added", "numbers added"),
    ("gone", "number gone", "numbers gone"),
    ("verdicts_added", "verdict added", "verdicts added"),
    ("verdicts_gone", "verdict gone", "verdicts gone"),
    ("reworded", "number with another source or method", "numbers with another source or method"),
    ("figures", "figure differs", "figures differ"),
    ("things", "input, setting, module or library moved", "inputs, settings, modules and libraries moved"),
)
KIND_WORDS = {"input": "input", "setting": "setting", "code": "code of", "library": "library", "figure": "figure"}


def readable(text: str) -> str:
    """Return text of one line in which every sign can be seen: what cannot be printed stands percent-encoded.

    >>> readable("a\\u202eb\\nc")
    'a%E2%80%AEb%0Ac'
    """
    if text.isprintable():
        return text
    return "".join(
        sign if sign.isprintable() else "".join(f"%{byte:02X}" for byte in sign.encode("utf-8", "surrogatepass"))
        for sign in text
    )


def name_of(key: str) -> str:
    """Return a ledger key as a person reads it: decoded, except where a part holds a `/` or what cannot be seen.

    >>> name_of("s/eer/%40all%7C%3Cb%3E/lazy"), name_of("s/eer/a%2Fb")
    ('s/eer/@all|<b>/lazy', 's/eer/a%2Fb')
    """
    if "%" not in key and key.isprintable():
        return key
    return "/".join(readable(unquote(part)).replace("/", "%2F") for part in key.split("/"))


def headline(found: Difference) -> str:
    """Return one sentence that counts everything."""
    counts = found.counts()
    told = [f"{counts[name]:,} {one if counts[name] == 1 else many}" for name, one, many in COUNTED if counts[name]]
    return f"{', '.join(told)}." if told else NOTHING


def sides(number: Number) -> tuple[str, str]:
    """Return the old and the new number: value, unit, interval, and of the rest what is another one."""
    differing = [name for name in ("n", "tag", "inputs") if getattr(number.old, name) != getattr(number.new, name)]
    return _side(number.old, differing), _side(number.new, differing)


def _side(shown: Shown, differing: Sequence[str]) -> str:
    text = f"{shown.value}{UNIT_SIGNS.get(shown.unit, '')}" if shown.value else f"missing: {readable(shown.missing)}"
    if shown.ci_low or shown.ci_high:
        text += f" [{shown.ci_low}, {shown.ci_high}]"
    for name in differing:
        text += f", n = {shown.n}" if name == "n" and shown.n else ", no n" if name == "n" else ""
        text += "" if name == "n" else f", {readable(getattr(shown, name))}"
    return text


def against(number: Number) -> str:
    """Return where the new value lies, in words; empty where that is not asked."""
    return f"{number.against_interval} the old interval" if number.against_interval else ""


def flip_sides(flip: Flip) -> tuple[str, str]:
    """Return the old and the new verdict; a key in a verdict is decoded like any other."""
    return (
        name_of(flip.old) if flip.old else "(not there)",
        name_of(flip.new) if flip.new else "(not there)",
    )


def thing(moved: Thing, marked: Callable[[str], str] = str) -> str:
    """Return what moved in plain words, without its digest; `marked` puts a name or value into the mark-up in use."""
    shown = f"{KIND_WORDS[moved.kind]} {marked(name_of(moved.name))}"
    if moved.kind in ("setting", "library") and moved.how == "changed":
        old, new = (marked(readable(text)) if text else "nothing" for text in (moved.old, moved.new))
        return f"{shown} changed from {old} to {new}"
    return f"{shown} {'is gone' if moved.how == 'gone' else moved.how}"


def why(because: Because, marked: Callable[[str], str] = str) -> str:
    """Return a cause in words; `marked` as in `thing`."""
    start = {"these": "", "one of": "one of these: ", "unknown": "unknown"}[because.sure]
    text = start + _listed(because.things, marked)
    return f"{text}, and perhaps {_listed(because.perhaps, marked)}" if because.perhaps else text


def _listed(things: Sequence[Thing], marked: Callable[[str], str]) -> str:
    more = len(things) - MOST_THINGS
    return ", ".join(thing(moved, marked) for moved in things[:MOST_THINGS]) + (
        f" and {more:,} more" if more > 0 else ""
    )


def by_cause(found: Iterable[Number] | Iterable[Flip]) -> list[tuple[Because, list]]:
    """Return what was found in groups of one cause, the largest first, each in its order."""
    of_object: dict[int, tuple[Because, list]] = {}  # most share their cause as one object; comparing many is slow
    for one in found:
        of_object.setdefault(id(one.because), (one.because, []))[1].append(one)
    groups: dict[Because, list] = {}
    for because, members in of_object.values():
        groups.setdefault(because, []).extend(members)
    return sorted(groups.items(), key=lambda item: (-len(item[1]), why(item[0])))


def by_kind(flips: Iterable[Flip]) -> list[tuple[str, Because, list[Flip]]]:
    """Return flips in groups of one kind and cause, kinds in their order."""
    kinds = groupby(flips, key=lambda flip: flip.kind)
    return [(kind, because, group) for kind, of in kinds for because, group in by_cause(of)]


def groups(found: Difference) -> list[tuple[str, Sequence[Group]]]:
    """Return what only one side has or what reads otherwise, each list with its title; empty lists are left out."""
    every: tuple[tuple[str, Sequence[Group]], ...] = (
        ("Numbers added", found.added),
        ("Numbers gone", found.gone),
        ("Verdicts added", found.verdicts_added),
        ("Verdicts gone", found.verdicts_gone),
        ("Another source or method", found.reworded),
    )
    return [(title, of) for title, of in every if of]


def said(member: Member) -> str:
    """Return what a number or verdict says."""
    return name_of(member.said) if isinstance(member.said, str) else _side(member.said, ())
