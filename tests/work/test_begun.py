"""What the cache lacks is computed up front and kept; what is said about it does not change."""

import numpy
import pytest

from analysis.cache import Cache
from analysis.errors import InputError
from analysis.work import Begun, Here
from tests.work import jobs
from tests.work.jobs import unit


def never():
    raise AssertionError("it is there already")


def fetched(cache, work):
    return [int(cache.fetch(one.recipe, never)["x"][0]) for one in work]


@pytest.mark.parametrize("off", [False, True], ids=["cache", "no cache"])
def test_what_was_prepared_counts_as_computed_once_it_is_fetched(tmp_path, off):
    """Stages stand in the order in which they are asked for, each with its reason."""
    work = [unit(jobs.double, n) for n in range(4)]
    cache = Cache(None if off else tmp_path)
    Begun(work, cache, Here()).finish()
    assert ([], 0) == (cache.computed, cache.reused)
    assert [6, 4, 2, 0] == fetched(cache, work[::-1])
    reason = "no cache" if off else "first run"
    assert [(f"s/double/{n}", reason) for n in (3, 2, 1, 0)] == cache.computed


def test_what_the_cache_holds_is_not_computed(tmp_path):
    """Only the rest is handed out, and what was there counts as reused."""
    work = [unit(jobs.double, n) for n in range(4)]
    Begun(work[:3], Cache(tmp_path), Here()).finish()
    told = []
    cache = Cache(tmp_path)
    Begun(work, cache, Here(), done=lambda one: told.append(one.recipe.stage)).finish()
    assert [0, 2, 4, 6] == fetched(cache, work)
    assert ([("s/double/3", "first run")], 3) == (cache.computed, cache.reused)
    assert [f"s/double/{n}" for n in range(4)] == told


def test_a_reason_names_what_changed_since_the_last_run(tmp_path):
    """As for a result that is computed when it is asked for."""
    before, after = unit(jobs.double, 1), unit(jobs.double, 2)
    after = type(after)(type(after.recipe)(before.recipe.stage, {}, {"number": 2}), jobs.double, (2,))
    for one in (before, after):
        cache = Cache(tmp_path)
        Begun([one], cache, Here()).finish()
        fetched(cache, [one])
    assert [("s/double/1", "setting number changed from 1 to 2")] == cache.computed


def test_a_build_that_stops_leaves_what_was_done(tmp_path):
    """Results are kept as they come, not at the end."""
    work = [unit(jobs.double, 0), unit(jobs.double, 1), unit(jobs.refuse, 2)]
    with pytest.raises(InputError):
        Begun(work, Cache(tmp_path), Here()).finish()
    cache = Cache(tmp_path)
    assert [True, True, False] == [cache.holds(one.recipe) for one in work]
    assert [0, 2] == fetched(cache, work[:2])


def test_units_of_a_group_go_to_one_process_in_their_order():
    """They share what is costly to make; a unit without a group is a job of its own."""
    seen = []

    class Watching(Here):
        def results(self, work, source, opened):
            seen.extend([one.recipe.stage for one in job] for job in work)
            return super().results(work, source, opened)

    names = "abcab"
    work = [unit(jobs.double, n, group=name.replace("c", "")) for n, name in enumerate(names)]
    Begun(work, Cache(None), Watching()).finish()
    assert [["s/double/0", "s/double/3"], ["s/double/1", "s/double/4"], ["s/double/2"]] == seen


def test_arrays_of_objects_are_refused(tmp_path):
    """Nothing is pickled on disk, whoever computed it."""
    with pytest.raises(TypeError, match="odd"):
        Cache(tmp_path).keep(unit(jobs.double, 1).recipe, {"odd": numpy.asarray([None])})
