"""The table of the draws of trials, against draws that are made one by one."""

import numpy as np
import pytest

from analysis.measures import drawn_trials, trial_eer_draws
from analysis.measures.drawn_trials import DrawnTrials


def by_hand(trials, draws, seed):
    """Return how often each trial was drawn: (trials, draws)."""
    generator = np.random.default_rng(seed)
    made = [generator.integers(0, trials, trials).tolist() for _ in range(draws)]
    return np.array([[draw.count(trial) for draw in made] for trial in range(trials)]).reshape(trials, draws)


@pytest.mark.parametrize("draws", [0, 1, 2, 7, 150])
@pytest.mark.parametrize("kept", [10**6, 0])
def test_every_draw_is_counted(monkeypatch, draws, kept):
    """In one table or in several, with an even and an odd number of draws, one count or a sum of them."""
    monkeypatch.setattr(drawn_trials, "KEPT", kept)
    for name, value in (("AT_ONCE", 3 * 23), ("MADE", 4), ("ROWS", 5)):
        monkeypatch.setattr(drawn_trials, name, value)
    expected = by_hand(23, draws, seed=7)
    tables = list(drawn_trials.drawn_trials(23, draws, seed=7))
    assert draws == sum(len(table) for table in tables)
    every = np.arange(23)[:, None]
    found = [table.looked_up(every, np.arange(len(table))) for table in tables]
    np.testing.assert_array_equal(expected, np.concatenate([np.zeros((23, 0)), *found], axis=1))
    some = np.array([22, 3, 4, 5, 9, 10, 0])
    sums = [table.sums(some) for table in tables]
    np.testing.assert_array_equal(expected[some].sum(axis=0), np.concatenate([np.zeros(0), *sums]))


def test_the_draws_of_a_list_are_made_once_for_all_systems(monkeypatch):
    """The next list of as many trials finds them again; other draws or another seed do not."""
    calls = []
    one_draw = drawn_trials.one_draw
    monkeypatch.setattr(drawn_trials, "one_draw", lambda *given: calls.append(1) or one_draw(*given))
    drawn_trials._kept.cache_clear()
    scores, labels = np.random.default_rng(1).normal(size=50), np.arange(50) % 3 == 0
    for scale in (1, 2):
        trial_eer_draws(scale * scores, labels, 20, seed=4)
    assert 20 == len(calls)
    trial_eer_draws(scores, labels, 20, seed=5)
    trial_eer_draws(scores, labels, 21, seed=5)
    assert 61 == len(calls)


@pytest.mark.parametrize("draws", [5, 6])
def test_a_trial_drawn_more_often_than_half_a_byte_holds(monkeypatch, draws):
    """With room for one only the table has whole numbers, of the same draws."""
    monkeypatch.setattr(drawn_trials, "MOST", 1)
    table, expected = DrawnTrials(9, draws, np.random.default_rng(3)), by_hand(9, draws, seed=3)
    assert expected.max() > 2
    np.testing.assert_array_equal(expected, table.looked_up(np.arange(9)[:, None], np.arange(draws)))
    np.testing.assert_array_equal(expected[2:5].sum(axis=0), table.sums(np.arange(2, 5)))


def test_a_sum_over_many_trials_does_not_wrap_round():
    """Whoever sums all trials of a draw gets as many as there are."""
    table = DrawnTrials(70_001, 3, np.random.default_rng(0))
    assert [70_001] * 3 == table.sums(np.arange(70_001)).tolist()
