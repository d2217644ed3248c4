"""The goals of all players, as they are unsealed at the end of a game."""

from __future__ import annotations

from cruachan.engine.view import Unsealed
from cruachan.games.shent.aims import aims
from cruachan.games.shent.core.state import State
from cruachan.games.shent.view.speech import ShentSpeech


def finale(speech: ShentSpeech) -> list[Unsealed]:
    """[S16.5] What everybody was after, the last place first; nothing while the game goes on."""
    return [_unsealed(speech, seat) for seat in reversed(speech.state.outcome)]


def _unsealed(speech: ShentSpeech, seat: int) -> Unsealed:
    name = speech.names[seat]
    return {
        "seat": seat,
        "title": speech.words("finale.goal", player=name),
        "text": _text(speech, seat),
        "story": _story(speech, seat),
    }


def _won(state: State, seat: int) -> bool:
    return state.won and state.outcome[0] == seat


def _text(speech: ShentSpeech, seat: int) -> str:
    """The goal, and how far it came."""
    player = speech.state.players[seat]
    if player.aim is None:
        of = speech.state.option("goal")
        values = {"runes": speech.runes(player.goal), "number": len(player.goal), "of": of}
        return speech.words("finale.incomplete", **values)
    key = "finale.reached" if _won(speech.state, seat) else "finale.missed"
    return speech.words(key, aim=speech.quest(player.aim))


def _story(speech: ShentSpeech, seat: int) -> str:
    """How the saga tells of it: how it was vowed, or how it was fulfilled."""
    quest, name = speech.state.players[seat].aim, speech.names[seat]
    if quest is None or quest.aim is None:
        return ""
    plain = quest.aim._replace(manners=())
    key = "fulfilled" if _won(speech.state, seat) else "story"
    return aims.describe(plain, speech.state.board, speech.names, speech.lang, key, name)
