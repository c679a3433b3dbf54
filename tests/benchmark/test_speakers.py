"""Single speakers: who is named, what chance allows, whether systems agree, who makes the interval, the table."""

import csv
import io

import numpy
import pytest

from analysis.ledger import key, parts
from analysis.measures import equal_error_rate
from tests.benchmark.conftest import results_of
from tests.exposures import exposed_study, write_exposed
from tests.studies import score_text, write_files

MISSED = (2, 0, 3, 1, 4, 2, 3, 4)
"""Of four target trials; so the EERs are 50, 0, 75, 25, 100, 50, 75 and 100."""


@pytest.fixture(scope="module")
def eight(tmp_path_factory):
    """Eight speakers; three systems that expose the same ones, under two attackers."""
    missed = {"mine": MISSED, "yours": MISSED, "theirs": MISSED}
    return results_of(write_exposed(tmp_path_factory.mktemp("eight") / "x", missed, attackers=("ignorant", "lazy")))


def rows(results):
    return list(csv.DictReader(io.StringIO(results.tables["speakers.csv"].write_csv())))


def named(results, system, attacker="ignorant"):
    return parts(results.verdicts[key("x", "exposed", system, attacker)])


def value(results, *names):
    return results.ledger.value(key("x", *names))


def test_the_lowest_are_named_in_order(eight):
    """At most three, the lowest EER first, each with its number of target trials and an interval that holds it."""
    found = named(eight, "mine")
    assert 3 == len(found) and ("s1", "s3") == found[:2] and found[2] in ("s0", "s5")
    eers = [eight.ledger[key("x", "speaker_eer", "mine", "ignorant", name)] for name in found]
    assert [0.0, 25.0, 50.0] == [entry.value for entry in eers]
    # Of four target trials one is worth 25 points: no decimals.
    assert {0} == {entry.decimals for entry in eers}
    assert {4} == {entry.n for entry in eers}
    assert all(entry.ci_low <= entry.value <= entry.ci_high for entry in eers)
    # Nothing of four missed allows an EER up to 1 - 0.025 ** (1 / 4).
    assert 100 * (1 - 0.025**0.25) == pytest.approx(eers[0].ci_high)
    assert 0.0 == value(eight, "speaker_eer_lowest", "mine", "ignorant")


def test_accepted_is_counted_at_the_threshold_of_all(eight):
    """All four trials of the most exposed speaker score above every threshold that the EER of all could have."""
    entry = eight.ledger[key("x", "speaker_accepted", "mine", "ignorant", "s1")]
    assert (100.0, 4, 100.0) == (entry.value, entry.n, entry.ci_high)
    assert 100 * 0.025**0.25 == pytest.approx(entry.ci_low)
    assert ["2", "4", "1", "3", "0", "2", "1", "0"] == [
        row["n_accepted"] for row in rows(eight) if (row["system"], row["attacker"]) == ("mine", "lazy")
    ]


def test_accepted_of_all_is_counted_over_every_speaker(eight):
    """Those of the eight speakers together, of 32 target trials."""
    entry = eight.ledger[key("x", "speaker_accepted_all", "mine", "ignorant")]
    assert (100 * (2 + 4 + 1 + 3 + 0 + 2 + 1 + 0) / 32, 32) == (entry.value, entry.n)


def test_equal_speakers_by_one_system_are_not_named(eight):
    """By the reference nobody is missed: all eight share the lowest EER, and nobody is pointed at."""
    assert key("x", "exposed", "original", "ignorant") not in eight.verdicts
    shared = eight.ledger[key("x", "count", "lowest_shared", "original", "ignorant")]
    assert (8, 8) == (shared.value, shared.n)
    assert "within chance" == eight.verdicts[key("x", "lowest_speaker", "original", "ignorant")]
    assert "no speaker moves the EER" == eight.ledger[key("x", "speaker_without", "original", "ignorant")].missing


def test_spread_is_the_standard_deviation_of_the_speakers(eight):
    """EERs 50 0 75 25 100 50 75 100: mean 59.375, sum of squares about it 8,671.875, over seven."""
    entry = eight.ledger[key("x", "speaker_spread", "mine", "ignorant")]
    assert (8671.875 / 7) ** 0.5 == pytest.approx(entry.value)
    assert 8 == entry.n
    assert sorted(100 * missed / 4 for missed in MISSED) == list(
        next(spread.values for spread in eight.spreads if spread.key == entry.key)
    )


def test_one_who_stands_out_is_beyond_chance_and_one_of_many_is_not(tmp_path):
    """Twelve speakers are missed by half and one never; in the second system all are missed by about half."""
    even = (4, 4, 5, 3, 4, 4, 5, 3, 4, 4, 5, 3, 4)
    made = results_of(write_exposed(tmp_path / "x", {"one": (0,) + (6,) * 12, "none": even}, targets=8))
    assert ("beyond chance", "within chance") == tuple(
        made.verdicts[key("x", "lowest_speaker", system, "ignorant")] for system in ("one", "none")
    )
    law = made.ledger[key("x", "speaker_lowest_alike", "one", "ignorant")]
    assert 0.0 < law.ci_low <= law.value <= law.ci_high and 13 == law.n
    assert value(made, "speaker_lowest_chance", "one", "ignorant") < 0.025
    count = made.ledger[key("x", "count", "lowest_beyond")]
    assert (1, 3) == (count.value, count.n)
    assert 3 * 0.025 == pytest.approx(value(made, "expected", "lowest_beyond"))
    # The smallest of three is multiplied by three; it still holds, and nothing else is judged.
    chance = value(made, "speaker_lowest_chance", "one", "ignorant")
    adjusted = made.ledger[key("x", "speaker_lowest_holm", "one", "ignorant")]
    assert (pytest.approx(3 * chance), 3) == (adjusted.value, adjusted.n)
    assert 1 == value(made, "count", "lowest_holds")
    assert {key("x", "lowest_holds", "one", "ignorant"): "holds after Holm"} == {
        name: words for name, words in made.verdicts.items() if "/lowest_holds/" in name
    }


def test_speakers_who_differ_spread_beyond_chance(tmp_path):
    """Half of twelve speakers are never missed and half by three of four; in the second system all by half."""
    missed = {"apart": (0, 6) * 6, "alike": (4, 4, 3, 5) * 3}
    made = results_of(write_exposed(tmp_path / "x", missed, targets=8))
    assert value(made, "speaker_spread_chance", "apart", "ignorant") < 0.001
    assert value(made, "speaker_spread_chance", "alike", "ignorant") > 0.9
    assert value(made, "speaker_spread", "apart", "ignorant") > 2 * value(
        made, "speaker_spread_alike", "apart", "ignorant"
    )
    # The reference, whom nobody misses, has no spread and is one of the three cases.
    for name, number in (("spread_wider", 1), ("spread_beyond", 1), ("spread_holds", 1)):
        count = made.ledger[key("x", "count", name)]
        assert (name, number, 3) == (name, count.value, count.n)
    assert 0.8 < value(made, "expected", "spread_wider") < 1.1  # about half of two that can spread
    assert {key("x", "spread_holds", "apart", "ignorant"): "holds after Holm"} == {
        name: words for name, words in made.verdicts.items() if "/spread_holds/" in name
    }
    under = made.ledger[key("x", "count", "spread_holds", "ignorant")]
    assert (1, 3) == (under.value, under.n)


def test_one_who_is_most_exposed_by_many_systems_is_beyond_chance(tmp_path):
    """Of twenty speakers one is lowest in four systems, the others elsewhere in each: 20 * (3 / 20) ** 4 by chance."""
    missed = {f"m{turn}": (0, *numpy.roll([1, 2] + [3] * 17, 4 * turn).tolist()) for turn in range(4)}
    made = results_of(write_exposed(tmp_path / "x", missed))
    assert 20 * (3 / 20) ** 4 == pytest.approx(value(made, "expected", "exposed_as_often", "ignorant"))
    assert ("s0", "beyond chance") == tuple(
        made.verdicts[key("x", name, "ignorant")] for name in ("exposed_most_often", "most_often")
    )


def test_systems_that_expose_the_same_speakers_agree(eight):
    """Three pairs of systems with one order have rho 1, beyond chance; the most exposed is so by all three."""
    for name in ("mean", "lowest", "highest"):
        entry = eight.ledger[key("x", "speaker_order", "ignorant", name)]
        assert (1.0, 8) == (pytest.approx(entry.value), entry.n)
    assert (3, 3) == (
        value(eight, "count", "speaker_orders", "lazy"),
        value(eight, "count", "speaker_order_pairs", "lazy"),
    )
    assert "beyond chance" == eight.verdicts[key("x", "speaker_order", "ignorant")]
    assert value(eight, "speaker_order_chance", "ignorant") < 0.01
    often = eight.ledger[key("x", "count", "exposed_most_often", "ignorant")]
    assert (3, 3) == (often.value, often.n)
    # Of eight speakers three are drawn for each of three systems: (3 / 8) ** 3 of eight are drawn by all.
    assert 8 * (3 / 8) ** 3 == pytest.approx(value(eight, "expected", "exposed_as_often", "ignorant"))
    assert "within chance" == eight.verdicts[key("x", "most_often", "ignorant")]  # 0.42 of them are no rarity


def test_systems_that_expose_others_do_not_agree(tmp_path):
    """Two opposite orders."""
    made = results_of(write_exposed(tmp_path / "x", {"one": (0, 1, 2), "other": (2, 1, 0)}))
    assert -1.0 == pytest.approx(value(made, "speaker_order", "ignorant", "mean"))
    assert "within chance" == made.verdicts[key("x", "speaker_order", "ignorant")]
    assert key("x", "count", "exposed_most_often", "ignorant") not in made.ledger  # all three are named by both


def test_left_out_is_the_eer_of_the_other_trials(eight):
    """Each value without a speaker is that of a list without the trials in which the speaker enrolls or talks."""
    missed = {"mine": MISSED, "yours": MISSED, "theirs": MISSED}
    text = exposed_study(missed)["scores/ignorant/mine.csv"].splitlines()[1:]
    trials = [(enrolled, utterance.split("-")[0], float(score)) for enrolled, utterance, score in
              (line.split(",") for line in text)]  # fmt: skip
    without = {}
    for speaker in (f"s{number}" for number in range(8)):
        kept = [(score, one == other) for one, other, score in trials if speaker not in (one, other)]
        without[speaker] = equal_error_rate(*zip(*kept, strict=True)).value
    table = [row for row in rows(eight) if (row["system"], row["attacker"]) == ("mine", "ignorant")]
    assert without == {row["speaker"]: pytest.approx(float(row["eer_without"]), abs=6e-4) for row in table}
    moved = numpy.array(list(without.values())) - numpy.mean(list(without.values()))
    shares = 100 * moved**2 / (moved**2).sum()
    assert shares.tolist() == pytest.approx([float(row["variance_share"]) for row in table], abs=6e-4)
    assert 100.0 == pytest.approx(sum(float(row["variance_share"]) for row in table), abs=0.01)
    largest = f"s{int(shares.argmax())}"
    assert largest == eight.verdicts[key("x", "influential", "mine", "ignorant")]
    assert shares.max() == pytest.approx(value(eight, "speaker_share", "mine", "ignorant", "largest"))
    assert sum(sorted(shares)[-5:]) == pytest.approx(value(eight, "speaker_share", "mine", "ignorant", "several"))
    assert without[largest] == pytest.approx(value(eight, "speaker_without", "mine", "ignorant"))


def test_the_width_without_rests_on_the_draws_without(eight):
    """It is of the joint kind, as the width beside it, and of fewer of the 60 draws."""
    every = eight.ledger[key("x", "eer_joint", "mine", "ignorant", "all")]
    rest = eight.ledger[key("x", "speaker_width", "mine", "ignorant")]
    assert every.ci_high - every.ci_low == pytest.approx(value(eight, "width", "joint", "mine", "ignorant"))
    assert rest.value > 0
    assert 5 < rest.n < 40


def test_the_largest_effect_of_leaving_somebody_out_is_told(eight):
    """Over all systems and attackers, each without the speaker with the largest share: the EER, and the width."""
    cases = [(system, attacker) for system in ("mine", "yours", "theirs") for attacker in ("ignorant", "lazy")]
    moved = [
        abs(value(eight, "eer", *case, "all") - value(eight, "speaker_without", *case)) for case in cases
    ]  # fmt: skip
    assert max(moved) == pytest.approx(value(eight, "speaker_moved", "all"))
    narrower = [
        100 * (1 - value(eight, "speaker_width", *case) / value(eight, "width", "joint", *case)) for case in cases
    ]
    assert max(0, *narrower) == pytest.approx(value(eight, "speaker_narrowed", "all"))


def test_shares_that_step_alike_are_told(tmp_path):
    """Of forty speakers half are missed once and half never: each moves the EER by one of two steps of one size."""
    made = results_of(write_exposed(tmp_path / "x", {"even": (0, 1) * 20}, targets=5))
    assert 100 / 40 == pytest.approx(value(made, "speaker_share", "even", "ignorant", "largest"), rel=0.2)
    assert "more even than chance" == made.verdicts[key("x", "share_even", "even", "ignorant")]


def test_speakers_who_all_move_the_eer_alike_are_told_from_those_who_do_not_move_it(tmp_path):
    """Three speakers with a trial utterance each: a third of targets and of others is wrong, without anyone a half."""
    scores = [[0, 1, 2], [8, 6, 7], [3, 4, 5]]
    rows_of = [
        (f"s{enrolled}", f"s{spoken}-t0", float(score))
        for enrolled, row in enumerate(scores)
        for spoken, score in enumerate(row)
    ]
    changes = {"scores/ignorant/mine.csv": score_text(rows_of)}
    made = results_of(write_exposed(tmp_path / "x", {"mine": (0, 0, 0)}, targets=1, changes=changes))
    assert 100 / 3 == pytest.approx(value(made, "eer", "mine", "ignorant", "all"))
    for measure in (("speaker_without",), ("speaker_width",), ("speaker_share", "largest")):
        reasons = [
            made.ledger[key("x", measure[0], system, "ignorant", *measure[1:])].missing
            for system in ("original", "mine")
        ]
        assert ["no speaker moves the EER", "every speaker moves the EER alike"] == reasons
    assert key("x", "influential", "mine", "ignorant") not in made.verdicts


def test_of_two_speakers_nobody_can_be_left_out(tmp_path):
    """One alone has no non-target trial, and so no EER that could have moved or not."""
    made = results_of(write_exposed(tmp_path / "x", {"mine": (1, 2)}))
    missing = made.ledger[key("x", "speaker_without", "mine", "ignorant")].missing
    assert "too few speakers to leave one out" == missing


def test_one_speaker_who_makes_the_interval_is_beyond_chance(tmp_path):
    """Nineteen speakers are alike, one is missed altogether: nearly all of the variance is that one's."""
    made = results_of(write_exposed(tmp_path / "x", {"mine": (8,) + (2,) * 19}, targets=8))
    assert "s0" == made.verdicts[key("x", "influential", "mine", "ignorant")]
    assert "beyond chance" == made.verdicts[key("x", "largest_share", "mine", "ignorant")]
    assert value(made, "speaker_share", "mine", "ignorant", "largest") > 60
    assert value(made, "speaker_share_limit", "all") < 60
    assert 1 == value(made, "count", "share_beyond")
    # The reference has nobody who moves its EER, and so the family is this one attack.
    assert value(made, "speaker_share_holm", "mine", "ignorant") < 0.001
    assert 1 == made.ledger[key("x", "speaker_share_holm", "mine", "ignorant")].n
    assert "holds after Holm" == made.verdicts[key("x", "share_holds", "mine", "ignorant")]
    assert key("x", "share_even", "mine", "ignorant") not in made.verdicts


def test_a_speaker_alone_in_a_gender_has_no_eer(tmp_path):
    """No non-target trial enrolls the speaker, who stands in the table without an EER and is not named."""
    made = results_of(write_exposed(tmp_path / "x", {"mine": (1, 2, 3, 0)}, genders=("f", "f", "f", "m")))
    assert ("s0", "s1", "s2") == named(made, "mine")
    alone = next(row for row in rows(made) if (row["system"], row["speaker"]) == ("mine", "s3"))
    assert ("male", "4", "0", "", "4") == tuple(
        alone[name] for name in ("gender", "n_target", "n_nontarget", "eer", "n_accepted")
    )
    assert 3 == made.ledger[key("x", "speaker_spread", "mine", "ignorant")].n


def test_a_speaker_without_target_trials_has_no_eer(tmp_path):
    """Others are still tried against the model; nothing is divided by nothing."""
    files = exposed_study({"mine": (1, 2, 3, 0)})
    kept = [line for line in files["meta/trials_test.csv"].splitlines() if not line.startswith("s3,s3-")]
    files["meta/trials_test.csv"] = "\n".join(kept) + "\n"
    made = results_of(write_files(tmp_path / "x", files))
    assert "s3" not in named(made, "mine")
    found = next(row for row in rows(made) if (row["system"], row["speaker"]) == ("mine", "s3"))
    assert ("0", "12", "", "", "0", "", "") == tuple(
        found[name] for name in ("n_target", "n_nontarget", "eer", "eer_ci_high", "n_accepted", "accepted",
                                 "accepted_ci_high")
    )  # fmt: skip


def test_one_speaker_with_an_eer_is_no_crowd(tmp_path):
    """One speaker is enrolled, one is not: there is nobody to be more exposed than, and no chapter."""
    files = exposed_study({"mine": (1, 2)})
    kept = [line for line in files["meta/trials_test.csv"].splitlines() if not line.startswith("s1,")]
    files["meta/trials_test.csv"] = "\n".join(kept) + "\n"
    made = results_of(write_files(tmp_path / "x", files))
    assert "speakers.csv" not in made.tables and not made.spreads
    assert not [entry for entry in made.ledger if "/speaker_" in entry.key]


def test_trials_of_one_utterance_against_another_have_no_exact_interval(tmp_path):
    """Target trials share utterances, so that no interval and no chance is made up for them."""
    files = exposed_study({"mine": (1, 2, 3, 0)})
    for path, text in files.items():
        if path.endswith(".csv") and path != "meta/test_utts.csv":
            header, *lines = text.splitlines()
            files[path] = (
                "\n".join([f"{header},enroll_utt", *(f"{line},{line.split(',')[0]}-e" for line in lines)]) + "\n"
            )
    made = results_of(write_files(tmp_path / "x", files))
    entry = made.ledger[key("x", "speaker_eer", "mine", "ignorant", "s3")]
    assert (0.0, None) == (entry.value, entry.ci_low)
    assert "no interval: trials share utterances" in entry.method
    for name in ("speaker_lowest_alike", "speaker_lowest_chance", "speaker_spread_alike"):
        assert "trials share utterances" == made.ledger[key("x", name, "mine", "ignorant")].missing
    assert key("x", "count", "lowest_beyond") not in made.ledger
    assert {""} == {row["eer_ci_low"] for row in rows(made)}


def test_many_speakers_add_no_rows(eight, tmp_path):
    """The ledger holds as many rows about thirty speakers as about eight; the table holds all of them."""
    missed = [number % 5 for number in range(30)]
    many = results_of(
        write_exposed(
            tmp_path / "x", dict.fromkeys(("mine", "yours", "theirs"), missed), attackers=("ignorant", "lazy")
        )
    )

    def about(results):
        return [entry for entry in results.ledger if entry.key.startswith("x/speaker_")]

    # The six speakers with an EER of 0 are too many to be named, by any system.
    assert len(about(many)) < len(about(eight))
    assert 30 * 8 == len(rows(many))


def test_ids_are_data(tmp_path):
    """Ids with signs of keys and mark-up stay what they are, in keys, verdicts and the table."""
    ids = ("a/b", "[x](y) | z", "<b>*x*</b>", "12")
    made = results_of(write_exposed(tmp_path / "x", {"mine": (0, 1, 2, 3)}, speakers=ids))
    assert ids[:3] == named(made, "mine")
    assert 0.0 == value(made, "speaker_eer", "mine", "ignorant", "a/b")
    assert set(ids) == {row["speaker"] for row in rows(made)}
