"""King of the Hill, whole: all of a game in one file, because it is this small."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field as Limits
from pydantic import TypeAdapter

from referee.core.decisions import Choice, Decision, Field, Phase
from referee.core.dice import Dice
from referee.core.documents import (
    Column,
    Document,
    Item,
    List,
    Name,
    Paragraph,
    Ruling,
    Table,
    line,
)
from referee.core.events import Event
from referee.core.game import (
    Game,
    GameInfo,
    GameOptions,
    GameState,
    Preset,
    Resolution,
    SeatCount,
    StandingMove,
)
from referee.core.outcome import Outcome
from referee.core.problems import Problem
from referee.core.seats import Seat
from referee.core.values import Value


class HillOptions(GameOptions):
    hand: int = Limits(default=3, ge=1, le=5, title="Cards each", description="The hand at first.")


class Climber(Value):
    name: Seat
    hand: tuple[int, ...]
    points: int


class Card(Value):
    seat: Seat
    number: int


class HillState(GameState):
    options: HillOptions
    round: int
    climbers: tuple[Climber, ...]
    pack: tuple[int, ...]
    table: tuple[Card, ...] = ()

    def climber(self, seat: Seat) -> Climber | None:
        return next((climber for climber in self.climbers if climber.name == seat), None)

    @property
    def king(self) -> Seat:
        return max(self.table, key=lambda card: card.number).seat


class HillMove(Value):
    card: str


class Slope(Value):
    name: Seat
    cards: int
    points: int


class HillView(Value):
    round: int
    slopes: tuple[Slope, ...]
    table: tuple[Card, ...]
    hand: tuple[int, ...]


class Dealt(Event):
    kind: Literal["dealt"] = "dealt"
    cards: int


class Shown(Event):
    kind: Literal["shown"] = "shown"
    seat: Seat
    number: int


class Scored(Event):
    kind: Literal["scored"] = "scored"
    seat: Seat
    number: int


class KingOfTheHill(Game[HillOptions, HillState, HillMove, HillView]):
    info = GameInfo(
        slug="king-of-the-hill",
        title="King of the Hill",
        tagline="For the tests.",
        rules_version=1,
        rules_prefix="KH",
        score="points",
        score_title="Points",
        open_information=False,
        symmetric=False,
        has_choices=True,
        credits="Made for the tests.",
        presets=(
            Preset(name="short", title="Short", explanation="One card.", options={"hand": 1}),
        ),
    )
    options_type = HillOptions
    state_type = HillState
    move_type = HillMove
    view_type = HillView
    event_type = TypeAdapter(Annotated[Dealt | Shown | Scored, Limits(discriminator="kind")])

    def seat_count(self, options: HillOptions) -> SeatCount:
        return SeatCount(least=2, most=4)

    def phase_bound(self, options: HillOptions) -> int | None:
        return 2 * options.hand

    def setup(
        self, options: HillOptions, seats: Sequence[Seat], dice: Dice
    ) -> Resolution[HillState]:
        pack = dice.shuffled(range(1, len(seats) * options.hand + 6))
        hands = [
            tuple(sorted(pack[at * options.hand : (at + 1) * options.hand]))
            for at in range(len(seats))
        ]
        return Resolution(
            state=HillState(
                options=options,
                round=1,
                climbers=tuple(
                    Climber(name=seat, hand=hand, points=0)
                    for seat, hand in zip(seats, hands, strict=True)
                ),
                pack=pack[len(seats) * options.hand :],
            ),
            events=(Dealt(cards=options.hand, rulings=("KH-01",)),),
        )

    def phase(self, state: HillState) -> Phase | None:
        if state.table:
            decision = self._decision(
                "Which card do you score?", [card.number for card in state.table]
            )
            return Phase(
                round=state.round,
                title=f"Round {state.round}: choice",
                kind="choice",
                decisions={state.king: decision},
            )
        if not state.climbers[0].hand:
            return None
        return Phase(
            round=state.round,
            title=f"Round {state.round}",
            decisions={
                climber.name: self._decision("Which card do you play?", climber.hand)
                for climber in state.climbers
            },
        )

    def _decision(self, title: str, numbers: Sequence[int]) -> Decision:
        choices = tuple(Choice(value=str(number), label=str(number)) for number in numbers)
        return Decision(
            title=title,
            fields=(Field(path=("card",), label="Card", look="cards", choices=choices),),
            default="If no move comes, your lowest card is taken.",
        )

    def check(self, state: HillState, seat: Seat, move: HillMove) -> Sequence[Problem]:
        phase = self.phase(state)
        if phase is None or seat not in phase.decisions:
            return (Problem(code="not-asked", text="Nothing is asked of this seat now."),)
        offered = [choice.value for choice in phase.decisions[seat].fields[0].choices]
        if move.card not in offered:
            return (Problem(code="card-unknown", text="Choose one of the cards.", field="card"),)
        return ()

    def words(self, state: HillState, seat: Seat, move: HillMove) -> str:
        return f"{'Score' if state.table else 'Play'} {move.card}"

    def resolve(
        self, state: HillState, moves: Mapping[Seat, HillMove], dice: Dice
    ) -> Resolution[HillState]:
        if state.table:
            king = state.king
            lowest = min(card.number for card in state.table)
            taken = int(moves[king].card) if king in moves else lowest
            return self._scored(state, state.climbers, king, taken)
        table = tuple(
            Card(
                seat=climber.name,
                number=int(moves[climber.name].card)
                if climber.name in moves
                else min(climber.hand),
            )
            for climber in state.climbers
        )
        played = {card.number for card in table}
        climbers = tuple(
            climber.model_copy(update={"hand": tuple(n for n in climber.hand if n not in played)})
            for climber in state.climbers
        )
        shown = tuple(
            Shown(seat=card.seat, number=card.number, rulings=("KH-02",)) for card in table
        )
        return Resolution(
            state=state.model_copy(update={"climbers": climbers, "table": table}), events=shown
        )

    def _scored(
        self, state: HillState, climbers: Sequence[Climber], king: Seat, taken: int
    ) -> Resolution[HillState]:
        return Resolution(
            state=HillState(
                options=state.options,
                round=state.round + 1,
                climbers=tuple(
                    climber.model_copy(update={"points": climber.points + taken})
                    if climber.name == king
                    else climber
                    for climber in climbers
                ),
                pack=state.pack,
            ),
            events=(Scored(seat=king, number=taken, rulings=("KH-03",)),),
        )

    def view(self, state: HillState, viewer: Seat | None) -> HillView:
        own = state.climber(viewer) if viewer is not None else None
        return HillView(
            round=state.round,
            slopes=tuple(
                Slope(name=climber.name, cards=len(climber.hand), points=climber.points)
                for climber in state.climbers
            ),
            table=state.table,
            hand=own.hand if own is not None else (),
        )

    def board(self, view: HillView) -> Document:
        table = Table(
            columns=(
                Column(title="Player"),
                Column(title="Cards", align="end"),
                Column(title="Points", align="end"),
            ),
            rows=tuple(
                ((Name(seat=slope.name),), line(str(slope.cards)), line(str(slope.points)))
                for slope in view.slopes
            ),
        )
        hand = ", ".join(str(number) for number in view.hand)
        return Document(blocks=(table, Paragraph(content=line(f"Your hand: {hand or 'none'}"))))

    def measures(self, view: HillView) -> Mapping[str, Mapping[Seat, int]]:
        return {"Points": {slope.name: slope.points for slope in view.slopes}}

    def report(
        self,
        before: HillState,
        moves: Mapping[Seat, HillMove],
        resolution: Resolution[HillState],
        viewer: Seat | None,
    ) -> Document:
        items = tuple(
            Item(
                content=line(
                    Name(seat=event.seat),
                    f" {'plays' if isinstance(event, Shown) else 'scores'} {event.number}",
                    *(Ruling(ref=ref) for ref in event.rulings),
                )
            )
            for event in resolution.events
            if isinstance(event, Shown | Scored)
        )
        return Document(blocks=(List(items=items),))

    def outcome(self, state: HillState) -> Outcome | None:
        if self.phase(state) is not None:
            return None
        return Outcome.by_score({climber.name: climber.points for climber in state.climbers})

    def practice_move(
        self, view: HillView, seat: Seat, decision: Decision, dice: Dice
    ) -> HillMove | None:
        return HillMove(card=dice.pick(decision.fields[0].choices).value)

    def standing_moves(self, options: HillOptions) -> tuple[StandingMove, ...]:
        return (StandingMove(name="highest", words="Play my highest card"),)

    def standing_move(
        self,
        view: HillView,
        seat: Seat,
        decision: Decision,
        name: str,
        events: Sequence[Event],
        dice: Dice,
    ) -> HillMove | None:
        return HillMove(card=str(max(view.hand))) if name == "highest" and view.hand else None
