"""The verb `plan`; heavy imports stand inside, so that `--help` answers at once."""

from __future__ import annotations

import math
from pathlib import Path

import click

from analysis.console import PLACE
from analysis.errors import UsageError
from analysis.files import project_root


class _Range(click.FloatRange):
    """A number between two others; `nan` lies nowhere, but is not caught by comparisons."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value} is no number", param, ctx)
        return number


POINTS = _Range(0, 100, min_open=True)


@click.command("plan")
@click.argument("study", type=PLACE, required=False)
@click.option("--width", type=POINTS, help="Wanted width of an EER's interval, in points.")
@click.option("--difference", type=POINTS, help="Or: difference of two EERs that is to be detected, in points.")
@click.option(
    "--eer", type=_Range(0, 100, min_open=True, max_open=True),
    help="Expected EER in percent, to which spreads are moved. [none is moved]",
)  # fmt: skip
@click.option(
    "--power", type=_Range(50, 99.9),
    help="For --difference: percent of studies that are to detect it. [80]",
)  # fmt: skip
@click.option("--level", type=_Range(50, 99.9), help="Level of the intervals, in percent. [the study's own]")
@click.option(
    "--attacker", type=click.Choice(["ignorant", "lazy", "semi_informed"]),
    help="Whose trials are taken. [who knows most, as in the report; the others get a line each]",
)  # fmt: skip
@click.option("--system", default="", help="For --width: whose spread is taken. [the median of all anonymizers]")
@click.option(
    "--pair", nargs=2, metavar="B A", help="For --difference: whose, B minus A. [the median of the registered pairs]"
)
@click.option("--cache", type=PLACE, help="Where heavy results are kept, if they can be. [.cache/vpreport]")
@click.option("--json", "as_data", is_flag=True, help="Print JSON.")
def plan_verb(
    study: Path | None, width: float | None, difference: float | None, eer: float | None, power: float | None,
    level: float | None, attacker: str | None, system: str, pair: tuple[str, str] | None, cache: Path | None,
    as_data: bool,
) -> int:  # fmt: skip
    """Say how many speakers, with how many trial utterances each, a study takes.

    Either for an interval of an EER that is --width points wide, or for a --difference of so many points between two
    EERs to be detected: its interval excludes zero. Predictions rest on how far speakers and utterances lie apart in
    STUDY, a folder (by default the lead study of data/), and hold for speakers, systems and attackers like its own.
    With one of the two alone the answer is that of the report's chapter.
    """
    from analysis.benchmark.foretelling import POWER
    from analysis.planning.plan import plan
    from analysis.planning.question import Question
    from analysis.planning.show import as_json, as_text
    from analysis.planning.studies import default_study, spreads_of, usable_cache

    if (width is None) == (difference is None):
        raise UsageError(
            "exactly one of --width and --difference is asked for",
            allowed="--width POINTS for the interval of one EER, or --difference POINTS between two",
            advice="give one of the two",
        )
    if width is not None and power is not None:
        raise UsageError("--power goes with --difference", advice="leave it out for the width of an interval")
    if width is not None and pair:
        raise UsageError("--pair goes with --difference", advice="name a system by --system for the width of one EER")
    if difference is not None and system:
        raise UsageError("--system goes with --width", advice="name both systems of a difference by --pair B A")
    if pair and pair[0] == pair[1]:
        raise UsageError("a pair is two systems", advice="name two different systems after --pair")
    root = project_root()
    power = 100 * POWER if power is None else power
    question = Question(
        width, difference, eer, power / 100, None if level is None else level / 100, attacker or "", system, pair or ()
    )
    if level is not None and power <= 100 - level:
        raise UsageError("--power must be above 100 minus --level", advice="ask for more power or a higher level")
    kept, warning = usable_cache(cache or root / ".cache" / "vpreport")
    if warning:
        click.echo(f"warning: {warning}", err=True)
    found = spreads_of(study or default_study(root / "data"), kept)
    made = plan(found, question)
    click.echo(as_json(made) if as_data else as_text(made))
    return 0
