"""Whether a state can be: states of matches always can, those typed by hand need not.

Every card must be one of the game's, and never lie more often in one kind of place (the hands with the
table, in play, the deck, the discards) than there are decks. A whole table must hold exactly the decks.
A *sketch*, a situation drawn with part of the cards to show a ruling, may leave out as many as it likes
as long as nine or more, a suit's worth, are missing: a table that lacks fewer is taken for a whole one
with a slip in it. In a sketch the same card may stand in two kinds of places, as it does in the shared
cases. In a choice phase the plays and questions must fit the cards.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from referee.core.problems import Problem
from referee.core.seats import Seat
from referee.games.royal_dilemma.cards import CARD_NAMES, CARDS, FACES, SUITS, is_card
from referee.games.royal_dilemma.claims import Claims
from referee.games.royal_dilemma.state import DilemmaState
from referee.games.royal_dilemma.table import Owed, Play, Player, player_named

_FEWEST_MISSING_IN_A_SKETCH = 9


def flaws(state: DilemmaState) -> Sequence[Problem]:
    """The first thing that cannot be, if anything: a sentence naming card and place."""
    found = (
        _about_players(state.players)
        or _about_names(state)
        or _about_counts(state)
        or _about_choices(state)
    )
    return () if found is None else (found,)


def _flaw(field: str, text: str) -> Problem:
    return Problem(code="state-impossible", text=text, field=field)


def _about_players(players: Sequence[Player]) -> Problem | None:
    if not 2 <= len(players) <= 4:
        return _flaw("players", "A match has 2 to 4 players.")
    for place, player in enumerate(players):
        suit = SUITS[FACES.index(player.face)]
        if player.suit != suit:
            return _flaw(
                f"players.{place}.suit",
                f"{player.name} has the face {player.face}, which goes with the suit {suit}, "
                f"not {player.suit}.",
            )
        for other in players[:place]:
            if other.name == player.name:
                return _flaw(f"players.{place}.name", f"Two players are called “{player.name}”.")
            if other.face == player.face:
                return _flaw(
                    f"players.{place}.face",
                    f"{other.name} and {player.name} both have the face {player.face}.",
                )
    return None


def _about_names(state: DilemmaState) -> Problem | None:
    for field, place, cards in _places(state):
        if not CARD_NAMES.issuperset(cards):
            card = next(card for card in cards if not is_card(card))
            return _flaw(
                field,
                f"“{card}” in {place} is not a card; cards are 2S to 10S, and so for C, H and D.",
            )
    return None


def _places(state: DilemmaState) -> Iterator[tuple[str, str, Sequence[str]]]:
    """Every place where cards lie: its field, what it is called, the cards."""
    yield "deck", "the deck", state.deck
    yield "discard", "the discard pile", state.discard
    for at, player in enumerate(state.players):
        yield f"players.{at}.hand", f"{player.name}'s hand", player.hand
        yield f"players.{at}.in_play", f"{player.name}'s cards in play", player.in_play
    for seat, play in (state.plays or {}).items():
        yield f"plays.{seat}.card", f"{seat}'s play", (play.card,)


def _about_counts(state: DilemmaState) -> Problem | None:
    decks = state.options.decks
    there_is = "there is only one" if decks == 1 else f"{decks} decks hold only {decks}"
    held = [play.card for seat, play in (state.plays or {}).items() if play.target != seat]
    in_play: list[str] = []
    for player in state.players:
        held += player.hand
        in_play += player.in_play
    kinds: dict[str, Sequence[str]] = {
        "in the hands and on the table": held,
        "in play": in_play,
        "in the deck": state.deck,
        "in the discard pile": state.discard,
    }
    for place, cards in kinds.items():
        if len(set(cards)) < len(cards):
            card, times = Counter(cards).most_common(1)[0]
            if times > decks:
                return _flaw("players", f"{card} is {times} times {place}, but {there_is}.")
    everything = [card for cards in kinds.values() for card in cards]
    if len(CARDS) * decks - len(everything) >= _FEWEST_MISSING_IN_A_SKETCH:
        return None
    total = Counter(everything)
    there = sum(min(times, decks) for times in total.values())
    if len(CARDS) * decks - there >= _FEWEST_MISSING_IN_A_SKETCH:
        return None
    for card, times in total.items():
        if times > decks:
            places = " and ".join(place for place, cards in kinds.items() if card in cards)
            return _flaw("players", f"{card} is there {times} times ({places}), but {there_is}.")
    missing = [card for card in CARDS for _ in range(decks - total[card])]
    if missing:
        verb = "is" if len(missing) == 1 else "are"
        return _flaw(
            "deck",
            f"{', '.join(missing)} {verb} missing: in no hand, not in play, not in the deck, not "
            "discarded.",
        )
    return None


def _about_choices(state: DilemmaState) -> Problem | None:
    if state.phase == "play":
        if state.plays or state.owed:
            return _flaw(
                "plays" if state.plays else "owed",
                "In the play phase no plays are revealed and nobody owes a choice.",
            )
        return None
    if state.plays is None or not state.owed:
        missing = "plays" if state.plays is None else "owed"
        return _flaw(missing, "A choice phase needs the revealed plays and what is owed.")
    return _about_plays(state.players, state.plays) or _about_owed(state, state.plays, state.owed)


def _about_plays(players: Sequence[Player], plays: Mapping[Seat, Play]) -> Problem | None:
    for seat, play in plays.items():
        player = player_named(players, seat)
        if player is None:
            return _flaw(f"plays.{seat}", f"There is a play of “{seat}”, who is not a player.")
        if player_named(players, play.target) is None:
            return _flaw(
                f"plays.{seat}.target",
                f"{seat}'s {play.card} targets “{play.target}”, who is not a player.",
            )
        if play.target == seat and play.card not in player.in_play:
            return _flaw(
                f"plays.{seat}.card",
                f"{play.card} is missing: {seat} built it, and it is not in play under their "
                "control.",
            )
    return None


def _about_owed(
    state: DilemmaState, plays: Mapping[Seat, Play], owed: Mapping[Seat, Owed]
) -> Problem | None:
    claims = Claims(state.options.rules, state.round, state.players, plays)
    questions = claims.questions()
    for seat, asked in owed.items():
        field = f"owed.{seat}"
        if asked == Owed():
            return _flaw(field, f"{seat} owes a choice, but it does not say which.")
        really = questions.get(seat, Owed())
        capture, surrender = asked.capture, asked.surrender
        if capture is not None and sorted(capture) != sorted(really.capture or ()):
            return _flaw(f"{field}.capture", _wrong_capture(claims, seat, capture, really.capture))
        if surrender is not None and dict(surrender) != dict(really.surrender or {}):
            return _flaw(
                f"{field}.surrender",
                f"{seat} is asked to surrender {_amounts(surrender)}; by the plays and the cards "
                f"they are asked for {_amounts(really.surrender or {})}.",
            )
    return None


def _amounts(dues: Mapping[Seat, int]) -> str:
    return ", ".join(f"{amount} to {to}" for to, amount in dues.items()) or "nothing"


def _wrong_capture(
    claims: Claims, seat: Seat, asked: Sequence[str], takeable: Sequence[str] | None
) -> str:
    attack = claims.attack_by(seat)
    if attack is None:
        return f"{seat} is asked what to capture, but has attacked nobody."
    for card in asked:
        if card not in (takeable or ()):
            if card not in claims.players[attack.target].in_play:
                return (
                    f"{card} is missing: {seat} may capture it, they say, but it is not in play "
                    f"under {attack.target}'s control."
                )
            return f"{seat} cannot capture {card}: the power of {attack.card} does not reach it."
    left_out = ", ".join(card for card in takeable or () if card not in asked)
    return f"{seat} is asked what to capture, but the list leaves out {left_out or 'a copy'}."
