"""The chapter about privacy categories and ranks: its sentences turn with the data, and it holds any challenge."""

import re

import pytest

from analysis.pages.charts import ranks
from analysis.results import Results
from tests.challenge.test_overview import RESULTS, SYSTEMS, write

from .contests import chapter as page_of
from .results import HOSTILE


def chapter(results: Results, short: str = "categories") -> str:
    """Return what a reader reads, line by line: no attributes, no brackets of spans, no strokes of bold."""
    text = re.sub(r"\]\{[^}]*\}", "", page_of(results, short)).replace("**", "")
    return re.sub(r"[\[\\]", "", text).replace("\xa0", " ")


def hostile_ids() -> list[str]:
    """Return the odd names that a table accepts as an id."""
    return [name for name in HOSTILE if not set(name) & set('\n\r",') and name[0] not in "=+-@"]


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return write(tmp_path_factory.mktemp("ranks") / "small")


def test_who_leads_who_ties_and_who_takes_over(small):
    """S-1 is not compliant and shares the lead by WER; B1 and S-3 tie by UAR in all categories."""
    text = chapter(small)
    for sentence in (
        "so do systems from after the evaluation, which are in no rank, count or lead: P.",
        "among the compliant ones, without S-1.",
        "By WER, S-3 leads 3 of 4 categories, S-1 leads 1 and S-2 leads 1.",
        "the lead changes: from S-1 and S-2 to S-2 at a minimum of 10 %.",
        "Ties: S-1 and S-2 share rank 1 at 10 %.",
        "By UAR, B1 leads 3 of 4 categories, S-3 leads 3 and S-2 leads 1.",
        "By UAR. The same systems lead among the compliant",
        "Ties: B1 and S-3 share rank 3 at 10 %, 1 at 20 %, 1 at 30 % and 1 at 40 %.",
        "Among all systems, both lists are led by S-2 at a minimum of 10 % and by S-3 at a minimum of 20 %, 30 % and",
    ):
        assert sentence in text, sentence


def test_the_table_of_a_category_has_both_ranks_and_marks_ties(small):
    """The marked system is left out of the second rank, a shared one has an equals sign, 12.305 is shown as 12.31."""
    text = chapter(small)
    assert "| S-1* | submitted | 12.31 | 2.50 | 1= | left out | 50.00 | 2 | left out |" in text
    assert "| S-3 | submitted | 46.00 | 4.0 | 3 | 2 | 30.00 | 3= | 2= |" in text
    assert "An asterisk marks" in text and "An equals sign marks" in text


def test_without_marked_systems_there_is_one_rank(tmp_path):
    """All follow the rules: no second rank, no asterisk, no sentence about those that do."""
    text = chapter(write(tmp_path / "clean", systems=SYSTEMS.replace("cascade,no", "cascade,yes")))
    assert "| system | role | EER | WER | rank | UAR | rank |" in text
    assert "asterisk" not in text and "Among the compliant" not in text and "Every rank is given twice" not in text


def test_without_ties_there_is_no_equals_sign(tmp_path):
    """Other values, and the sentences turn."""
    text = chapter(write(tmp_path / "apart", RESULTS.replace("12.31,50.00,2.50", "12.31,51.00,2.40")
                         .replace("46.00,30.00,4.0", "46.00,31.00,4.0")))  # fmt: skip
    assert 2 == text.count("No two systems tie.") and "equals sign" not in text
    assert "the lead changes: from S-1 to S-2 at a minimum of 10 %." in text


def test_nobody_in_any_category(tmp_path):
    """The chapter says nobody in the table, and has no section more."""
    text = chapter(write(tmp_path / "low", "system,test_eer_female,test_eer_male,test_uar,test_wer\nB1,1,1,50,2\n",
                         "system,name,role\nB1,B,baseline\n"))  # fmt: skip
    assert 8 == text.count("nobody") and "##" not in text


def test_names_from_data_stay_data(tmp_path):
    """Whatever a table holds as a name, it breaks no table and no sentence."""
    names = hostile_ids()
    rows = [f"{name},45,45,50,{2 + place / 10}" for place, name in enumerate(names)]
    results = write(
        tmp_path / "hostile", "system,test_eer_female,test_eer_male,test_uar,test_wer\n" + "\n".join(rows) + "\n",
        "system,name,role,compliant\n" + "\n".join(f"{name},x,submitted,{'no' if place % 3 else 'yes'}"
                                                   for place, name in enumerate(names)) + "\n",
    )  # fmt: skip
    text = page_of(results, "categories")
    lines = [line for line in text.splitlines() if "submitted |" in line and line.startswith("| [")]
    assert 4 * len(names) == len(lines)
    assert {10} == {len(re.findall(r"(?<!\\)\|", line)) for line in lines}


def test_the_figures_follow_what_there_is(small, tmp_path):
    """Two pictures by metric, two more for the compliant systems where some are not, none where nobody is ranked."""
    made = {chart.name: chart.alt for chart in ranks.charts(small)}
    assert ["ranks_wer", "ranks_wer_compliant", "ranks_uar", "ranks_uar_compliant"] == list(made)
    assert "First category: first S-1 and S-2; then S-3; last B1; tied are S-1 with S-2." in made["ranks_wer"]
    assert "S-1" not in made["ranks_wer_compliant"]
    clean = write(tmp_path / "clean", systems=SYSTEMS.replace("cascade,no", "cascade,yes"))
    assert ["ranks_wer", "ranks_uar"] == [chart.name for chart in ranks.charts(clean)]
    low = write(tmp_path / "low", "system,test_eer_female,test_eer_male\nB1,1,1\n", "system,name,role\nB1,B,baseline\n")
    assert [] == ranks.charts(low)


def test_a_missing_value_is_said_and_has_no_rank(tmp_path):
    """S-1 without a WER stays in the category by its UAR, with the reason in the place of the rank."""
    results = write(tmp_path / "holed", RESULTS.replace("12.31,50.00,2.50", "12.31,50.00,"))
    row = next(
        line for line in chapter(results).splitlines() if line.startswith("| S-1") and "submitted | 12.31" in line
    )
    assert 2 == row.count("empty in the results table")
    assert "without a rank S-1" in ranks.charts(results)[0].alt
