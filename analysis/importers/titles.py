"""What the formats that can be imported are called; nothing heavy, so that `--help` names them at once."""

from __future__ import annotations

TITLES = {
    "vpc-trees": "a tree of the VoicePrivacy evaluation: lists (data/) and scores (exp/)",
    "kaldi-results": "results texts of the Kaldi-based VoicePrivacy evaluation (results.txt, results_summary.txt, "
    "RESULTS_…)",
    "result-csvs": "result tables of the VoicePrivacy evaluation or VoicePAT (results….csv)",
    "vpc-summaries": "summaries of the VoicePrivacy evaluation (result_for_rank…)",
    "pair-scores": "scores of pairs of utterances as <attacker>/<system>.txt, with their list (VoxCeleb)",
    "keyed-scores": "score files with a key, as <attacker>/<system>.txt (zebra, wespeaker, bob, Kaldi trials)",
}
"""The word for `--format` → what a person calls it, in the order in which the formats are asked: the richest first."""
