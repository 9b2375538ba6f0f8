"""What the rest of the house may know of Rock, Paper, Scissors."""

from referee.core.game import GameInfo, Preset
from tests.games.rock_paper_scissors.icons import ICONS

INFO = GameInfo(
    slug="rock-paper-scissors",
    title="Rock, Paper, Scissors",
    tagline="Three signs, all at once, until one is left.",
    rules_version=1,
    rules_prefix="RS",
    score="rounds",
    score_title="Rounds",
    open_information=True,
    eliminates=True,
    symmetric=True,
    credits="Everybody's; this version for three or more was made for the tests.",
    presets=(
        Preset(name="ordinary", title="Ordinary", explanation="Who is silent is out."),
        Preset(
            name="gentle",
            title="Gentle",
            explanation="Who is silent shows rock, and the match is short.",
            options={"silence": "rock", "last_round": 10},
        ),
    ),
    icons=ICONS,
)
