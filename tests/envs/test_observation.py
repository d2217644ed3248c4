"""What a seat sees as numbers: all of it, from its own place, and nothing else."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from cruachan.bench.envs import by_lot
from cruachan.engine.capabilities import ObservationSpec
from cruachan.engine.kernel import KernelGame, as_table, record_game
from cruachan.envs.observation import observation_of, places
from cruachan.envs.table import make_observe
from cruachan.envs.vector import VectorEnv
from cruachan.games import load_game
from cruachan.games.gallia.game import Gallia
from tests.envs.tables import SETTINGS
from tests.gallia.test_leaks import hidden, otherwise, scouting

DOCS = Path(__file__).parents[2] / "docs" / "envs.md"
HEAD = "\n\n| part | shape | what it is |\n|---|---|---|"


def spec_of(game: KernelGame[Any, Any, Any]) -> ObservationSpec:
    """How a game is seen."""
    found = observation_of(game)
    assert found is not None
    return found


def game_of(name: str) -> KernelGame[Any, Any, Any]:
    """A record game."""
    game = record_game(load_game(name))
    assert game is not None
    return game


def tables_of(setting: str, steps: int, count: int = 8) -> VectorEnv:
    """Tables some steps into their games."""
    game, chosen = SETTINGS[setting]
    env, lots = VectorEnv(game, count, **chosen), np.random.default_rng(1)
    batch = env.reset(seed=1)
    for _ in range(steps):
        batch = env.step(by_lot(batch.masks, lots))
    return env


def part(env: VectorEnv, index: int, seat: int, name: str) -> Any:
    """A part of what a seat sees, in its shape."""
    shape = next(each.shape for each in spec_of(env.game).parts if each.name == name)
    return env.observe(index, seat)[env.places[name]].reshape(shape)


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_row_is_full_and_within_bounds(setting: str) -> None:
    env = tables_of(setting, 60)
    spec = spec_of(env.game)
    row = np.zeros(spec.size, np.float32)
    for index in range(env.tables):
        for seat in range(env.seats):
            state = env.game.observe(env.state(index), seat)
            row[:] = 0
            assert spec.observe(env.game.board_tables, state, seat, row) == spec.size
            assert row.min() >= 0
            assert row.max() <= 1
            np.testing.assert_array_equal(row, env.observe(index, seat))
    assert places(spec) == env.places


@pytest.mark.parametrize("setting", ["hibernia", "hibernia of three", "cambria of five"])
def test_seats_are_told_from_the_place_of_the_viewer(setting: str) -> None:
    env = tables_of(setting, 80)
    for index in range(env.tables):
        state = env.state(index)
        for seat in range(env.seats):
            held = part(env, index, seat, "held")
            for after in range(env.seats):
                colour = (seat + after) % env.seats
                bits = [int(state.held[colour]) >> place & 1 for place in range(held.shape[1])]
                assert held[after].tolist() == bits


def test_colours_nobody_plays_keep_their_place() -> None:
    """The neutral colour of three players, and the dummy of two."""
    for setting, colour in (("hibernia of three", 3), ("cambria of two", 2)):
        env = tables_of(setting, 6)
        rows = [part(env, 0, seat, "held")[colour].tolist() for seat in range(env.seats)]
        assert sum(rows[0]) > 0
        assert rows.count(rows[0]) == env.seats


def test_the_track_ahead_is_the_boards() -> None:
    env = tables_of("hibernia", 100)
    state, board = env.state(), env.game.board_tables
    for seat in range(4):
        ahead = part(env, 0, 0, "ahead")[seat].argmax(axis=1).tolist()
        spaces = [(int(state.steps[seat]) + step) % int(board.length) for step in range(1, 7)]
        assert ahead == [int(board.track[space]) for space in spaces]


def test_cambria_says_whose_forts_and_markers_are() -> None:
    env = tables_of("cambria of five", 200)
    index = next(index for index in range(env.tables) if env.state(index).fort.any())
    state = env.state(index)
    for name, owners in (("fort", state.fort), ("vp", state.vp), ("ship", state.ship)):
        seen = part(env, index, 2, name)
        for place, owner in enumerate(owners):
            owned = [(colour - 2) % 5 for colour in range(5) if owner == colour + 1]
            assert np.flatnonzero(seen[:, place]).tolist() == owned
    assert part(env, index, 2, "gone").tolist() == [int(marker == -1) for marker in state.vp]


def test_gallia_counts_its_dice() -> None:
    env = tables_of("gallia", 60)
    for index in range(env.tables):
        state = env.state(index)
        for seat in range(2):
            armies, free = part(env, index, seat, "armies"), part(env, index, seat, "free")
            assert (armies.sum(axis=(1, 2)) + free).tolist() == [1, 1]
            for card in range(12):
                dice = [d for d in range(8 * seat, 8 * seat + 8) if state.card[d] == card]
                warriors = sum(int(state.pips[die]) for die in dice)
                assert part(env, index, seat, "warriors")[0, card] * 48 == pytest.approx(warriors)


def test_backs_that_a_seat_has_not_seen_change_nothing_it_sees() -> None:
    game = Gallia.on_board()
    spec, rng = spec_of(game), Random(3)
    observe = make_observe(game.kernel, spec)
    state, compared = game.setup(2, {}), 0

    def row(state: Any, seat: int) -> list[float]:
        numbers, table = np.zeros(spec.size, np.float32), as_table(state)
        observe(game.board_tables, table, table.copy(), seat, numbers)
        found: list[float] = numbers.tolist()
        return found

    while waiting := game.to_act(state):
        legal = game.legal_moves(state, waiting[0])
        move = rng.choice(legal) if waiting[0] < 0 else scouting(rng, game, state, waiting[0])
        state = game.apply(state, waiting[0], move)
        for seat in range(2):
            if hidden(state, seat):
                other = otherwise(state, seat, rng)
                assert row(state, seat) == row(other, seat)
                compared += row(state, 1 - seat) != row(other, 1 - seat)
    assert compared > 10


def test_every_game_with_a_kernel_has_spec() -> None:
    for name in ("hibernia", "cambria", "gallia"):
        spec = spec_of(game_of(name))
        assert len({each.name for each in spec.parts}) == len(spec.parts)
        assert all(each.about for each in spec.parts)


@pytest.mark.parametrize("name", ["hibernia", "cambria", "gallia"])
def test_the_docs_list_every_part(name: str) -> None:
    game = game_of(name)
    spec = spec_of(game)
    listed = [f"### {game.title}: {spec.size} numbers, {spec.actions} moves{HEAD}"]
    for each in spec.parts:
        shape = " x ".join(map(str, each.shape))
        listed.append(f"| `{each.name}` | {shape} | {each.about} |")
    assert "\n".join(listed) in DOCS.read_text("utf-8")
