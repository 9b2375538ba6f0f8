"""Making a match, filling its seats, and what the referee does while it runs."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from referee.services import reading
from referee.services.access import Key, key_of, new_operator_token
from referee.services.closing import close_phase
from referee.services.context import Context
from referee.services.errors import Conflict, Invalid, KeyMissing, KeyRevoked, NotFound, NotYours
from referee.services.link_requests import REPEAT_WINDOW
from referee.services.matches import (
    NewMatch,
    add_seat,
    cancel_match,
    create_match,
    extend_phase,
    reissue_link,
    remove_seat,
    rename_seat,
    sign_up,
    start_match,
)
from referee.storage.tables import metadata
from tests.clock import Clock
from tests.services.playing import own_link, request_id, running_table, signup_table

NOBODY = Key(role="seat", match_id="another", seat=1)
EIGHT = ("Ann", "Bob", "Cal", "Dee", "Eve", "Fay", "Gus", "Hal")


def names(ctx: Context, match_id: str) -> list[tuple[int, str]]:
    page = reading.match_page(ctx, match_id, None)
    return [(seat.number, seat.name) for seat in page.seats]


def test_a_new_match_is_open_for_signup_and_has_its_recruiting_post(
    ctx: Context, clock: Clock
) -> None:
    made = create_match(
        ctx,
        NewMatch(
            game="crossing-swords",
            title="  Summer   melee ",
            zone="Europe/Berlin",
            options={"assail_vp_cap": 8},
        ),
        request_id=request_id(),
    )
    page = reading.match_page(ctx, made.match_id, None)
    assert (page.status, page.title, page.seats_least, page.seats_most) == (
        "signup",
        "Summer melee",
        2,
        8,
    )
    assert page.settings.created_at == clock.now
    changed = {option.name: option.value for option in page.options if not option.is_default}
    assert changed == {"assail_vp_cap": "8"}
    assert [post.kind for post in page.posts] == ["recruiting"]
    assert "signup" in reading.post(ctx, made.match_id, "recruiting").texts["bbcode"]
    assert key_of(ctx, made.referee_token) == Key("referee", made.match_id, None)


def test_match_ids_are_short_and_unlike_one_another(ctx: Context) -> None:
    ids = {signup_table(ctx).match_id for _ in range(5)}
    assert len(ids) == 5
    assert {len(one) for one in ids} == {10}


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"title": "   "}, "title-empty", "title"),
        ({"title": "x" * 81}, "title-too-long", "title"),
        ({"zone": "Europe/Atlantis"}, "zone-unknown", "zone"),
        ({"zone": "../../etc/passwd"}, "zone-unknown", "zone"),
        ({"round_minutes": 0}, "length-out-of-range", "round_minutes"),
        ({"round_minutes": 10**30}, "length-out-of-range", "round_minutes"),
        ({"round_minutes": 2 * 365 * 1440}, "length-out-of-range", "round_minutes"),
        ({"choice_minutes": -5}, "length-out-of-range", "choice_minutes"),
        ({"max_seats": 9}, "seats-out-of-range", "max_seats"),
        ({"max_seats": 1}, "seats-out-of-range", "max_seats"),
        ({"options": {"starting_life": 0}}, "options-invalid", "options.starting_life"),
        ({"options": {"gravity": "off"}}, "options-invalid", "options.gravity"),
    ],
)
def test_settings_that_make_no_match_are_refused_with_their_field(
    ctx: Context, wrong, code: str, field: str
) -> None:
    with pytest.raises(Invalid) as refused:
        signup_table(ctx, **wrong)
    assert (refused.value.code, refused.value.field) == (code, field)
    assert refused.value.text.endswith(".")
    assert reading.home(ctx).open == ()


def test_a_game_that_does_not_exist_is_not_found(ctx: Context) -> None:
    with pytest.raises(NotFound, match="game-not-found"):
        create_match(ctx, NewMatch(game="chess", title="No"), request_id=request_id())


def test_a_form_for_a_match_sent_twice_makes_one_match_and_one_link(ctx: Context) -> None:
    new, request = NewMatch(game="crossing-swords", title="Once"), request_id()
    first, second = (create_match(ctx, new, request_id=request) for _ in range(2))
    assert first == second
    assert len(reading.home(ctx).open) == 1


def test_a_signup_form_sent_twice_takes_one_seat_and_gives_one_link(ctx: Context) -> None:
    table, request = signup_table(ctx), request_id()
    first, second = (sign_up(ctx, table.match_id, "Ann", request_id=request) for _ in range(2))
    assert first == second
    assert names(ctx, table.match_id) == [(1, "Ann")]
    assert key_of(ctx, first.token or "") == table.seat(1)


def test_a_form_that_comes_again_with_something_else_in_it_is_no_repeat(ctx: Context) -> None:
    table, request, other = signup_table(ctx), request_id(), request_id()
    first = sign_up(ctx, table.match_id, "Ann", request_id=request)
    with pytest.raises(Conflict, match="request-used"):
        sign_up(ctx, table.match_id, "Anna", request_id=request)
    assert sign_up(ctx, table.match_id, "Ann", request_id=request) == first
    assert names(ctx, table.match_id) == [(1, "Ann")]
    made = NewMatch(game="crossing-swords", title="One", options={"starting_life": 8})
    create_match(ctx, made, request_id=other)
    for changed in (replace(made, title="Two"), replace(made, options={"starting_life": 9})):
        with pytest.raises(Conflict, match="request-used"):
            create_match(ctx, changed, request_id=other)


def test_a_forms_link_is_told_again_only_for_a_while_and_never_once_it_is_replaced(
    ctx: Context, clock: Clock
) -> None:
    table, request, other = signup_table(ctx), request_id(), request_id()
    sign_up(ctx, table.match_id, "Ann", request_id=request)
    sign_up(ctx, table.match_id, "Bob", request_id=other)
    reissue_link(ctx, table.desk, table.match_id, 2)
    with pytest.raises(Conflict, match="request-used"):
        sign_up(ctx, table.match_id, "Bob", request_id=other)
    clock.forward(seconds=REPEAT_WINDOW.total_seconds() + 1)
    with pytest.raises(Conflict, match="request-used"):
        sign_up(ctx, table.match_id, "Ann", request_id=request)


def test_a_request_id_that_could_be_guessed_is_refused(ctx: Context) -> None:
    for guessable in ("", "1", "x" * 15, "y" * 129, "not printable \x00 at all"):
        with pytest.raises(Invalid, match="request-id-invalid"):
            sign_up(ctx, signup_table(ctx).match_id, "Ann", request_id=guessable)


def test_one_forms_id_in_another_match_is_no_key_to_the_first(ctx: Context) -> None:
    table, other, request = signup_table(ctx), signup_table(ctx), request_id()
    sign_up(ctx, table.match_id, "Ann", request_id=request)
    with pytest.raises(Conflict, match="request-used"):
        sign_up(ctx, other.match_id, "Ann", request_id=request)


def test_the_database_holds_no_token(ctx: Context) -> None:
    table = signup_table(ctx)
    token = sign_up(ctx, table.match_id, "Ann", request_id=request_id()).token or "?"
    with ctx.store.read() as connection:
        for one in metadata.sorted_tables:
            assert token not in repr(connection.execute(one.select()).all())


def test_a_ninth_player_finds_the_match_full(ctx: Context) -> None:
    table = signup_table(ctx, EIGHT)
    with pytest.raises(Conflict, match="match-full"):
        sign_up(ctx, table.match_id, "Ida", request_id=request_id())
    with pytest.raises(Conflict, match="match-full"):
        add_seat(ctx, table.desk, table.match_id, "Ida")
    assert len(names(ctx, table.match_id)) == 8


def test_a_match_may_have_fewer_seats_than_its_game_allows(ctx: Context) -> None:
    table = signup_table(ctx, ("Ann", "Bob"), max_seats=2)
    with pytest.raises(Conflict, match="match-full"):
        sign_up(ctx, table.match_id, "Cal", request_id=request_id())


@pytest.mark.parametrize(
    ("name", "code"),
    [("ann", "name-taken"), ("Аnn", "name-lookalike"), ("", "name-empty"), ("A\u202eB", "name-")],
)
def test_a_name_that_will_not_do_is_refused(ctx: Context, name: str, code: str) -> None:
    table = signup_table(ctx, ("Ann",))
    with pytest.raises((Invalid, Conflict), match=code):
        sign_up(ctx, table.match_id, name, request_id=request_id())
    with pytest.raises((Invalid, Conflict), match=code):
        add_seat(ctx, table.desk, table.match_id, name)
    assert names(ctx, table.match_id) == [(1, "Ann")]


def test_a_signup_after_the_start_is_refused(ctx: Context) -> None:
    table = running_table(ctx)
    with pytest.raises(Conflict, match="already-started"):
        sign_up(ctx, table.match_id, "Dee", request_id=request_id())
    for act in (
        lambda: add_seat(ctx, table.desk, table.match_id, "Dee"),
        lambda: rename_seat(ctx, table.desk, table.match_id, 1, "Anna"),
        lambda: remove_seat(ctx, table.desk, table.match_id, 1),
        lambda: start_match(ctx, table.desk, table.match_id),
    ):
        with pytest.raises(Conflict, match="already-started"):
            act()
    assert names(ctx, table.match_id) == [(1, "Ann"), (2, "Bob"), (3, "Cal")]


def test_a_start_with_one_player_is_refused(ctx: Context) -> None:
    table = signup_table(ctx, ("Ann",))
    with pytest.raises(Conflict, match="too-few-seats"):
        start_match(ctx, table.desk, table.match_id)
    assert reading.match_page(ctx, table.match_id, None).status == "signup"


def test_the_start_opens_the_first_round_with_its_deadline_and_opening_post(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    page = reading.match_page(ctx, table.match_id, None)
    assert (page.status, page.phase_title) == ("running", "Round 1")
    assert page.phase is not None
    assert (page.phase.number, page.phase.status) == (1, "open")
    assert page.phase.due_at == clock.now + timedelta(hours=1)
    assert [post.kind for post in page.posts] == ["opening", "recruiting"]
    assert page.moved.owed == 3


def test_a_renamed_seat_keeps_its_link_and_a_removed_ones_link_opens_nothing(
    ctx: Context,
) -> None:
    table = signup_table(ctx)
    links = [sign_up(ctx, table.match_id, name, request_id=request_id()) for name in ("Ann", "Bob")]
    rename_seat(ctx, table.desk, table.match_id, 1, "Anna")
    remove_seat(ctx, table.desk, table.match_id, 2)
    assert names(ctx, table.match_id) == [(1, "Anna")]
    assert key_of(ctx, links[0].token or "").seat == 1
    with pytest.raises(KeyRevoked, match="key-revoked"):
        key_of(ctx, links[1].token or "")


def test_a_removed_seats_number_goes_to_the_next_who_comes_but_not_its_link(
    ctx: Context,
) -> None:
    table = signup_table(ctx)
    links = [
        sign_up(ctx, table.match_id, name, request_id=request_id())
        for name in ("Ann", "Bob", "Cal")
    ]
    remove_seat(ctx, table.desk, table.match_id, 2)
    newcomer = sign_up(ctx, table.match_id, "Dee", request_id=request_id())
    assert newcomer.seat == 2
    with pytest.raises(KeyRevoked):
        key_of(ctx, links[1].token or "")
    assert key_of(ctx, newcomer.token or "") == table.seat(2)


def test_a_match_with_a_gap_in_its_seats_can_be_played(ctx: Context) -> None:
    table = signup_table(ctx, ("Ann", "Bob", "Cal"))
    remove_seat(ctx, table.desk, table.match_id, 1)
    start_match(ctx, table.desk, table.match_id)
    assert table.sent(3, "lunge", "Bob").words == "Lunge at Bob"
    close_phase(ctx, table.desk, table.match_id, 1)
    assert [one.seat_name for one in reading.phase_report(ctx, table.match_id, 1).moves] == ["Cal"]


def test_a_reissued_link_revokes_the_one_before_and_the_moves_stand(ctx: Context) -> None:
    table = running_table(ctx)
    first = own_link(ctx, reissue_link(ctx, table.desk, table.match_id, 1))
    table.sent(1, "lunge", "Bob")
    second = own_link(ctx, reissue_link(ctx, table.desk, table.match_id, 1))
    with pytest.raises(KeyRevoked):
        key_of(ctx, first.token)
    key_of(ctx, second.token)
    close_phase(ctx, table.desk, table.match_id, 1)
    report = reading.phase_report(ctx, table.match_id, 1)
    assert [one.words for one in report.moves] == ["Lunge at Bob"]


def test_a_referee_who_replaces_a_link_cannot_read_through_it_what_was_sealed(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    clock.forward(seconds=1)
    key = own_link(ctx, reissue_link(ctx, table.desk, table.match_id, 1)).key
    page = reading.seat_page(ctx, key)
    assert page.earlier_sealed
    assert "Lunge" not in page.model_dump_json(include={"submissions"})
    assert page.submissions == ()
    other = own_link(ctx, reissue_link(ctx, table.desk, table.match_id, 2))
    unsent = reading.seat_page(ctx, other.key)
    assert (unsent.earlier_sealed, unsent.submissions) == (True, ())

    table.sent(1, "strike", "Bob")
    assert [one.words for one in reading.seat_page(ctx, key).submissions] == ["Strike at Bob"]
    close_phase(ctx, table.desk, table.match_id, 1)
    clock.forward(seconds=1)
    assert not reading.seat_page(ctx, key).earlier_sealed


def test_an_unknown_token_opens_nothing(ctx: Context) -> None:
    for token in ("", "x", "é" * 100, "\ud800", "a" * 100_000):
        with pytest.raises(KeyMissing, match="key-unknown"):
            key_of(ctx, token)


def test_an_operators_link_opens_every_desk_and_revokes_the_one_before(ctx: Context) -> None:
    first = new_operator_token(ctx)
    second = new_operator_token(ctx)
    with pytest.raises(KeyRevoked):
        key_of(ctx, first)
    table = signup_table(ctx, ("Ann",))
    assert reading.desk_page(ctx, key_of(ctx, second), table.match_id).seats[0].name == "Ann"


def test_a_practice_player_has_a_seat_and_no_link(ctx: Context) -> None:
    table = signup_table(ctx, ("Ann",))
    link = add_seat(ctx, table.desk, table.match_id, "Gawain", practice=True)
    assert link.token is None
    seats = reading.desk_page(ctx, table.desk, table.match_id).seats
    assert [(seat.practice, seat.link_issued_at is not None) for seat in seats] == [
        (False, True),
        (True, False),
    ]
    with pytest.raises(Conflict, match="practice-seat"):
        reissue_link(ctx, table.desk, table.match_id, 2)


def test_nobody_but_the_referee_does_the_referees_acts(ctx: Context, clock: Clock) -> None:
    table, other = running_table(ctx), running_table(ctx)
    later = clock.now + timedelta(hours=2)
    for key in (table.seat(1), other.desk, other.seat(1), NOBODY):
        for act in (
            lambda key: add_seat(ctx, key, table.match_id, "Dee"),
            lambda key: rename_seat(ctx, key, table.match_id, 1, "Anna"),
            lambda key: remove_seat(ctx, key, table.match_id, 1),
            lambda key: reissue_link(ctx, key, table.match_id, 1),
            lambda key: start_match(ctx, key, table.match_id),
            lambda key: cancel_match(ctx, key, table.match_id, "Because."),
            lambda key: extend_phase(ctx, key, table.match_id, 1, later),
            lambda key: close_phase(ctx, key, table.match_id, 1),
            lambda key: reading.desk_page(ctx, key, table.match_id),
        ):
            with pytest.raises(NotYours, match="not-yours"):
                act(key)
    assert reading.match_page(ctx, table.match_id, None).status == "running"


def test_an_extension_is_an_absolute_time_and_twice_the_same_is_once(
    ctx: Context, clock: Clock
) -> None:
    table = running_table(ctx)
    later = clock.now + timedelta(hours=5)
    revisions = set()
    for _ in range(3):
        assert extend_phase(ctx, table.desk, table.match_id, 1, later) == later
        page = reading.match_page(ctx, table.match_id, None)
        revisions.add(page.revision)
        assert page.due_at == later
    assert len(revisions) == 1


def test_an_extended_phase_takes_moves_until_its_new_deadline(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    extend_phase(ctx, table.desk, table.match_id, 1, clock.now + timedelta(hours=5))
    clock.forward(hours=4)
    assert table.sent(1, "lunge", "Bob").standing == "counts"


@pytest.mark.parametrize(
    ("due_at", "code"),
    [
        (datetime(2030, 1, 7, 9, 30, tzinfo=UTC), "extension-earlier"),
        (datetime(2020, 1, 1, tzinfo=UTC), "extension-earlier"),
        (datetime(2030, 1, 21, 9, 1, tzinfo=UTC), "extension-too-far"),
        (datetime(9999, 12, 31, tzinfo=UTC), "extension-too-far"),
        (datetime(2030, 1, 8), "time-not-aware"),  # noqa: DTZ001 (that is the point)
    ],
)
def test_an_extension_to_a_time_that_will_not_do_is_refused(
    ctx: Context, due_at: datetime, code: str
) -> None:
    table = running_table(ctx)
    before = reading.match_page(ctx, table.match_id, None)
    with pytest.raises(Invalid, match=code):
        extend_phase(ctx, table.desk, table.match_id, 1, due_at)
    assert reading.match_page(ctx, table.match_id, None) == before


def test_a_closed_phase_cannot_be_extended(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    close_phase(ctx, table.desk, table.match_id, 1)
    with pytest.raises(Conflict, match="phase-closed"):
        extend_phase(ctx, table.desk, table.match_id, 1, clock.now + timedelta(hours=9))


def test_a_cancelled_match_says_why_and_stays_cancelled(ctx: Context, clock: Clock) -> None:
    table = running_table(ctx)
    table.sent(1, "lunge", "Bob")
    cancel_match(ctx, table.desk, table.match_id, " The forum\x00 is closing. ")
    cancel_match(ctx, table.desk, table.match_id, "Another reason.")
    page = reading.match_page(ctx, table.match_id, None)
    assert (page.status, page.reason) == ("cancelled", "The forum is closing.")
    assert page.settings.finished_at == clock.now
    assert (page.phase_title, page.due_at, page.standings, page.history) == (None, None, None, ())
    assert reading.home(ctx) == reading.Home(open=(), running=(), finished=())
    with pytest.raises(Conflict, match="match-cancelled"):
        close_phase(ctx, table.desk, table.match_id, 1)
    with pytest.raises(Conflict, match="match-cancelled"):
        extend_phase(ctx, table.desk, table.match_id, 1, clock.now + timedelta(hours=9))


@pytest.mark.parametrize(
    ("reason", "code"), [("  ", "reason-empty"), ("x" * 201, "reason-too-long")]
)
def test_a_match_is_cancelled_only_for_a_reason(ctx: Context, reason: str, code: str) -> None:
    table = running_table(ctx)
    with pytest.raises(Invalid, match=code):
        cancel_match(ctx, table.desk, table.match_id, reason)
    assert reading.match_page(ctx, table.match_id, None).status == "running"
