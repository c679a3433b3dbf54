"""What a number and a ledger row are in words, as `ledger.lua` says it; see there for the reasons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

_MINUS = {"paired", "p", "p_holm", "exploratory", "edge_error", "edge_gap"}
_UNITS = {
    "percent": " percent", "points": " points", "percentage points": " percentage points", "Hz": " hertz",
    "dB": " decibels", "hours": " hours",
}  # fmt: skip
_PARTS = {"ci_low": ", lower edge", "ci_high": ", upper edge", "n": ", counted"}
_FORMULA = re.compile(r"^'('*[=+@-])")
_HEX = re.compile(rb"%([0-9A-Fa-f]{2})")


@dataclass(frozen=True)
class Known:
    """What a report says of its numbers: the rows of `ledger.csv` by key, the words of `names.csv` by study/kind/id."""

    ledger: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    names: Mapping[str, str] = field(default_factory=dict)

    def said(self, digits: str, key: str, part: str, tag: str) -> str:
        """Return what a screen reader says of a number."""
        entry = self.ledger.get(key)
        unit = _UNITS.get(entry["unit"], "") if entry and part != "n" else ""
        return f"{digits}{unit}{_PARTS.get(part, '')}, {tag}"

    def simulated(self, key: str) -> bool:
        """Tell whether a row rests on simulated inputs."""
        entry = self.ledger.get(key)
        return entry is not None and entry["inputs"] == "simulated"

    def row(self, key: str) -> str:
        """Return the words under a key on a ledger page."""
        said = self.words(key)
        entry = self.ledger.get(key)
        if entry:
            said += f" · {entry['tag']}"
        return said + (", simulated inputs" if self.simulated(key) else "")

    def words(self, key: str) -> str:
        """Return a key in words: its measure, then its parts by their names."""
        parts = [part for part in key.split("/") if part]
        study = parts.pop(0) if parts else ""
        if parts[:1] == ["shipped"]:
            parts.pop(0)
        if not parts:
            return as_it_stands(key)
        words = [self._name(study, "measure", parts[0]) or as_it_stands(parts[0])]
        attacked = paired = False
        for place, part in enumerate(parts[1:], start=2):
            system, attacker = self._name(study, "system", part), self._name(study, "attacker", part)
            if system is not None and paired:
                words[-1] += (" minus " if parts[0] in _MINUS else " to ") + system
                paired = False
            elif system is not None:
                words.append(system)
                paired = place < len(parts) and self._name(study, "system", parts[place]) is not None
            else:
                listed = self._name(study, "list", part) if attacked else None
                for found in (attacker, listed, self._name(study, "part", part), as_it_stands(part)):
                    if found is not None:
                        words.append(found)
                        break
                attacked = attacked or attacker is not None
        return " · ".join(words)

    def _name(self, study: str, kind: str, name: str) -> str | None:
        found = self.names.get(f"{study}/{kind}/{name}")
        return self.names.get(f"/{kind}/{name}") if found is None else found


def spelled(words: str) -> str:
    """Return words of `names.csv` without the quote that keeps a spreadsheet from running them."""
    return _FORMULA.sub(r"\1", words)


def as_it_stands(part: str) -> str:
    """Return a part of a key that has no name: blanks for underscores, the signs that it encodes."""
    raw = part.replace("_", " ").encode()
    return _HEX.sub(lambda found: bytes([int(found[1], 16)]), raw).decode("utf-8", "replace")
