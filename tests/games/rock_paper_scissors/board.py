"""The table between rounds, in words and pictures."""

from referee.core.documents import Column, Document, Name, Paragraph, Table, line
from tests.games.rock_paper_scissors.state import SignsView


def board(view: SignsView) -> Document:
    """Who is still in, and how far everybody has come."""
    remaining = sum(1 for player in view.players if not player.is_out)
    table = Table(
        caption="The players",
        columns=(Column(title="Player"), Column(title="Rounds", align="end"), Column(title="Now")),
        rows=tuple(
            (
                (Name(seat=player.name),),
                line(str(player.rounds)),
                line("out" if player.is_out else "in"),
            )
            for player in view.players
        ),
    )
    still_in = f"{remaining} of {len(view.players)} players are in."
    return Document(blocks=(Paragraph(content=line(still_in)), table))
