"""Ctrl-C: one word on a line of its own, and the exit code that shells expect, whatever the program is doing."""

import fcntl
import os
import pty
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

INTERRUPTING = """
import os, signal
from analysis import cli

def interrupted(**_given):
    exec("import os, signal; os.kill(os.getpid(), signal.SIGINT)")

cli.main.main = interrupted
cli.entry()
"""
READ_IN = """
import importlib.abc, os, signal, sys

class Slow(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path, target=None):
        if name == "analysis.cli":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Slow())
from analysis.__main__ import entry
entry()
"""


DRAWING = """
import os, signal, sys, time
from analysis import cli
from analysis.console import progress_bar

@cli.main.command("wait")
def wait():
    with progress_bar() as progress:
        progress("words", 1, 2)
        os.write(1, b"ready")
        time.sleep(30)

sys.argv = ["vpreport", "wait"]
cli.entry()
"""


@pytest.mark.parametrize("seen", ["terminal", "pipe"])
def test_an_interrupted_command_leaves_one_line(seen):
    """The bar is gone, no line is empty, and nothing of `^C` is left, on a terminal and elsewhere."""
    keys, screen = pty.openpty()
    error = screen if seen == "terminal" else subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", DRAWING], stdin=screen, stdout=subprocess.PIPE, stderr=error, cwd=ROOT,
        preexec_fn=_own_terminal,
    ) as done:  # fmt: skip
        os.close(screen)
        assert b"ready" == done.stdout.read(5)
        os.write(keys, b"\x03")
        told = done.communicate(timeout=20)[1] if seen == "pipe" else _shown(keys)
        assert 130 == done.wait(timeout=20)
    os.close(keys)
    if seen == "pipe":
        assert b"stopped\n" == told
    else:
        cleared, _, last = told.rpartition(b"\x1b[2K")
        assert b"words" in cleared and b"\rstopped\r\n" == last


def _own_terminal():
    """Let Ctrl-C on the terminal that is the input reach this process."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _shown(terminal):
    shown = b""
    with suppress(OSError):  # the other side is closed
        while more := os.read(terminal, 4096):
            shown += more
    return shown


@pytest.mark.parametrize("script", [INTERRUPTING, READ_IN], ids=["in made code", "while it is read in"])
def test_an_interrupted_program_exits_with_its_code(script):
    """Not by the signal: neither where code that was made of a text is interrupted, nor while modules are read in."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True)
    assert (130, b"", b"stopped\n") == (done.returncode, done.stdout, done.stderr)
