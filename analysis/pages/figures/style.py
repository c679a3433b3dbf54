"""What every figure shares: colours, sizes, the face of the text, and the settings that keep its bytes the same.

The constants may be imported anywhere (the style sheet uses the same paper and ink); matplotlib itself is loaded only
by the functions, when a figure is drawn.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

INK = "#1b1b1f"
TEAL = "#0f6e84"
RUST = "#c4451c"
GREY = "#6a6a70"
LIGHT = "#b4b2ab"
PAPER = "#fffdf8"

# Inches at which a figure stands on the A4 page, so that nothing is scaled and its text keeps the size of the body.
HALF = 3.35
FULL = 6.9
POINTS_PER_INCH = 72.0

TEXT = 9.5
SMALL = 8.0
MARGIN = 6.0

# Families are registered under names of our own: a face of the same name that is installed on the machine would
# otherwise be drawn in its place.
FAMILIES = ["report serif", "report khmer", "report fallback"]

_SHIPPED_FACES = (
    ("report serif", "STIXGeneral.ttf", "normal", 400),
    ("report serif", "STIXGeneralBol.ttf", "normal", 700),
    ("report serif", "STIXGeneralItalic.ttf", "italic", 400),
    ("report fallback", "DejaVuSans.ttf", "normal", 400),
    ("report fallback", "DejaVuSans-Bold.ttf", "normal", 700),
    ("report fallback", "DejaVuSans-Oblique.ttf", "italic", 400),
)


def khmer_font() -> Path | None:
    """Return the file of the Khmer face, or None where its package is not installed."""
    package = find_spec("fontpkg_noto_sans_khmer")
    if package is None or not package.submodule_search_locations:
        return None
    folder = Path(package.submodule_search_locations[0]) / "files"
    return next(iter(sorted(folder.glob("*.ttf"))), None)


@cache
def register_fonts() -> None:
    """Make the three families known to matplotlib, from files that come with packages."""
    import dataclasses

    import matplotlib
    from matplotlib import font_manager

    folder = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
    faces = [(family, folder / name, style, weight) for family, name, style, weight in _SHIPPED_FACES]
    khmer = khmer_font()
    if khmer is not None:
        # One file for every weight: its bold is a variation that matplotlib does not reach.
        faces += [("report khmer", khmer, style, weight) for style in ("normal", "italic") for weight in (400, 700)]
    for family, path, style, weight in faces:
        font_manager.fontManager.addfont(path)
        entry = font_manager.fontManager.ttflist[-1]
        font_manager.fontManager.ttflist[-1] = dataclasses.replace(
            entry, fname=str(path), index=0, name=family, style=style, weight=weight, stretch="normal"
        )
    font_manager.fontManager._findfont_cached.cache_clear()


@cache
def font(size: float, bold: bool = False, italic: bool = False) -> Any:
    """Return the `FontProperties` of a text of `size` points."""
    from matplotlib.font_manager import FontProperties

    register_fonts()
    families = FAMILIES if khmer_font() is not None else [FAMILIES[0], FAMILIES[2]]
    return FontProperties(
        family=families, size=size, weight=700 if bold else 400, style="italic" if italic else "normal"
    )


_IN_FORCE: ContextVar[bool] = ContextVar("matplotlib has the settings of the figures", default=False)


@contextmanager
def settings() -> Iterator[None]:
    """Draw with matplotlib's own defaults and ours on top; the settings of the process are put back afterwards.

    Inside itself it does nothing: to put the defaults back takes longer than to measure a word.
    """
    if _IN_FORCE.get():
        yield
        return
    import matplotlib

    with matplotlib.rc_context(), warnings.catch_warnings():
        # A sign that no face holds is drawn as a box; a name from a data file is no reason for noise on the console.
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from font")
        warnings.filterwarnings("ignore", category=matplotlib.MatplotlibDeprecationWarning)
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(
            {
                "svg.fonttype": "path",
                "svg.hashsalt": "figure",
                "svg.image_inline": True,
                "path.simplify": False,
                "text.parse_math": False,
                "text.usetex": False,
            }
        )
        token = _IN_FORCE.set(True)
        try:
            yield
        finally:
            _IN_FORCE.reset(token)
