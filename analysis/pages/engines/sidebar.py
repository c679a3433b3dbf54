"""The list of chapters beside every page, turned into HTML once for all pages.

`_metadata.yml` holds it as Markdown, which Pandoc would read again for each page; a small page is made in half the time
from titles that are HTML already. Quarto reads the file itself.
"""

from __future__ import annotations

import json
from typing import Any

import yaml

CHAPTERS = "chapters"
# Stand in no title: a file that holds one goes along with every page as it is.
_PART, _PAGE, _FIELD = "\ue001", "\ue002", "\ue003"
TEMPLATE = (
    f"$for({CHAPTERS})${_PART}${CHAPTERS}.title${_FIELD}$if({CHAPTERS}.open)$open$endif$"
    f"$for({CHAPTERS}.pages)${_PAGE}${CHAPTERS}.pages.href${_FIELD}${CHAPTERS}.pages.title$$endfor$$endfor$"
)
"""A Pandoc template that writes the chapters of a metadata file in a form that `defaults` reads."""


def alone(shared: str) -> bool:
    """Tell whether a metadata file holds a list of chapters as builds write it, and nothing else."""
    try:
        held = yaml.safe_load(shared)
    except (yaml.YAMLError, ValueError):  # a ValueError is a date that no calendar has
        return False  # Pandoc will say what is wrong
    if not isinstance(held, dict) or list(held) != [CHAPTERS] or not isinstance(held[CHAPTERS], list):
        return False
    return all(_is_part(part) for part in held[CHAPTERS])


def _is_part(part: Any) -> bool:
    if not isinstance(part, dict) or not {"title", "pages"} <= set(part) <= {"title", "pages", "open"}:
        return False
    texts = [part["title"]]
    for page in part["pages"] if isinstance(part["pages"], list) else [None]:
        if not isinstance(page, dict) or set(page) != {"title", "href"}:
            return False
        texts += [page["title"], page["href"]]
    plain = all(isinstance(text, str) and not {_PART, _PAGE, _FIELD}.intersection(text) for text in texts)
    return plain and part.get("open", True) is True


def defaults(made: str) -> bytes:
    """Return a Pandoc defaults file that sets the chapters; `made` is what `TEMPLATE` became."""
    parts = []
    for text in made.rstrip("\n").split(_PART)[1:]:
        head, *pages = text.split(_PAGE)
        title, _, is_open = head.partition(_FIELD)
        listed = [dict(zip(("href", "title"), page.split(_FIELD), strict=True)) for page in pages]
        parts.append({"title": title, **({"open": is_open} if is_open else {}), "pages": listed})
    # JSON is YAML, which a defaults file is.
    return json.dumps({"variables": {CHAPTERS: parts}}).encode()
