"""What the caller of an import wants."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from analysis.errors import UsageError
from analysis.study.findings import named


@dataclass(frozen=True)
class Wishes:
    """What the caller wants otherwise than the files say.

    Attributes:
        names: a system's name in the files (a suffix, a file's name) → its id in the study.
        split: the part of the data that becomes the study: `test` or `dev`.
        title: of the study; empty: made from the folder's name.
        partial: whether trials that some system has no score for may be left out, for all systems, with a warning;
            else they are an error.
        in_order: whether scores without ids are those of the lines of a list, in its order; else they are an error.
    """

    names: Mapping[str, str] = field(default_factory=dict)
    split: str = "test"
    title: str = ""
    partial: bool = False
    in_order: bool = False

    def system(self, found: str) -> str:
        """Return the id that a system gets."""
        return self.names.get(found, found)

    def check(self, found: Collection[str]) -> None:
        """Refuse another name for a system that is not here, which a slip of the pen would make.

        Raises:
            UsageError: a name is wished for what is not among the found ones.
        """
        for name in self.names:
            if name not in found:
                raise UsageError(f"--name {name}=…: no system is called so", allowed=named(sorted(found), 20))


NO_WISHES = Wishes()
