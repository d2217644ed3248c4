"""Moves of SHENT as text.

Preparing:  buy · declare open rath hannas · aim reach rath+hannas Gru 4 · free : words · march ·
            place faron Gru · develop randir1 saelon · win · befriend dru2 · honour b : words
Moving:     step faron2 Gru · hire urlug1 Gru · done · peace Gru · refuse Gru · accept · decline
Events:     event Gru · read narchad.death faron2 ~1 : words · target faron2 · waive · appeal · draw
Contests:   contest Gru b (foes, host) · want riddle · split 5 3 · send faron1 · meet part2 ·
            champion gollor1 · bid 3 · redraw b · stop
Magic:      cast hand rath · cast saelon1 hannas · choose rath.ride Gru · choose band.held nen ·
            aimat Gru faron1 · points 2 1 · counter hand galu · pass
Quests:     claim 3 : words · forsake 3 · vote yes no · reward goal rath · takeout 1 · end
Chance:     lot b (Gru, nen) · rune galas · number 4

Lands are written by their short names, pieces by kind and number (`b.faron2` is a piece in b's
colour), tokens by kind and land (`wall@Gru`). `~1` to `~3` is the manner in which an event is told,
and what follows a colon is told in the player's own words. `?` stands for what a reader may not
know.
"""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.errors import UnreadableMove
from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.words import Lang, Words
from cruachan.games.shent import WORDS
from cruachan.games.shent.box.board import Board
from cruachan.games.shent.chapters.beginning import FIRST_RUNES
from cruachan.games.shent.chapters.roles import order
from cruachan.games.shent.core.flow import Move, Verb, top
from cruachan.games.shent.core.state import State, quest_of
from cruachan.games.shent.notation import phrases
from cruachan.games.shent.notation.phrases import WhyNot
from cruachan.games.shent.notation.spelling import STYLES, bits, spell
from cruachan.games.shent.rulings import verbs, with_words

SEALED = {
    "Passage": ("peace", "refuse"),
    "AskPeace": ("accept", "decline"),
    "Moment": ("cast", "counter", "pass"),
    "Contest": ("want", "champion"),
    "Challenge": ("bid",),
    "Ballot": ("vote",),
}
"""[S4.11] By which verbs several seats answer a frame at once, unseen by the others."""
HIDDEN_VERB = "answer"
"""What is written for an answer whose verb would give it away."""
TELLING = ("Passage", "AskPeace", "Moment")


# --- Writing ------------------------------------------------------------------------------


def write_move(board: Board, state: State, seat: int, move: Move, viewer: Viewer) -> str:
    """The move in notation, as far as this viewer may know it."""
    if viewer not in (seat, CHANCE) or seat == CHANCE:
        covered = _covered(state, seat, move, viewer)
        if covered:
            return covered
    return write(state, seat, move) + (f" : {move.words}" if move.words else "")


def write(state: State, seat: int, move: Move) -> str:
    """The whole move, without the words told with it."""
    parts = [move.verb, *(spell(state, seat, bit) for bit in bits(state, move))]
    style = STYLES.get(move.verb)
    if style is not None and (move.args[style:] or [0])[0]:
        parts.append(f"~{move.args[style]}")
    return " ".join(parts)


def _covered(state: State, seat: int, move: Move, viewer: Viewer) -> str:
    """What others than the mover read of a secret; nothing where there is none."""
    if not state.stack or viewer == CHANCE:
        return ""
    verb = move.verb
    if seat == CHANCE:
        return "rune ?" if verb == "rune" and _drawn_for(state) not in (None, viewer) else ""
    if verb in ("lay", "putback"):
        return f"{verb} ?"
    if verb == "declare" and move.args[0] == "secret":
        return " ".join(["declare secret", *("?" for _ in move.args[1:])])
    if verb in ("aim", "free") and getattr(top(state), "mode", "secret") != "open":
        return f"{verb} ?"
    if verb == "reward" and move.args[0] == "goal":
        return "reward goal ?"
    if verb in ("target", "aimat") and _secret_task(state, move):
        return f"{verb} quest{move.args[0][0]} ? ?"
    if sealed(state, seat, verb):
        return f"{HIDDEN_VERB if _frame(state) in TELLING else verb} ?"
    return ""


def _frame(state: State) -> str:
    return type(top(state)).__name__


def _drawn_for(state: State) -> int | None:
    """Into whose hand or goal a rune is drawn; None where all see it."""
    now = top(state)
    if _frame(state) == "Setup":
        return int(order(state)[now.done // FIRST_RUNES])
    return int(now.seat) if _frame(state) in ("HandRune", "News", "NewGoal") else None


def _secret_task(state: State, move: Move) -> bool:
    """[S31.7] Whether a rune goes from the hand into a quest whose runes nobody sees."""
    if top(state).reading != "breged.task":
        return False
    found = quest_of(state, move.args[0][0])
    return found is not None and found[1].mode == "secret"


def sealed(state: State, seat: int, verb: str) -> bool:
    """[S4.11] Whether an answer stays sealed because others have still to give theirs."""
    if verb not in SEALED.get(_frame(state), ()):
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
        raise UnreadableMove(Words(WORDS, lang)("error.no_words", text=said))
    return with_words(move, told) if told else move


def _style(said: str) -> tuple[int | None, str]:
    """The manner of telling at the end of a move, and the rest."""
    rest, mark, number = said.rpartition("~")
    if mark and number.isdecimal():
        return int(number), rest.strip()
    return None, said


def _styled(move: Move, style: int, said: str, lang: Lang) -> Move:
    at = STYLES.get(move.verb)
    if at is None or style not in range(4):
        raise UnreadableMove(Words(WORDS, lang)("error.style", text=said))
    return move._replace(args=(*move.args[:at], style))


def _as_written(state: State, seat: int, said: str) -> Move | None:
    """The legal move that is written just so."""
    name = said.partition(" ")[0]
    if name not in verbs(state, seat):
        return None
    verb = Verb.ALL[name]
    for args in verb.offers(state, seat):
        move = Move(name, args)
        if write(state, seat, move) == said and verb.refuse(state, seat, args) is None:
            return move
    return None
