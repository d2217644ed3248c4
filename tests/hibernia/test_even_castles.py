"""The board whose castles differ little, and the tools that have found it."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from tools.castles import LOTS, SETTINGS, Counts, castle_of_seat
from tools.lay_board import lay
from tools.search_boards import Candidate, Land

from cruachan.engine.record import same
from cruachan.games.hibernia import rules
from cruachan.games.hibernia.board import SHIPPED, load, problems
from cruachan.games.hibernia.state import State
from cruachan.games.hibernia.tables import make_board_tables

IRELAND = load("ireland")


def test_the_board_is_sound_and_differs_from_ireland_by_colours_castles_and_track_alone() -> None:
    board = load()
    assert problems(board) == []
    assert (board.name, board.digest) == ("Eriu", "0311e0f3")
    for even, first in zip(board.counties, IRELAND.counties, strict=True):
        assert (even.name, even.short, even.province) == (first.name, first.short, first.province)
        assert (even.centre, even.neighbours, even.shape) == (
            first.centre, first.neighbours, first.shape,
        )  # fmt: skip
    castles = [county.name for county in board.counties if county.castle]
    assert castles == ["Ailech", "Conmaicne", "Osraige", "Múscraige"]
    assert len(board.track) == 40


@pytest.mark.parametrize("seed", range(4))
def test_every_board_of_the_search_is_sound(seed: int, tmp_path: Path) -> None:
    land, rng = Land(IRELAND), Random(seed)
    assert land.fits(land.design)
    design = land.fresh(rng)
    path = tmp_path / "found.toml"
    source = SHIPPED["ireland"].read_text("utf-8")
    path.write_text(lay(source, design, "Found", ("Found", "Gefunden")), "utf-8")
    found = load(path)
    assert problems(found) == []
    assert Land.of(found) == design != land.design
    assert same(land.tables(design), make_board_tables(found))


def test_a_design_that_is_no_board_is_refused() -> None:
    land = Land(IRELAND)
    colours, castles, track = land.design.colours, land.design.castles, land.design.track
    assert not land.fits(type(land.design)(colours, castles, track[1:]))
    assert not land.fits(type(land.design)(colours, (0, 1, 2, 3), track))
    assert not land.fits(type(land.design)((colours[1], *colours[1:]), castles, track))


def test_the_castle_of_a_seat_is_where_the_lot_has_put_it() -> None:
    board, castles = make_board_tables(IRELAND), castle_of_seat()
    for lot in range(LOTS):
        state = State.new()
        rules.setup(state, 4, 0, 0)
        rules.draw_start(state, 0)
        rules.draw_castles(board, state, lot)
        for seat in range(4):
            assert state.held[seat] == 1 << int(board.castle[castles[lot, seat]])


def test_the_more_even_the_wins_the_better_the_board() -> None:
    def candidate(first: int) -> Candidate:
        """As many wins more of the first castle as of the last one less."""
        found = Candidate(Land(IRELAND).design)
        for seats, _ in SETTINGS:
            wins = np.full((4, 4), 3000 // seats, np.int64)
            wins[:, seats:] = 0
            wins[0, :seats] += first
            wins[3, :seats] -= first
            games = int(wins.sum())
            found.add([Counts(wins, games * (12 if seats == 4 else 10), games)] * len(SETTINGS))
        return found

    assert candidate(0).badness < candidate(100).badness < candidate(300).badness
    assert candidate(0).worst < 9 < candidate(300).worst
