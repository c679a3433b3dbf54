"""The SVG of a figure: drawn by matplotlib, or kept in the cache from an earlier build that drew the same.

What lies on a sheet is known before matplotlib turns it into SVG, which takes nearly all of a figure's time. So the SVG
is kept under what it is made from: the marks and words with their places, the code that draws them, matplotlib, and
the faces of the words.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy

from analysis.cache import Cache, Recipe
from analysis.files import digest
from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas

Draw = Callable[[str, Canvas], str]
"""From a figure's path below the report folder, and its sheet, to its SVG."""

MODULES = ("analysis.pages.figures.canvas", "analysis.pages.figures.style", "analysis.pages.figures.svg")
"""The code between a sheet and its SVG; what puts marks on a sheet shows in the sheet."""


def drawn(_path: str, sheet: Canvas) -> str:
    """Draw a figure, whatever was drawn before."""
    return sheet.svg()


def pictures(cache: Cache) -> Draw:
    """Return a function that draws what the cache does not hold; each figure is a stage of the cache by its path."""
    khmer = style.khmer_font()  # the other faces come with matplotlib
    faces = {} if khmer is None else {"Khmer face": digest(khmer)}

    def draw(path: str, sheet: Canvas) -> str:
        recipe = Recipe(path, {"drawing": sheet.digest(), **faces}, modules=MODULES, libraries=("matplotlib",))
        kept = cache.fetch(recipe, lambda: {"svg": numpy.frombuffer(sheet.svg().encode(), numpy.uint8)})
        return kept["svg"].tobytes().decode()

    return draw
