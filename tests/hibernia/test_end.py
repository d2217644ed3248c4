"""H9 The end."""

from __future__ import annotations

import pytest

from cruachan.engine.game import CHANCE

from .positions import GAME, LAP, after, assert_moves, legal, position, round_of, side, waits


def places(text: str) -> tuple[int, ...] | None:
    """The places once the game is over, else None."""
    outcome = GAME.outcome(GAME.read_position(text))
    return outcome.places if outcome else None


@pytest.mark.rule("H9.1")
@pytest.mark.parametrize(("held", "made"), [("Brf1", LAP - 1), ("Eil1", LAP)])
def test_the_start_space_is_entered_like_any_other(held: str, made: int) -> None:
    """It is yellow: Éile enters it, Bréifne does not; and only then the marker is round."""
    text = position("d:red:d", d=f"@{LAP - 1}:{held}")
    ended = after(text, "raise die")
    assert side(ended, "d").steps == made
    assert (waits(ended) == "over") == (made == LAP)


@pytest.mark.rule("H9.1", "H8.3")
def test_purple_enters_the_start_space_too() -> None:
    """Without a yellow county."""
    ended = after(position("d:purple:w", d=f"@{LAP - 1}"), "raise wild")
    assert side(ended, "d").steps == LAP
    assert waits(ended) == "over"


@pytest.mark.rule("H9.1")
def test_the_marker_goes_on_past_the_start_space() -> None:
    """Yellow onto the sword, then the first space of the second lap, with what is still unused."""
    first = GAME.board.track[1]
    held = next(c.short for c in GAME.board.counties if c.colour == first and c.short != "Eil")
    ended = after(position("d:red:d", d=f"@{LAP - 1}:Eil1,{held}1"), "raise die")
    assert side(ended, "d").steps >= LAP + 1


@pytest.mark.rule("H9.2")
def test_the_round_is_played_out_to_the_seat_before_the_start_player() -> None:
    """c starts the rounds and comes round; d, a and b still have their turns."""
    text = position("c:purple:w", c=f"@{LAP - 1}", start="c", round_number=9)
    text = after(text, "raise wild")
    assert side(text, "c").steps == LAP
    for player in "dab":
        assert waits(text) == f"{player}:?"
        assert places(text) is None
        text = after(text, "die red", "raise die", "raise wild")
    assert waits(text) == "over"
    assert places(text) == (2, 2, 1, 2)
    assert round_of(text) == 9


@pytest.mark.rule("H9.2")
def test_the_game_goes_on_while_nobody_has_come_round() -> None:
    """One step short, the last seat's turn opens another round."""
    text = after(position("d:red:d", a=f"@{LAP - 1}", round_number=9), "raise die")
    assert waits(text) == "a:?"
    assert round_of(text) == 10


@pytest.mark.rule("H9.2")
def test_the_game_ends_when_the_last_seat_of_the_round_comes_round() -> None:
    """Then nobody else has a turn."""
    text = after(position("d:purple:w", a=f"@{LAP - 2}", d=f"@{LAP - 1}"), "raise wild")
    assert places(text) == (2, 3, 3, 1)


@pytest.mark.rule("H9.2")
def test_nothing_is_played_after_the_end() -> None:
    """The game waits for nobody and refuses everything to everybody."""
    playing = position("d:purple:w", a="Cru1,Eil1", d=f"@{LAP - 1}")
    assert_moves(playing, legal="raise wild")
    over = after(playing, "raise wild")
    assert GAME.to_act(GAME.read_position(over)) == ()
    for seat in (0, 1, 2, 3, CHANCE):
        assert legal(over, seat) == []
        assert_moves(over, illegal=["raise wild: H9.2", "die red: H9.2"], seat=seat)


@pytest.mark.rule("H9.3")
def test_most_steps_wins_whoever_came_round_first() -> None:
    """a came round first; in the same round d went further."""
    text = position("d:purple:w", a=f"@{LAP + 1}", b=f"@{LAP}", d=f"@{LAP + 1}")
    over = after(text, "raise wild")
    outcome = GAME.outcome(GAME.read_position(over))
    assert outcome is not None
    assert outcome.winners == (3,)
    assert outcome.scores == (LAP + 1, LAP, 0, LAP + 2)
    assert outcome.rule == "H9.3"


@pytest.mark.rule("H9.3")
def test_there_is_no_result_before_the_end() -> None:
    """However far ahead somebody is."""
    assert places(position("b:red:dw", a=f"@{LAP + 9}")) is None


@pytest.mark.rule("H9.4")
def test_while_the_lead_is_shared_all_play_another_full_round() -> None:
    """a and d share it; a breaks the tie, but b, c and d have their turns as well."""
    text = position("d:purple:w", a=f"@{LAP}", d=f"@{LAP - 1}", round_number=9)
    text = after(text, "raise wild")
    assert (waits(text), round_of(text)) == ("a:?", 10)
    text = after(text, "die purple", "raise wild")
    for player in "bcd":
        assert waits(text) == f"{player}:?"
        assert places(text) is None
        text = after(text, "die red", "raise die", "raise wild")
    assert places(text) == (1, 3, 3, 2)


@pytest.mark.rule("H9.4")
def test_a_lead_shared_again_gives_yet_another_round() -> None:
    """Nobody moves in round 10, so there is a round 11."""
    text = position("d:red:d", a=f"@{LAP}", c=f"@{LAP}", round_number=9)
    text = after(text, "raise die")
    for _ in "abcd":
        text = after(text, "die red", "raise die", "raise wild")
    assert (waits(text), round_of(text)) == ("a:?", 11)


@pytest.mark.rule("H9.4")
def test_another_player_can_win_in_the_extra_round() -> None:
    """b was one step behind the two leaders; c and d, who are far behind, play too."""
    text = position("a:?", a=f"@{LAP}", b=f"@{LAP - 1}:Eil1,Brf1", c=f"@{LAP}", round_number=10)
    for _ in "abcd":
        text = after(text, "die red", "raise die", "raise wild")
    assert places(text) == (2, 1, 2, 4)


@pytest.mark.rule("H9.4")
def test_a_tie_below_the_lead_gives_no_other_round() -> None:
    """a leads alone; b and c share the second place and keep it."""
    text = position("d:red:d", a=f"@{LAP}", b=f"@{LAP - 1}", c=f"@{LAP - 1}")
    assert waits(after(text, "raise die")) == "over"


@pytest.mark.rule("H9.4")
def test_a_shared_lead_before_anybody_has_come_round_is_nothing_special() -> None:
    """All stand on the start space after a first round without steps."""
    text = after(position("d:red:d", round_number=1), "raise die")
    assert (waits(text), round_of(text)) == ("a:?", 2)


@pytest.mark.rule("H9.5")
@pytest.mark.parametrize(
    ("behind", "expected"),
    [
        ((3, 2, 1), (1, 2, 3, 4)),
        ((3, 3, 1), (1, 2, 2, 4)),
        ((3, 1, 1), (1, 2, 3, 3)),
        ((2, 2, 2), (1, 2, 2, 2)),
        ((1, 3, 2), (1, 4, 2, 3)),
    ],
)
def test_the_places_below_go_by_steps_and_are_shared_when_equal(
    behind: tuple[int, int, int], expected: tuple[int, ...]
) -> None:
    """After a shared place the next one is left out."""
    b, c, d = (f"@{number}" for number in behind)
    text = position("d:red:d", a=f"@{LAP}", b=b, c=c, d=d)
    assert places(after(text, "raise die")) == expected


@pytest.mark.rule("H9.5")
def test_the_view_lists_the_result_in_order_of_places() -> None:
    """Seat, place and steps, the winner first."""
    text = after(position("d:red:d", a="@3", b="@8", c=f"@{LAP}", d="@3"), "raise die")
    result = GAME.presentation.view(GAME.read_position(text), None)["result"] or []
    assert [(row["seat"], row["place"], row["score"]) for row in result] == [
        (2, 1, LAP),
        (1, 2, 8),
        (0, 3, 3),
        (3, 3, 3),
    ]
