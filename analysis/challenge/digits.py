"""How many digits of its numbers a challenge promises, as the ledger keeps them."""

from __future__ import annotations

from analysis.challenge.roster import Roster
from analysis.ledger import SIGNIFICANT_DIGITS
from analysis.rows import Part


def digits(roster: Roster) -> Part:
    """Return the row `setting/significant_digits`, a count; it is the ledger's own and the same for every study."""
    return Part([
        roster.rows.shipped(
            ("setting", "significant_digits"), float(SIGNIFICANT_DIGITS), "count", "defaults",
            "significant digits of a number that the ledger keeps",
        )
    ])  # fmt: skip
