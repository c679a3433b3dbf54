"""The empty layout that a new study starts from: `layouts/` holds the files as they are written."""

from analysis.starter.write import KINDS, Started, start_study

__all__ = ["KINDS", "Started", "start_study"]
