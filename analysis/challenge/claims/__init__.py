"""The claims of a publication, each put to the study's tables by the rule that it names."""

from analysis.challenge.claims.question import check_claims
from analysis.challenge.claims.step import claims

__all__ = ["check_claims", "claims"]
