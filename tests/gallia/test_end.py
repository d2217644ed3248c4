"""G9 The end."""

from __future__ import annotations

from random import Random

import pytest

from cruachan.engine.game import Outcome
from cruachan.games.gallia.state import OVER, State

from .positions import (
    BACKS,
    CAPITALS,
    GAME,
    LANDS,
    RICH,
    SHORTS,
    after,
    assert_moves,
    dice,
    legal,
    new_table,
    position,
    turns,
    waits,
)

PASS = ("recruit 0", "scout none")
SIX_AND_CAPITAL = "Med1,Oro1,Cen1,Tau1,Lig1,Fri1,Ins2"
"""Seven cards, the capital among them, and a free die."""


def outcome(text: str) -> Outcome | None:
    """How it ended."""
    return GAME.outcome(GAME.read_position(text))


@pytest.mark.rule("G9.1")
def test_dice_on_eight_cards_win_the_own_capital_among_them() -> None:
    """Seven and a step onto the eighth."""
    text = position("a:turn", a=SIX_AND_CAPITAL)
    won = after(text, "move Ins2 Ana", "send 1")
    assert waits(won) == "a:over:a"
    result = outcome(won)
    assert result is not None
    assert result.places == (1, 2)
    assert result.scores == (8, 1)
    assert result.winners == (0,)


@pytest.mark.rule("G9.1")
def test_seven_cards_do_not_win() -> None:
    """The whole army moves: seven as before."""
    text = position("a:turn", a=SIX_AND_CAPITAL)
    moved = after(text, "move Ins2 Ana", "send 2")
    assert waits(moved) == "a:move"
    assert outcome(moved) is None


@pytest.mark.rule("G9.1")
def test_eight_lands_win_without_a_die_in_the_capital() -> None:
    """And an empty capital counts for nothing."""
    seven = "Oro1,Cen1,Tau1,Lig1,Fri1,Boi1,Ins2"
    won = after(position("a:turn", a=seven), "move Ins2 Ana", "send 1")
    assert waits(won) == "a:over:a"
    six = "Oro1,Cen1,Tau1,Lig1,Fri1,Ins2"
    assert waits(after(position("a:turn", a=six), "move Ins2 Ana", "send 1")) == "a:move"


@pytest.mark.rule("G9.1")
def test_several_dice_on_a_card_are_one_card() -> None:
    """Eight dice on seven cards."""
    text = position("a:turn", a=f"{SIX_AND_CAPITAL},Fri1")
    assert waits(after(text, "move Med1 Oro")) == "a:move"


@pytest.mark.rule("G9.1", "G9.3")
def test_eight_cards_win_by_conquest_too() -> None:
    """The other player's turn, the same rule."""
    b = "Ari1,Lin1,Ven1,Boi1,Fri1,Cen1,Ana6"
    text = position("b:turn", a="Med4,Ins2", b=b)
    won = after(text, "move Ana6 Ins", "fight 5", "enter 1")
    assert waits(won) == "b:over:b"
    result = outcome(won)
    assert result is not None
    assert result.places == (2, 1)


@pytest.mark.rule("G9.1", "G9.3")
def test_recruiting_into_an_empty_capital_can_be_the_eighth_card() -> None:
    """Seven lands and a new die in the capital: R-G3 counts it, and looks after every step."""
    text = position("a:turn", a="Oro1,Cen1,Tau1,Ins1,Ana1,Lig1,Fri1")
    won = after(text, "recruit 1")
    assert waits(won) == "a:over:a"


@pytest.mark.rule("G9.2")
@pytest.mark.parametrize("number", [1, 2])
def test_an_empty_capital_is_taken_by_walking_in_and_that_wins(number: int) -> None:
    """Whatever else the other has, and whatever the shields."""
    text = position("a:turn", a="Med4,Boi2", b="Lin6,Ven6")
    won = after(text, "move Boi2 Ari", f"send {number}")
    assert waits(won) == "a:over:a"
    assert legal(position("b:turn", a="Med4", b="Oro1"), 1)[:1] == ["move Oro1 Cen"]


@pytest.mark.rule("G9.2")
def test_b_wins_in_as_capital() -> None:
    """The corners are alike."""
    won = after(position("b:turn", a="Ins2", b="Oro1,Ari5"), "move Oro1 Med")
    assert waits(won) == "b:over:b"


@pytest.mark.rule("G9.2")
def test_a_defended_capital_is_won_in_battle() -> None:
    """Two shields, two defenders: of six two go in."""
    text = position("a:turn", a="Med4,Boi6", b="Lin6,Ari2")
    fought = after(text, "move Boi6 Ari", "fight 4")
    assert waits(fought) == "a:enter:Boi2>Ari/2"
    assert outcome(fought) is None
    assert waits(after(fought, "enter 1")) == "a:over:a"


@pytest.mark.rule("G9.2", "G7.7")
def test_equal_numbers_before_a_capital_do_not_win_it() -> None:
    """It lies empty; the next army walks in."""
    text = position("a:turn", a="Med4,Boi4,Boi1", b="Lin2,Ari2")
    tied = after(text, "move Boi4 Ari", "fight 2")
    assert waits(tied) == "a:move"
    assert waits(after(tied, "move Boi1 Ari")) == "a:over:a"


@pytest.mark.rule("G9.3")
def test_victory_comes_before_hunger() -> None:
    """b would starve, but a has won by going in."""
    text = position("a:turn", a="Med1,Oro1,Cen1,Tau1,Lig1,Fri1,Ins6", b="Ana2,Lin6,Ari5")
    won = after(text, "move Ins6 Ana", "fight 5", "enter 1")
    assert waits(won) == "a:over:a"
    assert dice(won, "b") == "Lin6,Ari5"


@pytest.mark.rule("G9.3")
def test_victory_comes_in_the_middle_of_a_turn_and_then_nothing_is_done() -> None:
    """Other armies could still have moved."""
    won = after(position("a:turn", a=SIX_AND_CAPITAL), "move Ins2 Ana", "send 1")
    state = GAME.read_position(won)
    assert GAME.to_act(state) == ()
    for seat in (0, 1):
        assert GAME.legal_moves(state, seat) == []
        assert_moves(won, (), ["move Med1 Oro: G9.3", "recruit 0: G9.3", "end: G9.3"], seat=seat)


@pytest.mark.rule("G9.4")
def test_a_player_without_any_die_has_not_lost() -> None:
    """She recruits in her turn."""
    text = position("a:turn", a="Med1,Boi4", b="Ari2")
    bare = after(text, "move Boi4 Ari", "fight 2", "end")
    assert (dice(bare, "b"), waits(bare)) == ("-", "b:turn")
    assert outcome(bare) is None
    assert legal(bare) == [f"recruit {number}" for number in range(4)]
    assert dice(after(bare, "recruit 3"), "b") == "Ari3"


@pytest.mark.rule("G9.5")
def test_the_same_position_at_the_beginning_of_a_third_turn_is_a_draw() -> None:
    """Both pass: a begins for the second time after two turns, for the third after four."""
    text = after(new_table(), "start a", *PASS * 3)
    assert waits(text) == "b:turn"
    state = GAME.read_position(new_table())
    for move in ("start a", *PASS * 4):
        state = play(state, move)
    assert state.phase == OVER
    result = GAME.outcome(state)
    assert result is not None
    assert result.places == (1, 1)
    assert result.rule == "G9.5"


def play(state: State, move: str) -> State:
    """One move in notation; the state keeps its past, which no position carries."""
    (seat,) = GAME.to_act(state)
    moves = {GAME.write_move(state, seat, m, -1): m for m in GAME.legal_moves(state, seat)}
    return GAME.apply(state, seat, moves[move])


def play_all(moves: tuple[str, ...]) -> State:
    """A game from the lot on."""
    state = GAME.setup(2, {})
    for number, move in enumerate(moves):
        assert GAME.to_act(state), f"over before move {number}"
        state = play(state, move)
    return state


@pytest.mark.rule("G9.5")
def test_twice_is_no_draw_and_another_position_is_not_the_same() -> None:
    """Other dice on the same cards, or another player to move."""
    assert play_all(("start a", *PASS * 3)).phase != OVER
    grown = ("recruit 1", "scout none")
    assert play_all(("start a", *PASS * 2, *grown, *PASS * 3)).phase != OVER
    assert play_all(("start a", *PASS * 2, *grown, *PASS * 4)).phase == OVER


@pytest.mark.rule("G9.5")
def test_what_is_known_does_not_make_a_position_another_one() -> None:
    """Only the player to move, dice and sides of cards count."""
    moves = ["start a"]
    for number, land in enumerate(("Oro", "Cen", "Tau", "Ins")):
        moves += ["recruit 0", f"scout {land}", f"back {BACKS[number]}"]
    assert play_all(tuple(moves)).phase == OVER


@pytest.mark.rule("G9.5")
def test_the_sides_of_the_cards_make_a_position_another_one() -> None:
    """An oppidum where it lay open before, with the same dice."""
    land = position("b:turn", a="Ins1")
    towns = [position("b:turn", a="Ins1", cards=f"{card}+{RICH}s") for card in LANDS]
    assert len({noted(text) for text in (land, *towns)}) == 1 + len(LANDS)
    assert noted(land) == noted(position("b:turn", a="Ins1", turns=15))
    assert noted(land) != noted(position("a:turn", a="Ins1"))


@pytest.mark.rule("G9.5")
def test_the_same_dice_of_the_other_player_are_another_position() -> None:
    """And so are other pips and other cards; the order of the dice is nothing."""
    texts = [
        position("a:turn", a="Ins1,Fri2", b="Ari5"),
        position("a:turn", a="Ins2,Fri1", b="Ari5"),
        position("a:turn", a="Ins1", b="Fri2,Ari5"),
        position("a:turn", a="Ins1,Fri1,Fri1", b="Ari5"),
        position("a:turn", a="Ins3", b="Ari5"),
    ]
    marks = {noted(text) for text in texts}
    assert len(marks) == len(texts)
    assert noted(position("a:turn", a="Fri2,Ins1", b="Ari5")) in marks


def noted(text: str) -> tuple[int, int]:
    """A position in which a turn begins, as it is remembered."""
    state = GAME.read_position(text)
    return int(state.past_a[state.turns]), int(state.past_b[state.turns])


@pytest.mark.rule("G9.5")
def test_positions_that_differ_are_no_repetition() -> None:
    """One army goes east while another goes west: three different positions, no draw.

    The mark of a position was a sum that stays the same when two armies move against each other.
    """
    text = position("a:turn", a="Oro1,Lin1", b="Ari5")
    east_and_west = ("move Oro1 Cen", "move Lin1 Ana", *PASS, "move Cen1 Ven", "move Ana1 Ins")
    assert waits(after(text, *east_and_west, *PASS)) == "a:turn"


@pytest.mark.rule("G9.5")
def test_equal_means_equal() -> None:
    """Two dice of 5 in Cenomani were taken for one of 5 in Insubres: a draw on a position that
    came for the second time.
    """
    state = GAME.read_position("n a 0 a:turn Med1,Cen5,Cen5 Ven1,Ari6 Ven+4-2s")
    for move in (
        *("move Cen5 Ven", "end", "move Ari6 Lin", "send 1", "end"),
        *("move Cen5 Ana", "send 5", "end", "move Lin1 Ven", "end"),
        *("move Ana5 Ins", "send 5", "end", "recruit 1", "scout none"),
    ):
        state = play(state, move)
    assert GAME.write_position(state) == "n a 6 a:turn Med1,Ins5 Ven1,Ari6 Ven+4-2s"
    for times, over in ((2, False), (3, True)):
        for move in PASS * 2:
            state = play(state, move)
        assert (state.phase == OVER) == over, f"for the time number {times}"


@pytest.mark.rule("G9.5")
def test_what_is_remembered_is_the_whole_position() -> None:
    """Dice, sides of cards and player to move can be read back from it."""
    rng = Random(5)
    for _ in range(500):
        lands = rng.sample(LANDS, len(LANDS))
        own, other = (
            sorted(
                (SHORTS.index(rng.choice((capital, *half))), rng.randint(1, 6))
                for _ in range(rng.randint(0, 8))
            )
            for capital, half in zip(CAPITALS, (lands[:5], lands[5:]), strict=True)
        )
        towns = sorted(rng.sample(lands, rng.randint(0, len(BACKS))))
        text = position(
            f"{rng.choice('ab')}:turn",
            a=",".join(f"{SHORTS[card]}{pips}" for card, pips in own) or "-",
            b=",".join(f"{SHORTS[card]}{pips}" for card, pips in other) or "-",
            cards=",".join(f"{t}+{b}s" for t, b in zip(towns, BACKS, strict=False)) or "-",
        )
        first, second = noted(text)
        assert (unpacked(first >> 5), unpacked(second >> 7)) == (own, other)
        sides = (first & 31) | (second >> 2 & 31) << 5
        assert [SHORTS[1 + land] for land in range(10) if sides >> land & 1] == sorted(
            towns, key=SHORTS.index
        )
        assert "ab"[second >> 1 & 1] == waits(text)[0]


def unpacked(number: int) -> list[tuple[int, int]]:
    """The dice in a number: seven bits each, 0 for a free one."""
    dice = [number >> 7 * place & 127 for place in range(8)]
    return sorted((divmod(die - 7, 6)[0], divmod(die - 7, 6)[1] + 1) for die in dice if die)


@pytest.mark.rule("G9.5")
def test_all_turns_are_remembered() -> None:
    """Two beginnings long ago and this one make three; with one it goes on."""
    state = GAME.read_position(position("b:turn", turns=197))
    following = play(play(state, "recruit 0"), "scout none")
    for earlier, drawn in (((60,), False), ((0, 148), True), ((0, 2), True)):
        before = GAME.read_position(position("b:turn", turns=197))
        for turn in earlier:
            before.past_a[turn] = following.past_a[198]
            before.past_b[turn] = following.past_b[198]
        ended = play(play(before, "recruit 0"), "scout none")
        assert (ended.phase == OVER) == drawn


@pytest.mark.rule("G9.5")
def test_a_position_with_no_past_is_not_a_repetition() -> None:
    """Nobody has a die: an empty table is not to be taken for all the turns not remembered."""
    text = after(position("b:turn", a="-", b="-", turns=51), *PASS)
    assert waits(text) == "a:turn"


@pytest.mark.rule("G9.6")
def test_after_two_hundred_turns_the_game_is_drawn() -> None:
    """Not after 199."""
    last = position("b:turn", turns=199)
    drawn = after(last, "recruit 1", "scout none")
    assert waits(drawn) == "a:over:-"
    assert turns(drawn) == 200
    result = outcome(drawn)
    assert result is not None
    assert result.places == (1, 1)
    assert waits(after(position("a:turn", turns=198), "recruit 1", "scout none")) == "b:turn"


@pytest.mark.rule("G9.6")
def test_a_draw_after_two_hundred_turns_names_its_rule() -> None:
    """No position came for the third time."""
    result = outcome(after(position("b:turn", turns=199), "recruit 1", "scout none"))
    assert result is not None
    assert result.rule == "G9.6"


@pytest.mark.rule("G9.6", "G9.3")
def test_who_wins_in_the_last_turn_has_won() -> None:
    """The step comes before the end of the turn."""
    won = after(position("b:turn", a="Ins2", b="Oro1,Ari5", turns=199), "move Oro1 Med")
    assert waits(won) == "b:over:b"


@pytest.mark.rule("G9.6", "G8.7")
def test_with_strict_supply_the_last_turn_ends_after_the_hunger() -> None:
    """First she starves, then the game is drawn."""
    text = position("b:turn", b="Lin3,Ari5", turns=199, strict=True)
    hungry = after(text, *PASS)
    assert waits(hungry) == "b:starve:e"
    assert waits(after(hungry, "starve Lin3")) == "a:over:-"
