from __future__ import annotations

from random import Random
from typing import Any

import pytest

from cruachan import CHANCE, Match, Player, load_game
from cruachan.bots.advice import advise, describe_line, outlook
from cruachan.engine.texts import LANGS, Lang

RECORD_GAMES = [("hibernia", 3), ("cambria", 2), ("gallia", 2)]
NAMES = ("Anna", "Ben", "Cu")


def played(name: str, seats: int, plies: int, seed: int) -> Match[Any, Any]:
    """So many plies by lot, and on to the next decision."""
    match = Match(load_game(name), [Player(n) for n in NAMES[:seats]], seed=bytes([seed]) * 32)
    rng = Random(seed)
    while not match.outcome and (len(match.history) < plies or CHANCE in match.to_act):
        seat = match.to_act[0]
        if seat == CHANCE:
            match.roll()
        else:
            match.play(seat, rng.choice(match.legal_moves(seat)))
    return match


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("name", "seats"), RECORD_GAMES)
def test_advice_explains_itself(name: str, seats: int, lang: Lang) -> None:
    match = played(name, seats, 30, 1)
    decision = match.decision(match.to_act[0])
    advice = advise(match.game, decision, Random(1))
    assert advice is not None
    assert advice.chances is not None
    assert len(advice.chances) == seats
    assert 1 <= len(advice.moves) <= 3
    assert all(each.move in decision.moves for each in advice.moves)
    assert advice.moves[0].chance == advice.chances[decision.seat]
    assert sum(each.share or 0 for each in advice.moves) <= 1.0001
    steps = describe_line(match.game, decision, advice.line, lang)
    assert steps[0].seat == decision.seat
    text = match.game.write_move(decision.seen, decision.seat, advice.moves[0].move, decision.seat)
    assert steps[0].text == text
    assert all(step.told for step in steps)
    assert steps[-1].seat != CHANCE


@pytest.mark.parametrize(("name", "seats"), RECORD_GAMES)
def test_shares_are_shares_and_the_same_for_the_same_seed(name: str, seats: int) -> None:
    match = played(name, seats, 20, 1)
    for viewer in range(seats):
        seen = match.game.observe(match.state, viewer)
        found = outlook(match.game, seen, Random(1))
        assert len(found) == seats
        assert all(0 <= each <= 1 for each in found)
        assert 0.5 < sum(found) < 1.5
        assert found == outlook(match.game, seen, Random(1))


def test_before_a_roll_chances_are_the_mean_over_the_faces() -> None:
    match = played("hibernia", 3, 40, 2)
    game, state = match.game, match.state
    while CHANCE not in game.to_act(state):
        state = game.apply(
            state, game.to_act(state)[0], game.legal_moves(state, match.to_act[0])[0]
        )
    found = outlook(game, state, Random(1))
    faces = [
        outlook(game, game.apply(state, CHANCE, face), Random(1))
        for face in game.legal_moves(state, CHANCE)
    ]
    for seat in range(3):
        mean = sum(face[seat] for face in faces) / len(faces)
        assert found[seat] == pytest.approx(mean, abs=0.08)


def test_who_is_about_to_win_has_the_best_chances() -> None:
    match = played("hibernia", 3, 10_000, 5)
    assert match.outcome is not None
    winner = match.outcome.winners[0]
    late = match.state_at(len(match.history) - 6)
    found = outlook(match.game, match.game.observe(late, winner), Random(1))
    assert max(found) == found[winner] > 0.5
    assert outlook(match.game, match.state, Random(1)) == []


def test_what_others_hide_changes_nothing() -> None:
    """Gallia: in two positions that a seat cannot tell apart it is told the same."""
    match = played("gallia", 2, 40, 3)
    game, decision = match.game, match.decision(match.to_act[0])
    other = decision._replace(
        seen=game.observe(game.determinize(decision.seen, Random(7)), decision.seat)
    )
    here, there = (advise(game, each, Random(1)) for each in (decision, other))
    assert here is not None
    assert there is not None
    assert here == there
    assert describe_line(game, decision, here.line, "en") == describe_line(
        game, other, there.line, "en"
    )


@pytest.mark.parametrize("lang", LANGS)
def test_a_line_that_ends_at_a_secret_is_told_in_words(lang: Lang) -> None:
    """Gallia: whoever scouts or builds is told of like anybody else; what is seen then is not."""
    found = set()
    for plies in range(2, 60):
        match = played("gallia", 2, plies, 3)
        if match.outcome or CHANCE in match.to_act:
            continue
        game, decision = match.game, match.decision(match.to_act[0])
        for move in decision.moves:
            if game.reveals(decision.seen, decision.seat, move):
                (step,) = describe_line(game, decision, [(decision.seat, move), (CHANCE, 0)], lang)
                assert step.told.startswith(decision.names[decision.seat])
                assert step.text not in step.told
                found.add(step.text.split()[0])
    assert found == {"scout", "build"}


def test_in_a_told_game_a_bot_says_what_it_would_do() -> None:
    match: Match[Any, Any] = Match(load_game("shent"), [Player(n) for n in NAMES], seed=b"a" * 32)
    while CHANCE in match.to_act:
        match.roll()
    decision = match.decision(match.to_act[0])
    advice = advise(match.game, decision, Random(1))
    assert advice is not None
    assert advice.chances is None
    assert [each.move in decision.moves for each in advice.moves] == [True]
    assert outlook(match.game, decision.seen, Random(1)) == []
