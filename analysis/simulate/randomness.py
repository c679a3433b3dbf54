"""Random streams that belong to a name, so that one part can change without moving the numbers of another."""

from __future__ import annotations

import hashlib

import numpy as np


def stream(seed: int, *names: str | int) -> np.random.Generator:
    """Return the generator that belongs to `seed` and to the path of names.

    The names go through SHA-256 and not through `hash()`, which Python salts anew in every process.

    Example:
        >>> stream(0, "clips", "a").random() == stream(0, "clips", "a").random()
        True
    """
    path = "/".join(str(name) for name in names).encode("utf-8")
    words = np.frombuffer(hashlib.sha256(path).digest()[:16], dtype="<u4")
    return np.random.default_rng([seed, *(int(word) for word in words)])
