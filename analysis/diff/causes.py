"""Why a number differs: which of the things that moved it rests on.

A build is a function of its inputs, settings, code and libraries, so a number that differs has its cause among those
that moved. If one thing moved, that is the cause. Of several, those are named that the number rests on: the files of
its source, and everything that the heavy results rest on which its key and source point to. A key that names a system
points to the results of that system, one that names none to those of all; so no cause is left out, while a number that
is derived from many may be given one too many.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from analysis.diff.found import Because, Thing
from analysis.diff.side import Side
from analysis.ledger import parts
from analysis.provenance import PROVENANCE, VERDICTS, Stage

SETTINGS_FILE = "study.toml"
_NEVER_FROM_STAGES = ("shipped", "setting")
_EVERYWHERE = ("interval", "kind", "level", "pairs", "reference", "simulated", "systems", "text")
"""Settings that no heavy result need name and any number may rest on."""
_AGAINST_ALL = (
    "doubt", "dominated_by", "exploratory", "front", "front_move", "front_step", "holm", "leader", "leak_off_line",
    "p_holm", "published_dominated_by", "published_front", "rank", "standing",
)  # fmt: skip
"""Measures that place one system among all, so that another one's files can move them."""
_OTHER_KIND = {"benchmark": "analysis.challenge.", "challenge": "analysis.benchmark."}


def things(kind: str, old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[Thing]:
    """Return what two lists of name → content differ in, by name."""
    for name in sorted(old.keys() | new.keys()):
        before, after = old.get(name), new.get(name)
        if before != after:
            how = "added" if before is None else "gone" if after is None else "changed"
            yield Thing(kind, name, how, before or "", after or "")


_UNNAMED = ("code", "")
_NOTHING: tuple[frozenset[str], frozenset[str], frozenset[str]] = (frozenset(), frozenset(), frozenset())


@dataclass(frozen=True, slots=True)
class _Question:
    """What of a key decides which heavy results it rests on; keys that ask the same have the same causes."""

    study: str
    measure: str
    source: str
    kinds: frozenset[str]
    systems: frozenset[str]
    attackers: frozenset[str]


class Causes:
    """What moved between two sides, and which of it a key rests on."""

    def __init__(self, old: Side, new: Side) -> None:
        self._old, self._new = old, new
        self._known = old.provenance is not None and new.provenance is not None
        self._answers: dict[_Question, Because] = {}
        self._moved: dict[str, tuple[Thing, ...]] = {}
        self._places: dict[str, dict[tuple[str, str], list[int]]] = {}
        self._pointed: dict[tuple[str, str], tuple[frozenset[str], frozenset[str], frozenset[str]]] = {}

    @property
    def gaps(self) -> tuple[tuple[str, str], ...]:
        """Return what a side does not record: its name, and the words that follow it."""
        told = []
        for side in (self._old, self._new):
            if side.verdicts is None:
                told.append((side.name, f"has no {VERDICTS}: which verdicts flipped is unknown, ranks excepted."))
            if side.provenance is None:
                told.append((side.name, f"has no {PROVENANCE}: causes are unknown."))
        return tuple(told)

    @cached_property
    def moved(self) -> tuple[Thing, ...]:
        """Return the inputs, settings, modules and libraries that moved."""
        inputs = [{path: row[0] for path, row in side.inputs.items()} for side in (self._old, self._new)]
        found = list(things("input", *inputs))
        if self._known:
            sides = [side.provenance or {} for side in (self._old, self._new)]
            for kind in ("setting", "library", "code"):
                found += things(
                    kind, *({name: version for (of, name), version in side.items() if of == kind} for side in sides)
                )
        return tuple(found)

    def of(self, key: str, source: str = "") -> Because:
        """Return why what stands under a key differs; `source` is that of its ledger row, empty for a verdict."""
        if not self._known:
            return Because("unknown")
        study, *names = parts(key)
        measure = names[0] if names else ""
        if measure == "setting":
            own = [thing for thing in self._moved_of(study) if thing.kind == "setting" and thing.name == key_of(key)]
            if own:
                return Because("these", tuple(own))
        question = self._question(study, measure, names, source)
        if question not in self._answers:
            self._answers[question] = self._because(question)
        return self._answers[question]

    def _question(self, study: str, measure: str, names: Sequence[str], source: str) -> _Question:
        pointed = [self._pointing(study, name) for name in names]
        kinds, systems, attackers = (frozenset().union(*of) for of in zip(*pointed, strict=True)) if names else _NOTHING
        return _Question(study, measure, source, kinds, frozenset() if measure in _AGAINST_ALL else systems, attackers)

    def _pointing(self, study: str, name: str) -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
        """Return the kinds of results, the systems and the attackers that one name of a key points to."""
        found = self._pointed.get((study, name))
        if found is None:
            kinds, systems, attackers = self._words.get(study, _NOTHING)
            found = self._pointed[study, name] = (
                frozenset(kind for kind in kinds if name == kind or name.startswith(f"{kind}_")),
                systems & {name},
                frozenset(one for one in attackers if name == one or name.endswith(f"_{one}")),
            )
        return found

    @cached_property
    def _stages(self) -> dict[str, list[Stage]]:
        """Return study → its stages, those of both sides."""
        found: dict[str, list[Stage]] = {}
        for stage in dict.fromkeys((*self._old.stages, *self._new.stages)):
            if len(stage.parts) > 1:
                found.setdefault(stage.parts[0], []).append(stage)
        return found

    @cached_property
    def _words(self) -> dict[str, tuple[frozenset[str], frozenset[str], frozenset[str]]]:
        """Return study → the kinds, the systems and the attackers that its stages name."""

        def at(stages: Sequence[Stage], place: int) -> frozenset[str]:
            return frozenset(stage.parts[place] for stage in stages if len(stage.parts) > place)

        return {study: (at(stages, 1), at(stages, 2), at(stages, 3)) for study, stages in self._stages.items()}

    @cached_property
    def _kinds(self) -> dict[str, str]:
        """Return study → whether it is a benchmark or a challenge."""
        found = {}
        for side in (self._old, self._new):
            for (of, name), version in (side.provenance or {}).items():
                if of == "setting" and parts(name)[1:] == ("kind",):
                    found[parts(name)[0]] = version
        return found

    def _place(self, path: str) -> tuple[str, str]:
        """Return the study that a path of `inputs.csv` belongs to, and the path below the study's folder."""
        names = path.split("/")
        start = 1 if names[0] == "data" and len(names) > 2 and names[1] in self._kinds else 0
        for place in range(start, len(names) - 1):
            if names[place] in self._kinds:
                return names[place], "/".join(names[place + 1 :])
        return "", path

    def _moved_of(self, study: str) -> tuple[Thing, ...]:
        """Return what moved and could move a number of this study."""
        if study not in self._moved:
            self._moved[study] = tuple(self._moving(study))
        return self._moved[study]

    def _moving(self, study: str) -> Iterator[Thing]:
        other = _OTHER_KIND.get(self._kinds.get(study, ""), " ")
        for thing in self.moved:
            if thing.kind == "input":
                # What of the settings file can move a number stands among the settings.
                mine = self._place(thing.name)[0] == study and self._place(thing.name)[1] != SETTINGS_FILE
            elif thing.kind == "setting":
                mine = parts(thing.name)[0] == study
            else:
                mine = not thing.name.startswith(other)
            if mine:
                yield thing

    def _because(self, question: _Question) -> Because:
        moved = self._moved_of(question.study)
        if len(moved) < 2:
            return Because("these" if moved else "unknown", moved)
        tokens = set(re.split(r", |; ", question.source))
        stages = self._stages_of(question, tokens)
        places = self._places_of(question.study)
        named = {
            place
            for kind, names in (
                ("input", tokens.union(*(stage.inputs for stage in stages))),
                ("setting", set(_EVERYWHERE).union(*(stage.settings for stage in stages))),
                ("code", set().union(*(stage.code for stage in stages))),
                ("library", set().union(*(stage.libraries for stage in stages))),
            )
            for name in names
            for place in places.get((kind, name), ())
        }
        if not stages:  # then libraries are not known
            named |= {place for place, thing in enumerate(moved) if thing.kind == "library"}
        if not named:
            return Because("one of", moved)
        # Whatever no heavy result names, such as a chapter's own module, may have worked on a derived number.
        direct = question.measure in self._words.get(question.study, _NOTHING)[0]
        perhaps = () if direct else (moved[place] for place in places.get(_UNNAMED, ()))
        return Because("these", tuple(moved[place] for place in sorted(named)), tuple(perhaps))

    def _places_of(self, study: str) -> dict[tuple[str, str], list[int]]:
        """Return (kind, name as sources and stages have it) → places among what moved; `_UNNAMED`: of no stage."""
        if study not in self._places:
            found: dict[tuple[str, str], list[int]] = {}
            in_stages = {module for stage in self._stages.get(study, ()) for module in stage.code}
            for place, thing in enumerate(self._moved_of(study)):
                names = {thing.name}
                if thing.kind == "input":
                    names = _with_folders([self._place(thing.name)[1]])
                elif thing.kind == "setting":
                    names = {parts(thing.name)[-1]}
                elif thing.kind == "code" and thing.name not in in_stages:
                    found.setdefault(_UNNAMED, []).append(place)
                for name in names:
                    found.setdefault((thing.kind, name), []).append(place)
            self._places[study] = found
        return self._places[study]

    def _stages_of(self, question: _Question, tokens: set[str]) -> list[Stage]:
        """Return the heavy results that a key and its source point to."""
        if question.measure in _NEVER_FROM_STAGES:
            return []
        found = [
            stage
            for stage in self._stages.get(question.study, ())
            if (not question.systems or len(stage.parts) < 3 or stage.parts[2] in question.systems)
            and (not question.attackers or len(stage.parts) < 4 or stage.parts[3] in question.attackers)
        ]
        if question.kinds:
            # Another reading of the same files goes with it.
            inputs = {stage.inputs for stage in found if stage.parts[1] in question.kinds}
            found = [stage for stage in found if stage.inputs in inputs]
        return [stage for stage in found if tokens & _with_folders(stage.inputs)] or found


def key_of(setting: str) -> str:
    """Return the name in `provenance.csv` of the setting that a ledger key shows.

    >>> key_of("khmer_demo/setting/draws")
    'khmer_demo/draws'
    """
    study, _, *rest = setting.split("/")
    return "/".join((study, *rest))


def _with_folders(paths: Iterable[str]) -> set[str]:
    """Return paths and the folders below the study's own that they lie in: a source may name `audio/demo`."""
    found = set(paths)
    for path in tuple(found):
        names = path.split("/")[:-1]
        found |= {"/".join(names[:depth]) for depth in range(2, len(names) + 1)}
    return found
