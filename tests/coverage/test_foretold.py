"""Widths foretold by simulated studies, and their committed table."""

import pytest

from analysis.coverage.design import CELLS, Cell
from analysis.coverage.foretold import FILE, ORIGIN, committed_foretold, foretold_rows, write_foretold
from analysis.coverage.table import committed
from analysis.errors import InputError

FEW = (Cell(10, 40), Cell(20, 40))


def test_one_seed_gives_the_same_numbers():
    """Whatever else is asked for beside a setting; another seed gives others."""
    one, other = foretold_rows(4, 5, FEW, 12), foretold_rows(4, 5, FEW[1:], 12)
    assert one[1:] == other
    assert one != foretold_rows(5, 5, FEW, 12)
    assert [(10, 40, 12, 5), (20, 40, 12, 5)] == [(row.speakers, row.eer, row.origin, row.data_sets) for row in one]
    assert one[0].width > one[1].width and all(row.low < row.width < row.high for row in one)


def test_the_committed_table_is_what_another_seed_gives_as_well():
    """Every setting of the study has a row, and a run with few studies comes near to it."""
    rows = {(row.speakers, row.eer): row for row in committed_foretold()}
    assert {(cell.speakers, cell.eer) for cell in CELLS} == set(rows)
    for again in foretold_rows(9, 20, (Cell(43, 15), Cell(43, 40))):
        row = rows[again.speakers, again.eer]
        assert abs(again.width - row.width) < 4 * (again.width_error**2 + row.width_error**2) ** 0.5
        assert ORIGIN == row.origin


def test_foretold_widths_are_near_the_simulated_ones():
    """From as many speakers as there were, or more, plans come within a tenth of the BCa intervals' mean width."""
    widths = {(row.speakers, row.eer): row.width for row in committed().intervals if row.kind == "joint_bca"}
    for row in committed_foretold():
        if row.speakers >= ORIGIN:
            assert pytest.approx(widths[row.speakers, row.eer], rel=0.1) == row.width


def test_a_table_is_written_and_read_back(tmp_path):
    """And one that is not there, or is another table, is refused."""
    rows = foretold_rows(4, 3, FEW, 12)
    write_foretold(rows, tmp_path)
    assert rows == committed_foretold(tmp_path)
    (tmp_path / FILE).write_text("speakers,eer\n10,3\n")
    with pytest.raises(InputError, match="no table of the coverage study"):
        committed_foretold(tmp_path)
