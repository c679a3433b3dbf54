"""A study that counts words: every page, and every name of a ledger row, says WER."""

import csv
import io
import re

import pytest

from analysis.pages import site
from analysis.pages.charts import Chart
from analysis.pages.names import names_csv
from tests.benchmark.conftest import results_of
from tests.studies import write_study

from .results import TEMPLATES

CHARACTERS = re.compile(r"\bCERs?\b|character error|reference signs|every sign of")


class Undrawn(dict):
    """Figures that are asked for by name and not drawn."""

    def __missing__(self, name):
        return Chart(name, "", "")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """Give the results of the tiny study by words, with a leaderboard that spells `wer`."""
    folder = write_study(
        tmp_path_factory.mktemp("words") / "tiny",
        {
            "study.toml": lambda text: 'text = "words"\n' + text,
            "meta/leaderboard.csv": lambda text: text.replace(
                ",cer,cer_phone,cer_studio,", ",wer,wer_phone,wer_studio,"
            ),
        },
    )
    return results_of(folder)


def test_the_rate_counts_words(results):
    """Of the five words in a speaker's three references three are wrong: the last of each text, which is cut."""
    assert (60.0, 20) == (results.ledger["tiny/cer/mcadams/all"].value, results.ledger["tiny/cer/mcadams/all"].n)
    assert "corpus WER" in results.ledger["tiny/cer/mcadams/all"].method
    shipped = results.ledger["tiny/shipped/cer/mcadams/phone"]
    assert (43.77, "meta/leaderboard.csv, wer_phone") == (shipped.value, shipped.source)


def test_no_page_speaks_of_characters(results, monkeypatch):
    """Neither the name of the rate nor its unit is that of characters, on any page or in any method."""
    monkeypatch.setattr(site, "charts", lambda _results, lead=True: Undrawn())
    files = site.Site([results], results, TEMPLATES).files(lambda _text: True)
    pages = {name: text for name, text in files.items() if name.endswith(".qmd")}
    assert not {name: CHARACTERS.findall(text) for name, text in pages.items() if CHARACTERS.search(text)}
    assert sum("WER" in text for text in pages.values()) > 5


def test_names_of_rows_say_wer(results):
    """The words of the study's own names stand before those of every study."""
    rows = list(csv.DictReader(io.StringIO(names_csv([results]))))
    own = {(row["kind"], row["id"]): row["words"] for row in rows if row["study"] == "tiny"}
    every = {(row["kind"], row["id"]): row["words"] for row in rows if not row["study"]}
    shown = every | own
    assert ("WER", "WER") == (shown["measure", "cer"], shown["part", "cer"])
    assert not [words for words in shown.values() if "CER" in words]
