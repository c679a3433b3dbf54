"""`bridge.toml`: what a study shares with another one, and what is wrong with such a file."""

import pytest

from analysis.errors import InputError
from analysis.results import Bridge, Difference, Family
from analysis.study.challenge import read_challenge

SOUND = """\
study = "other"
[[families]]
name = "Warp"
here = ["A", "B"]
there = ["x"]
[[differences]]
what = "language"
here = "one"
there = "two"
"""


def read(folder, text):
    (folder / "study.toml").write_text('kind = "challenge"\n', encoding="utf-8")
    (folder / "results.csv").write_text("system,test_uar\nA,1.0\nB,2.0\n", encoding="utf-8")
    (folder / "bridge.toml").write_text(text, encoding="utf-8")
    return read_challenge(folder)


def test_families_and_differences_are_read(tmp_path):
    """In the order of the file; the file counts as an input."""
    challenge = read(tmp_path, SOUND)
    expected = Bridge("other", (Family("Warp", ("A", "B"), ("x",)),), (Difference("language", "one", "two"),))
    assert expected == challenge.bridge
    assert "bridge.toml" in challenge.inputs


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('["A", "B"]', '["A", "C"]'), "names 'C', which is no system here"),
        (('study = "other"', "study = 3"), "study = '3'"),
        (('there = ["x"]', "there = []"), "a table of families"),
        (('there = ["x"]', 'there = ["x", "x"]'), "a table of families"),
        (("[[differences]]", "[[families]]\nname = ' Warp '\nhere = ['A']\nthere = ['y']\n[[differences]]"), "twice"),
        (('there = ["x"]', 'there = ["x", 4]'), "a table of families"),
        (('what = "language"', 'what = " "'), "a table of differences"),
        (('name = "Warp"', 'name = "Warp"\ncolour = "red"'), "a table of families"),
        (("[[differences]]", "[[families]]\nname = 'Warp'\nhere = ['A']\nthere = ['y']\n[[differences]]"), "twice"),
        (("[[differences]]", "[[distances]]"), "unknown: 'distances'"),
        (("[[families]]", "[[families"), "not valid TOML"),
        ((SOUND, ""), "says nothing"),
        ((SOUND, 'study = "o"\nfamilies = 3\n'), "families = '3'"),
    ],
)
def test_a_fault_is_an_error_that_names_the_file(tmp_path, change, said):
    """Nothing is guessed, and no other error hides it."""
    with pytest.raises(InputError) as caught:
        read(tmp_path, SOUND.replace(*change))
    assert "bridge.toml" in str(caught.value) and said in str(caught.value)


def test_all_faults_are_told_at_once(tmp_path):
    """Two wrong families, two findings."""
    with pytest.raises(InputError) as caught:
        read(tmp_path, SOUND.replace('["A", "B"]', '["Z"]').replace('what = "language"', "what = 1"))
    assert "'Z'" in str(caught.value) and "a table of differences" in str(caught.value)


def test_a_study_is_no_bridge_to_itself(tmp_path):
    """The other study has another name."""
    with pytest.raises(InputError) as caught:
        read(tmp_path, SOUND.replace('"other"', f'"{tmp_path.name}"'))
    assert "bridge.toml" in str(caught.value) and "another study" in str(caught.value)


def test_a_bridge_without_families_is_a_warning(tmp_path):
    """The study can be built, and somebody hears why the chapter is not there."""
    challenge = read(tmp_path, 'study = "other"\n')
    assert ["no family is listed"] == [f.found[:19] for f in challenge.findings if f.severity == "warning"]
