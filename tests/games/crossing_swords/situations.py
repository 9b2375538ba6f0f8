"""Situations for tests: written by hand in a few words, or random ones for Hypothesis."""

import json
from typing import Any

from hypothesis import strategies as st

from referee.core.interchange import format_result, parse_situation
from referee.games import GAMES_BY_SLUG
from referee.games.crossing_swords.cards import CARDS

NAMES = tuple("Ann Bob Cal Dee Eve Fay Gus Hal Ida Jon Kim Lou Mia Ned Oda Pia".split())  # noqa: SIM905


def situation(
    table: dict[str, tuple[Any, ...]], *, round: int = 1, **options: Any
) -> dict[str, Any]:
    """A situation from ``{"Ann": (life, vp, "lunge Bob", memory…)}``.

    The play is "card target", or None for no move; the memories are "focused Bob" and "dodged Bob".
    """
    players, moves = [], {}
    for name, (life, vp, play, *memories) in table.items():
        remembered = dict(memory.split() for memory in memories)
        players.append(
            {
                "name": name,
                "life": life,
                "vp": vp,
                "focused_on": remembered.get("focused"),
                "dodged": remembered.get("dodged"),
            }
        )
        if play is not None:
            card, target = play.split()
            moves[name] = {"card": card, "target": target}
    return {
        "game": "crossing-swords",
        "options": options,
        "state": {"round": round, "players": players},
        "moves": moves,
    }


def resolved(given: dict[str, Any]) -> dict[str, Any]:
    """The result of a situation in the interchange form, events and all."""
    read = parse_situation(json.dumps(given), GAMES_BY_SLUG)
    answer: dict[str, Any] = json.loads(format_result(read.game, read.resolve()))
    return answer


@st.composite
def options(draw: st.DrawFn) -> dict[str, Any]:
    """Any house rules, each left out or given."""
    choices: dict[str, st.SearchStrategy[Any]] = {
        "assail_hits_self": st.booleans(),
        "assail_vp_cap": st.none() | st.integers(1, 12),
        "focused_assail": st.sampled_from(("target", "everyone")),
        "overkill": st.sampled_from(("share", "full")),
        "self_target": st.sampled_from(("mend", "any")),
        "no_move": st.sampled_from(("hold", "block", "mend_self")),
        "max_rounds": st.none() | st.integers(1, 5),
    }
    return {name: draw(strategy) for name, strategy in choices.items() if draw(st.booleans())}


@st.composite
def situations(draw: st.DrawFn) -> dict[str, Any]:
    """Any situation of 2 to 16 players, some of them eliminated, with legal moves or none."""
    rules = draw(options())
    names = NAMES[: draw(st.integers(2, 16))]
    if len(names) > 8:
        rules["max_players"] = 16
    # Halts and memories are what rules hang on; let them be as common as the rest together.
    lives = draw(
        st.lists(
            st.sampled_from((0, 1, 2, 3, 4, 5, 6, 8, 12, 20)),
            min_size=len(names),
            max_size=len(names),
        )
    )
    lives[0] = lives[0] or 7
    alive = [name for name, life in zip(names, lives, strict=True) if life]
    cards = draw(
        st.sampled_from(
            (
                list(CARDS),
                ["halt", "halt", "halt", *CARDS],
                ["strike", "lunge", "assail", "block", "riposte", "dodge"],
            )
        )
    )
    players, moves = [], {}
    for name, life in zip(names, lives, strict=True):
        memory = draw(st.sampled_from((None, None, "focused_on", "dodged"))) if life else None
        whom = draw(st.sampled_from(names)) if memory else None
        players.append(
            {
                "name": name,
                "life": life,
                "vp": draw(st.integers(0, 12)),
                "focused_on": whom if memory == "focused_on" else None,
                "dodged": whom if memory == "dodged" else None,
            }
        )
        if not life or draw(st.integers(0, 9)) == 0:
            continue
        card = draw(st.sampled_from(cards))
        targets = [
            other
            for other in alive
            if other != name or card == "mend" or rules.get("self_target") == "any"
        ]
        if targets:
            # Aim where one is Focused more often than chance would, or Focus would hardly ever matter.
            wanted = [whom] if whom in targets and draw(st.booleans()) else targets
            moves[name] = {"card": card, "target": draw(st.sampled_from(wanted))}
    return {
        "game": "crossing-swords",
        "options": rules,
        "state": {"round": draw(st.integers(1, 6)), "players": players},
        "moves": moves,
    }


def outcome(table: dict[str, tuple[Any, ...]], **options: Any) -> dict[str, tuple[int, int]]:
    """Life and VP after the round, by name."""
    answer = resolved(situation(table, **options))
    return {player["name"]: (player["life"], player["vp"]) for player in answer["state"]["players"]}


def events(table: dict[str, tuple[Any, ...]], kind: str, **options: Any) -> list[dict[str, Any]]:
    """The round's facts of one kind."""
    answer = resolved(situation(table, **options))
    return [event for event in answer["events"] if event["kind"] == kind]


def memories(table: dict[str, tuple[Any, ...]], **options: Any) -> dict[str, tuple[Any, Any]]:
    """What each remembers after the round: Focused on, Dodged."""
    answer = resolved(situation(table, **options))
    return {p["name"]: (p["focused_on"], p["dodged"]) for p in answer["state"]["players"]}
