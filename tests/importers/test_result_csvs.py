"""Result tables without scores: the attacker by the evaluator's folder and the two columns, from folders and zips."""

import zipfile

import pytest

from analysis.errors import InputError, UsageError
from analysis.importers.result_csvs import read_tables, recognises_tables
from analysis.importers.run import import_study
from analysis.importers.tree import open_tree
from analysis.importers.wishes import Wishes
from tests.importers.helpers import drafted, messages, table, write

# Every number here is made up.
ASV = """,dataset,split,gender,enrollment,trial,EER
0,libri,test,f,original,original,9.123
1,libri,test,f,original,anon,51.5
2,libri,test,f,anon,anon,28.04
3,libri,test,m,original,original,1.25
4,libri,test,m,original,anon,48.5
5,libri,test,m,anon,anon,27.0
"""
SEMI = """,dataset,split,gender,enrollment,trial,EER
0,libri,test,f,original,original,19.0
1,libri,test,f,original,anon,45.0
2,libri,test,f,anon,anon,18.04
3,libri,test,m,original,original,11.0
4,libri,test,m,original,anon,44.0
5,libri,test,m,anon,anon,17.0
"""
ASR = """,dataset,split,asr,WER
0,libri,test,original,1.95
1,EMO,test,original,20.5
2,libri,test,anon,8.5
3,EMO,test,anon,30.5
"""
SER = """,dataset,split,ser,UAR,ACC_sad,ACC_neu
,,,,mean,mean,mean
0,EMO,test,anon,42.5,10.1,20.1
1,EMO,test,original,62.5,30.1,40.1
"""
FOLDS = ",dataset,split,fold,ser,UAR,ACC_sad\n0,EMO,test,1,anon,40.0,10.0\n"
TREE = {
    "exp/asv_orig/results_mine.csv": ASV,
    "exp/asv_anon_mine/results_mine.csv": SEMI,
    "exp/asr/results_mine.csv": ASR,
    "exp/ser/results_mine.csv": SER,
    "exp/ser/results_folds_mine.csv": FOLDS,
}
ROWS = {
    ("original", "EMO_test", "", "", "", "", "62.5"),
    ("original", "libri_test", "", "", "", "1.95", ""),
    ("original", "libri_test", "female", "unprotected", "9.123", "", ""),
    ("original", "libri_test", "male", "unprotected", "1.25", "", ""),
    ("mine", "EMO_test", "", "", "", "", "42.5"),
    ("mine", "libri_test", "", "", "", "8.5", ""),
    ("mine", "libri_test", "female", "ignorant", "51.5", "", ""),
    ("mine", "libri_test", "male", "ignorant", "48.5", "", ""),
    ("mine", "libri_test", "female", "lazy", "28.04", "", ""),
    ("mine", "libri_test", "male", "lazy", "27.0", "", ""),
    ("mine", "libri_test", "female", "semi_informed", "18.04", "", ""),
    ("mine", "libri_test", "male", "semi_informed", "17.0", "", ""),
}


def rows(draft):
    return {tuple(row.values()) for row in table(draft, "results.csv")}


def packed(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


@pytest.mark.parametrize("kind", ["folder", "zip"])
def test_four_tables_give_three_attackers_and_both_utilities(tmp_path, kind):
    """What an archive holds is what its folder holds; word errors on emotion data and single folds are left out."""
    source = (
        write(tmp_path / "x", TREE) if kind == "folder" else packed(tmp_path / "result_for_submission_mine.zip", TREE)
    )
    draft = drafted(read_tables, source)
    assert ROWS == rows(draft)
    assert "" == messages(draft)
    notes = messages(draft, "note")
    assert "rows left out: 2 (an evaluator trained on anonymized speech, enrollment original, trial anon" in notes
    assert "rows left out: 2 (word error rates of the emotion data" in notes


def test_an_archive_becomes_a_sound_study(tmp_path):
    """Tables win over the summary, which has fewer attackers, and over scores without lists; an EER above 50 stays."""
    files = TREE | {
        "exp/results_summary/result_for_rank_mine": "---- ASR results ----\n",
        "exp/asv_orig/libri_test_enrolls-libri_test_trials_f_mine/scores": "0012 0012-u1 0.5\n",
        "exp/asv_orig/libri_test_enrolls-libri_test_trials_f_mine/EER": "0.515",
    }
    done = import_study([packed(tmp_path / "x.zip", files)], tmp_path / "out")
    assert "result-csvs" == done.format.name
    assert [] == [f.text() for f in done.checked if f.severity == "error"]
    assert "mine,libri_test,female,ignorant,51.5,," in (tmp_path / "out" / "results.csv").read_text()


def test_archives_of_several_systems_make_one_study(tmp_path):
    """The original stands once."""
    sources = [
        packed(tmp_path / f"{name}.zip", {path.replace("mine", name): text for path, text in TREE.items()})
        for name in "ab"
    ]
    draft = drafted(read_tables, *sources)
    assert ["original", "a", "b"] == [row["system"] for row in table(draft, "systems.csv")]
    assert 4 + 2 * 8 == len(table(draft, "results.csv"))


def test_tables_without_a_suffix_are_of_one_system(tmp_path):
    """It is named after the source, and the folders name the evaluators in another tool's words."""
    files = {"asv_pre_ecapa/cosine_out/results.csv": ASV, "asv_anon_ecapa_ft/cosine_out/results.csv": SEMI}
    draft = drafted(read_tables, write(tmp_path / "exp", files))
    assert {"original", "exp"} == {row["system"] for row in table(draft, "results.csv")}
    assert {"unprotected", "ignorant", "lazy", "semi_informed"} == {
        row["attacker"] for row in table(draft, "results.csv")
    }


def test_parts_of_a_corpus_are_datasets_of_their_own(tmp_path):
    """Trials with common sentences stand in the column gender, and are not another gender."""
    files = {"exp/asv_orig/results_mine.csv": ASV + "6,vctk,test,f_common,original,anon,40.5\n"}
    draft = drafted(read_tables, write(tmp_path, files))
    assert ("mine", "vctk_test_common", "female", "ignorant", "40.5") in rows(draft)


def test_a_copy_of_the_pretrained_evaluators_table_is_known_by_its_name(tmp_path):
    """It is no evaluator that knows the anonymization."""
    draft = drafted(read_tables, write(tmp_path / "exp", {"results_summary/track2/asv_results_mine.csv": ASV}))
    assert {"unprotected", "ignorant", "lazy"} == {row["attacker"] for row in table(draft, "results.csv")}


def test_an_unknown_evaluator_is_refused(tmp_path):
    """The same rows would mean lazy or semi-informed."""
    for folder in ("exp/asv", "exp/asv_original_ideas", "tables"):
        with pytest.raises(InputError, match="nothing says what the evaluator behind these EERs was trained on"):
            drafted(read_tables, write(tmp_path / folder.replace("/", "_"), {f"{folder}/results_mine.csv": ASV}))


@pytest.mark.parametrize(
    "change", [lambda t: t.replace(",", ";"), lambda t: t.replace("\n", "\r\n"), lambda t: "\ufeff" + t]
)
def test_a_table_that_went_through_a_spreadsheet_is_read(tmp_path, change):
    """Semicolons, other line ends and a byte order mark change nothing."""
    draft = drafted(read_tables, write(tmp_path, {"exp/asv_orig/results_mine.csv": change(ASV)}))
    assert 6 == len(rows(draft))


def test_a_ragged_row_names_file_and_row(tmp_path):
    """Nothing is drafted."""
    source = write(tmp_path, {"exp/asv_orig/results_mine.csv": ASV + "6,libri,test,f,anon\n"})
    with pytest.raises(InputError, match=r"exp/asv_orig/results_mine.csv, row 8: 5 cells where the header has 7"):
        drafted(read_tables, source)


@pytest.mark.parametrize(
    ("summary", "said"),
    [(None, "the day of the run is not told"), ("03-03-26", "run on 2026-03-03"), ("02-09-26", "")],
)
def test_mixed_trials_carry_the_organisers_notice(tmp_path, summary, said):
    """The day is that of the summary beside the table; without one it is not known."""
    files = {"exp/asv_ssl/results_mine.csv": ASV.replace(",f,", ",mixed,").partition("3,libri")[0]}
    if summary:
        files["exp/results_summary/result_for_rank_mine"] = (
            f"---- Time: {summary}_05:17 ----\n---- ASV_eval results ----\ndataset split gender enrollment trial EER\n"
            "libri test mixed anon anon 28.04\n"
        )
    text = messages(drafted(read_tables, write(tmp_path, files)))
    assert said in text
    assert bool(said) == ("organisers" in text)


def test_what_is_no_table_of_eers_is_not_recognised(tmp_path):
    """A table of words alone, and a table of another making."""
    files = {"asr/results_mine.csv": ASR, "results.csv": "system,test_wer\na,1\n"}
    assert "" == recognises_tables(open_tree(write(tmp_path, files)))


def test_a_table_alone_asks_for_its_folder(tmp_path):
    """Which evaluator it is of only the folder says; no other format is taken to know it."""
    source = write(tmp_path / "results-1", {"results-mine.csv": ",dataset,split,gender,enrollment,trial,EER\n"})
    assert "" == recognises_tables(open_tree(source))
    for place in (source, source / "results-mine.csv"):
        with pytest.raises(InputError, match="nothing says what the evaluator behind these EERs was trained on"):
            import_study([place], tmp_path / "out")


def test_another_name_for_what_is_not_here_is_refused(tmp_path):
    """A slip of the pen does not pass in silence."""
    source = write(tmp_path, TREE)
    with pytest.raises(UsageError, match="'mine', 'original'"):
        drafted(read_tables, source, wishes=Wishes({"mein": "B2"}))
    draft = drafted(read_tables, source, wishes=Wishes({"mine": "B2", "original": "orig"}))
    assert {"orig", "B2"} == {row["system"] for row in table(draft, "results.csv")}
