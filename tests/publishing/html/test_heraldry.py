"""Shields: sixteen seats told apart by colour and by hatching."""

import re
from xml.etree import ElementTree

from referee.publishing.html import seat_class, shield, shield_sprite

SVG = "{http://www.w3.org/2000/svg}"


def _symbols() -> dict[str, ElementTree.Element]:
    text = str(shield_sprite()).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    root = ElementTree.fromstring(text)
    return {each.attrib["id"]: each for each in root.iter(f"{SVG}symbol")}


def _fields(symbol: ElementTree.Element) -> frozenset[str]:
    return frozenset(re.findall(r'class="f-(\w+)"', ElementTree.tostring(symbol, "unicode")))


def test_the_first_eight_bear_one_tincture_and_the_others_two() -> None:
    borne = [_fields(_symbols()[f"shield-{position}"]) for position in range(1, 17)]
    assert borne[0] == {"or"}
    assert borne[7] == {"tenne"}
    assert borne[8] == {"or", "gules"}
    assert [len(tinctures) for tinctures in borne] == [1] * 8 + [2] * 8


def test_no_two_shields_hold_the_same_tinctures() -> None:
    assert len({_fields(symbol) for name, symbol in _symbols().items() if "shield" in name}) == 16


def test_shields_differ_by_hatching_alone_too() -> None:
    drawings = {
        name: re.sub(r'(class|fill)="(f-\w+|#\w+)"', "", ElementTree.tostring(symbol, "unicode"))
        for name, symbol in _symbols().items()
        if name.startswith("shield-")
    }
    bare = {re.sub(r'id="[^"]+"', "", drawing) for drawing in drawings.values()}
    assert len(drawings) == len(bare) == 16


def test_a_shield_is_silent_because_the_name_stands_beside_it() -> None:
    assert 'aria-hidden="true"' in shield(3)


def test_after_the_sixteenth_seat_the_arms_start_anew() -> None:
    assert shield(17) == shield(1)
    assert seat_class(9) == seat_class(1) == "t-or"
