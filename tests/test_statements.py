"""What a source computes: the same as who reads every token finds."""

import io
import tokenize
from pathlib import Path

import pytest

import analysis
from analysis.statements import statements

SOURCES = sorted(Path(analysis.__file__).parent.rglob("*.py"))

EXPLAINED = '''"""A module that
adds."""

# Why one more is added.
ONE = 1


class Adder:
    """Adds."""

    def add(self, a: int) -> int:
        """Return one more.

        >>> Adder().add(1)
        2
        """
        text = """kept, # also this

        """
        return (
            a  # the number
            # on a line of its own
            + ONE + len(text) * 0
        )
'''
PLAIN = '''ONE = 1
class Adder:
    def add(self, a: int) -> int:
        text = """kept, # also this

        """
        return (
            a
            + ONE + len(text) * 0
        )
'''


def test_what_explains_code_is_no_code():
    """Comments, docstrings and empty lines are left out; a text that is used stays as it is, `#` and all."""
    assert PLAIN == statements(EXPLAINED) == statements(PLAIN)
    assert PLAIN != statements(EXPLAINED.replace("+ ONE", "- ONE"))


def token_by_token(source: str) -> str:
    """Return the same from all tokens of a source, one after the other."""
    lines = io.StringIO(source).readlines()
    kept: dict[int, str] = dict(enumerate(lines, 1))
    tokens = list(tokenize.generate_tokens(iter(lines).__next__))
    begun = 0
    before = tokenize.NEWLINE
    for token, after in zip(tokens, [*tokens[1:], tokens[-1]], strict=True):
        row, column = token.start
        if token.type == tokenize.COMMENT:
            kept[row] = kept[row][:column].rstrip() + "\n"
        elif token.type == tokenize.NL and row != begun:
            kept.pop(row, None)
        elif (
            token.type == tokenize.STRING
            and before in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
            and after.type in (tokenize.NEWLINE, tokenize.COMMENT)
            and "f" not in token.string.partition(token.string[-1])[0].lower()
        ):
            for line in range(row, token.end[0] + 1):
                kept.pop(line, None)
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            before, begun = token.type, token.end[0]
    return "".join(line for _, line in sorted(kept.items()))


@pytest.mark.parametrize("part", range(4))
def test_every_module_is_read_as_token_by_token(part):
    """On all sources of the program, byte by byte."""
    for path in SOURCES[part::4]:
        source = path.read_text(encoding="utf-8")
        assert token_by_token(source) == statements(source), path


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("", ""),
        ("x = 1", "x = 1"),
        ("'a'", ""),
        ('"""a\n\n# b"""\nx = 1\n', "x = 1\n"),
        ("x = '#'  # '\n", "x = '#'\n"),
        ("x = ['a'\n     'b',  # c\n\n     # d\n     'e']\n", "x = ['a'\n     'b',\n     'e']\n"),
        ("x = (\n    'a'\n    'b'\n)\n", "x = (\n    'a'\n    'b'\n)\n"),
        ("x = \\\n'a'\n", "x = \\\n'a'\n"),
        ("f'{x}'\n", "f'{x}'\n"),
        ('y = x if a else"#1"\n', 'y = x if a else"#1"\n'),
        ("r'a'\n'b'\n", ""),
        ("'a'; x = 1\n", "'a'; x = 1\n"),
        ("'a' 'b'\n", "'a' 'b'\n"),
        ("x = 'it\\'s # one'\n", "x = 'it\\'s # one'\n"),
        ("def f():\n    'a'  # b\n    return 1\n", "def f():\n    return 1\n"),
        ("x = {\n    # a [ that opens nothing\n}\n'b'\n", "x = {\n}\n"),
        ("if x:\n    pass\n    \n# y\n  # z", "if x:\n    pass\n"),
    ],
)
def test_marks_in_strings_and_comments_are_none(source, left):
    """Quotes in comments, comment signs in strings, strings that are values."""
    assert left == statements(source)
