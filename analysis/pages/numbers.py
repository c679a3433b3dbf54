"""How a number of the ledger becomes mark-up; the only place where digits are printed.

A page can show four parts of a ledger row: its value, the two edges of its interval, and its n. Each is a tagged
number of its own. What a page has shown is remembered, so that the appendix can end with exactly those rows.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal
from typing import Literal

from markupsafe import Markup

from analysis.ledger import Entry, Inputs, Ledger, Tag, rounded
from analysis.pages.markup import escape

Part = Literal["value", "ci_low", "ci_high", "n"]
MINUS = "\N{MINUS SIGN}"
UNIT_SIGNS = {"percent": "\N{NO-BREAK SPACE}%", "Hz": "\N{NO-BREAK SPACE}Hz", "dB": "\N{NO-BREAK SPACE}dB"}


def digits(value: float, decimals: int, *, signed: bool = False) -> str:
    """Print a number: fixed decimals, thousands apart, a true minus sign, no sign on a zero.

    What is rounded is the number as ledger.csv holds it, and an exact half goes away from zero, as a reader does it.

    >>> digits(18490, 0), digits(-0.04, 1), digits(-3.27, 1), digits(3.3, 1, signed=True)
    ('18,490', '0.0', '−3.3', '+3.3')
    >>> digits((48.90 + 50.15) / 2, 2), digits(-0.125, 2)  # 49.525, which no binary fraction is
    ('49.53', '−0.13')
    """
    text = rounded(value, decimals)
    if len(text) - decimals > 3:  # thousands, or a hundred with a point
        text = f"{Decimal(text):,f}"
    if not text.strip("-0.,"):
        return text.lstrip("-")
    if text.startswith("-"):
        return MINUS + text[1:]
    return "+" + text if signed else text


@dataclass
class Numbers:
    """Looks numbers up in one ledger and remembers which rows were shown.

    Every method takes a ledger key. A key that the ledger does not have is a mistake of a template and raises
    `KeyError`; a row whose value is missing shows its reason.
    """

    ledger: Ledger
    cited: set[str] = field(default_factory=set)

    def shows(self, tag: Tag, inputs: Inputs) -> bool:
        """Tell whether a number of this tag and with such inputs was shown."""
        return any((entry.tag, entry.inputs) == (tag, inputs) for entry in map(self.ledger.get, self.cited) if entry)

    def value(self, key: str) -> float | None:
        """Return the value for a choice between sentences; it cannot be printed."""
        return self.ledger.value(key)

    def has(self, key: str) -> bool:
        """Tell whether the ledger has a value under this key."""
        return self.ledger.value(key) is not None

    def has_n(self, key: str) -> bool:
        """Tell whether the row says of how many things its value is."""
        entry = self.ledger.get(key)
        return entry is not None and entry.n is not None

    def has_interval(self, key: str) -> bool:
        """Tell whether the value has an interval."""
        entry = self.ledger.get(key)
        return entry is not None and entry.ci_low is not None

    def num(self, key: str, part: Part = "value", *, signed: bool | None = None) -> Markup:
        """Return one tagged number, or the reason for its absence."""
        entry = self.ledger[key]
        content = getattr(entry, part)
        if content is None:
            return self.missing(key)
        self.cited.add(key)
        if signed is None:
            signed = entry.unit == "points"
        decimals = 0 if part == "n" else entry.decimals
        attribute = "" if part == "value" else f' part="{part}"'
        shown = digits(content, decimals, signed=signed and part != "n")
        simulated = " .simulated" if entry.inputs == "simulated" else ""
        return Markup(f'[{shown}]{{.num .{entry.tag} key="{key}"{attribute}{simulated}}}')

    def unit(self, key: str, part: Part = "value", *, signed: bool | None = None) -> Markup:
        """Return the tagged number with its unit, which cannot be parted from it."""
        entry = self.ledger[key]
        shown = self.num(key, part, signed=signed)
        return shown if entry.value is None else shown + UNIT_SIGNS.get(entry.unit, "")

    def interval(self, key: str) -> Markup:
        """Return both edges as a quiet range, or nothing where the number has no interval."""
        entry = self.ledger[key]
        if entry.ci_low is None or entry.ci_high is None:
            return Markup("")
        return Markup("[{}{}{}]{{.interval}}").format(
            self.num(key, "ci_low"), self._between(entry), self.num(key, "ci_high")
        )

    def within(self, key: str) -> Markup:
        """Return the interval in brackets, to follow a number in a sentence; nothing where there is none."""
        edges = self.interval(key)
        return Markup(" ({})").format(edges) if edges else Markup("")

    @staticmethod
    def _between(entry: Entry) -> str:
        """A dash between two edges; words where a minus sign would meet it."""
        both_positive = entry.ci_low is not None and entry.ci_low >= 0 and entry.unit != "points"
        return "–" if both_positive else " to "

    def cell(self, key: str) -> Markup:
        """Return what a table cell holds: the value with its interval, or the reason for its absence."""
        entry = self.ledger.get(key)
        if entry is None:
            return Markup("[not computed]{.missing}")
        shown = self.num(key)
        edges = self.interval(key)
        return shown + Markup(" ") + edges if edges else shown

    def known(self, key: str, *, edges: bool = False) -> Markup:
        """Return the value, with its interval if asked for; the reason where it is missing or has no row."""
        if key not in self.ledger:
            return Markup("[not given]{.missing}")
        return self.cell(key) if edges else self.num(key)

    def both(self, key: str, shipped: str) -> Markup:
        """Return a cell with the recomputed value, the shipped one small beside it, and the interval below.

        Where nothing is recomputed, the shipped value stands beside the reason.
        """
        entry = self.ledger.get(key)
        beside = Markup(" [{}]{{.beside}}").format(self.num(shipped)) if self.has(shipped) else Markup("")
        if entry is None or entry.value is None:
            return self.known(key) + beside
        edges = self.interval(key)
        return self.num(key) + beside + (Markup("[{}]{{.below}}").format(edges) if edges else Markup(""))

    def below(self, key: str) -> Markup:
        """Return the value as a second, quiet line of a table cell; nothing where there is none."""
        return Markup("[{}]{{.below}}").format(self.num(key)) if self.has(key) else Markup("")

    def missing(self, key: str) -> Markup:
        """Return the reason why this number is missing, as quiet words."""
        entry = self.ledger[key]
        return Markup("[{}]{{.missing}}").format(escape(entry.missing or "not given"))
