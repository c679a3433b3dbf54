"""What plans foretell, computed in one piece, as the study puts it together from many."""

from analysis.coverage.foretold import (
    ORIGIN,
    foretold_powers,
    foretold_widths,
    rows_of_powers,
    rows_of_widths,
    sizes_of,
)


def foretold_rows(seed, data_sets, cells, origin=ORIGIN):
    """Return the widths that so many studies of `origin` speakers foretell for each setting."""
    return rows_of_widths(_by_eer(foretold_widths, "widths", seed, data_sets, cells, origin), seed, cells, origin)


def power_rows(seed, data_sets, cells, origin=ORIGIN):
    """Return the power that they foretell for each setting and true difference."""
    return rows_of_powers(_by_eer(foretold_powers, "powers", seed, data_sets, cells, origin), seed, cells, origin)


def _by_eer(foretell, name, seed, data_sets, cells, origin):
    eers = {cell.eer for cell in cells}
    return {eer: foretell(eer, sizes_of(eer, cells), seed, 0, data_sets, origin)[name] for eer in eers}
