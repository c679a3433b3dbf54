"""Settings of the command line, which stand above a study's own."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Overrides:
    """Settings given on the command line; None leaves the study's own."""

    draws: int | None = None
    seed: int | None = None

    @property
    def given(self) -> frozenset[str]:
        """Return the names of the settings that are given."""
        return frozenset(name for name in ("draws", "seed") if getattr(self, name) is not None)


NO_OVERRIDES = Overrides()
