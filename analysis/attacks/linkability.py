"""Linkability beside the EER: whether the two order the systems alike."""

from __future__ import annotations

from math import isnan

from analysis.attacks.orders import TIED, TOO_FEW, leaders
from analysis.attacks.panel import Panel, source, split_key
from analysis.ledger import Entry, key
from analysis.measures.rank_agreement import kendall_tau, turned_pairs
from analysis.rows import Part, defined, or_nan

AGREE, DIFFER = "both put the same system first", "they put different systems first"


def linkability(panel: Panel) -> Part:
    """Kendall's tau between privacy by EER and privacy by linkability, and whom each puts first, by attacker."""
    if not panel.any_value("linkability"):
        return Part([])
    rows = panel.rows
    entries: list[Entry] = []
    verdicts: dict[str, str] = {}
    files = "; ".join((source("eer"), source("linkability")))
    for split in panel.splits:
        for attacker in panel.attackers:
            names = (attacker, split_key(split))
            eers = [or_nan(value) for value in panel.averages("eer", attacker, split)]
            linked = panel.averages("linkability", attacker, split)
            # The less linkable is the more private, so that a whole agreement is one.
            private = [-or_nan(value) for value in linked]
            tau, n = kendall_tau(eers, private)
            turned, pairs = turned_pairs(eers, private)
            entries += [
                rows.recomputed(
                    ("tau_linkability", *names), defined(tau), "correlation", files,
                    "Kendall's tau-b between the average EER and the average linkability with its sign turned",
                    decimals=2, n=n, missing=TOO_FEW if n < 2 else TIED,
                ),
                rows.recomputed(
                    ("count", "linkability_turned", *names), turned, "count", files,
                    "pairs of systems that the EER and the linkability put in opposite orders", n=pairs,
                ),
            ]  # fmt: skip
            known = {s: v for s, v in zip(panel.anonymizers, linked, strict=True) if v is not None}
            lowest = [system for system, value in known.items() if value == min(known.values())]
            first = leaders(panel, attacker, split)
            rated = {s for s, eer in zip(panel.anonymizers, eers, strict=True) if not isnan(eer)}
            # Who is first by one and has no value of the other is no disagreement.
            comparable = rated.issuperset(lowest) and known.keys() >= set(first)
            if len(set(known.values())) > 1 and first and comparable:
                verdicts[rows.key("linkability_leader", *names)] = key(*lowest)
                verdicts[rows.key("linkability_lead", *names)] = AGREE if lowest == first else DIFFER
    return Part(entries, verdicts)
