"""The verb `vpreport coverage`."""

from __future__ import annotations

from pathlib import Path

import click

from analysis.console import PLACE

MAX_SEED = 2**31 - 1
MAX_WORKERS = 1024


@click.command()
@click.option("--seed", type=click.IntRange(0, MAX_SEED), help="Seed of everything that is drawn. [0; with --check 1]")
@click.option("--workers", type=click.IntRange(1, MAX_WORKERS), help="Processes that compute. [one a core]")
@click.option("--out", type=PLACE, help="Where the tables go. [those that reports quote; with --quick nowhere]")
@click.option("--quick", is_flag=True, help="A look in a minute or two: a tenth of the data sets.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if the tables do not hold.")
def coverage(seed: int | None, workers: int | None, out: Path | None, quick: bool, check: bool) -> int:
    """Simulate how often each kind of interval holds the truth, and how often a difference is found.

    The tables that reports quote stand beside the code; a full run writes them anew, in some 15 minutes on two cores.
    With --check they stay, and the run is held against them: every number must lie within Monte-Carlo error. Together
    with --quick the error is larger, and fewer faults are seen. With --check and the seed of the tables every row is
    made again and must be the same to the digit; with --quick too, those of the smaller settings.
    """
    from analysis.console import progress_bar
    from analysis.coverage import design
    from analysis.coverage.again import made_again
    from analysis.coverage.foretold import committed_foretold, committed_powers, write_foretold
    from analysis.coverage.show import as_lines, compared
    from analysis.coverage.study import Run, coverage_study
    from analysis.coverage.table import FOLDER, committed, write
    from analysis.files import refuse_closed
    from analysis.work import workers as crew_of

    if check and out is not None:
        raise click.UsageError("--check writes nothing, so that --out has no use beside it")
    against = Run(committed(), committed_foretold(), committed_powers()) if check else None
    seed = (1 if check else 0) if seed is None else seed
    again = against is not None and any(row.seed == seed for row in against.tables.intervals)
    size, cells, pairs = design.QUICK if quick and not again else design.FULL, design.CELLS, design.PAIRED_CELLS
    if again and quick:
        cells, pairs = design.AGAIN_CELLS, design.AGAIN_PAIRED_CELLS
    kept = against is None and (out is not None or not quick)
    if kept:
        refuse_closed(out or FOLDER)
    with crew_of(workers) as crew, progress_bar() as progress:
        found = coverage_study(size, seed, crew, progress, cells, pairs)
    for line in as_lines(found):
        click.echo(line)
    if against is not None:
        lines, agree = made_again(against, found, whole=not quick) if again else compared(against, found)
        for line in lines:
            click.echo(line)
        return 0 if agree else 1
    if kept:
        tables = write(found.tables, out or FOLDER)
        for path in (*tables, *write_foretold(found.foretold, found.powers, out or FOLDER)):
            click.echo(f"written: {path}")
    return 0
