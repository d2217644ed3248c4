"""Texts of people's own: how long, with what, beside what, and sealed until when (S4.12, S4.13)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cruachan.engine import transcript
from cruachan.engine.errors import TranscriptError
from cruachan.engine.match import Match, Player
from cruachan.engine.narration import with_text
from cruachan.engine.texts import paragraphs
from cruachan.games import load_for_transcript
from cruachan.games.shent import rulings
from cruachan.games.shent.chapters.votes import Ballot
from cruachan.games.shent.components.material import RATH
from cruachan.games.shent.core.flow import Move, Verb
from cruachan.games.shent.core.state import Aim, State
from cruachan.games.shent.game import SHENT
from cruachan.games.shent.notation import position
from tests.shent.arena import HERE, A, B, C, field
from tests.shent.play import in_turn
from tests.shent.positions import BOARD, quest

GAME = SHENT(BOARD)
NAMES = ("Anna", "Bea", "Cid")
TALE = "Am Morgen lag Nebel.\n\nDann kam der Jäger: allein.\nEr sang."


def told(before: State, seat: int, move: Move, viewer: int | None) -> str:
    """The log of a move."""
    return GAME.presentation.tell(
        before, seat, move, GAME.apply(before, seat, move), viewer, NAMES, "de"
    )


def sheet(state: State, viewer: int | None, key: str) -> Any:
    """One of the sheets beside the board."""
    found = GAME.presentation.side_panels(GAME.presentation.view(state, viewer, NAMES, "de"), "de")
    return next(each for each in found if each["id"] == key)


def voting() -> State:
    """All but a vote on a quest of a's."""
    state = in_turn()
    number = quest(state, A, words="Ich will singen.")
    asked = next(each for each in state.players[A].quests if each.number == number)
    state.stack.append(Ballot("claim", A, ("done",), asked))
    return state


# --- Paragraphs (S4.12) -------------------------------------------------------------------


@pytest.mark.rule("S4.12")
def test_paragraphs_are_kept_in_notation_and_read_back() -> None:
    state = in_turn()
    move = GAME.narration.attach(Move("honour", (1,)), TALE.replace("\n", "\r\n") + "\n\n\n")
    assert move.words == TALE
    line = GAME.write_move(state, A, move)
    assert "\n" not in line
    assert GAME.read_move(state, A, line) == move
    assert paragraphs(" a \u2029 b\x0b\x0b\x0b c ") == "a\nb\n\nc"


@pytest.mark.rule("S4.12")
def test_a_transcript_keeps_two_thousand_characters_whole(tmp_path: Path) -> None:
    words = paragraphs((TALE + " ") * 40)[:1999].strip().ljust(2000, ".")
    path = tmp_path / "a.game"
    match = framed(words, path)
    again = transcript.replay(transcript.read(path), load_for_transcript)
    assert again.history[-1].move.words == words
    assert (len(words), words.count("\n")) == (2000, match.history[-1].move.words.count("\n"))


@pytest.mark.rule("S4.12")
def test_a_transcript_with_longer_words_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As somebody could write it who changed the program."""
    path = tmp_path / "a.game"
    with monkeypatch.context() as changed:
        changed.setattr(Verb, "longest", 9999)
        framed("x" * 2001, path)
    with pytest.raises(TranscriptError, match="2001") as refused:
        transcript.replay(transcript.read(path), load_for_transcript)
    assert "2000" in refused.value.text("de")


def framed(words: str, path: Path) -> Match[Any, Any]:
    """A game up to the first frame, which is told in these words, and its transcript."""
    players = [Player("Anna", "person"), Player("Bea", "person")]
    match = Match(SHENT.on_board("sirren"), players, {"frame": "yes"}, seed=b"words")
    told = False
    while not told:
        seat = match.to_act[0]
        if seat < 0:
            match.roll()
            continue
        moves = match.legal_moves(seat)
        told = moves[0].verb == "frame"
        match.play(seat, with_text(match.game, moves[0], words) if told else moves[0])
    transcript.save(match, path)
    return match


@pytest.mark.rule("S4.12")
def test_an_old_line_with_words_still_reads() -> None:
    move = GAME.read_move(in_turn(), A, "honour b : Sie hat: Wort gehalten")
    assert move == Move("honour", (B,), "Sie hat: Wort gehalten")


# --- With what is told (S4.13) ------------------------------------------------------------


@pytest.mark.rule("S4.13")
def test_words_go_with_what_is_told_and_with_nothing_else() -> None:
    told = (
        "read tell free aim claim end vote bid champion want cast choose counter peace refuse "
        "accept decline forsake release contest honour"
    )
    assert all(Verb.ALL[verb].takes_words for verb in told.split())
    silent = "wish buy march done step lay pass points lot rune number"
    assert not any(Verb.ALL[verb].takes_words for verb in silent.split())
    assert rulings.no(in_turn(), A, Move("march", (), "Auf!")) is not None
    view = GAME.presentation.view(voting(), B, NAMES, "de")
    offers = [move for point in view["points"] for move in point["moves"]]
    assert {(each["tell"], each["longest"]) for each in offers} == {(False, 2000)}


@pytest.mark.rule("S4.13")
def test_words_stand_beside_what_the_game_tells() -> None:
    state = in_turn()
    number = quest(state, A, words="Ich will singen.")
    plain, own = Move("forsake", (number,)), Move("forsake", (number,), "Leb wohl!")
    assert told(state, A, own, None) == f"Anna sagt: „Leb wohl!“\n{told(state, A, plain, None)}"


@pytest.mark.rule("S4.13", "S4.11")
def test_words_with_a_sealed_answer_are_sealed_with_it() -> None:
    state = voting()
    vote = Move("vote", (False,), "Das war kein Lied.")
    assert told(state, B, vote, C) == told(state, B, vote, None) == ""
    assert "Lied" not in GAME.write_move(state, B, vote, C)
    after = GAME.apply(state, B, vote)
    assert not GAME.narration.is_public(state, B, vote, after)
    for viewer in (A, C, None):
        assert "kein Lied" not in position.write(position.observe(after, viewer))
        assert "kein Lied" not in str(GAME.presentation.view(after, viewer, NAMES, "de"))
    assert position.observe(after, B).whispers == [(B, "vote", "Das war kein Lied.")]
    assert position.read_seen(BOARD, position.write(after)).whispers == after.whispers
    opened = told(after, C, Move("vote", (True,), "Doch."), None)
    assert opened.startswith("Bea sagt: „Das war kein Lied.“\n\nCid sagt: „Doch.“\n")
    done = GAME.apply(after, C, Move("vote", (True,)))
    assert done.whispers == []
    assert GAME.narration.is_public(state, B, vote, done)


@pytest.mark.rule("S4.13")
def test_who_votes_sees_all_of_what_is_voted_on() -> None:
    state = voting()
    asked = state.stack[-1].quest._replace(words=TALE)
    state.stack[-1] = Ballot("accept", A, ("hard",), asked)
    assert TALE in GAME.presentation.view(state, B, NAMES, "de")["prompt"]


@pytest.mark.rule("S4.13", "S6.2")
def test_words_of_a_hidden_quest_are_not_heard() -> None:
    state = in_turn()
    number = quest(state, A, mode="silent")
    move = Move("plan", (number,), "Erst dies.\nDann das.")
    assert told(state, A, move, B) == ""
    assert "Erst dies" in told(state, A, move, A)
    assert GAME.write_move(state, A, move, B) == "plan ?"
    after = GAME.apply(state, A, move)
    assert not GAME.narration.is_public(state, A, move, after)


# --- Riddles (S11.8) ----------------------------------------------------------------------


def wanting() -> State:
    """A riddle contest that b wants, with a riddle; a is still asked."""
    state = field("gollor maethor", "saelon maethor")
    state = GAME.apply(state, A, Move("contest", (HERE, B)))
    return GAME.apply(state, B, Move("want", ("riddle",), "Was geht und hat keine Füße?"))


@pytest.mark.rule("S11.8")
def test_a_riddle_is_asked_and_answered() -> None:
    state = wanting()
    assert state.riddles == {}
    state = GAME.apply(state, A, Move("want", ("riddle",)))
    assert state.riddles == {A: (B, "Was geht und hat keine Füße?")}
    assert sheet(state, C, "riddles")["entries"][0]["label"] == "Was geht und hat keine Füße?"
    state.stack = in_turn().stack
    answer = Move("solve", (), "Die Zeit.")
    assert rulings.no(state, C, answer) is not None
    assert told(state, A, answer, None).startswith("Anna sagt: „Die Zeit.“\nAnna beantwortet")
    assert GAME.apply(state, A, answer).riddles == {}
    assert position.read_seen(BOARD, position.write(state)).riddles == state.riddles


@pytest.mark.rule("S11.8")
def test_without_a_riddle_contest_there_is_no_riddle() -> None:
    state = GAME.apply(wanting(), A, Move("want", ("fight",)))
    assert state.riddles == {}
    assert rulings.no(in_turn(), A, Move("solve", (), "Die Zeit.")) is not None


# --- Steps of a quest (S15.13) ------------------------------------------------------------


def planned(mode: str = "open") -> tuple[State, int]:
    """A quest of a's in free words with two steps."""
    state = in_turn()
    number = quest(state, A, words="Ich will singen.", mode=mode)
    return GAME.apply(state, A, Move("plan", (number,), "Ein Lied lernen\nEs singen")), number


@pytest.mark.rule("S15.13")
def test_steps_are_ticked_off_with_the_others() -> None:
    state, number = planned()
    assert state.players[A].quests[0].steps == (("Ein Lied lernen", False), ("Es singen", False))
    state = GAME.apply(state, A, Move("tick", (number, 0)))
    assert "Ein Lied lernen" in GAME.presentation.view(state, B, NAMES, "de")["prompt"]
    state = GAME.apply(GAME.apply(state, B, Move("vote", (True,))), C, Move("vote", (False,)))
    assert state.players[A].quests[0].steps[0] == ("Ein Lied lernen", True)
    values = [entry["value"] for entry in sheet(state, C, "quests:0")["entries"]]
    assert values == ["1 von 2", "getan", "noch zu tun"]
    claim = GAME.apply(state, A, Move("claim", (number,)))
    assert "1 von 2 Schritten" in GAME.presentation.view(claim, B, NAMES, "de")["prompt"]


@pytest.mark.rule("S15.13")
def test_what_steps_are_refused() -> None:
    state, number = planned()
    aimed = quest(state, A, aim=Aim("reach", RATH))

    def against(seat: int, move: Move) -> str:
        no = rulings.no(state, seat, move)
        return no.key if no else ""

    assert against(A, Move("plan", (number,), "1\n2\n3\n4\n5")) == ""
    assert against(A, Move("plan", (number,), "1\n2\n3\n4\n5\n6")) == "many_steps"
    assert against(A, Move("plan", (aimed,), "1")) == "no_steps_of_aim"
    assert against(B, Move("plan", (number,), "1")) == "no_such_quest"
    assert against(A, Move("tick", (number, 2))) == "no_such_step"
    state = GAME.apply(state, A, Move("tick", (number, 1)))
    for seat in (B, C):
        state = GAME.apply(state, seat, Move("vote", (True,)))
    assert against(A, Move("tick", (number, 0))) == "ticked_already"
    assert against(A, Move("plan", (number,), "1")) == "step_ticked"
    state.turns += 1
    assert against(A, Move("tick", (number, 0))) == ""
    assert against(A, Move("tick", (number, 1))) == "no_such_step"


@pytest.mark.rule("S15.13")
def test_a_step_most_deny_stays_open() -> None:
    state, number = planned()
    state = GAME.apply(state, A, Move("tick", (number, 0)))
    for seat in (B, C):
        state = GAME.apply(state, seat, Move("vote", (False,)))
    assert state.players[A].quests[0].steps[0] == ("Ein Lied lernen", False)


@pytest.mark.rule("S15.13")
@pytest.mark.parametrize("mode", ["silent", "secret"])
def test_steps_of_a_hidden_quest_are_hidden(mode: str) -> None:
    state, number = planned(mode)
    tick = Move("tick", (number, 0))
    assert told(state, A, tick, B) == ""
    assert GAME.write_move(state, A, tick, B) == "tick ?"
    state = GAME.apply(state, A, tick)
    assert state.players[A].quests[0].steps[0][1]
    for viewer in (B, None):
        assert position.observe(state, viewer).players[A].quests[0].steps == ()
        assert "Lied" not in str(GAME.presentation.view(state, viewer, NAMES, "de"))
    shown = GAME.apply(state, A, Move("claim", (number,)))
    assert "Ein Lied lernen" in GAME.presentation.view(shown, B, NAMES, "de")["prompt"]
