# ruff: noqa: E501 - a table of faults, one a line
"""Transcripts: what a text holds that changes an error rate, and what it does to the rate."""

import pytest

from analysis.measures import edit_counts
from analysis.study.text_signs import oddities
from tests.check.faults import Fault, verify
from tests.studies import replaced, study_files

UTTERANCES = "meta/test_utts.csv"
TEXTS = "meta/transcripts.csv"
FIRST = "ខ្ញុំទៅផ្សារ"


def first(reference: str = FIRST, original: str = FIRST, mcadams: str = "x"):
    """Change the three texts of the first row, which is row 2."""

    def change(text: str) -> str:
        header, _, *rest = text.splitlines()
        cells = (f'"{cell}"' for cell in (reference, original, mcadams))
        return "\n".join([header, "0012-t1,phone (iAny)," + ",".join(cells), *rest]) + "\n"

    return {TEXTS: change}


FAULTS = [
    Fault("an utterance nobody knows", "error", "unresolved", TEXTS, 2, "utt_id", ("'0012-t7' is not among the utterances of meta/test_utts.csv (row 2)", "all ids are text", "correct the id, or take the row out"), {TEXTS: replaced("0012-t1", "0012-t7")}),
    Fault("an id without its zeros", "error", "unresolved", TEXTS, 2, "utt_id", ("'012-t1' looks like '0012-t1'; a spreadsheet takes zeros away: import the column as text; correct the id",), {TEXTS: replaced("0012-t1", "012-t1")}),
    Fault("an utterance with two texts", "error", "conflict", TEXTS, 14, "utt_id", ("'a-b-t1' stand more than once with different texts (row 14)", "each utterance once"), {TEXTS: lambda text: text + "a-b-t1,studio,x,y,z\n"}),
    Fault("a row twice", "warning", "duplicate", TEXTS, 14, "", ("repeats an earlier one and is left out",), {TEXTS: lambda text: text + text.splitlines()[-1] + "\n"}),
    Fault("a corpus of the other list", "warning", "corpus", TEXTS, 2, "corpus", ("the corpus is 'studio', but meta/test_utts.csv says 'phone (iAny)'", "the list of utterances is followed"), {TEXTS: replaced("phone (iAny)", "studio", 1)}),
    Fault("a trial utterance without a transcript", "note", "coverage", TEXTS, None, "", ("11 of 12 trial utterances have a transcript; 'a-b-t3'",), {TEXTS: lambda text: "\n".join(text.splitlines()[:-1])}),
    Fault("no hypotheses", "warning", "no-hypotheses", TEXTS, None, "", ("no column hyp_<system>", "hyp_original"), {TEXTS: lambda text: text.replace("hyp_", "heard_")}),
    Fault("a system without its prefix", "note", "unused-column", TEXTS, None, "mcadams", ("the column 'mcadams' is not used", "utt_id, corpus, reference, hyp_<system>", "name it hyp_mcadams"), {TEXTS: replaced("hyp_mcadams", "mcadams")}),
    Fault("a system of another name", "note", "no-transcripts", TEXTS, None, "", ("no column for 'mcadams'", "where 'ours' is the system of the files 'mcadams', write 'mcadams'", "as its label"), {TEXTS: replaced("hyp_mcadams", "hyp_ours")}),
    Fault("an empty hypothesis", "note", "empty-text", TEXTS, 2, "hyp_mcadams", ("1 of 12 texts are empty or blanks only (row 2)", "counts as all deletions"), first(mcadams="")),
    Fault("an empty reference", "note", "empty-text", TEXTS, 2, "reference", ("1 of 12 texts are empty", "no rate of its own; its insertions count in the corpus rate"), first(reference="")),
    Fault("blanks only", "note", "empty-text", TEXTS, 2, "hyp_mcadams", ("1 of 12 texts are empty or blanks only (row 2)",), first(mcadams="   ")),
    Fault("blanks of another kind only", "note", "blank-text", TEXTS, 2, "hyp_mcadams", ("1 of 12 texts hold nothing but blanks other than U+0020 (row 2)", "leave the cell empty where nothing was said"), first(mcadams="\u00a0\t")),
    Fault("every hypothesis empty", "warning", "empty-hypotheses", TEXTS, None, "hyp_mcadams", ("every hypothesis is empty", "take the column out"), {TEXTS: lambda text: "\n".join(line if n == 0 else line.rsplit(",", 1)[0] + "," for n, line in enumerate(text.splitlines()))}),
    Fault("every reference empty", "warning", "empty-references", TEXTS, None, "reference", ("every reference is empty, so that no error rate is defined", "fill the column reference"), {TEXTS: lambda text: "utt_id,reference,hyp_mcadams\n0012-t1,,x\n0012-t2,,y\n"}),
    Fault("a decomposed letter", "note", "text-form", TEXTS, 2, "hyp_mcadams", ("1 of 12 texts are not in the composed Unicode form (NFC) (row 2)", "a composed letter against a decomposed one counts as errors", "the rate in NFC"), first(reference="café", mcadams="cafe\u0301")),
    Fault("a no-break space", "note", "no-break-space", TEXTS, 2, "reference", ("1 of 12 texts hold a no-break space", "only U+0020 is a blank", "divides no words"), first(reference="hello\u00a0world")),
    Fault("a tab", "note", "other-blank", TEXTS, 2, "reference", ("1 of 12 texts hold a tab, a line end or another blank", "only U+0020 is a blank"), first(reference="hello\tworld")),
    Fault("a zero-width space", "note", "zero-width", TEXTS, 2, "hyp_original", ("1 of 12 texts hold a zero-width sign", "the rate without them"), first(original="\u200b" + FIRST)),
    Fault("a joiner", "note", "joiner", TEXTS, 2, "hyp_original", ("zero-width joiner or non-joiner, which shapes letters", "no rate leaves them out"), first(original="\u200d" + FIRST)),
    Fault("a sign for the direction of writing", "note", "direction-sign", TEXTS, 2, "hyp_original", ("a sign for the direction of writing", "take the signs out"), first(original="\u202e" + FIRST)),
    Fault("a control sign", "warning", "control-sign", TEXTS, 2, "hyp_original", ("hold a control sign", "without it"), first(original="\x07" + FIRST)),
    Fault("a sign that was lost", "warning", "replacement-sign", TEXTS, 2, "reference", ("hold U+FFFD", "convert the texts again"), first(reference="caf\ufffd")),
    Fault("Latin letters in a Khmer text", "note", "mixed-scripts", TEXTS, 2, "hyp_mcadams", ("1 of 12 texts hold letters of several scripts (row 2)", "never equal, however alike it looks"), first(mcadams="ទៅ Facebook")),
    Fault("a Cyrillic letter in a Latin word", "warning", "look-alike", TEXTS, 2, "reference", ("1 of 12 texts hold a word with letters of several scripts that look alike, such as 'p\u0430ypal' (row 2)", "write the word in one script"), first(reference="my p\u0430ypal")),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says)
def test_each_fault_is_told_with_its_place_and_remedy(fault, clone, capfd):
    """`check` names file, row, column, count and what it does to the rate; an error stops `build`; nothing is written."""
    verify(fault, clone, capfd)


@pytest.mark.parametrize(
    ("reference", "hypothesis", "errors"),
    [
        ("ab", "", 2),
        ("ab", "   ", 2),
        ("ab", "\u00a0", 2),
        ("a b", "a\u00a0b", 1),
        ("ab", "a\tb", 1),
        ("é", "e\u0301", 2),
        ("ab", "a\u200bb", 1),
        ("ab", "a\u200db", 1),
        ("ab", "a\u202eb", 1),
        ("ab", "a\ufffd", 1),
        ("paypal", "p\u0430ypal", 1),
    ],
)
def test_what_is_said_of_a_rate_is_what_the_rate_does(reference, hypothesis, errors):
    """The measure counts as many errors as the advice says: one for each sign, all for an empty text."""
    assert errors == edit_counts(reference, hypothesis).errors


@pytest.mark.parametrize("text", ["hello", "ខ្ញុំ ទៅ", "東京タワーへ行く", "café №5 µm", "naïve", "Ωmega"[1:], "ภาษาไทย"])
def test_an_ordinary_text_has_nothing_odd(text):
    """One script with its marks, digits and signs; the scripts of East Asia side by side; letters that all borrow."""
    assert set() == oddities(text)


def test_the_texts_of_the_tiny_study_have_nothing_odd():
    """So that each row of the table speaks of its own change."""
    lines = study_files()[TEXTS].splitlines()[1:]
    assert set() == set().union(*(oddities(cell) for line in lines for cell in line.split(",")[2:]))
