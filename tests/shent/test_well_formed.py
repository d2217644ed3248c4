"""Moves and positions that nobody would write: told apart, never a crash."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from cruachan.engine.errors import PositionError
from cruachan.games.shent import rulings
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.magic import Cast
from cruachan.games.shent.components.material import BUILDINGS, NARCHAD, RATH
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.fields import HAND
from cruachan.games.shent.core.flow import Move, Verb
from cruachan.games.shent.core.state import Aim, Quest, State
from cruachan.games.shent.game import SHENT
from tests.shent.arena import give
from tests.shent.play import in_turn
from tests.shent.positions import put
from tests.shent.tables import by_bots, by_lot, game_for
from tests.shent.test_attack import places

WORDS: tuple[str, ...] = (
    "",
    "open",
    "fight",
    "reading",
    "target",
    "points",
    "answer",
    "moment",
    "work",
    "number",
)
WORDS += ("story", "galas.harvest", "band.held", "kind", "pair", "champions", "goal", "elements")
WORDS += ("truce", "pay", "support", "words", "rune", "tur", "broken", "kept", "attacked")
NAMES = ("Medb", "Ailill", "Nest", "Fand", "Conn", "Dubh")


def positions(seed: int, number: int) -> list[State]:
    """Positions of a game of lots or of bots."""
    seats = 2 + seed % 5
    options = {"limit": "15"}
    steps = by_bots(seats, seed, options, "wandering") if seed % 2 else by_lot(seats, seed, options)
    return Random(seed).sample([after for *_, after in steps if after.stack], number)


# --- Moves --------------------------------------------------------------------------------


def bent(value: Any, rng: Random) -> Any:
    """A value, or something else in its place."""
    if isinstance(value, tuple):
        every = [bent(each, rng) for each in value]
        return tuple(every if rng.random() < 0.8 else [*every, *every[-1:]])
    if isinstance(value, str):
        return rng.choice((value, *WORDS))
    return rng.choice((value, value + 1, value - 1, -2, -3, True, rng.randrange(30), 10**9, None))


@pytest.mark.parametrize("seed", range(3))
def test_a_move_is_taken_or_refused_in_words(seed: int) -> None:
    """Whatever it is made of: what does not fit its verb is not asked of the rules at all."""
    rng = Random(f"moves {seed}")
    game = game_for(2 + seed % 5)
    refused = 0
    for state in positions(seed, 12):
        for seat in range(state.seats):
            for verb in rulings.verbs(state, seat):
                offers = list(Verb.ALL[verb].offers(state, seat)) or [()]
                for args in rng.sample(offers, min(3, len(offers))):
                    move = Move(verb, bent(args, rng))
                    why = game.why_not(state, seat, move, rng.choice(("en", "de")), NAMES)
                    refused += why is not None
                    if why is None:
                        game.apply(state, seat, move)
    assert refused > 30


def test_what_a_verb_offers_fits_it_and_is_read_back() -> None:
    """Parts, notation and the reading of it say the same."""
    for seed in range(4):
        for state in positions(seed, 15):
            for seat in range(-1, state.seats):
                for name, args, _ in rulings.legal_moves(state, seat)[:40]:
                    verb = Verb.ALL[name]
                    assert verb.fits(state, args)
                    words = verb.write(state, seat, args).split()[1:]
                    assert args in list(verb.read(state, seat, words))


# --- Positions ----------------------------------------------------------------------------


def bend(data: dict[str, Any], rng: Random) -> None:
    """Change something in a position, so that it may still be one."""
    part = rng.choice(["stack", "stack", "stack", *data])
    inside, key = rng.choice([(data, part), *places(data[part])])
    value = inside[key]
    if type(value) is bool:
        inside[key] = not value
    elif type(value) is int:
        near = [value + 1, value - 1, 0, -1, -2]
        inside[key] = rng.choice([*near, rng.randrange(40), rng.randrange(8)])
    elif isinstance(value, str):
        inside[key] = rng.choice(WORDS)
    elif isinstance(value, list) and value:
        inside[key] = rng.choice(([], value[:-1], [*value, value[-1]]))


def live(game: SHENT, state: State, rng: Random) -> None:
    """Look at a position, guess it from a view of it, and play on."""
    for viewer in (None, *range(state.seats)):
        view = game.presentation.view(state, viewer)
    game.presentation.draw(view)
    for now in (state, game.determinize(game.observe(state, 0), rng)):
        for _ in range(10):
            moves = [(seat, m) for seat in game.to_act(now) for m in game.legal_moves(now, seat)]
            if not moves:
                break
            now = game.apply(now, *rng.choice(moves))


@pytest.mark.parametrize("seed", range(4))
def test_a_position_that_is_accepted_can_be_played_on(seed: int) -> None:
    rng = Random(f"positions {seed}")
    game = game_for(2 + seed % 5)
    accepted = refused = 0
    for state in positions(seed, 8):
        line = game.write_position(state)
        assert game.write_position(game.read_position(line)) == line
        for _ in range(8):
            data = json.loads(line)
            bend(data, rng)
            try:
                crafted = game.read_position(json.dumps(data))
            except PositionError:
                refused += 1
            else:
                accepted += 1
                live(game, crafted, rng)
    assert min(accepted, refused) > 5


def in_words(state: State) -> str:
    """What is wrong with a position that was written down."""
    game = SHENT(state.board)
    with pytest.raises(PositionError) as refused:
        game.read_position(game.write_position(state))
    return refused.value.text("en")


def test_a_rune_that_is_cast_is_in_the_hand() -> None:
    state = give(in_turn(), 0, RATH)
    state.stack.append(Cast(0, (HAND, RATH)))
    assert SHENT(state.board).read_position(SHENT(state.board).write_position(state)) == state
    state.stack[-1] = Cast(1, (HAND, RATH))
    assert in_words(state) == "What is going on in this position cannot be: Cast."


def test_a_bad_event_is_told_with_what_it_strikes() -> None:
    state = in_turn("events")
    faron = put(state, "faron", 0, 0)
    event = Event(0, 0, (faron,), rune=NARCHAD, strength=4, step="answer", reading="narchad.death")
    state.bag[NARCHAD] -= 1
    state.aside.append(NARCHAD)
    state.stack.append(event._replace(target=(faron,)))
    assert SHENT(state.board).read_position(SHENT(state.board).write_position(state)) == state
    state.stack[-1] = event
    assert in_words(state) == "What is going on in this position cannot be: Event."


def test_a_quest_has_an_aim_that_there_is() -> None:
    state = in_turn()
    quest = Quest(1, "open", (RATH, NARCHAD), Aim("win", RATH, (NARCHAD,), 1))
    for rune in quest.runes:
        state.bag[rune] -= 1
    acts.change(state, 0, quests=(quest,))
    assert SHENT(state.board).read_position(SHENT(state.board).write_position(state)) == state
    acts.change(state, 0, quests=(quest._replace(aim=Aim("winn", RATH, (NARCHAD,), 1)),))
    assert in_words(state) == "A quest of this position has an aim that there is not."


def test_a_position_is_at_rest_and_has_rounds_below_all_else() -> None:
    state = in_turn("gain")
    assert "nobody is asked" in in_words(state)
    state = in_turn()
    del state.stack[0]
    assert "rounds follow one another" in in_words(state)
    state = in_turn()
    state.active = 1
    assert in_words(state) == "What is going on in this position cannot be: TurnFrame."


@pytest.mark.parametrize("seed", range(2))
def test_what_a_viewer_sees_is_a_position_too(seed: int) -> None:
    game = game_for(2 + seed)
    for state in positions(seed, 20):
        for viewer in (None, 0, 1):
            line = game.write_position(game.observe(state, viewer))
            assert game.write_position(game.read_position(line)) == line


# --- Who stands where ---------------------------------------------------------------------


def test_pieces_are_found_where_they_stand() -> None:
    """The look-up says what going through all of them would."""
    for state in positions(1, 30):
        for land in range(-2, len(state.board.lands)):
            for built in (False, True):
                every = enumerate(state.pieces)
                here = [i for i, p in every if p.land == land and (p.kind in BUILDINGS) == built]
                assert list(state.pieces.there(land, built)) == here


# --- Verbs --------------------------------------------------------------------------------


def test_a_verb_that_does_not_say_what_it_is_made_of_is_refused_on_import() -> None:
    with pytest.raises(TypeError, match="The verb Whistle does not say its shape"):
        type("Whistle", (Verb,), {"name": "whistle"})
    assert "whistle" not in Verb.ALL


def test_no_two_verbs_have_one_name() -> None:
    """The later one would stand in the place of the earlier, and nobody would notice."""
    with pytest.raises(TypeError, match="There is a verb 'step' already; Tread needs another"):
        type("Tread", (Verb,), {"name": "step", "shape": "", "reveals": False})
