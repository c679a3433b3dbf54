"""A page by the keyboard alone, and what a screen reader is told."""

LADDER = "bench/02-attackers.html"
FOCUSED = "document.activeElement"


def focused(page) -> str:
    return page.evaluate(f"{FOCUSED}.textContent.trim()")


def row_of(page) -> int:
    return page.evaluate(f"{FOCUSED}.closest('tr').rowIndex")


def test_a_table_is_one_tab_stop(open_page):
    """Tab goes into a table and out of it; every stop outside is a link, a number or a field."""
    page = open_page("try/01-table.html")
    assert 1 == page.evaluate(
        "document.querySelectorAll('.table-frame [tabindex=\"0\"], .table-frame[tabindex]').length"
    )
    page.locator("main p a.num").first.focus()
    page.keyboard.press("Tab")
    assert "system" == focused(page)
    page.keyboard.press("Tab")
    assert "8.0" == focused(page)
    page.keyboard.press("Shift+Tab")
    assert "system" == focused(page)


def test_arrows_walk_inside_a_table(open_page):
    """Down stays in the column and passes rows without a stop; left, right, Home and End stay in the row."""
    page = open_page("try/01-table.html")
    page.locator("th button").nth(1).focus()
    walked = []
    for _ in range(7):
        page.keyboard.press("ArrowDown")
        walked.append((row_of(page), focused(page)))
    assert [(1, "10.0"), (2, "\u22123.3"), (4, "1,234.5"), (5, "10.0"), (7, "+0.4"), (7, "+0.4"), (7, "+0.4")] == walked
    page.keyboard.press("Control+Home")
    assert "system" == focused(page)
    page.keyboard.press("End")
    assert "words" == focused(page)
    page.keyboard.press("ArrowLeft")
    assert "value" == focused(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert (1, "10.0") == (row_of(page), focused(page))


def test_value_and_edges_are_stops_of_their_own(open_page):
    """Right goes from a value to the edges of its interval, down from an edge to the same edge below."""
    page = open_page(LADDER)
    page.locator("td a.num").first.focus()
    parts = []
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
        parts.append((row_of(page), page.evaluate(f"{FOCUSED}.dataset.part")))
    assert [(1, "ci_low"), (1, "ci_high"), (2, "ci_high")] == parts


def test_focus_opens_the_card_and_enter_follows(open_page):
    """The card comes with the focus and goes with it, Escape closes it and keeps the place, Enter leads to the row."""
    page = open_page(LADDER)
    page.locator("td a.num").first.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#card")
    assert "card" == page.evaluate(f"{FOCUSED}.getAttribute('aria-describedby')")
    page.keyboard.press("Escape")
    assert 0 == page.locator("#card").count() and "1.0" == focused(page)
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("#card")
    page.keyboard.press("Tab")
    page.wait_for_selector("#card", state="detached")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/90-ledger.html#row:bench:eer:*")


def test_a_screen_reader_hears_unit_and_tag(open_page):
    """A number is a link whose name begins with its digits; its text stays its digits."""
    page = open_page(LADDER)
    number = page.get_by_role("link", name="3.0 percent, recomputed", exact=True).first
    assert "3.0" == number.text_content() and 0 == number.locator("*").count()
    assert page.get_by_role("region", name="Table A2.1.").first.is_visible()


def test_no_card_is_a_stop_on_the_way(open_page):
    """With the card open, Tab goes on in the text."""
    page = open_page("try/01-table.html")
    page.locator("main header select").focus()
    page.keyboard.press("Tab")
    assert "7.1" == focused(page)
    page.wait_for_selector("#card")
    page.keyboard.press("Tab")
    assert "system" == focused(page)
