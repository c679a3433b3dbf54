"""What the utility chapter adds to the ledger, on tiny studies whose texts are counted by hand."""

from dataclasses import replace

import pytest

from analysis.benchmark.workbench import Workbench
from analysis.results import Utterance
from tests.studies import replaced, utterance_ids, vectors, wav

from .test_content import transcripts

ACUTE = "\u0301"


def row(results, *names):
    return results.ledger["/".join(("tiny", *names))]


def value(results, *names):
    return results.ledger.value("/".join(("tiny", *names)))


def verdict(results, *names):
    return results.verdicts.get("/".join(("tiny", *names)))


@pytest.fixture
def heard(results):
    """Make the results of a study with these (utterance, reference, hypothesis) rows."""
    return lambda *rows, **changes: results({"meta/transcripts.csv": transcripts(*rows), **changes})


def test_edits_are_split_into_their_kinds(heard):
    """Two substitutions, one deletion and one insertion: half and two quarters of four edits on nine signs."""
    made = heard(("12-t1", "abcd", "abxyz"), ("12-t2", "klmno", "klmn"))
    counts = {kind: row(made, "edits", kind, "mcadams") for kind in ("substitutions", "deletions", "insertions")}
    assert {"substitutions": 2, "deletions": 1, "insertions": 1} == {name: one.value for name, one in counts.items()}
    assert {9} == {one.n for one in counts.values()}
    assert [50, 25, 25] == [value(made, "edits_share", kind, "mcadams") for kind in counts]
    assert "substitutions" == verdict(made, "edits_largest", "mcadams")
    assert (1, 1) == (value(made, "count", "edits_largest", "substitutions"),
                      row(made, "count", "edits_largest", "substitutions").n)  # fmt: skip


def test_a_system_without_edits_has_no_shares(heard):
    """The transcripts of the original are right: counts of 0, shares missing with their reason, no largest kind."""
    made = heard(("12-t1", "abcd", "abcx"))
    assert 0 == value(made, "edits", "deletions", "original")
    assert "no edits" == row(made, "edits_share", "deletions", "original").missing
    assert verdict(made, "edits_largest", "original") is None


def test_two_kinds_that_tie_are_no_largest_kind(heard):
    """One deletion and one insertion: nothing is called the most frequent."""
    made = heard(("12-t1", "abcd", "abc"), ("12-t2", "abcd", "abcde"))
    assert verdict(made, "edits_largest", "mcadams") is None


def test_the_mean_of_utterances_stands_beside_the_corpus_rate(heard):
    """One sign all wrong, nine all right: 50 as the mean of two utterances, 10 over the corpus, 40 points apart."""
    made = heard(("12-t1", "a", "b"), ("12-t2", "abcdefghi", "abcdefghi"))
    mean = row(made, "cer_mean", "mcadams")
    assert (50.0, 2) == (mean.value, mean.n)
    assert 10.0 == pytest.approx(value(made, "cer", "mcadams", "all"))
    assert 40.0 == pytest.approx(value(made, "difference_max", "cer_mean"))


def test_an_empty_reference_has_no_rate_in_the_mean(heard):
    """Its insertion counts in the corpus rate (one edit over three signs) and not in the mean."""
    made = heard(("12-t1", "", "x"), ("12-t2", "abc", "abc"))
    assert (0.0, 1) == (value(made, "cer_mean", "mcadams"), row(made, "cer_mean", "mcadams").n)
    assert 100 / 3 == pytest.approx(value(made, "cer", "mcadams", "all"))
    assert (1, 2) == (value(made, "count", "empty_references"), row(made, "count", "empty_references").n)


def test_an_empty_hypothesis_is_counted_as_all_deletions(heard):
    """One of two is silent, its four signs are deletions; the empty pair of texts is no such case."""
    made = heard(("12-t1", "abcd", ""), ("12-t2", "klmno", "klmno"), ("12-t3", "", ""))
    silent = row(made, "count", "empty_hypotheses", "mcadams")
    assert (1, 2, 4) == (silent.value, silent.n, value(made, "edits", "deletions", "mcadams"))


def test_text_policies_stand_beside_the_rate(heard):
    """One decomposed accent and one zero-width space in two texts of five signs: each policy forgives its own."""
    made = heard(("12-t1", f"cafe{ACUTE}", "caf\u00e9"), ("12-t2", "ab\u200bcd", "abcd"))
    rates = {
        "cer": row(made, "cer", "mcadams", "all"),
        **{name: row(made, name, "mcadams") for name in ("cer_nfc", "cer_no_zero_width", "cer_nfc_no_zero_width")},
    }
    # As they are: two edits for the accent and one for the space over ten signs; composed, the accent is one sign.
    assert {"cer": (30.0, 10), "cer_nfc": (100 / 9, 9), "cer_no_zero_width": (200 / 9, 9),
            "cer_nfc_no_zero_width": (0.0, 8)} == {
        name: (pytest.approx(one.value), one.n) for name, one in rates.items()}  # fmt: skip
    assert 30.0 == pytest.approx(value(made, "difference_max", "cer_forms"))
    assert "U+200B" in rates["cer_no_zero_width"].method


def test_unseen_signs_are_counted_in_references_and_hypotheses(heard):
    """Zero-width signs, joiners, other blanks and texts out of NFC are counted for each column and together."""
    made = heard(("12-t1", "a\u200bb", "a\u00a0b\u200d"), ("12-t2", f"e{ACUTE}", "x"))
    kinds = ("zero_width", "joiners", "other_blanks", "other_forms")
    assert [1, 0, 0, 1] == [value(made, "count", "unseen_references", kind) for kind in kinds]
    assert [0, 1, 1, 0] == [value(made, "count", "unseen_hypotheses", kind, "mcadams") for kind in kinds]
    # The original's hypotheses are the references once more.
    assert [2, 1, 1, 2] == [value(made, "count", "unseen", kind) for kind in kinds]


def test_plain_texts_differ_under_no_policy(tiny):
    """The Khmer texts of the tiny study are in NFC and hold no zero-width sign."""
    assert 0.0 == value(tiny, "difference_max", "cer_forms")
    assert {0} == {value(tiny, "count", "unseen", kind) for kind in ("zero_width", "joiners", "other_forms")}
    for policy in ("nfc", "no_zero_width", "nfc_no_zero_width"):
        assert value(tiny, "cer", "mcadams", "all") == value(tiny, f"cer_{policy}", "mcadams")


PHONE = (("0012-t1", "abcd", "abxx"), ("12-t1", "abcd", "abxx"))
STUDIO = (("1e5-t1", "abcd", "abcx"), ("a-b-t1", "abcd", "abcx"))


def test_the_ratio_of_two_corpora(heard):
    """Half of the signs are wrong on the phone and a quarter in the studio, for every speaker: 2, without doubt."""
    made = heard(*PHONE, *STUDIO)
    ratio = row(made, "cer_ratio", "mcadams", "phone", "studio")
    assert (2.0, 2.0, 2.0) == (ratio.value, ratio.ci_low, ratio.ci_high)
    assert "draws left out" in ratio.method
    assert "CI excludes 0" == verdict(made, "cer_ratio", "mcadams", "phone", "studio")
    assert "no difference" == verdict(made, "cer_ratio", "original", "phone", "studio")
    counts = {names: row(made, "count", *names) for names in (
        ("cer_worse", "phone", "studio"), ("cer_worse", "studio", "phone"),
        ("cer_worse_established", "phone", "studio"), ("cer_worse_established", "studio", "phone"))}  # fmt: skip
    assert [(1, 2), (0, 2), (1, 2), (0, 2)] == [(one.value, one.n) for one in counts.values()]


def test_only_established_differences_are_counted_as_that(heard, monkeypatch):
    """A difference whose edge lies within its error of zero is higher, and not established, whatever its interval."""

    sure = Workbench.difference

    def unsure(*given):
        return replace(sure(*given), verdict="not established")

    monkeypatch.setattr(Workbench, "difference", unsure)
    made = heard(*PHONE, *STUDIO)
    worse, established = (
        row(made, "count", name, "phone", "studio") for name in ("cer_worse", "cer_worse_established")
    )
    assert [(1, 2), (0, 2)] == [(one.value, one.n) for one in (worse, established)]
    assert "number of systems whose rate is established to be higher in the first corpus" == established.method


def test_the_other_corpus_can_be_worse(heard):
    """With the texts of the two corpora swapped, the ratio is a half and the counts are swapped."""
    swapped = [(phone[0], *studio[1:]) for phone, studio in zip(PHONE + STUDIO, STUDIO + PHONE, strict=True)]
    made = heard(*swapped)
    assert 0.5 == value(made, "cer_ratio", "mcadams", "phone", "studio")
    assert [0, 1] == [value(made, "count", "cer_worse", *names) for names in (("phone", "studio"), ("studio", "phone"))]


def test_a_ratio_to_a_corpus_without_errors_is_missing(heard):
    """The original has no error anywhere: no ratio, with its reason, and equal rates count on neither side."""
    made = heard(*PHONE, *STUDIO)
    ratio = row(made, "cer_ratio", "original", "phone", "studio")
    assert (None, "no error in the second corpus") == (ratio.value, ratio.missing)


def test_one_corpus_has_no_ratio(results):
    """A study of one corpus has no row that compares corpora."""
    made = results({
        "meta/test_utts.csv": replaced("phone (iAny)", "studio"), "meta/transcripts.csv": transcripts(*STUDIO),
    })  # fmt: skip
    assert not any("cer_ratio" in entry.key or "cer_worse" in entry.key for entry in made.ledger)


def test_the_worst_utterances_are_quoted(heard):
    """Three at most, the highest rate first, ties by id; right ones and empty references are never quoted."""
    made = heard(
        ("12-t1", "abcd", "wxyz"), ("12-t2", "abcd", "abcx"), ("12-t3", "abcd", "abcd"), ("1e5-t1", "", "abc"),
        ("0012-t1", "abcd", "abcx"), ("0012-t2", "abcd", "abcdefghi"),
    )  # fmt: skip
    quoted = [utterance for utterance in made.utterances if utterance.system == "mcadams"]
    assert ["0012-t2", "12-t1", "0012-t1"] == [utterance.utt_id for utterance in quoted]
    assert Utterance("mcadams", "0012-t2", "abcd", "abcdefghi") == quoted[0]
    assert [125, 100, 25] == [value(made, "cer_utterance", "mcadams", utterance.utt_id) for utterance in quoted]
    assert 3 == value(made, "setting", "worst_utterances")
    assert "shipped" == row(made, "setting", "worst_utterances").tag


def test_a_system_without_errors_has_nothing_to_quote(heard):
    """The original is among the systems that are quoted, with no utterance of its own."""
    made = heard(("12-t1", "abcd", "wxyz"))
    assert "reference" == verdict(made, "quoted", "original")
    assert {"mcadams"} == {utterance.system for utterance in made.utterances}


def test_the_highest_and_the_lowest_rate_are_quoted(results):
    """Of three anonymizers the middle one is left out where there is no best trade."""
    made = results({
        "meta/transcripts.csv": "utt_id,corpus,reference,hyp_mcadams,hyp_knnvc_pool,hyp_openvoice\n"
        "12-t1,,abcd,abcx,abxx,axxx\n",
        "embeddings_semi_informed/mcadams.npz": None,
    })  # fmt: skip
    assert verdict(made, "best_trade") is None
    assert ("lowest rate", None, "highest rate") == tuple(
        verdict(made, "quoted", name) for name in ("mcadams", "knnvc_pool", "openvoice")
    )


def test_the_best_trade_is_quoted(results):
    """Where there is one, it is quoted in place of the lowest rate."""
    made = results({
        "embeddings_semi_informed/knnvc_pool.npz": (utterance_ids(), vectors("knnvc_pool")),
        "meta/transcripts.csv": "utt_id,corpus,reference,hyp_original,hyp_mcadams,hyp_knnvc_pool,hyp_openvoice\n"
        "12-t1,,abcd,abcd,abcx,abxx,axxx\n",
    })  # fmt: skip
    assert "knnvc_pool" == verdict(made, "best_trade")
    assert ("reference", None, "best trade", "highest rate") == tuple(
        verdict(made, "quoted", name) for name in ("original", "mcadams", "knnvc_pool", "openvoice")
    )


def test_how_far_chance_reaches(tiny):
    """At four clips 1.96 / sqrt(3) is beyond any correlation, so that even 1 is within chance."""
    assert 1.959964 / 3**0.5 == pytest.approx(value(tiny, "rho_f0_chance", "mcadams", "demo"), rel=1e-6)
    assert "within chance" == verdict(tiny, "rho_f0", "mcadams", "demo")
    assert (0, 1) == (value(tiny, "count", "rho_f0", "beyond_chance"), row(tiny, "count", "rho_f0", "beyond_chance").n)
    assert "tiny/count/rho_f0/beyond_chance_within" not in tiny.ledger


def clips(pitches):
    """Return the files of a study with these pitches before and after, the first six clips female."""
    ids = [f"c{place}" for place in range(len(pitches))]
    files = {"meta/demo_clips.csv": "utt_id,gender\n" + "".join(
        f"{name},{'f' if place < 6 else 'm'}\n" for place, name in enumerate(ids))}  # fmt: skip
    for name, (before, after) in zip(ids, pitches, strict=True):
        files[f"audio/demo/{name}.wav"] = wav(pitch=before)
        files[f"audio/anonymized/mcadams/{name}.wav"] = wav(pitch=after)
    return files


def test_a_gap_between_genders_makes_a_correlation(results):
    """Over twelve clips rho is beyond chance, over the six female ones alone it is not; no female clip is that low."""
    female = zip((200, 220, 210, 230, 205, 215), (220, 215, 210, 205, 200, 195), strict=True)
    male = zip((100, 110, 105, 120, 102, 107), (110, 105, 103, 100, 95, 90), strict=True)
    made = results(clips([*female, *male]))
    assert ("beyond chance", "within chance") == (
        verdict(made, "rho_f0", "mcadams", "demo"), verdict(made, "rho_f0", "mcadams", "demo_female"))  # fmt: skip
    within = row(made, "count", "rho_f0", "beyond_chance_within")
    assert (0, 1) == (within.value, within.n)
    assert "female" == verdict(made, "genders_apart")


def test_genders_that_overlap_are_not_apart(results):
    """One male clip among the female pitches, and the verdict is gone."""
    made = results(clips([(200 + 5 * place, 200) for place in range(6)] + [(210, 90), (110, 90)]))
    assert verdict(made, "genders_apart") is None


def test_who_keeps_the_tempo(results):
    """Equal lengths keep it; half a percent longer still does, a tenth longer does not."""
    for seconds, kept in ((0.3, 1), (0.3015, 1), (0.33, 0)):
        made = results({
            f"audio/anonymized/mcadams/{name}-t1.wav": wav(seconds) for name in ("0012", "12", "1e5", "a-b")
        })  # fmt: skip
        assert (kept, 1) == (value(made, "count", "duration", "kept"), row(made, "count", "duration", "kept").n)


def test_who_sounds_better_than_the_original(tiny, results):
    """Of the two anonymizers with files none has a higher score than 2.4; with 2.5 one has."""
    above = row(tiny, "count", "utmos", "above_reference")
    assert (0, 2, "real") == (above.value, above.n, above.inputs)
    made = results({"meta/leaderboard.csv": replaced("0.732,1.6", "0.732,2.5")})
    assert 1 == value(made, "count", "utmos", "above_reference")


def test_without_transcripts_and_clips_the_chapter_adds_only_naturalness(results):
    """Nothing is counted that is not there."""
    made = results({"meta/transcripts.csv": None, "meta/demo_clips.csv": None})
    added = ("cer_mean", "cer_nfc", "difference_max", "edits", "edits_share", "cer_ratio", "cer_utterance")
    assert not any(entry.key.split("/")[1] in added for entry in made.ledger)
    assert () == made.utterances
    assert "tiny/count/utmos/above_reference" in made.ledger
