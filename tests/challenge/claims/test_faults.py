"""What a rule cannot work with stops a build and is told by a check: all of it at once, each under its claim."""

import pytest

from analysis.challenge.claims import check_claims, claims
from analysis.challenge.roster import Roster
from analysis.errors import InputError
from analysis.study.checks import check_study

from .contest import claim, contest

VALUE = {"rule": "value", "metric": '"eer"', "system": '"S-1"'}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (claim(rule="cuont"), ["no rule 'cuont'", "did you mean count?"]),
        (claim(rule="value", metric='"eer"'), ["system missing", "rule value takes metric, system, split, unsigned"]),
        (claim(**VALUE, amnog="{}"), ["unknown key 'amnog'", "rule value takes"]),
        (claim(**{**VALUE, "system": '"S-9"'}), ["no system 'S-9'", "S-1, S-2", "did you mean S-"]),
        (claim(**{**VALUE, "metric": '"err"'}), ["no metric 'err'", "Allowed: eer, eer_female"]),
        (claim(**{**VALUE, "metric": "3"}), ["no metric '3'"]),
        (claim(**VALUE, split='"eval"'), ["no split 'eval'", "dev, test"]),
        (claim(**VALUE, unsigned='"yes"'), ["unsigned: 'yes'", "true or false"]),
        (claim(among='{ role = "winner" }'), ["role: no role 'winner'", "post-evaluation"]),
        (claim(among='{ family = "codex" }'), ["family: no family 'codex'", "cascade, codec, hybrid"]),
        (claim(among='{ ids = ["S-1", "S-8"] }'), ["ids: no system 'S-8'"]),
        (claim(among='{ ids = ["S-1", "S-1"] }'), ["each once"]),
        (claim(among="{ ids = [] }"), ["an empty list"]),
        (claim(among='{ roles = "submitted" }'), ["unknown key 'roles'", "did you mean role?"]),
        (claim(among='{ at_least = "10" }'), ["at_least: '10'", "a number of percent"]),
        (claim(among="{ at_least = nan }"), ["a number of percent"]),
        (claim(among="{ at_least = 1e308 }"), ["from 0 to 100"]),
        (claim(among=f"{{ at_least = {'9' * 400} }}"), ["a number of percent"]),
        (claim(**{**VALUE, "system": f"0x{'f' * 5000}"}), ["a number of very many digits"]),
        (claim(among='"submitted"'), ["a table of role, family"]),
        (claim(among='{ compliant = "no" }'), ["true or false"]),
        (claim('"ten"'), ["'ten' is not a number"]),
        (claim('"27 %"'), ["percent sign"]),
        (claim('["27", "28"]'), ["2 printed numbers for rule count", "one number"]),
        (claim(""), ["0 printed numbers"]),
        (claim(comparison='"includes"'), ["comparison 'includes' of rule count", "equals, below"]),
        (claim("", comparison='"most"'), ["comparison 'most' of rule count", "equals, below"]),
        (claim(rule="lower_on_test", metric='"wer"', comparison='"most"'), ["printed beside the comparison most"]),
        (claim(rule="lower_on_test", metric='"wer"', comparison='"few"'), ["printed beside the comparison few"]),
        (claim("", "reaching", minimum='"ten"', comparison='"few"'), ["minimum: 'ten'", "a number of percent"]),
        (claim(among='{ parent = "B9" }'), ["parent: no system 'B9'"]),
        (claim('"2"', "span", metric='"wer"'), ["1 printed numbers for rule span", "the smaller one first"]),
        (claim('["2", "3"]', "span", metric='"wer"', comparison='"below"'), ["comparison 'below'"]),
        (claim('["S-9"]', "members", among="{}"), ["printed: no system 'S-9'"]),
        (claim('"S-1"', "members", among="{}"), ["printed is no list"]),
        (claim("[]", "best", metric='"gender_gap"'), ["no metric to rank by 'gender_gap'"]),
        (claim("[]", "front", metrics='["eer"]'), ["metrics: 1 of them", "2"]),
        (claim("[]", "top", metric='"eer"', places="0"), ["a whole number from 1"]),
        (claim("[]", "better", metrics='"eer"', among="{}", than="{}", of='"all"'), ["of: ", "each, most, mean"]),
    ],
)
def test_a_fault_of_a_claim_names_it_and_what_is_allowed(tmp_path, text, words):
    """A build refuses it, and `check` says the same."""
    challenge = contest(tmp_path / "x", text)
    with pytest.raises(InputError) as caught:
        claims(Roster(challenge))
    told = [f.text() for f in check_study(tmp_path / "x", check_claims) if f.severity == "error"]
    for said in (str(caught.value), "\n".join(told)):
        assert "claims.toml" in said and "claim 'c'" in said
        assert all(word in said for word in words), said


def test_all_faults_of_all_claims_are_told_at_once(tmp_path):
    """Two in the first claim, one in the third."""
    text = claim('"x"', name="a", among='{ role = "no" }') + claim(name="b") + claim(rule="no", name="d")
    with pytest.raises(InputError, match="3 errors") as caught:
        claims(Roster(contest(tmp_path / "x", text)))
    assert "claim 'a'" in str(caught.value) and "claim 'd'" in str(caught.value) and "'b'" not in str(caught.value)


def test_a_printed_number_with_too_many_digits_is_noted(tmp_path):
    """It is kept as far as the ledger keeps numbers."""
    contest(tmp_path / "x", claim('"2.12345678901"', **VALUE))
    notes = [f for f in check_study(tmp_path / "x", check_claims) if f.code == "digits"]
    assert 1 == len(notes) and "claim 'c'" in notes[0].found


def test_claims_are_not_blamed_for_a_table_of_systems_that_cannot_be_read(tmp_path):
    """Its families and roles are unknown, so that only the table is told."""
    folder = contest(tmp_path / "x", claim(among='{ family = "codec" }')).folder
    (folder / "systems.csv").write_bytes(b"")
    found = [finding.file for finding in check_study(folder, check_claims) if finding.severity == "error"]
    assert ["systems.csv"] == found
