"""Which attacker a result of the VoicePrivacy evaluation speaks of."""

from __future__ import annotations

import re

ORIGINAL, ANONYMIZED = "original", "anon"
"""What an evaluator was trained on, and what the two sides of a trial hold."""

SIDES = {"original": ORIGINAL, "orig": ORIGINAL, "o": ORIGINAL, "anon": ANONYMIZED, "anonymized": ANONYMIZED,
         "anonymised": ANONYMIZED, "a": ANONYMIZED}  # fmt: skip

UNPROTECTED = "unprotected"
"""In place of an attacker: original enrollment against original trials."""

ATTACKERS = ("ignorant", "lazy", "semi_informed")
EVALUATORS = (
    (re.compile(r"asv_anon.*|asv_post(?![a-z]).*", re.DOTALL), ANONYMIZED),
    (re.compile(r"asv_(?:orig|ori|pre|ssl)(?![a-z]).*", re.DOTALL), ORIGINAL),
)
"""Name of an evaluator's folder → what its speaker encoder was trained on."""

_ATTACKERS = {
    (ORIGINAL, ORIGINAL, ORIGINAL): UNPROTECTED,
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


def trained_on(folder: str) -> str:
    """Return what an evaluator was trained on, by the name of its folder; empty where that does not tell.

    >>> trained_on("asv_ssl"), trained_on("asv_anon_x"), trained_on("asr")
    ('original', 'anon', '')
    """
    return next((evaluator for pattern, evaluator in EVALUATORS if pattern.fullmatch(folder)), "")
