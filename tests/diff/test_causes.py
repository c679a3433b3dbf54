"""Why a number moved: exactly one thing, those of several that it rests on, or honestly not known."""

import pytest

from .reports import STAGES, compared, number

A, B, TEXTS = "data/s/embeddings/a.npz", "data/s/embeddings/b.npz", "data/s/meta/transcripts.csv"
EER = "embeddings/a.npz, meta/trials_test.csv"


def causes(folder, key, source="", *, digests=(), rests=None, verdict=False):
    """Return (sure, names, perhaps) for one number or verdict that moved together with these files and things."""
    if verdict:
        old, new = {"verdicts": {key: "x"}}, {"verdicts": {key: "y"}}
    else:
        old, new = ({"numbers": [number(key, value, source=source or "x")]} for value in (1.0, 2.0))
    found = compared(folder, old, {**new, "digests": dict.fromkeys(digests, "2"), "rests": rests or {}})
    (one,) = found.flips or found.numbers
    because = one.because
    return because.sure, {thing.name for thing in because.things}, {thing.name for thing in because.perhaps}


def test_if_one_thing_moved_it_is_the_cause(tmp_path):
    """A build is a function of what is recorded, whatever a row's source says."""
    assert ("these", {A}, set()) == causes(tmp_path, "s/width_median/all", "widths", digests=["embeddings/a.npz"])


def test_if_nothing_moved_the_cause_is_unknown(tmp_path):
    """No cause is made up."""
    assert ("unknown", set(), set()) == causes(tmp_path, "s/eer/a/lazy/all", EER)


BOTH = ["embeddings/a.npz", "embeddings/b.npz", "meta/transcripts.csv"]


@pytest.mark.parametrize(
    ("key", "source", "names"),
    [
        ("s/eer/a/lazy/all", EER, {A}),
        ("s/eer/b/ignorant/all", "embeddings/original.npz, embeddings/b.npz", {B}),
        ("s/cer/a/all", "meta/transcripts.csv, hyp_a", {TEXTS}),
        ("s/paired/b/a/eer_lazy", "embeddings/b.npz, embeddings/a.npz", {A, B}),
        ("s/paired/b/a/cer", "meta/transcripts.csv, hyp_b, hyp_a", {TEXTS}),
        ("s/agreement/eer/a/lazy/all", "meta/leaderboard.csv, eer_lazy", {A}),
        ("s/width_ratio/trials/b/ignorant", "widths", {B, TEXTS}),
        ("s/width_median/all", "widths", {A, B, TEXTS}),
        ("s/p_holm/b/a/eer_lazy", "embeddings/b.npz, embeddings/a.npz", {A, B}),
    ],
)
def test_of_several_those_are_named_that_it_rests_on(tmp_path, key, source, names):
    """By the files of its source and the heavy results that its key points to; derived ones get rather too many."""
    sure, found, _ = causes(tmp_path, key, source, digests=BOTH)
    assert ("these", names) == (sure, found & {A, B, TEXTS})


def test_a_shipped_number_rests_on_its_file_alone(tmp_path):
    """However its key reads."""
    found = causes(
        tmp_path, "s/shipped/eer/a/lazy/all", "meta/board.csv, eer_lazy", digests=["meta/board.csv", "embeddings/a.npz"]
    )
    assert ("these", {"data/s/meta/board.csv"}, set()) == found


@pytest.mark.parametrize(
    ("key", "names"),
    [("s/front/lazy/a", {A, B, TEXTS}), ("s/best_trade", {A, B, TEXTS}), ("s/trap/b", {B, TEXTS})],
)
def test_a_verdict_has_causes_too(tmp_path, key, names):
    """A place among all systems rests on the files of all of them."""
    assert ("these", names) == causes(tmp_path, key, digests=BOTH, verdict=True)[:2]


def test_a_file_in_a_folder_that_the_source_names(tmp_path):
    """Clips are named by their folder."""
    pitch = ("s/pitch/original", "audio/demo/1.wav audio/demo/2.wav", "", "analysis.measures.prosody", "soundfile")
    old, new = (
        {"numbers": [number("s/median_f0/original/demo", value, source="audio/demo, meta/demo_clips.csv")]}
        for value in (1.0, 2.0)
    )
    moved = dict.fromkeys(("audio/demo/1.wav", "embeddings/a.npz"), "2")
    found = compared(tmp_path, old, {**new, "digests": moved, "stages": [*STAGES, pitch]})
    assert ["data/s/audio/demo/1.wav"] == [thing.name for thing in found.numbers[0].because.things]


def test_a_source_that_names_no_file_may_stand_for_any(tmp_path):
    """Files that no heavy result names, such as a table of published values, can be behind a verdict."""
    digests = ["meta/board.csv", "embeddings/a.npz", "embeddings/b.npz"]
    assert ("these", {A, "data/s/meta/board.csv"}) == causes(tmp_path, "s/trap/a", digests=digests, verdict=True)[:2]
    found = causes(tmp_path, "s/shipped/paired/b/a/cer", digests=digests, verdict=True)
    assert ("these", {A, B, "data/s/meta/board.csv"}) == found[:2]


def test_a_setting_is_a_cause_where_the_heavy_result_names_it(tmp_path):
    """Draws move EERs; the settings file that holds them is not named a second time."""
    rests, digests = {("setting", "s/draws"): "60"}, ["study.toml", "meta/transcripts.csv"]
    assert ("these", {"s/draws"}, set()) == causes(tmp_path, "s/eer/a/lazy/all", EER, digests=digests, rests=rests)
    found = causes(tmp_path, "s/cer/a/all", "meta/transcripts.csv, hyp_a", digests=digests, rests=rests)
    assert ("these", {TEXTS}, set()) == found


def test_a_setting_that_is_itself_shown(tmp_path):
    """It moved because it was set to something else."""
    rests = {("setting", "s/draws"): "60", ("setting", "s/seed"): "1"}
    assert ("these", {"s/draws"}, set()) == causes(tmp_path, "s/setting/draws", "study.toml", rests=rests)


def test_code_and_libraries_are_causes_where_they_take_part(tmp_path):
    """A module that no heavy result names may have worked on a derived number, and on that alone."""
    rests = {
        ("code", "analysis.measures.eer"): "2", ("code", "analysis.benchmark.trap"): "2",
        ("library", "numpy"): "2.1", ("library", "rapidfuzz"): "3.1",
    }  # fmt: skip
    assert ("these", {"analysis.measures.eer", "numpy"}, set()) == causes(
        tmp_path, "s/eer/a/lazy/all", EER, rests=rests
    )
    assert ("these", {"rapidfuzz"}, set()) == causes(tmp_path, "s/cer/a/all", "meta/transcripts.csv", rests=rests)
    sure, names, perhaps = causes(tmp_path, "s/drop/eer/a", EER, rests=rests)
    assert ("these", {"analysis.measures.eer", "numpy"}, {"analysis.benchmark.trap"}) == (sure, names, perhaps)


def test_the_code_of_the_other_kind_of_study_is_no_cause(tmp_path):
    """What works on challenges does not work on benchmarks."""
    rests = {("code", "analysis.challenge.kinds"): "2", ("code", "analysis.benchmark.trap"): "2"}
    assert ("these", {"analysis.benchmark.trap"}, set()) == causes(tmp_path, "s/drop/eer/a", EER, rests=rests)


def test_things_of_another_study_are_no_cause(tmp_path):
    """Two studies are compared at once; each has its own files and settings."""
    rests = {("setting", "t/kind"): "benchmark", ("setting", "t/draws"): "60"}
    old, new = ({"numbers": [number("s/eer/a/lazy/all", value)]} for value in (1.0, 2.0))
    old["rests"] = {**rests, ("setting", "t/draws"): "50"}
    found = compared(tmp_path, old, {**new, "rests": rests, "digests": {"embeddings/a.npz": "2"}})
    assert [A] == [thing.name for thing in found.numbers[0].because.things]


def test_where_nothing_fits_all_that_moved_is_named_as_possible(tmp_path):
    """It is said that it is one of these."""
    found = causes(tmp_path, "s/share/x", "meta/transcripts.csv", digests=["meta/c.csv", "meta/d.csv"])
    assert ("one of", {"data/s/meta/c.csv", "data/s/meta/d.csv"}, set()) == found
