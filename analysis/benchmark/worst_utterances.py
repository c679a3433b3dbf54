"""The utterances that a recogniser got most wrong, to be read beside what was said."""

from __future__ import annotations

from analysis.benchmark.measured import Measured, Part
from analysis.ledger import Entry
from analysis.results import Utterance
from analysis.study.transcripts import FILE as TRANSCRIPTS

WORST = 3
"""Utterances quoted a system."""


def worst_utterances(measured: Measured) -> Part:
    """Return the utterances with the highest rates of a few systems, with their texts.

    The systems are the reference, the best trade (without one, the anonymizer with the lowest corpus rate) and the
    anonymizer with the highest; the verdict `quoted/<system>` says which it is.
    """
    bench = measured.bench
    transcripts = bench.benchmark.transcripts
    if transcripts is None or not measured.texts.edits:
        return Part()
    quoted = _systems(measured)
    setting = Entry(
        bench.key("setting", "worst_utterances"), WORST, "count", 0, "shipped", "defaults",
        "most utterances that are quoted of a system",
    )  # fmt: skip
    entries, utterances = [setting], []
    names, references = transcripts.frame["utt_id"].to_list(), transcripts.frame["reference"].to_list()
    for system in quoted:
        edits = measured.texts.edits[system]["as_is"]
        wrong = edits[:, :3].sum(axis=1)
        # A reference without signs has no rate; ties are settled by the id.
        ranked = sorted(
            (place for place in range(len(names)) if edits[place, 3] and wrong[place]),
            key=lambda place: (-wrong[place] / edits[place, 3], names[place]),
        )
        heard = transcripts.hypotheses(system)
        for place in ranked[:WORST]:
            entries.append(bench.recomputed(
                ("cer_utterance", system, names[place]), 100 * wrong[place] / edits[place, 3], "percent", 1,
                f"{TRANSCRIPTS}, hyp_{system}", "edits over reference of this utterance alone",
                n=int(edits[place, 3]),
            ))  # fmt: skip
            utterances.append(Utterance(system, names[place], references[place], heard[place]))
    verdicts = {bench.key("quoted", system): why for system, why in quoted.items()}
    return Part(tuple(entries), verdicts, utterances=tuple(utterances))


def _systems(measured: Measured) -> dict[str, str]:
    """Return system → why it is quoted, in the study's order."""
    bench = measured.bench
    rates = {
        system: rate
        for system in measured.texts.edits
        if (rate := measured.ledger.value(bench.key("cer", system, "all"))) is not None
    }
    found: dict[str, str] = {}
    anonymizers = [system for system in rates if system != bench.benchmark.reference]
    if anonymizers:
        found[max(anonymizers, key=lambda system: rates[system])] = "highest rate"
        best = measured.verdicts.get(bench.key("best_trade"), "")
        if best in rates:
            found[best] = "best trade"
        else:
            found.setdefault(min(anonymizers, key=lambda system: rates[system]), "lowest rate")
    if bench.benchmark.reference in rates:
        found[bench.benchmark.reference] = "reference"
    return {system: found[system] for system in rates if system in found}
