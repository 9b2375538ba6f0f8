"""Running worlds for tests, on both databases."""

import pytest
import structlog

from tests.web.client import LOOP
from tests.web.sealing import replace_link
from tests.web.worlds import new_world, open_match


@pytest.fixture(scope="session", autouse=True)
def loop():
    """Ends what tests have left waiting, whose threads would keep the process from ever ending."""
    yield
    LOOP.close()


@pytest.fixture
def new_server(new_database_url):
    """Makes empty servers; the writer is not started."""
    made = []

    def make(**how):
        world = new_world(new_database_url(), **how)
        made.append(world)
        return world

    yield make
    for world in made:
        world.app.state.writer.stop()
        world.ctx.store.close()


@pytest.fixture
def server(new_server):
    """An empty server, serving."""
    world = new_server()
    world.app.state.writer.start()
    return world


@pytest.fixture
def world(server):
    """A match of four in its second round, and every key."""
    return open_match(server)


@pytest.fixture
def new_match(new_server):
    """Makes worlds that are alike to the last byte, for `tests.web.sealing`."""

    def make(visibility, **how):
        world = open_match(new_server(), visibility=visibility, **how)
        replace_link(world)
        return world

    return make


@pytest.fixture
def https_world(new_server):
    """A match on a server that is reached by https."""
    world = new_server(base_url="https://games.example")
    world.app.state.writer.start()
    return open_match(world)


@pytest.fixture
def log():
    """Everything that is logged, a dictionary for each line."""
    with structlog.testing.capture_logs() as lines:
        yield lines
