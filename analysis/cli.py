"""The command `vpreport`: verbs and exit codes, nothing else.

Exit codes: 0 fine; 1 findings, differences or refused input; 2 usage; 3 engine or file system. Heavy imports stand
inside the verbs, so that `--help` answers at once.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from analysis import __version__, processes
from analysis.cache_folder import nothing_kept
from analysis.console import ADDRESS, PLACE
from analysis.coverage.commands import coverage
from analysis.errors import ReportError
from analysis.files import ROOM, project_root, refuse_no_folder
from analysis.importers.commands import import_verb
from analysis.listening.commands import listen
from analysis.planning.commands import plan_verb

if TYPE_CHECKING:  # too heavy for --help
    from analysis.work import Workers

MAX_DRAWS = 1_000_000  # as in study.toml, whose reader is too heavy to import for --help
MAX_SEED = 2**63 - 1
MAX_WORKERS = 1024
MEMORY = "ask for fewer draws, build with --workers 1, or take a machine that has more"
WEB_LINK = re.compile(r"https?://[^\s<>()\[\]\"'`|\\]+")


class _Program(click.Group):
    """The verbs. Click ends the line in which somebody who is asked something presses Ctrl-C; here nobody is asked."""

    def make_context(self, *given: object, **more: object) -> click.Context:
        with _no_line():
            return super().make_context(*given, **more)

    def invoke(self, ctx: click.Context) -> object:
        with _no_line():
            return super().invoke(ctx)


@contextmanager
def _no_line() -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt as error:
        raise click.Abort from error


@click.group(cls=_Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="vpreport")
def main() -> None:
    """Turn the files of a voice-privacy benchmark into a report in which every number says where it comes from."""


@main.command()
@click.option("--study", "studies", type=PLACE, multiple=True, help="A study's folder; again for more. [all of data/]")
@click.option("--out", type=PLACE, help="Where results and page sources go. [report]")
@click.option("--cache", type=PLACE, help="Where heavy results are kept. [.cache/vpreport]")
@click.option("--draws", type=click.IntRange(1, MAX_DRAWS), help="Draws of the speakers, instead of the study's own.")
@click.option("--seed", type=click.IntRange(0, MAX_SEED), help="Seed of the resamples, instead of the study's own.")
@click.option("--check", is_flag=True, help="Write nothing; exit with 1 if the report is not current.")
@click.option("--partial", is_flag=True, help="Leave out what errors in the data speak of; the pages say what that is.")
@click.option("--workers", type=click.IntRange(1, MAX_WORKERS), help="Processes that compute. [one a core]")
@click.option("--scheduler", type=ADDRESS, help="Let the workers of a Dask scheduler compute: tcp://host:8786.")
def build(
    studies: tuple[Path, ...], out: Path | None, cache: Path | None, draws: int | None, seed: int | None, check: bool,
    partial: bool, workers: int | None, scheduler: str | None,
) -> int:  # fmt: skip
    """Compute everything and write results and page sources.

    An error in a study's files stops the build before anything is written.
    With --partial it goes on with what is sound.
    The report is the same whoever computes, and however many.
    """
    from analysis import built
    from analysis.errors import InputError
    from analysis.memo import Asked, remembered
    from analysis.overrides import Overrides

    if workers is not None and scheduler is not None:
        raise click.UsageError("--workers and --scheduler exclude each other: a scheduler's workers are those it has")
    root = project_root()
    asked = Asked(root, list(studies) or built.studies_below(root), Overrides(draws, seed), partial)
    out = out or root / "report"
    kept = cache or root / ".cache" / "vpreport"
    refuse_no_folder(kept, *([] if check else [out]))
    before = built.partial_studies(out) if check else []

    def crew() -> Workers:
        from analysis import work

        return work.workers(workers, scheduler, lambda words: click.echo(words, err=True))

    def compute() -> built.Build:
        from analysis.console import progress_bar
        from analysis.versions import digests_kept

        computing = early or until_made.enter_context(crew())
        with digests_kept(kept), progress_bar() as progress:
            from analysis import pipeline

            return pipeline.build(root, asked.folders, out, kept, asked.overrides, progress, partial, computing)

    early = None
    try:
        with ExitStack() as until_made:
            if nothing_kept(kept):  # so that there will be enough to do; what others need takes a while to import
                early = until_made.enter_context(crew())
                early.begin(built.NEEDED)
            made = remembered(kept, asked, compute)
    except InputError:
        if before and not partial:
            click.echo(f"{out} was built with --partial: check it with `vpreport build --check --partial`", err=True)
        raise
    for line in made.left_out:
        click.echo(f"error, left out: {line}", err=True)
    for line in made.warnings:
        click.echo(f"warning: {line}", err=True)
    _tell_cache(made)
    if check and before != made.partial:
        for study in sorted({*before} ^ {*made.partial}):
            how = (
                "in part, but its files have no error now" if study in before else "as whole, but its files have errors"
            )
            click.echo(f"{out} shows {study} {how}")
        click.echo(
            f"{out} is not current: run `vpreport build{' --partial' if made.partial else ''}` and commit the result"
        )
        return 1
    if check:
        found = list(built.differences(out, made))
        for name, how in found:
            click.echo(f"{how}: {name}")
        click.echo(
            f"{out} is current" if not found else f"{out} is not current: run `vpreport build` and commit the result"
        )
        return 1 if found else 0
    built.write(out, made)
    click.echo(f"{out}: {len(made.files)} files, {len(made.written)} written, {len(made.removed)} removed")
    for study in made.partial:
        click.echo(f"{study} is shown in part: its pages say what is left out; `vpreport check` lists the errors")
    return 0


def _tell_cache(made: object) -> None:
    computed, reused = made.computed, made.reused  # type: ignore[attr-defined]
    if made.remembered:  # type: ignore[attr-defined]
        click.echo(f"nothing to compute: this report, made of {reused} results, came from the cache as a whole")
        return
    if not computed:
        click.echo(f"nothing recomputed: {reused} results came from the cache")
        return
    reasons: dict[str, list[str]] = {}
    for stage, reason in computed:
        reasons.setdefault(reason, []).append(stage)
    click.echo(f"recomputed {len(computed)} results, {reused} came from the cache")
    for reason, stages in reasons.items():
        more = f" and {len(stages) - 3} more" if len(stages) > 3 else ""
        click.echo(f"  {', '.join(stages[:3])}{more}: {reason}")


@main.command()
@click.option("--out", type=PLACE, help="The built report. [report]")
@click.option("--site", type=PLACE, help="Where the site goes. [_site]")
@click.option(
    "--engine", type=click.Choice(["auto", "quarto", "pandoc"]), default="auto", help="What renders.", show_default=True
)
@click.option("--cache", type=PLACE, help="Where pages and PDFs are kept. [.cache/vpreport]")
def render(out: Path | None, site: Path | None, engine: str, cache: Path | None) -> int:
    """Render the page sources into a site with its PDFs."""
    from analysis.console import progress_bar
    from analysis.pages.engines.choice import render as run

    root = project_root()
    site, kept = site or root / "_site", cache or root / ".cache" / "vpreport"
    refuse_no_folder(site, kept)
    with progress_bar() as progress:
        done = run(root, out or root / "report", site, engine, progress, kept)
    click.echo(f"site: {done.site / 'report' / 'index.html'} ({done.pages} pages, by {done.engine})")
    for path in done.pdfs:
        click.echo(f"pdf:  {path}")
    return 0


@main.command()
@click.argument("site", type=PLACE, required=False)
@click.option("--report", type=PLACE, help="The built report that the site was rendered from. [report]")
@click.option(
    "--study", "studies", type=PLACE, multiple=True, help="A study's folder outside the clone; again for more."
)
@click.option("--md", "form", flag_value="md", help="Print Markdown.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
def audit(site: Path | None, report: Path | None, studies: tuple[Path, ...], form: str | None) -> int:
    """Say which number of a rendered site does not come from the ledger; exit with 1 if there is one.

    SITE is the folder of the site, by default _site. Links and the digests of the inputs are checked, too.
    """
    from analysis.audit import audit as run
    from analysis.audit.show import as_json, as_markdown, as_text

    root = project_root()
    outside = {folder.resolve().name: folder for folder in studies}
    result = run(root, site or root / "_site", report or root / "report", outside)
    click.echo({"md": as_markdown, "json": as_json}.get(form or "", as_text)(result))
    return 1 if result.findings else 0


@main.command()
@click.argument("study", type=PLACE)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def check(study: Path, as_json: bool) -> int:
    """Say everything that is wrong with a study's folder; exit with 1 if there is an error."""
    from analysis.benchmark.second_look import second_look
    from analysis.challenge.claims import check_claims
    from analysis.study.checks import check_study

    findings = check_study(study, check_claims, second_look)
    errors = sum(finding.severity == "error" for finding in findings)
    if as_json:
        click.echo(json.dumps([finding.as_dict() for finding in findings], indent=2, ensure_ascii=False))
    else:
        for finding in findings:
            click.echo(f"{finding.severity}: {finding.text()}")
        kinds = ("error", "warning", "note")
        counts = {kind: sum(finding.severity == kind for finding in findings) for kind in kinds}
        shown = ", ".join(f"{n} {kind}{'' if n == 1 else 's'}" for kind, n in counts.items())
        click.echo(f"{study}: {shown}")
    return 1 if errors else 0


@main.command()
@click.argument("folder", type=PLACE)
@click.option(
    "--kind", type=click.Choice(["benchmark", "challenge", "attacks"]), default="benchmark", show_default=True
)
def init(folder: Path, kind: str) -> int:
    """Start a study: write a commented study.toml and empty tables into FOLDER, such as data/mine.

    A file that is there already stays as it is.
    """
    from analysis.starter import start_study

    started = start_study(folder, kind)
    for name in started.written:
        click.echo(f"written: {folder / name}")
    for name in started.kept:
        click.echo(f"kept as it is: {folder / name}")
    check = f"vpreport check {shlex.quote(str(folder))}"
    click.echo(f"next: fill the tables as study.toml says; `{check}` tells what is missing or wrong")
    click.echo("then: `vpreport build` and `vpreport render`, or `make report`, which is both")
    return 0


@main.command()
@click.option("--out", type=PLACE, help="Where the study goes. [data/khmer_demo]")
@click.option("--seed", type=click.IntRange(min=0), help="Seed of everything that is drawn. [the committed study's]")
def simulate(out: Path | None, seed: int | None) -> int:
    """Write the simulated demo study."""
    from analysis.console import progress_bar
    from analysis.simulate.study import DEFAULT_SEED, simulate_study

    folder = out or project_root() / "data" / "khmer_demo"
    refuse_no_folder(folder)
    with progress_bar() as progress:
        simulate_study(folder, DEFAULT_SEED if seed is None else seed, lambda words: progress(words, 0, 0))
    click.echo(f"study: {folder}")
    return 0


@main.command()
@click.argument("old", default="HEAD")
@click.argument("new", required=False)
@click.option("--raw", is_flag=True, help="Show what moved below the displayed digits, too.")
@click.option("--md", "form", flag_value="md", help="Print a comment for a pull request, under 60,000 characters.")
@click.option("--json", "form", flag_value="json", help="Print JSON.")
@click.option("--link", default="", metavar="URL", help="Where the whole comparison is, for --md.")
def diff(old: str, new: str | None, raw: bool, form: str | None, link: str) -> int:
    """Say what changed from one report to another; exit with 1 if anything did.

    OLD and NEW are folders with a ledger.csv, folders that hold such a report/, or git revisions of this repository.
    [OLD: HEAD; NEW: the report/ of the working tree]
    """
    from analysis import diff as comparison

    if link and not WEB_LINK.fullmatch(link):
        raise click.UsageError(
            "--link takes an address that begins with https:// or http://, without blanks or brackets"
        )
    sides = comparison.read_side(old, project_root), comparison.read_side(new or _working_tree(), project_root)
    found = comparison.compare(*sides, raw=raw)
    if form == "md":
        click.echo(comparison.markdown(found, link), nl=False)
    elif form == "json":
        click.echo(comparison.as_json(found))
    else:
        for line in comparison.console_lines(found):
            click.echo(line)
    return 1 if found.changed else 0


def _working_tree() -> str:
    """Return the report of the clone, as a path from here."""
    report = project_root() / "report"
    return os.path.relpath(report) if report.is_dir() else str(report)


main.add_command(listen)
main.add_command(coverage)
main.add_command(import_verb)
main.add_command(plan_verb)


@main.command(hidden=True)
@click.option("--fonts", is_flag=True, help="Put the font where Typst looks for it.")
@click.option("--site", is_flag=True, help="Put into _site what stands beside its pages.")
def assets(fonts: bool, site: bool) -> int:
    """Do what the Quarto steps need beside a build."""
    from analysis.files import write_if_changed
    from analysis.pages.engines.assets import put_font
    from analysis.pages.publication import publication

    root = project_root()
    if fonts:
        put_font(root / ".cache" / "fonts")
    if site:
        for name, content in publication(root, root / "report").items():
            write_if_changed(root / "_site" / name, content)
    return 0


class _Terminated(BaseException):
    """Somebody ended this process politely; no handler of errors is to take it for one."""


def _ended_politely(_number: int, _frame: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # who asks twice does not wait
    raise _Terminated


class _Interrupted(KeyboardInterrupt):
    """Somebody pressed Ctrl-C.

    Where a plain `KeyboardInterrupt` passes through code that `exec` makes of a text, as dataclasses do, Python ends in
    the end by the signal, whatever exit code it is given since.
    """


def _interrupted(_number: int, _frame: object) -> None:
    raise _Interrupted


def _interrupted_at_the_end(_number: int, _frame: object) -> None:
    os._exit(processes.INTERRUPTED)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; faults that a person can mend are told in words."""
    try:
        code = main.main(
            args=None if arguments is None else list(arguments), prog_name="vpreport", standalone_mode=False
        )
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        processes.say_stopped()
        return processes.INTERRUPTED
    except _Terminated:
        processes.say_stopped()
        return processes.TERMINATED
    except ReportError as error:
        click.echo(f"vpreport: {error}", err=True)
        return error.exit_code
    except MemoryError:
        click.echo(f"vpreport: memory has run out\n  What to do: {MEMORY}", err=True)
        return 3
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        click.echo(f"vpreport: {where}{error.strerror or error}\n  What to do: {ROOM}", err=True)
        return 3
    return code if isinstance(code, int) else 0


def entry() -> None:
    """Be the program."""
    signal.signal(signal.SIGTERM, _ended_politely)
    heard = signal.getsignal(signal.SIGINT) is not signal.SIG_IGN  # as in the background of a shell
    if heard:
        signal.signal(signal.SIGINT, _interrupted)
    processes.one_for_arithmetic()
    processes.seldom_look_for_garbage()
    code = run()
    if heard:
        signal.signal(signal.SIGINT, _interrupted_at_the_end)
    processes.end_without_a_look()
    sys.exit(code)
