"""The weighted averages that the Kaldi-based VoicePrivacy evaluation prints, computed again and set against them.

Weights by the evaluation's rule: per gender .25 for LibriSpeech, .20 for the part of VCTK with different sentences, .05
for the part with common ones; word error rates weigh .5 for each corpus. The tool adds up whatever lines it finds, so
that a set that is missing counts as zero, and lines that stand twice count twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal

from analysis.importers.attackers import ANONYMIZED, ORIGINAL, UNPROTECTED
from analysis.importers.attacks_draft import Average
from analysis.importers.figures import Figures, What, told
from analysis.importers.kaldi_text import PrintedAverage
from analysis.study.cells import number_cell
from analysis.study.findings import quoted

PARTS = {"libri_{}": "0.5", "vctk_{}_different": "0.4", "vctk_{}_common": "0.1", "vctk_{}": "0.5"}
"""Dataset, the split left open → its weight, both genders together; a whole corpus has word error rates only."""

BY_GENDER = ("libri_{}", "vctk_{}_different", "vctk_{}_common")
WHOLE = ("libri_{}", "vctk_{}")


def weights() -> dict[str, str]:
    """Return the weight of each dataset of the evaluation."""
    return {name.format(split): weight for name, weight in PARTS.items() for split in ("dev", "test")}


def check_averages(
    run: str, printed: Sequence[PrintedAverage], figures: Figures, place: str, repeated: bool
) -> list[Average]:
    """Compute each printed average again and return the printed ones, each once.

    Args:
        run: the system.
        printed: in the order of the text.
        figures: hold the run's numbers, and get a warning for each average that they do not give.
        place: the text, as messages call it.
        repeated: whether lines of the text stand twice.
    """
    findings = figures.findings
    once: dict[tuple[str, str, str], PrintedAverage] = {}
    again = 0
    for average in printed:
        key = (average.measure, average.split, average.side)
        earlier = once.get(key)
        if earlier is not None and earlier.text == average.text:
            again += 1
            continue
        if earlier is not None:
            findings.warning(
                "average", place,
                f"{_told(average)} stands twice: {earlier.text}, then {average.text}; the later counts",
                row=average.row,
            )  # fmt: skip
        once[key] = average
    if again:
        findings.note("repeated", place, f"averages that stand twice, the tool having been run again: {again}")
    return [found for average in once.values() if (found := _checked(run, average, figures, place, repeated))]


def _checked(run: str, average: PrintedAverage, figures: Figures, place: str, repeated: bool) -> Average | None:
    findings = figures.findings
    try:
        cell = number_cell(average.text.removesuffix("%").replace("\N{MINUS SIGN}", "-"))
    except ValueError as error:
        findings.error("value", place, f"{_told(average)}: {error}", allowed="a number", row=average.row)
        return None
    if cell.value is None:
        findings.warning("blank", place, f"{_told(average)}: {quoted(average.text)} is no value", row=average.row)
        return None
    of_original = average.side == ORIGINAL
    attacker = ""
    if average.measure == "eer":
        attacker = UNPROTECTED if of_original else "semi_informed"
    known = (figures.originals if of_original else figures.systems).get(run, {})
    total, missing = _sum(average, attacker, {what: Decimal(figure.text) for what, figure in known.items()})
    half = Decimal(1).scaleb(-cell.decimals) / 2
    agrees = abs(total - Decimal(cell.text)) <= half + Decimal("1e-9")
    if missing:
        how = "counts them as zero" if agrees else f"is not the sum over the rest, {total:.3f}, either"
        findings.warning(
            "average", place, f"{_told(average)} lacks {'; '.join(told(what) for what in missing)}; the printed "
            f"{cell.text} {how}", advice="evaluate the missing sets; an average over the rest is another measure",
            row=average.row,
        )  # fmt: skip
    elif not agrees:
        why = "; lines stand twice in the text, and the tool adds up all of them" if repeated else ""
        findings.warning(
            "average", place, f"{_told(average)} is printed as {cell.text}, its parts give {total:.3f}{why}",
            row=average.row,
        )  # fmt: skip
    return Average(run, of_original, average.measure, average.split, attacker, cell.text, cell.value)


def _sum(average: PrintedAverage, attacker: str, numbers: Mapping[What, Decimal]) -> tuple[Decimal, list[What]]:
    """Return the weighted sum over what is there, and what is missing."""
    whole = average.measure == "wer"
    total, missing = Decimal(0), []
    for name in WHOLE if whole else BY_GENDER:
        for gender in ("",) if whole else ("female", "male"):
            what = (average.measure, name.format(average.split), average.split, gender, attacker)
            if what in numbers:
                total += Decimal(PARTS[name]) / (1 if whole else 2) * numbers[what]
            else:
                missing.append(what)
    return total, missing


def _told(average: PrintedAverage) -> str:
    side = {ORIGINAL: ", original", ANONYMIZED: ", anonymized"}.get(average.side, "")
    return f"the average {average.measure} of {average.split}{side}"
