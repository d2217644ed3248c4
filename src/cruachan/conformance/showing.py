"""What people are shown: views, sentences, side panels, pictures."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any
from xml.etree import ElementTree

from cruachan.conformance.findings import Findings
from cruachan.engine.cards import misdealt
from cruachan.engine.game import Game
from cruachan.engine.presentation import presentation_of
from cruachan.engine.texts import LANGS, Lang
from cruachan.engine.view import Choice, PanelEntry, Point, SidePanel, View, offered


def leaves(data: Any) -> Iterator[Any]:
    """All values in nested data."""
    if isinstance(data, dict):
        data = data.values()
    elif not isinstance(data, list | tuple):
        yield data
        return
    for each in data:
        yield from leaves(each)


def is_plain(data: Any) -> bool:
    """Whether data goes through JSON unchanged."""
    try:
        return bool(json.loads(json.dumps(data)) == data)
    except (TypeError, ValueError):
        return False


def check_told(
    game: Game[Any, Any],
    before: Any,
    seat: int,
    move: Any,
    after: Any,
    names: Sequence[str],
    findings: Findings,
) -> None:
    """The sentence of a move, for a spectator and in every language; none where it is a secret."""
    if game.presentation is None:
        return
    shown = game.presentation
    for lang in LANGS:
        told = findings.attempt("tell", shown.tell, before, seat, move, after, None, names, lang)
        if told is not None and ("{" in told or not (told.strip() or game.secrets)):
            findings.fault("sentence", text=told)


def check_shown(
    game: Game[Any, Any], state: Any, seats: int, rng: Random, findings: Findings
) -> None:
    """All views of a position, what lies on the board and is listed from them, and one picture."""
    shown = presentation_of(game)
    drawn = rng.choice((None, *range(seats))), rng.choice(LANGS)
    for viewer, lang in product((None, *range(seats)), LANGS):
        view = findings.attempt("view", shown.view, state, viewer, (), lang)
        if view is None:
            return
        findings.attempt("view", check_view, game, state, viewer, view, findings)
        findings.attempt("side_panels", check_panels, game, view, lang, findings)
        if shown.picture is not None:
            findings.attempt("picture", check_pieces, game, view, lang, findings)
            if (viewer, lang) == drawn:
                findings.attempt("picture", check_picture, game, view, lang)


def check_view(
    game: Game[Any, Any], state: Any, viewer: int | None, view: Any, findings: Findings
) -> None:
    """A view is plain data with the keys of the protocol, and offers the legal moves."""
    at = game.write_position(state)
    if missing := sorted(View.__required_keys__ - view.keys()):
        findings.fault("view_keys", keys=", ".join(missing))
        return
    if not is_plain(view):
        findings.fault("view_plain", at=at)
        return
    if any("{" in leaf for leaf in leaves(view) if isinstance(leaf, str)):
        text = next(leaf for leaf in leaves(view) if isinstance(leaf, str) and "{" in leaf)
        findings.fault("view_braces", text=text)
    for point in view["points"]:
        due = [(Point.__required_keys__, point)]
        due += [(Choice.__required_keys__, move) for move in point.get("moves", ())]
        for required, found in due:
            if lacking := sorted(required - found.keys()):
                findings.fault("point_keys", keys=", ".join(lacking), id=point.get("id", ""))
                return
    if view["to_act"] != list(game.to_act(state)):
        findings.fault("view_turn", at=at, shown=view["to_act"], due=list(game.to_act(state)))
    legal = [] if viewer is None else game.legal_moves(state, viewer)
    wanted = Counter(json.dumps(game.pack(move), sort_keys=True) for move in legal)
    shown = Counter(
        json.dumps(move["move"], sort_keys=True) for move in offered(view) if not move["needs"]
    )
    if wanted != shown:
        example = next(iter((wanted - shown) or (shown - wanted)))
        key = "view_lacks_move" if wanted - shown else "view_wrong_move"
        findings.fault(key, move=example, at=at)
    if wrong := misdealt(view):
        findings.fault("view_deck", wrong=wrong, at=at)
    if (view["result"] is None) != (game.outcome(state) is None):
        findings.fault("view_result", at=at)


def check_panels(game: Game[Any, Any], view: Any, lang: Lang, findings: Findings) -> None:
    """Side panels have the keys of the protocol; each seat has the first."""
    panels: list[Any] = list(presentation_of(game).side_panels(view, lang))
    if not is_plain(panels) or any(SidePanel.__required_keys__ - panel.keys() for panel in panels):
        findings.fault("panels", keys=", ".join(sorted(SidePanel.__required_keys__)))
        return
    ids = [panel["id"] for panel in panels]
    if ids[: view["seats"]] != [f"seat:{seat}" for seat in range(view["seats"])]:
        findings.fault("panel_seats", ids=", ".join(ids))
    for entry in (entry for panel in panels for entry in panel["entries"]):
        if lacking := PanelEntry.__required_keys__ - entry.keys():
            findings.fault("panels", keys=", ".join(sorted(lacking)))


@lru_cache(maxsize=2 * len(LANGS))
def static_ids(static: str) -> frozenset[str | None]:
    """The ids in a static layer, which must be XML."""
    return frozenset(element.get("id") for element in ElementTree.fromstring(static).iter())


def check_pieces(game: Game[Any, Any], view: Any, lang: Lang, findings: Findings) -> None:
    """The static layer is XML; every piece has a key of its own and a symbol that is there."""
    shown = presentation_of(game)
    ids = static_ids(shown.board_svg(lang))
    keys: set[str] = set()
    for piece in shown.pieces(view, lang):
        if piece["key"] in keys:
            findings.fault("piece_twice", key=piece["key"])
        keys.add(piece["key"])
        if piece["symbol"] not in ids:
            findings.fault("symbol", piece["symbol"], symbol=piece["symbol"], key=piece["key"])


def check_picture(game: Game[Any, Any], view: Any, lang: Lang) -> None:
    """The whole picture is XML."""
    ElementTree.fromstring(presentation_of(game).draw(view, lang))
