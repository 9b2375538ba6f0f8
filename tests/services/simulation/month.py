"""The month itself: one queue of what is to happen, acted out on one database by two workers' processes."""

import heapq
import itertools
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from sqlalchemy import select

from referee.services.access import Key
from referee.services.context import Context
from referee.services.couriering import deliver_notices
from referee.services.matches import (
    add_seat,
    create_match,
    sign_up,
    start_match,
)
from referee.storage import tables
from referee.worker import run_once
from tests.clock import Clock
from tests.services.playing import request_id
from tests.services.racing import at_once
from tests.services.simulation.chances import Luck
from tests.services.simulation.diary import Act, Did, Look, Race
from tests.services.simulation.doings import Doings, Game
from tests.services.simulation.players import Open, Player
from tests.services.simulation.postboxes import Postbox
from tests.services.simulation.referees import Referee
from tests.services.simulation.wishes import Wish, drawn_wish

_OPEN = [
    tables.phases.c[name]
    for name in (
        "match_id",
        "number",
        "kind",
        "owed",
        "opened_at",
        "due_at",
        "closes_at",
        "early_at",
        "paused_at",
    )
]


@dataclass
class Month:
    """A month acted out: its settings, its diary and its matches, by their ids."""

    seed: int
    doings: Doings
    start: datetime
    days: int
    limit: timedelta
    outages: list[tuple[datetime, datetime, bool]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._luck = Luck(self.seed)
        self._queue: list[tuple[datetime, int, Act | None]] = []
        self._order = itertools.count()
        self._clock = self.doings.clock
        self._dashes: dict[tuple[str, int], Act] = {}
        self._heartbeat = self.limit - timedelta(minutes=1)

    @property
    def end(self) -> datetime:
        return self.start + timedelta(days=self.days)

    def play(self, matches: int) -> None:
        """Act the whole month out."""
        luck, hour = self._luck.of("outages"), timedelta(hours=1)
        for number in range(max(1, self.days // 6)):
            since = luck.between(self.start + self.days * 3 * hour, self.end - 30 * hour)
            too_long = (self.limit * 4 / 3, self.limit * 2, self.limit + 5 * hour)
            length = self.limit / 2 if number % 3 == 2 else luck.pick(too_long)
            self.outages.append((since, since + length, luck.one_in(2)))
        self._later(self.start, None)
        for number in range(matches):
            wish = drawn_wish(self._luck.of("wish", number), number, self.start, self.days)
            self._later(wish.starts_at, Act("start", "", given={"wish": wish, "number": number}))
        while self._queue:
            at, _, act = heapq.heappop(self._queue)
            if at >= self.end:
                break
            self._clock.set(max(at, self._clock.now))
            self._happen(act)

    def _later(self, at: datetime, act: Act | None) -> None:
        """Put something on the queue: an act, or None for a look."""
        heapq.heappush(self._queue, (max(at, self._clock.now), next(self._order), act))

    def _happen(self, act: Act | None) -> None:
        now = self._clock.now
        outage = next((one for one in self.outages if one[0] <= now < one[1]), None)
        if act is None:
            if outage is None:
                self._look()
            else:
                self._later(outage[1], None)
        elif outage is not None and outage[2]:
            # The site is away too: people come again later.
            later = self._luck.between(outage[1], outage[1] + timedelta(minutes=20))
            self._later(later, act)
        elif act.kind == "start":
            self._start(act.given["wish"], act.given["number"])
        else:
            self.doings.do(act)
            if act.kind in ("swap", "resign"):
                self._later(now + timedelta(seconds=self._luck.below(3)), None)
            self._see()

    def _start(self, wish: Wish, number: int) -> None:
        ctx, luck = self.doings.process(), self._luck.of("match", number)
        match_id = create_match(ctx, wish.new, request_id=request_id()).match_id
        desk = Key(role="referee", match_id=match_id, seat=None)
        people: list[Player] = []
        for name in wish.players:
            link = sign_up(ctx, match_id, name, request_id=request_id())
            assert link.token is not None
            number = len(people)
            mine = luck.of("person", number)
            people.append(Player(mine, match_id, number, link.seat, link.token))
        for name in wish.practice:
            add_seat(ctx, desk, match_id, name, practice=True)
        start_match(ctx, desk, match_id, go_ahead=True)
        referee = Referee(luck.of("referee"), match_id)
        now = self._clock.now
        self.doings.games[match_id] = Game(
            wish, match_id, luck, referee, people, self._offers(ctx, wish)
        )
        self.doings.diary.append(Did(now, Act("start", match_id, given={"wish": wish}), "ok"))
        self._see()

    def _offers(self, ctx: Context, wish: Wish) -> tuple[str, ...]:
        game = ctx.games[wish.new.game]
        options = game.options_type.model_validate(wish.new.options)
        return (*(one.name for one in game.standing_moves(options)), "practice")

    # -- looks

    def _look(self) -> None:
        """One worker looks, or both at once together with whoever dashes."""
        now = self._clock.now
        due = [
            game
            for game in self.doings.games.values()
            if game.phase is not None and game.phase.closes_at and game.phase.closes_at <= now
        ]
        dashing = [
            act
            for game in due
            if game.phase and (act := self._dashes.pop((game.match_id, game.phase.number), None))
        ]
        if dashing:
            self._race(dashing)
        run_once(self.doings.process())
        self.doings.diary.append(Look(now))
        self._carry_mail()
        if not self._has_look_soon():
            self._later(now + self._heartbeat, None)
        self._see()

    def _has_look_soon(self) -> bool:
        soon = self._clock.now + self._heartbeat
        return any(act is None and at <= soon for at, _, act in self._queue)

    def _race(self, acts: Sequence[Act]) -> None:
        one, two = self.doings.processes
        done: list[Did] = []
        prepared = [self.doings.prepared(act) for act in acts]

        def dash(act: Act) -> Callable[[], None]:
            return lambda: done.append(self.doings.did(two, act))

        at_once(lambda: run_once(one), lambda: run_once(two), *(dash(act) for act in prepared))  # type: ignore[arg-type, return-value]
        self.doings.diary.append(Race(self._clock.now, tuple(done)))

    def _carry_mail(self) -> None:
        """The notices that are due go out, through one process or through both at once."""
        if self._luck.one_in(10):
            at_once(*(lambda ctx=ctx: deliver_notices(ctx) for ctx in self.doings.processes))  # type: ignore[misc]
        else:
            deliver_notices(self.doings.process())
        self.doings.note_mail(self.doings.postbox.emptied())

    def _see(self) -> None:
        """Look at all matches as everybody may, and make plans where something is new."""
        for game, phase in self._news():
            was, game.phase = game.phase, phase
            if phase is None:
                continue
            game.newest = phase.number
            self._watch(phase)
            if was is None or was.number != phase.number or game.luck.one_in(2):
                for at, act in self._plans(
                    game, phase, is_new=was is None or was.number != phase.number
                ):
                    self._later(at, act)

    def _news(self) -> list[tuple[Game, Open | None]]:
        with self.doings.processes[0].store.read() as connection:
            rows = connection.execute(select(*_OPEN).where(tables.phases.c.status == "open")).all()
        seen = {
            row[0]: Open(*row[:3], tuple(json.loads(row[3])), *row[4:])  # type: ignore[arg-type]
            for row in rows
        }
        return [
            (game, seen.get(game.match_id))
            for game in self.doings.games.values()
            if seen.get(game.match_id) != game.phase
        ]

    def _watch(self, phase: Open) -> None:
        """A worker looks soon after anything that the clock brings about."""
        wait = self._luck.pick((0.0, 0.5, 1.0, 20.0))
        moments = [self._clock.now, phase.closes_at, phase.early_at]
        if phase.closes_at != phase.due_at:
            moments.append(phase.due_at)
        for at in moments:
            if at is not None and at >= self._clock.now:
                self._later(at + timedelta(seconds=wait), None)

    def _plans(self, game: Game, phase: Open, *, is_new: bool) -> list[tuple[datetime, Act]]:
        plans = [
            plan
            for player in game.people
            if player.seat in phase.owed or player.luck.one_in(10)
            for plan in (
                *player.plans(phase),
                *player.absences(phase, game.offers),
                *player.wishes(phase),
            )
        ]
        if is_new:
            plans += game.referee.plans(phase)
        if game.luck.one_in(4):
            dasher = game.luck.pick((game.referee, *game.people))
            self._dashes[game.match_id, phase.number] = dasher.dash(phase)
        return plans


def acted_out(
    seed: int,
    clock: Clock,
    new_context: Callable[[], Context],
    *,
    matches: int,
    days: int,
    limit: timedelta = timedelta(minutes=15),
) -> Month:
    """A month of so many days and matches, from the clock's time on, on the database of these contexts."""
    postbox = Postbox(Luck(seed, "mail"))
    one, two = (replace(new_context(), mailer=postbox, downtime_limit=limit) for _ in range(2))
    month = Month(seed, Doings(clock, (one, two), postbox), clock.now, days, limit)
    month.play(matches)
    return month
