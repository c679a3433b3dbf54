"""What a partial build of a challenge, and of a study of attacks, goes on with after each kind of error."""

import pytest

from analysis.attacks import attacks_results
from analysis.challenge import challenge_results
from analysis.challenge.claims import check_claims
from analysis.errors import InputError
from analysis.partial import with_coverage
from analysis.study.attacks import RESULTS_FILE, read_attacks
from analysis.study.challenge import read_challenge
from analysis.study.sound_attacks import sound_attacks
from analysis.study.sound_challenge import sound_challenge
from tests.studies import PROTOCOL, replaced, write_challenge, write_files

CLAIMS = """
[[claims]]
id = "all"
section = "1"
says = "baselines"
printed = "1"
rule = "count"
among = { role = "baseline" }

[[claims]]
id = "one"
section = "2"
says = "a word error rate of B1"
printed = "2.91"
rule = "value"
metric = "wer"
system = "B1"
"""


def items(study):
    return [(one.file, f"{one.what} {one.why}", one.names, one.count, one.of) for one in study.coverage.left_out]


def shares(study):
    return {share.names: (share.used, share.listed) for share in study.coverage.shares}


def test_a_challenge_without_an_error_is_read_as_ever(tmp_path):
    """There is no coverage."""
    folder = write_challenge(tmp_path / "contest", PROTOCOL)
    one, other = sound_challenge(folder, check_claims), read_challenge(folder)
    assert one.coverage is None
    assert (other.cells, other.systems, other.protocol, other.inputs) == (
        one.cells, one.systems, one.protocol, one.inputs,
    )  # fmt: skip


# 4 rows of ten cells, one of them blank.
KINDS = {
    "a cell that is no number": (
        {"results.csv": replaced("42.71", "about 42")}, [],
        ("results.csv", "cells that hold no number from zero up", ("B1, dev_uar",), 1, 39), {("cells",): (38, 39)},
    ),
    "a negative cell": (
        {"results.csv": replaced("42.71", "-42")}, [],
        ("results.csv", "cells that hold no number from zero up", ("B1, dev_uar",), 1, 39), {("cells",): (38, 39)},
    ),
    "a system in two rows": (
        {"results.csv": lambda text: text + "B1,1,1,1,1,1,1,1,1,1,1\n"}, ["B1"],
        ("results.csv", "systems with several rows", ("B1",), 1, 5), {("systems",): (3, 4)},
    ),
    "a role that is none": (
        {"systems.csv": replaced("B1,x-vector,baseline", "B1,x-vector,ancestor")}, ["B1"],
        ("systems.csv", "systems with a role or a word on compliance that cannot be read", ("B1",), 1, 5),
        {("systems",): (3, 4)},
    ),
    "a word on compliance that is none": (
        {"systems.csv": replaced("codec,yes,T1,B1,LibriTTS,Codes otherwise", "codec,maybe,T1,B1,LibriTTS,Codes")},
        ["T1-p1"],
        ("systems.csv", "systems with a role or a word on compliance that cannot be read", ("T1-p1",), 1, 5),
        {("systems",): (3, 4)},
    ),
    "a parent that is none": (
        {"systems.csv": replaced("codec,no,T1,B1,", "codec,no,T1,B9,")}, [],
        ("systems.csv", "parents that are no systems here, or lead back to the system", (), None, None), {},
    ),
    "a table of the protocol with a bad cell": (
        {**PROTOCOL, "trials.csv": "split,subset,pairs,female,male,total\ndev,Small,same,x,20,30\n"}, [],
        ("trials.csv", "the file as a whole which is damaged", (), None, None), {},
    ),
    "a bridge to nowhere": (
        {"bridge.toml": "study = 3\n"}, [], ("bridge.toml", "the file as a whole which is damaged", (), None, None), {},
    ),
    "claims that are no TOML": (
        {"claims.toml": "x"}, [], ("claims.toml", "the file as a whole which is damaged", (), None, None), {},
    ),
    "a claim without a section": (
        {"claims.toml": CLAIMS.replace('section = "1"\n', "")}, [],
        ("claims.toml", "claims that an error speaks of", ("all",), 1, 2), {("claims",): (1, 2)},
    ),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_error_speaks_of_is_left_out(tmp_path, kind):
    """A system of which it is not known what it is leaves; a cell is missing; a table that is added up goes whole."""
    changes, gone, expected, counted = KINDS[kind]
    study = sound_challenge(write_challenge(tmp_path / "contest", changes), check_claims)
    assert [expected] == items(study)
    assert not {*gone} & {*study.cells, *(system.id for system in study.systems)}
    assert counted.items() <= shares(study).items()
    assert expected[0] == "" or "whole" not in expected[1] or expected[0] not in study.inputs


def test_the_numbers_of_a_challenge_in_part_say_so(tmp_path):
    """A missing cell has its reason; a rank among fewer systems is partial, a system's own average is not."""
    folder = write_challenge(tmp_path / "contest", {"results.csv": replaced("51.00", "half")})
    study = sound_challenge(folder, check_claims)
    results = with_coverage(challenge_results(study), study.coverage)
    entry = results.ledger["contest/shipped/uar/T1-1/test"]
    assert (None, "no number in the file") == (entry.value, entry.missing)
    assert results.ledger["contest/rank/wer/T1-1/eer_40"].method.endswith("; partial")
    assert "partial" not in results.ledger["contest/eer/T1-1/semi_informed/test_average"].method
    assert "partial" == results.verdicts["contest/partial"]
    assert (38, 39) == (results.ledger["contest/coverage/cells"].value, results.ledger["contest/coverage/cells"].n)


def test_a_claim_about_a_system_that_is_left_out_is_not_asked(tmp_path):
    """The other claims are."""
    changes = {"claims.toml": CLAIMS, "systems.csv": replaced("B1,x-vector,baseline", "B1,x-vector,ancestor")}
    study = sound_challenge(write_challenge(tmp_path / "contest", changes), check_claims)
    assert ["all"] == [claim.id for claim in study.claims]
    assert ("claims.toml", "claims about a system that is left out", ("one",), 1, 2) in items(study)


def test_a_claim_that_its_rule_refuses_is_left_out(tmp_path):
    """The rules see what no reader of the file can."""
    changes = {"claims.toml": CLAIMS.replace('metric = "wer"', 'metric = "warmth"')}
    study = sound_challenge(write_challenge(tmp_path / "contest", changes), check_claims)
    assert ["all"] == [claim.id for claim in study.claims]
    assert study.coverage.errors


@pytest.mark.parametrize(
    "changes",
    [
        {"study.toml": "level = 2\n"},
        {"results.csv": None, "study.toml": 'kind = "challenge"\n'},
        {"results.csv": "system,dev_uar\nA,1,2\n"},
        {"systems.csv": "system\norig\n"},
        {"systems.csv": lambda text: text + "a,b\n"},
        {"results.csv": "system,test_wer\nA,x\n", "systems.csv": None},
    ],
)
def test_with_some_errors_nothing_sound_is_left(tmp_path, changes):
    """Without results or roles no rank means anything."""
    with pytest.raises(InputError, match="also with --partial"):
        sound_challenge(write_challenge(tmp_path / "contest", changes), check_claims)


TABLE = (
    "system,dataset,attacker,eer,wer\n"
    "original,libri_test,unprotected,5,\n"
    "original,libri_test,,,4\n"
    "B1,libri_test,ignorant,40,\n"
    "B1,libri_test,lazy,30,\n"
    "B1,libri_test,,,6\n"
)


def attacks(folder, table, **more):
    return write_files(folder / "by_attacker", {"results.csv": table, **more})


@pytest.mark.parametrize(
    ("table", "used", "listed"),
    [
        (TABLE.replace("40", "forty"), 4, 5),
        (TABLE + "B1,libri_test,lazy,31,\n", 4, 6),
        (TABLE.replace("lazy", "sleepy"), 4, 5),
        (TABLE.replace("B1,libri_test,lazy", "B1,libri_test,unprotected"), 4, 5),
        (TABLE.replace("30,\n", "30,8\n"), 5, 6),
    ],
    ids=["no number", "two rows", "no attacker", "another attacker's", "in the wrong row"],
)
def test_cells_in_doubt_are_left_out_of_a_study_of_attacks(tmp_path, table, used, listed):
    """They are counted among the filled ones."""
    study = sound_attacks(attacks(tmp_path, table))
    assert {("cells",): (used, listed)} == shares(study)
    assert [RESULTS_FILE] == [one[0] for one in items(study)]
    assert used == sum(len(row) for row in study.cells.values())


def test_no_mean_passes_over_a_value_that_is_left_out(tmp_path):
    """A dataset whose value cannot be read takes the average along, as one that was not printed for a system does."""
    more = "original,libri_dev_test,unprotected,6,\nB1,libri_dev_test,ignorant,x,\nB1,libri_dev_test,lazy,20,\n"
    study = sound_attacks(attacks(tmp_path, TABLE + more.replace("dev_", "more_")))
    ledger = with_coverage(attacks_results(study), study.coverage).ledger
    missing = {entry.key: entry.missing for entry in ledger if "/eer/B1/ignorant/" in entry.key}
    assert "no number in the file" == missing["by_attacker/shipped/eer/B1/ignorant/libri_more_test/all"]
    assert "no number in the file" == missing["by_attacker/eer/B1/ignorant/libri_more_test"]
    averages = [ledger[f"by_attacker/average/eer/B1/{attacker}/test"] for attacker in ("ignorant", "lazy")]
    assert [None, 25] == [entry.value for entry in averages]
    assert averages[1].method.endswith("partial")


def test_a_study_of_attacks_without_an_error_is_read_as_ever(tmp_path):
    """There is no coverage."""
    folder = attacks(tmp_path, TABLE)
    assert sound_attacks(folder).coverage is None
    assert read_attacks(folder).cells == sound_attacks(folder).cells


def test_wrong_weights_leave_nothing_sound(tmp_path):
    """Every average rests on them."""
    folder = attacks(tmp_path, TABLE, **{"datasets.csv": "dataset,split,weight\nlibri_test,test,heavy\n"})
    with pytest.raises(InputError, match="also with --partial"):
        sound_attacks(folder)
