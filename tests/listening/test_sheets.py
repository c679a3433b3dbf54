"""Filled sheets as people and spreadsheets send them."""

from collections import Counter

import pytest

from analysis.errors import InputError
from analysis.listening.answers import Tally
from analysis.listening.sheets import read_sheets

KEY = (
    "listener,kit,seed,item,utt_id,system,role\n"
    "L01,k1,1,M001,s1,original,reference\nL01,k1,1,M002,s2,a,anonymizer\nL01,k1,1,M003,s1,b,anonymizer\n"
    "L01,k1,1,M004,s2,low_anchor,anchor\n"
)
SHEET = (
    "listener,kit,item,path,rating_1_to_5\n"
    "L01,k1,M001,clips/M001.wav,5\nL01,k1,M002,clips/M002.wav,3\nL01,k1,M003,clips/M003.wav,2\n"
    "L01,k1,M004,clips/M004.wav,1\n"
)
AB_KEY = "listener,kit,seed,trial,utt_id,system_A,system_B\nL01,k1,1,T001,s1,a,b\nL01,k1,1,T002,s2,b,a\n"
AB_SHEET = (
    "listener,kit,trial,reference_X,clip_A,clip_B,more_natural_A_or_B,more_like_X_A_or_B\n"
    "L01,k1,T001,x,a,b,A,b\nL01,k1,T002,x,a,b,A,A\n"
)


def read(folder, **files):
    """Write files and read them; a name says with `_KEY` that it is a key."""
    paths = []
    for name, content in files.items():
        path = folder / f"{name}.csv"
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        paths.append(path)
    return read_sheets(paths)


def ratings(answers):
    return {(one.sentence, one.system): one.value for one in answers.ratings}


FULL = {("s1", "original"): 5.0, ("s2", "a"): 3.0, ("s1", "b"): 2.0, ("s2", "low_anchor"): 1.0}


def test_ratings_stand_under_sentence_and_system(tmp_path):
    """The key says what was behind each item, and its role."""
    answers = read(tmp_path, mos=SHEET, mos_KEY=KEY)
    assert FULL == ratings(answers)
    assert {"reference", "anchor", "anonymizer"} == {one.role for one in answers.ratings}
    assert {("L01", "naturalness"): Tally(valid=4)} == answers.tallies


@pytest.mark.parametrize(
    "sheet",
    [
        b"\xef\xbb\xbf" + SHEET.replace("\n", "\r\n").encode(),
        SHEET.replace(",", ";"),
        SHEET.replace(",", "\t"),
        SHEET.replace(",5\n", ",5.0\n").replace(",3\n", ", 3 \n"),
        SHEET.replace(",", ";").replace(";5\n", ";5,0\n"),
        "".join([SHEET.splitlines(True)[0], *reversed(SHEET.splitlines(True)[1:])]),
        SHEET.replace("rating_1_to_5", "rating_1_to_5,comment").replace("\n", ",\n").replace("comment,", "comment"),
        SHEET + ",,,,\n\n",
    ],
    ids=["BOM and CRLF", "semicolons", "tabs", "decimals", "decimal comma", "sorted", "comments", "empty rows"],
)
def test_a_spreadsheets_way_of_saving_changes_nothing(tmp_path, sheet):
    """The same ratings come out."""
    assert FULL == ratings(read(tmp_path, mos=sheet, mos_KEY=KEY))


def test_decimals_between_the_marks_are_ratings(tmp_path):
    """3.5 and 3,5 are the same."""
    sheet = SHEET.replace(",3\n", ",3.5\n").replace(",2\n", ',"2,5"\n')
    assert {3.5, 2.5} <= set(ratings(read(tmp_path, mos=sheet, mos_KEY=KEY)).values())


@pytest.mark.parametrize("cell", ["0", "6", "5.1", "-1", "good", "4!", "1e99", "٤x", "3 4"])
def test_what_is_no_rating_is_counted_as_invalid(tmp_path, cell):
    """It is not rounded, cut or guessed."""
    answers = read(tmp_path, mos=SHEET.replace(",5\n", f",{cell}\n"), mos_KEY=KEY)
    assert {("L01", "naturalness"): Tally(valid=3, invalid=1)} == answers.tallies
    assert ("s1", "original") not in ratings(answers)


@pytest.mark.parametrize("sheet", [SHEET.replace(",5\n", ",\n"), SHEET.replace(",5\n", ",NA\n"),
                                   "".join(line for line in SHEET.splitlines(True) if "M001" not in line)],
                         ids=["blank", "NA", "no row"])  # fmt: skip
def test_what_is_not_there_is_counted_as_missing(tmp_path, sheet):
    """A blank cell, a word for nothing, or a row that somebody deleted."""
    answers = read(tmp_path, mos=sheet, mos_KEY=KEY)
    assert {("L01", "naturalness"): Tally(valid=3, missing=1)} == answers.tallies


def test_choices_name_winner_and_loser_of_both_questions(tmp_path):
    """Side B of a trial is the key's second system; small letters are letters."""
    answers = read(tmp_path, ab=AB_SHEET, ab_KEY=AB_KEY)
    found = {(one.question, one.sentence): (one.winner, one.loser) for one in answers.choices}
    assert {
        ("natural", "s1"): ("a", "b"), ("like", "s1"): ("b", "a"),
        ("natural", "s2"): ("b", "a"), ("like", "s2"): ("b", "a"),
    } == found  # fmt: skip


def test_there_are_no_ties(tmp_path):
    """Anything but A and B is invalid, blank is missing; each question is counted for itself."""
    sheet = AB_SHEET.replace(",A,b\n", ",A=B,\n").replace(",A,A\n", ",both,A\n")
    answers = read(tmp_path, ab=sheet, ab_KEY=AB_KEY)
    assert {("L01", "natural"): Tally(invalid=2), ("L01", "like"): Tally(valid=1, missing=1)} == answers.tallies


def test_several_listeners_keep_apart(tmp_path):
    """Each sheet is read with the key of its own listener, in whatever order the files come."""
    other_key = KEY.replace("L01,k1", "L02,k2").replace("s2,a,", "s1,a,").replace("s1,b,", "s2,b,")
    other = SHEET.replace("L01,k1", "L02,k2")
    answers = read(tmp_path, k2_KEY=other_key, one=SHEET, two=other, k1_KEY=KEY)
    assert {"L01": 4, "L02": 4} == Counter(one.listener for one in answers.ratings)
    assert {("L01", "s2"), ("L02", "s1")} == {(o.listener, o.sentence) for o in answers.ratings if o.system == "a"}


def test_one_file_may_hold_several_listeners(tmp_path):
    """Somebody put all sheets under each other, and all keys."""
    both = SHEET + SHEET.split("\n", 1)[1].replace("L01,k1", "L02,k2")
    keys = KEY + KEY.split("\n", 1)[1].replace("L01,k1", "L02,k2")
    assert 8 == len(read(tmp_path, mos=both, mos_KEY=keys).ratings)


def test_a_key_that_does_not_say_its_listener_is_known_by_its_name(tmp_path):
    """Sheets of the published study's layout have no kit, and their keys no listener."""
    key = "item,utt_id,system\nM000,s1,original\nM001,s1,a\n"
    sheet = "listener,item,path,rating_1_to_5\nL01,M000,x.wav,4\nL01,M001,y.wav,2\n"
    answers = read(tmp_path, listening_mos_L01=sheet, listening_mos_L01_KEY=key)
    assert {("s1", "original"): 4.0, ("s1", "a"): 2.0} == ratings(answers)


@pytest.mark.parametrize("lost", ["sheet", "key", "both"])
def test_a_lost_kit_is_told(tmp_path, lost):
    """Only the listener's name holds the two together then, and another kit of the listener would fit as well."""
    sheet, key = (
        text.replace(",k1", "").replace(",kit", "") if lost in (name, "both") else text
        for name, text in (("sheet", SHEET), ("key", KEY))
    )
    answers = read(tmp_path, mos=sheet, mos_KEY=key)
    assert (FULL, 1) == (ratings(answers), len(answers.notes))
    assert f"{'mos_KEY' if lost != 'sheet' else 'mos'}.csv does not say its kit" in answers.notes[0]
    assert [] == read(tmp_path, mos=SHEET, mos_KEY=KEY).notes


def test_a_sheet_with_the_clips_of_another_listener_is_refused(tmp_path):
    """Its listener was renamed, and without its kit the other's key would fit; both kinds of sheets."""
    sheet = SHEET.replace(",k1", "").replace(",kit", "").replace("clips/", "clips/L02/")
    with pytest.raises(InputError, match=r"(?s)item M001: the listener is L01, and the clip is one of L02's"):
        read(tmp_path, mos=sheet, mos_KEY=KEY)
    with pytest.raises(InputError, match=r"trial T002: the listener is L01, and the clip is one of L02's"):
        read(tmp_path, ab=AB_SHEET.replace("T002,x", "T002,clips\\L02\\T002_X.wav"), ab_KEY=AB_KEY)
    assert FULL == ratings(read(tmp_path, mos=SHEET.replace("clips/", "clips/L01/"), mos_KEY=KEY))


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"mos": SHEET.replace(",k1", "").replace(",kit", ""), "mos_KEY": KEY, "other_KEY": KEY.replace("k1", "k9")},
         "does not say its kit.*keys of two kits"),
        ({"mos": SHEET}, "no key for the ratings"),
        ({"mos": SHEET, "ab_KEY": AB_KEY}, "no key for the ratings"),
        ({"mos": SHEET, "mos_KEY": KEY.replace("L01", "L02")}, "no key for the ratings"),
        ({"mos": SHEET, "mos_KEY": KEY.replace("k1", "k9")}, "kit k1.*kit k9"),
        ({"mos": SHEET.replace("M003", "M999"), "mos_KEY": KEY}, "'M999'"),
        ({"mos": SHEET.replace("M003", "M001"), "mos_KEY": KEY}, "M001 stands in rows 2, 4"),
        ({"mos": SHEET, "copy": SHEET, "mos_KEY": KEY}, "both hold ratings of the listener L01"),
        ({"mos": SHEET, "mos_KEY": KEY, "other_KEY": KEY.replace("s1", "s3")}, "two keys of the listener L01"),
        ({"mos": SHEET.replace("rating_1_to_5", "rating"), "mos_KEY": KEY}, "is no sheet and no key"),
        ({"mos": "", "mos_KEY": KEY}, "is no sheet and no key"),
        ({"mos": SHEET.replace("L01,k1,M002", ",k1,M002"), "mos_KEY": KEY}, "row 3: the listener is blank"),
        ({"mos": SHEET.replace(",M002", ","), "mos_KEY": KEY}, "row 3: the item is blank"),
        ({"mos": SHEET.encode("utf-16"), "mos_KEY": KEY}, "UTF-16"),
        ({"mos": SHEET + "L01,k1\n", "mos_KEY": KEY}, "2 cells where the header has 5"),
        ({"ab": AB_SHEET.replace("T002", "T009"), "ab_KEY": AB_KEY}, "'T009'"),
    ],
)  # fmt: skip
def test_what_cannot_be_matched_is_an_error_that_says_where(tmp_path, files, words):
    """Scoring it would put answers under the wrong system."""
    with pytest.raises(InputError, match=words):
        read(tmp_path, **files)


def test_a_key_without_a_sheet_is_told(tmp_path):
    """The scores say that somebody is not in them."""
    answers = read(tmp_path, mos=SHEET, mos_KEY=KEY, ab_KEY=AB_KEY)
    assert ["No sheet was given for ab_KEY.csv."] == answers.notes
