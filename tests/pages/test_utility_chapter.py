"""Sentences and tables of the utility chapter on small studies: with other data they turn or go."""

import re
from dataclasses import replace

import pytest

from analysis.ledger import Ledger
from analysis.pages import site as pages
from analysis.pages.chapters import chapters_of
from analysis.pages.charts.utility import MOST_LANES, charts, drawn_corpora
from analysis.pages.views.utility import UtilityView
from tests.benchmark.conftest import results_of
from tests.studies import replaced, wav, write_study

from .results import HOSTILE, TEMPLATES, benchmark

PHONE = (("0012-t1", "abcd", "abxx"), ("12-t1", "abcd", "abxx"))
STUDIO = (("1e5-t1", "abcd", "abcx"), ("a-b-t1", "abcd", "abcx"))


def texts(*rows, original=None):
    """Return a transcripts file; the original is heard right, or as the function `original` of the reference says."""
    lines = ["utt_id,corpus,reference,hyp_original,hyp_mcadams"]
    lines += [f"{name},,{said},{original(said) if original else said},{heard}" for name, said, heard in rows]
    return {"meta/transcripts.csv": "\n".join(lines) + "\n"}


def page_of(results):
    """Return the source of the chapter alone, without its figures; empty where the study has no such chapter."""
    site = pages.Site([results], results, TEMPLATES)
    wanted = [chapter for chapter in chapters_of(results) if chapter.short == "utility"]
    return "".join(site._labels[results.study].fill(site._chapter_page(results, chapter)) for chapter in wanted)


@pytest.fixture
def chapter(tmp_path, monkeypatch):
    """Give the text of the chapter of a tiny study with changes, numbers as their digits, names as words."""
    monkeypatch.setattr(pages, "charts", lambda results, lead=True: {})

    def text(changes=None, raw=False):
        found = page_of(results_of(write_study(tmp_path / "tiny", changes)))
        return found if raw else plain(found)

    return text


def plain(text):
    text = re.sub(r"\[([^\[\]]*)\]\{[^{}]*\}", r"\1", re.sub(r"\[([^\[\]]*)\]\{[^{}]*\}", r"\1", text))
    return re.sub(r"\[([^\[\]]*)\]\{[^{}]*\}", r"\1", text)


def test_the_corpus_that_is_worse_is_named_first(chapter):
    """With the texts of the corpora swapped, the sentence turns round and says the other corpus."""
    text = chapter(texts(*PHONE, *STUDIO))
    assert "The CER is higher on phone (iAny) than on studio for 1 of the 2 systems" in text
    assert "the difference is established above zero for each." in text
    swapped = [(phone[0], *studio[1:]) for phone, studio in zip(PHONE + STUDIO, STUDIO + PHONE, strict=True)]
    assert "The CER is higher on studio than on phone (iAny) for 1 of the 2 systems" in chapter(texts(*swapped))


def test_systems_that_go_the_other_way_are_named(chapter):
    """The original is wrong in the studio only: the other way, and the untested explanation is offered."""
    rows = [(*PHONE[0],), (*PHONE[1],), ("1e5-t1", "efgh", "efgx"), ("a-b-t1", "efgh", "efgx")]
    text = chapter(texts(*rows, original=lambda said: said.replace("e", "x")))
    assert "It is the other way for Original." in text
    assert "not established" not in text
    assert "for most anonymizers it does" in text
    assert "for most anonymizers it does" not in chapter(texts(*PHONE, *STUDIO))


def test_what_is_not_established_is_not_said_to_hold_zero(tmp_path, monkeypatch):
    """Such a difference may have an interval that excludes zero, by less than other draws might move its edge."""
    monkeypatch.setattr(pages, "charts", lambda results, lead=True: {})
    rows = [(*PHONE[0],), (*PHONE[1],), ("1e5-t1", "efgh", "efgx"), ("a-b-t1", "efgh", "efgx")]
    made = results_of(write_study(tmp_path / "tiny", texts(*rows, original=lambda said: said.replace("e", "x"))))
    unsure = [replace(entry, value=0) if "/cer_worse_established/" in entry.key else entry for entry in made.ledger]
    text = plain(page_of(replace(made, ledger=Ledger(unsure))))
    assert "the difference is established above zero for none." in text
    assert "It is the other way for Original, but that is not established." in text
    assert "holds zero" not in text and "excludes zero" not in text


def test_equal_corpora_are_said_to_be_equal(chapter):
    """Where no rate differs, no corpus is called worse."""
    text = chapter(texts(*((name, "abcd", "abcx") for name in ("0012-t1", "12-t1", "1e5-t1", "a-b-t1"))))
    assert "No system's CER differs between phone (iAny) and studio." in text
    assert "is higher on" not in text


def test_one_corpus_has_no_such_sentence(chapter):
    """The chapter of a study of one corpus compares none, and has no ratio column."""
    text = chapter({"meta/test_utts.csv": replaced("phone (iAny)", "studio"), **texts(*STUDIO)})
    assert "is higher on" not in text and "| ratio |" not in text
    assert "the words survive best" not in text and "McAdams has a CER of 25.0" in text


def test_more_edits_than_signs_are_said_to_be_real(chapter):
    """The paragraph stands for a rate above a hundred percent and goes below it."""
    row = ("12-t1", "abcd", "abcdefghij")
    assert "More edits than the reference is long: McAdams." in chapter(texts(row))
    assert "More edits than the reference" not in chapter(texts(*STUDIO))


def test_plain_texts_need_no_table_of_signs(chapter):
    """All counts are 0, and one sentence says that every policy gives the same rate."""
    text = chapter()
    assert "there are 0 zero-width signs, 0 joiners, 0 blanks other than the plain one and 0 texts in another" in text
    assert "Signs that a reader does not see" not in text


def test_unseen_signs_are_counted_in_a_table(chapter):
    """A zero-width space in a reference moves the rate by a twentieth; a joiner in both moves nothing."""
    text = chapter(texts(("12-t1", "ab\u200bcd", "abcd")))
    assert "The policies move a rate by at most 20.00 points" in text
    assert "Signs that a reader does not see" in text
    text = chapter(texts(("12-t1", "ab\u200dcd", "ab\u200dcx")))
    assert "No rate moves under any of the policies, though some such signs are there" in text


def test_empty_texts_are_said_right(chapter):
    """An empty reference has no rate, an empty hypothesis is all deletions; without them nothing is said."""
    text = chapter(texts(("12-t1", "", "x"), ("12-t2", "abc", "")))
    assert "1 of the 2 references are empty" in text
    assert "After McAdams, 1 of 1 utterances were heard as nothing" in text
    assert "| 12-t2 | 100.0 | abc | no text |" in text
    text = chapter()
    assert "references are empty" not in text and "heard as nothing" not in text


def test_the_largest_kind_turns_with_the_data(chapter):
    """Substitutions for one text, deletions for another; a system without edits is not named."""
    assert "Most edits are substitutions for McAdams." in chapter(texts(("12-t1", "abcd", "xxxx")))
    assert "Most edits are deletions for McAdams." in chapter(texts(("12-t1", "abcd", "a")))
    both = chapter(texts(("12-t1", "abcd", "ab"), original=lambda said: said[:2]))
    assert "Most edits are deletions for each of the 2 systems." in both


def test_the_worst_utterances_stand_side_by_side(chapter):
    """Reference and hypothesis in one row, the worst first; a system without errors says so."""
    text = chapter(texts(("12-t1", "abcd", "abcx"), ("12-t2", "ក្ដៅ", "ក្អៅ")))
    assert "Original has no utterance with an error." in text
    first, second = text.index("| 12-t1 | 25.0 | abcd | abcx |"), text.index("| 12-t2 | 25.0 | ក្ដៅ | ក្អៅ |")
    assert first < second


def test_a_transcript_is_data(chapter):
    """Whatever a text holds, it becomes no cell, no mark and no shortcode, and stands in a span of data."""
    hostile = [text for text in HOSTILE if not re.search(r"[\n\r\",]", text)]
    parts = [" ".join(hostile[place::3]) for place in range(3)]
    text = chapter(texts(*((f"12-t{n}", "abcd", part) for n, part in enumerate(parts, 1))), raw=True)
    lines = [line for line in text.splitlines() if line.startswith("| [12-t")]
    assert 3 == len(lines)
    for line in lines:
        assert 5 == len(re.findall(r"(?<!\\)\|", line))
        assert "{{<" not in line and not re.search(r"(?<!\\)<script", line)
        assert line.endswith("]{.data}]{.prose} |")


def test_a_long_text_is_cut_between_clusters():
    """The tail of a text without blanks goes, no Khmer cluster is parted, and the cut is said."""
    view = UtilityView(benchmark(3))
    shown = plain(str(view.text("ខ្ញុំ" * 100)))
    assert shown.endswith("ខ្ញុំ … and more") and len(shown) < 320
    assert plain(str(view.text("word " * 100))).endswith("word word … and more")
    assert "x" * 300 + " … and more" == plain(str(view.text("x" * 400)))
    assert 300 == plain(str(view.text("x" * 300))).count("x")
    assert plain(str(view.text("\u0301" * 400))).endswith("… and more")
    assert "abc" == plain(str(view.text(" abc ")))


def test_long_lists_of_systems_are_cut():
    """Six names are listed; of more, six and the words that say so."""
    results = benchmark(9)
    view = UtilityView(results)
    assert "system 4 and system 5" in plain(str(view.named(list(results.systems[:6]))))
    assert plain(str(view.named(list(results.systems[:7])))).endswith("system 4, system 5 and others")


def test_words_are_called_words(chapter):
    """A study of words has a WER over words, and no CER, sign or character anywhere in the chapter."""
    text = chapter({"study.toml": replaced("draws = 50", 'draws = 50\ntext = "words"')})
    assert "The word error rate (WER)" in text and "all reference words" in text
    assert not re.search(r"\bCER\b|character", text)


def test_chance_swallows_four_clips(chapter):
    """At four clips even a perfect order is within chance, and the number is said."""
    text = chapter()
    assert "It rests here on 4 demo clips, 2 of them female and 2 male.\nThat is few" in text
    assert "standard error of 0.58 on 4 clips, so that no correlation on them is beyond chance." in text
    assert "None of the 1 systems lies beyond chance." in text


def clips(order):
    """Return the files of twelve clips without genders, each a step lower before, in this order of pitch after."""
    ids = [f"c{place:02d}" for place in range(12)]
    files = {"meta/demo_clips.csv": "\n".join(["utt_id", *ids]) + "\n"}
    for name, before, after in zip(ids, range(12), order, strict=True):
        files[f"audio/demo/{name}.wav"] = wav(pitch=240 - 10 * before)
        files[f"audio/anonymized/mcadams/{name}.wav"] = wav(pitch=240 - 10 * after)
    return files


def test_a_correlation_beyond_chance_is_named_and_one_turned_round_too(chapter):
    """In order and in reverse the system is named; with the reverse order the sentence says so."""
    text = chapter(clips(range(12)))
    assert "Beyond chance are 1 of 1 systems: McAdams." in text
    assert "female" not in text
    text = chapter(clips(range(11, -1, -1)))
    assert "McAdams, with the order of the pitches turned round by McAdams." in text


def test_the_genders_sentence_follows_the_pitches(chapter):
    """The tiny study's female clips lie above the male ones; with one male clip above them the clause goes."""
    assert "the two do not overlap" in chapter()
    assert "the two do not overlap" not in chapter({"audio/demo/a-b-t1.wav": wav(pitch=230)})


def test_without_clips_the_section_goes(chapter):
    """No demo clips: no pitch section, no columns for it, and the rest stays."""
    text = chapter({"meta/demo_clips.csv": None})
    assert "Pitch and tempo" not in text and "ρF0 here" not in text and "duration ratio" not in text
    assert "Predicted naturalness" in text and "ρF0 shipped" in text


def test_without_a_leaderboard_nothing_shipped_is_spoken_of(chapter):
    """No leaderboard: no UTMOS section and no shipped column."""
    text = chapter({"meta/leaderboard.csv": None})
    assert "UTMOS" not in text and "ρF0 shipped" not in text and "The shipped correlation" not in text


def test_without_transcripts_the_rates_go(chapter):
    """No transcripts: no content, no policies, no kinds of error, no quotations."""
    text = chapter({"meta/transcripts.csv": None})
    for words in ("Content", "text policies", "Kinds of error", "worst utterances", "CER"):
        assert words not in text
    assert "Pitch and tempo" in text


def test_without_anything_there_is_no_chapter(tmp_path):
    """A study without transcripts, clips and leaderboard has nothing to say of utility."""
    files = ("transcripts.csv", "demo_clips.csv", "leaderboard.csv", "paired_comparisons.json")
    results = results_of(write_study(tmp_path / "tiny", {f"meta/{name}": None for name in files}))
    assert "05-utility" not in [one.name for one in chapters_of(results)]


def test_naturalness_follows_the_leaderboard(chapter):
    """Who is rated above the unprotected speech is counted, and the untested explanation goes with the count."""
    text = chapter()
    assert "0 of 2 anonymizers are rated above it" in text and "A score above that of" not in text
    text = chapter({"meta/leaderboard.csv": replaced("0.732,1.6", "0.732,2.5")})
    assert "1 of 2 anonymizers are rated above it" in text and "A score above that of" in text
    assert "McAdams has the highest score, 2.5" in text


def test_the_picture_of_rates_leaves_out_corpora_that_do_not_fit():
    """Two corpora are drawn for a few systems and left out for fifty, so that a page holds the picture."""
    few = benchmark(4)
    assert few.corpora == drawn_corpora(few)
    assert () == drawn_corpora(benchmark(MOST_LANES // 2))
    assert () == drawn_corpora(benchmark(3, corpora=("a", "b", "c", "d")))
    assert ["rates"] == [chart.name for chart in charts(few)]


def test_many_corpora_are_not_paired_on_the_page():
    """Three corpora make three pairs; four make more than a page speaks of."""
    assert [] == UtilityView(benchmark(3, corpora=("a", "b", "c", "d"))).corpus_pairs


def test_the_same_results_give_the_same_chapter(tmp_path, monkeypatch):
    """Two builds in two folders write the same text and the same figures."""
    monkeypatch.setattr(pages, "charts", lambda results, lead=True: {chart.name: chart for chart in charts(results)})
    made = []
    for folder in ("one", "two"):
        results = results_of(write_study(tmp_path / folder / "tiny"))
        made.append([(chart.name, chart.svg, chart.alt) for chart in charts(results)])
        made[-1].append(page_of(results))
    assert made[0] == made[1]
