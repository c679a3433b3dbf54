"""How long `vpreport render` takes: first render, unchanged report, one changed number; run from the clone's root.

Each render is a process of its own, with a cache folder of its own; what is measured is the process and all that it
starts. The report is copied first and nothing of the clone is touched. Absolute times say as much about the machine as
about the code: compare rows of one run.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
RENDER = """
import json, resource, sys
from pathlib import Path
from analysis.pages.engines import embedded
root, folder = Path(sys.argv[1]), Path(sys.argv[2])
done = embedded.render(root, folder / "report", folder / "_site", cache=folder / "cache")
spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
cpu = sum(one.ru_utime + one.ru_stime for one in spent)
print(json.dumps({"cpu": cpu, "memory": max(one.ru_maxrss for one in spent), "written": done.written}))
"""


def one_render(folder: Path) -> dict[str, float]:
    """Return seconds of the clock and of the processors, MB of the largest process at its peak, files written."""
    begun = time.perf_counter()
    ran = subprocess.run(
        [sys.executable, "-c", RENDER, str(ROOT), str(folder)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    wall = time.perf_counter() - begun
    told = json.loads(ran.stdout)
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return {"wall": wall, "cpu": told["cpu"], "memory": told["memory"] / unit, "written": told["written"]}


def change_one_number(report: Path) -> str:
    """Show another digit of the first number that a chapter cites, in the ledger and on every page; return its key."""
    chapter = sorted(report.glob("*/02-*.qmd"))[0]
    text = chapter.read_text(encoding="utf-8")
    found = re.search(r'\[(\d+\.\d)\]\{\.num \.recomputed key="([^"]+)"( \.simulated)?\}', text)
    if found is None:
        raise SystemExit(f"{chapter} cites no number")
    shown, key, of = found.groups(default="")
    other = shown[:-1] + str((int(shown[-1]) + 1) % 10)
    old, new = (f'[{digits}]{{.num .recomputed key="{key}"{of}}}' for digits in (shown, other))
    for page in report.rglob("*.qmd"):
        text = page.read_text(encoding="utf-8")
        if old in text:
            page.write_text(text.replace(old, new), encoding="utf-8", newline="\n")
    ledger = report / "ledger.csv"
    text = ledger.read_text(encoding="utf-8")
    row = re.compile(rf"^{re.escape(key)},[^,]*", re.MULTILINE)
    ledger.write_text(row.sub(f"{key},{other}", text, count=1), encoding="utf-8", newline="\n")
    return key


def main() -> None:
    """Print a line for each render."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--report", type=Path, default=ROOT / "report", help="a built report [report]")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vpreport-") as made:
        folder = Path(made)
        shutil.copytree(given.report, folder / "report")
        print("| render | wall s | processor s | peak MB | files written |\n|:--|--:|--:|--:|--:|")
        for what in ("first", "unchanged", "one number changed"):
            if what.startswith("one"):
                change_one_number(folder / "report")
            print(f"render: {what}", file=sys.stderr, flush=True)
            took = one_render(folder)
            print(
                f"| {what} | {took['wall']:.1f} | {took['cpu']:.1f} | {took['memory']:.0f} | {took['written']:.0f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
