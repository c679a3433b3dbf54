"""The chapter about agreement with shipped values: which sentence stands is chosen by rows and verdicts."""

import re
from dataclasses import replace

import pytest

from analysis.ledger import Ledger, key
from analysis.pages import site as pages
from analysis.pages.cautions import cautions
from analysis.pages.chapters import chapters_of
from analysis.pages.views.agreement import AgreementView

from .results import HOSTILE, TEMPLATES, Rows, benchmark

STUDY, SYSTEM = "speech", "system 1"
AGREES, ROUNDING = "agrees at the printed precision", "differs by rounding only"
WITHIN, OUTSIDE, DIFFERS = "within the interval", "outside the interval", "differs"
WORDS = {"agrees": AGREES, "rounding": ROUNDING, "within": WITHIN, "outside": OUTSIDE, "no_interval": DIFFERS}
EER, CONTENT = ("eer", SYSTEM, "lazy", "same_gender"), ("cer", SYSTEM, "all")


def study(values, *, rule="", hits=(3, 5, 6), edges=(), apart=2, **more):
    """Return a study with compared values.

    values: the names of a key → its verdict; edges: those of them whose intervals are compared too;
    rule: which EER rule fits; hits: of the nearest rule, of the line rule, and of how many.
    """
    base = benchmark(4, study=STUDY, questions=(), **{"simulated": False, **more})
    made = Rows(STUDY, simulated=base.simulated)
    verdicts = {}
    for names, verdict in values.items():
        made.add("agreement", *names, value=0.041, unit="points", decimals=3)
        verdicts[key(STUDY, "agreement", *names)] = verdict
        for place, edge in enumerate(("low", "high") if names in edges else ()):
            made.add("agreement_edge", *names, edge, value=1.62 + place, unit="percentage points", decimals=2)
    by_column = {}
    for names, verdict in values.items():
        by_column.setdefault(f"eer_{names[2]}" if names[0] == "eer" else "cer", []).append(verdict)
    for column, words in (("", list(values.values())), *by_column.items()):
        of = (column,) if column else ()
        counts = {"compared": len(words), **{name: words.count(said) for name, said in WORDS.items()}}
        counts["differs"] = len(words) - counts["agrees"] - counts["rounding"]
        for name, count in counts.items():
            made.count("agreement", *of, name, value=count, n=len(words))
        if column:
            made.add("agreement_max", column, "values", value=0.05, unit="percentage points", decimals=2)
        if column and edges:
            made.add("agreement_max", column, "edges", value=2.04, unit="percentage points", decimals=2)
    if any(names[0] == "eer" for names in values):
        for name in ("nearest", "line"):
            made.add(f"eer_{name}", *EER[1:], value=12.34, decimals=2)
        made.add("eer_rule_gap", "largest", value=0.04, unit="percentage points", decimals=3)
    if rule:
        nearest, line, of = hits
        for name, count in (("nearest", nearest), ("line", line), ("apart", apart)):
            made.count("eer_rule", name, value=count, n=of)
        for name in ("nearest", "line"):
            made.add("eer_rule_mean", name, value=0.011, unit="percentage points", decimals=3)
            made.add("eer_rule_max", name, value=0.052, unit="percentage points", decimals=3)
        verdicts[key(STUDY, "eer_rule")] = rule
    return replace(
        base, ledger=Ledger([*base.ledger, *made.entries]), verdicts={**base.verdicts, **verdicts}
    )  # fmt: skip


def page_of(results) -> str:
    site = pages.Site([results], results, TEMPLATES)
    (wanted,) = [chapter for chapter in chapters_of(results) if chapter.short == "agreement"]
    return site._chapter_page(results, wanted)


def chapter(results) -> str:
    """Return the chapter with its numbers and names as plain text."""
    text = re.sub(r"\{\.(num|interval|data|below|missing|beside|ref)[^}]*\}", "", page_of(results))
    return re.sub(r"[\[\]]", "", text)


@pytest.fixture(autouse=True)
def _no_figures(monkeypatch):
    """Figures are drawn elsewhere."""
    monkeypatch.setattr(pages, "charts", lambda results, **_more: {})


def test_values_are_counted_by_how_they_agree():
    """Agreement, rounding, and of the rest how many lie within and outside."""
    text = chapter(study({EER: AGREES, ("eer", SYSTEM, "ignorant", "same_gender"): WITHIN, CONTENT: OUTSIDE}))
    assert "Of 3 values that are both shipped and recomputed, 1 agrees at the printed precision, 0 differ" in text
    assert "within the recomputed interval for 1 and outside it for 1." in text
    assert "is named in" in text
    assert "by construction" not in text


def test_where_nothing_lies_outside_that_is_said():
    """No pointer to warnings where there are none."""
    text = chapter(study({EER: WITHIN}))
    assert "within the recomputed interval for 1 and outside it for 0." in text
    assert "is named in" not in text
    everything = chapter(study({EER: AGREES}))
    assert "Of these last" not in everything


def test_a_value_without_an_interval_cannot_be_judged():
    """It is counted by itself, and named among the warnings."""
    text = chapter(study({CONTENT: DIFFERS}))
    assert "; 1 has no interval to judge by." in text
    assert "is named in" in text


def test_simulated_inputs_agree_by_construction():
    """The page says so, chooses no rule, and points to no warning."""
    text = chapter(study({EER: WITHIN, CONTENT: OUTSIDE}, simulated=True, edges=(EER,)))
    assert "agree, it is by construction" in text
    assert "cannot be told from simulated inputs" in text
    assert "hits" not in text
    assert "is named in" not in text
    assert "::: untested" not in text


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("line", "**The straight line fits the shipped digits better**"),
        ("nearest", "**The nearest score fits the shipped digits better**"),
        ("both", "**Both rules hit every shipped digit**"),
        ("neither", "**Neither rule fits the shipped digits better**"),
    ],
)
def test_the_rule_that_fits_is_said_on_real_inputs(rule, words):
    """One of four sentences, with the hits of both rules before it."""
    text = chapter(study({EER: WITHIN}, rule=rule))
    assert words in text
    assert 1 == len(re.findall(r"\*\*[^*]*(?:rule|line|score)[^*]*\*\*", text))
    assert "The nearest score hits 3 of 6 shipped EERs" in text
    assert "the straight line 5 (mean 0.011, at most 0.052)" in text
    assert "Exactly one of the two rules is a hit at 2 values" in text
    assert "Exactly one" not in chapter(study({EER: WITHIN}, rule="both", apart=0))


def test_the_rule_alone_sets_values_apart_only_where_it_hits_all():
    """With one printed value missed, something else may be at work too."""
    words = "the rule alone sets them apart"
    assert words in chapter(study({EER: WITHIN}, rule="line", hits=(3, 6, 6)))
    assert words not in chapter(study({EER: WITHIN}, rule="line", hits=(3, 5, 6)))


def test_without_an_eer_no_rule_is_asked_for():
    """A study with error rates alone has no such section."""
    text = chapter(study({CONTENT: WITHIN}))
    assert "Which rule for the EER" not in text


def test_edges_stand_below_the_difference_and_their_cause_is_marked_as_untested():
    """Both distances of a value's interval, the largest in its column, and an explanation that says what it is."""
    text = page_of(study({EER: WITHIN, CONTENT: WITHIN}, edges=(EER,)))
    plain = re.sub(r"\{\.num[^}]*\}", "", text)
    assert "[[[1.62], [2.62]]{.interval}]{.below}" in plain
    assert "::: untested\nEdges of an interval are read from random draws" in text
    assert "::: untested" not in page_of(study({EER: WITHIN}))
    assert "no edges" in page_of(study({EER: WITHIN}))


def test_columns_and_values_keep_the_studys_order():
    """EERs by attacker, then error rates; systems as the study lists them."""
    view = AgreementView(study({CONTENT: WITHIN, EER: WITHIN, ("eer", "system 0", "lazy", "same_gender"): WITHIN}))
    assert ["eer_lazy", "cer"] == [name for name, _ in view.columns()]
    assert [("eer", "system 0", "lazy", "same_gender"), EER, CONTENT] == [names for _, _, names in view.values()]
    assert [(SYSTEM, "lazy")] == [(system.id, attacker) for system, attacker in view.rates()]


def test_only_what_lies_outside_or_cannot_be_judged_is_a_warning():
    """A value within its own interval is no reason to be careful; simulated inputs never are."""
    for verdict, warned in ((AGREES, 0), (ROUNDING, 0), (WITHIN, 0), (OUTSIDE, 1), (DIFFERS, 1)):
        assert warned == sum(one.kind == "differs" for one in cautions(study({EER: verdict})))
        assert not [one for one in cautions(study({EER: verdict}, simulated=True)) if one.kind == "differs"]


def test_hostile_names_stay_text():
    """Names of systems and corpora are escaped in every table."""
    names = HOSTILE[:4]
    values = {("eer", names[1], "lazy", "same_gender"): WITHIN, ("cer", names[2], "corpus0"): WITHIN}
    base = study({EER: WITHIN}, names=names, corpora=HOSTILE[5:7])
    made = Rows(STUDY)
    for place in values:
        made.add("agreement", *place, value=0.1, unit="points", decimals=3)
        if (key(STUDY, "shipped", *place)) not in base.ledger:
            made.add("shipped", *place, value=12.3)
    text = page_of(replace(base, ledger=Ledger([*base.ledger, *made.entries])))
    assert "<script>" not in text
    assert "{{<" not in text
