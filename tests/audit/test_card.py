"""The rows behind a page that its card shows, on a page written by hand."""

import pytest

from .handmade import EER, MOVE, card, findings, script, told


def test_the_rows_of_the_ledger_are_passed(tmp_path):
    """With a missing value, a difference with its plus, a count, a twin, simulated inputs."""
    assert [] == told(findings(tmp_path, script(card())))


@pytest.mark.parametrize(
    ("kind", "found", "changed"),
    [
        ("digits", "value 99.9", {"value": "99.9"}), ("digits", "value None", {"value": None}),
        ("digits", "value −43.5", {"value": "−43.5"}), ("digits", "ci_low 47.0", {"ci_low": "47.0"}),
        ("digits", "ci_high None", {"ci_high": None}), ("digits", "n 1200", {"n": "1200"}),
        ("tag", "card as shipped", {"tag": "shipped"}), ("tag", "a card with other inputs", {"simulated": None}),
        ("row", "unit points", {"unit": 8}), ("row", "source board.csv, eer", {"source": 4}),
        ("row", "method as printed", {"method": 5}), ("row", "method gone", {"method": None}),
        ("row", "missing no transcripts", {"missing": 7}), ("row", "more on a card", {"more": "99"}),
        ("unknown key", "s/x as the twin", {"twin": "s/x"}),
        ("unknown key", f"{MOVE.key} as the twin", {"twin": MOVE.key}),
        ("row", "a card that cannot be read: no text -1", {"what": -1}),
    ],
)  # fmt: skip
def test_each_changed_field_is_found(tmp_path, kind, found, changed):
    """Value, edges, count, tag, inputs, words, twin."""
    assert [(kind, found)] == told(findings(tmp_path, script(card(**changed))))


def test_an_unknown_row_is_found(tmp_path):
    """A card shows rows of the ledger only."""
    data = card()
    data["rows"]["s/eer/nobody"] = data["rows"][EER.key]
    assert [("unknown key", "a card of s/eer/nobody")] == told(findings(tmp_path, script(data)))


def test_a_number_in_the_words_is_found(tmp_path):
    """The words for a row hold figures of names only."""
    data = card()
    data["texts"][0] = "EER of B7 and 47.1"
    found = told(findings(tmp_path, script(data), {"names.csv": "s,system,a,B7\n"}))
    assert {("bare number", "47"), ("bare number", "1")} == set(found)


@pytest.mark.parametrize("data", [[], {}, {"texts": [], "rows": {}}, {"texts": [], "attackers": {}, "rows": [1]}, "x"])
def test_what_no_render_wrote_is_found(tmp_path, data):
    """A block of another form is a finding and no crash."""
    (one,) = findings(tmp_path, script(data))
    assert "row" == one.kind and one.found.startswith("a card that cannot be read")
