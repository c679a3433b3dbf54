"""Summary texts of the evaluation: what they say, in whatever shape a run has printed them, and nothing more."""

import pytest

from analysis.errors import InputError
from analysis.importers.run import import_study
from analysis.importers.summaries import read_summaries, recognises_summaries
from analysis.importers.tree import open_tree
from analysis.importers.wishes import Wishes
from tests.importers.helpers import drafted, messages, table, write
from tests.importers.shipped import all_shipped, shipped

# Every number here is made up.
SER = """---- SER results ----
   dataset split       ser      UAR  ACC_sad  ACC_neu
                               mean     mean     mean
0  EMO     dev        anon  41.5000  10.1000  20.1000
1  EMO     dev    original  61.5000  30.1000  40.1000
2  EMO    test        anon  42.5000  50.1000  60.1000
3  EMO    test    original  62.5000  70.1000  80.1000
"""
ORIGINAL = """---- ASV_eval results ----
  dataset split gender enrollment     trial    EER
0   libri   dev      f   original  original  9.123
3   libri   dev      m   original  original  1.250
6   libri  test      f   original  original  8.500
9   libri  test      m   original  original  0.750
"""
ASR = """---- ASR results ----
  dataset split       asr    WER
0   libri   dev  original  1.900
4   libri   dev      anon  8.000
1   libri  test  original  1.950
5   libri  test      anon  8.500
"""
SEMI = """---- ASV_eval^anon results ----
   dataset split gender enrollment trial     EER
2    libri   dev      f       anon  anon  18.040
5    libri   dev      m       anon  anon  17.000
8    libri  test      f       anon  anon  19.500
11   libri  test      m       anon  anon  16.250
"""
TIME = "---- Time: 05-04-24_10:45 ----\n"
WHOLE = "\n".join([TIME, SER, ORIGINAL, ASR, TIME, SEMI])
IDS = ("system", "dataset", "gender", "attacker")
COLUMNS = [
    "system",
    *(f"{split}_{name}" for split in ("dev", "test") for name in ("eer_female", "eer_male", "uar", "wer")),
]
ROWS = [
    ["original", "9.123", "1.250", "61.5000", "1.900", "8.500", "0.750", "62.5000", "1.950"],
    ["mine", "18.040", "17.000", "41.5000", "8.000", "19.500", "16.250", "42.5000", "8.500"],
]


def read(tmp_path, text, name="result_for_rank_mine", **wishes):
    return drafted(read_summaries, write(tmp_path / "in", {name: text}) / name, wishes=Wishes(**wishes))


def values(draft):
    return [list(row.values()) for row in table(draft, "results.csv")]


def without_row_numbers(text):
    return "\n".join(
        line.split(None, 1)[1] if line[:1].isdigit() else line for line in text.splitlines()
    )  # fmt: skip


SHAPES = {
    "as it is": WHOLE,
    "no times": "\n".join([SER, ORIGINAL, ASR, "", SEMI]),
    "no row numbers": without_row_numbers(WHOLE),
    "blanks at the ends of lines": WHOLE.replace("\n", "   \n"),
    "tabs": WHOLE.replace("  ", "\t"),
    "line ends of another system": WHOLE.replace("\n", "\r\n"),
    "no line end at the end": WHOLE.rstrip(),
    "sections in another order": "\n".join([SEMI, ASR, ORIGINAL, SER]),
    "accuracies in another order": WHOLE.replace("ACC_sad  ACC_neu", "ACC_neu  ACC_sad"),
    "columns in another order": WHOLE.replace(ASR, ASR.replace("split       asr    WER", "split       WER    asr")
                                              .replace("original  1.900", "1.900  original")
                                              .replace("anon  8.000", "8.000  anon")
                                              .replace("original  1.950", "1.950  original")
                                              .replace("anon  8.500", "8.500  anon")),
    "one second header too many": WHOLE.replace("0  EMO", "          mean  mean  mean\n0  EMO"),
    "no second header": WHOLE.replace("                               mean     mean     mean\n", ""),
    "a section in two parts": WHOLE.replace("8    libri", "\n".join(["", TIME, *SEMI.splitlines()[:2], "8    libri"])),
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_every_shape_gives_the_same_table(tmp_path, shape):
    """One row for the original and one for the system, digits as printed, and no average that nobody printed."""
    draft = read(tmp_path, SHAPES[shape])
    assert COLUMNS == list(table(draft, "results.csv")[0])
    assert ROWS == values(draft)
    assert "" == messages(draft)
    assert 'kind = "challenge"\nreference = "original"\n' == draft.files["study.toml"]


def test_the_study_that_comes_out_is_sound(tmp_path):
    """Written, it has no error, and names and title are the caller's."""
    source = write(tmp_path / "in", {"exp/results_summary/result_for_rank_mine": WHOLE})
    done = import_study([source], tmp_path / "out", Wishes({"mine": "B2", "original": "orig"}, title='My "own"'))
    assert "vpc-summaries" == done.format.name
    rows = (tmp_path / "out" / "results.csv").read_text().splitlines()
    assert ["orig", "B2"] == [row.split(",")[0] for row in rows[1:]]
    assert 'title = "My \\"own\\""' in (tmp_path / "out" / "study.toml").read_text()
    assert [] == [f for f in done.checked if f.severity == "error"]


def test_runs_that_agree_on_the_original_share_its_row(tmp_path):
    """Three systems, one original."""
    files = {f"result_for_rank_{name}": WHOLE for name in "abc"}
    draft = drafted(read_summaries, write(tmp_path, files))
    assert ["original", "a", "b", "c"] == [row[0] for row in values(draft)]


def test_a_run_that_measured_the_original_otherwise_keeps_it(tmp_path):
    """It has a row of its own, the others are the reference, and both values are told."""
    files = {f"result_for_rank_{name}": WHOLE for name in "abc"}
    files["result_for_rank_a"] = WHOLE.replace("original  1.950", "original  1.952")
    draft = drafted(read_summaries, write(tmp_path, files))
    rows = table(draft, "results.csv")
    assert [("original", "1.950"), ("original_a", "1.952")] == [(r["system"], r["test_wer"]) for r in rows[:2]]
    assert ["original", "original"] == [row["role"] for row in table(draft, "systems.csv")[:2]]
    assert "'a' is of another run: wer of libri_test 1.952, elsewhere 1.950" in messages(draft)


@pytest.mark.parametrize(
    ("gone", "columns", "said"),
    [
        (SER, 7, "'dev_uar', 'test_uar' of any system"),
        (ASR, 7, "'dev_wer', 'test_wer' of any system"),
        (SEMI, 9, "'dev_eer_female', 'dev_eer_male', 'test_eer_female', 'test_eer_male' of 'mine'"),
        (ORIGINAL, 9, "'dev_eer_female', 'dev_eer_male', 'test_eer_female', 'test_eer_male' of 'original'"),
    ],
    ids=["ser", "asr", "semi", "original"],
)
def test_a_missing_section_is_told(tmp_path, gone, columns, said):
    """The cells stay empty, or the columns away, and the message names them."""
    draft = read(tmp_path, WHOLE.replace(gone, ""))
    assert columns == len(table(draft, "results.csv")[0])
    assert said in messages(draft)
    assert "no section for" in messages(draft)


def test_a_table_without_rows_is_told(tmp_path):
    """A data-frame library prints three lines for it."""
    empty = "---- ASR results ----\nEmpty DataFrame\nColumns: [dataset, split, asr, WER]\nIndex: []\n"
    draft = read(tmp_path, WHOLE.replace(ASR, empty))
    assert "the section 'ASR' holds no rows" in messages(draft)


def test_a_word_for_nothing_is_no_number(tmp_path):
    """The cell stays empty and is told."""
    draft = read(tmp_path, WHOLE.replace("8.500\n\n---- Time", "NaN\n\n---- Time"))
    assert "" == table(draft, "results.csv")[1]["test_wer"]
    assert "wer of libri_test: 'NaN' is no value" in messages(draft)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("8.500\n\n", "8,500\n\n", "row 23: wer of libri_test: '8,500' has a comma"),
        ("libri   dev  original  1.900", "libri   dev  original  1.900 7", "row 20: 6 fields where the header has 4"),
        ("libri   dev  original  1.900", "original  1.900", "row 20: 3 fields where the header has 4"),
        ("dataset split       asr    WER", "dataset split       asr    CER", "'WER' in its header"),
        ("libri  test  original  1.950", "libri  test  neither  1.950", "'neither' is neither original nor anonymized"),
        ("libri   dev      f   original", "libri   dev      x   original", "the gender is 'x'"),
        (TIME, "Results of today\n" + TIME, "row 1: 'Results of today' stands outside of any section"),
        ("5   libri  test      anon  8.500", "5   libri  test      anon  8.500\n5   libri  test      anon  8.600",
         "wer of libri_test is 8.600; in/result_for_rank_mine, row 23, has 8.500"),
    ],
    ids=["comma", "too many", "too few", "header", "side", "gender", "outside", "twice"],
)  # fmt: skip
def test_what_cannot_be_understood_names_file_and_line(tmp_path, old, new, words):
    """Nothing is guessed, and no study is drafted."""
    source = write(tmp_path / "in", {"result_for_rank_mine": WHOLE.replace(old, new, 1)})
    with pytest.raises(InputError) as caught:
        drafted(read_summaries, source)
    assert words in str(caught.value)
    assert "in/result_for_rank_mine" in str(caught.value)


def test_a_section_of_another_kind_is_left_out_and_told(tmp_path):
    """The rest is read."""
    draft = read(tmp_path, WHOLE + "\n---- MOS results ----\n dataset MOS\n0 libri 3.5\n")
    assert ROWS == values(draft)
    assert "'---- MOS results ----' is no section that is known" in messages(draft)


MIXED = """---- Time: 03-03-26_05:17 ----

---- ASV_eval results ----
   dataset split gender enrollment trial     EER
2    libri   dev  mixed       anon  anon  11.500
5    libri  test  mixed       anon  anon   7.250

---- ASR results ----
  dataset split       asr     WER
0   libri   dev  original   1.900
4   libri   dev      anon   9.000
1   libri  test  original   1.950
5   libri  test      anon   9.500

---- Time: 03-03-26_05:18 ----

---- ASV_eval^anon results ----
dataset split gender enrollment trial    EER
  libri   dev  mixed       anon  anon  6.500
  libri  test  mixed       anon  anon  4.750
"""


def test_mixed_trials_become_a_study_of_attacks(tmp_path):
    """The evaluator makes the same columns lazy in one section and semi-informed in the other."""
    draft = read(tmp_path, MIXED, "track1_result_for_rank_mine")
    assert [
        ["original", "libri_dev", "", "", "", "1.900"],
        ["original", "libri_test", "", "", "", "1.950"],
        ["mine", "libri_dev", "mixed", "lazy", "11.500", ""],
        ["mine", "libri_test", "mixed", "lazy", "7.250", ""],
        ["mine", "libri_dev", "", "", "", "9.000"],
        ["mine", "libri_test", "", "", "", "9.500"],
        ["mine", "libri_dev", "mixed", "semi_informed", "6.500", ""],
        ["mine", "libri_test", "mixed", "semi_informed", "4.750", ""],
    ] == values(draft)
    assert [("libri_dev", "dev"), ("libri_test", "test")] == [
        (row["dataset"], row["split"]) for row in table(draft, "datasets.csv")
    ]
    assert draft.files["study.toml"].startswith('kind = "attacks"\nreference = "original"\nnotes = [')
    said = messages(draft)
    assert "nothing gives an EER of the unprotected speech" in said
    assert "nothing gives the attacker 'ignorant'" in said
    assert "no section for ser" in said


@pytest.mark.parametrize(
    ("day", "warned"),
    [("03-03-26", "run on 2026-03-03"), ("31-08-26", "run on 2026-08-31"), ("01-09-26", ""), (None, "is not told")],
)
def test_the_notice_of_the_organisers_stands_at_results_before_its_day(tmp_path, day, warned):
    """It is a warning and stays with the study; results of that day and later have none."""
    lines = MIXED.replace("03-03-26", day or "").splitlines(keepends=True)
    text = "".join(line for line in lines if day or "Time" not in line)
    draft = read(tmp_path, text)
    assert (warned in messages(draft)) and bool(warned) == ("organisers" in messages(draft))
    assert bool(warned) == ("organisers" in draft.files["study.toml"])


def test_trials_of_one_gender_have_no_notice(tmp_path):
    """The faults were in mixed trial lists."""
    assert "organisers" not in messages(read(tmp_path, WHOLE.replace("05-04-24", "05-04-26")))


def test_languages_are_datasets_and_may_stand_in_sections_of_their_own(tmp_path):
    """Four sections of one kind add up."""
    parts = [MIXED.replace("libri", language) for language in ("   en", "   de")]
    draft = read(tmp_path, "\n".join(parts), "result_for_rank_BM")
    assert {"en_dev", "en_test", "de_dev", "de_test"} == {row["dataset"] for row in table(draft, "datasets.csv")}
    assert 16 == len(values(draft))


def test_an_original_of_another_run_stays_with_its_system(tmp_path):
    """A study of attacks has one unprotected speech; the other run's value is told, and stands in its notes."""
    files = {f"result_for_rank_{name}": MIXED for name in "abc"}
    files["result_for_rank_c"] = MIXED.replace("original   1.950", "original   1.952")
    draft = drafted(read_summaries, write(tmp_path, files))
    assert ["1.950"] == [
        r["wer"] for r in table(draft, "results.csv") if (r["system"], r["dataset"]) == ("original", "libri_test")
    ]
    assert "wer of libri_test 1.952, elsewhere 1.950" in draft.files["study.toml"]
    assert "the study has the numbers of 'a', 'b'" in messages(draft)


def test_what_only_some_systems_have_is_told_of_the_others(tmp_path):
    """A dataset that is wholly absent, an attacker, a single number; what nobody has is told once."""
    files = {
        "result_for_rank_a": MIXED,
        "result_for_rank_b": MIXED.replace("libri", "   en"),
        "result_for_rank_c": MIXED.partition("---- Time: 03-03-26_05:18")[0],
        "result_for_rank_d": MIXED.replace("5   libri  test      anon   9.500", ""),
    }
    said = messages(drafted(read_summaries, write(tmp_path, files)))
    assert "'a': nothing gives a result on 'en_dev', 'en_test', which other systems have" in said
    assert "'b': nothing gives a result on 'libri_dev', 'libri_test', which other systems have" in said
    assert "'c': nothing gives the attacker 'semi_informed'" in said
    assert "'d': nothing gives wer of libri_test" in said
    assert 1 == said.count("'ignorant'")


def test_rows_of_no_attacker_are_left_out_and_counted(tmp_path):
    """An evaluator trained on anonymized speech has nothing to say about original enrollment."""
    extra = "0 libri dev f original original 30.5\n1 libri dev f original anon 31.5\n"
    draft = read(tmp_path, WHOLE + extra)
    assert ROWS == values(draft)
    assert "rows left out: 1" in messages(draft, "note")
    assert "trained on anonymized speech, enrollment original, trial anon" in messages(draft, "note")


def test_the_two_halves_of_a_run_are_read_where_no_summary_is(tmp_path):
    """With the summary beside them they are not read a second time."""
    halves = {
        "exp/results_summary/eval_orig_mine/results_orig.txt": "\n".join([TIME, SER, ORIGINAL, ASR]),
        "exp/results_summary/eval_anon_mine/results_anon.txt": "\n".join([TIME, SEMI]),
    }
    source = write(tmp_path / "in", halves)
    draft = drafted(read_summaries, source)
    assert (ROWS, 2) == (values(draft), len(draft.said))
    write(source, {"exp/results_summary/result_for_rank_mine": WHOLE})
    draft = drafted(read_summaries, source)
    assert (ROWS, 1) == (values(draft), len(draft.said))


def test_a_summary_without_a_suffix_is_named_after_its_source(tmp_path):
    """A renamed text is known by what it says; another text is not."""
    source = write(tmp_path, {"mine.txt": WHOLE, "other.txt": "---- Notes ----\n", "exp/result_for_rank": WHOLE})
    assert "mine.txt" == recognises_summaries(open_tree(source / "mine.txt"))
    assert "" == recognises_summaries(open_tree(source / "other.txt"))
    assert ROWS == values(drafted(read_summaries, source / "mine.txt"))
    assert "exp" == table(drafted(read_summaries, source / "exp"), "results.csv")[1]["system"]


def test_a_name_that_can_be_no_id_asks_for_another(tmp_path):
    """The remedy is the option."""
    with pytest.raises(InputError, match="--name"):
        read(tmp_path, WHOLE, "result_for_rank=1+1")


GOLDEN = {
    "b1b": ("7.474", "4.675", "2.911", "42.7792"),
    "mcadams": ("7.483", "1.557", "9.954", "53.4914"),
    "sttts": ("27.920", "26.724", "4.352", "37.5698"),
    "nac": ("29.378", "31.155", "5.899", "42.7800"),
    "asrbn_hifigan_bn_tdnnf_wav2vec2_vq_48_v1": ("33.946", "34.729", "4.369", "38.1660"),
    "asrbn_hifigan_bn_tdnnf_600h_vq_48_v1": ("21.146", "21.137", "9.092", "36.1314"),
}
RANKED = ("test_eer_female", "test_eer_male", "test_wer", "test_uar")


@pytest.mark.parametrize("system", GOLDEN)
def test_shipped_summaries_give_the_published_figures(system):
    """Digit by digit, and the original beside them."""
    rows = table(drafted(read_summaries, shipped(f"2024/result_for_rank_{system}")), "results.csv")
    assert GOLDEN[system] == tuple(rows[1][column] for column in RANKED)
    assert ("8.761", "0.418", "1.846" if system == "nac" else "1.844", "71.0618") == tuple(rows[0][c] for c in RANKED)


def test_the_shipped_original_that_differs_is_not_folded():
    """One system's run has another WER of the original than all others."""
    names = ["b1b", "mcadams", "nac"]
    draft = drafted(read_summaries, *(shipped(f"2024/result_for_rank_{name}") for name in names))
    rows = {row["system"]: row["test_wer"] for row in table(draft, "results.csv")}
    assert ("1.844", "1.846") == (rows["original"], rows["original_nac"])


LAZY_SEMI = {"asrbn_hifigan_bn_tdnnf_wav2vec2_vq_48_v1": ("28.872", "21.279"), "mcadams": ("7.220", "4.713"),
             "nac": ("17.759", "14.333"), "sttts": ("23.176", "16.850")}  # fmt: skip


@pytest.mark.parametrize("system", LAZY_SEMI)
def test_shipped_mixed_trials_give_the_published_figures(system):
    """Lazy and semi-informed, with the organisers' notice."""
    draft = drafted(read_summaries, shipped(f"2026/track1_result_for_rank_{system}"))
    rows = [row for row in table(draft, "results.csv") if row["dataset"] == "libri_test" and row["attacker"]]
    assert LAZY_SEMI[system] == tuple(row["eer"] for row in rows)
    assert "organisers" in messages(draft)


def test_every_shipped_summary_is_read_whole():
    """No row of any of them is lost: as many numbers in the table as rows in the text."""
    kinds = ("original", "anon", "f", "m", "mixed")
    for path in all_shipped("202[46]/*result_for_rank_*"):
        rows_of_text = sum(any(word in kinds for word in line.split()) for line in path.read_text().splitlines())
        rows = table(drafted(read_summaries, path), "results.csv")
        filled = sum(bool(cell) for row in rows for name, cell in row.items() if name not in IDS)
        assert (path.name, rows_of_text) == (path.name, filled)


def test_a_line_of_a_million_signs_is_told_at_once(tmp_path):
    """No pattern tries it again and again."""
    for line in ("----" + " " * 1_000_000 + "x", "1" * 1_000_000 + "x"):
        with pytest.raises(InputError, match="fields where the header has 6"):
            read(tmp_path, WHOLE + line)
    assert "is no section that is known" in messages(read(tmp_path, WHOLE + "---- " + "a " * 500_000 + "----"))
