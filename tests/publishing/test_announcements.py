"""Every post of a whole short match, in every dialect, as reviewed.

The moves are written out so that the match has it all: a negated card, a missing move, a shared victim, a
dead winner. The names are as bad as the gate for display names lets through.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta

import pytest

from referee.core.dice import Dice
from referee.core.documents import Series, SeriesLine
from referee.core.game import SeatCount
from referee.core.seats import Seat
from referee.games import GAMES_BY_SLUG
from referee.publishing import DIALECTS, Scene
from referee.services.closing_rules import ClosingRules, rule_sentences
from referee.services.letters import substitution
from referee.services.names import checked_name
from referee.services.options import options_read
from referee.services.posts import (
    About,
    Draft,
    Pace,
    final_post,
    invitation,
    opening_post,
    recruiting_post,
    reissued_invitation,
    round_post,
)
from tests.golden import Golden
from tests.publishing.forum import OURS, read_bbcode, traps_in

GAME = GAMES_BY_SLUG["crossing-swords"]
ANN, WEB, RYU, SIR = SEATS = tuple(
    Seat(name) for name in ("Ann", "www.swords.example", "龍馬", "_Sir_ O'Galahad of the Lake 8")
)
ABOUT = About(
    match_id="k3v9q2m7ab",
    title="[b]Friday[/b] night: 4 swords (c)",
    game=GAME.info.slug,
    game_title=GAME.info.title,
    zone="Europe/Berlin",
    base_url="https://games.example",
)
SCENE = Scene(SEATS, GAME.info.slug, ABOUT.base_url, ABOUT.zone)
OPTIONS = {"starting_life": 12}

ROUNDS: tuple[Mapping[Seat, tuple[str, Seat]], ...] = (
    {ANN: ("focus", SIR), WEB: ("halt", RYU), RYU: ("mend", RYU), SIR: ("strike", WEB)},
    {ANN: ("strike", SIR), WEB: ("assail", ANN), RYU: ("taunt", SIR)},
    {ANN: ("lunge", SIR), WEB: ("block", ANN), RYU: ("lunge", SIR), SIR: ("assail", RYU)},
    {ANN: ("strike", WEB), WEB: ("strike", RYU), RYU: ("riposte", WEB)},
    {ANN: ("lunge", WEB), WEB: ("lunge", ANN), RYU: ("strike", WEB)},
)


def test_the_names_of_this_match_pass_the_gate() -> None:
    for place, seat in enumerate(SEATS):
        assert checked_name(seat, SEATS[:place]) == seat


def posts() -> Iterator[Draft]:
    """Every post and letter of the match, in the order in which a referee sends them."""
    options = GAME.options_type.model_validate(OPTIONS)
    told = options_read(GAME, options)
    pace = Pace(words="24 hours a round", closing=rule_sentences(ClosingRules(early_close="ready")))
    due = datetime(2026, 12, 1, 18, 0, tzinfo=UTC)
    yield recruiting_post(
        ABOUT,
        tagline=GAME.info.tagline,
        seats=SeatCount(least=2, most=8),
        taken=SEATS[:2],
        pace=pace,
        options=told,
    )
    yield invitation(ABOUT, seat=WEB, link="https://games.example/open/Zm9v_-YmFy")
    yield opening_post(
        ABOUT,
        seats=SEATS,
        options=told,
        pace=pace,
        status_visibility="count",
        phase_title="Round 1",
        due_at=due,
        credits=GAME.info.credits,
    )
    state = GAME.setup(options, SEATS, Dice(b"", 0)).state
    measured = [GAME.measures(GAME.view(state, None))]
    for number, choices in enumerate(ROUNDS, start=1):
        phase = GAME.phase(state)
        assert phase is not None
        moves = {
            seat: GAME.move_type.model_validate({"card": card, "target": target})
            for seat, (card, target) in choices.items()
        }
        for seat, move in moves.items():
            assert not [found for found in GAME.check(state, seat, move) if found.is_illegal]
        resolution = GAME.resolve(state, moves, Dice(b"", number))
        report = GAME.report(state, moves, resolution, None)
        state = resolution.state
        measured.append(GAME.measures(GAME.view(state, None)))
        following = GAME.phase(state)
        due += timedelta(days=1)
        yield round_post(
            ABOUT,
            phase=number,
            phase_title=phase.title,
            report=report,
            next_title=following.title if following else None,
            next_due_at=due if following else None,
        )
        if number == 1:
            yield substitution(
                ABOUT,
                player="[b]Eve[/b] @all",
                seat=SIR,
                link="https://games.example/open/ZXZl_-ZXZl",
                phase_title="Round 2",
                due_at=due,
            )
            yield reissued_invitation(
                ABOUT,
                seat=SIR,
                link="https://games.example/open/YmF6_-cXV4",
                phase_title="Round 2",
                due_at=due,
            )
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.standings[0].seat == WEB, "the dead one wins"
    life = Series(
        title="Life by round",
        unit="life",
        labels=("Start", *(str(number) for number in range(1, len(ROUNDS) + 1))),
        lines=tuple(
            SeriesLine(seat=seat, values=tuple(numbers["Life"][seat] for numbers in measured))
            for seat in SEATS
        ),
    )
    yield final_post(ABOUT, outcome=outcome, score_title=GAME.info.score_title, series=(life,))


@pytest.mark.parametrize("slug", DIALECTS)
def test_a_whole_match_is_announced_as_reviewed(slug: str, golden: Golden) -> None:
    rule = "~" * 72
    texts = [
        f"{rule}\n{draft.title}\n{rule}\n\n{DIALECTS[slug].render(draft.document, SCENE)}"
        for draft in posts()
    ]
    golden(f"whole-match.{slug}.txt", "\n".join(texts))


def test_no_announcement_springs_a_trap_on_any_bbcode_forum() -> None:
    for draft in posts():
        read = read_bbcode(DIALECTS["bbcode"].render(draft.document, SCENE))
        assert {tag.strip("/").split("=")[0] for tag in read.tags} <= OURS
        assert not traps_in(read.text)


def test_every_announcement_is_short_enough_for_the_strictest_forum() -> None:
    for draft in posts():
        for dialect in DIALECTS.values():
            assert len(dialect.render(draft.document, SCENE)) < 9_000
