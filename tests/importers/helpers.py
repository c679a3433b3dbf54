"""What tests of importers share: sources written and opened, drafts read as tables."""

import csv
import io

from analysis.importers.tree import open_tree
from analysis.importers.wishes import NO_WISHES


def write(folder, files):
    """Write texts below a folder, which is returned."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def drafted(read, *sources, wishes=NO_WISHES):
    """Return the draft that a format makes of some paths."""
    return read([open_tree(source) for source in sources], wishes)


def table(draft, file):
    """Return a drafted CSV file as a list of dictionaries."""
    return list(csv.DictReader(io.StringIO(draft.files[file])))


def messages(draft, severity="warning"):
    """Return the texts of a draft's findings of one severity, joined."""
    return "\n".join(finding.text() for finding in draft.findings.sorted() if finding.severity == severity)
