"""A match of Crossing Swords played over HTTP by programs, and the same match by the rules alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import httpx

from referee.core.dice import Dice
from referee.core.outcome import Outcome
from referee.core.seats import Seat
from referee.games.crossing_swords.game import CrossingSwords
from referee.games.crossing_swords.options import SwordsOptions
from referee.games.crossing_swords.state import SwordsMove, SwordsState, living
from tests.processes.servers import PATIENCE

EIGHT = ("Ann", "Bob", "Cleo", "Dirk", "Emma", "Fritz", "Gwen", "Hugo")
Moves = Mapping[Seat, SwordsMove]


class MatchClient:
    """The referee and every player of one match; each request goes to the next of the servers."""

    def __init__(self, servers: Sequence[str]) -> None:
        self._clients = [httpx.Client(base_url=url, timeout=PATIENCE) for url in servers]
        self._turns = itertools.cycle(self._clients)
        self._referee = ""
        self._tokens: dict[str, str] = {}
        self._numbers: dict[str, int] = {}
        self.match_id = ""

    def close(self) -> None:
        """Give the connections back."""
        for client in self._clients:
            client.close()

    def moved_to(self, *servers: str) -> MatchClient:
        """The same people and the same match on other servers."""
        other = MatchClient(servers)
        other._referee, other.match_id = self._referee, self.match_id
        other._tokens, other._numbers = self._tokens, self._numbers
        return other

    def open_match(self, **settings: Any) -> None:
        """Make the match; this client is its referee."""
        made = self._ask("POST", "/api/matches", json={"game": "crossing-swords", **settings})
        self.match_id, self._referee = made["match_id"], made["token"]

    def sign_up(self, name: str) -> None:
        """Take a seat."""
        made = self._ask("POST", f"{self._path}/signup", json={"name": name})
        self._tokens[name], self._numbers[name] = made["token"], made["seat"]

    def start(self) -> None:
        """End the signup."""
        self._ask("POST", f"{self._path}/start", token=self._referee)

    def send(self, name: str, phase: int, move: SwordsMove) -> dict[str, Any]:
        """Send a move and get its receipt."""
        return self._ask(
            "POST",
            f"{self._path}/seats/{self._numbers[name]}/moves",
            token=self._tokens[name],
            json={"phase": phase, "move": move.model_dump(mode="json"), "ready": True},
        )

    def close_phase(self, phase: int) -> dict[str, Any]:
        """The referee closes a phase."""
        return self._ask("POST", f"{self._path}/close", token=self._referee, json={"phase": phase})

    def close_phase_everywhere(self, phase: int) -> list[dict[str, Any]]:
        """The referee closes a phase on every server, one after the other."""
        return [self.close_phase(phase) for _ in self._clients]

    def match(self) -> dict[str, Any]:
        """The match as everybody sees it."""
        return self._ask("GET", self._path)

    def report(self, phase: int) -> dict[str, Any]:
        """What happened in a closed phase."""
        return self._ask("GET", f"{self._path}/phases/{phase}")

    def receipts(self, name: str) -> list[dict[str, Any]]:
        """What a seat has sent for the present phase, newest first."""
        path = f"{self._path}/seats/{self._numbers[name]}/receipts"
        return self._ask("GET", path, token=self._tokens[name])

    def numbers_now(self, title: str) -> dict[str, int]:
        """The newest numbers of a series ("Life"), by seat name."""
        (series,) = (
            series
            for series in self._ask("GET", f"{self._path}/series")
            if series["title"].startswith(title)
        )
        return {line["seat"]: line["values"][-1] for line in series["lines"]}

    def posts(self) -> list[dict[str, Any]]:
        """The match's posts."""
        return self._ask("GET", f"{self._path}/posts")

    def after(self, phase: int) -> dict[str, Any]:
        """The match once this phase has closed, told by the live stream rather than by asking again."""
        with next(self._turns).stream("GET", f"{self._path}/live") as stream:
            for line in stream.iter_lines():
                if line.startswith("data:"):
                    match = self.match()
                    if any(closed["number"] == phase for closed in match["history"]):
                        return match
        raise AssertionError("the live stream ended before the phase did")

    @property
    def _path(self) -> str:
        return f"/api/matches/{self.match_id}"

    def _ask(self, method: str, path: str, *, token: str = "", json: Any = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = next(self._turns).request(method, path, headers=headers, json=json)
        assert answer.is_success, f"{method} {path}: {answer.status_code} {answer.text}"
        return answer.json() if answer.content else None


def script(state: SwordsState, *, silent: int = 0) -> Moves:
    """What everybody plays in a round: a mix that depends on nothing but the state.

    ``silent`` seats, counted from the last one living, send nothing.
    """
    cards = itertools.cycle(
        ("lunge", "focus", "strike", "riposte", "assail", "taunt", "block", "mend", "dodge", "halt")
    )
    alive = [player.name for player in living(state.players)]
    moves = {}
    for place, name in enumerate(alive[: len(alive) - silent]):
        chosen = next(itertools.islice(cards, state.round + place, None))
        target = alive[(place + state.round) % len(alive)]
        if target == name:
            target = alive[(place + 1) % len(alive)]
        moves[name] = SwordsMove.model_validate({"card": chosen, "target": target})
    return moves


def first_state(names: Sequence[str], options: Mapping[str, Any]) -> SwordsState:
    """The state before round 1, by the rules alone."""
    chosen = SwordsOptions.model_validate(options)
    return CrossingSwords().setup(chosen, [Seat(name) for name in names], Dice(bytes(32), 0)).state


def next_state(state: SwordsState, moves: Moves) -> SwordsState:
    """The state after a round, by the rules alone."""
    return CrossingSwords().resolve(state, moves, Dice(bytes(32), 0)).state


def played_out(names: Sequence[str], options: Mapping[str, Any]) -> Iterator[SwordsState]:
    """Every state of a match played by `script`, by the rules alone."""
    state = first_state(names, options)
    while True:
        yield state
        if CrossingSwords().outcome(state) is not None:
            return
        state = next_state(state, script(state, silent=(state.round - 1) % 2))


def outcome(state: SwordsState) -> Outcome | None:
    """The standings, by the rules alone."""
    return CrossingSwords().outcome(state)
