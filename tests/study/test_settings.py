import pytest

from analysis.errors import InputError
from analysis.results import Author, Pair
from analysis.study.settings import SystemSetting, read_settings
from tests.studies import write_files


def folder(tmp_path, text, name="my_study"):
    return write_files(tmp_path / name, {"study.toml": text})


def test_authors_may_have_affiliations(tmp_path):
    """Names alone and tables with an affiliation can stand in one list each."""
    given = "[[authors]]\nname = 'A. Author'\naffiliation = 'An Institute'\n[[authors]]\nname = 'B. Author'\n"
    assert (Author("A. Author", "An Institute"), Author("B. Author")) == read_settings(folder(tmp_path, given)).authors


def test_a_study_without_settings_has_the_defaults(tmp_path):
    """Without study.toml every value comes from the defaults and the title from the folder's name."""
    settings = read_settings(folder(tmp_path, None))
    assert ("my_study", "benchmark", "my study") == (settings.study, settings.kind, settings.title)
    assert (1000, 0, 0.95, "speaker", "characters", "original") == (
        settings.draws, settings.seed, settings.level, settings.interval, settings.text, settings.reference
    )  # fmt: skip
    assert "defaults" == settings.source("draws")


def test_each_value_remembers_where_it_came_from(tmp_path):
    """What stands in study.toml has that source, the rest has `defaults`."""
    settings = read_settings(folder(tmp_path, "draws = 2_000\ndate = 2026-03-01\nauthors = 'A. Author'\n"))
    assert (2000, "2026-03-01", (Author("A. Author"),)) == (settings.draws, settings.date, settings.authors)
    assert ("study.toml", "defaults") == (settings.source("draws"), settings.source("seed"))
    with pytest.raises(KeyError):
        settings.source("sead")


def test_systems_and_pairs_keep_their_order(tmp_path):
    """The order of the tables is the listing order."""
    text = '[[systems]]\nid = "b"\nlabel = "B"\n[[systems]]\nid = "a"\n[[pairs]]\nb = "b"\na = "a"\nquestion = "Why?"\n'
    settings = read_settings(folder(tmp_path, text))
    assert (SystemSetting("b", "B"), SystemSetting("a")) == settings.systems
    assert (Pair("b", "a", "Why?"),) == settings.pairs


def test_a_band_is_there_only_where_one_was_printed(tmp_path):
    """No band is made up; one that is given is a percentage."""
    assert read_settings(folder(tmp_path, None, "bare")).mfdr_band is None
    assert 5.0 == read_settings(folder(tmp_path, "mfdr_band = 5\n")).mfdr_band


def test_notes_are_one_text_or_several(tmp_path):
    """In their order, without blanks around them; none where the study says nothing."""
    assert () == read_settings(folder(tmp_path, None, "bare")).notes
    assert ("One.",) == read_settings(folder(tmp_path, 'notes = "One. "\n', "one")).notes
    assert ("One.", "Two.") == read_settings(folder(tmp_path, 'notes = ["One.", "Two."]\n')).notes


def test_kind_follows_from_the_files(tmp_path):
    """A folder with results.csv is a challenge."""
    assert "challenge" == read_settings(write_files(tmp_path / "x", {"results.csv": "system\n"})).kind


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("drows = 5", ["'drows'", "did you mean draws"]),
        ("draws = 0", ["draws = '0'", "whole number from 1"]),
        ("draws = true", ["draws", "whole number"]),
        ("draws = 1.5", ["draws"]),
        ("seed = -1", ["seed = '-1'"]),
        ("level = 95", ["level = '95'", "between 0 and 1"]),
        ("level = nan", ["level"]),
        ('kind = "benchmarks"', ['"benchmark" or "challenge"']),
        ('text = "chars"', ['"characters" or "words"']),
        ('interval = "trial"', ['"speaker" (one-sided) or "two_sided"']),
        ("kind = [1]", ["kind"]),
        ("notes = 1", ["notes = '1'", "a list of texts"]),
        ("notes = [' ']", ["notes", "a list of texts"]),
        ("mfdr_band = 0", ["mfdr_band = '0'", "above 0 and at most 200"]),
        ("mfdr_band = 201", ["mfdr_band"]),
        ("mfdr_band = nan", ["mfdr_band"]),
        ("mfdr_band = true", ["mfdr_band"]),
        ("title = 5", ["title", "a text in quotes"]),
        ("lead = 1", ["true or false"]),
        ("license = 'CC BY 4.0'", ["license = 'CC BY 4.0'", '"CC-BY-4.0"', "address of the terms"]),
        ("license = 4", ["license"]),
        ("authors = [1]", ["authors", "[[authors]] with name"]),
        ("[[authors]]\nname = 'A'\nplace = 'B'", ["authors", "affiliation"]),
        ("[[authors]]\naffiliation = 'B'", ["authors", "[[authors]] with name"]),
        ('reference = "=x"', ["reference", "formula"]),
        ("systems = [1]", ["systems = [1]", "tables with id", "correct systems, or take it out"]),
        ('systems = ["original", "a"]', ['systems = ["original", "a"]', "write a table [[systems]] with an id"]),
        ('[[systems]]\nid = "a"\n[[systems]]\nid = "a"', ["each system once"]),
        ('[[systems]]\nname = "a"', ["tables with id"]),
        ('[[pairs]]\nb = "a"\na = "a"', ["two different systems"]),
        ("draws = ", ["not valid TOML"]),
        ("a = 1\na = 2", ["not valid TOML"]),
    ],
)
def test_a_wrong_setting_names_key_value_and_what_is_allowed(tmp_path, text, words):
    """An unknown key or a value of the wrong kind is refused with what would be right."""
    with pytest.raises(InputError) as caught:
        read_settings(folder(tmp_path, text))
    for word in words:
        assert word in str(caught.value)


def test_all_faults_are_told_at_once(tmp_path):
    """Two wrong settings make one message with both."""
    with pytest.raises(InputError, match="2 errors") as caught:
        read_settings(folder(tmp_path, "draws = 0\nlevel = 2\n"))
    assert "draws" in str(caught.value)
    assert "level" in str(caught.value)
