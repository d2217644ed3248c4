"""Why a move is a good one, as a player would say it."""

from __future__ import annotations

from random import Random

import pytest

from cruachan.engine.game import CHANCE
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS
from cruachan.games import load_game
from tests.hibernia.positions import GAME, position

NAMES = ("Medb", "Ailill", "Fergus")


@pytest.mark.parametrize("name", ["hibernia", "cambria", "gallia", "shent"])
def test_nearly_every_move_has_a_reason_in_every_language(name: str) -> None:
    """Most moves of a game by lot have one; none has notation or an open place in it."""
    game, rng = load_game(name), Random(1)
    seats = 2 if name != "hibernia" else 3
    state, said, asked = game.setup(seats, {}), 0, 0
    while not game.outcome(state) and asked < 60:
        seat = game.to_act(state)[0]
        move = rng.choice(game.legal_moves(state, seat))
        if seat != CHANCE:
            seen = game.observe(state, seat)
            texts = {
                lang: presentation_of(game).reason(seen, seat, move, NAMES[:seats], lang)
                for lang in LANGS
            }
            asked += 1
            said += all(texts.values())
            assert len(set(texts.values())) != 1 or not any(texts.values())
            assert not any("{" in text or "[" in text for text in texts.values())
        state = game.apply(state, seat, move)
    assert said > asked * 0.5, (said, asked)


def test_a_county_of_the_colour_at_which_one_would_stop() -> None:
    """Yellow comes next, and nothing yellow is held: the first yellow county takes one on."""
    track = GAME.board.track
    place = next(at for at in range(len(track)) if track[(at + 1) % len(track)] == "red")
    state = GAME.read_position(position("a:red:dw", a=f"@{place}:Cru2,Eil1"))
    move = GAME.read_move(state, 0, "march Mid die")
    assert "adds red, which you lack on the track" in GAME.presentation.reason(state, 0, move)
