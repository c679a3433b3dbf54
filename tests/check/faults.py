"""Tables of faults: how to make one in a tiny study, and what `vpreport check` must say of it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from analysis import cli
from tests.studies import Change, write_challenge, write_study

Make = Callable[[Path], None]


@dataclass(frozen=True)
class Fault:
    """One fault, and the finding that it must make.

    Attributes:
        says: what is wrong, for the name of the test.
        severity, code, file, row, column: of the finding; row None and column empty where it has none.
        words: what its text for the console must hold: the value found, what is allowed, the remedy.
        changes: as `write_study` takes them.
        make: changes the study's folder where content alone does not do it.
        challenge: whether the tiny study is a challenge.
    """

    says: str
    severity: str
    code: str
    file: str
    row: int | None
    column: str
    words: tuple[str, ...]
    changes: Mapping[str, Change] = field(default_factory=dict)
    make: Make | None = None
    challenge: bool = False

    def write(self, folder: Path) -> Path:
        """Write the study with the fault."""
        write = write_challenge if self.challenge else write_study
        write(folder, self.changes)
        if self.make:
            self.make(folder)
        return folder


def state(folder: Path) -> dict[str, tuple[int, int]]:
    """Return what would show that something below a folder was written: path → time and size."""
    return {
        path.relative_to(folder).as_posix(): (path.lstat().st_mtime_ns, path.lstat().st_size)
        for path in folder.rglob("*")
    }


def verify(fault: Fault, clone: Path, capfd) -> None:
    """Run `check` on the study with the fault, and `build` where it is an error; nothing may be written.

    `clone` is the working folder, in which a build would write.
    """
    study = fault.write(clone / "x")
    before = state(clone)
    code = cli.run(["check", "--json", str(study)])
    printed = capfd.readouterr()
    assert "Traceback" not in printed.err
    findings = json.loads(printed.out)
    place = (fault.severity, fault.code, fault.file, fault.row, fault.column)
    found = [one for one in findings if (one["code"], one["file"]) == (fault.code, fault.file)]
    texts = [" | ".join((one["found"], one["allowed"], one["advice"])) for one in found]
    matching = [one for one, text in zip(found, texts, strict=True) if all(word in text for word in fault.words)]
    assert matching, texts or findings
    assert place in [tuple(one[name] for name in ("severity", "code", "file", "row", "column")) for one in matching]
    assert code == any(one["severity"] == "error" for one in findings)
    if fault.severity == "error":
        assert code == 1
        assert all(one["advice"] or one["allowed"] for one in matching), "an error says what to do"
        assert cli.run(["build", "--study", str(study), "--cache", str(clone / "cache")]) == 1
        refusal = capfd.readouterr().err
        assert any(one["found"] in refusal for one in matching)
        assert "Traceback" not in refusal
    assert before == state(clone)
    assert sorted(os.listdir(clone)) == ["_quarto.yml", "templates", "x"]
