"""What a position of Hibernia is worth: the hand-made judgement of the greedy bot."""

from cruachan.engine.bits import count, lowest
from cruachan.engine.capabilities import (
    EXPERT_PROOF,
    MASTER_PROOF,
    MASTER_SECONDS,
    GameBots,
    GpuLayout,
    SearchLevel,
)
from cruachan.engine.record import rule
from cruachan.games.hibernia import rules
from cruachan.games.hibernia.state import PULL, BoardTables, State

ANOTHER_TURN = 0.9
"""What a step is worth that the counties held would score next turn."""
COUNTY = 0.45
COLOUR = 0.4
"""A county, and a colour of which there is at least one."""
GUARD = 0.12
SUPPLY = 0.16
"""A warrior beyond the first in a county, and one in the supply."""
RIVAL = 0.35
"""How much the leading rival's standing counts against one's own."""

LEVELS = {
    "learner": SearchLevel(slack=0.05),
    "steady": SearchLevel(slack=0.028),
    "strong": SearchLevel(),
    "expert": SearchLevel(playouts=1000, proof=EXPERT_PROOF),
    "master": SearchLevel(seconds=MASTER_SECONDS, proof=MASTER_PROOF),
}
"""How well the bots play."""


@rule
def next_steps(board: BoardTables, state: State, seat: int) -> int:
    """The steps the counties held would score if the turn ended now without purple."""
    held = state.held[seat]
    steps = 0
    while True:
        colour = board.track[(state.steps[seat] + steps + 1) % board.length]
        unused = held & board.of_colour[colour]
        if not unused:
            return steps
        held &= ~(unused & -unused)
        steps += 1


@rule
def standing(board: BoardTables, state: State, seat: int) -> float:
    """How well a seat stands, in steps."""
    held = state.held[seat]
    colours = 0
    for colour in range(4):
        if held & board.of_colour[colour]:
            colours += 1
    guards = -count(held)
    rest = held
    while rest:
        guards += state.warriors[lowest(rest)]
        rest &= rest - 1
    return float(
        state.steps[seat]
        + ANOTHER_TURN * next_steps(board, state, seat)
        + COUNTY * count(held)
        + COLOUR * colours
        + GUARD * guards
        + SUPPLY * state.supply[seat]
    )


@rule
def value(board: BoardTables, state: State, seat: int) -> float:
    """What the position is worth to a seat, in steps."""
    rival = 0.0
    for other in range(state.seats):
        if other != seat:
            rival = max(rival, standing(board, state, other))
    return standing(board, state, seat) - RIVAL * rival


@rule
def settle(board: BoardTables, state: State) -> None:
    """Finish a march under way, taking each warrior where most of them stand."""
    while state.phase == PULL:
        best = -1
        others = state.held[state.turn]
        while others:
            county = lowest(others)
            others &= others - 1
            if rules.pull_refuses(state, county) == 0 and (
                best < 0 or state.warriors[county] > state.warriors[best]
            ):
                best = county
        rules.pull(board, state, best)


RATINGS = {
    3: {"strong": 1559, "steady": 1500, "learner": 1421, "greedy": 1331, "random": 880},
    4: {
        "expert": 1728,
        "strong": 1621,
        "steady": 1500,
        "learner": 1348,
        "greedy": 1264,
        "random": 981,
    },
}
"""How strong the bots are, by the number of players: see docs/bots.md."""

BOTS = GameBots(
    value=value,
    settle=settle,
    levels=LEVELS,
    gpu=GpuLayout(1024, 32, loops=False),
    ratings=RATINGS,
)
