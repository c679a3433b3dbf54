import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def clone(tmp_path, monkeypatch):
    """A clone without a study, and the command runs in it."""
    place = tmp_path / "clone"
    place.mkdir()
    shutil.copy(ROOT / "_quarto.yml", place)
    (place / "templates").mkdir()
    monkeypatch.chdir(place)
    return place
