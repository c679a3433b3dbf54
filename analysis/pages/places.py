"""Where a chapter's text stands: on a page of its own, or in the appendix, which is another folder and a level deeper.

The text is written once, with signs in it for what depends on the place. Text from data holds no control signs, and
cannot write one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote

_ROOT, _HERE, _PICTURES, _HEADING = "\x04", "\x05", "\x06", "\x07"
_SIGN = re.compile(f"[{_ROOT}-{_HEADING}]")


@dataclass(frozen=True)
class Place:
    """A place.

    Attributes:
        root: the way to the report folder.
        here: the way to the study's pages.
        pictures: the way to the study's figures.
        heading: how a heading of the first level in a chapter begins.
    """

    root: str
    here: str
    pictures: str
    heading: str

    @classmethod
    def on_its_page(cls) -> Place:
        """Return the place of a chapter on its own page."""
        return cls("..", "", "figures", "##")

    @classmethod
    def at_root(cls, study: str, level: int = 2) -> Place:
        """Return a place in the report folder itself, with headings of this level."""
        folder = quote(study)
        return cls(".", f"{folder}/", f"{folder}/figures", "#" * level)

    def fill(self, text: str) -> str:
        """Return a text that was written for `ANYWHERE` as it stands here.

        >>> Place.at_root("a b", level=3).fill(f"{ANYWHERE.heading} [x]({ANYWHERE.here}01.html)")
        '### [x](a%20b/01.html)'
        """
        signs = {_ROOT: self.root, _HERE: self.here, _PICTURES: self.pictures, _HEADING: self.heading}
        return _SIGN.sub(lambda found: signs[found[0]], text)


ANYWHERE = Place(_ROOT, _HERE, _PICTURES, _HEADING)
"""No place yet."""
