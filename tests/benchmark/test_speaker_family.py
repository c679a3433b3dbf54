"""Which of many attacks still stand out after Holm's adjustment."""

from types import SimpleNamespace

import pytest

from analysis.benchmark.speaker_family import family_rows


class Bench:
    """A workbench that hands back what it is told."""

    benchmark = SimpleNamespace(settings=SimpleNamespace(level=0.95))

    def key(self, *names):
        return "/".join(names)

    def recomputed(self, names, value, *_unit, n=None, missing=""):
        return SimpleNamespace(key=self.key(*names), value=value, n=n, missing=missing)


def family(chances, beyond):
    verdicts: dict[str, str] = {}
    cases = [(f"s{place}", "lazy") for place in range(len(chances))]
    each = [dict(zip(cases, some, strict=True)) for some in (chances, beyond)]
    found = family_rows(Bench(), "lowest", *each, "", "", verdicts)
    return {row.key: row for row in found}, verdicts


def test_many_that_stand_out_alone_do_so_together_only_where_they_are_rare_enough():
    """Of 0.001, 0.02 and 0.5 the first times three and the second times two; 0.04 holds as well, 0.5 is not judged."""
    rows, verdicts = family([0.02, 0.001, 0.5], [True, True, False])
    assert [0.04, 0.003, 0.5] == pytest.approx([rows[f"speaker_lowest_holm/s{place}/lazy"].value for place in range(3)])
    assert {"lowest_holds/s0/lazy": "holds after Holm", "lowest_holds/s1/lazy": "holds after Holm"} == verdicts
    assert (2, 3) == (rows["count/lowest_holds"].value, rows["count/lowest_holds"].n)
    _, verdicts = family([0.02] * 4, [True] * 4)
    assert {"does not hold after Holm"} == set(verdicts.values())


def test_what_holds_is_told_by_its_adjusted_probability_alone():
    """0.03 is left as it is beside 0.001, and no range that it lies in by itself keeps it from holding."""
    rows, verdicts = family([0.001, 0.03], [True, False])
    assert (0.03, 2) == (rows["speaker_lowest_holm/s1/lazy"].value, rows["count/lowest_holds"].value)
    assert {"holds after Holm"} == set(verdicts.values()) and 2 == len(verdicts)


def test_an_attack_without_a_probability_is_no_member():
    """Its row is missing with a reason, and the others are adjusted for their own number."""
    rows, verdicts = family([float("nan"), 0.04], [False, True])
    missing = rows["speaker_lowest_holm/s0/lazy"]
    assert (None, "too few speakers") == (missing.value, missing.missing)
    assert 0.04 == rows["speaker_lowest_holm/s1/lazy"].value
    assert {"lowest_holds/s1/lazy": "holds after Holm"} == verdicts
