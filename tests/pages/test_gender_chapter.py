"""The chapter about female and male speakers: its sentences turn with the data, and it holds any challenge."""

import re

import pytest

from analysis.pages.charts import gender
from tests.challenge.test_gender import HEADER, ROWS, made

from .contests import chapter as page_of
from .contests import words
from .reading import well_drawn
from .results import HOSTILE


def chapter(results):
    """Return what a reader reads."""
    return words(page_of(results, "gender"))


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    return made(tmp_path_factory.mktemp("chapter") / "small")


def row(text, system):
    return re.search(rf"\| {system} \|[^|]*\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|([^|]*)\|", text).groups()


def test_the_chapter_tells_who_is_uneven_and_how_many(small):
    """Counts, leaders of both sides, ties and the original, from the table of the tests of the numbers."""
    text = chapter(small)
    for sentence in (
        "Of 5 baselines and submitted systems, 2 protect female speakers better on the test set and 1 male speakers; "
        "2 protect both alike.",
        "Most in favour of female speakers: B, with a gap of −10.00 points (female EER 30\xa0%, male 20\xa0%).",
        "Most in favour of male speakers: A, with a gap of +2.00 points",
        "The smallest gap: C and Z (a tie), with 0.00 points.",
        "The unprotected speech has a gap of −8.00 points on the test set: without protection, male speakers",
        "4 of 5 systems have a smaller gap in points, and 4 of 4 a lower mFDR.",
        "160.00\xa0%, is larger than that of every one of them.",
        "Where both EERs are zero it is undefined, as for Z.",
        "Inside it are 2 of 4 systems on the test set, 3 of 4 on the development set, and 2 of 4 on both.",
        "On both: A and C.",
        "the mFDR falls for 1 of 4 systems and rises for 2; for 1 it stays the same.",
        "B is the least even system by either measure: a gap of −10.00 points, an mFDR of 40.00\xa0%.",
        "Without results: N.",
    ):
        assert sentence.replace("\xa0", " ") in text.replace("\xa0", " "), sentence


def test_every_system_with_results_has_a_row(small):
    """A missing value is its reason; the last column says on which sets the system is inside the band."""
    text = chapter(small)
    assert ["20", "22", "+2.00", "9.52", "4.88", "test and development"] == [cell.strip() for cell in row(text, "A")]
    assert "development" == row(text, "B")[-1].strip()
    assert "neither" == row(text, "E")[-1].strip()
    assert ("both EERs are zero", "") == tuple(cell.strip() for cell in row(text, "Z")[3::2])
    assert "empty in the results table" == row(text, "H")[1].strip()


def test_the_sentences_turn_with_the_data(tmp_path):
    """With the halves changed over, every side changes; with a larger gap than the original's, another sentence."""
    turned = []
    for line in ROWS.splitlines():
        system, a, b, c, d = line.split(",")
        turned.append(",".join([system, b, a, d, c]))
    text = chapter(made(tmp_path / "turned", "\n".join(turned) + "\n"))
    assert "Most in favour of male speakers: B, with a gap of +10.00 points" in text
    assert "without protection, female speakers are the easier ones to verify." in text
    text = chapter(made(tmp_path / "level", ROWS.replace("orig,10,2,9,1", "orig,5,5,5,5")))
    assert "The unprotected speech has no gap on the test set." in text
    assert "the largest, 40.00" in text.replace("\xa0", " ") and "is that of B." in text


def test_without_band_original_or_a_split(tmp_path):
    """What rests on them is gone, and the rest stands."""
    lines = [line.split(",") for line in (HEADER + ROWS).splitlines() if not line.startswith("orig")]
    dev = "\n".join(",".join(cells[:3]) for cells in lines) + "\n"
    header, rows = dev.split("\n", 1)
    results = made(tmp_path / "dev", rows, "", settings="", header=header + "\n")
    text = chapter(results)
    assert "better on the development set" in text
    assert not any(phrase in text for phrase in ("band", "unprotected", "falls for"))
    assert ["gender_eer"] == [chart.name for chart in gender.charts(results)]


def test_all_equal_and_one_system(tmp_path):
    """Nobody is called the least even; a page is made for one system alone."""
    text = chapter(made(tmp_path / "even", "A,20,20,20,20\nB,9,9,9,9\n", ""))
    assert "No system has a gap." in text and "Most in favour" not in text and "least even" not in text
    assert "A |" in chapter(made(tmp_path / "one", "A,20,20,20,22\n", ""))
    assert "is undefined, as for A and B." in chapter(made(tmp_path / "zero", "A,0,0,0,0\nB,0,0,0,0\n", ""))


def test_the_original_alone(tmp_path):
    """Its row stands; nothing is counted."""
    text = chapter(made(tmp_path / "bare", "orig,10,2,9,1\n", "orig,o,original\n"))
    assert "Who is protected better" not in text and "orig |" in text


def test_pictures_of_hundreds_are_parted(tmp_path):
    """Three hundred systems make seven pages of each picture, in one order."""
    rows = "".join(f"S{place},{place % 40 + 1},{place % 23 + 1},{place % 31 + 2},20\n" for place in range(300))
    with pytest.MonkeyPatch.context() as patched:
        drawn = []
        real = gender.draw_dumbbell

        def note(rows, *rest):
            drawn.append([row.label for row in rows])
            return real(rows, *rest)

        patched.setattr(gender, "draw_dumbbell", note)
        names = [chart.name for chart in gender.charts(made(tmp_path / "many", rows, ""))]
    assert ["gender_eer", *(f"gender_eer_{place}" for place in range(2, 8))] == names[:7]
    assert ["gender_mfdr", *(f"gender_mfdr_{place}" for place in range(2, 8))] == names[7:]
    assert 300 == len({label for page in drawn[:7] for label in page}) and max(map(len, drawn)) <= gender.MOST_ROWS


def test_pictures_set_the_original_and_later_systems_apart(small):
    """The original first, later systems last, a system without both values last among its own."""
    alt = next(chart.alt for chart in gender.charts(small) if chart.name == "gender_eer")
    assert "Hollow and set apart: P." in alt and "A value is missing: H." in alt


def test_hostile_names_are_only_names(tmp_path):
    """A page is made, and nothing in it is run."""
    ids = [name for name in HOSTILE if not re.search(r'[,"\n\r]', name) and name.strip() == name and name][:8]
    ids = [name for name in ids if not name.startswith(("-", "+", "=", "@"))]
    rows = "".join(f"{name},{place + 5},{place + 6},{place + 9},{place + 2}\n" for place, name in enumerate(ids))
    results = made(tmp_path / "hostile", rows, "")
    made_charts = gender.charts(results)
    assert len(ids) == len(results.systems) and 2 == len(made_charts) and well_drawn(*made_charts)
    assert "{{<" not in page_of(results, "gender")
