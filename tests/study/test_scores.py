"""Score files, joined to the trials by both ids, and what is wrong with them."""

import polars
import pytest

from analysis.errors import InputError
from analysis.study.benchmark import read_benchmark
from analysis.study.checks import check_study
from analysis.study.findings import Findings
from analysis.study.scores import COLUMNS, _plain_table
from analysis.study.tables import read_table
from tests.studies import cosines, npz, replaced, score_text, utterance_ids, vectors, write_scored_study, write_study

LAZY = "scores/lazy/mcadams.csv"
ROWS = cosines("mcadams", "mcadams")
FIRST = ROWS[0]


def lines(*changes: tuple[int, str]) -> str:
    """Return the lazy scores of `mcadams` with some rows (numbered as in the file) written otherwise."""
    text = score_text(ROWS).splitlines()
    for row, line in changes:
        text[row - 1] = line
    return "\n".join(text) + "\n"


def only(folder, code):
    found = [finding for finding in check_study(folder) if finding.code == code]
    assert 1 == len(found), [finding.text() for finding in found]
    return found[0]


def scores_of(folder):
    return read_benchmark(folder).scores("mcadams", "lazy").tolist()


EXPECTED = [score for _, _, score in ROWS]


def test_scores_stand_in_the_order_of_the_trials(tmp_path):
    """Rows in any order, with pairs that are no trial among them, give each trial its own score."""
    turned = [*ROWS[::-1][:20], ("a-b", "somebody", 0.5), *ROWS[::-1][20:]]
    folder = write_scored_study(tmp_path / "x", {LAZY: score_text(turned)})
    assert EXPECTED == scores_of(folder)
    note = only(folder, "extra-score")
    assert ("note", LAZY, 22) == (note.severity, note.file, note.row)
    assert "1 pair not among the trials ('a-b' against 'somebody' first)" in note.found


def test_a_trial_that_is_listed_twice_has_one_score(tmp_path):
    """Rows in the order of the list are no proof: of a trial that stands there twice both scores are read."""
    again = "0012,0012-t1,0012,target,True\n"
    rows = [*ROWS, ("0012", "0012-t1", 9.0)]
    folder = write_scored_study(
        tmp_path / "x", {LAZY: score_text(rows), "meta/trials_test.csv": lambda text: text + again}
    )
    found = only(folder, "conflict")
    assert ("error", LAZY) == (found.severity, found.file)
    assert "has the score 9 here" in found.found


def test_ids_are_text(tmp_path):
    """`0012`, `12` and `1e5` are three speakers in a score file, as everywhere."""
    folder = write_scored_study(tmp_path / "x")
    benchmark = read_benchmark(folder)
    by_pair = {(enroll, utterance): score for enroll, utterance, score in ROWS}
    ids = benchmark.utterances.frame["utt_id"]
    for trial, score in zip(
        benchmark.trials.frame.iter_rows(named=True), benchmark.scores("mcadams", "lazy"), strict=True
    ):
        assert by_pair[benchmark.speakers[trial["enroll"]], ids[trial["utterance"]]] == score


def as_parquet(folder, frame):
    folder.mkdir(parents=True, exist_ok=True)
    frame.write_parquet(folder / "frame.parquet")
    return (folder / "frame.parquet").read_bytes()


def frame(**columns):
    text = {"enroll_speaker": [e for e, _, _ in ROWS], "trial_utt": [u for _, u, _ in ROWS], "score": EXPECTED}
    return polars.DataFrame({**text, **columns})


@pytest.mark.parametrize("kind", [polars.Float64, polars.Float32])
def test_parquet_gives_what_csv_gives(tmp_path, kind):
    """The same columns as Parquet, rows turned round and a column more, give the same scores."""
    table = frame(note=["x"] * len(ROWS)).reverse().with_columns(polars.col("score").cast(kind))
    folder = write_scored_study(
        tmp_path / "x", {LAZY: None, "scores/lazy/mcadams.parquet": as_parquet(tmp_path, table)}
    )
    expected = polars.Series(EXPECTED).cast(kind).cast(polars.Float64).to_list()
    assert expected == scores_of(folder)


CASES = {
    "not a number": (lines((5, "0012,12-t1,high")), "score", 5, "'high' in row 5", "correct the column score"),
    "NaN": (lines((5, "0012,12-t1,nan"), (7, "0012,12-t3,")), "score", 5, "'', 'nan' in rows 5, 7", "silent audio"),
    "infinite": (lines((5, "0012,12-t1,-inf")), "score", 5, "'-inf' in row 5", "silent audio"),
    "too large": (lines((5, "0012,12-t1,1e999")), "score", 5, "'1e999' in row 5", "finite number"),
    "decimal comma": (lines((5, '0012,12-t1,"0,5"')), "score", 5, "'0,5' in row 5", "the decimal sign is a point"),
    "hexadecimal": (lines((5, "0012,12-t1,0x1")), "score", 5, "'0x1' in row 5", "correct the column score"),
    "two scores for a trial": (
        lines() + "0012,0012-t1,0.25\n", "conflict", 50, "'0012' against '0012-t1' has the score 0.25 here and",
        "keep the score that is meant",
    ),
    "a trial without a score": (
        "\n".join(score_text(ROWS).splitlines()[:-2]) + "\n", "coverage", None,
        "no score for 'a-b' against 'a-b-t2' and 1 trials more; 46 of 48 trials have one", "add the missing scores",
    ),
    "columns exchanged": (
        score_text([(utterance, enroll, score) for enroll, utterance, score in ROWS]), "coverage", None,
        "0 of 48 trials have one", "the two id columns are exchanged",
    ),
    "enrollment utterances": (
        score_text([(f"{enroll}-e1", utterance, score) for enroll, utterance, score in ROWS]), "coverage", None,
        "0 of 48 trials have one", "a score belongs to a speaker, not to one enrollment utterance",
    ),
    "no rows": ("enroll_speaker,trial_utt,score\n", "empty", None, "no scores are listed", "one row a trial"),
    "no header": (score_text(ROWS).split("\n", 1)[1], "header", 1, "are missing", "enroll_speaker, trial_utt, score"),
    "another name": (lines((1, "enroll,trial_utt,score")), "header", 1, "enroll_speaker is missing",
                     "'enroll' looks like enroll_speaker"),
    "UTF-16": (score_text(ROWS).encode("utf-16"), "encoding", None, "the file is UTF-16", "UTF-8"),
}  # fmt: skip


@pytest.mark.parametrize("content, code, row, found, remedy", CASES.values(), ids=CASES)
def test_a_faulty_file_is_an_error(tmp_path, content, code, row, found, remedy):
    """The message names the file, the row and the remedy, and a build stops."""
    folder = write_scored_study(tmp_path / "x", {LAZY: content})
    error = only(folder, code)
    assert ("error", LAZY, row) == (error.severity, error.file, error.row)
    assert found in error.found
    assert remedy in error.text()
    with pytest.raises(InputError, match="mcadams"):
        read_benchmark(folder)


PARQUET_CASES = {
    "ids as numbers": (frame(enroll_speaker=list(range(48))), "holds Int64 values", "write the ids as strings"),
    "scores as text": (frame(score=["0.5"] * 48), "holds String values", "cast the column score to float64"),
    "half precision": (frame().with_columns(polars.col("score").cast(polars.Float16)), "Float16", "float64"),
    "no score": (frame().drop("score"), "the column score is missing", "enroll_speaker, trial_utt, score"),
    "a null score": (frame(score=[None, *EXPECTED[1:]]), "'' in row 1", "silent audio"),
    "a NaN": (frame(score=[*EXPECTED[:-1], float("nan")]), "'NaN' in row 48", "silent audio"),
    "a null id": (frame(trial_utt=[None, *(u for _, u, _ in ROWS[1:])]), "an id is missing", "write the speaker"),
}


@pytest.mark.parametrize("table, found, remedy", PARQUET_CASES.values(), ids=PARQUET_CASES)
def test_a_faulty_parquet_file_is_an_error(tmp_path, table, found, remedy):
    """Types that would lose an id or a digit are refused, and a missing value is named by its row."""
    name = "scores/lazy/mcadams.parquet"
    folder = write_scored_study(tmp_path / "x", {LAZY: None, name: as_parquet(tmp_path, table)})
    errors = [finding for finding in check_study(folder) if finding.severity == "error"]
    assert [name] == [error.file for error in errors]
    assert found in errors[0].found
    assert remedy in errors[0].text()


def test_a_damaged_parquet_file_is_an_error(tmp_path):
    """Cut anywhere or with any byte flipped it is read or refused; nothing else is raised."""
    data = as_parquet(tmp_path, frame())
    name = "scores/lazy/mcadams.parquet"
    folder = write_scored_study(tmp_path / "x", {LAZY: None, name: data})
    benchmark = read_benchmark(folder)
    refused = 0
    for place in range(0, len(data), max(1, len(data) // 150)):
        flipped = bytearray(data)
        flipped[place] ^= 0x55
        for broken in (data[:place], bytes(flipped)):
            (folder / name).write_bytes(broken)
            try:
                assert len(ROWS) == len(benchmark.scores("mcadams", "lazy"))
            except InputError as error:
                refused += 1
                assert name in str(error)
    assert refused > 150


def test_a_file_that_claims_a_billion_rows_is_refused(tmp_path, monkeypatch):
    """Rows are counted from the file's own claim, before any of them is asked for."""
    monkeypatch.setattr("analysis.study.parquet.MAX_ROWS", 40)
    name = "scores/lazy/mcadams.parquet"
    folder = write_scored_study(tmp_path / "x", {LAZY: None, name: as_parquet(tmp_path, frame())})
    assert "the file claims 48 rows" in only(folder, "unreadable").text()


def test_a_csv_file_of_absurd_size_is_refused(tmp_path, monkeypatch):
    """Text takes many times its size in memory; beyond a bound the way out is Parquet."""
    monkeypatch.setattr("analysis.study.scores.MAX_TEXT", (len(score_text(ROWS)) + 500))
    folder = write_scored_study(tmp_path / "x", {LAZY: score_text(ROWS) + "\n" * 501})
    assert "write it as Parquet" in only(folder, "size").text()


def test_a_repeated_row_is_a_warning(tmp_path):
    """The same pair with the same score counts once, and the repeats are counted."""
    folder = write_scored_study(tmp_path / "x", {LAZY: score_text([*ROWS, FIRST, FIRST])})
    assert EXPECTED == scores_of(folder)
    warning = only(folder, "duplicate")
    assert ("warning", 50) == (warning.severity, warning.row)
    assert "2 rows repeat earlier ones with the same score (rows 50, 51)" in warning.found


def test_a_csv_file_as_a_spreadsheet_writes_it(tmp_path):
    """A byte-order mark, semicolons and line ends of two signs change no score."""
    text = "\ufeff" + score_text(ROWS).replace(",", ";").replace("\n", "\r\n")
    assert EXPECTED == scores_of(write_scored_study(tmp_path / "x", {LAZY: text.encode()}))


def test_scores_and_embeddings_for_one_attack(tmp_path):
    """Two origins for one number are an error that names both."""
    folder = write_study(tmp_path / "x", {LAZY: score_text(ROWS)})
    error = only(folder, "two-origins")
    assert ("error", LAZY) == (error.severity, error.file)
    assert "embeddings in embeddings/mcadams.npz" in error.found


def test_embeddings_for_one_attacker_and_scores_for_another(tmp_path):
    """A system can have ordinary embeddings and the scores of a semi-informed attacker."""
    name = "scores/semi_informed/mcadams.csv"
    folder = write_study(
        tmp_path / "x",
        {"embeddings_semi_informed/mcadams.npz": None, name: score_text(cosines("mcadams", "mcadams", 6))},
    )
    files = read_benchmark(folder).attack_files
    assert (name,) == files.of("mcadams", "semi_informed")
    assert ("embeddings/original.npz", "embeddings/mcadams.npz") == files.of("mcadams", "ignorant")


def test_the_reference_without_scores(tmp_path):
    """Scores of the unprotected speech are needed, as its embeddings would be."""
    folder = write_scored_study(tmp_path / "x", {"scores/ignorant/original.csv": None})
    error = only(folder, "no-original")
    assert "scores/ignorant/original.csv" == error.file
    assert "original enrollment against original trials" in error.text()


def test_the_lazy_attacker_scores_the_reference_as_the_ignorant_one_does(tmp_path):
    """The reference is not anonymized, so that one file serves both."""
    files = read_benchmark(write_scored_study(tmp_path / "x")).attack_files
    assert ("scores/ignorant/original.csv",) == files.of("original", "lazy") == files.of("original", "ignorant")
    assert files.of("original", "semi_informed") is None


@pytest.mark.parametrize("name, remedy", [
    ("semi-informed", "did you mean semi_informed?"), ("unprotected", "stand under ignorant"),
])  # fmt: skip
def test_a_folder_of_no_attacker(tmp_path, name, remedy):
    """A folder that names no attacker is an error, not passed over."""
    folder = write_scored_study(tmp_path / "x", {f"scores/{name}/mcadams.csv": score_text(ROWS)})
    error = only(folder, "attacker")
    assert ("error", f"scores/{name}") == (error.severity, error.file)
    assert remedy in error.text()


def test_two_files_of_one_system(tmp_path):
    """CSV and Parquet for one system and attacker are an error that names both."""
    folder = write_scored_study(tmp_path / "x", {"scores/lazy/mcadams.parquet": as_parquet(tmp_path, frame())})
    error = only(folder, "two-files")
    assert ("scores/lazy/mcadams.parquet", True) == (error.file, LAZY in error.found)


def test_what_is_no_score_file_is_noted(tmp_path):
    """Other files beside the scores are left out and named."""
    folder = write_scored_study(tmp_path / "x", {"scores/lazy/mcadams.txt": "0012 0012-t1 0.5\n", "scores/a.csv": "x"})
    found = {finding.file for finding in check_study(folder) if finding.code == "unused-file"}
    assert {"scores/lazy/mcadams.txt", "scores/a.csv"} == found


def test_a_system_named_like_a_path_reaches_nothing(tmp_path):
    """An id comes from a file's name and is never made into a path."""
    folder = write_scored_study(tmp_path / "x", {"meta/leaderboard.csv": replaced("openvoice", "../../x")})
    assert read_benchmark(folder).scores("../../x", "lazy") is None


def test_absent_scores_are_noted_by_attacker(tmp_path):
    """A system without scores of one attacker is named for the reader, and the build goes on."""
    folder = write_scored_study(tmp_path / "x", {"scores/lazy/knnvc_pool.csv": None})
    remarks = [finding.remark for finding in read_benchmark(folder).findings]
    assert "No scores of the lazy attacker are here for knnvc_pool." in remarks
    assert "No semi-informed scores are here for knnvc_pool." in remarks


def test_score_files_are_inputs(tmp_path):
    """Every file that a number rests on is listed."""
    folder = write_scored_study(tmp_path / "x")
    assert sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()) == list(
        read_benchmark(folder).inputs
    )


def test_a_high_share_of_tied_scores_is_a_warning(tmp_path):
    """Scores of which only the sign is left are told of, with both counts; those with all digits are not."""
    signs = [(enroll, utterance, 1.0 if score > 0.5 else -1.0) for enroll, utterance, score in ROWS]
    warning = only(write_scored_study(tmp_path / "x", {LAZY: score_text(signs)}), "ties")
    assert ("warning", LAZY) == (warning.severity, warning.file)
    assert "48 trials have only 2 different scores; 96 % bring no score of their own" in warning.found
    assert not [f for f in check_study(write_scored_study(tmp_path / "y")) if f.code == "ties"]


def test_embeddings_reduced_to_signs_are_found_by_their_ties(tmp_path):
    """Also where the scores are made here, a check counts how many of them differ."""
    from analysis.benchmark.second_look import second_look

    signs = vectors("mcadams", 3)
    signs[:] = 1.0
    signs[::2, 0] = -1.0
    folder = write_study(tmp_path / "x", {"embeddings_semi_informed/mcadams.npz": npz(utterance_ids(), signs)})
    found = [finding for finding in check_study(folder, scored=second_look) if finding.code == "ties"]
    assert ["embeddings_semi_informed/mcadams.npz"] == [finding.file for finding in found]
    assert "'mcadams', semi_informed attacker" in found[0].found


def test_a_damaged_parquet_file_keeps_the_console_quiet(tmp_path, capfd):
    """What the library writes about a damage by itself does not reach the person; the message does."""
    data = bytearray(as_parquet(tmp_path, frame()))
    name = "scores/lazy/mcadams.parquet"
    folder = write_scored_study(tmp_path / "x", {LAZY: None, name: bytes(data)})
    benchmark = read_benchmark(folder)
    for place in range(0, len(data) - 8, 97):
        broken = bytearray(data)
        broken[place] ^= 0xFF
        (folder / name).write_bytes(broken)
        try:
            benchmark.scores("mcadams", "lazy")
        except InputError:
            continue
    assert ("", "") == tuple(capfd.readouterr())


SAME = {
    "as it is": score_text(ROWS),
    "no last line end": score_text(ROWS).rstrip("\n"),
    "a column more, in front": "\n".join(f"x,{line}" for line in score_text(ROWS).splitlines()) + "\n",
    "columns in another order": "score,trial_utt,enroll_speaker\n" + "".join(f"{s!r},{u},{e}\n" for e, u, s in ROWS),
}
ODD = {
    "quotes": score_text(ROWS).replace("0012,", '"0012",'),
    "returns": score_text(ROWS).replace("\n", "\r\n"),
    "a blank line": score_text(ROWS).replace("\n", "\n\n", 3),
    "blanks around a name": score_text(ROWS).replace("trial_utt", " trial_utt", 1),
    "a blank id": lines((5, ",12-t1,0.5")),
    "a blank score": lines((5, "0012,12-t1,")),
    "a cell too few here, one too many there": lines((5, "0012,12-t1"), (6, "0012,12-t2,0.5,0.5")),
    "another delimiter": score_text(ROWS).replace(",", ";"),
    "Latin-1": score_text(ROWS).replace("0012", "é").encode("latin-1"),
    "a column twice": score_text(ROWS).replace("trial_utt", "score", 1),
    "nothing": "",
}


@pytest.mark.parametrize("text", SAME.values(), ids=SAME)
def test_a_plain_file_is_read_fast_and_alike(tmp_path, text):
    """What the fast reader takes, it reads as the reader of tables does, texts and rows."""
    (tmp_path / "x.csv").write_text(text)
    table = read_table(tmp_path, "x.csv", COLUMNS, Findings())
    found = _plain_table(tmp_path / "x.csv")
    assert table.frame.select(COLUMNS).rows() == found.select(COLUMNS).rows()
    assert list(table.rows) == found["row"].to_list()


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_any_other_file_is_left_to_the_reader_of_tables(tmp_path, text):
    """Whatever needs a rule or a message is not read fast."""
    (tmp_path / "x.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
    assert _plain_table(tmp_path / "x.csv") is None
