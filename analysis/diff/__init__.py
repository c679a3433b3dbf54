"""What changed between two reports: flipped verdicts first, then numbers and why, then the rest.

`side` reads a folder or a git revision, `compare` finds what a reader would see, `causes` says why, `console`,
`markdown` and `as_json` write it.
"""

from analysis.diff.as_json import as_json
from analysis.diff.compare import compare
from analysis.diff.console import console_lines
from analysis.diff.found import Difference
from analysis.diff.markdown import LIMIT, MARKER, markdown
from analysis.diff.side import Side, read_side

__all__ = [
    "LIMIT", "MARKER", "Difference", "Side", "as_json", "compare", "console_lines", "markdown", "read_side",
]  # fmt: skip
