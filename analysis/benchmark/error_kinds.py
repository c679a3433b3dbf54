"""What a corpus error rate leaves out: kinds of edit, the mean over utterances, empty texts, the form of the texts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy

from analysis.benchmark.content import KINDS
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.workbench import Workbench
from analysis.ledger import Entry
from analysis.measures import Edits, error_rate, mean_error_rate, unseen_signs
from analysis.study.transcripts import FILE as TRANSCRIPTS

# Text policy → what was done to both texts before they were compared, for the method column.
POLICIES = {
    "nfc": "both texts in the Unicode form NFC",
    "no_zero_width": "without the zero-width signs U+200B, U+2060, U+FEFF and U+00AD",
    "nfc_no_zero_width": "without the zero-width signs U+200B, U+2060, U+FEFF and U+00AD, then in the form NFC",
}
UNSEEN = {
    "zero_width": "zero-width signs U+200B, U+2060, U+FEFF and U+00AD",
    "joiners": "zero-width joiners and non-joiners, which stay under every policy",
    "other_blanks": "blanks other than U+0020, which are compared as signs",
    "other_forms": "texts that are not in the Unicode form NFC",
}


def error_kinds(measured: Measured) -> Part:
    """Return the rows that stand beside the corpus error rate of each system, and the largest difference of each."""
    bench = measured.bench
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    means: dict[str, float] = {}
    forms: dict[str, float] = {}
    for system, by_policy in measured.texts.edits.items():
        rate = measured.texts.points[system, "all"]
        edits = [Edits(*map(int, row)) for row in by_policy["as_is"]]
        entries += _kinds(bench, system, edits)
        largest = _largest(edits)
        if largest:
            verdicts[bench.key("edits_largest", system)] = largest
        mean = mean_error_rate(edits)
        entries.append(_row(
            bench, ("cer_mean", system), mean, system, "mean of the rates of the utterances, each with equal weight",
            n=sum(one.reference > 0 for one in edits),
        ))  # fmt: skip
        means[system] = abs(mean - rate)
        for policy, words in POLICIES.items():
            found = [Edits(*map(int, row)) for row in by_policy[policy]]
            entries.append(_row(
                bench, (f"cer_{policy}", system), error_rate(found), system, f"corpus rate, {words}",
                n=sum(one.reference for one in found),
            ))  # fmt: skip
            forms[system] = max(forms.get(system, 0.0), abs(error_rate(found) - rate))
    if means:
        entries += _texts(bench, list(means))
        entries += [
            _difference(bench, "cer_mean", means, "mean over utterances minus corpus rate, largest without its sign"),
            _difference(bench, "cer_forms", forms, "rate under another text policy minus corpus rate, largest"),
        ]
        entries += [
            _count(bench, ("edits_largest", kind), list(verdicts.values()).count(kind), len(verdicts),
                   f"systems whose most frequent edits are {kind}")
            for kind in KINDS
        ]  # fmt: skip
    return Part(tuple(entries), verdicts)


def _row(
    bench: Workbench, names: tuple[str, ...], value: float, system: str, method: str, n: int | None
) -> Entry:  # fmt: skip
    return bench.recomputed(
        names, value, "percent", 1, f"{TRANSCRIPTS}, hyp_{system}", method, n=n, missing=bench.no_reference
    )


def _count(bench: Workbench, names: tuple[str, ...], value: int, n: int | None, what: str) -> Entry:
    return bench.recomputed(("count", *names), value, "count", 0, TRANSCRIPTS, f"number of {what}", n=n)


def _kinds(bench: Workbench, system: str, edits: list[Edits]) -> Iterator[Entry]:
    """Return the edits of each kind, and their share of all edits."""
    total = sum(one.errors for one in edits)
    reference = sum(one.reference for one in edits)
    for kind in KINDS:
        found = sum(getattr(one, kind) for one in edits)
        yield bench.recomputed(
            ("edits", kind, system), found, "count", 0, f"{TRANSCRIPTS}, hyp_{system}",
            f"{kind} in an alignment with the fewest edits", n=reference,
        )  # fmt: skip
        yield bench.recomputed(
            ("edits_share", kind, system), 100 * found / total if total else None, "percent", 1,
            f"{TRANSCRIPTS}, hyp_{system}", f"{kind} over all edits", n=total, missing="no edits",
        )  # fmt: skip


def _largest(edits: list[Edits]) -> str:
    """Return the kind of edit that is most frequent; empty where there are no edits, or two kinds tie."""
    totals = {kind: sum(getattr(one, kind) for one in edits) for kind in KINDS}
    top = [kind for kind, total in totals.items() if total == max(totals.values())]
    return top[0] if len(top) == 1 else ""


def _texts(bench: Workbench, systems: list[str]) -> Iterator[Entry]:
    """Count the texts, the empty ones among them, and the signs that a reader does not see."""
    transcripts = bench.benchmark.transcripts
    if transcripts is None:
        raise ValueError("the study has no transcripts")
    references = transcripts.frame["reference"].to_list()
    heard = {system: transcripts.hypotheses(system) for system in systems}
    empty = numpy.array([not text.strip(" ") for text in references], dtype=bool)
    yield _count(bench, ("transcripts",), len(references), None, "utterances with a transcript")
    yield _count(bench, ("empty_references",), int(empty.sum()), len(references),
                 "empty references, which have no rate of their own")  # fmt: skip
    totals = dict.fromkeys(UNSEEN, 0)
    found = unseen_signs(references)
    for kind, words in UNSEEN.items():
        totals[kind] += getattr(found, kind)
        yield _count(bench, ("unseen_references", kind), getattr(found, kind), len(references), f"{words}, references")
    for system in systems:
        silent = sum(not text.strip(" ") for text, none in zip(heard[system], empty, strict=True) if not none)
        yield _count(bench, ("empty_hypotheses", system), silent, int((~empty).sum()),
                     "empty hypotheses of a reference with signs, all deletions")  # fmt: skip
        found = unseen_signs(heard[system])
        for kind, words in UNSEEN.items():
            totals[kind] += getattr(found, kind)
            yield _count(
                bench, ("unseen_hypotheses", kind, system), getattr(found, kind), len(references),
                f"{words}, hypotheses",
            )  # fmt: skip
    for kind, words in UNSEEN.items():
        yield _count(
            bench, ("unseen", kind), totals[kind], len(references) * (1 + len(systems)),
            f"{words}, references and hypotheses together",
        )  # fmt: skip


def _difference(bench: Workbench, name: str, gaps: dict[str, float], method: str) -> Entry:
    known = [gap for gap in gaps.values() if numpy.isfinite(gap)]
    return bench.recomputed(
        ("difference_max", name), max(known) if known else None, "percentage points", 2, TRANSCRIPTS, method,
        n=len(known), missing=bench.no_reference,
    )  # fmt: skip
