"""What a partial build tells of itself: rows, verdicts and words about what a study leaves out.

Keys, after `<study>/`: `coverage/<list>...` how much of a list is used, n being how much is listed;
`left_out/<what>/<file>/<why>` how much is left out, n being of how much. Verdicts: `partial` → `partial`;
`left_out/<what>/<file>/<why>` → the names of what is left out. The method of every number that rests on less than was
listed ends with `partial`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from analysis.ledger import Entry, Ledger, key, parts
from analysis.results import Results
from analysis.study.soundness import Coverage, LeftOut

PARTIAL = "partial"
LEFT_OUT = "left out"
MARK = f"; {PARTIAL}"
STUDY = "study"
"""Stands for the file where something is of no single one."""


def with_coverage(results: Results, coverage: Coverage | None) -> Results:
    """Return the results with everything that a reader must know about what was left out; as they are if nothing was.

    The table of `words` is `coverage` (key, what) and `left_out` (what, why, file, names, key: empty where nothing is
    counted).
    """
    if coverage is None:
        return results
    study = results.study
    ledger = Ledger(_marked(entry, coverage) for entry in results.ledger)
    ledger.extend(_shares(results, coverage))
    ledger.extend(_counts(results, coverage))
    verdicts = {**results.verdicts, key(study, PARTIAL): PARTIAL}
    verdicts |= {_key(study, one): _told(one) for one in coverage.left_out}
    words = {
        **results.words,
        "coverage": tuple(
            {"key": key(study, "coverage", *share.names), "what": share.what} for share in coverage.shares
        ),
        "left_out": tuple(
            {
                "what": one.what,
                "why": one.why,
                "file": one.file,
                "names": ", ".join(one.names),
                "key": "" if one.count is None else _key(study, one),
            }
            for one in coverage.left_out
        ),
    }
    return replace(results, ledger=ledger, verdicts=dict(sorted(verdicts.items())), words=words)


def _told(one: LeftOut) -> str:
    """Return the verdict on an item; it begins with a word, so that no spreadsheet runs a name as a formula."""
    return f"{LEFT_OUT}: {', '.join(one.names)}" if one.names else LEFT_OUT


def _marked(entry: Entry, coverage: Coverage) -> Entry:
    rests = (
        entry.tag == "recomputed" and entry.value is not None and coverage.touches(parts(entry.key)[1], entry.source)
    )
    return replace(entry, method=entry.method + MARK) if rests else entry


def _key(study: str, one: LeftOut) -> str:
    return key(study, "left_out", one.what, one.file or STUDY, one.why)


def _shares(results: Results, coverage: Coverage) -> Iterator[Entry]:
    for share in coverage.shares:
        yield _count(
            results, key(results.study, "coverage", *share.names), share.used, share.listed, share.source,
            f"{share.what}: used, of those that are listed",
        )  # fmt: skip


def _counts(results: Results, coverage: Coverage) -> Iterator[Entry]:
    for one in coverage.left_out:
        if one.count is not None:
            yield _count(
                results, _key(results.study, one), one.count, one.of, one.file or "files of the study",
                f"{one.what} that are left out: {one.why}",
            )  # fmt: skip


def _count(results: Results, name: str, value: int, n: int | None, source: str, method: str) -> Entry:
    return Entry(
        key=name, value=float(value), unit="count", decimals=0, tag="recomputed", source=source, method=method,
        inputs="simulated" if results.simulated else "real", n=n,
    )  # fmt: skip
