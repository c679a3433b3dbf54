import pytest

from analysis.pages.figures import style
from analysis.pages.figures.pitch import PitchRow, draw_pitch, pitch_alt


def rows():
    return [
        PitchRow("McAdams", 0.732, 0.93, 0.45),
        PitchRow("kNN-VC, a pool of target voices", 0.673, -0.12, 0.45),
        PitchRow("kNN-VC, another pool", 0.614, -0.51, 0.45, emphasis=True),
        PitchRow("same gender", 0.63, None, missing="no clips"),
        PitchRow("ASR→TTS", None, 0.33, 0.45),
    ]


def apart(drawing):
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in (*boxes[:index], *drawing.obstacles))


@pytest.mark.parametrize("width", [style.HALF, style.FULL])
def test_words_stand_apart(width):
    """Names, reasons and the names of the points lie neither on each other nor on points."""
    apart(draw_pitch(rows(), width))


@pytest.mark.parametrize("given", [rows(), [PitchRow("a", 0.99, 0.0, 0.45)], [PitchRow("a", None, 0.99, 1.4)]])
def test_both_points_are_named_once(given):
    """Beside the points of a row with room, else above the rows."""
    words = [text for text, _ in draw_pitch(given).labels]
    assert [1, 1] == [words.count(name) for name in ("shipped", "on the clips here")]
    apart(draw_pitch(given))


def test_the_band_is_named_once():
    """In the first row that has room in its left half; nowhere where no band is known."""
    assert 1 == [text for text, _ in draw_pitch(rows()).labels].count("within chance")
    assert "within chance" not in [text for text, _ in draw_pitch([PitchRow("a", 0.5, 0.4)]).labels]


def test_a_missing_correlation_is_said_in_words():
    """The row of a system without clips says so."""
    assert "no clips" in [text for text, _ in draw_pitch(rows()).labels]


def test_the_alternative_text_says_who_is_beyond_chance_without_a_number():
    """It parts the systems by the band and names who has no clips."""
    text = pitch_alt(rows())
    assert "Beyond the grey band of chance: McAdams and kNN-VC, another pool." in text
    assert "Within the band: kNN-VC, a pool of target voices and ASR→TTS." in text
    assert "No correlation on clips: same gender." in text
    assert not any(sign.isdigit() for sign in text)


@pytest.mark.parametrize(("here", "beyond"), [(0.46, True), (0.45, False), (-0.46, True), (None, False)])
def test_beyond_chance_on_either_side(here, beyond):
    """A correlation counts from its distance to zero; on the edge of the band it is within."""
    assert beyond == PitchRow("a", None, here, 0.45).beyond


def test_hostile_names_are_drawn(samples):
    """Any text is a name, and the same rows give the same picture."""
    given = [PitchRow(name, 0.1 * place - 0.5, 0.5 - 0.1 * place, 0.4) for place, name in
             enumerate(samples.hostile_names[:11])]  # fmt: skip
    assert draw_pitch(given).svg == draw_pitch(given).svg
    assert draw_pitch([]).svg.startswith("<?xml")
