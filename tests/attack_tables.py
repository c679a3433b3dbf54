"""Small studies of attacks, made up: a long table from rows, and the files beside it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.studies import write_files

HEADER = "system,dataset,gender,attacker,eer,wer,uar,pitch_correlation,gain_of_voice_distinctiveness,linkability"

# Two systems and the original; one dataset with two genders and one without any; all numbers made up.
RESULTS = f"""{HEADER}
raw,books,female,unprotected,6.0,,,,,0.9
raw,books,male,unprotected,2.0,,,,,0.94
raw,calls,,unprotected,9.5,,,,,0.8
raw,books,,,,5.00,,,,
raw,calls,,,,9.00,,,,
shift,books,female,ignorant,40.0,,,,,0.2
shift,books,male,ignorant,44.0,,,,,0.2
shift,calls,,ignorant,30.5,,,,,0.3
shift,books,female,lazy,35.0,,,,,0.4
shift,books,male,lazy,37.0,,,,,0.4
shift,calls,,lazy,30.0,,,,,0.4
shift,books,female,semi_informed,8.0,,,,,0.7
shift,books,male,semi_informed,6.0,,,,,0.7
shift,calls,,semi_informed,11.0,,,,,0.7
shift,books,,,,6.00,,,,
shift,calls,,,,12.00,,,,
shift,books,female,,,,,0.5,-2.0,
shift,books,male,,,,,0.7,-4.0,
synth,books,female,ignorant,52.0,,,,,0.1
synth,books,male,ignorant,54.0,,,,,0.1
synth,calls,,ignorant,50.0,,,,,0.2
synth,books,female,lazy,30.0,,,,,0.5
synth,books,male,lazy,31.0,,,,,0.5
synth,calls,,lazy,28.0,,,,,0.5
synth,books,female,semi_informed,22.0,,,,,0.6
synth,books,male,semi_informed,20.0,,,,,0.6
synth,calls,,semi_informed,19.0,,,,,0.6
synth,books,,,,4.50,,,,
synth,calls,,,,9.50,,,,
synth,books,female,,,,,0.8,-6.0,
synth,books,male,,,,,0.9,-7.0,
"""
DATASETS = """dataset,split,weight,name,description
books,test,0.75,Read books,Made up.
calls,test,0.25,Phone calls,Made up.
"""
SYSTEMS = """system,name,description
raw,Original,Unprotected.
shift,Shift,Moves something.
synth,Synth,Speaks anew.
"""

AVERAGES = """system,split,attacker,eer,wer
shift,test,lazy,34.5,
shift,test,,,7.5
"""


def write_attacks(folder: Path, changes: Mapping[str, object] | None = None) -> Path:
    """Write the made-up study; `changes` gives new text, a function of the old one, or None for no such file."""
    files: dict[str, object] = {"results.csv": RESULTS, "datasets.csv": DATASETS, "systems.csv": SYSTEMS}
    for name, change in (changes or {}).items():
        files[name] = change(files[name]) if callable(change) else change  # type: ignore[operator]
    return write_files(folder, {name: text for name, text in files.items() if text is not None})


def long_table(rows: Sequence[Sequence[object]]) -> str:
    """Return a table of EERs: rows of (system, dataset, gender, attacker, eer)."""
    lines = [",".join(map(str, row)) for row in rows]
    return "\n".join(["system,dataset,gender,attacker,eer", *lines]) + "\n"
