"""A standing move is told as one on every page that shows what counted, and to its seat beforehand."""

from datetime import timedelta

from referee.services.absences import announce_absence
from referee.services.access import Key
from tests.web.worlds import World


def away(world: World) -> None:
    announce_absence(
        world.ctx,
        Key("seat", world.match, 1),
        world.match,
        1,
        begins_at=world.clock(),
        ends_at=world.clock() + timedelta(days=30),
        standing="strike-leader",
        request_id="the form of an absence",
    )


def test_only_its_own_seat_sees_beforehand_what_will_be_sent(world: World) -> None:
    away(world)
    seen = {
        number: world.look(
            "GET", f"/matches/{world.match}/seats/{number}", cookies=world.cookies_of(str(number))
        ).text
        for number in (1, 2)
    }
    assert "your standing move" in seen[1]
    assert "Strike at " in seen[1]
    assert "your standing move" not in seen[2]


def test_it_is_marked_on_the_round_and_on_the_receipts_page(world: World) -> None:
    away(world)
    world.close(2)
    page = world.look("GET", f"/matches/{world.match}/phases/2")
    assert page.text.count("standing move") == 1
    record = world.look("GET", f"/matches/{world.match}/phases/2/record.json").json
    (counted,) = record["entry"]["act"]["moves"]
    assert counted["standing_move"] is True
    check = world.look(
        "POST",
        f"/matches/{world.match}/receipts",
        form={"receipt": f"SHA-256: {counted['commitment']}"},
        headers={"origin": world.client.origin},
    )
    assert "The standing move, sent by the server" in check.text
