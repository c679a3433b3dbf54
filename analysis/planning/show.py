"""A plan as a table and sentences for people, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial

from analysis.benchmark.workbench import percent_text
from analysis.measures import FEWEST_PLANNED, rounded_speakers
from analysis.pages.kinds_of_interval import NAMES
from analysis.planning.plan import Plan

ATTACKER = {"ignorant": "ignorant", "lazy": "lazy-informed", "semi_informed": "semi-informed"}
WHY = {
    "asked for": "as asked for",
    "knows most": "who knows most, as in the report",
    "knows most of those who have an answer": "who knows most of those who have an answer",
}
REACHED = "*"
MOST_DECIMALS = 12


def as_text(made: Plan) -> str:
    """Return where the answer comes from, the table, and the answer in sentences."""
    return "\n".join([*_origin(made), "", *_table(made), "", *_sentences(made)])


def as_json(made: Plan) -> str:
    """Return everything that a plan holds; points rounded to nine significant digits, numbers of speakers exact."""
    question, choice, answer = made.question, made.chosen, made.chosen.answer
    whole = {
        "study": made.study,
        "wanted": {
            "measure": _measure(made), "points": made.wanted, "eer": question.eer, "level": made.level,
            "power": None if question.difference is None else question.power,
        },
        "interval": {"predicted": made.kind.name, "quoted": made.quoted.name},
        "components": {
            "attacker": choice.attacker,
            "why": choice.why,
            "median_eer": _short(answer.rates[1]),
            "of": {
                name: {part: _short(value) for part, value in asdict(spread.parts).items()}
                for name, spread in answer.made.spreads.items()
            },
            "left_out": answer.left_out,
            "between_below_zero": answer.made.below_zero,
        },
        "own_size": {
            "speakers": made.size.speakers, "utterances": made.size.utterances, "predicted": _short(made.own),
            "least": _short(made.least), "most": _short(made.most),
            "with_endless_utterances": None if made.endless is None else _short(made.endless),
        },
        "plans": [
            {
                "utterances": utterances,
                "fewest_speakers": made.fewest[utterances],
                "predicted": [
                    {"speakers": speakers, "points": _short(points)} for speakers, points in of_speakers.items()
                ],
            }
            for utterances, of_speakers in made.foretold.items()
        ],
        "fewest_planned_for": FEWEST_PLANNED,
        "fewest_speakers_without_moving": made.where_they_are,
        "other_attackers": {
            name: {"why_not": other} if isinstance(other, str)
            else {"median_eer": _short(other.rates[1]), "fewest_speakers": made.others[name]}
            for name, other in choice.others.items()
        },
        "times_as_many": [_short(times) for times in made.times],
    }  # fmt: skip
    return json.dumps(whole, indent=2, ensure_ascii=False)


def _short(number: float) -> float:
    return number if isinstance(number, int) else float(f"{number:.9g}")


def _measure(made: Plan) -> str:
    return "width" if made.question.difference is None else "difference"


def _origin(made: Plan) -> Iterator[str]:
    choice, question, answer = made.chosen, made.question, made.chosen.answer
    yield f"{made.study}: the {ATTACKER[choice.attacker]} attacker, {WHY[choice.why]}"
    names = list(answer.made.spreads)
    of = names[0] if len(names) == 1 else f"the median of {', '.join(names)}"
    yield f"how far speakers lie apart: {of}"
    if question.eer is not None:
        least, most = (f"{factor:.2g}" for factor in answer.factors)
        times = least if least == most else f"{least} to {most}"
        yield (
            f"moved to an EER of {question.eer:g} %: each variance is taken {times} times, as e (1 - e) there is to "
            "that where it was found"
        )
    for reason in dict.fromkeys(answer.left_out.values()):
        names = [name for name, other in answer.left_out.items() if other == reason]
        yield f"left out, {reason}: {', '.join(names)}"
    if made.kind != made.quoted:
        yield (
            f"interval: {NAMES[made.kind.name]}; the study quotes {NAMES[made.quoted.name]} ones, but plans are for a "
            "kind that draws both speakers of a trial and allows for few speakers"
        )
    below = answer.made.below_zero
    if below:
        what = "the median stands" if answer.made.told else "what more utterances bring is not predicted"
        yield f"no spread between speakers beyond that of their utterances: {', '.join(below)}; {what}"


def _table(made: Plan) -> Iterator[str]:
    level, kind = percent_text(made.level), NAMES[made.kind.name]
    if made.question.difference is None:
        what = f"predicted width of the {level} % {kind} interval of an EER"
    else:
        power = percent_text(made.question.power)
        what = (
            f"predicted smallest difference of two EERs that the {level} % {kind} interval detects with {power} % power"
        )
    yield f"{what}, in points; {REACHED} = no more than {_exact(made.wanted)}"
    rows = [["speakers", *(f"{_number(utterances)} each" for utterances in made.foretold)]]
    for speakers in next(iter(made.foretold.values())):
        cells = [of_speakers[speakers] for of_speakers in made.foretold.values()]
        name = f"{speakers}, as here" if speakers == made.size.speakers else f"{speakers}"
        rows.append(
            [name, *(f"{_beside(cell, made.wanted)}{REACHED if cell <= made.wanted else ' '}" for cell in cells)]
        )
    needed = ["fewest", *(f"{'none' if fewest is None else _told(made, fewest)} " for fewest in made.fewest.values())]
    rows.append(needed)
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for place, row in enumerate(rows):
        cells = [row[0].ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))]
        if place in (1, len(rows) - 1):
            yield "  ".join("-" * width for width in widths)
        yield "  ".join(cells).rstrip()


def _sentences(made: Plan) -> Iterator[str]:
    points = f"{_exact(made.wanted)} {'point' if made.wanted == 1 else 'points'}"
    if made.question.difference is None:
        aim = f"An interval of {points}"
    else:
        aim = f"To detect a difference of {points} with {percent_text(made.question.power)} % power"
    shown = partial(_beside, limit=made.wanted)
    each = f"{_number(made.size.utterances)} trial {'utterance' if made.size.utterances == 1 else 'utterances'} each"
    extremes = "" if len(made.chosen.answer.made.spreads) == 1 else f" ({shown(made.least)} to {shown(made.most)})"
    endless = "" if made.endless is None else f", and {shown(made.endless)} with any number of utterances"
    yield (
        f"{aim} takes {_takes(made, made.fewest[made.size.utterances])} with {each}, as here; the {made.size.speakers} "
        f"speakers of this study give {shown(made.own)}{extremes}{endless}."
    )
    if made.question.eer is not None:
        rates = _rates(made.chosen.answer.rates)
        yield f"Not moved, at {rates}, it takes {_takes(made, made.where_they_are)}."
    for name, other in made.chosen.others.items():
        if isinstance(other, str):
            yield f"Under the {ATTACKER[name]} attacker: {other}."
        else:
            moved = "" if made.question.eer is None else " before they are moved"
            at = f"at {_rates(other.rates)}{moved}"
            yield f"Under the {ATTACKER[name]} attacker, {at}, it takes {_takes(made, made.others[name])}."
    low, high = made.times
    yield (
        f"All of this is rough: read from {made.size.speakers} speakers, the number may in truth be {low:.1f} to "
        f"{high:.1f} times as large ({percent_text(made.level)} % interval, if speakers vary normally)."
    )


def _takes(made: Plan, fewest: int | None) -> str:
    if fewest is None:
        return "more speakers than anybody records"
    if fewest == FEWEST_PLANNED:
        return f"{FEWEST_PLANNED} speakers or fewer (fewer than {FEWEST_PLANNED} are not planned for)"
    told = _told(made, fewest)
    return f"about {told} speakers"


def _told(made: Plan, fewest: int) -> str:
    return f"<={fewest}" if fewest == FEWEST_PLANNED else str(rounded_speakers(fewest, made.size.speakers))


def _rates(rates: tuple[float, float, float]) -> str:
    """Write EERs by the least, the median and the largest.

    >>> _rates((12.0, 30.0, 41.0)), _rates((12.0, 12.0, 12.0))
    ('EERs of 12.0 to 41.0 % (median 30.0 %)', 'an EER of 12.0 %')
    """
    least, middle, most = (f"{rate:.1f}" for rate in rates)
    return f"an EER of {least} %" if least == most else f"EERs of {least} to {most} % (median {middle} %)"


def _exact(points: float) -> str:
    """Write what was asked for as it was given.

    >>> _exact(4.0), _exact(4.25)
    ('4', '4.25')
    """
    return f"{points:.15g}"


def _beside(points: float, limit: float) -> str:
    """Write points with one decimal, or with as many as it takes to read as above the limit or not, as they are.

    >>> _beside(3.96, 4.0), _beside(4.04, 4.0), _beside(4.004, 4.0), _beside(4.0, 4.0), _beside(4.26, 4.27)
    ('4.0', '4.04', '4.004', '4.0', '4.26')
    """
    written = (f"{points:.{decimals}f}" for decimals in range(1, MOST_DECIMALS))
    return next((text for text in written if (float(text) <= limit) == (points <= limit)), f"{points:.15g}")


def _number(utterances: float) -> str:
    """Write a number of utterances; an average that is no whole number with one decimal.

    >>> _number(10.0), _number(9.771)
    ('10', '9.8')
    """
    return f"{utterances:.0f}" if utterances == round(utterances) else f"{utterances:.1f}"
