import pytest

from analysis.pages.figures.labels import Box, Obstacles, Wanted, place

FRAME = Box(0.0, 0.0, 200.0, 100.0)


def test_boxes_that_share_a_place_overlap():
    """Two boxes overlap where they share a place, and only then; a gap widens them."""
    box = Box(0.0, 0.0, 10.0, 10.0)
    assert box.overlaps(Box(9.0, 9.0, 12.0, 12.0))
    assert not box.overlaps(Box(10.0, 0.0, 20.0, 10.0))
    assert box.overlaps(Box(11.0, 0.0, 20.0, 10.0), gap=2.0)


@pytest.mark.parametrize(
    ("line", "expected"),
    [((-5, 5, 15, 5), True), ((-5, 12, 15, 12), False), ((-5, 0, 5, 12), True), ((3, -5, 3, 20), True)],
)
def test_a_line_crosses_a_box(line, expected):
    """A line crosses a box when a part of it lies inside."""
    assert Box(0.0, 0.0, 10.0, 10.0).crossed_by(*line) is expected


def test_a_lone_label_stands_to_the_right():
    """A label with all the room stands to the right of its point, level with it, without a leader line."""
    placed, homeless = place([Wanted("a", 50.0, 50.0, 3.0, 30.0, 10.0)], FRAME, Obstacles(()))
    assert homeless == []
    assert placed[0].box.left > 53.0
    assert (placed[0].box.bottom + placed[0].box.top) / 2.0 == pytest.approx(50.0)
    assert placed[0].leader is None


def test_a_label_at_the_edge_turns_inwards():
    """A label that would leave the frame stands on the other side."""
    placed, _ = place([Wanted("a", 195.0, 50.0, 3.0, 30.0, 10.0)], FRAME, Obstacles(()))
    assert placed[0].box.inside(FRAME)
    assert placed[0].box.right < 192.0


def test_a_label_that_finds_no_room_comes_back():
    """A label larger than the frame is returned and not drawn across others."""
    wanted = Wanted("a", 50.0, 50.0, 3.0, 300.0, 10.0)
    assert place([wanted], FRAME, Obstacles(())) == ([], [wanted])


def test_a_label_moved_far_has_a_leader_line():
    """A point walled in on all sides gets its label outside the wall, with a line to it."""
    wall = Box(30.0, 35.0, 70.0, 65.0)
    placed, _ = place([Wanted("a", 50.0, 50.0, 3.0, 20.0, 10.0)], FRAME, Obstacles((wall,), (), ((50.0, 50.0),)))
    assert not placed[0].box.overlaps(wall)
    assert placed[0].leader is not None


def test_labels_of_one_place_stand_apart():
    """Of twelve labels of points in one place some come back; the others do not overlap."""
    wanted = [Wanted(str(i), 100.0, 50.0, 3.0, 25.0, 10.0) for i in range(12)]
    placed, homeless = place(wanted, FRAME, Obstacles((), (), ((100.0, 50.0),)))
    assert len(placed) + len(homeless) == 12
    assert len(placed) >= 4
    boxes = [label.box for label in placed]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_two_names_follow_each_other_on_one_line():
    """Less than the gap between them and about the same height; names above each other do not."""
    first = Box(0, 0, 20, 8)
    assert first.follows(Box(24, 2, 40, 10), 7.0) and Box(24, 2, 40, 10).follows(first, 7.0)
    assert not first.follows(Box(30, 2, 40, 10), 7.0)
    assert not first.follows(Box(24, 6, 40, 14), 7.0)


def test_a_name_keeps_off_the_line_of_another_point():
    """Right of its point it would stand at the left of the next one, where it could be read as that one's name."""
    wanted = Wanted("a", 50, 50, 2, 20, 8)
    room = Box(0, 0, 200, 100)
    alone, _ = place([wanted], room, Obstacles((), (), ((50, 50),)))
    assert alone[0].box.left > 50
    beside, _ = place([wanted], room, Obstacles((), (), ((50, 50), (82, 50))))
    assert not beside[0].box.overlaps(Box(52, 46, 82, 54))
