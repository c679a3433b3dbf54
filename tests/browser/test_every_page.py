"""Every page of a site: WCAG 2.2 AA by axe-core, no request beyond the site, nothing on the console."""

import pytest

from .conftest import PHONE, WIDE

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"],
    "rules": {"target-size": {"enabled": True}},
    "preload": False,  # axe would fetch the style sheet again
    "resultTypes": ["violations"],
}


def violations(page) -> list[str]:
    """Return what axe-core objects to, each with its first place."""
    from axe_playwright_python.sync_playwright import Axe

    found = Axe().run(page, options=RULES).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html'][:200]} ({len(one['nodes'])} places)" for one in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_every_page_is_accessible(open_page, site, scheme, size):
    """No violation, with every control of the page on it and the card open, in both schemes and widths."""
    found = {}
    names = sorted(path.relative_to(site / "report").as_posix() for path in (site / "report").rglob("*.html"))
    for name in names:
        if name.endswith("91-long.html"):
            continue
        page = open_page(name, size=size, scheme=scheme)
        numbers = page.locator("main a.num:visible")
        if numbers.count() and "ledger" not in name:
            numbers.first.focus()
            page.keyboard.press("Shift")
            page.get_by_label("Highlight").select_option(
                "recomputed" if page.locator("a.num.recomputed").count() else "shipped"
            )
            numbers.first.hover()
            page.wait_for_selector("#card")
        told = violations(page)
        if told:
            found[name] = told
        page.context.close()
    assert {} == found
