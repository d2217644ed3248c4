"""Free readings (S36) as positions, in words, and with bots."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cruachan.engine.game import Decision
from cruachan.engine.texts import LANGS
from cruachan.games.shent import rulings
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.chapters.freely import FreeReading
from cruachan.games.shent.components.material import (
    BREGED,
    GALAS,
    HANNAS,
    IDH,
    NARCHAD,
    NUTHAD,
    THURINAS,
)
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.effect import Effect
from cruachan.games.shent.core.flow import Move, top
from cruachan.games.shent.core.reading import FREE
from cruachan.games.shent.core.state import State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation import position
from cruachan.games.shent.tale.tale import tell
from tests.shent.play import play, said, waits
from tests.shent.positions import near, put
from tests.shent.test_events import HERE, happening
from tests.shent.test_free_readings import WORDS, freely

A, B, C, D = range(4)


def test_half_said_and_voted_on_it_is_a_position_and_is_told() -> None:
    game = SHENT(happening(GALAS, 8).board)
    state = play(happening(BREGED, 8), B, "freely", words=WORDS)
    steps = [state, play(state, B, "effect", "legend")]
    steps.append(play(steps[-1], B, "part", near(state, HERE)[0]))
    steps.append(play(steps[-1], B, "propose"))
    for each in steps:
        line = game.write_position(each)
        assert game.write_position(game.read_position(line)) == line
        for viewer in (None, A, B, C):
            for lang in LANGS:
                assert game.presentation.view(each, viewer, lang=lang)["prompt"]
    asked = game.presentation.view(steps[-1], A, lang="de")["prompt"]
    assert WORDS in asked
    assert "Sage" in asked
    last = play(steps[-1], A, "vote", True)
    after = play(last, C, "vote", True)
    assert WORDS in tell(last, C, Move("vote", (True,)), after, None, ("Ann", "Bea", "Cid"), "en")


@pytest.mark.parametrize("lang", LANGS)
def test_a_refused_free_reading_is_said_to_be_refused(lang: Any) -> None:
    state = freely(happening(NARCHAD, 4), ("lose_tur", 2))
    state = play(state, A, "vote", False)
    after = play(state, C, "vote", False)
    told = tell(state, C, Move("vote", (False,)), after, None, ("Ann", "Bea", "Cid"), lang)
    assert WORDS not in told
    assert "Bea" in told


def test_typed_in_either_language_with_its_words() -> None:
    state = happening(BREGED, 8)
    game = SHENT(state.board)
    for text in ("freely: A storm", "free : A storm", "frei: A storm"):
        assert game.read_move(state, B, text, "de") == Move("freely", (), "A storm")
    state = play(state, B, "freely", words=WORDS)
    for text in ("effect gain_tur", "effect power", "wirkung macht", "macht"):
        assert game.read_move(state, B, text, "de") == Move("effect", ("gain_tur",))
    state = play(state, B, "effect", "gain_tur")
    assert game.read_move(state, B, "part 3") == Move("part", (3,))
    assert game.read_move(state, B, "3") == Move("part", (3,))


def votes_of(state: State, seat: int, names: tuple[str, ...] = ()) -> bool:
    """How a bot votes."""
    game = SHENT(state.board)
    legal = game.legal_moves(state, seat)
    decision = Decision(seat, game.observe(state, seat), legal, names)
    return bool(ShentBot("strong").choose(decision, Random(1)).args[0])


def test_bots_vote_on_what_it_does_to_whom() -> None:
    names = ("Lindis", "Orwen", "Gaelor")
    kind = freely(happening(GALAS, 4), ("gain_tur", 4))
    assert votes_of(kind, A, names)
    assert votes_of(kind, C, names)
    cruel = freely(happening(NARCHAD, 8), ("lose_tur", 4), ("lose_golu", 4), ("lost",))
    assert not votes_of(cruel, A, names)
    mild = freely(happening(NARCHAD, 4), ("lose_tur", 1))
    assert votes_of(mild, A, names)
    lavish = freely(happening(HANNAS, 8), ("gain_tur", 8), ("gain_golu", 8), ("ally",))
    assert votes_of(lavish, A, names)
    assert not votes_of(lavish, C, names), "a dark temper grudges so much"


def test_a_bot_that_takes_a_seat_over_takes_a_half_said_reading_back() -> None:
    state = play(happening(BREGED, 8), B, "freely", words=WORDS)
    state = play(state, B, "effect", "gain_tur")
    game = SHENT(state.board)
    bot = ShentBot("strong")
    for _ in range(2):
        legal = game.legal_moves(state, B)
        move = bot.choose(Decision(B, game.observe(state, B), legal), Random(1))
        state = play(state, B, move.verb, *move.args)
    assert isinstance(top(state), Event)


def test_free_readings_by_lot_leave_everything_in_its_place() -> None:
    """Whatever is named, agreed to or not, no stone is lost and every position can be read."""
    rng = Random(36)
    game = SHENT(happening(GALAS, 1).board)
    worked: set[str] = set()
    for number in range(120):
        rune = number % 16
        state = happening(rune, 1 + rng.randrange(8), seats=2 + number % 4)
        acts.change(state, A, aglar=1, hand=(THURINAS,))
        state.bag[THURINAS] -= 1
        put(state, rng.choice(("saelon", "randir", "maethor")), HERE, A)
        put(state, rng.choice(("dru", "adan")), HERE)
        group = tuple(i for i, p in enumerate(state.pieces) if p.land == HERE and p.leader == A)
        state.stack[-1] = top(state)._replace(group=group)
        (narrator,) = waits(state)
        if rulings.no(state, narrator, Move("freely", (), WORDS)):
            continue
        state = game.apply(state, narrator, Move("freely", (), WORDS))
        while any(isinstance(each, Event | FreeReading) for each in state.stack):
            line = game.write_position(state)
            assert game.write_position(game.read_position(line)) == line
            seat = game.to_act(state)[0]
            move = rng.choice(game.legal_moves(state, seat))
            before, state = state, game.apply(state, seat, move)
            for lang in LANGS:
                game.presentation.tell(before, seat, move, state, None, (), lang)
            assert not position.stones_wrong(state)
            event = next((each for each in state.stack if isinstance(each, Event)), None)
            if event and event.reading == FREE:
                worked |= {key for key, _ in event.effects}
    assert len(worked) > 8


@pytest.mark.parametrize("rune", [NUTHAD, IDH])
def test_every_effect_has_words_for_its_parts(rune: int) -> None:
    """Every kind of part that is asked for has a question, in both languages."""
    kinds = {each for effect in Effect.ALL.values() for each in effect.shape.split()}
    assert kinds == {"number", "piece", "land", "kind", "token"}
    state = play(happening(rune, 8), B, "freely", words=WORDS)
    for key, *_ in said(state, B, "effect"):
        asked = play(state, B, "effect", key)
        for lang in LANGS:
            assert "{" not in SHENT(state.board).presentation.view(asked, B, lang=lang)["prompt"]
