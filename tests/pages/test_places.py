"""One text of a chapter for two places: its own page and the appendix."""

import re

import pytest

from analysis.pages.markup import data, escape
from analysis.pages.places import ANYWHERE, Place
from analysis.pages.site import Site

from .results import TEMPLATES, benchmark, challenge

SIGNS = (ANYWHERE.root, ANYWHERE.here, ANYWHERE.pictures, ANYWHERE.heading)


def test_a_text_is_filled_in_for_its_place():
    """Addresses and headings are those of the page that the text stands on."""
    text = f"{ANYWHERE.heading}# T\n![]({ANYWHERE.pictures}/a.svg) [x]({ANYWHERE.here}b.html) {ANYWHERE.root}/c.csv"
    assert "### T\n![](figures/a.svg) [x](b.html) ../c.csv" == Place.on_its_page().fill(text)
    assert "#### T\n![](my%20s/figures/a.svg) [x](my%20s/b.html) ./c.csv" == Place.at_root("my s", 3).fill(text)


@pytest.mark.parametrize("sign", SIGNS)
def test_no_text_of_data_is_taken_for_a_place(sign):
    """The signs that stand for what a place decides are taken out of data, as all control signs are."""
    for made in (data(f"a{sign}b"), escape(f"a{sign}b")):
        assert sign not in made


@pytest.mark.parametrize("study", [benchmark(4), challenge()])
def test_the_appendix_and_the_pages_say_the_same(study):
    """A chapter of the appendix is that of its page, a level deeper; no sign for a place is left on either."""
    site = Site([study], study, TEMPLATES)
    files = site.pages(lambda _page: True)
    assert [] == [name for name, text in files.items() for sign in SIGNS if sign in text]
    appendix = files["appendix.qmd"]
    for name, text in files.items():
        if re.match(rf"{study.study}/\d\d-(?!ledger)", name):
            for heading in re.findall(r"^##(?=[# ])(.*)$", text, re.MULTILINE):
                assert f"\n###{heading}\n" in appendix or "References" in heading
