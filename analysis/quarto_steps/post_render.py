"""After a render: put into the site what stands beside its pages, and take out what Quarto adds and no page uses.

A sitemap holds the day and the address of the site, an index for search the text of every page once more; with either,
the same report would not be the same files.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from analysis.quarto_steps.environment import ROOT, run

ADDED = ("search.json", "sitemap.xml")
ROBOTS = re.compile(r"Sitemap: \S+/sitemap\.xml\s*")


def take_out(site: Path) -> None:
    """Remove what Quarto added; a `robots.txt` that says more than where the sitemap is, is somebody's own."""
    for name in ADDED:
        (site / name).unlink(missing_ok=True)
    robots = site / "robots.txt"
    if robots.is_file() and ROBOTS.fullmatch(robots.read_text(encoding="utf-8", errors="replace")):
        robots.unlink()


if __name__ == "__main__":
    run("assets", "--site")
    take_out(ROOT / "_site")
