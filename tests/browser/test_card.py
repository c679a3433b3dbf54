"""The card of a number: what it says, where it stands, how it comes and goes."""

import pytest

from .conftest import HOSTILE_METHOD, PHONE, WIDE, box_inside

LADDER = "bench/02-attackers.html"
NUMBER = 'td a.num.recomputed[data-key="bench/eer/system%200/ignorant/same_gender"]:not([data-part])'


def card(page) -> str:
    page.wait_for_selector("#card")
    return page.locator("#card").inner_text()


def test_the_card_says_where_a_number_is_from(open_page):
    """What it is, both values side by side, interval, how, from which file, n, simulated, its row."""
    page = open_page(LADDER)
    page.hover(NUMBER)
    said = card(page)
    assert said.startswith("EER · system 0 · ignorant attacker · trials: same gender\n")
    parts = (
        "recomputed",
        "3.0\u00a0%",
        "1.0 to 5.0",
        "shipped",
        "3.04\u00a0%",
        "made up",
        "meta/list.csv, column",
        "10,090",
        "simulated",
    )
    places = [said.index(part) for part in parts]
    assert sorted(places[:5]) == places[:5] and -1 not in places
    both = [page.locator("#card .amount").nth(n).bounding_box() for n in (0, 1)]
    assert both[0]["y"] == both[1]["y"] and both[0]["x"] < both[1]["x"]
    assert page.locator("#card a").get_attribute("href").endswith("#row:bench:eer:system.25200:ignorant:same_gender")


def test_the_card_names_the_part(open_page):
    """On an edge of the interval the card says which."""
    page = open_page(LADDER)
    page.hover(NUMBER.replace(":not([data-part])", '[data-part="ci_high"]'))
    assert "upper edge of the interval" in card(page)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_the_card_stands_inside_the_window(open_page, size):
    """Wherever the number is, at the right edge or at the end of the page, the card is whole and leaves it visible."""
    page = open_page(LADDER, size=size)
    numbers = page.locator("main a.num")
    for place in (0, numbers.count() // 2, numbers.count() - 1):
        number = numbers.nth(place)
        number.scroll_into_view_if_needed()
        number.hover()
        page.wait_for_function(
            "key => document.querySelector('[aria-describedby=card]')?.dataset.key === key",
            arg=number.get_attribute("data-key"),
        )
        assert box_inside(page, "#card")
        a, b = number.bounding_box(), page.locator("#card").bounding_box()
        assert a["y"] + a["height"] <= b["y"] or b["y"] + b["height"] <= a["y"]


def test_the_pointer_can_go_to_the_card_and_away(open_page):
    """The card stays under the pointer, goes when it leaves, and Escape closes it without a move."""
    page = open_page(LADDER)
    page.hover(NUMBER)
    card(page)
    page.hover("#card a")
    page.wait_for_timeout(400)
    assert 1 == page.locator("#card").count()
    page.mouse.move(1, 1)
    page.wait_for_selector("#card", state="detached")
    page.hover(NUMBER)
    card(page)
    page.keyboard.press("Escape")
    assert 0 == page.locator("#card").count()


def test_a_tap_opens_and_a_second_one_follows(open_page):
    """On a phone the first tap shows the card and stays on the page, the next leads to the row; elsewhere it closes."""
    page = open_page(LADDER, size=PHONE, touch=True)
    number = page.locator(NUMBER).first
    number.scroll_into_view_if_needed()
    number.tap()
    card(page)
    assert page.url.endswith("02-attackers.html") and box_inside(page, "#card")
    page.locator("h1").tap()
    page.wait_for_selector("#card", state="detached")
    number.tap()
    card(page)
    number.tap()
    page.wait_for_url("**/90-ledger.html#row:bench:eer:system.25200:ignorant:same_gender")


@pytest.mark.parametrize("place", [0, -1], ids=["recomputed", "shipped"])
def test_hostile_text_is_text(open_page, place):
    """Tags, quotes and shortcodes of a ledger row are shown sign by sign, and nothing of them runs."""
    page = open_page("try/01-table.html")
    number = page.locator("main p a.num").nth(place)
    number.hover()
    assert HOSTILE_METHOD in card(page)
    assert 0 == page.locator("#card img, main img").count()


def test_hostile_names_are_text(open_page):
    """A page whose every system, title and note is hostile shows its cards and runs nothing."""
    page = open_page("hostile/02-attackers.html")
    for name in ("<script>alert(9)</script>", "{{< include _x.qmd >}}"):
        page.locator("tr").filter(has_text=name).first.locator("a.num").first.hover()
        page.locator("#card").filter(has_text=name).wait_for()
        page.keyboard.press("Escape")  # the card lies over the rows below
    open_page("hostile/06-trade.html")
