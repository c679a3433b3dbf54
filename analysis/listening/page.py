"""The page on which a listener takes the test: one HTML file that holds the clips and needs no network."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from pathlib import Path

import polars
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from analysis.listening.design import Design

TEMPLATE = "listening/page.html"


def page(
    plan: Design, sheets: Mapping[str, tuple[str, polars.DataFrame]], sounds: Mapping[str, bytes], templates: Path
) -> str:
    """Return the page.

    Args:
        plan: whose test it is.
        sheets: `mos` and `ab` → the file's name and the empty sheet, which the page fills and saves.
        sounds: blind name → bytes of its WAV file.
        templates: the folder of the templates.
    """
    made = Environment(
        loader=FileSystemLoader(templates, encoding="utf-8"),
        undefined=StrictUndefined,
        autoescape=True,
        variable_start_string="<<",
        variable_end_string=">>",
        block_start_string="<%",
        block_end_string="%>",
        comment_start_string="<#",
        comment_end_string="#>",
        newline_sequence="\n",
    )
    kit = {
        "listener": plan.listener,
        "kit": plan.kit,
        **{
            name: {"file": file, "columns": sheet.columns, "rows": [list(row) for row in sheet.iter_rows()]}
            for name, (file, sheet) in sheets.items()
        },
        "sounds": {name: base64.b64encode(sound).decode("ascii") for name, sound in sounds.items()},
    }
    return made.get_template(TEMPLATE).render(listener=plan.listener, kit=script_json(kit))


def script_json(content: object) -> Markup:
    """Return JSON that cannot end the script element in which it stands.

    >>> str(script_json("</script>"))
    '"\\\\u003c/script>"'
    """
    return Markup(json.dumps(content, ensure_ascii=True, separators=(",", ":")).replace("<", "\\u003c"))
