"""How Hibernia is shown to people."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.game import Viewer
from cruachan.engine.kernel import KernelPresentation
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.engine.view import SidePanel
from cruachan.games.hibernia.draw import HiberniaPicture
from cruachan.games.hibernia.reasons import reason
from cruachan.games.hibernia.shown import HiberniaView
from cruachan.games.hibernia.side_panels import side_panels
from cruachan.games.hibernia.state import BoardTables, State
from cruachan.games.hibernia.tale import Tale
from cruachan.games.hibernia.view import view


class HiberniaPresentation(KernelPresentation[BoardTables, State, HiberniaView]):
    """Views, log sentences, side panels and drawings."""

    show = staticmethod(view)
    picture = HiberniaPicture

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
        return Tale(game.board, game.unpacked_tables, before.seats, names, lang).tell(
            before, move, after
        )

    def reason(
        self,
        before: State,
        seat: int,
        move: int,
        names: Sequence[str] = (),
        lang: Lang = DEFAULT_LANG,
    ) -> str:
        seen, after = self.views_of(before, seat, move, names, lang)
        return reason(seen, after, seat, lang) if after else ""

    def side_panels(self, view: HiberniaView, lang: Lang = DEFAULT_LANG) -> list[SidePanel]:
        return side_panels(view, lang)
