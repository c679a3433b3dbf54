"""The verbs `listen make` and `listen score`; heavy imports stand inside, so that `--help` answers at once."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from analysis.console import PLACE
from analysis.errors import UsageError
from analysis.files import project_root


@click.group()
def listen() -> None:
    """Make blind listening tests, and score the sheets that come back."""


@listen.command()
@click.option("--listener", required=True, help="The listener's name in file names, such as L01.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), required=True, help="Seed of everything that is drawn.")
@click.option("--study", type=PLACE, help="The study's folder. [the lead study of data/]")
@click.option("--out", type=PLACE, help="Where the kit goes. [listening]")
def make(listener: str, seed: int, study: Path | None, out: Path | None) -> int:
    """Write one listener's sheets, blind clips and page, and the keys in a folder of their own."""
    from analysis.listening.design import check_listener
    from analysis.listening.kit import make_kit
    from analysis.listening.studies import default_study, read_study

    root = project_root()
    check_listener(listener)
    benchmark = read_study(study or default_study(root / "data"))
    kit = make_kit(benchmark, listener, seed, out or root / "listening", root / "templates")
    if kit.taken_away:
        files = "1 file" if kit.taken_away == 1 else f"{kit.taken_away} files"
        click.echo(f"the last call for {listener} was interrupted; its {files} are taken away")
    if not kit.written:
        click.echo("this kit is there already; nothing was written")
    elif kit.sheets[0] not in kit.written:
        click.echo(f"this kit is there already; written again, since missing: {_few(kit.written)}")
    trials = f"{len(kit.plan.trials)} trials" if kit.plan.trials else f"no trials ({kit.plan.no_trials})"
    click.echo(f"{len(kit.plan.items)} items and {trials} from {benchmark.study}; kit {kit.plan.kit}")
    if kit.left_out:
        click.echo(f"left out, since there is no original: {', '.join(kit.left_out)}")
    click.echo(f"for the listener: {kit.page}")
    click.echo(f"or, on paper:     {kit.sheets[0]}, {kit.sheets[1]} and {kit.clips}")
    click.echo(f"not for anybody who listens: {kit.keys[0].parent}")
    return 0


def _few(paths: Sequence[Path]) -> str:
    names = [path.name for path in paths]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


@listen.command()
@click.argument("sheets", nargs=-1, required=True, type=PLACE)
@click.option(
    "--key", "keys", multiple=True, type=PLACE,
    help="A key, or the folder of the keys; again for more. Keys among SHEETS are known by their columns.",
)  # fmt: skip
@click.option("--draws", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, help="Draws.")
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Seed of the draws.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option("--md", "as_markdown", is_flag=True, help="Print Markdown.")
def score(
    sheets: tuple[Path, ...], keys: tuple[Path, ...], draws: int, seed: int, as_json: bool, as_markdown: bool
) -> int:
    """Score filled SHEETS with their keys, or result files of webMUSHRA, which need none."""
    from analysis.listening import show
    from analysis.listening.read import read_answers
    from analysis.listening.score import score as scored

    if as_json and as_markdown:
        raise UsageError("--json and --md are both given", advice="leave one out")
    found = scored(read_answers(sheets, keys), draws, seed)
    click.echo(show.as_json(found) if as_json else show.as_tables(found, as_markdown))
    return 0
