"""TOML files of a study, as plain tables."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from analysis.study.findings import Findings
from analysis.study.texts import is_there, read_text


def read_document(folder: Path, file: str, findings: Findings) -> dict[str, Any]:
    """Return what a TOML file holds; an empty table where it is absent or cannot be read (`findings` then say why)."""
    text = read_text(folder, file, findings) if is_there(folder, file) else None
    if text is None:
        return {}
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        findings.error(
            "toml", file, f"not valid TOML: {error}", allowed="TOML (toml.io)", advice="texts stand in double quotes"
        )
        return {}


def toml_text(text: str) -> str:
    """Return a text as a basic string of TOML, which has the escapes of JSON and no bare DEL.

    >>> print(toml_text('a "b"'))
    "a \\"b\\""
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
