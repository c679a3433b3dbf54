"""What a template may print: mark-up of this project, and escaped text; no bare number, nothing undefined."""

import os
import re

import pytest
from jinja2 import DictLoader, UndefinedError
from markupsafe import Markup

from analysis.pages.templates import environment

from .results import HOSTILE, TEMPLATES


def printed(template: str, **names: object) -> str:
    made = environment(TEMPLATES).overlay(loader=DictLoader({"t": template}))
    return made.get_template("t").render(**names)


@pytest.mark.parametrize("number", [3, 3.5, True, None, (1, 2), [3], {"a": 1}, 1 + 2j])
def test_a_bare_number_is_refused(number):
    """What is neither text nor mark-up stops the build and is named."""
    with pytest.raises(TypeError, match=re.escape(repr(number))):
        printed("<< x >>", x=number)


def test_a_computed_number_is_refused():
    """A template cannot compute a number either, nor count a list into the text."""
    for expression in ("1 + 2", "[1, 2]|length", "loop_index", "3.14"):
        with pytest.raises(TypeError, match="ledger"):
            printed(f"<< {expression} >>", loop_index=7)


@pytest.mark.parametrize("expression", ["absent", "absent.name", "known.absent", "absent|words", "'a' ~ absent"])
def test_an_undefined_name_stops_the_build(expression):
    """A misspelled name is an error, not an empty place."""
    with pytest.raises(UndefinedError, match="absent"):
        printed(f"<< {expression} >>", known=Markup)


def test_text_is_escaped_and_marked_as_data():
    """A string from data becomes a span of data without being asked."""
    assert "[a\\|b]{.data}" == printed("<< x >>", x="a|b")
    assert "[a\\|b]{.data}" == printed("<< x ~ '|b' >>", x="a")


def test_words_are_escaped_without_a_span():
    """The filter for a heading's or a table's fixed words escapes too."""
    assert "a\\|b" == printed("<< x|words >>", x="a|b")


def test_words_keep_the_blank_at_their_end():
    """A sentence that follows them stays apart."""
    assert "a\\: [b]" == printed("<< 'a: '|words ~ x >>", x=Markup("[b]"))


def test_markup_passes():
    """What the project marked up is printed as it is."""
    assert "[3]{.num}" == printed("<< x >>", x=Markup("[3]{.num}"))


@pytest.mark.parametrize("text", HOSTILE)
def test_data_is_no_template(text):
    """Text that looks like a template's own signs is printed, not run."""
    shown = printed("<< x >>", x=text, raw="9")
    assert shown.startswith("[") and shown.endswith("]{.data}")
    assert "{{<" not in shown and "\n" not in shown


def test_quarto_marks_mean_nothing_to_a_template():
    """Braces are text in a template, so Quarto's signs can stand there."""
    assert "{{< x >}} {% y %} {# z #}" == printed("{{< x >}} {% y %} {# z #}")


@pytest.mark.parametrize(
    "path", sorted(TEMPLATES.rglob("*.j2")), ids=lambda path: path.relative_to(TEMPLATES).as_posix()
)
def test_templates_hold_no_numeral(path):
    """Law two: no template prints a digit of its own; names such as F0 and the challenge's title are no numbers."""
    text = re.sub(r"<<.*?>>|<%.*?%>|<#.*?#>", "", path.read_text(encoding="utf-8"), flags=re.S)
    text = re.sub(r"ρ?F0\b|\]\([^)]*\)|\d\d-\w+\.html", "", text)
    text = re.sub(r"\$\$?[^$]+\$\$?|@[a-z]+\d+", "", text)  # formulas and citations
    assert [] == re.findall(r"\S*\d\S*", text)


def test_a_template_that_changed_is_read_again(tmp_path):
    """One environment serves a folder, however it is named, and notices what was written since."""
    (tmp_path / "t").write_text("<% if x %>a<% endif %>", encoding="utf-8")
    assert "a" == environment(tmp_path).get_template("t").render(x=True)
    (tmp_path / "t").write_text("<% if x %>b<% endif %>", encoding="utf-8")
    os.utime(tmp_path / "t", (1, 1))  # the clock of a file system may be coarse
    assert "b" == environment(tmp_path / ".").get_template("t").render(x=True)
    assert environment(tmp_path) is environment(tmp_path / ".." / tmp_path.name)
