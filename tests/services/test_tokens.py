"""Moves handed in by token: its key is looked up with the whole batch, and as things are when it is stored."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from referee.services.access import Token
from referee.services.context import Context
from referee.services.errors import Refusal
from referee.services.matches import reissue_link, sign_up, start_match
from referee.services.moves import MoveIn, submit
from referee.services.reading_models import Receipt
from tests.services.playing import Table, own_link, refusal, request_id, signup_table
from tests.services.racing import at_once
from tests.storage.rows import rows_of
from tests.web.statements import recorded

NAMES = ("Ann", "Bob", "Cal")


@pytest.fixture
def seated(ctx: Context) -> tuple[Table, list[str]]:
    """A running match and its seats' tokens."""
    table = signup_table(ctx)
    links = [sign_up(ctx, table.match_id, name, request_id=request_id()) for name in NAMES]
    start_match(ctx, table.desk, table.match_id)
    return table, [str(link.token) for link in links]


def by_token(table: Table, seat: int, token: str, card: str = "halt") -> MoveIn:
    return replace(table.move_in(seat, card, NAMES[seat % 3]), key=Token(token))


def test_a_token_is_as_good_as_the_key_it_stands_for(seated) -> None:
    table, tokens = seated
    answers = submit(
        table.ctx, [by_token(table, seat, token) for seat, token in enumerate(tokens, start=1)]
    )
    assert [one.words for one in answers if isinstance(one, Receipt)] == [
        "Halt against Bob",
        "Halt against Cal",
        "Halt against Ann",
    ]


def test_no_wrong_token_sends_and_the_others_of_its_batch_do(seated) -> None:
    table, tokens = seated
    reissue_link(table.ctx, table.desk, table.match_id, 3)
    answers = submit(
        table.ctx,
        [
            by_token(table, 1, "nobody's"),
            by_token(table, 1, tokens[0]),
            by_token(table, 1, tokens[1]),
            by_token(table, 3, tokens[2]),
            by_token(table, 2, tokens[1]),
        ],
    )
    assert [refusal(answers[index]) for index in (0, 2, 3)] == [
        ("KeyMissing", "key-unknown"),
        ("NotYours", "not-yours"),
        ("KeyRevoked", "key-revoked"),
    ]
    assert isinstance(answers[1], Receipt)
    assert isinstance(answers[4], Receipt)
    assert [row["seat"] for row in rows_of(table.ctx, "submissions")] == [1, 2]


@pytest.mark.parametrize(
    "change", [{"phase": 7}, {"match_id": "nosuchmatch"}, {"seat": 9}, {"move": {"card": "no"}}]
)
def test_whoever_has_no_key_is_told_nothing_of_the_move(seated, change) -> None:
    table, _ = seated
    (answer,) = submit(table.ctx, [replace(by_token(table, 1, "nobody's"), **change)])
    assert refusal(answer) == ("KeyMissing", "key-unknown")


def test_all_keys_of_a_batch_are_looked_up_by_one_statement_whatever_they_are(seated) -> None:
    table, tokens = seated
    own = [by_token(table, seat, token) for seat, token in enumerate(tokens, start=1)]
    asked = []
    for batch in (own, own[:1], [*own, by_token(table, 1, "nobody's")]):
        with recorded(table.ctx) as statements:
            submit(table.ctx, batch)
        asked.append([one for one in statements if "FROM keys" in one])
    assert [len(statements) for statements in asked] == [1, 1, 1]


def test_a_link_replaced_while_its_move_is_under_way_sends_or_is_refused_and_never_both(
    new_context: Callable[[str], Context], database_url: str
) -> None:
    one, two = new_context(database_url), new_context(database_url)
    table = signup_table(one)
    links = [sign_up(one, table.match_id, name, request_id=request_id()) for name in NAMES]
    start_match(one, table.desk, table.match_id)
    token = str(links[0].token)
    for _ in range(12):
        before = len(rows_of(one, "submissions"))
        answer, replaced = at_once(
            lambda: submit(two, [by_token(table, 1, token)])[0],  # noqa: B023 (ends with the loop)
            lambda: reissue_link(one, table.desk, table.match_id, 1),
        )
        assert not isinstance(replaced, Refusal)
        stored = len(rows_of(one, "submissions")) - before
        assert isinstance(answer, Receipt) == (stored == 1)
        # Whichever came first: what was replaced sends nothing from now on.
        assert refusal(submit(two, [by_token(table, 1, token)])[0]) == ("KeyRevoked", "key-revoked")
        token = own_link(one, replaced).token


def test_a_move_without_an_id_of_its_own_leaves_nothing_that_opens_its_commitment(seated) -> None:
    table, tokens = seated
    sent = replace(by_token(table, 1, tokens[0]), request_id="")
    first, second = submit(table.ctx, [sent, sent])
    assert isinstance(first, Receipt)
    assert isinstance(second, Receipt)
    assert (first.version, second.version) == (1, 2)
    ids = [row["request_id"] for row in rows_of(table.ctx, "submissions")]
    assert ids == [first.commitment, second.commitment]
