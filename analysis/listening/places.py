"""Where the files of one listener's kit stand, and what must not be written over."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from analysis.errors import InputError, UsageError
from analysis.listening.sheets import is_filled, kits_in

KEYS, CLIPS = "keys", "clips"
BLIND = re.compile(r"M[0-9]{3,}\.wav|T[0-9]{3,}_[XAB]\.wav")
_PAGE = re.compile(rb'"listener":"([A-Za-z0-9_-]+)","kit":"(k[0-9a-f]{8})"')


@dataclass(frozen=True)
class Places:
    """The places of one listener's kit below a folder.

    >>> Places(Path("out"), "L01").page.as_posix()
    'out/listening_L01.html'
    """

    out: Path
    listener: str

    @property
    def sheets(self) -> tuple[Path, Path]:
        """Return the sheets of ratings and of comparisons."""
        return self.out / f"listening_mos_{self.listener}.csv", self.out / f"listening_ab_{self.listener}.csv"

    @property
    def keys(self) -> tuple[Path, Path]:
        """Return the keys of both."""
        one, other = (self.out / KEYS / f"{sheet.stem}_KEY.csv" for sheet in self.sheets)
        return one, other

    @property
    def page(self) -> Path:
        """Return the page."""
        return self.out / f"listening_{self.listener}.html"

    @property
    def clips(self) -> Path:
        """Return the folder of the blind copies."""
        return self.out / CLIPS / self.listener

    def kit_at(self, path: Path) -> str | None:
        """Return the kit that a page, sheet or key names; empty where it names none, None where it is not ours."""
        if path == self.page:
            found = _PAGE.search(path.read_bytes()) if path.is_file() else None
            return found[2].decode() if found and found[1].decode() == self.listener else None
        try:
            named = kits_in(path, is_key=path in self.keys)
        except InputError:
            return None
        if named is None or {listener for listener, _ in named} - {self.listener}:
            return None
        return "/".join(sorted(kit for _, kit in named))

    def refuse_what_no_kit_may_replace(self) -> None:
        """Refuse a place that is no folder, a name that differs in capitals only, files of others, and answers.

        Raises:
            UsageError, InputError: with what is there and what to do.
        """
        if _there(self.out) and not self.out.is_dir():
            raise UsageError(f"{self.out} is not a folder", advice="name a folder with --out")
        if not self.out.is_dir():
            return
        for folder in (self.out / KEYS, self.out / CLIPS, self.clips):
            if _there(folder) and not folder.is_dir():
                raise InputError(f"{folder} is not a folder", advice="move it away, or name another folder with --out")
        wanted = {path.name for path in self.sheets}
        for path in sorted(self.out.iterdir()):
            if path.name not in wanted and path.name.casefold() in {name.casefold() for name in wanted}:
                raise UsageError(
                    f"{path} is there, which some file systems take for {self.listener}'s",
                    advice="give the listener a name that differs in more than capitals",
                )
        for path in self.sheets:
            if not _there(path):
                continue
            if self.kit_at(path) is None:
                raise self._foreign(path)
            if is_filled(path):
                raise InputError(
                    f"{path} holds answers",
                    advice="keep it: move it to another folder, or make the kit with another --listener or --out",
                )
        for path in (self.page, *self.keys):
            if _there(path) and self.kit_at(path) is None:
                raise self._foreign(path)

    def missing(self, contents: Mapping[Path, bytes], kit: str) -> tuple[Path, ...]:
        """Return which of the files are not there yet.

        Raises:
            InputError: a file is there and differs, or a clip is there that is none of this kit.
        """
        absent = []
        for path, content in contents.items():
            if not _there(path):
                absent.append(path)
            elif not path.is_file() or path.read_bytes() != content:
                raise self._other(path, kit)
        for path in sorted(self.clips.glob("*")):
            if not BLIND.fullmatch(path.name):
                raise InputError(f"{path} is no blind clip", advice=f"keep your own files out of {self.clips}")
            if path not in contents:
                raise self._other(path, kit)
        return tuple(absent)

    def _foreign(self, path: Path) -> InputError:
        kind = "page" if path == self.page else "key" if path in self.keys else "sheet"
        return InputError(
            f"{path} is no {kind} of the listener {self.listener}",
            advice="move it away, or name another folder with --out",
        )

    def _other(self, path: Path, kit: str) -> InputError:
        there = None if path.parent == self.clips else self.kit_at(path)
        if there == kit:
            return InputError(
                f"{path} is of the kit {kit}, as this call would make it, but it was changed",
                advice="move it away and make the kit again, or make it with another --listener or --out",
            )
        return InputError(
            f"{path} is of another kit of the listener {self.listener}{f' ({there})' if there else ''} than this call "
            f"would make ({kit}); its sheets may be handed out already, and only its keys can read them",
            advice="give the study and the --seed that it was made with, or another --listener or --out; or move the "
            "whole kit away, with its keys",
        )


def _there(path: Path) -> bool:
    """Tell whether anything stands there, a link to nothing too."""
    return os.path.lexists(path)
