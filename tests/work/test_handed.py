"""Results of another process: short ones in a message, large ones in a file."""

import numpy
import pytest

from analysis.errors import EngineError
from analysis.work import handed
from tests.work import jobs


def large(number: int) -> dict[str, numpy.ndarray]:
    return {"x": numpy.full(10_000, number)}


@pytest.mark.parametrize(("compute", "in_a_file"), [(jobs.double, False), (large, True)])
def test_large_results_are_handed_over_in_a_file_that_is_taken_away(tmp_path, compute, in_a_file):
    """Nothing longer than what is written at once goes through a pipe, and nothing is left of a file."""
    given = handed.compute([jobs.unit(compute, 3)], None, tmp_path)
    assert in_a_file is (given in list(tmp_path.iterdir())) and in_a_file is not isinstance(given, bytes)
    assert in_a_file or len(given) < 4096
    [[name, values]] = handed.taken(given)[0].items()
    assert "x" == name and (compute(3)["x"] == values).all()
    assert [] == list(tmp_path.iterdir())


def test_no_room_for_a_file_is_told_in_words(tmp_path):
    """Here the folder is not there."""
    with pytest.raises(EngineError, match=r"a process cannot hand over its results in .*gone: No such file"):
        handed.compute([jobs.unit(large, 3)], None, tmp_path / "gone")
