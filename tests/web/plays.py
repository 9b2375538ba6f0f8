"""A match played through the API alone, by programs that know nothing but the API."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from referee.services.couriering import deliver_notices
from tests.services.notice_world import postbox, token_in
from tests.web.client import Answer
from tests.web.worlds import World

Heard = Callable[[str, str, Any, Answer], None]


class Program:
    """A program with a world's API; ``heard`` is told of every exchange."""

    def __init__(self, world: World, heard: Heard | None = None) -> None:
        self._world = world
        self._heard = heard
        self._count = 0

    def ask(
        self, method: str, path: str, body: Any = None, *, token: str | None = None, status: int = 0
    ) -> Any:
        """The answer's JSON; ``status`` is the one it must have (0: any good one)."""
        self._count += 1
        self._world.chance.begin(f"request {self._count}")
        answer = self._world.client.request(method, f"/api{path}", token=token, json=body)
        if self._heard is not None:
            self._heard(method, f"/api{path}", body, answer)
        assert answer.status == status or (not status and answer.status < 300), answer.text
        return answer.json if answer.body else None


def play_whole_match(world: World, heard: Heard | None = None) -> Mapping[str, Any]:
    """Signup to standings, with everything a program can do on the way; returns the match at its end."""
    program = Program(world, heard)
    ask = program.ask
    slug = ask("GET", "/games")[0]["slug"]
    ask("GET", f"/games/{slug}/rules")
    made = ask(
        "POST",
        "/matches",
        {
            "game": slug,
            "title": "Summer melee",
            "options": {"starting_life": 8},
            "schedule": {
                "zone": "Europe/Berlin",
                "rounds": {"pace": "interval", "minutes": 1440},
            },
            "closing": {"early_close": "ready"},
            "status_visibility": "count",
            "request_id": "5b1c7e6c0f5d4b0e",
        },
    )
    match, desk = f"/matches/{made['match_id']}", made["token"]
    world.match = made["match_id"]
    ask("GET", "/key", token=desk)
    ask("POST", "/key", {"request_id": "the-referee-opens-it-0123"}, token=desk)
    seats = {
        name: ask(
            "POST",
            f"{match}/signup",
            {"name": name, "request_id": f"the-form-in-which-{name}-signs-up"},
        )
        for name in ("Ann", "Bob")
    }
    seats["Cal"] = ask("POST", f"{match}/seats", {"name": "Call", "practice": False}, token=desk)
    ask("PATCH", f"{match}/seats/3", {"name": "Cal"}, token=desk)
    ask("POST", f"{match}/seats", {"name": "Dee", "practice": True}, token=desk)
    ask("DELETE", f"{match}/seats/4", token=desk)
    made_by_desk = ask("POST", f"{match}/seats/3/link", token=desk)
    once = {"request_id": "cal-opens-the-invitation-01"}
    own = ask("POST", "/key", once, token=made_by_desk["token"])
    assert own["exchanged"]
    seats["Cal"] = {"seat": 3, "token": own["token"]}
    desk = ask("POST", f"{match}/desk/link", {"request_id": "the-desks-new-link-0123"}, token=desk)[
        "token"
    ]
    ask("GET", f"{match}/desk", token=desk)
    ask("POST", f"{match}/start", {"go_ahead": False}, token=desk)
    keys = {name: (f"{match}/seats/{link['seat']}", link["token"]) for name, link in seats.items()}
    for phase in range(1, 40):
        shown = ask("GET", match)
        if shown["status"] == "finished":
            break
        world.clock.forward(hours=1)
        for name, (place, token) in keys.items():
            page = ask("GET", place, token=token)
            if page["decision"] is None:
                continue
            move = first_move(page["decision"])
            if phase == 1 and name == "Ann":
                everybody_does(ask, place, token, move)
                is_told(world, ask, place, token)
            body = {
                "phase": phase,
                "move": move,
                "request_id": f"{name.lower()}-moves-in-{phase}-0123",
            }
            receipt = ask("POST", f"{place}/moves", body, token=token)
            assert receipt["standing"] == "counts"
            if phase == 1 and name == "Ann":
                ask("POST", f"{place}/ready", {"phase": 1}, token=token)
        if phase == 2:
            swap = {"player": "Eve", "move_stands": True, "request_id": "eve-plays-for-cal-0123"}
            link = ask("POST", f"{match}/desk/seats/3/swap", swap, token=desk)
            keys["Cal"] = keys["Cal"][0], ask("POST", "/key", token=link["token"])["token"]
        if phase == 1:
            later = {"phase": 1, "due_at": "2030-01-09T20:00:00Z"}
            ask("POST", f"{match}/extend", later, token=desk)
            assert len(ask("GET", f"{match}/desk/letters", token=desk)) == 2
            ask("POST", f"{match}/pause", {"phase": 1}, token=desk)
            ask("POST", f"{match}/resume", {"phase": 1}, token=desk)
        ask("POST", f"{match}/close", {"phase": phase}, token=desk)
    ask("GET", f"{match}/phases/1")
    ask("GET", f"{match}/phases/1/record")
    ask("GET", f"{match}/series")
    posts = ask("GET", f"{match}/posts")
    ask("GET", f"{match}/posts/{posts[-1]['post_id']}")
    ask("GET", "/matches")
    other = ask("POST", "/matches", {"game": slug, "title": "Rained off"})
    dee = ask("POST", f"/matches/{other['match_id']}/signup", {"name": "Dee"})
    ask("POST", f"/matches/{other['match_id']}/seats/{dee['seat']}/resign", token=dee["token"])
    ask(
        "POST",
        f"/matches/{other['match_id']}/cancel",
        {"reason": "Too few of us have time."},
        token=other["token"],
    )
    ask("GET", f"/matches/{other['match_id']}/export")
    end: Mapping[str, Any] = ask("GET", match)
    return end


def everybody_does(ask: Any, place: str, token: str, move: Any) -> None:
    """What a player can do in a round beside sending the move that counts."""
    ask("POST", f"{place}/preview", {"phase": 1, "move": move}, token=token)
    ask("GET", f"{place}/suppose", token=token)
    ask("POST", f"{place}/suppose", {"moves": {"Ann": move}}, token=token)
    ask("POST", f"{place}/moves", {"phase": 1, "move": move}, token=token)
    ask(
        "POST",
        f"{place}/withdraw",
        {"phase": 1, "request_id": "ann-takes-it-back-0123"},
        token=token,
    )
    ask("POST", f"{place}/reclaim", token=token)
    (receipt, *_) = ask("GET", f"{place}/receipts", token=token)
    away = ask(
        "POST",
        f"{place}/absences",
        {
            "begins_at": "2030-02-01T00:00:00Z",
            "ends_at": "2030-02-15T00:00:00Z",
            "standing": "practice",
            "request_id": "ann-will-be-away-0123",
        },
        token=token,
    )
    assert ask("GET", f"{place}/absences", token=token) == [away]
    ask("POST", f"{place}/absences/{away['absence']}/take-back", token=token)
    match = place.split("/seats/", maxsplit=1)[0]
    ask("POST", f"{match}/receipts/check", {"receipt": receipt}, token=token)


def is_told(world: World, ask: Any, place: str, token: str) -> None:
    """Ann has notices sent to her, and stops them."""
    wishes = {"remind_minutes": 180, "opened": True, "closed": False}
    for name in ("ann", "anna"):
        body = {"address": f"{name}@example.org", "wishes": wishes}
        made = ask("POST", f"{place}/notices", body, token=token)
    ask("POST", f"{place}/notices/{made['contact_id']}/remove", token=token)
    deliver_notices(world.ctx)
    (question,) = postbox(world.ctx).taken()
    link = f"/notices/{token_in(question)}"
    assert ask("GET", link)["state"] == "waiting"
    assert ask("POST", f"{link}/confirm")["state"] == "on"
    (told,) = ask("GET", f"{place}/notices", token=token)["contacts"]
    assert told["state"] == "on"
    ask("POST", f"{place}/notices/{told['contact_id']}", wishes | {"closed": True}, token=token)
    ask("POST", f"{link}/stop")


def first_move(decision: Mapping[str, Any]) -> dict[str, Any]:
    """The move made of each field's first choice."""
    return {field["path"][0]: field["choices"][0]["value"] for field in decision["fields"]}


def operation_of(
    document: Mapping[str, Any], method: str, path: str
) -> tuple[str, Mapping[str, Any]]:
    """The documented operation that an address belongs to, with its documented path."""
    for documented, item in document["paths"].items():
        pattern = re.sub(r"{\w+}", "[^/]+", documented)
        if re.fullmatch(pattern, path) and method.lower() in item:
            return documented, item[method.lower()]
    raise AssertionError(f"{method} {path} is not documented")
