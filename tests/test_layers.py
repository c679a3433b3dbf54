"""The floors of the package: arrows point down only. The tests read the imports, also those inside functions."""

import ast
import functools
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "analysis"

FLOORS = (
    {"cache_folder", "statements", "analysis", "errors", "console", "processes"},
    {"files", "inert", "ledger", "measures", "overrides"},
    {"versions"},
    {"cache", "results", "standing", "together"},
    {"rows", "work"},
    {"study"},
    {"pages", "listening", "provenance", "audit", "partial", "coverage"},
    {"attacks", "benchmark", "challenge", "simulate", "diff", "importers", "starter"},
    {"built", "underway"},
    {"memo", "pipeline", "planning"},
    {"cli"},
    {"__main__", "quarto_steps", "pull_request"},
)
"""Ground first. A part is a module or a package right below `analysis`; inside a part imports are free."""

FORBIDDEN = {
    "study": {"measures", "pages"},
    "pages": {"study", "measures", "attacks", "benchmark", "challenge", "simulate", "pipeline"},
    "audit": {"study", "measures", "cache", "results", "versions", "pages"},
}


@functools.cache
def modules(package: Path = PACKAGE) -> dict[str, Path]:
    """Return dotted module name → file of everything in the package."""
    found = {}
    for path in sorted(package.rglob("*.py")):
        names = path.relative_to(package.parent).with_suffix("").parts
        found[".".join(names[:-1] if names[-1] == "__init__" else names)] = path
    return found


def imported(module: str, path: Path, known: set[str]) -> set[str]:
    """Return the modules of the project that a module imports, wherever in its source the import stands."""
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                found.add(f"{base}.{alias.name}" if f"{base}.{alias.name}" in known else base)
    return {name for name in found if name.split(".")[0] == "analysis"}


def part(module: str) -> str:
    """Return the part that a module belongs to."""
    names = module.split(".")
    return names[1] if len(names) > 1 else "analysis"


@functools.cache
def arrows(package: Path = PACKAGE) -> set[tuple[str, str]]:
    """Return every (module, imported module) across parts."""
    found = modules(package)
    return {
        (module, other)
        for module, path in found.items()
        for other in imported(module, path, set(found))
        if part(module) != part(other)
    }


def unplaced(package: Path = PACKAGE) -> set[str]:
    return {part(module) for module in modules(package)} - set().union(*FLOORS)


def upward(package: Path = PACKAGE) -> set[tuple[str, str]]:
    """Return the arrows that do not point to a lower floor."""
    floor = {name: level for level, names in enumerate(FLOORS) for name in names}
    return {(a, b) for a, b in arrows(package) if floor[part(b)] >= floor[part(a)]}


def test_every_module_stands_on_a_floor():
    """A new part must be given its place before it can be merged."""
    assert set() == unplaced()


def test_every_floor_is_lived_on():
    """The plan names no part that is gone."""
    assert set().union(*FLOORS) == {part(module) for module in modules()}


def test_arrows_point_down_only():
    """No module imports one of its own floor in another part, or one above."""
    assert set() == upward()


def test_measures_import_nothing_of_ours_but_measures():
    """Measures take arrays and return values: they know no file, no ledger, no page."""
    assert set() == {arrow for arrow in arrows() if part(arrow[0]) == "measures"}


@pytest.mark.parametrize(("who", "whom"), [(who, whom) for who, parts in FORBIDDEN.items() for whom in sorted(parts)])
def test_no_floor_is_skipped_where_a_law_forbids_it(who, whom):
    """Study knows no measure and no page; pages know ledger and results; an audit knows nothing that it checks."""
    assert set() == {(a, b) for a, b in arrows() if part(a) == who and part(b) == whom}


def package_of(folder: Path, **sources: str) -> Path:
    package = folder / "analysis"
    for name, source in sources.items():
        path = package / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    return package


def test_a_module_without_a_floor_is_seen(tmp_path):
    """A file that no floor names is found."""
    assert {"shortcut"} == unplaced(package_of(tmp_path, errors="", shortcut=""))


@pytest.mark.parametrize(
    "source",
    [
        "import analysis.pages.site",
        "from analysis.pages import site",
        "from ..pages import site",
        "from ..pages.site import Site",
        "def late():\n    from analysis.pages.site import Site\n    return Site",
    ],
)
def test_an_arrow_upwards_is_seen_in_every_spelling(tmp_path, source):
    """Absolute, relative and late imports are all read."""
    package = package_of(tmp_path, measures__eer=source, pages__site="")
    assert {("analysis.measures.eer", "analysis.pages.site")} == upward(package)
