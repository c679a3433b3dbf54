"""The demo study as files: everything that `data/khmer_demo/` holds, from one seed."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from analysis.files import write_if_changed
from analysis.simulate import published
from analysis.simulate.clips import clip, wav_bytes
from analysis.simulate.cohort import Cohort, demo_rows, published_cohort, trial_rows, utterance_rows
from analysis.simulate.embeddings import (
    Directions,
    EncoderSettings,
    SystemSettings,
    anonymized_embeddings,
    cohort_directions,
    original_embeddings,
)
from analysis.simulate.prosody_plan import clip_plans
from analysis.simulate.table import DEFAULT_SEED, Calibration, calibration
from analysis.simulate.transcripts import hypotheses, references

# The earliest time that a zip archive can name: the clock must not reach the bytes.
ZIP_TIME = (1980, 1, 1, 0, 0, 0)


def simulate_study(folder: Path, seed: int = DEFAULT_SEED, progress: Callable[[str], None] | None = None) -> list[Path]:
    """Write the simulated study into `folder` and return the files that changed.

    The bytes depend on the seed and nothing else. For the default seed the calibrated settings are read from the
    committed table; for another one they are searched first, which takes a few minutes. `progress` is called with a
    line of text for each step. Files of the folder that are not part of the study are left alone.

    Raises:
        EngineError: the file system refused.
    """
    report = progress or (lambda _: None)
    cohort = published_cohort()
    settings = calibration(cohort, seed, progress)
    changed = []
    for name, content in study_files(cohort, settings):
        if write_if_changed(folder / name, content):
            changed.append(folder / name)
            report(f"wrote {name}")
    return changed


def study_files(cohort: Cohort, settings: Calibration) -> Iterator[tuple[str, str | bytes]]:
    """Make the files of the study one after the other: path relative to its folder, and content."""
    seed = settings.seed
    yield "study.toml", study_toml()
    yield "meta/leaderboard.csv", published.leaderboard_csv()
    yield "meta/paired_comparisons.json", published.paired_comparisons_json()
    yield "meta/published.csv", published.published_csv()
    yield "meta/test_utts.csv", _csv(utterance_rows(cohort))
    yield "meta/trials_test.csv", _csv(trial_rows(cohort))
    yield "meta/demo_clips.csv", _csv(demo_rows(cohort))
    yield "meta/transcripts.csv", _csv(transcript_rows(cohort, settings))
    yield from embedding_files(cohort, settings)
    for system, plans in clip_plans(cohort, seed).items():
        place = "audio/demo" if system == "original" else f"audio/anonymized/{system}"
        for utterance, plan in plans.items():
            yield f"{place}/{utterance}.wav", wav_bytes(clip(plan, system, utterance, seed))


def embedding_files(cohort: Cohort, settings: Calibration) -> Iterator[tuple[str, bytes]]:
    """Make the embedding files: `embeddings/` and `embeddings_semi_informed/`."""
    shared = cohort_directions(cohort, settings.seed)
    names = np.array([utterance.name for utterance in cohort.embedded])
    for system, values in settings.ordinary.items():
        vectors = file_embeddings(shared, values, settings.seed, system)
        yield f"embeddings/{system}.npz", npz_bytes(utt_id=names, emb=vectors)
    for system, values in settings.semi_informed.items():
        vectors = file_embeddings(shared, values, settings.seed, f"semi_informed/{system}")
        yield f"embeddings_semi_informed/{system}.npz", npz_bytes(utt_id=names, emb=vectors)


def file_embeddings(shared: Directions, settings: EncoderSettings | SystemSettings, seed: int, name: str) -> np.ndarray:
    """Return the embeddings of one file, (579, 192) in half precision."""
    if isinstance(settings, EncoderSettings):
        return original_embeddings(shared, settings, seed, name)
    return anonymized_embeddings(shared, settings, seed, name)


def transcript_rows(cohort: Cohort, settings: Calibration) -> list[dict[str, str]]:
    """Return the rows of `transcripts.csv`."""
    texts = references(cohort, settings.seed)
    heard = {
        system: hypotheses(cohort, texts, values, system, settings.seed)
        for system, values in settings.transcripts.items()
    }
    return [
        {
            "utt_id": utterance.name,
            "corpus": utterance.speaker.corpus,
            "reference": texts[utterance.name],
            **{f"hyp_{system}": heard[system][utterance.name] for system in heard},
        }
        for utterance in cohort.trials
    ]


def study_toml() -> str:
    """Return the settings of the study.

    They hold no date, because the original study names none.
    """
    lines = [
        "# The speech data of this benchmark are not public. Everything in this folder is SIMULATED from one seed",
        "# (`vpreport simulate`), in the layout and the counts of the original study, and calibrated to come near its",
        "# published error rates, with three exceptions that hold published values as they were printed:",
        "# meta/leaderboard.csv, meta/paired_comparisons.json and meta/published.csv.",
        "",
        'kind = "benchmark"',
        'title = "Khmer voice-privacy benchmark"',
        "lead = true",
        "simulated = true",
        'reference = "original"',
        "draws = 1000",
        "seed = 0",
        'text = "characters"',
    ]
    for system, label in published.LABELS.items():
        lines += ["", "[[systems]]", f'id = "{system}"', f'label = "{label}"']
    lines += [
        "",
        f"# The original study registered {published.REGISTERED_PAIRS} comparisons. The values of three are printed, "
        "and only these stand here.",
    ]
    for first, second, question in published.registered_questions():
        lines += ["", "[[pairs]]", f'a = "{first}"', f'b = "{second}"', f'question = "{question}"']
    return "\n".join(lines) + "\n"


def npz_bytes(**arrays: np.ndarray) -> bytes:
    """Return arrays as a compressed npz archive without a clock time in it.

    Raises:
        ValueError: an array would need pickle.
    """
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, array in arrays.items():
            entry = zipfile.ZipInfo(f"{name}.npy", ZIP_TIME)
            entry.compress_type = zipfile.ZIP_DEFLATED
            # The same on every system, and not the one that writes.
            entry.create_system = 3
            content = io.BytesIO()
            np.lib.format.write_array(content, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(entry, content.getvalue(), compresslevel=9)
    return buffer.getvalue()


def _csv(rows: list[dict[str, str]]) -> str:
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, fieldnames=list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()
