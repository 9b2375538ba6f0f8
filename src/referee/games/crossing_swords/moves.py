"""What a round asks of a player, and what is wrong or unwise about an answer (CS-01 to CS-04)."""

from collections.abc import Iterator, Sequence

from referee.core.decisions import Choice, Decision, Field, Phase
from referee.core.problems import Problem
from referee.core.seats import Seat
from referee.games.crossing_swords.cards import ATTACKS, CARDS, CardName
from referee.games.crossing_swords.rules.attacks import NORMAL_DAMAGE
from referee.games.crossing_swords.state import (
    Player,
    SwordsMove,
    SwordsState,
    living,
    player_named,
)

_NO_MOVE = {
    "hold": "If no move comes you play no card this round; others can still target you.",
    "block": "If no move comes you Block without a target: every Attack card deals you 2 less.",
    "mend_self": "If no move comes you Mend yourself.",
}


def phase(state: SwordsState) -> Phase | None:
    """One card and one target from everybody who lives; None once nobody does."""
    players = tuple(living(state.players))
    if not players:
        return None
    last = state.options.max_rounds
    title = f"Round {state.round}" + (f" of {last}" if last is not None else "")
    return Phase(
        round=state.round,
        title=title,
        decisions={player.name: _decision(state, player) for player in players},
    )


def _decision(state: SwordsState, player: Player) -> Decision:
    if state.options.self_target == "any":
        target_help = "You may aim any card at yourself."
    else:
        target_help = "Every card needs a target. Only Mend may be for yourself."
    return Decision(
        title="Your card and your target",
        fields=(
            Field(
                path=("card",),
                label="Card",
                help="Every card is yours again next round.",
                look="cards",
                choices=tuple(
                    Choice(
                        value=face.name,
                        label=face.title,
                        group=face.kind,
                        icon=face.name,
                        explanation=face.effect,
                        note=" ".join(_notes(state, player, face.name)),
                    )
                    for face in CARDS.values()
                ),
            ),
            Field(
                path=("target",),
                label="Target",
                help=target_help,
                look="seats",
                choices=tuple(
                    _target(state, player, other)
                    for other in _others_first(player, living(state.players))
                ),
            ),
        ),
        default=_NO_MOVE[state.options.no_move],
    )


def _others_first(player: Player, players: Iterator[Player]) -> list[Player]:
    """Everybody in seat order, oneself at the end."""
    return sorted(players, key=lambda other: other.name == player.name)


def _target(state: SwordsState, player: Player, other: Player) -> Choice:
    notes = [f"{other.life} life · {other.vp} VP"]
    if other.name == player.name:
        notes.append("yourself" if state.options.self_target == "any" else "yourself: Mend only")
    else:
        if player.focused_on == other.name:
            notes.append("you Focused on them")
        if other.focused_on == player.name:
            notes.append("Focused on you")
        if player.dodged == other.name:
            notes.append("your last Dodge still takes 3 off their attack")
    return Choice(value=other.name, label=other.name, seat=other.name, note=" · ".join(notes))


def _notes(state: SwordsState, player: Player, card: CardName) -> Iterator[str]:
    """What matters about this card now, in sentences, from the player's own point of view."""
    prey = _living_focus(state, player)
    if card in ATTACKS and prey is not None:
        normal = NORMAL_DAMAGE[card]
        doubled = 2 * normal + 1
        if card == "assail" and state.options.focused_assail == "everyone":
            yield f"You are Focused on {prey}: aimed at them this does {doubled} to everyone."
        else:
            yield f"You are Focused on {prey}: this does {doubled} to them."
        if card == "lunge":
            yield "If they damage you, they deal you 9 more."
    if card == "assail":
        yield from _assail_notes(state, player)
    elif card in ("dodge", "block", "riposte") and player.dodged is not None:
        dodged = player_named(state.players, player.dodged)
        if dodged is not None and dodged.life and dodged.name != player.name:
            yield f"Your last Dodge already takes 3 off {dodged.name}'s Attack card."
    elif card == "mend" and player.focused_on is not None:
        yield "You Focused last round: this Mend gives 7."
    elif card == "focus" and prey is not None:
        yield f"Your Focus on {prey} is used up this round, whatever you play."


def _assail_notes(state: SwordsState, player: Player) -> Iterator[str]:
    if state.options.assail_hits_self:
        if player.life == 1:
            yield "It hits you too, and you have 1 life left."
        else:
            yield "It hits you too."
    if state.options.assail_vp_cap is not None:
        yield f"It scores at most {state.options.assail_vp_cap} VP."


def _living_focus(state: SwordsState, player: Player) -> Seat | None:
    """Whom this player is Focused on, if they still live and can be attacked."""
    if player.focused_on is None:
        return None
    prey = player_named(state.players, player.focused_on)
    return prey.name if prey is not None and prey.life else None


def words(seat: Seat, move: SwordsMove) -> str:
    """The move in a short phrase: "Lunge at Bob", "Mend for yourself"."""
    face = CARDS[move.card]
    return face.title + face.toward + ("yourself" if move.target == seat else move.target)


def problems(state: SwordsState, seat: Seat, move: SwordsMove) -> Sequence[Problem]:
    """What is wrong or unwise about a move; nothing but the illegal if anything is."""
    player = player_named(state.players, seat)
    if player is None:
        return (
            Problem(
                code="seat-unknown",
                text=f"Nobody called “{seat}” plays in this match.",
                rulings=("CS-02",),
            ),
        )
    illegal = _about_player(state, player) or _about_target(state, player, move)
    return (illegal,) if illegal is not None else tuple(_warnings(state, player, move))


def _about_player(state: SwordsState, player: Player) -> Problem | None:
    if player.life:
        return None
    if not any(living(state.players)):
        return Problem(code="match-over", text="The match is over: no more moves are taken.")
    return Problem(
        code="seat-out",
        text="This seat has no life counters left and plays no more cards; its VP still count.",
        rulings=("CS-02", "CS-60"),
    )


def _about_target(state: SwordsState, player: Player, move: SwordsMove) -> Problem | None:
    target = player_named(state.players, move.target)
    if target is None:
        return Problem(
            code="target-unknown",
            text=f"Nobody called “{move.target}” plays in this match. Choose a living player.",
            field="target",
            rulings=("CS-02",),
        )
    if not target.life:
        return Problem(
            code="target-eliminated",
            text=f"{target.name} has been eliminated. Choose a living player.",
            field="target",
            rulings=("CS-02",),
        )
    if target is player and move.card != "mend" and state.options.self_target != "any":
        return Problem(
            code="target-self",
            text=(
                f"{CARDS[move.card].title} cannot be aimed at yourself; only Mend can. "
                "Choose another player."
            ),
            field="target",
            rulings=("CS-03",),
        )
    return None


def _warnings(state: SwordsState, player: Player, move: SwordsMove) -> Iterator[Problem]:
    prey = _living_focus(state, player)
    title = CARDS[move.card].title
    if prey is not None and prey != move.target and move.card in ATTACKS:
        yield _warning(
            "focus-wasted",
            f"You Focused on {prey} last round; this {title} at {_them(player, move)} wastes it.",
            "target",
            "CS-22",
        )
    elif player.focused_on is not None and move.card not in ATTACKS and move.card != "mend":
        use = f"an Attack card at {prey} or a Mend" if prey is not None else "a Mend"
        yield _warning(
            "focus-unused",
            f"Your Focus of last round lapses unless you play {use}.",
            "card",
            "CS-64",
        )
    if move.target == player.name and move.card != "mend":
        yield _warning("target-self", _at_oneself(move.card), "target", "CS-03")
    elif move.card == "taunt":
        target = player_named(state.players, move.target)
        if target is not None and target.vp == 0:
            yield _warning(
                "taunt-nothing",
                f"{target.name} has no VP to steal, and every Attack card still hurts you 1 more.",
                "target",
                "CS-52",
            )
    if move.card == "assail" and state.options.assail_hits_self and player.life == 1:
        yield _warning(
            "assail-last-life",
            "Your own Assail takes your last life counter unless somebody Mends you.",
            "card",
            "CS-21",
        )


def _at_oneself(card: CardName) -> str:
    if card in ATTACKS:
        return f"This {CARDS[card].title} is aimed at yourself and costs you life counters."
    if card == "halt":
        return "A Halt against yourself does nothing."
    if card == "taunt":
        return "A Taunt at yourself steals nothing, and every Attack card hurts you 1 more."
    if card == "focus":
        return "A Focus on yourself helps only a Mend, or an Attack card at yourself."
    return f"A {CARDS[card].title} aimed at yourself answers nobody's attack."


def _them(player: Player, move: SwordsMove) -> str:
    return "yourself" if move.target == player.name else move.target


def _warning(code: str, text: str, field: str, ruling: str) -> Problem:
    return Problem(code=code, text=text, field=field, severity="warning", rulings=(ruling,))
