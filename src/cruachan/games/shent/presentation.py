"""How SHENT is shown to people."""

from __future__ import annotations

from collections.abc import Sequence

from cruachan.engine.game import Viewer
from cruachan.engine.presentation import Presentation
from cruachan.engine.texts import DEFAULT_LANG, Lang
from cruachan.engine.view import SidePanel
from cruachan.games.shent.components.material import ELEMENTS
from cruachan.games.shent.core.chance import DrawLotVerb
from cruachan.games.shent.core.flow import Move, top
from cruachan.games.shent.core.state import State
from cruachan.games.shent.picture.picture import ShentPicture
from cruachan.games.shent.picture.terms import term
from cruachan.games.shent.tale.tale import tell
from cruachan.games.shent.view.outcomes import outcome
from cruachan.games.shent.view.reasons import reason
from cruachan.games.shent.view.shown import ShentView
from cruachan.games.shent.view.side_panels import side_panels
from cruachan.games.shent.view.view import view


class ShentPresentation(Presentation[State, Move]):
    """Views, log sentences, side panels and drawings."""

    picture = ShentPicture

    def view(
        self, state: State, viewer: Viewer, names: Sequence[str] = (), lang: Lang = DEFAULT_LANG
    ) -> ShentView:
        return view(state, self.game.observe(state, viewer), viewer, names, lang)

    def tell(
        self,
        before: State,
        seat: int,
        move: Move,
        after: State,
        viewer: Viewer,
        names: Sequence[str],
        lang: Lang = DEFAULT_LANG,
    ) -> str:
        return tell(before, seat, move, after, viewer, names, lang)

    def reason(
        self,
        before: State,
        seat: int,
        move: Move,
        names: Sequence[str] = (),
        lang: Lang = DEFAULT_LANG,
    ) -> str:
        shown = self.view(before, seat, names, lang)
        hidden = self.game.reveals(before, seat, move)
        after = None if hidden else self.game.after(before, seat, move)
        text = self.game.write_move(before, seat, move, seat)
        return reason(before, after, shown, seat, move, text, names, lang)

    def outcome(
        self,
        before: State,
        seat: int,
        move: Move,
        after: State,
        viewer: Viewer,
        names: Sequence[str],
        lang: Lang = DEFAULT_LANG,
    ) -> str:
        return outcome(before, seat, move, after, viewer, names, lang)

    def side_panels(self, view: ShentView, lang: Lang = DEFAULT_LANG) -> list[SidePanel]:
        return side_panels(view, lang)

    def in_the_open(self, state: State, seat: int) -> bool:
        """[S3.14] Whether nothing of a hand or a goal is needed to answer."""
        return state.open_table and bool(state.stack) and not top(state).of_hand(state, seat)

    def chance_name(self, state: State, move: Move, lang: Lang = DEFAULT_LANG) -> str:
        """An element or a land by its name: people at a table do not know how lands are written."""
        kind = top(state).lots() if move.verb == DrawLotVerb.name else ""
        if kind == "element":
            return term(ELEMENTS[move.args[0]], lang)
        return self.game.board.lands[move.args[0]].called(lang) if kind == "land" else ""

    def at_place(self, state: State, place: str, lang: Lang = DEFAULT_LANG) -> str:
        """A land in full, for its short name may begin another word."""
        kind, _, name = place.partition(":")
        if kind != "land":
            return super().at_place(state, place, lang)
        lands = self.game.board.lands
        return next((land.called(lang) for land in lands if land.short == name), "")
