"""From answers to scores."""

import json

import numpy
import pytest

from analysis.listening import show
from analysis.listening.answers import Answers, Choice, Rating, Tally
from analysis.listening.score import NO_EVIDENCE, TOO_FEW, score


def rated(values, question="naturalness"):
    """values: (listener, sentence, system, value[, role])."""
    answers = Answers(scales={question: (1.0, 5.0)})
    for listener, sentence, system, value, *role in values:
        answers.ratings.append(Rating(question, listener, sentence, system, value, *role))
        answers.count(listener, question, Tally(valid=1))
    return answers


def chosen(wins, losses, a="a", b="b", question="natural"):
    answers = Answers()
    for place in range(wins + losses):
        winner, loser = (a, b) if place < wins else (b, a)
        answers.choices.append(Choice(question, "L01", f"s{place}", winner, loser))
        answers.count("L01", question, Tally(valid=1))
    return answers


def test_the_mean_is_over_ratings_and_the_interval_around_it():
    """Reference first, then the anchor, then the systems from the best."""
    values = [
        (listener, f"s{n}", system, float(value), role)
        for listener in ("L1", "L2", "L3")
        for n in range(10)
        for system, value, role in (
            ("bad", 1 + n % 2, "anonymizer"),
            ("good", 3 + n % 3, "anonymizer"),
            ("original", 5, "reference"),
            ("low", 1, "anchor"),
        )
    ]
    found = score(rated(values), draws=200)
    assert ["original", "low", "good", "bad"] == [one.system for one in found.opinions]
    good = found.opinions[2]
    assert (3.9, 30, 3, 10) == (pytest.approx(good.mean), good.n, good.listeners, good.sentences)
    assert good.interval.low < good.mean < good.interval.high
    assert (5.0, 5.0) == (found.opinions[0].interval.low, found.opinions[0].interval.high)
    assert any("resampled each for itself" in note for note in found.notes)


def test_one_listener_has_an_interval_over_sentences_and_it_is_said():
    """It equals the percentiles of resampled means of that listener's ratings."""
    values = [("L01", f"s{n}", "a", float(1 + n % 5)) for n in range(20)]
    found = score(rated(values), draws=400, seed=5)
    generator = numpy.random.default_rng([5, 1])
    means = [numpy.mean([1 + (n // 4) % 5 for n in generator.integers(0, 20, 20)]) for _ in range(400)]
    assert numpy.percentile(means, 2.5) == pytest.approx(found.opinions[0].interval.low, abs=0.15)
    assert any("one listener" in note for note in found.notes)
    assert not any("resampled each for itself" in note for note in found.notes)


def test_one_rating_has_no_interval():
    """There is nothing to resample."""
    assert score(rated([("L01", "s1", "a", 4.0)])).opinions[0].interval is None


@pytest.mark.parametrize(("draws", "given"), [(1, False), (39, False), (40, True)])
def test_few_draws_give_no_interval(draws, given):
    """One draw would look perfectly sure; the scores say how many it takes, in the right number."""
    values = [(f"L{p}", f"s{n}", "a", float((p * n) % 5 + 1)) for p in range(9) for n in range(9)]
    found = score(rated(values), draws)
    assert given == (found.opinions[0].interval is not None)
    assert given != any("takes 40 draws or more" in note for note in found.notes)
    assert given == any("resampled each for itself" in note for note in found.notes)
    assert ("1 draw\n" if draws == 1 else f"{draws} draws\n") in show.as_tables(found)


def test_every_system_is_judged_by_the_same_draws():
    """Two systems with the same ratings have the same interval."""
    values = [(f"L{p}", f"s{n}", system, float((p * n) % 5 + 1)) for p in range(4) for n in range(8) for system in "ab"]
    a, b = score(rated(values)).opinions
    assert a.interval == b.interval


def test_a_listener_who_cannot_tell_the_anchor_is_named():
    """Nobody is left out for it; the reader decides."""
    values = [(who, f"s{n}", system, value, role) for n in range(8) for who, system, value, role in (
        ("fine", "o", 5.0, "reference"), ("fine", "l", 1.0, "anchor"),
        ("odd", "o", 3.0, "reference"), ("odd", "l", 3.0, "anchor"),
    )]  # fmt: skip
    told = [note for note in score(rated(values)).notes if "anchor" in note]
    assert (1, True) == (len(told), "odd" in told[0])


def test_win_rates_are_over_the_trials_that_a_system_took_part_in():
    """3 of 4 against b, 0 of 1 against c: 3 of 5."""
    answers = chosen(3, 1).add([chosen(0, 1, "a", "c")])
    rates = {one.system: (one.wins, one.trials, one.percent) for one in score(answers).wins}
    assert {"a": (3, 5, 60.0), "b": (1, 4, 25.0), "c": (1, 1, 100.0)} == rates


@pytest.mark.parametrize(
    ("wins", "losses", "verdict"),
    [(19, 0, TOO_FEW), (15, 5, "a"), (5, 15, "b"), (14, 6, NO_EVIDENCE), (10, 10, NO_EVIDENCE), (0, 1, TOO_FEW)],
)
def test_a_pair_gets_a_verdict_from_twenty_answers_on(wins, losses, verdict):
    """Below that it is too few, however one-sided."""
    test = score(chosen(wins, losses)).tests[0]
    assert (verdict, wins + losses, verdict == TOO_FEW) == (test.verdict, test.trials, test.p is None)


def test_many_pairs_are_held_to_a_stricter_mark():
    """One pair with p of .041 is preferred alone, and not among five; pairs with too few answers do not count."""
    others = [chosen(10, 10, "c", name) for name in "defg"]
    alone = score(chosen(15, 5).add([chosen(1, 1, "x", "y")]))
    among = score(chosen(15, 5).add(others))
    verdicts = [{(one.a, one.b): one.verdict for one in found.tests}["a", "b"] for found in (alone, among)]
    assert ["a", NO_EVIDENCE] == verdicts
    assert alone.tests[0].p == among.tests[0].p == pytest.approx(0.0414, abs=1e-4)


def test_each_question_is_scored_for_itself():
    """A system can be more natural and less like the original."""
    answers = chosen(20, 0).add([chosen(0, 20, question="like")])
    assert {("natural", "a"), ("like", "b")} == {(one.question, one.verdict) for one in score(answers).tests}


def everything():
    answers = rated([("L01", f"s{n}", system, float(1 + (n * 3) % 5)) for n in range(20) for system in ("a|b", "c")])
    answers.count("L01", "naturalness", Tally(missing=2, invalid=1))
    return answers.add([chosen(15, 5), chosen(2, 1, "a", "c")])


def test_every_form_shows_the_same_digits():
    """Text, Markdown and JSON; numbers are never rounded twice."""
    found = score(everything())
    parsed = json.loads(show.as_json(found))
    text, markdown = show.as_tables(found), show.as_tables(found, markdown=True)
    for one in parsed["opinions"]:
        for number in (one["mean"], one["ci_low"], one["ci_high"]):
            assert f"{number:.2f}" in text
            assert f"{number:.2f}" in markdown
    pair = next(one for one in parsed["pairs"] if one["n"] == 20)
    assert ("0.0414" in text, pair["p"], pair["preferred"]) == (True, 0.0414, "a")
    assert {"too few"} == {one["verdict"] for one in parsed["pairs"] if one["n"] < 20}
    assert {"listener": "L01", "question": "naturalness", "asked": 43, "valid": 40, "missing": 2, "invalid": 1} in (
        parsed["listeners"]
    )
    assert "a\\|b" in markdown
    assert "too few" in text


def test_the_same_answers_give_the_same_scores():
    """And another seed others."""
    assert show.as_json(score(everything(), seed=1)) == show.as_json(score(everything(), seed=1))
    assert show.as_json(score(everything(), seed=1)) != show.as_json(score(everything(), seed=2))
