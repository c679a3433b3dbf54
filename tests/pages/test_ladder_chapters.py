"""The chapters about the data and about the attackers: each sentence turns with the ledger, or goes."""

from __future__ import annotations

import re
from dataclasses import replace

from analysis.ledger import Ledger, key
from analysis.pages.chapters import chapters_of
from analysis.pages.site import Site
from analysis.pages.views.attackers import AttackersView
from analysis.pages.views.data import RECOMPUTED, SHIPPED, DataView
from analysis.results import Corpus, Pair, Results, System

from .results import TEMPLATES, Rows, benchmark

ATTACKERS = ("ignorant", "lazy", "semi_informed")
LABELS = {"original": "Original", "a": "Alpha", "b": "Beta", "c": "Gamma", "p": "Published"}
ALL = {"a": (29.6, 25.3, 14.2), "b": (44.0, 46.7, 43.5), "c": (50.7, 12.8, 9.8)}


def study(eers, shipped=None, *, spread=2.0, simulated=False, example="") -> Results:
    """A benchmark with `{system: (ignorant, lazy, semi-informed)}`; systems in `shipped` alone have no files."""
    base = benchmark(1, names=("original",), shipped=False, simulated=simulated, questions=())
    rows = Rows("bench", simulated=simulated)
    rows.entries = [e for e in base.ledger if e.key.split("/")[1] in ("setting", "count")]
    names = dict.fromkeys(["original", *eers, *(shipped or {})])
    systems = tuple(
        System(n, LABELS[n], f"What {n} does.", "reference" if n == "original" else "anonymizer",
               recomputed=n in eers or n == "original")
        for n in names
    )  # fmt: skip
    verdicts = {}
    for source, given in (((), {"original": (2.4, 2.4, 3.0), **eers}), (("shipped",), shipped or {})):
        for name, values in given.items():
            for attacker, value in zip(ATTACKERS, values, strict=True):
                rows.add(
                    *source, "eer", name, attacker, "same_gender", value=value,
                    edges=None if value is None or source else (value - spread, value + spread),
                    missing="no semi-informed file" if value is None else "",
                )  # fmt: skip
    here, elsewhere = list(eers), [name for name in shipped or {} if name not in eers and name != "original"]
    for kind, source, of in (("", eers, here), ("shipped_", shipped or {}, here),
                             ("shipped_only_", shipped or {}, elsewhere)):  # fmt: skip
        known = {
            name: {a: v for a, v in zip(ATTACKERS, source[name], strict=True) if v is not None}
            for name in of
            if name in source
        }
        known = {name: values for name, values in known.items() if len(values) > 1}
        for word, best in (("highest_eer", max), ("lowest_eer", min)):
            chosen = []
            for name, values in known.items():
                top = [a for a, v in values.items() if v == best(values.values())]
                chosen.append(top[0] if len(top) == 1 else "tied")
                verdicts[key("bench", kind + word, name)] = chosen[-1]
            for a in (*ATTACKERS, "tied") if chosen else ():
                rows.count(kind + word, a, value=chosen.count(a), n=len(chosen))
    if example:
        verdicts[key("bench", "worked_example")] = example
        informed = [value for value in eers[example][1:] if value is not None]
        rows.add("drop", "eer", example, value=eers[example][0] - min(informed), unit="points")
    return replace(base, ledger=Ledger(rows.entries), verdicts=verdicts, systems=systems, reference="original")


def page(results: Results, short: str) -> str:
    """A chapter's text as a reader has it: numbers and names without their mark-up."""
    name = next(chapter.name for chapter in chapters_of(results) if chapter.short == short)
    text = Site([results], results, TEMPLATES).chapters(results)[name]
    for _ in range(4):  # spans stand in spans
        text = re.sub(r"(?<!!)\[([^\[\]]*)\]\{[^{}]*\}", r"\1", text)
    return text.replace("\\", "")


def test_the_highest_eer_is_counted_and_named():
    """Two attackers share the anonymizers: both counts, both lists, and no bound."""
    text = page(study(ALL), "attackers")
    assert "The ignorant attacker reports the highest EER of its row for 2 of the 3 anonymizers" in text
    assert "at least two attackers: Alpha and Gamma." in text
    assert "The lazy-informed attacker does so for 1: Beta." in text
    assert "no sure bound from above: for some systems an informed attacker makes more errors" in text
    assert (
        "The strongest attacker, the one with the lowest recomputed EER, is the semi-informed one for all of them."
        in text
    )


def test_sentences_turn_when_the_values_do():
    """Every ignorant EER the highest: a bound here; none: no bound; and the strongest turns as well."""
    text = page(study({"a": (29.6, 25.3, 14.2), "c": (50.7, 12.8, 9.8)}), "attackers")
    assert "reports the highest EER of its row for every one of the 2 anonymizers" in text
    assert "alone is a bound from above: no informed attacker makes more errors." in text
    turned = page(study({"a": (14.2, 25.3, 29.6), "c": (9.8, 12.8, 50.7)}), "attackers")
    assert "The semi-informed attacker reports the highest EER of its row for every one of the 2" in turned
    assert "No EER of the ignorant attacker is a bound from above here" in turned
    assert "is the ignorant one for all of them" in turned
    assert "The ignorant attacker reports" not in turned and "worked example" not in turned


def test_one_anonymizer_is_told_without_counts():
    """A single anonymizer is named with both its attackers."""
    text = page(study({"c": (50.7, 12.8, 9.8)}), "attackers")
    assert "The EER of Gamma is highest under the ignorant attacker.\n" in text
    assert "against Gamma, the one with the lowest recomputed EER, is the semi-informed one." in text
    assert "anonymizers" not in text


def test_shared_extremes_are_said():
    """Two attackers with one EER: neither is named as the one."""
    text = page(study({"a": (30.0, 30.0, 20.0), "b": (40.0, 30.0, 30.0)}), "attackers")
    assert "The ignorant attacker reports the highest EER of its row for 1 of the 2 anonymizers" in text
    assert "More than one attacker has the highest EER for Alpha." in text
    assert "More than one attacker has the lowest EER for Beta." in text
    assert "alone is a bound from above" in text


def test_a_system_that_is_tied_alone_is_told():
    """The only anonymizer may be tied both ways; nothing false is said of it."""
    text = page(study({"a": (30.0, 30.0, None)}), "attackers")
    assert "highest under" not in text
    assert "More than one attacker has the highest EER for Alpha." in text


def test_without_a_semi_informed_eer_the_others_are_compared():
    """The missing attacker is said once in the text, and its reason stands in the table."""
    text = page(study({"a": (45.3, 50.0, None), "c": (50.7, 12.8, 9.8)}), "attackers")
    assert "Without a semi-informed EER, only the other two attackers are compared: Alpha." in text
    assert "| no semi-informed file |" in text


def test_nothing_to_compare_is_said():
    """One EER a system leaves nothing to compare."""
    text = page(study({"a": (45.3, None, None)}), "attackers")
    assert "bound from above" not in text
    assert "No anonymizer has recomputed EERs under two attackers here, so the attackers cannot be compared." in text
    assert "does so for" not in text and "Explanation" not in text


def test_the_worked_example_tells_its_eers():
    """The example's three EERs, the step in points, whether the intervals meet, and the untested reason."""
    text = page(study(ALL, example="c"), "attackers")
    assert "No recomputed EER falls further from the ignorant attacker to an informed one than that of Gamma." in text
    for said in ("has an EER of 50.7", "too and has 12.8", "as well, has 9.8", "a step of 40.9 points"):
        assert said in text
    assert "the intervals of the two do not meet" in text
    assert '"What c does."' in text
    assert text.index("A worked example") < text.rindex("::: untested")


def test_the_example_without_a_semi_informed_eer_leaves_its_sentence_out():
    """Two EERs are told where two are there; intervals that overlap are said to."""
    text = page(study({"a": (30.0, 28.0, None)}, spread=3.0, example="a"), "attackers")
    assert "too and has 28.0" in text and "whose encoder is trained on the system's output" not in text
    assert "while the intervals of the two overlap" in text
    without = page(study({"a": (30.0, 28.0, None)}), "attackers")
    assert "A worked example" not in without


def test_shipped_eers_that_say_the_same_or_not():
    """The shipped counts stand beside, with the systems for which they name another attacker."""
    same = page(study(ALL, ALL), "attackers")
    assert (
        "the ignorant attacker has the highest for 2 of 3 and the lazy-informed attacker has the highest for 1, "
        in same
    )
    assert "they name the same attacker for each system." in same
    assert "by construction" not in same and "by construction" in page(study(ALL, ALL, simulated=True), "attackers")
    other = page(study(ALL, {**ALL, "a": (25.3, 29.6, 14.2)}), "attackers")
    assert "they do not name the same attacker as the recomputed ones for Alpha" in other
    assert "By the shipped" not in page(study(ALL), "attackers")


def test_systems_with_shipped_values_only_stand_in_the_table():
    """Their EERs carry the shipped mark, their lowest attacker is told, and they are counted apart."""
    text = page(study(ALL, {"p": (29.0, 30.2, 20.0)}), "attackers")
    assert (
        "Among the systems with shipped values only the lazy-informed attacker has the highest EER for 1 of 1." in text
    )
    assert "hollow bars are shipped values" in text and "hollow" not in page(study(ALL), "attackers")
    assert re.search(r"\| Published \| 29\.0 \| 30\.2 \| 20\.0 \| semi-informed \|", text)


def test_the_intervals_of_the_example():
    """Apart means that the lowest informed interval ends below the ignorant one."""
    view = AttackersView(study({"a": (30.0, 20.0, 26.1)}, spread=2.0))
    assert ("lazy", True, False) == (view.lowest_informed("a"), view.apart("a"), view.overlapping("a"))
    view = AttackersView(study({"a": (30.0, 26.0, None)}, spread=2.0))
    assert ("lazy", False, True) == (view.lowest_informed("a"), view.apart("a"), view.overlapping("a"))
    view = AttackersView(study({"a": (30.0, None, None)}))
    assert ("", False, False) == (view.lowest_informed("a"), view.apart("a"), view.overlapping("a"))


def test_rows_begin_with_systems_that_have_files():
    """Recomputed systems stand before those with shipped values only; a system without any EER has no row."""
    results = study({"a": (1.0, 2.0, 3.0)}, {"p": (1.0, 2.0, 3.0)})
    reordered = replace(results, systems=(*reversed(results.systems), System("b", "Beta")))
    assert ["a", "original", "p"] == [system.id for system in AttackersView(reordered).rows]


def matrix(**more) -> DataView:
    """A view of two systems: `a` with files and a pair, `p` as published."""
    results = study({"a": (30.0, 20.0, None)}, {"a": (30.1, 20.2, None), "p": (29.0, None, None)})
    rows = Rows("bench")
    rows.add("cer", "a", "all", missing="no transcripts")
    rows.add("shipped", "cer", "p", "all", value=34.4)
    rows.add("paired", "a", "original", "eer_lazy", value=3.0, unit="points")
    ledger = Ledger([*results.ledger, *rows.entries])
    return DataView(replace(results, ledger=ledger, pairs=(Pair("a", "original"),), **more))


def test_the_matrix_says_recomputed_shipped_or_why_not():
    """Both signs, one sign, or the ledger's reason."""
    view = matrix()
    systems = {system.id: system for system in view.results.systems}
    assert RECOMPUTED + " " + SHIPPED == view.mark(systems["a"], "ignorant")
    assert "[no semi-informed file]{.missing}" == view.mark(systems["a"], "semi_informed")
    assert (SHIPPED, RECOMPUTED) == (view.mark(systems["p"], "ignorant"), view.mark(systems["a"], "paired"))
    assert "[no transcripts]{.missing}" == view.mark(systems["a"], "rate")
    assert (SHIPPED, "[no\u00a0pair]{.missing}") == (view.mark(systems["p"], "rate"), view.mark(systems["p"], "paired"))


def test_a_measure_that_nobody_has_is_said_once():
    """UTMOS, pitch and duration have no column where no system has them; words for words, CER turns into WER."""
    view = matrix()
    assert ["ignorant", "lazy", "semi_informed", "rate", "paired"] == [measure.name for measure in view.columns]
    assert [("ρF0", "no clips"), ("duration", "no clips"), ("UTMOS", "not shipped")] == view.absent
    assert "WER" in [measure.heading for measure in matrix(unit_of_text="words").measures]


def test_files_are_told_by_the_verdicts():
    """A kind of file that no system has is no column."""
    told = {key("bench", "file", "embeddings", "a"): "here", key("bench", "file", "audio", "a"): "absent"}
    view = matrix(verdicts=told)
    assert [("embeddings", "embeddings")] == view.kinds
    assert ("yes", "[no]{.missing}") == (view.file("embeddings", "a"), view.file("embeddings", "p"))
    assert ["semi-informed embeddings", "transcripts", "demo clips", "shipped values"] == view.unfilled


def test_a_study_without_genders_or_corpora_has_neither_columns_nor_rows():
    """The table of speakers shows what the lists tell, and the text says that genders are not given."""
    results = study(ALL)
    gone = {key("bench", "count", "speakers", gender) for gender in ("female", "male")}
    ledger = Ledger(entry for entry in results.ledger if entry.key not in gone)
    text = page(replace(results, ledger=ledger, corpora=(), trial_list="all"), "data")
    assert "| female | male |" not in text and "The genders of the speakers are not given" in text
    assert "phone" not in text and "same-gender trials" not in text
    whole = page(replace(results, corpora=(Corpus("corpus0", "phone (iAny)"),)), "data")
    assert "| female | male |" in whole and "phone (iAny)" in whole


def test_scores_are_no_cosines_of_embeddings():
    """What made a score is told of embeddings only; where both came, it is said which is which."""
    cosine, shipped = "the score of a trial is the cosine", "the scores came with the data"
    told = {}
    for kinds in (("embeddings",), ("scores",), ("embeddings", "scores")):
        rows = Rows("bench")
        for kind in kinds:
            rows.count("files", kind, value=4)
        results = study(ALL)
        told[kinds] = page(replace(results, ledger=Ledger([*results.ledger, *rows.entries])), "data")
    assert [True, False, True] == [cosine in text for text in told.values()]
    assert [False, True, False] == [shipped in text for text in told.values()]
    assert [False, False, True] == ["instead of embeddings, they stand as they are" in text for text in told.values()]


def test_an_eer_that_rises_is_not_said_to_fall():
    """Turned round, the sentence turns; where no EER falls, there is none."""

    def told(a: float, b: float) -> str:
        rows = Rows("bench")
        for system, drop in (("a", a), ("b", b)):
            rows.add("drop_semi", system, value=drop, unit="points", edges=(drop - 1, drop + 1))
        results = study(ALL)
        return page(replace(results, ledger=Ledger([*results.ledger, *rows.entries])), "open")

    both = told(-10.4, 8.5)
    assert "the EER of Beta falls by 8.5 points" in both
    assert "That of Alpha does not fall: the ignorant EER minus the semi-informed one is −10.4 points" in both
    assert "the EER of Alpha falls by 2.0 points" in told(2.0, 8.5)
    assert "Why one system holds" not in told(-10.4, -8.5)


def test_the_protocol_is_drawn_and_described():
    """The chapter holds the drawing with a caption of its own, and what the three attackers know."""
    text = page(study(ALL), "data")
    assert "figures/protocol.svg" in text and "Figure A1.1. The protocol, one lane an attacker" in text
    assert "fine-tuned on anonymized speech" in text


def test_shipped_eers_are_not_compared_where_the_headline_list_is_another():
    """Without genders the headline is over all trials; the shipped EERs still stand there, with a word of warning."""
    results = study(ALL, {**ALL, "a": (25.3, 29.6, 14.2), "p": (29.0, 30.2, 20.0)})
    moved = Ledger(
        replace(e, key=e.key.replace("/same_gender", "/all")) if e.key.startswith("bench/eer/") else e
        for e in results.ledger
    )
    text = page(replace(results, ledger=moved, trial_list="all", lists=(("all", "all trials"),)), "attackers")
    assert "Which trials the shipped EERs rest on is not known here" in text
    assert "do not name the same attacker" not in text and "they name the same attacker" not in text
    assert re.search(r"\| Published \| 29\.0 \|", text)
    assert "not known here" not in page(results, "attackers")
