"""Three intervals beside each other: rows, widths, ratios, counts and the draws that are drawn."""

import numpy
import pytest

from analysis.benchmark.certainty import bar_width
from analysis.ledger import parts
from analysis.measures import (
    eer_draws,
    equal_error_rate,
    percentile_interval,
    speaker_draws,
    trial_eer_draws,
    two_sided_eer_draws,
)
from tests.studies import replaced, utterance_ids, vectors

from .test_privacy import plain_scores

SPEAKERS = ("0012", "12", "1e5", "a-b")
GENDERS = {"0012": "f", "12": "f", "1e5": "m", "a-b": "m"}
DRAWS = {"study.toml": replaced("draws = 50", "draws = 200")}


@pytest.fixture(scope="module")
def own(tmp_path_factory):
    """The tiny study with fewer draws."""
    from tests.studies import write_study

    from .conftest import results_of

    return results_of(write_study(tmp_path_factory.mktemp("certainty") / "tiny", DRAWS))


def test_single_trials_are_drawn_a_thousand_times_at_most(results):
    """They only compare, and their draws take as long as the list; rows and the count of draws left out say so."""
    often = results({"study.toml": replaced("draws = 50", "draws = 1200")})
    assert 1000 == value(often, "setting", "draws", "trials")
    assert 1000 == often.ledger["tiny/count/left_out/trials"].n
    assert 1200 == often.ledger["tiny/count/left_out/speaker"].n
    entry = often.ledger["tiny/eer_trials/mcadams/lazy/same_gender"]
    assert "trial bootstrap, 1,000 draws" in entry.method
    scores, labels, _, _ = listed("mcadams", "lazy")
    assert pytest.approx(edges(trial_eer_draws(scores, labels, 1000, 0))) == [entry.ci_low, entry.ci_high]


def test_as_few_as_the_study_draws(own):
    """Where everything is drawn less often, trials are, too, and no row speaks of it."""
    assert value(own, "setting", "draws", "trials") is None
    assert 200 == own.ledger["tiny/count/left_out/trials"].n


def value(results, *names):
    return results.ledger.value("/".join((results.study, *names)))


def listed(system, attacker):
    """Return the same-gender trials in the order of enrolled speaker and utterance: scores, labels, both speakers."""
    own_vectors = vectors(system)
    scores = plain_scores(vectors("original") if attacker == "ignorant" else own_vectors, own_vectors)
    trials = [
        (score, target, enrolled, spoken)
        for (score, target), (enrolled, spoken) in zip(
            scores, [(e, s) for e in range(4) for s in range(4) for _ in range(3)], strict=True
        )
        if GENDERS[SPEAKERS[enrolled]] == GENDERS[SPEAKERS[spoken]]
    ]
    return tuple(numpy.array(column) for column in zip(*trials, strict=True))


def edges(values):
    return numpy.percentile([value for value in values if not numpy.isnan(value)], [2.5, 97.5])


@pytest.mark.parametrize(("system", "attacker"), [("mcadams", "ignorant"), ("knnvc_pool", "lazy")])
def test_the_two_sided_interval_equals_a_plain_loop(own, system, attacker):
    """Weight of a trial is the product of the counts of its two speakers, in the draws that every measure shares."""
    scores, labels, enrolled, spoken = listed(system, attacker)
    counts = speaker_draws(4, 200, 0)
    low, high = edges([equal_error_rate(scores, labels, row[enrolled] * row[spoken]).value for row in counts])
    entry = own.ledger[f"tiny/eer_two_sided/{system}/{attacker}/same_gender"]
    assert (low, high) == pytest.approx((entry.ci_low, entry.ci_high))
    assert value(own, "eer", system, attacker, "same_gender") == entry.value
    assert "95 % two-sided speaker bootstrap, 200 draws, seed 0" in entry.method
    assert 24 == entry.n


@pytest.mark.parametrize(("system", "attacker"), [("mcadams", "ignorant"), ("knnvc_pool", "lazy")])
def test_the_trial_interval_equals_a_plain_loop(own, system, attacker):
    """Trials are drawn one by one from the list in the order of enrolled speaker and utterance."""
    scores, labels, *_ = listed(system, attacker)
    generator, values = numpy.random.default_rng(0), []
    for _ in range(200):
        drawn = generator.integers(0, len(scores), len(scores))
        values.append(equal_error_rate(scores[drawn], labels[drawn]).value)
    low, high = edges(values)
    entry = own.ledger[f"tiny/eer_trials/{system}/{attacker}/same_gender"]
    assert (low, high) == pytest.approx((entry.ci_low, entry.ci_high))
    assert "95 % trial bootstrap, 200 draws, seed 0" in entry.method


def test_widths_and_ratios_follow_from_the_intervals(own):
    """A width is the distance of the edges, a ratio is to the one-sided width."""
    names = ("mcadams", "ignorant")
    widths = {}
    for kind, measure in (("speaker", "eer"), ("two_sided", "eer_two_sided"), ("trials", "eer_trials")):
        entry = own.ledger["/".join(("tiny", measure, *names, "same_gender"))]
        widths[kind] = entry.ci_high - entry.ci_low
        assert widths[kind] == pytest.approx(value(own, "width", kind, *names))
    assert widths["speaker"] > 0
    for kind in ("two_sided", "trials"):
        assert widths[kind] / widths["speaker"] == pytest.approx(value(own, "width_ratio", kind, *names))


def cases(results):
    """Return (system, attacker) of every case with a one-sided width; the reference under the lazy attacker is none."""
    return [
        tuple(parts(entry.key)[3:])
        for entry in results.ledger
        if entry.key.startswith("tiny/width/speaker/")
        and not entry.key.endswith("/cer")
        and entry.value is not None
        and parts(entry.key)[3:] != ("original", "lazy")
    ]


def test_counts_and_medians_are_over_all_cases(own):
    """Of how many cases an interval is narrower or wider, and the median ratio, counted again from the rows."""
    found = cases(own)
    # Ignorant: 3 systems; lazy: 2 besides the reference, which is the same for both; semi-informed: mcadams alone.
    assert 6 == len(found)
    for kind in ("two_sided", "trials"):
        gaps = [value(own, "width", kind, *names) - value(own, "width", "speaker", *names) for names in found]
        for word, count in (("narrower", sum(gap < 0 for gap in gaps)), ("wider", sum(gap > 0 for gap in gaps))):
            entry = own.ledger[f"tiny/count/{word}/{kind}/all"]
            assert (count, 6) == (entry.value, entry.n)
            assert value(own, "count", f"{word}_beyond_error", kind, "all") <= count
        ratios = [value(own, "width_ratio", kind, *names) for names in found]
        ratios = [ratio for ratio in ratios if ratio is not None]
        for word, number in (("median", numpy.median(ratios)), ("lowest", min(ratios)), ("highest", max(ratios))):
            entry = own.ledger[f"tiny/width_ratio_{word}/{kind}/all"]
            assert (pytest.approx(number), len(ratios)) == (entry.value, entry.n)
    lazy = own.ledger["tiny/count/wider/two_sided/lazy"]
    assert 3 == lazy.n


@pytest.mark.parametrize("kind", ["two_sided", "trials"])
def test_what_other_draws_could_turn_is_not_counted_as_beyond_chance(own, kind):
    """A gap counts where it is larger than the Monte-Carlo errors of the four edges together."""
    counts, beyond = speaker_draws(4, 200, 0), {"narrower": 0, "wider": 0}
    for system in ("original", "mcadams", "knnvc_pool"):
        scores, labels, enrolled, spoken = listed(system, "ignorant")
        first = percentile_interval(eer_draws(scores, labels, enrolled, counts))
        if kind == "trials":
            other = percentile_interval(trial_eer_draws(scores, labels, 200, 0))
        else:
            other = percentile_interval(two_sided_eer_draws(scores, labels, enrolled, spoken, counts))
        gap = (other.high - other.low) - (first.high - first.low)
        errors = (first.low_error, first.high_error, other.low_error, other.high_error)
        if gap**2 > sum(error**2 for error in errors):
            beyond["wider" if gap > 0 else "narrower"] += 1
    found = {word: value(own, "count", f"{word}_beyond_error", kind, "ignorant") for word in beyond}
    assert beyond == found


def test_edges_have_a_monte_carlo_error(own):
    """A row for each edge of the headline interval, and the largest of all."""
    found = [
        value(own, "edge_error", "eer", *names, "same_gender", edge) for names in cases(own) for edge in ("low", "high")
    ]
    assert 12 == len(found) == own.ledger["tiny/edge_error_max/all"].n
    assert max(found) == pytest.approx(value(own, "edge_error_max", "all"))
    assert numpy.median(found) == pytest.approx(value(own, "edge_error_median", "all"))


def test_a_missing_file_leaves_every_row_with_its_reason(own):
    """No semi-informed file: no interval, width or ratio, and each row says why."""
    names = ("knnvc_pool", "semi_informed")
    keys = [("eer_two_sided", *names, "same_gender"), ("eer_trials", *names, "same_gender")]
    keys += [("width", kind, *names) for kind in ("speaker", "two_sided", "trials")]
    keys += [("width_ratio", kind, *names) for kind in ("two_sided", "trials")]
    entries = [own.ledger["/".join(("tiny", *one))] for one in keys]
    assert {(None, "no semi-informed file")} == {(entry.value, entry.missing) for entry in entries}


def test_without_width_there_is_no_ratio(scored):
    """Perfect separation: three widths of 0 and no ratio, for that reason."""
    made = scored([0.9, 0.8], [0.2, 0.1])
    assert [0.0] * 3 == [made.ledger.value(f"scored/width/{k}/original/ignorant") for k in
                         ("speaker", "two_sided", "trials")]  # fmt: skip
    entry = made.ledger["scored/width_ratio/trials/original/ignorant"]
    assert (None, "no width") == (entry.value, entry.missing)
    assert "scored/width_ratio_median/trials/all" not in made.ledger
    assert (0, 1) == (made.ledger["scored/count/narrower/trials/all"].value,
                      made.ledger["scored/count/narrower/trials/all"].n)  # fmt: skip
    assert 1.0 == made.histograms[0].edges[-1] - made.histograms[0].edges[0]


def test_one_kind_of_trial_alone_has_no_width(scored):
    """Without an EER there is no interval of any kind and no draw to be drawn."""
    made = scored([0.9, 0.8], [])
    entry = made.ledger["scored/width/two_sided/original/lazy"]
    assert (None, "no non-target trials") == (entry.value, entry.missing)
    assert "scored/edge_error_max/all" not in made.ledger
    assert () == made.histograms


def test_draws_that_were_left_out_are_counted(scored):
    """One of two speakers is enrolled: the draws without that one are left out of both speaker bootstraps."""
    made = scored([0.9, 0.4], [0.5, 0.3, 0.1])
    counts = speaker_draws(2, 100, 0)
    left_out = int((counts[:, 0] == 0).sum())
    assert left_out == made.ledger["scored/count/left_out/speaker"].value
    # Two-sided, a draw needs both speakers: one for the targets, the other for the non-targets.
    both = int(((counts[:, 0] == 0) | (counts[:, 1] == 0)).sum())
    assert both == made.ledger["scored/count/left_out/two_sided"].value > left_out


def test_few_speakers_are_told(own, results):
    """Four speakers allow 35 resamples: too few for 200 draws, and no fewer draws make them enough."""
    assert "too few to resample" == own.verdicts["tiny/certainty/speakers"]
    assert "tiny/certainty/draws" not in own.verdicts
    fewer = results({"study.toml": replaced("draws = 50", "draws = 30")})
    assert "too few to resample" == fewer.verdicts["tiny/certainty/speakers"]


def test_few_draws_are_told_and_establish_nothing(results):
    """At 95 %, 39 draws are too few: a warning stands on the page, no edge has an error, no difference a verdict."""
    few = results({"study.toml": replaced("draws = 50", "draws = 39")})
    enough = results({"study.toml": replaced("draws = 50", "draws = 40")})
    assert ("too few to resample", None) == tuple(made.verdicts.get("tiny/certainty/draws") for made in (few, enough))
    said = [[remark.severity for remark in made.remarks if "too few draws" in remark.text] for made in (few, enough)]
    assert [["warning"], []] == said
    assert not any(sign.isdigit() for remark in few.remarks if "too few draws" in remark.text for sign in remark.text)
    errors = [
        [entry for entry in made.ledger if "/edge_error/eer/" in entry.key and "/same_gender/" in entry.key]
        for made in (few, enough)
    ]
    assert {None} == {entry.value for entry in errors[0]}
    assert "too few draws" in {entry.missing for entry in errors[0]} - {entry.missing for entry in errors[1]}
    paired = [
        {verdict for name, verdict in made.verdicts.items() if name.startswith(("tiny/paired", "tiny/drop_semi"))}
        for made in (few, enough)
    ]
    assert ({"not established"}, True) == (paired[0], "no evidence" in paired[1])
    beyond = [entry.value for entry in few.ledger if "_beyond_error/" in entry.key]
    assert beyond and {0} == set(beyond)


def test_the_draws_of_the_best_trade_are_binned(own):
    """The bars of each attacker hold every draw, in bins that all attackers share."""
    system = own.verdicts.get("tiny/best_trade", "mcadams")
    assert {system} == {parts(drawn.key)[2] for drawn in own.histograms}
    assert "ignorant" == parts(own.histograms[0].key)[3]
    widths = set()
    for drawn in own.histograms:
        left_out = own.ledger[drawn.key].method
        assert len(drawn.edges) == len(drawn.counts) + 1
        assert 200 == sum(drawn.counts) or "left out" in left_out
        assert drawn.counts[0] > 0 and drawn.counts[-1] > 0
        entry = own.ledger[drawn.key]
        assert drawn.edges[0] <= entry.ci_low and entry.ci_high <= drawn.edges[-1]
        widths |= {round(b - a, 6) for a, b in zip(drawn.edges[:-1], drawn.edges[1:], strict=True)}
    assert 1 == len(widths)


@pytest.mark.parametrize(("extent", "width"), [(0.0, 1.0), (6.3, 0.5), (25.0, 1.0), (25.1, 2.0), (0.02, 0.001)])
def test_bars_are_round_and_not_too_many(extent, width):
    """At most 25 bars, each 1, 2 or 5 times a power of ten wide."""
    assert width == pytest.approx(bar_width(extent))


def test_the_order_of_the_trials_and_of_the_utterances_takes_no_part(own, results):
    """Turned lists give the same rows, those of the trial bootstrap too."""

    def turned(text):
        head, *rows = text.splitlines()
        return "\n".join([head, *reversed(rows)]) + "\n"

    again = results({**DRAWS, "meta/trials_test.csv": turned, "meta/test_utts.csv": turned})
    rows = [entry for entry in own.ledger if entry.key.startswith(("tiny/eer_", "tiny/width", "tiny/edge_error"))]
    assert len(rows) > 40
    assert rows == [again.ledger[entry.key] for entry in rows]


def test_identical_systems_have_identical_intervals(results):
    """A copy of a system's files has the same draws by every way of resampling."""
    copy = (utterance_ids(), vectors("mcadams").astype("float32"))
    made = results({**DRAWS, "embeddings/knnvc_pool.npz": copy})
    for measure in ("eer_two_sided", "eer_trials"):
        first, second = (made.ledger[f"tiny/{measure}/{name}/lazy/same_gender"] for name in ("mcadams", "knnvc_pool"))
        assert (first.ci_low, first.ci_high) == (second.ci_low, second.ci_high)


def test_another_seed_draws_other_trials(own, results):
    """Seed and number of draws come from the settings."""
    made = results({"study.toml": replaced("draws = 50", "draws = 200\nseed = 5")})
    entry = made.ledger["tiny/eer_trials/mcadams/ignorant/same_gender"]
    assert "seed 5" in entry.method
    before = own.ledger[entry.key]
    assert (before.ci_low, before.ci_high) != (entry.ci_low, entry.ci_high)
    assert before.value == entry.value
