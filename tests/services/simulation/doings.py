"""Doing what people do: each act through an ordinary use case, on one of two processes."""

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from referee.games.royal_dilemma.state import DilemmaState
from referee.services.absences import announce_absence, take_absence_back
from referee.services.access import Key, Token, key_of
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.couriering import deliver_notices
from referee.services.deadlines import extend_phase, pause_phase, resume_phase
from referee.services.errors import Refusal
from referee.services.matches import (
    cancel_match,
    reissue_link,
)
from referee.services.moves import MoveIn, submit
from referee.services.notices import Wishes, add_contact, confirm_contact
from referee.services.phases import load_phase
from referee.services.practice import practice_move
from referee.services.readiness import set_ready, take_ready_back
from referee.services.senders import Mail
from referee.services.tenures import reclaim_seat, resign, swap_seat
from tests.clock import Clock
from tests.games.royal_dilemma.random_moves import random_moves
from tests.services.playing import own_link, request_id
from tests.services.simulation.chances import Luck
from tests.services.simulation.diary import Act, Did, Entry, Mailed
from tests.services.simulation.players import Open, Player
from tests.services.simulation.postboxes import Postbox
from tests.services.simulation.referees import Referee
from tests.services.simulation.wishes import Wish


@dataclass
class Game:
    """A match that goes on: who takes part, and how far it has come as everybody sees."""

    wish: Wish
    match_id: str
    luck: Luck
    referee: Referee
    people: list[Player]
    offers: tuple[str, ...]
    phase: Open | None = None
    newest: int = 0


@dataclass
class Doings:
    """Two processes on one database, the matches on it, and the diary of what was done."""

    clock: Clock
    processes: tuple[Context, Context]
    postbox: Postbox
    games: dict[str, Game] = field(default_factory=dict)
    diary: list[Entry] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._turns = itertools.count()

    def process(self) -> Context:
        """One process and the other, in turns."""
        return self.processes[next(self._turns) % 2]

    def do(self, act: Act) -> None:
        """Do something, and write it down."""
        did = self.did(self.process(), self.prepared(act))
        self.diary.append(did)

    def prepared(self, act: Act) -> Act:
        """An act with what depends on the moment: the move that is sent, who gets a link."""
        game = self.games[act.match_id]
        more: dict[str, Any] = {}
        if act.kind == "send":
            more["move"] = self._move(game, act)
        elif act.kind == "here-again" and act.who is not None:
            announced = game.people[act.who].absences_announced
            more["absence"] = (announced[-2:] or [99])[0]
        elif act.kind == "new-link":
            more["to"] = max(
                (one.number for one in game.people if one.seat == act.seat), default=None
            )
        elif act.kind == "swap" and act.given["player"] is not None:
            more["to"] = len(game.people)
            more["player"] = f"Sub {len(game.people)}"
        return replace(act, given={**act.given, **more})

    def _move(self, game: Game, act: Act) -> Any:
        """Some legal move for the seat; where it owes none, or nothing is open, any move at all."""
        any_move, newest = _ANY_MOVE[game.wish.new.game], game.newest
        if not 0 < act.phase <= newest:
            return any_move
        loaded = load_phase(self.processes[0], act.match_id, act.phase)
        name, luck = loaded.seats[act.seat], game.luck
        if name not in loaded.decisions:
            return any_move
        if isinstance(loaded.state, DilemmaState):
            for _ in range(9):
                moves = random_moves(loaded.state, luck)
                if name in moves:
                    return moves[name].model_dump(mode="json", by_alias=True)
        sent = practice_move(loaded, luck.seed(), act.seat)
        return {} if sent is None else sent.move

    def did(self, ctx: Context, act: Act) -> Did:
        """Do something through this process; how it was answered."""
        now = self.clock.now
        try:
            got = _ACTS[act.kind](self, ctx, act)
        except Refusal as refusal:
            return Did(now, act, refusal.code)
        return Did(now, act, "ok", got)

    def _key(self, ctx: Context, act: Act) -> Key:
        """Whatever the link that the player has opens now."""
        assert act.who is not None
        return key_of(ctx, self.games[act.match_id].people[act.who].token)

    def _send(self, ctx: Context, act: Act) -> Any:
        withdraw = act.kind == "withdraw"
        sent = MoveIn(
            key=Token(self.games[act.match_id].people[act.who or 0].token),
            match_id=act.match_id,
            seat=act.seat,
            phase=act.phase,
            move=None if withdraw else act.given["move"],
            withdraw=withdraw,
            request_id=request_id(),
            ready=bool(act.given.get("ready")),
        )
        answers = submit(ctx, [sent])
        if act.given.get("again"):
            answers += submit(self.process(), [sent])
            assert _same_answer(answers), "a form sent twice is answered alike"
        if isinstance(answers[0], Refusal):
            raise answers[0]
        return answers[0]

    def _tell_me(self, ctx: Context, act: Act) -> str:
        address = f"person-{act.who}@{act.match_id}.example.org"
        contact = add_contact(
            ctx,
            self._key(ctx, act),
            act.match_id,
            act.seat,
            address=address,
            wishes=Wishes(**act.given),
        )
        for _ in range(5):  # the mail server may be busy
            deliver_notices(ctx)
            mails = self.postbox.emptied()
            self.note_mail(mails)
            tokens = [
                found[1]
                for mail in mails
                if mail.to == address and (found := _NOTICE_LINK.search(mail.text))
            ]
            if tokens:
                confirm_contact(ctx, tokens[0])
                break
            self.clock.forward(seconds=30)
        return contact.contact_id

    def _away(self, ctx: Context, act: Act) -> int:
        absence = announce_absence(
            ctx,
            self._key(ctx, act),
            act.match_id,
            act.seat,
            begins_at=act.given["begins_at"],
            ends_at=act.given["ends_at"],
            standing=act.given["standing"],
            request_id=request_id(),
        )
        assert act.who is not None
        self.games[act.match_id].people[act.who].absences_announced.append(absence.absence)
        return absence.absence

    def _here_again(self, ctx: Context, act: Act) -> None:
        take_absence_back(ctx, self._key(ctx, act), act.match_id, act.seat, act.given["absence"])

    def _new_link(self, ctx: Context, act: Act) -> None:
        link = reissue_link(ctx, _desk(act), act.match_id, act.seat)
        self.games[act.match_id].people[act.given["to"]].token = own_link(ctx, link).token

    def _swap(self, ctx: Context, act: Act) -> None:
        link = swap_seat(
            ctx,
            _desk(act),
            act.match_id,
            act.seat,
            act.given["player"],
            move_stands=act.given["move_stands"],
            request_id=request_id(),
        )
        if link.token is not None:
            game, number = self.games[act.match_id], act.given["to"]
            mine, token = game.luck.of("person", number), own_link(ctx, link).token
            game.people.append(Player(mine, act.match_id, number, act.seat, token))

    def note_mail(self, mails: Sequence[Mail]) -> None:
        """Write down what a mail server has taken."""
        if mails:
            ids = tuple(mail.message_id for mail in mails)
            self.diary.append(Mailed(self.clock.now, ids))


def _same_answer(answers: Sequence[Any]) -> bool:
    one, two = answers
    if isinstance(one, Refusal):
        return isinstance(two, Refusal) and two.code == one.code
    return bool(one.version == two.version and one.commitment == two.commitment)


def _desk(act: Act) -> Key:
    return Key(role="referee", match_id=act.match_id, seat=None)


_NOTICE_LINK = re.compile(r"/notices/([A-Za-z0-9_-]+)")

_ANY_MOVE: dict[str, Any] = {
    "crossing-swords": {"card": "mend", "target": "Ann"},
    "royal-dilemma": {"pass": True},
}

_ACTS: dict[str, Callable[[Doings, Context, Act], Any]] = {
    "send": Doings._send,
    "withdraw": Doings._send,
    "ready": lambda doings, ctx, act: set_ready(
        ctx, doings._key(ctx, act), act.match_id, act.seat, act.phase
    ),
    "not-ready": lambda doings, ctx, act: take_ready_back(
        ctx, doings._key(ctx, act), act.match_id, act.seat, act.phase
    ),
    "extend": lambda _, ctx, act: extend_phase(
        ctx, _desk(act), act.match_id, act.phase, act.given["due_at"]
    ),
    "pause": lambda _, ctx, act: pause_phase(ctx, _desk(act), act.match_id, act.phase),
    "resume": lambda _, ctx, act: resume_phase(
        ctx, _desk(act), act.match_id, act.phase, at=act.given["at"]
    ),
    "close-by-hand": lambda _, ctx, act: close_phase(ctx, _desk(act), act.match_id, act.phase),
    "cancel": lambda _, ctx, act: cancel_match(ctx, _desk(act), act.match_id, "Enough."),
    "tell-me": Doings._tell_me,
    "away": Doings._away,
    "here-again": Doings._here_again,
    "new-link": Doings._new_link,
    "swap": Doings._swap,
    "resign": lambda doings, ctx, act: resign(ctx, doings._key(ctx, act), act.match_id, act.seat),
    "reclaim": lambda doings, ctx, act: reclaim_seat(
        ctx, doings._key(ctx, act), act.match_id, act.seat
    ),
}
