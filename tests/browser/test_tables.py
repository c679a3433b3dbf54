"""Tables that sort, filter and show one attacker; the ledger that is searched."""

import statistics

from .conftest import CELLS, ROWS

OWN = [name for name, _, _ in CELLS]
SHOWN = "() => Array.from(document.querySelectorAll('tbody tr')).map(row => row.cells[0].textContent.trim())"


def shown(page) -> list[str]:
    return page.evaluate(SHOWN)


def test_a_column_of_numbers_sorts_by_value(open_page):
    """Smallest first, then largest first, then as it was; missing values last both times, equal ones in their order."""
    page = open_page("try/01-table.html")
    head, button = page.locator("th").nth(1), page.locator("th button").nth(1)
    assert head.get_attribute("aria-sort") is None
    button.click()
    assert ["T9-1", "B3", "T10-1", "B1", "T1-1", "T2-1", "B2"] == shown(page)
    assert "ascending" == head.get_attribute("aria-sort")
    assert "Table Z1.1: sorted by value, ascending" == page.get_by_role("status").text_content()
    button.click()
    assert ["T1-1", "T10-1", "B1", "B3", "T9-1", "T2-1", "B2"] == shown(page)
    assert "descending" == head.get_attribute("aria-sort")
    button.click()
    assert OWN == shown(page) and head.get_attribute("aria-sort") is None


def test_names_sort_as_people_count(open_page):
    """T2 stands before T10; capitals make no difference; only one column says that it is sorted; Enter does it too."""
    page = open_page("try/01-table.html")
    page.locator("th button").first.focus()
    page.keyboard.press("Enter")
    assert ["B1", "B2", "B3", "T1-1", "T2-1", "T9-1", "T10-1"] == shown(page)
    page.locator("th button").nth(2).click()
    assert ["T9-1", "B1", "T10-1", "T1-1", "T2-1", "B3", "B2"] == shown(page)
    assert 1 == page.locator("[aria-sort]").count()


def test_short_tables_have_no_field(open_page):
    """A table that is seen at a glance is not filtered."""
    assert 0 == open_page("try/01-table.html").locator("input").count()


def test_a_long_table_is_filtered_by_words(open_page):
    """All words must stand in a row, in any case; the count is told; Escape brings all rows back; sorting keeps it."""
    page = open_page("contest/02-results.html")
    field = page.get_by_role("searchbox").first
    table = page.locator(".table-frame").first.locator("tbody tr")
    every = table.count()
    field.fill("CODES t1")
    assert 0 == table.count() or "t1" in table.first.inner_text().lower()
    field.fill("t1-1")
    assert 1 == table.count()
    assert f"1 of {every} rows" == page.get_by_role("status").text_content()
    field.press("Escape")
    assert every == table.count()
    field.fill("t1")
    before = table.count()
    page.locator("th button").nth(2).click()
    assert 1 < before == table.count() < every


def test_one_attacker_or_all(open_page):
    """The columns of other attackers go and come back; those of none stay."""
    page = open_page("bench/02-attackers.html")
    choice = page.get_by_label("Attackers shown in Table A2.1").first
    heads = page.locator(".table-frame").first.locator("th:visible")
    names = [name.strip() for name in heads.all_inner_texts()]
    choice.select_option("lazy")
    assert [n for n in names if n not in ("ignorant", "semi-informed")] == [n.strip() for n in heads.all_inner_texts()]
    page.locator(".table-frame td a.num:visible").first.focus()
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.offsetParent !== null")
    choice.select_option("")
    assert names == [name.strip() for name in heads.all_inner_texts()]


def test_the_ledger_answers_before_the_next_key(open_page):
    """Of 5,000 rows the right ones are shown, and a keystroke takes less than 50 ms of the page's own time."""
    page = open_page("contest/91-long.html")
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        found = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
        return 1000 * (found["ScriptDuration"] + found["LayoutDuration"] + found["RecalcStyleDuration"])

    assert ROWS == len(shown(page))
    field = page.get_by_role("searchbox")
    field.focus()
    page.wait_for_timeout(500)
    taken = []
    for end in range(1, len("sys-4321") + 1):
        before = busy()
        page.evaluate(
            "word => { const field = document.activeElement; field.value = word;"
            "field.dispatchEvent(new Event('input', { bubbles: true })); document.body.offsetHeight; }",
            "sys-4321"[:end],
        )
        taken.append(busy() - before)
    assert 1 == len(shown(page)) and "sys-4321" in shown(page)[0]
    assert statistics.median(taken) < 50, taken
    field.fill("sys-1")
    assert f"{1111} of {ROWS} rows" == page.get_by_role("status").text_content()
    page.evaluate("document.activeElement.blur()")
    page.wait_for_function("document.querySelectorAll('tbody tr').length === 1111")
    field.fill("")
    page.evaluate("document.activeElement.blur()")
    page.wait_for_function(f"document.querySelectorAll('tbody tr').length === {ROWS}")


def test_a_link_to_a_row_brings_it_back(open_page):
    """A row that the search keeps out of sight is there when an address names it."""
    page = open_page("contest/90-ledger.html")
    page.get_by_role("searchbox").fill("nothing has these words")
    assert [] == shown(page)
    page.evaluate("location.hash = 'row:contest:count:systems'")
    page.wait_for_function("document.getElementById('row:contest:count:systems') !== null")
    assert "" == page.get_by_role("searchbox").input_value()
