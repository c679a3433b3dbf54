"""Made-up results of a benchmark and of a challenge, for the tests of the pages; no file is read for them."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path

from analysis.ledger import Entry, Ledger, key
from analysis.pages.site import Site
from analysis.results import Corpus, Pair, Remark, Results, System

from .made_shortcuts import shortcut_rows

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
ATTACKERS = ("ignorant", "lazy", "semi_informed")
LISTS = (("all", "all trials"), ("same_gender", "same gender"))

KHMER = "ភាសាខ្មែរ"
HOSTILE = (
    "<script>alert(9)</script>",
    "{{< include _x.qmd >}}",
    "```{python} print(9)```",
    "$x_9$ and \\(y\\)",
    "@ref and [@tbl-9]",
    "[a](b) ![c](d) <http://e.f>",
    "pipe | two || three",
    "back\\slash \\ end\\",
    "two\nlines\r\nand a\ttab",
    "\u202eright to left\u202c",
    "zero\u200bwidth\u2060joined",
    "9. not a list",
    "# not a heading",
    "---",
    "...",
    "-9.5 and -? and --",
    "+ plus / slash: colon",
    "= not a title",
    "'single' \"double\" &amp; & \u00a0",
    '#import "x"; #eval(1) /* no */ // no',
    "~~gone~~ ^up^ ~down~ *b* _i_ `c`",
    '{.class #id key="v"} :::',
    "a name that goes on " * 6,
    KHMER,
    "<% raw %> << study >> <# note #>",
)
"""What a data file may hold where a person would write a name."""


class Rows:
    """Collects the ledger rows of one study."""

    def __init__(self, study: str, *, simulated: bool = False) -> None:
        self.study = study
        self.simulated = simulated
        self.entries: list[Entry] = []

    def add(
        self, *names: str, value: float | None = None, unit: str = "percent", decimals: int = 1,
        edges: tuple[float, float] | None = None, n: int | None = None, missing: str = "",
    ) -> None:  # fmt: skip
        low, high = edges or (None, None)
        self.entries.append(
            Entry(
                key(self.study, *names), value, unit, decimals,
                "shipped" if names[0] in ("shipped", "setting") else "recomputed",
                source="meta/list.csv, column", method="made up", ci_low=low, ci_high=high, n=n, missing=missing,
                inputs="simulated" if self.simulated and names[0] not in ("shipped", "setting") else "real",
            )
        )  # fmt: skip

    def count(self, *names: str, value: int, n: int | None = None) -> None:
        self.add("count", *names, value=value, unit="count", decimals=0, n=n)


def benchmark(
    systems: int = 4,
    *,
    study: str = "bench",
    title: str = "A made-up benchmark",
    names: Sequence[str] = (),
    labels: Sequence[str] = (),
    warnings: Sequence[str] = (),
    notes: Sequence[str] = (),
    questions: Sequence[str] = ("Does the second help?",),
    corpora: Sequence[str] = ("phone (iAny)", "studio"),
    date: str = "2026-03-01",
    simulated: bool = True,
    shipped: bool = True,
    lists: Sequence[tuple[str, str]] = LISTS,
    traps: int = 0,
) -> Results:
    """Return a benchmark with `systems` systems, of which the first is the reference.

    `names` are both ids and labels of the first systems, and descriptions of all; `labels` are labels alone; `traps`
    systems look private to an ignorant attacker only. A value is missing here and there, as in real studies.
    """
    ids = [*names, *(f"system {number}" for number in range(len(names), systems))][:systems]
    rows = Rows(study, simulated=simulated)
    verdicts: dict[str, str] = {}
    made = tuple(
        System(name, label, names[place % len(names)] if names else "Made up", "anonymizer" if place else "reference")
        for place, (name, label) in enumerate(zip(ids, [*labels, *ids[len(labels) :]], strict=True))
    )
    slugs = tuple(Corpus(f"corpus{place}", name) for place, name in enumerate(corpora))
    for name, value in (("level", 95), ("draws", 1000), ("seed", 0)):
        rows.add("setting", name, value=value, unit="percent" if name == "level" else "count", decimals=0)
    for scope in ("all", *(corpus.slug for corpus in slugs)):
        rows.count("speakers", scope, value=43)
        for gender in ("female", "male"):
            if scope == "all":
                rows.count("speakers", gender, value=21)
            else:
                rows.count("speakers", scope, gender, value=11)
    rows.count("utterances", "enroll", value=129)
    rows.count("utterances", "trial", value=430)
    for name, _ in lists:
        rows.count("trials", name, value=18490)
        rows.count("targets", name, value=430)
        rows.count("nontargets", name, value=18060)
    rows.count("systems", "recomputed", value=len(made))
    rows.count("systems", "shipped_only", value=0)
    for place, name in enumerate(ids):
        for rank, attacker in enumerate(ATTACKERS):
            for trial_list, _ in lists:
                if place == 2 and attacker == "semi_informed":
                    rows.add("eer", name, attacker, trial_list, missing="no semi-informed file")
                    continue
                value = 3.0 + (place * 7.31) % 46 + rank / 10
                rows.add("eer", name, attacker, trial_list, value=value, edges=(value - 2, value + 2), n=10090)
            if shipped:
                rows.add("shipped", "eer", name, attacker, "same_gender", value=value + 0.04, decimals=2)
        for scope in ("all", *(corpus.slug for corpus in slugs)):
            rows.add("cer", name, scope, value=7.0 + place, edges=(5.0 + place, 9.0 + place), n=23456)
        if shipped:
            rows.add("shipped", "cer", name, "all", value=7.02 + place, decimals=2)
            rows.add("shipped", "rho_f0", name, value=0.7, unit="correlation", decimals=3)
            rows.add("shipped", "utmos", name, value=2.4, unit="score", decimals=2)
        if place in (1, 3):
            verdicts |= {key(study, "front", attacker, name): "on the front" for attacker in ATTACKERS}
    for attacker in ATTACKERS:
        rows.count("front", attacker, value=2, n=len(ids))
    if len(ids) > 1:
        verdicts[key(study, "best_trade")] = ids[1]
    shortcut_rows(rows, ids, slugs[-1:] if traps else (), lists, verdicts)
    for name in ids[1 : 1 + traps]:
        verdicts[key(study, "trap", name)] = "semi_informed"
    pairs = []
    for place, question in enumerate(questions if len(ids) > 2 else ()):
        b, a = ids[1 + place % (len(ids) - 1)], ids[0]
        pairs.append(Pair(b, a, question))
        for metric in ("eer_ignorant", "cer"):
            rows.add("paired", b, a, metric, value=-3.27, unit="points", decimals=2, edges=(-7.8, 0.11), n=43)
            verdicts[key(study, "paired", b, a, metric)] = "not established"
    if pairs:
        rows.count("pairs", "registered", value=len(pairs))
        rows.count("pairs", "recomputed", value=len(pairs))
    remarks = tuple(Remark("warning", text) for text in warnings) + tuple(Remark("note", text) for text in notes)
    return Results(
        study, "benchmark", title, Ledger(rows.entries), date=date, simulated=simulated,
        reference=ids[0] if ids else "", systems=made, corpora=slugs, lists=tuple(lists),
        pairs=tuple(pairs), verdicts=verdicts, remarks=remarks,
    )  # fmt: skip


def challenge(
    systems: int = 6, *, study: str = "contest", title: str = "A contest", names: Sequence[str] = ()
) -> Results:
    """Return a challenge with an original and otherwise submitted systems."""
    ids = [*names, *(f"T{number}-1" for number in range(len(names), systems))][:systems]
    rows = Rows(study)
    verdicts: dict[str, str] = {}
    rows.count("systems", value=len(ids))
    for name, value in (("baseline", 0), ("submitted", len(ids) - 1), ("post_evaluation", 0)):
        rows.count(name, value=value)
    for name in ("compared", "agrees", "rounding", "differs"):
        rows.count("agreement", name, value=0 if name == "differs" else len(ids))
    rows.add("agreement_max", "eer", value=0.005, unit="points", decimals=3)
    rows.add("setting", "category_10", value=10, decimals=0)
    for name in (("submitted", "eer_10"), ("submitted", "eer_10_compliant"), ("baseline", "eer_10")):
        rows.count(*name, value=1)
    for place, name in enumerate(ids):
        for split in ("dev", "test"):
            for part in ("female", "male", "average"):
                value = 5.0 + (place * 6.7) % 44
                rows.add("shipped", "eer", name, "semi_informed", f"{split}_{part}", value=value, decimals=2)
            rows.add("eer", name, "semi_informed", f"{split}_average", value=value, decimals=2)
            rows.add("shipped", "uar", name, split, value=40.0 + place, decimals=2)
            if place == 1:
                rows.add("shipped", "wer", name, split, missing="not printed")
            else:
                rows.add("shipped", "wer", name, split, value=2.0 + place / 10, decimals=2)
        if place == 2:
            for measure in ("wer", "uar"):
                rows.add("rank", measure, name, "eer_10", value=1, unit="rank", decimals=0)
                verdicts[key(study, "front", measure, name)] = "on the front"
                verdicts[key(study, "leader", measure, "eer_10")] = key(name)
    for measure in ("wer", "uar"):
        rows.count("front", measure, value=1)
    made = tuple(
        System(name, name, "Codes and decodes", "submitted" if place else "original", "codec", compliant=place != 3)
        for place, name in enumerate(ids)
    )
    return Results(
        study, "challenge", title, Ledger(rows.entries), reference=ids[0], unit_of_text="words", systems=made,
        trial_list="test_average", verdicts=verdicts, remarks=(Remark("note", "One system stands in one table only."),),
    )  # fmt: skip


def write_report(
    folder: Path, *studies: Results, lead: Results | None = None, fits: object = None, versions: Sequence[str] = ()
) -> Path:
    """Write the page sources, figures and ledger of some studies, as a build does, and return the folder."""
    ordered = sorted(studies, key=lambda results: results.study)
    site = Site(ordered, lead or studies[0], TEMPLATES, versions)
    files = site.files(fits or (lambda _text: True))  # type: ignore[arg-type]
    files["ledger.csv"] = Ledger(entry for results in ordered for entry in results.ledger).to_csv()
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8", newline="\n")
    return folder


@functools.cache
def hostile_benchmark() -> Results:
    """Return a benchmark whose every text is one of `HOSTILE`, in a folder with blank, dot and quotes in its name."""
    return benchmark(
        len(HOSTILE), study="a 'b\" v.1 (é)", title=HOSTILE[1] + " " + HOSTILE[0], names=HOSTILE,
        warnings=HOSTILE[:3], notes=HOSTILE[3:6], questions=HOSTILE[:4], corpora=HOSTILE[5:7],
        shipped=False, lists=LISTS[1:],
    )  # fmt: skip
