"""After a render: put style sheet, script and font into the site."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from analysis.quarto_steps.environment import run

run("assets", "--site")
