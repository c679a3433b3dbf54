"""Why a number differs: which of the things that moved it rests on.

A build is a function of its inputs, settings, code and libraries, so a number that differs has its cause among those
that moved. If one thing moved, that is the cause. Of several, those are named that the number rests on: the files of
its source, and everything that the heavy results rest on which its key and source point to. A key that names a system
points to the results of that system, one that names none to those of all; so no cause is left out, while a number that
is derived from many may be given one too many.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from analysis.diff.found import Because, Thing
from analysis.diff.moved import Moved, with_folders
from analysis.diff.side import Side
from analysis.ledger import parts
from analysis.provenance import Stage

_NEVER_FROM_STAGES = ("shipped", "setting")
_EVERYWHERE = ("interval", "kind", "level", "pairs", "partial", "reference", "simulated", "systems", "text")
"""Settings that no heavy result need name and any number may rest on."""
_AGAINST_ALL = (
    "doubt", "dominated_by", "exploratory", "front", "front_move", "front_step", "holm", "leader", "leak_off_line",
    "p_holm", "published_dominated_by", "published_front", "rank", "standing",
)  # fmt: skip
"""Measures that place one system among all, so that another one's files can move them."""
_UNNAMED = ("code", "")


@dataclass(frozen=True, slots=True)
class _Pointed:
    """What names of a key point to: kinds of heavy results, systems, attackers; empty means all of them."""

    kinds: frozenset[str] = frozenset()
    systems: frozenset[str] = frozenset()
    attackers: frozenset[str] = frozenset()


_NOTHING = _Pointed()


class Causes:
    """Which of the things that moved between two sides a key rests on."""

    def __init__(self, old: Side, new: Side) -> None:
        self.moved = Moved(old, new)
        self._stages = tuple(dict.fromkeys((*old.stages, *new.stages)))
        self._studies: dict[str, _Study] = {}

    def of(self, key: str, source: str = "") -> Because:
        """Return why what stands under a key differs; `source` is that of its ledger row, empty for a verdict."""
        if not self.moved.known:
            return Because("unknown")
        study, *names = parts(key)
        if study not in self._studies:
            stages = [stage for stage in self._stages if stage.parts[0] == study and len(stage.parts) > 1]
            self._studies[study] = _Study(study, self.moved, stages)
        return self._studies[study].because(names, source)


class _Study:
    """What moved that can touch one study, and what its heavy results rest on."""

    def __init__(self, study: str, moved: Moved, stages: Sequence[Stage]) -> None:
        self._moved = tuple(moved.of_study(study))
        self._stages = stages
        self._files = moved.files_of(study)
        self._kept = {path for stage in stages for path in stage.inputs}
        self._words = tuple(
            frozenset(stage.parts[place] for stage in stages if len(stage.parts) > place) for place in (1, 2, 3)
        )
        self._pointing: dict[str, _Pointed] = {}
        self._answers: dict[tuple[str, str, tuple[str, ...]], Because] = {}
        self._paths = {thing: moved.place(thing.name)[1] for thing in self._moved if thing.kind == "input"}
        in_stages = {module for stage in stages for module in stage.code}
        self._places: dict[tuple[str, str], list[int]] = {}
        for place, thing in enumerate(self._moved):
            for name in self._names_of(thing):
                self._places.setdefault((thing.kind, name), []).append(place)
            if thing.kind == "code" and thing.name not in in_stages:
                self._places.setdefault(_UNNAMED, []).append(place)

    def _names_of(self, thing: Thing) -> set[str]:
        """Return the names by which sources and stages know a thing."""
        if thing.kind == "input":
            return with_folders([self._paths[thing]])
        return {parts(thing.name)[-1]} if thing.kind == "setting" else {thing.name}

    def because(self, names: Sequence[str], source: str) -> Because:
        """Return why the number or verdict with these names in its key differs."""
        if len(self._moved) < 2:
            return Because("these" if self._moved else "unknown", self._moved)
        measure = names[0] if names else ""
        if measure == "setting":
            own = [thing for thing in self._moved if thing.kind == "setting" and parts(thing.name)[1:] == (*names[1:],)]
            if own:
                return Because("these", tuple(own))
        pointing = tuple(name for name in names if self._points(name) is not _NOTHING)
        asked = (measure, source, pointing)
        if asked in self._answers:
            return self._answers[asked]
        pointed = [self._points(name) for name in pointing]
        question = _Pointed(
            frozenset().union(*(one.kinds for one in pointed)),
            frozenset() if measure in _AGAINST_ALL else frozenset().union(*(one.systems for one in pointed)),
            frozenset().union(*(one.attackers for one in pointed)),
        )
        self._answers[asked] = self._answer(measure, set(re.split(r", |; ", source)), question)
        return self._answers[asked]

    def _points(self, name: str) -> _Pointed:
        """Return what one name of a key points to."""
        if name not in self._pointing:
            kinds, systems, attackers = self._words
            found = _Pointed(
                frozenset(kind for kind in kinds if name == kind or name.startswith(f"{kind}_")),
                systems & {name},
                frozenset(one for one in attackers if name == one or name.endswith(f"_{one}")),
            )
            self._pointing[name] = _NOTHING if found == _NOTHING else found
        return self._pointing[name]

    def _answer(self, measure: str, tokens: set[str], question: _Pointed) -> Because:
        stages = [] if measure in _NEVER_FROM_STAGES else self._stages_of(tokens, question)
        named = {
            place
            for kind, names in (
                ("input", tokens.union(*(stage.inputs for stage in stages))),
                ("setting", set(_EVERYWHERE).union(*(stage.settings for stage in stages))),
                ("code", set().union(*(stage.code for stage in stages))),
                ("library", set().union(*(stage.libraries for stage in stages))),
            )
            for name in names
            for place in self._places.get((kind, name), ())
        }
        for place, thing in enumerate(self._moved):
            # A source that names no file, like that of a verdict, may stand for any that no heavy result names.
            unsaid = thing.kind == "input" and not tokens & self._files
            if (unsaid and not (stages and self._paths[thing] in self._kept)) or (
                thing.kind == "library" and not stages
            ):
                named.add(place)
        if not named:
            return Because("one of", self._moved)
        # Whatever no heavy result names, such as a chapter's own module, may have worked on a derived number.
        direct = measure in self._words[0]
        perhaps = () if direct else (self._moved[place] for place in self._places.get(_UNNAMED, ()))
        return Because("these", tuple(self._moved[place] for place in sorted(named)), tuple(perhaps))

    def _stages_of(self, tokens: set[str], question: _Pointed) -> list[Stage]:
        """Return the heavy results that a key and its source point to."""
        found = [
            stage
            for stage in self._stages
            if (not question.systems or len(stage.parts) < 3 or stage.parts[2] in question.systems)
            and (not question.attackers or len(stage.parts) < 4 or stage.parts[3] in question.attackers)
        ]
        if question.kinds:
            # Another reading of the same files goes with it.
            inputs = {stage.inputs for stage in found if stage.parts[1] in question.kinds}
            found = [stage for stage in found if stage.inputs in inputs]
        return [stage for stage in found if tokens & with_folders(stage.inputs)] or found
