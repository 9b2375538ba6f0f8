"""The table between phases, in words and pictures."""

from collections.abc import Iterable

from referee.core.documents import (
    Block,
    Card,
    Cards,
    Column,
    Document,
    Heading,
    Inline,
    Item,
    Line,
    List,
    Name,
    Paragraph,
    Spoiler,
    Strong,
    Table,
    line,
)
from referee.games.royal_dilemma.cards import (
    FACE_WORD,
    SUIT,
    SUIT_SYMBOL,
    SUIT_WORD,
    VALUE,
    spoken,
    symbol,
    symbols,
)
from referee.games.royal_dilemma.view import DilemmaView, PlayerView


def board(view: DilemmaView) -> Document:
    """Where the match is, what was revealed, the cards in play by controller, the viewer's hand, the discards."""
    blocks: list[Block] = [Paragraph(content=_where_we_are(view))]
    if view.plays:
        blocks += [Heading(content=line("Revealed this round")), _plays(view)]
    blocks += (_in_play(player) for player in view.players)
    if view.hand is not None:
        blocks.append(_hand(view.hand))
    if view.discard:
        blocks.append(
            Spoiler(
                title=f"Discard pile ({_count(len(view.discard), 'card')})",
                blocks=(cards_block((), view.discard),),
            )
        )
    return Document(blocks=tuple(blocks))


def _where_we_are(view: DilemmaView) -> Line:
    if view.is_over:
        return line(f"The match is over after round {view.round}.")
    title = f"Round {view.round}: choices. " if view.is_choice else f"Round {view.round}. "
    if view.deck_ran_out:
        deck = "The deck has run out: this is the last round. "
    else:
        deck = f"The deck holds {_count(view.deck_size, 'card')}, "
        deck += f"the discard pile {_count(len(view.discard), 'card')}. "
    waiting = "The round waits for choices." if view.is_choice else ""
    return line((title + deck + waiting).strip())


def _plays(view: DilemmaView) -> List:
    return List(
        items=tuple(
            Item(content=_play(player, view))
            for player in view.players
            if player.name in view.plays
        )
    )


def _play(player: PlayerView, view: DilemmaView) -> tuple[Inline, ...]:
    play = view.plays[player.name]
    if play.target == player.name:
        return line(Name(seat=player.name), f" built {symbol(play.card)}")
    return line(Name(seat=player.name), f" played {symbol(play.card)} at ", Name(seat=play.target))


def _hand(hand: tuple[str, ...]) -> Cards | Paragraph:
    if not hand:
        return Paragraph(content=line("Your hand is empty."))
    return cards_block(line(f"Your hand, {_count(len(hand), 'card')}"), hand)


def _in_play(player: PlayerView) -> Cards | Paragraph:
    who = line(
        Name(seat=player.name),
        f", {FACE_WORD[player.face]} of {SUIT_WORD[player.suit]} {SUIT_SYMBOL[player.suit]}: ",
    )
    hand = f"{_count(player.hand_size, 'card')} in hand"
    if not player.in_play:
        return Paragraph(content=(*who, *line(f"{hand}, nothing in play")))
    points = Strong(content=line(f"{_count(player.points, 'point')} in play"))
    return cards_block((*who, *line(f"{hand}, ", points)), player.in_play)


def players_table(view: DilemmaView) -> Table:
    """Who is who (RD-01), how many cards they hold, what they control and what it is worth (RD-08)."""
    most = max(player.points for player in view.players)
    return Table(
        columns=(
            Column(title="Player"),
            Column(title="Face"),
            Column(title="Hand", align="end"),
            Column(title="In play"),
            Column(title="Points", align="end"),
        ),
        rows=tuple(
            (
                (Name(seat=player.name),),
                line(f"{FACE_WORD[player.face]} {SUIT_SYMBOL[player.suit]}"),
                line(str(player.hand_size)),
                line(symbols(player.in_play) or "–"),
                line(Strong(content=line(str(player.points))))
                if player.points == most
                else line(str(player.points)),
            )
            for player in view.players
        ),
    )


def cards_block(caption: Line, cards: Iterable[str]) -> Cards:
    """Playing cards; each can also be said in words, for those who cannot see the suit."""
    return Cards(
        caption=caption,
        cards=tuple(
            Card(
                name=symbol(card),
                icon=SUIT_WORD[SUIT[card]],
                rank=str(VALUE[card]),
                spoken=spoken(card),
            )
            for card in cards
        ),
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
