"""The page as a whole: the switch, without a script, on paper, copied."""

import re

import pytest

from .conftest import PHONE, WIDE

LADDER = "bench/02-attackers.html"
GROUND = "one => getComputedStyle(one).backgroundColor"
CLEAR = "rgba(0, 0, 0, 0)"


def grounds(page) -> dict[str, bool]:
    """Return, for each kind of number, whether it is highlighted."""
    kinds = {"recomputed": "a.num.recomputed", "shipped": "a.num.shipped", "simulated": "a.num[data-inputs]"}
    return {kind: page.locator(selector).first.evaluate(GROUND) != CLEAR for kind, selector in kinds.items()}


def test_one_switch_highlights_a_kind_of_number(open_page):
    """Off at first; the next page remembers it, a new session does not."""
    page = open_page(LADDER)
    assert {"recomputed": False, "shipped": False, "simulated": False} == grounds(page)
    choice = page.get_by_label("Highlight")
    choice.select_option("shipped")
    assert {"recomputed": False, "shipped": True, "simulated": False} == grounds(page)
    choice.select_option("simulated")
    assert {"recomputed": True, "shipped": False, "simulated": True} == grounds(page)
    page.goto(page.url.replace("02-attackers", "06-trade"))
    assert "simulated" == page.get_by_label("Highlight").input_value() and grounds(page)["simulated"]
    assert not grounds(open_page(LADDER))["simulated"]


def test_the_switch_offers_what_the_page_holds(open_page):
    """A challenge rests on real inputs, so there is nothing simulated to highlight."""
    options = open_page("contest/02-results.html").get_by_label("Highlight").locator("option").all_inner_texts()
    assert ["nothing", "recomputed", "shipped"] == options


def test_a_page_without_storage_says_nothing(open_page):
    """Where a browser keeps no storage for pages from disk, the switch works and no error is shown."""
    script = (
        "Object.defineProperty(window, 'sessionStorage', { get() { throw new DOMException('no', 'SecurityError'); } })"
    )
    page = open_page(LADDER, script=script)
    page.get_by_label("Highlight").select_option("recomputed")
    assert grounds(page)["recomputed"]


@pytest.mark.parametrize("name", [LADDER, "contest/02-results.html", "contest/90-ledger.html", "index.html"])
def test_a_page_is_complete_without_a_script(open_page, site, name):
    """Every number and word stands there, numbers lead to their rows, and no control is there that does nothing."""
    with_script = open_page(name).locator("main").inner_text()
    page = open_page(name, java_script_enabled=False)
    assert 0 == page.locator("main button, main input, main select").count()
    plain = page.locator("main").inner_text()
    words = re.sub(
        r"(Highlight|Filter|Attacker)\b.*|nothing|recomputed\n|shipped\n|simulated inputs\n", "", with_script
    )
    assert set(words.split()) <= set(plain.split()) | {"all"}
    number = page.locator("main a.num").first
    address = number.get_attribute("href")
    number.click()
    target = (
        site / "report" / name
        if address.startswith("#")
        else (site / "report" / name).parent / address.partition("#")[0]
    )
    assert f'id="{address.partition("#")[2]}"' in target.read_text(encoding="utf-8")
    assert page.url.endswith(address.partition("#")[2])


def test_on_paper_there_are_no_controls(open_page):
    """Buttons lose their arrows; switch, field, card and highlighting are gone; tables are whole."""
    page = open_page("contest/02-results.html")
    page.get_by_label("Highlight").select_option("shipped")
    page.locator("td a.num").first.hover()
    page.wait_for_selector("#card")
    page.emulate_media(media="print")
    for selector in (".tools", "#card", ".chapters", ".to-chapters"):
        assert not any(one.is_visible() for one in page.locator(selector).all()), selector
    assert CLEAR == page.locator("a.num.shipped").first.evaluate(GROUND)
    assert page.locator("th").first.is_visible()
    assert "none" == page.locator("button.sort").first.evaluate("one => getComputedStyle(one, '::after').content")


def test_copying_a_table_copies_its_words_and_numbers(open_page):
    """Marks, tags and what a screen reader hears are not in the text, the heads of columns are."""
    page = open_page("try/01-table.html")
    copied = page.evaluate(
        "() => { const range = document.createRange(); range.selectNode(document.querySelector('table'));"
        "getSelection().removeAllRanges(); getSelection().addRange(range); return getSelection().toString(); }"
    )
    rows = [line.split("\t") for line in copied.strip().splitlines() if line.strip()]
    assert ["system", "value", "words"] == [cell.strip() for cell in rows[0]]
    assert ["T10-1", "10.0", "b"] == [cell.strip() for cell in rows[1]]
    assert "recomputed" not in copied and "\u2195" not in copied


def test_nothing_moves(open_page):
    """No element of a page has a transition or an animation, so there is nothing to reduce."""
    page = open_page(LADDER)
    page.locator("td a.num").first.hover()
    page.wait_for_selector("#card")
    assert 0 == page.evaluate("document.getAnimations().length")


def test_a_page_does_not_scroll_sideways_on_a_phone(open_page):
    """Controls break into lines; only tables, pictures and formulas scroll, each in its frame."""
    for name in (LADDER, "contest/02-results.html", "contest/90-ledger.html", "bench/17-methods.html"):
        page = open_page(name, size=PHONE)
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), name


CROWDED = """() => {
  const targets = Array.from(document.querySelectorAll("table a, table button, .tools *"))
    .filter(one => one.offsetParent && one.matches("a, button, input, select"))
    .map(one => ({ one, box: one.getBoundingClientRect() }));
  const middle = box => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const small = box => box.width < 24 || box.height < 24;
  const found = [];
  for (const { one, box } of targets.filter(({ box }) => small(box))) {
    const [x, y] = middle(box);
    for (const other of targets.filter(other => other.one !== one)) {
      const to = other.box, [a, b] = middle(to);
      const aside = Math.max(to.left - x, 0, x - to.right), above = Math.max(to.top - y, 0, y - to.bottom);
      if (Math.hypot(aside, above) < 12 || (small(to) && Math.hypot(a - x, b - y) < 24)) {
        found.push(one.textContent + " and " + other.one.textContent);
      }
    }
  }
  return found;
}"""


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_a_finger_hits_one_number(open_page, size):
    """A circle of 24 px around a target in a table touches no other target (WCAG 2.5.8)."""
    for name in (LADDER, "bench/05-utility.html", "contest/02-results.html", "index.html", "contest/90-ledger.html"):
        assert [] == open_page(name, size=size).evaluate(CROWDED), name
