"""Systems of a challenge beside those that they build on."""

from __future__ import annotations

from dataclasses import replace

from analysis.ledger import key, parts
from analysis.pages.charts.chart import Chart
from analysis.pages.charts.kinds import AXES, PLACES
from analysis.pages.figures.ancestry import HEAD, ROW, AncestryGroup, AncestryRow, ancestry_alt, draw_ancestry
from analysis.results import Results, System

TALLEST = 560.0
"""How many points the rows of one picture take; more systems are drawn in a second one."""

LATER = "post-evaluation"


def charts(results: Results) -> list[Chart]:
    """Return the figures of this chapter that the study can fill."""
    axes = tuple(AXES.values())
    groups = _groups(results)
    on_baselines = [group for group in groups if group.role == "baseline"]
    others = [group for group in groups if group.role != "baseline"]
    return [
        Chart(name if number == 1 else f"{name}_{number}", draw_ancestry(page, axes).sheet, ancestry_alt(page, axes))
        for name, of_name in (("lineage_baselines", on_baselines), ("lineage_systems", others))
        for number, page in enumerate(_paged(of_name), start=1)
    ]


def pairs_in_order(results: Results) -> list[tuple[str, str]]:
    """Return (system, what it is built on), in the order of the files by what is built on, then by the system."""
    found = {
        (names[2], names[3])
        for entry in results.ledger
        if (names := parts(entry.key))[1] == "lineage" and len(names) == 6
    }
    order = {system.id: place for place, system in enumerate(results.systems)}
    return sorted(found, key=lambda pair: (order[pair[1]], order[pair[0]]))


def _groups(results: Results) -> list[AncestryGroup]:
    """Return the parents with their children; pairs in which no measure has both values are not drawn.

    Children that stand outside the comparison are grouped apart.
    """
    systems = {system.id: system for system in results.systems}
    children: dict[tuple[str, str], list[AncestryRow]] = {}
    for child, parent in pairs_in_order(results):
        verdicts = tuple(
            results.verdicts.get(key(results.study, "lineage", child, parent, metric, "test"), "") for metric in AXES
        )
        if any(verdicts):
            apart = LATER if systems[child].role == LATER else ""
            row = AncestryRow(_label(systems[child]), _values(results, child), verdicts)
            children.setdefault((apart, parent), []).append(row)
    return [
        AncestryGroup(_label(systems[parent]), _values(results, parent), systems[parent].role, tuple(rows), apart)
        for (apart, parent), rows in sorted(children.items(), key=lambda item: item[0][0])
    ]


def _label(system: System) -> str:
    return system.label + ("" if system.compliant else "*")


def _values(results: Results, name: str) -> tuple[float | None, ...]:
    return tuple(results.ledger.value(key(results.study, *PLACES[metric](name, "test"))) for metric in AXES)


def _paged(groups: list[AncestryGroup]) -> list[list[AncestryGroup]]:
    """Share groups out among pictures; one that would not fit into a picture alone is parted."""
    most = int((TALLEST - HEAD) // ROW)
    pages: list[list[AncestryGroup]] = []
    room = 0.0
    for group in groups:
        for start in range(0, len(group.rows), most):
            piece = replace(group, rows=group.rows[start : start + most])
            height = HEAD + ROW * len(piece.rows)
            if height > room:
                pages.append([])
                room = TALLEST
            pages[-1].append(piece)
            room -= height
    return pages
