"""What the one-page summary holds: blocks in a fixed order of importance, as many as fit on the page.

Where not everything fits, the least important goes first: EERs by trial list, the attacker ladder, systems that have
shipped values only, protocol lines, then cautions from the end of their list, then shipped values, then rows of the
table, then the pictures. All of it stands in the appendix whatever the summary holds.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Self

MOST_ROWS = 24
FEWEST_ROWS = 4
FEWEST_CAUTIONS = 3


@dataclass(frozen=True)
class Plan:
    """How much of each block the summary shows: rows of the table, cautions, protocol lines, pictures, shipped
    values, rows for systems that have nothing else (`board`), and two blocks for a page that would be half empty:
    the attacker ladder and the EERs by trial list."""

    rows: int
    cautions: int
    protocol: bool = True
    pictures: bool = True
    shipped: bool = True
    board: bool = False
    ladder: bool = False
    lists: bool = False


def plans(rows: int, cautions: int) -> list[Plan]:
    """Return the plans from the fullest to the barest; each holds no more than the one before."""
    rows = min(rows, MOST_ROWS)
    few = min(cautions, FEWEST_CAUTIONS)
    made = [Plan(rows, cautions, board=True, ladder=True, lists=True), Plan(rows, cautions, board=True, ladder=True)]
    made += [Plan(rows, cautions, board=True), Plan(rows, cautions), Plan(rows, cautions, protocol=False)]
    made += [Plan(rows, shown, protocol=False) for shown in range(cautions - 1, few - 1, -1)]
    made += [Plan(rows, few, protocol=False, shipped=False)]
    fewer = list(range(rows - 1, min(rows, FEWEST_ROWS) - 1, -1))
    made += [Plan(shown, few, protocol=False, shipped=False) for shown in fewer]
    least = fewer[-1] if fewer else rows
    made += [Plan(least, few, protocol=False, shipped=False, pictures=False)]
    made += [Plan(least, shown, protocol=False, shipped=False, pictures=False) for shown in range(few - 1, -1, -1)]
    return made


def first_that_fits(text: Callable[[Plan], str], fits: Callable[[str], bool], *, rows: int, cautions: int) -> str:
    """Return the text of the fullest plan that fits; of the barest where none does.

    Plans only shrink, so the border is found in a few steps. Most summaries hold nearly all of it: the second plan is
    asked about, then the fourth, the eighth and so on until one fits, and the border between the last two by halving.
    """
    with Asking(text, fits, rows=rows, cautions=cautions) as asking:
        return asking.answer()


class Asking:
    """The search of `first_that_fits` beside other work: one question at a time is with somebody who takes a while.

    Texts are made by whoever calls, in `go_on` and `answer`; only `fits` runs in a thread of its own.
    """

    def __init__(self, text: Callable[[Plan], str], fits: Callable[[str], bool], *, rows: int, cautions: int) -> None:
        self._text, self._fits = text, fits
        self._plans = plans(rows, cautions)
        self._low, self._high = 0, len(self._plans) - 1
        self._fitted = False
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._asked: Future[bool] | None = None
        self._ask()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._thread.shutdown()

    def go_on(self) -> None:
        """Ask the next question if the last one is answered; does not wait."""
        if self._asked is not None and self._asked.done():
            self._take()

    def answer(self) -> str:
        """Return the text that fits, when it is found.

        Raises:
            EngineError: somebody who was asked could not tell.
        """
        while self._asked is not None:
            self._take()
        return self._text(self._plans[self._low])

    @property
    def _next(self) -> int:
        if self._fitted:
            return (self._low + self._high) // 2
        return min(max(1, 2 * self._low - 1), self._high - 1)

    def _ask(self) -> None:
        open_ = self._low < self._high
        self._asked = self._thread.submit(self._fits, self._text(self._plans[self._next])) if open_ else None

    def _take(self) -> None:
        if self._asked is not None and self._asked.result():
            self._high, self._fitted = self._next, True
        else:
            self._low = self._next + 1
        self._ask()
