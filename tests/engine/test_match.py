"""A match: playing, taking back, and what may not be taken back."""

from random import Random
from typing import Any

import pytest

from cruachan import CHANCE, IllegalMove, Match, Player, load_game
from cruachan.engine import transcript
from cruachan.engine.chance import seed_from
from cruachan.engine.errors import OptionError, UndoError, UnreadableMove
from cruachan.engine.narration import allows_text, stripped, with_text
from cruachan.engine.record import same
from cruachan.engine.texts import LANGS
from cruachan.games import GAMES

NAMES = ("Ailill", "Medb", "Fergus")


def new_match(text: str = "match") -> Match:  # type: ignore[type-arg]
    players = [Player(name) for name in NAMES]
    match = Match(load_game("hibernia"), players, seed=seed_from(text))
    while match.to_act == (CHANCE,):
        match.roll()
    return match


def test_chance_rolls_until_a_player_acts() -> None:
    match = new_match()
    assert [ply.seat for ply in match.history] == [CHANCE] * 3
    assert match.to_act != (CHANCE,)


def test_the_same_seed_gives_the_same_rolls() -> None:
    assert new_match("a").history == new_match("a").history
    assert any(new_match("a").history != new_match(text).history for text in "bcdef")


def test_undo_takes_back_and_redo_makes_again() -> None:
    match = new_match()
    seat = match.to_act[0]
    before = match.state
    match.play_text(seat, "raise wild")
    after = match.state
    match.undo(seat)
    assert same(match.state, before)
    match.redo(seat)
    assert same(match.state, after)


def test_a_new_move_forgets_what_was_taken_back() -> None:
    match = new_match()
    seat = match.to_act[0]
    match.play_text(seat, "raise wild")
    match.undo(seat)
    match.play(seat, match.game.legal_moves(match.state, seat)[0])
    with pytest.raises(UndoError, match="no move to make again"):
        match.redo(seat)


def end_turn(match: Match) -> int:  # type: ignore[type-arg]
    seat = match.to_act[0]
    while match.to_act == (seat,):
        match.play(seat, match.game.legal_moves(match.state, seat)[-1])
    return seat


def test_the_last_move_of_a_turn_can_be_taken_back_before_the_next_roll() -> None:
    match = new_match()
    seat = end_turn(match)
    assert match.to_act == (CHANCE,)
    match.undo(seat)
    assert match.to_act == (seat,)


def test_no_undo_past_a_roll() -> None:
    match = new_match()
    seat = end_turn(match)
    match.roll()
    with pytest.raises(UndoError, match="A die was rolled"):
        match.undo(seat)


def test_no_undo_of_another_players_move() -> None:
    match = new_match()
    seat = match.to_act[0]
    match.play_text(seat, "raise wild")
    other = (seat + 1) % 3
    with pytest.raises(UndoError, match="another player's"):
        match.undo(other)
    match.undo(seat)
    with pytest.raises(UndoError, match="no move to make again"):
        match.redo(other)


def test_no_undo_at_the_very_start() -> None:
    match = Match(load_game("hibernia"), [Player(name) for name in NAMES])
    with pytest.raises(UndoError, match="no move to take back"):
        match.undo(0)


def test_no_undo_of_a_move_that_revealed_something(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match()
    seat = match.to_act[0]
    match.play_text(seat, "raise wild")
    monkeypatch.setattr(match.game, "reveals", lambda state, seat, move: True)
    with pytest.raises(UndoError, match="hidden") as error:
        match.undo(seat)
    assert "Verborgenes" in error.value.text("de")


def test_an_illegal_move_changes_nothing_and_names_its_rule() -> None:
    match = new_match()
    before = match.state
    other = (match.to_act[0] + 1) % 3
    with pytest.raises(IllegalMove) as refused:
        match.play(other, 0)
    assert refused.value.refusal.rule == "H2.2"
    assert same(match.state, before)


def test_a_match_without_its_seed_cannot_roll() -> None:
    players = [Player(name) for name in NAMES]
    match = Match(load_game("hibernia"), players, commitment_="00")
    with pytest.raises(RuntimeError, match="without its seed"):
        match.roll()


def test_chance_does_not_roll_out_of_turn() -> None:
    with pytest.raises(RuntimeError, match="no move to make"):
        new_match().roll()


@pytest.mark.parametrize(
    ("seats", "options", "words"),
    [
        (2, {}, "3 to 4 players, not 2"),
        (5, {}, "3 to 4 players, not 5"),
        (3, {"speed": "high"}, "no option 'speed'"),
        (3, {"harder": "maybe"}, "no, yes, not 'maybe'"),
    ],
)
def test_tables_the_game_does_not_have(seats: int, options: dict[str, str], words: str) -> None:
    with pytest.raises(OptionError, match=words):
        Match(load_game("hibernia"), [Player("x")] * seats, options)


def test_the_log_tells_every_ply_in_both_languages() -> None:
    match = new_match()
    end_turn(match)
    for lang in LANGS:
        told = list(match.log(None, lang))
        assert len(told) == len(match.history)
        assert all(told)
    assert list(match.log(None, "en", since=2)) == list(match.log(None, "en"))[2:]


def test_a_seat_is_handed_to_a_bot_and_back_and_keeps_its_name() -> None:
    match = new_match()
    match.hand_over(1, "greedy")
    assert match.players == (Player("Ailill"), Player("Medb", "greedy"), Player("Fergus"))
    assert match.names == NAMES
    assert "seat b greedy Medb  #" in transcript.write(match)
    match.hand_over(1, "person")
    assert match.players == tuple(Player(name) for name in NAMES)


def test_handing_over_changes_no_move_and_no_chance() -> None:
    match, other = new_match(), new_match()
    match.hand_over(0, "random")
    assert match.history == other.history
    assert same(match.state, other.state)
    assert match.commitment == other.commitment


def test_moves_take_no_words_unless_a_game_says_so() -> None:
    match = new_match()
    seat = match.to_act[0]
    move = match.legal_moves(seat)[0]
    assert match.game.narration is None
    assert not allows_text(match.game, match.state, seat, move)
    assert stripped(match.game, move) == move
    with pytest.raises(UnreadableMove, match="takes no words"):
        with_text(match.game, move, "a tale")


@pytest.mark.parametrize("name", GAMES)
def test_legality_is_checked_once_and_not_at_all_in_a_trusted_record(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Any = load_game(name)
    checks: list[Any] = []
    honest, rng = game.why_not, Random(name)

    def counting(state: Any, seat: int, move: Any, *more: Any, **named: Any) -> Any:
        checks.append(move)
        return honest(state, seat, move, *more, **named)

    monkeypatch.setattr(game, "why_not", counting)
    players = [Player(each) for each in NAMES[: game.players[0]]]
    match, again = (Match(game, players, seed=seed_from(name)) for _ in range(2))
    played: list[Any] = []
    while len(played) < 6:
        seat = match.to_act[0]
        if seat == CHANCE:
            move = match.roll()
        else:
            move = rng.choice(match.legal_moves(seat))
            played.append(move)
            if len(played) % 2:
                match.play(seat, move)
            else:
                match.play_text(seat, game.write_move(match.state, seat, move, seat))
        again.replay(seat, game.write_move(again.state, seat, move, CHANCE))
    assert checks == played
    assert again.history == match.history
