"""What the style sheet promises to a reader with a small screen."""

import re

import pytest

from .results import TEMPLATES


@pytest.fixture(scope="module")
def rules():
    """Return selector → declarations of the rules outside @media; those of a selector that stands twice are joined."""
    text = re.sub(r"/\*.*?\*/", "", (TEMPLATES / "assets" / "report.css").read_text(encoding="utf-8"), flags=re.S)
    text = text.split("@media (max-width")[0]
    found: dict[str, dict[str, str]] = {}
    for selectors, body in re.findall(r"([^{}]+)\{([^{}]*)\}", text):
        declared = dict(re.findall(r"([\w-]+)\s*:\s*([^;]+);", body + ";"))
        for selector in selectors.split(","):
            found.setdefault(" ".join(selector.split()), {}).update(declared)
    return found


def test_a_wide_table_scrolls_in_its_own_frame(rules):
    """The page itself does not scroll sideways, and cells do not break to fit."""
    assert "auto" == rules[".table-frame"]["overflow-x"]
    assert "nowrap" == rules["td"]["white-space"]


@pytest.mark.parametrize("cell", ["th:first-child", "td:first-child"])
def test_the_first_column_stays_and_nothing_shines_through(rules, cell):
    """It is fixed, has a ground, and lies above the marks of numbers, which are placed and come later on the page."""
    assert ("sticky", "0") == (rules[cell]["position"], rules[cell]["left"])
    assert "var(--paper)" == rules[cell]["background"]
    assert "relative" == rules[".num::after"]["position"]
    assert int(rules[cell]["z-index"]) > int(rules[".num::after"].get("z-index", "0"))


def test_the_card_lies_above_the_first_column(rules):
    """What a touch opens is not cut by a table."""
    assert int(rules["#card"]["z-index"]) > int(rules["td:first-child"]["z-index"])


def test_a_shade_says_that_there_is_more_to_the_right(rules):
    """The shade stays at the edge; the paper over it scrolls along, so that at the end of a table it is gone."""
    ground = rules[".table-frame"]["background"]
    assert ground.index("var(--paper)") < ground.index("local") < ground.index("var(--line)") < ground.index("scroll")
