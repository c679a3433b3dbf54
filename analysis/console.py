"""What the verbs share: paths among their words, and a progress bar on the error stream."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

Progress = Callable[[str, int, int], None]


class _Place(click.Path):
    """A path that is written down: an empty word would mean the working folder, where nobody asked to write."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        if not str(value).strip():
            self.fail("an empty word is no path; is a variable of the shell unset? The working folder is called .")
        return super().convert(value, param, ctx)  # type: ignore[arg-type,return-value]


class _Address(click.ParamType):
    """The address of a Dask scheduler."""

    name = "address"
    form = re.compile(r"(tcp|tls)://\S+:\d+\Z")

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not self.form.match(str(value)):
            self.fail(
                f"{value!r} is no address such as tcp://host:8786; take the one that `.venv/bin/dask scheduler` prints"
            )
        return str(value)


PLACE, ADDRESS = _Place(path_type=Path), _Address()


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
    console = Console(stderr=True)
    # Where it cannot draw, an empty line would be all that is left of it.
    with Progress(*columns, console=console, transient=True, disable=not console.is_interactive) as bar:
        task = bar.add_task("start", total=None)

        def move(words: str, done: int, total: int) -> None:
            bar.update(task, description=words, completed=done, total=total or None)

        yield move
