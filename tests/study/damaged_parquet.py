"""Reads a Parquet file as it is, and once for each of its bytes with that byte changed; prints what came of it.

`python -m tests.study.damaged_parquet FILE ROWS` runs in a process of its own, since a reader that asks for absurd
amounts of memory takes its process with it.
"""

import sys
from collections import Counter
from pathlib import Path

from analysis.errors import InputError
from analysis.study.parquet import read_parquet

COLUMNS = {"trial_utt": "text", "score": "number"}
SIGN = 0x01
"""The bit that is turned over: of a number in Thrift's compact protocol the sign."""


def outcome(path: Path, rows: int) -> str:
    """Return `read`, `refused`, or what should not be."""
    try:
        frame = read_parquet(path, path.name, COLUMNS)
    except InputError as error:
        told = str(error)
        return "refused" if path.name in told and "What to do:" in told else f"refused without a word: {told}"
    return "read" if list(COLUMNS) == frame.columns and rows == frame.height else f"{frame.shape}"


def main(path: Path, rows: int) -> None:
    """Print how often each outcome came about."""
    data = path.read_bytes()
    damaged = path.with_name("damaged.parquet")
    found = Counter()
    for place in range(len(data)):
        damaged.write_bytes(data[:place] + bytes([data[place] ^ SIGN]) + data[place + 1 :])
        found[outcome(damaged, rows)] += 1
    print(dict(found))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
