"""What the report says about a listening test on the study's clips."""

import io
from pathlib import Path

import numpy
import polars
import pytest

from analysis import built
from analysis.benchmark.listening import LISTENERS, _enough
from analysis.ledger import key
from analysis.listening.kit import make_kit
from analysis.listening.precision import Precision
from analysis.listening.studies import read_study
from tests.studies import SPEAKERS, wav, write_study

SENTENCES = [f"{speaker}-t1" for speaker in SPEAKERS]
MORE = {f"audio/anonymized/knnvc_pool/{name}.wav": wav(pitch=170 + 9 * n) for n, name in enumerate(SENTENCES)}


def few_draws(text):
    """Make four sentences enough: they have 35 resamples, and an interval of 90 % takes 20 draws."""
    return text.replace("draws = 50", "draws = 30\nlevel = 0.9")


def value(results, *names):
    return results.ledger.value(key("tiny", *names))


def test_the_sheets_are_counted(results):
    """4 sentences × (2 anonymizers, original, anchor), 20 trials of one pair: one listener gives a verdict."""
    found = results(MORE)
    counted = [
        value(found, "count", "listening", name) for name in ("sentences", "systems", "items", "trials", "pairs")
    ]
    assert [4, 2, 16, 20, 1] == counted
    tests = [value(found, "listening", "sign_test", name) for name in ("unanimous", "wins", "listeners")]
    assert [6, 15, 1] == tests


def test_half_widths_say_that_their_ratings_are_random(results):
    """Also where the study's own files are real; n is the ratings behind one system."""
    found = results(
        {**MORE, "study.toml": lambda text: few_draws(text).replace("simulated = true", "simulated = false")}
    )
    for size in LISTENERS:
        row = found.ledger[key("tiny", "listening", "half_width", str(size))]
        assert ("simulated", "recomputed", 4 * size) == (row.inputs, row.tag, row.n)
        assert "drawn at random" in row.method
        assert value(found, "listening", "half_width_least", str(size)) <= row.value
        assert value(found, "listening", "half_width_most", str(size)) >= row.value
    assert "real" == found.ledger[key("tiny", "count", "listening", "items")].inputs
    first = value(found, "listening", "half_width", "1")
    assert first / 10**0.5 == pytest.approx(value(found, "listening", "square_root", "10"))


@pytest.mark.parametrize(("published", "verdict"), [(None, ""), ("1.2", "inside"), ("9.9", "outside")])
def test_a_published_half_width_is_held_against_the_systems(results, published, verdict):
    """Inside their range, outside it, or nothing where none was published."""
    changes = {**MORE, "study.toml": few_draws}
    if published:
        changes["meta/published.csv"] = f"key,value\nlistening/half_width/1,{published}\n"
    assert verdict == results(changes).verdicts.get(key("tiny", "listening", "claim"), "")


@pytest.mark.parametrize(
    ("draws", "level", "reason"),
    [(50, 0.95, "too few sentences"), (39, 0.95, "too few draws"), (1, 0.95, "too few draws"),
     (36, 0.9, "too few sentences"), (19, 0.9, "too few draws"), (35, 0.9, "")],
)  # fmt: skip
def test_no_half_width_is_given_where_the_scores_would_call_it_worth_little(results, draws, level, reason):
    """Four sentences have 35 resamples, and an interval takes a draw beyond each edge: no number, no claim."""
    changes = {
        **MORE,
        "study.toml": lambda text: text.replace("draws = 50", f"draws = {draws}\nlevel = {level}"),
        "meta/published.csv": "key,value\nlistening/half_width/1,1.2\n",
    }
    found = results(changes)
    assert reason == found.verdicts.get(key("tiny", "listening", "resamples"), "")
    for size in LISTENERS:
        for name in ("half_width", "half_width_least", "half_width_most", "difference"):
            row = found.ledger[key("tiny", "listening", name, str(size))]
            assert (not reason, reason) == (row.value is not None, row.missing)
    assert ("" if reason else "inside") == found.verdicts.get(key("tiny", "listening", "claim"), "")
    if reason:
        assert reason == found.ledger[key("tiny", "listening", "enough")].missing


def test_listeners_who_are_too_few_to_resample_are_never_enough():
    """However narrow their interval; the smallest number that is not too few counts."""
    narrow = Precision(numpy.full((5, 3), 0.1), numpy.full((5, 3), 0.1))
    late = Precision(narrow.means, narrow.differences + numpy.array([[9.0], [0.0], [0.0], [0.0], [0.0]]))
    assert [1, 10, 3] == [_enough(narrow, 1000), _enough(late, 1000), _enough(late, 10)]


def test_few_listeners_are_named_by_the_rule_of_the_scores(results):
    """Three listeners have 10 resamples, fewer than 30 draws; five have 126."""
    found = results({**MORE, "study.toml": few_draws})
    assert {"3"} == {
        name.rsplit("/", 1)[1]
        for name in found.verdicts
        if name.startswith(key("tiny", "listening", "resamples") + "/")
    }


def test_the_blank_sheets_are_those_that_the_command_writes(results, tmp_path):
    """Byte for byte, for the listener L01 and seed 1; no key is among the tables."""
    found = results(MORE)
    study = read_study(write_study(tmp_path / "again" / "tiny", MORE))
    kit = make_kit(study, "L01", 1, tmp_path / "kit", Path(__file__).parents[2] / "templates")
    for path in kit.sheets:
        written = polars.read_csv(io.BytesIO(path.read_bytes()), infer_schema=False).fill_null("")
        assert written.equals(found.tables[path.name])
    assert not any("KEY" in name for name in found.tables)


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({f"audio/demo/{name}.wav": None for name in SENTENCES}, "no clips to compare"),
        ({"meta/demo_clips.csv": f"utt_id\n{SENTENCES[0]}\n"}, "too few sentences"),
    ],
)
def test_a_study_that_allows_no_sheet_says_why(results, changes, reason):
    """One row with the reason, no sheet."""
    found = results(changes)
    row = found.ledger[key("tiny", "count", "listening", "items")]
    assert (None, reason) == (row.value, row.missing)
    assert not any(name.startswith("listening") for name in found.tables)


def test_without_a_list_of_clips_there_is_nothing(results):
    """No row and no sheet."""
    found = results({"meta/demo_clips.csv": None})
    assert [] == [row.key for row in found.ledger if "listening" in row.key and "shipped" not in row.key]


def test_one_system_alone_is_rated_and_not_compared(tiny):
    """The trials are missing with their reason; the ratings are there."""
    row = tiny.ledger[key("tiny", "count", "listening", "trials")]
    assert (12, None, True) == (value(tiny, "count", "listening", "items"), row.value, bool(row.missing))
    assert value(tiny, "listening", "sign_test", "listeners") is None


def test_sheets_of_a_study_that_is_gone_go_and_filled_ones_of_others_stay(tmp_path):
    """Only what a build writes is taken away; another listener's sheet beside it is somebody's answers."""
    folder = tmp_path / "report" / "gone"
    folder.mkdir(parents=True)
    (folder / "01-data.qmd").write_text(f"---{built.PAGE_MARK}---\n", encoding="utf-8")
    for name in ("listening_mos_L01.csv", "listening_ab_L01.csv", "listening_mos_L02.csv"):
        (folder / name).write_text("x\n", encoding="utf-8")
    stale = built.stale_files(tmp_path / "report", {})
    assert ["gone/01-data.qmd", "gone/listening_ab_L01.csv", "gone/listening_mos_L01.csv"] == sorted(stale)
