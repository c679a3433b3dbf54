"""The comment under a pull request, against a made-up GitHub: what is believed, what is shown, what is edited."""

import http.server
import json
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from analysis import pull_request
from analysis.errors import EngineError, InputError, UsageError
from analysis.pull_request import BOT, LIMIT, MARKER, body, comment, read_number, read_text

ROOT = Path(__file__).parents[1]
COMMIT = "0123456789abcdef0123456789abcdef01234567"


class MadeUpGitHub(http.server.ThreadingHTTPServer):
    """Knows one pull request and its comments, and remembers what was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.pull = {"state": "open", "head": {"sha": COMMIT, "repo": {"full_name": "we/report"}}}
        self.comments: list[dict] = []
        self.asked: list[tuple[str, str]] = []
        self.tokens: set[str] = set()
        threading.Thread(target=self.serve_forever, args=(0.02,), daemon=True).start()

    def has(self, login: str, text: str) -> None:
        self.comments.append({"id": 100 + len(self.comments), "user": {"login": login}, "body": text})


class Handler(http.server.BaseHTTPRequestHandler):
    def _answer(self, content: object, status: int = 200) -> None:
        data = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _handle(self) -> None:
        github = self.server
        length = int(self.headers.get("Content-Length") or 0)
        sent = json.loads(self.rfile.read(length)) if length else None
        github.asked.append((self.command, self.path))
        github.tokens.add(self.headers["Authorization"])
        path = self.path.removeprefix("/repos/we/report/")
        if path == "pulls/7":
            self._answer(github.pull)
        elif path.startswith("issues/7/comments?"):
            page = int(path.rpartition("=")[2])
            self._answer(github.comments[100 * (page - 1) : 100 * page])
        elif self.command == "POST" and path == "issues/7/comments":
            github.has(BOT, sent["body"])
            self._answer({}, 201)
        elif self.command == "PATCH" and path.startswith("issues/comments/"):
            github.comments[int(path.rpartition("/")[2]) - 100]["body"] = sent["body"]
            self._answer({})
        else:
            self._answer({"message": "Not Found"}, 404)

    do_GET = do_POST = do_PATCH = _handle

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def github():
    server = MadeUpGitHub()
    yield server
    server.shutdown()
    server.server_close()


@pytest.fixture
def left(tmp_path):
    """What a run left behind: the text of a comparison and the number of its pull request."""
    folder = tmp_path / "comparison"
    folder.mkdir()
    (folder / "comment.md").write_text(f"{MARKER}\n\n### Report\n\n| a | b |\n", encoding="utf-8")
    (folder / "number").write_text("7\n", encoding="utf-8")
    return folder


@pytest.fixture
def world(github, left):
    """The environment of the posting workflow."""
    return {
        "COMPARISON": str(left), "GITHUB_TOKEN": "t", "GITHUB_REPOSITORY": "we/report", "HEAD_REPOSITORY": "we/report",
        "HEAD_SHA": COMMIT, "GITHUB_API_URL": f"http://127.0.0.1:{github.server_address[1]}",
    }  # fmt: skip


def test_the_first_comment_is_written_and_the_next_edits_it(github, world, left):
    """However often a pull request is pushed to, it has one comment, and that is the newest."""
    github.has("someone", "hello")
    assert "pull request 7: comment written" == comment(world)
    (left / "comment.md").write_text("newer", encoding="utf-8")
    assert "pull request 7: comment edited" == comment(world)
    assert [f"{MARKER}\nnewer\n"] == [row["body"] for row in github.comments if row["user"]["login"] == BOT]
    assert {"Bearer t"} == github.tokens


def test_nobody_elses_comment_is_edited(github, world):
    """A comment with the marker that a person wrote stays, and so does one of the bot's without it."""
    github.has("someone", f"{MARKER}\nmine")
    github.has(BOT, f"another check\n{MARKER}")
    comment(world)
    assert [f"{MARKER}\nmine", f"another check\n{MARKER}"] == [row["body"] for row in github.comments[:2]]
    assert 3 == len(github.comments)


def test_the_comment_is_found_behind_many(github, world):
    """More comments than GitHub hands out at once are all looked through."""
    for _ in range(150):
        github.has("someone", "hello")
    github.has(BOT, f"{MARKER}\nold")
    assert "edited" in comment(world)
    assert 151 == len(github.comments)


@pytest.mark.parametrize(
    "pull",
    [
        {"state": "closed", "head": {"sha": COMMIT, "repo": {"full_name": "we/report"}}},
        {"state": "open", "head": {"sha": COMMIT[::-1], "repo": {"full_name": "we/report"}}},
        {"state": "open", "head": {"sha": COMMIT, "repo": {"full_name": "other/report"}}},
        {"state": "open", "head": {"sha": COMMIT, "repo": None}},
        {},
    ],
)
def test_a_number_is_believed_only_where_github_says_so(github, world, pull):
    """A run that names somebody else's pull request writes nothing there."""
    github.pull = pull
    with pytest.raises(InputError, match="pull request 7 is not open at"):
        comment(world)
    assert [("GET", "/repos/we/report/pulls/7")] == github.asked


def test_a_forks_text_is_shown_and_not_read(github, world, left):
    """Mentions, links, pictures and fences of a fork stand in a block whose fence they cannot end."""
    github.pull["head"]["repo"]["full_name"] = "fork/report"
    text = f"{MARKER}\n@we/all ![x](https://e.f) <img src=x>\n````\n```` text\n<!-- {MARKER}"
    (left / "comment.md").write_text(text, encoding="utf-8")
    comment(world | {"HEAD_REPOSITORY": "fork/report"})
    lines = github.comments[0]["body"].split("\n")
    assert [MARKER, "Written by the code of this pull request, from `fork/report`:", "", "`````text"] == lines[:4]
    assert "`````" == lines[-1]
    assert "@we/all ![x](https://e.f) <img src=x>" in lines[4:-1]


def test_text_without_a_token_is_only_shown(left, capsys):
    """By hand the comment is printed, and nothing is asked of anybody."""
    assert 0 == pull_request.main({"COMPARISON": str(left)})
    assert f"{MARKER}\n### Report\n\n| a | b |\n\n" == capsys.readouterr().out


@pytest.mark.parametrize("text", ["", "0", "-7", "7 8", "7/../8", "١", "7\n\n8", "1" * 10, "x" * 1000])
def test_what_is_no_number_is_refused(tmp_path, text):
    """A number is digits, a few of them, and nothing else."""
    path = tmp_path / "number"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError):
        read_number(path)


def test_a_text_that_is_too_long_is_refused(tmp_path):
    """A file of any size costs no more memory than a comment may be long."""
    path = tmp_path / "comment.md"
    path.write_text("x" * LIMIT, encoding="utf-8")
    assert LIMIT == len(read_text(path))
    for text in ("x" * (LIMIT + 1), "x" * 10_000_000):
        path.write_text(text, encoding="utf-8")
        with pytest.raises(InputError, match=r"allowed|Allowed|longer than"):
            read_text(path)


def test_what_is_no_plain_text_is_refused(tmp_path):
    """Bytes that are no UTF-8, links and folders are no comment."""
    path = tmp_path / "comment.md"
    with pytest.raises(InputError, match="make comparison"):
        read_text(path)
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="UTF-8"):
        read_text(path)
    path.unlink()
    path.symlink_to("/etc/hostname")
    with pytest.raises(InputError, match="is no file"):
        read_text(path)


def test_signs_that_nobody_sees_are_left_out(tmp_path):
    """Control signs and such as turn the direction of writing do not reach the page."""
    path = tmp_path / "comment.md"
    path.write_bytes("a\x00\x1b[31mb\u202ec\u2066d\u200be\r\nf\tg\n".encode())
    assert "a[31mbcde\nf\tg" == read_text(path)


def test_a_block_ends_where_it_should():
    """The fence is longer than any run of backticks inside."""
    for run in range(1, 9):
        lines = body("`" * run, fork="a/b").split("\n")
        assert lines[-1] == lines[-3].removesuffix("text") and len(lines[-1]) == max(3, run + 1)


@pytest.mark.parametrize(
    "wrong",
    [
        {"HEAD_SHA": "main"}, {"HEAD_SHA": ""}, {"HEAD_REPOSITORY": ""}, {"HEAD_REPOSITORY": "a/b/../c"},
        {"GITHUB_REPOSITORY": "we/report/../.."}, {"HEAD_REPOSITORY": "a/b`\n# c"},
    ],
)  # fmt: skip
def test_a_place_that_is_none_is_refused(github, world, wrong):
    """What goes into an address is checked before anything is asked."""
    with pytest.raises(UsageError, match="where the comment belongs"):
        comment(world | wrong)
    assert [] == github.asked


def test_a_refusal_of_github_is_told(world, left):
    """A pull request that does not exist, or a GitHub out of reach, ends with what was asked and what came back."""
    (left / "number").write_text("8", encoding="utf-8")
    with pytest.raises(EngineError, match="refused GET pulls/8: 404"):
        comment(world)
    with pytest.raises(EngineError, match="could not be reached"):
        comment(world | {"GITHUB_API_URL": "http://127.0.0.1:9"})


def test_it_needs_nothing_but_python(left):
    """It starts in a Python without site packages, as where the token is."""
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
         f"from analysis.pull_request import main; sys.exit(main({{'COMPARISON': {str(left)!r}}}))"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (0, "") == (ran.returncode, ran.stderr)
    assert ran.stdout.startswith(MARKER)
