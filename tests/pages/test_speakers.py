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


def test_who_is_most_exposed_is_told_where_it_is_beyond_chance(one):
    """Of the cases that hold that of the attacker who knows most; EER with interval, trials and what is accepted."""
    said = page(one)
    assert "**For example**, under the *semi-informed* attacker one has an EER of" in said
    # One speaker's eight and two of eight of each of twelve, out of thirteen times eight.
    assert "over all speakers; at its threshold 31 % of all target trials are accepted." in said
    assert "Of 8 target trials of s0, the speaker with the lowest EER, 100 % (63–100) are;" in said
    assert "the speaker's own EER is 0 % (0–37)." in said
    assert "Of 13 equally exposed speakers the lowest would be expected at" in said


def test_one_beyond_chance_is_said_as_far_as_it_goes(one):
    """Two of six cases, the reference's among them; both hold, and that somebody is exposed is not who it is."""
    said = page(one)
    assert "pooled EER suggests?** In 2 of 6 cases: one (ignorant and semi-informed). Elsewhere who is" in said
    assert "cannot be told, which is no sign that nobody is: with so few trials a speaker only extreme" in said
    assert "Beyond chance it is in 2: one (ignorant and semi-informed)." in said
    assert "that it is the one who is named is not tested." in said


def test_spread_is_told_by_attacker(one):
    """One of thirteen who stands out makes no spread beyond chance of itself; where it is so, each attacker is told."""
    names = {("count", "spread_holds"): 2, ("count", "spread_holds", "semi_informed"): 1}
    names |= {("count", "spread_holds", "ignorant"): 1}
    changed = {key("x", *name): float(value) for name, value in names.items()}
    rows = [replace(row, value=changed.get(row.key, row.value)) for row in one.ledger]
    said = page(replace(one, ledger=Ledger(rows)))
    assert "and beyond chance in 2; under the semi-informed attacker in 1 of 3." in said
    assert "and beyond chance in 2 (ignorant: 1 of 3, semi-informed: 1 of 3)." in said


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
    """Of two that are beyond chance alone one holds, and only that one is named."""
    said = said_of(one, "lowest", 1, one=HOLDS, plain=FAILS)
    assert "range in 2 of 6 cases, where chance would bring 0.2 at most." in said
    assert "Beyond chance it is in 1: one (ignorant)." in said
    assert "plain (ignorant)" not in said


def test_where_none_holds_nobody_is_pointed_at(one):
    """At the top and below; the case in words is rare alone and expected among many."""
    said = said_of(one, "lowest", 0, one=FAILS)
    assert "Beyond chance it is in none." in said
    assert "It cannot be told: somebody always has the lowest EER, and in none of 6 cases is it too low" in said
    assert "so low a one is rare in a single case, but expected in some among so many." in said
    assert "more exposed than the pooled EER suggests;" not in said


def test_intervals_that_hang_on_one_speaker_are_named(one):
    """With the speaker, the system, the attacker and the effect; where none holds the page says so."""
    who = one.verdicts[key("x", "influential", "plain", "ignorant")]
    said = said_of(one, "share", 1, one=FAILS, plain=HOLDS)
    assert f"and still after Holm's adjustment in 1: {who} under plain (ignorant)." in said
    assert f"larger than by chance: {who} under plain (ignorant)." in said
    assert re.search(rf"Without {who}, plain has an EER of [\d.]+ % instead of [\d.]+ %, with an interval that", said)
    said = said_of(one, "share", 0, one=FAILS)
    assert "but after Holm's adjustment in none." in said
    assert "part is larger than by chance" not in said and "instead of" not in said


def test_nobody_beyond_chance_is_said_too(nobody):
    """Where all are alike the page does not make anybody special, nor the speakers different."""
    said = page(nobody)
    assert "An EER this low is expected by chance alone among 13 equally exposed speakers, of whom" in said
    assert "lies below its 95 % range in 0 of 2 cases" in said
    assert "in 0 of 2 cases (by chance: about 0.4), and beyond chance in none." in said
    assert "It cannot be told: somebody always has the lowest EER, and in none of 2 cases" in said
    assert "no contradiction" not in said


def test_simulated_speakers_are_told_as_such(one, nobody):
    """The sentence stands where the inputs are simulated and nowhere else."""
    assert "**The speakers are simulated.**" in page(nobody)
    assert "simulated" not in page(one)


def test_a_system_whose_speakers_share_the_lowest_names_nobody(nobody):
    """The reference misses nobody."""
    said = page(nobody)
    assert re.search(r"\| original \| 0.00.0 \| 1.000 \| 13 share 0 \|  *\|", said)


def test_orders_are_compared_where_there_are_two_systems(one, nobody):
    """Two systems are a pair, in the singular; one system has nobody to agree with."""
    row = next(line for line in page(one).splitlines() if line.startswith("| ignorant |"))
    assert "With so few trials a speaker, luck in each EER lowers rho" in page(one)
    assert "| ignorant | 2 |" in row and " to " not in row  # one pair has no lowest and highest
    assert "The same speakers under every system?" not in page(nobody)
    assert "Are the same speakers exposed under every system?" not in page(nobody)


def test_influence_follows_the_verdicts(tmp_path, nobody):
    """One speaker of twenty who makes nearly the whole variance is told; nineteen alike ones are not."""
    made = results_of(write_exposed(tmp_path / "x", {"mine": (8,) + (2,) * 19}, targets=8))
    said = page(made)
    assert "In some case more than by chance." in said and "larger than by chance: s0 under mine (ignorant)." in said
    assert "and still after Holm's adjustment in 1: s0 under mine (ignorant)." in said
    assert re.search(r"\| mine \| s0 [\d.]+beyond chanceEER", said)
    assert "beyond chanceEER" not in page(nobody)


def test_shares_that_tell_nothing_are_told(tmp_path):
    """Where each moves the EER by one of two steps the page says that the largest share is nobody's."""
    said = page(results_of(write_exposed(tmp_path / "x", {"even": (0, 1) * 20}, targets=5)))
    assert "in even (ignorant) the shares are more even than by chance" in said
    assert "No more than by chance." in said and "share utterances" not in said
    assert "| even | " in said and "| 20 share 0 |" in said


def test_an_attack_without_anybody_who_moves_the_eer(nobody):
    """The row of the reference has words in place of numbers."""
    assert "| original | no speaker moves the EER |" in page(nobody)
    alike = "every speaker moves the EER alike"
    rows = [replace(row, missing=alike) if "/speaker_without/original" in row.key else row for row in nobody.ledger]
    assert f"| original | {alike} |" in page(replace(nobody, ledger=Ledger(rows)))


def test_one_target_trial_is_told_as_one(tmp_path):
    """Six speakers with one trial utterance each: the singular throughout."""
    said = page(results_of(write_exposed(tmp_path / "x", {"mine": (0, 1, 1, 1, 1, 1)}, targets=1)))
    assert re.search(r"Of the one target trial of s0, the speaker with the lowest EER, 100 % (\S+ )?is;", said)
    assert "Of 1 target" not in said


def test_unequal_numbers_of_trials_stand_in_the_table(tmp_path):
    """Where target trials are not equally many, each cell has its own."""
    files = exposed_study({"mine": (1, 2, 3, 0)})
    kept = [line for line in files["meta/trials_test.csv"].splitlines() if not line.startswith("s3,s3-t3")]
    files["meta/trials_test.csv"] = "\n".join(kept) + "\n"
    said = page(results_of(write_files(tmp_path / "x", files)))
    assert "s3 00–713 trials" in said and "4 trials" in said
    assert "A speaker has few target trials, so that EERs and edges move in steps" in said


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
    assert "| system | spread | lowest | second | third |\n" in said and "if alike" not in said
    assert "It cannot be told here: target trials of one speaker share utterances" in said
    assert "It is exact" not in said and "Do speakers differ?" not in said and "beyond chance" not in said.lower()
    assert "Who is exposed" in said and "How much hangs on one speaker" in said
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
    assert "ignorant: lower than by chance for one." in chart.alt
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


def test_the_best_trade_is_told_first_where_nobody_is_beyond_chance(one):
    """Where a case holds it is the case in words, whoever has the best trade; else the best trade is."""
    traded = replace(one, verdicts=one.verdicts | {key("x", "best_trade"): "plain"})
    assert "one" == SpeakersView(traded).shown.system
    kept = {name: words for name, words in traded.verdicts.items() if "/lowest_holds/" not in name}
    assert "plain" == SpeakersView(replace(traded, verdicts=kept)).shown.system


def test_eight_speakers_one_system_and_ties(tmp_path):
    """Two share the lowest EER; the page stands, names them, and compares nobody's orders."""
    said = page(results_of(write_exposed(tmp_path / "x", {"mine": (1, 1, 2, 3, 2, 3, 2, 2)})))
    assert "one of 2 speakers with the lowest EER" in said
    assert "Of 4 target trials of s" in said and "system?" not in said


def test_the_reference_is_one_case_for_two_attackers(tmp_path):
    """It stands under the ignorant attacker only, and the page says so."""
    made = results_of(
        write_exposed(tmp_path / "x", {"one": (0, 1, 2), "two": (2, 1, 0)}, attackers=("ignorant", "lazy"))
    )
    said = page(made)
    assert "original, to which the ignorant and the lazy-informed attacker do the same, is one case for both" in said
    first, second = said.split("under the lazy-informed attacker.\n")
    assert "| original |" in first and "| original |" not in second.split("## ")[0]
    assert "| as ignorant |" in said
