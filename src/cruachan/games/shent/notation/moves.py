"""Moves of SHENT as text.

Preparing:  buy · declare open rath hannas · aim reach rath+hannas Gru 4 · free : words · march ·
            place faron Gru · develop randir1 saelon · win · befriend dru2 · honour b : words
Moving:     step faron2 Gru · hire urlug1 Gru · done · peace Gru · refuse Gru · accept · decline
Events:     event Gru · read narchad.death faron2 ~1 : words · target faron2 · waive · appeal · draw
Contests:   contest Gru b (foes, host) · want riddle · split 5 3 · send faron1 · meet part2 ·
            champion gollor1 · bid 3 · redraw b · stop
Magic:      cast hand rath · cast saelon1 hannas · choose rath.ride Gru · choose band.held nen ·
            aimat Gru faron1 · points 2 1 · counter hand galu · pass
Quests:     claim 3 : words · forsake 3 · vote yes no · reward goal rath · takeout 1 · end ·
            reward hero · herald Gru : words
Figures:    name faron2 : Aldric
Chance:     lot b (Gru, nen) · rune galas · number 4

Lands are written by their short names, pieces by kind and number (`b.faron2` is a piece in b's
colour), tokens by kind and land (`wall@Gru`). `~1` to `~3` is the manner in which an event is told,
and what follows a colon is told in the player's own words, with a ¶ for the end of each line. `?`
stands for what a reader may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cruachan.engine.errors import UnreadableMove
from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.texts import DEFAULT_LANG, Lang, Texts, message, on_one_line, whole_number
from cruachan.engine.view import PackedMove, Parts
from cruachan.games.shent import WORDS, rulings
from cruachan.games.shent.core.flow import STYLES, Move, Verb, top
from cruachan.games.shent.core.parts import Part
from cruachan.games.shent.core.state import State
from cruachan.games.shent.notation import phrases
from cruachan.games.shent.notation.phrases import WhyNot

HIDDEN_VERB = "answer"
"""What is written for an answer whose verb would give it away."""


# --- As data ------------------------------------------------------------------------------


def pack(move: Move) -> list[PackedMove]:
    """A move as plain data: its verb, what it speaks of, and the words told with it."""
    return [move.verb, _listed(move.args), move.words]


def _listed(value: Any) -> PackedMove:
    return [_listed(each) for each in value] if isinstance(value, tuple) else value


def unpack(data: PackedMove) -> Move:
    """The move such data describe; else an UnreadableMove."""
    match data:
        case [str(verb), list(args), str(words)]:
            return Move(verb, tuple(_in_tuples(each) for each in args), words)
    raise UnreadableMove(message(WORDS, "error.no_move"))


def _in_tuples(value: PackedMove) -> Any:
    return tuple(_in_tuples(each) for each in value) if isinstance(value, list) else value


def parts(verb: str, named: Sequence[Part], said: Sequence[str]) -> Parts:
    """What a move says: of two things it names the one does something to the other.

    What says more, as an aim does, speaks of a land, if of one at all.
    """
    if len(named) == 1 and named[0].kind == "number":
        return Parts(verb, number=int(named[0].value))
    if len(named) > 2:
        lands = [word for part, word in zip(named, said, strict=True) if part.kind == "land"]
        return Parts(verb, target=lands[-1] if lands else "")
    actor = said[0] if len(said) == 2 else ""
    return Parts(verb, actor, said[-1] if said else "")


# --- Writing ------------------------------------------------------------------------------


def write_move(state: State, seat: int, move: Move, viewer: Viewer) -> str:
    """The move in notation, as far as this viewer may know it."""
    covered = "" if viewer in (seat, CHANCE) else _covered(state, seat, move, viewer)
    return covered or write(state, seat, move) + (
        f" : {on_one_line(move.words)}" if move.words else ""
    )


def write(state: State, seat: int, move: Move) -> str:
    """The whole move, without the words told with it."""
    return Verb.ALL[move.verb].write(state, seat, move.args)


def _covered(state: State, seat: int, move: Move, viewer: Viewer) -> str:
    """What others than the mover read of a secret; nothing where there is none."""
    if not state.stack:
        return ""
    covered = Verb.ALL[move.verb].covered(state, seat, move.args, viewer)
    if covered or not sealed(state, seat, move.verb):
        return covered
    return f"{HIDDEN_VERB if top(state).tells else move.verb} ?"


def sealed(state: State, seat: int, verb: str) -> bool:
    """[S4.11] Whether an answer stays sealed because others have still to give theirs."""
    if verb not in top(state).sealed or (state.open_table and not top(state).of_hand(state, seat)):
        return False
    return any(other != seat for other in top(state).waits(state))


# --- Reading ------------------------------------------------------------------------------


def read_move(
    state: State, seat: int, text: str, lang: Lang, names: Sequence[str], why_not: WhyNot
) -> Move:
    """The one legal move the words mean; else a MoveError."""
    said, _, told = text.partition(":")
    said, told = " ".join(said.split()), told.strip()
    style, said = _style(said)
    move = _as_written(state, seat, said) or phrases.understand(
        state, seat, said, lang, names, why_not
    )
    if style is not None:
        move = _styled(move, style, said, lang)
    if told and not Verb.ALL[move.verb].takes_words:
        raise UnreadableMove(Texts(WORDS, lang)("error.no_words", text=said))
    return rulings.with_words(move, told) if told else move


def recorded_move(state: State, seat: int, text: str) -> Move | None:
    """The move a trusted record has in full notation, unchecked; None if more could be meant."""
    said, _, told = text.partition(":")
    style, said = _style(" ".join(said.split()))
    name, *words = said.split() or [""]
    found = list(Verb.ALL[name].read(state, seat, words)) if name in Verb.ALL else []
    if len(found) != 1:
        return None
    move = Move(name, found[0])
    if style is not None:
        move = _styled(move, style, said, DEFAULT_LANG)
    return rulings.with_words(move, told.strip()) if told.strip() else move


def _style(said: str) -> tuple[int | None, str]:
    """The manner of telling at the end of a move, and the rest."""
    rest, mark, number = said.rpartition("~")
    style = whole_number(number) if mark else None
    return (None, said) if style is None else (style, rest.strip())


def _styled(move: Move, style: int, said: str, lang: Lang) -> Move:
    at = Verb.ALL[move.verb].style
    if at is None or style not in range(STYLES):
        raise UnreadableMove(Texts(WORDS, lang)("error.style", text=said))
    return move._replace(args=(*move.args[:at], style))


def _as_written(state: State, seat: int, said: str) -> Move | None:
    """The legal move that is written just so."""
    name, *words = said.split() or [""]
    if name not in rulings.verbs(state, seat):
        return None
    for args in Verb.ALL[name].read(state, seat, words):
        if rulings.against(state, seat, Verb.ALL[name], args) is None:
            return Move(name, args)
    return None
