"""A build as a whole: what it covers, what it computes anew, what it writes and takes away."""

import csv
import io
import multiprocessing
import shutil
from pathlib import Path

import numpy
import pytest

from analysis import built, pipeline
from analysis.errors import InputError, UsageError
from analysis.overrides import Overrides
from analysis.work import Pool
from tests.studies import replaced, study_files, utterance_ids, vectors, write_challenge, write_study

ROOT = Path(__file__).parents[1]


RESTS = ("provenance.csv", "stages.csv")
"""What names what numbers rest on: the digest of an input stands in `inputs.csv` alone."""


def build(folders, out, cache, root=ROOT, **overrides):
    return pipeline.build(root, folders, out, cache, Overrides(**overrides))


def rows(made, name="ledger.csv"):
    return list(csv.DictReader(io.StringIO(made.files[name])))


def by_key(made):
    return {row["key"]: row for row in rows(made)}


def bytes_below(folder):
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def first(tmp_path_factory):
    """The tiny study, its cache, and what the first build made."""
    place = tmp_path_factory.mktemp("pipeline")
    study = write_study(place / "tiny")
    return study, place / "cache", build([study], place / "out", place / "cache")


@pytest.fixture
def warm(first, tmp_path):
    """A copy of the cache that a test may fill."""
    shutil.copytree(first[1], tmp_path / "cache")
    return tmp_path / "cache"


def test_a_second_build_computes_and_writes_nothing(first, tmp_path):
    """Everything comes from the cache, and no file is touched."""
    study, cache, made = first
    built.write(tmp_path, made)
    assert sorted(made.files) == sorted(made.written)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}
    again = build([study], tmp_path, cache)
    built.write(tmp_path, again)
    assert ([], [], []) == (again.computed, again.written, again.removed)
    assert len(made.computed) + made.reused == again.reused
    assert before == {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*")}


def test_the_report_does_not_depend_on_who_computed_it(first, tmp_path, no_pages):
    """With another process beside this one, the same results in the same order are told for the same reasons."""
    study, _, made = first
    with Pool(2) as crew:
        again = pipeline.build(ROOT, [study], tmp_path, tmp_path / "cache", crew=crew)
    assert again.files == {name: made.files[name] for name in again.files}
    assert {"ledger.csv", "verdicts.csv", "stages.csv"} < set(again.files)
    assert again.computed == [stage for stage in made.computed if stage in again.computed]
    assert 20 < len(again.computed)


def test_no_other_process_is_there_when_pages_are_laid_out(first, tmp_path, no_pages, monkeypatch):
    """Pandoc takes as much memory as one of them."""
    left: list[int] = []

    def pages(_site, _fits, meanwhile):
        left.append(len(multiprocessing.active_children()))
        return {}

    monkeypatch.setattr(pipeline.Site, "pages", pages)
    with Pool(2) as crew:
        crew.begin([])
        assert 1 == len(multiprocessing.active_children())
        pipeline.build(ROOT, [first[0]], tmp_path, tmp_path / "cache", crew=crew)
    assert [0] == left


def test_figures_are_kept_but_are_nothing_that_a_number_rests_on(first, tmp_path):
    """Each is a stage of the cache with its reason; `stages.csv` and the code in `provenance.csv` do not name them."""
    _, cache, made = first
    figures = {name for name in made.files if name.endswith(".svg")}
    assert len(figures) > 5
    assert figures == {stage for stage, reason in made.computed if stage.endswith(".svg") and reason == "first run"}
    rests = made.files["stages.csv"] + made.files["provenance.csv"]
    assert "figures" not in rests and "summary" not in rests and "analysis.pages" not in rests
    shutil.copytree(cache, tmp_path / "cache")
    study = write_study(tmp_path / "tiny", {"study.toml": replaced('label = "McAdams"', 'label = "McAdam"')})
    again = build([study], tmp_path / "out", tmp_path / "cache")
    drawn = {stage: reason for stage, reason in again.computed if stage.endswith(".svg")}
    assert {"what the figure shows changed"} == set(drawn.values())
    assert set() < set(drawn) < figures


def test_without_a_cache_the_bytes_are_the_same(first, tmp_path):
    """Warm and cold builds cannot be told apart in the report."""
    study, _, made = first
    assert made.files == build([study], tmp_path, None).files


def nudged(system, dimension=8):
    """Return a file in which one number of one vector is a little different."""
    changed = vectors(system, dimension).astype("float32")
    changed[-1, 0] = numpy.nextafter(changed[-1, 0], numpy.float32(2))
    return utterance_ids(), changed


def last_byte(content):
    return content[:-1] + bytes([content[-1] ^ 1])


ATTACKS = (
    ("original", "ignorant"), ("original", "lazy"), ("mcadams", "ignorant"), ("mcadams", "lazy"),
    ("mcadams", "semi_informed"), ("knnvc_pool", "ignorant"), ("knnvc_pool", "lazy"),
)  # fmt: skip
DRAWN = ("eer", "eer_gender", "resamples")
"""What is computed of every attack and rests on the draws."""


def stages_of(*attacks, kinds=(*DRAWN, "readings", "speaker_rates", "spread")):
    """Return the heavy results of some attacks, each (system, attacker)."""
    return {f"{kind}/{system}/{attacker}" for system, attacker in attacks for kind in kinds}


EER = stages_of(*ATTACKS)
CER = {"cer/original", "cer/mcadams"}


@pytest.mark.usefixtures("no_pages")
@pytest.mark.parametrize(
    ("file", "change", "stages"),
    [
        ("embeddings/mcadams.npz", nudged("mcadams"), stages_of(("mcadams", "ignorant"), ("mcadams", "lazy"))),
        ("embeddings_semi_informed/mcadams.npz", nudged("mcadams", 6), stages_of(("mcadams", "semi_informed"))),
        (
            "embeddings/original.npz",
            nudged("original"),
            stages_of(*(attack for attack in ATTACKS if attack[1] == "ignorant"), ("original", "lazy")),
        ),
        ("audio/anonymized/mcadams/0012-t1.wav", last_byte, {"pitch/mcadams"}),
        ("meta/transcripts.csv", replaced("សួស្តី បង", "សួស្តី បញ", 1), CER),
        ("meta/trials_test.csv", replaced("target,True", "target,true", 1), EER),
        ("meta/test_utts.csv", replaced(",F,", ",f,", 1), EER | CER),
        ("meta/leaderboard.csv", replaced("29.63", "29.64"), set()),
        ("study.toml", replaced("A tiny study", "A tinier study"), set()),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_one_changed_byte_recomputes_only_what_depends_on_it(first, warm, tmp_path, file, change, stages):
    """The file is named as the reason; of what numbers rest on, its row of `inputs.csv` alone is another one."""
    _, _, made = first
    study = write_study(tmp_path / "tiny", {file: change})
    again = build([study], tmp_path / "out", warm)
    assert {f"tiny/{name}" for name in stages} == {stage for stage, _ in again.computed}
    assert {f"the file {file} changed"} >= {reason for _, reason in again.computed}
    before, after = made.files["inputs.csv"].splitlines(), again.files["inputs.csv"].splitlines()
    assert [f"tiny/{file}"] == [new.split(",")[0] for old, new in zip(before, after, strict=True) if old != new]
    assert [made.files[name] for name in RESTS] == [again.files[name] for name in RESTS]


@pytest.mark.usefixtures("no_pages")
def test_rows_of_other_systems_stand_when_one_file_changes(first, warm, tmp_path):
    """A changed embedding file moves numbers of its own system and of comparisons with it, no others."""
    swapped = vectors("mcadams")[::-1].astype("float32")
    study = write_study(tmp_path / "tiny", {"embeddings/mcadams.npz": (utterance_ids(), swapped)})
    old, new = by_key(first[2]), by_key(build([study], tmp_path / "out", warm))
    moved = {name for name in old.keys() | new.keys() if old.get(name) != new.get(name)}
    assert "tiny/eer/mcadams/lazy/same_gender" in moved
    over_all = (
        "agreement_max", "count", "edge_", "expected", "half_width", "interval_", "speaker_moved", "speaker_narrowed",
        "speaker_order", "step_range", "width_median", "width_ratio",
    )  # fmt: skip
    assert [] == [name for name in moved if "mcadams" not in name and not name.split("/")[1].startswith(over_all)]


@pytest.mark.usefixtures("no_pages")
@pytest.mark.parametrize(("own", "given", "place"), [(50, 1, "--draws"), (1, 50, None), (1, None, "study.toml")])
def test_too_few_draws_are_warned_about_wherever_they_are_asked_for(tmp_path, own, given, place):
    """The warning is about the draws that are made: those of the command line, else those of the study."""
    study = write_study(tmp_path / "tiny", {"study.toml": replaced("draws = 50", f"draws = {own}")})
    made = build([study], tmp_path / "out", tmp_path / "cache", draws=given)
    found = [line for line in made.warnings if "too few for intervals" in line]
    assert ([] if place is None else [place]) == [line.split(": ")[1].split(",")[0] for line in found]


@pytest.mark.usefixtures("no_pages")
def test_a_setting_that_changed_is_the_reason(first, warm, tmp_path):
    """Other draws need other EER draws; transcripts and clips do not."""
    made = build([first[0]], tmp_path, warm, draws=51)
    assert {f"tiny/{name}" for name in stages_of(*ATTACKS, kinds=DRAWN)} == {stage for stage, _ in made.computed}
    both = "setting draws changed from 50 to 51; setting trial_draws changed from 50 to 51"
    assert {"setting draws changed from 50 to 51", both} == {reason for _, reason in made.computed}


@pytest.mark.usefixtures("no_pages")
@pytest.mark.parametrize(
    ("given", "draws", "seed"),
    [
        ({}, ("50", "study.toml"), ("0", "defaults")),
        ({"draws": 20}, ("20", "command line"), ("0", "defaults")),
        ({"seed": 9}, ("50", "study.toml"), ("9", "command line")),
        ({"draws": 50, "seed": 0}, ("50", "command line"), ("0", "command line")),
    ],
)
def test_draws_and_seed_of_the_command_line_say_so(first, warm, tmp_path, given, draws, seed):
    """A setting's source is `study.toml`, `defaults` or the command line, whoever spoke last."""
    made = build([first[0]], tmp_path, warm, **given)
    found = by_key(made)
    assert [draws, seed] == [(found[f"tiny/setting/{n}"]["value"], found[f"tiny/setting/{n}"]["source"])
                             for n in ("draws", "seed")]  # fmt: skip
    assert f"{draws[0]} draws, seed {seed[0]}" in found["tiny/eer/mcadams/lazy/all"]["method"]


def test_a_study_that_is_gone_takes_its_files_along_but_nobody_elses(first, tmp_path):
    """Generated files of a removed study go; notes, tables, pages and pictures of a user stay."""
    study, cache, _ = first
    other = write_challenge(tmp_path / "table")
    out = tmp_path / "out"
    built.write(out, build([study, other], out, cache))
    own = {
        "notes.md", "table/notes.md", "table/own.csv", "table/05-own.qmd", "table/figures/own.svg", "own/index.qmd",
        "own/paired.csv",
    }  # fmt: skip
    for name in own:
        (out / name).parent.mkdir(exist_ok=True)
        (out / name).write_text("mine\n", encoding="utf-8")
    (study.parent / "out").mkdir(exist_ok=True)
    made = build([study], out, cache)
    gone = {name for name in bytes_below(out) if name.startswith("table/")} - own
    assert {"table/90-ledger.qmd", "table/02-results.qmd", "table/categories.csv"} <= gone
    assert {(name, "stale") for name in gone} <= set(built.differences(out, made))
    built.write(out, made)
    assert gone == set(made.removed)
    assert set(made.files) | own == set(bytes_below(out))
    assert [] == list(built.differences(out, made))


def test_an_empty_folder_of_a_study_that_is_gone_is_taken_away(first, tmp_path):
    """Nothing of the study is left where nobody added anything."""
    study, cache, made = first
    other = write_challenge(tmp_path / "table")
    built.write(tmp_path / "out", build([study, other], tmp_path / "out", cache))
    built.write(tmp_path / "out", build([study], tmp_path / "out", cache))
    assert {name: text.encode() for name, text in made.files.items()} == bytes_below(tmp_path / "out")
    assert not (tmp_path / "out" / "table").exists()


def test_a_chapter_that_has_nothing_to_say_any_longer_goes(first, warm, tmp_path):
    """Without a leaderboard there is no page of agreement, without pairs no forest plot, also not the last build's."""
    out = tmp_path / "out"
    built.write(out, first[2])
    study = write_study(tmp_path / "tiny", {"meta/leaderboard.csv": None, "meta/paired_comparisons.json": None})
    made = build([study], out, warm)
    built.write(out, made)
    assert {"tiny/09-agreement.qmd", "tiny/figures/forest.svg", "tiny/figures/pairs.svg"} <= set(made.removed)
    assert not set(made.removed) & set(made.files)
    assert "comparison,metric,delta,ci_low,ci_high,shipped,evidence\n" == made.files["tiny/paired.csv"]


def test_every_file_of_a_study_is_known_as_generated(first, tmp_path):
    """Whatever a build writes into a study's folder goes when no study makes it any longer."""
    _, _, made = first
    built.write(tmp_path, made)
    of_study = sorted(name for name in made.files if name.startswith("tiny/"))
    assert of_study == sorted(built.stale_files(tmp_path, {}))


def test_two_studies_of_one_name_are_refused(tmp_path):
    """The folder's name is the study's id, also when one of them is given twice."""
    one, two = write_challenge(tmp_path / "a" / "same"), write_challenge(tmp_path / "b" / "same")
    for folders in ([one, two], [one, one], [one, one / ".." / "same"]):
        with pytest.raises(UsageError, match="same"):
            build(folders, tmp_path / "out", None)


def led_by(*settings, tmp_path, cache):
    """Build studies (name, kind, text of study.toml) and return the title of the summary page."""
    folders = []
    for name, kind, text in settings:
        line = f'title = "Title of {name}"\ndraws = 50\n{text}\n'
        if kind == "benchmark":
            folders.append(write_study(tmp_path / name, {"study.toml": line}))
        else:
            folders.append(write_challenge(tmp_path / name, {"study.toml": line}))
    made = build(folders, tmp_path / "out", cache)
    return made.files["index.qmd"]


@pytest.mark.parametrize(
    ("lead", "settings"),
    [
        ("b", [("b", "challenge", "lead = true"), ("a", "challenge", "")]),
        ("z", [("a", "challenge", ""), ("z", "benchmark", "")]),
        ("y", [("z", "benchmark", ""), ("a", "challenge", ""), ("y", "benchmark", "")]),
        ("a", [("b", "challenge", ""), ("a", "challenge", "lead = false")]),
        ("c", [("b", "benchmark", ""), ("c", "challenge", "lead = true")]),
    ],
    ids=["named", "embeddings", "first with embeddings", "first by name", "named before embeddings"],
)
def test_the_summary_is_about_the_lead_study(first, tmp_path, lead, settings):
    """`lead = true`, else the first by name that has embeddings, else the first by name; the others get a line."""
    page = led_by(*settings, tmp_path=tmp_path, cache=first[1])
    assert f'title: "[Title of {lead}]{{.data}}"' in page.splitlines()
    for name, _, _ in settings:
        assert name == lead or f"Title of {name}" in page


@pytest.mark.usefixtures("no_pages")
def test_two_leads_are_refused(tmp_path):
    """Both are named."""
    with pytest.raises(InputError, match="a, b"):
        led_by(("b", "challenge", "lead = true"), ("a", "challenge", "lead = true"), tmp_path=tmp_path, cache=None)


def test_the_order_in_which_studies_are_named_does_not_matter(first, tmp_path):
    """Studies are sorted by name."""
    study, cache, _ = first
    other = write_challenge(tmp_path / "table")
    assert build([study, other], tmp_path, cache).files == build([other, study], tmp_path, cache).files


def test_no_path_of_the_machine_is_in_what_is_written(first):
    """A study outside the clone goes by its folder's name."""
    study, _, made = first
    assert "tiny/study.toml" in [row["path"] for row in rows(made, "inputs.csv")]
    machine = {str(study.parent), str(ROOT), str(Path.home())} - {"/"}
    assert [] == [(name, path) for name, text in made.files.items() for path in machine if path in text]


@pytest.mark.usefixtures("no_pages")
def test_a_study_in_the_clone_goes_by_its_path_there(tmp_path):
    """`inputs.csv` names the file as somebody finds it in the clone."""
    (tmp_path / "templates").symlink_to(ROOT / "templates", target_is_directory=True)
    study = write_challenge(tmp_path / "data" / "my results")
    assert [study] == built.studies_below(tmp_path)
    made = build([study], tmp_path / "report", None, root=tmp_path)
    assert ["data/my results/results.csv", "data/my results/systems.csv"] == [
        row["path"] for row in rows(made, "inputs.csv")
    ]


def test_inputs_are_listed_with_digest_and_size(first):
    """Each input once, sorted."""
    made = first[2]
    listed = rows(made, "inputs.csv")
    assert sorted(f"tiny/{name}" for name in study_files()) == [row["path"] for row in listed]
    assert {len(content if isinstance(content, bytes) else content.encode()) for content in study_files().values()} == {
        int(row["bytes"]) for row in listed
    }


def test_hidden_folders_are_no_studies(tmp_path):
    """Names that begin with a dot or an underscore, and files, are passed over."""
    for name in (".git", "_old", "b", "a"):
        (tmp_path / "data" / name).mkdir(parents=True)
    (tmp_path / "data" / "README.md").write_text("", encoding="utf-8")
    assert ["a", "b"] == [path.name for path in built.studies_below(tmp_path)]


@pytest.mark.parametrize("made", [False, True])
def test_a_clone_without_a_study_is_told(tmp_path, made):
    """The message says where a study goes."""
    if made:
        (tmp_path / "data").mkdir()
    with pytest.raises(InputError, match="holds no study"):
        built.studies_below(tmp_path)


@pytest.mark.usefixtures("no_pages")
def test_a_build_leaves_the_study_alone(first, tmp_path):
    """Nothing is written into a data folder."""
    study = write_study(tmp_path / "tiny")
    before = bytes_below(study)
    build([study], tmp_path / "out", first[1])
    assert before == bytes_below(study)


def test_the_few_speakers_are_warned_about(first):
    """Warnings of the data go to the console with the study's name."""
    assert ["tiny: meta/test_utts.csv"] == [line.partition(": 4 speakers")[0] for line in first[2].warnings]


@pytest.mark.parametrize("name", ["_under", ".hidden", "a\\b", "ledger.csv", "summary.pdf"])
def test_a_folder_name_that_no_page_could_stand_under_is_refused(name, tmp_path):
    """Names that an engine passes over, or that the report needs itself, stop a build before anything is written."""
    (tmp_path / name).mkdir()
    with pytest.raises(InputError, match="named"):
        pipeline.build(tmp_path, [tmp_path / name], tmp_path / "report", None)
    assert [name] == [path.name for path in tmp_path.iterdir()]


@pytest.mark.parametrize("name", ["_under", "study"])
def test_a_path_that_is_no_folder_is_told_as_that(name, tmp_path):
    """A file, or nothing at all, under any name."""
    (tmp_path / "_under").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="is not a folder"):
        pipeline.build(tmp_path, [tmp_path / name], tmp_path / "report", None)
