"""How Cambria is shown to people."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.game import Viewer
from cruachan.engine.kernel import KernelPresentation
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.engine.view import SidePanel
from cruachan.games.cambria.draw import CambriaPicture
from cruachan.games.cambria.reasons import reason
from cruachan.games.cambria.shown import CambriaView
from cruachan.games.cambria.side_panels import side_panels
from cruachan.games.cambria.state import BOARD, BOARD_FROM, BoardTables, State
from cruachan.games.cambria.tale import Tale
from cruachan.games.cambria.view import view


class CambriaPresentation(KernelPresentation[BoardTables, State, CambriaView]):
    """Views, log sentences, side panels and drawings."""

    show = staticmethod(view)
    picture = CambriaPicture

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
        return Tale(game.board, game.unpacked_tables, before, names, lang).tell(move, after)

    def outcome(
        self,
        before: State,
        seat: int,
        move: int,
        after: State,
        viewer: Viewer,
        names: Sequence[str],
        lang: Lang = DEFAULT_LANG,
    ) -> str:
        """The forts that fell."""
        game = self.game
        if after.turns == before.turns:
            return ""
        tale = Tale(game.board, game.unpacked_tables, before, names, lang)
        return " ".join(tale.storms(after))

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

    def side_panels(self, view: CambriaView, lang: Lang = DEFAULT_LANG) -> list[SidePanel]:
        return side_panels(view, lang)

    def at_place(self, state: State, place: str, lang: Lang = DEFAULT_LANG) -> str:
        kind, _, name = place.partition(":")
        if kind != "ship":
            return super().at_place(state, place, lang)
        return f"board {name}" if state.phase in (BOARD, BOARD_FROM) else f"ship {name}"
