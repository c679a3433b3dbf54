"""Folders of all sources together, each with the files that lie right in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from analysis.errors import InputError
from analysis.importers.tree import Tree
from analysis.study.findings import Findings


@dataclass(frozen=True)
class Folder:
    """One folder of a source.

    Attributes:
        tree: the source.
        path: the folder below its root; empty for the root.
        files: names of the files in it, sorted.
    """

    tree: Tree
    path: str
    files: tuple[str, ...]

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """Return the names from the source down to the folder."""
        # Archives may hold names such as `./a//b`, which have to be asked for as they are.
        return (self.tree.shown, *(part for part in self.path.split("/") if part not in ("", ".")))

    @property
    def name(self) -> str:
        """Return the folder's own name."""
        return self.parts[-1]

    @property
    def above(self) -> str:
        """Return the name of the folder above; empty at the root of a source."""
        return self.parts[-2] if len(self.parts) > 1 else ""

    @property
    def shown(self) -> str:
        """Return how messages call the folder."""
        return "/".join(self.parts)

    def place(self, file: str) -> str:
        """Return how messages call a file in it."""
        return self.tree.place(self._inside(file))

    def text(self, file: str, findings: Findings) -> str | None:
        """Return a file's text; None where it cannot be read, which is added as an error."""
        try:
            return self.tree.read_text(self._inside(file))
        except InputError as error:
            findings.refused("unreadable", self.place(file), error)
            return None

    def _inside(self, file: str) -> str:
        return f"{self.path}/{file}" if self.path else file


def folders(trees: Sequence[Tree]) -> tuple[Folder, ...]:
    """Return every folder that holds a file, source by source, each source's sorted by path."""
    found: list[Folder] = []
    for tree in trees:
        files: dict[str, list[str]] = {}
        for name in tree.names:
            path, _, last = name.rpartition("/")
            files.setdefault(path, []).append(last)
        found += [Folder(tree, path, tuple(sorted(names))) for path, names in sorted(files.items())]
    return tuple(found)


def of_the_same_name(found: Iterable[Folder], file: str, findings: Findings) -> dict[str, Folder]:
    """Return folder by name; two of one name whose `file` differs are an error, of equal ones the first is taken."""
    by_name: dict[str, Folder] = {}
    for folder in found:
        first = by_name.setdefault(folder.name, folder)
        if first is folder or file not in folder.files or file not in first.files:
            continue
        if folder.text(file, findings) != first.text(file, findings):
            findings.error(
                "conflict",
                folder.place(file),
                f"another {file} than in {first.shown}, a folder of the same name",
                allowed="each list once",
                advice="name the folder that is meant, and not the other",
            )
    return by_name
