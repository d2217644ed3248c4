"""How Cairn is shown to people."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.game import CHANCE, Viewer
from cruachan.engine.kernel import KernelPresentation
from cruachan.engine.pieces import called
from cruachan.engine.texts import Lang, Texts
from cruachan_cairn.draw import CairnPicture
from cruachan_cairn.state import TAKEN, BoardTables, State
from cruachan_cairn.view import CairnView, view


class CairnPresentation(KernelPresentation[BoardTables, State, CairnView]):
    """Views, log sentences and drawings."""

    show = staticmethod(view)
    picture = CairnPicture

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
        texts, known = Texts(__package__, lang), called(names, int(before.seats), lang)
        if seat == CHANCE:
            return texts("tell.start", name=known[after.turn])
        cairn = self.game.board.cairns[move // TAKEN].name
        return texts("tell.take", name=known[seat], number=move % TAKEN + 1, cairn=cairn)
