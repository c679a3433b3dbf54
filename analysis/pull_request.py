"""Puts the comparison of a pull request's report under it, as one comment that is edited and not written again.

`make comment` runs this; so does `.github/workflows/comment.yml`, with a token that may write, after a run that may
have executed a stranger's code. What that run left behind is therefore text to be checked, and nothing of it is run:

- the number of the pull request is believed only where GitHub says that this pull request is open, and that it stands
  at the commit and in the repository of the run;
- the text is UTF-8, of limited length, and of a fork it is shown as it is, in a block where GitHub reads no mark-up;
- only a comment of GitHub's own bot that begins with the marker is edited.

Standard library only, so that nothing needs to be installed where the token is.
"""

from __future__ import annotations

import json
import os
import re
import sys
import unicodedata
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analysis.errors import EngineError, InputError, ReportError, UsageError

MARKER = "<!-- vpreport-diff -->"
BOT = "github-actions[bot]"
LIMIT = 60_000
"""Signs of a comment; GitHub refuses more than 65,536."""
TEXT, NUMBER = "comment.md", "number"
PER_PAGE, MOST_PAGES = 100, 30
SECONDS = 30
_REPOSITORY = re.compile(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+")


def read_text(path: Path) -> str:
    """Return the text of a comparison, without its marker and without signs that no reader sees.

    Raises:
        InputError: it is no text, or longer than a comment may be.
    """
    data = _read(path, 4 * LIMIT)
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8 text") from error
    if len(text) > LIMIT:
        raise InputError(f"{path} holds {len(text):,} signs", allowed=f"up to {LIMIT:,}")
    return "".join(sign for sign in text if _is_shown(sign)).removeprefix(MARKER).strip("\n")


def read_number(path: Path) -> int:
    """Return the number of a pull request as a run noted it.

    Raises:
        InputError: it is no number.
    """
    text = _read(path, 100).strip()
    if not re.fullmatch(rb"[1-9][0-9]{0,8}", text):
        raise InputError(f"{path} does not hold the number of a pull request")
    return int(text)


def _read(path: Path, limit: int) -> bytes:
    """Return the bytes of a plain file; a link could lead anywhere."""
    if path.is_symlink() or not path.is_file():
        raise InputError(f"{path} is no file", advice="run `make comparison` first")
    with path.open("rb") as stream:
        data = stream.read(limit + 1)
    if len(data) > limit:
        raise InputError(f"{path} is longer than {limit:,} bytes")
    return data


def _is_shown(sign: str) -> bool:
    return sign in "\n\t" or unicodedata.category(sign) not in ("Cc", "Cf", "Cs", "Co", "Cn")


def body(text: str, fork: str = "") -> str:
    """Return the comment: the marker, then the text; where it comes from a fork, in a block that shows it as it is.

    >>> print(body("**bold** @all", fork="someone/copy"))
    <!-- vpreport-diff -->
    Written by the code of this pull request, from `someone/copy`:
    <BLANKLINE>
    ```text
    **bold** @all
    ```
    """
    if not fork:
        return f"{MARKER}\n{text}\n"
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{MARKER}\nWritten by the code of this pull request, from `{fork}`:\n\n{fence}text\n{text}\n{fence}"


@dataclass(frozen=True)
class GitHub:
    """The part of GitHub's interface that is needed: one repository, with a token that may write comments."""

    repository: str
    token: str
    address: str = "https://api.github.com"

    def ask(self, path: str, method: str = "GET", content: Mapping[str, str] | None = None) -> Any:
        """Return what GitHub answers to a request about the repository.

        Raises:
            EngineError: it could not be reached, or refused.
        """
        request = urllib.request.Request(
            f"{self.address}/repos/{self.repository}/{path}",
            method=method,
            data=None if content is None else json.dumps(content).encode(),
            headers={
                "Accept": "application/vnd.github+json",
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
                "User-Agent": "voice-privacy-report",
                "X-GitHub-Api-Version": "2022-11-28",
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            raise EngineError(f"GitHub refused {method} {path}: {error.code} {error.reason}") from error
        except (OSError, ValueError) as error:
            raise EngineError(f"GitHub could not be reached for {method} {path}: {error}") from error

    def check(self, number: int, commit: str, repository: str) -> None:
        """Make sure that a pull request is open and stands at this commit of this repository.

        Raises:
            InputError: it does not.
        """
        found = self.ask(f"pulls/{number}")
        head = found.get("head") or {}
        stands = (found.get("state"), head.get("sha"), (head.get("repo") or {}).get("full_name"))
        if stands != ("open", commit, repository):
            raise InputError(
                f"pull request {number} is not open at {commit} of {repository}",
                advice="if it has moved on, its own run comments",
            )

    def own_comment(self, number: int) -> int | None:
        """Return the comment that was written here before; None where there is none."""
        return next((comment["id"] for comment in self._comments(number) if _is_own(comment)), None)

    def _comments(self, number: int) -> Iterator[Any]:
        for page in range(1, MOST_PAGES + 1):
            found = self.ask(f"issues/{number}/comments?per_page={PER_PAGE}&page={page}")
            yield from found
            if len(found) < PER_PAGE:
                return

    def put(self, number: int, text: str) -> str:
        """Write the comment, or edit the one that is there; return which."""
        own = self.own_comment(number)
        if own is None:
            self.ask(f"issues/{number}/comments", "POST", {"body": text})
            return "written"
        self.ask(f"issues/comments/{own}", "PATCH", {"body": text})
        return "edited"


def _is_own(comment: Mapping[str, Any]) -> bool:
    return (comment.get("user") or {}).get("login") == BOT and str(comment.get("body", "")).startswith(MARKER)


def comment(environment: Mapping[str, str]) -> str:
    """Post the comment that the environment describes, and return what was done.

    `COMPARISON` is the folder with the text and the number; without `GITHUB_TOKEN` the comment is only returned.
    Else `GITHUB_REPOSITORY`, `HEAD_REPOSITORY` and `HEAD_SHA` say where it belongs.

    Raises:
        UsageError: one of them is absent or is not what it should be.
        InputError: what the run left behind is refused.
        EngineError: GitHub could not be reached, or refused.
    """
    folder = Path(environment.get("COMPARISON") or "_comparison")
    text = read_text(folder / TEXT)
    if not environment.get("GITHUB_TOKEN"):
        return body(text)
    names = ("GITHUB_REPOSITORY", "HEAD_REPOSITORY", "HEAD_SHA")
    here, there, commit = (environment.get(name, "") for name in names)
    if not all(map(_REPOSITORY.fullmatch, (here, there))) or not re.fullmatch("[0-9a-f]{40}", commit):
        raise UsageError(
            "it is not said where the comment belongs",
            allowed="GITHUB_REPOSITORY and HEAD_REPOSITORY as owner/name, HEAD_SHA as 40 hexadecimal digits",
            advice="leave GITHUB_TOKEN away to see the comment only",
        )
    number = read_number(folder / NUMBER)
    github = GitHub(here, environment["GITHUB_TOKEN"], environment.get("GITHUB_API_URL") or GitHub.address)
    github.check(number, commit, there)
    done = github.put(number, body(text, fork="" if here == there else there))
    return f"pull request {number}: comment {done}"


def main(environment: Mapping[str, str] = os.environ) -> int:
    """Run, and return the exit code."""
    try:
        print(comment(environment))
    except ReportError as error:
        print(f"comment: {error}", file=sys.stderr)
        return error.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
