"""The tables. Migrations build exactly these (`alembic check`), and the append-only triggers besides.

Times are aware UTC. JSON is text as written by the services, so that nothing is lost on the way through
a database. A phase's number counts the match's phases from 1; resolution 0 is the setup.
"""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    Dialect,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    false,
    text,
)


class Moment(TypeDecorator[datetime]):
    """A moment in time, aware and in UTC on both databases."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(  # the dialect does not matter
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002
    ) -> datetime | None:
        """Refuse a naive time: nobody knows when it is."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a stored time must be aware")
        return value.astimezone(UTC)

    def process_result_value(
        self,
        value: Any,
        dialect: Dialect,  # noqa: ARG002
    ) -> datetime | None:
        """SQLite forgets the zone; it was UTC."""
        if value is None:
            return None
        moment: datetime = value
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

_Serial = BigInteger().with_variant(Integer, "sqlite")
"""SQLite numbers rows by itself only under a column of exactly this type."""

matches = Table(
    "matches",
    metadata,
    Column("match_id", String(32), primary_key=True),
    Column("game", String(64), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("zone", String(64), nullable=False),
    Column("schedule", Text, nullable=False),
    Column("seats_least", Integer, nullable=False),
    Column("seats_most", Integer, nullable=False),
    Column("closing", Text, nullable=False),
    Column("seat_rules", Text, nullable=False),
    Column("status_visibility", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("seed", LargeBinary(32), nullable=False),
    Column("created_at", Moment, nullable=False),
    Column("started_at", Moment),
    Column("finished_at", Moment),
    Column("cancel_reason", Text),
    Column("error", Text),
    Column("revision", Integer, nullable=False, server_default="0"),
    CheckConstraint(
        "status IN ('signup', 'running', 'finished', 'cancelled', 'quarantined')", name="status"
    ),
    CheckConstraint("status_visibility IN ('hidden', 'count', 'names')", name="status_visibility"),
    Index(None, "status", "created_at"),
)
"""``zone`` is the schedule's. ``revision`` counts the changes everybody may see: a page that shows the same revision is current."""

seats = Table(
    "seats",
    metadata,
    Column("match_id", ForeignKey("matches.match_id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    UniqueConstraint("match_id", "name"),
)

tenures = Table(
    "tenures",
    metadata,
    Column("tenure_id", _Serial, primary_key=True),
    Column("match_id", String(32), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("holder", String(16), nullable=False),
    Column("player", Text),
    Column("since", Moment, nullable=False),
    Column("phase", Integer, nullable=False, server_default="0"),
    Column("first_version", Integer, nullable=False, server_default="1"),
    Column("awaited", String(16), nullable=False, server_default="not yet"),
    Column("until", Moment),
    Column("ended_by", String(16)),
    CheckConstraint("holder IN ('player', 'practice', 'nobody')", name="holder"),
    CheckConstraint("(player IS NOT NULL) = (holder = 'player')", name="player"),
    CheckConstraint("ended_by IN ('resigned', 'swapped', 'misses', 'reclaimed')", name="ended_by"),
    CheckConstraint("awaited IN ('not yet', 'now', 'in vain')", name="awaited"),
    ForeignKeyConstraint(
        ["match_id", "seat"], ["seats.match_id", "seats.number"], ondelete="CASCADE"
    ),
    Index(
        "ix_tenures_current",
        "match_id",
        "seat",
        unique=True,
        sqlite_where=text("until IS NULL"),
        postgresql_where=text("until IS NULL"),
    ),
)
"""Who held a seat from when to when: a seat outlives its players. One tenure at a time is current.

``player`` is the name of the player who holds it, in ``holder`` 'player' only. ``phase`` is the match's newest
phase when it began, 0 before the start; ``first_version`` the first version of a move that is its own there.
``awaited``: whether the match's newest wait is for somebody to take the seat, which nobody holds, or an earlier
one was."""

contacts = Table(
    "contacts",
    metadata,
    Column("contact_id", String(16), primary_key=True),
    Column("tenure_id", ForeignKey("tenures.tenure_id", ondelete="CASCADE"), nullable=False),
    Column("channel", String(16), nullable=False),
    Column("sealed", LargeBinary),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("remind_minutes", Integer),
    Column("wants_opened", Boolean, nullable=False),
    Column("wants_closed", Boolean, nullable=False),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("created_at", Moment, nullable=False),
    Column("confirmed_at", Moment),
    Column("ended_at", Moment),
    Column("ended_by", String(16)),
    CheckConstraint("channel IN ('email', 'target')", name="channel"),
    CheckConstraint("ended_by IN ('removed', 'unsubscribed', 'failing', 'over')", name="ended_by"),
    Index(None, "tenure_id"),
)
"""Where a seat's holder wants to be told what. ``sealed`` is the address and the token of the link that stops
it; None once it has ended and the address is forgotten. A contact is never told by an id that another had."""

keys = Table(
    "keys",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("role", String(16), nullable=False),
    Column("match_id", ForeignKey("matches.match_id")),
    Column("seat", Integer),
    Column("issued_at", Moment, nullable=False),
    Column("opened_at", Moment),
    Column("revoked_at", Moment),
    Column("origin", String(16), nullable=False),
    CheckConstraint("role IN ('seat', 'referee', 'operator')", name="role"),
    CheckConstraint("origin IN ('own', 'invitation', 'opened')", name="origin"),
    Index(None, "match_id", "seat"),
)
"""What a link's token stands for. ``origin``: given to its holder's ``own`` hands alone; an ``invitation``, which
somebody else has had in hand and which opens nothing but the key that is ``opened`` by it."""

requests = Table(
    "requests",
    metadata,
    Column("request_id", String(128), primary_key=True),
    Column("act", String(64), nullable=False),
    Column("match_id", ForeignKey("matches.match_id"), nullable=False),
    Column("seat", Integer),
    Column("token_hash", String(64)),
    Column("made_at", Moment, nullable=False),
)
"""What a form has already done: sent twice, it is done once and answered alike."""

phases = Table(
    "phases",
    metadata,
    Column("match_id", ForeignKey("matches.match_id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("round", Integer, nullable=False),
    Column("title", Text, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("status", String(16), nullable=False),
    Column("opened_at", Moment, nullable=False),
    Column("due_at", Moment, nullable=False),
    Column("due_set_at", Moment, nullable=False),
    Column("due_by", String(16)),
    Column("closes_at", Moment),
    Column("early_at", Moment),
    Column("paused_at", Moment),
    Column("waits_until", Moment),
    Column("extensions", Integer, nullable=False, server_default="0"),
    Column("closed_at", Moment),
    Column("base", Integer, nullable=False),
    Column("decisions", Text, nullable=False),
    Column("owed", Text, nullable=False),
    CheckConstraint("status IN ('open', 'closed', 'stuck', 'void')", name="status"),
    Index(None, "status", "closes_at"),
)
"""``base`` is the version of the previous resolution that this phase stands on; ``owed`` the numbers of
the seats that are asked, ``due_set_at`` when the deadline was last set
and ``due_by`` by whom, if anybody moved it. ``closes_at`` is when it closes by itself, None while it is
paused; ``waits_until`` how long it stays paused for a substitute; from ``early_at`` on it may close when all are ready; ``extensions`` counts the referee's. A ``stuck`` phase could not be resolved, a ``void`` one never will be."""

submissions = Table(
    "submissions",
    metadata,
    Column("match_id", String(32), primary_key=True),
    Column("phase", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("request_id", String(128), nullable=False),
    Column("request_use", Integer, nullable=False),
    Column("received_at", Moment, nullable=False),
    Column("late", Boolean, nullable=False),
    Column("sealed", LargeBinary, nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("standing_move", Boolean, nullable=False, server_default=false()),
    ForeignKeyConstraint(["match_id", "phase"], ["phases.match_id", "phases.number"]),
    ForeignKeyConstraint(["match_id", "seat"], ["seats.match_id", "seats.number"]),
    UniqueConstraint("match_id", "phase", "seat", "request_id", "request_use"),
)
"""Append-only by trigger. Whether it is a move or takes one back is sealed too. ``request_use`` counts
the different moves that one form has sent, from 1 (somebody went back in the browser and chose again).
A ``standing_move`` was sent by the server, when the phase closed, for a player who was away."""

readiness = Table(
    "readiness",
    metadata,
    Column("match_id", String(32), primary_key=True),
    Column("phase", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, nullable=False),
    Column("since", Moment, nullable=False),
    ForeignKeyConstraint(["match_id", "phase"], ["phases.match_id", "phases.number"]),
    ForeignKeyConstraint(["match_id", "seat"], ["seats.match_id", "seats.number"]),
)
"""Who is ready for a phase to close, and with which version of their move. Taken back, a row is gone."""

absences = Table(
    "absences",
    metadata,
    Column("match_id", String(32), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("tenure_id", ForeignKey("tenures.tenure_id", ondelete="CASCADE"), nullable=False),
    Column("request_id", String(128), nullable=False),
    Column("announced_at", Moment, nullable=False),
    Column("begins_at", Moment, nullable=False),
    Column("ends_at", Moment, nullable=False),
    Column("taken_back_at", Moment),
    Column("sealed", LargeBinary, nullable=False),
    UniqueConstraint("tenure_id", "request_id"),
)
"""When the player of a seat will be away. Which standing move is sent for them meanwhile, if any, is sealed."""

beats = Table(
    "beats",
    metadata,
    Column("beat_id", Integer, primary_key=True, autoincrement=False),
    Column("at", Moment, nullable=False),
    Column("lost_from", Moment),
    Column("lost_until", Moment),
    CheckConstraint("beat_id = 1", name="one"),
)
"""One row: when a worker last looked for what is due, and the last time that none did for too long."""

resolutions = Table(
    "resolutions",
    metadata,
    Column("match_id", ForeignKey("matches.match_id"), primary_key=True),
    Column("phase", Integer, primary_key=True, autoincrement=False),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("rules_version", Integer, nullable=False),
    Column("made_at", Moment, nullable=False),
    Column("made_by", String(16), nullable=False),
    Column("moves", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("measures", Text, nullable=False),
    Column("outcome", Text),
)
"""Append-only by trigger. ``moves`` are the counted moves with their nonces, ``state`` what follows."""

posts = Table(
    "posts",
    metadata,
    Column("match_id", ForeignKey("matches.match_id"), primary_key=True),
    Column("post_id", String(64), primary_key=True),
    Column("place", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("title", Text, nullable=False),
    Column("phase", Integer),
    Column("created_at", Moment, nullable=False),
    Column("texts", Text, nullable=False),
    UniqueConstraint("match_id", "place"),
)
"""Announcements as they were written; ``place`` is their order in the match."""

outbox = Table(
    "outbox",
    metadata,
    Column("outbox_id", _Serial, primary_key=True),
    Column("key", String(128), nullable=False, unique=True),
    Column("kind", String(32), nullable=False),
    Column("match_id", ForeignKey("matches.match_id"), nullable=False),
    Column("payload", Text, nullable=False),
    Column("ready_at", Moment, nullable=False),
    Column("expires_at", Moment, nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("done_at", Moment),
    Column("error", Text),
    Index(None, "done_at", "ready_at"),
)
"""What is to be done after a commit, at least once; whoever does it drops repeats by ``key``."""

records = Table(
    "records",
    metadata,
    Column("match_id", ForeignKey("matches.match_id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("hash", String(64), nullable=False),
    Column("body", Text, nullable=False),
)
"""Append-only by trigger: everything that was done in a match, in order. ``body`` is canonical JSON, and
names the hash of the record before; ``hash`` is its SHA-256."""

rates = Table(
    "rates",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("whole_at", BigInteger, nullable=False),
    Index(None, "whole_at"),
)
"""Used allowances: ``key`` is a keyed hash of who and what, ``whole_at`` the moment, in microseconds since
1970, from which nothing of it is used any more."""

APPEND_ONLY = (submissions, resolutions, records)


def is_storable(key: str) -> bool:
    """Whether this could be a key of ours: printable ASCII. Databases raise for some of the rest."""
    return key.isascii() and key.isprintable()
