"""Every page of a site: WCAG 2.2 AA by axe-core, no request beyond the site, nothing on the console."""

from urllib.parse import urlsplit

import pytest

from .conftest import PHONE, WIDE

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"],
    "rules": {"target-size": {"enabled": True}},
    "preload": False,  # axe would fetch the style sheet again
    "resultTypes": ["violations"],
}


def pages_of(folder) -> list:
    """Return the pages of a site, beside the one of so many rows that it is there for the time it takes."""
    return [path for path in sorted((folder / "report").rglob("*.html")) if path.name != "91-long.html"]


def violations(page) -> list[str]:
    """Return what axe-core objects to, each with its first place."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]} ({len(one['nodes'])} places)" for one in found]


@pytest.mark.parametrize(("size", "scheme"), [(WIDE, "light"), (PHONE, "dark")], ids=["wide light", "phone dark"])
def test_every_page_is_accessible(open_page, site, built, size, scheme):
    """No violation on any page of the committed report, nor with hostile names, the card open and every control there.

    Colours depend on the scheme and places on the width, so two of the four pairs show all of either.
    """
    found = {}
    made_up = [path for path in pages_of(site) if path.parent.name in ("hostile", "try")]
    for path in (*pages_of(built), *made_up):
        of = built if built in path.parents else site
        name = path.relative_to(of / "report").as_posix()
        page = open_page(name, size=size, scheme=scheme, address=of.as_uri() + "/")
        numbers = page.locator("main a.num:visible")
        if numbers.count() and "ledger" not in name:
            numbers.first.focus()
            page.keyboard.press("Shift")
            page.get_by_label("Highlight").select_option(
                "recomputed" if page.locator("a.num.recomputed").count() else "shipped"
            )
            numbers.first.hover()
            page.wait_for_selector("#card")
        elif "ledger" in name and size is PHONE:
            # Whole on the wide page; axe reads thousands of rows for a minute, and passes over those that are filtered.
            page.get_by_label("Filter").first.fill("lazy" if page.get_by_text("lazy").count() else "eer")
        told = violations(page)
        if told:
            found[name] = told
        page.context.close()
    assert {} == found


def test_a_site_below_a_path_asks_nobody_else(open_page, built, host):
    """Over HTTP every page has all that it needs below its own path, and asks the host for nothing beside it."""
    address, asked = host
    for path in pages_of(built):
        page = open_page(path.relative_to(built / "report").as_posix(), address=address)
        page.wait_for_load_state("networkidle")
        page.context.close()
    below = urlsplit(address).path
    assert [] == [one for one in asked if not one.startswith(below)]
    assert {"report/index.html", "assets/report.css", "assets/report.js"} <= {one.removeprefix(below) for one in asked}


def test_a_site_below_a_path_works(open_page, host):
    """The front page leads to the summary, a number to its card and to its row."""
    address, _ = host
    page = open_page("../", address=address)
    page.wait_for_url("**/report/index.html")
    number = page.locator("main a.num").first
    number.hover()
    page.wait_for_selector("#card")
    key = number.get_attribute("data-key")
    number.click()
    page.wait_for_url("**/90-ledger.html#row:*")
    assert key == page.locator(":target").inner_text()
