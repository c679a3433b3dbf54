"""What is fuzzed: each reader of files, with sound files to start from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from analysis.errors import ReportError
from analysis.study.attacks import load_attacks
from analysis.study.audio import read_clip
from analysis.study.benchmark import load_benchmark
from analysis.study.bridge import read_bridge
from analysis.study.challenge import load_challenge
from analysis.study.claims import read_claims
from analysis.study.embeddings import read_embeddings
from analysis.study.findings import Findings
from analysis.study.scores import COLUMNS
from analysis.study.settings import read_settings
from tests.attack_tables import AVERAGES, write_attacks
from tests.pairs import score_text as pair_scores
from tests.pairs import trial_text, write_pair_study
from tests.studies import (
    cosines,
    npy,
    parquet,
    score_text,
    utterance_ids,
    vectors,
    write_challenge,
    write_files,
    write_scored_study,
    write_study,
)

PUBLISHED = Path(__file__).parents[2] / "data" / "vpc2024"


@dataclass(frozen=True)
class Target:
    """A reader and one file that it reads.

    Attributes:
        name: for messages, such as `benchmark meta/trials_test.csv`.
        file: the path of the damaged file below the folder.
        seeds: sound contents of the file.
        prepare: writes the other files into an empty folder.
        read: reads the folder; only a `ReportError` may leave it.
    """

    name: str
    file: str
    seeds: tuple[bytes, ...]
    prepare: Callable[[Path], object]
    read: Callable[[Path], object]

    def run(self, folder: Path, data: bytes) -> None:
        """Read one damaged file; whatever a person is told in words is fine."""
        path = folder / self.file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        try:
            self.read(folder)
        except ReportError as error:
            str(error)


def _benchmark(folder: Path) -> None:
    findings = Findings()
    load_benchmark(folder, findings, audit=False)
    for finding in findings.sorted():
        finding.text()


def _challenge(folder: Path) -> None:
    findings = Findings()
    load_challenge(folder, findings)
    for finding in findings.sorted():
        finding.text()


def _attacks(folder: Path) -> None:
    findings = Findings()
    load_attacks(folder, findings)
    for finding in findings.sorted():
        finding.text()


def _claims(folder: Path) -> None:
    findings = Findings()
    read_claims(folder, findings)
    read_bridge(folder, findings)
    for finding in findings.sorted():
        finding.text()


def _settings(folder: Path) -> None:
    findings = Findings()
    read_settings(folder, findings)
    for finding in findings.sorted():
        finding.text()


def _start_of(path: Path) -> bytes:
    """Return the first tables of a TOML file: all of them would take long to read again and again."""
    return b"\n\n".join(path.read_bytes().split(b"\n\n")[:12])


def _scores(folder: Path, system: str = "mcadams") -> None:
    """Read one attacker's scores of a study with scores, whose lists stand."""
    findings = Findings()
    benchmark = load_benchmark(folder, findings, audit=False)
    if benchmark is not None:
        benchmark.scores(system, "lazy")


def _other_forms() -> Iterator[Target]:
    """Yield scores, and embeddings as an array with a list of ids and as Parquet."""
    rows = cosines("mcadams", "mcadams")
    table = dict(zip(COLUMNS, (list(column) for column in zip(*rows, strict=True)), strict=True))
    for suffix, seed in (("csv", score_text(rows).encode()), ("parquet", parquet(**table))):
        yield Target(
            f"scores {suffix}", f"scores/lazy/mcadams.{suffix}", (seed,),
            lambda folder: write_scored_study(folder, {"scores/lazy/mcadams.csv": None}), _scores,
        )  # fmt: skip
    pairs = pair_scores("mine", "mine").encode()
    yield Target(
        "scores of pairs", "scores/lazy/mine.csv", (pairs,), lambda folder: write_pair_study(folder, scored=True),
        lambda folder: _scores(folder, "mine"),
    )  # fmt: skip
    yield Target(
        "benchmark trials of pairs", "meta/trials_test.csv", (trial_text().encode(),), write_pair_study, _benchmark
    )
    ids, found = utterance_ids(), vectors("mcadams")
    yield Target(
        "embeddings npy", "x.npy", (npy(found), npy(found, "float16")),
        lambda folder: write_files(folder, {"x.txt": "\n".join(ids)}),
        lambda folder: read_embeddings(folder / "x.npy", "x.npy"),
    )  # fmt: skip
    yield Target(
        "embeddings ids", "x.txt", ("\n".join(ids).encode(),),
        lambda folder: write_files(folder, {"x.npy": npy(found)}),
        lambda folder: read_embeddings(folder / "x.npy", "x.npy"),
    )  # fmt: skip
    yield Target(
        "embeddings parquet", "x.parquet", (parquet(utt_id=ids, emb=found.astype("float32").tolist()),), _nothing,
        lambda folder: read_embeddings(folder / "x.parquet", "x.parquet"),
    )  # fmt: skip


def _nothing(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)


def targets(scratch: Path) -> Iterator[Target]:
    """Yield every target; sound files are made in `scratch` first."""
    benchmark, challenge = scratch / "benchmark", scratch / "challenge"
    write_study(benchmark)
    write_challenge(challenge)
    for path in sorted((benchmark / "meta").iterdir()):
        file = path.relative_to(benchmark).as_posix()
        yield Target(f"benchmark {file}", file, (path.read_bytes(),), write_study, _benchmark)
    for path in sorted(challenge.iterdir()):
        if path.suffix in (".csv", ".toml"):
            yield Target(f"challenge {path.name}", path.name, (path.read_bytes(),), write_challenge, _challenge)
    attacks = write_attacks(scratch / "attacks", {"averages.csv": AVERAGES})
    for path in sorted(attacks.iterdir()):
        yield Target(f"attacks {path.name}", path.name, (path.read_bytes(),), write_attacks, _attacks)
    for file in ("claims.toml", "bridge.toml"):
        yield Target(f"challenge {file}", file, (_start_of(PUBLISHED / file),), _nothing, _claims)
    yield Target("settings", "study.toml", ((benchmark / "study.toml").read_bytes(),), _nothing, _settings)
    vectors = tuple(path.read_bytes() for path in sorted((benchmark / "embeddings").glob("*.npz")))
    yield Target(
        "embeddings npz", "x.npz", vectors, _nothing, lambda folder: read_embeddings(folder / "x.npz", "x.npz")
    )
    yield from _other_forms()
    sounds = tuple(path.read_bytes() for path in sorted(benchmark.rglob("*.wav")))[:3]
    yield Target("audio wav", "x.wav", sounds, _nothing, lambda folder: read_clip(folder / "x.wav", "x.wav"))
