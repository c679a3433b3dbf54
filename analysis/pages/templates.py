"""The Jinja environment of the page sources.

Its delimiters are none that Quarto uses (`<< >>`, `<% %>`, `<# #>`). What a template prints is either mark-up of this
project, or text from data, which is escaped here, once, for all templates. A bare number is refused: numbers reach a
page through the ledger, by `num`, `unit`, `cell` and `interval`.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Undefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup

from analysis.pages.compiled import Compiled
from analysis.pages.markup import data, escape


def _printable(content: object) -> Markup:
    if isinstance(content, Undefined):
        str(content)  # StrictUndefined raises with the name of what is missing
    if isinstance(content, Markup):
        return content
    if isinstance(content, str):
        return data(content)
    raise TypeError(f"a template printed {content!r}: numbers reach a page through the ledger only")


@lru_cache(maxsize=65_536)
def _words(text: str) -> Markup:
    """Words of a template itself: escaped as data are, with the blank at their end, before what follows."""
    return Markup(escape(text) + " " * text.endswith(" "))


class _NothingFolded(CodeGenerator):
    """Jinja works out constants such as `1 + 2` when it compiles, past the check; here they go through it as well."""

    def _output_child_to_const(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> str:
        if not isinstance(node, nodes.TemplateData):
            raise nodes.Impossible
        return super()._output_child_to_const(node, frame, finalize)


class _Environment(Environment):
    code_generator_class = _NothingFolded


def environment(folder: Path) -> Environment:
    """Return the environment that reads the templates below `folder`.

    It is one for each folder, for it keeps what it has compiled, as `Compiled` does from one process to the next; a
    template that has changed since is read again.
    """
    return _environment(folder.resolve())


def compile_ahead(folder: Path, kinds: Sequence[str]) -> None:
    """Compile the templates of these kinds of study, and those that all share, for another process to find.

    In the order in which a build needs them, so that it seldom comes to one that is not there yet: what chapters
    include before the chapters.
    """
    made, places = _environment(folder.resolve()), ("", *kinds)
    names = [(name.rpartition("/")[0], name) for name in made.list_templates(["j2"])]
    order = sorted(
        (places.index(of), "summary" not in name, name.endswith(".qmd.j2"), name) for of, name in names if of in places
    )
    for *_, name in order:
        made.get_template(name)


@cache
def _environment(folder: Path) -> Environment:
    made = _Environment(
        loader=FileSystemLoader(folder, encoding="utf-8"),
        undefined=StrictUndefined,
        autoescape=True,
        optimized=False,  # nothing is folded anyway, and to look for it takes a tenth of the time to compile
        finalize=_printable,
        block_start_string="<%",
        block_end_string="%>",
        variable_start_string="<<",
        variable_end_string=">>",
        comment_start_string="<#",
        comment_end_string="#>",
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        newline_sequence="\n",
        bytecode_cache=Compiled(folder),
    )
    made.filters["words"] = _words
    made.filters["raw"] = Markup  # a ledger key: percent-encoded, safe in an attribute
    return made
