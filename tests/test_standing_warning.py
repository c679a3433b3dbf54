"""Beside every semi-informed EER of a challenge, and beside what follows from it, stands the standing warning."""

import re
from pathlib import Path

import pytest

from analysis.challenge import challenge_results
from analysis.pages.site import Site
from analysis.study.challenge import read_challenge

ROOT = Path(__file__).parents[1]
# What is an EER of this study or follows from one.
OF_EER = re.compile(
    r'key="vpc2024/(?:shipped/)?(?:eer|change_eer|gender_gap|mfdr|matrix|rank/eer|rank/(?:wer|uar)/[^"]*/eer_\d+|'
    r"(?:tau|rank_split|rank_move|rank_move_mean|split_difference)/(?:eer|mfdr)|count/(?:category_move|leads)|"
    r'lineage|kinds/[^"]*eer)[_/"]'
)


@pytest.fixture(scope="module")
def pages():
    results = challenge_results(read_challenge(ROOT / "data" / "vpc2024"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("analysis.pages.site.charts", lambda *_, **__: {})
        site = Site([results], results, ROOT / "templates")
        made = site.files(lambda _text: True)
    return {name: text for name, text in made.items() if name.endswith(".qmd")}


def sections(text: str) -> list[str]:
    """Return a page cut at its headings, whatever their level."""
    return re.split(r"^#+ .*$", text, flags=re.M)


def test_every_section_with_an_eer_has_the_warning(pages):
    """Chapter by chapter, the summary, the ledger page and the appendix."""
    bare = [
        f"{name}: {section.strip()[:200]}"
        for name, text in pages.items()
        for section in sections(text)
        if OF_EER.search(section) and ".standing" not in section
    ]
    assert [] == bare


def test_the_warning_says_who_was_attacked_again_where_that_is_known(pages):
    """It leads to the chapter that names them."""
    assert "Stronger attackers later lowered such EERs" in pages["vpc2024/02-results.qmd"]
    care = pages["vpc2024/13-care.qmd"]
    assert all(name in care for name in ("B3", "B4", "B5", "T8-5", "T10-2", "T12-5", "T25-1"))


def test_the_scan_finds_a_bare_eer():
    """A section without the warning is seen."""
    assert OF_EER.search('[1.0]{.num .recomputed key="vpc2024/eer/T9/semi_informed/test_average"}')
    assert 2 == len(sections("a\n## b\nc"))
