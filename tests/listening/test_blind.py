"""Blind copies hold the sound and nothing else."""

import io

import numpy
import pytest
import soundfile

from analysis.listening.blind import blind_clips, wav_bytes
from analysis.listening.design import design, material
from tests.listening.studies import SENTENCES, audible
from tests.studies import wav


def test_every_copy_holds_the_samples_of_its_clip(tmp_path):
    """Item by item and side by side, sample for sample; the anchor is another sound than its original."""
    study = audible(tmp_path / "tiny")
    plan = design(material(study), "L01", 1)
    copies = {copy.name: soundfile.read(io.BytesIO(copy.wav))[0] for copy in blind_clips(study, plan)}
    assert len(plan.items) + 3 * len(plan.trials) == len(copies)
    for item in plan.items:
        source = study.clip("original" if item.role == "anchor" else item.system, item.sentence).signal
        assert (item.role != "anchor") == numpy.array_equal(source, copies[item.name])
    for trial in plan.trials:
        for side, system in (("X", "original"), ("A", trial.a), ("B", trial.b)):
            assert numpy.array_equal(study.clip(system, trial.sentence).signal, copies[f"{trial.name}_{side}"])


def test_no_file_tells_its_system_by_rate_channels_or_metadata(tmp_path):
    """Clips of other rates and channels become 16-bit files of the highest rate, with a header of 44 bytes."""
    changes = {f"audio/anonymized/third/{name}.wav": wav(rate=22050, channels=2) for name in SENTENCES}
    changes |= {f"audio/anonymized/mcadams/{name}.wav": wav(rate=8000) for name in SENTENCES}
    study = audible(tmp_path / "tiny", changes=changes)
    for copy in blind_clips(study, design(material(study), "L01", 1)):
        told = soundfile.info(io.BytesIO(copy.wav))
        assert (22050, 1, "PCM_16") == (told.samplerate, told.channels, told.subtype)
        assert 44 + 2 * told.frames == len(copy.wav)
        assert told.frames == pytest.approx(0.3 * 22050, abs=2)


def test_a_sound_above_full_scale_is_turned_down():
    """It is not clipped: its shape stays."""
    signal = 3 * numpy.sin(numpy.arange(200) / 5)
    read = soundfile.read(io.BytesIO(wav_bytes(signal, 8000)))[0]
    numpy.testing.assert_allclose(signal / numpy.abs(signal).max(), read, atol=1e-4)
