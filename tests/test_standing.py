"""Studies that somebody writes to while they are read: no number is kept under the digest of another state."""

import os

import pytest

from analysis import pipeline, underway
from analysis.errors import InputError
from analysis.files import digest
from analysis.planning.studies import spreads_of
from analysis.standing import Standing
from tests.studies import npz, utterance_ids, vectors, write_study

BIRTH = (1_700_000_000_000_000_000, 1_700_000_000_000_000_000)


def again(path):
    """Write a file's own bytes in place, and give it back its times."""
    path.write_bytes(path.read_bytes())
    os.utime(path, ns=BIRTH)


def elsewhere(path):
    """Put another file of the same bytes and times in its place."""
    new = path.with_name("new")
    new.write_bytes(path.read_bytes())
    os.utime(new, ns=BIRTH)
    new.replace(path)


def behind_a_link(path):
    """Have a link lead to another file."""
    path.rename(path.with_name("old"))
    path.symlink_to("old")


@pytest.mark.parametrize("change", [again, elsewhere, behind_a_link, lambda path: path.unlink()])
def test_a_file_that_was_touched_is_refused(tmp_path, change):
    """Its size and times may be what they were; files beside it, and those that are no file of the folder, are not."""
    for name in ("meta/a.csv", "meta/b.csv"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("same")
        os.utime(tmp_path / name, ns=BIRTH)
    standing = Standing(tmp_path)
    standing.refuse_moved(["meta/a.csv", "meta/b.csv", "no file"])
    change(tmp_path / "meta" / "a.csv")
    standing.refuse_moved(["meta/b.csv"])
    with pytest.raises(InputError, match=r"^meta/a\.csv was changed while it was read"):
        standing.refuse_moved(["meta/b.csv", "meta/a.csv"])


def test_files_below_links_are_seen_and_a_folder_in_itself_ends(tmp_path):
    """Embeddings may lie on another disk."""
    (tmp_path / "disk").mkdir()
    (tmp_path / "disk" / "a.npz").write_text("one")
    (tmp_path / "study").mkdir()
    (tmp_path / "study" / "embeddings").symlink_to(tmp_path / "disk", target_is_directory=True)
    (tmp_path / "study" / "again").symlink_to(tmp_path / "study", target_is_directory=True)
    standing = Standing(tmp_path / "study")
    (tmp_path / "disk" / "a.npz").write_text("two")
    with pytest.raises(InputError, match="changed"):
        standing.refuse_moved(["embeddings/a.npz"])


OTHER = npz(utterance_ids(), vectors("other"))


@pytest.mark.usefixtures("no_pages")
def test_lists_that_change_before_their_digest_is_taken_stop_the_build(tmp_path, monkeypatch):
    """Nothing is kept: it would be found by every later build of the new list."""
    study = write_study(tmp_path / "tiny")
    trials = study / "meta" / "trials_test.csv"

    def late(path):
        if path == trials:
            trials.write_text(trials.read_text().replace("nontarget", "target", 1))
        return digest(path)

    monkeypatch.setattr(underway, "digest", late)
    with pytest.raises(InputError, match=r"trials_test\.csv was changed while it was read"):
        pipeline.build(tmp_path, [study], tmp_path / "report", tmp_path / "cache")
    assert not (tmp_path / "cache" / "results").exists()


@pytest.mark.usefixtures("no_pages")
def test_embeddings_that_change_after_their_digest_was_taken_leave_no_result(tmp_path, monkeypatch):
    """The next build of the other file has the numbers of one that finds nothing."""
    study = write_study(tmp_path / "tiny")

    def begin(*given):
        (study / "embeddings" / "mcadams.npz").write_bytes(OTHER)
        return real(*given)

    real = underway.begin_all
    monkeypatch.setattr(underway, "begin_all", begin)
    with pytest.raises(InputError, match=r"^tiny: embeddings/mcadams\.npz was changed"):
        pipeline.build(tmp_path, [study], tmp_path / "report", tmp_path / "cache")
    monkeypatch.setattr(underway, "begin_all", real)
    found, fresh = (
        pipeline.build(tmp_path, [study], tmp_path / "report", cache).files["ledger.csv"]
        for cache in (tmp_path / "cache", None)
    )
    assert fresh == found


def test_a_plan_leaves_no_result_of_a_file_that_moved(tmp_path, monkeypatch):
    """It writes to the cache of builds."""
    study = write_study(tmp_path / "tiny")

    def late(path):
        (study / "embeddings" / "mcadams.npz").write_bytes(OTHER)
        return digest(path)

    monkeypatch.setattr("analysis.planning.studies.digest", late)
    with pytest.raises(InputError, match="was changed while it was read"):
        spreads_of(study, tmp_path / "cache").attacks  # noqa: B018
