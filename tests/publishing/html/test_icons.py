"""Line drawings: the house's few, a game's own, and none at all."""

from xml.etree import ElementTree

import pytest
from pydantic import ValidationError

from referee.core.documents import Arrow, Document, Flow
from referee.core.game import GameInfo
from referee.core.seats import Seat
from referee.publishing.html import card_face, icon_sprite, render
from referee.publishing.scene import Scene
from tests.games.tiny.game import KingOfTheHill

ANN, BOB = Seat("Ann"), Seat("Bob")


def symbols(icons: dict[str, str]) -> dict[str, str]:
    """What the sprite draws, by id."""
    text = str(icon_sprite(icons)).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    found = [each for each in ElementTree.fromstring(text).iter() if "id" in each.attrib]
    return {each.attrib["id"]: each[0].attrib["d"] for each in found}


def picture(icon: str) -> str:
    arrow = Arrow(source=ANN, target=BOB, label="Lunge", value=3, icon=icon)
    flow = Flow(title="Who did what", seats=(ANN, BOB), arrows=(arrow,))
    scene = Scene(seats=(ANN, BOB), game="", base_url="", zone="UTC")
    return str(render(Document(blocks=(flow,)), scene))


def test_a_page_has_the_suits_and_the_games_own_drawings() -> None:
    drawn = symbols({"rock": "M3 21L21 3"})
    assert set(drawn) == {
        "icon-spades",
        "icon-hearts",
        "icon-diamonds",
        "icon-clubs",
        "icon-rock",
    }
    assert drawn["icon-rock"] == "M3 21L21 3"


def test_a_game_may_draw_a_suit_its_own_way() -> None:
    assert symbols({"hearts": "M1 1h2"})["icon-hearts"] == "M1 1h2"


def test_cards_and_arrows_refer_to_the_drawing_they_name() -> None:
    assert 'href="#icon-rock"' in card_face("Rock", "", "rock")
    assert 'href="#icon-rock"' in picture("rock")


def test_cards_and_arrows_do_without_a_drawing() -> None:
    assert "#icon" not in card_face("Rock")
    assert "#icon" not in picture("")


@pytest.mark.parametrize(
    "drawing", ['M0 0"/><script>', "<path/>", "", "L1 1", "M0 0\n<", "M1 1 url(#a)"]
)
def test_a_games_drawing_is_path_data_and_nothing_else(drawing: str) -> None:
    info = dict(KingOfTheHill.info)
    GameInfo.model_validate({**info, "icons": {"rock": "M-1 .5h2a1 1 0 0 1 2 0z"}})
    with pytest.raises(ValidationError):
        GameInfo.model_validate({**info, "icons": {"rock": drawing}})


@pytest.mark.parametrize("name", ['rock"', "Rock", "a b", "", "rock-"])
def test_a_drawings_name_is_a_plain_word(name: str) -> None:
    with pytest.raises(ValidationError):
        GameInfo.model_validate({**dict(KingOfTheHill.info), "icons": {name: "M0 0h1"}})
