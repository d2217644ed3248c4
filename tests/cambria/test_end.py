"""C8 The end."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.game import CHANCE
from cruachan.games.cambria.game import Cambria

from .positions import (
    BOTH_BOARDS,
    GAME,
    after,
    all_roads,
    assert_moves,
    captured,
    fort,
    forts_left,
    legal,
    legion,
    on,
    places,
    points,
    position,
    roads_at,
    siege,
    stay_clear,
    taken,
    waits,
)

LAST = 299
"""Turns finished before the very last one of three players."""


def last_turn(forts: str, *, start: str = "a", legion: str = "sea", **sides: str) -> str:
    """The position after the last of 300 turns, which was a pass of the seat before the start."""
    mover = "cab"["abc".index(start)]
    text = position(
        f"{mover}:2-3",
        start=start,
        turns=LAST,
        forts=forts,
        legion=legion,
        **sides,  # type: ignore[arg-type]
    )
    return after(text, "pass")


# C8.1


@pytest.mark.rule("C8.1")
@BOTH_BOARDS
def test_the_game_ends_with_six_forts_left(game: Cambria) -> None:
    """Nine are taken, and a takes the tenth."""
    short = fort(3, game=game)
    forts = captured(game, a="2 2 2", b="2 2 3", c="3 3 4", besides=[short])
    text, move = siege(short, "aba", forts=forts, game=game)
    assert forts_left(text) == 7
    assert places(text, game) is None
    over = after(text, move, game=game)
    assert waits(over) == "a:over"
    assert places(over, game) is not None


@pytest.mark.rule("C8.1")
def test_with_seven_forts_left_the_game_goes_on() -> None:
    """Eight are taken, and a takes the ninth."""
    short = fort(3)
    forts = captured(a="2 2 2", b="2 2", c="3 3 4", besides=[short])
    text, move = siege(short, "aba", forts=forts)
    text = after(text, move)
    assert forts_left(text) == 7
    assert waits(text) == "b:?"
    assert places(text) is None


@pytest.mark.rule("C8.1")
def test_the_game_ends_with_fewer_than_six_as_well() -> None:
    """Nine are taken, and one road brings two more: five are left."""
    five = fort(5)
    road = next(
        r
        for r in roads_at(five)
        if GAME.board.fort(next(s for s in r.split("-") if s != five)).value <= 3
    )
    other = next(s for s in road.split("-") if s != five)
    here = [r for r in roads_at(five) if r != road]
    there = [r for r in roads_at(other) if r != road]
    forts = captured(a="2 2 2", b="3 3 4", c="4 4 5", besides=[five, other])
    value = GAME.board.fort(other).value
    text = position(f"a:5-{value}", a=on(here[:2], there), b=on(here[2:]), forts=forts)
    over = after(text, f"place {road}")
    assert waits(over) == "a:over"
    assert forts_left(over) <= 5


@pytest.mark.rule("C8.1")
def test_nothing_is_played_after_the_end() -> None:
    """The game waits for nobody and refuses everything to everybody."""
    over = last_turn(captured(a="6"))
    assert GAME.to_act(GAME.read_position(over)) == ()
    for seat in (0, 1, 2, CHANCE):
        assert legal(over, seat) == []
        moves = ["pass", f"place {all_roads()[0]}", "dice 2-3", "start a"]
        assert_moves(over, illegal=[f"{move}: C8.1" for move in moves], seat=seat)


# C8.2, C8.3: the last storming


def final(short: str, line: str, game: Cambria = GAME) -> str | None:
    """Who takes a fort in the last storming when its roads look like the line."""
    tenth = fort(3, game=game) if short != fort(3, game=game) else fort(3, 1, game)
    besides = [short, tenth]
    forts = captured(game, a="2 2 2", b="2 3 3", c="4 4 5", besides=besides)
    names = roads_at(short, game)
    held: dict[str, list[str]] = {letter: [] for letter in "abc"}
    for name, who in zip(names, line, strict=True):
        if who in held:
            held[who].append(name)
    closing = [r for r in roads_at(tenth, game) if r not in names]
    rest = [r for r in roads_at(tenth, game) if r in names]
    held["a"] += closing[:-1]
    if rest:
        assert line[names.index(rest[0])] == "a", "the road to the tenth fort is a's"
    text = position(
        "a:2-3",
        **{letter: on(each) for letter, each in held.items()},  # type: ignore[arg-type]
        legion=names[line.index("L")] if "L" in line else "sea",
        forts=forts,
        game=game,
    )
    over = after(text, f"place {closing[-1]}", game=game)
    assert waits(over) == "a:over"
    assert legion(over) == "sea"
    return taken(over, short)


def a_six_apart(game: Cambria) -> str:
    """A 6 that has no road in common with the fort that ends the game."""
    sixes = [roads_at(fort(6, nth, game), game) for nth in (0, 1)]
    apart = [stay_clear(roads, fort(3, game=game)) == roads for roads in sixes]
    return fort(6, apart.index(True), game)


@pytest.mark.rule("C8.2")
@BOTH_BOARDS
@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("b.....", "b/x"),
        ("bb.c..", "b/c"),
        ("bbcc.b", "b/c"),
        ("ccc..b", "c/b"),
        (".bb...", "b/x"),
    ],
)
def test_at_the_end_forts_fall_though_roads_are_empty(line: str, found: str, game: Cambria) -> None:
    """To the strongest alone; the VP marker goes as ever, or leaves the game."""
    assert final(a_six_apart(game), line, game) == found


@pytest.mark.rule("C8.2")
@BOTH_BOARDS
def test_at_the_end_the_legion_saves_no_fort(game: Cambria) -> None:
    """It is removed before the last storming."""
    assert final(a_six_apart(game), "bbL..c", game) == "b/c"
    assert final(a_six_apart(game), "bbbLcc", game) == "b/c"


@pytest.mark.rule("C8.3")
@BOTH_BOARDS
@pytest.mark.parametrize("line", ["bc....", "bbcc..", "......", "...L..", "bbbccc"])
def test_at_the_end_a_tie_or_nobody_takes_nothing(line: str, game: Cambria) -> None:
    """The fort stands, and so does its VP marker."""
    assert final(a_six_apart(game), line, game) is None


@pytest.mark.rule("C8.2", "C8.4")
def test_the_last_storming_counts() -> None:
    """b's only soldier takes both forts of its road; c's is as good at the next."""
    six = fort(6)
    road = roads_at(six)[0]
    other = next(s for s in road.split("-") if s != six)
    over = last_turn(captured(a="2", besides=[other]), b=road)
    assert taken(over, six) == "b/x"
    assert (taken(over, other) or "-")[0] == "b"
    assert points(over) == [2, 6 + GAME.board.fort(other).value, 0]


# C8.4 to C8.6: who wins


@pytest.mark.rule("C8.4")
def test_most_points_win() -> None:
    """Fort markers count their value, VP markers what is printed on them."""
    over = last_turn(captured(a="6 2", b="5/a 3 2", c="4/b 4/b 3"))
    assert points(over) == [8 + 3, 10 + 4, 11]
    outcome = GAME.outcome(GAME.read_position(over))
    assert outcome is not None
    assert outcome.winners == (1,)
    assert outcome.scores == (11, 14, 11)
    assert outcome.rule == "C8.4"


@pytest.mark.rule("C8.4", "C8.5", "C8.6")
@pytest.mark.parametrize(
    ("taken", "told"),
    [
        ({"a": "6", "b": "5"}, "The game is over. A wins."),
        ({"a": "6", "b": "3 3"}, "more markers: 2 to 1."),
        ({"a": "3 2", "b": "3 2"}, "who had the last turn."),
    ],
)
def test_the_end_says_what_decided(taken: dict[str, Any], told: str) -> None:
    """Whoever reads the same points twice is told why one of the two has won."""
    over = GAME.read_position(last_turn(captured(**taken)))
    view = GAME.presentation.view(over, None, ("A", "B", "C"))
    assert view["prompt"].endswith(told)


@pytest.mark.rule("C8.4")
def test_points_go_before_markers() -> None:
    """A 6 and a 5 beat five 2s, though these are more markers."""
    assert places(last_turn(captured(a="2 2 2 2 2", b="6 5"))) == (2, 1, 3)


@pytest.mark.rule("C8.4")
@pytest.mark.parametrize("taken", ["6 6 5 5 4 4 2", "6 6 5 5 4 4 3", "6 6 5 5 4 4 4 3"])
def test_many_points_win_too(taken: str) -> None:
    """33 points times 1000 no longer fit 16 bits: the interpreted rules made such a winner last."""
    over = last_turn(captured(a=taken, b="3"))
    assert points(over)[0] == sum(int(value) for value in taken.split())
    assert places(over) == (1, 2, 3)


@pytest.mark.rule("C8.4")
def test_there_is_no_result_before_the_end() -> None:
    """However far ahead somebody is."""
    assert places(position("b:2-5", forts=captured(a="6 6 5 5 4 4 4 3"))) is None


@pytest.mark.rule("C8.5")
@pytest.mark.parametrize(
    ("taken", "expected"),
    [
        ({"a": "6", "b": "3 3"}, (2, 1, 3)),
        ({"a": "2 2 2", "b": "3 3"}, (1, 2, 3)),
        ({"a": "6/b", "b": "2"}, (2, 1, 3)),
        ({"a": "2", "b": "6/a"}, (1, 2, 3)),
        ({"a": "2 2", "b": "4", "c": "2 2"}, (2, 3, 1)),
    ],
)
def test_equal_points_more_markers_win(taken: dict[str, str], expected: tuple[int, ...]) -> None:
    """Forts and VP markers together: b has a 2 and the VP marker of 4 against a's 6."""
    over = last_turn(captured(**taken))  # type: ignore[arg-type]
    best = sorted(points(over))[-2:]
    assert best[0] == best[1]
    assert places(over) == expected


@pytest.mark.rule("C8.6")
@pytest.mark.parametrize(
    ("start", "expected"), [("a", (3, 2, 1)), ("b", (1, 3, 2)), ("c", (2, 1, 3))]
)
def test_equal_again_whoever_had_the_last_turn(start: str, expected: tuple[int, ...]) -> None:
    """All have a 3; the seat before the start player has the 300th turn."""
    assert places(last_turn(captured(a="3", b="3", c="3"), start=start)) == expected


@pytest.mark.rule("C8.6")
def test_the_last_turn_counts_only_among_those_who_are_equal() -> None:
    """c had the last turn and has less; of a and b, b's turn was later."""
    assert places(last_turn(captured(a="5", b="5", c="4"))) == (2, 1, 3)


@pytest.mark.rule("C8.6")
def test_places_below_are_ranked_the_same_way() -> None:
    """a wins by points; c beats b by markers; without markers the later turn."""
    assert places(last_turn(captured(a="6", b="4", c="2 2"))) == (1, 3, 2)
    assert places(last_turn(captured(a="6", b="4", c="4"))) == (1, 3, 2)
    assert places(last_turn(captured(a="6", b="4", c="4"), start="c")) == (1, 2, 3)


@pytest.mark.rule("C8.6")
def test_last_turn_when_six_forts_are_left() -> None:
    """a's storming ends the game in the middle of a round: of b and c, c's turn was later."""
    short = fort(3)
    forts = captured(a="2 2 3", b="2 5 4", c="2 5 4", besides=[short])
    text, move = siege(short, "aaa", forts=forts)
    over = after(text, move)
    assert waits(over) == "a:over"
    assert points(over)[1:] == [11, 11]
    assert places(over) in [(1, 3, 2), (3, 2, 1)]


@pytest.mark.rule("C8.6")
def test_the_view_lists_the_result_in_order_of_places() -> None:
    """Seat, place and points, the winner first."""
    over = last_turn(captured(a="3", b="6", c="3"))
    result = GAME.presentation.view(GAME.read_position(over), None)["result"]
    assert result == [
        {"seat": 1, "place": 1, "score": 6},
        {"seat": 2, "place": 2, "score": 3},
        {"seat": 0, "place": 3, "score": 3},
    ]


# C8.7


@pytest.mark.rule("C8.7")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_after_100_turns_of_each_player_the_game_ends(seats: int) -> None:
    """After 99 turns of the last seat, or 100 of all others, it goes on."""
    mover = "abcde"[seats - 1]
    last = position(f"{mover}:2-3", seats=seats, turns=100 * seats - 1)
    assert waits(after(last, "pass")) == f"{mover}:over"
    before = "abcde"[seats - 2]
    text = after(position(f"{before}:2-3", seats=seats, turns=100 * seats - 2), "pass")
    assert ":over" not in waits(text)


@pytest.mark.rule("C8.7", "C8.2")
def test_after_100_turns_the_last_storming_comes_as_well() -> None:
    """Also when the turn limit ends the game, and the legion saves nothing."""
    six = fort(6)
    one, two, three = roads_at(six)[:3]
    over = last_turn("-", a=on(one, two), b=three, legion=roads_at(six)[3])
    assert taken(over, six) == "a/b"
    assert legion(over) == "sea"


# C10 The fair start


@pytest.mark.rule("C10.1")
def test_points_of_a_fair_start_decide_a_game() -> None:
    """6 against 6, and more markers win; with the option it is 6 against 7."""
    over = last_turn(captured(a="3 3", b="6"))
    assert (points(over), places(over)) == ([6, 6, 0], (1, 2, 3))
    mended = over.replace("3", "3f", 1)
    assert (points(mended), places(mended)) == ([6, 7, 2], (2, 1, 3))
    outcome = GAME.outcome(GAME.read_position(mended))
    assert outcome
    assert outcome.scores == (6, 7, 2)


@pytest.mark.rule("C10.2")
def test_points_of_a_fair_start_are_no_markers() -> None:
    """6 against 5 and 1: equal points, and the two markers of a beat the one of b."""
    mended = last_turn(captured(a="3 3", b="5")).replace("3", "3f", 1)
    assert points(mended)[:2] == [6, 6]
    assert places(mended) == (1, 2, 3)
