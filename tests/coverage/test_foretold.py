"""What simulated studies foretell, and the committed tables."""

import pytest

from analysis.coverage.design import CELLS, DIFFERENCES, PAIRED_CELLS, Cell
from analysis.coverage.foretold import (
    FILE,
    KINDS,
    ORIGIN,
    POWERS,
    committed_foretold,
    committed_powers,
    write_foretold,
)
from analysis.coverage.table import POWER, committed
from analysis.errors import InputError
from tests.coverage.at_once import foretold_rows, power_rows

FEW = (Cell(10, 40), Cell(20, 40))


def test_one_seed_gives_the_same_numbers():
    """Whatever else is asked for beside a setting; another seed gives others."""
    one, other = foretold_rows(4, 5, FEW, 12), foretold_rows(4, 5, FEW[1:], 12)
    assert one[2:] == other
    assert one != foretold_rows(5, 5, FEW, 12)
    assert [(size, 40, kind, 12, 5) for size in (10, 20) for kind in KINDS] == [
        (row.speakers, row.eer, row.kind, row.origin, row.data_sets) for row in one
    ]
    assert one[0].width > one[2].width and all(row.low < row.width < row.high for row in one)


def test_power_grows_with_the_difference_and_the_speakers():
    """For each setting a row for each difference, the same for one seed."""
    rows = power_rows(4, 5, FEW, 12)
    assert power_rows(4, 5, FEW[1:], 12) == rows[3:]
    assert [(size, difference) for size in (10, 20) for difference in DIFFERENCES] == [
        (row.speakers, row.difference) for row in rows
    ]
    for small, large in zip(rows[:3], rows[3:], strict=True):
        assert small.power < large.power
    assert sorted(row.power for row in rows[:3]) == [row.power for row in rows[:3]]


def test_the_committed_tables_are_what_another_seed_gives_as_well():
    """Every setting of the study has its rows, and a run with few studies comes near to them."""
    widths = {(row.speakers, row.eer, row.kind): row for row in committed_foretold()}
    powers = {(row.speakers, row.eer, row.difference): row for row in committed_powers()}
    assert {(cell.speakers, cell.eer, kind) for cell in CELLS for kind in KINDS} == set(widths)
    assert {(cell.speakers, cell.eer, one) for cell in PAIRED_CELLS for one in DIFFERENCES} == set(powers)
    for again in foretold_rows(9, 20, (Cell(43, 15), Cell(43, 40))):
        row = widths[again.speakers, again.eer, again.kind]
        assert abs(again.width - row.width) < 4 * (again.width_error**2 + row.width_error**2) ** 0.5
        assert ORIGIN == row.origin
    for again in power_rows(9, 12, (Cell(29, 40),)):
        row = powers[again.speakers, again.eer, again.difference]
        assert abs(again.power - row.power) < 4 * (again.power_error**2 + row.power_error**2) ** 0.5


@pytest.mark.parametrize("kind", KINDS)
def test_foretold_widths_are_near_the_simulated_ones(kind):
    """From as many speakers as there were on, plans come within a tenth of the mean width of either kind."""
    widths = {(row.speakers, row.eer): row.width for row in committed().intervals if row.kind == kind}
    for row in committed_foretold():
        if row.kind == kind and row.speakers >= ORIGIN:
            assert pytest.approx(widths[row.speakers, row.eer], rel=0.1) == row.width


@pytest.mark.parametrize("kind", KINDS)
def test_foretold_power_is_within_chance_of_the_simulated_share(kind):
    """In every setting within three standard errors; 160 data sets know a share of a half to within 4 points."""
    found = {
        (row.speakers, row.eer, row.difference): row
        for row in committed().differences
        if (row.test, row.what) == (kind, POWER)
    }
    for row in committed_powers():
        simulated = found[row.speakers, row.eer, row.difference]
        assert abs(row.power - simulated.share) < 3 * (row.power_error**2 + simulated.error**2) ** 0.5


def test_tables_are_written_and_read_back(tmp_path):
    """And one that is not there, or is another table, is refused."""
    widths, powers = foretold_rows(4, 3, FEW, 12), power_rows(4, 3, FEW, 12)
    assert [tmp_path / FILE, tmp_path / POWERS] == write_foretold(widths, powers, tmp_path)
    assert (widths, powers) == (committed_foretold(tmp_path), committed_powers(tmp_path))
    (tmp_path / FILE).write_text("speakers,eer\n10,3\n")
    with pytest.raises(InputError, match="no table of the coverage study"):
        committed_foretold(tmp_path)
