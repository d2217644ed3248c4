"""A saga can be told of any position, however strange the way to it was."""

from __future__ import annotations

from random import Random

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.texts import LANGS, Lang
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.saga.story import story

NAMES = ("Medb", "Ailill", "Fergus", "Nessa", "Conall", "Deirdre")
GAMES, PARTS = 40, 4
PLIES = 160
EVERY = 19
"""Plies between two tellings of a game; the first depends on the game."""


def random_game(seed: int, seats: int, eager: tuple[str, ...] = ()) -> Match[State, Move]:
    """The beginning of a game of random moves; moves with an eager verb come first."""
    game = SHENT.on_board(SHENT.usual_board(seats))
    players = [Player(name) for name in NAMES[:seats]]
    match = Match(game, players, {"limit": "15"}, seed=bytes([seed]) * 32)
    rng = Random(seed)
    while match.to_act and len(match.history) < PLIES:
        if CHANCE in match.to_act:
            match.roll()
            continue
        seat = match.to_act[0]
        moves = match.legal_moves(seat)
        match.play(seat, rng.choice([move for move in moves if move.verb in eager] or moves))
    return match


@pytest.mark.parametrize("part", range(PARTS))
def test_a_saga_of_random_games_at_many_positions(part: int) -> None:
    for seed in range(part, GAMES, PARTS):
        match = random_game(seed, 2 + seed % 5)
        for ply in range(len(match.history) - seed % EVERY, 0, -EVERY):
            match.rewind(ply)
            lang = LANGS[ply % len(LANGS)]
            told = story(match, lang, None if ply % 3 else seed % match.state.seats)
            assert told["chapters"][0]["passages"], (seed, ply)
            assert all(each["title"] for each in told["chapters"]), (seed, ply)


@pytest.mark.parametrize("lang", LANGS)
def test_a_saga_of_a_game_won_by_a_goal_in_own_words(lang: Lang) -> None:
    match = random_game(11, 2, eager=("free", "end", "claim"))
    assert match.state.won
    goal = match.state.players[match.state.outcome[0]].aim
    assert goal
    assert goal.aim is None
    told = story(match, lang, None)
    assert NAMES[match.state.outcome[0]] in told["chapters"][-1]["passages"][0]["text"]
