"""What the command prints for people: a progress bar on the error stream, results on the output stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[str, int, int], None]


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Give a function (words, done, total) that moves a bar; it is gone when the work is done.

    Where the error stream is no terminal, nothing is drawn.
    """
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(),
        BarColumn(bar_width=24),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("start", total=None)

        def move(words: str, done: int, total: int) -> None:
            bar.update(task, description=words, completed=done, total=total or None)

        yield move
