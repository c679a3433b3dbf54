"""Scores for people and for scripts: a text table, Markdown and JSON, all with the same digits."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tabulate import tabulate

from analysis.listening.score import LEVEL, NO_EVIDENCE, TOO_FEW, Scores
from analysis.listening.tables import QUESTION_WORDS

OPINION_DECIMALS, PERCENT_DECIMALS, P_DECIMALS = 2, 1, 4
NAMELESS = "(not told apart)"


def as_json(scores: Scores) -> str:
    """Return the scores as JSON, each number rounded as it is printed."""
    return json.dumps(
        {
            "draws": scores.draws,
            "seed": scores.seed,
            "level": LEVEL,
            "opinions": [
                {
                    "question": one.question,
                    "system": one.system,
                    "role": one.role,
                    "mean": round(one.mean, OPINION_DECIMALS),
                    "ci_low": None if one.interval is None else round(one.interval.low, OPINION_DECIMALS),
                    "ci_high": None if one.interval is None else round(one.interval.high, OPINION_DECIMALS),
                    "n": one.n,
                    "listeners": one.listeners,
                    "sentences": one.sentences,
                }
                for one in scores.opinions
            ],
            "wins": [
                {
                    "question": one.question,
                    "system": one.system,
                    "wins": one.wins,
                    "n": one.trials,
                    "win_rate_percent": round(one.percent, PERCENT_DECIMALS),
                }
                for one in scores.wins
            ],
            "pairs": [
                {
                    "question": one.question,
                    "a": one.a,
                    "b": one.b,
                    "wins_a": one.wins,
                    "wins_b": one.trials - one.wins,
                    "n": one.trials,
                    "p": None if one.p is None else round(one.p, P_DECIMALS),
                    "p_holm": None if one.adjusted is None else round(one.adjusted, P_DECIMALS),
                    "verdict": one.verdict if one.verdict in (TOO_FEW, NO_EVIDENCE) else "preferred",
                    "preferred": None if one.verdict in (TOO_FEW, NO_EVIDENCE) else one.verdict,
                }
                for one in scores.tests
            ],
            "listeners": [
                {
                    "listener": listener or None,
                    "question": question,
                    "asked": tally.asked,
                    "valid": tally.valid,
                    "missing": tally.missing,
                    "invalid": tally.invalid,
                }
                for listener, question, tally in scores.tallies
            ],
            "notes": list(scores.notes),
        },
        indent=2,
        ensure_ascii=False,
    )


def as_tables(scores: Scores, markdown: bool = False) -> str:
    """Return the scores as tables for a console, or as Markdown."""
    parts: list[str] = []
    for question in dict.fromkeys(one.question for one in scores.opinions):
        rows = [
            [one.system, one.role, f"{one.mean:.{OPINION_DECIMALS}f}", *_edges(one.interval), str(one.n),
             str(one.listeners), str(one.sentences)]
            for one in scores.opinions
            if one.question == question
        ]  # fmt: skip
        scale = scores.scales.get(question)
        words = f", {scale[0]:g} to {scale[1]:g}" if scale else ""
        title = f"Mean opinion: {question}{words}; {100 * LEVEL:g} % interval, {counted(scores.draws, 'draw')}"
        columns = ("system", "role", "mean", "low", "high", "n", "listeners", "sentences")
        parts += _table(title, columns, rows, 2, markdown)
    for question in dict.fromkeys(one.question for one in scores.wins):
        words = QUESTION_WORDS.get(question, question)
        rows = [
            [one.system, f"{one.percent:.{PERCENT_DECIMALS}f}", str(one.wins), str(one.trials)]
            for one in scores.wins
            if one.question == question
        ]
        parts += _table(f"Chosen as {words}, percent of trials", ("system", "percent", "wins", "n"), rows, 1, markdown)
        rows = [
            [one.a, one.b, f"{one.wins} : {one.trials - one.wins}", str(one.trials), _p(one.p), _p(one.adjusted),
             one.verdict if one.verdict in (TOO_FEW, NO_EVIDENCE) else f"{one.verdict} preferred"]
            for one in scores.tests
            if one.question == question
        ]  # fmt: skip
        columns = ("a", "b", "a : b", "n", "p", "p (Holm)", "verdict")
        parts += _table(f"Exact sign test of every pair: {words}", columns, rows, 2, markdown, texts={6})
    rows = [
        [listener or NAMELESS, QUESTION_WORDS.get(question, question), *(
            str(count) for count in (tally.asked, tally.valid, tally.missing, tally.invalid)
        )]
        for listener, question, tally in scores.tallies
    ]  # fmt: skip
    columns = ("listener", "question", "asked", "valid", "missing", "invalid")
    parts += _table("Answers by listener", columns, rows, 2, markdown)
    parts += [f"- {note}" if markdown else f"note: {note}" for note in scores.notes]
    return "\n".join(parts).rstrip("\n")


def counted(number: int, noun: str) -> str:
    """Return a number with its noun.

    >>> counted(1, "draw"), counted(1000, "draw")
    ('1 draw', '1,000 draws')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _edges(interval: object) -> list[str]:
    if interval is None:
        return ["", ""]
    return [f"{edge:.{OPINION_DECIMALS}f}" for edge in (interval.low, interval.high)]  # type: ignore[attr-defined]


def _p(value: float | None) -> str:
    return TOO_FEW if value is None else f"{value:.{P_DECIMALS}f}"


def _table(
    title: str, columns: Sequence[str], rows: list[list[str]], names: int, markdown: bool,
    texts: frozenset[int] | set[int] = frozenset(),
) -> list[str]:  # fmt: skip
    """Return a title and a table; the first `names` columns and those in `texts` are words, the others numbers."""
    if not rows:
        return []
    alignment = ["left" if place < names or place in texts else "right" for place in range(len(columns))]
    if markdown:
        rows = [[cell.replace("|", "\\|") for cell in row] for row in rows]
    table = tabulate(
        [[" ".join(cell.split()) for cell in row] for row in rows],
        columns,
        tablefmt="pipe" if markdown else "simple",
        disable_numparse=True,
        colalign=alignment,
    )
    return [f"**{title}**" if markdown else title, "", table, ""]
