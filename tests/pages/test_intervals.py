"""Which interval to quote: the sentences follow the kind that a study quotes and what the kinds say of its pairs."""

import re
from dataclasses import replace

import pytest

from analysis.ledger import Entry, Ledger, key, parts
from analysis.pages.chapters import CHAPTERS
from analysis.pages.charts.intervals import charts
from analysis.pages.kinds_of_interval import NAMES, OF_RATES, QUOTABLE
from analysis.pages.site import Site
from analysis.results import Pair

from .results import TEMPLATES, benchmark

A, B = "system 1", "system 2"
METRICS = ("eer_ignorant", "cer")


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Let a study have the chapters about intervals and agreement only, and no figure."""
    wanted = ("intervals", "agreement")
    chapters = tuple(chapter for chapter in CHAPTERS["benchmark"] if chapter.short in wanted)
    monkeypatch.setattr("analysis.pages.site.chapters_of", lambda _results: chapters)
    monkeypatch.setattr("analysis.pages.site.charts", lambda _results, lead: {})


def made(quoted="speaker", source="defaults", said=("same", "same"), ratios=(1.6, 1.1, 1.2, 1.3)):
    """Return results with every kind beside the quoted one: EERs, error rates and one registered pair.

    said: how the kinds differ on the two metrics of the pair; ratios: of the widths of the other kinds, in their order.
    """
    base = benchmark(3, simulated=False)
    study, entries = base.study, []
    ratio = dict(zip([kind for kind in QUOTABLE if kind != quoted], ratios, strict=True)) | {quoted: 1.0}
    own_rate = quoted if quoted in OF_RATES else "speaker"

    def add(*names, value, unit="percentage points", edges=(None, None), n=None):
        entries.append(
            Entry(
                key(study, *names), value, unit, 2, "recomputed", source="files", method="made up", ci_low=edges[0],
                ci_high=edges[1], n=n,
            )
        )  # fmt: skip

    for entry in base.ledger:
        measure, *rest = parts(entry.key)[1:]
        if entry.ci_low is None or (measure, rest[-1]) not in (("eer", base.trial_list), ("cer", "all")):
            continue
        own = quoted if measure == "eer" else own_rate
        for kind in QUOTABLE if measure == "eer" else OF_RATES:
            width = (entry.ci_high - entry.ci_low) * (ratio[kind] if kind != own else 1.0)
            add("width", kind, rest[0], rest[1] if measure == "eer" else "cer", value=width)
            if kind != own:
                add(f"{measure}_{kind}", *rest, value=entry.value, edges=(entry.value, entry.value + width))
    for measure, own in (("eer", quoted), ("cer", own_rate)):
        for kind in QUOTABLE if measure == "eer" else OF_RATES:
            for word in ("median", "lowest", "highest"):
                times = ratio[kind] if measure == "eer" else 1.1
                add("interval_width", kind, measure, word, value=5 * times, n=8)
                if kind != own:
                    add("interval_ratio", kind, measure, word, value=times, unit="ratio", n=8)
    verdicts = {key(study, "interval"): quoted, key(study, "interval_from"): source}
    for metric, word in zip(METRICS, said, strict=True):
        verdicts[key(study, "by_kind", B, A, metric)] = word
        for kind in QUOTABLE if metric != "cer" else OF_RATES:
            own = quoted if metric != "cer" else own_rate
            measure = "paired" if kind == own else f"paired_{kind}"
            add(measure, B, A, metric, value=2.0, unit="points", edges=(1.0, 3.0), n=43)
            verdicts[key(study, measure, B, A, metric)] = "CI excludes 0"
    add("count", "by_kind", "same", value=said.count("same"), unit="count", n=2)
    add("count", "by_kind", "split", value=said.count("excludes"), unit="count", n=2)
    for kind in QUOTABLE:
        add("count", "by_kind", "excludes", kind, value=2, unit="count", n=2)
    # Counts have no decimals, and what is made anew here replaces what was there.
    entries = [replace(entry, decimals=0) if entry.unit == "count" else entry for entry in entries]
    fresh = {entry.key for entry in entries}
    kept = [entry for entry in base.ledger if entry.key not in fresh]
    return replace(base, ledger=Ledger([*kept, *entries]), verdicts={**base.verdicts, **verdicts}, pairs=(Pair(B, A),))


def advised(results, best):
    """Return results in which a coverage study has found this kind to be the best."""
    return replace(results, verdicts={**results.verdicts, key(results.study, "covered", "best_quotable"): best})


def page(results, name="11-intervals"):
    """Return a chapter as a reader meets it: numbers as plain digits, marks left out."""
    text = Site([results], results, TEMPLATES).chapters(results)[name]
    for _ in range(2):
        text = re.sub(r"\[([^][]*)\]\{[^}]*\}", r"\1", text)
    return text


@pytest.mark.parametrize("kind", QUOTABLE)
def test_the_quoted_kind_is_named(kind):
    """Chosen by the study or not at all, the kind is named, and the line that would choose another one stands there."""
    chosen = page(made(kind, "study.toml"))
    assert f"The settings of this study choose the **{NAMES[kind]}** interval (`{kind}`), in every chapter" in chosen
    assert f"| {NAMES[kind]}, quoted |" in chosen
    other = "joint_t" if kind == "speaker" else "speaker"
    assert f'The line `interval = "{other}"` in `study.toml` would choose the {NAMES[other]} kind.' in chosen


@pytest.mark.parametrize(
    ("best", "other"), [("joint_bca", "joint_bca"), ("joint_t", "joint_t"), ("speaker", "joint_t")]
)
def test_the_other_kind_that_is_shown_is_the_one_that_is_advised(best, other):
    """The verdict of the coverage study names it."""
    assert f'The line `interval = "{other}"`' in page(advised(made(), best))


@pytest.mark.parametrize(
    ("by_other", "said"),
    [
        ({}, "By the joint t interval the same registered differences would exclude zero."),
        ({"eer_ignorant": "no evidence"}, "system 2 minus system 1 (EER ignorant) would no longer exclude zero."),
        (
            {"eer_ignorant": "no evidence", "cer": "not established"},
            "(EER ignorant) and system 2 minus system 1 (CER) would no longer exclude zero.",
        ),
    ],
)
def test_what_the_advised_kind_would_change_is_told(by_other, said):
    """The registered differences that exclude zero by one of the two kinds and not by the other."""
    results = advised(made(), "joint_t")
    changed = {key(results.study, "paired_joint_t", B, A, metric): word for metric, word in by_other.items()}
    assert said in page(replace(results, verdicts={**results.verdicts, **changed}))


def test_what_the_advised_kind_would_add_is_told():
    """It excludes zero where the quoted one does not."""
    results = advised(made(), "joint_t")
    changed = {key(results.study, "paired", B, A, "cer"): "no evidence"}
    assert "By the joint t interval system 2 minus system 1 (CER) would exclude zero as well." in page(
        replace(results, verdicts={**results.verdicts, **changed})
    )


def test_without_a_pair_no_change_is_told():
    """There is nothing that another kind would change."""
    results = made()
    plain = {name: words for name, words in results.verdicts.items() if "/by_kind/" not in name}
    text = page(advised(replace(results, verdicts=plain, pairs=()), "joint_t"))
    assert "By the joint t interval" not in text and "Does a verdict" in page(results)


@pytest.mark.parametrize(
    ("quoted", "best", "sentence", "other"),
    [
        (
            "speaker",
            "",
            "are one-sided intervals: the 43 speakers were drawn with replacement 1,000 times; a trial",
            "",
        ),
        ("two_sided", "two_sided", "two speakers were drawn; the edges are percentiles of the draws.", ""),
        ("speaker", "joint_t", "from the value, on a log scale for a rate (an EER: of its odds).", "one-sided"),
        ("joint_t", "joint_bca", "corrected for bias and widened for few speakers.", "joint t"),
    ],
)
def test_a_paper_has_a_sentence_of_the_advised_kind(quoted, best, sentence, other):
    """Of the quoted one where none is advised; where they differ, that of the quoted one stands beside it."""
    text = page(advised(made(quoted), best))
    (line,) = [line for line in text.splitlines() if line.startswith("> ")]
    assert sentence in line.replace("\N{NO-BREAK SPACE}", " ")
    assert (f"The other chapters quote {other} intervals; for these the part behind the draws reads:" in text) == bool(
        other
    )


def test_a_study_without_an_eer_has_no_sentence_for_a_paper():
    """The sentence is about intervals of EERs."""
    results = made()
    without = Ledger([entry for entry in results.ledger if parts(entry.key)[1] != "eer"])
    assert "In a paper" in page(results)
    assert "In a paper" not in page(replace(results, ledger=without))


def test_without_a_setting_nothing_is_chosen():
    """The default is told as one."""
    text = page(made())
    assert "This study names no kind, so the **one-sided** interval (`speaker`) is quoted, in every chapter" in text
    assert "The settings of this study choose" not in text


def test_every_kind_is_described_once():
    """A bullet for each."""
    text = page(made())
    assert [1] * len(QUOTABLE) == [
        text.count(f"- **{NAMES[kind][0].upper()}{NAMES[kind][1:]}** (`{kind}`).") for kind in QUOTABLE
    ]


@pytest.mark.parametrize(
    ("said", "stands", "gone"),
    [
        (("same", "same"), "**No.** Whichever kind is quoted, the same registered differences exclude zero.", "Yes"),
        (("same", "words"), "and only the words for the others differ: system 2 minus system 1 (CER)", "**Yes.**"),
        (("excludes", "same"), "**Yes.** Of 2 registered differences 1 excludes zero by one kind and not", "**No.**"),
        (("excludes", "same"), "Of the remaining one every kind says the same.", "remaining 1"),
        (("excludes", "excludes"), "2 exclude zero by one kind and not by another", "Of the remaining"),
        (("excludes", "words"), "that these exclude zero, but their words differ: system 2 minus system 1", "**No.**"),
    ],
)  # fmt: skip
def test_whether_a_verdict_depends_on_the_kind_is_chosen_by_the_ledger(said, stands, gone):
    """No where all kinds exclude the same differences, else yes, with the pairs that it is about."""
    text = page(made(said=said))
    assert stands in text
    assert gone not in text


def test_widths_are_told_against_the_quoted_kind():
    """A ratio for each kind that is not quoted, and none for the quoted one."""
    text = page(made(ratios=(1.6, 1.1, 1.2, 1.3)))
    assert "Against the one-sided width of the same EER, at the median of 8 EERs: two-sided 1.60 times" in text
    assert "joint BCa 1.20 times" in text and "joint t 1.30 times" in text
    corrected = page(made("joint_bca", ratios=(0.9, 1.5, 0.8, 1.0)))
    assert "Against the joint BCa width of the same EER, at the median of 8 EERs: one-sided 0.90 times" in corrected
    assert "Against the BCa width of the same CER, at the median of 8 CERs: percentile 1.10 times" in corrected


def test_a_system_without_an_eer_is_named_with_the_reason():
    """Below the table of its attacker, and not of the others."""
    assert 1 == page(made()).count("Not in this table:")
    assert "Not in this table: system 2 (no semi-informed file)." in page(made())


def test_the_reference_of_two_attackers_counts_once():
    """That is told where it has an EER under both of them."""
    assert "and counts once." in page(made())
    results = made()
    lazy = key(results.study, "eer", results.reference, "lazy", results.trial_list)
    assert "and counts once." not in page(
        replace(results, ledger=Ledger([entry for entry in results.ledger if entry.key != lazy]))
    )


def test_an_error_rate_has_fewer_kinds():
    """In the columns of the two kinds that only trials can have stands that they are the one-sided one."""
    text = page(made())
    row = next(line for line in text.splitlines() if line.startswith("| CER | +2.00"))
    assert 2 == row.count("as one-sided")


@pytest.mark.parametrize("kind", QUOTABLE)
def test_the_figure_fills_the_quoted_kind(kind):
    """The first kind of the figure, whose marks are filled, is the one that the study quotes."""
    (chart,) = charts(made(kind))
    assert "interval_kinds" == chart.name
    assert chart.alt.startswith(f"Widths of the intervals {NAMES[kind]}, ")


def test_a_study_that_names_no_kind_has_no_such_chapter():
    """Results without the verdict have neither chapter nor figure."""
    plain = benchmark(3)
    (chapter,) = [chapter for chapter in CHAPTERS["benchmark"] if chapter.short == "intervals"]
    assert not chapter.wanted(plain)
    assert chapter.wanted(made())
    assert [] == charts(plain)


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("speaker", "speaker-bootstrap interval,"),
        ("joint_bca", "speaker BCa interval (EER: joint BCa),"),
        ("joint_t", "speaker t interval (EER: joint t),"),
    ],
)
def test_the_legend_of_every_page_names_the_kind(kind, said):
    """At the foot of a page stands what its ranges are."""
    assert f"% {said} 1,000 draws" in page(made(kind)).replace("\N{NO-BREAK SPACE}", " ")
