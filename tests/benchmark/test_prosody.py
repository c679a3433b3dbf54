"""Pitch and duration of the demo clips as ledger rows, on the tiny study's four clips."""

import pytest

from tests.studies import wav


def row(results, *names):
    return results.ledger.get("/".join(("tiny", *names)))


def test_the_error_of_rho_follows_from_the_clips_it_rests_on(results):
    """Four clips give 1/sqrt(3); with one of them silent, three are left and give 1/sqrt(2)."""
    made = results()
    assert (pytest.approx(3**-0.5), 4) == (row(made, "rho_f0_error", "mcadams", "demo").value, 4)
    silent = results({"audio/anonymized/mcadams/12-t1.wav": wav(pitch=0.0)})
    entry = row(silent, "rho_f0_error", "mcadams", "demo")
    assert (pytest.approx(2**-0.5), 3) == (entry.value, entry.n)
    assert row(silent, "rho_f0_error", "original", "demo") is None


def test_the_originals_have_a_pitch_by_gender(tiny):
    """The female clips are near 220 and 190 Hz, the male ones near 160 and 130 Hz."""
    found = {
        (name, gender): row(tiny, name, "original", gender).value
        for name in ("lowest_f0", "median_f0", "highest_f0")
        for gender in ("female", "male")
    }
    for (name, gender), hertz in {
        ("lowest_f0", "female"): 190, ("median_f0", "female"): 205, ("highest_f0", "female"): 220,
        ("lowest_f0", "male"): 130, ("median_f0", "male"): 145, ("highest_f0", "male"): 160,
    }.items():  # fmt: skip
        assert pytest.approx(hertz, rel=0.03) == found[name, gender]
    assert 2 == row(tiny, "median_f0", "original", "female").n


def test_two_clips_of_a_gender_have_no_correlation(tiny):
    """Any two clips are in perfect order or disorder, which says nothing: missing with its reason and its n."""
    entry = row(tiny, "rho_f0", "mcadams", "demo_female")
    assert (None, "too few voiced clips", 2) == (entry.value, entry.missing, entry.n)
    assert 1.0 == row(tiny, "rho_f0", "mcadams", "demo").value


def test_three_clips_of_a_gender_have_one(results):
    """With three female clips in reversed order the correlation is -1 there."""
    changes = {"meta/demo_clips.csv": "utt_id,gender\n0012-t1,f\n12-t1,f\n1e5-t1,f\na-b-t1,m\n"}
    changes |= {
        f"audio/anonymized/mcadams/{name}-t1.wav": wav(pitch=hertz)
        for name, hertz in zip(("0012", "12", "1e5"), (120, 150, 180), strict=True)
    }
    entry = row(results(changes), "rho_f0", "mcadams", "demo_female")
    assert (-1.0, 3) == (entry.value, entry.n)


def test_without_genders_there_is_no_split(results):
    """A study that knows no gender has the correlation over all clips and no rows by gender."""
    made = results({
        "meta/demo_clips.csv": "utt_id\nx\n",
        "audio/demo/x.wav": wav(), "audio/anonymized/mcadams/x.wav": wav(pitch=150),
    })  # fmt: skip
    assert row(made, "median_f0", "original", "female") is None
    assert row(made, "rho_f0", "mcadams", "demo_female") is None
    assert "too few voiced clips" == row(made, "rho_f0_error", "mcadams", "demo").missing
