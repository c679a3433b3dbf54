"""Small benchmark studies made at random, ways to write them down, faults to put into them, and plain arithmetic.

The arithmetic shares no code with the package: it is what the numbers of such a study have to be.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

import numpy

from tests.studies import npz

WORDS = ("ka", "ខែ", "é", "x", " ", "ទឹក", "Q")
AWKWARD = ("0012", "12", "1e5", "True", "NA", "nan", "a-b", "None", "ស", "x y", "007", "a,b", 'q"q')


@dataclass(frozen=True)
class Made:
    """A study as plain data.

    Attributes:
        genders: speaker → `f` or `m`.
        utterances: id → (speaker, role).
        trials: (enrolled speaker, utterance, label) in order.
        vectors: system → utterance → vector, single precision.
        texts: utterance → (reference, heard by `anon`).
    """

    genders: Mapping[str, str]
    utterances: Mapping[str, tuple[str, str]]
    trials: tuple[tuple[str, str, str], ...]
    vectors: Mapping[str, Mapping[str, numpy.ndarray]]
    texts: Mapping[str, tuple[str, str]]


def made(seed: int) -> Made:
    """Return a study of two to five speakers with ids that programs like to misread; the same for a seed."""
    chance = random.Random(seed)
    numbers = numpy.random.default_rng(seed)
    speakers = chance.sample(AWKWARD, chance.randint(2, 5))
    genders = {speaker: chance.choice("fm") for speaker in speakers}
    utterances: dict[str, tuple[str, str]] = {}
    for place, speaker in enumerate(speakers):
        utterances |= {f"{place}e{n}": (speaker, "enroll") for n in range(chance.randint(1, 3))}
        utterances |= {f"{place}t{n}": (speaker, "trial") for n in range(chance.randint(1, 3))}
    tried = [name for name, (_, role) in utterances.items() if role == "trial"]
    trials = tuple(
        (enrolled, name, "target" if utterances[name][0] == enrolled else "nontarget")
        for enrolled in speakers
        for name in tried
        if utterances[name][0] == enrolled or chance.random() < 0.8
    )
    vectors = {
        system: {name: numbers.normal(size=4).astype("float32") for name in utterances}
        for system in ("original", "anon")
    }
    text = lambda: "".join(chance.choice(WORDS) for _ in range(chance.randint(1, 6))).strip() or "ka"  # noqa: E731
    texts = {name: (text(), chance.choice(("", text(), text()))) for name in tried}
    return Made(genders, utterances, trials, vectors, texts)


@dataclass(frozen=True)
class Spelling:
    """How the same study is written down; nothing here may change a number."""

    delimiter: str = ","
    line_end: str = "\n"
    mark: bool = False
    shuffled: int | None = None
    label: str = "nontarget"
    same_gender: Mapping[bool, str] | None = field(default_factory=lambda: {True: "True", False: "False"})
    gender: Mapping[str, str] = field(default_factory=lambda: {"f": "f", "m": "m"})
    scale: float = 1.0
    extra: bool = False
    double: bool = False


def spelling(seed: int) -> Spelling:
    """Return one way to write a study down."""
    chance = random.Random(seed)
    return Spelling(
        delimiter=chance.choice(",;\t"),
        line_end=chance.choice(("\n", "\r\n")),
        mark=chance.random() < 0.5,
        shuffled=chance.choice((None, seed)),
        label=chance.choice(("nontarget", "non-target", "NonTarget")),
        same_gender=chance.choice(
            ({True: "yes", False: "no"}, {True: "1", False: "0"}, {True: "TRUE", False: "F"}, None)
        ),
        gender=chance.choice(({"f": "F", "m": "male"}, {"f": "Female", "m": "M"})),
        scale=chance.choice((1.0, 0.25, 4.0)),  # powers of two, so that no digit of a vector changes
        extra=chance.random() < 0.5,
        double=chance.random() < 0.5,
    )


def files_of(study: Made, spelt: Spelling = Spelling()) -> dict[str, bytes]:
    """Return path → content of a study's files."""
    chance = random.Random(spelt.shuffled)

    def rows(items: list) -> list:
        return chance.sample(items, len(items)) if spelt.shuffled is not None else items

    def cell(text: str) -> str:
        risky = any(sign in text for sign in f'{spelt.delimiter}"\n')
        return '"' + text.replace('"', '""') + '"' if risky else text

    def table(header: str, lines: list[tuple[str, ...]]) -> bytes:
        cells = [tuple(header.split(",")), *rows(lines)]
        text = "".join(spelt.delimiter.join(map(cell, line)) + spelt.line_end for line in cells)
        return (b"\xef\xbb\xbf" if spelt.mark else b"") + text.encode("utf-8")

    def same(enrolled: str, name: str) -> str:
        speaker = study.utterances.get(name, ("",))[0]
        known = enrolled in study.genders and speaker in study.genders
        return words[study.genders[enrolled] == study.genders[speaker]] if known else ""

    words = spelt.same_gender
    files = {
        "study.toml": b"draws = 40\n",
        "meta/test_utts.csv": table(
            "utt_id,speaker,role,gender",
            [(name, who, role, spelt.gender[study.genders[who]]) for name, (who, role) in study.utterances.items()],
        ),
        "meta/trials_test.csv": table(
            "enroll_speaker,trial_utt,label" + (",same_gender" if words else ""),
            [
                (enrolled, name, "target" if label == "target" else spelt.label if label == "nontarget" else label)
                + ((same(enrolled, name),) if words else ())
                for enrolled, name, label in study.trials
            ],
        ),
        "meta/transcripts.csv": table(
            "utt_id,corpus,reference,hyp_anon", [(name, "", said, heard) for name, (said, heard) in study.texts.items()]
        ),
    }
    for system, vectors in study.vectors.items():
        ids = rows(list(vectors))
        values = numpy.array([vectors[name] for name in ids]) * numpy.float32(spelt.scale)
        if spelt.extra:
            ids, values = [*ids, "nobody's"], numpy.vstack([values, values[:1]])
        files[f"embeddings/{system}.npz"] = npz(ids, values.astype("float64") if spelt.double else values)
    return files


# --- plain arithmetic ---------------------------------------------------------------------------------------------


def scores(study: Made, system: str, attacker: str) -> list[tuple[float, bool, str, str]]:
    """Return (score, is target, enrolled speaker, trial speaker) of every trial, by the definitions in words."""
    enrolling = study.vectors["original" if attacker == "ignorant" else system]
    found = []
    for enrolled, name, label in study.trials:
        own = [
            [float(x) for x in enrolling[u]]
            for u, (who, role) in study.utterances.items()
            if (who, role) == (enrolled, "enroll")
        ]
        mean = [sum(column) / len(own) for column in zip(*own, strict=True)]
        trial = [float(x) for x in study.vectors[system][name]]
        dot = sum(a * b for a, b in zip(mean, trial, strict=True))
        found.append(
            (dot / math.hypot(*mean) / math.hypot(*trial), label == "target", enrolled, study.utterances[name][0])
        )
    return found


def eer(scored: list[tuple[float, bool, str, str]]) -> float | None:
    """Return the EER in percent by the nearest rule; None where one kind of trial is missing."""
    targets = [score for score, is_target, *_ in scored if is_target]
    others = [score for score, is_target, *_ in scored if not is_target]
    if not targets or not others:
        return None
    best = None
    for threshold in sorted({math.inf, *targets, *others}, reverse=True):
        false_accepts = sum(score >= threshold for score in others)
        false_rejects = sum(score < threshold for score in targets)
        gap = abs(false_accepts * len(targets) - false_rejects * len(others))
        if best is None or gap < best[0]:
            best = (gap, 50 * (false_accepts / len(others) + false_rejects / len(targets)))
    return best[1]


def cer(study: Made) -> float:
    """Return the CER of `anon` in percent: edits over signs, blanks (U+0020) removed."""
    wrong = signs = 0
    for said, heard in study.texts.values():
        said, heard = said.replace(" ", ""), heard.replace(" ", "")
        row = list(range(len(heard) + 1))
        for place, sign in enumerate(said, 1):
            row = _next_row(row, sign, heard, place)
        wrong += row[-1]
        signs += len(said)
    return 100 * wrong / signs


def _next_row(row: list[int], sign: str, heard: str, place: int) -> list[int]:
    made = [place]
    for j, other in enumerate(heard, 1):
        made.append(min(row[j] + 1, made[-1] + 1, row[j - 1] + (sign != other)))
    return made


# --- faults -------------------------------------------------------------------------------------------------------

Change = Callable[[Made, random.Random], Made]


def _trials(change: Callable[[list, random.Random], None]) -> Change:
    def changed(study: Made, chance: random.Random) -> Made:
        trials = list(study.trials)
        change(trials, chance)
        return replace(study, trials=tuple(trials))

    return changed


def _vector(value: Callable[[numpy.ndarray], numpy.ndarray | None]) -> Change:
    def changed(study: Made, chance: random.Random) -> Made:
        system = chance.choice(sorted(study.vectors))
        vectors = dict(study.vectors[system])
        name = chance.choice(sorted(vectors))  # an earlier fault may have taken one away
        new = value(vectors.pop(name))
        if new is not None:
            vectors[name] = new
        return replace(study, vectors={**study.vectors, system: vectors})

    return changed


def _at(trials: list, chance: random.Random, **new: str) -> None:
    place = chance.randrange(len(trials))
    names = ("enrolled", "utterance", "label")
    trials[place] = tuple(new.get(name, old) for name, old in zip(names, trials[place], strict=True))


def _turned(trials: list, chance: random.Random) -> None:
    place = chance.randrange(len(trials))
    enrolled, name, label = trials[place]
    trials[place] = (enrolled, name, "nontarget" if label == "target" else "target")


def _nan(vector: numpy.ndarray) -> numpy.ndarray:
    vector = vector.copy()
    vector[1] = numpy.nan
    return vector


ERRORS: dict[str, Change] = {
    "unknown label": _trials(lambda trials, chance: _at(trials, chance, label="tgt")),
    "label turned round": _trials(_turned),
    "unknown utterance": _trials(lambda trials, chance: _at(trials, chance, utterance="gone")),
    "unknown speaker": _trials(lambda trials, chance: _at(trials, chance, enrolled="00012")),
    "formula as id": _trials(lambda trials, chance: _at(trials, chance, utterance="=1+1")),
    "path as id": _trials(lambda trials, chance: _at(trials, chance, enrolled="../../x")),
    "NaN": _vector(_nan),
    "infinite": _vector(lambda vector: vector * numpy.float32("inf")),
    "zeros": _vector(numpy.zeros_like),
    "missing vector": _vector(lambda _vector: None),
}
"""Faults that no number may come out of."""
