"""The fuzzer finds what it is there for, and every reader survives a few of its inputs; `make fuzz` runs many."""

import random
import time

import pytest

from tests.fuzz.import_targets import import_targets
from tests.fuzz.mutations import mutate
from tests.fuzz.run import fuzz, inputs_of
from tests.fuzz.targets import Target, targets

FEW = 12


def target(read):
    return Target("made up", "x", (b"sound\nfile\n", b"1,2\n"), lambda folder: folder.mkdir(), read)


def test_the_damage_is_the_same_for_a_seed_and_differs_between_inputs():
    """A fault can be repeated from its number alone."""
    once, again = (list(inputs_of(target(None), 0, 50)) for _ in range(2))
    assert once == again
    assert len(set(once)) > 40
    assert once != list(inputs_of(target(None), 1, 50))


def test_damage_reaches_every_byte():
    """No part of a file is spared."""
    data = bytes(range(64))
    changed = {
        place
        for seed in range(300)
        for place, (old, new) in enumerate(zip(data, mutate(data, (data,), random.Random(seed)), strict=False))
        if old != new
    }
    assert set(range(64)) == changed


def test_a_reader_that_raises_is_caught_and_told_once(tmp_path):
    """A hundred faults of one line of code are one kind."""

    def read(folder):
        return (folder / "x").read_bytes().decode("ascii").index("sound")

    faults = fuzz(target(read), tmp_path / "work", 0, 200)
    assert {"UnicodeDecodeError", "ValueError"} == {fault.what.partition(":")[0] for fault in faults}
    repeated = fuzz(target(read), tmp_path / "work", 0, faults[0].number + 1, only=faults[0].number)
    assert faults[0].data == repeated[0].data


def test_a_reader_that_hangs_is_caught(tmp_path):
    """An input that takes too long ends, and is told."""
    faults = fuzz(target(lambda _folder: time.sleep(30)), tmp_path / "work", 0, 1, seconds=1)
    assert ["took more than 1 s"] == [fault.what for fault in faults]


def test_a_reader_that_takes_all_memory_is_caught(tmp_path):
    """An allocation above the bound fails inside the reader."""
    faults = fuzz(target(lambda _folder: bytearray(8 << 30)), tmp_path / "work", 0, 1)
    assert ["MemoryError"] == [fault.what.partition(":")[0] for fault in faults]


@pytest.fixture(scope="module")
def all_targets(tmp_path_factory):
    sound = tmp_path_factory.mktemp("fuzz") / "sound"
    return [*targets(sound), *import_targets(sound)]


def test_every_reader_survives_a_few_inputs(all_targets, tmp_path):
    """Nothing but messages for people; the sound files themselves are read without an exception, too."""
    for one in all_targets:
        assert [] == [(one.name, fault.what, fault.trace) for fault in fuzz(one, tmp_path / "work", 1, FEW)]
