"""Results texts of the Kaldi-based evaluation: who attacked is told by the evaluator and the two sides of a pair."""

import pytest

from analysis.errors import InputError
from analysis.importers.kaldi_results import read_kaldi, recognises_kaldi
from analysis.importers.kaldi_text import read_kaldi_text
from analysis.importers.run import import_study
from analysis.importers.tree import open_tree
from analysis.study.findings import Findings
from tests.importers.helpers import drafted, messages, table, write
from tests.importers.shipped import all_shipped, shipped

# Every number here is made up.
SETS = ("libri_{}_trials_f", "libri_{}_trials_m", "vctk_{}_trials_f", "vctk_{}_trials_m", "vctk_{}_trials_f_common",
        "vctk_{}_trials_m_common")  # fmt: skip
EERS = {"oo": (8, 2, 4, 2, 2, 2), "oa": (48, 52.5, 44, 42, 42, 42), "aa": (28, 22, 24, 22, 22, 22),
        "semi": (18, 12, 14, 12, 12, 12)}  # fmt: skip
# .25 · 8 + .25 · 2 + .20 · 4 + .20 · 2 + .05 · 2 + .05 · 2, and ten more than that
AVERAGES = {"oo": "3.900", "semi": "13.900"}


def pairs(split, row, suffixes):
    """Return (name, EER) of the pairs of a split."""
    enrolled, tried = suffixes
    for name, eer in zip(SETS, EERS[row], strict=True):
        trials = name.format(split)
        yield f"ASV-{trials.split('_trials')[0]}_enrolls{enrolled}-{trials}{tried}", eer


def wer(percent, name, model, size="large"):
    path = f"exp/{model}/decode_{name}_tg{size}/wer_10"
    return f"%WER {percent:.2f} [ {percent * 10:.0f} / 1000, 5 ins, 3 del, 30 sub ] {path}"


def block(split, row, suffixes):
    return "".join(
        f"{name}\n  EER: {eer}%\n  Cllr (min/act): 0.3/42.0\n  ROCCH-EER: {eer - 0.1:.1f}%\n"
        f"  linkability: {1 - eer / 100:.4f}\n  Population: 0.60 bit\n  Individual: 3.9 (C)\n"
        for name, eer in pairs(split, row, suffixes)
    )


def recognized(model="user_asr_eval_anon", shift=0.0):
    return "".join(
        f"ASR-{name}\n  {wer(percent + 3, name, model, 'small')}\n  {wer(percent, name, model)}\n"
        for split in ("dev", "test")
        for corpus, percent in (("libri", 5 + shift), ("vctk", 9 + shift))
        for name in (f"{corpus}_{split}_asr", f"{corpus}_{split}_asr_anon")
    )


ORIGINAL_TEXT = (
    "".join(
        block(split, row, suffixes)
        for split in ("dev", "test")
        for row, suffixes in (("oo", ("", "")), ("oa", ("", "_anon")), ("aa", ("_anon", "_anon")))
    )
    + recognized()
)
ANON_TEXT = (
    "".join(
        block(split, row, suffixes)
        for split in ("dev", "test")
        for row, suffixes in (("oa", ("", "")), ("oo", ("", "_anon")), ("semi", ("_anon", "_anon")))
    )
    + recognized()
)
PITCH = "".join(f"{name.format(split)}  Pitch_correlation: mean=0.6000 std=0.1000\n"
                for split in ("dev", "test") for name in SETS)  # fmt: skip
GAIN = "".join(f"{name.format(split)}  Gain of voice distinctiveness : -1.250000000000001\n"
               for split in ("dev", "test") for name in SETS)  # fmt: skip
SUMMARY_LINES = (
    "".join(f"{name}  EER: {eer}%\n" for row, suffixes in (("oo", ("", "")), ("semi", ("_anon", "_anon")))
            for split in ("dev", "test") for name, eer in pairs(split, row, suffixes))
    + "".join(f"ASR-{corpus}_{split}_asr{suffix}  {wer(percent, 'x', 'asr_eval')}\n"
              for suffix, shift in (("", -1), ("_anon", 0))
              for split in ("dev", "test") for corpus, percent in (("libri", 5 + shift), ("vctk", 9 + shift)))
    + PITCH + GAIN
)  # fmt: skip
PRINTED = "".join(
    f"{line}\n"
    for split in ("dev", "test")
    for line in (
        f"Weighted average EER {split} orig: {AVERAGES['oo']}",
        f"Weighted average EER {split} anon: {AVERAGES['semi']}",
        f"Average WER {split} orig: 6.000",
        f"Average WER {split} anon: 7.000",
        f"Weighted average pitch correlation {split}: 0.600",
        f"Weighted average gain of voice distinctiveness {split}: -1.250",
    )
)
WHOLE = {
    "RESULTS_summary_mine": SUMMARY_LINES + PRINTED,
    "results.orig_mine": ORIGINAL_TEXT,
    "results.anon_mine": ANON_TEXT,
}


def read(tmp_path, files):
    return drafted(read_kaldi, write(tmp_path / "in", files))


def eers(draft, dataset="libri_test"):
    """Return (attacker, gender) → EER and linkability of a dataset."""
    return {
        (row["attacker"], row["gender"]): (row["eer"], row.get("linkability", ""))
        for row in table(draft, "results.csv")
        if row["dataset"] == dataset and row["attacker"]
    }


def test_three_texts_of_a_system_give_all_attackers(tmp_path):
    """Each pair goes to its attacker; an EER above one half stays; equal numbers count once."""
    draft = read(tmp_path, WHOLE)
    assert {
        ("unprotected", "female"): ("8", "0.9200"), ("unprotected", "male"): ("2", "0.9800"),
        ("ignorant", "female"): ("48", "0.5200"), ("ignorant", "male"): ("52.5", "0.4750"),
        ("lazy", "female"): ("28", "0.7200"), ("lazy", "male"): ("22", "0.7800"),
        ("semi_informed", "female"): ("18", "0.8200"), ("semi_informed", "male"): ("12", "0.8800"),
    } == eers(draft)  # fmt: skip
    assert "" == messages(draft)
    notes = messages(draft, "note")
    assert "results left out: 48 in 'in/results.anon_mine' (pairs that are no attack of this evaluator)" in notes
    assert "no column holds 'Cllr', 'ROCCH-EER', 'Population', 'Individual'" in notes


def test_unprotected_rows_are_the_originals(tmp_path):
    """They stand under the reference's id, like its word error rates."""
    rows = table(read(tmp_path, WHOLE), "results.csv")
    assert {"original"} == {row["system"] for row in rows if row["attacker"] == "unprotected"}
    assert 12 + 4 == sum(row["system"] == "original" for row in rows)


def test_word_error_rates_are_those_of_the_summary(tmp_path):
    """The text of the first evaluator holds the second one's (5 and 9), the original's true ones are 4 and 8."""
    rates = {
        (row["system"], row["dataset"]): row["wer"] for row in table(read(tmp_path, WHOLE), "results.csv") if row["wer"]
    }
    assert {
        ("original", "libri_dev"): "4.00", ("original", "vctk_dev"): "8.00",
        ("original", "libri_test"): "4.00", ("original", "vctk_test"): "8.00",
        ("mine", "libri_dev"): "5.00", ("mine", "vctk_dev"): "9.00",
        ("mine", "libri_test"): "5.00", ("mine", "vctk_test"): "9.00",
    } == rates  # fmt: skip


def test_without_a_summary_the_originals_word_error_rate_is_missing(tmp_path):
    """It is never taken from a recognizer that was trained on anonymized speech."""
    draft = read(tmp_path, {name: WHOLE[name] for name in ("results.orig_mine", "results.anon_mine")})
    rates = {(row["system"], row["dataset"]): row["wer"] for row in table(draft, "results.csv") if row["wer"]}
    assert {"mine"} == {system for system, _ in rates}
    assert "5.00" == rates["mine", "libri_test"]
    assert "the summary has the right ones" in messages(draft, "note")


def test_a_summary_alone_gives_two_attackers(tmp_path):
    """The others are listed as missing."""
    draft = read(tmp_path, {"RESULTS_summary_mine": SUMMARY_LINES + PRINTED})
    assert {"unprotected", "semi_informed"} == {attacker for attacker, _ in eers(draft)}
    assert "nothing gives the attacker 'ignorant', 'lazy'" in messages(draft)


def test_pitch_and_distinctiveness_know_no_attacker(tmp_path):
    """More digits than a report keeps are cut, once said."""
    draft = read(tmp_path, WHOLE)
    rows = [row for row in table(draft, "results.csv") if row["pitch_correlation"]]
    assert 12 == len(rows)
    assert {("mine", "", "0.6000", "-1.25")} == {
        (r["system"], r["attacker"], r["pitch_correlation"], r["gain_of_voice_distinctiveness"]) for r in rows
    }
    assert "numbers cut to 9 significant digits, all that a report keeps: 12" in messages(draft, "note")


def test_printed_averages_stand_beside_the_weights_they_rest_on(tmp_path):
    """Their parts give them, so that nothing is said."""
    draft = read(tmp_path, WHOLE)
    averages = {(row["system"], row["split"], row["attacker"]): row for row in table(draft, "averages.csv")}
    assert "3.900" == averages["original", "test", "unprotected"]["eer"]
    assert "13.900" == averages["mine", "test", "semi_informed"]["eer"]
    assert ("7.000", "0.600", "-1.250") == tuple(averages["mine", "dev", ""].values())[4:]
    assert {"libri_test": "0.5", "vctk_test_different": "0.4", "vctk_test_common": "0.1", "vctk_test": "0.5"} == {
        row["dataset"]: row["weight"] for row in table(draft, "datasets.csv") if row["split"] == "test"
    }


def summary(tmp_path, text):
    return messages(read(tmp_path, {"RESULTS_summary_mine": text}))


def test_a_missing_set_that_lowers_an_average_is_told(tmp_path):
    """Without the female trials of LibriSpeech (.25 · 8) the tool prints 1.9 for the original."""
    lines = [
        line
        for line in SUMMARY_LINES.splitlines()
        if not line.startswith("ASV-libri_test_enrolls-libri_test_trials_f ")
    ]
    said = summary(tmp_path, "\n".join(lines) + "\n" + PRINTED.replace("EER test orig: 3.900", "EER test orig: 1.900"))
    assert (
        "average eer of test, original lacks eer of libri_test, female, unprotected; "
        "the printed 1.900 counts them as zero" in said
    )


def test_an_average_that_its_parts_do_not_give_is_told(tmp_path):
    """Both values stand in the message."""
    said = summary(tmp_path, SUMMARY_LINES + PRINTED.replace("WER dev anon: 7.000", "WER dev anon: 7.002"))
    assert "the average wer of dev, anonymized is printed as 7.002, its parts give 7.000" in said


def test_an_average_of_other_decimals_is_not_called_wrong(tmp_path):
    """Half a unit of its last digit is granted."""
    assert "parts give" not in summary(tmp_path, SUMMARY_LINES + PRINTED.replace("13.900", "13.9"))


def test_a_summary_that_was_collected_twice_doubles_its_averages(tmp_path):
    """The tool appends its lines and adds up what it finds; the numbers count once, the averages are told."""
    doubled = PRINTED.replace("EER dev orig: 3.900", "EER dev orig: 7.800")
    draft = read(tmp_path, {"RESULTS_summary_mine": SUMMARY_LINES + SUMMARY_LINES + doubled})
    assert ("8", "") == eers(draft, "libri_dev")["unprotected", "female"]
    assert "is printed as 7.800, its parts give 3.900; lines stand twice in the text" in messages(draft)


def test_averages_that_stand_twice_count_once(tmp_path):
    """Equal ones are noted; of unequal ones the later counts, and both are told."""
    draft = read(tmp_path, {"RESULTS_summary_mine": SUMMARY_LINES + PRINTED + PRINTED})
    assert "averages that stand twice, the tool having been run again: 12" in messages(draft, "note")
    assert 8 == len(table(draft, "averages.csv"))
    said = summary(tmp_path, SUMMARY_LINES + PRINTED.replace("EER dev orig: 3.900", "EER dev orig: 3.100") + PRINTED)
    assert "stands twice: 3.100, then 3.900; the later counts" in said


def test_a_folder_pair_of_a_run_tells_the_evaluators_apart(tmp_path):
    """What ends in .orig is of the evaluator trained on original speech."""
    files = {
        "exp/results-2022-01-02-03-04-05/results.txt": ANON_TEXT,
        "exp/results-2022-01-02-03-04-05/results_summary.txt": SUMMARY_LINES,
        "exp/results-2022-01-02-03-04-05.orig/results.txt": ORIGINAL_TEXT,
    }
    draft = read(tmp_path, files)
    assert {"original", "results-2022-01-02-03-04-05"} == {row["system"] for row in table(draft, "results.csv")}
    assert ("18", "0.8200") == eers(draft)["semi_informed", "female"]
    assert ("28", "0.7200") == eers(draft)["lazy", "female"]


def test_a_text_of_an_unknown_evaluator_is_refused(tmp_path):
    """The same text would mean another attacker."""
    for name in ("exp/results-1/results.txt", "copy.txt"):
        source = write(tmp_path / "in", {name: ORIGINAL_TEXT})
        with pytest.raises(InputError, match="nothing says what the evaluator"):
            drafted(read_kaldi, source / name if name == "copy.txt" else source)


def test_a_renamed_summary_is_known_by_what_it_says(tmp_path):
    """One line a result is the summary's form."""
    source = write(tmp_path, {"mine.txt": SUMMARY_LINES, "other.txt": "results\n"})
    assert "mine.txt" == recognises_kaldi(open_tree(source / "mine.txt"))
    assert "" == recognises_kaldi(open_tree(source / "other.txt"))
    assert "mine" == table(drafted(read_kaldi, source / "mine.txt"), "results.csv")[-1]["system"]


def test_an_evaluation_with_one_evaluator_gives_three_attackers(tmp_path):
    """Its word error rates are right; those with the small language model are left out."""
    text = "".join(line for line in ORIGINAL_TEXT.splitlines(keepends=True) if "linkability" not in line)
    draft = read(tmp_path, {"RESULTS_mine": text.replace("user_asr_eval_anon", "asr_eval")})
    assert {"unprotected", "ignorant", "lazy"} == {attacker for attacker, _ in eers(draft)}
    assert "nothing gives the attacker 'semi_informed'" in messages(draft)
    rates = {(row["system"], row["dataset"]): row["wer"] for row in table(draft, "results.csv") if row["wer"]}
    assert ("5.00", "5.00") == (rates["original", "libri_test"], rates["mine", "libri_test"])


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("EER: 18%", "EER: much%", "row 13: eer of libri_dev, female, semi_informed: 'much' is not a number"),
        (
            "EER: 18%",
            "EER: 19%",
            "eer of libri_dev, female, semi_informed is 18; in/RESULTS_summary_mine, row 13, has 19",
        ),
    ],
    ids=["number", "conflict"],
)
def test_what_cannot_be_used_names_file_and_line(tmp_path, old, new, words):
    """No study is drafted."""
    files = WHOLE | {"RESULTS_summary_mine": WHOLE["RESULTS_summary_mine"].replace(old, new, 1)}
    with pytest.raises(InputError) as caught:
        read(tmp_path, files)
    assert words in str(caught.value)


def test_lines_that_are_not_understood_are_told_once(tmp_path):
    """With their rows; the rest is read."""
    said = summary(tmp_path, SUMMARY_LINES + PRINTED + "libri_dev_trials_f  Naturalness: 3\nsomething else\n")
    assert "'libri_dev_trials_f  Naturalness: 3', 'something else'" in said


def test_a_rate_that_its_own_counts_do_not_give_is_told(tmp_path):
    """Ten errors less."""
    said = summary(tmp_path, SUMMARY_LINES.replace("[ 40 / 1000", "[ 30 / 1000", 1))
    assert "ASR-libri_dev_asr: 30 errors in 1000 words are 3.00 %, not 4.00 %" in said


def test_the_study_that_comes_out_is_sound(tmp_path):
    """Written, it has no error and no warning."""
    done = import_study([write(tmp_path / "in", WHOLE)], tmp_path / "out")
    assert "kaldi-results" == done.format.name
    assert [] == [f.text() for f in done.checked if f.severity != "note"]


GOLDEN = {
    "mcadams": ("38.32", "41.2", "39.78", "40.09", "7.117", "1.114", "0.884", "0.975"),
    "tts_pytorch": ("48.91", "51.22", "28.65", "32.74", "9.854", "8.241", "0.772", "0.794"),
    "tts_old_c": ("47.63", "51.89", "32.3", "36.08", "12.04", "8.909", "0.708", "0.770"),
    "tts_joint_hifigan": ("53.65", "53.67", "28.65", "31.18", "8.394", "6.459", "0.778", "0.818"),
    "tts_joint_nsf_hifigan": ("51.64", "52.12", "27.55", "34.97", "9.489", "7.795", "0.760", "0.779"),
}


@pytest.mark.parametrize("system", GOLDEN)
def test_shipped_texts_give_the_published_figures(system):
    """All attackers on one set, with the linkability of the strongest; all averages come out again."""
    names = ("RESULTS_summary", "results.orig", "results.anon")
    draft = drafted(read_kaldi, *(shipped(f"2022/{name}_{system}") for name in names))
    found = eers(draft)
    places = [(attacker, gender) for attacker in ("ignorant", "lazy", "semi_informed") for gender in ("female", "male")]
    links = (f"{float(found['semi_informed', gender][1]):.3f}" for gender in ("female", "male"))
    assert GOLDEN[system] == (*(found[place][0] for place in places), *links)
    assert ("7.664", "1.114") == tuple(found["unprotected", gender][0] for gender in ("female", "male"))
    assert "average" not in messages(draft)


def test_the_shipped_summary_and_not_the_first_evaluators_text_gives_the_originals_rate():
    """LibriSpeech dev: 3.82 by the right recognizer, 4.19 by the one that the text copies."""
    draft = drafted(read_kaldi, *(shipped(f"2022/{name}_mcadams") for name in ("RESULTS_summary", "results.orig")))
    rates = {(r["system"], r["dataset"]): r["wer"] for r in table(draft, "results.csv")}
    assert "3.82" == rates["original", "libri_dev"]


def test_every_shipped_text_is_understood_to_its_last_line():
    """No line of any is left over, and every ASV block has its EER."""
    for path in all_shipped("202[02]/[Rr][Ee][Ss][Uu][Ll][Tt][Ss]*"):
        findings, text = Findings(), path.read_text()
        read = read_kaldi_text(text, path.name, findings)
        pairs = sum(line.startswith("ASV-") for line in text.splitlines())
        assert (path.name, [], pairs) == (
            path.name, [found.text() for found in findings], sum(result.measure == "eer" for result in read.results)
        )  # fmt: skip


def test_a_line_of_a_million_signs_is_told_at_once(tmp_path):
    """A name that long is none."""
    said = summary(tmp_path, SUMMARY_LINES + PRINTED + "ASV-" + "_dev_enrolls-" * 80_000 + "  EER: 1%\n")
    assert "lines that are not understood" in said
