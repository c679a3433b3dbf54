"""The program does its arithmetic in one thread a process, unless somebody says otherwise, and seldom collects."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from analysis.work import own_cores

ROOT = Path(__file__).parents[1]
COUNTED = """
from analysis import cli

def run():
    import gc, numpy, threadpoolctl
    print(gc.get_threshold()[0], max(library["num_threads"] for library in threadpoolctl.threadpool_info()))

cli.run = run
cli.entry()
"""


@pytest.mark.skipif(own_cores() < 2, reason="one core has one thread anyway")
@pytest.mark.parametrize(("asked", "threads"), [({}, "1"), ({"OPENBLAS_NUM_THREADS": "2"}, "2")], ids=["no", "yes"])
def test_linear_algebra_has_one_thread_where_nothing_is_said(asked, threads):
    """What a verb imports finds the number; a user's own is kept."""
    surroundings = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    told = subprocess.run(
        [sys.executable, "-c", COUNTED], cwd=ROOT, env={**surroundings, **asked, "PYTHONPATH": str(ROOT)},
        capture_output=True, text=True,
    )  # fmt: skip
    assert f"50000 {threads}" == told.stdout.strip(), told.stderr
