"""Health: a watchdog learns whether the database answers and whether anybody closes rounds."""

from dataclasses import replace
from datetime import timedelta

from referee import __version__
from referee.sealing import Sealer
from referee.services.health import GRACE
from referee.web.app import create_app
from tests.web.client import Client


def test_a_server_with_nothing_overdue_is_well(world):
    answer = world.look("GET", "/health")
    assert answer.status == 200
    assert answer.json == {"status": "ok", "overdue_phases": 0, "version": __version__}


def test_a_phase_just_due_is_not_overdue_yet_and_a_little_later_it_is(world):
    world.clock.forward(days=1)
    world.clock.set(world.clock.now.replace(hour=10, minute=0) + GRACE - timedelta(seconds=1))
    assert world.look("GET", "/health").status == 200
    world.clock.forward(days=1)
    answer = world.look("GET", "/health")
    assert answer.status == 503
    assert answer.json["status"] == "overdue"
    assert answer.json["overdue_phases"] == 1
    world.close(2)
    assert world.look("GET", "/health").status == 200


def test_moves_that_no_secret_opens_are_told(world):
    world.send(1, {"card": "strike", "target": "Bob"}, phase=2)
    assert world.look("GET", "/health").status == 200
    lost = replace(world.ctx, sealer=Sealer(b"another secret of thirty-two bytes"))
    answer = Client(create_app(lost)).get("/health")
    assert (answer.status, answer.json["status"]) == (503, "secret-missing")


def test_a_database_that_does_not_answer_is_told_without_its_address(server, monkeypatch, log):
    def gone(*_):
        raise OSError("could not connect to secret.example with password hunter2")

    monkeypatch.setattr(type(server.ctx.store), "read", gone)
    answer = server.look("GET", "/health")
    assert answer.status == 503
    assert answer.json == {"status": "no-database", "overdue_phases": None, "version": __version__}
    assert "hunter2" not in answer.text + repr(log)
