"""What a phase asks of a seat: a play, or the choices its plays led to."""

from collections.abc import Iterator

from referee.core.decisions import Choice, Decision, Field, Phase
from referee.core.seats import Seat
from referee.games.royal_dilemma.attacks import Attack, counted
from referee.games.royal_dilemma.cards import (
    SUIT,
    SUIT_SYMBOL,
    SUIT_WORD,
    VALUE,
    spoken,
    symbol,
    symbols,
)
from referee.games.royal_dilemma.claims import Claims, Due
from referee.games.royal_dilemma.moves import ASK, COPY, NO_CARD, NOTHING, Given
from referee.games.royal_dilemma.settling import default_capture, default_surrender
from referee.games.royal_dilemma.state import DilemmaState
from referee.games.royal_dilemma.table import FROM_HAND, Owed, Player
from referee.games.royal_dilemma.wording import capture_words, sentence


def phase(state: DilemmaState) -> Phase | None:
    """A play from everybody who holds a card, or the choices owed; None once the match is over."""
    if state.finished:
        return None
    if state.phase == "play":
        return Phase(
            round=state.round,
            title=f"Round {state.round}",
            decisions={
                player.name: _play(state, player) for player in state.players if player.hand
            },
        )
    claims = Claims(state.options.rules, state.round, state.players, state.plays or {})
    return Phase(
        round=state.round,
        title=f"Round {state.round}: choices",
        kind="choice",
        decisions={
            seat: _choice(claims, seat, asked) for seat, asked in (state.owed or {}).items()
        },
    )


def _play(state: DilemmaState, player: Player) -> Decision:
    return Decision(
        title="Your card and your target",
        fields=(
            Field(
                path=("card",),
                label="Card",
                help="One card from your hand, or none.",
                look="cards",
                choices=(
                    *(
                        card_choice(card, note=_card_note(state, player, card))
                        for card in dict.fromkeys(player.hand)
                    ),
                    Choice(
                        value=NO_CARD,
                        label="Pass",
                        explanation="Play nothing and keep your cards.",
                    ),
                ),
            ),
            Field(
                path=("target",),
                label="Target",
                help=(
                    "Yourself: build the card. Another player: invade, or battle if they target you "
                    "too. Not needed for a pass."
                ),
                look="seats",
                choices=tuple(
                    _target(state, player, other)
                    for other in sorted(state.players, key=lambda p: p.name == player.name)
                ),
                least=0,
                nothing="Nobody: only to pass",
            ),
            *_standing(state),
        ),
        default="If no move comes you pass: you play nothing and keep your cards.",
        optional=True,
    )


def card_choice(card: str, *, note: str = "", copy: int = 1) -> Choice:
    """A card to choose: its symbol to see, its name to hear. Copies are numbered from the second on."""
    return Choice(
        value=card if copy == 1 else f"{card}{COPY}{copy}",
        label=symbol(card) if copy == 1 else f"{symbol(card)} (copy {copy})",
        icon=SUIT_WORD[SUIT[card]],
        note=note,
        rank=str(VALUE[card]),
        spoken=spoken(card) if copy == 1 else f"{spoken(card)}, copy {copy}",
    )


def _card_note(state: DilemmaState, player: Player, card: str) -> str:
    """Against whom the card counts double (RD-25)."""
    doubling = state.options.rules.doubling
    if doubling == "never":
        return ""
    others = [other for other in state.players if other.name != player.name]
    against = [o.name for o in others if counted(card, (player, o), doubled=True) != VALUE[card]]
    if not against:
        return ""
    whom = "everybody" if len(against) == len(others) > 1 else " and ".join(against)
    where = " in a battle" if doubling == "battles" else ""
    return f"{2 * VALUE[card]} against {whom}{where}"


def _target(state: DilemmaState, player: Player, other: Player) -> Choice:
    if other.name == player.name:
        notes = ["yourself: build"]
    else:
        notes = [f"{len(other.hand)} in hand"]
        if state.options.rules.doubling != "never":
            suits = " and ".join(SUIT_SYMBOL[p.suit] for p in (player, other))
            battles = " in a battle" if state.options.rules.doubling == "battles" else ""
            notes.append(f"{suits} count double{battles}")
    notes.append(f"in play: {symbols(other.in_play) or 'nothing'}")
    return Choice(value=other.name, label=other.name, seat=other.name, note=" · ".join(notes))


def _standing(state: DilemmaState) -> Iterator[Field]:
    """Answers given beforehand, so that nobody need be waited for (RD-10)."""
    rules = state.options.rules
    ask = Choice(
        value=ASK, label="Ask me", explanation="If there is a choice, you get a second form."
    )
    if rules.captures is not None:
        highest = Choice(
            value="highest",
            label="Capture the highest",
            explanation="The highest printed value in reach, then suits in the order ♠ ♣ ♥ ♦.",
        )
        yield Field(
            path=("standing", "capture"),
            label="If you may capture",
            look="plain",
            choices=(ask, highest),
            least=0,
            initial=ASK,
        )
    if rules.levies is not None:
        lowest = Choice(
            value="lowest",
            label="Surrender the lowest",
            explanation=(
                "The least total value that is enough, then the fewest cards, then from the hand."
                if rules.levies == "value"
                else "The lowest printed values, then suits in the order ♦ ♥ ♣ ♠."
            ),
        )
        yield Field(
            path=("standing", "surrender"),
            label="If you must surrender",
            look="plain",
            choices=(ask, lowest),
            least=0,
            initial=ASK,
        )


def _choice(claims: Claims, seat: Seat, asked: Owed) -> Decision:
    fields: list[Field] = []
    defaults: list[str] = []
    attack = claims.attack_by(seat)
    if asked.capture is not None and attack is not None:
        fields.append(_capture(claims, attack, asked.capture))
        defaults.append(capture_words(attack, default_capture(asked.capture)))
    if asked.surrender is not None:
        given = default_surrender(claims, seat)
        for due in claims.dues(seat):
            fields += _surrender(claims, due, given[due.attack.attacker])
        defaults += (
            f"surrender {symbols((*cards.hand, *cards.in_play)) or 'nothing'} to {to}"
            for to, cards in given.items()
        )
    return Decision(
        title="Your choice" if len(fields) == 1 else "Your choices",
        fields=tuple(fields),
        default=f"If no answer comes: {'; '.join(defaults)}.",
    )


def _capture(claims: Claims, attack: Attack, takeable: tuple[str, ...]) -> Field:
    rivals = [
        rival for rival in claims.attacks_on(attack.target) if rival.attacker != attack.attacker
    ]
    choices = [
        Choice(
            value=FROM_HAND,
            label=f"A card from {attack.target}'s hand",
            explanation="Taken at random; it goes to your hand.",
        )
        if card == FROM_HAND
        else card_choice(card, note=_capture_note(claims, attack, rivals, card))
        for card in takeable
    ]
    nothing = Choice(value=NOTHING, label="Nothing", explanation="Capture nothing.")
    return Field(
        path=("capture",),
        label=f"Capture from {attack.target}",
        help=_capture_help(claims, attack),
        look="cards",
        choices=(*choices, nothing),
    )


def _capture_help(claims: Claims, attack: Attack) -> str:
    reach = ""
    if claims.edition.captures == "in-reach":
        me, other = (claims.players[seat] for seat in (attack.attacker, attack.target))
        suits = " and ".join(SUIT_SYMBOL[player.suit] for player in (me, other))
        reach = f"Your power is {attack.power}; {suits} count double. "
    return f"{reach}What you capture stays in play, under your control."


def _capture_note(claims: Claims, attack: Attack, rivals: list[Attack], card: str) -> str:
    """What taking it would mean: points that change sides, and who might come in between (RD-34)."""
    value = VALUE[card]
    notes = [f"{value} points from {attack.target} to you."]
    for rival in rivals:
        if card not in claims.takeable(rival) or rival.power < attack.power:
            continue
        if rival.power > attack.power:
            notes.append(f"{rival.attacker} (power {rival.power}) gets it if they choose it too.")
        else:
            notes.append(f"Nobody gets it if {rival.attacker} (power {rival.power}) wants it too.")
    return " ".join(notes)


def _surrender(claims: Claims, due: Due, default: Given) -> Iterator[Field]:
    to = due.attack.attacker
    me = claims.players[due.attack.target]
    lowest = symbols((*default.hand, *default.in_play)) or "nothing"
    if claims.edition.levies != "value":
        cards = f"{due.amount} card" + ("" if due.amount == 1 else "s")
        yield Field(
            path=("surrender", to, "hand"),
            label=f"Surrender {cards} to {to}",
            help=f"From your hand into theirs. By default: {lowest}.",
            kind="several",
            look="cards",
            choices=tuple(_given_choice(card, me.hand, at) for at, card in enumerate(me.hand)),
            least=due.amount,
            most=due.amount,
        )
        return
    for place, cards_there, where in (
        ("hand", me.hand, "from your hand"),
        ("in_play", me.in_play, "from your cards in play"),
    ):
        if cards_there:
            yield Field(
                path=("surrender", to, place),
                label=f"Surrender to {to} {where}",
                help=sentence(
                    f"{due.amount} in value is due, from hand and cards in play together, and no "
                    f"card may be more than it takes. By default: {lowest}"
                ),
                kind="several",
                look="cards",
                choices=tuple(
                    _given_choice(card, cards_there, at, counts=claims.counts(card, due.attack))
                    for at, card in enumerate(cards_there)
                ),
                least=0,
                most=len(cards_there),
            )


def _given_choice(
    card: str, cards: tuple[str, ...], at: int, *, counts: int | None = None
) -> Choice:
    note = f"Counts {counts}." if counts is not None and counts != VALUE[card] else ""
    return card_choice(card, note=note, copy=cards[:at].count(card) + 1)


def may_read(state: DilemmaState, seat: Seat, viewer: Seat | None) -> bool:
    """Whether a closed move is open to a viewer: all but choices about what leaves a hand (RD-04)."""
    asked = (state.owed or {}).get(seat, Owed())
    return viewer == seat or asked.surrender is None
