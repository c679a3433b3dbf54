"""How long it takes to compare two ledgers: `python benchmarks/diff_ledgers.py [ROWS]`, 100,000 rows by default.

Prints a table: seconds of the processor for reading both sides, comparing and writing, with no row, one row in a
hundred and every row changed. One in a hundred is a typical change and takes under a second: rows that are alike are
set aside as a table. Where every row changes, each is printed and given its cause one by one, which takes several
seconds. Every row has digits of its own, as measured values have.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from analysis.diff import compare, markdown, read_side
from analysis.ledger import Entry, Ledger

SYSTEMS, LISTS = 100, 10


def ledger(rows: int, moved_every: int = 0) -> str:
    """Return a ledger with so many rows; every so many of them is moved by one displayed unit."""
    made = Ledger()
    for place in range(rows):
        system, trial_list = f"system_{place % SYSTEMS}", f"list_{place // SYSTEMS % LISTS}"
        value = place * 0.0123456789 % 97 + (0.1 if moved_every and place % moved_every == 0 else 0.0)
        made.add(
            Entry(
                key=f"study/eer/{system}/{trial_list}/{place}", value=value, unit="percent", decimals=1,
                ci_low=value - 3, ci_high=value + 3, tag="recomputed", n=10_000, method="EER, nearest rule",
                source=f"embeddings/original.npz, embeddings/{system}.npz, meta/trials_test.csv",
            )
        )  # fmt: skip
    return made.to_csv()


def report(folder: Path, text: str, digest: str) -> Path:
    """Write what a comparison reads."""
    folder.mkdir()
    (folder / "ledger.csv").write_text(text, encoding="utf-8")
    inputs = "".join(f"data/study/embeddings/system_{n}.npz,{digest},1\n" for n in range(SYSTEMS))
    (folder / "inputs.csv").write_text("path,sha256,bytes\n" + inputs, encoding="utf-8")
    (folder / "verdicts.csv").write_text("key,verdict\n", encoding="utf-8")
    (folder / "provenance.csv").write_text(
        f"kind,name,version\ncode,analysis.measures.eer,{digest}\nsetting,study/kind,benchmark\n", encoding="utf-8"
    )
    stages = "".join(
        f"study/eer/system_{n}/lazy,embeddings/system_{n}.npz,draws,analysis.measures.eer,numpy\n"
        for n in range(SYSTEMS)
    )
    (folder / "stages.csv").write_text("stage,inputs,settings,code,libraries\n" + stages, encoding="utf-8")
    return folder


def main(rows: int) -> None:
    """Measure and print."""
    print(f"| of {rows:,} rows | numbers that moved | read, s | compare, s | write, s |\n|:--|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as scratch:
        old = report(Path(scratch, "old"), ledger(rows), "a")
        for words, every in (("no row", 0), ("1 % of rows", 100), ("every row", 1)):
            new = report(Path(scratch, words.replace(" ", "_")), ledger(rows, every), "b")
            start = time.process_time()
            sides = read_side(str(old), Path.cwd), read_side(str(new), Path.cwd)
            read = time.process_time()
            found = compare(*sides)
            compared = time.process_time()
            markdown(found)
            written = time.process_time()
            print(
                f"| {words} changed | {len(found.numbers):,} | {read - start:.2f} | {compared - read:.2f} "
                f"| {written - compared:.2f} |"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
