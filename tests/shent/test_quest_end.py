"""Ending a quest (S15)."""

from __future__ import annotations

from typing import Any

import pytest

from cruachan.engine.game import CHANCE
from cruachan.games.shent.aims import aims
from cruachan.games.shent.chapters.claims import CallLot, fulfil
from cruachan.games.shent.chapters.quests import make_quest
from cruachan.games.shent.chapters.rewards import Pouch, Reward
from cruachan.games.shent.chapters.rounds import TurnFrame
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.components.material import GALAS, HANNAS, MAETH, RATH, RHACH
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.flow import top
from cruachan.games.shent.core.state import Aim, State, figures
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation.position import observe, stones_wrong
from tests.shent.play import fall, in_turn, no, play, said, verbs, waits
from tests.shent.positions import BOARD, far, put, quest

A, B, C = range(3)


def running(seats: int = 3, phase: str = "move", **values: Any) -> tuple[State, int]:
    """a has a quest; its stones are out of the bag, and one more is her goal."""
    chosen = {key: values.pop(key) for key in ("votes", "goal") if key in values}
    state = in_turn(phase, seats, **chosen)
    runes = values.setdefault("runes", (GALAS, RATH))
    number = quest(state, A, **values)
    acts.change(state, A, goal=(HANNAS,))
    for rune in (*runes, HANNAS):
        state.bag[rune] -= 1
    return state, number


def judge(monkeypatch: pytest.MonkeyPatch, met: bool = True, difficulty: int = 5) -> Aim:
    """An aim of the engine that is met or not, and as hard as said."""
    monkeypatch.setattr(aims, "met", lambda *_: met)
    monkeypatch.setattr(aims, "difficulty", lambda *_: difficulty)
    return Aim("reach", RATH, (GALAS,), 4)


def vote(state: State, *votes: tuple[bool, ...]) -> State:
    """b, c and so on vote."""
    for seat, ballot in enumerate(votes, 1):
        state = play(state, seat, "vote", *ballot)
    return state


YES, NO = (True,), (False,)


# --- Claiming (S15.1 to S15.6) ------------------------------------------------------------


@pytest.mark.rule("S15.1", "S4.10")
def test_a_quest_is_claimed_in_anybodys_turn_once() -> None:
    state, number = running()
    other = quest(state, B)
    assert said(state, A, "claim") == [(number,)]
    assert no(state, A, "claim", other) == "S15.1"
    assert said(state, B, "claim") == [(other,)]
    state = vote(play(state, A, "claim", number), NO, NO)
    assert no(state, A, "claim", number) == "S15.1"
    state.turns += 1
    assert no(state, A, "claim", number) == ""


@pytest.mark.rule("S15.1")
@pytest.mark.parametrize(("votes", "rule"), [("engine", "S15.1"), ("text", "")])
def test_an_aim_of_the_engine_must_be_met(
    votes: str, rule: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, number = running(votes=votes, aim=judge(monkeypatch, met=False))
    assert no(state, A, "claim", number) == rule
    judge(monkeypatch)
    assert no(state, A, "claim", number) == ""


@pytest.mark.rule("S15.2")
@pytest.mark.parametrize("mode", ["silent", "secret"])
def test_a_claimed_quest_is_open_with_stones_and_words(mode: str) -> None:
    state, number = running(mode=mode, accepted=False)
    state = play(state, A, "claim", number, words="The pass is found.")
    assert state.players[A].quests[0].mode == "open"
    assert state.players[A].quests[0].words == "The pass is found."
    assert (top(state).quest.mode, top(state).quest.words) == ("open", "The pass is found.")


@pytest.mark.rule("S15.3", "S1.5")
def test_a_quest_too_easy_is_lost_with_its_stones(monkeypatch: pytest.MonkeyPatch) -> None:
    state, number = running(mode="secret", accepted=False, aim=judge(monkeypatch, difficulty=4))
    state = play(state, A, "claim", number)
    assert top(state).questions == ("hard",)
    lost = vote(state, NO, NO)
    assert lost.players[A].quests == ()
    assert (lost.bag[GALAS], lost.bag[RATH]) == (4, 4)
    assert isinstance(top(vote(state, YES, NO)), Reward)


@pytest.mark.rule("S15.3", "S6.6")
def test_the_engine_has_a_yes_for_a_fair_quest(monkeypatch: pytest.MonkeyPatch) -> None:
    aim = judge(monkeypatch, difficulty=5)
    state, number = running(2, mode="silent", accepted=False, aim=aim)
    state = play(state, A, "claim", number)
    assert state.players[A].quests[0].mode == "open"
    assert isinstance(top(vote(state, NO)), Ballot)
    judge(monkeypatch, difficulty=4)
    assert vote(state, NO).players[A].quests == ()


@pytest.mark.rule("S15.4")
def test_an_aim_that_is_met_needs_no_vote(monkeypatch: pytest.MonkeyPatch) -> None:
    state, number = running(aim=judge(monkeypatch, difficulty=4))
    assert isinstance(top(play(state, A, "claim", number)), Reward)
    text, number = running(votes="text", aim=judge(monkeypatch))
    assert top(play(text, A, "claim", number)).questions == ("done",)


@pytest.mark.rule("S15.4", "S4.11")
def test_free_words_are_fulfilled_by_a_majority_or_a_tie() -> None:
    state, number = running(4)
    state = play(state, A, "claim", number)
    assert set(waits(state)) == {1, 2, 3}
    assert vote(state, YES, NO, NO).players[A].fulfilled == 0
    assert vote(state, YES, YES, NO).players[A].fulfilled == 1
    tied, number = running(3)
    assert vote(play(tied, A, "claim", number), YES, NO).players[A].fulfilled == 1


@pytest.mark.rule("S15.4")
def test_both_questions_are_on_one_ballot_and_the_second_needs_the_first() -> None:
    state, number = running(mode="secret", accepted=False)
    state = play(state, A, "claim", number)
    assert top(state).questions == ("hard", "done")
    assert len(said(state, B, "vote")) == 4
    assert vote(state, (False, True), (False, True)).players[A].quests == ()
    unmet = vote(state, (True, False), (True, False)).players[A].quests[0]
    assert (unmet.accepted, unmet.failures) == (True, 1)
    assert vote(state, (True, True), (False, False)).players[A].fulfilled == 1


@pytest.mark.rule("S15.5", "S1.5")
def test_the_third_denial_ends_a_quest() -> None:
    state, number = running()
    for failures in (1, 2):
        state = vote(play(state, A, "claim", number), NO, NO)
        assert state.players[A].quests[0].failures == failures
        state.turns += 1
    state = vote(play(state, A, "claim", number), NO, NO)
    assert state.players[A].quests == ()
    assert state.bag[GALAS] == 4


@pytest.mark.rule("S15.6")
@pytest.mark.parametrize(("number", "done"), [(3, 0), (4, 1)])
def test_with_two_the_lot_may_be_called(number: int, done: int) -> None:
    state, mine = running(2)
    state = vote(play(state, A, "claim", mine), NO)
    assert isinstance(top(state), CallLot)
    state = play(state, A, "accept")
    assert waits(state) == (CHANCE,)
    assert fall(state, number).players[A].fulfilled == done


@pytest.mark.rule("S15.6")
def test_the_lot_is_called_once_for_each_quest() -> None:
    state, number = running(2)
    state = vote(play(state, A, "claim", number), NO)
    declined = play(state, A, "decline")
    assert declined.players[A].quests[0].failures == 1
    declined.turns += 1
    assert isinstance(top(vote(play(declined, A, "claim", number), NO)), CallLot)
    called = fall(play(state, A, "accept"), 1)
    called.turns += 1
    assert not isinstance(top(vote(play(called, A, "claim", number), NO)), CallLot)


@pytest.mark.rule("S15.6")
def test_no_lot_with_three_nor_with_votes_text() -> None:
    state, number = running(3)
    assert not isinstance(top(vote(play(state, A, "claim", number), NO, NO)), CallLot)
    state, number = running(2, votes="text")
    assert not isinstance(top(vote(play(state, A, "claim", number), NO)), CallLot)


# --- Rewards (S15.7 to S15.11) ------------------------------------------------------------


def rewarded(**values: Any) -> State:
    """a has fulfilled a quest in free words and chooses a reward."""
    state, number = running(**values)
    fulfil(state, A, number)
    return vote(state, NO, NO)


@pytest.mark.rule("S15.7", "S1.5")
def test_one_reward_and_the_stones_go_back_at_once() -> None:
    state = rewarded()
    assert verbs(state, A) == ("reward",)
    state = play(state, A, "reward", "elements", 0, 0)
    assert state.players[A].quests == ()
    assert (state.bag[GALAS], state.bag[RATH]) == (4, 4)
    assert not stones_wrong(state)
    assert top(state).phase == "move"


@pytest.mark.rule("S15.7")
def test_three_runes_bring_two_different_rewards() -> None:
    state = play(rewarded(runes=(GALAS, RATH, MAETH)), A, "reward", "elements", 0, 1)
    assert no(state, A, "reward", "elements", 2, 3) == "S15.10"
    state = play(state, A, "reward", "goal", MAETH)
    assert state.players[A].goal == (HANNAS, MAETH)
    assert (state.bag[GALAS], state.bag[MAETH]) == (4, 3)
    assert not stones_wrong(state)


@pytest.mark.rule("S15.8", "S1.7")
def test_up_to_three_numbers_out_or_in() -> None:
    state = play(rewarded(), A, "reward", "numbers")
    assert verbs(state, A) == ("takeout", "putin", "pass")
    assert no(state, A, "putin", 1) == "S15.8"
    state = play(play(state, A, "takeout", 1), A, "putin", 8)
    assert (state.numbers[0], state.numbers[7]) == (7, 2)
    assert (state.reserve[0], state.reserve[7]) == (1, 2)
    assert not isinstance(top(play(state, A, "pass")), Pouch)
    assert not isinstance(top(play(state, A, "putin", 1)), Pouch)


@pytest.mark.rule("S15.8", "S1.7")
def test_eight_numbers_stay_in_the_bag() -> None:
    state = play(rewarded(), A, "reward", "numbers")
    state.numbers, state.reserve = [8, 0, 0, 0, 0, 0, 0, 0], [0, 7, 6, 5, 4, 4, 4, 4]
    assert no(state, A, "takeout", 1) == "S1.7"
    assert no(state, A, "takeout", 8) == "S15.8"
    state = play(state, A, "putin", 8)
    assert no(state, A, "takeout", 1) == ""


@pytest.mark.rule("S15.9", "S16.1")
def test_a_stone_to_the_goal_from_hand_or_quest() -> None:
    state = rewarded(goal="3")
    state.bag[RHACH] -= 1
    acts.give_rune(state, A, RHACH)
    assert {args[1] for args in said(state, A, "reward") if args[0] == "goal"} == {0, 3, 15}
    assert no(state, A, "reward", "goal", MAETH) == "S15.9"
    hand = play(state, A, "reward", "goal", RHACH)
    assert (hand.players[A].goal, hand.players[A].hand) == ((HANNAS, RHACH), ())
    own = play(state, A, "reward", "goal", RATH)
    assert (own.players[A].goal, own.bag[RATH]) == ((HANNAS, RATH), 3)
    assert not stones_wrong(hand)
    assert not stones_wrong(own)


@pytest.mark.rule("S15.9")
def test_a_complete_goal_takes_no_stone() -> None:
    state = rewarded()
    acts.change(state, A, goal=(HANNAS, MAETH))
    assert no(state, A, "reward", "goal", RATH) == "S15.9"


@pytest.mark.rule("S15.10")
def test_two_element_stones_of_what_is_left() -> None:
    state = rewarded()
    taken = play(state, A, "reward", "elements", 2, 2)
    assert (taken.players[A].stones, taken.elements[2]) == ((2, 2), 0)
    state.elements = [1, 1, 0, 0, 0, 0]
    assert no(state, A, "reward", "elements", 0, 0) == "S15.10"
    assert no(state, A, "reward", "elements", 0) == "S15.10"
    state.elements = [1, 0, 0, 0, 0, 0]
    assert play(state, A, "reward", "elements", 0).players[A].stones == (0,)
    state.elements = [0] * 6
    assert no(state, A, "reward", "elements", 0) == "S15.10"


@pytest.mark.rule("S15.11")
@pytest.mark.parametrize(
    ("votes", "aglar"), [((NO, NO, NO), 1), ((YES, NO, NO), 1), ((YES, YES, NO), 0)]
)
def test_aglar_unless_a_majority_objects(votes: tuple[tuple[bool], ...], aglar: int) -> None:
    state, number = running(4)
    fulfil(state, A, number)
    assert top(state).questions == ("object",)
    assert vote(state, *votes).players[A].aglar == aglar


@pytest.mark.rule("S15.11")
def test_half_is_no_majority_against_it() -> None:
    state, number = running(3)
    fulfil(state, A, number)
    assert vote(state, YES, NO).players[A].aglar == 1


@pytest.mark.rule("S15.11")
@pytest.mark.parametrize(("difficulty", "asked"), [(4, False), (5, True)])
def test_a_light_aim_brings_no_aglar(
    difficulty: int, asked: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, number = running(aim=judge(monkeypatch, difficulty=difficulty))
    state = play(state, A, "claim", number)
    assert isinstance(top(state), Ballot) is asked
    assert state.players[A].aglar == 0


@pytest.mark.rule("S17.22", "S6.6", "S15.11")
def test_how_hard_it_is_was_settled_when_it_was_sealed() -> None:
    """Figures in five elements are a far aim before the first step, and none when all is done."""
    state = in_turn("move")
    put(state, "faron", 0, A)
    aim = Aim("wide", RATH, (), 5)
    declared = make_quest(state, A, "secret", (RATH, RATH), aim, "")
    assert declared.hard == aims.difficulty(state, A, aim) >= aims.FAIR
    acts.change(state, A, quests=(declared,))
    seen: set[int] = set()
    for number, land in enumerate(BOARD.lands):
        if land.element not in seen and len(seen) < 5:
            seen.add(land.element)
            put(
                state, ("maethor", "randir", "pethdan", "faron", "saelon")[len(seen) - 1], number, A
            )
    (running,) = state.players[A].quests
    assert aims.difficulty(state, A, aim) < aims.FAIR <= aims.hardness(state, A, running)
    assert Ballot("claim", A, ("hard",), running).engine(state)
    state = play(state, A, "claim", running.number)
    state = play(play(state, B, "vote", False), C, "vote", True)
    assert isinstance(top(state), Ballot)
    assert top(state).kind == "respect"
    assert observe(state, B).players[A].quests[0].hard == running.hard
    hidden = in_turn("move")
    acts.change(hidden, A, quests=(declared,))
    assert observe(hidden, B).players[A].quests[0].hard == 0


# --- Word of a hero (S15.12) --------------------------------------------------------------


def seeking(phase: str = "move", **values: Any) -> State:
    """The same, with a figure of a on the board from which a hero is not far."""
    state, number = running(phase=phase, **values)
    put(state, "faron", 0, A)
    fulfil(state, A, number)
    return vote(state, NO, NO)


@pytest.mark.rule("S15.12", "S15.7")
@pytest.mark.parametrize(
    ("values", "open_to"),
    [
        ({"runes": (GALAS, RATH, MAETH)}, True),
        ({"words": "Ich suche den thalion."}, True),
        ({"words": "There is a Hero behind the pass."}, True),
        ({"words": "Wo sind die Helden hin?"}, True),
        ({"words": "The pass is to be held."}, False),
        ({"words": ""}, False),
    ],
)
def test_who_may_have_word_of_a_hero(values: dict[str, Any], open_to: bool) -> None:
    state = seeking(**values)
    assert (("hero",) in said(state, A, "reward")) is open_to
    assert no(state, A, "reward", "hero") == ("" if open_to else "S15.12")


@pytest.mark.rule("S15.12", "S7.8")
def test_the_narrator_lays_the_hero_and_the_price_stays() -> None:
    state = seeking(words="Ich suche den thalion.")
    near, far_away = ((far(state, 0, steps),) for steps in (5, 6))
    state = play(state, A, "reward", "hero")
    assert waits(state) == (B,)
    assert no(state, B, "herald", *far_away) == "S15.12"
    state = play(state, B, "herald", *near, words="Er schläft unter dem Stein.")
    assert state.players[A].heroes == near[0]
    assert (state.players[A].quests, top(state).phase) == ((), "move")
    assert not stones_wrong(state)
    winning = in_turn()
    acts.change(winning, A, heroes=0, tur=24, aglar=1)
    put(winning, "faron", 0, A)
    assert no(winning, A, "win") == "S7.8"
    acts.change(winning, A, tur=25)
    assert no(winning, A, "win") == ""


@pytest.mark.rule("S15.12")
def test_three_runes_may_bring_a_hero_and_something_else() -> None:
    state = play(seeking(runes=(GALAS, RATH, MAETH), goal="3"), A, "reward", "goal", MAETH)
    state = play(state, A, "reward", "hero")
    state = play(state, B, "herald", far(state, 0, 1))
    assert (top(state).phase, len(state.players[A].goal)) == ("move", 2)


@pytest.mark.rule("S15.12")
@pytest.mark.parametrize("reason", ["shown", "on the board", "nobody there"])
def test_a_hero_who_cannot_be_shown_is_no_reward(reason: str) -> None:
    state = seeking(words="Ich suche den thalion.")
    if reason == "shown":
        acts.change(state, A, heroes=3)
    elif reason == "on the board":
        put(state, "thalion", 0, A)
    else:
        acts.to_supply(state, figures(state, A, 0)[0])
    assert no(state, A, "reward", "hero") == "S15.12"


@pytest.mark.rule("S15.12")
def test_in_anothers_turn_too_the_next_seat_tells() -> None:
    state, number = running(2, words="Ich suche den thalion.")
    put(state, "faron", 0, A)
    state.active = B
    state.stack[-1] = TurnFrame(B, "move")
    fulfil(state, A, number)
    state = play(vote(state, NO), A, "reward", "hero")
    assert waits(state) == (B,)


@pytest.mark.rule("S15.12")
@pytest.mark.parametrize(
    ("words", "told"), [("", BOARD.lands[1].called("en")), ("Er schläft im Berg", "im Berg.")]
)
def test_word_of_a_hero_is_told(words: str, told: str) -> None:
    game = SHENT(BOARD)
    before = play(seeking(words="Where is the hero?"), A, "reward", "hero")
    move = game.narration.attach(game.read_move(before, B, "herald Fla"), words)
    after = game.apply(before, B, move)
    assert told in game.presentation.tell(before, B, move, after, None, ("Ann", "Bo", "Cy"))
    assert game.write_move(before, B, move, B).startswith("herald Fla")


@pytest.mark.rule("S1.7", "S15.8")
@pytest.mark.parametrize(
    "bag",
    [(8, 0, 0, 0, 0, 0, 0, 0), (1, 1, 1, 1, 1, 1, 1, 1), (4, 0, 0, 0, 0, 0, 0, 4)],
    ids=["no chance", "a die", "all or nothing"],
)
def test_the_bags_of_the_rulebook_can_be_made(bag: tuple[int, ...]) -> None:
    """Three stones at a time, and never fewer than eight in the bag."""
    state = in_turn("move")
    order = [(7, n) for n in range(8) if state.numbers[n] < bag[n]]
    while tuple(state.numbers) != bag:
        state.stack.append(Pouch(A))
        for _ in range(3):
            more = [n + 1 for _, n in order if state.numbers[n] < bag[n]]
            less = [n + 1 for n in range(8) if state.numbers[n] > bag[n]]
            if not more and not less:
                state = play(state, A, "pass")
                break
            state = play(state, A, "putin", more[0]) if more else play(state, A, "takeout", less[0])
        assert sum(state.numbers) >= 8
    assert no(with_pouch(state), A, "takeout", 1) == "S1.7"


def with_pouch(state: State) -> State:
    """The same, with a hand in the bag of numbers."""
    again = state.copy()
    again.stack.append(Pouch(A))
    return again
