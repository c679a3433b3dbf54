"""The line through a front, and what of a second one does not lie on it."""

from analysis.pages.figures.labels import Box
from analysis.pages.figures.staircase import boxes, corners, uncovered


def test_a_staircase_goes_through_its_places_from_left_to_right():
    """Down to the next place's height first, so that every point under the line is dominated."""
    assert [(0, 5), (2, 5), (2, 3), (4, 3), (4, 1)] == corners([(4, 3), (2, 5)], 0, 1)
    assert [(2, 5), (2, 1)] == corners([(2, 5)], None, 1)
    assert [] == corners([], 0, 1)


def test_a_line_that_lies_on_another_is_not_drawn_again():
    """Equal lines leave nothing; a shared part is cut out; pieces that touch are one."""
    line = corners([(2, 5), (4, 3)], 0, 1)
    assert [] == uncovered(line, line)
    assert [line] == uncovered(line, [])
    assert [] == uncovered([], line)
    # Without the first place the line starts lower and meets the other at (2, 3).
    assert [[(0, 3), (2, 3)]] == uncovered(corners([(4, 3)], 0, 1), line)
    # A lower second place: the first step is shared, the rest is not.
    assert [[(2, 3), (2, 2), (4, 2), (4, 1)]] == [
        [(x, y) for x, y in piece]
        for piece in uncovered(corners([(2, 5), (4, 2)], 0, 1), corners([(2, 5), (6, 3)], 0, 1))
    ]


def test_each_part_has_a_box():
    """Names keep off them."""
    assert [Box(0, 5, 2, 5), Box(2, 1, 2, 5)] == boxes([(0, 5), (2, 5), (2, 1)])
