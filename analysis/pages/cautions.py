"""What to read with care: which warnings a study has, sorted by what they would cost a reader to miss.

A caution names its kind and what it is about; the sentence stands in `templates/<kind>/care.qmd.j2`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from analysis.ledger import key, parts
from analysis.pages.contested import BY_KIND, BY_TEST, contested
from analysis.results import Results


@dataclass(frozen=True)
class Caution:
    """One warning: `kind` chooses its sentence, `about` are the names that the sentence needs."""

    kind: str
    about: tuple[str, ...] = ()


def cautions(results: Results) -> tuple[Caution, ...]:
    """Return the warnings of a study in a fixed order of importance."""
    partial = [Caution("partial")] if "coverage" in results.words else []
    return (*partial, *_OF_KIND[results.kind](results))


def _with_prefix(results: Results, *prefix: str) -> Iterator[tuple[tuple[str, ...], str]]:
    for name, words in sorted(results.verdicts.items()):
        names = parts(name)
        if names[1 : 1 + len(prefix)] == prefix:
            yield names, words


def _said(results: Results) -> Iterator[Caution]:
    """Return what the study itself says of its data."""
    for text in results.notes:
        yield Caution("said", (text,))


def _benchmark(results: Results) -> Iterator[Caution]:
    for names, attacker in _with_prefix(results, "trap"):
        yield Caution("trap", (names[2], attacker))
    for kind, words in (("trap_shipped", "apart"), ("trap_unpublished", "not published")):
        about = tuple(names[2] for names, found in _with_prefix(results, "trap_intervals") if found == words)
        if about:
            yield Caution(kind, about)
    for names, _ in _with_prefix(results, "beyond_reference"):
        yield Caution("beyond_reference", (names[2],))
    for remark in results.remarks:
        if remark.severity == "warning":
            yield Caution("remark", (remark.text,))
    yield from _said(results)
    for names, _ in _with_prefix(results, "few_speakers"):
        yield Caution("few_speakers", (names[2],))
    for how in (BY_KIND, BY_TEST):
        for pair in results.pairs:
            for names, _ in _with_prefix(results, "paired", pair.b, pair.a):
                if contested(results, *names[2:]) == how:
                    yield Caution(how, names[2:])
    for pair in results.pairs:
        for names, verdict in _with_prefix(results, "paired", pair.b, pair.a):
            if verdict == "not established":
                yield Caution("not_established", (pair.b, pair.a, names[4]))
    for names, verdict in _with_prefix(results, "agreement"):
        # What differs by less than its own uncertainty stands in its chapter and is no warning.
        if verdict in ("differs", "outside the interval") and not results.simulated:
            yield Caution("differs", names[2:])
    toolkit = results.verdicts.get(key(results.study, "list_rule"), "")
    for names, verdict in _with_prefix(results, "list_agreement", toolkit):
        # By the very rule that most were made by: what differs then was made from other scores or trials.
        if verdict == "differs" and not results.simulated:
            yield Caution("list_differs", names[3:])
    registered = results.ledger.value(key(results.study, "count", "pairs", "registered"))
    computed = results.ledger.value(key(results.study, "count", "pairs", "recomputed"))
    if registered is not None and computed is not None and computed < registered:
        yield Caution("pairs_missing")
    notes = tuple(remark.text for remark in results.remarks if remark.severity == "note")
    if notes:
        yield Caution("missing", notes)


def _challenge(results: Results) -> Iterator[Caution]:
    for severity in ("warning", "note"):
        for remark in results.remarks:
            if remark.severity == severity:
                yield Caution("remark", (remark.text,))
    yield from _said(results)
    for names, verdict in _with_prefix(results, "agreement"):
        if verdict == "differs":
            yield Caution("total_differs" if names[2] == "protocol" else "differs", names[2:])


def _attacks(results: Results) -> Iterator[Caution]:
    trapped = tuple(names[2] for names, _ in _with_prefix(results, "trap"))
    if trapped:
        yield Caution("trap", trapped)
    if any(names[-1] == results.trial_list for names, _ in _with_prefix(results, "first_to_last")):
        yield Caution("flip")
    if any(entry.value for entry in results.ledger if parts(entry.key)[1:3] == ("count", "above_chance")):
        yield Caution("above")
    for remark in results.remarks:
        if remark.severity == "warning":
            yield Caution("remark", (remark.text,))
    yield from _said(results)
    for names, verdict in _with_prefix(results, "agreement"):
        if verdict == "differs":
            yield Caution("differs", names[2:])
    for remark in results.remarks:
        if remark.severity == "note":
            yield Caution("remark", (remark.text,))


_OF_KIND = {"benchmark": _benchmark, "challenge": _challenge, "attacks": _attacks}
