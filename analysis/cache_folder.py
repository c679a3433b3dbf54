"""What results are kept under in a cache folder, for who only asks whether there are some; `cache.py` keeps them."""

from __future__ import annotations

from pathlib import Path

RESULTS, LATEST = "results", "latest"


def nothing_kept(folder: Path) -> bool:
    """Tell whether no result was ever kept in a cache folder."""
    return not (folder / RESULTS).is_dir()
