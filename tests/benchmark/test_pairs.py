"""Registered comparisons: the same draws on both sides, the published value beside them."""

import pytest

from tests.studies import replaced, utterance_ids, vectors

REGISTER = '[[pairs]]\nb = "twin"\na = "mcadams"\nquestion = "Is it another system?"\n[[systems]]\nid = "original"\n'


def test_identical_files_differ_by_exactly_nothing(results):
    """Difference 0, interval [0, 0], and no verdict of a difference."""
    twin = (utterance_ids(), vectors("mcadams").astype("float32"))
    made = results({
        "study.toml": lambda text: "draws = 50\n" + REGISTER,
        "embeddings/twin.npz": twin,
        "embeddings/mcadams.npz": twin,
    })  # fmt: skip
    for metric in ("eer_ignorant", "eer_lazy"):
        entry = made.ledger[f"tiny/paired/twin/mcadams/{metric}"]
        assert (0.0, 0.0, 0.0, 4) == (entry.value, entry.ci_low, entry.ci_high, entry.n)
        assert "no difference" == made.verdicts[entry.key]
        assert "degenerate" in entry.method
    table = made.tables["paired.csv"]
    assert ["no difference"] * 2 == table["evidence"].to_list()
    assert ["0.000"] * 2 == table["delta"].to_list()


def test_a_difference_is_b_minus_a_on_the_headline_list(tiny):
    """The point is the difference of the two points that the ledger holds."""
    for metric in ("ignorant", "lazy"):
        entry = tiny.ledger[f"tiny/paired/knnvc_pool/mcadams/eer_{metric}"]
        b, a = (tiny.ledger[f"tiny/eer/{s}/{metric}/same_gender"].value for s in ("knnvc_pool", "mcadams"))
        assert b - a == pytest.approx(entry.value)
        assert ("points", "recomputed", "simulated") == (entry.unit, entry.tag, entry.inputs)


def test_swapping_the_sides_turns_the_sign(results, tiny):
    """B minus A is minus (A minus B), edges included."""
    made = results({"study.toml": replaced("draws = 50\n", 'draws = 50\n[[pairs]]\nb = "mcadams"\na = "knnvc_pool"\n')})
    there, back = (made.ledger["tiny/paired/mcadams/knnvc_pool/eer_lazy"],
                   tiny.ledger["tiny/paired/knnvc_pool/mcadams/eer_lazy"])  # fmt: skip
    assert [-back.value, -back.ci_high, -back.ci_low] == pytest.approx([there.value, there.ci_low, there.ci_high])


def test_a_pair_of_a_system_without_files_shows_its_published_values_only(tiny):
    """No difference is computed, none is dropped."""
    assert "tiny/paired/openvoice/mcadams/cer" not in tiny.ledger
    entry = tiny.ledger["tiny/shipped/paired/openvoice/mcadams/cer"]
    assert (1.0, -2.0, 4.0, "shipped") == (entry.value, entry.ci_low, entry.ci_high, entry.tag)
    row = tiny.tables["paired.csv"].row(-1, named=True)
    assert ("openvoice minus mcadams", None, "1.0 [-2.0, 4.0]", None) == (
        row["comparison"], row["delta"], row["shipped"], row["evidence"])  # fmt: skip


def test_a_published_difference_keeps_its_digits(tiny):
    """As many decimals as its cells have, and the draws that it was published with."""
    entry = tiny.ledger["tiny/shipped/paired/knnvc_pool/mcadams/eer_ignorant"]
    assert (14.35, 9.97, 18.77, 2) == (entry.value, entry.ci_low, entry.ci_high, entry.decimals)
    assert "2,000 draws" in entry.method


def test_without_a_registered_pair_the_table_is_its_header(results):
    """The columns stand, no row does."""
    table = results({"meta/paired_comparisons.json": None}).tables["paired.csv"]
    assert ["comparison", "metric", "delta", "ci_low", "ci_high", "shipped", "evidence"] == table.columns
    assert 0 == table.height
