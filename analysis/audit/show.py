"""An audit for people and for scripts: a text table, Markdown and JSON, all with the same words."""

from __future__ import annotations

import json
import textwrap

from tabulate import tabulate

from analysis.audit.run import Audit

HEADERS = ("file", "what", "found", "expected", "where")
WIDTHS = (28, 14, 28, 34, 30)


def as_text(result: Audit) -> str:
    """Return the audit as a table for a terminal, the coverage below it."""
    rows = [
        ["\n".join(textwrap.wrap(cell, width)) for cell, width in zip(_cells(finding), WIDTHS, strict=True)]
        for finding in result.findings
    ]
    table = [tabulate(rows, HEADERS, tablefmt="simple", disable_numparse=True), ""] if rows else []
    return "\n".join([*table, *(one.text() for one in result.coverage), _sum(result)])


def as_markdown(result: Audit) -> str:
    """Return the audit as Markdown."""
    rows = [[_escaped(cell) for cell in _cells(finding)] for finding in result.findings]
    table = [tabulate(rows, HEADERS, tablefmt="pipe", disable_numparse=True), ""] if rows else []
    return "\n".join([f"**{_sum(result)}**", "", *table, *(f"- {one.text()}" for one in result.coverage)])


def as_json(result: Audit) -> str:
    """Return the audit as JSON."""
    return json.dumps(
        {
            "findings": [finding.as_dict() for finding in result.findings],
            "coverage": [one.as_dict() for one in result.coverage],
        },
        indent=2,
        ensure_ascii=False,
    )


def _cells(finding: object) -> tuple[str, ...]:
    return tuple(
        " ".join(str(getattr(finding, name)).split()) for name in ("file", "kind", "found", "expected", "where")
    )


def _escaped(cell: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\|<>*_`[]" else sign for sign in cell)


def _sum(result: Audit) -> str:
    count = len(result.findings)
    return f"{count} finding{'' if count == 1 else 's'}"
