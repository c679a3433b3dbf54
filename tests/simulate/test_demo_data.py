"""The committed demo data, read by other means than those that wrote them: counts, bounds and shape."""

import wave
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analysis.measures.bootstrap import eer_draws, ratio_draws, speaker_draws
from analysis.measures.content import edit_counts
from analysis.measures.eer import equal_error_rate
from analysis.measures.intervals import percentile_interval
from analysis.measures.prosody import duration_ratio, median_pitch, rank_correlation
from analysis.simulate import published

DATA = Path(__file__).parents[2] / "data" / "khmer_demo"
CASES = [(attacker, system) for attacker in published.ATTACKERS for system in published.EER[attacker]]


@cache
def table(name):
    return pd.read_csv(DATA / "meta" / name, dtype=str, keep_default_na=False)


@cache
def vectors(folder, system):
    with np.load(DATA / folder / f"{system}.npz", allow_pickle=False) as archive:
        return dict(zip(archive["utt_id"].tolist(), archive["emb"], strict=True))


@cache
def trial_arrays():
    trials, utterances = table("trials_test.csv"), table("test_utts.csv")
    corpus = dict(zip(utterances.speaker, utterances.corpus, strict=True))
    same_gender = (trials.same_gender == "True").to_numpy()
    enrolled, spoken = trials.enroll_speaker.map(corpus).to_numpy(), trials.trial_speaker.map(corpus).to_numpy()
    same_corpus = same_gender & (enrolled == spoken)
    lists = {
        "all": np.ones(len(trials), dtype=bool),
        "same_gender": same_gender,
        "same_gender_same_corpus": same_corpus,
        "same_gender_phone": same_corpus & (enrolled == published.PHONE),
        "same_gender_studio": same_corpus & (enrolled == published.STUDIO),
    }
    return trials, (trials.label == "target").to_numpy(), lists


@cache
def scores(attacker, system):
    folder = "embeddings_semi_informed" if attacker == "semi_informed" else "embeddings"
    tested = vectors(folder, system)
    enrolled = vectors("embeddings", "original") if attacker == "ignorant" else tested
    utterances = table("test_utts.csv")
    models = {}
    for speaker, rows in utterances[utterances.role == "enroll"].groupby("speaker"):
        model = np.mean([enrolled[name].astype(np.float64) for name in rows.utt_id], axis=0)
        models[speaker] = model / np.linalg.norm(model)
    trials = trial_arrays()[0]
    unit = {name: v / np.linalg.norm(v) for name, v in ((n, v.astype(np.float64)) for n, v in tested.items())}
    return np.array([models[e] @ unit[t] for e, t in zip(trials.enroll_speaker, trials.trial_utt, strict=True)])


def eer(attacker, system, name):
    _, target, lists = trial_arrays()
    chosen = lists[name]
    return equal_error_rate(scores(attacker, system)[chosen], target[chosen]).value


@cache
def edits_of(system):
    texts = table("transcripts.csv")
    return [edit_counts(r, h) for r, h in zip(texts.reference, texts[f"hyp_{system}"], strict=True)]


def cer(system, corpus=None):
    chosen = [e for e, c in zip(edits_of(system), table("transcripts.csv").corpus, strict=True) if corpus in (None, c)]
    return 100 * sum(e.errors for e in chosen) / sum(e.reference for e in chosen)


def test_trial_lists_have_the_published_sizes():
    """The five trial lists have the published numbers of trials, and 430 trials are targets."""
    _, target, lists = trial_arrays()
    assert {name: int(chosen.sum()) for name, chosen in lists.items()} == published.TRIALS
    assert int(target.sum()) == 430


def test_cohort_is_the_published_one():
    """43 speakers (17 women and 15 men on the phone, 11 women in the studio), 3 enrollment and 10 trial utterances."""
    utterances = table("test_utts.csv")
    speakers = utterances.drop_duplicates("speaker").value_counts(["corpus", "gender"]).to_dict()
    assert speakers == {(published.PHONE, "f"): 17, (published.PHONE, "m"): 15, (published.STUDIO, "f"): 11}
    assert set(utterances[utterances.role == "enroll"].speaker.value_counts()) == {3}
    assert set(utterances[utterances.role == "trial"].speaker.value_counts()) == {10}
    assert table("demo_clips.csv").gender.value_counts().to_dict() == {"f": 16, "m": 4}


def test_files_that_were_not_shipped_are_not_here():
    """Each part of the data holds the systems that the original study shipped it for, and no other."""

    def stems(folder, pattern):
        return {path.stem for path in (DATA / folder).glob(pattern)}

    assert set(published.SYSTEMS) == stems("embeddings", "*.npz")
    assert set(published.SYSTEMS) - {"asr_tts"} == stems("embeddings_semi_informed", "*.npz")
    columns = [name.removeprefix("hyp_") for name in table("transcripts.csv") if name.startswith("hyp_")]
    assert set(published.SYSTEMS) - {"knnvc_khmer_pool_samegender"} == set(columns)
    voiced = set(published.SYSTEMS) - {"knnvc_khmer_pool_samegender", "original"}
    assert voiced == {path.name for path in (DATA / "audio" / "anonymized").iterdir()}
    demo = set(table("demo_clips.csv").utt_id)
    assert demo == stems("audio/demo", "*.wav")
    assert all(demo == stems(f"audio/anonymized/{system}", "*.wav") for system in voiced)


@pytest.mark.parametrize("folder", ["embeddings", "embeddings_semi_informed"])
def test_embeddings_are_unit_vectors_in_half_precision(folder):
    """Every file holds the 559 tested utterances and the 20 demo clips as 192 half-precision numbers of length 1."""
    expected = set(table("test_utts.csv").utt_id) | set(table("demo_clips.csv").utt_id)
    for path in sorted((DATA / folder).glob("*.npz")):
        held = vectors(folder, path.stem)
        assert expected == set(held), path.stem
        array = np.stack(list(held.values()))
        assert (np.float16, (579, 192)) == (array.dtype, array.shape)
        assert np.allclose(np.linalg.norm(array.astype(float), axis=1), 1.0, atol=2e-3)


@pytest.mark.parametrize(("attacker", "system"), CASES)
def test_same_gender_eer_is_near_the_published_one(attacker, system):
    """The same-gender EER lies within half a point of the published one."""
    assert published.EER[attacker][system] == pytest.approx(eer(attacker, system, "same_gender"), abs=0.5)


@pytest.mark.parametrize("system", published.SYSTEMS)
def test_eer_over_all_trials_is_near_the_published_one(system):
    """Over all trials, the ignorant attacker's EER lies within two points of the published one."""
    assert published.EER_BY_LIST[system][0] == pytest.approx(eer("ignorant", system, "all"), abs=2.0)


@pytest.mark.parametrize("system", published.TRANSCRIBED)
def test_cer_is_near_the_published_one(system):
    """The CER lies within 0.3 points of the published one, that of each corpus within a point."""
    whole, phone, studio = published.CER[system]
    assert whole == pytest.approx(cer(system), abs=0.3)
    assert phone == pytest.approx(cer(system, published.PHONE), abs=1.0)
    assert studio == pytest.approx(cer(system, published.STUDIO), abs=1.0)


def test_eer_intervals_have_a_believable_width():
    """Intervals of the same-gender EER are from two thirds to one and a half times as wide as the published ones."""
    trials, target, lists = trial_arrays()
    chosen = lists["same_gender"]
    names = sorted(set(trials.enroll_speaker))
    speaker = trials.enroll_speaker.map({name: place for place, name in enumerate(names)}).to_numpy()
    counts = speaker_draws(len(names), 300, seed=0)
    for attacker, system in CASES:
        samples = eer_draws(scores(attacker, system)[chosen], target[chosen], speaker[chosen], counts)
        interval = percentile_interval(samples)
        low, high = published.EER_INTERVALS[attacker][system]
        assert 2 / 3 <= (interval.high - interval.low) / (high - low) <= 3 / 2, (attacker, system)


def test_cer_intervals_have_a_believable_width():
    """Intervals of the CER are between two thirds and one and a half times as wide as the published ones."""
    utterances, texts = table("test_utts.csv"), table("transcripts.csv")
    names = sorted(set(utterances.speaker))
    place = texts.utt_id.map(dict(zip(utterances.utt_id, utterances.speaker, strict=True))).map(names.index).to_numpy()
    counts = speaker_draws(len(names), 1000, seed=0)
    for system in published.TRANSCRIBED:
        errors = np.bincount(place, [e.errors for e in edits_of(system)], len(names))
        signs = np.bincount(place, [e.reference for e in edits_of(system)], len(names))
        interval = percentile_interval(100 * ratio_draws(errors, signs, counts))
        low, high = published.CER_INTERVALS[system]
        assert 2 / 3 <= (interval.high - interval.low) / (high - low) <= 3 / 2, system


def test_transcripts_are_khmer_script():
    """References and hypotheses hold Khmer signs and blanks only; references have about 30 to 60 signs."""
    texts = table("transcripts.csv")
    for column in texts.columns[2:]:
        assert set("".join(texts[column])) <= {" ", *map(chr, range(0x1780, 0x17E0))}, column
    lengths = texts.reference.str.replace(" ", "").str.len()
    assert lengths.min() >= 28
    assert lengths.max() <= 60


def samples_of(path):
    with wave.open(str(path)) as file:
        assert (file.getframerate(), file.getnchannels(), file.getsampwidth()) == (16000, 1, 2)
        return np.frombuffer(file.readframes(file.getnframes()), dtype="<i2") / 32768.0


@cache
def tracked(folder):
    clips = [samples_of(DATA / folder / f"{name}.wav") for name in table("demo_clips.csv").utt_id]
    return np.array([median_pitch(clip, 16000).median for clip in clips]), [len(clip) / 16000 for clip in clips]


def test_originals_have_the_published_pitch_ranges():
    """Women's clips have a median F0 of about 202 to 245 Hz, men's of about 118 to 140, all together about 217."""
    pitch, _ = tracked("audio/demo")
    female = (table("demo_clips.csv").gender == "f").to_numpy()
    assert pitch[female].min() >= 199 and pitch[female].max() <= 248
    assert pitch[~female].min() >= 115 and pitch[~female].max() <= 143
    assert pytest.approx(np.median(pitch), abs=4) == published.ORIGINAL_MEDIAN_F0


@pytest.mark.parametrize("system", published.VOICED)
def test_prosody_is_near_the_published_one(system):
    """On the demo clips: pitch correlation within 0.1, duration ratio within 0.01, median F0 within 5 Hz."""
    correlation, ratio, median = published.PROSODY[system]
    before, seconds_before = tracked("audio/demo")
    after, seconds_after = tracked(f"audio/anonymized/{system}")
    rho, pairs = rank_correlation(before, after)
    assert pairs == (19 if system == "private_knnvc_english_durations" else 20)
    assert correlation == pytest.approx(rho, abs=0.1)
    assert ratio == pytest.approx(duration_ratio(seconds_after, seconds_before)[0], abs=0.01)
    assert median == pytest.approx(np.nanmedian(after), abs=5)


def test_folder_is_small():
    """The committed folder stays under 12 MB."""
    assert sum(path.stat().st_size for path in DATA.rglob("*") if path.is_file()) <= 12_000_000
