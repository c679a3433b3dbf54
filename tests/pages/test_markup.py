"""Text from data means itself in Markdown, in YAML and in both formats."""

import doctest
import json
import subprocess

import pypandoc
import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from markupsafe import Markup

from analysis.pages import markup
from analysis.pages.markup import data, escape, plain, yaml_string

from .results import HOSTILE

TRICKY = st.text(st.sampled_from("\\`*_{}[]()#+-.!|<>$~^@=:'\"&%/,; \u00a0\u200bab1iXk\u202e\nភ"), max_size=14)
TEXTS = st.one_of(TRICKY, st.text(max_size=12), st.sampled_from(HOSTILE))


def pandoc(markdown: str, to: str, *more: str) -> str:
    command = [pypandoc.get_pandoc_path(), "-f", "markdown", "-t", to, *more]
    return subprocess.run(command, input=markdown.encode(), capture_output=True, check=True).stdout.decode()


def words(node: object) -> str:
    """Return the text of Pandoc's tree, with everything that is no plain text shown by its name."""
    if isinstance(node, list):
        return "".join(words(item) for item in node)
    kind = node["t"]
    if kind == "Str":
        return node["c"]
    if kind == "Span" and node == {"t": "Span", "c": [["", [], []], []]}:
        return ""
    return " " if kind in ("Space", "SoftBreak") else f"<{kind}>"


def test_the_examples_of_the_module_hold():
    """The docstrings say what the functions return."""
    assert 0 == doctest.testmod(markup).failed


@pytest.mark.parametrize("sign", ["\n", "\r\n", "\t", "\x00", "\x1b", "\x85", "\u2028", "\u2029", "\x0b"])
def test_nothing_that_ends_a_line_is_left(sign):
    """A sign that breaks lines or controls a terminal becomes one blank."""
    assert "a b" == plain(f"a{sign}b")


@pytest.mark.parametrize("sign", ["\u202e", "\u2066", "\u2069", "\ud800", "\ufffe", "\U0001ffff", "\ufdd0", "\ufeff"])
def test_what_turns_the_writing_or_is_no_character_is_left_out(sign):
    """An override, half a character or a noncharacter leaves no trace."""
    assert "ab" == plain(f"a{sign}b")


def test_zero_width_signs_stay():
    """Khmer needs zero-width signs between its words."""
    assert "ក\u200bខ" == plain("ក\u200bខ")


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
@given(st.lists(TEXTS, min_size=40, max_size=60))
def test_escaped_text_is_plain_text_to_pandoc(texts):
    """Whatever is escaped comes back sign by sign, as words of one paragraph, one heading and one table cell."""
    kept = [text for text in texts if plain(text)]
    expected = [plain(text).strip(" ") for text in kept]
    cells = "".join(f"| {escape(text)} | x |\n" for text in kept)
    page = "\n\n".join(f"{escape(text)}\n\n# {escape(text)}" for text in kept) + f"\n\n| a | b |\n|:--|--:|\n{cells}"
    blocks = json.loads(pandoc(page, "json", "--columns=10000"))["blocks"]
    table = blocks.pop()
    assert ["Para", "Header"] * len(kept) == [block["t"] for block in blocks]
    assert expected == [words(block["c"]) for block in blocks[::2]]
    assert expected == [words(block["c"][2]) for block in blocks[1::2]]
    if kept:
        rows = table["c"][4][0][3]
        assert [2] * len(kept) == [len(row[1]) for row in rows]
        assert expected == ["".join(words(block["c"]) for block in row[1][0][4]) for row in rows]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(TEXTS)
def test_a_yaml_string_holds_any_text(text):
    """Front matter with escaped text is valid YAML and holds that text, with the signs of a shortcode parted."""
    read = yaml.safe_load(f"title: {yaml_string(escape(text))}\n")["title"]
    assert str(escape(text)) == read.replace("[]{}", "")
    assert "\\{\\{\\<" not in read and "\\>\\}\\}" not in read


def test_hostile_titles_are_read_back_from_metadata():
    """Pandoc reads a title in front matter as the text that it is."""
    for text in HOSTILE:
        read = pandoc(f"---\ntitle: {yaml_string(escape(text))}\n---\n\nx\n", "json")
        title = json.loads(read)["meta"]["title"]
        assert "MetaInlines" == title["t"]
        assert plain(text) == words(title["c"])


def test_data_is_marked_as_data():
    """Text from data is a span that says so."""
    assert Markup("[a\\|b]{.data}") == data("a|b")
    assert '<p><span class="data">&lt;b&gt;</span></p>\n' == pandoc(str(data("<b>")), "html")


def test_a_shortcode_loses_its_shape():
    """Quarto looks for its marks in the source itself, so they are apart there."""
    assert "{{<" not in str(escape("{{< include x >}}"))
    assert "```" not in str(escape("```{python}"))
