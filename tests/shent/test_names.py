"""Names of figures (S4.14)."""

from __future__ import annotations

import pytest

from cruachan.engine.errors import IllegalMove, PositionError
from cruachan.games.shent import rulings
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.components.material import KIND
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import NOWHERE
from cruachan.games.shent.core.flow import Move
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation import position
from cruachan.games.shent.picture.drawing import ShentDrawing
from cruachan.games.shent.tale.voice import Voice
from tests.shent.play import in_turn, moves, play
from tests.shent.positions import BOARD, put

A, B = 0, 1
HERE, THERE = 2, 5
GAME = SHENT(BOARD)


def against(state: State, seat: int, piece: int, words: str) -> str:
    """The rule against a name; nothing where there is none."""
    no = rulings.no(state, seat, Move("name", (piece,), words))
    return no.rule if no else ""


def named(words: str = "Aldric") -> tuple[State, int]:
    """A table with a figure of a that has a name."""
    state = in_turn()
    piece = put(state, "faron", HERE, A)
    return GAME.apply(state, A, Move("name", (piece,), words)), piece


@pytest.mark.rule("S4.14", "S4.10")
def test_a_figure_gets_a_name_at_any_quiet_moment() -> None:
    state = in_turn()
    own, ally = put(state, "faron", HERE, B), put(state, "dru", HERE, B)
    state = GAME.apply(state, B, Move("name", (own,), "Aldric"))
    state = GAME.apply(state, B, Move("name", (ally,), "Grim der Alte"))
    assert state.names == {own: "Aldric", ally: "Grim der Alte"}
    assert GAME.apply(state, B, Move("name", (own,), "Aldric II")).names[own] == "Aldric II"
    assert own not in GAME.apply(state, B, Move("name", (own,), "…")).names
    state.stack.append(Event(A, HERE, ()))
    assert against(state, B, own, "Bero") == "S4.10"


@pytest.mark.rule("S4.14")
def test_whose_figures_and_which_names() -> None:
    state = in_turn()
    own, other = put(state, "faron", HERE, A), put(state, "faron", THERE, B)
    house, foe = put(state, "talan", HERE, A), put(state, "urlug", THERE)
    state = GAME.apply(state, B, Move("name", (other,), "Aldric"))
    assert [against(state, A, piece, "Bero") for piece in (own, other, house, foe)] == [
        "",
        *["S4.14"] * 3,
    ]
    assert against(state, A, own, "x" * 30) == ""
    assert against(state, A, own, "ALDRIC") == "S4.14"
    for wrong in ("", "x" * 31, "two\nlines", "\x1b[2J"):
        assert against(state, A, own, wrong) == "S4.12"
    with pytest.raises(IllegalMove, match="Aldric"):
        GAME.apply(state, A, Move("name", (own,), "Aldric"))


@pytest.mark.rule("S4.14")
def test_a_name_goes_with_the_figure_and_is_forgotten_with_it() -> None:
    state = in_turn()
    state.players[A] = state.players[A]._replace(golu=50)
    piece = put(state, "randir", HERE, A)
    state = GAME.apply(state, A, Move("name", (piece,), "Nim"))
    grown = play(state, A, "develop", piece, KIND["saelon"])
    (new,) = grown.names
    assert grown.pieces[new].kind == KIND["saelon"]
    acts.send_off(grown, [new], 3)
    assert grown.names == {new: "Nim"}
    acts.to_supply(grown, new)
    assert grown.names == {}


def test_names_are_offered_to_people_and_not_listed() -> None:
    """Bots and simulations look through no offer that says nothing without words."""
    state, piece = named()
    assert "name" not in {move.verb for move in moves(state, A)}
    view = GAME.presentation.view(state, A, ["Anna", "Bea", "Cid"])
    offers = [move for point in view["points"] for move in point["moves"] if move["needs"]]
    assert [(each["move"], each["longest"]) for each in offers] == [(["name", [piece], ""], 30)]
    assert not [
        m for p in GAME.presentation.view(state, B)["points"] for m in p["moves"] if m["needs"]
    ]


def test_a_named_figure_in_notation_positions_and_views() -> None:
    state, piece = named("Grim der Alte")
    assert GAME.write_move(state, A, Move("name", (piece,), "Bero")) == "name faron1 : Bero"
    assert GAME.read_move(state, A, "name faron1 : Bero") == Move("name", (piece,), "Bero")
    assert GAME.read_move(state, A, "nenne Grim der Alte : Bero", "de").args == (piece,)
    line = position.write(state)
    assert position.read(BOARD, line).names == state.names
    older = line.replace(f',"names":[[{piece},"Grim der Alte"]]', "")
    assert older != line
    assert position.read(BOARD, older).names == {}
    view = GAME.presentation.view(state, None, ["Anna", "Bea", "Cid"], "de")
    (figure,) = view["lands"][HERE]["figures"]
    assert figure["called"] == "Grim der Alte"
    assert "Grim der Alte" in ShentDrawing(view, BOARD, "de").figure(figure)
    assert any(
        "Grim der Alte" in entry["label"]
        for entry in GAME.presentation.side_panels(view, "de")[A]["entries"]
    )


@pytest.mark.parametrize("names", [{0: "Aldric", 1: "aldric"}, {0: ""}, {3: "In supply"}])
def test_names_that_cannot_be(names: dict[int, str]) -> None:
    state = in_turn()
    put(state, "faron", HERE, A)
    put(state, "faron", HERE, A)
    state.names = names
    with pytest.raises(PositionError):
        position.read(BOARD, position.write(state))


def test_the_tale_says_the_name() -> None:
    state, piece = named()
    voice = Voice(state, ["Anna", "Bea", "Cid"], "de")
    assert voice.figure(piece, A, "the_dat") == "Aldric"
    other = put(state, "faron", HERE, A)
    assert voice.company([piece, other]) == f"Aldric und {voice.noun(other)}"
    before = in_turn()
    put(before, "faron", HERE, A)
    move = Move("name", (piece,), "Aldric")
    told = GAME.presentation.tell(before, A, move, state, None, ["Anna", "Bea", "Cid"], "de")
    assert told == "Anna gibt dem Jäger einen Namen: Aldric."
    assert state.pieces[piece].land != NOWHERE


def test_a_name_that_was_veiled_is_none() -> None:
    """The X-card takes it away, and the move can still be made."""
    state, piece = named("something foul")
    move = GAME.narration.redact(Move("name", (piece,), "something foul"))
    assert GAME.apply(state, A, move).names == {}
