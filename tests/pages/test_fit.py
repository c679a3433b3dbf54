"""Which blocks the one-page summary keeps, and that it is one page whatever a study holds."""

import re
import shutil
import threading
from itertools import pairwise
from pathlib import Path

import pytest

from analysis.cache import Cache
from analysis.errors import EngineError
from analysis.pages.engines.pandoc import typst_source
from analysis.pages.engines.rows import TypstRows
from analysis.pages.engines.shortcut import shorten
from analysis.pages.fit import FEWEST_CAUTIONS, FEWEST_ROWS, MOST_ROWS, Asking, Plan, first_that_fits, plans
from analysis.pages.measure import OnePage, remembered
from analysis.versions import code_digest

from .results import KHMER, TEMPLATES, Site, benchmark, challenge

NINE = tuple(
    f"A warning that goes on for about one line and a half of the page, and ends with word {w}." for w in "abcdefghi"
)


def amount(plan: Plan) -> tuple[int, ...]:
    return (plan.rows, plan.cautions, plan.protocol, plan.pictures, plan.shipped, plan.board, plan.ladder, plan.lists)


@pytest.mark.parametrize(("rows", "cautions"), [(0, 0), (1, 0), (3, 9), (4, 4), (8, 3), (44, 9), (200, 100)])
def test_plans_only_shrink(rows, cautions):
    """Each plan holds no more of any block than the one before, and each is another plan."""
    made = plans(rows, cautions)
    for before, after in pairwise(made):
        assert all(b >= a for b, a in zip(amount(before), amount(after), strict=True))
        assert before != after
    assert (min(rows, MOST_ROWS), cautions) == (made[0].rows, made[0].cautions)
    assert (min(rows, FEWEST_ROWS), 0, False) == (made[-1].rows, made[-1].cautions, made[-1].pictures)


def test_the_order_of_importance():
    """Lists go first, then ladder, shipped systems, protocol, cautions, shipped values, rows, pictures, cautions."""
    made = plans(10, 9)

    def gone(name: str, least: int = 1) -> int:
        return next(place for place, plan in enumerate(made) if getattr(plan, name) < least)

    order = [
        gone("lists"), gone("ladder"), gone("board"), gone("protocol"), gone("cautions", 9), gone("shipped"),
        gone("rows", 10), gone("pictures"), gone("cautions", FEWEST_CAUTIONS),
    ]  # fmt: skip
    assert sorted(order) == order and len(set(order)) == len(order)


@pytest.mark.parametrize("most", range(12))
def test_the_fullest_plan_that_fits_is_found(most):
    """A few questions find the same plan as trying all of them; the barest where none fits."""
    texts = [str(place) for place in range(len(plans(6, 5)))]
    asked = dict(zip(plans(6, 5), texts, strict=True))
    found = first_that_fits(asked.__getitem__, lambda text: int(text) >= most, rows=6, cautions=5)
    assert str(min(most, len(texts) - 1)) == found


@pytest.mark.parametrize(("most", "expected"), [(0, [1, 0]), (1, [1, 0]), (3, [1, 3, 2]), (5, [1, 3, 7, 5, 4])])
def test_a_summary_that_holds_nearly_all_takes_few_questions(most, expected):
    """Each takes half a second; halving from the start takes four, whatever fits."""
    texts = {plan: str(place) for place, plan in enumerate(plans(6, 5))}
    asked = []
    first_that_fits(texts.__getitem__, lambda text: asked.append(int(text)) or int(text) >= most, rows=6, cautions=5)
    assert expected == asked


def test_who_waits_for_an_answer_can_do_something_else():
    """Texts are made by the caller, between other things; questions are put one after the other, as without waiting."""
    threads, asked, may_answer = set(), [], threading.Event()
    texts = {plan: str(place) for place, plan in enumerate(plans(6, 5))}

    def text(plan):
        threads.add(threading.current_thread())
        return texts[plan]

    def fits(page):
        may_answer.wait(10)
        asked.append(page)
        return int(page) >= 7

    with Asking(text, fits, rows=6, cautions=5) as asking:
        asking.go_on()
        assert [] == asked
        may_answer.set()
        assert "7" == asking.answer()
    straight = []
    assert "7" == first_that_fits(
        texts.__getitem__, lambda page: straight.append(page) or int(page) >= 7, rows=6, cautions=5
    )
    assert straight == asked
    assert {threading.current_thread()} == threads


def test_who_cannot_tell_stops_the_search():
    """What went wrong is told by who asked, also where it waited with it."""

    def fits(_page):
        raise EngineError("no Typst")

    with Asking(lambda _plan: "", fits, rows=6, cautions=5) as asking, pytest.raises(EngineError, match="no Typst"):
        asking.answer()
    with Asking(lambda _plan: "", fits, rows=0, cautions=0) as asking, pytest.raises(EngineError, match="no Typst"):
        while True:
            asking.go_on()


@pytest.fixture(scope="module")
def measured(tmp_path_factory):
    """Give a function from results to their summary's text, its page count and how often it was measured."""

    def measure(results, *others):
        site = Site([results, *others], results, TEMPLATES)
        fits = OnePage(TEMPLATES, tmp_path_factory.mktemp("scratch"), site.figures())
        text = site._summary(fits).answer()
        return text, fits(text), site

    return measure


@pytest.fixture(scope="module")
def large(measured):
    """Give forty-four systems with nine warnings and more, measured once."""
    results = benchmark(44, warnings=NINE, notes=NINE[:1], traps=3)
    return results, *measured(results)


def test_the_summary_of_a_large_study_is_one_page(large):
    """One A4 page, with forty-four systems and nine warnings."""
    assert large[2]


@pytest.mark.parametrize(("systems", "warnings"), [(8, 3), (1, 0), (0, 0)], ids=["eight", "one", "none"])
def test_the_summary_is_one_page(measured, systems, warnings):
    """One A4 page, with eight systems, with one, and with none."""
    _, fits, _ = measured(
        benchmark(systems, warnings=NINE[:warnings], notes=NINE[:1], traps=min(3, max(systems - 1, 0)))
    )
    assert fits


def test_the_summary_of_a_challenge_is_one_page(measured):
    """Forty-four systems of a challenge, and another study to name, make one page too."""
    _, fits, _ = measured(challenge(44), benchmark(2, study="other"))
    assert fits


def test_long_names_do_not_make_a_second_page(measured):
    """Names that take several lines each leave room for fewer rows, not for more pages."""
    names = [f"{KHMER} a name that goes on and on, part {sign} " * 6 for sign in "abcde"]
    _, fits, _ = measured(benchmark(5, labels=names, warnings=names, questions=names[:2]))
    assert fits


def test_what_the_summary_leaves_out_stands_in_the_appendix(large):
    """Every system and every warning is in the appendix, and the summary says where the rest is."""
    results, text, _, site = large
    appendix = site._appendix()
    assert "The other systems stand in the appendix" in text
    assert "bench/15-care.html" in text
    left_out = [system for system in results.systems if f"[{system.label}]{{.data}}" not in text]
    assert len(left_out) >= 20
    assert [] == [system.label for system in results.systems if f"[{system.label}]{{.data}}" not in appendix]
    assert [] == [warning for warning in NINE if re.sub(r"[*]", "", warning) not in appendix]


def test_a_page_that_typst_refuses_is_told(tmp_path):
    """A summary that cannot be set ends with what Typst said, not with a traceback."""
    with pytest.raises(EngineError, match="Typst could not set the summary"):
        OnePage(TEMPLATES, tmp_path, {})("```{=typst}\n#nothing-of-this-name\n```\n")


def test_the_border_of_a_page_is_seen(tmp_path):
    """Few lines fit, many do not."""
    fits = OnePage(TEMPLATES, tmp_path, {})
    assert (True, False) == (fits("a\n\n" * 10), fits("a\n\n" * 90))


SUMMARIES = {
    "committed": lambda: (TEMPLATES.parent / "report" / "index.qmd").read_text(encoding="utf-8"),
    "eight": lambda: fullest(benchmark(8, warnings=NINE[:3], notes=NINE[:1], traps=3)),
    "long names": lambda: fullest(benchmark(2, labels=[f"{KHMER} | *a* [b]{{.data}} " * 6, "-1"], warnings=NINE[:1])),
    "challenge": lambda: fullest(challenge(5), benchmark(2, study="other")),
}


def fullest(results, *others) -> str:
    """Return the summary that holds all that there is."""
    site = Site([results, *others], results, TEMPLATES)
    return site._summary_text(plans(**site._most)[0])


@pytest.mark.parametrize("name", SUMMARIES)
def test_typst_is_asked_about_what_pandoc_makes_of_the_whole_page(tmp_path, name):
    """The rows of the summary's tables are made past it: the same bytes."""
    page = SUMMARIES[name]()
    assert len(shorten(page, TypstRows(rows_here=False)).rows) >= 1
    assert typst_source(page, tmp_path, TEMPLATES) == OnePage(TEMPLATES, tmp_path, {}).typst(page)


def test_a_page_without_tables_is_asked_about_whole(tmp_path):
    """And so is one that holds the sign that stands for rows."""
    for page in ("a\n", "| a |\n|---|\n| \ue000 |\n"):
        assert typst_source(page, tmp_path, TEMPLATES) == OnePage(TEMPLATES, tmp_path, {}).typst(page)


SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
PAGE = "![](s/figures/shown.svg)\n"


@pytest.fixture
def asked(tmp_path, monkeypatch):
    """Give a function from templates, figures and a page to the answer and the reasons for which Typst was asked."""
    monkeypatch.setattr(OnePage, "__call__", lambda _self, page: len(page) < 40)

    def ask(page=PAGE, templates=TEMPLATES, **figures):
        cache = Cache(tmp_path / "cache")
        drawn = {f"s/figures/{name}.svg": svg for name, svg in ({"shown": SVG, "other": SVG} | figures).items()}
        fits = remembered(OnePage(templates, tmp_path / "scratch", drawn), cache, "s")
        return fits(page), [reason for _, reason in cache.computed]

    return ask


def test_a_known_answer_is_not_asked_for_again(asked):
    """The same page with the same figures; a figure that it does not show may change."""
    assert (True, ["first run"]) == asked()
    assert (True, []) == asked() == asked(other="another")
    assert (False, ["the text of the page changed"]) == asked(PAGE + "more " * 9)


def test_whatever_the_answer_rests_on_asks_again(asked, tmp_path, monkeypatch):
    """A figure that the page shows, a template, the Pandoc, the Typst: each with its reason."""
    asked()
    assert ["a figure on the page changed"] == asked(shown=SVG.replace("9", "8"))[1]
    shutil.copytree(TEMPLATES / "assets", tmp_path / "templates" / "assets")
    with (tmp_path / "templates" / "assets" / "embedded.typ").open("a", encoding="utf-8") as template:
        template.write("// narrower\n")
    asked()
    assert ["the style in templates/assets changed"] == asked(templates=tmp_path / "templates")[1]
    asked()
    monkeypatch.setattr("analysis.pages.measure.pandoc_version", lambda: "0.1")
    ((reason),) = asked()[1]
    assert reason.startswith("the version of Pandoc changed from ")


@pytest.mark.parametrize("part", ["measure", "engines.pandoc", "engines.shortcut", "engines.rows", "engines.cells"])
def test_the_code_that_asks_takes_part(asked, monkeypatch, part):
    """Also the code that makes the rows of the summary's tables."""
    asked()
    monkeypatch.setattr("analysis.cache.code_digest", lambda name: code_digest(name) + "!" * name.endswith(part))
    ((reason),) = asked()[1]
    assert f"analysis.pages.{part}" in reason


def test_questions_of_one_build_are_told_apart(tmp_path, monkeypatch):
    """Halving asks about several texts; a first build says of each that it is the first."""
    monkeypatch.setattr(OnePage, "__call__", lambda _self, page: True)
    cache = Cache(tmp_path / "cache")
    fits = remembered(OnePage(TEMPLATES, tmp_path / "scratch", {}), cache, "s")
    assert fits("a") and fits("b")
    assert [("s/summary fits/1", "first run"), ("s/summary fits/2", "first run")] == cache.computed


@pytest.mark.parametrize("make", [lambda: benchmark(4, traps=1), lambda: challenge(5)], ids=["benchmark", "challenge"])
def test_the_figures_of_the_summary_are_all_that_any_of_its_texts_shows(make):
    """They are drawn first, for whoever lays it out; pictures of other pages are not."""
    results = make()
    site = Site([results], results, TEMPLATES)
    known = {Path(path).name for path in site.summary_figures()}
    shown: set[str] = set()
    for plan in plans(len(results.systems), len(site._cautions[results.study])):
        shown.update(re.findall(r"figures/([^/)]+\.svg)\)", site._summary_text(plan)))
    assert shown and shown == known
    assert len(known) < len(site.figures())
