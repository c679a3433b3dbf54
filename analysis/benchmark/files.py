"""Which systems have which files, as words for a table, and how many have each kind."""

from __future__ import annotations

from analysis.benchmark.measured import Measured, Part
from analysis.study.leaderboard import FILE as LEADERBOARD

KINDS = {
    "embeddings": "embeddings",
    "semi_informed": "embeddings_semi_informed",
    "scores": "scores",
    "transcripts": "meta/transcripts.csv",
    "emotions": "meta/emotions.csv",
    "audio": "audio",
    "leaderboard": LEADERBOARD,
}
UNASKED = ("scores", "emotions")
"""Kinds that stand in the place of another or on top of the others: a study without them has no rows about them."""
HERE, ABSENT, LEFT_OUT = "here", "absent", "left out"


def files(measured: Measured) -> Part:
    """Return the verdicts `file/<kind>/<system>` and the count of systems that have each kind.

    A verdict is `here`, `absent`, or `left out` where a partial build cannot use what is here.
    """
    bench = measured.bench
    systems = bench.benchmark.systems
    verdicts, entries = {}, []
    for kind, source in KINDS.items():
        has = [bool(getattr(system, kind)) for system in systems]
        if kind in UNASKED and not any(has):
            continue
        for system, found in zip(systems, has, strict=True):
            damaged = bench.benchmark.reason(kind, system.id, otherwise="")
            verdicts[bench.key("file", kind, system.id)] = HERE if found else LEFT_OUT if damaged else ABSENT
        entries.append(
            bench.recomputed(
                ("count", "files", kind), sum(has), "count", 0, source,
                "systems with a row here" if kind == "leaderboard" else "systems with such files here", n=len(has),
            )
        )  # fmt: skip
    return Part(tuple(entries), verdicts)
