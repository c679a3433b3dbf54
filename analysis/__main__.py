"""`python -m analysis` is the command `vpreport`."""

from analysis.cli import entry

if __name__ == "__main__":
    entry()
