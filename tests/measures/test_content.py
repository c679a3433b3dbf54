"""Edit counts and error rates: hand-computed texts."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.measures import TEXT_POLICIES, Edits, edit_counts, error_rate, mean_error_rate, unseen_signs


def corpus(pairs, unit):
    """Return the edits of a corpus of (reference, hypothesis)."""
    return [edit_counts(reference, hypothesis, unit) for reference, hypothesis in pairs]


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_utterances_does_not_matter(order):
    """One insertion and one deletion over four reference words are 50 % in either order."""
    pairs = [("I", "I am"), ("am I good?", "I good?")][::order]
    assert 50.0 == error_rate(corpus(pairs, "words"))


def test_corpus_and_mean_of_utterances_are_two_things():
    """One word all wrong and nine words all right: 10 % over the corpus, 50 % as the mean of utterances."""
    edits = corpus([("one", "two"), ("a b c d e f g h i", "a b c d e f g h i")], "words")
    assert pytest.approx(10.0) == error_rate(edits)
    assert pytest.approx(50.0) == mean_error_rate(edits)


def test_an_empty_reference_adds_insertions():
    """Alone it has no rate; in a corpus its insertions count: 1 of 3 words, 1 of 3 signs without blanks."""
    pairs = [("", "x"), ("a b c", "a b c")]
    assert pytest.approx(100 / 3) == error_rate(corpus(pairs, "words"))
    assert pytest.approx(100 / 3) == error_rate(corpus(pairs, "characters"))
    alone = edit_counts("", "x")
    assert (0, 1, 1) == (alone.reference, alone.insertions, alone.errors)
    assert math.isnan(alone.rate)
    assert math.isnan(error_rate([alone]))
    assert 0.0 == mean_error_rate(corpus(pairs, "words"))
    assert math.isnan(error_rate([]))
    assert math.isnan(mean_error_rate([alone]))


def test_a_rate_is_not_clipped():
    """Five insertions over four signs are 125 %."""
    edits = edit_counts("abcd", "abcdefghi")
    assert Edits(substitutions=0, deletions=0, insertions=5, reference=4) == edits
    assert 125.0 == edits.rate


def test_signs_are_compared_not_bytes():
    """An accented letter against a plain one is one substitution of one sign."""
    assert 100.0 == edit_counts("é", "e").rate


def test_composed_and_decomposed_signs():
    """A decomposed accent is two signs, 50 % of four as the texts are, and nothing after NFC."""
    composed, decomposed = "caf\u00e9", "cafe\u0301"
    assert 50.0 == edit_counts(composed, decomposed).rate
    assert 0.0 == edit_counts(composed, decomposed, policy="nfc").rate


@pytest.mark.parametrize("policy", TEXT_POLICIES)
def test_one_wrong_khmer_vowel(policy):
    """One wrong vowel sign among twelve signs is one twelfth, and no text policy hides it."""
    reference = "ខ្ញុំទៅផ្សារ"
    edits = edit_counts(reference, reference.replace("ៅ", "ា"), policy=policy)
    assert (12, 1) == (edits.reference, edits.errors)
    assert pytest.approx(100 / 12) == edits.rate


def test_only_the_plain_blank_is_removed():
    """A no-break space stays a sign, joins two words into one, and can be counted."""
    plain, no_break = "hello world", "hello\u00a0world"
    assert (10, 0) == (edit_counts(plain, "helloworld").reference, edit_counts(plain, "helloworld").errors)
    assert (11, 1) == (edit_counts(no_break, plain).reference, edit_counts(no_break, plain).deletions)
    assert 1 == edit_counts(no_break, plain, "words").reference
    assert [0, 1] == [unseen_signs([text]).other_blanks for text in (plain, no_break)]


def test_an_empty_hypothesis_deletes_everything():
    """With nothing heard, every sign of the reference is a deletion."""
    assert Edits(0, 3, 0, 3) == edit_counts("a b c", "")
    assert Edits(0, 3, 0, 3) == edit_counts("a b  c ", " ", "words")


def test_an_unknown_unit_is_refused():
    """The message names the units that are known."""
    with pytest.raises(ValueError, match="'characters', 'words'"):
        edit_counts("a", "b", "bytes")


def distance(a, b):
    """Return the edit distance by the textbook table."""
    row = list(range(len(b) + 1))
    for i, sign in enumerate(a, 1):
        row, above = [i], row
        for j, other in enumerate(b, 1):
            row.append(min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (sign != other)))
    return row[-1]


@given(st.text("ab cក្", max_size=9), st.text("ab cក្", max_size=9))
def test_errors_are_the_edit_distance(reference, hypothesis):
    """The three kinds of edit sum to the textbook distance, and explain both lengths."""
    for unit, a, b in [
        ("characters", reference.replace(" ", ""), hypothesis.replace(" ", "")),
        ("words", reference.split(), hypothesis.split()),
    ]:
        edits = edit_counts(reference, hypothesis, unit)
        assert distance(a, b) == edits.errors
        assert len(a) == edits.reference
        assert len(b) == edits.reference - edits.deletions + edits.insertions
