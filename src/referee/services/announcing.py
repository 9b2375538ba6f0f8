"""Posts: written in every dialect and stored in the same transaction as what they announce."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from referee.core.documents import Document, Series
from referee.core.game import GameOptions, SeatCount
from referee.core.outcome import Outcome
from referee.core.seats import Seat
from referee.schedule import describe
from referee.services.acts import Announced, By
from referee.services.closing_rules import rule_sentences
from referee.services.context import AnyGame, Context
from referee.services.drafts import Holder, HolderKind, PhaseKind
from referee.services.openings import post_hash, post_of
from referee.services.options import options_read
from referee.services.phases import game_of, rules_of, seat_rules_of
from referee.services.posts import (
    About,
    Draft,
    Pace,
    final_post,
    opening_post,
    recruiting_post,
    round_post,
)
from referee.services.reading_models import PostKind, StatusVisibility
from referee.services.records import record_act
from referee.services.rendering import in_every_dialect, scene_of
from referee.services.schedules import schedule_of
from referee.services.seat_rules import OpenedSeats, seat_rule_sentences
from referee.services.witnessing import Witnessed, witnessed
from referee.storage import phases, posts, records
from referee.storage import seats as stored_seats
from referee.storage.matches import MatchRow

_HOLDERS: Mapping[str, HolderKind] = {
    "player": "player",
    "practice": "practice player",
    "nobody": "nobody",
}


def about(ctx: Context, game: AnyGame, match: MatchRow) -> About:
    """The match as its posts speak of it."""
    return About(
        match_id=match.match_id,
        title=match.title,
        game=match.game,
        game_title=game.info.title,
        zone=match.zone,
        base_url=ctx.base_url,
    )


def pace_of(match: MatchRow) -> Pace:
    """How fast a match goes."""
    return Pace(
        words=describe(schedule_of(match)),
        closing=(*rule_sentences(rules_of(match)), *seat_rule_sentences(seat_rules_of(match))),
    )


def recruiting(ctx: Context, game: AnyGame, match: MatchRow, options: GameOptions) -> Draft:
    """The post that looks for players."""
    return recruiting_post(
        about(ctx, game, match),
        tagline=game.info.tagline,
        seats=SeatCount(least=match.seats_least, most=match.seats_most),
        taken=(),
        pace=pace_of(match),
        options=options_read(game, options),
    )


def opening(
    ctx: Context,
    game: AnyGame,
    match: MatchRow,
    options: GameOptions,
    *,
    seats: Sequence[Seat],
    phase_title: str,
    phase_kind: PhaseKind,
    due_at: datetime,
    visibility: StatusVisibility,
    holders: Mapping[Seat, Holder],
) -> Draft:
    """The post that opens the match; it fixes the dice where a game hides anything."""
    return opening_post(
        about(ctx, game, match),
        seats=seats,
        options=options_read(game, options),
        pace=pace_of(match),
        status_visibility=visibility,
        phase_title=phase_title,
        phase_kind=phase_kind,
        due_at=due_at,
        credits=game.info.credits,
        seed_hash=None if game.info.open_information else hashlib.sha256(match.seed).hexdigest(),
        holders=holders,
    )


def round_result(
    ctx: Context,
    game: AnyGame,
    match: MatchRow,
    *,
    phase: int,
    phase_title: str,
    report: Document,
    next_title: str | None,
    next_due_at: datetime | None,
    next_kind: PhaseKind,
    next_owing: Sequence[Seat] | None,
    opened: OpenedSeats,
) -> Draft:
    """The announcement of a closed phase."""
    return round_post(
        about(ctx, game, match),
        phase=phase,
        phase_title=phase_title,
        report=report,
        next_title=next_title,
        next_due_at=next_due_at,
        next_kind=next_kind,
        next_owing=next_owing,
        opened=opened,
    )


def final_standings(
    ctx: Context,
    game: AnyGame,
    match: MatchRow,
    *,
    outcome: Outcome,
    series: Sequence[Series],
    holders: Mapping[Seat, Holder],
) -> Draft:
    """The post that ends the match."""
    return final_post(
        about(ctx, game, match),
        outcome=outcome,
        score_title=game.info.score_title,
        series=series,
        seed=None if game.info.open_information else match.seed.hex(),
        holders=holders,
    )


def holders_of(
    connection: Connection, match_id: str, placed: Mapping[int, Seat]
) -> Mapping[Seat, Holder]:
    """Who holds the seats that are not held by the player of their name, as the match's page says it too."""
    held = {
        row.seat: row for row in stored_seats.tenure_rows(connection, match_id) if row.until is None
    }
    rounds = {row.number: row.round for row in phases.phase_rows(connection, match_id)}
    return {
        seat: Holder(
            kind=_HOLDERS[held[number].holder],
            player=held[number].player,
            since=rounds.get(held[number].phase),
        )
        for number, seat in placed.items()
        if held[number].player != seat
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """A post to be written: its place among the match's posts, its draft, and the moves it reveals."""

    post_id: str
    kind: PostKind
    draft: Draft
    phase: int | None = None
    moves: Sequence[Witnessed] = ()


def announce(
    ctx: Context,
    connection: Connection,
    match: MatchRow,
    seats: Sequence[Seat],
    post: Announcement,
    *,
    by: By,
    at: datetime,
) -> None:
    """Write a post in every dialect, with the head of the match's record at its end, and store it.

    ``seats`` as `placed_seats` gives them. The post itself is the record's next entry.
    """
    head = records.newest_record(connection, match.match_id)
    if head is None:
        raise ValueError("a match has a record before it has a post")
    page = about(ctx, game_of(ctx, match.game), match)
    draft = witnessed(post.draft, page, head, post.moves)
    scene = scene_of(ctx, seats=seats, game=match.game, zone=match.zone)
    texts = in_every_dialect(draft.document, scene)
    row = posts.PostRow(
        match_id=match.match_id,
        post_id=post.post_id,
        kind=post.kind,
        title=draft.title,
        phase=post.phase,
        created_at=at,
        texts=json.dumps(texts, ensure_ascii=False),
    )
    posts.add_post(connection, row)
    announced = Announced(
        post_id=row.post_id,
        post=post_hash(match.match_id, post_of(row).model_dump(mode="json")),
    )
    record_act(connection, match.match_id, announced, by=by, at=at)
