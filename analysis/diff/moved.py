"""What moved between two sides: input files, settings, modules, libraries; and which study each of them can touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from analysis.diff.found import Thing
from analysis.diff.side import Side
from analysis.ledger import parts
from analysis.provenance import PROVENANCE, VERDICTS

SETTINGS_FILE = "study.toml"
_KINDS = ("attacks", "benchmark", "challenge")


def things(kind: str, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Thing]:
    """Return what two lists of name → content differ in, by name."""
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name), new.get(name)
        if before != after:
            how = "added" if before is None else "gone" if after is None else "changed"
            yield Thing(kind, name, how, before or "", after or "")


def with_folders(paths: Iterable[str]) -> set[str]:
    """Return paths and the folders below the study's own that they lie in: a source may name `audio/demo`."""
    found = set(paths)
    for path in tuple(found):
        names = path.split("/")[:-1]
        found |= {"/".join(names[:depth]) for depth in range(2, len(names) + 1)}
    return found


class Moved:
    """Everything that moved.

    Attributes:
        known: whether both sides record settings, code and libraries.
    """

    def __init__(self, old: Side, new: Side) -> None:
        self._sides = (old, new)
        self.known = old.provenance is not None and new.provenance is not None

    @property
    def gaps(self) -> tuple[tuple[str, str], ...]:
        """Return what a side does not record: its name, and the words that follow it."""
        told = []
        for side in self._sides:
            if side.verdicts is None:
                told.append((side.name, f"has no {VERDICTS}: which verdicts flipped is unknown, ranks excepted."))
            if side.provenance is None:
                told.append((side.name, f"has no {PROVENANCE}: causes are unknown."))
        return tuple(told)

    @cached_property
    def all(self) -> tuple[Thing, ...]:
        """Return the inputs, settings, libraries and modules that moved."""
        found = list(things("input", *({path: row[0] for path, row in side.inputs.items()} for side in self._sides)))
        for kind in ("setting", "library", "code") if self.known else ():
            found += things(
                kind,
                *(
                    {name: version for (of, name), version in (side.provenance or {}).items() if of == kind}
                    for side in self._sides
                ),
            )
        return tuple(found)

    def of_study(self, study: str) -> Iterator[Thing]:
        """Give what moved and could move a number of this study."""
        kind = self._kinds.get(study, "")
        others = tuple(f"analysis.{other}." for other in _KINDS if kind in _KINDS and other != kind)
        for thing in self.all:
            if thing.kind == "input":
                # What of the settings file can move a number stands among the settings.
                mine = self.place(thing.name)[0] == study and self.place(thing.name)[1] != SETTINGS_FILE
            elif thing.kind == "setting":
                mine = parts(thing.name)[0] == study
            else:
                mine = not thing.name.startswith(others)
            if mine:
                yield thing

    def files_of(self, study: str) -> set[str]:
        """Return the files and folders that a source of this study can name, those of both sides."""
        places = (self.place(path) for side in self._sides for path in side.inputs)
        return with_folders(path for of, path in places if of == study)

    def place(self, path: str) -> tuple[str, str]:
        """Return the study that a path of `inputs.csv` belongs to, and the path below the study's folder."""
        names = path.split("/")
        start = 1 if names[0] == "data" and len(names) > 2 and names[1] in self._kinds else 0
        for place in range(start, len(names) - 1):
            if names[place] in self._kinds:
                return names[place], "/".join(names[place + 1 :])
        return "", path

    @cached_property
    def _kinds(self) -> dict[str, str]:
        """Return study → its kind."""
        found = {}
        for side in self._sides:
            for (of, name), version in (side.provenance or {}).items():
                if of == "setting" and parts(name)[1:] == ("kind",):
                    found[parts(name)[0]] = version
        return found
