"""The coverage study as a whole: who computes does not matter, its tables hold together, two runs are compared."""

from dataclasses import asdict, fields, replace

import numpy as np
import pytest
from scipy.stats import chi2_contingency, norm

from analysis import cli
from analysis.coverage import design
from analysis.coverage.compare import compare
from analysis.coverage.data_sets import found_after_holm
from analysis.coverage.design import CELLS, FAMILY, FULL, PAIRED_CELLS, QUICK, Cell, Size
from analysis.coverage.foretold import committed_foretold, committed_powers
from analysis.coverage.kinds import KINDS, TESTS, TRIALS, intervals
from analysis.coverage.model import embeddings, trials, voices
from analysis.coverage.show import as_lines
from analysis.coverage.study import Run, coverage_study, tasks_of
from analysis.coverage.summary import difference_rows, interval_rows, share_error
from analysis.coverage.table import (
    FALSE_FAMILY,
    FALSE_POSITIVE,
    POWER,
    DifferenceRow,
    IntervalRow,
    Study,
    as_csv,
    committed,
    write,
)
from analysis.errors import InputError
from analysis.measures import (
    bca_interval,
    eer_draws,
    eer_jackknife,
    equal_error_rate,
    joint_eer_draws,
    percentile_interval,
    speaker_draws,
)
from analysis.work import Here, Pool
from tests.coverage.at_once import foretold_rows, power_rows

TINY = Size(
    data_sets=6, paired_sets=3, draws=50, trial_sets=2, trial_draws=40, flips=19, plans=3, population=2_000, batch=2
)  # fmt: skip
SMALL_CELLS = (Cell(4, 15), Cell(5, 40))
ONE_PAIR = (Cell(5, 40),)
CHECKED = ("intervals", "differences", "predicted widths", "predicted powers")


@pytest.fixture(scope="module")
def tiny():
    """A study that takes a second."""
    return coverage_study(TINY, 3, Here(), cells=SMALL_CELLS, paired_cells=ONE_PAIR)


def test_numbers_do_not_depend_on_who_computes(tiny):
    """Two processes, and batches of another size, give the same rows."""
    other = replace(TINY, batch=5)
    with Pool(2) as crew:
        assert tiny == coverage_study(other, 3, crew, cells=SMALL_CELLS, paired_cells=ONE_PAIR)


def test_another_seed_gives_other_numbers(tiny):
    """Nothing is drawn from a seed of its own."""
    other = coverage_study(TINY, 4, Here(), cells=SMALL_CELLS, paired_cells=())
    assert {row.width for row in tiny.tables.intervals}.isdisjoint(row.width for row in other.tables.intervals)
    assert {row.width for row in tiny.foretold}.isdisjoint(row.width for row in other.foretold)


def test_what_is_foretold_is_that_of_the_plans(tiny):
    """In batches and by workers they are what one process foretells in one go."""
    assert foretold_rows(3, TINY.plans, SMALL_CELLS) == tiny.foretold
    assert power_rows(3, TINY.plans, ONE_PAIR) == tiny.powers


def test_too_few_choices_of_signs_say_nothing_about_holm(tiny):
    """With 199 the least p is .005, which eleven comparisons make .055; with 999 it is .011."""
    assert not replace(FULL, flips=199).reaches_holm and FULL.reaches_holm and QUICK.reaches_holm
    assert {None} == {row.holm for row in tiny.tables.differences}
    assert "Holm" not in "\n".join(as_lines(tiny))


def test_a_quick_look_draws_as_much_in_each_data_set():
    """Only the numbers of data sets differ, so that its numbers can be held against those of a full run."""
    sizes = {"data_sets", "paired_sets", "trial_sets", "plans", "batch"}
    assert sizes == {name for name, value in asdict(QUICK).items() if value != getattr(FULL, name)}


def test_progress_has_an_end(tiny):
    """It is told of every task once, and knows how many there are."""
    told = []
    coverage_study(TINY, 3, Here(), lambda *words: told.append(words), cells=SMALL_CELLS[:1], paired_cells=())
    count = len(tasks_of(TINY, SMALL_CELLS[:1], ()))
    assert list(range(count + 1)) == [done for _, done, _ in told] and {count} == {total for _, _, total in told}


def test_intervals_are_those_of_the_measures():
    """One data set, each edge made by hand from draws that the seed gives."""
    generator = np.random.default_rng(6)
    made = trials(*embeddings(voices(generator, 5), 0.5, generator))
    found = intervals(made, 5, TINY, seed=8, by_trials=True)
    counts, everybody = speaker_draws(5, 50, 8), equal_error_rate(made.scores, made.is_target).value
    joint = joint_eer_draws(made.scores, made.is_target, made.enrolled, made.spoken, counts)
    one_sided = percentile_interval(eer_draws(made.scores, made.is_target, made.enrolled, counts))
    without = eer_jackknife(made.scores, made.is_target, made.enrolled, made.spoken, 5)
    corrected = bca_interval(joint, everybody, without, speakers=5)
    assert set(KINDS) == set(found)
    assert (one_sided.low, one_sided.high) == found["speaker"]
    assert (corrected.low, corrected.high) == found["joint_bca"]


def test_shares_are_counted():
    """Of four data sets one interval lies above the truth, one below it, one is not there, and one holds it."""
    size = replace(FULL, data_sets=4, trial_sets=2)
    edges = np.full((4, len(KINDS), 2), np.nan)
    edges[:, KINDS.index("joint")] = [[11.0, 13.0], [5.0, 9.0], [np.nan, np.nan], [8.0, 12.0]]
    row = next(row for row in interval_rows(Cell(10, 15), edges, np.array([10.0, 0.1]), size, 0) if row.kind == "joint")
    assert (25.0, 25.0, 25.0, 25.0) == (row.coverage, row.truth_below, row.truth_above, row.no_interval)
    assert round(10 / 3, 3) == row.width and 10 * 10 * 10 == row.trials


def test_found_differences_are_counted_by_comparison_and_by_family():
    """Two data sets: one false alarm of eleven in the first, none in the second; a true difference found once."""
    found = np.zeros((2, len(TESTS), FAMILY + len(design.DIFFERENCES)), dtype=bool)
    place = TESTS.index("permutation")
    found[0, place, 2] = found[1, place, FAMILY] = True
    rows = difference_rows(Cell(10, 15), found, np.zeros((2, found.shape[2]), dtype=bool), FULL, 0)
    by = {(row.test, row.what, row.difference): row for row in rows}
    assert round(100 / 22, 2) == by["permutation", FALSE_POSITIVE, 0].share
    assert 50.0 == by["permutation", FALSE_FAMILY, 0].share == by["permutation", POWER, design.DIFFERENCES[0]].share
    assert (FULL.flips, FULL.draws) == (
        by["permutation", FALSE_POSITIVE, 0].draws,
        by["joint", FALSE_POSITIVE, 0].draws,
    )
    assert 0.0 == by["permutation", FALSE_FAMILY, 0].holm and by["joint", FALSE_FAMILY, 0].holm is None


def test_holm_is_over_a_family_of_one_true_difference_and_the_equal_ones():
    """Smallest p of eleven must be below .05 / 11, whoever it belongs to."""
    p = np.full(FAMILY + len(design.DIFFERENCES), 0.5)
    p[FAMILY], p[FAMILY + 1] = 0.0045, 0.0046
    held = found_after_holm(p)
    assert [FAMILY] == list(np.flatnonzero(held))


def test_tables_come_back_as_they_were_written(tiny, tmp_path):
    """Empty cells, texts and numbers alike."""
    assert ["intervals.csv", "differences.csv"] == [path.name for path in write(tiny.tables, tmp_path)]
    assert tiny.tables == committed(tmp_path)


@pytest.mark.parametrize("text", ["", "speakers,eer\n1,2\n", None])
def test_what_is_no_such_table_is_refused(tiny, tmp_path, text):
    """A table of other columns, an empty one, and none at all."""
    write(tiny.tables, tmp_path)
    place = tmp_path / "intervals.csv"
    place.unlink() if text is None else place.write_text(text)
    with pytest.raises(InputError, match=r"intervals\.csv"):
        committed(tmp_path)


def test_a_damaged_number_is_refused(tiny, tmp_path):
    """A word where a number must be."""
    write(tiny.tables, tmp_path)
    place = tmp_path / "intervals.csv"
    place.write_text(place.read_text().replace("speaker,", "speaker,x", 1))
    with pytest.raises(InputError, match="coverage study"):
        committed(tmp_path)


def interval_row(**changed):
    plain = {field.name: 0 for field in fields(IntervalRow)}
    return IntervalRow(
        **{**plain, "kind": "joint", "coverage": 90.0, "width": 6.0, "width_error": 0.1, "data_sets": 400, **changed}
    )


def difference_row(**changed):
    plain = {field.name: 0 for field in fields(DifferenceRow)}
    given = {"test": "joint", "what": FALSE_POSITIVE, "family": FAMILY, "holm": None, "holm_error": None}
    return DifferenceRow(**{**plain, **given, "data_sets": 160, **changed})


@pytest.mark.parametrize(("coverage", "agrees"), [(95.0, True), (97.0, False)])
def test_two_runs_agree_within_chance(coverage, agrees):
    """Of 400 data sets each, 360 and 380 are what 2 pairs of runs in 100 give; 360 and 388 what 1 in 10,000 gives."""
    found = compare([interval_row()], [interval_row(coverage=coverage)])
    assert agrees is found.agrees and 2 == found.compared and f"joint: 90 and {coverage:g}" in found.where
    chance = 2 * norm.sf(found.largest)
    table = [[360, 40], [4 * coverage, 400 - 4 * coverage]]
    # Fisher's test counts whole tables and is a little more careful than the uncorrected test of a square.
    assert chi2_contingency(table, correction=False).pvalue < chance < chi2_contingency(table).pvalue * 1.05


@pytest.mark.parametrize(("share", "other"), [(100.0, 90.0), (0.0, 10.0)])
def test_a_share_at_the_end_of_the_scale_is_not_taken_for_sure(share, other):
    """All of 10 data sets, or none, may well come from a share of 90 or 10 %; all of 400 may not."""
    few, many = (
        compare([interval_row(coverage=share, data_sets=size)], [interval_row(coverage=other)]) for size in (10, 400)
    )
    assert few.agrees and few.largest < 1.5 and not many.agrees


def test_a_run_without_false_alarms_does_not_take_itself_for_sure():
    """Sixteen data sets of which none has one, where a tenth of the comparisons are alarms elsewhere."""
    quick, full = difference_row(data_sets=16), difference_row(share=6.0, error=1.0)
    assert compare([quick], [full]).agrees
    assert not compare([replace(quick, data_sets=160)], [full]).agrees


def test_mean_widths_of_few_data_sets_are_held_against_each_other_by_students_t():
    """Four errors apart is rare among hundreds of values, and happens among three."""
    one = interval_row(width=6.4)
    few, many = (compare([replace(one, data_sets=n)], [replace(interval_row(width_error=0.0001), data_sets=n)])
                 for n in (3, 400))  # fmt: skip
    assert few.largest < 2.2 and 3.8 < many.largest < 4.1


def test_what_is_foretold_is_compared(tiny):
    """A run agrees with itself, and not with one whose widths are half as large, or whose powers are larger."""
    moved = [replace(row, width=row.width / 2, data_sets=200) for row in tiny.foretold]
    other = [replace(row, power=row.power + 9, power_error=1.0, data_sets=200) for row in tiny.powers]
    assert compare(tiny.powers, tiny.powers).agrees
    assert not compare([replace(row, power_error=1.0, data_sets=200) for row in tiny.powers], other).agrees
    assert compare(tiny.foretold, tiny.foretold).agrees
    assert not compare([replace(row, data_sets=200) for row in tiny.foretold], moved).agrees


def test_runs_without_a_common_setting_cannot_be_compared():
    """There would be nothing to disagree about."""
    with pytest.raises(ValueError, match="no setting in common"):
        compare([interval_row()], [interval_row(speakers=5)])


def test_the_error_of_a_share_is_never_zero():
    """Nor is it far from the binomial one where there is something to tell."""
    assert 0 < share_error(1.0, 100) < 0.02
    assert np.sqrt(0.9 * 0.1 / 400) == pytest.approx(share_error(0.9, 400), rel=0.03)


def test_the_committed_tables_are_those_of_the_design():
    """Every setting with every kind, every pair with every test, of one seed and as many data sets as it says."""
    study = committed()
    assert {(c.speakers, c.eer, kind) for c in CELLS for kind in KINDS} == {row.name for row in study.intervals}
    assert {(c.speakers, c.eer, test) for c in PAIRED_CELLS for test in TESTS} == {
        (row.speakers, row.eer, row.test) for row in study.differences
    }
    for row in study.intervals:
        sets = FULL.sets_by_trials if row.kind == TRIALS else FULL.sets
        assert sets(Cell(row.speakers, row.eer)) == row.data_sets
        assert 100 == pytest.approx(row.coverage + row.truth_below + row.truth_above + row.no_interval, abs=0.03)
    assert {FULL.paired_sets} == {row.data_sets for row in study.differences}
    assert {FULL.flips} == {row.draws for row in study.differences if row.test == "permutation"}
    assert 1 == len({(row.seed, row.model) for row in (*study.intervals, *study.differences)})


def test_the_committed_tables_are_written_as_the_command_writes_them():
    """To the byte: nobody has edited them by a program that writes numbers in its own way."""
    from analysis.coverage.table import DIFFERENCES, FOLDER, INTERVALS

    study = committed()
    for name, rows in ((INTERVALS, study.intervals), (DIFFERENCES, study.differences)):
        assert as_csv(rows) == (FOLDER / name).read_text(encoding="utf-8")


@pytest.fixture
def vpreport(capfd, monkeypatch):
    """Run the command in this process, on a study so small that it takes a second; returns (code, output, errors)."""
    monkeypatch.setattr(design, "QUICK", TINY)
    monkeypatch.setattr(design, "CELLS", SMALL_CELLS)
    monkeypatch.setattr(design, "PAIRED_CELLS", ONE_PAIR)

    def call(*arguments):
        code = cli.run(["coverage", *map(str, arguments)])
        told = capfd.readouterr()
        assert "Traceback" not in told.out + told.err
        return code, told.out, told.err

    return call


def test_a_quick_look_prints_and_writes_nothing_unless_told_where(vpreport, tmp_path, tiny):
    """Its tables are no tables to quote."""
    code, out, _ = vpreport("--quick", "--seed", 3, "--workers", 1, "--out", tmp_path / "new")
    read = [table(tmp_path / "new") for table in (committed, committed_foretold, committed_powers)]
    assert 0 == code and tiny == Run(*read)
    row = next(row for row in tiny.tables.intervals if row.kind == "joint_bca" and row.speakers == 4)
    line = next(line for line in out.splitlines() if line.startswith("4 speakers, 15 %"))
    assert f"{row.coverage:.1f} ± {row.coverage_error:.1f}" in line
    assert "6 (trials 2)" in line
    assert f"{tiny.foretold[0].width:.2f} ± {tiny.foretold[0].width_error:.2f}" in out


def test_a_check_writes_nothing(vpreport, tmp_path):
    """So a place to write to has no use beside it."""
    assert 2 == vpreport("--check", "--out", tmp_path)[0]


@pytest.mark.parametrize("part", ["nothing", "interval", "difference", "foretold", "power", "gone", "twice", "quick"])
def test_an_altered_digit_is_found_with_the_seed_of_the_tables(vpreport, monkeypatch, tiny, part):
    """The last digit of one number, in any table; a row that is gone or stands twice; also in a quick check."""
    intervals, differences = list(tiny.tables.intervals), list(tiny.tables.differences)
    foretold, powers = list(tiny.foretold), list(tiny.powers)
    expected = []
    if part in ("interval", "quick"):
        made, altered = intervals[1].width, round(intervals[1].width + 0.001, 3)
        intervals[1] = replace(intervals[1], width=altered)
        expected = [f"intervals.csv: 4, 15, {intervals[1].kind}: width is {altered}, its seed gives {made}"]
    elif part == "difference":
        made, altered = differences[0].share, round(differences[0].share + 0.01, 2)
        differences[0] = replace(differences[0], share=altered)
        expected = [f"share is {altered}, its seed gives {made}"]
    elif part == "foretold":
        made, altered = foretold[0].high, round(foretold[0].high - 0.001, 3)
        foretold[0] = replace(foretold[0], high=altered)
        expected = [f"foretold.csv: 4, 15, {foretold[0].kind}, foretold: high is {altered}, its seed gives {made}"]
    elif part == "power":
        powers[0] = replace(powers[0], data_sets=4)
        expected = ["foretold_powers.csv: 5, 40, 1, foretold: data_sets is 4, its seed gives 3"]
    elif part == "gone":
        expected = [f"intervals.csv: 4, 15, {intervals.pop(0).kind}: is missing"]
    elif part == "twice":
        intervals.append(intervals[0])
        expected = [f"intervals.csv: 4, 15, {intervals[0].kind}: stands there 2 times"]
    monkeypatch.setattr(design, "FULL", TINY)
    monkeypatch.setattr(design, "AGAIN_CELLS", SMALL_CELLS)
    monkeypatch.setattr(design, "AGAIN_PAIRED_CELLS", ONE_PAIR)
    monkeypatch.setattr("analysis.coverage.table.committed", lambda: Study(intervals, differences))
    monkeypatch.setattr("analysis.coverage.foretold.committed_foretold", lambda: foretold)
    monkeypatch.setattr("analysis.coverage.foretold.committed_powers", lambda: powers)
    words = ["--quick"] if part == "quick" else []
    code, out, _ = vpreport("--check", "--seed", 3, "--workers", 1, *words)
    faults = [
        line for line in out.splitlines() if any(w in line for w in ("its seed gives", "missing", "stands there"))
    ]
    assert len(expected) == len(faults) and all(one in line for one, line in zip(expected, faults, strict=True))
    assert (1 if expected else 0) == code and (4 - len(expected)) == out.count("the same to the digit")


@pytest.mark.parametrize("part", ["nothing", "intervals", "foretold", "powers"])
def test_a_check_says_whether_another_seed_tells_another_story(vpreport, monkeypatch, tiny, part):
    """Against a run of the same design, and against ones of which one table was moved."""
    tables, foretold, powers = tiny.tables, tiny.foretold, tiny.powers
    if part == "intervals":
        moved = [replace(row, coverage=0.0, data_sets=4000) for row in tables.intervals]
        tables = replace(tables, intervals=moved)
    if part == "foretold":
        foretold = [replace(row, width=3 * row.width, data_sets=400) for row in foretold]
    monkeypatch.setattr("analysis.coverage.table.committed", lambda: tables)
    if part == "powers":
        powers = [replace(row, power=99.0, power_error=0.1, data_sets=400) for row in powers]
    monkeypatch.setattr("analysis.coverage.foretold.committed_foretold", lambda: foretold)
    monkeypatch.setattr("analysis.coverage.foretold.committed_powers", lambda: powers)
    code, out, _ = vpreport("--quick", "--check", "--seed", 4, "--workers", 1)
    verdicts = {name: line for line in out.splitlines() if (name := line.partition(":")[0]) in CHECKED}
    beyond = {
        "nothing": [],
        "intervals": ["intervals"],
        "foretold": ["predicted widths"],
        "powers": ["predicted powers"],
    }[part]
    assert list(CHECKED) == list(verdicts) and beyond == [name for name, line in verdicts.items() if "BEYOND" in line]
    assert (1 if beyond else 0) == code


def test_a_place_that_takes_no_files_is_told_before_anything_is_simulated(tmp_path, monkeypatch, capsys):
    """Not after a quarter of an hour."""
    monkeypatch.setattr("analysis.coverage.study.coverage_study", lambda *_: pytest.fail("simulated"))
    (tmp_path / "file").write_text("mine")
    for place in ("file", "file/below"):
        assert 3 == cli.run(["coverage", "--out", str(tmp_path / place)])
        assert "could not be written" in capsys.readouterr().err
    assert "mine" == (tmp_path / "file").read_text()
