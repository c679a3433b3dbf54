"""Before a render: bring `report/` up to date, so that plain `quarto render` needs no other command."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from analysis.quarto_steps.environment import run

# `vpreport render` has checked that the report is built, and a second build would only cost time.
if os.environ.get("VPREPORT_BUILT") != "1":
    run("build")
run("assets", "--fonts")
