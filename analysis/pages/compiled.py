"""Templates compiled once: the Python code that Jinja makes of a template, kept for the next process.

It lies in `.cache/templates` of the clone, and is trusted as Python trusts its own compiled code: who can write there
could as well change the template or this package. It does not go into the results cache, which people share, restore
and put where they like, and which therefore holds nothing that runs.
"""

from __future__ import annotations

import hashlib
import marshal
import sys
from pathlib import Path

from jinja2 import __version__ as jinja_version
from jinja2.bccache import Bucket, BytecodeCache

from analysis.errors import EngineError
from analysis.files import write_if_changed
from analysis.versions import code_digest

DIGEST = hashlib.sha256().digest_size


class Compiled(BytecodeCache):
    """Jinja's store of the compiled templates of a folder.

    A file holds two digests and the code: of what the code was made from (the template, its name, the environment's
    source, Jinja, Python), and of the code itself. Where either is another, the template is compiled again.
    """

    def __init__(self, templates: Path) -> None:
        self._place = templates.parent / ".cache" / "templates"

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return the file of the compiled code; nothing for a template that is no file."""
        return str(self._place / f"{name}.{sys.implementation.cache_tag}") if filename else ""

    def get_source_checksum(self, source: str) -> str:
        """Return the digest of everything that the code is made from."""
        made_from = (source, code_digest("analysis.pages.templates"), jinja_version, sys.version)
        return hashlib.sha256(repr(made_from).encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Give the bucket the kept code; what is absent, outdated or damaged leaves it empty."""
        if not bucket.key:
            return
        try:
            content = Path(bucket.key).read_bytes()
        except OSError:
            return
        made_from, code_is, code = content[:DIGEST], content[DIGEST : 2 * DIGEST], content[2 * DIGEST :]
        if made_from.hex() == bucket.checksum and hashlib.sha256(code).digest() == code_is:
            bucket.code = marshal.loads(code)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the bucket's code; a clone that may not be written to is compiled at each build."""
        if not bucket.key:
            return
        code = marshal.dumps(bucket.code)
        content = bytes.fromhex(bucket.checksum) + hashlib.sha256(code).digest() + code
        try:
            write_if_changed(Path(bucket.key), content)
        except EngineError:
            return
