"""The verb `import`; heavy imports stand inside, so that `--help` answers at once."""

from __future__ import annotations

from pathlib import Path

import click

from analysis.console import PLACE
from analysis.errors import UsageError
from analysis.importers.titles import TITLES

FORMATS = "\b\nFormats:\n" + "\n".join(f"  {name}\n      {title}" for name, title in TITLES.items())


@click.command("import", epilog=FORMATS)
@click.argument("sources", nargs=-1, required=True, type=PLACE)
@click.option("--out", type=PLACE, required=True, help="The new study's folder, such as data/mine.")
@click.option(
    "--format", "format_name", default="auto", show_default=True, metavar="NAME",
    help="What wrote the files, of the formats below; auto tells by what lies in them.",
)  # fmt: skip
@click.option("--name", "names", multiple=True, metavar="FOUND=ID", help="Another id for a system; again for more.")
@click.option("--split", type=click.Choice(["test", "dev"]), default="test", show_default=True, help="Which data.")
@click.option("--title", default="", help="The study's title. [made from the folder's name]")
@click.option("--partial", is_flag=True, help="Leave out trials that some system has no score for, for all systems.")
@click.option("--in-order", is_flag=True, help="Scores without ids are those of the lines of a list, in its order.")
def import_verb(
    sources: tuple[Path, ...],
    out: Path,
    format_name: str,
    names: tuple[str, ...],
    split: str,
    title: str,
    partial: bool,
    in_order: bool,
) -> int:
    """Turn what other tools wrote into a study: folders, files or zip archives of one format."""
    from analysis.importers.run import import_study
    from analysis.importers.wishes import Wishes

    done = import_study(sources, out, Wishes(_names(names), split, title, partial, in_order), format_name)
    click.echo(f"read as {done.format.title}")
    for line in done.said:
        click.echo(f"  {line}")
    for finding in (*done.noticed, *done.checked):
        click.echo(f"{finding.severity}: {finding.text()}")
    click.echo(f"study: {out}")
    click.echo("next: `vpreport build`, then `vpreport render`")
    return 0


def _names(given: tuple[str, ...]) -> dict[str, str]:
    names: dict[str, str] = {}
    for text in given:
        found, sign, wanted = text.partition("=")
        if not sign or not found or not wanted.strip():
            raise UsageError(f"--name {text!r} is not understood", allowed="FOUND=ID, such as --name mcadams=B2")
        names[found] = wanted
    return names
