from pathlib import Path

import pytest

from tests.studies import write_study


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """A tiny valid study."""
    return write_study(tmp_path / "tiny")
