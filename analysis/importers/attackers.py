"""Which attacker a result of the VoicePrivacy evaluation speaks of."""

from __future__ import annotations

ORIGINAL, ANONYMIZED = "original", "anon"
"""What an evaluator was trained on, and what the two sides of a trial hold."""

SIDES = {"original": ORIGINAL, "orig": ORIGINAL, "o": ORIGINAL, "anon": ANONYMIZED, "anonymized": ANONYMIZED,
         "anonymised": ANONYMIZED, "a": ANONYMIZED}  # fmt: skip

_ATTACKERS = {
    (ORIGINAL, ORIGINAL, ORIGINAL): "unprotected",
    (ORIGINAL, ORIGINAL, ANONYMIZED): "ignorant",
    (ORIGINAL, ANONYMIZED, ANONYMIZED): "lazy",
    (ANONYMIZED, ANONYMIZED, ANONYMIZED): "semi_informed",
}


def attacker_of(evaluator: str, enrollment: str, trial: str) -> str:
    """Return the attacker by what trained the evaluator and what stands on the two sides of a trial.

    Empty where no attacker does this: an evaluator that knows the anonymization has no use for original enrollment, and
    nobody enrolls anonymized speech to look for original speech.

    >>> attacker_of(ORIGINAL, ORIGINAL, ANONYMIZED), attacker_of(ANONYMIZED, ORIGINAL, ANONYMIZED)
    ('ignorant', '')
    """
    return _ATTACKERS.get((evaluator, enrollment, trial), "")
