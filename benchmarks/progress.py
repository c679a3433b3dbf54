"""What is being measured now, on the screen; results go elsewhere."""

from __future__ import annotations

import sys
import time

_begun = time.monotonic()


def tell(what: str) -> None:
    """Print on standard error what begins now, after minutes and seconds since the start."""
    print(f"{clock(time.monotonic() - _begun):>6}  {what}", file=sys.stderr, flush=True)


def clock(seconds: float) -> str:
    """Return seconds as minutes and seconds.

    >>> clock(0), clock(754.9)
    ('0:00', '12:34')
    """
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"
