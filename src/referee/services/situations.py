"""Situations in, results out, line by line: what `referee resolve` does."""

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from referee.core.interchange import (
    AnyGame,
    Situation,
    Unreadable,
    format_result,
    format_unreadable,
    parse_situation,
)
from referee.publishing import plain
from referee.publishing.scene import Scene


@dataclass(frozen=True, slots=True)
class Answer:
    """What one line of input came to: text without a newline at its end, and whether it is an error."""

    text: str
    is_error: bool


def resolve_lines(
    lines: Iterable[str | bytes], games: Mapping[str, AnyGame], *, explain: bool = False
) -> Iterator[Answer]:
    """Resolve one situation a line, in order; ``games`` are by slug.

    A result is one line of JSON or, with ``explain``, the announcement as plain text of several lines. A
    line that cannot be read gives an error object in its place, and the rest goes on. Empty lines give
    nothing, but count. Nothing is read ahead: the lines may come from a pipe.
    """
    for number, line in enumerate(lines, start=1):
        if number == 1:
            line = _without_mark(line)  # noqa: PLW2901
        if not line or line.isspace():
            continue
        try:
            situation = parse_situation(line, games)
        except Unreadable as error:
            yield Answer(format_unreadable(number, error), is_error=True)
            continue
        resolution = situation.resolve()
        if explain:
            game = situation.game
            document = game.report(situation.state, situation.moves, resolution, None)
            yield Answer(plain.render(document, _scene(situation)).rstrip("\n"), is_error=False)
        else:
            yield Answer(format_result(situation.game, resolution), is_error=False)


def _without_mark(line: str | bytes) -> str | bytes:
    """The first line without the byte order mark that some editors put before it."""
    return line.removeprefix("\ufeff") if isinstance(line, str) else line.removeprefix(BOM_UTF8)


def _scene(situation: Situation) -> Scene:
    """The players in seat order; a situation has no site and no deadline."""
    game = situation.game
    measured = game.measures(game.view(situation.state, None))
    return Scene(
        seats=tuple(measured[game.info.score_title]), game=game.info.slug, base_url="", zone="UTC"
    )
