"""The chapter about paired comparisons: which sentence stands is chosen by rows and verdicts."""

import re
from dataclasses import replace

import pytest

from analysis.ledger import Ledger, key
from analysis.pages import site as pages
from analysis.pages.chapters import chapters_of
from analysis.pages.charts.pairs import charts
from analysis.pages.views.pairs import PairsView
from analysis.results import Pair

from .results import HOSTILE, TEMPLATES, Rows, benchmark

STUDY, B, A = "speech", "system 1", "system 0"
PAIR = (B, A)


@pytest.fixture(autouse=True)
def _no_other_figures(monkeypatch):
    """Only this chapter's figures are drawn."""
    monkeypatch.setattr(pages, "charts", lambda results, **_more: {chart.name: chart for chart in charts(results)[0]})


def compared(
    rows, *, published=None, pairs=((B, A, "Which hides better?"),), extra=None, units="characters", every_choice=0,
    **more,
):  # fmt: skip
    """Return a study with registered pairs.

    rows: (b, a, metric) → (value, low, high, verdict, standing); published: the same → (value, low, high);
    extra: verdicts by their names, joined with `/`; counts follow from the rows; every_choice: how many tests count
    every choice of signs.
    """
    base = benchmark(4, study=STUDY, questions=(), shipped=False, **more)
    made = Rows(STUDY, simulated=base.simulated)
    verdicts = {}
    for names, (value, low, high, verdict, standing) in rows.items():
        made.add("paired", *names, value=value, unit="points", decimals=2, edges=(low, high), n=43)
        made.add("p", *names, value=0.0301, unit="probability", decimals=4, n=43)
        made.add("p_holm", *names, value=0.2107, unit="probability", decimals=4, n=43)
        made.add("edge_error", "paired", *names, value=0.17, unit="percentage points", decimals=2)
        verdicts[key(STUDY, "paired", *names)] = verdict
        verdicts[key(STUDY, "standing", *names)] = standing
    words = [row[3] for row in rows.values()]
    for name, wanted in (("excludes", "CI excludes 0"), *((w.replace(" ", "_"), w) for w in
                         ("not established", "no evidence", "no difference"))):  # fmt: skip
        made.count("pairs", name, value=words.count(wanted), n=len(rows))
    for name in ("rows", "tested", "holds"):
        made.count("pairs", name, value=len(rows), n=len(rows))
    made.add("p_smallest", "paired", value=0.0001, unit="probability", decimals=4, n=43)
    made.count("pairs", "every_choice", value=every_choice, n=len(rows))
    made.add("setting", "flips", value=9999, unit="count", decimals=0)
    if rows and published:
        made.count("pairs", "signs_agree", value=len(published), n=len(published))
    for names, (value, low, high) in (published or {}).items():
        made.add("shipped", "paired", *names, value=value, unit="points", decimals=2, edges=(low, high))
    verdicts |= {f"{STUDY}/{name}": said for name, said in (extra or {}).items()}
    return replace(
        base,
        ledger=Ledger([*base.ledger, *made.entries]),
        pairs=tuple(Pair(b, a, question) for b, a, question in pairs),
        verdicts={**base.verdicts, **verdicts},
        unit_of_text=units,
    )


def page_of(results) -> str:
    """Return the page source of this chapter alone."""
    site = pages.Site([results], results, TEMPLATES)
    (wanted,) = [chapter for chapter in chapters_of(results) if chapter.short == "pairs"]
    return site._chapter_page(results, wanted)


def chapter(results) -> str:
    """Return the chapter with its numbers and names as plain text."""
    text = re.sub(r"\{\.(num|interval|data|below|missing|beside)[^}]*\}", "", page_of(results))
    return re.sub(r"[\[\]]", "", text)


def row(value, low, high, verdict="CI excludes 0", standing="stands"):
    return value, low, high, verdict, standing


NAMES = (*PAIR, "eer_semi_informed")
CONTENT = (*PAIR, "cer")


@pytest.mark.parametrize(
    ("names", "value", "words"),
    [
        (NAMES, 5.4, "system 1 is more private than system 0 against the semi-informed attacker: +5.40 +1.00 to +9.00"),
        (NAMES, -5.4, "system 1 is less private than system 0 against the semi-informed attacker: −5.40"),
        (CONTENT, -5.4, "system 1 keeps the text better than system 0: −5.40"),
        (CONTENT, 5.4, "system 1 keeps the text worse than system 0: +5.40"),
    ],
)
def test_what_stands_is_said_in_the_direction_of_its_sign(names, value, words):
    """More EER is more private, a lower error rate keeps the text better; turned round, the sentence turns."""
    edges = (1.0, 9.0) if value > 0 else (-9.0, -1.0)
    text = chapter(compared({names: row(value, *edges)}))
    assert words in text
    assert "**Without hedging**" in text
    for other in ("With caution", "Not established", "No evidence", "No difference", "Nothing may be said"):
        assert other not in text


def test_words_are_counted_where_the_study_counts_words():
    """The rate is a WER, and what is kept are words."""
    text = chapter(compared({CONTENT: row(-5.4, -9.0, -1.0)}, units="words"))
    assert "system 1 keeps the words better than system 0: −5.40 −9.00 to −1.00 points of WER." in text
    assert "CER" not in text


@pytest.mark.parametrize(
    ("doubt", "words"),
    [
        ("test", "but the permutation test does not find the difference (p 0.0301 before any adjustment)"),
        ("Holm", "the test does not hold after Holm's adjustment (p 0.2107)"),
        ("no test", "there is no test: the rate hangs on one speaker"),
        ("published", "The published interval does not allow to say the same (+1.00 −2.00 to +3.00)"),
        ("interval", "but the interval holds zero"),
    ],
)
def test_each_doubt_has_its_sentence(doubt, words):
    """A row that asks for caution says why, and nothing is said without hedging."""
    results = compared(
        {NAMES: row(5.4, 1.0, 9.0, standing="caution")},
        published={NAMES: (1.0, -2.0, 3.0)},
        extra={key("doubt", *NAMES): doubt},
    )
    text = chapter(results)
    assert words in text
    assert ("Holm's adjustment (p" in text) == (doubt in ("Holm", "interval"))
    assert "**With caution:**" in text
    assert "Nothing may be said without hedging" in text
    assert "is more private than" not in text


@pytest.mark.parametrize(
    ("every_choice", "words"),
    [
        (0, "The choices are 9,999 random ones and the observed one; "
            "over 43 speakers no p can be smaller than 0.0001."),
        (1, "In 1 of 2 tests the speakers are so few that every choice is counted once, the observed one included; in "
            "the others the choices are 9,999 random ones and the observed one, and no p can be smaller than 0.0001."),
        (2, "The speakers are so few that every choice is counted once, the observed one included, instead of 9,999 "
            "random ones beside it; over 43 speakers no p can be smaller than 0.0001."),
    ],
)  # fmt: skip
def test_the_page_says_which_choices_of_signs_are_counted(every_choice, words):
    """Drawn ones, all of them, or some of each: one sentence stands, as the tests are counted."""
    rows = {NAMES: row(5.4, 1.0, 9.0), CONTENT: row(-5.4, -9.0, -1.0)}
    text = chapter(compared(rows, every_choice=every_choice))
    assert words in text
    assert 1 == text.count("no p can be smaller than")


def test_p_is_said_to_be_approximate():
    """What the test takes for granted stands beside it, and Holm's adjustment promises no more than p does."""
    text = chapter(compared({NAMES: row(5.4, 1.0, 9.0)}))
    assert "This p is approximate" in text
    assert "independent of each other and, where the systems do not differ, as symmetric about zero" in text
    assert "keeps the chance of even one false finding in the whole family of 1 tests" in text
    assert "it holds as far as p does" in text


@pytest.mark.parametrize(
    ("verdict", "heading", "words"),
    [
        ("not established", "**Not established:**", "Other draws might move the nearer edge by 0.17, and across zero."),
        ("no evidence", "**No evidence** of a difference", "+0.40 −1.00 to +2.00 points."),
        ("no difference", "**No difference** in any draw:", "system 1 minus system 0, semi-informed EER."),
    ],
)
def test_what_is_not_shown_is_said_as_that(verdict, heading, words):
    """Each verdict stands under its own heading, and no winner is named."""
    text = chapter(compared({NAMES: row(0.4, -1.0, 2.0, verdict, verdict)}))
    assert heading in text
    assert words in text
    assert "more private than" not in text
    assert "Nothing may be said without hedging" in text


def test_published_values_of_simulated_inputs_are_compared_without_a_verdict():
    """The page says that agreement holds by construction; real inputs get a column with both verdicts compared."""
    published = {NAMES: (5.0, 1.5, 8.0)}
    text = chapter(compared({NAMES: row(5.4, 1.0, 9.0)}, published=published, simulated=True))
    assert "it is by construction; whether their verdicts agree means nothing" in text
    assert "| verdict |" not in text
    real = compared({NAMES: row(5.4, 1.0, 9.0)}, published=published, simulated=False,
                    extra={key("same_verdict", *NAMES): "same"})  # fmt: skip
    assert "by construction" not in chapter(real)
    assert "| verdict |" in chapter(real)
    assert "| same |" in chapter(real)


def test_a_pair_that_is_published_only_is_shown_as_that():
    """Nothing is recomputed, so that nothing is said, and its published difference stands."""
    text = chapter(compared({}, published={CONTENT: (0.14, -4.42, 4.92)}))
    assert "+0.14−4.42 to +4.92" in text
    assert "What may be said" not in text
    assert "Beside the published differences" not in text
    assert "permutation test" not in text
    bare = chapter(compared({}))
    assert "Neither recomputed nor published." in bare


def test_the_edge_that_lies_farthest_is_named():
    """The sentence names the row and which of its edges."""
    results = compared({NAMES: row(5.4, 1.0, 9.0)}, published={NAMES: (5.0, 1.5, 6.0)},
                       extra={"edge_gap_max/paired": key(*NAMES, "high")})  # fmt: skip
    rows = Rows(STUDY)
    rows.count("pairs", "near_edges", value=0, n=1)
    rows.add("setting", "near_edge", value=1, unit="percentage points", decimals=0)
    rows.add("edge_gap_max", "paired", value=3.0, unit="percentage points", decimals=2)
    text = chapter(replace(results, ledger=Ledger([*results.ledger, *rows.entries])))
    assert (
        "the largest distance of an edge is 3.00 points (system 1 minus system 0, semi-informed EER, upper edge)"
        in text
    )


def exploratory(results, *, complete=18, registered=4):
    rows = Rows(STUDY)
    for name, value in (("all", 20), ("eer", 17), ("cer", 3), ("eer_complete", complete), ("registered", registered),
                        ("unregistered", 20 - registered)):  # fmt: skip
        rows.count("tests", name, value=value)
    rows.add("expected", "tests", "all", value=1.0, unit="count")
    rows.add("exploratory", "system 3", "system 1", "eer_lazy", value=2.5, unit="points", decimals=2, edges=(1.0, 4.0))
    said = {key(STUDY, "exploratory_focus"): "system 3", key(STUDY, "exploratory_attacker"): "lazy"}
    return replace(
        results, ledger=Ledger([*results.ledger, *rows.entries]), verdicts={**results.verdicts, **said}
    )  # fmt: skip


def test_what_was_not_registered_stands_under_its_own_heading():
    """Counted, with its intervals, and without any verdict word."""
    text = chapter(exploratory(compared({NAMES: row(5.4, 1.0, 9.0)})))
    before, _, after = text.partition("Exploratory")
    assert "20 differences between two systems can be computed, 17 in EER and 3 in CER." in after
    assert "there would be 18 in EER" in after
    assert "Of these, 4 are registered and stand above; 16 are not." in after
    alone = chapter(exploratory(compared({NAMES: row(5.4, 1.0, 9.0)}), registered=1))
    assert "Of these, 1 is registered and stands above; 19 are not." in alone
    assert "Were all 20 independent and truly zero, about 1.0 of them would exclude zero by chance" in after
    assert "The table holds differences that were not registered" in after
    assert "What stands here was not registered" not in after
    assert "| system 1 | +2.50 +1.00 to +4.00 | not computed |" in after
    assert "+2.50" not in before
    for word in ("CI excludes 0", "no evidence", "not established"):
        assert word not in after
    assert "there would be" not in chapter(exploratory(compared({NAMES: row(5.4, 1.0, 9.0)}), complete=17))


def test_a_study_without_registered_pairs_has_exploratory_differences_only():
    """It says that nothing is tested; without any two systems to compare there is no chapter."""
    text = chapter(exploratory(compared({}, pairs=()), registered=0))
    assert "Of these" not in text
    assert "No pair of systems is registered in this study, so no difference is tested." in text
    assert "Registered pairs" not in text
    assert "| system 1 | +2.50 +1.00 to +4.00 | not computed |" in text
    assert "is registered in this study" not in chapter(exploratory(compared({NAMES: row(5.4, 1.0, 9.0)})))
    assert "pairs" not in [one.short for one in chapters_of(compared({}, pairs=()))]


def test_the_least_clear_metric_is_named_only_where_there_is_one():
    """The shares are printed by metric; which is the lowest is a verdict."""
    results = compared({NAMES: row(5.4, 1.0, 9.0), CONTENT: row(-1.0, -2.0, 1.0, "no evidence", "no evidence")})
    rows = Rows(STUDY)
    rows.count("pairs", "stands", "eer_semi_informed", value=1, n=1)
    rows.count("pairs", "stands", "cer", value=0, n=1)
    results = replace(results, ledger=Ledger([*results.ledger, *rows.entries]))
    assert "EER semi-informed 1 of 1, CER 0 of 1." in chapter(results)
    assert "least clear" not in chapter(results)
    named = replace(results, verdicts={**results.verdicts, key(STUDY, "least_clear"): "cer"})
    assert "The rows of the CER are the least clear" in chapter(named)


def test_the_chapters_figure_has_the_published_differences_and_the_summarys_has_not():
    """Two pictures of the same pairs; the summary's stays as it is."""
    plain = charts(compared({NAMES: row(5.4, 1.0, 9.0)}))[0]
    beside = charts(compared({NAMES: row(5.4, 1.0, 9.0)}, published={NAMES: (5.0, 1.5, 6.0), CONTENT: (0.1, -1, 1)}))[0]
    assert ["forest", "pairs"] == [chart.name for chart in plain] == [chart.name for chart in beside]
    assert plain[0].svg == beside[0].svg
    assert plain[1].svg != beside[1].svg
    assert "missing: CER" in beside[1].alt
    assert ([], None) == charts(compared({}, published={CONTENT: (0.1, -1, 1)}))


def test_many_pairs_are_drawn_on_several_pages():
    """Ten pairs of four rows each: no picture is taller than a page, and each has its caption."""
    metrics = ("eer_ignorant", "eer_lazy", "eer_semi_informed", "cer")
    pairs = [(f"system {place}", A, "") for place in range(1, 11)]
    rows = {(b, a, metric): row(5.4, 1.0, 9.0) for b, a, _ in pairs for metric in metrics}
    results = compared(rows, pairs=pairs)
    assert ["forest", "pairs", "pairs_2"] == [chart.name for chart in charts(results)[0]]
    assert 2 == chapter(results).count("Filled: the interval excludes zero.")


def test_hostile_names_stay_text():
    """Names of systems and questions are escaped wherever the chapter says them."""
    names = HOSTILE[:4]
    base = benchmark(4, study=STUDY, names=names, questions=(), shipped=False)
    results = compared({(names[1], names[0], "cer"): row(-5.4, -9.0, -1.0)},
                       pairs=((names[1], names[0], HOSTILE[5]),), names=names)  # fmt: skip
    assert base.study == results.study
    text = page_of(results)
    assert "<script>" not in text
    assert "{{<" not in text


def test_questions_are_promised_only_where_every_pair_has_one():
    """A pair without a question stands without one."""
    row_of = {NAMES: row(5.4, 1.0, 9.0)}
    text = chapter(compared(row_of))
    assert "each with its question" in text
    assert "**system 1 minus system 0.**\nWhich hides better?" in text
    text = chapter(compared(row_of, pairs=((B, A, "Which hides better?"), ("system 2", A, ""))))
    assert "each with its question" not in text


def test_rows_keep_the_registered_order():
    """Pairs as registered, metrics as everywhere."""
    rows = {("system 2", A, "cer"): row(1, 0.5, 2), NAMES: row(1, 0.5, 2), CONTENT: row(1, 0.5, 2)}
    view = PairsView(compared(rows, pairs=(("system 2", A, ""), (B, A, ""))))
    assert [("system 2", A, "cer"), NAMES, CONTENT] == [one.names for one in view.rows]
    assert [CONTENT] == [one.names for one in view.of(Pair(B, A)) if one.metric == "cer"]
    assert view.farthest is None


def test_systems_called_by_numbers_are_quoted_for_the_ear():
    """No alternative text holds a bare number; the pictures have the names as they are."""
    made = benchmark(4, labels=("0.0", "12", "007", "1e5"))
    (first, *_), _ = charts(made)
    numbers = re.findall(r"(?<!“)\b\d[\d.]*\b(?!”)", first.alt)
    assert [] == numbers and "“" in first.alt
