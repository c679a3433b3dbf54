"""The chapters of results by attacker: their sentences turn with the data, and they hold any such study."""

import pytest

from analysis.attacks import attacks_results
from analysis.audit import audit
from analysis.built import write
from analysis.pages.cautions import cautions
from analysis.pages.charts import attacked, charts
from analysis.pages.engines import embedded
from analysis.pages.markup import plain
from analysis.pipeline import build
from analysis.study.attacks import read_attacks
from tests.attack_tables import long_table, write_attacks
from tests.studies import replaced

from .contests import NAMES, has_chapter, words
from .contests import chapter as page_of
from .reading import pages
from .results import ROOT

ALONE = {"datasets.csv": None, "systems.csv": None}


def results_of(folder, changes=None):
    return attacks_results(read_attacks(write_attacks(folder / "x", changes)))


def chapter(results, short):
    """Return what a reader reads of a chapter."""
    return words(page_of(results, short)).replace("\xa0", " ").replace("**", "")


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    return results_of(tmp_path_factory.mktemp("made"))


def table(rows):
    return {"results.csv": long_table(rows), **ALONE}


def test_the_data_chapter_says_what_kind_of_numbers_these_are(made):
    """Published cells, no trials, no intervals; datasets with weights; a gender that nobody printed is not claimed."""
    text = chapter(made, "data")
    for sentence in (
        "2 anonymization systems met 3 attackers; 2 datasets have results.",
        "the trials behind the figures are not here.",
        "| Read books | test | female and male | 0.75 | Made up. |",
        "| Phone calls | test | all | 0.25 | Made up. |",
        "| EER | 21 |",
    ):
        assert sentence in text, sentence
    assert "Averages were printed" not in text


def test_the_attacker_chapter_tells_averages_and_drops(made):
    """Each average with its drop, and the systems that the first half of the rule warns about."""
    text = chapter(made, "attackers")
    for sentence in (
        "The average EER of every system is lowest under the semi-informed attacker.",
        "The average EER of every system is highest under the ignorant attacker.",
        "The unprotected speech has an EER of 5.38 % on the test set.",
        "| Shift | 39.13 | 34.50 | 8.00 | 31.1 | semi-informed |",
        "By its first half the rule warns about 2 of 2 systems, the largest drop first: - Synth: 52.25 % ignorant",
        "the second half cannot be checked",
        "| Synth | Read books | 52.0 | 54.0 | not given | 30.0 | 31.0 | not given | 22.0 | 20.0 | not given |",
    ):
        assert sentence in text, sentence


def test_the_rank_chapter_says_whose_rank_turns(made):
    """Shift leads under the lazy-informed attacker and is last under the semi-informed one."""
    text = chapter(made, "ranks")
    for sentence in (
        "Who leads depends on the attacker. Shift leads under the lazy-informed attacker and is last under the "
        "semi-informed one.",
        "| lazy-informed, semi-informed | 2 | −1.00 | 1 | 1 | changes |",
        "| ignorant, semi-informed | 2 | 1.00 | 1 | 0 | stays |",
        "| Phone calls | Synth | Shift | Synth |",
        "The highest category that a system reaches on the test set: Synth, 20 %.",
    ):
        assert sentence in text, sentence


def test_the_same_order_is_told_as_such(tmp_path):
    """Where nothing turns no sentence says so."""
    rows = [(s, "d", "", a, e) for s, e in (("a", 30), ("b", 20)) for a in ("lazy", "semi_informed")]
    results = results_of(tmp_path, table(rows))
    text = chapter(results, "ranks")
    assert "The same systems lead under the lazy-informed and the semi-informed attacker." in text
    assert "depends on the attacker" not in text and "is last under" not in text.partition("How much")[2]
    assert "flip" not in {caution.kind for caution in cautions(results)}


def test_eers_above_one_half_have_their_chapter(made, tmp_path):
    """Counted by attacker and system; without any there is no such chapter and no warning."""
    text = chapter(made, "above")
    assert "2 of 6 printed EERs of the ignorant attacker are above 50 %." in text
    assert "| Synth | 2 of 3 | 0 of 3 | 0 of 3 |" in text
    assert "1 of 2 systems has an average EER above 50 % on the test set: Synth (52.25 %)." in text
    low = results_of(tmp_path, {"results.csv": lambda t: t.replace("52.0", "42.0").replace("54.0", "44.0")})
    assert not has_chapter(low, "above") and "above" not in {caution.kind for caution in cautions(low)}


def test_linkability_stands_beside_the_eer(made, tmp_path):
    """Both orders are compared; where they differ both leaders are named; without linkability no chapter."""
    text = chapter(made, "linkability")
    assert "Under the lazy-informed attacker EER and linkability agree on who is first: Shift." in text
    assert "| Shift | 39.13 | 0.225 | 34.50 | 0.400 | 8.00 | 0.700 |" in text
    turned = results_of(tmp_path, {"results.csv": replaced(",,,,,0.7\n", ",,,,,0.5\n")})
    assert (
        "Under the semi-informed attacker they do not agree on who is first: Synth by EER, Shift by linkability."
        in chapter(turned, "linkability")
    )
    assert not has_chapter(results_of(tmp_path, table([("a", "d", "", "lazy", 3)])), "linkability")


def test_the_utility_chapter_tells_fronts_under_each_attacker(made):
    """Who is on the front under which attacker, the best trade, and who is better than the unprotected speech."""
    text = chapter(made, "utility")
    for sentence in (
        "By WER, Synth is best on the test set with 5.75 %, and Shift is worst with 7.50 %.",
        "The WER of the unprotected speech is 6.00 %. Synth alone does better than that.",
        "Under the ignorant attacker Synth alone is on it.",
        "Under the lazy-informed attacker 2 of 2 systems are on it, the least private first: Synth and Shift.",
        "Synth is on it under every attacker.",
        "is Synth: 20.50 % at a WER of 5.75 %.",
        "Synth keeps most of it on the test set (0.850), Shift least (0.600).",
        "The voices stay most distinct with Shift (−3.00 dB) and least with Synth (−6.50 dB).",
    ):
        assert sentence in text, sentence


def test_emotion_is_a_utility_too(tmp_path):
    """With UAR instead of WER the larger is the better one."""
    rows = "a,d,,semi_informed,33,,\nb,d,,semi_informed,22,,\na,d,,,,,40\nb,d,,,,,45\n"
    text = chapter(
        results_of(tmp_path, {"results.csv": "system,dataset,gender,attacker,eer,wer,uar\n" + rows, **ALONE}), "utility"
    )
    assert "By UAR, b is best over all datasets with 45 %, and a is worst with 40 %." in text
    assert "2 of 2 systems are on it, the least private first: b and a." in text
    assert "EER against WER" not in text


def test_where_nobody_has_both_there_is_no_front(tmp_path):
    """It is said instead of what a front is; where another utility has one, the word is told there."""
    rows = "system,dataset,gender,attacker,eer,wer,uar\noriginal,d,,,,4.3,70\na,d,,lazy,30,,\nb,d,,lazy,20,,\n"
    none = "No system has both an average EER and an average {} over all datasets"
    text = chapter(results_of(tmp_path, {"results.csv": rows, **ALONE}), "utility")
    assert [True, True, 0] == [none.format("WER") in text, none.format("UAR") in text, text.count("A system is on the")]
    more = rows + "a,d,,,,,60\nb,d,,,,,65\n"
    text = chapter(results_of(tmp_path / "uar", {"results.csv": more, **ALONE}), "utility")
    assert [True, False, 1] == [
        none.format("WER") in text,
        none.format("UAR") in text,
        text.count("A system is on the"),
    ]
    assert text.index("EER against UAR") < text.index("A system is on the")


def test_printed_averages_stand_beside_ours(tmp_path):
    """With as many decimals as they have; what differs is a caution."""
    printed = "system,split,attacker,eer\nshift,test,lazy,34.5\nsynth,test,lazy,31.1\n"
    results = results_of(tmp_path, {"averages.csv": printed})
    assert "| 34.5 34.5 |" in chapter(results, "attackers")
    counted = "of 2 that can be recomputed, 1 agrees at the printed precision, 0 differ by rounding only and 1 by more"
    assert counted in chapter(results, "data")
    assert "EER of Synth, lazy-informed, on the test set: 29.9 here, 31.1 printed." in chapter(results, "care")


def test_the_smallest_study_has_true_pages(tmp_path):
    """One system, two attackers, no gender, no split: no order is told, nothing is said of several systems."""
    results = results_of(tmp_path, table([("a", "d", "", "ignorant", "40.0"), ("a", "d", "", "lazy", "12.5")]))
    assert ["data", "attackers", "care", "methods"] == [
        short for short in ("data", "attackers", "ranks", "above", "linkability", "utility", "care", "methods")
        if has_chapter(results, short)
    ]  # fmt: skip
    text = chapter(results, "attackers")
    assert "The average EER of a is lowest under the lazy-informed attacker." in text
    assert "| a | 40.0 | 12.5 | 27.5 | lazy-informed |" in text
    assert "No EER of a semi-informed attacker is here" in chapter(results, "care")


def test_an_order_on_the_other_split_alone_is_told_as_such(tmp_path):
    """One system on the test set, two on the development set: nothing is ordered or compared where it cannot be."""
    rows = [("a", "x_test", "", "lazy", 40), ("a", "x_dev", "", "lazy", 30), ("b", "x_dev", "", "lazy", 20)]
    rows += [("a", "x_dev", "", "semi_informed", 11), ("b", "x_dev", "", "semi_informed", 12)]
    results = results_of(tmp_path, table(rows))
    assert "No attacker puts the systems in an order on the test set." in chapter(results, "ranks")
    assert "No system has average EERs under two attackers on the test set" in chapter(results, "attackers")
    assert "flip" not in {caution.kind for caution in cautions(results)}
    assert "Ranks turn" not in chapter(results, "care")


def test_a_lead_that_cannot_be_compared_does_not_change(tmp_path):
    """A leader without an average under the other attacker, and an attacker under whom all tie, turn no lead."""
    rows = [("a", "d", "", "lazy", 40), ("b", "d", "", "lazy", 30), ("c", "d", "", "lazy", 20)]
    rows += [("b", "d", "", "semi_informed", 15), ("c", "d", "", "semi_informed", 10)]
    text = chapter(results_of(tmp_path, table(rows)), "ranks")
    assert "Not every system that leads under one attacker has an average under the others" in text
    assert "depends on the attacker" not in text and "| 1.00 | 1 | 0 | not compared |" in text
    rows = [("a", "d", "", "lazy", 40), ("b", "d", "", "lazy", 30)]
    rows += [(s, "d", "", "semi_informed", 20) for s in "ab"]
    text = chapter(results_of(tmp_path / "tied", table(rows)), "ranks")
    assert "Only the lazy-informed attacker puts the systems in an order." in text and "| not compared |" in text


def test_not_every_system_is_every_system(tmp_path):
    """What is said of the systems with EERs under two attackers is not said of one that met a single one."""
    rows = [(s, "d", "", a, e) for s in "ab" for a, e in (("lazy", 30), ("semi_informed", 10))]
    text = chapter(results_of(tmp_path, table([*rows, ("c", "d", "", "lazy", 20)])), "attackers")
    assert "The average EER of every system that has one under two attackers is lowest under the semi-informed" in text


def test_a_picture_does_not_put_the_original_behind_the_front(made):
    """The unprotected speech is compared with nobody, and its picture says so."""
    chart = next(chart for chart in attacked.charts(made) if chart.name == "tradeoff_lazy_wer")
    assert chart.alt.endswith("Outside the front: Original.")
    assert "Behind" not in chart.alt


def test_equal_systems_have_no_leader(tmp_path):
    """Where all tie nobody leads, and there is no chapter of ranks."""
    results = results_of(tmp_path, table([(s, "d", "", a, 30) for s in "ab" for a in ("lazy", "semi_informed")]))
    assert not has_chapter(results, "ranks")
    assert "No system has its lowest average EER under one attacker alone." in chapter(results, "attackers")
    assert "ranks_attackers" not in charts(results)


def test_figures_are_drawn_where_there_is_something_to_draw(made):
    """Ladder, ranks and one scatter an attacker; the summary's only for the lead study."""
    names = {chart.name for chart in attacked.charts(made)}
    scatters = {f"tradeoff_{attacker}_wer" for attacker in ("ignorant", "lazy", "semi_informed")}
    assert {"protocol", "ladder", "ranks_attackers", *scatters} == names
    assert {"ladder_half", "tradeoff_summary"} == {c.name for c in attacked.charts(made, lead=True)} - names


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A study whose ids are hostile, beside another one that leads, built, written and rendered."""
    root = tmp_path_factory.mktemp("hostile")
    for name in ("_quarto.yml", "requirements.lock", "templates"):
        (root / name).symlink_to(ROOT / name)
    rows = [
        (quoted(name), quoted(f"{place} {NAMES[0]}"), gender, attacker, 20 + number + 10 * place)
        for number, name in enumerate(NAMES)
        for place in range(2)
        for gender in ("f", "")
        for attacker in ("ignorant", "lazy", "semi_informed")
    ]
    lead = write_attacks(root / "data" / "lead")
    other = write_attacks(root / "data" / "other", {"results.csv": long_table(rows), **ALONE})
    made = build(root, [lead, other], root / "report", None)
    write(root / "report", made)
    embedded.render(root, root / "report", root / "_site")
    return root


def quoted(name):
    return '"' + name.replace('"', '""') + '"'


def test_hostile_ids_are_shown_literally(site):
    """Every id is a span of data with exactly its text, and no sign of it makes a cell or an element."""
    shown = {e.text for page in pages(site / "_site") for e in page.all("span", "data")}
    assert [] == [name for name in NAMES if plain(name) not in shown]
    for page in pages(site / "_site"):
        assert [] == page.unbalanced
        for rows in page.tables():
            assert 1 == len(set(rows)), page.path.name


def test_the_audit_finds_nothing(site):
    """Every number of every page and PDF is the ledger's."""
    assert [] == [str(finding) for finding in audit(site, site / "_site", site / "report").findings]


def test_the_summary_names_the_other_study(site):
    """One page, its result first, and one linked line for the other study."""
    text = (site / "report" / "index.qmd").read_text(encoding="utf-8")
    assert "Who leads depends on the attacker." in text
    assert "(other/01-data.html)" in text
