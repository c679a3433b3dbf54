import hashlib
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from analysis.pages.figures.forest import ForestGroup, ForestRow, forest, forest_alt
from analysis.pages.figures.ladder import LadderRow, Rung, ladder, ladder_alt
from analysis.pages.figures.style import PAPER, khmer_font
from analysis.pages.figures.text import measure
from analysis.pages.figures.tradeoff import tradeoff, tradeoff_alt

ROOT = Path(__file__).resolve().parents[3]

DRAW_ALL = """
import hashlib, importlib.util
spec = importlib.util.spec_from_file_location("samples", "tests/pages/figures/conftest.py")
samples = importlib.util.module_from_spec(spec)
spec.loader.exec_module(samples)
from analysis.pages.figures.forest import forest
from analysis.pages.figures.ladder import ladder
from analysis.pages.figures.tradeoff import tradeoff
pictures = [tradeoff(samples.eight()), tradeoff(samples.forty_four()), tradeoff(samples.hostile()),
            forest(samples.groups()), ladder(samples.rungs())]
print(hashlib.sha256("".join(pictures).encode()).hexdigest())
"""


def pictures(samples):
    return [
        tradeoff(samples.eight()),
        tradeoff(samples.forty_four()),
        tradeoff(samples.hostile()),
        forest(samples.groups()),
        ladder(samples.rungs()),
    ]


def test_the_same_values_give_the_same_bytes(samples, tmp_path):
    """Processes with other hash seeds, other settings of matplotlib and another home draw the same bytes."""
    (tmp_path / "matplotlibrc").write_text("font.size: 30\nlines.linewidth: 9\nsvg.fonttype: none\n")
    expected = hashlib.sha256("".join(pictures(samples)).encode()).hexdigest()
    for seed, extra in (("1", {}), ("2", {"MATPLOTLIBRC": str(tmp_path / "matplotlibrc")})):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT), **extra}
        run = subprocess.run(
            [sys.executable, "-c", DRAW_ALL], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
        )
        assert run.stdout.strip() == expected


def test_nothing_in_a_picture_tells_when_or_where(samples):
    """No date, no version, no path of the machine and no text element stands in the SVG; the ground is paper."""
    for svg in pictures(samples):
        tree = ElementTree.fromstring(svg)
        assert "dc:date" not in svg
        assert "Matplotlib v" not in svg
        assert str(ROOT) not in svg
        assert "site-packages" not in svg
        assert not list(tree.iter("{http://www.w3.org/2000/svg}text"))
        assert not list(tree.iter("{http://www.w3.org/2000/svg}script"))
        assert PAPER in svg


def test_hostile_names_are_drawn_as_they_stand(samples):
    """Whatever a name holds, each picture is well-formed and its text says the same on one line."""
    rows = [LadderRow(name, (Rung(20.0), Rung(None, missing=name), Rung(5.0))) for name in samples.hostile_names]
    groups = [ForestGroup(name, (ForestRow(name, None, missing=name),)) for name in samples.hostile_names]
    for svg in (tradeoff(samples.hostile()), ladder(rows), forest(groups)):
        ElementTree.fromstring(svg)
    for text in (tradeoff_alt(samples.hostile()), ladder_alt(rows), forest_alt(groups)):
        assert text.isprintable()
        assert len(text) < 4000


@pytest.mark.skipif(khmer_font() is None, reason="the Khmer face is not installed")
def test_khmer_is_shaped():
    """A subscript sits below its letter: it makes a word no wider than a letter beside it would."""
    assert measure("ខ្ម").width < measure("ខម").width


def test_importing_the_figures_loads_no_plotting():
    """The modules load without matplotlib, so that a command that draws nothing starts quickly."""
    code = (
        "import sys, analysis.pages.figures.tradeoff, analysis.pages.figures.forest, analysis.pages.figures.ladder\n"
        "assert 'matplotlib' not in sys.modules and 'numpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, env={**os.environ, "PYTHONPATH": str(ROOT)})
