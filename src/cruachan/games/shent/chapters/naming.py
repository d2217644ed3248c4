"""Names of figures (S4.14)."""

from __future__ import annotations

from collections.abc import Iterator

from cruachan.games.shent.core.fields import TRACK
from cruachan.games.shent.core.flow import Args, No, Verb
from cruachan.games.shent.core.state import State, is_building

LONGEST_NAME = 30
NAMELESS = "…"
"""Takes a figure's name away."""


class NameVerb(Verb):
    """[S4.14] A figure of one's own, or an ally, is called by a name from now on."""

    name = "name"
    shape = "piece"
    reveals = True
    aside = True
    takes_words = True
    needs_words = True
    longest = LONGEST_NAME
    one_line = True

    def offers(self, state: State, seat: int) -> Iterator[Args]:
        for index, piece in enumerate(state.pieces):
            if piece.leader == seat and not is_building(piece):
                yield (index,)

    def refuse(self, state: State, seat: int, args: Args) -> No | None:
        piece = state.pieces[args[0]]
        on_board = piece.land >= 0 or piece.land == TRACK
        if piece.leader != seat or is_building(piece) or not on_board:
            return No("S4.14", "not_to_name", {"piece": args[0]})
        return None

    def refuse_words(self, state: State, seat: int, args: Args, words: str) -> No | None:
        others = {name.casefold() for piece, name in state.names.items() if piece != args[0]}
        if words.casefold() in others:
            return No("S4.14", "name_taken", {"name": words})
        return None

    def play(self, state: State, seat: int, args: Args, words: str) -> None:
        if words == NAMELESS:
            state.names.pop(args[0], None)
        else:
            state.names[args[0]] = words
