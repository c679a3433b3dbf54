"""The files of `data/vpc2024/` as the paper prints them, read here without the package's own reader."""

import csv
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pandas

FOLDER = Path(__file__).parents[1] / "data" / "vpc2024"
COLUMNS = [
    f"{split}_{measure}"
    for split in ("dev", "test")
    for measure in ("eer_female", "eer_male", "eer_average", "uar", "wer")
]


def read(name: str) -> list[dict[str, str]]:
    with (FOLDER / name).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_the_results_table_has_the_paper_s_columns_and_rows():
    """Forty-four rows from `orig` to `T25-p2`, each with ten cells."""
    rows = read("results.csv")
    assert ["system", *COLUMNS] == list(rows[0])
    assert 44 == len(rows) == len({row["system"] for row in rows})
    assert ["orig", "B1", "B2", "B3", "B4", "B5", "B6", "T7-1"] == [row["system"] for row in rows[:8]]
    # The paper lists the second system of two teams before the first.
    assert ["T30-2", "T30-1", "T33-2", "T33-1"] == [r["system"] for r in rows if r["system"][:3] in ("T30", "T33")]
    assert ["T25-p1", "T25-p2"] == [row["system"] for row in rows[-2:]]


def test_every_cell_keeps_its_two_printed_decimals():
    """A trailing zero is a printed digit."""
    rows = read("results.csv")
    assert {2} == {len(row[name].partition(".")[2]) for row in rows for name in COLUMNS}
    assert "1.80" == rows[0]["dev_wer"]


def test_the_column_sums_are_those_of_the_printed_table():
    """One changed digit changes a sum; the sums were added up from the printed table on their own."""
    sums = ["1282.44", "1047.45", "1164.93", "2008.62", "207.95", "1117.76", "1048.22", "1083.02", "1980.16", "196.98"]
    rows = read("results.csv")
    assert sums == [str(sum(Decimal(row[name]) for row in rows)) for name in COLUMNS]


def test_ten_cells_are_those_of_the_paper():
    """Spot check, by a library that reads the file in its own way."""
    table = pandas.read_csv(FOLDER / "results.csv", dtype=str).set_index("system")
    printed = {
        ("orig", "test_eer_male"): "0.42",
        ("B2", "dev_wer"): "10.44",
        ("B5", "test_eer_average"): "34.34",
        ("T8-1", "test_eer_male"): "50.15",
        ("T9", "test_wer"): "2.37",
        ("T10-1", "test_uar"): "64.45",
        ("T17", "test_eer_male"): "20.26",
        ("T30-2", "dev_uar"): "28.45",
        ("T38-6", "dev_eer_average"): "40.47",
        ("T25-p1", "test_eer_female"): "44.19",
    }
    assert printed == {place: table.loc[place] for place in printed}


def test_every_printed_average_agrees_with_its_halves_within_rounding():
    """The mean of two rounded halves is at most half a unit of the last digit from the printed average."""
    far = [
        (row["system"], split)
        for row in read("results.csv")
        for split in ("dev", "test")
        if abs(
            (Decimal(row[f"{split}_eer_female"]) + Decimal(row[f"{split}_eer_male"])) / 2
            - Decimal(row[f"{split}_eer_average"])
        )
        > Decimal("0.005")
    ]
    assert [] == far


def test_roles_are_one_original_six_baselines_thirty_six_submitted_and_two_later():
    """T19-3 is described and has no results, so that thirty-five submitted systems have some."""
    systems = read("systems.csv")
    assert {"original": 1, "baseline": 6, "submitted": 36, "post-evaluation": 2} == Counter(s["role"] for s in systems)
    listed = {row["system"] for row in read("results.csv")}
    assert {"T19-3"} == {s["system"] for s in systems} - listed
    assert listed <= {s["system"] for s in systems}
    assert 35 == sum(s["role"] == "submitted" and s["system"] in listed for s in systems)


def test_five_systems_carry_the_mark_of_the_table_of_systems():
    """T12-5, which the prose calls non-compliant, is not among them."""
    systems = read("systems.csv")
    marked = [system["system"] for system in systems if system["compliant"] == "no"]
    assert ["T10-1", "T10-2", "T17", "T25-1", "T25-2"] == marked
    judged = {s["role"] for s in systems if s["compliant"]}
    assert {"submitted", "post-evaluation"} == judged


def test_families_follow_the_sections_of_the_paper():
    """Of the submitted systems twenty-three convert voices, six are cascades, four codecs, three hybrids."""
    systems = {system["system"]: system for system in read("systems.csv")}
    families = Counter(s["family"] for s in systems.values() if s["role"] == "submitted")
    assert {"voice_conversion": 23, "cascade": 6, "codec": 4, "hybrid": 3} == families
    assert ["voice_conversion", "signal_processing", "cascade", "codec", "voice_conversion", "voice_conversion"] == [
        systems[f"B{number}"]["family"] for number in range(1, 7)
    ]
    assert "" == systems["orig"]["family"]


def test_every_parent_is_a_system_and_every_description_one_line():
    """Lineage can be followed, and no description is empty."""
    systems = {system["system"]: system for system in read("systems.csv")}
    assert set(systems) >= {parent for system in systems.values() for parent in system["parent"].split(" ") if parent}
    assert all(system["description"] and "\n" not in system["description"] for system in systems.values())
    assert ["T8-1", "T8-2"] == systems["T8-4"]["parent"].split(" ")
