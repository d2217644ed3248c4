"""How Gallia Cisalpina is shown to people."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.game import Viewer
from cruachan.engine.kernel import KernelPresentation
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.engine.view import SidePanel
from cruachan.games.gallia import notation
from cruachan.games.gallia.draw import GalliaPicture
from cruachan.games.gallia.reasons import reason
from cruachan.games.gallia.shown import GalliaView
from cruachan.games.gallia.side_panels import side_panels
from cruachan.games.gallia.state import BoardTables, State
from cruachan.games.gallia.tale import Tale
from cruachan.games.gallia.view import view


class GalliaPresentation(KernelPresentation[BoardTables, State, GalliaView]):
    """Views, log sentences, side panels and drawings."""

    show = staticmethod(view)
    picture = GalliaPicture

    def sentence(
        self,
        before: State,
        seat: int,
        move: int,
        after: State,
        viewer: Viewer,
        names: Sequence[str],
        lang: Lang,
    ) -> str:
        game = self.game
        return Tale(game.board, game.unpacked_tables, before, names, lang).tell(move, after, viewer)

    def reason(
        self,
        before: State,
        seat: int,
        move: int,
        names: Sequence[str] = (),
        lang: Lang = DEFAULT_LANG,
    ) -> str:
        seen, after = self.views_of(before, seat, move, names, lang)
        return reason(seen, after, seat, self.game.write_move(before, seat, move, seat), lang)

    def side_panels(self, view: GalliaView, lang: Lang = DEFAULT_LANG) -> list[SidePanel]:
        return side_panels(view, lang)

    def at_place(self, state: State, place: str, lang: Lang = DEFAULT_LANG) -> str:
        return notation.at_place(self.game.board, self.game.board_tables, state, place)
