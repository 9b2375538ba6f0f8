"""Posts: announcements as they were written, in every dialect."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, func, select

from referee.storage.tables import is_storable, posts


@dataclass(frozen=True, slots=True)
class PostRow:
    """A post. ``texts`` is JSON: the text by dialect."""

    match_id: str
    post_id: str
    kind: str
    title: str
    phase: int | None
    created_at: datetime
    texts: str


_COLUMNS = [posts.c[name] for name in PostRow.__slots__]


def add_post(connection: Connection, row: PostRow) -> None:
    """Store a post behind the match's others."""
    place = connection.execute(
        select(func.count()).select_from(posts).where(posts.c.match_id == row.match_id)
    ).scalar_one()
    connection.execute(
        posts.insert().values(
            place=place, **{name: getattr(row, name) for name in PostRow.__slots__}
        )
    )


def post_rows(connection: Connection, match_id: str) -> list[PostRow]:
    """The posts of a match, newest first."""
    query = select(*_COLUMNS).where(posts.c.match_id == match_id).order_by(posts.c.place.desc())
    return [PostRow(*row) for row in connection.execute(query)]


def post_row(connection: Connection, match_id: str, post_id: str) -> PostRow | None:
    """One post, or None."""
    if not is_storable(post_id):
        return None
    found = connection.execute(
        select(*_COLUMNS).where(posts.c.match_id == match_id, posts.c.post_id == post_id)
    ).one_or_none()
    return None if found is None else PostRow(*found)


def post_titles(connection: Connection, match_id: str) -> list[PostRow]:
    """The posts of a match without their texts, newest first."""
    query = (
        select(*_COLUMNS[:-1]).where(posts.c.match_id == match_id).order_by(posts.c.place.desc())
    )
    return [PostRow(**row._mapping, texts="{}") for row in connection.execute(query)]
