"""Error rates of the transcripts as ledger rows, counted by hand."""

import pytest

from tests.studies import replaced

WORDS = "one two three four five six seven eight nine"


def rate(results, system="mcadams", name="all"):
    return results.ledger[f"tiny/cer/{system}/{name}"]


def transcripts(*rows, system="mcadams"):
    """Return a transcripts file with (utterance, reference, hypothesis) rows."""
    lines = [f"utt_id,corpus,reference,hyp_original,hyp_{system}"]
    return "\n".join([*lines, *(f"{utt},,{text},{text},{heard}" for utt, text, heard in rows)]) + "\n"


def test_an_empty_hypothesis_is_all_deletions(results):
    """The rows beside it stay in their places: 0 of 3, 4 of 4 and 1 of 5 signs are wrong."""
    made = results({"meta/transcripts.csv": transcripts(
        ("12-t1", "abc", "abc"), ("12-t2", "wxyz", ""), ("12-t3", "klmno", "klmnO"))})  # fmt: skip
    entry = rate(made)
    assert (100 * 5 / 12, 12) == (pytest.approx(entry.value), entry.n)
    assert 0.0 == rate(made, "original").value


def test_the_rate_is_of_the_corpus_and_says_so(results):
    """One word all wrong, nine all right: 10 percent of the corpus, not the 50 of a mean over utterances."""
    made = results({
        "study.toml": replaced("draws = 50", 'draws = 50\ntext = "words"'),
        "meta/transcripts.csv": transcripts(("12-t1", "wrong", "right"), ("12-t2", WORDS, WORDS)),
    })  # fmt: skip
    entry = rate(made)
    assert (10.0, 10, True) == (pytest.approx(entry.value), entry.n, entry.method.startswith("corpus WER; "))
    assert "words" == made.unit_of_text


@pytest.mark.parametrize(
    ("percent", "signs", "reference", "heard"),
    [
        (125.0, 4, "abcd", "abcdfghij"),
        (100.0, 1, "é", "e"),
        (40.0, 5, "cafe\u0301", "caf\u00e9"),
        (100 / 12, 12, "ខ្ញុំទៅផ្សារ", "ខ្ញុំទៅផ្សារ"[:-2] + "ិ" + "រ"),
        (0.0, 2, "a b", "ab"),
        (100 / 3, 3, "a\u00a0b", "ab"),
    ],
    ids=["not clipped", "signs not bytes", "no normaliser", "one vowel", "blanks removed", "other blanks kept"],
)
def test_a_character_rate_counted_by_hand(results, percent, signs, reference, heard):
    """Insertions count, a rate above 100 stays, only U+0020 is removed, and nothing is normalised."""
    entry = rate(results({"meta/transcripts.csv": transcripts(("12-t1", reference, heard))}))
    assert (percent, signs) == (pytest.approx(entry.value), entry.n)


def test_more_errors_than_signs_is_a_verdict(results):
    """The page can warn that a rate above 100 percent is real."""
    made = results({"meta/transcripts.csv": transcripts(("12-t1", "abcd", "abcdfghij"))})
    assert "tiny/beyond_reference/mcadams" in made.verdicts
    assert "tiny/beyond_reference/original" not in made.verdicts


def test_draws_without_a_reference_are_counted(results):
    """Only one of four speakers has transcripts: draws without that one are left out and counted."""
    entry = rate(results({"meta/transcripts.csv": transcripts(("12-t1", "abcd", "abcx"))}))
    assert (25.0, 25.0, 25.0) == (entry.value, entry.ci_low, entry.ci_high)
    assert "draws left out (no reference signs)" in entry.method


def test_a_reference_without_signs_has_no_rate(results):
    """Undefined with its reason, not 0."""
    entry = rate(results({"meta/transcripts.csv": transcripts(("12-t1", "", "x"))}))
    assert (None, "no reference signs") == (entry.value, entry.missing)


def test_each_corpus_has_its_rate(tiny):
    """The tiny study cuts 1, 2 and 3 signs off each speaker's texts; every corpus has the same texts."""
    assert rate(tiny, name="phone").value == rate(tiny, name="studio").value == rate(tiny).value
    assert 2 * rate(tiny, name="phone").n == rate(tiny).n


def test_a_corpus_has_an_interval_over_its_own_speakers(results):
    """The two phone speakers have 0 and 50 percent: the draws are 0, 25 and 50, those without either are left out."""
    made = results({"meta/transcripts.csv": transcripts(
        ("0012-t1", "abcd", "abcd"), ("12-t1", "abcd", "abxx"), ("1e5-t1", "abcd", "wxyz"))})  # fmt: skip
    entry = rate(made, name="phone")
    assert (25.0, 0.0, 50.0, 8) == (entry.value, entry.ci_low, entry.ci_high, entry.n)
    assert "draws left out (no reference signs)" in entry.method
    alone = rate(made, name="studio")
    assert (100.0, 100.0, 100.0) == (alone.value, alone.ci_low, alone.ci_high)
    assert "degenerate" in alone.method


def test_without_transcripts_the_rates_are_missing(results, tiny):
    """For one system or for all, with the reason."""
    assert (None, "no transcripts") == (rate(tiny, "knnvc_pool").value, rate(tiny, "knnvc_pool").missing)
    made = results({"meta/transcripts.csv": None})
    assert "no transcripts" == rate(made).missing
    assert not any(name.split("/")[1] == "front" for name in made.verdicts)
