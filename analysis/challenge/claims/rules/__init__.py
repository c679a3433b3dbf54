"""The rules that a claim can name. Each is a small function over the systems of a challenge."""

from analysis.challenge.claims.rules import counts, extremes, lists, values
from analysis.challenge.claims.rules.rule import Rule

RULES: dict[str, Rule] = {
    found.name: found
    for module in (values, extremes, counts, lists)
    for found in vars(module).values()
    if isinstance(found, Rule)
}
"""Name in `claims.toml` → rule."""

__all__ = ["RULES", "Rule"]
