"""What an audit found: one finding a fault, and how many numbers carry a tag."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Literal

Kind = Literal[
    "bare number", "tag", "unknown key", "digits", "row", "link", "network", "source of a PDF", "input", "copy", "file"
]


@dataclass(frozen=True)
class Finding:
    """One fault.

    Attributes:
        file: the file that has it, below the site or the clone.
        kind: what sort of fault it is.
        found: what stands there.
        expected: what should.
        where: the words around it, a page, a line; may be empty.
    """

    file: str
    kind: Kind
    found: str
    expected: str
    where: str = ""

    def as_dict(self) -> dict[str, str]:
        """Return the finding for JSON."""
        return asdict(self)

    def text(self) -> str:
        """Return the finding as a line for people."""
        where = f" ({self.where})" if self.where else ""
        return f"{self.file}: {self.kind}: {self.found}{where}; {self.expected}"


@dataclass(frozen=True)
class Coverage:
    """How many of the numbers that a reader sees carry a tag, in one sort of output."""

    output: str
    files: int = 0
    tagged: int = 0
    bare: int = 0

    @property
    def all(self) -> int:
        """Return how many numbers there are; names are none."""
        return self.tagged + self.bare

    def as_dict(self) -> dict[str, Any]:
        """Return the counts for JSON."""
        return {"output": self.output, "files": self.files, "tagged": self.tagged, "all": self.all}

    def text(self) -> str:
        """Return the counts as a line for people."""
        # Rounded down: nothing but all is all.
        share = f" ({1000 * self.tagged // self.all / 10:.1f} %)" if self.all else ""
        return f"{self.output}: {self.tagged:,} of {self.all:,} numbers tagged{share} in {self.files} files"
