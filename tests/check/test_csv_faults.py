# ruff: noqa: E501 - a table of faults, one a line
"""CSV as it comes: what is understood in silence, what is told, and what is refused with the remedy."""

import numpy
import pytest

from analysis.study.benchmark import read_benchmark
from tests.check.faults import Fault, verify
from tests.studies import npz, replaced, study_files, wav, write_study

TRIALS = "meta/trials_test.csv"
UTTERANCES = "meta/test_utts.csv"
TEXTS = "meta/transcripts.csv"
BOARD = "meta/leaderboard.csv"
CLIPS = "meta/demo_clips.csv"
PAIRS = "meta/paired_comparisons.json"
FILES = study_files()


def encoded(encoding: str):
    return lambda text: text.encode(encoding)


def drawn_out(text: str) -> str:
    """Give the first transcript a line end inside quotes."""
    return text.replace("ខ្ញុំទៅផ្សារ,", '"ខ្ញុំ\nទៅផ្សារ",', 1)


def line(number: int, change):
    def changed(text: str) -> str:
        lines = text.splitlines()
        lines[number - 1] = change(lines[number - 1])
        return "\n".join(lines) + "\n"

    return changed


LATIN = replaced("studio", "chambre à écho")
FAULTS = [
    Fault("UTF-16 with a mark", "error", "encoding", UTTERANCES, None, "", ("the file is UTF-16", "UTF-8", "“CSV UTF-8”"), {UTTERANCES: encoded("utf-16")}),
    Fault("UTF-16 little-endian without a mark", "error", "encoding", TRIALS, None, "", ("UTF-16 without a byte-order mark (little-endian)", "save it again as UTF-8"), {TRIALS: encoded("utf-16-le")}),
    Fault("UTF-16 big-endian without a mark", "error", "encoding", TEXTS, None, "", ("UTF-16 without a byte-order mark (big-endian)", "save it again as UTF-8"), {TEXTS: encoded("utf-16-be")}),
    Fault("UTF-32 with a mark", "error", "encoding", TRIALS, None, "", ("the file is UTF-32",), {TRIALS: encoded("utf-32")}),
    Fault("UTF-16 JSON", "error", "encoding", PAIRS, None, "", ("UTF-16", "save it again as UTF-8"), {PAIRS: encoded("utf-16")}),
    Fault("Latin-1", "error", "encoding", UTTERANCES, None, "", ("not UTF-8 (byte 0xe0 in line 12)", "looks like Latin-1, in which this reads 'à'", "“CSV UTF-8”"), {UTTERANCES: lambda text: LATIN(text).encode("latin-1")}),
    Fault("Windows-1252", "error", "encoding", BOARD, None, "", ("byte 0x93 in line 5", "looks like Windows-1252", "“as"), {BOARD: lambda text: text.replace('""as is""', "“as is”").encode("cp1252")}),
    Fault("null bytes", "error", "encoding", TRIALS, None, "", ("null bytes (the first in line 3)", "write the file again"), {TRIALS: line(3, lambda text: text.replace("True", "True\0"))}),
    Fault("a workbook under the name of a CSV", "error", "encoding", BOARD, None, "", ("a zip archive, such as the own format of a spreadsheet", "export the table as CSV"), {BOARD: FILES["embeddings/mcadams.npz"]}),
    Fault("a pointer of Git LFS", "error", "encoding", TEXTS, None, "", ("a pointer of Git LFS", "git lfs pull"), {TEXTS: "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"}),
    Fault("an empty file", "error", "empty", UTTERANCES, None, "", ("the file is empty", "utt_id, speaker, role"), {UTTERANCES: ""}),
    Fault("blank lines only", "error", "empty", TRIALS, None, "", ("the file is empty",), {TRIALS: "\n \n\n"}),
    Fault("a header only: utterances", "error", "empty", UTTERANCES, None, "", ("no utterances are listed", "one row an utterance"), {UTTERANCES: "utt_id,speaker,role\n"}),
    Fault("a header only: trials", "error", "empty", TRIALS, None, "", ("no trials are listed", "one row a trial"), {TRIALS: "enroll_speaker,trial_utt,label\n"}),
    Fault("a header only: transcripts", "note", "empty", TEXTS, None, "", ("no transcript is listed", "one row an utterance"), {TEXTS: "utt_id,reference,hyp_mcadams\n"}),
    Fault("a header only: leaderboard", "note", "empty", BOARD, None, "", ("no system is listed", "one row a system"), {BOARD: "system,cer\n"}),
    Fault("a header only: demo clips", "note", "empty", CLIPS, None, "", ("no clip is listed", "one row a clip"), {CLIPS: "utt_id\n"}),
    Fault("no header", "error", "header", UTTERANCES, 1, "", ("the columns utt_id, speaker, role are missing", "'0012-e1'", "name the columns in the first row"), {UTTERANCES: lambda text: text.split("\n", 1)[1]}),
    Fault("another case in the header", "error", "header", UTTERANCES, 1, "", ("'Utt ID' looks like utt_id", "exactly these names"), {UTTERANCES: replaced("utt_id", "Utt ID")}),
    Fault("a bar between the cells", "error", "header", TRIALS, 1, "", ("divided by comma, semicolon, tab, not by a bar",), {TRIALS: replaced(",", "|")}),
    Fault("a column twice", "error", "header", TRIALS, 1, "label", ("'label' stands twice", "each column once", "keep the one that is meant"), {TRIALS: replaced("same_gender", "label")}),
    Fault("a row too short", "error", "ragged", TRIALS, 3, "", ("4 cells where the header has 5: '0012', '0012-t2'", "the same number of cells", "put quotes around"), {TRIALS: line(3, lambda text: text.rsplit(",", 1)[0])}),
    Fault("a row too long", "error", "ragged", TEXTS, 2, "", ("6 cells where the header has 5", "put quotes around"), {TEXTS: line(2, lambda text: text.replace("ទៅ", "ទៅ,", 1))}),
    Fault("several rows too long", "error", "ragged", TRIALS, 3, "", ("rows 3, 4: 6 cells",), {TRIALS: lambda text: line(3, lambda t: t + ",x")(line(4, lambda t: t + ",x")(text))}),
    Fault("a quote never closed", "error", "quotes", TEXTS, 2, "", ("quotes are broken", "in quotes", "never closed"), {TEXTS: replaced("ខ្ញុំទៅផ្សារ,", '"ខ្ញុំទៅផ្សារ,', 1)}),
    Fault("a decimal comma", "error", "value", BOARD, 3, "eer_ignorant", ("'29,63' has a comma; the decimal sign is a point", "a number with a decimal point", "'mcadams'"), {BOARD: replaced("29.63", '"29,63"')}),
    Fault("a decimal comma in a file of semicolons", "error", "value", BOARD, 3, "eer_ignorant", ("'29,63' has a comma",), {BOARD: lambda text: text.replace(",", ";").replace(".", ",")}),
    Fault("rows of separators only", "note", "blank-row", TRIALS, 4, "", ("no cell holds anything; left out",), {TRIALS: line(3, lambda text: text + "\n,,,,")}),
    Fault("a column without a name", "note", "unnamed-column", TRIALS, 1, "", ("a column without a name is left out",), {TRIALS: lambda text: "".join(f"{n or ''},{t}\n" for n, t in enumerate(text.splitlines()))}),
    Fault("a line end in quotes", "note", "line-end", TEXTS, 2, "", ("a cell holds a line end", "as a spreadsheet counts them", "an editor counts more lines"), {TEXTS: drawn_out}),
    Fault("a fault below a line end in quotes", "error", "unresolved", TEXTS, 3, "utt_id", ("'nobody'", "all ids are text"), {TEXTS: lambda text: drawn_out(text).replace("0012-t2", "nobody")}),
    Fault("a fault below a blank line", "error", "unresolved", TEXTS, 4, "utt_id", ("'nobody'",), {TEXTS: lambda text: line(2, lambda t: t + "\n")(text).replace("0012-t2", "nobody")}),
    Fault("a truth value nobody knows", "error", "value", TRIALS, 2, "same_gender", ("'perhaps' in row 2", "True, False (or yes, no, 1, 0)", "correct the column"), {TRIALS: replaced("True", "perhaps", 1)}),
    Fault("an id that is a formula", "error", "id", UTTERANCES, 22, "utt_id", ("'=1+1'", "formula", "any text of up to 200 signs", "every file that names it"), {UTTERANCES: lambda text: text + "=1+1,a-b,trial,m,studio\n"}),
    Fault("an id that starts with @", "error", "id", UTTERANCES, 22, "utt_id", ("'@home'", "formula"), {UTTERANCES: lambda text: text + "@home,a-b,trial,m,studio\n"}),
    Fault("a speaker that starts with +", "error", "id", UTTERANCES, 22, "speaker", ("'+49'", "formula"), {UTTERANCES: lambda text: text + "x,+49,trial,m,studio\n"}),
    Fault("a system that starts with -", "error", "id", BOARD, 6, "system", ("'-x'", "formula"), {BOARD: lambda text: text + "-x" + 11 * "," + "\n"}),
    Fault("a blank id", "error", "id", CLIPS, 3, "utt_id", ("is blank",), {CLIPS: "utt_id,speaker\n0012-t1,\n,x\n"}),
    Fault("an id with a control sign", "error", "id", UTTERANCES, 22, "utt_id", ("'a\\x07'", "control sign"), {UTTERANCES: lambda text: text + "a\a,a-b,trial,m,studio\n"}),
    Fault("an id of ten thousand signs", "error", "id", UTTERANCES, 22, "utt_id", ("has 10,000 signs", "up to 200 signs"), {UTTERANCES: lambda text: text + "x" * 10_000 + ",a-b,trial,m,studio\n"}),
    Fault("an id that turns the direction of writing", "warning", "hidden-signs", UTTERANCES, 22, "utt_id", ("'a\\u202eb' holds unseen signs", "take the signs out"), {UTTERANCES: lambda text: text + "a\u202eb,a-b,enroll,m,studio\n"}),
    Fault("ids that differ in case", "warning", "alike", UTTERANCES, 22, "utt_id", ("'a-b-t3', 'A-B-T3' (rows 21, 22)", "count as different ids", "one spelling"), {UTTERANCES: lambda text: text + "A-B-T3,a-b,trial,m,studio\n"}),
    Fault("ids that differ in Unicode form", "warning", "alike", UTTERANCES, 23, "utt_id", ("(rows 22, 23)", "Unicode form"), {UTTERANCES: lambda text: text + "é,a-b,trial,m,studio\ne\u0301,a-b,trial,m,studio\n"}),
    Fault("an id that a spreadsheet has shortened", "error", "unresolved", TRIALS, 2, "enroll_speaker", ("'012' is not among the speakers", "all ids are text", "'012' looks like '0012'"), {TRIALS: replaced("0012,0012-t1", "012,0012-t1", 1)}),
    Fault("a table of a challenge in UTF-16", "error", "encoding", "results.csv", None, "", ("UTF-16",), {"results.csv": encoded("utf-16")}, challenge=True),
    Fault("a challenge's decimal comma", "error", "value", "results.csv", 3, "dev_eer_female", ("'10,94' has a comma",), {"results.csv": replaced("10.94", '"10,94"')}, challenge=True),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says)
def test_each_fault_is_told_with_its_place_and_remedy(fault, clone, capfd):
    """`check` names file, row, column, value and remedy; an error stops `build`; nothing is written."""
    verify(fault, clone, capfd)


SPREADSHEETS = {
    "BOM": lambda text: "\ufeff" + text,
    "CRLF": lambda text: text.replace("\n", "\r\n"),
    "CR": lambda text: text.replace("\n", "\r"),
    "semicolons": lambda text: text.replace(",", ";"),
    "tabs": lambda text: text.replace(",", "\t"),
    "BOM, CRLF and semicolons": lambda text: "\ufeff" + text.replace(",", ";").replace("\n", "\r\n"),
    "a first line sep=;": lambda text: "sep=;\r\n" + text.replace(",", ";").replace("\n", "\r\n"),
    "blank lines": lambda text: "\n\n" + text.replace("\n", "\n\n"),
    "no last line end": lambda text: text.rstrip("\n"),
    "trailing separators": lambda text: text.replace("\n", ",,\n"),
    "quotes around every cell": lambda text: "".join(
        ",".join(f'"{cell}"' for cell in line.split(",")) + "\n" for line in text.splitlines()
    ),
}


@pytest.mark.parametrize("form", SPREADSHEETS)
def test_a_form_of_csv_changes_nothing(tmp_path, form):
    """The study is the same, whichever program has saved its tables."""
    expected = read_benchmark(write_study(tmp_path / "plain"))
    names = (TRIALS, UTTERANCES, TEXTS, CLIPS)
    found = read_benchmark(write_study(tmp_path / "x", dict.fromkeys(names, SPREADSHEETS[form])))
    assert expected.utterances.frame.equals(found.utterances.frame)
    assert expected.trials.frame.equals(found.trials.frame)
    assert expected.transcripts.frame.equals(found.transcripts.frame)
    assert expected.demo_clips == found.demo_clips


IDS = ("0012", "12", "1e5", "True", "NA", "nan", "None", "null", "1.0", "2024-01-01", "1_000", "inf")


def test_ids_that_look_like_something_else_stay_texts_everywhere(tmp_path):
    """As utterances, speakers, systems, in npz, transcripts, clips and the leaderboard."""
    vectors = numpy.random.default_rng(1).normal(size=(len(IDS) * 2, 4))
    utterances = [*IDS, *(f"e-{name}" for name in IDS)]
    lists = "utt_id,speaker,role\n" + "".join(f"{name},{name},trial\ne-{name},{name},enroll\n" for name in IDS)
    trials = "enroll_speaker,trial_utt,trial_speaker,label\n" + "".join(
        f"{a},{b},{b},{'target' if a == b else 'nontarget'}\n" for a in IDS for b in IDS
    )
    texts = "utt_id,reference," + ",".join(f"hyp_{name}" for name in IDS) + "\n"
    texts += "".join(f"{name},{name}," + ",".join(IDS) + "\n" for name in IDS)
    files = {f"embeddings/{name}.npz": npz(utterances, vectors) for name in ("original", *IDS)}
    sounds = {f"audio/anonymized/{system}/{name}.wav": wav() for system in ("0012", "12") for name in IDS}
    study = write_study(
        tmp_path / "x",
        {
            **dict.fromkeys(study_files()),
            UTTERANCES: lists,
            TRIALS: trials,
            TEXTS: texts,
            CLIPS: "utt_id\n" + "\n".join(IDS) + "\n",
            BOARD: "system,cer\n" + "".join(f"{name},1.5\n" for name in IDS),
            **files,
            **sounds,
            **{f"audio/demo/{name}.wav": wav() for name in IDS},
        },
    )
    benchmark = read_benchmark(study)
    assert sorted(IDS) == list(benchmark.speakers)
    assert set(utterances) == set(benchmark.utterances.frame["utt_id"])
    assert len(IDS) == benchmark.trials.frame["is_target"].sum()
    assert {*IDS, "original"} == {system.id for system in benchmark.systems if system.embeddings}
    assert set(IDS) == {system.id for system in benchmark.systems if system.transcripts and system.leaderboard}
    assert list(IDS) == benchmark.transcripts.frame["reference"].to_list()
    assert [["NA"] * len(IDS), ["0012"] * len(IDS)] == [benchmark.transcripts.hypotheses(of) for of in ("NA", "0012")]
    assert list(IDS) == [clip.utt_id for clip in benchmark.demo_clips]
    assert {("0012", name) for name in IDS} | {("12", name) for name in IDS} < set(benchmark.clip_files)
    rows = benchmark.embeddings("1e5").rows(["12", "0012", "None"])
    places = [utterances.index(name) for name in ("12", "0012", "None")]
    assert numpy.allclose(vectors[places], rows, atol=1e-6)


@pytest.mark.parametrize(
    "pair", ["True/False", "TRUE/FALSE", "yes/no", "Y/N", "1/0", "T/F", "1.0/0.0", "WAHR/FALSCH", "VRAI/FAUX"]
)
def test_truth_values_in_any_common_spelling(tmp_path, pair):
    """The list is the same; words for nothing are as blank as a blank, and follow from the genders."""
    true, false = pair.split("/")
    change = lambda text: text.replace(",True\n", f",{true}\n").replace(",False\n", f",{false}\n")  # noqa: E731
    blank = lambda text: text.replace(",True\n", ",NA\n").replace(",False\n", ",\n")  # noqa: E731
    expected = read_benchmark(write_study(tmp_path / "x")).trials.frame
    for one in (change, blank):
        assert expected.equals(read_benchmark(write_study(tmp_path / "x", {TRIALS: one})).trials.frame)
