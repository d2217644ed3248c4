"""Presentations of games: views, log sentences, side panels, drawings.

A presentation is an optional capability of a game (`Game.presentation`). Match, transcript,
verification and simulation do without one; pages, terminals and programs that read views need it
and ask for it with `presentation_of`.

Everything shown is shown to a viewer: a seat, None for a spectator, or CHANCE for the owner of the
match, who may see everything.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from cruachan.engine.boardfile import ViewBox
from cruachan.engine.errors import CapabilityError
from cruachan.engine.picture import Picture, title_card
from cruachan.engine.side_panels import of_seat
from cruachan.engine.texts import DEFAULT_LANG, Lang, Texts, message
from cruachan.engine.view import DrawnPiece, SidePanel, View
from cruachan.engine.viewers import wrap_viewers

if TYPE_CHECKING:
    from cruachan.engine.game import Game, Viewer

SHORTEST_NAME = 3
"""Names in notation have at least so many letters; seats and numbers have fewer."""

S = TypeVar("S")
M = TypeVar("M")


class Presentation(ABC, Generic[S, M]):
    """Shows one game on one board."""

    picture: ClassVar[type[Picture[Any]] | None] = None
    """How it is drawn; None for a game without a board: pages show a card with its title."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        wrap_viewers(cls)

    def __init__(self, game: Game[S, M]) -> None:
        self.game: Any = game

    def seats_of(self, state: S) -> int:
        """How many seats a state has."""
        return int(self.game.seats_of(state))

    @abstractmethod
    def view(
        self, state: S, viewer: Viewer, names: Sequence[str] = (), lang: Lang = DEFAULT_LANG
    ) -> View:
        """All that this viewer may see, as plain data; a game adds keys of its own to `View`."""

    @abstractmethod
    def tell(
        self,
        before: S,
        seat: int,
        move: M,
        after: S,
        viewer: Viewer,
        names: Sequence[str],
        lang: Lang = DEFAULT_LANG,
    ) -> str:
        """What the move did, in a sentence for the log, as far as this viewer may know it."""

    def reason(
        self, before: S, seat: int, move: M, names: Sequence[str] = (), lang: Lang = DEFAULT_LANG
    ) -> str:
        """What a move is good for, as a player would say it; empty where nobody can say.

        `before` is what the seat may know.
        """
        return ""

    def outcome(
        self,
        before: S,
        seat: int,
        move: M,
        after: S,
        viewer: Viewer,
        names: Sequence[str],
        lang: Lang = DEFAULT_LANG,
    ) -> str:
        """What the move has decided for this viewer, such as a vote or a contest; mostly nothing.

        The first line says what was decided, further lines how. Pages keep it until it is read.
        """
        return ""

    def in_the_open(self, state: S, seat: int) -> bool:
        """Whether a seat's decision may be shown to everybody at one screen.

        It may where answering needs no more than a spectator knows.
        """
        return not self.game.secrets

    def chance_name(self, state: S, move: M, lang: Lang = DEFAULT_LANG) -> str:
        """What people call what chance has decided, where the notation has another word for it.

        Empty where it has none; it is read when dice and lots are typed in.
        """
        return ""

    def at_place(self, state: S, place: str, lang: Lang = DEFAULT_LANG) -> str:
        """What a player would type to name a place at which no move is offered now.

        Empty where no move is ever made by naming it.
        """
        name = place.partition(":")[2]
        return name if len(name) >= SHORTEST_NAME else ""

    def side_panels(self, view: Any, lang: Lang = DEFAULT_LANG) -> list[SidePanel]:
        """What is shown beside the board according to a view: first what each seat has."""
        return [of_seat(view, seat) for seat in range(len(view["players"]))]

    @cached_property
    def _picture(self) -> Picture[Any]:
        if self.picture is None:
            raise CapabilityError(message(__package__, "game.undrawn", game=self.game.title))
        return self.picture(self.game.board)

    def board_svg(self, lang: Lang = DEFAULT_LANG) -> str:
        """The static layer: the empty board with the symbols of all pieces, as SVG."""
        if self.picture is None:
            return title_card(
                self.game.title, Texts(self.game.package, lang)("game.sentence"), lang
            )
        return self._picture.board_svg(lang)

    def pieces(self, view: Any, lang: Lang = DEFAULT_LANG) -> list[DrawnPiece]:
        """What lies on the static layer according to a view."""
        return self._picture.pieces(view, lang) if self.picture else []

    def places(self, view: Any, lang: Lang = DEFAULT_LANG) -> dict[str, str]:
        """The places and pieces by their ids, each with all that is there in a line."""
        return self._picture.places(view, lang) if self.picture else {}

    def draw(self, view: Any, lang: Lang = DEFAULT_LANG) -> str:
        """A picture (SVG) of what a view shows, or of the empty board for None.

        A CapabilityError where the game has no `picture`.
        """
        return self._picture.draw(view or {}, lang)

    def draw_part(self, view: Any, box: ViewBox | None, lang: Lang = DEFAULT_LANG) -> str:
        """The part of the board in a box, as SVG: with what a view shows, or empty for None.

        A CapabilityError where the game has no `picture`.
        """
        return self._picture.draw_part(view or {}, box, lang)


def presentation_of(game: Game[S, M]) -> Presentation[S, M]:
    """The presentation of a game; a CapabilityError where it has none."""
    if game.presentation is None:
        raise CapabilityError(message(__package__, "game.unshown", game=game.title))
    return game.presentation


class SvgPicture(str):
    """An SVG that a notebook shows as a picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f'<div style="max-width: 40rem">{self}</div>'


def picture_of(
    game: Game[S, M],
    state: S | None = None,
    viewer: Viewer = None,
    names: Sequence[str] = (),
    lang: Lang = DEFAULT_LANG,
) -> SvgPicture:
    """The empty board, or a state as a viewer may see it; by default as everybody may."""
    shown = presentation_of(game)
    view = None if state is None else shown.view(state, viewer, names, lang)
    return SvgPicture(shown.draw(view, lang))
