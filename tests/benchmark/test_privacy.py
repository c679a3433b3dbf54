"""EERs of a benchmark as ledger rows, against values counted by hand."""

import numpy
import pytest

from analysis.errors import InputError
from analysis.measures import speaker_draws
from tests.studies import replaced, utterance_ids, vectors


def eer(results, system="original", attacker="ignorant", trials="all"):
    return results.ledger[f"{results.study}/eer/{system}/{attacker}/{trials}"]


@pytest.mark.parametrize(
    ("percent", "targets", "nontargets"),
    [
        (40.0, [0.8, 0.6, 0.4, 0.3, 0.2], [0.7, 0.5, 0.1, 0.05, 0.01]),
        (100 * (1 / 3 + 1 / 2) / 2, [0.9, 0.4], [0.5, 0.3, 0.1]),
        (0.0, [0.9, 0.8], [0.2, 0.1]),
        (100.0, [0.2, 0.1], [0.9, 0.8]),
    ],
    ids=["collinear points", "nearest rule", "separated", "inverted"],
)
def test_an_eer_counted_by_hand_reaches_the_ledger(scored, percent, targets, nontargets):
    """Value by the nearest rule in percent, with the trials counted; above 50 it is not clipped."""
    entry = eer(scored(targets, nontargets))
    assert percent == pytest.approx(entry.value)
    assert (len(targets) + len(nontargets), "percent", "recomputed") == (entry.n, entry.unit, entry.tag)
    assert "EER, nearest rule; 95 % speaker bootstrap, 100 draws, seed 0" in entry.method
    assert "embeddings/original.npz, meta/trials_test.csv" == entry.source


def test_perfect_separation_has_a_degenerate_interval(scored):
    """[0, 0], marked as such, not missing."""
    entry = eer(scored([0.9, 0.8], [0.2, 0.1]))
    assert (0.0, 0.0, 0.0) == (entry.value, entry.ci_low, entry.ci_high)
    assert "degenerate: the interval has no width" in entry.method


def test_draws_without_the_enrolled_speaker_are_counted(scored):
    """One of two speakers is enrolled; in the draws without that one nothing is defined, and the row says how many."""
    left_out = int((speaker_draws(2, 100, 0)[:, 0] == 0).sum())
    assert 0 < left_out < 100
    entry = eer(scored([0.9, 0.4], [0.5, 0.3, 0.1]))
    assert f"; {left_out} draws left out (no target or no non-target trial)" in entry.method
    assert [125 / 3, 125 / 3] == pytest.approx([entry.ci_low, entry.ci_high])


def test_two_speakers_are_too_few(scored):
    """A warning stands on the page."""
    remarks = scored([0.9, 0.4], [0.5, 0.3, 0.1]).remarks
    assert any(remark.severity == "warning" and "too few speakers" in remark.text for remark in remarks)


def test_inverted_scores_are_warned_about(scored):
    """Every target below every non-target is asked about, by system and attacker."""
    texts = [remark.text for remark in scored([0.2, 0.1], [0.9, 0.8]).remarks if remark.severity == "warning"]
    assert any("original, ignorant attacker" in text and "inverted?" in text for text in texts)
    fine = [remark.text for remark in scored([0.9, 0.8], [0.2, 0.1]).remarks]
    assert not any("inverted" in text for text in fine)


@pytest.mark.parametrize(
    ("reason", "targets", "nontargets"),
    [("no non-target trials", [0.9, 0.8], []), ("no target trials", [], [0.9, 0.8])],
)
def test_one_kind_of_trial_alone_has_no_eer(scored, reason, targets, nontargets):
    """Undefined with its reason, neither 0 nor 50, and without an interval."""
    entry = eer(scored(targets, nontargets))
    assert (None, None, None, reason) == (entry.value, entry.ci_low, entry.ci_high, entry.missing)
    assert "undefined in every draw" in entry.method


def test_each_attacker_enrolls_its_own_side(tiny):
    """Ignorant: original against anonymized; lazy: anonymized against itself; semi-informed: the other encoder."""
    sources = {attacker: eer(tiny, "mcadams", attacker).source for attacker in ("ignorant", "lazy", "semi_informed")}
    assert {
        "ignorant": "embeddings/original.npz, embeddings/mcadams.npz, meta/trials_test.csv",
        "lazy": "embeddings/mcadams.npz, meta/trials_test.csv",
        "semi_informed": "embeddings_semi_informed/mcadams.npz, meta/trials_test.csv",
    } == sources


def plain_scores(enroll_side, trial_side):
    """Return the scores of the 48 trials in the order of the list, with loops only."""
    place = {name: number for number, name in enumerate(utterance_ids())}
    enroll_side, trial_side = enroll_side.astype("float32"), trial_side.astype("float32")
    scores = []
    speakers = ("0012", "12", "1e5", "a-b")
    for enrolled in speakers:
        model = sum(enroll_side[place[f"{enrolled}-e{n}"]].astype(float) for n in (1, 2)) / 2
        for speaker in speakers:
            for n in (1, 2, 3):
                vector = trial_side[place[f"{speaker}-t{n}"]].astype(float)
                cosine = model @ vector / numpy.linalg.norm(model) / numpy.linalg.norm(vector)
                scores.append((cosine, enrolled == speaker))
    return scores


def plain_eer(scores):
    """Return the EER in percent by trying every threshold."""
    targets = [score for score, same in scores if same]
    others = [score for score, same in scores if not same]
    best = None
    for threshold in sorted({score for score, _ in scores} | {2.0}, reverse=True):
        accepted, missed = sum(s >= threshold for s in others), sum(s < threshold for s in targets)
        gap = abs(accepted * len(targets) - missed * len(others))
        if best is None or gap < best[0]:
            best = gap, 50 * (accepted / len(others) + missed / len(targets))
    return best[1]


@pytest.mark.parametrize("attacker", ["ignorant", "lazy"])
@pytest.mark.parametrize("system", ["original", "mcadams", "knnvc_pool"])
def test_eers_equal_a_plain_count(tiny, system, attacker):
    """Mean of the enrollment vectors, cosine in double precision, every threshold tried."""
    own = vectors(system)
    scores = plain_scores(vectors("original") if attacker == "ignorant" else own, own)
    assert plain_eer(scores) == pytest.approx(eer(tiny, system, attacker).value)


def test_the_order_of_rows_and_extra_vectors_do_not_matter(tiny, results):
    """Vectors are found by id."""
    ids, own = utterance_ids(), vectors("mcadams").astype("float32")
    order = numpy.random.default_rng(1).permutation(len(ids))
    turned = ([ids[n] for n in order] + ["other"], numpy.vstack([own[order], own[:1]]))
    again = results({"embeddings/mcadams.npz": turned})
    for attacker in ("ignorant", "lazy"):
        assert eer(tiny, "mcadams", attacker) == eer(again, "mcadams", attacker)


def test_a_missing_file_is_a_missing_number_with_its_reason(tiny):
    """Semi-informed without a file: no value, the reason, and the page says it once."""
    entry = eer(tiny, "knnvc_pool", "semi_informed", "same_gender")
    assert (None, "no semi-informed file") == (entry.value, entry.missing)
    assert 1 == sum("semi-informed embeddings" in remark.text for remark in tiny.remarks)


def test_every_list_of_the_study_has_its_trials(tiny):
    """4 speakers, 2 of each gender, each gender in one corpus: 48 trials, 24 of one gender, 12 a corpus."""
    counted = {name: eer(tiny, "mcadams", "lazy", name).n for name, _ in tiny.lists}
    assert {
        "all": 48, "same_gender": 24, "same_gender_same_corpus": 24, "same_gender_phone": 12, "same_gender_studio": 12,
    } == counted  # fmt: skip


def test_without_genders_the_headline_is_all_trials(scored):
    """The list is missing, the EER is not."""
    made = scored([0.9], [0.1])
    assert ("all", ["all"]) == (made.trial_list, [name for name, _ in made.lists])


@pytest.mark.parametrize("file", ["embeddings/mcadams.npz", "embeddings_semi_informed/mcadams.npz"])
def test_an_utterance_without_an_embedding_is_named(results, file):
    """A trial is never dropped quietly."""
    size = 6 if "semi" in file else 8
    with pytest.raises(InputError, match="a-b-t3"):
        results({file: (utterance_ids()[:-1], vectors("mcadams", size)[:-1].astype("float32"))})


def test_speakers_come_from_the_list_and_never_out_of_an_id(tiny, results):
    """Utterances with ids that begin like other speakers' names change no number."""

    def rename(text):
        for number, name in enumerate(utterance_ids()):
            text = text.replace(name, f"a-b-{number:02}~")
        return text.replace("~", "")

    ids = [f"a-b-{number:02}" for number in range(len(utterance_ids()))]
    changes = {f"meta/{name}.csv": rename for name in ("test_utts", "trials_test", "transcripts")}
    changes |= {"meta/demo_clips.csv": None, "embeddings_semi_informed/mcadams.npz": None}
    for system in ("original", "mcadams", "knnvc_pool"):
        changes[f"embeddings/{system}.npz"] = (ids, vectors(system).astype("float32"))
    again = results(changes)
    for system in ("original", "mcadams", "knnvc_pool"):
        for attacker in ("ignorant", "lazy"):
            assert eer(tiny, system, attacker, "same_gender") == eer(again, system, attacker, "same_gender")
    assert tiny.ledger["tiny/cer/mcadams/phone"] == again.ledger["tiny/cer/mcadams/phone"]


def test_a_shuffled_trial_list_changes_no_number(tiny, results):
    """The order of the trials takes no part."""

    def reverse(text):
        head, *rows = text.splitlines()
        return "\n".join([head, *reversed(rows)]) + "\n"

    again = results({"meta/trials_test.csv": reverse})
    rows = [entry for entry in tiny.ledger if entry.key.startswith(("tiny/eer/", "tiny/paired/"))]
    assert rows == [again.ledger[entry.key] for entry in rows]


def test_a_conflicting_label_stops_the_build(results):
    """A target trial of another speaker's utterance is no matter of taste."""
    with pytest.raises(InputError, match="trials_test"):
        results({"meta/trials_test.csv": replaced("nontarget", "target", 1)})
