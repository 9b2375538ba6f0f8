"""Whatever anybody typed, it stays text: in HTML, in SVG, in attributes."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.publishing.html import card_face, icon_sprite, shield, shield_sprite
from tests.publishing.html.documents import read, specimen_drawn

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</title></svg><script>",
    "&lt;b&gt; & {{ 7*7 }} {0} {name}",
    "\u202egnp.exe\u2066",
    "\x00\x0b\x1b[31m\ufffe",
    "]]><!--",
]
OUR_PLACES = ("/", "#", "https://games.example/")
nasty = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(alphabet=st.characters(codec="utf-8"), max_size=24),
    st.text(alphabet="<>\"'&;={}/! on\u202e\x00aA", max_size=24),
)


def _svgs(html: str) -> list[str]:
    return re.findall(r"<svg\b.*?</svg>", html, flags=re.DOTALL)


def _elements_of(names: list[str], typed: str) -> Counter[str]:
    html = specimen_drawn(names, typed)
    return Counter(tag for tag, _ in read(html).elements)


@given(first=nasty, second=nasty, typed=nasty)
def test_what_people_type_makes_no_element_and_no_attribute(
    first: str, second: str, typed: str
) -> None:
    names = [first, second if second != first else second + "2"]
    html = specimen_drawn(names, typed)
    reader = read(html)
    assert Counter(tag for tag, _ in reader.elements) == _elements_of(["Ann", "Bob"], "hm")
    for _, attributes in reader.elements:
        assert "style" not in attributes
        assert not [name for name in attributes if name.startswith("on")]
        for target in ("href", "src"):
            assert (attributes.get(target) or "/").startswith(OUR_PLACES)


@given(first=nasty, typed=nasty)
def test_every_picture_is_well_formed_whatever_the_names(first: str, typed: str) -> None:
    names = [first, first + "2"]
    html = specimen_drawn(names, typed)
    pictures = _svgs(html)
    assert len(pictures) > 3
    for picture in pictures:
        ElementTree.fromstring(picture)


@given(name=nasty)
def test_marks_that_turn_or_break_text_are_dropped(name: str) -> None:
    names = [name, name + "2"]
    html = specimen_drawn(names, name)
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\u202a-\u202e\u2066-\u2069\ufffe\uffff]", html)


@pytest.mark.parametrize("typed", HOSTILE)
def test_a_cards_face_in_a_form_keeps_what_people_typed_as_text(typed: str) -> None:
    face = card_face(typed, typed, typed, typed, typed)
    plain = card_face("a", "b", "c", "d", "e")
    assert Counter(t for t, _ in read(face).elements) == Counter(t for t, _ in read(plain).elements)
    assert "style=" not in face


def test_a_page_of_many_documents_repeats_no_id_and_refers_to_none_that_is_missing() -> None:
    names = [f"Seat {number}" for number in range(1, 17)]
    document = specimen_drawn(names, "hm")
    sprites = shield_sprite() + icon_sprite({"lunge": "M3 21L21 3"})
    page = sprites + document + document + shield(3)
    elements = read(page).elements
    ids = Counter(attributes["id"] for _, attributes in elements if "id" in attributes)
    assert set(ids.values()) == {1}
    used = {attributes["href"] for tag, attributes in elements if tag == "use"}
    used |= {f"#{found}" for found in re.findall(r"url\(#([\w-]+)\)", page)}
    assert used <= {f"#{known}" for known in ids}
