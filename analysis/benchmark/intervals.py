"""Every kind of interval beside the one that the study quotes: of EERs, error rates and registered differences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from statistics import median

from analysis.benchmark.certainty import TOO_FEW
from analysis.benchmark.kinds import BY_SPEAKERS, KINDS, PUBLISHED, Drawn, Kind, of_utterances
from analysis.benchmark.measured import Measured, Part
from analysis.benchmark.pairs import METRICS, difference_row, sides
from analysis.benchmark.privacy import UNDEFINED
from analysis.benchmark.registered import EXCLUDES
from analysis.benchmark.workbench import ATTACKERS, Workbench
from analysis.ledger import Entry
from analysis.measures import Interval, fewest_bca_draws
from analysis.study.settings import MAX_DRAWS

NO_WIDTH, NO_INTERVAL = "no width", "no interval"
SAME, SPLIT, WORDS = "same", "excludes", "words"
"""What the kinds allow to say: the same; some that a difference excludes 0 and some not; the same in other words."""
OF_TEXTS = {kind.name: kind for kind in BY_SPEAKERS}


@dataclass
class _Found:
    """Rows and verdicts as they come, and the widths of each kind, by `eer` or `cer`."""

    entries: list[Entry] = field(default_factory=list)
    verdicts: dict[str, str] = field(default_factory=dict)
    widths: dict[str, list[dict[str, float]]] = field(default_factory=lambda: {"eer": [], "cer": []})


def intervals(measured: Measured) -> Part:
    """Return the other intervals of every headline EER and error rate, widths and ratios, and differences by kind.

    Rows: `eer_<kind>/<system>/<attacker>/<list>` and `cer_<kind>/<system>/<corpus or all>` for the kinds that the study
    does not quote; `width/<kind>/<system>/<attacker or cer>`; `width_ratio/<kind>/...` to the quoted one;
    `interval_width|interval_ratio/<kind>/eer|cer/median|lowest|highest`; `paired_<kind>/<B>/<A>/<metric>` with the
    verdict under the same key; `count/by_kind/...`.

    Verdicts: `interval` → the kind that the study quotes, `interval_from` → what chose it;
    `by_kind/<B>/<A>/<metric>` → `same`, `excludes` or `words`.
    """
    bench, found = measured.bench, _Found()
    found.verdicts[bench.key("interval")] = bench.kind.name
    found.verdicts[bench.key("interval_from")] = bench.setting_source("interval")
    _of_attacks(measured, found)
    _of_texts(measured, found)
    for measure, widths in found.widths.items():
        found.entries += _summary(bench, measure, widths)
    _of_pairs(measured, found)
    return Part(tuple(found.entries), found.verdicts)


def _of_attacks(measured: Measured, found: _Found) -> None:
    bench = measured.bench
    for system, attacker in product((s.id for s in bench.benchmark.systems if s.has_files), ATTACKERS):
        quoted = measured.ledger[bench.key("eer", system, attacker, bench.headline)]
        drawn = measured.drawn(system, attacker)
        names = (system, attacker, bench.headline)
        spans = _rows(bench, "eer", quoted, names, KINDS, bench.kind, drawn, found)
        _widths(bench, quoted, (system, attacker), KINDS, bench.kind, spans, found)
        # What the ignorant and the lazy attacker do to the reference is the same, and counts once.
        if (system, attacker) != (bench.benchmark.reference, "lazy"):
            _note(spans, KINDS, found.widths["eer"])


def _of_texts(measured: Measured, found: _Found) -> None:
    bench, kind = measured.bench, of_utterances(measured.bench.kind)
    for (system, corpus), rate in measured.texts.drawn.items():
        quoted = measured.ledger[bench.key("cer", system, corpus)]
        # Corpus by corpus only what published values are held against.
        others = OF_TEXTS if corpus == "all" else {PUBLISHED.name: PUBLISHED}
        spans = _rows(bench, "cer", quoted, (system, corpus), others, kind, dict.fromkeys(KINDS, rate), found)
        if corpus == "all":
            _widths(bench, quoted, (system, "cer"), OF_TEXTS, kind, spans, found)
            _note(spans, OF_TEXTS, found.widths["cer"])


def _rows(
    bench: Workbench, measure: str, quoted: Entry, names: tuple[str, ...], kinds: dict[str, Kind], own: Kind,
    drawn: dict[str, Drawn], found: _Found,
) -> dict[str, Interval]:  # fmt: skip
    """Add the number once more with each interval that is not quoted; return all of its intervals by kind."""
    spans = {}
    for name, kind in kinds.items():
        interval = bench.interval(drawn[name], kind) if drawn and quoted.value is not None else None
        if interval is not None:
            spans[name] = interval
        if kind == own:
            continue
        method, _, _ = quoted.method.partition("; ")
        if drawn and measure == "eer":
            method += f"; {bench.resampled(interval, UNDEFINED, kind.of_trials)}"
        elif drawn:
            method += f"; {bench.resampled(interval, bench.no_reference, kind.of_utterances)}"
        found.entries.append(
            bench.recomputed(
                (f"{measure}_{name}", *names), quoted.value, quoted.unit, quoted.decimals, quoted.source, method,
                interval=interval, n=quoted.n, missing=quoted.missing,
            )
        )  # fmt: skip
    return spans


def _widths(
    bench: Workbench, quoted: Entry, names: tuple[str, ...], kinds: dict[str, Kind], own: Kind,
    spans: dict[str, Interval], found: _Found,
) -> None:  # fmt: skip
    words = {name: kind.of_utterances if names[-1] == "cer" else kind.of_trials for name, kind in kinds.items()}
    absent = quoted.missing or NO_INTERVAL
    base = _width(spans.get(own.name))
    for name in kinds:
        width = _width(spans.get(name))
        found.entries.append(
            bench.recomputed(
                ("width", name, *names), width, "percentage points", 1, quoted.source,
                f"upper minus lower edge of the interval, {words[name]}", missing=absent,
            )
        )  # fmt: skip
        if name == own.name:
            continue
        found.entries.append(
            bench.recomputed(
                ("width_ratio", name, *names), width / base if width is not None and base else None, "ratio", 2,
                quoted.source, f"width by the {words[name]} over the width by the {words[own.name]}",
                missing=NO_WIDTH if width is not None and base is not None else absent,
            )
        )  # fmt: skip


def _width(interval: Interval | None) -> float | None:
    return None if interval is None else interval.high - interval.low


def _note(spans: dict[str, Interval], kinds: dict[str, Kind], widths: list[dict[str, float]]) -> None:
    """Keep the widths of a number that has an interval of each kind."""
    if len(spans) == len(kinds):
        widths.append({name: one.high - one.low for name, one in spans.items()})


def _summary(bench: Workbench, measure: str, widths: Sequence[dict[str, float]]) -> Iterator[Entry]:
    """Yield the median and the extremes over the numbers, of each kind's widths and of their ratios to the quoted."""
    own = bench.kind.name if measure == "eer" else of_utterances(bench.kind).name
    for name in widths[0] if widths else ():
        of_kind = [one[name] for one in widths]
        ratios = [one[name] / one[own] for one in widths if one[own]] if name != own else []
        for what, values, unit, decimals, words in (
            ("interval_width", of_kind, "percentage points", 1, "width"),
            ("interval_ratio", ratios, "ratio", 2, "ratio to the width of the quoted interval"),
        ):
            for word, choose in (("median", median), ("lowest", min), ("highest", max)):
                if values:
                    yield bench.recomputed(
                        (what, name, measure, word), choose(values), unit, decimals, "intervals of every kind",
                        f"{word} {words}, over the numbers that have an interval of each kind", n=len(values),
                    )  # fmt: skip


def _of_pairs(measured: Measured, found: _Found) -> None:
    """Add every registered difference by the other kinds, and whether all kinds allow to say the same."""
    bench, words = measured.bench, dict[str, list[str]]()
    for pair, metric in product(bench.benchmark.pairs, METRICS):
        names = (pair.b, pair.a, metric)
        quoted = measured.verdicts.get(bench.key("paired", *names))
        if quoted is None:
            continue
        own = of_utterances(bench.kind) if metric == "cer" else bench.kind
        said = {own.name: quoted}
        for name, kind in (OF_TEXTS if metric == "cer" else KINDS).items():
            both = sides(bench, _attacks(measured, metric, names[:2], name), measured.texts, *names)
            if kind == own or both is None:
                continue
            *drawn, source = both
            difference, _, row = difference_row(bench, (f"paired_{name}", *names), drawn, source, kind)
            found.entries.append(row)
            found.verdicts[row.key] = said[name] = difference.verdict
        found.verdicts[bench.key("by_kind", *names)] = _compared(list(said.values()))
        for name in KINDS:
            spoken = said.get(name) or said[of_utterances(KINDS[name]).name]
            words.setdefault(name, []).append(spoken)
    if not words:
        return
    rows = len(words[bench.kind.name])
    compared = [verdict for name, verdict in found.verdicts.items() if name.startswith(bench.key("by_kind"))]
    for name, which, what in (
        ("same", SAME, "registered differences with one verdict by every kind"),
        ("split", SPLIT, "registered differences that exclude 0 by one kind and not by another"),
    ):
        found.entries.append(_count(bench, (name,), compared.count(which), rows, what))
    settings, speakers = bench.benchmark.settings, len(bench.benchmark.speakers)
    needed = fewest_bca_draws(settings.level, speakers) if speakers > 1 else 0
    if settings.draws < needed:
        found.verdicts[bench.key("certainty", "bca_draws")] = TOO_FEW
    if settings.draws < needed <= MAX_DRAWS:
        found.entries.append(
            bench.recomputed(
                ("count", "by_kind", "fewest_draws"), needed, "count", 0, "settings and lists",
                f"draws that leave one beyond either edge of a joint BCa interval of {speakers} speakers", n=speakers,
            )
        )  # fmt: skip
    for name, spoken in words.items():
        found.entries.append(
            _count(
                bench, ("excludes", name), spoken.count(EXCLUDES), rows, f"differences whose {name} interval excludes 0"
            )
        )


def _compared(said: Sequence[str]) -> str:
    """Say how the verdicts of one difference by every kind differ.

    >>> _compared(["CI excludes 0", "no evidence"]), _compared(["not established", "no evidence"])
    ('excludes', 'words')
    """
    if len(set(said)) == 1:
        return SAME
    return SPLIT if EXCLUDES in said else WORDS


def _attacks(measured: Measured, metric: str, systems: tuple[str, ...], kind: str) -> dict[tuple[str, str, str], Drawn]:
    """Return the headline EERs of some systems in the draws of a kind; nothing where the metric is no EER."""
    attacker, headline = metric.removeprefix("eer_"), measured.bench.headline
    drawn = {system: measured.drawn(system, attacker) for system in systems if attacker in ATTACKERS}
    return {(system, attacker, headline): found[kind] for system, found in drawn.items() if found}


def _count(bench: Workbench, names: tuple[str, ...], value: int, n: int, what: str) -> Entry:
    return bench.recomputed(
        ("count", "by_kind", *names), value, "count", 0, "registered pairs", f"number of {what}", n=n
    )
