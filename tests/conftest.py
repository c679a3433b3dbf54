"""What tests of whole builds share, and which files of tests go first."""

from collections.abc import Callable

import pytest
from hypothesis import settings

from analysis import pipeline

# How long an example takes says how busy the machine is, and nothing about the code.
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

LONGEST = (
    "test_determinism.py", "test_site.py", "test_cli.py", "test_pipeline.py", "test_embedded.py",
    "test_utility_chapter.py", "test_data_turned_round.py", "test_fit.py", "test_kit.py",
)  # fmt: skip
"""Files that take long: where several processes share the files, none of these is left for the end."""


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: item.path.name not in LONGEST)


class NoPages:
    """Stands in for the pages where a test is about numbers or exit codes: drawing takes most of a small build."""

    def __init__(self, *_given: object) -> None: ...

    @staticmethod
    def charts_of(_results: object, *, lead: bool) -> dict[str, object]:
        return {}

    def summary_figures(self) -> dict[str, str]:
        return {}

    def figures(self) -> dict[str, str]:
        return {}

    def pages(self, _fits: object, meanwhile: Callable[[], None]) -> dict[str, str]:
        meanwhile()
        return {}


@pytest.fixture
def no_pages(monkeypatch):
    monkeypatch.setattr(pipeline, "Site", NoPages)
