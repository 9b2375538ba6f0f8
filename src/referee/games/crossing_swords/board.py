"""The table between rounds, in words and pictures."""

from referee.core.documents import (
    Block,
    Column,
    Document,
    Line,
    Meter,
    Meters,
    Name,
    Paragraph,
    Table,
    Text,
    line,
)
from referee.games.crossing_swords.state import Player, SwordsView


def board(view: SwordsView) -> Document:
    """Life as meters on the scale of the starting life; then life, VP and what each carries over, if any do."""
    is_over = not any(player.life for player in view.players)
    carried = [_carried(player, is_over=is_over) for player in view.players]
    blocks: tuple[Block, ...] = (
        Paragraph(content=_where_we_are(view)),
        Meters(
            meters=tuple(
                Meter(
                    label=_name(player),
                    value=player.life,
                    maximum=view.options.starting_life,
                    unit="life",
                )
                for player in view.players
            )
        ),
        Table(
            caption="The players",
            columns=(
                Column(title="Player"),
                Column(title="Life", align="end"),
                Column(title="VP", align="end"),
                *((Column(title="Carried over"),) if any(carried) else ()),
            ),
            rows=tuple(
                (
                    _name(player),
                    line(str(player.life)),
                    line(str(player.vp)),
                    *((memory,) if any(carried) else ()),
                )
                for player, memory in zip(view.players, carried, strict=True)
            ),
        ),
    )
    return Document(blocks=blocks)


def _where_we_are(view: SwordsView) -> Line:
    standing = [player for player in view.players if player.life]
    if not standing:
        return line("The match is over.")
    last = view.options.max_rounds
    of_rounds = f" of {last}" if last is not None else ""
    return line(
        f"Round {view.round}{of_rounds}: {len(standing)} of {len(view.players)} players stand."
    )


def _name(player: Player) -> Line:
    return (Name(seat=player.name),)


def _carried(player: Player, *, is_over: bool) -> Line:
    """What matters of the rounds before: a Focus or a Dodge (CS-64), or that the player is out."""
    if not player.life:
        return () if is_over else (Text(text="out; keeps their VP"),)
    if player.focused_on is not None:
        return line("Focused on ", Name(seat=player.focused_on))
    if player.dodged is not None:
        return line("Dodged ", Name(seat=player.dodged))
    return ()
