"""Cells that name parents, and rings among them."""

import pytest

from analysis.errors import InputError
from analysis.study.ancestry import cycles, parents_in
from analysis.study.challenge import read_challenge
from analysis.study.checks import check_study
from tests.studies import replaced, write_challenge


@pytest.mark.parametrize(
    ("text", "parents"),
    [
        ("", ()),
        ("A", ("A",)),
        ("A B", ("A", "B")),
        ("A;B ;  C", ("A", "B", "C")),
        ("A B A", ("A", "B")),
        ("A;", ("A",)),
        ("two words", ("two words",)),
        ("two words A", ("two", "words", "A")),
    ],
)
def test_a_cell_names_one_parent_or_several_each_once(text, parents):
    """An id may hold a blank where the cell names nothing else."""
    assert parents == parents_in(text, ["A", "B", "C", "two words"])


@pytest.mark.parametrize(
    ("parents", "rings"),
    [
        ({}, []),
        ({"a": [], "b": ["a"], "c": ["a", "b"]}, []),
        ({"a": ["a"]}, [("a",)]),
        ({"a": ["b"], "b": ["a"]}, [("a", "b")]),
        ({"a": ["nobody"]}, []),
        ({"x": ["a"], "a": ["b"], "b": ["c"], "c": ["a"], "y": []}, [("a", "b", "c")]),
        ({"a": ["b", "c"], "b": ["a"], "c": ["a"]}, [("a", "b"), ("a", "c")]),
        ({"a": ["b"], "b": ["a"], "c": ["d"], "d": ["c"]}, [("a", "b"), ("c", "d")]),
        ({"a": ["b", "b"], "b": []}, []),
    ],
)
def test_every_ring_is_found_and_nothing_else(parents, rings):
    """A system above or below a ring is in none; two rings that share a system are two."""
    assert rings == cycles(parents)


def test_a_long_chain_is_no_ring():
    """Three hundred systems in a row, and the same with the first built on the last."""
    chain = {f"s{n}": [f"s{n + 1}"] if n < 299 else [] for n in range(300)}
    assert [] == cycles(chain)
    (ring,) = cycles({**chain, "s299": ["s0"]})
    assert 300 == len(ring)


def test_a_ring_stops_a_build_and_names_its_systems(tmp_path):
    """The error stands at the first system of the ring; a system that is its own parent is one too."""
    baseline = "baseline,voice_conversion,,,"
    folder = write_challenge(tmp_path / "x", {"systems.csv": replaced(baseline, baseline + "T1-1")})
    (found,) = [one for one in check_study(folder) if one.severity == "error"]
    assert ("cycle", "systems.csv, row 3, column parent") == (found.code, found.place)
    assert "'B1' is said to build on itself, by way of 'T1-1'" == found.found
    with pytest.raises(InputError, match="by way of 'T1-1'"):
        read_challenge(folder)
    folder = write_challenge(tmp_path / "y", {"systems.csv": replaced("codec,no,T1,B1", "codec,no,T1,T1-1")})
    (found,) = [one for one in check_study(folder) if one.severity == "error"]
    assert "'T1-1' is said to build on itself" == found.found
