"""The command `python -m tests.fuzz`, which `make fuzz` calls."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.fuzz.import_targets import import_targets
from tests.fuzz.run import fuzz, run_all
from tests.fuzz.targets import targets


def main(arguments: list[str] | None = None) -> int:
    """Fuzz the readers; 0 where all of them survived, 1 otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Damaged files into every reader.")
    parser.add_argument("--inputs", type=int, default=100_000, help="how many, all readers together")
    parser.add_argument("--seed", type=int, default=0, help="of the damage")
    parser.add_argument("--only", default="", help="part of a target's name")
    parser.add_argument("--number", type=int, help="repeat this input of the one target that --only names")
    parser.add_argument("--keep", type=Path, default=Path(".cache/fuzz"), help="where faulty inputs go")
    given = parser.parse_args(arguments)
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fuzz-") as place:
        scratch = Path(place)
        known = [*targets(scratch / "sound"), *import_targets(scratch / "sound")]
        chosen = [target for target in known if given.only in target.name]
        if not chosen:
            parser.error(f"no target has {given.only!r} in its name")
        if given.number is None:
            faults = run_all(chosen, scratch, given.seed, given.inputs)
        else:
            faults = fuzz(chosen[0], scratch / "input", given.seed, given.number + 1, only=given.number)
    for place, fault in enumerate(faults):
        given.keep.mkdir(parents=True, exist_ok=True)
        kept = given.keep / f"{place:03}"
        kept.write_bytes(fault.data)
        print(f"\n{fault.target}: {fault.what}\n{fault.trace}")
        again = f"--seed {given.seed} --only '{fault.target}' --number {fault.number}"
        print(f"kept: {kept}; again: python -m tests.fuzz {again}")
    print(f"{given.inputs:,} inputs in {time.monotonic() - start:.0f} s, {len(faults)} kinds of fault")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
