"""The benchmarks themselves: what they compare gives the same values, what they write is sound, the guard barks."""

import importlib.util
import re
import time
from pathlib import Path

import numpy as np
import pytest

from analysis.cli import run
from analysis.measures import eer_draws, joint_eer_draws, two_sided_eer_draws
from benchmarks import __main__ as command
from benchmarks import growth, guard, loops, progress, renders, side_by_side, timing
from benchmarks.large_study import write_study
from benchmarks.lists import crossed, sampled
from benchmarks.machine import machine

RESULTS = Path(command.__file__).with_name("results.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("of", [crossed((3, 4), 5, draws=30), sampled(900, 20, draws=30)], ids=["crossed", "sampled"])
def test_what_is_compared_has_the_same_values(of):
    """The loops agree with ours to the last bit, but for those whose rates are floats: they mistake near thresholds."""
    given = (of.scores, of.is_target, of.enrolled, of.counts)
    ours = eer_draws(*given)
    assert len(np.unique(ours)) > 5
    for loop in (loops.full_tables, loops.halved_tables):
        np.testing.assert_array_equal(ours, loop(*given))
    for loop in (loops.notebook_loop, loops.roc_loop):
        assert np.isclose(ours, loop(*given), atol=1e-9).mean() > 0.9
    sided = (of.scores, of.is_target, of.enrolled, of.spoken, of.counts)
    for weights, expected in (
        (loops.one_sided, ours),
        (loops.two_sided, two_sided_eer_draws(*sided)),
        (loops.joint, joint_eer_draws(*sided)),
    ):
        np.testing.assert_array_equal(expected, loops.plain_loop(of.scores, of.is_target, weights(of), of.counts))


def test_the_rows_of_a_longer_list_agree():
    """Each loop, run for a few draws, has the values of ours in those draws."""
    of = sampled(900, 20, draws=30)
    for _, theirs, ours in side_by_side._sides(of, 7):
        assert np.isclose(theirs(), ours()[:7], atol=1e-9).mean() > 0.8


def test_the_usual_list_has_the_usual_size():
    """10,090 trials of 43 speakers, 430 of them targets, as an evaluation within a gender has them."""
    of = crossed(draws=2)
    assert (10_090, 430, (2, 43)) == (len(of.scores), of.is_target.sum(), of.counts.shape)


def test_one_number_of_the_committed_report_is_another(tmp_path):
    """What a render is measured with after one number has changed: its digits, on the page and in the ledger."""
    report = renders.ROOT / "report"
    page = min(path.relative_to(report) for path in report.glob("*/02-*.qmd"))
    (tmp_path / page).parent.mkdir()
    for name in ("ledger.csv", page):
        (tmp_path / name).write_bytes((report / name).read_bytes())
    key = renders.change_one_number(tmp_path)
    for name in ("ledger.csv", page):
        before, after = ((folder / name).read_text(encoding="utf-8").splitlines() for folder in (report, tmp_path))
        (other,) = [(a, b) for a, b in zip(before, after, strict=True) if a != b]
        assert all(key in line for line in other)


def test_values_that_differ_stop_a_comparison():
    """A ratio of times between different results says nothing."""
    assert "exactly the same" == side_by_side.must_be_the_same([1.0], [1.0])
    with pytest.raises(ValueError, match=re.escape("at most 0.5 points apart")):
        side_by_side.must_be_the_same([1.0], [1.5])


def test_functions_take_turns():
    """Each runs once unmeasured, then one after the other."""
    called = []
    taken = timing.seconds({"a": lambda: called.append("a"), "b": lambda: called.append("b")}, 2)
    assert list("ababab") == called
    assert [2, 2] == [len(runs) for runs in taken.values()]


def test_a_lost_ratio_fails_the_guard(monkeypatch, capsys):
    """What became as slow as the plain way is named, and the exit code says so."""

    def busy(seconds):
        end = time.process_time() + seconds
        while time.process_time() < end:
            pass

    fine = guard.Pair("fine", lambda: busy(0.02), lambda: busy(0.001), 4)
    lost = guard.Pair("lost", lambda: busy(0.002), lambda: busy(0.002), 4)
    monkeypatch.setattr(guard, "pairs", lambda: [fine])
    assert 0 == guard.main()
    monkeypatch.setattr(guard, "pairs", lambda: [fine, lost])
    assert 1 == guard.main()
    assert re.search(r"lost: .*, at least 4× IS ASKED FOR\n", capsys.readouterr().out)


def test_fewer_draws_of_the_plain_way_count_for_all():
    """A tenth of the draws in the same time is ten times as slow."""
    work = lambda: sum(range(200_000))  # noqa: E731
    assert 5 < guard.found(guard.Pair("", work, work, 1, share=0.1)) < 20


def test_a_large_study_is_sound_and_the_same_every_time(tmp_path):
    """A small one of its kind passes the check, each pair stands once, and a seed gives the same bytes."""
    folder = write_study(tmp_path / "large", systems=2, speakers=40, trials=1_001)
    rows = (folder / "meta/trials_test.csv").read_text(encoding="utf-8").splitlines()[1:]
    pairs = {tuple(row.split(",")[:2]) for row in rows}
    assert (1_001, 1_001) == (len(rows), len(pairs))
    assert 251 == sum(",target," in row for row in rows)
    assert 7 == len(list(folder.glob("scores/*/*.parquet")))
    assert 0 == run(["check", str(folder)])
    again = write_study(tmp_path / "again", systems=2, speakers=40, trials=1_001)
    for path in folder.rglob("*.*"):
        assert path.read_bytes() == (again / path.relative_to(folder)).read_bytes()


def test_the_machine_is_told_without_names(monkeypatch):
    """Cores, processor, memory and versions, but neither a host nor a path."""
    monkeypatch.setattr("benchmarks.machine.PACKAGES", ("numpy",))
    told = machine()
    assert re.search(r"\d+ cores for this run, \d+ GiB", told)
    assert f"numpy {np.__version__}" in told
    assert "/" not in told


def test_the_committed_results_are_those_of_the_command():
    """The parts are those of the command, and the row by which others know the ratio is among them."""
    assert set(command.PARTS) == set(re.findall(r"<!-- (\w+) -->", RESULTS)) - {"end"}
    (row,) = [line for line in RESULTS.splitlines() if line.startswith("notebook loop")]
    assert re.search(r"\d+×$", row)


def test_a_part_that_is_not_measured_stays(tmp_path, monkeypatch):
    """Only the named part is written anew."""
    page = tmp_path / "results.md"
    monkeypatch.setattr(command, "RESULTS", page)
    monkeypatch.setattr("benchmarks.machine.PACKAGES", ())
    parts = {"one": ("One", "First.", lambda: "1 | 2×\n"), "two": ("Two", "Second.", lambda: "3 | 4×\n")}
    monkeypatch.setattr(command, "PARTS", parts)
    command.main([])
    parts["one"] = ("One", "First.", lambda: "5 | 6×\n")
    parts["two"] = ("Two", "Second.", lambda: "7 | 8×\n")
    command.main(["two"])
    assert "1 | 2×" in page.read_text(encoding="utf-8")
    assert "7 | 8×" in page.read_text(encoding="utf-8")


def test_the_screen_shows_what_begins(tmp_path, monkeypatch, capsys):
    """Each part is named when it begins and when it is written, with the time since the start."""
    monkeypatch.setattr(command, "RESULTS", tmp_path / "results.md")
    monkeypatch.setattr("benchmarks.machine.PACKAGES", ())
    monkeypatch.setattr(command, "PARTS", {"one": ("One", "First.", lambda: "1 | 2×\n")})
    command.main([])
    assert re.search(r"^ +\d+:\d\d  one: begins\n +\d+:\d\d  one: written into results.md\n", capsys.readouterr().err)
    assert ("0:00", "12:34") == (progress.clock(0), progress.clock(754.9))


@pytest.mark.skipif(
    importlib.util.find_spec("matplotlib") is None, reason="Matplotlib is not installed (make bench does)"
)
def test_the_plot_is_whole_or_the_old_one(tmp_path, monkeypatch):
    """The same numbers are the same bytes; a drawing that fails half-way leaves what was there."""
    from matplotlib import figure

    path, lengths = tmp_path / "growth.svg", [10**n for n in range(4, 8)]
    found = [growth.Measured(trials, trials / 1e6, trials / 1e7, trials / 1e4, 100.0, 200.0) for trials in lengths]
    growth.plot(found, path)
    drawn = path.read_bytes()
    growth.plot(found, path)
    assert drawn == path.read_bytes()
    assert drawn.rstrip().endswith(b"</svg>")

    def broken(_figure, file, **_given):
        file.write(b"<svg>")
        raise OSError("no room")

    monkeypatch.setattr(figure.Figure, "savefig", broken)
    with pytest.raises(OSError, match="no room"):
        growth.plot(found, path)
    assert [path] == list(tmp_path.iterdir())
    assert drawn == path.read_bytes()


@pytest.mark.skipif(importlib.util.find_spec("jiwer") is None, reason="jiwer is not installed (make bench does)")
def test_jiwer_counts_the_same_errors():
    """The row of the texts is made after both sides agree on every error."""
    assert "exactly the same" in side_by_side.texts(repeats=1, utterances=20, systems=1)
