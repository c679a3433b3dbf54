"""`python -m analysis` is the command `vpreport`."""

import sys


def entry() -> None:
    """Be the program. Its modules are read in here, so that Ctrl-C ends it in one word while they are, too."""
    try:
        from analysis.cli import entry as program

        program()
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    entry()
