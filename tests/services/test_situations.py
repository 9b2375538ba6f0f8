"""Lines in, lines out: what `referee resolve` does with them."""

import json
from collections.abc import Iterator

from referee.games import GAMES_BY_SLUG
from referee.services.situations import Answer, resolve_lines
from tests.games.crossing_swords.situations import situation

GOOD = json.dumps(situation({"Ann": (20, 0, "strike Bob"), "Bob": (20, 0, "mend Bob")}))
BAD = json.dumps(situation({"Ann": (20, 0, "strike Zed"), "Bob": (20, 0, None)}))


def answers(*lines: str | bytes, explain: bool = False) -> list[Answer]:
    return list(resolve_lines(lines, GAMES_BY_SLUG, explain=explain))


def test_a_result_is_one_line_with_state_end_and_events() -> None:
    (answer,) = answers(GOOD)
    assert not answer.is_error
    assert "\n" not in answer.text
    result = json.loads(answer.text)
    assert list(result) == ["state", "finished", "events"]
    assert list(result["state"]) == ["round", "players"]
    assert result["events"][0]["kind"] == "played"


def test_a_finished_matchs_result_has_standings() -> None:
    (answer,) = answers(json.dumps(situation({"Ann": (20, 0, "strike Bob"), "Bob": (3, 9, None)})))
    assert json.loads(answer.text)["standings"] == [
        {"rank": 1, "name": "Ann", "vp": 23},
        {"rank": 2, "name": "Bob", "vp": 9},
    ]


def test_a_bad_line_gives_an_error_in_its_place_and_the_rest_goes_on() -> None:
    first, second, third = answers(GOOD, BAD, GOOD)
    assert (first.is_error, second.is_error, third.is_error) == (False, True, False)
    assert first.text == third.text
    assert json.loads(second.text) == {
        "error": {
            "line": 2,
            "field": "moves.Ann.target",
            "reason": "Nobody called “Zed” plays in this match. Choose a living player.",
        }
    }


def test_empty_lines_give_nothing_but_count() -> None:
    answer, error = answers("\n", GOOD + "\n", "  \n", b"\r\n", "oops")
    assert not answer.is_error
    assert json.loads(error.text)["error"]["line"] == 5


def test_lines_may_be_bytes_of_any_kind() -> None:
    good, broken = answers(GOOD.encode() + b"\r\n", b"\xff\x00\n")
    assert not good.is_error
    assert broken.is_error


def test_a_byte_order_mark_before_the_first_line_does_no_harm() -> None:
    for line in ("\ufeff" + GOOD, b"\xef\xbb\xbf" + GOOD.encode()):
        (answer,) = answers(line)
        assert not answer.is_error


def test_an_explanation_is_the_announcement_in_plain_text() -> None:
    answer, error = answers(GOOD, BAD, explain=True)
    assert "- Ann: Strike at Bob" in answer.text.splitlines()
    assert "Ann leads with 3 VP." in answer.text
    assert not answer.text.endswith("\n")
    assert json.loads(error.text)["error"]["line"] == 2


def test_each_line_is_answered_before_the_next_is_read() -> None:
    read = []

    def lines() -> Iterator[str]:
        for number in range(3):
            read.append(number)
            yield GOOD

    next(resolve_lines(lines(), GAMES_BY_SLUG))
    assert read == [0]


def test_names_in_other_scripts_come_through_unchanged() -> None:
    table = {"Ænn-Åsa": (20, 0, "strike Ольга"), "Ольга": (20, 0, None)}
    (answer,) = answers(json.dumps(situation(table)))
    names = [player["name"] for player in json.loads(answer.text)["state"]["players"]]
    assert names == ["Ænn-Åsa", "Ольга"]
