"""A small made-up challenge for the tests of claims; what rules find in it is worked out by hand."""

from __future__ import annotations

from pathlib import Path

from analysis.challenge.roster import Roster
from analysis.study.challenge import Challenge, read_challenge

RESULTS = """\
system,dev_eer_female,dev_eer_male,dev_uar,dev_wer,test_eer_female,test_eer_male,test_uar,test_wer
orig,6,2,80,2.0,8,2,80,2.0
B1,10,14,40,4.0,20,20,40,4.0
S-1,30,30,52,3.0,44,40,50,3.0
S-2,40,42,60,2.5,30,33,60,2.5
R-1,11,10,70,2.2,9,10,70,2.25
P,50,50,79,2.1,50,50,79,2.1
"""
SYSTEMS = """\
system,role,family,compliant,team,attacked,parameters,parent
orig,original,,,,,,
B1,baseline,cascade,,,,,
S-1,submitted,codec,no,S,yes,,B1
S-2,submitted,hybrid,yes,S,,low=0.5; high=1.25,S-1
R-1,submitted,codec,yes,R,,,
S-3,submitted,codec,yes,S,,,B1 S-2
P,post-evaluation,codec,yes,S,,,
"""
TEAMS = "team,countries\nR,Cambodia\nS,France; Japan\nU,Peru\n"
"""Average EERs on the test split: orig 5, B1 20, S-1 42, S-2 31.5, R-1 9.5, P 50; S-3 has no row."""


def contest(folder: Path, claims: str = "", results: str = RESULTS, systems: str = SYSTEMS) -> Challenge:
    """Write the study with these claims and read it."""
    folder.mkdir(exist_ok=True)
    (folder / "study.toml").write_text('kind = "challenge"\nreference = "orig"\n', encoding="utf-8")
    (folder / "results.csv").write_text(results, encoding="utf-8")
    (folder / "systems.csv").write_text(systems, encoding="utf-8")
    (folder / "teams.csv").write_text(TEAMS, encoding="utf-8")
    (folder / "claims.toml").write_text(claims, encoding="utf-8")
    return read_challenge(folder)


def roster(folder: Path, claims: str = "", **files: str) -> Roster:
    """Return the systems of the study with these claims."""
    return Roster(contest(folder, claims, **files))


def claim(printed: str = '"1"', rule: str = "count", name: str = "c", **keys: str) -> str:
    """Return one claim as TOML; every value is TOML already, `printed` is left out where it is empty."""
    lines = [f'id = "{name}"', 'section = "6.1"', 'says = "something"', f'rule = "{rule}"']
    lines += [f"printed = {printed}"] if printed else []
    return "\n".join(["[[claims]]", *lines, *(f"{key} = {value}" for key, value in keys.items())]) + "\n"
