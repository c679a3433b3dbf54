"""What stands around a tagged number and is said with it, on a page written by hand."""

import pytest

from .handmade import NUM, SHIPPED, SIMULATED, findings, told

LABEL = "43.5 percent, recomputed"


@pytest.mark.parametrize(
    "body",
    [
        NUM, SHIPPED, f"±{NUM}", f"({NUM})", f"{NUM}–{NUM}", f"<p>A −</p><p>{NUM}",
        f"<table><tr><td>-</td><td>{NUM}</td>",
        f"It is - {NUM}",
        NUM.replace(">43.5<", ">40.0<").replace(LABEL, "40.0 percent, lower edge, recomputed")
        .replace(" data-k", ' data-part="ci_low" data-k'),
        NUM.replace(">43.5<", ">1,200<").replace(LABEL, "1,200, counted, recomputed")
        .replace(" data-k", ' data-part="n" data-k'),
    ],
)  # fmt: skip
def test_what_the_writer_writes_is_passed(tmp_path, body):
    """Edges, counts, ranges, brackets and a plus-minus; a sign that ends another block."""
    assert [] == told(findings(tmp_path, body))


@pytest.mark.parametrize(
    ("sign", "before"),
    [
        ("−", "−"), ("-", "It is -"), ("+", "<b>+</b>"), ("<", "&lt;"), (".", "0."), ("–", "to –"), ("‑", "a‑"),
        ("−", "−&#8203;"), ("−", "−&nbsp;"), ("−", '<span class="data">−</span>'), ("−", "−<!-- x -->"),
        ("−", "−<script></script>"), ("−", "<math><mo>−</mo></math>"),
    ],
)  # fmt: skip
def test_a_sign_outside_a_tag_is_found(tmp_path, sign, before):
    """It would make another number of the one that is tagged."""
    assert ("digits", f"{sign} outside the tag of 43.5") in told(findings(tmp_path, f"<p>{before}{NUM}"))


@pytest.mark.parametrize(
    "said",
    [
        "43.5 percent, shipped", "40.0 percent, recomputed", "43.5 hertz, recomputed", "43.5, recomputed", "recomputed",
        "43.5 percent", "43.5 percent, recomputed, shipped", "43.5 percent, lower edge, recomputed", "",
        "forty percent, recomputed", "minus 43.5 percent, recomputed",
    ],
)  # fmt: skip
def test_another_description_is_found(tmp_path, said):
    """Other digits, unit, part or tag than the number's own."""
    found = told(findings(tmp_path, NUM.replace(LABEL, said)))
    assert [("digits", f"{said} as the description of 43.5")] == found


def test_a_number_without_a_description_is_found(tmp_path):
    """A screen reader would hear the digits and not whether they are recomputed."""
    found = told(findings(tmp_path, NUM.replace(f'aria-label="{LABEL}"', "")))
    assert [("tag", "43.5 without its words for a screen reader")] == found


@pytest.mark.parametrize(
    ("found", "body"),
    [
        ("43.5 with no word on its inputs", NUM.replace(SIMULATED, "")),
        ("43.5 with real inputs", NUM.replace("simulated", "real")),
        ("43.1 with simulated inputs", SHIPPED.replace(" data-k", f"{SIMULATED} data-k")),
    ],
)
def test_other_inputs_are_found(tmp_path, found, body):
    """A number says that its inputs are simulated where they are, and nowhere else."""
    assert [("tag", found)] == told(findings(tmp_path, body))
