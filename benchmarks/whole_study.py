"""A whole large study through `vpreport build`, in processes of its own and a temporary folder."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import polars

from benchmarks import builds
from benchmarks.large_study import ATTACKERS, SPEAKERS, TRIALS, write_study
from benchmarks.progress import tell
from benchmarks.timing import shown, table

SYSTEMS = 20


def measured(systems: int = SYSTEMS) -> str:
    """Return the table: the first build, the one after one file changed, and the one in which nothing did."""
    # As somebody would type it, whatever the other measurements ask of the libraries.
    for name in [name for name in os.environ if name.endswith("_NUM_THREADS")]:
        del os.environ[name]
    builds.adopt()
    costs = {}
    with tempfile.TemporaryDirectory(prefix="study-") as place:
        scratch = builds.copied_clone(Path(place))
        tell(f"a study of {systems} systems is written")
        study = write_study(scratch / "large", systems)
        more = ("--study", str(study), "--out", str(scratch / "report"))
        tell("its first build")
        costs["from nothing"] = builds.build(scratch, "cache", *more)
        changed = study / "scores" / "lazy" / "system_01.parquet"
        polars.read_parquet(changed).with_columns(score=polars.col("score") * 0.9).write_parquet(changed)
        tell("a build after one file of scores changed, and one with nothing changed")
        costs["after one file of scores changed"] = builds.build(scratch, "cache", *more)
        costs["with nothing changed"] = builds.build(scratch, "cache", *more)
    rows = [[name, shown(cost.processor), f"{cost.peak:,.0f} MiB", shown(cost.wall)] for name, cost in costs.items()]
    size = (
        f"{systems} systems and the reference, {len(ATTACKERS)} attackers, {SPEAKERS:,} speakers, {TRIALS:,} trials, "
        "1,000 draws; all bootstraps, pages and figures:\n\n"
    )
    return size + table(["`vpreport build`", "processors", "memory of the largest process", "clock"], rows)
