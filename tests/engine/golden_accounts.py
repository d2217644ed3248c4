"""What is said of stored games: `python -m tests.engine.golden_accounts GAME`.

Every position, and now and then what is shown of it and what the greedy bot would do there.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

from cruachan.bots import bots_of, load_bot, usual_bot
from cruachan.engine.presentation import presentation_of
from cruachan.engine.transcript import parse, replay
from cruachan.games import load_for_transcript

EVERY = 9
"""Of so many positions one is shown."""
THIRD = 3
"""Of so many positions one is written down where there is no record: later ones tell it too."""
QUICK = ("greedy", "random")


def accounts(name: str) -> list[str]:
    """The stored games of a game, line by line."""
    stored = sorted((Path(__file__).parents[1] / name / "golden").glob("*.game"))
    return [line for path in stored for line in account(path)]


def account(path: Path) -> list[str]:
    """One stored game."""
    match = replay(parse(path.read_text("utf-8"), path), load_for_transcript)
    game, said = match.game, []
    bot = load_bot(next((kind for kind in QUICK if kind in bots_of(game)), usual_bot(game)), game)
    for ply in range(len(match.history)):
        if game.kernel is None and ply % THIRD:
            continue
        state = match.state_at(ply)
        said.append(game.write_position(state))
        if game.kernel is not None:
            said.append(state.tobytes().hex())
        seat = next(iter(game.to_act(state)))
        if seat < 0 or ply % EVERY:
            continue
        said.append(json.dumps(presentation_of(game).view(state, seat)))
        decision = match.until(ply).decision(seat)
        said.append(game.write_move(state, seat, bot.choose(decision, Random(ply))))
        fitting = game.determinize(decision.seen, Random(ply))
        said.append(game.write_position(fitting))
    return said


if __name__ == "__main__":
    print("\n".join(accounts(sys.argv[1])))
