"""Text policies and the signs they concern: hand-written texts."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analysis.measures import TEXT_POLICIES, UnseenSigns, edit_counts, text_form, unseen_signs

ZERO_WIDTH_SPACE, JOINER, NON_JOINER, ACUTE = "\u200b", "\u200d", "\u200c", "\u0301"


@pytest.mark.parametrize("sign", ["\u200b", "\u2060", "\ufeff", "\u00ad"])
def test_a_zero_width_sign_costs_an_edit_until_it_is_taken_out(sign):
    """One such sign in a reference of three is an edit as the text is and after NFC, and none without them."""
    reference, heard = f"a{sign}b", "ab"
    costs = [edit_counts(reference, heard, policy=policy).errors for policy in TEXT_POLICIES]
    assert [1, 1, 0, 0] == costs
    assert [3, 3, 2, 2] == [edit_counts(reference, heard, policy=policy).reference for policy in TEXT_POLICIES]


@pytest.mark.parametrize("sign", [JOINER, NON_JOINER])
def test_the_joiners_stay_under_every_policy(sign):
    """They choose shapes of letters, so that a missing one is an error that a reader can see."""
    assert [1, 1, 1, 1] == [edit_counts(f"a{sign}b", "ab", policy=policy).errors for policy in TEXT_POLICIES]


def test_a_zero_width_sign_under_an_accent_is_taken_out_first():
    """Only the policy with both steps makes e, zero-width space, accent the same as the composed letter."""
    texts = {policy: text_form(f"cafe{ZERO_WIDTH_SPACE}{ACUTE}", policy) for policy in TEXT_POLICIES}
    assert ["as_is", "nfc", "no_zero_width"] == [name for name, text in texts.items() if text != "caf\u00e9"]


def test_words_are_compared_in_the_same_forms():
    """A zero-width space inside a word makes another word of it until it is taken out."""
    pair = (f"one{ZERO_WIDTH_SPACE}s two", "ones two")
    assert [1, 1, 0, 0] == [edit_counts(*pair, "words", policy).errors for policy in TEXT_POLICIES]


def test_each_unseen_sign_is_counted_once():
    """Zero-width signs, joiners, other blanks and texts in another form are four counts."""
    texts = [f"a{ZERO_WIDTH_SPACE}\u00ad b", f"c{JOINER}{NON_JOINER}d", "e\u00a0f\tg\u3000h", f"e{ACUTE}", "plain text"]
    assert UnseenSigns(zero_width=2, joiners=2, other_blanks=3, other_forms=1) == unseen_signs(texts)
    assert UnseenSigns(0, 0, 0, 0) == unseen_signs([])


def test_an_unknown_policy_is_refused():
    """The message names the policies that are known."""
    with pytest.raises(ValueError, match="as_is, nfc, no_zero_width, nfc_no_zero_width"):
        text_form("a", "nfkc")


@given(st.text("ae \u0301\u200b\u200d\ufeff\u00e9ក្", max_size=12))
def test_a_policy_settles_a_text(text):
    """A second pass changes nothing, nothing that the policy takes out is left, and the composed form is NFC."""
    for policy in TEXT_POLICIES:
        once = text_form(text, policy)
        assert once == text_form(once, policy)
        left = unseen_signs([once])
        assert 0 == left.zero_width or "no_zero_width" not in policy
        assert unicodedata.is_normalized("NFC", once) or "nfc" not in policy
