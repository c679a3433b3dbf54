"""Transcripts with recognition errors: Khmer references, and hypotheses that come near the published error rates.

Errors are made on whole clusters (a base sign with what is stacked upon it), so that a hypothesis stays readable Khmer
script. How many there are depends on the corpus, on the speaker (who is hard for one system tends to be hard for all)
and on the utterance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from analysis.measures.bootstrap import ratio_draws, speaker_draws
from analysis.measures.content import edit_counts
from analysis.measures.intervals import percentile_interval
from analysis.simulate import published
from analysis.simulate.cohort import Cohort, Utterance
from analysis.simulate.khmer import CONSONANTS, REPEAT, VOWELS, clusters, random_cluster, sentence
from analysis.simulate.randomness import stream

# Number of signs of a reference, drawn evenly between the two: studio sentences are longer.
PHONE_SIGNS = (31, 43)
STUDIO_SIGNS = (43, 57)

# How much of a speaker's difficulty is the same under every system, and the spread over the utterances of a speaker.
SHARED = 0.92
UTTERANCE_SPREAD = 0.45

# Beyond this share of wrong clusters, more errors can only be insertions.
MOST_WRONG = 0.97
INSERTIONS = 0.12

# Bands of the search, in points of CER and relative to the published width of the interval.
CER_BAND = 0.2
WIDTH_BAND = 0.12
WIDTH_DRAWS = 400
WIDTH_STEPS = 5
# Width of the interval, relative to the rate, for each unit of spread: a first guess that the search corrects.
WIDTH_OF_SPREAD = 0.6


@dataclass(frozen=True)
class ErrorSettings:
    """How a system's transcripts go wrong.

    Attributes:
        phone: rate of errors a cluster in the phone corpus.
        studio: the same in the studio corpus.
        spread: standard deviation over speakers of the logarithm of the rate.
    """

    phone: float
    studio: float
    spread: float


def references(cohort: Cohort, seed: int) -> dict[str, str]:
    """Return the reference of every trial utterance."""
    texts = {}
    for utterance in cohort.trials:
        random = stream(seed, "references", utterance.name)
        low, high = PHONE_SIGNS if utterance.speaker.corpus == published.PHONE else STUDIO_SIGNS
        texts[utterance.name] = sentence(int(random.integers(low, high + 1)), random)
    return texts


def difficulties(cohort: Cohort, system: str, seed: int) -> dict[str, tuple[float, float]]:
    """Return for every trial utterance how hard its speaker and itself are: two standard normal values."""
    shared = stream(seed, "difficulty", "shared").standard_normal(len(cohort.speakers))
    random = stream(seed, "difficulty", system)
    own = random.standard_normal(len(cohort.speakers))
    mixed = SHARED * shared + np.sqrt(1.0 - SHARED**2) * own
    by_speaker = dict(zip((speaker.name for speaker in cohort.speakers), mixed, strict=True))
    within = random.standard_normal(len(cohort.trials))
    return {
        utterance.name: (float(by_speaker[utterance.speaker.name]), float(value))
        for utterance, value in zip(cohort.trials, within, strict=True)
    }


def rate_of(utterance: Utterance, settings: ErrorSettings, difficulty: tuple[float, float]) -> float:
    """Return the rate of errors a cluster for one utterance."""
    base = settings.phone if utterance.speaker.corpus == published.PHONE else settings.studio
    return base * float(np.exp(settings.spread * difficulty[0] + UTTERANCE_SPREAD * difficulty[1] * settings.spread))


def hypothesis(reference: str, rate: float, random: np.random.Generator) -> str:
    """Return `reference` with errors at `rate` a cluster; with the same generator, a higher rate adds errors only."""
    written = []
    for cluster in clusters(reference):
        wrong, kind, more = random.random(3)
        # Everything that may be needed is drawn, so that the numbers after it do not move.
        consonant = CONSONANTS[random.integers(len(CONSONANTS))]
        vowel = VOWELS[random.integers(len(VOWELS))]
        inserted = [random_cluster(random) for _ in range(4)]
        if cluster == " " or wrong >= min(rate, MOST_WRONG):
            written.append(cluster)
        elif kind < 0.40:
            written.append(consonant + cluster[1:])
        elif kind < 0.60:
            # A mark of repetition carries no vowel; a consonant takes its place.
            written.append((consonant if cluster == REPEAT else cluster[0]) + vowel)
        elif kind < 0.85:
            pass
        else:
            written.append(consonant + vowel)
        extra = INSERTIONS * rate + 0.8 * max(0.0, rate - MOST_WRONG)
        # The whole part is inserted for certain, the rest by chance.
        written.extend(inserted[: int(extra) + (more < extra - int(extra))])
    return " ".join("".join(written).split())


def hypotheses(
    cohort: Cohort, texts: dict[str, str], settings: ErrorSettings, system: str, seed: int, corpus: str = ""
) -> dict[str, str]:
    """Return the hypothesis of every trial utterance (of one corpus, where one is named)."""
    hard = difficulties(cohort, system, seed)
    return {
        utterance.name: hypothesis(
            texts[utterance.name],
            rate_of(utterance, settings, hard[utterance.name]),
            stream(seed, "hypotheses", system, utterance.name),
        )
        for utterance in cohort.trials
        if corpus in ("", utterance.speaker.corpus)
    }


def corpus_error_rate(texts: dict[str, str], heard: dict[str, str], names: Sequence[str] | None = None) -> float:
    """Return the CER in percent over the utterances of `heard`, or over those that are named."""
    edits = [edit_counts(texts[name], heard[name]) for name in (heard if names is None else names)]
    return 100.0 * sum(edit.errors for edit in edits) / sum(edit.reference for edit in edits)


def error_settings(cohort: Cohort, texts: dict[str, str], system: str, seed: int) -> ErrorSettings:
    """Search settings that bring both corpora within the band of the published CER, and the interval near its width."""
    low, high = published.CER_INTERVALS[system]
    counts = speaker_draws(len(cohort.speakers), WIDTH_DRAWS, seed)
    best, best_off = None, np.inf
    spread = round((high - low) / published.CER[system][0] / WIDTH_OF_SPREAD, 2)
    for _ in range(WIDTH_STEPS):
        rates = [
            _rate_for(cohort, texts, system, seed, spread, corpus, target)
            for corpus, target in zip((published.PHONE, published.STUDIO), published.CER[system][1:], strict=True)
        ]
        settings = ErrorSettings(*rates, spread)
        width = _width(cohort, texts, hypotheses(cohort, texts, settings, system, seed), counts) / (high - low)
        if abs(width - 1.0) < best_off:
            best, best_off = settings, abs(width - 1.0)
        if best_off <= WIDTH_BAND:
            break
        spread = round(spread / width, 2)
    return best


def _rate_for(
    cohort: Cohort, texts: dict[str, str], system: str, seed: int, spread: float, corpus: str, target: float
) -> float:
    """Halve the range of rates until the CER of one corpus lies within the band around `target`."""
    below, above = 0.0, 4.0
    rate = target / 100.0
    for _ in range(25):
        heard = hypotheses(cohort, texts, ErrorSettings(rate, rate, spread), system, seed, corpus)
        off = corpus_error_rate(texts, heard) - target
        if abs(off) <= CER_BAND:
            break
        below, above = (below, rate) if off > 0 else (rate, above)
        rate = round((below + above) / 2.0, 5)
    return rate


def _width(cohort: Cohort, texts: dict[str, str], heard: dict[str, str], counts: np.ndarray) -> float:
    errors = dict.fromkeys((speaker.name for speaker in cohort.speakers), 0)
    signs = dict(errors)
    for utterance in cohort.trials:
        edits = edit_counts(texts[utterance.name], heard[utterance.name])
        errors[utterance.speaker.name] += edits.errors
        signs[utterance.speaker.name] += edits.reference
    draws = ratio_draws(np.array(list(errors.values())), np.array(list(signs.values())), counts)
    interval = percentile_interval(100.0 * draws)
    return interval.high - interval.low
