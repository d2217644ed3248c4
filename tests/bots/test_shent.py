"""The players of SHENT: they see what their seat sees, keep the rules, and play to their level."""

from __future__ import annotations

from random import Random

import pytest

from cruachan.arena.python_simulator import play_one
from cruachan.bots import bots_of, load_bot
from cruachan.engine.chance import seed_from
from cruachan.engine.errors import OptionError
from cruachan.engine.game import CHANCE
from cruachan.engine.match import Match, Player
from cruachan.engine.texts import LANGS, Texts
from cruachan.games import load_game
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.bots.tempers import NAMES, TEMPERS, temper_of
from cruachan.games.shent.game import SHENT
from tests.shent.tables import by_bots, game_for


def test_who_can_sit_at_the_table() -> None:
    game = load_game("shent")
    assert bots_of(game) == ("strong", "steady", "learner", "purposeful", "wandering")
    with pytest.raises(OptionError, match="purposeful, wandering"):
        load_bot("greedy", game)


@pytest.mark.parametrize("kind", ["strong", "learner"])
def test_a_bot_needs_no_more_than_its_seat_may_know(kind: str) -> None:
    """It chooses alike in every game that looks alike from its seat."""
    game = game_for(3)
    match = Match(game, [Player(name) for name in NAMES[:3]], {"limit": "15"}, seed_from("view"))
    bot = ShentBot(kind)
    asked = 0
    while match.outcome is None and asked < 150:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
            continue
        asked += 1
        decision = match.decision(seat)
        chosen = bot.choose(decision, Random(asked))
        other = game.observe(game.determinize(decision.seen, Random(asked)), seat)
        assert chosen == bot.choose(decision._replace(seen=other), Random(asked))
        match.play(seat, chosen)
    assert asked > 100


def test_every_name_has_its_temper() -> None:
    """A bot's own name brings its temper along; any other name has that of its seat."""
    for lang in LANGS:
        assert Texts("cruachan.games.shent", lang)("bots.names").split() == list(NAMES)
    tempers = [temper.name for temper in TEMPERS]
    assert [temper_of(0, [name]).name for name in NAMES] == tempers * 2
    assert [temper_of(seat, ["Anna"] * 4).name for seat in range(4)] == [*tempers, tempers[0]]


def test_everybody_of_a_name_has_fancies_of_its_own() -> None:
    """The same in every game, and another bot of the same temper has others."""
    lindis, nimra = temper_of(0, ["Lindis"]), temper_of(3, ["", "", "", "Nimra"])
    assert lindis == temper_of(2, ["", "", "Lindis"])
    assert lindis.name == nimra.name
    assert lindis.leans != nimra.leans


def test_a_temper_colours_the_telling_only() -> None:
    """Every reading is told in the narrator's style, and is one that the rules allow."""
    styles = set()
    for before, seat, move, _ in by_bots(3, 5, {"limit": "15"}):
        if move.verb == "read" and seat != CHANCE:
            styles.add((seat, move.args[2]))
            plain = move._replace(args=move.args[:2])
            assert plain in game_for(3).legal_moves(before, seat)
    assert styles == {(0, 1), (1, 2), (2, 3)}


def test_the_purposeful_fulfil_three_times_as_many_quests() -> None:
    """Two of each at a table, twelve tables."""
    kinds = ("purposeful", "wandering", "purposeful", "wandering")
    board = SHENT.load_board(SHENT.usual_board(4))
    quests = [0, 0]
    for number in range(12):
        game = SHENT(board)
        options = game.complete(4, {"limit": "30"})
        told = play_one(SHENT, board, 4, options, kinds, f"levels {number}")
        for seat in range(4):
            quests[seat % 2] += told.counts[f"seat.{seat}"]
    assert quests[0] >= 3 * max(1, quests[1])
