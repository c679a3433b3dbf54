# ruff: noqa: E501 - a table of faults, one a line
"""Published values: the leaderboard's cells, its systems, and what the study's files say against it."""

import pytest

from tests.check.faults import Fault, verify
from tests.studies import replaced

BOARD = "meta/leaderboard.csv"
TEXTS = "meta/transcripts.csv"
REAL = replaced("simulated = true", "simulated = false")


def column(place: int, *values: str):
    """Change one column of the leaderboard, counted from 0."""

    def change(text: str) -> str:
        lines = [line.split(",", 11) for line in text.splitlines()]
        for line, value in zip(lines[1:], values, strict=True):
            line[place] = value
        return "\n".join(",".join(line) for line in lines) + "\n"

    return change


FAULTS = [
    Fault("fractions that should be percent", "warning", "fractions", BOARD, None, "eer_ignorant", ("all values are at most 1 (the largest is 0.43)", "percent, such as 43.98", "multiply the column by 100 if it holds fractions"), {BOARD: column(1, "0.02", "0.29", "0.43", "0.31")}),
    Fault("blank cells", "note", "blank-cell", BOARD, 2, "eer_semi_informed", ("2 of 4 cells are blank (rows 2, 5); the values are missing", "blank where none was published"), {}),
    Fault("text in a number cell", "error", "value", BOARD, 3, "eer_ignorant", ("'29.63*' is not a number", "a number with a decimal point, or blank", "correct the cell of 'mcadams'"), {BOARD: replaced("29.63", "29.63*")}),
    Fault("a word in a number cell", "error", "value", BOARD, 3, "eer_ignorant", ("'about 30' is not a number",), {BOARD: replaced("29.63", "about 30")}),
    Fault("a percent sign", "error", "value", BOARD, 3, "eer_ignorant", ("'29.63 %' has a percent sign; the number stands alone",), {BOARD: replaced("29.63", "29.63 %")}),
    Fault("an infinite number", "error", "value", BOARD, 3, "eer_ignorant", ("'inf' is not a number",), {BOARD: replaced("29.63", "inf")}),
    Fault("a number of absurd length", "error", "value", BOARD, 3, "eer_ignorant", ("more than 30 signs",), {BOARD: replaced("29.63", "29." + "0" * 40 + "1")}),
    Fault("more digits than are kept", "note", "digits", BOARD, 3, "eer_ignorant", ("'29.63123456789' has more digits than are kept", "up to 9 significant digits", "write the digits that were published"), {BOARD: replaced("29.63", "29.63123456789")}),
    Fault("an EER above 100", "warning", "range", BOARD, 3, "eer_ignorant", ("129.63 for 'mcadams'", "0 to 100 percent", "correct the cell"), {BOARD: replaced("29.63", "129.63")}),
    Fault("a negative rate", "warning", "range", BOARD, 3, "cer", ("-38.35 for 'mcadams'", "0 percent or more"), {BOARD: replaced("38.35", "-38.35")}),
    Fault("a correlation above 1", "warning", "range", BOARD, 3, "rho_f0", ("1.732 for 'mcadams'", "-1 to 1"), {BOARD: replaced("0.732", "1.732")}),
    Fault("a value outside its interval", "warning", "interval", BOARD, 3, "eer_ignorant", ("19.63 for 'mcadams' lies outside its own interval [26.51, 32.99]", "edges below and above the value", "correct the value or its interval"), {BOARD: replaced("29.63", "19.63")}),
    Fault("a system twice", "error", "conflict", BOARD, 6, "system", ("the system 'mcadams' stands in an earlier row too", "one row a system", "keep the row that is meant"), {BOARD: lambda text: text + "mcadams,1,,,,,,,,,,\n"}),
    Fault("a system that no file knows", "note", "shipped-only", BOARD, None, "", ("'openvoice' has published values only",), {}),
    Fault("a system that no file knows by this spelling", "note", "shipped-only", BOARD, None, "", ("'McAdams', 'openvoice' have published values only", "'McAdams' looks like 'mcadams'"), {BOARD: replaced("mcadams", "McAdams")}),
    Fault("a system of another name", "note", "shipped-only", BOARD, None, "", ("'Ours v2', 'openvoice' have published values only", "where 'Ours v2' is the system of the files 'mcadams', write 'mcadams'", "goes into study.toml, as its label"), {BOARD: replaced("mcadams", "Ours v2")}),
    Fault("a system without a row", "note", "not-on-leaderboard", BOARD, None, "", ("no row for 'knnvc_pool'",), {BOARD: lambda text: "".join(line + "\n" for line in text.splitlines() if "knnvc" not in line)}),
    Fault("a column that nothing reads", "note", "unused-column", BOARD, None, "", ("'cer_cellar' is not used", "must end in a corpus of the test utterances: phone, studio"), {BOARD: replaced("cer_studio", "cer_cellar")}),
    Fault("characters or words", "note", "unit-of-text", BOARD, None, "", ("taken as the rate over words", "take the columns out where they count characters"), {"study.toml": replaced("draws = 50", 'draws = 50\ntext = "words"')}),
    Fault("no leaderboard", "note", "no-leaderboard", BOARD, None, "", ("there is no leaderboard",), {BOARD: None}),
    Fault("an EER that does not come out", "warning", "recomputed", BOARD, 4, "eer_ignorant", ("3 of 3 values differ by more than rounding", "the farthest is that of 'knnvc_pool': 43.98 published", "what these files give", "the chapter on agreement shows all"), {"study.toml": REAL}),
    Fault("a CER that does not come out", "warning", "recomputed", BOARD, 3, "cer", ("2 of 2 values differ", "'mcadams': 38.35 published"), {"study.toml": REAL}),
    Fault("an error rate that does not come out, of simulated inputs", "note", "recomputed", BOARD, 3, "cer", ("2 of 2 values differ", "the inputs are simulated"), {}),
    Fault("fractions that come out as percent", "warning", "recomputed", BOARD, 3, "cer", ("multiply the column by 100: a hundred times its values come nearer",), {"study.toml": REAL, BOARD: column(6, "0", "0.1667", "", "")}),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says)
def test_each_fault_is_told_with_its_place_and_remedy(fault, clone, capfd):
    """`check` names file, row, column, value and remedy; an error stops `build`; nothing is written."""
    verify(fault, clone, capfd)
