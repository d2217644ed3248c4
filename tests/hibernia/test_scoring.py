"""H8 Scoring."""

from __future__ import annotations

import pytest

from cruachan.games.hibernia.game import Hibernia

from .positions import LAP, after, legal, position, side, waits, with_track

# One county of each colour and a second green one.
BLUE, GREEN, GREEN_TOO, RED, YELLOW = "Brf1", "Ail1", "Cru1", "Mid1", "Eil1"


def steps(game: Hibernia, roll: str, *held: str) -> int:
    """How many steps a makes from the start space, raising with all her plays."""
    text = position(f"a:{roll}:w", a=",".join(held) or "-")
    return side(after(text, "raise wild", game=game), "a").steps


@pytest.mark.rule("H8.1")
def test_the_player_scores_at_the_end_of_her_turn_and_only_she() -> None:
    """Not after the first play, by itself after the second, and nobody else."""
    game = with_track("yellow", "red", "blue")
    text = position("b:red:dw", a="Mid1", b="Dei1", c="Mai1", d="Uma1")
    one_made = after(text, "raise die", game=game)
    assert [side(one_made, letter).steps for letter in "abcd"] == [0, 0, 0, 0]
    both_made = after(one_made, "raise wild", game=game)
    assert [side(both_made, letter).steps for letter in "abcd"] == [0, 1, 0, 0]
    assert waits(both_made) == "c:?"


@pytest.mark.rule("H8.1")
def test_scoring_counts_what_is_held_after_both_plays() -> None:
    """Mide is taken by the last play and scores already."""
    game = with_track("yellow", "red", "green")
    text = position("a:red:d", a="Cru1")
    assert side(after(text, "march Mid die", game=game), "a").steps == 2
    assert side(after(text, "raise die", game=game), "a").steps == 0


@pytest.mark.rule("H8.1")
def test_scoring_goes_as_far_as_possible() -> None:
    """Nothing is asked: after the last play it is the next player's roll."""
    game = with_track("yellow", "red", "green", "blue", "yellow", "green", "green")
    text = position("a:red:d", a=",".join([BLUE, GREEN, GREEN_TOO, RED, YELLOW]))
    scored = after(text, "raise die", game=game)
    assert side(scored, "a").steps == 5
    assert "raise die" not in legal(scored, game=game)
    assert waits(scored) == "b:?"


@pytest.mark.rule("H8.2")
def test_the_marker_steps_on_while_the_next_space_has_a_colour_still_unused() -> None:
    """Red and blue lie ahead, then green."""
    game = with_track("yellow", "red", "blue", "green", "yellow")
    assert steps(game, "red", RED, BLUE) == 2
    assert steps(game, "red", RED, BLUE, GREEN) == 3
    assert steps(game, "red", RED, GREEN) == 1
    assert steps(game, "red", BLUE, GREEN, YELLOW) == 0


@pytest.mark.rule("H8.2")
def test_no_space_is_left_out() -> None:
    """A blue county is no help while the next space is red, however many blue ones follow."""
    game = with_track("yellow", "red", "blue", "blue", "blue")
    assert steps(game, "red", "Brf1", "Con1", "Dal1") == 0


@pytest.mark.rule("H8.2")
def test_scoring_goes_on_from_where_the_marker_stands() -> None:
    """Two steps made: the third and fourth space count now."""
    game = with_track("yellow", "red", "red", "blue", "green", "red")
    text = position("a:red:d", a=f"@2:{BLUE},{GREEN}")
    assert side(after(text, "raise die", game=game), "a").steps == 4


@pytest.mark.rule("H8.3")
def test_purple_carries_the_marker_over_the_first_space_where_it_would_stop() -> None:
    """Not over the very first space, and only once; then counties go on scoring."""
    game = with_track("yellow", "red", "blue", "green", "yellow", "blue")
    assert steps(game, "red", RED, GREEN, YELLOW) == 1
    assert steps(game, "purple", RED, GREEN, YELLOW) == 4
    assert steps(game, "purple", RED, YELLOW) == 2


@pytest.mark.rule("H8.3")
def test_purple_spares_the_counties() -> None:
    """Where a county can step it does; purple waits for the space that none can enter."""
    game = with_track("yellow", "red", "red", "blue", "green")
    assert steps(game, "purple", RED, BLUE) == 3


@pytest.mark.rule("H8.3", "H3.4")
def test_only_a_purple_roll_helps() -> None:
    """Every other roll stops at the first space without a county."""
    game = with_track("yellow", "red", "blue")
    for face in ("blue", "green", "red", "yellow", "black"):
        assert steps(game, face, BLUE) == 0
    assert steps(game, "purple", BLUE) == 2


@pytest.mark.rule("H8.3")
def test_purple_does_not_last_until_the_next_turn() -> None:
    """A purple roll of a neither helps b nor a's own next turn."""
    game = with_track("yellow", "red", "blue", "green")
    text = after(position("a:purple:w"), "raise wild", game=game)
    for roll, player in zip(["green", "green", "green", "green"], "bcda", strict=True):
        text = after(text, f"die {roll}", "raise die", "raise wild", game=game)
        assert side(text, player).steps == (1 if player == "a" else 0)


@pytest.mark.rule("H8.4")
def test_with_nothing_to_score_purple_is_one_step() -> None:
    """Whatever colour the next space has; and without purple there is none."""
    for colour in ("blue", "green", "red", "yellow"):
        game = with_track("yellow", colour)
        assert steps(game, "purple") == 1
        assert steps(game, "red") == 0


@pytest.mark.rule("H8.5")
def test_a_county_counts_for_one_step_a_turn() -> None:
    """Two green spaces need two green counties."""
    game = with_track("yellow", "green", "green", "red")
    assert steps(game, "red", GREEN) == 1
    assert steps(game, "red", GREEN, GREEN_TOO) == 2


@pytest.mark.rule("H8.5")
def test_a_county_counts_again_in_the_next_turn_and_once_however_many_stand_there() -> None:
    """Nine warriors in Ailech are one green county, turn after turn."""
    game = with_track("yellow", "green", "green", "red")
    text = after(position("a:red:d", a="Ail9"), "raise die", game=game)
    assert side(text, "a").steps == 1
    for _ in "bcd":
        text = after(text, "die red", "raise die", "raise wild", game=game)
    text = after(text, "die red", "raise die", "raise wild", game=game)
    assert side(text, "a").steps == 2


@pytest.mark.rule("H8.2", "H8.3", "H8.5")
def test_example_of_both_rulebooks_alisons_scoring() -> None:
    """RED BLUE BLUE YELLOW RED ahead; 1 blue, 2 green, 1 red, 1 yellow and purple: 4 steps."""
    game = with_track("yellow", "red", "blue", "blue", "yellow", "red")
    held = (BLUE, GREEN, GREEN_TOO, RED, YELLOW)
    assert steps(game, "purple", *held) == 4
    assert steps(game, "black", *held) == 2


@pytest.mark.rule("H8.2", "H9.1")
def test_the_track_is_a_loop() -> None:
    """From its last space the marker steps onto the yellow start space, and on."""
    game = with_track("yellow", "blue", "red")
    for held, made in (("Eil1", 1), ("Eil1,Brf1", 2), ("Brf1", 0)):
        text = position("a:red:d", a=f"@{LAP - 1}:{held}")
        assert side(after(text, "raise die", game=game), "a").steps == LAP - 1 + made
