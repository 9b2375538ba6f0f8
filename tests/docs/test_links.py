"""Links in the documentation lead somewhere."""

from urllib.parse import unquote, urlsplit

import pytest

from tests.docs.pages import Page, pages


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.name)
def test_every_link_of_a_page_leads_somewhere(page: Page) -> None:
    dead = [link for link in page.links() if not _leads_somewhere(page, link)]
    assert not dead


def test_every_page_can_be_reached_from_the_readme() -> None:
    by_path = {page.path.resolve(): page for page in pages()}
    to_read = [page for page in by_path.values() if page.name == "README.md"]
    reached = {page.name for page in to_read}
    while to_read:
        page = to_read.pop()
        for link in page.links():
            target = by_path.get((page.path.parent / unquote(urlsplit(link).path)).resolve())
            if target and target.name not in reached:
                reached.add(target.name)
                to_read.append(target)
    assert sorted({page.name for page in by_path.values()} - reached) == []


def _leads_somewhere(page: Page, link: str) -> bool:
    parts = urlsplit(link)
    if parts.scheme:
        return parts.scheme in {"https", "http", "mailto"} and bool(parts.netloc or parts.path)
    path = page.path.parent / unquote(parts.path) if parts.path else page.path
    if not path.exists():
        return False
    if not parts.fragment:
        return True
    return parts.fragment in Page(path.name, path.read_text("utf-8")).anchors()
