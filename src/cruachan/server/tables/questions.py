"""Questions that change nothing: why a move is illegal, and what a move would do.

What a move would bring is told from what its seat may see and from nothing else. A move that would
turn something up brings what nobody can say yet.
"""

from __future__ import annotations

from typing import Any, cast

from fastapi import APIRouter, Request, Response

from cruachan.engine.errors import AmbiguousMove, IllegalMove, MoveError
from cruachan.engine.match import Match
from cruachan.engine.notation import without_why
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import Lang, Texts
from cruachan.engine.view import Choice, DrawnPiece, View
from cruachan.server import PACKAGE
from cruachan.server.api import responses
from cruachan.server.api.parameters import TableId
from cruachan.server.api.request_context import asker_of, build, language, service_of, viewer_of
from cruachan.server.api.streams import LangQuery, WithPieces
from cruachan.server.errors import wrong
from cruachan.server.tables import commands
from cruachan.server.tables.redaction import MoveAnswer, json

api = APIRouter(prefix="/api", responses=responses.ALWAYS)


@api.post(
    "/tables/{id}/why",
    response_model=responses.MoveAnswer,
    responses=responses.AT_TABLE | responses.refusals(410),
)
async def why(
    request: Request,
    id: TableId,
    ask: commands.WhyRequest,
    pieces: WithPieces = False,
    lang: LangQuery = None,
) -> Response:
    """Why a move cannot be made, or why there is none at a place; else what it would bring."""
    who = await asker_of(request)
    async with service_of(request).at(id) as session:
        viewer_of(session, who, ask.seat)
        match = session.snapshot().playing()
    asker = MoveQuestions(match, ask.seat, language(request), pieces)
    answer = await build(request, lambda: json(asker.answer(ask)))
    return Response(answer, media_type="application/json")


class MoveQuestions:
    """A seat that asks about its moves."""

    def __init__(self, match: Match[Any, Any], seat: int, lang: Lang, pieces: bool) -> None:
        self.match, self.game = match, match.game
        self.seat, self.lang, self.pieces = seat, lang, pieces

    def answer(self, ask: commands.WhyRequest) -> MoveAnswer:
        """The answer to a question about a move or a place."""
        match [ask.text, ask.move, ask.place]:
            case [str(text), None, None]:
                return self.of_text(text)
            case [None, move, None] if move is not None:
                return self.of_move(move)
            case [None, None, str(id_)]:
                return self.of_place(id_)
            case _:
                raise wrong("no_question")

    def of_text(self, text: str) -> MoveAnswer:
        """About what somebody types."""
        try:
            return self._possible(self._read(without_why(text)))
        except IllegalMove as error:
            return _refused(error)
        except MoveError as error:
            return MoveAnswer(legal=False, text=error.text(self.lang))

    def of_move(self, data: Any) -> MoveAnswer:
        """About a move as a view offers it."""
        try:
            move = self.game.unpack(data)
            self.match.check(self.seat, move, self.lang)
            return self._possible(move)
        except IllegalMove as error:
            return _refused(error)
        except MoveError as error:
            return MoveAnswer(legal=False, text=error.text(self.lang))

    def of_place(self, place: str) -> MoveAnswer:
        """About a place of the board: its only move, all its moves, or why there is none."""
        view = self.match.view(self.seat, self.lang)
        there = presentation_of(self.game).places(view, self.lang).get(place)
        if there is None:
            raise wrong("no_place", place=place)
        moves = [m for point in view["points"] if point["id"] == place for m in point["moves"]]
        ready = [move for move in moves if not move["needs"]]
        if len(ready) == 1:
            return self._possible(self.game.unpack(ready[0]["move"]))
        if moves:
            return self._several(moves)
        return self._nothing(place, there, view)

    def _nothing(self, place: str, there: str, view: View) -> MoveAnswer:
        """The rule against what one would do there; else what is there and what is waited for."""
        said = presentation_of(self.game).at_place(self.match.state, place, self.lang)
        try:
            if said:
                return self._possible(self._read(said))
        except IllegalMove as error:
            return _refused(error)
        except AmbiguousMove as error:
            offered = [m for point in view["points"] for m in point["moves"]]
            meant = [move for move in offered if move["text"] in error.candidates]
            if meant:
                return self._several(meant)
        except MoveError:
            pass
        texts = Texts(PACKAGE, self.lang)
        there = there[:1].upper() + there[1:].rstrip(".")
        text = texts("place.nothing", there=there, prompt=view["prompt"])
        return MoveAnswer(legal=False, text=text)

    def _read(self, text: str) -> Any:
        match = self.match
        move = self.game.read_move(match.state, self.seat, text, self.lang, match.names)
        match.check_read(self.seat, move, self.lang)
        return move

    def _several(self, moves: list[Choice]) -> MoveAnswer:
        labels = "; ".join(dict.fromkeys(move["label"] for move in moves))
        return MoveAnswer(legal=True, text=Texts(PACKAGE, self.lang)("place.several", moves=labels))

    def _possible(self, move: Any) -> MoveAnswer:
        text = self.game.write_move(self.match.state, self.seat, move, self.seat)
        brings, pieces = self._brought(move)
        return MoveAnswer(
            legal=True, text=text, move=self.game.pack(move), brings=brings or None, pieces=pieces
        )

    def _brought(self, move: Any) -> tuple[str, list[DrawnPiece] | None]:
        """What a move would do, in a sentence and on the board, where the seat can know it."""
        game, seat, names, lang = self.game, self.seat, self.match.names, self.lang
        seen = game.observe(self.match.state, seat)
        if game.reveals(seen, seat, move):
            return "", None
        after = game.after(seen, seat, move)
        shown = presentation_of(game)
        sentence = shown.tell(seen, seat, move, after, seat, names, lang)
        if not self.pieces:
            return sentence, None
        lying = shown.pieces(shown.view(after, seat, names, lang), lang)
        return sentence, [_complete(piece) for piece in lying]


def _complete(piece: DrawnPiece) -> DrawnPiece:
    """A piece with null for what it does not have, as answers to questions have always had it."""
    missing = dict.fromkeys(DrawnPiece.__optional_keys__ - set(piece))
    return cast(DrawnPiece, piece | missing)


def _refused(error: IllegalMove) -> MoveAnswer:
    refusal = error.refusal
    return MoveAnswer(legal=False, text=refusal.reason, rule=refusal.rule, rule_text=refusal.text)
