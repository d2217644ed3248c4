"""Bots decide from what their seats may know; luck is told in steps."""

from random import Random
from typing import Any

import pytest

from cruachan import CHANCE, Match, Player, load_game
from cruachan.bots import BOTS, GreedyBot, load_bot
from cruachan.bots.luck import luck
from cruachan.engine.chance import seed_from
from cruachan.engine.errors import OptionError
from cruachan.engine.game import Decision
from cruachan.engine.kernel import record_game

HIBERNIA = load_game("hibernia")


def asked(position: str, seat: int = 0) -> Decision[Any, Any]:
    state = HIBERNIA.read_position(position)
    return Decision(seat, HIBERNIA.observe(state, seat), HIBERNIA.legal_moves(state, seat))


PULLING = (
    "4 a 6 a:red:->Mid+0-1 a@21=0+2:Air3,Brf5,Ula1,Dal2 b@17=0+3:Lui2,Cru5,Uma1,Con2 "
    "c@15=7+1:Osr2,Lai1,Che2 d@19=2+4:Tua3,Eil2,Mus1,Cia1"
)
WINNING = "4 a 9 d:red:w a@30=9+3:Air1 b@30=10+2:Lui1 c@30=11+1:Osr1 d@43=11+0:Tua1,Con1"


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_chooses_an_offered_move(name: str) -> None:
    bot = load_bot(name, HIBERNIA)
    for position in (PULLING, WINNING):
        decision = asked(position, 3 if position == WINNING else 0)
        assert bot.choose(decision, Random(1)) in decision.moves


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_chooses_among_the_moves_it_is_given(name: str) -> None:
    decision = asked(PULLING)
    bot = load_bot(name, HIBERNIA)
    for move in decision.moves:
        assert bot.choose(decision._replace(moves=[move]), Random(4)) == move


def test_greedy_rates_every_move_best_first() -> None:
    decision = asked(WINNING, 3)
    quick = record_game(HIBERNIA)
    assert quick is not None
    rated = GreedyBot(quick).rate(decision)
    assert sorted(move for move, _ in rated) == sorted(decision.moves)
    worths = [worth for _, worth in rated]
    assert worths == sorted(worths, reverse=True)


def test_greedy_takes_the_win() -> None:
    """Space 44 is the yellow start space: only a yellow county makes d come round."""
    bot = load_bot("greedy", HIBERNIA)
    state = HIBERNIA.read_position(WINNING)
    after = HIBERNIA.apply(state, 3, bot.choose(asked(WINNING, 3), Random(1)))
    outcome = HIBERNIA.outcome(after)
    assert outcome is not None
    assert outcome.winners == (3,)


def test_no_other_bots() -> None:
    with pytest.raises(
        OptionError, match="learner, steady, strong, expert, master, greedy, random"
    ):
        load_bot("clever", HIBERNIA)


def played(seats: int, text: str) -> Match:  # type: ignore[type-arg]
    match = Match(HIBERNIA, [Player("x")] * seats, seed=seed_from(text))
    bot, rng = load_bot("greedy", HIBERNIA), Random(1)
    while match.outcome is None:
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, bot.choose(match.decision(seat), rng))
    return match


def test_luck_counts_every_players_rolls() -> None:
    match = played(3, "luck")
    rolls = sum(
        "die " in HIBERNIA.write_move(match.state, ply.seat, ply.move)
        for ply in match.history
        if ply.seat == CHANCE
    )
    found = luck(match)
    assert [entry.seat for entry in found] == [0, 1, 2]
    assert sum(entry.rolls for entry in found) == rolls
    assert any(abs(entry.worth) > 0.1 for entry in found)


def test_luck_is_zero_on_average() -> None:
    """Over all faces of one roll the luck adds up to nothing."""
    match = Match(HIBERNIA, [Player("x")] * 3, seed=seed_from("zero"))
    while len(match.history) < 2:
        match.roll()
    faces = HIBERNIA.legal_moves(match.state, CHANCE)
    total = 0.0
    for face in faces:
        trial = Match(HIBERNIA, [Player("x")] * 3, seed=seed_from("zero"))
        for ply in match.history:
            trial.restore(ply.seat, HIBERNIA.write_move(trial.state, ply.seat, ply.move))
        trial.restore(CHANCE, HIBERNIA.write_move(trial.state, CHANCE, face))
        total += sum(entry.worth for entry in luck(trial))
    assert len(faces) == 6
    assert abs(total) < 1e-9
