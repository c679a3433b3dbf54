"""A long page source in parts: where it is parted, and that nobody can tell from what becomes of it."""

import re
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count

import pytest

from analysis.errors import EngineError
from analysis.ledger import Entry, Ledger
from analysis.pages.engines import pandoc, workshop
from analysis.pages.engines.kept import Kept
from analysis.pages.engines.parts import PLACE, Parted, parted
from analysis.pages.engines.sources import Source
from analysis.pages.engines.workshop import Workshop

from ..results import HOSTILE, TEMPLATES

FRONT = '---\ntitle: "x"\nroot: "."\nrows: here\nformat:\n  typst: default\n---\n'
TABLE = '| a | b |\n|:--|--:|\n| [T8-1]{.data} | [1.0]{.num .shipped key="s/b"} |\n'
ROWS = "::: tiny\n::: {.ledger}\n| key | value | n | unit | how |\n|:--|--:|--:|:--|:--|\n:::\n:::\n"
PAGE = f"""{FRONT}
::: contents
:::

# [A]{{.section-number}} First

Words of [@efron1993] and [9.0]{{.num .recomputed key="s/a"}}.

## [A1]{{.section-number}} Data {{#ch-A1}}

{TABLE}
::: untested
As [@tomashenko2024; @tomashenko2022] say.

## No heading of a part
:::

```
## A command
```

### Deeper

## [A2]{{.section-number}} More

- a list, and [Chapter A1]{{.ref href="x" to="ch-A1"}}

::: newpage
:::

# References

::: {{#refs}}
:::

# Rows

{ROWS}
"""


def test_parts_begin_at_headings_that_stand_alone():
    """Not inside a block or a code, not below the second level; put together they are the source."""
    page = parted(PAGE, long=1)
    firsts = [body.lstrip("\n").split("\n")[0] for body in page.bodies]
    assert ["::: contents", "# [A]", "## [A1]", "## [A2]", "# References", "# Rows"] == [
        re.match(r"[:#]+ (\[\w+\]|\w+)", line)[0] for line in firsts
    ]
    assert page.front + "\n".join(page.bodies) == PAGE


def test_a_part_is_as_long_as_is_asked():
    """A page that is shorter is one part; a part ends at the first heading after its length."""
    chapter = "## A\n\n" + "words " * 50 + "\n\n"
    assert [6, 3, 2, 1] == [len(parted(FRONT + chapter * 6, long).bodies) for long in (1, 400, 800, 10_000)]


@pytest.mark.parametrize(
    "leads",
    [
        "A note[^1].\n\n[^1]: There.\n",
        "As [there].\n\n[there]: http://a.org\n",
        "(@) one\n",
        "*[EER]: rate\n",
        f"{PLACE}\n",
    ],
)
def test_a_page_whose_marks_lead_elsewhere_is_one_part(leads):
    """A footnote or an address may stand in another part than what leads to it."""
    assert (PAGE + leads,) == parted(PAGE + leads, long=1).bodies


def test_a_page_without_front_matter_is_one_part():
    """There is nothing that could be said to each part."""
    assert ("## A\n\n## B\n",) == parted("## A\n\n## B\n", long=1).bodies


def test_a_frame_without_its_place_joins_nothing():
    """Where what became of the front matter has no one place for the body, the page goes through as a whole."""
    page = Parted(FRONT, ("a", "b"))
    first = f"a\n\n= {PLACE}\n<section>\n"
    assert [None] * 3 == [
        page.joined(frame, [part, "b\n"]) for frame, part in [("", first), (PLACE + PLACE, first), (PLACE, "a")]
    ]
    assert "<a\n\nb>\n" == page.joined(f"<{PLACE}>\n", [first, "b\n"])


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Give a function from a page source to its Typst, made in parts at every heading or as a whole."""
    monkeypatch.setattr(workshop, "parted", partial(parted, long=1))
    entries = [Entry(f"s/{name}", 9.0, "Hz", 1, "recomputed", "f", "m") for name in "abc"]
    (tmp_path / "ledger.csv").write_text(Ledger(entries).to_csv(), encoding="utf-8", newline="\n")
    (tmp_path / "names.csv").write_text("study,kind,id,words\n", encoding="utf-8", newline="\n")
    scratch = count()

    def make(text, *, whole=False, kept=None, workers=2):
        path = tmp_path / "page.qmd"
        path.write_text(text, encoding="utf-8", newline="\n")
        place = tmp_path / f"scratch{next(scratch)}"
        shop = Workshop(tmp_path, TEMPLATES, place, kept or Kept(None), whole=whole)
        source = Source(path, path.name, ("typst",), "page.pdf")
        with ThreadPoolExecutor(workers) as pool:
            if workers > 1:
                shop.begin(source, pool)
            return pool.submit(shop.typst, source).result().decode()

    return make


def test_the_bytes_are_those_of_the_whole(made):
    """Citations are told apart over all parts and listed in one; rows are those that all parts cite."""
    whole = made(PAGE, whole=True)
    for workers in (1, 2, 5):
        assert whole.split("\n") == made(PAGE, workers=workers).split("\n")
    assert 2 == whole.count("#entry(") and whole.count("<ref-") > 2
    years = PAGE.replace("[@efron1993]", "[@tomashenko2022plan]")  # of the year of another that stands in a later part
    assert made(years, whole=True).split("\n") == made(years).split("\n")


def test_hostile_text_makes_no_part(made):
    """Text of data that looks like a heading, a block or a fence stays where it is."""
    from analysis.pages.markup import data

    page = PAGE.replace("Words of", " and ".join(str(data(text)) for text in (*HOSTILE, "## a", "::: b", "```")))
    assert made(page, whole=True).split("\n") == made(page).split("\n")


def test_only_what_changed_is_made_again(made, tmp_path):
    """Another digit in one part leaves the others; another citation may change every part that cites."""
    kept = Kept(tmp_path / "kept")
    first = made(PAGE, kept=kept)
    assert 7 == kept.made  # the frame and six parts
    kept = Kept(tmp_path / "kept")
    assert first == made(PAGE, kept=kept) and 0 == kept.made
    changed = PAGE.replace("a list", "another list")
    assert made(changed, whole=True) == made(changed, kept=kept) and 1 == kept.made
    kept = Kept(tmp_path / "kept")
    changed = PAGE.replace("Words of", 'Words of [8.0]{.num .shipped key="s/c"} and')
    assert made(changed, whole=True) == made(changed, kept=kept) and 2 == kept.made  # with the rows


def test_an_error_in_a_part_names_the_page(made, monkeypatch):
    """It is told in one sentence, as that of a whole page is."""
    with pytest.raises(EngineError, match=r"Pandoc could not read page.qmd: a number names no ledger row: \[7\]"):
        made(PAGE.replace("a list", "[7]{.num}"))
    monkeypatch.setattr(pandoc, "run", lambda *_: b"no place here")
    assert "no place here" == made(PAGE)
