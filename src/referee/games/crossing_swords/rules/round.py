"""One round from revealed moves to the next state: the steps in their order, all from its start."""

from collections.abc import Mapping

from referee.core.events import Event
from referee.core.game import Resolution
from referee.core.seats import Seat
from referee.games.crossing_swords.events import Eliminated, Ended, Kept, Tally
from referee.games.crossing_swords.rules.answers import counter_damage, lunge_risk
from referee.games.crossing_swords.rules.attacks import attack_damage
from referee.games.crossing_swords.rules.halts import settled_halts
from referee.games.crossing_swords.rules.plays import Play, played_events, revealed_plays
from referee.games.crossing_swords.rules.scoring import focuses, mends, scored_damage, thefts
from referee.games.crossing_swords.state import Player, SwordsMove, SwordsState


def resolved_round(state: SwordsState, moves: Mapping[Seat, SwordsMove]) -> Resolution[SwordsState]:
    """The result of a round. Moves of those without life are not looked at (CS-02)."""
    options = state.options
    plays = revealed_plays(state, moves)

    halts = settled_halts(plays)
    damage = attack_damage(plays, halts.negated, options)
    damage += counter_damage(plays)
    damage += lunge_risk(plays, damage)
    damage = halts.damage + damage

    mended = mends(plays, halts.negated)
    stolen = thefts(plays, halts.negated)
    focused = focuses(plays, halts.negated)
    gained = dict.fromkeys(plays, 0)
    mend_vp = dict.fromkeys(plays, 0)
    for mend in mended:
        gained[mend.target] += mend.amount
        mend_vp[mend.seat] += mend.vp
    counters = {seat: play.player.life + gained[seat] for seat, play in plays.items()}
    scores, losses = scored_damage(plays, damage, counters, options)
    taken = dict.fromkeys(plays, 0)
    for blow in damage:
        taken[blow.target] += blow.amount
    loot = dict.fromkeys(plays, 0)
    robbed = dict.fromkeys(plays, 0)
    for theft in stolen:
        loot[theft.seat] += theft.amount
        robbed[theft.target] += theft.amount

    left = {seat: max(0, counters[seat] - taken[seat]) for seat in plays}
    survivors = [seat for seat in plays if left[seat]]
    ended = _ending(state, len(survivors))
    kept = {seat: left[seat] if ended else 0 for seat in plays}
    tallies = {
        seat: Tally(
            seat=seat,
            life_before=play.player.life,
            mended=gained[seat],
            damage=taken[seat],
            life=left[seat] - kept[seat],
            vp_before=play.player.vp,
            scored=scores[seat],
            mend_vp=mend_vp[seat],
            stolen=loot[seat],
            robbed=robbed[seat],
            kept=kept[seat],
            vp=play.player.vp
            + scores[seat]
            + mend_vp[seat]
            + loot[seat]
            - robbed[seat]
            + kept[seat],
        )
        for seat, play in plays.items()
    }

    remembered = {focus.seat for focus in focused}
    players = tuple(
        _after(player, plays[player.name], tallies[player.name], player.name in remembered)
        if player.life
        else Player(name=player.name, life=0, vp=player.vp)
        for player in state.players
    )
    events: list[Event] = [
        *played_events(plays.values()),
        *halts.events,
        *damage,
        *stolen,
        *focused,
        *mended,
        *losses,
        *(Eliminated(seat=seat, rulings=("CS-60",)) for seat in plays if not left[seat]),
        *(
            Kept(seat=seat, life=kept[seat], rulings=ended.rulings)
            for seat in survivors
            if ended is not None
        ),
        *tallies.values(),
    ]
    if ended is not None:
        events.append(ended)
    return Resolution(
        state=SwordsState(options=options, round=state.round + 1, players=players),
        events=tuple(events),
    )


def _ending(state: SwordsState, survivors: int) -> Ended | None:
    """Why the match ends with this round, if it does (CS-61, CS-63)."""
    if survivors == 0:
        return Ended(because="nobody-left", rulings=("CS-61",))
    if survivors == 1:
        return Ended(because="one-left", rulings=("CS-61",))
    last = state.options.max_rounds
    if last is not None and state.round >= last:
        return Ended(because="last-round", rulings=("CS-63",))
    return None


def _after(player: Player, play: Play, tally: Tally, has_focused: bool) -> Player:
    """The player after the round, with what they remember for the next one (CS-64)."""
    lives = tally.life > 0
    return Player(
        name=player.name,
        life=tally.life,
        vp=tally.vp,
        focused_on=play.target if lives and has_focused else None,
        dodged=play.target if lives and play.card == "dodge" else None,
    )
