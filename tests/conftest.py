"""What tests of whole builds share."""

import pytest
from hypothesis import settings

from analysis import pipeline

# How long an example takes says how busy the machine is, and nothing about the code.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")


class NoPages:
    """Stands in for the pages where a test is about numbers or exit codes: drawing takes most of a small build."""

    def __init__(self, *_given: object) -> None: ...

    def figures(self) -> dict[str, str]:
        return {}

    def files(self, _fits: object) -> dict[str, str]:
        return {}


@pytest.fixture
def no_pages(monkeypatch):
    monkeypatch.setattr(pipeline, "Site", NoPages)
