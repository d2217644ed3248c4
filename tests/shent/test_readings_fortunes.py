"""Readings of galu and rhach (S34, S35), and all of the four runes."""

from __future__ import annotations

from random import Random

import pytest

from cruachan.engine.game import CHANCE, Decision
from cruachan.engine.texts import Lang
from cruachan.games.shent.bots import ShentBot
from cruachan.games.shent.chapters.events import Event
from cruachan.games.shent.components.material import RATH, RIM
from cruachan.games.shent.components.tokens import TokenKind
from cruachan.games.shent.core import acts
from cruachan.games.shent.core.flow import Verb, top
from cruachan.games.shent.core.state import THIS_TURN, Aim, State, Token, Turn, tokens, until_turn
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.readings import Reading
from cruachan.games.shent.rulings import legal_moves
from tests.shent.acting import event, magic, targets, work
from tests.shent.play import fall, in_turn, no, play, verbs, waits
from tests.shent.positions import BOARD, near, put, quest, table

HERE = 12
A, B, C = range(3)
REALM = Aim("realm", RIM, size=3)


# --- galu ---------------------------------------------------------------------------------


@pytest.mark.rule("S34.2")
@pytest.mark.parametrize(("strength", "times"), [(1, 1), (4, 2), (8, 3)])
def test_luck(strength: int, times: int) -> None:
    state = table()
    work(state, "galu.luck", event(state, "galu.luck", strength, HERE))
    assert state.tokens == [Token(TokenKind.LUCK, strength=times, seat=A, until=THIS_TURN)]


@pytest.mark.rule("S34.2")
def test_luck_by_magic_in_anothers_turn_only_where_that_player_is() -> None:
    state = table()
    put(state, "faron", HERE, B)
    act = magic("galu.luck", 2, HERE, B, only=A)
    assert not targets(state, "galu.luck", act)
    put(state, "faron", HERE, A)
    work(state, "galu.luck", act)
    assert state.tokens[0].seat == B
    assert targets(state, "galu.luck", magic("galu.luck", 2, HERE))


def lucky_event(kind: TokenKind, rune: int = RATH, seat: int = A) -> State:
    """An event of a, its number about to be drawn, with one redraw by luck or ill luck."""
    state = in_turn("events")
    group = (put(state, "maethor", HERE, A),)
    acts.lay(state, Token(kind, strength=1, seat=seat, until=THIS_TURN))
    state.stack.append(Event(A, HERE, group, rune=rune, step="number"))
    state.bag[rune] -= 1
    state.aside.append(rune)
    return state


@pytest.mark.rule("S34.2", "S10.9")
def test_luck_asks_for_the_number_of_an_event_again() -> None:
    state = fall(lucky_event(TokenKind.LUCK), 2)
    assert (waits(state), verbs(state, A)[:2]) == ((A,), ("redraw", "pass"))
    kept = play(state, A, "pass")
    assert (top(kept).strength, top(kept).step, len(kept.tokens)) == (2, "read", 1)
    state = play(state, A, "redraw", 0)
    assert (waits(state), state.tokens) == ((CHANCE,), [])
    state = fall(state, 6)
    assert (top(state).strength, top(state).step) == (6, "read")


@pytest.mark.rule("S34.2", "S35.2", "S10.9")
@pytest.mark.parametrize(("kind", "seat"), [(TokenKind.ILL, A), (TokenKind.LUCK, B)])
def test_the_number_of_an_event_stays_for_all_but_her_luck(kind: TokenKind, seat: int) -> None:
    state = fall(lucky_event(kind, seat=seat), 2)
    assert (top(state).strength, top(state).step, len(state.tokens)) == (2, "read", 1)


@pytest.mark.rule("S34.2")
@pytest.mark.parametrize(
    ("rune", "number", "answer"),
    [(RATH, 1, "redraw"), (RATH, 6, "pass"), (RIM, 7, "redraw"), (RIM, 2, "pass")],
)
def test_a_bot_redraws_what_hurts(rune: int, number: int, answer: str) -> None:
    state = fall(lucky_event(TokenKind.LUCK, rune), number)
    asked = Decision(A, state, legal_moves(state, A))
    assert ShentBot("purposeful").choose(asked, Random(1)).verb == answer


@pytest.mark.rule("S34.2")
@pytest.mark.parametrize(
    ("lang", "asked"),
    [("en", "with strength 2. Have"), ("de", "mit der Stärke 2. Die Zahl neu")],
)
def test_the_question_names_the_rune_and_its_strength(lang: Lang, asked: str) -> None:
    state = fall(lucky_event(TokenKind.LUCK), 2)
    prompt = SHENT(BOARD).presentation.view(state, A, lang=lang)["prompt"]
    assert asked in prompt
    assert "rath" in prompt


@pytest.mark.rule("S34.3")
def test_a_host_rides_off() -> None:
    state = table()
    acts.lay(state, Token(TokenKind.HOST, HERE, 3, A, until=THIS_TURN))
    act = event(state, "galu.off", 4, HERE)
    assert not targets(state, "galu.off", act._replace(strength=3))
    assert not targets(state, "galu.off", magic("galu.off", 8, HERE, B, only=C))
    work(state, "galu.off", act)
    assert not state.tokens


@pytest.mark.rule("S34.3")
@pytest.mark.parametrize("cast", [False, True])
def test_a_foe_rides_off_where_nobody_stands(cast: bool) -> None:
    state = table()
    put(state, "faron", HERE, A)
    foe = put(state, "dru", HERE)
    taken, goal = near(state, HERE)[:2]
    put(state, "faron", taken, A)
    act = magic("galu.off", 3, HERE) if cast else event(state, "galu.off", 3, HERE)
    assert not targets(state, "galu.off", act._replace(strength=2))
    assert (foe, taken) not in targets(state, "galu.off", act)
    work(state, "galu.off", act, foe, goal)
    assert state.pieces[foe].land == goal


@pytest.mark.rule("S34.4")
def test_a_short_cut() -> None:
    state = table()
    faron, dru = put(state, "faron", HERE, A, steps=1), put(state, "dru", HERE, A)
    taken, goal, camp = near(state, HERE)[:3]
    put(state, "faron", taken, B)
    put(state, "faron", camp, A)
    act = event(state, "galu.cut", 1, HERE)
    found = targets(state, "galu.cut", act)
    assert (faron, taken) not in found
    assert [target for target in found if target[0] == dru] == [(dru, camp)]
    work(state, "galu.cut", act, faron, goal)
    assert (state.pieces[faron].land, state.pieces[faron].steps) == (goal, 1)


@pytest.mark.rule("S34.4")
def test_no_short_cut_for_the_held_and_by_magic_only_for_the_caster() -> None:
    state = table()
    faron = put(state, "faron", HERE, A)
    assert targets(state, "galu.cut", magic("galu.cut", 1, HERE))
    assert not targets(state, "galu.cut", magic("galu.cut", 1, HERE, B, only=A))
    acts.lay(state, Token(TokenKind.BAND, HERE, 1, A, pieces=(faron,)))
    assert not targets(state, "galu.cut", event(state, "galu.cut", 1, HERE))


@pytest.mark.rule("S34.5")
def test_a_happy_choice_needs_an_event_to_come() -> None:
    state = table(turn=Turn(entered=(HERE,)))
    faron = put(state, "faron", 3, A)
    act = event(state, "galu.choice", 1, HERE)
    assert not targets(state, "galu.choice", act)
    acts.change_piece(state, faron, steps=1)
    assert targets(state, "galu.choice", act) == [()]
    acts.change_piece(state, faron, steps=0)
    state.turn = Turn(entered=(HERE, 3))
    assert not targets(state, "galu.choice", magic("galu.choice", 1, HERE, B, only=A))
    work(state, "galu.choice", act)
    assert state.tokens == [Token(TokenKind.CHOICE, seat=A, until=THIS_TURN)]
    assert not targets(state, "galu.choice", act)


@pytest.mark.rule("S34.6")
@pytest.mark.parametrize(("strength", "done", "fewer"), [(5, 0, 1), (6, 0, 2), (8, 2, 1)])
def test_sooner_than_thought(
    monkeypatch: pytest.MonkeyPatch, strength: int, done: int, fewer: int
) -> None:
    _progress(monkeypatch, done, 4)
    state = table()
    act = event(state, "galu.sooner", strength, HERE)
    quest(state, A, REALM, mode="secret")
    assert not targets(state, "galu.sooner", act), "nobody learns of a secret quest by it"
    acts.change(state, A, quests=())
    number = quest(state, A, REALM, mode="open")
    work(state, "galu.sooner", act, number)
    assert state.players[A].quests[0].lighter == fewer
    assert not targets(state, "galu.sooner", act)
    assert not Reading.ALL["galu.sooner"].magic


@pytest.mark.rule("S34.6")
def test_one_step_must_remain(monkeypatch: pytest.MonkeyPatch) -> None:
    _progress(monkeypatch, 3, 4)
    state = table()
    quest(state, A, REALM)
    quest(state, A)
    assert not targets(state, "galu.sooner", event(state, "galu.sooner", 8, HERE))


# --- rhach --------------------------------------------------------------------------------


@pytest.mark.rule("S35.2")
def test_ill_luck() -> None:
    state = table()
    work(state, "rhach.ill", event(state, "rhach.ill", 3, HERE))
    work(state, "rhach.ill", magic("rhach.ill", 8, HERE, B, only=A))
    assert state.tokens == [
        Token(TokenKind.ILL, strength=2, seat=A, until=THIS_TURN),
        Token(TokenKind.ILL, strength=3, seat=A, until=THIS_TURN),
    ]


@pytest.mark.rule("S35.3")
def test_the_sky_turns_against_you() -> None:
    state = table()
    act = event(state, "rhach.against", 1, HERE)
    assert targets(state, "rhach.against", act) == [(1,), (5,)]
    work(state, "rhach.against", act, 1)
    assert state.sky == 1
    assert targets(state, "rhach.against", act) == [(2,)]
    state.sky = 3
    assert not targets(state, "rhach.against", act)
    state.markers[HERE] = A
    work(state, "rhach.against", magic("rhach.against", 1, HERE, B, only=A), 2)
    assert state.sky == 2


@pytest.mark.rule("S35.4")
def test_in_vain() -> None:
    state = table()
    faron = put(state, "faron", HERE, A)
    act = event(state, "rhach.vain", 1, HERE)
    marked = state.copy()
    marked.markers[HERE] = A
    assert not targets(marked, "rhach.vain", act)
    acts.change_piece(marked, faron, steps=1)
    assert targets(marked, "rhach.vain", act) == [(A,)]
    assert not targets(marked, "rhach.vain", act._replace(second=True))
    work(state, "rhach.vain", act, A)
    assert state.tokens == [
        Token(TokenKind.STILL, HERE, pieces=(faron,), until=THIS_TURN),
        Token(TokenKind.BARREN, HERE, seat=A, until=THIS_TURN),
    ]
    assert not targets(state, "rhach.vain", act)


@pytest.mark.rule("S35.4")
def test_in_vain_by_magic() -> None:
    state = table()
    put(state, "faron", HERE, B)
    assert not targets(state, "rhach.vain", magic("rhach.vain", 1, HERE, C, only=A))
    act = magic("rhach.vain", 1, HERE)
    work(state, "rhach.vain", act, B)
    assert [token.until for token in state.tokens] == [until_turn(A)] * 2
    assert not targets(state, "rhach.vain", act)


@pytest.mark.rule("S35.5")
def test_spent_strength() -> None:
    state = table()
    put(state, "faron", HERE, A)
    act = event(state, "rhach.spent", 1, HERE)
    assert not targets(state, "rhach.spent", act)
    acts.lay(state, Token(TokenKind.HOST, HERE, 3, A, until=THIS_TURN))
    work(state, "rhach.spent", act, A)
    assert state.tokens[-1] == Token(TokenKind.SPENT, HERE, seat=A, until=THIS_TURN)
    assert not targets(state, "rhach.spent", act)
    put(state, "faron", HERE, B)
    work(state, "rhach.spent", magic("rhach.spent", 1, HERE), B)
    assert state.tokens[-1] == Token(TokenKind.SPENT, HERE, seat=B, until=until_turn(A))


@pytest.mark.rule("S35.5")
def test_spent_strength_is_for_contests_not_for_a_search() -> None:
    """It once refused points that were offered: a bot searched where its strength was spent."""
    state = in_turn("contest")
    put(state, "saelon", HERE, A)
    state.tokens.append(Token(TokenKind.TREASURE, HERE, 4))
    state.tokens.append(Token(TokenKind.SPENT, HERE, seat=A, until=THIS_TURN))
    searching = play(state, A, "search", HERE)
    bids = list(Verb.ALL["bid"].offers(searching, A))
    assert len(bids) > 1
    assert all(Verb.ALL["bid"].refuse(searching, A, args) is None for args in bids)


@pytest.mark.rule("S35.6")
def test_a_setback(monkeypatch: pytest.MonkeyPatch) -> None:
    _progress(monkeypatch, 1, 4)
    state = table()
    quest(state, A, REALM, mode="silent")
    act = event(state, "rhach.setback", 1, HERE)
    assert not targets(state, "rhach.setback", act)
    number = quest(state, A, REALM)
    work(state, "rhach.setback", act, number)
    assert state.players[A].quests[1].lighter == -1
    _progress(monkeypatch, 0, 4)
    assert not targets(state, "rhach.setback", act)
    assert not Reading.ALL["rhach.setback"].magic


def _progress(monkeypatch: pytest.MonkeyPatch, done: int, wanted: int) -> None:
    """Every quest that is counted has come so far."""
    monkeypatch.setattr("cruachan.games.shent.aims.aims.progress", lambda *_: (done, wanted))


@pytest.mark.rule("S33.3")
def test_a_word_can_be_broken_in_the_next_turn_and_no_later() -> None:
    state = in_turn("prepare")
    put(state, "faron", HERE, A)
    put(state, "faron", HERE, B)
    acts.make_peace(state, HERE, A, B)
    acts.lay(state, Token(TokenKind.WORD, HERE, 1, A, B, until=state.clock + 2))
    assert no(state, A, "betray", HERE, B) == ""
    assert not tokens(play(state, A, "march"), TokenKind.WORD)
