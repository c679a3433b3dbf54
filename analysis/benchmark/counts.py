"""What the lists of a benchmark hold, counted, and the settings that its numbers rest on."""

from __future__ import annotations

from collections.abc import Iterator

import polars

from analysis.benchmark.workbench import Workbench, percent_text
from analysis.ledger import SIGNIFICANT_DIGITS, Entry
from analysis.study.comparisons import FILE as COMPARISONS
from analysis.study.enrolling import sides
from analysis.study.trials import FILE as TRIALS
from analysis.study.utterances import FILE as UTTERANCES

ROLES = (("enroll", "enrollment"), ("trial", "trial"))
SETTINGS = (("draws", "count", 0), ("seed", "seed", 0), ("level", "percent", 0))


def settings(bench: Workbench) -> Iterator[Entry]:
    """Return the protocol settings; they are shipped, from `study.toml` or from the defaults."""
    given = bench.benchmark.settings
    for name, unit, decimals in SETTINGS:
        value = float(getattr(given, name))
        if name == "level":
            text = percent_text(value)
            value, decimals = float(text), len(text.partition(".")[2])
        yield Entry(
            key=bench.key("setting", name), value=value, unit=unit, decimals=decimals, tag="shipped",
            source=bench.setting_source(name), method="setting of the study",
        )  # fmt: skip
    yield Entry(
        key=bench.key("setting", "significant_digits"), value=float(SIGNIFICANT_DIGITS), unit="count", decimals=0,
        tag="shipped", source="defaults", method="significant digits of a number that the ledger keeps",
    )  # fmt: skip


def counts(bench: Workbench) -> Iterator[Entry]:
    """Count speakers, utterances, trials, clips and systems."""

    def count(names: tuple[str, ...], value: int, source: str, what: str) -> Entry:
        return bench.recomputed(("count", *names), value, "count", 0, source, f"number of {what}")

    benchmark = bench.benchmark
    frame, by_utterance = benchmark.utterances.frame, benchmark.trials.by_utterance
    on_side = sides(benchmark.utterances, benchmark.trials.frame, by_utterance)
    listed = TRIALS if by_utterance else UTTERANCES
    yield count(("speakers", "all"), len(benchmark.speakers), UTTERANCES, "speakers")
    for gender in ("female", "male"):
        if any(benchmark.utterances.genders):
            found = sum(known == gender for known in benchmark.utterances.genders)
            yield count(("speakers", gender), found, UTTERANCES, f"{gender} speakers")
    for corpus in benchmark.corpora:
        inside = (frame["corpus"] == corpus.name).to_numpy()
        of_corpus = frame.filter(polars.Series(inside))
        speakers = of_corpus["speaker_index"].unique().to_list()
        yield count(("speakers", corpus.slug), len(speakers), UTTERANCES, f"speakers of {corpus.name}")
        for gender in ("female", "male"):
            found = sum(benchmark.utterances.genders[speaker] == gender for speaker in speakers)
            yield count(("speakers", corpus.slug, gender), found, UTTERANCES, f"{gender} speakers of {corpus.name}")
        for role, word in ROLES:
            found = int((inside & on_side[role]).sum())
            yield count(("utterances", role, corpus.slug), found, listed, f"{word} utterances of {corpus.name}")
    for role, word in ROLES:
        yield count(("utterances", role), int(on_side[role].sum()), listed, f"{word} utterances")
    if by_utterance:
        both = int((on_side["enroll"] & on_side["trial"]).sum())
        yield count(
            ("utterances", "both"), both, listed, "utterances that enroll in one trial and are tried in another"
        )
    is_target = benchmark.trials.frame["is_target"].to_numpy()
    for name, trials in benchmark.lists.items():
        targets = int(is_target[trials.mask].sum())
        yield count(("trials", name), len(trials), TRIALS, "trials")
        yield count(("targets", name), targets, TRIALS, "target trials")
        yield count(("nontargets", name), len(trials) - targets, TRIALS, "non-target trials")
    if benchmark.demo_clips:
        yield count(("clips", "listed"), len(benchmark.demo_clips), "meta/demo_clips.csv", "demo clips")
        for gender in ("female", "male"):
            found = sum(clip.gender == gender for clip in benchmark.demo_clips)
            yield count(("clips", gender), found, "meta/demo_clips.csv", f"demo clips of {gender} speakers")
    here = sum(system.usable for system in benchmark.systems)
    yield count(("systems", "recomputed"), here, "file names", "systems with files here")
    yield count(
        ("systems", "shipped_only"),
        sum(not system.has_files for system in benchmark.systems),
        "meta/leaderboard.csv",
        "systems with shipped values only",
    )
    if benchmark.pairs:
        computed = sum(pair.recomputed for pair in benchmark.pairs)
        yield count(("pairs", "recomputed"), computed, "study.toml", "registered pairs recomputed here")
        registered = benchmark.comparisons.registered
        if registered is not None:
            yield Entry(
                key=bench.key("count", "pairs", "registered"), value=registered, unit="count", decimals=0,
                tag="shipped", source=COMPARISONS, method="number of registered pairs, as published",
            )  # fmt: skip
