"""What the parts of a ledger key are called, for the card of a number and for the ledger page.

`report/names.csv` holds them: study (empty: every study), kind, id as it stands in keys, words. The filter that both
engines run puts the words of a key together; a part without words is shown as it stands.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from urllib.parse import quote

from analysis.pages.charts.chart import ATTACKER_NAMES, METRIC_NAMES
from analysis.pages.markup import plain
from analysis.results import Results

COLUMNS = ("study", "kind", "id", "words")
KINDS = ("study", "measure", "system", "attacker", "list", "part")

MEASURES = {
    "agreement": "recomputed minus published",
    "agreement_edge": "edge of the interval, recomputed minus published",
    "agreement_max": "largest difference from the published values",
    "cer": "CER",
    "cer_mean": "mean of the CER over utterances",
    "cer_nfc": "CER after NFC",
    "cer_nfc_no_zero_width": "CER after NFC, without zero-width signs",
    "cer_no_zero_width": "CER without zero-width signs",
    "cer_ratio": "ratio of two corpora's CER",
    "cer_utterance": "CER of one utterance",
    "change_eer": "relative change of the EER",
    "change_uar": "relative change of the UAR",
    "change_wer": "relative change of the WER",
    "drop": "drop from the ignorant to the lowest informed EER",
    "drop_semi": "drop from the ignorant to the semi-informed EER",
    "edge_error": "Monte-Carlo error of an edge",
    "edge_gap": "edge of the interval, recomputed minus published",
    "eer": "EER",
    "eer_gender": "EER by gender",
    "eer_line": "EER, line rule",
    "eer_nearest": "EER, nearest rule",
    "eer_trials": "EER with a trial bootstrap",
    "eer_two_sided": "EER with a two-sided bootstrap",
    "exploratory": "exploratory difference",
    "gender_gap": "EER of male minus female speakers",
    "median_f0": "median F0",
    "mfdr": "mFDR",
    "p": "p-value",
    "p_holm": "p-value after Holm",
    "paired": "paired difference",
    "rho_f0": "ρF0, correlation of pitch",
    "rho_f0_chance": "ρF0 by chance",
    "rho_f0_demo": "ρF0 on the demo clips",
    "rho_f0_error": "error of ρF0",
    "setting": "setting",
    "uar": "UAR",
    "utmos": "UTMOS, predicted naturalness",
    "wer": "WER",
    "width": "width of an interval",
}
PARTS = {
    **METRIC_NAMES,
    "eer": "EER",
    "uar": "UAR",
    "wer": "WER",
    "mfdr": "mFDR",
    "rho_f0": "ρF0",
    "utmos": "UTMOS",
    "demo": "demo clips",
    "demo_female": "demo clips of female speakers",
    "demo_male": "demo clips of male speakers",
    "female": "female speakers",
    "male": "male speakers",
    "dev": "development set",
    "test": "test set",
    **{
        f"{split}_{part}": f"{words}, {rest}"
        for split, words in (("dev", "development set"), ("test", "test set"))
        for part, rest in (("female", "female speakers"), ("male", "male speakers"), ("average", "average of genders"))
    },
}
"""Words that a part has in every study."""


def names_csv(studies: Sequence[Results]) -> str:
    """Return the names of every study's key parts as CSV text, in a fixed order."""
    rows = [("", "measure", name, words) for name, words in sorted(MEASURES.items())]
    rows += [("", "attacker", name, f"{words} attacker") for name, words in ATTACKER_NAMES.items()]
    rows += [("", "part", name, words) for name, words in sorted(PARTS.items())]
    for results in studies:
        rows.append((results.study, "study", results.study, results.title))
        rows += [(results.study, "system", system.id, system.label) for system in results.systems]
        rows += [(results.study, "list", name, _trials(label)) for name, label in results.lists]
        rows += [(results.study, "part", corpus.slug, corpus.name) for corpus in results.corpora]
        if results.unit_of_text == "words":
            rows += [
                (results.study, "measure", name, words.replace("CER", "WER"))
                for name, words in sorted(MEASURES.items())
                if "CER" in words
            ]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    for study, kind, name, words in rows:
        writer.writerow((quote(study, safe=""), kind, quote(name, safe=""), plain(words)))
    return buffer.getvalue()


def _trials(label: str) -> str:
    return label if "trial" in label else f"trials: {label}"
