"""What one listener hears, and in which order: the items to rate and the trials to compare.

Every order is drawn from the seed and the listener's name, so that each listener has another one and the same call
makes the same kit. No sentence stands twice in a row, neither among the items nor among the trials nor where the two
parts meet (see `order.arranged`, which builds the row so).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy

from analysis.errors import InputError, UsageError
from analysis.listening.order import arranged, balanced_sides, can_be_arranged, pair_rounds
from analysis.study.benchmark import Benchmark
from analysis.study.demo import ANONYMIZED, ORIGINALS
from analysis.study.demo import FILE as DEMO_CLIPS

REFERENCE, ANCHOR, ANONYMIZER = "reference", "anchor", "anonymizer"
ROLES = (REFERENCE, ANCHOR, ANONYMIZER)
TRIALS = 20
# A letter first, since a spreadsheet would save 01 as 1.
LISTENER = re.compile(r"[A-Za-z](?:[A-Za-z0-9_-]{0,30}[A-Za-z0-9])?\Z")
LISTENER_RULE = "a letter, then up to 31 letters, digits, - and _, such as L01"


@dataclass(frozen=True)
class Material:
    """What a study has to listen to.

    Attributes:
        reference: the id of the unprotected system; anchor: the id that the low anchor is given.
        systems: the anonymizers with clips, in the study's order.
        clips: sentence (an utterance id) → anonymizers that have it, in the study's order. Only sentences with an
            original, which is the hidden reference and what the anchor is made from.
        left_out: sentences that are listed without an original.
    """

    reference: str
    anchor: str
    systems: tuple[str, ...]
    clips: Mapping[str, tuple[str, ...]]
    left_out: tuple[str, ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """Return the sentences in the order of the list of clips."""
        return tuple(self.clips)


@dataclass(frozen=True)
class Item:
    """One clip to rate: its blind name, the sentence, the system behind it, and that system's role."""

    name: str
    sentence: str
    system: str
    role: str


@dataclass(frozen=True)
class Trial:
    """Two systems to compare on one sentence, beside its original: the blind name, the sentence, sides A and B."""

    name: str
    sentence: str
    a: str
    b: str


@dataclass(frozen=True)
class Design:
    """The whole test of one listener.

    Attributes:
        items: what is rated, in order; trials: what is compared, in order, after the items.
        no_trials: why there are no trials, in a few words; empty where there are some.
        kit: nine signs that stand in the sheets and the keys of this design and of no other, so that a sheet is
            never read with the wrong key.
    """

    listener: str
    seed: int
    items: tuple[Item, ...]
    trials: tuple[Trial, ...]
    no_trials: str = ""

    @property
    def kit(self) -> str:
        """Return the signs by which sheets and keys know each other."""
        rows = [(item.name, item.sentence, item.system) for item in self.items]
        more = [(trial.name, trial.sentence, trial.a, trial.b) for trial in self.trials]
        # A letter first: a spreadsheet would take some hexadecimal texts for numbers.
        return "k" + hashlib.sha256(repr((self.listener, self.seed, rows, more)).encode()).hexdigest()[:8]


def check_listener(listener: str, systems: Sequence[str] = ()) -> None:
    """Refuse a listener's name that is no safe file name, or that is a system's.

    Raises:
        UsageError: with what is allowed.
    """
    if not LISTENER.match(listener):
        raise UsageError(f"the listener {listener!r} cannot be part of a file name", allowed=LISTENER_RULE)
    if listener.casefold() in {system.casefold() for system in systems}:
        raise UsageError(
            f"the listener {listener!r} has the name of a system, which no sheet may show", advice="use another name"
        )


def material(benchmark: Benchmark) -> Material:
    """Return what a study has to listen to.

    Raises:
        InputError: no demo clips are listed, none has an original, or no anonymizer has one of them.
    """
    listed = [clip.utt_id for clip in benchmark.demo_clips]
    if not listed:
        raise InputError(f"{benchmark.study} lists no demo clips", advice=f"list them in {DEMO_CLIPS}")
    names = [system.id for system in benchmark.systems]
    anonymizers = [name for name in names if name != benchmark.reference]
    with_original = [name for name in listed if benchmark.clip_file(benchmark.reference, name)]
    if not with_original:
        raise InputError(
            f"{benchmark.study} has the original of no demo clip", advice=f"put the original clips in {ORIGINALS}"
        )
    clips = {
        sentence: tuple(name for name in anonymizers if benchmark.clip_file(name, sentence))
        for sentence in with_original
    }
    heard = {name for names_here in clips.values() for name in names_here}
    if not heard:
        raise InputError(
            f"{benchmark.study} has anonymized clips of no sentence with an original",
            advice=f"put each system's clips in {ANONYMIZED}/<system>",
        )
    anchor = "low_anchor"
    while anchor in names:
        anchor += "_"
    left_out = tuple(name for name in listed if name not in clips)
    return Material(benchmark.reference, anchor, tuple(n for n in anonymizers if n in heard), clips, left_out)


def design(given: Material, listener: str, seed: int, trials: int = TRIALS) -> Design:
    """Return the test of one listener.

    Raises:
        UsageError: the listener's name is not safe.
        InputError: the sentences cannot be put in a row without one of them twice in a row.
    """
    check_listener(listener, (*given.systems, given.reference, given.anchor))
    items = _items(given, _generator(listener, seed, "items"))
    last = items[-1].sentence
    compared, reason = _trials(given, trials, last, _generator(listener, seed, "trials"))
    return Design(listener, seed, items, compared, reason)


def _generator(listener: str, seed: int, part: str) -> numpy.random.Generator:
    return numpy.random.default_rng(
        int.from_bytes(hashlib.sha256(f"{seed}/{listener}/{part}".encode()).digest(), "big")
    )


def _named(letter: str, total: int) -> list[str]:
    width = max(3, len(str(total)))
    return [f"{letter}{number:0{width}d}" for number in range(1, total + 1)]


def _items(given: Material, generator: numpy.random.Generator) -> tuple[Item, ...]:
    """Return every clip once: the systems, the original and the anchor of every sentence."""
    sentences = given.sentences
    counts = [len(given.clips[sentence]) + 2 for sentence in sentences]
    if not can_be_arranged(counts):
        most = sentences[counts.index(max(counts))]
        raise InputError(
            f"{len(sentences)} sentence{'s' if len(sentences) > 1 else ''} can be heard, and {most} would come twice "
            "in a row",
            allowed="two sentences or more, none with more clips than all others together and one",
            advice="add demo clips of other sentences",
        )
    waiting: dict[str, list[tuple[str, str]]] = {}
    for sentence in sentences:
        sounds = [(given.reference, REFERENCE), (given.anchor, ANCHOR)]
        sounds += [(system, ANONYMIZER) for system in given.clips[sentence]]
        waiting[sentence] = [sounds[place] for place in generator.permutation(len(sounds)).tolist()]
    order = [sentences[place] for place in arranged(counts, generator)]
    return tuple(
        Item(name, sentence, *waiting[sentence].pop())
        for name, sentence in zip(_named("M", len(order)), order, strict=True)
    )


def _trials(
    given: Material, wanted: int, before: str, generator: numpy.random.Generator
) -> tuple[tuple[Trial, ...], str]:
    """Return the trials and an empty text, or no trial and the reason.

    Pairs come as often as each other, give or take one; so do systems, sides and sentences where every system has
    every clip.
    """
    systems = [given.systems[place] for place in generator.permutation(len(given.systems)).tolist()]
    shared = {
        (one, other): [name for name, here in given.clips.items() if one in here and other in here]
        for one, other in ((systems[a], systems[b]) for a, b in pair_rounds(len(systems)))
    }
    usable = [pair for pair, sentences in shared.items() if sentences]
    if not usable:
        return (), "no two systems have a clip of one sentence"
    pairs = [usable[place % len(usable)] for place in range(wanted)]
    used = dict.fromkeys(given.sentences, 0)
    chosen: list[tuple[str, tuple[str, str]]] = []
    for pair in sorted(pairs, key=lambda pair: len(shared[pair])):  # the least choice first
        least = min(used[name] for name in shared[pair])
        open_ = [name for name in shared[pair] if used[name] == least]
        sentence = open_[int(generator.integers(len(open_)))]
        used[sentence] += 1
        chosen.append((sentence, pair))
    sentences = given.sentences
    counts = [used[name] for name in sentences]
    if not can_be_arranged(counts, sentences.index(before)):
        return (), "too few sentences are shared to keep one from coming twice in a row"
    waiting: dict[str, list[tuple[str, str]]] = {name: [] for name in sentences}
    for place in generator.permutation(len(chosen)).tolist():
        sentence, pair = chosen[place]
        waiting[sentence].append(pair)
    order = [sentences[place] for place in arranged(counts, generator, sentences.index(before))]
    sides = balanced_sides([waiting[sentence].pop() for sentence in order], generator)
    return tuple(
        Trial(name, sentence, a, b)
        for name, sentence, (a, b) in zip(_named("T", len(order)), order, sides, strict=True)
    ), ""
