"""How fast `referee resolve` is, beside what the standard library's json takes for the same lines.

Run it with ``python -m tests.benchmarks.bench_resolve``. For the shared cases of both games and for
random situations of Crossing Swords with eight and sixteen players it prints how long resolving takes (read a line, resolve,
write a line) and how long ``json`` takes to read the same input and write the same output. It fails if
resolving takes more than ten times as long. Both are the best of many runs of each line, taken in turns,
so that other work on the machine does not decide.
"""

import json
import sys
from collections.abc import Callable
from time import perf_counter

from referee.core.dice import Dice
from referee.core.seats import Seat
from referee.games import GAMES_BY_SLUG
from referee.games.crossing_swords.game import CrossingSwords
from referee.games.crossing_swords.options import SwordsOptions
from referee.services.situations import resolve_lines
from tests.games.crossing_swords.shared_cases import CASES
from tests.games.crossing_swords.situations import NAMES
from tests.games.playing import random_moves
from tests.games.royal_dilemma.shared_cases import CASES as DILEMMA_CASES

LIMIT = 10.0
RUNS = 25


def random_lines(players: int, matches: int) -> list[str]:
    """Every round of random matches of so many players, as situations."""
    game = CrossingSwords()
    chance = Dice(b"benchmark", players)
    lines = []
    for _ in range(matches):
        options = SwordsOptions(max_players=max(8, players), max_rounds=8)
        seats = [Seat(name) for name in NAMES[:players]]
        state = game.setup(options, seats, chance).state
        while game.outcome(state) is None:
            moves = random_moves(game, state, chance)
            situation = {
                "game": game.info.slug,
                "options": options.model_dump(exclude_defaults=True),
                "state": state.model_dump(mode="json", exclude={"options"}),
                "moves": {seat: move.model_dump(mode="json") for seat, move in moves.items()},
            }
            lines.append(json.dumps(situation))
            state = game.resolve(state, moves, chance).state  # type: ignore[arg-type]
    return lines


def ratio(lines: list[str]) -> tuple[float, float, float]:
    """Microseconds a line for resolving and for json, and the one over the other."""
    resolving = standard = 0.0
    for line in lines:
        (answer,) = resolve_lines([line], GAMES_BY_SLUG)
        result = json.loads(answer.text)

        def resolve(line: str = line) -> None:
            for _ in resolve_lines([line], GAMES_BY_SLUG):
                pass

        def read_and_write(line: str = line, result: object = result) -> None:
            json.loads(line)
            json.dumps(result)

        fastest = best(resolve, read_and_write)
        resolving += fastest[0]
        standard += fastest[1]
    scale = 1_000_000 / len(lines)
    return resolving * scale, standard * scale, resolving / standard


def best(*functions: Callable[[], None]) -> list[float]:
    """Seconds for the fastest run of each, taken in turns."""
    fastest = [float("inf")] * len(functions)
    for _ in range(RUNS):
        for at, function in enumerate(functions):
            start = perf_counter()
            function()
            fastest[at] = min(fastest[at], perf_counter() - start)
    return fastest


def main() -> int:
    """Print a line for each set of situations; 1 if one of them misses the limit."""
    sets = {
        "Crossing Swords, shared cases": [json.dumps(case["situation"]) for case in CASES],
        "Royal Dilemma, shared cases": [json.dumps(case["situation"]) for case in DILEMMA_CASES],
        "random, 8 players": random_lines(8, 25),
        "random, 16 players": random_lines(16, 10),
    }
    worst = 0.0
    print(f"{'situations':32} {'lines':>6} {'resolve (µs)':>13} {'json (µs)':>10} {'ratio':>6}")
    for name, lines in sets.items():
        resolving, standard, times = ratio(lines)
        worst = max(worst, times)
        print(f"{name:32} {len(lines):6} {resolving:13.1f} {standard:10.1f} {times:6.2f}")
    print(f"Allowed: {LIMIT:.0f} times.")
    return int(worst > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
