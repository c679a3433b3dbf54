"""The report of a git revision: read from git's own objects; nothing is checked out and nothing is run.

Only commands that read objects are used (`rev-parse`, `ls-tree`, `cat-file`): no filter, no hook, no external diff. A
name goes to git once, as an argument that cannot be an option; from there on the commit's digest stands for it.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

from analysis.errors import EngineError

_DIGEST = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_FILE_MODES = (b"100644", b"100755")


def commit_of(root: Path, revision: str) -> str | None:
    """Return the digest of the commit that a revision names; None where it names none.

    Raises:
        EngineError: git is absent, or the folder is in no repository.
    """
    if revision.startswith("-") or not revision.isprintable() or not revision:
        return None
    inside = _git(root, ["rev-parse", "--git-dir"])
    if inside.returncode:
        raise EngineError(
            f"{root} is in no git repository, so that {revision!r} is no revision of it",
            advice="name two folders that hold a ledger.csv",
        )
    found = _git(root, ["rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"])
    text = found.stdout.decode("utf-8", "replace").strip()
    return text if found.returncode == 0 and _DIGEST.fullmatch(text) else None


def files_of(root: Path, commit: str, folder: str, wanted: Callable[[str], bool]) -> dict[str, bytes]:
    """Return path below `folder` → content of the wanted files of a commit; links and submodules are passed over.

    Args:
        root: the clone, or a folder in it; `folder` is below it.
        commit: the commit's digest.
        folder: a folder of the commit, ending in `/`.
        wanted: says of a path below `folder` whether it is read.

    Raises:
        EngineError: git cannot read the commit.
    """
    listed = _git(root, ["ls-tree", "-r", "-z", commit, "--", folder])
    if listed.returncode:
        raise EngineError(f"git cannot list {folder} of {commit}: {_said(listed)}")
    blobs: dict[str, str] = {}
    for line in listed.stdout.split(b"\0"):
        about, _, raw = line.partition(b"\t")
        name = raw.decode("utf-8", "replace")
        if about.split(b" ")[0] in _FILE_MODES and name.startswith(folder) and wanted(name[len(folder) :]):
            blobs[name[len(folder) :]] = about.split(b" ")[2].decode("ascii")
    return dict(zip(blobs, _contents(root, list(blobs.values())), strict=True))


def _contents(root: Path, blobs: Sequence[str]) -> list[bytes]:
    if not blobs:
        return []
    found = _git(root, ["cat-file", "--batch"], "".join(f"{blob}\n" for blob in blobs).encode("ascii"))
    contents, place = [], 0
    for blob in blobs:
        end = found.stdout.find(b"\n", place)
        about = found.stdout[place:end].split(b" ")
        if end < 0 or len(about) != 3 or about[1] != b"blob":
            raise EngineError(f"git cannot read the object {blob}: {_said(found)}", advice="fetch the whole history")
        size = int(about[2])
        contents.append(found.stdout[end + 1 : end + 1 + size])
        place = end + 1 + size + 1
    return contents


def _git(root: Path, arguments: Sequence[str], given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    quiet = {"GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}
    try:
        return subprocess.run(
            ["git", "--no-pager", "-C", str(root), *arguments],
            input=given, capture_output=True, check=False, env={**os.environ, **quiet},
        )  # fmt: skip
    except OSError as error:
        raise EngineError(
            f"git cannot be run: {error.strerror or error}", advice="install git, or name two folders"
        ) from error


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = done.stderr.decode("utf-8", "replace").splitlines()
    return lines[-1] if lines else "it says nothing"
