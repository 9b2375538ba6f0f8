"""Shields: sixteen seats told apart by colour, by hatching, and in words."""

import re
from xml.etree import ElementTree

from referee.publishing.html import blazon, seat_class, shield, shield_sprite

SVG = "{http://www.w3.org/2000/svg}"


def _symbols() -> dict[str, ElementTree.Element]:
    text = str(shield_sprite()).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    root = ElementTree.fromstring(text)
    return {each.attrib["id"]: each for each in root.iter(f"{SVG}symbol")}


def test_sixteen_seats_have_sixteen_arms() -> None:
    assert len({blazon(position) for position in range(1, 17)}) == 16


def test_the_ninth_seat_parts_the_first_ones_tincture_per_pale() -> None:
    assert blazon(1) == "or"
    assert blazon(9) == "per pale or and gules"
    assert blazon(8) == "tenné"


def test_no_two_parted_shields_hold_the_same_two_tinctures() -> None:
    pairs = [frozenset(blazon(position)[9:].split(" and ")) for position in range(9, 17)]
    assert len(set(pairs)) == 8
    assert all(len(pair) == 2 for pair in pairs)


def test_shields_differ_by_hatching_alone_too() -> None:
    drawings = {
        name: re.sub(r'(class|fill)="(f-\w+|#\w+)"', "", ElementTree.tostring(symbol, "unicode"))
        for name, symbol in _symbols().items()
        if name.startswith("shield-")
    }
    bare = {re.sub(r'id="[^"]+"', "", drawing) for drawing in drawings.values()}
    assert len(drawings) == len(bare) == 16


def test_a_shield_beside_a_name_is_silent_and_one_alone_speaks() -> None:
    assert 'aria-hidden="true"' in shield(3)
    assert 'role="img" aria-label="Cal, gules"' in shield(3, 40, title="Cal, gules")


def test_after_the_sixteenth_seat_the_arms_start_anew() -> None:
    assert shield(17) == shield(1)
    assert seat_class(9) == seat_class(1) == "t-or"
