"""The players at the table: persons and bots, and handing a seat from one to the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cruachan.bots import bots_of, usual_bot
from cruachan.engine.errors import CruachanError
from cruachan.engine.game import Game
from cruachan.engine.match import Player
from cruachan.engine.notation import LETTERS, begins, fold, spellings
from cruachan.engine.texts import Texts


def find_seat(players: Sequence[Player], text: str, texts: Texts) -> int:
    """The seat of a name, of its clear beginning, or of a letter; a CruachanError if of none."""
    wanted = fold(text)
    called = [spellings(player.name) for player in players]
    letters = [(letter,) for letter, _ in zip(LETTERS, players, strict=False)]
    for known in (called, letters):
        for seat, spelled in enumerate(known):
            if wanted in spelled:
                return seat
    fits = [seat for seat, player in enumerate(players) if wanted and begins(player.name, wanted)]
    if len(fits) == 1:
        return fits[0]
    names = ", ".join(player.name for player in players)
    raise CruachanError(texts("say.no_seat", name=text, names=names))


def read_bot(
    game: Game[Any, Any], players: Sequence[Player], text: str, usual: int | None, texts: Texts
) -> tuple[int, str]:
    """The seat and the kind of `Ben wandering`; without a name the usual seat, if there is one."""
    kinds = bots_of(game)
    name, _, kind = text.rpartition(" ")
    if kind not in kinds:
        name, kind = text, usual_bot(game)
    return read_seat(players, name, usual, texts, "say.bot_how", bots=", ".join(kinds)), kind


def read_seat(
    players: Sequence[Player], name: str, usual: int | None, texts: Texts, how: str, **values: str
) -> int:
    """The seat that is named, else the usual one; else how to name one."""
    if name.strip():
        return find_seat(players, name.strip(), texts)
    if usual is None:
        raise CruachanError(texts(how, **values))
    return usual
