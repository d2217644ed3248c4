"""What kinds of bots are called."""

from __future__ import annotations

from cruachan.engine.texts import Lang, Texts
from cruachan.games import GAMES


def bot_title(kind: str, game: str, lang: Lang) -> str:
    """What a kind of bot is called, in the words of the game where it plays otherwise there."""
    own = Texts(GAMES[game].package, lang).table
    texts = Texts("cruachan.bots", lang).table
    return own.get(f"bot_kind.{kind}") or texts.get(f"kind.{kind}", kind.capitalize())
