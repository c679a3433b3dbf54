"""The committed outcome of the calibration: `calibrated.json`, which holds for one seed.

Write it anew with `python -m analysis.simulate`; that runs the search again, which takes a few minutes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from analysis.files import write_if_changed
from analysis.simulate import published
from analysis.simulate.calibrate import embedding_settings
from analysis.simulate.cohort import Cohort
from analysis.simulate.embeddings import EncoderSettings, SystemSettings
from analysis.simulate.transcripts import ErrorSettings, error_settings, references

TABLE = Path(__file__).with_name("calibrated.json")
DEFAULT_SEED = 0


@dataclass(frozen=True)
class Calibration:
    """The settings of all files, by system.

    Attributes:
        seed: the seed that they were found for; with another one they mean nothing.
        ordinary: of `embeddings/`.
        semi_informed: of `embeddings_semi_informed/`.
        transcripts: of the hypotheses.
    """

    seed: int
    ordinary: dict[str, EncoderSettings | SystemSettings]
    semi_informed: dict[str, EncoderSettings | SystemSettings]
    transcripts: dict[str, ErrorSettings]


def calibration(cohort: Cohort, seed: int, progress: Callable[[str], None] | None = None) -> Calibration:
    """Return the settings for `seed`: the committed ones if they are for this seed, else those of a new search."""
    stored = stored_calibration()
    return stored if stored.seed == seed else searched_calibration(cohort, seed, progress)


def searched_calibration(cohort: Cohort, seed: int, progress: Callable[[str], None] | None = None) -> Calibration:
    """Run the whole search; `progress` is called with a line of text for each file that is settled."""
    report = progress or (lambda _: None)
    ordinary, semi_informed = embedding_settings(cohort, seed, progress)
    texts = references(cohort, seed)
    transcripts = {}
    for system in published.TRANSCRIBED:
        transcripts[system] = error_settings(cohort, texts, system, seed)
        report(f"calibrated transcripts of {system}")
    return Calibration(seed, ordinary, semi_informed, transcripts)


def stored_calibration(path: Path = TABLE) -> Calibration:
    """Read the committed table."""
    content = json.loads(path.read_text(encoding="utf-8"))
    return Calibration(
        seed=content["seed"],
        ordinary={system: _settings(values) for system, values in content["ordinary"].items()},
        semi_informed={system: _settings(values) for system, values in content["semi_informed"].items()},
        transcripts={system: ErrorSettings(**values) for system, values in content["transcripts"].items()},
    )


def write_calibration(found: Calibration, path: Path = TABLE) -> bool:
    """Write the table; say whether it changed."""
    return write_if_changed(path, json.dumps(asdict(found), indent=2) + "\n")


def _settings(values: dict) -> EncoderSettings | SystemSettings:
    kind = SystemSettings if "leak" in values else EncoderSettings
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})
