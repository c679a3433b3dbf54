import xml.etree.ElementTree as ElementTree

from analysis.pages.figures.protocol import CHALLENGE_LANES, LANES, draw_protocol, protocol, protocol_alt


def test_words_stand_apart():
    """No word of the drawing lies on another, and none leaves the sheet."""
    drawing = draw_protocol()
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:index])
    assert max(box.right for box in boxes) <= 5.6 * 72 - 2
    assert min(min(box.left, box.bottom) for box in boxes) >= 2


def test_who_anonymizes_what():
    """The user runs the system in every lane, the attacker in two; one lane enrolls original speech."""
    words = [text for text, _ in draw_protocol().labels]
    assert words.count("run by the user") == 3
    assert words.count("run by attacker") == 2
    assert (words.count("original"), words.count("anonymized")) == (1, 5)
    assert (words.count("normal speech"), words.count("anonymized speech")) == (2, 1)


def test_no_number_stands_in_the_drawing():
    """The drawing describes the protocol; neither its words nor its alternative text hold a digit."""
    said = [text for text, _ in draw_protocol().labels] + [protocol_alt()]
    assert not any(sign.isdigit() for text in said for sign in text)


def test_the_alternative_text_tells_the_attackers_apart():
    """Each lane's attacker is told with what it feeds its encoder."""
    text = protocol_alt()
    assert "The ignorant attacker enrolls original speech, and its encoder is trained on normal speech." in text
    assert "The lazy-informed attacker runs the system on enrollment too, and its encoder is trained on normal" in text
    assert "semi-informed attacker runs the system on enrollment too, and its encoder is fine-tuned" in text
    assert all(lane.name in text for lane in LANES)


def test_drawing_twice_gives_the_same_well_formed_picture():
    """The drawing is the same each time and is well-formed."""
    assert protocol() == protocol()
    ElementTree.fromstring(protocol())


def test_a_challenge_has_one_lane_whose_encoder_is_made_of_anonymized_speech():
    """The attacker runs the system, and no word lies on another."""
    drawing = draw_protocol(CHALLENGE_LANES)
    words = [text for text, _ in drawing.labels]
    assert (1, 1, 2) == tuple(words.count(said) for said in ("run by attacker", "trained on", "anonymized"))
    boxes = [box for _, box in drawing.labels]
    for index, box in enumerate(boxes):
        assert not any(box.overlaps(other) for other in boxes[:index])
    assert "lanes" not in protocol_alt(CHALLENGE_LANES)
    assert protocol_alt(CHALLENGE_LANES).endswith("and its encoder is trained on anonymized speech.")
