# ruff: noqa: E501 - a table of faults, one a line
"""Clips: what is wrong with a sound file, and which files are missing or too many."""

import io

import numpy
import pytest
import soundfile

from analysis.errors import InputError
from analysis.study.audio import read_clip
from tests.check.faults import Fault, verify
from tests.studies import replaced, study_files, wav

CLIPS = "meta/demo_clips.csv"
CLIP = "audio/anonymized/mcadams/0012-t1.wav"
ORIGINAL = "audio/demo/0012-t1.wav"
FLAC = "audio/anonymized/mcadams/0012-t1.flac"
MCADAMS = "audio/anonymized/mcadams"
RATE = 16_000


def sound(samples: object, subtype: str = "FLOAT", form: str = "WAV") -> bytes:
    buffer = io.BytesIO()
    soundfile.write(buffer, numpy.asarray(samples, dtype="float64"), RATE, subtype, format=form)
    return buffer.getvalue()


TONE = 0.5 * numpy.sin(2 * numpy.pi * 200 * numpy.arange(4800) / RATE)
SQUARE = numpy.sign(TONE)
ONE_SIDE = numpy.stack([TONE, 0 * TONE], axis=1)

FAULTS = [
    Fault("no sound file at all", "error", "audio", CLIP, None, "", ("cannot be read as sound", "a WAV or FLAC file", "copy or convert the file again"), {CLIP: b"RIFF"}),
    Fault("text under the name of a sound file", "error", "audio", CLIP, None, "", ("cannot be read as sound",), {CLIP: "version https://git-lfs.github.com/spec/v1\n"}),
    Fault("a WAV file that is cut off", "error", "audio", CLIP, None, "", ("is cut off: its header announces 9,600 bytes of sound, the file holds 4,778", "a whole file", "its duration would be wrong"), {CLIP: lambda data: data[: len(data) // 2]}),
    Fault("a FLAC file that is cut off", "error", "audio", FLAC, None, "", ("cannot be read as sound", "copy or convert the file again"), {CLIP: None, FLAC: sound(numpy.random.default_rng(1).normal(0, 0.1, 4800), "PCM_16", "FLAC")[:3000]}),
    Fault("a clip without samples", "error", "audio", CLIP, None, "", ("holds no sound", "take the clip out or make it again"), {CLIP: wav(0)}),
    Fault("a clip with NaN", "error", "audio", CLIP, None, "", ("samples that are no numbers", "make the clip again"), {CLIP: sound([*TONE, numpy.nan])}),
    Fault("a clip of 20 ms", "warning", "short-clip", CLIP, None, "", ("the clip lasts 20 ms", "50 ms or more", "make the clip again"), {CLIP: wav(0.02)}),
    Fault("a silent clip", "warning", "silent-clip", CLIP, None, "", ("the clip is silent (peak 0 of full scale)", "counts as undefined"), {CLIP: wav(pitch=0)}),
    Fault("a clip with a silent channel", "warning", "silent-channel", CLIP, None, "", ("1 of 2 channels are silent", "keep the channel with the speech"), {CLIP: sound(ONE_SIDE)}),
    Fault("a clip above full scale", "note", "loud-clip", CLIP, None, "", ("the peak is 1.5 of full scale", "up to 1", "scale the clip down"), {CLIP: sound(3 * TONE)}),
    Fault("a clipped clip", "note", "clipped-clip", CLIP, None, "", ("of the samples stand at full scale", "at most 0.1 %", "less gain"), {CLIP: sound(SQUARE, "PCM_16")}),
    Fault("one clipped channel of two", "note", "clipped-clip", CLIP, None, "", ("of the samples stand at full scale",), {CLIP: sound(numpy.stack([SQUARE, 0.1 * TONE], axis=1), "PCM_16")}),
    Fault("another rate", "note", "resampled", CLIP, None, "", ("1 clip has 44100 samples a second and will be resampled to 16000",), {CLIP: wav(rate=44_100)}),
    Fault("two channels", "note", "channels", CLIP, None, "", ("1 clip has several channels; their mean is used",), {CLIP: wav(channels=2)}),
    Fault("an anonymized clip without its original", "warning", "no-original-clip", MCADAMS, None, "", ("'0012-t1' has no original clip in audio/demo", "an original for each anonymized clip", "add the original"), {ORIGINAL: None}),
    Fault("a demo clip without its file", "note", "missing-clip", MCADAMS, None, "", ("3 of 4 demo clips are here, not '0012-t1'",), {CLIP: None}),
    Fault("a file that no demo clip names", "note", "extra-clip", MCADAMS, None, "", ("'stray' is not in meta/demo_clips.csv",), {f"{MCADAMS}/stray.wav": wav()}),
    Fault("a clip as WAV and as FLAC", "note", "double-clip", MCADAMS, None, "", ("'0012-t1' is here as .wav and as .flac; the .wav file is used", "take one of the two away"), {FLAC: sound(TONE, "PCM_16", "FLAC")}),
    Fault("an anonymized clip that is the original", "warning", "unchanged-clip", CLIP, None, "", ("holds the same bytes as audio/demo/0012-t1.wav", "put the anonymized clip there"), {CLIP: study_files()[ORIGINAL]}),
    Fault("a demo clip twice", "warning", "duplicate", CLIPS, 6, "", ("repeats an earlier one and is left out",), {CLIPS: lambda text: text + "0012-t1\n"}),
    Fault("a demo clip's gender that nobody knows", "error", "value", CLIPS, 2, "gender", ("'woman' in row 2", "f, m, female, male"), {CLIPS: "utt_id,gender\n0012-t1,woman\n"}),
    Fault("no column utt_id", "error", "header", CLIPS, 1, "", ("'utt' looks like utt_id",), {CLIPS: replaced("utt_id", "utt")}),
    Fault("clips of a sound program's own form", "note", "unused-file", f"{MCADAMS}/0012-t1.mp3", None, "", ("no file of this name is read", ".wav, .flac"), {CLIP: None, f"{MCADAMS}/0012-t1.mp3": b"ID3"}),
]  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.says)
def test_each_fault_is_told_with_its_place_and_remedy(fault, clone, capfd):
    """`check` names the file, the value found and the remedy; an error stops `build`; nothing is written."""
    verify(fault, clone, capfd)


@pytest.mark.parametrize("form", ["WAV", "WAVEX", "RF64"])
@pytest.mark.parametrize("subtype", ["PCM_16", "FLOAT"])
def test_a_wav_file_cut_anywhere_is_refused(tmp_path, form, subtype):
    """Whole it is read; one byte of its samples less, and it is told; before the samples it is no sound."""
    data = sound(TONE[:50], subtype, form)
    (tmp_path / "x.wav").write_bytes(data)
    assert 50 == len(read_clip(tmp_path / "x.wav").signal)
    for cut in (*range(0, len(data) - 1, 7), len(data) - 1):
        (tmp_path / "x.wav").write_bytes(data[:cut])
        with pytest.raises(InputError):
            read_clip(tmp_path / "x.wav")


def test_a_stream_that_does_not_know_its_length_is_read(tmp_path):
    """A program that writes into a pipe leaves the length at its largest value."""
    data = sound(TONE, "PCM_16")
    place = data.index(b"data") + 4
    (tmp_path / "x.wav").write_bytes(data[:place] + b"\xff\xff\xff\xff" + data[place + 4 :])
    assert 4800 == len(read_clip(tmp_path / "x.wav").signal)
