"""The chapter about development against test: its sentences turn with the data, and it holds any challenge."""

import re

import pytest

from analysis.pages.charts import splits
from tests.challenge.test_splits import HEADER, ROWS, made

from .contests import chapter as page_of
from .test_ranks_chapter import chapter, hostile_ids


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return made(tmp_path_factory.mktemp("splits") / "small")


def test_the_chapter_tells_how_far_the_orders_agree(small):
    """Tau, turned pairs, moves and directions of the table that the tests of the numbers count by hand."""
    text = chapter(small, "splits")
    for sentence in (
        "| average EER | 4 | 0.67 | 6 | 1 | 2 | 0.5 | 1 | +1.00 |",
        "| WER | 4 | 0.40 | 6 | 1 | 0 | 1.0 | 1 | ",
        "The order by mFDR is the steadiest between development and test, with a tau of 0.71 over 4 systems.",
        "The order by WER moves most, with a tau of 0.40.",
        "By average EER. Farthest move A (from rank 1 to 2) and B (from rank 2 to 1). "
        "Most systems are worse on test: 1 of 4 are better there and 3 worse.",
        "Neither set is the better one for most systems: 1 of 4 are better there and 1 worse.",
        "3 of 4 systems reach another privacy category on test than on development: 2 a lower one and 1 a higher one.",
        "| B | 30.00 | 45.00 | 30 | 40 | higher |",
        "| D | 10.00 | 9.50 | 10 | none | lower |",
    ):
        assert sentence in text, sentence


def test_every_ranked_system_has_a_row(small):
    """Best average EER on test first; E says why it has no rank, and the later system and the original have no row."""
    rows = re.findall(
        r"^\| (\w+)\S* \| (?:\d|empty).*$", chapter(small, "splits").partition("Rank on test, and")[2], re.M
    )
    assert ["B", "A", "C", "D", "E"] == rows


def test_equal_splits_say_so(tmp_path):
    """Every value twice: all ranks are kept, no category changes, and all taus are one."""
    values = ("20,22,50,1", "21,23,51,2", "22,24,52,3")
    rows = "".join(f"{name},{said},{said}\n" for name, said in zip("ABC", values, strict=True))
    text = chapter(made(tmp_path / "same", rows, systems=""), "splits")
    assert "By UAR. Every system keeps its rank." in text and "steadiest" not in text and "moves most" not in text
    assert "Every one of 3 systems reaches the same privacy category on both sets." in text


def test_all_on_one_side_is_said_in_words(tmp_path):
    """Only lower categories: no zero is told."""
    rows = "".join(f"{name},{40 + place},40,50,3,{20 + place},20,{60 + place},2\n" for place, name in enumerate("ABC"))
    text = chapter(made(tmp_path / "lower", rows, systems=""), "splits")
    assert (
        "3 of 3 systems reach another privacy category on test than on development, each of them a lower one." in text
    )
    assert "all systems are tied on a split" in text


def test_many_that_move_alike_are_not_all_named(tmp_path):
    """Six systems that all move one rank."""
    dev, test = (1, 2, 3, 4, 5, 6), (2, 1, 4, 3, 6, 5)
    rows = "".join(f"S{place},20,30,50,{first},20,30,50,{second}\n"
                   for place, (first, second) in enumerate(zip(dev, test, strict=True)))  # fmt: skip
    text = chapter(made(tmp_path / "many", rows, systems=""), "splits")
    assert "By WER. Several systems share the largest move in rank: 1." in text


def test_names_from_data_stay_data(tmp_path):
    """Whatever a table holds as a name, it breaks no table."""
    names = hostile_ids()
    rows = "".join(
        f"{name},{20 + n},{22 + n},{50 + n},{n},{20 + n},{50 - n},{50 - n},{n}\n" for n, name in enumerate(names)
    )
    text = page_of(made(tmp_path / "hostile", rows, HEADER, ""), "splits").partition("Rank on test, and")[2]
    lines = [line for line in text.splitlines() if line.startswith("| [")]
    assert len(names) == len(lines)
    assert {10} == {len(re.findall(r"(?<!\\)\|", line)) for line in lines}


def test_the_figures_follow_what_there_is(small, tmp_path):
    """EER beside mFDR, UAR beside WER; a metric that is not on both splits has no columns."""
    made_charts = {chart.name: chart.alt for chart in splits.charts(small)}
    assert ["splits_privacy", "splits_utility"] == list(made_charts)
    assert "EER on development: first A; then B; last D" in made_charts["splits_privacy"]
    assert "WER on development: first A; then B; last C and D; tied are C with D" in made_charts["splits_utility"]
    rows = "".join(",".join(line.split(",")[:4] + line.split(",")[5:8]) + "\n" for line in ROWS.splitlines())
    header = ",".join(HEADER.strip().split(",")[:4] + HEADER.strip().split(",")[5:8]) + "\n"
    charts = splits.charts(made(tmp_path / "no_wer", rows, header))
    assert "WER on" not in charts[1].alt and "UAR on test" in charts[1].alt
    assert [] == splits.charts(made(tmp_path / "lone", ROWS.splitlines()[1] + "\n", systems=""))
