"""What the rest of the house may know of Royal Dilemma."""

from referee.core.game import Demonstration, GameInfo, Preset
from referee.games.royal_dilemma.editions import EDITIONS

INFO = GameInfo(
    slug="royal-dilemma",
    title="Royal Dilemma",
    tagline="Build, or invade? A prisoner's dilemma with cards, for two to four.",
    rules_version=1,
    rules_prefix="RD",
    score="points",
    score_title="Points",
    open_information=False,
    has_choices=True,
    demonstration=Demonstration(title="Three Crowns at Dusk", seats=3, rounds_played=1),
    symmetric=False,
    credits=(
        "Royal Dilemma is a forum game, revised by its author for years; the editions here are its "
        "revisions. The rules page is in this server's own words."
    ),
    presets=tuple(
        Preset(
            name=edition.name,
            title=edition.title,
            explanation=edition.explanation,
            options={"edition": edition.name},
        )
        for edition in EDITIONS.values()
    ),
)
