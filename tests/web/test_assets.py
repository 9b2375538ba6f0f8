"""Static files: kept for ever under the address that names their content, asked for again under others."""

import gzip

import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from referee.web.assets import PREFIX, Assets
from tests.web.client import Client


@pytest.fixture
def site(tmp_path):
    (tmp_path / "theme.css").write_text("body { color: black }\n" * 50, "utf-8")
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "dot.svg").write_text(
        "<svg xmlns='http://www.w3.org/2000/svg'/>", "utf-8"
    )
    return Client(Starlette(routes=[Mount(PREFIX, Assets(tmp_path))]))


def test_a_file_under_its_hash_is_kept_for_ever(site):
    digest = site.get("/static/theme.css").headers["etag"].strip('"')
    kept = site.get(f"/static/theme.css?v={digest}")
    assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert kept.headers["content-type"] == "text/css; charset=utf-8"


@pytest.mark.parametrize("path", ["/static/theme.css", "/static/theme.css?v=000000000000"])
def test_a_file_under_no_hash_or_an_old_one_is_asked_for_again(site, path):
    assert site.get(path).headers["cache-control"] == "no-cache"


def test_a_browser_that_has_the_file_is_not_sent_it_again(site):
    etag = site.get("/static/theme.css").headers["etag"]
    again = site.get("/static/theme.css", headers={"If-None-Match": etag})
    assert (again.status, again.body) == (304, b"")


def test_text_is_sent_compressed_to_whoever_can_read_it(site):
    plain = site.get("/static/theme.css")
    packed = site.get("/static/theme.css", headers={"Accept-Encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body)


def test_a_file_in_a_folder_is_found(site):
    assert site.get("/static/icons/dot.svg").headers["content-type"] == "image/svg+xml"


@pytest.mark.parametrize(
    "path", ["/static/nothing.css", "/static/../pyproject.toml", "/static/%2e%2e/x", "/static/"]
)
def test_nothing_else_is_found(site, path):
    assert site.get(path).status == 404
