"""Single speakers: which sentences stand, who is named, what is said where something is missing."""

import re
from dataclasses import replace

import pytest

from analysis.ledger import Ledger, key
from analysis.pages.chapters import CHAPTERS, chapters_of
from analysis.pages.charts.speakers import charts
from analysis.pages.site import Site
from analysis.pages.views.speakers import SpeakersView
from tests.benchmark.conftest import results_of
from tests.exposures import exposed_study, write_exposed
from tests.studies import write_files

from .reading import well_drawn
from .results import TEMPLATES

EVEN = (4, 4, 5, 3, 4, 4, 5, 3, 4, 4, 5, 3, 4)
SIMULATED = {"settings": "simulated = true\n"}


def source(results) -> str:
    """Return the chapter's page source."""
    return Site([results], results, TEMPLATES).chapters(results)["13-speakers"]


def page(results) -> str:
    """Return the chapter as a reader meets it: numbers as plain digits, marks left out."""
    text = source(results)
    for _ in range(3):
        text = re.sub(r"\[([^][]*)\]\{[^}]*\}", r"\1", text)
    return text.replace("\u00a0", " ")


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Let a study have this chapter only and no figure, which makes a page quickly."""
    chapters = tuple(chapter for chapter in CHAPTERS["benchmark"] if chapter.short == "speakers")
    monkeypatch.setattr("analysis.pages.site.chapters_of", lambda _results: chapters)
    monkeypatch.setattr("analysis.pages.site.charts", lambda _results, lead: {})


@pytest.fixture(scope="module")
def one(tmp_path_factory):
    """Thirteen speakers of whom one is never missed by one of two systems, under two attackers."""
    missed = {"one": (0,) + (6,) * 12, "plain": EVEN}
    folder = tmp_path_factory.mktemp("one") / "x"
    return results_of(write_exposed(folder, missed, targets=8, attackers=("ignorant", "semi_informed")))


@pytest.fixture(scope="module")
def nobody(tmp_path_factory):
    """Thirteen simulated speakers who are all about as exposed."""
    folder = tmp_path_factory.mktemp("nobody") / "x"
    return results_of(write_exposed(folder, {"plain": EVEN}, targets=8, **SIMULATED))


def test_who_is_most_exposed_is_told_under_the_strongest_attacker(one):
    """The first anonymizer, as there is no best trade; the speaker's EER with interval, trials and what is accepted."""
    said = page(one)
    assert "Under the *semi-informed* attacker one has an EER of" in said
    # One speaker's eight and two of eight of each of twelve, out of thirteen times eight.
    assert "over all speakers, and 31 % of all target trials are accepted." in said
    assert "Of 8 target trials of its most exposed speaker, s0, 100 % (63–100) are accepted at that same" in said
    assert "the speaker's own EER is 0.0 % (0.0–36.9)." in said
    assert "That is lower than chance alone makes the lowest of 13 speakers who are all alike" in said


def test_one_beyond_chance_is_said_as_far_as_it_goes(one):
    """Two of six cases, the reference's among them, are named; both hold after Holm's adjustment over all six."""
    said = page(one)
    assert "In 2 of 6 cases the lowest EER lies below the 95 % range of that: one (ignorant and semi-informed)." in said
    assert "All of these hold after it, so that in each somebody is more exposed than the EER of all tells." in said
    assert "In 2 of 6 cases somebody is: one (ignorant and semi-informed). Elsewhere nobody is shown to be." in said
    assert "nobody named above" not in said


def said_of(results, name: str, held: int, **verdicts: str) -> str:
    """Return the page where these cases are beyond chance, system → the word after Holm's adjustment."""
    measure = {"lowest": "lowest_beyond", "share": "share_beyond"}[name]
    count, holds = (key("x", "count", what) for what in (measure, f"{name}_holds"))
    changed = {count: len(verdicts), holds: held}
    rows = [replace(row, value=changed.get(row.key, row.value)) for row in results.ledger]
    kept = {name_: words for name_, words in results.verdicts.items() if f"/{name}_holds/" not in name_}
    kept |= {key("x", f"{name}_holds", system, "ignorant"): words for system, words in verdicts.items()}
    return page(replace(results, ledger=Ledger(rows), verdicts=kept))


HOLDS, FAILS = "holds after Holm", "does not hold after Holm"


def test_cases_that_hold_are_told_from_those_that_do_not(one):
    """Each is named on its side, one in the singular."""
    said = said_of(one, "lowest", 1, one=HOLDS, plain=FAILS)
    assert "After it 1 holds, and there somebody is more exposed than the EER of all tells: one (ignorant)." in said
    assert "In the other, plain (ignorant), whoever is lowest may only have had bad luck" in said


def test_one_case_is_told_in_the_singular(one):
    """It holds, or does not, and in the second case nobody is pointed at, at the top of the page too."""
    assert "The case holds after it, so that in it somebody is more exposed" in said_of(one, "lowest", 1, one=HOLDS)
    said = said_of(one, "lowest", 0, one=FAILS)
    assert "In 1 of 6 cases the lowest EER lies below the 95 % range of that: one (ignorant)." in said
    assert "The case does not hold after it, so that nobody named above is shown to be more exposed" in said
    assert "Nobody is shown to be, in any of 6 cases" in said


def test_intervals_that_hang_on_one_speaker_are_named(one):
    """With the speaker, the system and the attacker; where none holds the page says so."""
    who = one.verdicts[key("x", "influential", "plain", "ignorant")]
    said = said_of(one, "share", 1, one=FAILS, plain=HOLDS)
    assert f"1 holds, whose interval hangs on one speaker more than chance would have it: {who} by plain (ign" in said
    said = said_of(one, "share", 0, one=FAILS)
    assert "The case does not hold after Holm's adjustment over all cases, so that no interval here is shown" in said
    assert "No more than by chance, in any of" in said


def test_nobody_beyond_chance_is_said_too(nobody):
    """Where all are alike the page does not make anybody special."""
    said = page(nobody)
    assert "So low an EER, or a lower one, somebody has by chance as well: of 13 speakers who are all alike" in said
    assert "In 0 of 2 cases the lowest EER lies below the 95 % range of that.\n" in said
    assert "Nobody is shown to be, in any of 2 cases" in said
    assert "So nobody named above is shown to be more exposed than the others: somebody had to be the lowest." in said


def test_simulated_speakers_are_told_as_such(one, nobody):
    """The sentence stands where the inputs are simulated and nowhere else."""
    assert "**The speakers are simulated.**" in page(nobody)
    assert "simulated" not in page(one)


def test_a_system_whose_speakers_share_the_lowest_names_nobody(nobody):
    """The reference misses nobody."""
    said = page(nobody)
    assert (
        "Too many speakers share the lowest EER for anybody to be named: original (13 of 13 speakers, 0.0 %)." in said
    )
    assert "| original | 13 share it | 0.0 | several |" in said


def test_orders_are_compared_where_there_are_two_systems(one, nobody):
    """Two systems are a pair, in the singular; one system has nobody to agree with."""
    assert "Over 1 pair of 2 systems rho of 13 speakers is" in page(one)
    assert "The same speakers by every system?" not in page(nobody)


def test_influence_follows_the_verdicts(tmp_path, nobody):
    """One speaker of twenty who makes nearly the whole variance is told; nineteen alike ones are not."""
    made = results_of(write_exposed(tmp_path / "x", {"mine": (8,) + (2,) * 19}, targets=8))
    said = page(made)
    assert "It holds after Holm's adjustment over all cases: this interval hangs on one speaker more than" in said
    assert "More than by chance, in 1 of 1 cases: s0 by mine (ignorant)." in said
    assert "so that no interval here is shown to hang on one speaker" in page(nobody)


def test_an_attack_without_anybody_who_moves_the_eer(nobody):
    """The row of the reference has words in place of numbers."""
    row = next(line for line in page(nobody).splitlines() if line.startswith("| original | nobody"))
    assert 4 == row.count("no speaker moves the EER")


def test_unequal_numbers_of_trials_stand_in_the_table(tmp_path):
    """Where target trials are not equally many, each cell has its own."""
    files = exposed_study({"mine": (1, 2, 3, 0)})
    kept = [line for line in files["meta/trials_test.csv"].splitlines() if not line.startswith("s3,s3-t3")]
    files["meta/trials_test.csv"] = "\n".join(kept) + "\n"
    said = page(results_of(write_files(tmp_path / "x", files)))
    assert "s3 0.00.0–70.83 trials" in said and "4 trials" in said
    assert "A speaker has few, so that EERs and edges move in steps" in said


def test_trials_that_share_utterances_have_no_interval_and_no_chance(tmp_path):
    """The page says so once, and leaves out what cannot be said."""
    files = exposed_study({"mine": (1, 2, 3, 0), "other": (3, 2, 1, 0)})
    for path, text in files.items():
        if path.endswith(".csv") and path != "meta/test_utts.csv":
            header, *lines = text.splitlines()
            with_enrolling = [f"{header},enroll_utt", *(f"{line},{line.split(',')[0]}-e" for line in lines)]
            files[path] = "\n".join(with_enrolling) + "\n"
    made = results_of(write_files(tmp_path / "x", files))
    said = page(made)
    assert "**It has no interval here**" in said
    assert "What chance makes of the lowest" not in said
    assert "It cannot be told here: target trials of one speaker share utterances" in said
    assert "exact interval." not in said
    assert "Who is most exposed" in said and "How much hangs on one speaker" in said
    assert well_drawn(*charts(made))


def test_hostile_ids_are_shown_and_never_run(tmp_path):
    """Mark-up in the id of a speaker is escaped wherever it stands."""
    ids = ("a|b [x](y)", "<b>*x*</b>", "{{< include f >}}", "12")
    made = results_of(write_exposed(tmp_path / "x", {"mine": (0, 1, 2, 3), "more": (0, 1, 2, 3)}, speakers=ids))
    text = source(made)
    assert r"[a\|b \[x\](y)]{.data}" in text and "{{<" not in text and "<b>" not in text


def test_the_picture_names_who_is_lowest_alone(one):
    """s0 by one system, nobody by the other two, where several share the lowest."""
    (chart,) = charts(one)
    assert "ignorant, lowest: one, s0." in chart.alt
    assert "ignorant: lower than if all speakers were alike for one." in chart.alt
    assert well_drawn(chart)


def test_many_systems_have_several_pictures(tmp_path):
    """Seventeen systems stand in two."""
    missed = {f"system{number}": (0, 1, 2) for number in range(17)}
    made = results_of(write_exposed(tmp_path / "x", missed, targets=2 + 1))
    assert ["speakers", "speakers_2"] == [chart.name for chart in charts(made)]


def test_a_study_without_two_speakers_has_no_chapter(tmp_path):
    """One enrolled speaker: no chapter, no picture."""
    files = exposed_study({"mine": (1, 2)})
    kept = [line for line in files["meta/trials_test.csv"].splitlines() if not line.startswith("s1,")]
    files["meta/trials_test.csv"] = "\n".join(kept) + "\n"
    made = results_of(write_files(tmp_path / "x", files))
    assert "speakers" not in {chapter.short for chapter in chapters_of(made)}
    assert [] == charts(made)


def test_the_best_trade_is_told_first(one):
    """Where a best trade has named speakers it is the case in words."""
    one.verdicts[key("x", "best_trade")] = "plain"
    try:
        assert "plain" == SpeakersView(one).shown.system
    finally:
        del one.verdicts[key("x", "best_trade")]
