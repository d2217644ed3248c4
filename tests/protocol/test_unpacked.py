"""Views, tales and reasons read plain copies of records, and say what the records say."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from cruachan.bench.views import from_records
from cruachan.engine.game import CHANCE
from cruachan.engine.kernel import KernelGame, record_game
from cruachan.engine.record import MODE, unpacked
from cruachan.engine.texts import LANGS
from tests.protocol.shelf import books
from tests.tables import assert_plain

NAMES = ("Medb", "Ailill", "Fergus", "Nessa", "Derdriu")
GAMES = [
    (each, board)
    for book in books().values()
    if (each := record_game(book.game))
    for board in each.boards
]
MOST_PLIES = 250
EVERY_GAME = pytest.mark.parametrize(("game", "board"), GAMES, ids=[b for _, b in GAMES])


def compare(new: Any, old: Any, before: Any, ply: tuple[int, int], after: Any, rng: Random) -> None:
    """Everything that is said of a move and of the position it led to, read in both ways."""
    seat, move = ply
    lang = rng.choice(LANGS)
    viewer = rng.choice((None, CHANCE, *new.to_act(after), seat))
    shown = new.presentation.view(after, viewer, NAMES, lang)
    assert_plain(shown)
    assert shown == old.presentation.view(after, viewer, NAMES, lang)
    told = (before, seat, move, after, viewer, NAMES, lang)
    assert new.presentation.tell(*told) == old.presentation.tell(*told)
    other, who = rng.randrange(new.kernel.moves), rng.choice((seat, 0))
    asked = (before, who, other, lang, NAMES)
    assert new.why_not(*asked) == old.why_not(*asked)


@EVERY_GAME
def test_a_plain_copy_shows_tells_and_refuses_what_the_record_does(
    game: KernelGame[Any, Any, Any], board: str
) -> None:
    """In whole games by lot, with any number of players and any options."""
    new = type(game).on_board(board)
    old = from_records(new)
    choices = [[(option.name, value) for value in option.choices] for option in new.options]
    for number, (seats, options) in enumerate(product(new.players, product(*choices))):
        rng = Random(number)
        state = new.setup(seats, dict(options))
        for _ in range(MOST_PLIES):
            if not (waiting := new.to_act(state)):
                break
            ply = waiting[0], rng.choice(new.legal_moves(state, waiting[0]))
            before, state = state, new.apply(state, *ply)
            compare(new, old, before, ply, state, rng)


@EVERY_GAME
@pytest.mark.skipif(MODE == "interpreted", reason="interpreted rules read the record itself")
def test_a_plain_copy_has_the_numbers_of_its_record(
    game: KernelGame[Any, Any, Any], board: str
) -> None:
    """All fields, as numbers of Python; and rules take it for the record without a new version."""
    state: Any = game.setup(game.players[-1], {})
    for each in (state, game.board_tables):
        copied: Any = unpacked(each)
        for name in each.dtype.names:
            value, wanted = getattr(copied, name), each[name].tolist()
            assert value == (tuple(wanted) if isinstance(wanted, list) else wanted), name
            assert {type(n) for n in (value if isinstance(value, tuple) else [value])} == {int}
        assert copied.tobytes() == each.tobytes()
    to_act: Any = game.kernel.to_act
    assert to_act(unpacked(state)) == to_act(state)
    assert len(to_act.signatures) == 1
