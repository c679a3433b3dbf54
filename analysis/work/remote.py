"""What a worker on another machine does with a job: see that it would compute the same, find the files, compute."""

from __future__ import annotations

import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path

from analysis import __version__
from analysis.cache import differences
from analysis.errors import EngineError, ReportError
from analysis.work.unit import Computed, Job, Source, computed_in

Ingredients = Mapping[str, str]

received: dict[Source, Path] = {}
"""Source → the folder of this worker that its files were sent to."""


def version() -> str:
    """Return the version of the program that a worker runs."""
    return __version__


def sees(source: Source) -> bool:
    """Say whether this machine has the source's files where the build has them."""
    return all((source.folder / file).is_file() for file, _ in source.digests)


def outcome_there(job: Job, source: Source | None, ingredients: Sequence[Ingredients]) -> Computed | ReportError | str:
    """Return what `computed_there` does, an error that a person can mend, or the traceback of any other as text.

    Errors are returned, not raised: one that cannot be pickled would leave the build waiting.
    """
    try:
        return computed_there(job, source, ingredients)
    except ReportError as error:
        return error
    except Exception:
        return "".join(traceback.format_exc(limit=20))


def computed_there(job: Job, source: Source | None, ingredients: Sequence[Ingredients]) -> Computed:
    """Compute a job, if what it is made of is here what it is where the build runs.

    Args:
        job: what to compute.
        source: what it is computed from.
        ingredients: of each unit, what its recipe has come to where the build runs.

    Raises:
        EngineError: Python, the program or a library is another here, or the files cannot be seen.
        InputError: a file is another here.
    """
    for unit, expected in zip(job, ingredients, strict=True):
        if found := differences(expected, unit.recipe.ingredients()):
            raise EngineError(
                f"a worker would not compute the same as this machine: {found}",
                advice="install the same versions on all machines, best from requirements-cluster.lock",
            )
    if source is None:
        return computed_in(job, None, None)
    folder = received.get(source, source.folder)
    if folder == source.folder and not sees(source):
        raise EngineError(
            f"a worker that came later does not see {source.folder}",
            advice="share the folder with all workers, or start those that do not see it before the build",
        )
    return computed_in(job, source, folder)
