"""Trees of the VoicePrivacy toolkits: lists in Kaldi's style (`data/`) and what an evaluation wrote (`exp/`).

What a folder is follows from its name and from what lies in it, never from a heading or a substring:

- `<set>_enrolls`, `<set>_trials_<gender>`: lists of original speech, `<set>` being `<dataset>_<split>`; the same names
  with an anonymizer's suffix are its copies of them.
- `<evaluator>/<set>_enrolls<suffix>-<set>_trials_<gender><suffix>/{scores,EER}`: one attack on one list. The evaluator
  (trained on original or on anonymized speech) and the two suffixes tell the attacker.
- `<recogniser>/<set>_asr<suffix>/{text,wer}`, `<classifier>/results*.csv`: words and emotions.
"""
