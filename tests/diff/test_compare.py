"""What counts as a change: what a reader of the pages sees, and nothing below it."""

import sys

import pytest

from analysis.diff import Difference, compare, read_side
from analysis.diff.found import Thing
from analysis.errors import EngineError
from analysis.measures.agreement import agreement

from .reports import compared, nowhere, number, of_numbers, of_verdicts, write_report

# The package has a function of the same name.
compare_module = sys.modules["analysis.diff.compare"]

KEY = "s/eer/a/lazy/all"


def only(found: Difference):
    """Return the one number that changed."""
    (one,) = found.numbers
    return one


def test_the_same_report_twice_differs_in_nothing(tmp_path):
    """Not even a word."""
    same = {"numbers": [number(KEY)], "verdicts": {"s/best_trade": "a"}, "figures": {"f": "<svg/>"}}
    found = compared(tmp_path, same, same, raw=True)
    assert (False, (), ()) == (found.changed, found.numbers, found.gaps)


@pytest.mark.parametrize("raw", [False, True])
def test_what_moves_below_the_displayed_digits_is_no_news(tmp_path, raw):
    """.9886869 and .9886999 are both shown as 0.9887; only who asks for every digit sees it."""
    old, new = (number(KEY, value, unit="correlation", decimals=4) for value in (0.9886869, 0.9886999))
    found = of_numbers(tmp_path, [old], [new], raw=raw)
    assert ((), raw) == (found.numbers, found.changed)
    assert ([("0.9886869", "0.9886999")] if raw else []) == [(n.old.value, n.new.value) for n in found.below]


def test_digits_are_those_of_the_pages(tmp_path):
    """Fixed decimals, thousands apart, a true minus; points have a sign; the difference too."""
    old = [number("s/count/x", 1234.0, unit="count", decimals=0), number("s/step/a", -0.26, unit="points")]
    new = [number("s/count/x", 12345.0, unit="count", decimals=0), number("s/step/a", 0.34, unit="points")]
    found = of_numbers(tmp_path, old, new).numbers
    assert [("1,234", "12,345", "+11,111"), ("−0.3", "+0.3", "+0.6")] == [
        (one.old.value, one.new.value, one.difference) for one in found
    ]


def test_a_small_step_over_a_rounding_edge_shows_its_size(tmp_path):
    """12.349 and 12.351 are shown as 12.3 and 12.4, but they are not a tenth apart."""
    assert "+0.002" == only(of_numbers(tmp_path, [number(KEY, 12.349)], [number(KEY, 12.351)])).difference


@pytest.mark.parametrize(
    ("new", "words"), [(14.0, "inside"), (14.1, "outside"), (11.0, "inside"), (10.9, "outside"), (12.3, "")]
)
def test_the_new_value_is_set_against_the_old_interval(tmp_path, new, words):
    """Edges belong to the interval; where the value stands, nothing is said."""
    old = number(KEY, 12.3, ci_low=11.0, ci_high=14.0)
    found = only(of_numbers(tmp_path, [old], [number(KEY, new, ci_low=1.0, ci_high=20.0)]))
    assert words == found.against_interval


def test_without_an_old_interval_nothing_is_said_of_it(tmp_path):
    """A new one does not stand in for it."""
    assert (
        "" == only(of_numbers(tmp_path, [number(KEY)], [number(KEY, 13.0, ci_low=1.0, ci_high=20.0)])).against_interval
    )


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"ci_low": 11.2}, "ci_low"),
        ({"ci_high": 13.9}, "ci_high"),
        ({"n": 1001}, "n"),
        ({"tag": "shipped"}, "tag"),
        ({"inputs": "simulated"}, "inputs"),
        ({"unit": "points"}, "unit"),
    ],
)
def test_edges_n_tag_inputs_and_unit_are_looked_at_too(tmp_path, change, part):
    """A number whose value stands has changed when a reader sees anything else beside it."""
    usual = {"ci_low": 11.0, "ci_high": 14.0, "n": 1000}
    found = only(of_numbers(tmp_path, [number(KEY, **usual)], [number(KEY, **{**usual, **change})]))
    assert getattr(found.old, part) != getattr(found.new, part)


def test_more_decimals_are_another_number(tmp_path):
    """12.3 and 12.30 are not printed alike."""
    found = only(of_numbers(tmp_path, [number(KEY)], [number(KEY, decimals=2)]))
    assert ("12.3", "12.30", "") == (found.old.value, found.new.value, found.difference.strip("+0."))


@pytest.mark.parametrize("turned", [False, True])
def test_a_missing_value_that_appears_or_goes_is_a_change(tmp_path, turned):
    """Its reason stands in its place, and no difference is made up."""
    pair = [[number(KEY, None, missing="no embeddings")], [number(KEY)]]
    found = only(of_numbers(tmp_path, *(pair[::-1] if turned else pair)))
    sides = [(found.old.value, found.old.missing), (found.new.value, found.new.missing)]
    assert [("", "no embeddings"), ("12.3", "")] == (sides[::-1] if turned else sides)
    assert "" == found.difference


def test_another_reason_for_a_missing_value_is_a_change(tmp_path):
    """It is what the page shows."""
    assert of_numbers(tmp_path, [number(KEY, None, missing="a")], [number(KEY, None, missing="b")]).numbers


def test_another_source_or_method_is_told_apart(tmp_path):
    """The digits stand; the ledger's page reads otherwise."""
    found = of_numbers(tmp_path, [number(KEY)], [number(KEY, method="otherwise")])
    assert ((), 1, True) == (found.numbers, found.counts()["reworded"], found.changed)


def test_numbers_added_and_gone_are_grouped_by_measure(tmp_path):
    """With a count, and all of them with what they say."""
    many = [number(f"s/eer/a{place}/lazy/all") for place in range(5)]
    found = of_numbers(tmp_path, [number("s/cer/a/all"), number("s/x")], [*many, number("s/x")])
    (added,) = found.added
    assert ("s/eer", 5) == (added.measure, added.count)
    assert [(f"s/eer/a{place}/lazy/all", "12.3") for place in range(5)] == [
        (member.key, member.said.value) for member in added.members
    ]
    assert [("s/cer", 1)] == [(group.measure, group.count) for group in found.gone]


FLIPS = [
    ("s/paired/b/a/cer", "no evidence", "CI excludes 0", "paired verdict"),
    ("s/front/lazy/a", "on the front", "dominated", "front"),
    ("s/category/T1-1", "eer_30", "eer_40", "privacy category"),
    ("s/leader/uar/eer_40", "T1-1", "T2-1", "rank"),
    ("s/trap/a", "lazy", "semi_informed", "warning"),
    ("s/listening/claim", "inside", "outside", "claim"),
    ("s/claim/one", "holds", "does not hold", "claim"),
    ("s/best_trade", "a", "b", "best trade"),
    ("s/agreement/eer/a/lazy/all", "outside the interval", "within the interval", "agreement"),
    ("s/elsewhere", "a", "b", "other verdict"),
]


@pytest.mark.parametrize(("key", "old", "new", "kind"), FLIPS)
def test_a_flipped_verdict_is_found(tmp_path, key, old, new, kind):
    """Each kind under its own name."""
    (flip,) = of_verdicts(tmp_path, {key: old}, {key: new}).flips
    assert (kind, key, old, new) == (flip.kind, flip.key, flip.old, flip.new)


def test_a_rank_is_a_verdict(tmp_path):
    """It stands among the flips and not a second time among the numbers."""
    old, new = (number("s/rank/uar/a/eer_10", place, unit="rank", decimals=0) for place in (2.0, 1.0))
    found = of_numbers(tmp_path, [old], [new])
    assert ([("rank", "2", "1")], ()) == ([(flip.kind, flip.old, flip.new) for flip in found.flips], found.numbers)


def test_verdicts_come_in_their_order(tmp_path):
    """Paired verdicts first, what is left last."""
    found = of_verdicts(tmp_path, {key: old for key, old, _, _ in FLIPS}, {key: new for key, _, new, _ in FLIPS})
    order = [
        "paired verdict",
        "front",
        "rank",
        "privacy category",
        "warning",
        "claim",
        "claim",
        "best trade",
        "agreement",
        "other verdict",
    ]
    assert order == [flip.kind for flip in found.flips]


@pytest.mark.parametrize("key", ["s/warning/Too%20few", "s/trap/a", "s/best_trade", "s/note/x"])
@pytest.mark.parametrize("turned", [False, True])
def test_what_is_said_by_being_there_flips_by_coming_and_going(tmp_path, key, turned):
    """A warning that goes is news of its own."""
    stands = {"s/front/lazy/a": "front"}
    pair = [stands, stands | {key: "given"}]
    (flip,) = of_verdicts(tmp_path, *(pair[::-1] if turned else pair)).flips
    assert ("given", "") == ((flip.old, flip.new) if turned else (flip.new, flip.old))


@pytest.mark.parametrize("turned", [False, True])
def test_a_study_that_comes_or_goes_flips_nothing(tmp_path, turned):
    """Its warnings are verdicts added or gone, like its numbers."""
    pair = [{"s/front/lazy/a": "front"}, {"s/front/lazy/a": "front", "t/warning/x": "given", "t/trap/a": "lazy"}]
    found = of_verdicts(tmp_path, *(pair[::-1] if turned else pair))
    groups = found.verdicts_gone if turned else found.verdicts_added
    assert ((), ["t/trap", "t/warning"]) == (found.flips, [group.measure for group in groups])


def test_a_detail_is_told_beside_the_verdicts_and_is_no_flip(tmp_path):
    """Whom a claim lacks can change while the claim stands; that is shown, and not counted as a flipped verdict."""
    found = of_verdicts(tmp_path, {"s/claim_absent/one": "T1"}, {"s/claim_absent/one": "T2"})
    assert [("claim", "T1", "T2")] == [(detail.kind, detail.old, detail.new) for detail in found.details]
    assert ((), {"details": 1}, True) == (
        found.flips,
        {name: count for name, count in found.counts().items() if count},
        found.changed,
    )


def test_other_verdicts_that_come_are_counted(tmp_path):
    """The fronts of a new system are no flips, nor are the claims of a new list."""
    new = {"s/front/lazy/a": "dominated", "s/front/ignorant/a": "dominated", "s/claim/one": "reproduced"}
    found = of_verdicts(tmp_path, {}, new)
    counted = [(group.measure, group.count) for group in found.verdicts_added]
    assert ((), [("s/claim", 1), ("s/front", 2)]) == (found.flips, counted)


def test_a_rounding_edge_flips_the_agreement(tmp_path):
    """Shipped 12.3: 12.349 agrees at the printed precision, 12.351 differs by rounding only; both digits are shown."""
    sides = [
        {
            "numbers": [number(KEY, value)],
            "verdicts": {"s/agreement/eer/a/lazy/all": agreement(value, 12.3, 1).verdict},
        }
        for value in (12.349, 12.351)
    ]
    found = compared(tmp_path, *sides)
    (flip,) = found.flips
    assert ("agrees at the printed precision", "differs by rounding only") == (flip.old, flip.new)
    assert ("12.3", "12.4") == (only(found).old.value, only(found).new.value)


def test_figures_are_compared_by_their_bytes(tmp_path):
    """Changed, added and gone; the ends of lines of a checkout are no change."""
    old = {"figures": {"a": "<svg>1</svg>\n", "b": "<svg/>\n", "c": "<svg/>\n"}}
    new = {"figures": {"a": "<svg>2</svg>\n", "b": "<svg/>\r\n", "d": "<svg/>\n"}}
    assert [("s/figures/a.svg", "changed"), ("s/figures/c.svg", "gone"), ("s/figures/d.svg", "added")] == [
        (figure.name, figure.how) for figure in compared(tmp_path, old, new).figures
    ]


def test_what_moved_is_listed(tmp_path):
    """Inputs, settings, code and libraries, with what they were and are."""
    old = {"digests": {"meta/old.csv": "1"}}
    new = {
        "digests": {"embeddings/a.npz": "2"},
        "rests": {("setting", "s/draws"): "60", ("library", "numpy"): "2.1", ("code", "analysis.measures.eer"): "2"},
    }
    assert {
        Thing("input", "data/s/embeddings/a.npz", "changed", "1", "2"),
        Thing("input", "data/s/meta/old.csv", "gone", "1", ""),
        Thing("setting", "s/draws", "changed", "50", "60"),
        Thing("library", "numpy", "changed", "2.0", "2.1"),
        Thing("code", "analysis.measures.eer", "changed", "1", "2"),
    } == set(compared(tmp_path, old, new).things)


def test_only_rows_that_differ_are_looked_at_one_by_one(tmp_path, monkeypatch):
    """One row in a hundred of ten thousand: these hundred are printed, on both sides, and no other."""
    printed = []
    shown = compare_module._shown

    def counted(row, side, **more):
        printed.append(row["key"])
        return shown(row, side, **more)

    monkeypatch.setattr(compare_module, "_shown", counted)
    old, new = (
        [number(f"s/eer/a/lazy/{place:05}", place % 90 + (by if place % 100 == 0 else 0.0)) for place in range(10_000)]
        for by in (0.0, 0.5)
    )
    found = of_numbers(tmp_path, old, new)
    moved = [f"s/eer/a/lazy/{place:05}" for place in range(0, 10_000, 100)]
    assert moved == [one.key for one in found.numbers]
    assert sorted(2 * moved) == sorted(printed)


def test_numbers_that_only_one_side_has_are_checked_too(tmp_path):
    """They are printed like all others, so a cell that is no number is told with its key."""
    old, new = (write_report(tmp_path / name, [number("s/x")]) for name in ("old", "new"))
    with (new / "ledger.csv").open("a", encoding="utf-8") as file:
        file.write(f"{KEY},x,percent,1,,,recomputed,real,x,y,,\n")
    with pytest.raises(EngineError, match=KEY):
        compare(*(read_side(str(side), nowhere) for side in (old, new)))
