"""Find the Python that has the report's libraries; Quarto starts its steps with whatever `python3` is on PATH.

Standard library only: this runs before anything is known to be installed.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PLACES = (".venv/bin/python", ".venv/Scripts/python.exe")


def interpreter() -> str:
    """Return the clone's own `.venv`, else this interpreter if it can build; else end with what to run."""
    for place in PLACES:
        if (ROOT / place).is_file():
            return str(ROOT / place)
    tried = subprocess.run([sys.executable, "-c", "import polars, matplotlib, typst"], capture_output=True, check=False)
    if tried.returncode == 0:
        return sys.executable
    sys.exit("voice-privacy-report: its libraries are not installed here; run `make setup` once, then `quarto render`")


def run(*arguments: str) -> None:
    """Run `python -m analysis ...` at the root of the clone, and end with its exit code if it fails."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run([interpreter(), "-m", "analysis", *arguments], cwd=ROOT, env=environment, check=False)
    if ran.returncode != 0:
        sys.exit(ran.returncode)
