"""The first tables, and the triggers that make submissions, resolutions and records append-only."""

from collections.abc import Sequence

import sqlalchemy as sa
from alembic import op

revision: str = "0001"
down_revision: str | None = None
branch_labels: str | Sequence[str] | None = None
depends_on: str | Sequence[str] | None = None


APPEND_ONLY = ("submissions", "resolutions", "records")


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("schedule", sa.Text(), nullable=False),
        sa.Column("seats_least", sa.Integer(), nullable=False),
        sa.Column("seats_most", sa.Integer(), nullable=False),
        sa.Column("closing", sa.Text(), nullable=False),
        sa.Column("seat_rules", sa.Text(), nullable=False),
        sa.Column("status_visibility", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("cancel_reason", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("revision", sa.Integer(), server_default="0", nullable=False),
        sa.CheckConstraint(
            "status IN ('signup', 'running', 'finished', 'cancelled', 'quarantined')",
            name=op.f("ck_matches_status"),
        ),
        sa.CheckConstraint(
            "status_visibility IN ('hidden', 'count', 'names')",
            name=op.f("ck_matches_status_visibility"),
        ),
        sa.PrimaryKeyConstraint("match_id", name=op.f("pk_matches")),
    )
    op.create_index(
        op.f("ix_matches_status_created_at"), "matches", ["status", "created_at"], unique=False
    )
    op.create_table(
        "keys",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("match_id", sa.String(length=32), nullable=True),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("issued_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("origin", sa.String(length=16), nullable=False),
        sa.CheckConstraint(
            "origin IN ('own', 'invitation', 'opened')", name=op.f("ck_keys_origin")
        ),
        sa.CheckConstraint("role IN ('seat', 'referee', 'operator')", name=op.f("ck_keys_role")),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name=op.f("fk_keys_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_keys")),
    )
    op.create_index(op.f("ix_keys_match_id_seat"), "keys", ["match_id", "seat"], unique=False)
    op.create_table(
        "outbox",
        sa.Column(
            "outbox_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("key", sa.String(length=128), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("ready_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("done_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name=op.f("fk_outbox_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("outbox_id", name=op.f("pk_outbox")),
        sa.UniqueConstraint("key", name=op.f("uq_outbox_key")),
    )
    op.create_index(
        op.f("ix_outbox_done_at_ready_at"), "outbox", ["done_at", "ready_at"], unique=False
    )
    op.create_table(
        "phases",
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_set_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("due_by", sa.String(length=16), nullable=True),
        sa.Column("closes_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("early_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("waits_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("extensions", sa.Integer(), server_default="0", nullable=False),
        sa.Column("closed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("base", sa.Integer(), nullable=False),
        sa.Column("decisions", sa.Text(), nullable=False),
        sa.Column("owed", sa.Text(), nullable=False),
        sa.CheckConstraint(
            "status IN ('open', 'closed', 'stuck', 'void')", name=op.f("ck_phases_status")
        ),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name=op.f("fk_phases_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_phases")),
    )
    op.create_index(
        op.f("ix_phases_status_closes_at"), "phases", ["status", "closes_at"], unique=False
    )
    op.create_table(
        "posts",
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("post_id", sa.String(length=64), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("phase", sa.Integer(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("texts", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name=op.f("fk_posts_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "post_id", name=op.f("pk_posts")),
        sa.UniqueConstraint("match_id", "place", name=op.f("uq_posts_match_id_place")),
    )
    op.create_table(
        "rates",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("whole_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_rates")),
    )
    op.create_index(op.f("ix_rates_whole_at"), "rates", ["whole_at"], unique=False)
    op.create_table(
        "records",
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name=op.f("fk_records_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_records")),
    )
    op.create_table(
        "requests",
        sa.Column("request_id", sa.String(length=128), nullable=False),
        sa.Column("act", sa.String(length=64), nullable=False),
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=True),
        sa.Column("token_hash", sa.String(length=64), nullable=True),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name=op.f("fk_requests_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("request_id", name=op.f("pk_requests")),
    )
    op.create_table(
        "resolutions",
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("phase", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("made_by", sa.String(length=16), nullable=False),
        sa.Column("moves", sa.Text(), nullable=False),
        sa.Column("events", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("measures", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name=op.f("fk_resolutions_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "phase", "version", name=op.f("pk_resolutions")),
    )
    op.create_table(
        "seats",
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.match_id"], name=op.f("fk_seats_match_id_matches")
        ),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_seats")),
        sa.UniqueConstraint("match_id", "name", name=op.f("uq_seats_match_id_name")),
    )
    op.create_table(
        "submissions",
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("phase", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("request_id", sa.String(length=128), nullable=False),
        sa.Column("request_use", sa.Integer(), nullable=False),
        sa.Column("received_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("late", sa.Boolean(), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.String(length=64), nullable=False),
        sa.Column("standing_move", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id", "phase"],
            ["phases.match_id", "phases.number"],
            name=op.f("fk_submissions_match_id_phase_phases"),
        ),
        sa.ForeignKeyConstraint(
            ["match_id", "seat"],
            ["seats.match_id", "seats.number"],
            name=op.f("fk_submissions_match_id_seat_seats"),
        ),
        sa.PrimaryKeyConstraint(
            "match_id", "phase", "seat", "version", name=op.f("pk_submissions")
        ),
        sa.UniqueConstraint(
            "match_id",
            "phase",
            "seat",
            "request_id",
            "request_use",
            name=op.f("uq_submissions_match_id_phase_seat_request_id_request_use"),
        ),
    )
    op.create_table(
        "tenures",
        sa.Column(
            "tenure_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("holder", sa.String(length=16), nullable=False),
        sa.Column("player", sa.Text(), nullable=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.Column("phase", sa.Integer(), server_default="0", nullable=False),
        sa.Column("first_version", sa.Integer(), server_default="1", nullable=False),
        sa.Column("awaited", sa.String(length=16), server_default="not yet", nullable=False),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_by", sa.String(length=16), nullable=True),
        sa.CheckConstraint(
            "holder IN ('player', 'practice', 'nobody')", name=op.f("ck_tenures_holder")
        ),
        sa.CheckConstraint(
            "(player IS NOT NULL) = (holder = 'player')", name=op.f("ck_tenures_player")
        ),
        sa.CheckConstraint(
            "ended_by IN ('resigned', 'swapped', 'misses', 'reclaimed')",
            name=op.f("ck_tenures_ended_by"),
        ),
        sa.CheckConstraint(
            "awaited IN ('not yet', 'now', 'in vain')", name=op.f("ck_tenures_awaited")
        ),
        sa.ForeignKeyConstraint(
            ["match_id", "seat"],
            ["seats.match_id", "seats.number"],
            name=op.f("fk_tenures_match_id_seat_seats"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tenure_id", name=op.f("pk_tenures")),
    )
    op.create_index(
        "ix_tenures_current",
        "tenures",
        ["match_id", "seat"],
        unique=True,
        sqlite_where=sa.text("until IS NULL"),
        postgresql_where=sa.text("until IS NULL"),
    )
    op.create_table(
        "contacts",
        sa.Column("contact_id", sa.String(length=16), nullable=False),
        sa.Column(
            "tenure_id",
            sa.BigInteger().with_variant(sa.Integer(), "sqlite"),
            nullable=False,
        ),
        sa.Column("channel", sa.String(length=16), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=True),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("remind_minutes", sa.Integer(), nullable=True),
        sa.Column("wants_opened", sa.Boolean(), nullable=False),
        sa.Column("wants_closed", sa.Boolean(), nullable=False),
        sa.Column("failures", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("ended_by", sa.String(length=16), nullable=True),
        sa.CheckConstraint("channel IN ('email', 'target')", name=op.f("ck_contacts_channel")),
        sa.CheckConstraint(
            "ended_by IN ('removed', 'unsubscribed', 'failing', 'over')",
            name=op.f("ck_contacts_ended_by"),
        ),
        sa.ForeignKeyConstraint(
            ["tenure_id"],
            ["tenures.tenure_id"],
            name=op.f("fk_contacts_tenure_id_tenures"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("contact_id", name=op.f("pk_contacts")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_contacts_token_hash")),
    )
    op.create_index(op.f("ix_contacts_tenure_id"), "contacts", ["tenure_id"], unique=False)
    op.create_table(
        "readiness",
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("phase", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id", "phase"],
            ["phases.match_id", "phases.number"],
            name=op.f("fk_readiness_match_id_phase_phases"),
        ),
        sa.ForeignKeyConstraint(
            ["match_id", "seat"],
            ["seats.match_id", "seats.number"],
            name=op.f("fk_readiness_match_id_seat_seats"),
        ),
        sa.PrimaryKeyConstraint("match_id", "phase", "seat", name=op.f("pk_readiness")),
    )
    op.create_table(
        "absences",
        sa.Column("match_id", sa.String(length=32), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column(
            "tenure_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False
        ),
        sa.Column("request_id", sa.String(length=128), nullable=False),
        sa.Column("announced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("begins_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("taken_back_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tenure_id"],
            ["tenures.tenure_id"],
            name=op.f("fk_absences_tenure_id_tenures"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("match_id", "seat", "number", name=op.f("pk_absences")),
        sa.UniqueConstraint(
            "tenure_id", "request_id", name=op.f("uq_absences_tenure_id_request_id")
        ),
    )
    op.create_table(
        "beats",
        sa.Column("beat_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("lost_from", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lost_until", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("beat_id = 1", name=op.f("ck_beats_one")),
        sa.PrimaryKeyConstraint("beat_id", name=op.f("pk_beats")),
    )
    forbid_changes()


def forbid_changes() -> None:
    """Nothing stored here is ever updated or deleted, whoever asks."""
    if op.get_bind().dialect.name == "sqlite":
        for table in APPEND_ONLY:
            for act in ("UPDATE", "DELETE"):
                op.execute(
                    f"CREATE TRIGGER {table}_no_{act.lower()} BEFORE {act} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, '{table} are append-only'); END"
                )
        return
    op.execute(
        "CREATE FUNCTION referee_append_only() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION '% are append-only', TG_TABLE_NAME "
        "USING ERRCODE = 'integrity_constraint_violation'; END $$"
    )
    for table in APPEND_ONLY:
        op.execute(
            f"CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table} "
            "FOR EACH STATEMENT EXECUTE FUNCTION referee_append_only()"
        )


def downgrade() -> None:
    op.drop_index(op.f("ix_contacts_tenure_id"), table_name="contacts")
    op.drop_table("contacts")
    op.drop_index(
        "ix_tenures_current",
        table_name="tenures",
        sqlite_where=sa.text("until IS NULL"),
        postgresql_where=sa.text("until IS NULL"),
    )
    op.drop_table("beats")
    op.drop_table("readiness")
    op.drop_table("absences")
    op.drop_table("tenures")
    op.drop_table("submissions")
    op.drop_table("seats")
    op.drop_table("resolutions")
    op.drop_table("requests")
    op.drop_table("records")
    op.drop_index(op.f("ix_rates_whole_at"), table_name="rates")
    op.drop_table("rates")
    op.drop_table("posts")
    op.drop_index(op.f("ix_phases_status_closes_at"), table_name="phases")
    op.drop_table("phases")
    op.drop_index(op.f("ix_outbox_done_at_ready_at"), table_name="outbox")
    op.drop_table("outbox")
    op.drop_index(op.f("ix_keys_match_id_seat"), table_name="keys")
    op.drop_table("keys")
    op.drop_index(op.f("ix_matches_status_created_at"), table_name="matches")
    op.drop_table("matches")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("DROP FUNCTION referee_append_only()")
