import hashlib
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from analysis.pages.figures.bars import MOST_GROUPS, BarGroup, bars, bars_alt, draw_bars
from analysis.pages.figures.ladder import Rung
from analysis.pages.figures.protocol import protocol

ROOT = Path(__file__).resolve().parents[3]
ATTACKERS = ("ignorant", "lazy-informed", "semi-informed")


def three(*values, missing="no semi-informed file"):
    return tuple(
        Rung(None, missing=missing) if value is None else Rung(value, max(value - 2.3, 0.0), value + 2.3)
        for value in values
    )


def five():
    return [
        BarGroup("original", three(2.4, 2.4, 3.0)),
        BarGroup("McAdams", three(29.6, 25.3, 14.2)),
        BarGroup("kNN-VC, Khmer pool, both genders", three(44.0, 46.7, 43.5), emphasis=True),
        BarGroup("ASR→TTS", three(45.3, 50.0, None)),
        BarGroup("SSL-SAS", three(50.7, 12.8, 9.8), doubt=True),
        BarGroup("OpenVoice", (Rung(29.0), Rung(30.2), Rung(None, missing="not given")), shipped=True),
        BarGroup("never measured", (Rung(None, missing="no embeddings"),) * 3),
    ]


def many(count):
    names = ("kNN-VC, Khmer pool, same gender", "T9", "Private kNN-VC, English durations", "goes on and on " * 8)
    return [
        BarGroup(
            f"{names[place % 4]} {place}",
            three(37 * place % 51, 29 * place % 53, None if place % 7 == 0 else 11 * place % 47),
            shipped=place >= count - 3,
        )
        for place in range(count)
    ]


def apart(drawing):
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:index]), drawing.labels[index]
        assert not any(box.overlaps(other) for other in drawing.obstacles), drawing.labels[index]


def words(drawing):
    return [text for text, _ in drawing.labels]


def test_words_stand_apart():
    """Names, attackers, reasons and ticks lie neither on each other nor on bars and whiskers."""
    apart(draw_bars(five()))


@pytest.mark.parametrize("count", [1, 15, 16, 32, 33, MOST_GROUPS])
def test_many_systems_keep_to_one_page(count):
    """However many systems one picture takes, its words stand apart and it leaves room for a caption on the page."""
    drawing = draw_bars(many(count))
    apart(drawing)
    assert drawing.height < 9.6


def test_each_attacker_is_named_beside_its_bar():
    """The attackers stand once, above the bars of a group that has room."""
    said = words(draw_bars(five()))
    assert [said.count(name) for name in ATTACKERS] == [1, 1, 1]


def test_attackers_are_named_where_no_group_has_room():
    """Where every bar is high the attackers are named above the panels, and the line of chance beside the title."""
    drawing = draw_bars([BarGroup(name, three(49.0, 50.0, 51.0)) for name in "ab"])
    assert [words(drawing).count(name) for name in ATTACKERS] == [1, 1, 1]
    assert "dotted: chance" in words(drawing)
    apart(drawing)


def test_a_missing_value_is_said_in_words_and_has_no_bar():
    """A missing value has its reason in place of the bar; a value of zero has a bar."""
    lacking = draw_bars([BarGroup("a", three(20.0, 10.0, None))])
    assert "no semi-informed file" in words(lacking)
    assert len([box for box in lacking.obstacles if box.right - box.left > 2.0]) == 2
    zero = draw_bars([BarGroup("a", three(20.0, 10.0, 0.0))])
    assert len([box for box in zero.obstacles if box.right - box.left > 2.0]) == 3
    assert all(box.top > box.bottom for box in zero.obstacles)


def test_shipped_systems_follow_under_a_heading():
    """Shipped-only systems stand in panels below the others; where there are none no heading stands."""
    boxes = dict(draw_bars(five()).labels)
    heading = "as shipped; nothing of these is recomputed"
    assert boxes["OpenVoice"].top < boxes[heading].bottom < boxes["SSL-SAS"].bottom
    assert heading not in words(draw_bars(five()[:5]))


def test_a_name_without_room_gets_a_number():
    """A name that does not fit whole carries a number, and the key gives the name back."""
    drawing = draw_bars(many(8))
    assert [item.label for item in drawing.key] == [f"{'goes on and on ' * 8}{place}" for place in (3, 7)]
    assert [f"({item.number})" in words(drawing) for item in drawing.key] == [True, True]


def test_groups_must_have_a_rung_for_each_attacker():
    """A group with too few rungs is refused, with both counts."""
    with pytest.raises(ValueError, match="1 rungs for 3 attackers"):
        bars([BarGroup("short", (Rung(3.0),))])


def test_no_system_is_drawn_too():
    """A study without any EER gets an empty picture."""
    assert bars([]).startswith("<?xml")
    assert bars_alt([]) == "Empty picture: no system has an EER."


def test_the_alternative_text_holds_no_number():
    """The alternative text names who leads under each attacker, who misleads, who is missing, and holds no digit."""
    text = bars_alt(five())
    assert not any(sign.isdigit() for sign in text)
    assert "Under the ignorant attacker the highest bar is that of SSL-SAS." in text
    assert "Under the semi-informed attacker the highest bar is that of kNN-VC, Khmer pool, both genders." in text
    assert "Far lower once the attacker knows the system: SSL-SAS." in text
    assert "No value under the semi-informed attacker: ASR→TTS and OpenVoice." in text
    assert "Hollow, for nothing is recomputed: OpenVoice." in text
    assert "Not drawn, for no value is known: never measured." in text


def test_hostile_names_are_drawn_as_they_stand(samples):
    """Whatever a name or a reason holds, the picture is well-formed and its text says the same on one line."""
    groups = [BarGroup(name, (Rung(20.0), Rung(None, missing=name), Rung(5.0))) for name in samples.hostile_names]
    ElementTree.fromstring(bars(groups))
    assert bars_alt(groups).isprintable()
    assert len(bars_alt(groups)) < 4000


DRAW = """
import hashlib, importlib.util
spec = importlib.util.spec_from_file_location("made", "tests/pages/figures/test_bars.py")
made = importlib.util.module_from_spec(spec)
spec.loader.exec_module(made)
print(made.digest())
"""


def digest():
    return hashlib.sha256((bars(five()) + bars(many(33)) + protocol()).encode()).hexdigest()


def test_the_same_values_give_the_same_bytes():
    """A process with another hash seed draws the same bytes, of the bars and of the protocol."""
    environment = {**os.environ, "PYTHONHASHSEED": "7", "PYTHONPATH": str(ROOT)}
    run = subprocess.run(
        [sys.executable, "-c", DRAW], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == digest()
