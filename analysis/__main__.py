"""`python -m analysis` is the command `vpreport`."""

import sys


def entry() -> None:
    """Be the program. Its modules are read in here, so that Ctrl-C ends it in one word while they are, too."""
    try:
        from analysis.cli import entry as program

        program()
    except KeyboardInterrupt:
        from analysis.processes import INTERRUPTED, say_stopped

        say_stopped()
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    entry()
