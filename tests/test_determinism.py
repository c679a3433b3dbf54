"""Same inputs, same bytes: two builds by two processes in two clones, with nothing else alike."""

import itertools
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from analysis.ledger import Ledger
from analysis.pages.site import Site
from tests.pages.results import TEMPLATES, benchmark, challenge
from tests.studies import write_study

ROOT = Path(__file__).parents[1]
WORLDS = {
    "one": {"PYTHONHASHSEED": "1", "OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    "my results": {
        "PYTHONHASHSEED": "4242", "OMP_NUM_THREADS": "2", "POLARS_MAX_THREADS": "2", "TZ": "Asia/Phnom_Penh",
        "LC_ALL": "C", "COLUMNS": "40", "MPLCONFIGDIR": "mpl", "NO_COLOR": "1",
    },
}  # fmt: skip


@pytest.fixture(scope="module")
def reports(tmp_path_factory):
    """Both `report/` folders as name → bytes, by the name of the clone, and what the two builds printed."""
    running = {}
    for name, world in WORLDS.items():
        clone = tmp_path_factory.mktemp("clones") / name
        clone.mkdir()
        shutil.copy(ROOT / "_quarto.yml", clone)
        shutil.copytree(ROOT / "templates", clone / "templates")
        shutil.copytree(ROOT / "data" / "vpc2024", clone / "data" / "vpc2024")
        write_study(clone / "data" / "tiny study")
        environment = {**os.environ, "PYTHONPATH": str(ROOT), **world}
        if "MPLCONFIGDIR" in world:
            environment["MPLCONFIGDIR"] = str(clone / "mpl")
        command = [sys.executable, "-m", "analysis", "build"]
        running[clone] = subprocess.Popen(command, cwd=clone, env=environment, stdout=-1, stderr=-1)
    found = {}
    for clone, process in running.items():
        told, failed = process.communicate()
        assert 0 == process.returncode, failed.decode()
        report = clone / "report"
        files = {path.relative_to(report).as_posix(): path for path in report.rglob("*") if path.is_file()}
        found[clone] = {name: path.read_bytes() for name, path in files.items()}, told + failed
    return found


def test_two_builds_make_the_same_bytes(reports):
    """Ledger, inputs, tables, figures and page sources do not depend on folder, hash seed, threads, zone or locale."""
    (one, _), (two, _) = reports.values()
    assert sorted(one) == sorted(two)
    assert [] == [name for name in one if one[name] != two[name]]
    kinds = {Path(name).suffix for name in one}
    assert {".csv", ".json", ".md", ".qmd", ".svg", ".yml"} == kinds


def test_both_builds_computed_everything(reports):
    """The two caches were empty: what is alike was computed twice."""
    for _, told in reports.values():
        assert re.search(rb"recomputed \d{2,3} results, 0 came from the cache", told)


def test_no_file_knows_where_or_when_it_was_made(reports):
    """No path of the machine, no host name and no clock."""
    for clone, (files, _) in reports.items():
        for word in (str(clone), str(ROOT), os.uname().nodename, sys.prefix):
            assert [] == [name for name, content in files.items() if word.encode() in content], word


def test_every_text_file_ends_its_lines_plainly(reports):
    """LF only, no byte order mark, and a line end at the end."""
    files, _ = next(iter(reports.values()))
    assert [] == [
        name
        for name, content in files.items()
        if b"\r" in content or content.startswith(b"\xef\xbb\xbf") or not content.endswith(b"\n")
    ]


def shaken(ledger: Ledger) -> Ledger:
    """Return the ledger as another processor might make it: every number a little off, by turns up and down."""
    factors = itertools.cycle((1 + 1e-13, 1 - 1e-13))

    def off(number: float | None) -> float | None:
        return None if number is None else number * next(factors)

    return Ledger(
        replace(entry, value=off(entry.value), ci_low=off(entry.ci_low), ci_high=off(entry.ci_high)) for entry in ledger
    )


@pytest.mark.parametrize("make", [lambda: benchmark(4, traps=1), lambda: challenge(5)], ids=["benchmark", "challenge"])
def test_the_last_bits_of_a_number_change_nothing(make):
    """Noise far below the digits that the ledger keeps reaches neither the ledger nor a page source."""
    results = make()
    noisy = replace(results, ledger=shaken(results.ledger))
    assert results.ledger.to_csv() == noisy.ledger.to_csv()
    undrawn = (Site([given], given, TEMPLATES, draw=lambda _path, _sheet: "") for given in (results, noisy))
    calm, other = (site.files(lambda _text: True) for site in undrawn)
    assert [] == [name for name in calm if name.endswith(".qmd") and calm[name] != other[name]]
