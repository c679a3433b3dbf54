"""The SVG of a figure: drawn by matplotlib, or kept in the cache from an earlier build that drew the same.

What lies on a sheet is known before matplotlib turns it into SVG, which takes nearly all of a figure's time. So the SVG
is kept under what it is made from: the marks and words with their places, the code that draws them, matplotlib, and
the faces of the words. And so a sheet can be drawn by another process.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy

from analysis.cache import Arrays, Cache, Recipe
from analysis.errors import EngineError
from analysis.files import digest
from analysis.pages.figures import style
from analysis.pages.figures.canvas import Canvas
from analysis.work import Begun, Here, Unit, Workers

Draw = Callable[[str, Canvas], str]
"""From a figure's path below the report folder, and its sheet, to its SVG."""

MODULES = ("analysis.pages.figures.canvas", "analysis.pages.figures.style", "analysis.pages.figures.svg")
"""The code between a sheet and its SVG; what puts marks on a sheet shows in the sheet."""

HANDFUL = 4
"""Figures that are handed out together: one takes less time than to hand it over and to ask for the next."""


def drawn(_path: str, sheet: Canvas) -> str:
    """Draw a figure, whatever was drawn before."""
    return sheet.svg()


class Pictures:
    """Draws what the cache does not hold; each figure is a stage of the cache by its path."""

    def __init__(self, cache: Cache, crew: Workers | None = None) -> None:
        """Draw with a crew, entered by the caller; None is this process alone."""
        self._cache = cache
        self._crew = crew or Here()
        self._begun: dict[str, Begun] = {}
        self._face = _khmer_face()

    def begin(self, sheets: Mapping[str, Canvas]) -> None:
        """Let others draw these figures, by path, until they are asked for here; those that have begun go on."""
        new = [path for path in sheets if path not in self._begun]
        units = [self._unit(path, sheets[path], place // HANDFUL) for place, path in enumerate(new)]
        self._begun |= dict.fromkeys(new, Begun(units, self._cache, self._crew))

    def __call__(self, path: str, sheet: Canvas) -> str:
        """Return the SVG of a figure."""
        if path in self._begun:
            self._begun[path].finish()
        unit = self._unit(path, sheet)
        kept = self._cache.fetch(unit.recipe, lambda: unit.compute(*unit.arguments))
        return kept["svg"].tobytes().decode()

    def _unit(self, path: str, sheet: Canvas, handful: int = 0) -> Unit:
        faces = {"Khmer face": self._face} if self._face else {}
        recipe = Recipe(path, {"drawing": sheet.digest(), **faces}, modules=MODULES, libraries=("matplotlib",))
        return Unit(recipe, picture, (sheet, self._face), f"{path.partition('/')[0]}/figures/{handful}")


def picture(sheet: Canvas, face: str) -> Arrays:
    """Return the SVG of a sheet as `svg`: (bytes,), drawn with the Khmer face of this digest.

    Raises:
        EngineError: this machine has another.
    """
    if _khmer_face() != face:
        raise EngineError(
            "a worker has another Khmer face than this machine, and would not draw the same",
            advice="install the same versions on all machines, best from requirements-cluster.lock",
        )
    return {"svg": numpy.frombuffer(sheet.svg().encode(), numpy.uint8)}


def _khmer_face() -> str:
    """Return the digest of the face that does not come with matplotlib; nothing where it is not installed."""
    found = style.khmer_font()
    return "" if found is None else digest(found)
