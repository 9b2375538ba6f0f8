"""The rules page prints what the code plays by."""

import re
from importlib.resources import files

from referee.games.crossing_swords.cards import CARDS
from referee.games.crossing_swords.info import INFO
from referee.games.crossing_swords.options import SwordsOptions

PAGE = (files("referee.games.crossing_swords") / "rules.md").read_text(encoding="utf-8")


def test_the_cards_stand_there_in_their_printed_words() -> None:
    for face in CARDS.values():
        assert f"| {face.title} | {face.kind} | {face.effect} |" in PAGE


def test_every_house_rule_stands_there_under_the_title_of_its_form() -> None:
    for name, field in SwordsOptions.model_fields.items():
        assert f"| {field.title} (`{name}`) |" in PAGE
    assert len(re.findall(r"\(`[a-z_]+`\) \|", PAGE)) == len(SwordsOptions.model_fields)


def test_every_preset_stands_there() -> None:
    for preset in INFO.presets:
        assert f"- **{preset.title}**:" in PAGE


def test_the_presets_are_the_documented_ones() -> None:
    assert {preset.name: dict(preset.options) for preset in INFO.presets} == {
        "classic": {},
        "grand-melee": {"max_players": 16, "assail_vp_cap": 8},
    }


def test_the_house_rules_have_the_documented_defaults() -> None:
    assert SwordsOptions().model_dump() == {
        "starting_life": 20,
        "max_players": 8,
        "assail_hits_self": True,
        "assail_vp_cap": None,
        "focused_assail": "target",
        "overkill": "share",
        "self_target": "mend",
        "no_move": "hold",
        "max_rounds": None,
    }
