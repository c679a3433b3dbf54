"""The results cache: heavy intermediate results, addressed by what they were computed from.

An entry's name is a hash of its meaning: digests of the inputs, parameters, code and library versions; never a path, a
time or a number of threads. Two builds may run at once and one may be killed: an entry appears in one step, and one
that is damaged is computed again. Whatever is computed has a reason in words: the first run; an input, setting, code or
library that changed; an entry that is damaged or was removed. Nothing is pickled.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from urllib.parse import quote

import numpy

from analysis.cache_folder import LATEST, RESULTS
from analysis.errors import EngineError
from analysis.files import TEMPORARY, drop_left_behind, write_if_changed
from analysis.versions import code_digest, library_version

SCHEME = 1
FIRST_RUN, DAMAGED, REMOVED = "first run", "damaged entry", "its entry was removed"
NO_CACHE = "no cache"
LEFT = re.compile(
    rf"({RESULTS}/([0-9a-f]{{2}})/\.\2[0-9a-f]{{62}}\.npz|{LATEST}/\.[^/]+\.json)\.\w+" + re.escape(TEMPORARY)
)
"""What a killed build leaves of an entry; the folder that was named for the cache may hold files of others."""
ASKED = {"setting weights": "another `interval` in study.toml asks for other draws"}
"""What a user has changed where the ingredient has another name."""
WORDS = {
    "python": "Python",
    "scheme": "cache scheme",
    "input drawing": "what the figure shows",
    "input page": "the text of the page",
    "input figures": "a figure on the page",
    "input templates/assets": "the style in templates/assets",
    "input Khmer face": "the Khmer typeface",
    "setting pandoc": "the version of Pandoc",
}
"""Ingredients that are neither a file of a study nor a setting of one, as a user would call them."""
MOST_MODULES = 3
READABLE = 40
"""An ingredient that is longer, such as a list of clips, is named as changed without its old and its new text."""
Arrays = Mapping[str, numpy.ndarray]


@dataclass(frozen=True)
class Recipe:
    """What one cached result is made of.

    Attributes:
        stage: a readable name, such as `khmer_demo/eer/mcadams/lazy`; it names the reason lines, not the entry.
        inputs: name of an input → SHA-256 of its bytes.
        parameters: settings that change the result; JSON values.
        modules: names of the modules whose source takes part.
        libraries: names of the distributions whose version takes part.
    """

    stage: str
    inputs: Mapping[str, str]
    parameters: Mapping[str, object] = field(default_factory=dict)
    modules: Sequence[str] = ()
    libraries: Sequence[str] = ()

    def ingredients(self) -> Mapping[str, str]:
        """Return everything that takes part, as name → identifying text."""
        return self._ingredients

    @cached_property
    def _ingredients(self) -> Mapping[str, str]:
        found = {"scheme": str(SCHEME), "python": f"{sys.version_info.major}.{sys.version_info.minor}"}
        found.update({f"input {name}": digest for name, digest in self.inputs.items()})
        found.update({f"setting {name}": json.dumps(value, sort_keys=True) for name, value in self.parameters.items()})
        found.update({f"code {name}": code_digest(name) for name in self.modules})
        found.update({f"library {name}": library_version(name) for name in self.libraries})
        return found

    def key(self) -> str:
        """Return the entry's name: a hash over the ingredients, not over the stage's name."""
        return hashlib.sha256(json.dumps(self.ingredients(), sort_keys=True).encode()).hexdigest()


@dataclass
class Cache:
    """A folder of results.

    Attributes:
        folder: where the entries live; None switches the cache off.
        computed: stages that were computed in this run, with the reason for each.
        reused: how many results came from the cache. One that two stages share counts once.
        recipes: stage → what its result is made of, for every result that was asked for, computed or not.
        standing: refuses inputs that are no longer what their digest says; asked before anything computed is kept.
    """

    folder: Path | None
    computed: list[tuple[str, str]] = field(default_factory=list)
    reused: int = 0
    recipes: dict[str, Recipe] = field(default_factory=dict)
    standing: Callable[[Iterable[str]], None] = lambda _inputs: None
    _seen: set[str] = field(default_factory=set, repr=False)
    _kept: dict[str, tuple[str, dict[str, numpy.ndarray]]] = field(default_factory=dict, repr=False)

    def fetch(self, recipe: Recipe, compute: Callable[[], Arrays]) -> dict[str, numpy.ndarray]:
        """Return the result of a recipe, from the cache or by computing and keeping it.

        Arrays of Python objects are refused (`TypeError`), so that nothing is ever pickled.
        """
        self.recipes[recipe.stage] = recipe
        shared = recipe.key() in self._seen
        self._seen.add(recipe.key())
        if recipe.stage in self._kept:
            reason, result = self._kept.pop(recipe.stage)
            self.computed.append((recipe.stage, reason))
            self._remember(recipe)
            return result
        if self.folder is None:
            self.computed.append((recipe.stage, NO_CACHE))
            result = plain(compute())
            self.standing(recipe.inputs)
            return result
        path = self._path(recipe)
        found, damaged = _read(path)
        if found is not None:
            self.reused += not shared
            self._remember(recipe)
            return found
        self.computed.append((recipe.stage, DAMAGED if damaged else self._reason(recipe)))
        result = plain(compute())
        self.standing(recipe.inputs)
        write_if_changed(path, _pack(result))
        self._remember(recipe)
        return result

    def holds(self, recipe: Recipe) -> bool:
        """Say whether there is an entry; that it is damaged shows when it is fetched."""
        return self.folder is not None and self._path(recipe).is_file()

    def keep(self, recipe: Recipe, result: Arrays) -> None:
        """Take a result that was computed before it is fetched; it counts as computed when it is."""
        result = plain(result)
        self.standing(recipe.inputs)
        reason = NO_CACHE if self.folder is None else self._reason(recipe)
        if self.folder is not None:
            write_if_changed(self._path(recipe), _pack(result))
        self._kept[recipe.stage] = reason, result

    def _path(self, recipe: Recipe) -> Path:
        key = recipe.key()
        return self._root() / RESULTS / key[:2] / f"{key}.npz"

    def _root(self) -> Path:
        if self.folder is None:
            raise EngineError("the cache is switched off")
        return self.folder

    def _latest(self, recipe: Recipe) -> Path:
        name = quote(recipe.stage, safe="")
        if len(name) > 200:  # file systems stop at 255 bytes
            name = hashlib.sha256(name.encode()).hexdigest()
        return self._root() / LATEST / f"{name}.json"

    def _remember(self, recipe: Recipe) -> None:
        if self.folder is None:
            return
        content = json.dumps(recipe.ingredients(), sort_keys=True, indent=1, ensure_ascii=False)
        write_if_changed(self._latest(recipe), content + "\n")

    def _reason(self, recipe: Recipe) -> str:
        """Say what differs from the last time this stage ran."""
        try:
            before = json.loads(self._latest(recipe).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return FIRST_RUN
        if not isinstance(before, dict):
            return FIRST_RUN
        return differences(before, recipe.ingredients()) or REMOVED

    def write_log(self) -> None:
        """Keep the reasons of this run in the cache folder; never in the report."""
        if self.folder is not None:
            lines = [f"{stage}\t{reason}\n" for stage, reason in self.computed]
            write_if_changed(self.folder / "log.txt", "".join(lines) + f"reused\t{self.reused}\n")

    def sweep(self) -> None:
        """Take away what killed builds left beside entries; one that builds now may still write what is young."""
        if self.folder is None:
            return
        for pattern in (f"{RESULTS}/*/.*{TEMPORARY}", f"{LATEST}/.*{TEMPORARY}"):
            for path in self.folder.glob(pattern):
                if LEFT.fullmatch(path.relative_to(self.folder).as_posix()):
                    drop_left_behind(path)


def differences(before: Mapping[str, object], now: Mapping[str, object]) -> str:
    """Say for a user in which ingredients two lists differ; empty where they do not.

    >>> differences({"setting draws": "50", "code a": "1f"}, {"setting draws": "60", "code a": "2e"})
    'the code changed (a); setting draws changed from 50 to 60'
    >>> differences({"input meta/t.csv": "1f"}, {"input meta/t.csv": "2e"})
    'the file meta/t.csv changed'
    """
    moved = sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))
    code = [name.removeprefix("code ") for name in moved if name.startswith("code ")]
    more = f" and {len(code) - MOST_MODULES} more" if len(code) > MOST_MODULES else ""
    told = [f"the code changed ({', '.join(code[:MOST_MODULES])}{more})"] if code else []
    told += [_reason(name, before.get(name), now.get(name)) for name in moved if not name.startswith("code ")]
    return "; ".join(told)


def _reason(name: str, before: object, now: object) -> str:
    if name in ASKED:
        return ASKED[name]
    if (before is None or now is None) and name.startswith("setting "):
        # What the code asks for, which no study's settings change.
        return f"the code {'now' if before is None else 'no longer'} uses the {name}"
    words = WORDS.get(name, name)
    if name.startswith("input "):
        words = WORDS.get(name, f"the file {name.removeprefix('input ')}")
    if before is None or now is None:
        return f"{words} is {'new' if before is None else 'gone'}"
    readable = not name.startswith("input ") and max(len(str(before)), len(str(now))) <= READABLE
    return f"{words} changed from {before} to {now}" if readable else f"{words} changed"


def plain(arrays: Arrays) -> dict[str, numpy.ndarray]:
    """Return the arrays, none of which may hold Python objects."""
    result = {name: numpy.asarray(array) for name, array in arrays.items()}
    for name, array in result.items():
        if array.dtype.hasobject:
            raise TypeError(f"cached array {name} holds Python objects")
    return result


def _pack(arrays: Arrays) -> bytes:
    buffer = io.BytesIO()
    numpy.savez(buffer, **arrays)
    content = buffer.getvalue()
    return hashlib.sha256(content).digest() + content


def _read(path: Path) -> tuple[dict[str, numpy.ndarray] | None, bool]:
    """Return the arrays of an entry and whether it was there but damaged."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        return None, False
    except OSError:
        return None, True
    if hashlib.sha256(content[32:]).digest() != content[:32]:
        return None, True
    with numpy.load(io.BytesIO(content[32:]), allow_pickle=False) as stored:
        return {name: stored[name] for name in stored.files}, False
