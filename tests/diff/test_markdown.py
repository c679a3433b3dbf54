"""The comment on a pull request: short enough, the same digits as JSON, and nothing in it but what it says."""

import json
import re

import pytest

from analysis.diff import LIMIT, MARKER, as_json, console_lines, markdown
from analysis.diff.markdown import code
from analysis.ledger import key
from tests.pages.results import HOSTILE

from .reports import compared, number, of_numbers, of_verdicts

LINK = "https://example.org/site/diff.txt"
ROW = re.compile(r"^\| (.*) \| (.*) \| (.*) \| (.*) \| (.*) \|$", re.MULTILINE)


def many(count: int, by: float = 0.0):
    """Return numbers that a draw could have moved."""
    return [
        number(
            f"s/eer/a/lazy/list_{place}", place % 90 + by, ci_low=place % 90 - 3.0, ci_high=place % 90 + 3.0, n=10_090
        )
        for place in range(count)
    ]


def test_nothing_is_one_sentence(tmp_path):
    """The comment can be written, and edited to this when the change is taken back."""
    text = markdown(of_numbers(tmp_path, many(3), many(3)))
    assert text.startswith(MARKER + "\n")
    assert "**Nothing changed.**" in text


def test_five_thousand_changed_numbers_fit_into_a_comment(tmp_path):
    """Flips, figures and inputs still stand in it; what is left out is counted, with a link to all of it."""
    verdicts = [{f"s/front/lazy/x{place}": words for place in range(30)} for words in ("on the front", "dominated")]
    figures = [{f"f{place}": content for place in range(40)} for content in ("<svg/>", "<svg></svg>")]
    old = {"numbers": many(5000), "verdicts": verdicts[0], "figures": figures[0]}
    new = {"numbers": many(5000, 0.5), "verdicts": verdicts[1], "figures": figures[1], "digests": {"meta/x.csv": "2"}}
    found = compared(tmp_path, old, new)
    text = markdown(found, LINK)
    assert len(text) < LIMIT
    assert len(text) > 0.9 * LIMIT
    assert "5,000 numbers changed" in text
    shown = len(ROW.findall(text)) - 1  # the head of the table
    assert f"{5000 - shown:,} more numbers" in text
    assert f"[All of it]({LINK})" in text
    assert 30 == text.count(": `on the front` → `dominated`")
    assert "`s/figures/f0.svg` changed" in text
    assert "`data/s/meta/x.csv` added" in text


@pytest.mark.parametrize("count", [1, 40, 1000])
def test_however_many_causes_there_are_it_fits(tmp_path, count):
    """Each cause has a table of its own, with a heading that counts."""
    numbers = [
        [number(f"s/x/{place}", value, source=f"meta/{place}.csv") for place in range(count)] for value in (1.0, 2.0)
    ]
    digests = {f"meta/{place}.csv": "2" for place in range(count)}
    text = markdown(compared(tmp_path, {"numbers": numbers[0]}, {"numbers": numbers[1], "digests": digests}), LINK)
    assert len(text) < LIMIT
    assert f"{count:,} number{'s' if count > 1 else ''} changed" in text


def test_long_names_are_cut(tmp_path):
    """A name of two thousand signs does not fill the comment."""
    keys = [key("s", "eer", f"{'long ' * 400}{place}", "lazy") for place in range(400)]
    text = markdown(of_numbers(tmp_path, [number(k) for k in keys], [number(k, 13.0) for k in keys]))
    assert len(text) < LIMIT
    assert 401 == len(ROW.findall(text)) + (0 if "more numbers" not in text else 401 - len(ROW.findall(text)))


def test_json_and_markdown_print_the_same_digits(tmp_path):
    """Every digit of a row of the comment is the one in JSON, in the same order."""
    old, new = many(50), many(50, 0.26)
    found = of_numbers(tmp_path, old, new)
    told = json.loads(as_json(found))["numbers"]
    rows = ROW.findall(markdown(found))[1:]
    assert 50 == len(told) == len(rows)
    for one, (name, before, after, difference, against) in zip(told, rows, strict=True):
        assert f"`{one['key']}`" == name
        for side, cell in (("old", before), ("new", after)):
            shown = one[side]
            assert f"{shown['value']} % [{shown['ci_low']}, {shown['ci_high']}]" == cell
        assert (one["difference"], one["against_interval"]) == (difference, against)


def test_the_console_prints_the_same_digits(tmp_path):
    """And every number, however many."""
    found = of_numbers(tmp_path, many(2000), many(2000, 0.26))
    lines = [line for line in console_lines(found) if "list_" in line]
    told = json.loads(as_json(found))["numbers"]
    assert 2000 == len(lines)
    for one, line in zip(told, lines, strict=True):
        assert f"{one['key']}: {one['old']['value']} % " in line
        assert f"; {one['difference']}; {one['against_interval']} the old interval" in line


def test_below_the_digits_is_shown_with_every_digit(tmp_path):
    """In all three forms alike."""
    found = of_numbers(tmp_path, [number("s/a", 12.301)], [number("s/a", 12.302)], raw=True)
    assert "| `s/a` | 12.301 % | 12.302 % | +0.001 |  |" in markdown(found)
    assert "    s/a: 12.301 % → 12.302 %; +0.001" in list(console_lines(found))
    assert ["12.302"] == [one["new"]["value"] for one in json.loads(as_json(found))["below"]]


PING = "@everyone|<b>"


def outside_code(text: str) -> str:
    """Return what GitHub reads as Markdown: all but code spans and elements, and our own marker."""
    text = text.removeprefix(MARKER)
    return re.sub(r"<code>[^<]*</code>|`[^`\n]*`", "CODE", text)


@pytest.mark.parametrize("name", [PING, "a`@b`c", "``", "\\", "\\|", "#1 GH-1", *HOSTILE])
def test_a_name_from_data_is_shown_and_never_read(tmp_path, name):
    """No mention, no mark-up, no broken table: in keys, verdicts, reasons, files and settings."""
    where = key("s", "eer", name, "lazy")
    line = " ".join(name.splitlines())
    old = {
        "numbers": [number(where), number(key("s", "gone", name))],
        "verdicts": {"s/best_trade": line, where: "a"},
        "rests": {("setting", "s/systems"): line, ("library", line): "1"},
    }
    new = {
        "numbers": [number(where, None, missing=line, source=line), number(key("s", "new", name))],
        "verdicts": {"s/best_trade": "b", where: line, key("s", "warning", name): line},
        "digests": {f"embeddings/{line.replace('/', '')}.npz": "2"},
    }
    found = compared(tmp_path, old, new)
    text = markdown(found)
    read = outside_code(text)
    for sign in "@<*_~$\\`{}!#&":
        assert sign not in read.replace("#### ", "").replace("### ", "").replace("**", ""), (sign, read)
    assert 1 == len(ROW.findall(text)[1:])
    assert 6 == read[read.index("| CODE") :].splitlines()[0].count("|")
    for each in (*console_lines(found), *text.split("\n")):
        assert each.isprintable(), each
    json.loads(as_json(found))


def test_the_words_of_a_code_span_are_those_of_the_data():
    """Numeric entities are all that is written for them, and they mean the same signs."""
    import html

    for name in (PING, "a`b", "x\\", " blank ", "é|ខ", "<!-- -->"):
        span = code(name)
        inner = (
            span[1:-1] if span.startswith("`") else html.unescape(span.removeprefix("<code>").removesuffix("</code>"))
        )
        assert name == inner


def test_each_flip_says_why(tmp_path):
    """The file stands above the verdicts that it turned."""
    old, new = ({"verdicts": {"s/best_trade": name}} for name in "ab")
    text = markdown(compared(tmp_path, old, {**new, "digests": {"embeddings/a.npz": "2"}}))
    assert "**best trade** (1); **why:** input `data/s/embeddings/a.npz` changed\n\n- `s/best_trade`: `a` → `b`" in text


def test_a_verdict_that_is_a_key_reads_as_a_name(tmp_path):
    """Systems in verdicts are decoded as in keys."""
    found = of_verdicts(tmp_path, {"s/dominated_by/lazy/a": "%40b"}, {"s/dominated_by/lazy/a": "c"})
    assert "`@b` → `c`" in markdown(found)


def test_what_is_added_stands_in_the_console_and_in_json_whole_and_is_cut_in_the_comment(tmp_path):
    """Twenty numbers and as many verdicts: each with what it says; the comment names three and says where all are."""
    numbers = [number(f"s/eer/a{place:02}/lazy", 10.0 + place, ci_low=9.0, ci_high=40.0) for place in range(20)]
    verdicts = {f"s/front/lazy/a{place:02}": "dominated" for place in range(20)}
    found = compared(tmp_path, {}, {"numbers": numbers, "verdicts": verdicts})
    lines, told, text = list(console_lines(found)), json.loads(as_json(found)), markdown(found)
    for place in range(20):
        assert f"    s/eer/a{place:02}/lazy: {10 + place}.0 % [9.0, 40.0]" in lines
        assert f"    s/front/lazy/a{place:02}: dominated" in lines
    assert [f"{10 + place}.0" for place in range(20)] == [one["said"]["value"] for one in told["added"][0]["members"]]
    assert [(key, "dominated") for key in verdicts] == [
        (one["key"], one["said"]) for one in told["verdicts_added"][0]["members"]
    ]
    assert "- `s/eer`: 20 (`a00/lazy`: 10.0 % [9.0, 40.0], `a01/lazy`: 11.0 % [9.0, 40.0], `a02/lazy`: " in text
    assert (
        2 == text.count(" and 17 more)") == text.count("only the first 3 are named. `vpreport diff` prints all of it.")
    )
    assert "a03" not in text


def test_what_is_reworded_is_listed_with_its_number(tmp_path):
    """The number stands; its source or method reads otherwise."""
    old, new = ([number(f"s/eer/a{place}/lazy", method=how) for place in range(5)] for how in "xy")
    found = of_numbers(tmp_path, old, new)
    lines = list(console_lines(found))
    assert [f"    s/eer/a{place}/lazy: 12.3 %" for place in range(5)] == lines[-5:]
    assert 5 == len(json.loads(as_json(found))["reworded"][0]["members"])
    assert " and 2 more)" in markdown(found)


def test_details_stand_beside_the_verdicts(tmp_path):
    """Under a heading of their own, in each form."""
    found = of_verdicts(tmp_path, {"s/claim_absent/one": "T1"}, {"s/claim_absent/one": "T2"})
    assert "#### Beside the verdicts\n\n**claim** (1); **why:** unknown\n\n- `s/claim_absent/one`: `T1` → `T2`" in (
        markdown(found)
    )
    assert "beside the verdicts: claim (1); why: unknown" in list(console_lines(found))
    assert ([], ["T2"]) == tuple(
        [one["new"] for one in json.loads(as_json(found))[name]] for name in ("verdicts", "details")
    )


def test_errors_of_edges_stand_behind_the_other_numbers(tmp_path):
    """What is said of the draws alone comes last, so that it takes no row from what is said of a system."""
    names = ("s/edge_error/eer/a/lazy/all/low", "s/eer/a/lazy/all", "s/width/speaker/a/lazy")
    old, new = ([number(name, value) for name in names] for value in (1.0, 2.0))
    text = markdown(of_numbers(tmp_path, old, new))
    places = [text.index(name) for name in (*names[1:], names[0])]
    assert sorted(places) == places
