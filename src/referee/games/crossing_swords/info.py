"""What the rest of the house may know of Crossing Swords."""

from referee.core.game import Demonstration, GameInfo, Preset
from referee.games.crossing_swords.icons import ICONS

INFO = GameInfo(
    slug="crossing-swords",
    title="Crossing Swords",
    tagline="A simultaneous melee: ten cards, one target, and the dead can still win.",
    rules_version=1,
    rules_prefix="CS",
    score="vp",
    score_title="VP",
    open_information=True,
    eliminates=True,
    demonstration=Demonstration(title="The Duel at Dawn", seats=8),
    symmetric=True,
    credits=(
        "Crossing Swords is a forum game; its ten cards are printed here in their author's words. "
        "The numbered rulings say how this server reads them."
    ),
    presets=(
        Preset(
            name="classic",
            title="Classic",
            explanation="The printed game for 2 to 8 players.",
        ),
        Preset(
            name="grand-melee",
            title="Grand Melee",
            explanation="Up to 16 players; nobody's Assail scores more than 8 VP in a round.",
            options={"max_players": 16, "assail_vp_cap": 8},
        ),
    ),
    icons=ICONS,
)
