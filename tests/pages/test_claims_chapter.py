"""The chapter about the claims of a publication: its sentences turn with the data, its words are escaped."""

import re

import pytest

from analysis.challenge import challenge_results
from analysis.pages.chapters import chapters_of
from analysis.pages.markup import data
from analysis.pages.site import Site
from analysis.pages.views.claims import ClaimsView
from analysis.results import Statement
from tests.challenge.claims.contest import RESULTS, claim, contest

from .results import HOSTILE, TEMPLATES, challenge

OPEN = '[[claims]]\nid = "open"\nsection = "7"\nsays = "more than the tables"\nmissing = "no such table"\n'


def chapter(results) -> str:
    """Return the source of the chapter; empty where the study has none."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("analysis.pages.site.charts", lambda *_, **__: {})
        site = Site([results], results, TEMPLATES)
        wanted = [one for one in chapters_of(results) if one.short == "claims"]
        return "".join(site._labels[results.study].fill(site._chapter_page(results, one)) for one in wanted)


def made(folder, *texts, **files):
    return challenge_results(contest(folder, "".join(texts), **files))


def plain(text: str) -> str:
    """Return the page as a reader sees it: no mark-up, no escapes, one blank between words."""
    for _ in range(4):
        text = re.sub(r"\[([^\[\]]*)\]\{[^{}]*\}", r"\1", text)
    return re.sub(r"\s+", " ", text.replace("\\", ""))


def test_the_first_sentence_counts_the_verdicts(tmp_path):
    """One of each, and each under its own heading."""
    text = plain(chapter(made(
        tmp_path / "x", claim('"3"', name="a", among='{ role = "submitted" }'),
        claim('"32"', "value", name="b", metric='"eer"', system='"S-2"'), claim('"7"', name="c"), OPEN,
    )))  # fmt: skip
    assert "Of 4 claims of the publication, its own tables **reproduce 1**, and 1 more after rounding" in text
    assert "they **do not reproduce 1**, and leave 1 unchecked." in text
    assert "What is not reproduced" in text and "What cannot be checked" in text
    assert "**no such table**: more than the tables (section 7)." in text
    assert "at odds with itself" not in text


def test_what_is_not_reproduced_shows_both_values_and_what_lies_behind(tmp_path):
    """A count names who has no results and who just misses the minimum."""
    text = plain(chapter(made(tmp_path / "x", claim('"3"', among='{ role = "submitted", at_least = 10 }'))))
    assert "something** (section 6.1): printed 3; recomputed 2." in text
    assert "S-3 is described and has no row of results; with it the count would be 3, as printed." in text
    assert "Nearest below the minimum stands R-1 with 9.50 %." in text
    text = plain(chapter(made(tmp_path / "x", claim('"9"', among='{ role = "submitted", at_least = 10 }'))))
    assert "with it the count would be 3." in text


def test_with_other_data_the_sentence_is_gone(tmp_path):
    """R-1 reaches the minimum: nothing is left that is not reproduced."""
    text = claim('"3"', among='{ role = "submitted", at_least = 10 }')
    page = plain(chapter(made(tmp_path / "x", text, results=RESULTS.replace("9,10,70,2.25", "11,10,70,2.25"))))
    assert "What is not reproduced" not in page and "R-1 with" not in page
    assert "**reproduce 1**" in page


def test_lists_of_systems_say_who_is_missing_and_who_is_in_excess(tmp_path):
    """S-2 is no codec; R-1 is."""
    page = plain(chapter(made(tmp_path / "x", claim('["S-1", "S-2"]', "members", among='{ family = "codec" }'))))
    assert "printed S-1, S-2; recomputed S-1, R-1." in page
    assert "Printed and not found: S-2. Found and not printed: R-1." in page
    page = plain(chapter(made(tmp_path / "x", claim("[]", "members", among='{ family = "hybrid" }'))))
    assert "printed none; recomputed S-2." in page


def test_a_comparison_shows_what_the_others_reach(tmp_path):
    """The bound and the value that falls short, each with its row."""
    keys = {"metrics": '["eer", "uar"]', "among": '{ ids = ["S-1", "S-2"] }', "than": '{ ids = ["R-1"] }'}
    page = chapter(made(tmp_path / "x", claim('["S-1", "S-2"]', "better", **keys)))
    assert "The UAR, highest of the others: 70.00; S-1: 50; S-2: 60." in plain(page)
    assert 'key="x/claim_bound/c/uar"' in page and 'key="x/shipped/uar/S-1/test"' in page


def test_means_and_other_categories_stand_beside_the_lists(tmp_path):
    """By hand: codecs 50 and 70 against all four; S-1 reaches 40 with 42."""
    keys = {"metrics": '["uar"]', "among": '{ family = "codec" }', "than": "{ at_least = 0 }", "of": '"most"'}
    page = plain(chapter(made(tmp_path / "x", claim('["S-1"]', "better", **keys))))
    assert "The mean UAR: 60.00 of the named, 55.00 of the others." in page
    keys = {"system": '"S-2"', "among": '{ ids = ["S-1"] }'}
    page = plain(chapter(made(tmp_path / "x", claim('["S-1"]', "same_category", **keys))))
    assert "In another privacy category stands S-1 (42.00)." in page


def test_an_unprinted_system_that_passes_is_shown_with_its_value(tmp_path):
    """R-1 has 70, B1 has 40."""
    keys = {"metrics": '["uar"]', "among": '{ role = "submitted" }', "than": '{ ids = ["B1"] }'}
    page = plain(chapter(made(tmp_path / "x", claim('["S-1", "S-2"]', "better", **keys))))
    assert "The UAR, highest of the others: 40.00; R-1: 70." in page


def test_how_a_claim_is_read_stands_beside_it_once(tmp_path):
    """In the table of its section, or where it is told that it is not reproduced."""
    held = claim('"3"', name="a", among='{ role = "submitted" }', note='"Read so."', figure='"Figure 8"')
    failed = claim('"9"', name="b", among='{ role = "submitted" }', note='"Read otherwise."')
    page = plain(chapter(made(tmp_path / "x", held, failed)))
    assert (1, 1) == (page.count("Read so."), page.count("Read otherwise."))
    assert "| something Figure 8. Read so. | 3 | 3 | reproduced |" in page
    page = plain(chapter(made(tmp_path / "x", held.replace('figure = "Figure 8"', ""))))
    assert "| something. Read so. | 3 | 3 | reproduced |" in page


def test_a_list_that_may_go_on_is_no_bound(tmp_path):
    """`includes` is not said as at least."""
    among = '{ role = "submitted" }'
    page = plain(chapter(made(tmp_path / "x", claim('["S-1"]', "members", among=among, comparison='"includes"'))))
    assert "| among them S-1 | S-1, S-2, R-1 | reproduced |" in page


def test_the_other_split_is_named(tmp_path):
    """The rule holds on development."""
    page = plain(chapter(made(tmp_path / "x", claim('"30"', "value", metric='"eer"', system='"S-1"'))))
    assert "On the development set the same rule gives 30.00 %, which rounds to what is printed." in page


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [
        ("3", "2", "The tables bear out the first."),
        ("2", "3", "The tables bear out what stands against it."),
        ("2", "1", "The tables bear out neither."),
        ("3", "3", "The tables bear out either, within its digits."),
    ],
)
def test_claims_that_contradict_each_other_stand_side_by_side(tmp_path, first, second, words):
    """Each pair once, though both name the other; the tables decide."""
    submitted = '{ role = "submitted" }'
    page = plain(chapter(made(
        tmp_path / "x", claim(f'"{first}"', name="a", among=submitted, against='"b"'),
        claim(f'"{second}"', name="b", among=submitted, against='"a"'),
    )))  # fmt: skip
    assert words in page and 1 == page.count("Against it:")
    assert f"something (section 6.1): {first}. Against it: something (section 6.1): {second}." in page


def test_what_cannot_be_checked_is_not_settled():
    """Neither is a verdict on either of the two."""
    one, other = (Statement(name, "1", "s", verdict) for name, verdict in (("a", "reproduced"), ("b", "not checkable")))
    assert "open" == ClaimsView.borne_out(one, [other]) == ClaimsView.borne_out(other, [one])
    failed = Statement("c", "1", "s", "not reproduced")
    assert "open" == ClaimsView.borne_out(one, [failed, Statement("d", "1", "s", "reproduced")])


def test_bounds_and_halves_are_said_in_words(tmp_path):
    """At most, most, points."""
    page = plain(chapter(made(
        tmp_path / "x", claim('"50"', "largest", name="a", metric='"eer"', comparison='"at most"'),
        claim("", "lower_on_test", name="b", metric='"wer"', comparison='"most"'),
        claim("", "reaching", name="e", minimum="9", comparison='"all"'),
        claim("", "reaching", name="f", minimum="40", comparison='"few"'),
        claim('"1.0"', "difference", name="d", metric='"wer"', system='"S-1"', reference='"orig"'),
    )))  # fmt: skip
    assert "| at most 50 % | 42.00 % | reproduced |" in page
    assert "| read as most | 0 of 4 | **not reproduced** |" in page
    assert "something** (section 6.1): read as most; recomputed 0 of 4." in page
    assert "| read as all | 4 of 4 | reproduced |" in page and "| read as few | 1 of 4 | reproduced |" in page
    assert "| 1.0 points | 1.00 points | reproduced |" in page


def test_a_study_without_claims_has_no_such_chapter():
    """Nothing to count, nothing to say."""
    assert "" == chapter(challenge())


def toml(text: str) -> str:
    """Return a text as a TOML string."""
    for sign, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
        text = text.replace(sign, written)
    return f'"{text}"'


def test_hostile_words_stay_words(tmp_path):
    """Whatever a file says stands on the page as escaped data and in no other way, in every place of the page."""
    claims = []
    for place, text in enumerate(HOSTILE):
        said = "\n".join(f"{name} = {toml(text)}" for name in ("section", "figure", "says", "note"))
        rest = (
            f'rule = "count"\nprinted = "99"\nagainst = "c{place + 1}"' if place < len(HOSTILE) - 1
            else f"missing = {toml(text)}"
        )  # fmt: skip
        claims.append(f'[[claims]]\nid = "c{place}"\n{said}\n{rest}\n')
    body = chapter(made(tmp_path / "x", *claims)).split("---\n", 2)[2]
    for text in HOSTILE:
        assert str(data(text.strip())) in body
    for text in sorted(HOSTILE, key=len, reverse=True):
        body = body.replace(str(data(text.strip())), "")
    for text in HOSTILE[:10] + HOSTILE[18:22] + HOSTILE[23:]:
        assert text.strip() not in body
