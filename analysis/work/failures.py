"""One error of many: the same whoever was faster."""

from __future__ import annotations

import math


class Failures:
    """Errors of jobs, of which that of the first job by place is raised.

    Once a job has failed, later ones are not worth beginning, but earlier ones still are: they may fail, too.
    """

    def __init__(self) -> None:
        self._first: float = math.inf
        self._error: BaseException | None = None

    def add(self, place: int, error: BaseException) -> None:
        """Note that a job has failed."""
        if self.matters(place):
            self._first, self._error = place, error

    def matters(self, place: int) -> bool:
        """Say whether what comes of a job can still matter."""
        return place < self._first

    def tell(self) -> None:
        """Raise the error of the first job that failed; nothing where none did."""
        if self._error is not None:
            raise self._error
