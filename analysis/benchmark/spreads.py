"""Where the spread of an EER comes from: components of variance of every attack, and of differences of two systems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, field

import numpy

from analysis.benchmark.attack_units import MODULES as ATTACK_MODULES
from analysis.benchmark.attack_units import attack_unit, attacked, attacker_files, ranked
from analysis.benchmark.workbench import Workbench
from analysis.measures import Components, Influence, eer_influence, trial_components
from analysis.study.trials import FILE as TRIALS
from analysis.study.utterances import FILE as UTTERANCES
from analysis.work import Unit

MODULES = (
    "analysis.benchmark.spreads", "analysis.measures.influence", "analysis.measures.numbering",
    "analysis.measures.variance",
)  # fmt: skip


@dataclass(frozen=True)
class Spread:
    """What the spread of one EER, or of a difference of two, is made of.

    Attributes:
        components: None where the trials do not tell.
        reason: why not; empty where they do.
        rate: the EER in percent; of a difference the mean of the two.
    """

    components: Components | None
    reason: str
    rate: float

    @property
    def parts(self) -> Components:
        """Return the components of a spread that has them.

        Raises:
            ValueError: it has none.
        """
        if self.components is None:
            raise ValueError(self.reason)
        return self.components

    @property
    def varies(self) -> bool:
        """Tell whether something differs between speakers or utterances; a difference of equal systems does not."""
        parts = self.components
        return parts is not None and parts.variance(parts.speakers, parts.utterances) > 0


@dataclass
class Spreads:
    """The spreads of a benchmark, on the trial list of its headline EERs.

    Attributes:
        bench: the study.
        attacks: (system, attacker) → its spread, for every attack that has files.
    """

    bench: Workbench
    attacks: dict[tuple[str, str], Spread]
    _influences: dict[tuple[str, str], Influence | None] = field(default_factory=dict, repr=False)

    def difference(self, b: str, a: str, attacker: str) -> Spread | None:
        """Return the spread of the EER of `b` minus that of `a`; None where a side lacks the attack's files."""
        sides = [(system, attacker) for system in (b, a)]
        if not all(side in self.attacks for side in sides):
            return None
        influences = [self._influences[side] for side in sides]
        if influences[0] is None or influences[1] is None:
            return Spread(None, next(self.attacks[side].reason for side in sides if self.attacks[side].reason), 0.0)
        files = [attacker_files(self.bench.benchmark, *side) or () for side in sides]
        is_target = _labels(self.bench)
        values = influences[0].values(is_target) - influences[1].values(is_target)
        unit = self.bench.unit(
            f"spread_of_difference/{b}/{a}/{attacker}",
            (*files[0], *files[1], UTTERANCES, TRIALS),
            (*ATTACK_MODULES, *MODULES),
            _arrays,
            parameters={"attacker": attacker, "sides": [list(side) for side in files], "list": self.bench.headline},
        )
        # It rests on what the units of both sides have found, and is quick from there: no step of its own.
        found = self.bench.cache.fetch(unit.recipe, lambda: _arrays(self.bench, values))
        return _spread(found, (influences[0].eer + influences[1].eer) / 2)


def units(bench: Workbench) -> Iterator[Unit]:
    """Describe the spread of every attack."""
    return (_unit(bench, *names) for names in attacked(bench.benchmark))


def _unit(bench: Workbench, system: str, attacker: str) -> Unit:
    return attack_unit(bench, "spread", system, attacker, _compute, *MODULES, drawn=False, list=bench.headline)


def spreads(bench: Workbench) -> Spreads:
    """Compute or fetch the spread of every attack.

    Raises:
        InputError: a file of scores or embeddings cannot be used.
    """
    found = Spreads(bench, {})
    for names in attacked(bench.benchmark):
        made = bench.result(_unit(bench, *names))
        rates = made["rates"].tolist()
        found.attacks[names] = _spread(made, rates[0] if rates else float("nan"))
        found._influences[names] = None
        if rates:
            wrong = numpy.unpackbits(made["wrong"], count=len(_labels(bench))).astype(bool)
            found._influences[names] = Influence(*rates, wrong)
    return found


def _spread(arrays: dict[str, numpy.ndarray], rate: float) -> Spread:
    reason = str(arrays["reason"][0])
    if reason:
        return Spread(None, reason, rate)
    *values, speakers, utterances, partners = arrays["components"].tolist()
    return Spread(Components(*values, int(speakers), utterances, partners), "", rate)


def _compute(bench: Workbench, system: str, attacker: str) -> dict[str, numpy.ndarray]:
    mask = bench.benchmark.lists[bench.headline].mask
    is_target = _labels(bench)
    try:
        found = eer_influence(ranked(bench, system, attacker).scores[mask], is_target)
    except ValueError as error:
        return {**_reason(str(error)), "rates": numpy.zeros(0), "wrong": numpy.zeros(0, dtype=numpy.uint8)}
    rates = [found.eer, found.target_share, found.false_accept, found.false_reject]
    return {
        **_arrays(bench, found.values(is_target)),
        "rates": numpy.asarray(rates),
        "wrong": numpy.packbits(found.wrong),
    }


def _labels(bench: Workbench) -> numpy.ndarray:
    return bench.benchmark.trials.frame["is_target"].to_numpy()[bench.benchmark.lists[bench.headline].mask]


def _arrays(bench: Workbench, values: numpy.ndarray) -> dict[str, numpy.ndarray]:
    frame, mask = bench.benchmark.trials.frame, bench.benchmark.lists[bench.headline].mask
    columns = (frame[name].to_numpy()[mask] for name in ("is_target", "enroll", "speaker", "utterance"))
    try:
        found = trial_components(values, *columns)
    except ValueError as error:
        return _reason(str(error))
    return {"components": numpy.asarray(astuple(found), dtype=numpy.float64), "reason": numpy.asarray([""])}


def _reason(words: str) -> dict[str, numpy.ndarray]:
    return {"components": numpy.zeros(0), "reason": numpy.asarray([words])}
