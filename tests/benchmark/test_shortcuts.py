"""Steps between trial lists, EERs by gender and small corpora, against plain counts on small studies."""

import numpy
import pytest

from analysis.measures import equal_error_rate, paired_difference, speaker_draws
from tests.studies import replaced, utterance_ids, vectors

SPEAKERS = ("0012", "12", "1e5", "a-b")
WOMEN = (True, True, False, False)
MIXED = {
    "meta/test_utts.csv": lambda text: text.replace(",female,phone (iAny)", ",female,studio").replace(
        ",M,studio", ",M,phone (iAny)"
    ),
}
"""Each gender with one speaker in each corpus, so that a same-gender trial within a corpus has one speaker only."""
ALL_WOMEN = {
    "meta/test_utts.csv": lambda text: text.replace(",m,", ",f,").replace(",M,", ",f,"),
    "meta/trials_test.csv": replaced(",False", ",True"),
}


def trials(system, enroll_side="original"):
    """Return scores, labels, enrolled and spoken speakers of the 48 trials, with loops only."""
    place = {name: number for number, name in enumerate(utterance_ids())}
    models, tried = (vectors(name).astype("float32").astype(float) for name in (enroll_side, system))
    rows = []
    for i, enrolled in enumerate(SPEAKERS):
        model = (models[place[f"{enrolled}-e1"]] + models[place[f"{enrolled}-e2"]]) / 2
        for j, speaker in enumerate(SPEAKERS):
            for n in (1, 2, 3):
                vector = tried[place[f"{speaker}-t{n}"]]
                cosine = model @ vector / numpy.linalg.norm(model) / numpy.linalg.norm(vector)
                rows.append((cosine, i == j, i, j))
    scores, labels, enrolled, spoken = (numpy.array(column) for column in zip(*rows, strict=True))
    return scores, labels, enrolled, spoken


def plain(system, mask, enroll_side="original"):
    """Return the EER on a list and in each of the 50 draws, one weighted EER after the other."""
    scores, labels, enrolled, _ = trials(system, enroll_side)
    scores, labels, enrolled = scores[mask], labels[mask], enrolled[mask]
    counts = speaker_draws(4, 50, 0)
    draws = [equal_error_rate(scores, labels, row[enrolled]).value for row in counts]
    return equal_error_rate(scores, labels).value, numpy.array(draws)


def women(index):
    return numpy.array(WOMEN)[index]


@pytest.mark.parametrize(("system", "attacker"), [("mcadams", "ignorant"), ("knnvc_pool", "lazy")])
def test_a_gender_step_equals_a_plain_computation(tiny, system, attacker):
    """EER on same-gender trials minus EER on all trials, draw by draw, with the verdict of the paired difference."""
    _, _, enrolled, spoken = trials(system)
    side = "original" if attacker == "ignorant" else system
    same, everything = (plain(system, mask, side) for mask in (women(enrolled) == women(spoken), enrolled >= 0))
    expected = paired_difference(same[0], everything[0], same[1], everything[1])
    entry = tiny.ledger[f"tiny/step/gender/{system}/{attacker}"]
    assert (expected.delta, expected.interval.low, expected.interval.high) == pytest.approx(
        (entry.value, entry.ci_low, entry.ci_high)
    )
    assert expected.verdict == tiny.verdicts[f"tiny/step/gender/{system}/{attacker}"]
    assert (4, "points", "recomputed") == (entry.n, entry.unit, entry.tag)


def test_a_corpus_step_equals_a_plain_computation(results):
    """EER on trials of one gender and one corpus minus EER on same-gender trials; all speakers are women here."""
    made = results(ALL_WOMEN)
    _, _, enrolled, spoken = trials("knnvc_pool")
    within, everything = (plain("knnvc_pool", mask) for mask in (enrolled // 2 == spoken // 2, enrolled >= 0))
    expected = paired_difference(within[0], everything[0], within[1], everything[1])
    entry = made.ledger["tiny/step/corpus/knnvc_pool/ignorant"]
    assert (expected.delta, expected.interval.low, expected.interval.high) == pytest.approx(
        (entry.value, entry.ci_low, entry.ci_high)
    )
    assert expected.verdict == made.verdicts["tiny/step/corpus/knnvc_pool/ignorant"]
    assert (24, 0) == tuple(made.ledger[f"tiny/count/{name}_cross_corpus"].value for name in ("trials", "targets"))


def test_a_list_of_targets_only_leaves_no_step(results):
    """Where no same-gender trial within a corpus is a non-target, the step is missing with that reason."""
    made = results(MIXED)
    entry = made.ledger["tiny/step/corpus/knnvc_pool/ignorant"]
    assert (None, "no non-target trials") == (entry.value, entry.missing)
    assert "tiny/step_range/corpus/ignorant/largest" not in made.ledger
    assert (12, 0) == tuple(made.ledger[f"tiny/count/{name}_cross_corpus"].value for name in ("trials", "targets"))


def test_lists_that_hold_the_same_trials_make_a_step_of_nothing(tiny):
    """Where each gender has one corpus the corpus step is 0 in every draw: no difference, and no system counts."""
    entry = tiny.ledger["tiny/step/corpus/mcadams/lazy"]
    assert (0.0, 0.0, 0.0) == (entry.value, entry.ci_low, entry.ci_high)
    assert "no difference" == tiny.verdicts["tiny/step/corpus/mcadams/lazy"]
    assert 0 == tiny.ledger["tiny/count/trials_cross_corpus"].value
    assert "tiny/step_example/corpus" not in tiny.verdicts


def test_the_range_and_the_counts_are_those_of_the_steps(tiny):
    """Smallest and largest step with the number of systems, who has them, and how many lie above and below zero."""
    keys = {name: f"tiny/step/gender/{name}/ignorant" for name in ("original", "mcadams", "knnvc_pool")}
    found = {name: (tiny.ledger[key].value, tiny.verdicts[key]) for name, key in keys.items()}
    steps = [value for value, _ in found.values()]
    ends = [tiny.ledger[f"tiny/step_range/gender/ignorant/{end}"] for end in ("smallest", "largest")]
    assert [(min(steps), 3), (max(steps), 3)] == [(entry.value, entry.n) for entry in ends]
    owner = max(found, key=lambda name: found[name][0])
    assert [owner] == [name for key, name in tiny.verdicts.items() if key == "tiny/step_range/gender/ignorant/largest"]
    for end, sign in (("above", 1), ("below", -1)):
        count = sum(words == "CI excludes 0" and sign * value > 0 for value, words in found.values())
        counted = tiny.ledger[f"tiny/count/steps/gender/ignorant/{end}"]
        assert (count, f"systems whose gender step is established {end} zero") == (counted.value, counted.method)


def test_a_missing_eer_is_a_missing_step_with_its_reason(tiny):
    """No semi-informed file, no step, no verdict; the range is over the systems that have one."""
    entry = tiny.ledger["tiny/step/gender/knnvc_pool/semi_informed"]
    assert (None, "no semi-informed file") == (entry.value, entry.missing)
    assert "tiny/step/gender/knnvc_pool/semi_informed" not in tiny.verdicts
    assert 1 == tiny.ledger["tiny/step_range/gender/semi_informed/largest"].n


@pytest.mark.parametrize("gender", ["female", "male"])
def test_an_eer_by_gender_equals_a_plain_computation(tiny, gender):
    """Same-gender trials whose enrolled speaker has the gender; draws without such a speaker are left out and told."""
    _, _, enrolled, spoken = trials("knnvc_pool")
    mask = (women(enrolled) == women(spoken)) & (women(enrolled) == (gender == "female"))
    value, draws = plain("knnvc_pool", mask)
    entry = tiny.ledger[f"tiny/eer_gender/knnvc_pool/ignorant/{gender}"]
    low, high = numpy.nanpercentile(draws, [2.5, 97.5])
    assert (value, low, high) == pytest.approx((entry.value, entry.ci_low, entry.ci_high))
    assert (12, 12) == (entry.n, int(mask.sum()))
    left_out = int(numpy.isnan(draws).sum())
    assert left_out > 0
    assert f"; {left_out} draws left out (no target or no non-target trial)" in entry.method


def test_how_the_intervals_of_the_genders_lie_turns_with_the_data(results):
    """Women who have exchanged their voices are hidden and men are not; exchange the men and it is the other way."""
    own = vectors("original")
    for hidden, order in (("female", [1, 0, 2, 3]), ("male", [0, 1, 3, 2])):
        moved = own.reshape(4, -1, own.shape[1])[order].reshape(own.shape).astype("float32")
        made = results({"embeddings/mcadams.npz": (utterance_ids(), moved)})
        assert f"{hidden} higher, intervals apart" == made.verdicts["tiny/eer_gender/mcadams/ignorant"]
        assert "intervals overlap" == made.verdicts["tiny/eer_gender/mcadams/lazy"]


def test_one_gender_leaves_the_other_without_a_number(results):
    """All women: the male EER is missing with its reason, and the gender step is one of nothing."""
    made = results(ALL_WOMEN)
    entry = made.ledger["tiny/eer_gender/mcadams/ignorant/male"]
    assert (None, "no trials of male speakers") == (entry.value, entry.missing)
    assert made.ledger["tiny/eer_gender/mcadams/ignorant/female"].value is not None
    assert "tiny/eer_gender/mcadams/ignorant" not in made.verdicts
    assert 0 == made.ledger["tiny/count/nontargets_cross_gender"].value
    assert "no difference" == made.verdicts["tiny/step/gender/mcadams/ignorant"]


def test_without_genders_and_corpora_there_is_no_step(results, scored):
    """No list to step to: no row, no verdict, and no setting of small corpora."""
    bare = scored([0.9], [0.1])
    kinds = ("step", "step_range", "eer_gender", "corpus_gap", "share")
    assert [] == [entry.key for entry in bare.ledger if entry.key.split("/")[1] in kinds]
    assert "scored/setting/few_speakers" not in bare.ledger
    one = results({"meta/test_utts.csv": lambda text: text.replace("phone (iAny)", "studio"),
                   "meta/transcripts.csv": None})  # fmt: skip
    assert "tiny/step/gender/mcadams/lazy" in one.ledger
    assert [] == [entry.key for entry in one.ledger if entry.key.startswith("tiny/step/corpus")]


def test_what_lists_drop_is_counted(tiny):
    """Of 36 non-target trials 24 are between two genders; 12 same-gender trials a gender, 6 of them targets."""
    expected = {
        "nontargets_cross_gender": 24, "trials_gender/female": 12, "trials_gender/male": 12,
        "targets_gender/female": 6, "targets_gender/male": 6,
    }  # fmt: skip
    assert expected == {name: tiny.ledger[f"tiny/count/{name}"].value for name in expected}
    share = tiny.ledger["tiny/share/nontargets_cross_gender"]
    assert (pytest.approx(200 / 3), 36) == (share.value, share.n)


def test_a_trial_of_unknown_gender_is_neither_of_one_nor_of_two(results):
    """With one speaker's gender blank, the trials with that speaker are counted as unknown."""
    made = results({
        "meta/test_utts.csv": replaced(",m,", ",,"),
        "meta/trials_test.csv": lambda text: "\n".join(line.rpartition(",")[0] for line in text.splitlines()) + "\n",
    })  # fmt: skip
    counted = {name: made.ledger[f"tiny/count/{name}"].value for name in ("trials_gender_unknown", "trials/same_gender",
                                                                          "nontargets_cross_gender")}  # fmt: skip
    assert {"trials_gender_unknown": 21, "trials/same_gender": 15, "nontargets_cross_gender": 12} == counted


def test_a_small_corpus_is_marked(tiny):
    """Fewer than 20 speakers make a warning; the limits are shipped settings of the defaults."""
    assert {"tiny/few_speakers/phone", "tiny/few_speakers/studio"} == {n for n in tiny.verdicts if "few_speakers" in n}
    for name, value in (("few_speakers", 20), ("no_finding", 3)):
        entry = tiny.ledger[f"tiny/setting/{name}"]
        assert (value, "shipped", "defaults") == (entry.value, entry.tag, entry.source)


def test_the_width_of_a_column_is_the_median_of_its_intervals(tiny):
    """Over systems and attackers, with the number of intervals."""
    rows = [entry for entry in tiny.ledger if entry.key.startswith("tiny/eer/") and entry.key.endswith("/same_gender")]
    widths = [entry.ci_high - entry.ci_low for entry in rows if entry.ci_low is not None]
    entry = tiny.ledger["tiny/width_median/same_gender"]
    assert (numpy.median(widths), len(widths)) == (pytest.approx(entry.value), entry.n)


def test_the_largest_gap_between_two_columns_names_its_place(tiny):
    """The largest absolute difference over systems and attackers, and where it is."""
    gaps = {}
    for entry in tiny.ledger:
        if entry.key.startswith("tiny/eer/") and entry.key.endswith("/same_gender_phone") and entry.value is not None:
            other = tiny.ledger[entry.key.replace("_phone", "_studio")]
            gaps["/".join(entry.key.split("/")[2:4])] = abs(entry.value - other.value)
    row = tiny.ledger["tiny/corpus_gap/phone/studio"]
    assert (max(gaps.values()), len(gaps)) == (pytest.approx(row.value), row.n)
    assert row.value == gaps[tiny.verdicts["tiny/corpus_gap/phone/studio"]]
