"""What the caller of an import wants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Wishes:
    """What the caller wants otherwise than the files say.

    Attributes:
        names: a system's name in the files (a suffix, a file's name) → its id in the study.
        split: the part of the data that becomes the study: `test` or `dev`.
        title: of the study; empty: made from the folder's name.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    split: str = "test"
    title: str = ""

    def system(self, found: str) -> str:
        """Return the id that a system gets."""
        return self.names.get(found, found)


NO_WISHES = Wishes()
