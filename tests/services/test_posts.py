"""The referee's posts and letters: what they must say, and what they must not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial

import pytest

from referee.core.documents import (
    Document,
    Heading,
    Link,
    Name,
    Paragraph,
    Series,
    SeriesLine,
    line,
)
from referee.core.game import SeatCount
from referee.core.outcome import Outcome
from referee.core.seats import Seat
from referee.core.values import Value
from referee.games import GAMES_BY_SLUG
from referee.publishing import DIALECTS, Scene
from referee.services.letters import substitution
from referee.services.options import options_read
from referee.services.posts import (
    About,
    Draft,
    Holder,
    Pace,
    final_post,
    invitation,
    opening_post,
    recruiting_post,
    reissued_invitation,
    round_post,
)

ANN, BOB, CAL = Seat("Ann"), Seat("Bob"), Seat("Cal")
DUE = datetime(2026, 12, 1, 18, 0, tzinfo=UTC)
KEY = "https://games.example/open/s3cr3t"
ABOUT = About(
    match_id="k3v9q2m7ab",
    title="Friday night",
    game="crossing-swords",
    game_title="Crossing Swords",
    zone="Europe/Berlin",
    base_url="https://games.example",
)
SCENE = Scene((ANN, BOB, CAL), "crossing-swords", "https://games.example", "Europe/Berlin")


@dataclass(frozen=True)
class Rule:
    title: str
    value: str
    is_default: bool = True
    description: str = ""
    is_always_told: bool = False


def plain(draft: Draft) -> str:
    """The post's words on one line."""
    return " ".join(DIALECTS["plain"].render(draft.document, SCENE).split())


def recruiting(*options: Rule, pace: Pace | None = None, taken: tuple[Seat, ...] = ()) -> str:
    draft = recruiting_post(
        ABOUT,
        tagline="Ten cards",
        seats=SeatCount(least=2, most=8),
        taken=taken,
        pace=pace or Pace(words="24 hours a round"),
        options=options,
    )
    return plain(draft)


def test_recruiting_says_what_how_fast_how_many_and_where_to_sign_up() -> None:
    text = recruiting(taken=(ANN, BOB))
    for words in (
        "Crossing Swords. Ten cards.",
        "2 to 8. Already in: Ann and Bob.",
        "Pace: 24 hours a round.",
        "Europe/Berlin",
        "House rules: all as usual.",
        "https://games.example/matches/k3v9q2m7ab/signup",
        "https://games.example/games/crossing-swords/rules",
    ):
        assert words in text


def test_recruiting_names_utc_once_where_the_match_runs_by_it() -> None:
    assert "Times: Europe/Berlin, and always UTC beside it." in recruiting()
    draft = recruiting_post(
        replace(ABOUT, zone="UTC"),
        tagline="Ten cards",
        seats=SeatCount(least=2, most=8),
        taken=(),
        pace=Pace(words="24 hours a round"),
        options=(),
    )
    assert "Times: UTC." in plain(draft)
    assert "always UTC" not in plain(draft)


def test_recruiting_names_only_the_rules_that_differ() -> None:
    text = recruiting(Rule("Starting life", "12", False), Rule("Last round", "none"))
    assert "House rules: these, and all others as usual: - Starting life: 12" in text
    assert "Last round" not in text


def test_a_rule_that_players_ask_for_is_named_even_where_it_is_as_usual() -> None:
    edition = Rule("Edition", "Capture", description="Which one (RD-01).", is_always_told=True)
    rules = (edition, Rule("Last round", "none"))
    assert "House rules: these, and all others as usual: - Edition: Capture" in recruiting(*rules)
    text = plain(opening(options=rules))
    assert "- Edition: Capture (RD-01) All other house rules are as usual <https" in text
    assert "Last round" not in text


def test_royal_dilemma_always_names_its_edition_and_its_decks() -> None:
    game = GAMES_BY_SLUG["royal-dilemma"]
    text = recruiting(*options_read(game, game.options_type()))
    assert "as usual: - Edition: Capture - Decks: 1 To play" in text
    assert "When the deck runs out" not in text


@pytest.mark.parametrize(
    ("pace", "words"),
    [
        (Pace(words="24 hours a round"), "Pace: 24 hours a round."),
        (
            Pace(words="24 hours a round", closing=("Late is late.", "Ready is sooner.")),
            "24 hours a round. Late is late. Ready is sooner.",
        ),
    ],
)
def test_the_pace_is_told_in_the_schedules_words(pace: Pace, words: str) -> None:
    assert words in recruiting(pace=pace)


def opening(**changes: object) -> Draft:
    facts: dict[str, object] = {
        "seats": (ANN, BOB),
        "options": (
            Rule("Most VP", "12", False, "What is above is lost (CS-51). Empty: no limit."),
            Rule("Last round", "none"),
        ),
        "pace": Pace(words="24 hours a round"),
        "status_visibility": "hidden",
        "phase_title": "Round 1",
        "due_at": DUE,
    }
    return opening_post(ABOUT, **(facts | changes))  # type: ignore[arg-type]


def test_the_opening_post_tells_seats_the_changed_rules_and_the_first_deadline() -> None:
    text = plain(opening())
    for words in (
        "1. Ann 2. Bob",
        "Most VP: 12 (CS-51) All other house rules are as usual <https",
        "Round 1 is open until Tue 1 Dec 2026, 19:00 (Berlin; Tue 18:00 UTC).",
        "nobody, the referee included, can read one before the deadline",
    ):
        assert words in text
    assert "SHA-256" not in text
    assert "Last round" not in text


def test_the_opening_post_says_nothing_of_values_a_rule_does_not_have() -> None:
    assert "Empty: no limit" not in plain(opening())


def test_the_opening_post_says_which_seats_practice_players_hold() -> None:
    text = plain(opening(holders={BOB: Holder(kind="practice player")}))
    assert "1. Ann 2. Bob (practice player)" in text


@pytest.mark.parametrize(
    ("holder", "words"),
    [
        (Holder(kind="practice player"), "Bob (practice player)"),
        (
            Holder(kind="practice player", since=5),
            "Bob (practice player since Round 5)",
        ),
        (
            Holder(kind="player", player="Fay", since=3),
            "Bob (played by Fay since Round 3)",
        ),
        (Holder(kind="nobody", since=3), "Bob (nobody since Round 3)"),
    ],
)
def test_the_final_post_says_who_has_played_a_seat_to_the_end(holder: Holder, words: str) -> None:
    outcome = Outcome.by_score({ANN: 9, BOB: 9})
    draft = final_post(ABOUT, outcome=outcome, score_title="VP", holders={BOB: holder})
    assert f"Ann and {words} share the win with 9 VP each." in plain(draft)
    assert f"1 {words} 9" in plain(draft)


def test_the_opening_post_says_when_every_rule_is_as_usual() -> None:
    text = plain(opening(options=(Rule("Last round", "none"),)))
    assert "match --- All of them are as usual <https" in re.sub("-{4,}", "---", text)


@pytest.mark.parametrize(
    ("visibility", "words"),
    [
        ("hidden", "Nor does anybody see who has sent one."),
        ("count", "shows how many have been sent, not by whom"),
        ("names", "shows who has sent one"),
    ],
)
def test_the_opening_post_says_what_is_shown_of_who_has_sent(visibility: str, words: str) -> None:
    assert words in plain(opening(status_visibility=visibility))


def test_dice_are_fixed_at_the_start_and_shown_at_the_end() -> None:
    assert "3a7f" in plain(opening(seed_hash="3a7f"))
    outcome = Outcome.by_score({ANN: 1})
    assert "c0ffee" in plain(final_post(ABOUT, outcome=outcome, score_title="VP", seed="c0ffee"))


REPORT = Document(
    blocks=(
        Heading(level=1, content=line("Round 3")),
        Paragraph(content=line(Name(seat=ANN), " hit ", Name(seat=BOB))),
    )
)


def announced(**changes: object) -> Draft:
    facts: dict[str, object] = {
        "phase": 3,
        "phase_title": "Round 3",
        "report": REPORT,
        "next_title": "Round 4",
        "next_due_at": DUE,
    }
    return round_post(ABOUT, **(facts | changes))  # type: ignore[arg-type]


def test_a_round_is_the_games_report_then_the_next_deadline_then_where_to_look() -> None:
    text = plain(announced())
    report = text.index("Ann hit Bob")
    deadline = text.index("Round 4 is open until Tue 1 Dec 2026, 19:00 (Berlin; Tue 18:00 UTC).")
    page = text.index("https://games.example/matches/k3v9q2m7ab/phases/3")
    assert report < deadline < page
    assert announced().title == "Friday night: Round 3"


def test_a_choice_phase_names_who_owes() -> None:
    text = plain(
        announced(next_title="Round 3: choices", next_kind="choice", next_owing=(ANN, CAL))
    )
    assert "Round 3: choices are open until" in text
    assert "A move is owed by Ann and Cal." in text
    assert "owed" not in plain(announced())


def test_the_last_round_has_no_next_deadline() -> None:
    text = plain(announced(next_title=None, next_due_at=None))
    assert "The match is over." in text
    assert "open until" not in text


def test_a_report_without_a_title_gets_one() -> None:
    report = Document(blocks=REPORT.blocks[1:])
    assert plain(announced(report=report)).startswith("Friday night: Round 3 ===")


@pytest.mark.parametrize(
    ("scores", "words"),
    [
        ({ANN: 9, BOB: 12}, "Bob wins with 12 VP."),
        ({ANN: 9, BOB: 12, CAL: 12}, "Bob and Cal share the win with 12 VP each."),
        ({ANN: 5, BOB: 5, CAL: 5}, "Ann, Bob and Cal share the win with 5 VP each."),
    ],
)
def test_the_final_post_says_who_won(scores: dict[Seat, int], words: str) -> None:
    series = Series(
        title="VP by round",
        unit="VP",
        labels=("R1",),
        lines=(SeriesLine(seat=ANN, values=(5,)),),
    )
    draft = final_post(ABOUT, outcome=Outcome.by_score(scores), score_title="VP", series=(series,))
    assert words in plain(draft)
    assert "VP by round" in plain(draft)
    assert "https://games.example/matches/k3v9q2m7ab>" in plain(draft)


EVES = partial(substitution, player="Eve")


@pytest.mark.parametrize(
    ("write", "whom"), [(invitation, "Ann"), (reissued_invitation, "Ann"), (EVES, "Eve")]
)
def test_a_letter_holds_the_link_whole_and_says_what_opening_it_gives(
    write: object, whom: str
) -> None:
    draft = write(ABOUT, seat=ANN, link=KEY, phase_title="Round 1", due_at=DUE)  # type: ignore[operator]
    for dialect in DIALECTS.values():
        assert KEY in dialect.render(draft.document, SCENE)
    text = plain(draft)
    assert text.startswith(f"Hello {whom},")
    assert "This link opens once: it gives you a link of your own" in text
    assert "Tue 1 Dec 2026, 19:00 (Berlin; Tue 18:00 UTC)" in text
    assert "s3cr3t" not in draft.title


def test_a_substitute_is_told_whose_seat_it_is() -> None:
    letter = plain(substitution(ABOUT, player="Eve", seat=ANN, link=KEY))
    assert "you take over the seat of Ann in Friday night" in letter


def test_a_reissued_link_says_that_the_old_one_is_dead() -> None:
    assert "The old one no longer works." in plain(reissued_invitation(ABOUT, seat=ANN, link=KEY))
    assert "no longer works" not in plain(invitation(ABOUT, seat=ANN, link=KEY))


def test_no_public_post_holds_a_link_that_opens_anything() -> None:
    drafts = (
        opening(),
        announced(),
        final_post(ABOUT, outcome=Outcome.by_score({ANN: 1}), score_title="VP"),
    )
    urls = [url for draft in drafts for url in links(draft.document)]
    assert urls
    assert not [url for url in urls if "/open/" in url]


def links(value: object) -> Iterator[str]:
    """Every link's address, however deep."""
    if isinstance(value, Link):
        yield value.url
    elif isinstance(value, Value):
        for name in type(value).model_fields:
            yield from links(getattr(value, name))
    elif isinstance(value, tuple):
        for item in value:
            yield from links(item)


def test_titles_are_plain_text_whatever_the_matchs_title_holds() -> None:
    about = About(
        match_id="a",
        title="a\u202eb\nc",
        game="g",
        game_title="G",
        zone="UTC",
        base_url="https://x",
    )
    titles = {
        invitation(about, seat=ANN, link=KEY).title,
        reissued_invitation(about, seat=ANN, link=KEY).title,
        substitution(about, player="Eve", seat=ANN, link=KEY).title,
        final_post(about, outcome=Outcome.by_score({ANN: 1}), score_title="VP").title,
    }
    assert titles == {
        "Your seat in ab c",
        "A new link to your seat in ab c",
        "ab c: final standings",
    }


def test_a_title_of_the_longest_kind_fits_a_forums_subject_line() -> None:
    about = About(
        match_id="a",
        title="t" * 80,
        game="crossing-swords",
        game_title="Crossing Swords",
        zone="UTC",
        base_url="https://x",
    )
    draft = recruiting_post(
        about,
        tagline="x",
        seats=SeatCount(least=2, most=8),
        taken=(),
        pace=Pace(words="60 minutes a round"),
        options=(),
    )
    assert len(draft.title) <= 120
