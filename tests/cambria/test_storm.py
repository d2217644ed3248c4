"""C7 Storming."""

from __future__ import annotations

import pytest

from cruachan.games.cambria.game import Cambria

from .positions import (
    BOTH_BOARDS,
    GAME,
    NUMBERS,
    POINTS,
    after,
    captured,
    fort,
    legion,
    on,
    points,
    position,
    roads_at,
    siege,
    stormed,
    taken,
    values,
    waits,
)

# What is told of it


def told(text: str, move: str) -> tuple[str, str]:
    """What the log says of a move, and what the page keeps until it is read."""
    before = GAME.read_position(text)
    (seat,) = GAME.to_act(before)
    played = GAME.read_move(before, seat, move)
    reached = GAME.apply(before, seat, played)
    names = ("Anna", "Ben", "Cleo")
    show = GAME.presentation
    return (
        show.tell(before, seat, played, reached, None, names),
        show.outcome(before, seat, played, reached, None, names),
    )


def test_a_storm_is_told_until_it_is_read() -> None:
    """Whoever takes a fort, and what the second gets."""
    log, kept = told(*siege(fort(6), "abcbaa"))
    assert "Anna storms" in kept
    assert "Ben is second there: 4 points." in kept
    assert kept in log


def test_a_full_fort_that_stands_says_why() -> None:
    """Two are level in front, or the legion saves it; an open one needs no word."""
    log, kept = told(*siege(fort(4), "abba"))
    assert "Anna and Ben are level: it does not fall." in log
    assert kept == ""
    assert "but the legion stands on one" in told(*siege(fort(4), "Laba"))[0]
    assert "does not fall" not in told(*siege(fort(4), ".aba"))[0]


# C7.1: when


@pytest.mark.rule("C7.1", "C7.2")
@BOTH_BOARDS
@pytest.mark.parametrize("value", NUMBERS)
def test_a_fort_is_looked_at_when_the_turn_that_closes_it_ends(value: int, game: Cambria) -> None:
    """a holds all roads but one; placing on that one takes the fort."""
    short = fort(value, game=game)
    line = "abcbaa" if value == 6 else "a" * value
    text, move = siege(short, line, game=game)
    assert taken(text, short) is None
    assert (taken(after(text, move, game=game), short) or "-")[0] == "a"


@pytest.mark.rule("C7.1")
def test_a_fort_closed_by_moving_a_soldier_is_stormed_too() -> None:
    """Her supply is empty; the soldier leaves another road and closes the 3."""
    short = fort(3)
    one, two, three = roads_at(short)
    far = [r for r in roads_at(fort(6)) if short not in r][:3]
    text = position("a:2-3", a=on(one, two, far))
    text = after(text, f"place {three}")
    assert taken(text, short) is None
    assert taken(after(text, f"from {far[0]}"), short) == "a"


@pytest.mark.rule("C7.1")
def test_moving_away_leaves_the_fort_open() -> None:
    """The soldier who closes one road opens another of the same fort."""
    short = fort(4)
    names = roads_at(short)
    far = next(r for r in roads_at(fort(6)) if short not in r.split("-"))
    text = position("a:2-4", a=on(names[:3]) + ":56", b=far)
    done = after(text, f"place {names[3]}", f"from {names[0]}")
    assert taken(done, short) is None


@pytest.mark.rule("C7.1")
def test_a_player_can_close_a_fort_for_another() -> None:
    """c's soldier is the last one; a has the most and storms in c's turn."""
    assert stormed(fort(3), "aac") == "a"


@pytest.mark.rule("C7.1")
def test_the_forts_are_looked_at_after_a_legion_move_too() -> None:
    """The legion leaves for another road; nobody is closed in by that, so nothing falls."""
    short = fort(3)
    one, two, three = roads_at(short)
    away = next(r for r in roads_at(fort(6)) if short not in r.split("-"))
    text = position("a:1-6", a=on(one, two), legion=three)
    done = after(text, f"legion {away}", "stay")
    assert legion(done) == away
    assert taken(done, short) is None


@pytest.mark.rule("C7.1", "C9.6")
def test_a_fort_is_stormed_after_a_pass_too() -> None:
    """With two players: the dummy closed the fort, and a's pass ends her turn."""
    short = fort(3)
    one, two, three = roads_at(short)
    text = position("a:dummy:3", a=on(one, two), seats=2)
    text = after(text, f"place {three}", "dice 2-5")
    assert taken(text, short) is None
    assert taken(after(text, "pass"), short) == "a"


@pytest.mark.rule("C7.1")
def test_two_forts_fall_at_once() -> None:
    """The road between a 3 and a 5 closes both; each is looked at by itself."""
    five = fort(5)
    road = next(road for road in roads_at(five) if 3 in values(road))
    three = next(short for short in road.split("-") if short != five)
    at_three = [r for r in roads_at(three) if r != road]
    at_five = [r for r in roads_at(five) if r != road]
    text = position("a:3-5", a=on(at_three), b=on(at_five[:3]), c=on(at_five[3:]))
    done = after(text, f"place {road}")
    assert taken(done, three) == "a"
    assert taken(done, five) == "b/x"
    assert waits(done) == "b:?"


@pytest.mark.rule("C7.1", "C4.9")
def test_a_fort_is_stormed_only_once() -> None:
    """b has it; a's majority later does not take it again."""
    short = fort(2)
    one, two = roads_at(short)
    text = position("a:2-3", a=one, forts=f"{short}:b")
    assert taken(after(text, f"place {two}"), short) == "b"


# C7.2 to C7.4: whether


@pytest.mark.rule("C7.2")
@BOTH_BOARDS
@pytest.mark.parametrize(
    ("line", "owner"),
    [
        ("aa", "a"),
        ("aab", "a"),
        ("bba", "b"),
        ("cbc", "c"),
        ("baaa", "a"),
        ("bcaa", "a"),
        ("abcb", "b"),
        ("aabbb", "b"),
        ("aabbc", None),
        ("abcaa", "a"),
        ("aabbcc", None),
        ("aaabbb", None),
        ("aaabbc", "a"),
    ],
)
def test_the_colour_with_more_than_any_other_takes_the_fort(
    line: str, owner: str | None, game: Cambria
) -> None:
    """It need not have more than half: 2-1-1 and 3-2-1 are enough, 2-2-1 is not."""
    found = stormed(fort(len(line), game=game), line, game=game)
    assert (found[0] if found else None) == owner


@pytest.mark.rule("C7.2")
def test_two_against_three_others_is_enough() -> None:
    """2-1-1-1 at a 5, with four players."""
    assert stormed(fort(5), "abcda", seats=4) == "a/x"


@pytest.mark.rule("C7.2", "C1.5")
@pytest.mark.parametrize("value", NUMBERS)
def test_the_marker_is_worth_the_value_of_its_fort(value: int) -> None:
    """Alone at a fort of 2 to 5; at a 6 with b's help, five soldiers being all there are."""
    line = "a" * value if value < 6 else "abcaaa"
    text, move = siege(fort(value), line)
    assert points(after(text, move)) == [value, 0, 0]


@pytest.mark.rule("C7.3")
@BOTH_BOARDS
@pytest.mark.parametrize("line", ["a.", "aa.", "aaa.", "aab.a", "aaaab."])
def test_an_empty_road_saves_the_fort(line: str, game: Cambria) -> None:
    """However strong the besieger is on the others."""
    assert stormed(fort(len(line), game=game), line, game=game) is None


@pytest.mark.rule("C7.3")
@BOTH_BOARDS
@pytest.mark.parametrize("line", ["La", "aLa", "aaLa", "aLaba", "aabLca"])
def test_the_legion_on_a_road_saves_the_fort(line: str, game: Cambria) -> None:
    """The same line with a soldier there would be a storm."""
    short = fort(len(line), game=game)
    assert stormed(short, line, game=game) is None
    assert stormed(short, line.replace("L", "a"), game=game) is not None


@pytest.mark.rule("C7.3", "C4.3")
def test_throwing_the_legion_out_takes_the_fort() -> None:
    """A double puts the last soldier where the legion stood."""
    short = fort(4)
    names = roads_at(short)
    text = position("a:4-4", a=on(names[:2]), b=names[2], legion=names[3])
    done = after(text, f"place {names[3]}")
    assert legion(done) == "sea"
    assert taken(done, short) == "a/b"


@pytest.mark.rule("C7.4")
@BOTH_BOARDS
@pytest.mark.parametrize("line", ["ab", "abc", "aabb", "abba", "aabbc", "abcabc", "aaabbb"])
def test_a_tie_for_the_most_saves_the_fort(line: str, game: Cambria) -> None:
    """1-1, 1-1-1, 2-2, 2-2-1, 2-2-2 and 3-3."""
    assert stormed(fort(len(line), game=game), line, game=game) is None


@pytest.mark.rule("C7.4")
def test_a_contested_fort_falls_when_the_tie_is_broken() -> None:
    """2-2 at a 4; then a throws one of b's soldiers out."""
    short = fort(4)
    names = roads_at(short)
    text, move = siege(short, "bbaa")
    tied = after(text, move)
    assert taken(tied, short) is None
    tied = after(tied, "dice 2-3", "pass", "dice 2-3", "pass", "dice 4-4")
    assert taken(after(tied, f"place {names[0]}"), short) == "a/b"


# C7.5, C7.6: the VP marker


@pytest.mark.rule("C7.5")
@BOTH_BOARDS
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("aaba", "a/b"),
        ("baaa", "a/b"),
        ("cbcc", "c/b"),
        ("aabba", "a/b"),
        ("aaabb", "a/b"),
        ("aaabba", "a/b"),
        ("bbcaaa", "a/b"),
        ("cbcaaa", "a/c"),
    ],
)
def test_the_vp_marker_goes_to_the_one_that_is_strictly_second(
    line: str, found: str, game: Cambria
) -> None:
    """3-1, 3-2, 4-2 and 3-2-1: the second alone, wherever it stands."""
    assert stormed(fort(len(line), game=game), line, game=game) == found


@pytest.mark.rule("C7.6")
@BOTH_BOARDS
@pytest.mark.parametrize("line", ["abca", "bcaaa", "abcaa", "abcaaa"])
def test_with_a_tie_for_second_the_vp_marker_leaves_the_game(line: str, game: Cambria) -> None:
    """2-1-1, 3-1-1 and 4-1-1; nobody has it afterwards."""
    assert stormed(fort(len(line), game=game), line, game=game) == "a/x"


@pytest.mark.rule("C7.6")
def test_a_tie_for_second_at_a_6() -> None:
    """3-1-1-1 with four players; 2-1-1-1-1 with five."""
    assert stormed(fort(6), "abcdaa", seats=4) == "a/x"
    assert stormed(fort(6), "abcdea", seats=5) == "a/x"


@pytest.mark.rule("C7.6")
@pytest.mark.parametrize("value", [4, 5])
def test_with_all_roads_held_by_one_colour_the_vp_marker_leaves_the_game(value: int) -> None:
    """There is no second."""
    assert stormed(fort(value), "a" * value) == "a/x"


@pytest.mark.rule("C7.5", "C1.5")
@BOTH_BOARDS
@pytest.mark.parametrize(("line", "vp"), [("aaba", 2), ("aabba", 3), ("aabbca", 4)])
def test_the_vp_markers_are_worth_2_3_and_4(line: str, vp: int, game: Cambria) -> None:
    """Under a 4, a 5 and a 6; the storming player has the fort's own marker alone."""
    value = len(line)
    text, move = siege(fort(value, game=game), line, game=game)
    assert points(after(text, move, game=game), game) == [value, vp, 0]
    assert POINTS[value] == vp


@pytest.mark.rule("C7.5")
@pytest.mark.parametrize("line", ["ab", "aab", "aba"])
def test_forts_of_2_and_3_have_no_vp_marker(line: str) -> None:
    """Second at a 3 gets nothing."""
    text, move = siege(fort(len(line)), line)
    assert points(after(text, move))[1:] == [0, 0]
    assert "/" not in (taken(after(text, move), fort(len(line))) or "")


@pytest.mark.rule("C7.6")
def test_a_vp_marker_that_left_the_game_counts_for_nobody() -> None:
    """Neither as points nor as a marker."""
    view = GAME.presentation.view(
        GAME.read_position(position("a:?", forts=captured(a="6 4"))), None
    )
    assert [player["points"] for player in view["players"]] == [10, 0, 0]
    assert [player["markers"] for player in view["players"]] == [2, 0, 0]
    gone = [f["vp_owner"] for f in view["forts"] if f["owner"] is not None]
    assert gone == ["gone", "gone"]
