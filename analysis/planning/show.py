"""A plan as a table and a sentence for people, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict

from analysis.benchmark.workbench import percent_text
from analysis.planning.plan import Plan

ATTACKER = {"ignorant": "ignorant", "lazy": "lazy-informed", "semi_informed": "semi-informed"}
WHY = {
    "asked for": "as asked for",
    "nearest": "whose EERs lie nearest to the one asked for: {}",
    "knows most": "who knows most",
}
REACHED = "*"


def as_text(made: Plan) -> str:
    """Return where the components come from, the table, and the answer as a sentence."""
    return "\n".join([*_origin(made), "", *_table(made), "", _sentence(made)])


def as_json(made: Plan) -> str:
    """Return everything that a plan holds; points rounded to nine significant digits."""
    question, choice = made.question, made.chosen
    answer = {
        "study": made.study,
        "wanted": {
            "measure": _measure(made), "points": made.wanted, "eer": question.eer, "level": made.level,
            "power": None if question.difference is None else question.power,
        },
        "components": {
            "attacker": choice.attacker,
            "why": choice.why,
            "of": {
                name: {part: _short(value) for part, value in asdict(one).items()} for name, one in choice.parts.items()
            },
            "left_out": choice.left_out,
        },
        "own_size": {
            "speakers": made.size.speakers, "utterances": made.size.utterances, "foretold": _short(made.own),
            "least": _short(made.least), "most": _short(made.most), "with_endless_utterances": _short(made.endless),
        },
        "plans": [
            {
                "utterances": utterances,
                "fewest_speakers": made.fewest[utterances],
                "foretold": [
                    {"speakers": speakers, "points": _short(points)} for speakers, points in of_speakers.items()
                ],
            }
            for utterances, of_speakers in made.foretold.items()
        ],
    }  # fmt: skip
    return json.dumps(answer, indent=2, ensure_ascii=False)


def _short(number: float) -> float:
    return number if isinstance(number, int) else float(f"{number:.9g}")


def _measure(made: Plan) -> str:
    return "width" if made.question.difference is None else "difference"


def _origin(made: Plan) -> Iterator[str]:
    choice, question = made.chosen, made.question
    why = WHY[choice.why].format(f"{choice.rate:.1f} % at the median")
    yield f"{made.study}: the {ATTACKER[choice.attacker]} attacker, {why}"
    names = list(choice.parts)
    of = names[0] if len(names) == 1 else f"the median of {', '.join(names)}"
    moved = "" if question.eer is None else f", moved to an EER of {question.eer:g} %"
    yield f"how far speakers lie apart: {of}{moved}"
    for reason in dict.fromkeys(choice.left_out.values()):
        names = [name for name, other in choice.left_out.items() if other == reason]
        yield f"left out, {reason}: {', '.join(names)}"
    below = [name for name, one in choice.parts.items() if "between" in one.below_zero]
    if below:
        yield (
            f"taken as zero: what sets speakers apart, estimated below zero for {', '.join(below)}; "
            "what more utterances bring is then foretold too hopefully"
        )


def _table(made: Plan) -> Iterator[str]:
    level = percent_text(made.level)
    if made.question.difference is None:
        what = f"width of the {level} % interval of an EER"
    else:
        what = f"smallest difference of two EERs seen with {percent_text(made.question.power)} % power at {level} %"
    yield f"{what}, in points; {REACHED} = no more than {made.wanted:g}"
    rows = [["speakers", *(f"{_number(utterances)} each" for utterances in made.foretold)]]
    for speakers in next(iter(made.foretold.values())):
        cells = [of_speakers[speakers] for of_speakers in made.foretold.values()]
        name = f"{speakers}, as here" if speakers == made.size.speakers else f"{speakers}"
        rows.append([name, *(f"{cell:.1f}{REACHED if cell <= made.wanted else ' '}" for cell in cells)])
    needed = ["fewest", *(f"{'none' if fewest is None else fewest} " for fewest in made.fewest.values())]
    rows.append(needed)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for place, row in enumerate(rows):
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        if place in (1, len(rows) - 1):
            yield "  ".join("-" * width for width in widths)
        yield "  ".join(cells).rstrip()


def _sentence(made: Plan) -> str:
    points = f"{made.wanted:g} {'point' if made.wanted == 1 else 'points'}"
    if made.question.difference is None:
        aim = f"An interval of {points}"
    else:
        aim = f"To see a difference of {points} with {percent_text(made.question.power)} % power"
    fewest = made.fewest[made.size.utterances]
    takes = "takes more speakers than anybody records" if fewest is None else f"takes {fewest} speakers"
    extremes = "" if len(made.chosen.parts) == 1 else f" ({made.least:.1f} to {made.most:.1f})"
    return (
        f"{aim} {takes} with {_number(made.size.utterances)} trial utterances each, as here; the {made.size.speakers} "
        f"speakers of this study give {made.own:.1f}{extremes}, and {made.endless:.1f} with any number of utterances."
    )


def _number(utterances: float) -> str:
    """Write a number of utterances; an average that is no whole number with one decimal.

    >>> _number(10.0), _number(9.771)
    ('10', '9.8')
    """
    return f"{utterances:.0f}" if utterances == round(utterances) else f"{utterances:.1f}"
