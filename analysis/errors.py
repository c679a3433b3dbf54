"""The exceptions of the project: one root, one subclass for each exit code."""


class ReportError(Exception):
    """Something a person has to put right before the report can be made."""

    exit_code = 1

    def __init__(self, found: str, allowed: str = "", advice: str = "") -> None:
        super().__init__(found, allowed, advice)
        self.found = found
        self.allowed = allowed
        self.advice = advice

    def __str__(self) -> str:
        """Say what was found, what is allowed and what to do, each as a sentence of its own."""
        parts = [self.found]
        if self.allowed:
            parts.append(f"Allowed: {self.allowed}")
        if self.advice:
            parts.append(f"What to do: {self.advice}")
        return "\n  ".join(parts)


class InputError(ReportError):
    """A file of a study holds something that cannot be used."""

    exit_code = 1


class UsageError(ReportError):
    """The command was called with words that do not fit together."""

    exit_code = 2


class EngineError(ReportError):
    """A rendering engine or the file system refused."""

    exit_code = 3
