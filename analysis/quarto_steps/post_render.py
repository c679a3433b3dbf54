"""After a render: put into the site what stands beside its pages."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from analysis.quarto_steps.environment import run

run("assets", "--site")
